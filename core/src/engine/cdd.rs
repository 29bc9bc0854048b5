//! Recursion-free systems with copies of relation symbols, while they are solved by SHARA: the clauses
//! themselves, and unwindings.
//!
//! EXPAND copies what one derivation would need twice, and nothing else: alternatives that meet again stay
//! shared. SOLVECDD solves the result. What comes of it depends on the purpose: the formulae of the copies
//! become predicates, or COLLAPSE makes a solution of them, for certain or to be tried.

use super::phase::{Lesson, Next, Phase, Worked};
use super::{
    ClauseCopy, Engine, Event, ExpansionText, InterpolantText, SidesText, StopReason, Subject, certify,
};
use crate::budget::Work;
use crate::formula::Formula;
use crate::horn::SystemRelationId;
use crate::recursion_free::{
    CddProblem, CddStep, CopyRel, Expanded, Expansion, NoExpansion, SolvedCopy, Unsolved,
};
use crate::solver::Budget;

/// At most this many bytes of PRE and of POST are told.
const SIDE_LIMIT: usize = 2_000;

/// A system with copies that is being solved.
#[derive(Debug)]
pub(super) struct CddRun {
    problem: CddProblem,
    /// The formulae found so far.
    found: Vec<(SystemRelationId, Formula)>,
    purpose: Purpose,
}

/// What a system is solved for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is the system itself, so that its solution is the verdict.
    Verdict,
    /// Its formulae become predicates.
    Refinement,
    /// It is the unwinding to a depth, whose solution may be one of the recursive system as well.
    Trial(usize),
}

impl Engine {
    /// All derivations up to a depth; none if they are too many.
    pub(super) fn unwound(
        &mut self,
        depth: usize,
        purpose: Purpose,
        budget: &mut Budget,
    ) -> Result<Option<Worked>, StopReason> {
        let (system, limit) = (&self.system, self.settings.expansion_limit);
        let unwinding =
            budget.on(Work::Interpolation, |budget| Expansion::unwinding(system, depth, limit, budget));
        match unwinding {
            Ok(unwinding) => self.expanded(&unwinding, Subject::Unwinding { depth }, purpose, budget),
            Err(NoExpansion::Exhausted(reason)) => Err(reason.into()),
            Err(_) => Ok(None),
        }
    }

    /// EXPAND, with what to tell of it; then the result is to be solved. None if it is too large.
    pub(super) fn expanded(
        &mut self,
        start: &Expansion,
        subject: Subject,
        purpose: Purpose,
        budget: &mut Budget,
    ) -> Result<Option<Worked>, StopReason> {
        let limit = self.settings.expansion_limit;
        let found = budget.on(Work::Interpolation, |budget| start.expand(limit, budget));
        let Expanded { expansion, copied, merged, is_minimal } = match found {
            Ok(found) => found,
            Err(NoExpansion::Exhausted(reason)) => return Err(reason.into()),
            Err(_) => return Ok(None),
        };
        let mut events = Vec::with_capacity(copied.len() + merged.len() + 2);
        if !copied.is_empty() {
            events.push(Event::Expanding { expansion: expansion_text(start, subject, false) });
        }
        events.extend(copied.into_iter().map(|CopyRel { clause, position, shared, copy }| {
            Event::RelationCopied { clause, position, shared, copy }
        }));
        events.extend(merged.into_iter().map(|(kept, gone)| Event::CopiesMerged { kept, gone }));
        events.push(Event::Expanded { expansion: expansion_text(&expansion, subject, is_minimal) });
        let (arena, system) = (&mut self.arena, &self.system);
        match budget.on(Work::Interpolation, |budget| CddProblem::new(arena, system, expansion, budget)) {
            Ok(problem) => {
                let run = CddRun { problem, found: Vec::new(), purpose };
                Ok(Some(Worked::go(events, Phase::Solve(Box::new(run)))))
            }
            Err(Unsolved::Unknown(reason)) => Err(reason.into()),
            Err(Unsolved::Expansion(_)) => Ok(None),
        }
    }

    /// One step of SOLVECDD.
    pub(super) fn solve(&mut self, run: &mut CddRun, budget: &mut Budget) -> Result<Worked, StopReason> {
        let (mut guided, mut events) = (None, Vec::new());
        let is_verdict = run.purpose == Purpose::Verdict;
        if !is_verdict {
            if !run.problem.is_done() {
                self.prepare_guide(budget)?;
            }
            (guided, events) = self.guided_copy(&run.problem, budget)?;
        }
        let step = run.problem.step(&mut self.arena, &self.system, self.settings.policy, guided, budget)?;
        if run.found.is_empty() && !is_verdict && !matches!(step, CddStep::Derivable(_)) {
            self.statistics.refinements += 1;
            // The answer comes before what was looked for because of it.
            events.splice(0..0, [Event::Refuted].into_iter().chain(self.untold_guide()));
        }
        match step {
            CddStep::Derivable(derivation) => {
                let verdict = certify::unsafe_(&mut self.problem, &self.arena, &self.way_back, derivation)?;
                Ok(Worked::quietly(Next::End(verdict)))
            }
            CddStep::Solved(SolvedCopy { copy, formula, pre, post }) => {
                let relation = run.problem.expansion.relation(copy);
                run.found.push((relation, formula));
                let interpolant = self.interpolant_text(relation, formula);
                let side = |side| run.problem.text(&self.arena, &self.system, copy, side, SIDE_LIMIT);
                let sides = Some(SidesText { pre: side(pre), post: side(post) });
                events.push(Event::CopySolved { copy, interpolant, sides });
                Ok(Worked::new(events, Next::Again))
            }
            CddStep::Done(solution) => {
                let expansion = &run.problem.expansion;
                let collapsed = match run.purpose {
                    Purpose::Trial(_) => {
                        expansion.collapse_unwinding(&mut self.arena, &self.system, &solution)
                    }
                    _ => expansion.collapse(&mut self.arena, &self.system, &solution),
                };
                let mut copied: Vec<SystemRelationId> = expansion.relation_of.clone();
                copied.sort_unstable();
                copied.dedup();
                let text =
                    |relation: &SystemRelationId| self.interpolant_text(*relation, collapsed.get(*relation));
                let event = Event::Collapsed { solution: copied.iter().map(text).collect() };
                match run.purpose {
                    Purpose::Verdict => {
                        let Engine { problem, arena, way_back, .. } = self;
                        let verdict = certify::safe(problem, arena, way_back, &collapsed, budget);
                        events.extend(verdict.is_ok().then_some(event));
                        Ok(self.conclude(verdict)?.after(events))
                    }
                    Purpose::Refinement => {
                        events.push(event);
                        let lesson = Lesson::new(std::mem::take(&mut run.found), true);
                        Ok(Worked::go(events, Phase::Learn(lesson)))
                    }
                    Purpose::Trial(depth) => {
                        events.push(event);
                        Ok(Worked::go(events, Phase::Try(depth, collapsed)))
                    }
                }
            }
        }
    }

    pub(super) fn interpolant_text(&self, relation: SystemRelationId, formula: Formula) -> InterpolantText {
        InterpolantText { relation, text: self.arena.show(formula).text() }
    }
}

/// An expansion as data.
pub(super) fn expansion_text(expansion: &Expansion, subject: Subject, is_minimal: bool) -> ExpansionText {
    let clauses = expansion.clause_of.iter().zip(expansion.heads.iter().zip(&expansion.bodies));
    let clauses =
        clauses.map(|(clause, (head, body))| ClauseCopy { clause: *clause, head: *head, body: body.clone() });
    let copies = expansion.relation_of.clone();
    ExpansionText { subject, is_minimal, copies, clauses: clauses.collect() }
}
