//! Unwindings as recursion-free systems of clauses, and recursion-free systems as they are (SHARA).
//!
//! EXPAND copies what one derivation would need twice, and nothing else: alternatives that meet again stay
//! shared. SOLVECDD solves the result, and the formulae of the copies become predicates; those of one symbol
//! together are what COLLAPSE conjoins.

use super::phase::{Lesson, Next, Phase, Worked};
use super::{ClauseCopy, Engine, Event, ExpansionText, InterpolantText, StopReason, Strategy, certify};
use crate::formula::Formula;
use crate::horn::{Dependence, SystemRelationId};
use crate::recursion_free::{CddProblem, CddStep, Expansion, NoExpansion, Unsolved};
use crate::solver::Budget;

/// A system with copies that is being solved.
#[derive(Debug)]
pub(super) struct CddRun {
    problem: CddProblem,
    /// The formulae found so far.
    found: Vec<(SystemRelationId, Formula)>,
    /// Is this the system itself, so that its solution is the verdict?
    direct: bool,
}

impl Engine {
    /// The system itself as one to be solved, if the strategy can do that.
    pub(super) fn directly(
        &mut self,
        budget: &mut Budget,
    ) -> Result<Option<(CddRun, ExpansionText)>, StopReason> {
        if self.settings.strategy != Strategy::Cdd
            || Dependence::of(&self.system).topological_order().is_err()
        {
            return Ok(None);
        }
        self.expanded(&Expansion::identity(&self.system), None, true, budget)
    }

    /// All derivations up to a depth; none if they are too many.
    pub(super) fn unwound(
        &mut self,
        depth: usize,
        budget: &mut Budget,
    ) -> Result<Option<(CddRun, ExpansionText)>, StopReason> {
        match Expansion::unwinding(&self.system, depth, self.settings.expansion_limit, budget) {
            Ok(unwinding) => self.expanded(&unwinding, Some(depth), false, budget),
            Err(NoExpansion::Exhausted(reason)) => Err(reason.into()),
            Err(_) => Ok(None),
        }
    }

    /// EXPAND, and what to tell of it.
    fn expanded(
        &mut self,
        expansion: &Expansion,
        depth: Option<usize>,
        direct: bool,
        budget: &mut Budget,
    ) -> Result<Option<(CddRun, ExpansionText)>, StopReason> {
        let expansion = match expansion.made_disjoint(self.settings.expansion_limit, budget) {
            Ok(expansion) => expansion,
            Err(NoExpansion::Exhausted(reason)) => return Err(reason.into()),
            Err(_) => return Ok(None),
        };
        let clauses = expansion.clause_of.iter().zip(expansion.heads.iter().zip(&expansion.bodies));
        let clauses = clauses.map(|(clause, (head, body))| ClauseCopy {
            clause: *clause,
            head: head.map(SystemRelationId::index),
            body: body.iter().map(|copy| copy.index()).collect(),
        });
        let text = ExpansionText { depth, copies: expansion.relation_of.clone(), clauses: clauses.collect() };
        match CddProblem::new(&mut self.arena, &self.system, expansion, budget) {
            Ok(problem) => Ok(Some((CddRun { problem, found: Vec::new(), direct }, text))),
            Err(Unsolved::Unknown(reason)) => Err(reason.into()),
            Err(Unsolved::Expansion(_)) => Ok(None),
        }
    }

    /// One step of SOLVECDD.
    pub(super) fn solve(&mut self, run: &mut CddRun, budget: &mut Budget) -> Result<Worked, StopReason> {
        let (mut guided, mut events) = (None, Vec::new());
        if !run.direct {
            if !run.problem.is_done()
                && let Some(event) = self.prepare_guide(budget)?
            {
                return Ok(Worked::new(vec![event], Next::Again));
            }
            (guided, events) = self.guided_copy(&run.problem, budget)?;
        }
        let step = run.problem.step(&mut self.arena, &self.system, self.settings.policy, guided, budget)?;
        if run.found.is_empty() && !run.direct && !matches!(step, CddStep::Derivable(_)) {
            self.statistics.refinements += 1;
            events.push(Event::Refuted);
        }
        match step {
            CddStep::Derivable(derivation) => {
                let verdict = certify::unsafe_(&mut self.problem, &self.arena, &self.way_back, derivation)?;
                Ok(Worked::quietly(Next::End(verdict)))
            }
            CddStep::Solved(copy, formula) => {
                let relation = run.problem.expansion.relation_of[copy.index()];
                run.found.push((relation, formula));
                let interpolant = self.interpolant_text(relation, formula);
                events.push(Event::CopySolved { copy: copy.index(), interpolant });
                Ok(Worked::new(events, Next::Again))
            }
            CddStep::Done(solution) => {
                let collapsed = run.problem.expansion.collapse(&mut self.arena, &self.system, &solution);
                let mut copied: Vec<SystemRelationId> = run.problem.expansion.relation_of.clone();
                copied.sort_unstable();
                copied.dedup();
                let text =
                    |relation: &SystemRelationId| self.interpolant_text(*relation, collapsed.get(*relation));
                let event = Event::Collapsed { solution: copied.iter().map(text).collect() };
                if run.direct {
                    let Engine { problem, arena, way_back, .. } = self;
                    let verdict = certify::safe(problem, arena, way_back, &collapsed, budget);
                    events.extend(verdict.is_ok().then_some(event));
                    Ok(self.conclude(verdict)?.after(events))
                } else {
                    events.push(event);
                    let lesson = Lesson::new(std::mem::take(&mut run.found), true);
                    Ok(Worked::go(events, Phase::Learn(lesson)))
                }
            }
        }
    }

    pub(super) fn interpolant_text(&self, relation: SystemRelationId, formula: Formula) -> InterpolantText {
        InterpolantText { relation, text: self.arena.show(formula).text() }
    }
}
