//! What tells two runs apart, in a few words each.

use hornbook::engine::Choice;
use hornbook::settings::{RunSettings, SETTINGS, Setting};

use crate::run::narrate::{count, your_choice};

/// Names for the two runs: their methods if these differ, with what differs beside; or else what differs in
/// their settings, and nothing else.
pub fn names(left: &RunSettings, right: &RunSettings) -> [String; 2] {
    let differ = || SETTINGS.iter().filter(|setting| setting.get(left) != setting.get(right));
    if let (Some(one), Some(other)) = (left.method(), right.method())
        && one != other
    {
        return [(one, other, left), (other, one, right)].map(|(method, beside_it, run)| {
            // What only the other method fixes, and is as usual here, is part of the other's name.
            let is_usual = |setting: &Setting| setting.get(run) == setting.default;
            let is_said = |setting: &&Setting| {
                !(method.fixes(setting) || beside_it.fixes(setting) && is_usual(setting))
            };
            let beside = differ().filter(is_said);
            let words = beside.map(|setting| setting.words(run));
            [method.label.to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(", ")
        });
    }
    if differ().next().is_none() {
        return ways(&left.choices, &right.choices);
    }
    [left, right].map(|run| differ().map(|setting| setting.words(run)).collect::<Vec<_>>().join(", "))
}

/// `The solver’s way`, or how many choices were made.
pub fn way(choices: &str) -> String {
    match Choice::read_all(choices).map_or(0, |all| all.len()) {
        0 => "The solver’s way".to_owned(),
        made => count(made, "choice of yours", "choices of yours"),
    }
}

/// Names for two runs that differ in choices alone: where that many were made in both, with the first that
/// differs.
fn ways(left: &str, right: &str) -> [String; 2] {
    if left == right {
        return ["Left".to_owned(), "Right".to_owned()];
    }
    let names = [left, right].map(way);
    if names[0] != names[1] {
        return names;
    }
    let read = |text: &str| Choice::read_all(text).unwrap_or_default();
    let (one, other) = (read(left), read(right));
    let common = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let [left, right] = names;
    let told = |name: String, all: &[Choice]| match all.get(common) {
        Some(choice) => format!("{name}: {}", your_choice(&choice.to_string())),
        None => name,
    };
    [told(left, &one), told(right, &other)]
}

#[cfg(test)]
mod tests {
    use hornbook::settings::{Choice, Method, Preprocessing, Strategy};

    use super::*;

    #[test]
    fn names_say_what_differs() {
        let left = RunSettings::default();
        assert_eq!(names(&left, &left), ["Left", "Right"]);
        let right = RunSettings { strategy: Strategy::Disjunctive, ..left.clone() };
        assert_eq!(names(&left, &right), [Strategy::Auto.label(), Strategy::Disjunctive.label()]);
        let right = RunSettings { preprocessing: Preprocessing::Always, limit: 7, ..left.clone() };
        let expected =
            ["Simplified if there are many, 50 million steps of work", "Simplified, 7 million steps of work"];
        assert_eq!(names(&left, &right), expected);
        let right = RunSettings { look_ahead: false, ..left.clone() };
        assert_eq!(names(&left, &right), ["looking ahead", "not looking ahead"]);
    }

    #[test]
    fn ways_are_told_apart_by_their_choices() {
        let with = |choices: &str| RunSettings { choices: choices.to_owned(), ..RunSettings::default() };
        let plain = with("");
        assert_eq!(names(&plain, &with("@3f0")), ["The solver’s way", "1 choice of yours"]);
        assert_eq!(names(&with("@2a2(0)@3f0"), &with("@3f0"))[0], "2 choices of yours");
        let [one, other] = names(&with("@2a2(0)@9f0"), &with("@2a2(0)@9f-"));
        assert!(one.starts_with("2 choices of yours: ") && one != other, "{one} {other}");
    }

    #[test]
    fn methods_are_names() {
        let [mut left, mut right] = [RunSettings::default(), RunSettings::default()];
        Method::named("cav13-ti").unwrap().apply(&mut left);
        Method::named("acta16-abs2").unwrap().apply(&mut right);
        assert_eq!(names(&left, &right), ["CAV'13 with TI", "Acta'16 with ABS (2)"]);
        right.limit = 7;
        let expected =
            ["CAV'13 with TI, 50 million steps of work", "Acta'16 with ABS (2), 7 million steps of work"];
        assert_eq!(names(&left, &right), expected);
        assert_eq!(names(&left, &RunSettings::default()), ["CAV'13 with TI", "Hornbook"]);
        // What is no method is told by what differs.
        right.look_ahead = true;
        assert!(names(&left, &right)[1].contains("looking ahead"));
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
