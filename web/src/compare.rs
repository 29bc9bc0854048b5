//! What tells two runs apart, in a few words each.

use crate::settings::{Choice, RunSettings};

/// Names for the two runs: what differs in their settings, and nothing else.
pub fn names(left: &RunSettings, right: &RunSettings) -> [String; 2] {
    let mut names = [String::new(), String::new()];
    let mut tell = |words: [String; 2], differ: bool| {
        if differ {
            for (name, words) in names.iter_mut().zip(words) {
                *name += if name.is_empty() { "" } else { ", " };
                *name += &words;
            }
        }
    };
    let pair = [left, right];
    tell(pair.map(|s| s.strategy.label().to_owned()), left.strategy != right.strategy);
    tell(
        pair.map(|s| format!("abstraction {}", s.abstraction.label().to_lowercase())),
        left.abstraction != right.abstraction,
    );
    tell(
        pair.map(|s| format!("templates {}", if s.templates.is_empty() { "none" } else { &s.templates })),
        left.templates != right.templates,
    );
    tell(
        pair.map(|s| if s.preprocessing { "simplified" } else { "as typed" }.to_owned()),
        left.preprocessing != right.preprocessing,
    );
    tell(pair.map(|s| format!("{} million steps", s.limit)), left.limit != right.limit);
    if names[0].is_empty() {
        return ["Left".to_owned(), "Right".to_owned()];
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Strategy;

    #[test]
    fn names_say_what_differs() {
        let left = RunSettings::default();
        assert_eq!(names(&left, &left), ["Left", "Right"]);
        let right = RunSettings { strategy: Strategy::Disjunctive, ..left.clone() };
        assert_eq!(names(&left, &right), [Strategy::Tree.label(), Strategy::Disjunctive.label()]);
        let right = RunSettings { preprocessing: true, limit: 7, ..left.clone() };
        assert_eq!(names(&left, &right), ["as typed, 50 million steps", "simplified, 7 million steps"]);
    }
}
