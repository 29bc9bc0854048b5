//! Recursive systems by unwinding (SHARA, Sect. 5): a series of recursion-free systems, until the solution of
//! one is a solution of all.
//!
//! All derivations up to a depth are written out as a recursion-free system, which SHARA solves. If it
//! derives `false`, so do the clauses. If not, the copies of each relation symbol are conjoined as COLLAPSE
//! does it for expansions, and the result is tried on the recursive clauses; if one of them fails, the next
//! depth is taken. The paper names the loop, after DUALITY, and leaves the combination of the solutions to
//! it; to try the conjunction is the plainest form.
//!
//! No graph and no predicates are kept. So this differs from the strategy that refines predicates by
//! unwindings: what was found at one depth does not help at the next.

use super::cdd::Purpose;
use super::phase::{Next, Phase, Worked};
use super::{Engine, Event, StopReason, certify};
use crate::horn::{Assignment, SystemClauseId};
use crate::recursion_free::Expansion;
use crate::solver::{Answer, Budget, Solver};

impl Engine {
    /// Begins with the least depth at which there is something to refute.
    pub(super) fn begin_unwinding(&mut self) -> Worked {
        if let Some(depth) = Expansion::first_depth(&self.system) {
            return Worked::quietly(Next::Go(Phase::Unwind(depth)));
        }
        // No derivation has the shape of one: whatever is never derived may be false.
        let nothing = Assignment { formulae: Vec::new() };
        let empty = Expansion::default();
        let solution = empty.collapse_unwinding(&mut self.arena, &self.system, &nothing);
        Worked::quietly(Next::Go(Phase::Try(0, solution)))
    }

    /// Writes out all derivations up to a depth.
    pub(super) fn unwind(&mut self, depth: usize, budget: &mut Budget) -> Result<Worked, StopReason> {
        let limit = self.settings.expansion_limit;
        let worked = self.unwound(depth, Purpose::Trial(depth), budget)?;
        let worked = worked.ok_or(StopReason::TreeTooLarge(limit))?;
        self.statistics.depth = self.statistics.depth.max(depth);
        Ok(worked)
    }

    /// Tries what was collapsed on the recursive clauses.
    pub(super) fn try_out(
        &mut self,
        depth: usize,
        solution: &Assignment,
        budget: &mut Budget,
    ) -> Result<Worked, StopReason> {
        let failing = self.failing_clause(solution, budget)?;
        let event = Event::Tried { failing };
        if failing.is_some() {
            return Ok(Worked::go(vec![event], Phase::Unwind(depth + 1)));
        }
        let Engine { problem, arena, way_back, .. } = self;
        let verdict = certify::safe(problem, arena, way_back, solution, budget);
        Ok(self.conclude(verdict)?.after(vec![event]))
    }

    /// The first clause that is not valid under an assignment.
    fn failing_clause(
        &mut self,
        solution: &Assignment,
        budget: &mut Budget,
    ) -> Result<Option<SystemClauseId>, StopReason> {
        for id in self.system.clause_ids() {
            let parts = solution.negated_clause(&mut self.arena, &self.system, &self.system[id]);
            match Solver::new().check(&mut self.arena, &parts, budget) {
                Answer::Unsat(_) => {}
                Answer::Sat(_) => return Ok(Some(id)),
                Answer::Unknown(reason) => return Err(reason.into()),
            }
        }
        Ok(None)
    }
}
