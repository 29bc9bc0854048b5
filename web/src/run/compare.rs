//! What tells two runs apart, in a few words each.

use hornbook::settings::{RunSettings, SETTINGS};

/// Names for the two runs: what differs in their settings, and nothing else.
pub fn names(left: &RunSettings, right: &RunSettings) -> [String; 2] {
    let differ = || SETTINGS.iter().filter(|setting| setting.get(left) != setting.get(right));
    if differ().next().is_none() {
        return ["Left".to_owned(), "Right".to_owned()];
    }
    [left, right].map(|run| differ().map(|setting| setting.words(run)).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use hornbook::settings::{Choice, Strategy};

    use super::*;

    #[test]
    fn names_say_what_differs() {
        let left = RunSettings::default();
        assert_eq!(names(&left, &left), ["Left", "Right"]);
        let right = RunSettings { strategy: Strategy::Disjunctive, ..left.clone() };
        assert_eq!(names(&left, &right), [Strategy::Auto.label(), Strategy::Disjunctive.label()]);
        let right = RunSettings { preprocessing: true, limit: 7, ..left.clone() };
        let expected = ["as typed, 50 million steps of work", "simplified, 7 million steps of work"];
        assert_eq!(names(&left, &right), expected);
        let right = RunSettings { look_ahead: false, ..left.clone() };
        assert_eq!(names(&left, &right), ["looking ahead", "not looking ahead"]);
    }

    #[test]
    fn every_setting_can_tell_two_runs_apart() {
        let left = RunSettings::default();
        for setting in SETTINGS {
            for value in setting.kind.samples() {
                let mut right = left.clone();
                setting.set(&mut right, &value);
                let names = names(&left, &right);
                assert_ne!(names[0], names[1], "{} {value}", setting.name);
                assert_eq!(names == ["Left", "Right"], left == right, "{} {value}: {names:?}", setting.name);
            }
        }
    }
}
