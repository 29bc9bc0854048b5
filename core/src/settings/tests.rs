use std::collections::BTreeSet;

use super::*;
use crate::order::Map;

/// Settings that differ from the given ones in one setting, with every value that is tried.
fn neighbours(of: &RunSettings) -> Vec<(&'static Setting, RunSettings)> {
    let one = |setting: &'static Setting, value: &str| {
        let mut settings = of.clone();
        assert!(setting.set(&mut settings, value), "{} {value}", setting.name);
        assert_eq!(setting.get(&settings), value);
        (setting, settings)
    };
    let all = |setting: &'static Setting| setting.kind.samples().into_iter().map(move |v| one(setting, &v));
    SETTINGS.iter().flat_map(all).collect()
}

#[test]
fn every_setting_is_written_and_read_by_name() {
    for unsaid in [RunSettings::default(), RunSettings::unsaid_in_links(), RunSettings::on_command_line()] {
        for (setting, settings) in neighbours(&unsaid) {
            let mut map = Map::new();
            settings.write("2.", &mut map, &unsaid);
            let said: Vec<String> = map.keys().cloned().collect();
            let expected = if settings == unsaid { Vec::new() } else { vec![format!("2.{}", setting.name)] };
            assert_eq!(said, expected, "a value that differs is said, and nothing else");
            assert_eq!(RunSettings::take("", &mut map.clone(), unsaid.clone()), unsaid);
            assert_eq!(RunSettings::take("2.", &mut map, unsaid.clone()), settings);
            assert!(map.is_empty(), "{map:?}");
        }
    }
}

#[test]
fn every_setting_tells_its_values_apart_in_words() {
    for setting in SETTINGS {
        let values = setting.kind.samples();
        let words: BTreeSet<String> = neighbours(&RunSettings::default())
            .into_iter()
            .filter(|(of, _)| of.name == setting.name)
            .map(|(_, settings)| setting.words(&settings))
            .collect();
        assert_eq!(words.len(), values.len(), "{}: {words:?}", setting.name);
    }
}

#[test]
fn everything_is_described() {
    let mut names = BTreeSet::new();
    for setting in SETTINGS {
        assert!(names.insert(setting.name) && !setting.label.is_empty(), "{}", setting.name);
        assert!(setting.sentence.ends_with('.'), "{}", setting.name);
        let is_a_limit = matches!(setting.kind, Kind::Number { .. });
        assert!(is_a_limit || !setting.reference.is_empty(), "{}", setting.name);
        let Kind::Choice { values, .. } = setting.kind else { continue };
        let mut names = BTreeSet::new();
        for value in values() {
            assert!(names.insert(value.name) && !value.label.is_empty(), "{} {}", setting.name, value.name);
            assert!(value.sentence.ends_with('.'), "{} {}", setting.name, value.name);
            assert!(!value.reference.is_empty(), "{} {}", setting.name, value.name);
        }
    }
}

#[test]
fn defaults_are_values_and_agree() {
    for setting in SETTINGS {
        let on_command_line = setting.on_command_line.unwrap_or(setting.default);
        for (settings, value) in [
            (RunSettings::default(), setting.default),
            (RunSettings::on_command_line(), on_command_line),
            (RunSettings::unsaid_in_links(), setting.unsaid_in_links),
        ] {
            assert_eq!(setting.get(&settings), value, "{}", setting.name);
        }
    }
    // Where the command line differs, the description says why.
    let differ = SETTINGS.iter().filter(|setting| setting.on_command_line != Some(setting.default));
    assert_eq!(differ.map(|setting| setting.name).collect::<Vec<_>>(), ["preprocessing", "limit"]);
    // Links that say nothing mean this for ever.
    let unsaid = RunSettings {
        choices: String::new(),
        strategy: Strategy::Tree,
        deeper: 0,
        abstraction: InterpolationAbstraction::Auto,
        templates: String::new(),
        policy: Policy::Simplest,
        acceleration: Acceleration::Off,
        delay: Delay::NONE,
        encoding: Encoding::Standard,
        preprocessing: Preprocessing::Never,
        look_ahead: false,
        limit: 50,
    };
    assert_eq!(RunSettings::unsaid_in_links(), unsaid);
}

#[test]
fn what_is_not_understood_is_left() {
    let pairs = [("strategy", "magic"), ("limit", "7"), ("look-ahead", "perhaps"), ("colour", "blue")];
    let mut map = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    let settings = RunSettings::take("", &mut map, RunSettings::default());
    assert_eq!(settings, RunSettings { limit: 7, ..RunSettings::default() });
    assert_eq!(map.keys().collect::<Vec<_>>(), ["colour", "look-ahead", "strategy"]);
}

#[test]
fn numbers_stay_in_their_range() {
    for (text, expected) in [("0", 1), ("7", 7), ("4000000000", LARGEST_LIMIT)] {
        let mut map = Map::from([("limit".to_owned(), text.to_owned())]);
        assert_eq!(RunSettings::take("", &mut map, RunSettings::default()).limit, expected);
        assert!(map.is_empty());
    }
}

#[test]
fn presets_name_settings_and_their_values() {
    for preset in PRESETS {
        for (name, value) in preset.values {
            let setting = SETTINGS.iter().find(|setting| setting.name == *name).unwrap();
            let mut settings = RunSettings::default();
            preset.apply(&mut settings);
            assert_eq!(setting.get(&settings), *value, "{} {name}", preset.name);
        }
    }
}

#[test]
fn methods_are_as_published() {
    let mut names = BTreeSet::new();
    for method in METHODS {
        for name in [Some(method.name), method.also.map(|(name, _)| name)].into_iter().flatten() {
            assert!(names.insert(name), "{name}");
            assert_eq!(Method::named(name), Some(method));
        }
        assert!(method.sentence.ends_with('.') && !method.reference.is_empty(), "{}", method.name);
        assert!(method.against.is_none_or(|other| Method::named(other).is_some()), "{}", method.name);
        for (name, value) in method.values {
            let setting = SETTINGS.iter().find(|setting| setting.name == *name).unwrap();
            assert!(setting.set(&mut RunSettings::default(), value), "{}: {name} {value}", method.name);
        }
        for start in [RunSettings::default(), RunSettings::on_command_line()] {
            let mut settings = start.clone();
            method.apply(&mut settings);
            assert_eq!(settings.method(), Some(method), "no two methods are the same");
            assert_eq!((settings.limit, &settings.templates), (start.limit, &start.templates));
            if method.name != "hornbook" {
                assert!(
                    settings.preprocessing == Preprocessing::Never && !settings.look_ahead,
                    "{}",
                    method.name
                );
                let ours = [InterpolationAbstraction::Auto, InterpolationAbstraction::User];
                assert!(!ours.contains(&settings.abstraction), "{}", method.name);
            }
        }
    }
    // Whoever adds a setting says what it is in each publication. These two are the user's in all of them.
    for method in &METHODS[1..] {
        let open = SETTINGS.iter().filter(|setting| !method.fixes(setting)).map(|setting| setting.name);
        assert_eq!(open.collect::<Vec<_>>(), ["templates", "encoding", "limit"], "{}", method.name);
    }
}

#[test]
fn own_problems_have_the_first_method_everywhere() {
    for settings in [RunSettings::default(), RunSettings::on_command_line()] {
        assert_eq!(settings.method().map(|method| method.name), Some("hornbook"));
        assert_eq!(settings.method(), METHODS.first());
    }
}

#[test]
fn a_change_by_hand_makes_a_custom_method() {
    let mut settings = RunSettings::default();
    let words = |settings: &RunSettings| (settings.method().is_some(), settings.method_words());
    settings.look_ahead = false;
    assert_eq!(words(&settings), (false, "Custom (based on Hornbook)".to_owned()));
    Method::named("shara").unwrap().apply(&mut settings);
    settings.limit = 7;
    assert_eq!(words(&settings), (true, "SHARA".to_owned()));
    settings.preprocessing = Preprocessing::Always;
    assert_eq!(words(&settings), (false, "Custom (based on SHARA)".to_owned()));
    let differences = Method::nearest(&settings).differences(&settings);
    assert_eq!(differences.iter().map(|setting| setting.name).collect::<Vec<_>>(), ["preprocessing"]);
    // The same settings have the same name, whichever way they were reached.
    settings.preprocessing = Preprocessing::Never;
    settings.strategy = Strategy::Disjunctive;
    assert_eq!(words(&settings), (true, "CAV'13 with DI".to_owned()));
}

#[test]
fn events_name_the_abstraction_as_links_do() {
    for abstraction in <InterpolationAbstraction as Choice>::ALL {
        let in_events = serde_json::to_value(abstraction).unwrap();
        assert_eq!(in_events, abstraction.name());
    }
}
