//! The settings of a run as flags, made from their description.

use clap::builder::{PossibleValue, PossibleValuesParser, ValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use hornbook::settings::{
    Kind, LIMIT, METHODS, Method, PRESETS, Preset, RunSettings, SETTINGS, Setting, Value,
};

/// What the flags say.
#[derive(Clone, Debug)]
pub(crate) struct Flags {
    pub(crate) settings: RunSettings,
    /// The steps of work before the run stops, if there is a flag for it.
    pub(crate) limit: Option<u64>,
}

impl Args for Flags {
    fn augment_args(command: Command) -> Command {
        command.arg(method()).args(SETTINGS.iter().map(flag)).args(PRESETS.iter().map(shorthand))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Flags::augment_args(command)
    }
}

/// The name of the flag for a method.
const METHOD: &str = "method";

/// The flag for all settings of a publication.
fn method() -> Arg {
    let value = |method: &'static Method| {
        let Method { name, label, sentence, reference, .. } = method;
        let also = method.also.map_or_else(String::new, |(_, also)| format!("; {also}"));
        let help = format!("{label}{also}. {sentence} ({reference})");
        PossibleValue::new(*name).aliases(method.also.map(|(also, _)| also)).help(help)
    };
    Arg::new(METHOD)
        .long(METHOD)
        .help_heading("Method")
        .value_name("NAME")
        .value_parser(PossibleValuesParser::new(METHODS.iter().map(value)))
        .default_value(METHODS[0].name)
        .help("Solve as a publication does, to the letter. Flags for single settings count more")
}

/// The flag of a setting.
fn flag(setting: &'static Setting) -> Arg {
    let flag =
        Arg::new(setting.name).long(setting.name).help_heading(setting.group.label()).action(ArgAction::Set);
    let Setting { label, sentence, reference, .. } = setting;
    let flag = match setting.on_command_line {
        Some("") | None => flag,
        Some(value) => flag.default_value(value),
    };
    match setting.kind {
        Kind::Choice { values, .. } => {
            let value = |value: &'static Value| {
                PossibleValue::new(value.name).help(format!("{} ({})", value.sentence, value.reference))
            };
            let values = PossibleValuesParser::new(values().into_iter().map(value));
            flag.value_name("NAME").value_parser(values).help(*sentence)
        }
        // `--look-ahead` is `--look-ahead=true`.
        Kind::Switch { .. } => flag
            .value_name("true|false")
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .value_parser(["true", "false"])
            .hide_possible_values(true)
            .help(*label)
            .long_help(format!("{label}. {sentence} ({reference})")),
        Kind::Number { least, most, unit } => flag
            .value_name("N")
            .allow_negative_numbers(true)
            .value_parser(ValueParser::from(move |text: &str| number(text, least, most)))
            .help(format!("{label} N {unit}"))
            .long_help(format!(
                "{label} N {unit}, from {least} to {most}. {sentence}{}",
                in_brackets(reference)
            )),
        Kind::Templates { example } => flag
            .value_name("TEMPLATES")
            .help(format!("Templates, such as '{example}'"))
            .long_help(format!("{sentence} Such as '{example}'. ({reference})")),
    }
}

/// A reference behind a sentence, if there is one.
fn in_brackets(reference: &str) -> String {
    if reference.is_empty() { String::new() } else { format!(" ({reference})") }
}

/// The flag of a preset.
fn shorthand(preset: &Preset) -> Arg {
    let values: Vec<String> = preset.values.iter().map(|(name, value)| format!("--{name}={value}")).collect();
    let help = format!("{} Short for {}", preset.sentence, values.join(" "));
    Arg::new(preset.name).long(preset.name).help_heading("Presets").action(ArgAction::SetTrue).help(help)
}

/// A number within a range, as it was typed.
fn number(text: &str, least: u32, most: u32) -> Result<String, String> {
    match text.trim().parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number.to_string()),
        _ => Err(format!("expected a whole number from {least} to {most}")),
    }
}

impl FromArgMatches for Flags {
    /// What is said for one setting counts more than what is said for several.
    fn from_arg_matches(matches: &ArgMatches) -> Result<Flags, Error> {
        let mut settings = RunSettings::on_command_line();
        if let Some(method) = matches.get_one::<String>(METHOD).and_then(|name| Method::named(name)) {
            method.apply(&mut settings);
        }
        for preset in PRESETS {
            if matches.get_flag(preset.name) {
                preset.apply(&mut settings);
            }
        }
        let is_said = |name| matches.value_source(name) == Some(ValueSource::CommandLine);
        for setting in SETTINGS.iter().filter(|setting| is_said(setting.name)) {
            if let Some(value) = matches.get_one::<String>(setting.name) {
                setting.set(&mut settings, value);
            }
        }
        let limit = is_said(LIMIT).then(|| settings.steps());
        Ok(Flags { settings, limit })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Flags::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use hornbook::settings::Preprocessing;

    use super::*;

    fn flags(said: &[&str]) -> Result<Flags, Error> {
        let command = Flags::augment_args(Command::new("solve"));
        Flags::from_arg_matches(&command.try_get_matches_from([&["solve"], said].concat())?)
    }

    #[test]
    fn the_flags_make_sense() {
        Flags::augment_args(Command::new("solve")).debug_assert();
    }

    #[test]
    fn every_setting_is_read_by_name() {
        assert_eq!(flags(&[]).unwrap().settings, RunSettings::on_command_line());
        assert_eq!(flags(&[]).unwrap().limit, None);
        for setting in SETTINGS {
            for value in setting.kind.samples() {
                let flag = format!("--{}={value}", setting.name);
                let read = flags(&[&flag]).unwrap().settings;
                assert_eq!(setting.get(&read), value, "{flag}");
                let mut expected = RunSettings::on_command_line();
                setting.set(&mut expected, &value);
                assert_eq!(read, expected, "{flag} sets nothing else");
            }
        }
        assert_eq!(flags(&["--limit", "7"]).unwrap().limit, Some(7_000_000));
    }

    #[test]
    fn what_is_no_value_is_refused() {
        for said in ["--strategy=magic", "--look-ahead=perhaps", "--limit=0", "--limit=-1", "--limit=100001"]
        {
            assert!(flags(&[said]).is_err(), "{said}");
        }
    }

    #[test]
    fn every_value_is_in_the_help() {
        let help = Flags::augment_args(Command::new("solve")).render_long_help().to_string();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for setting in SETTINGS {
            assert!(help.contains(setting.sentence.trim_end_matches('.')), "{}", setting.name);
            assert!(help.contains(setting.reference), "{}", setting.name);
            let Kind::Choice { values, .. } = setting.kind else { continue };
            for value in values() {
                assert!(help.contains(value.sentence) && help.contains(value.reference), "{}", value.name);
            }
        }
        for preset in PRESETS {
            assert!(help.contains(preset.sentence), "{}", preset.name);
        }
        for method in METHODS {
            assert!(help.contains(method.sentence) && help.contains(method.reference), "{}", method.name);
        }
    }

    #[test]
    fn every_method_is_read_by_name() {
        for method in METHODS {
            for name in [Some(method.name), method.also.map(|(name, _)| name)].into_iter().flatten() {
                let settings = flags(&["--method", name]).unwrap().settings;
                assert_eq!(settings.method(), Some(method), "{name}");
            }
        }
        assert_eq!(flags(&["--method=hornbook"]).unwrap().settings, RunSettings::on_command_line());
        assert!(flags(&["--method=magic"]).is_err());
        let mixed = flags(&["--look-ahead", "--method=cav13-di"]).unwrap().settings;
        assert_eq!(mixed.method_words(), "Custom (based on CAV'13 with DI)");
    }

    #[test]
    fn a_setting_of_its_own_counts_more_than_a_preset() {
        let typed = flags(&["--as-typed"]).unwrap().settings;
        assert_eq!((typed.preprocessing, typed.look_ahead), (Preprocessing::Never, false));
        for said in [["--as-typed", "--look-ahead"], ["--look-ahead=true", "--as-typed"]] {
            let mixed = flags(&said).unwrap().settings;
            assert_eq!((mixed.preprocessing, mixed.look_ahead), (Preprocessing::Never, true));
        }
    }
}
