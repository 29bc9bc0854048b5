use std::fmt::Write;

use expect_test::expect;

use super::*;
use crate::examples::{EXAMPLES, Example};
use crate::protocol::{Progress, RunId};
use crate::runner::Runner;
use crate::settings::{Abstraction, Choice, RunSettings, Strategy};

/// The whole narration, as far as so many events.
fn narration(example: &Example, settings: &RunSettings, limit: usize) -> String {
    let mut runner = Runner::default();
    let Progress::Began { header } = runner.begin(RunId(1), example.text, settings, &[]) else {
        panic!("{} is refused", example.name);
    };
    let mut state = trace::State::default();
    let mut text = String::new();
    for step in 1..=limit {
        let Some(event) = runner.step(RunId(1)) else { break };
        state.apply(&event);
        writeln!(text, "{step:>2}  {}", plain(&tell(&event, &header, &state))).unwrap();
    }
    text
}

#[test]
fn gcd_from_beginning_to_end() {
    let settings = RunSettings { abstraction: Abstraction::Off, ..RunSettings::default() };
    expect![[r#""#]].assert_eq(&narration(Example::named("gcd").unwrap(), &settings, 1_000));
}

#[test]
fn loop50_with_templates() {
    expect![[r#""#]].assert_eq(&narration(Example::named("loop50").unwrap(), &RunSettings::default(), 1_000));
}

#[test]
fn every_sentence_of_every_example_is_one() {
    for strategy in Strategy::ALL {
        for abstraction in [Abstraction::Off, Abstraction::Auto] {
            let settings =
                RunSettings { strategy: *strategy, abstraction, limit: 1, ..RunSettings::default() };
            for example in EXAMPLES {
                for line in narration(example, &settings, 150).lines() {
                    let sentence = line.get(4..).unwrap_or_default().trim();
                    assert!(sentence.ends_with(['.', '?']), "{}: {line}", example.name);
                    assert!(
                        sentence.starts_with(char::is_uppercase)
                            || sentence.starts_with(|c: char| c == 'n' || c.is_ascii_digit()),
                        "{line}"
                    );
                    assert!(!sentence.contains("  ") && !sentence.contains(" ."), "{}: {line}", example.name);
                }
            }
        }
    }
}
