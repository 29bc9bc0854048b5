//! Looking ahead for a derivation of `false` that is deeper than any counterexample so far.
//!
//! A fault that shows after a hundred rounds of a loop costs a hundred refinements, each of which rules out
//! one round more. So from time to time all derivations up to a greater depth are looked at at once, as one
//! formula: the unwinding, expanded like any other (SHARA). If it has values, that is the verdict. If not, or
//! if it takes too long, the run goes on as if nothing had been.

use super::phase::{Next, Phase, Worked};
use super::{Engine, Event, StopReason, certify};
use crate::formula::Arena;
use crate::horn::{ClauseSystem, SystemDerivation};
use crate::recursion_free::{CddProblem, Expansion};
use crate::solver::Budget;

/// The first look ahead is after this many refinements; each further one after twice as many.
const FIRST_LOOK_AHEAD: usize = 8;
/// How much deeper than the counterexample at hand.
const DEEPER: usize = 4;
/// Unwindings with more clauses than this are not looked at.
const LOOK_AHEAD_LIMIT: usize = 4_000;
/// Looking for copies that are not needed may take at most this many looks at clauses. Few of them are, and
/// a formula that is a little too large does no harm.
const LOOK_AHEAD_EFFORT: usize = 200_000;
/// At least this many steps are allowed; more if the run has taken more so far.
const LOOK_AHEAD_STEPS: u64 = 200_000;

impl Engine {
    /// Is it time to look ahead? If so, that is the next thing to do.
    pub(super) fn looks_ahead(&mut self, depth: usize) -> Option<Phase> {
        let refinements = self.statistics.refinements;
        if !self.settings.look_ahead || refinements < FIRST_LOOK_AHEAD.max(2 * self.looked_ahead_at) {
            return None;
        }
        self.looked_ahead_at = refinements;
        Some(Phase::LookAhead(depth.saturating_mul(DEEPER)))
    }

    pub(super) fn look_ahead(&mut self, depth: usize, budget: &mut Budget) -> Result<Worked, StopReason> {
        let steps = self.statistics.steps.max(LOOK_AHEAD_STEPS);
        let found = budget.within(steps, |part| derivation(&mut self.arena, &self.system, depth, part))?;
        let next = match found {
            Some(derivation) => {
                Next::End(certify::unsafe_(&mut self.problem, &self.arena, &self.way_back, derivation)?)
            }
            None => Next::Go(Phase::Explore),
        };
        Ok(Worked::new(vec![Event::LookedAhead { depth }], next))
    }
}

/// A derivation of at most this depth, if the unwinding is small enough and the budget suffices to find one.
fn derivation(
    arena: &mut Arena,
    system: &ClauseSystem,
    depth: usize,
    budget: &mut Budget,
) -> Option<SystemDerivation> {
    let unwinding = Expansion::unwinding(system, depth, LOOK_AHEAD_LIMIT, budget).ok()?;
    let expansion = unwinding.expand_within(LOOK_AHEAD_LIMIT, LOOK_AHEAD_EFFORT, budget).ok()?.expansion;
    let problem = CddProblem::new(arena, system, expansion, budget).ok()?;
    problem.derivation(arena, budget).ok().flatten()
}
