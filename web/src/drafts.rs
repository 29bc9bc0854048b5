//! The user's texts, kept in the browser: one draft per tab, so that no tab can overwrite what another has.
//!
//! A tab saves its text under a name of its own. A new visit begins with the draft that was saved last, and offers the
//! others. This module decides; `storage` reads and writes.

use std::rc::Rc;

use crate::examples::EXAMPLES;

/// So many drafts are kept; the oldest go when there are more.
pub const MOST_DRAFTS: usize = 12;

/// A text that some tab has saved.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The tab, and for a text set aside there a word more.
    pub name: String,
    /// When, in milliseconds since 1970.
    pub time: u64,
    pub text: Rc<str>,
}

impl Draft {
    /// How a draft is stored: its time on the first line, its text on the others.
    pub fn write(time: u64, text: &str) -> String {
        format!("{time}\n{text}")
    }

    pub fn read(name: &str, stored: &str) -> Option<Self> {
        let (time, text) = stored.split_once('\n')?;
        Some(Self { name: name.to_owned(), time: time.parse().ok()?, text: text.into() })
    }

    /// A line that tells this draft from others: the first that is not empty, without the sign of a comment.
    pub fn title(&self) -> String {
        const SHOWN: usize = 60;
        let line = self.text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let line = line.trim_start_matches(['%', ';']).trim_start();
        match line.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line.to_owned(),
        }
    }

    fn is_own_work(&self) -> bool {
        is_own_work(&self.text)
    }
}

/// Whether a text would be lost if nobody kept it.
pub fn is_own_work(text: &str) -> bool {
    !text.trim().is_empty() && EXAMPLES.iter().all(|example| example.text != text)
}

/// The drafts worth offering beside the texts that a tab has, newest first, each text once.
pub fn offered(drafts: &[Draft], present: &[&str]) -> Vec<Draft> {
    let mut drafts = drafts.to_vec();
    drafts.sort_by(|one, other| other.time.cmp(&one.time).then_with(|| one.name.cmp(&other.name)));
    let mut offered: Vec<Draft> = Vec::new();
    for draft in drafts {
        let is_known =
            present.contains(&&*draft.text) || offered.iter().any(|other| other.text == draft.text);
        if draft.is_own_work() && !is_known {
            offered.push(draft);
        }
    }
    offered
}

/// The names of drafts to forget: all but the latest, and those that are nobody's work.
pub fn outdated(drafts: &[Draft], own: &str) -> Vec<String> {
    let mut kept = 0;
    let mut sorted: Vec<&Draft> = drafts.iter().filter(|draft| !draft.name.starts_with(own)).collect();
    sorted.sort_by_key(|draft| std::cmp::Reverse(draft.time));
    // The newest of all is what the next visit begins with, even if it is an example.
    let goes = |(place, draft): (usize, &&Draft)| {
        kept += usize::from(draft.is_own_work());
        (kept > MOST_DRAFTS || (place > 0 && !draft.is_own_work())).then(|| draft.name.clone())
    };
    sorted.iter().enumerate().filter_map(goes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(name: &str, time: u64, text: &str) -> Draft {
        Draft { name: name.to_owned(), time, text: text.into() }
    }

    #[test]
    fn drafts_are_read_as_they_are_written() {
        let text = "\n% mine\np(X).";
        assert_eq!(Draft::read("a", &Draft::write(17, text)), Some(draft("a", 17, text)));
        assert_eq!(draft("a", 17, text).title(), "mine");
        assert_eq!(Draft::read("a", "p(X)."), None);
    }

    #[test]
    fn each_text_is_offered_once_and_the_newest_first() {
        let drafts = vec![
            draft("a", 1, "one"),
            draft("b", 3, "two"),
            draft("c", 2, "one"),
            draft("d", 4, "here already"),
            draft("e", 5, EXAMPLES[0].text),
            draft("f", 6, "  \n"),
        ];
        let names: Vec<String> =
            offered(&drafts, &["here already"]).into_iter().map(|draft| draft.name).collect();
        assert_eq!(names, ["b", "c"]);
    }

    #[test]
    fn only_the_latest_are_kept() {
        let mut drafts: Vec<Draft> = (0..MOST_DRAFTS as u64 + 2)
            .map(|time| draft(&format!("tab{time}"), time, &format!("text {time}")))
            .collect();
        assert_eq!(outdated(&drafts, "me"), ["tab1", "tab0"]);
        assert_eq!(outdated(&drafts, "tab0"), ["tab1"]);
        drafts.truncate(3);
        drafts.push(draft("old example", 0, EXAMPLES[0].text));
        assert_eq!(outdated(&drafts, "me"), ["old example"]);
    }
}
