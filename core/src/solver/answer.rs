//! What the solver says, and how much it may work for it.

use std::fmt;

use serde::{Deserialize, Serialize};

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
    /// Somebody asked to stop.
    Interrupted,
    /// An answer was found but did not pass its check, so it is none. This would be a bug.
    Unchecked,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unknown::Budget => "the budget of steps is used up",
            Unknown::Interrupted => "interrupted",
            Unknown::Unchecked => "an answer did not pass its check",
        })
    }
}

/// How many steps of work remain. A step is a unit of deterministic work (a propagation, a pivot, a row
/// operation), so that the same query needs the same number of steps everywhere.
pub struct Budget<'a> {
    steps: u64,
    limit: u64,
    interrupted: Option<&'a mut dyn FnMut() -> bool>,
}

/// How many steps pass between two looks at the interruption.
const INTERRUPT_INTERVAL: u64 = 1 << 12;

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} steps", self.steps, self.limit)
    }
}

impl<'a> Budget<'a> {
    pub fn unlimited() -> Budget<'a> {
        Budget::steps(u64::MAX)
    }

    pub fn steps(limit: u64) -> Budget<'a> {
        Budget { steps: 0, limit, interrupted: None }
    }

    /// Asks the function from time to time whether to stop.
    pub fn with_interruption(mut self, interrupted: &'a mut dyn FnMut() -> bool) -> Budget<'a> {
        self.interrupted = Some(interrupted);
        self
    }

    /// The steps taken so far.
    pub fn used(&self) -> u64 {
        self.steps
    }

    /// Takes some steps, or says why not.
    #[inline]
    pub fn take(&mut self, steps: u64) -> Result<(), Unknown> {
        let before = self.steps / INTERRUPT_INTERVAL;
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.limit {
            return Err(Unknown::Budget);
        }
        if self.steps / INTERRUPT_INTERVAL != before
            && let Some(interrupted) = self.interrupted.as_mut()
            && interrupted()
        {
            return Err(Unknown::Interrupted);
        }
        Ok(())
    }
}
