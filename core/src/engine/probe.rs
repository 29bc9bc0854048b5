//! Looking ahead for a derivation of `false` that is deeper than any counterexample so far.
//!
//! A fault that shows after a hundred rounds of a loop costs a hundred refinements, each of which rules out one round more. So
//! from time to time all derivations up to a greater depth are looked at at once, as one formula: the unwinding, expanded like any
//! other (SHARA). If it has values, that is the verdict. If not, or if it takes too long, the run goes on as if nothing had been.

use super::phase::Phase;
use super::{Engine, Event, StopReason, certify};
use crate::horn::Expansion;
use crate::recursion_free::CddProblem;
use crate::solver::Budget;

/// The first look ahead is after so many refinements; each further one after twice as many.
const FIRST_PROBE: usize = 8;
/// How much deeper than the counterexample at hand.
const DEEPER: usize = 4;
/// Unwindings with more clauses than this are not looked at.
const PROBE_LIMIT: usize = 4_000;
/// Looking for copies that are not needed may take so many looks at clauses. Few of them are, and a formula that is a little too large does no harm.
const PROBE_EFFORT: usize = 200_000;
/// So many steps are always allowed for; more if the run has taken more so far.
const PROBE_STEPS: u64 = 200_000;

impl Engine {
    /// Is it time to look ahead? If so, that is the next thing to do.
    pub(super) fn looks_ahead(&mut self, depth: usize) -> bool {
        let refinements = self.statistics.refinements;
        if !self.settings.probing || refinements < FIRST_PROBE.max(2 * self.probed_at) {
            return false;
        }
        self.probed_at = refinements;
        self.phase = Phase::Probe(depth.saturating_mul(DEEPER));
        true
    }

    pub(super) fn probe(&mut self, depth: usize, budget: &mut Budget) -> Result<(), StopReason> {
        let expansion = Expansion::unwinding(&self.system, depth, PROBE_LIMIT).ok();
        let expansion =
            expansion.and_then(|unwinding| unwinding.made_disjoint_with(PROBE_LIMIT, PROBE_EFFORT).ok());
        let problem = expansion.and_then(|expansion| CddProblem::new(&mut self.system, expansion).ok());
        let mut found = None;
        if let Some(problem) = problem {
            let mut allowance = Budget::steps(self.statistics.steps.max(PROBE_STEPS));
            found = problem.derivation(&mut self.system.arena, &mut allowance).ok().flatten();
            budget.take(allowance.used())?;
        }
        self.tell(Event::Probed { depth });
        if let Some(derivation) = found {
            let verdict = certify::unsafe_(&mut self.problem, &self.system, &self.way_back, derivation)?;
            self.end(Ok(verdict));
        }
        Ok(())
    }
}
