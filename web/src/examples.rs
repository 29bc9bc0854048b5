//! The built-in example problems, taken from `static/examples` when the page is compiled.

/// An example problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The name of its file, without `.horn`.
    pub name: &'static str,
    /// The problem, in house syntax.
    pub text: &'static str,
}

/// All examples, sorted by name.
pub const EXAMPLES: &[Example] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

impl Example {
    const fn new(name: &'static str, text: &'static str) -> Self {
        Self { name, text }
    }

    /// One line about the example: the first comment in it.
    pub fn description(&self) -> &'static str {
        let comment = self.text.lines().find_map(|line| line.strip_prefix('%'));
        comment.unwrap_or_default().trim().trim_end_matches(':')
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
        }
    }

    #[test]
    fn names_are_unique_and_sorted() {
        assert!(EXAMPLES.is_sorted_by(|one, next| one.name < next.name));
        assert_eq!(Example::first().name, "gcd");
    }
}
