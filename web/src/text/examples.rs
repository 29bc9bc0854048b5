//! The built-in example problems, taken from `static/examples` when the page is compiled.
//!
//! A new example is one file there and its name in `topics.txt`. The file begins with a comment that says
//! what the problem is, followed by `% source:` and where it is from, and `% method:` and the method of that
//! source, with which it opens ([`hornbook::settings::METHODS`]); the tests ask for all of them:
//!
//! ```text
//! % Greatest common divisor by subtraction.
//! % source: CAV'13, Fig. 1
//! % method: cav13-ti
//! gcd(M, N, R) :- M = N, R = M.
//! ```
//!
//! The page shows the text without its method, which can be chosen there. Other languages have the same lines
//! in their own comments.

use hornbook::lang::Language;
use hornbook::settings::{METHODS, Method};

/// An example problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The name of its file, without the `.horn` of clauses.
    pub name: &'static str,
    /// The problem, in the language of the file.
    pub text: &'static str,
    /// The name of the method that it opens with.
    method: &'static str,
}

/// All examples, sorted by name.
pub const EXAMPLES: &[Example] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// Examples that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    pub title: &'static str,
    pub examples: Vec<&'static Example>,
}

/// One topic per line: `Title: example, example`.
const TOPICS: &str = include_str!("../../../static/examples/topics.txt");

/// The examples by topics, in the order of `topics.txt`; those that it does not name come last.
pub fn topics() -> Vec<Topic> {
    let mut topics: Vec<Topic> = TOPICS
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(title, names)| Topic {
            title: title.trim(),
            examples: names.split(',').filter_map(|name| Example::named(name.trim())).collect(),
        })
        .collect();
    let is_listed = |example: &&Example| topics.iter().any(|topic| topic.examples.contains(example));
    let further: Vec<&Example> = EXAMPLES.iter().filter(|example| !is_listed(example)).collect();
    if !further.is_empty() {
        topics.push(Topic { title: "Further examples", examples: further });
    }
    topics
}

/// How comments begin in the languages of examples.
const COMMENTS: [&str; 4] = ["%", "//", "#", ";"];

/// The text of a comment that takes a line of its own.
fn comment(line: &str) -> Option<&str> {
    COMMENTS.iter().find_map(|start| line.strip_prefix(start)).map(str::trim)
}

impl Example {
    /// What it is written in.
    pub fn language(&self) -> Language {
        Language::detect(self.text)
    }

    /// One line about the example: the first comment in it.
    pub fn description(&self) -> &'static str {
        self.comments().next().unwrap_or_default().trim_end_matches(':')
    }

    /// Where the example is from: the comment that starts with `source:`.
    pub fn source(&self) -> &'static str {
        self.comments().find_map(|comment| comment.strip_prefix("source:")).unwrap_or_default().trim()
    }

    /// The method that it opens with: that of its source, if there is one.
    pub fn method(&self) -> &'static Method {
        Method::named(self.method).unwrap_or(&METHODS[0])
    }

    /// The example that a text is, or was before it was edited: the one whose title and source it begins
    /// with.
    pub fn behind(text: &str) -> Option<&'static Self> {
        EXAMPLES.iter().find(|example| text.starts_with(example.opening()))
    }

    /// The text up to where it is from.
    fn opening(&self) -> &'static str {
        let mut end = 0;
        for line in self.text.split_inclusive('\n') {
            end += line.len();
            if comment(line.trim_end()).is_some_and(|comment| comment.starts_with("source:")) {
                break;
            }
        }
        &self.text[..end]
    }

    fn comments(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.text.lines().filter_map(comment)
    }

    /// The example with a given name.
    pub fn named(name: &str) -> Option<&'static Self> {
        EXAMPLES.iter().find(|example| example.name == name)
    }

    /// What a first visitor sees.
    pub fn first() -> &'static Self {
        Self::named("gcd").unwrap_or(&EXAMPLES[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_says_what_it_is() {
        assert!(!EXAMPLES.is_empty());
        for example in EXAMPLES {
            assert!(!example.description().is_empty(), "{} starts without a comment", example.name);
            assert!(!example.source().is_empty(), "{} does not say where it is from", example.name);
            assert!(Method::named(example.method).is_some(), "{} names no method", example.name);
            assert!(!example.text.contains("method:"), "{}", example.name);
        }
    }

    #[test]
    fn every_example_has_one_topic_and_every_topic_examples() {
        let topics = topics();
        let mut listed: Vec<&str> = Vec::new();
        for topic in &topics {
            assert!(!topic.examples.is_empty(), "{}", topic.title);
            listed.extend(topic.examples.iter().map(|example| example.name));
        }
        let named = TOPICS.lines().flat_map(|line| line.split(',')).count();
        assert_eq!(named, EXAMPLES.len(), "a name in topics.txt is misspelt, or an example has no topic");
        listed.sort_unstable();
        let all: Vec<&str> = EXAMPLES.iter().map(|example| example.name).collect();
        assert_eq!(listed, all);
    }

    #[test]
    fn an_edited_example_is_told_from_another_text() {
        for example in EXAMPLES {
            assert_eq!(Example::behind(example.text), Some(example));
            assert_eq!(Example::behind(&format!("{}p(X).", example.text)), Some(example));
            let (_, without_title) = example.text.split_once('\n').unwrap();
            assert_eq!(Example::behind(without_title), None);
        }
        assert_eq!(Example::behind(""), None);
        assert_eq!(
            Example::first().opening(),
            "% Greatest common divisor by subtraction.\n% source: CAV'13, Fig. 1\n"
        );
    }

    #[test]
    fn names_are_unique_and_sorted() {
        assert!(EXAMPLES.is_sorted_by(|one, next| one.name < next.name));
        assert_eq!(Example::first().name, "gcd");
    }
}
