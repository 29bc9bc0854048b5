//! What to try after a run that has stopped without a verdict.

use hornbook::engine::{StopReason, Stopped};
use hornbook::guide::InterpolationAbstraction;
use hornbook::settings::{Choice, LARGEST_LIMIT, Preprocessing, RunSettings, Strategy};

use crate::worker::limits::{RunLimits, memory_in_words, steps_in_words};

/// A suggestion: the settings to solve with, or none to go on as before.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    pub label: String,
    pub why: &'static str,
    pub settings: Option<RunSettings>,
}

/// What to try, the most promising first.
pub fn advice(stopped: &Stopped, settings: &RunSettings, can_continue: bool) -> Vec<Advice> {
    let mut all = Vec::new();
    let mut with = |label: String, why: &'static str, change: &dyn Fn(&mut RunSettings)| {
        let mut changed = settings.clone();
        change(&mut changed);
        all.push(Advice { label, why, settings: Some(changed) });
    };
    let grows = !stopped.learnt.growth.is_empty();
    if settings.abstraction != InterpolationAbstraction::Auto {
        let why = if grows {
            "The predicates above are each for one round of a loop. Guided interpolants tend to hold in all rounds."
        } else {
            "Guided interpolants tend to hold in all rounds of a loop."
        };
        with("Solve with abstraction: auto".to_owned(), why, &|s| {
            s.abstraction = InterpolationAbstraction::Auto;
        });
    } else if grows {
        with(
            "Solve with abstraction: relative inequalities".to_owned(),
            "Another family of templates may find what stays the same while the numbers above grow.",
            &|s| s.abstraction = InterpolationAbstraction::RelativeInequalities,
        );
    }
    for strategy in Strategy::ALL.into_iter().filter(|strategy| *strategy != settings.strategy) {
        with(format!("Solve with {}", strategy.label()), strategy.value().sentence, &|s| {
            s.strategy = strategy;
        });
    }
    if settings.preprocessing == Preprocessing::Never {
        with(
            "Simplify the clauses first".to_owned(),
            "Smaller clauses make smaller counterexamples; the run then speaks of the simplified clauses.",
            &|s| s.preprocessing = Preprocessing::Always,
        );
    }
    if stopped.reason == StopReason::Budget && settings.limit < LARGEST_LIMIT {
        let limit = settings.limit.saturating_mul(10).min(LARGEST_LIMIT);
        with(format!("Solve with {limit} million steps"), "Some problems just take longer.", &|s| {
            s.limit = limit;
        });
    }
    if can_continue {
        let why = if grows {
            "Go on from here with a further budget, although the pattern above suggests that it will not end."
        } else {
            "Go on from here with a further budget."
        };
        let go_on = Advice { label: "Continue".to_owned(), why, settings: None };
        all.insert(if grows { all.len() } else { 0 }, go_on);
    }
    all
}

/// The reason in plain words.
pub fn reason(reason: &StopReason, settings: &RunSettings, is_asked_for: bool) -> String {
    let allowance = RunLimits::of(settings, is_asked_for);
    match reason {
        StopReason::Budget => format!("The limit of {} is used up.", steps_in_words(allowance.steps)),
        StopReason::Memory => format!("The limit of {} is reached.", memory_in_words(allowance.memory)),
        StopReason::Interrupted => "It was interrupted.".to_owned(),
        StopReason::TooManyCombinations(limit) => {
            format!("More than {limit} ways to apply clauses to nodes are waiting.")
        }
        StopReason::TreeTooLarge(limit) => {
            format!("A counterexample needs more than {limit} clause instances.")
        }
        StopReason::Unfit => "A choice does not fit.".to_owned(),
        StopReason::Rejected(what) => {
            format!(
                "What was found did not pass its check, so it is not shown: {what}. This is a bug; please report it."
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::examples::Example;
    use crate::wire::protocol::RunId;
    use crate::worker::runner::Runner;
    use hornbook::engine::{Event, VerdictText};

    fn stopped(settings: &RunSettings) -> Stopped {
        let mut runner = Runner::default();
        runner.begin(RunId(1), Example::named("mult").unwrap().text, settings, &[]);
        let mut last = None;
        while let Some(event) = runner.step(RunId(1)) {
            last = Some(event);
        }
        match last {
            Some(Event::Verdict(VerdictText::Stopped(stopped))) => stopped,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn mult_without_abstraction_is_told_to_try_it() {
        let settings =
            RunSettings { abstraction: InterpolationAbstraction::Off, limit: 2, ..RunSettings::default() };
        let stopped = stopped(&settings);
        let advice = advice(&stopped, &settings, true);
        assert_eq!(advice[0].settings.as_ref().unwrap().abstraction, InterpolationAbstraction::Auto);
        assert!(advice.iter().any(|advice| advice.settings.is_none()));
        assert_eq!(
            reason(&stopped.reason, &settings, true),
            "The limit of 2 million steps of work is used up."
        );
        assert!(advice.iter().all(|advice| advice.settings.as_ref() != Some(&settings)));
    }
}
