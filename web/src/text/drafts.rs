//! The user's texts, kept in the browser: one draft per tab, so that no tab can overwrite what another has.
//!
//! A tab saves its text under a name of its own. A new visit begins with the draft that was saved last, and
//! offers the others. What comes with a link is no draft until the user changes it ([`crate::state::texts`]).
//! This module decides; `storage` reads and writes.

use hornbook::order::{sort_by, sort_by_key};
use std::rc::Rc;

use crate::text::examples::EXAMPLES;

/// At most this many drafts of other tabs and earlier visits are kept; the oldest go when there are more.
pub const MOST_DRAFTS: usize = 12;

/// Larger texts are kept only while their tab is open, in bytes. With those of a tab itself, all drafts fit
/// into the five million characters that browsers give a page.
pub const LARGEST_DRAFT: usize = 320 << 10;

/// Whether the user's text is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saving {
    #[default]
    Saved,
    /// The text is too large for what all tabs share; the tab itself has it until it is closed.
    UntilClosed,
    /// The text is too large.
    TooLarge,
    /// The browser stores nothing, or nothing more.
    Refused,
}

impl Saving {
    /// What the user is told.
    pub fn sentence(self) -> String {
        match self {
            Saving::Saved => "Saved in this browser as you type.".to_owned(),
            Saving::UntilClosed => format!(
                "Kept until this tab is closed: of texts with more than {} kB this browser keeps nothing for longer. Export it \
                 to keep it.",
                LARGEST_DRAFT >> 10
            ),
            Saving::TooLarge => format!(
                "Not saved: of texts with more than {} kB this browser keeps nothing. Export it to keep it.",
                LARGEST_DRAFT >> 10
            ),
            Saving::Refused => "Not saved: the storage that this browser gives to Hornbook is full, or closed to it. Export the \
                                text to keep it, or forget some of your other texts."
                .to_owned(),
        }
    }

    /// What there is to tell about two texts.
    #[must_use]
    pub fn and(self, other: Saving) -> Saving {
        if self == Saving::Saved { other } else { self }
    }
}

/// Whether a text is small enough to be kept for good.
pub fn fits(text: &str) -> bool {
    text.len() <= LARGEST_DRAFT
}

/// The end of the name of a text that was set aside.
pub const ASIDE: &str = ".aside";

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
    sort_by(&mut drafts, |one, other| other.time.cmp(&one.time).then_with(|| one.name.cmp(&other.name)));
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

/// The names of drafts to forget: all but the latest, those that are nobody's work, and those set aside that
/// are kept under a newer name as well.
pub fn outdated(drafts: &[Draft], own: &str) -> Vec<String> {
    let mut kept = 0;
    let mut sorted: Vec<&Draft> = drafts.iter().filter(|draft| !draft.name.starts_with(own)).collect();
    sort_by_key(&mut sorted, |draft| std::cmp::Reverse(draft.time));
    let is_kept_elsewhere = |place: usize, draft: &Draft| {
        draft.name.ends_with(ASIDE) && sorted[..place].iter().any(|newer| newer.text == draft.text)
    };
    // The newest of all is what the next visit begins with, even if it is an example.
    let goes = |(place, draft): (usize, &&Draft)| {
        if is_kept_elsewhere(place, draft) {
            return Some(draft.name.clone());
        }
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

    #[test]
    fn what_was_set_aside_in_many_tabs_counts_once() {
        let mut drafts: Vec<Draft> = (0..MOST_DRAFTS as u64)
            .map(|time| draft(&format!("tab{time}"), time, &format!("text {time}")))
            .collect();
        drafts.extend((0..40).map(|tab| draft(&format!("link{tab}{ASIDE}"), 100 + tab, "text 0")));
        let outdated = outdated(&drafts, "me");
        for text in 0..MOST_DRAFTS {
            let text = format!("text {text}");
            let is_kept = |draft: &Draft| *draft.text == *text && !outdated.contains(&draft.name);
            assert_eq!(drafts.iter().filter(|draft| is_kept(draft)).count(), 1, "{text}");
        }
    }

    #[test]
    fn all_drafts_fit_into_what_browsers_give() {
        const { assert!((MOST_DRAFTS + 2) * LARGEST_DRAFT < 5_000_000) };
        assert!(fits(&"x".repeat(LARGEST_DRAFT)) && !fits(&"x".repeat(LARGEST_DRAFT + 1)));
    }
}
