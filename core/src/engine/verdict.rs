//! What a run ends with. Safe and unsafe have passed their checks; everything else is a reason and what was
//! learnt.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Growth, PredicateText};
use crate::budget::Exhausted;
use crate::check::{Checked, Replay, Solved};
use crate::formula::{FormulaText, PieceKind};
use crate::lang::Derivation;
use crate::solver::Unknown;

/// The end of a run.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The clauses have this solution; each of them was proved under it.
    Safe(Checked<Solved>),
    /// The clauses derive `false`; the derivation was replayed.
    Unsafe(Derivation, Checked<Replay>),
    Stopped(Stopped),
}

/// No verdict, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    pub reason: StopReason,
    pub learnt: Learnt,
}

/// Why a run stopped without a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StopReason {
    /// The budget of steps is used up.
    Budget,
    /// The limit of memory is reached.
    Memory,
    /// Somebody asked to stop.
    Interrupted,
    /// There are more combinations of a clause with nodes than this.
    TooManyCombinations(usize),
    /// A derivation tree needs more clause instances than this.
    TreeTooLarge(usize),
    /// A person's choice can't be followed; the event before says why.
    Unfit,
    /// Something was found but did not pass its check, so it is not known. This would be a bug.
    Rejected(String),
}

impl StopReason {
    /// The end of the budget, if that is the reason.
    pub fn exhausted(&self) -> Option<Exhausted> {
        match self {
            StopReason::Budget => Some(Exhausted::Steps),
            StopReason::Memory => Some(Exhausted::Memory),
            StopReason::Interrupted => Some(Exhausted::Interrupted),
            _ => None,
        }
    }

    /// Can the run go on, with a further budget or a higher limit?
    pub fn is_resumable(&self) -> bool {
        match self {
            StopReason::Budget
            | StopReason::Memory
            | StopReason::Interrupted
            | StopReason::TooManyCombinations(_)
            | StopReason::TreeTooLarge(_) => true,
            StopReason::Rejected(_) | StopReason::Unfit => false,
        }
    }
}

/// What a run knew when it stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learnt {
    pub refinements: usize,
    /// No derivation of `false` is lower than this.
    pub depth: usize,
    pub predicates: Vec<PredicateText>,
    pub growth: Vec<Growth>,
}

impl From<Unknown> for StopReason {
    fn from(unknown: Unknown) -> StopReason {
        match unknown {
            Unknown::Budget => StopReason::Budget,
            Unknown::Memory => StopReason::Memory,
            Unknown::Interrupted => StopReason::Interrupted,
            Unknown::Unchecked => StopReason::Rejected("an answer of the solver".to_owned()),
        }
    }
}

impl From<Exhausted> for StopReason {
    fn from(exhausted: Exhausted) -> StopReason {
        Unknown::from(exhausted).into()
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Budget => Unknown::Budget.fmt(f),
            StopReason::Memory => Unknown::Memory.fmt(f),
            StopReason::Interrupted => Unknown::Interrupted.fmt(f),
            StopReason::TooManyCombinations(limit) => {
                write!(f, "more than {limit} combinations of clauses with nodes are waiting")
            }
            StopReason::TreeTooLarge(limit) => {
                write!(f, "a counterexample needs more than {limit} clause instances")
            }
            StopReason::Unfit => f.write_str("a choice does not fit"),
            StopReason::Rejected(what) => write!(f, "{what} did not pass its check"),
        }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Learnt { refinements, depth, predicates, growth } = &self.learnt;
        write!(
            f,
            "{}, after {refinements} refinements with {} predicates and counterexamples of depth {depth}",
            self.reason,
            predicates.len()
        )?;
        if let Some(first) = growth.first() {
            let members = FormulaText::joined(&first.members, PieceKind::Punctuation, ", ");
            write!(f, "; predicates grow: {members}, …")?;
        }
        Ok(())
    }
}
