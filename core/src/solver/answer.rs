//! What the solver says.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::budget::Exhausted;
use crate::formula::{Formula, Valuation};

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Satisfied by this valuation.
    Sat(Valuation),
    /// Contradictory already with these assumptions (and the assertions).
    Unsat(Vec<Formula>),
    Unknown(Unknown),
}

/// Why there is no answer. A value, not an error: the same query may succeed with a larger budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unknown {
    /// The budget of steps is used up.
    Budget,
    /// The limit of memory is reached.
    Memory,
    /// Somebody asked to stop.
    Interrupted,
    /// An answer was found but did not pass its check, so it is none. This would be a bug.
    Unchecked,
}

impl From<Exhausted> for Unknown {
    fn from(exhausted: Exhausted) -> Unknown {
        match exhausted {
            Exhausted::Steps => Unknown::Budget,
            Exhausted::Memory => Unknown::Memory,
            Exhausted::Interrupted => Unknown::Interrupted,
        }
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Budget => Exhausted::Steps.fmt(f),
            Unknown::Memory => Exhausted::Memory.fmt(f),
            Unknown::Interrupted => Exhausted::Interrupted.fmt(f),
            Unknown::Unchecked => f.write_str("an answer did not pass its check"),
        }
    }
}
