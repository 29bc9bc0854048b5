//! Counts of what a run did: the same for the same problem and settings, on every platform.

use serde::{Deserialize, Serialize};

use crate::budget::Account;

/// How much was done so far. It is kept while the run goes on, so asking for it after every event costs
/// nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Counterexamples that were refuted.
    pub refinements: usize,
    pub nodes_added: usize,
    pub nodes_removed: usize,
    pub edges_added: usize,
    pub predicates: usize,
    /// The depth of the deepest counterexample.
    pub depth: usize,
    /// Queries to the solvers of the clauses.
    pub checks: u64,
    /// Steps of deterministic work, as a [`crate::solver::Budget`] counts them: what the run has cost so far,
    /// on any machine.
    pub steps: u64,
    /// The same by what they were for; together these are all of them.
    pub work: Account,
    /// How often the run went on after it had stopped.
    pub resumptions: usize,
}

impl Statistics {
    /// With the steps that a budget has given between two moments.
    pub(super) fn after(mut self, before: &Account, after: &Account) -> Statistics {
        self.work.add_since(before, after);
        self.steps = self.work.total();
        self
    }
}
