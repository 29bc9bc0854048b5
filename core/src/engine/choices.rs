//! The choices of a person, as the engine follows them: each is looked up by the steps before it, judged
//! before it is used, and told ([`Event::Chosen`]). One that does not fit ends the run there, with a message
//! ([`Event::ChoiceUnfit`]).
//!
//! The verdict of a run with choices is checked like any other. Looking a choice up changes nothing, so that
//! a piece of work that was cut short can be repeated.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::phase::{Next, Worked};
use super::{Choice, Event, PositionId, StopReason, Taken};
use crate::formula::Value;
use crate::lang::Diagnostic;

/// Why a choice can't be followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Misfit {
    /// It is no choice at all.
    Unreadable,
    /// The run makes no such choice at that step.
    NoSuchPoint,
    /// The clause with these nodes is not waiting.
    NotWaiting,
    /// An edge does not derive what it is chosen for.
    NoSuchEdge,
    /// The derivations have more clause instances than this.
    TooLarge(usize),
    /// There is no such position.
    NoSuchPosition,
    /// The formula, or the templates, can't be read, for this reason.
    NoFormula(String),
    /// The formulae do not separate the two sides of a position: values that its sub-tree allows and the
    /// formula does not, or values of the formula with which the rest derives `false`.
    NotInterpolant { position: PositionId, outside: Vec<(String, Value)>, inside: Vec<(String, Value)> },
    /// With these templates the counterexample can't be refuted.
    Infeasible,
    /// There are more templates than a lattice has.
    TooMany(usize),
    /// No loop recurs in the counterexample, or it is no path.
    NothingToFold,
    /// There are only this many new predicates, and at least one must be kept.
    NoSuchPredicate(usize),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Unreadable => f.write_str("it can't be read"),
            Misfit::NoSuchPoint => f.write_str("the run has no such choice there"),
            Misfit::NotWaiting => f.write_str("this clause with these nodes is not waiting there"),
            Misfit::NoSuchEdge => f.write_str("an edge does not derive what it is chosen for"),
            Misfit::TooLarge(limit) => write!(f, "it has more than {limit} clause instances"),
            Misfit::NoSuchPosition => f.write_str("the counterexample has no such position"),
            Misfit::NoFormula(reason) => write!(f, "it can't be read: {reason}"),
            Misfit::NotInterpolant { position, outside, inside } => {
                write!(f, "this is no interpolant at position {}", position.number())?;
                if !outside.is_empty() {
                    write!(f, "; {} can be derived there and is not in it", shown(outside))?;
                }
                if !inside.is_empty() {
                    write!(f, "; {} is in it and leads to false", shown(inside))?;
                }
                Ok(())
            }
            Misfit::Infeasible => {
                f.write_str("the templates are infeasible: what they keep of the two sides is consistent")
            }
            Misfit::TooMany(limit) => write!(f, "there are more than {limit} templates"),
            Misfit::NothingToFold => f.write_str("the counterexample is no path on which a loop recurs"),
            Misfit::NoSuchPredicate(count) => {
                write!(f, "there are {count} new predicates, and one must be kept")
            }
        }
    }
}

impl Misfit {
    /// What can't be read, for the first of these reasons.
    pub(super) fn unread(findings: &[Diagnostic]) -> Misfit {
        Misfit::NoFormula(findings.first().map_or_else(String::new, |finding| finding.message.clone()))
    }
}

/// `M = 1, N = 1`
fn shown(values: &[(String, Value)]) -> String {
    let shown = |(name, value): &(String, Value)| match value {
        Value::Int(n) => format!("{name} = {n}"),
        Value::Bool(b) => format!("{name} = {b}"),
    };
    values.iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// The choices of a run, and which of them it has followed.
#[derive(Clone, Debug, Default)]
pub(super) struct Choices {
    all: Vec<(Choice, bool)>,
    /// What can't be read.
    unreadable: Option<String>,
}

impl Choices {
    pub(super) fn of(text: &str) -> Choices {
        match Choice::read_all(text) {
            Ok(all) => Choices { all: all.into_iter().map(|c| (c, false)).collect(), unreadable: None },
            Err(part) => Choices { all: Vec::new(), unreadable: Some(part) },
        }
    }

    /// The choices of a kind at a step.
    pub(super) fn at(&self, step: usize, of_kind: impl Fn(&Taken) -> bool) -> Vec<Choice> {
        let fits = |choice: &Choice| choice.step == step && of_kind(&choice.taken);
        self.all.iter().map(|(choice, _)| choice).filter(|choice| fits(choice)).cloned().collect()
    }

    #[cfg(test)]
    pub(super) fn add(&mut self, choice: Choice) {
        self.all.push((choice, false));
    }

    /// Has somebody chosen anything at this step?
    pub(super) fn has(&self, step: usize) -> bool {
        self.all.iter().any(|(choice, _)| choice.step == step)
    }

    /// The run tells of this step.
    pub(super) fn told(&mut self, event: &Event) {
        if let Event::Chosen { choice } = event {
            self.all
                .iter_mut()
                .filter(|(own, _)| own.to_string() == *choice)
                .for_each(|(_, used)| *used = true);
        }
    }

    /// A choice that the run has come past without making it.
    pub(super) fn missed(&mut self, step: usize) -> Option<Event> {
        if let Some(choice) = self.unreadable.take() {
            return Some(Event::ChoiceUnfit { choice, why: Misfit::Unreadable });
        }
        let index = self.all.iter().position(|(choice, used)| !used && choice.step < step)?;
        let (choice, _) = self.all.remove(index);
        Some(unfit(&choice, Misfit::NoSuchPoint))
    }
}

pub(super) fn unfit(choice: &Choice, why: Misfit) -> Event {
    Event::ChoiceUnfit { choice: choice.to_string(), why }
}

pub(super) fn chosen(choices: &[Choice]) -> Vec<Event> {
    choices.iter().map(|choice| Event::Chosen { choice: choice.to_string() }).collect()
}

/// The end of a run whose choice does not fit.
pub(super) fn ended(event: Event) -> Worked {
    Worked::new(vec![event], Next::Stop(StopReason::Unfit, None))
}
