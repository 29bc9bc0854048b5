//! Counterexamples as recursion-free systems of clauses: unwindings, and and/or dags whose positions are shared.
//!
//! A position of a dag is a copy of its relation symbol, and an alternative is a copy of its clause. EXPAND copies further what
//! one derivation would need twice, and nothing else: alternatives that meet again stay shared. SOLVECDD solves the result, and
//! the formulae of the copies become predicates; those of one symbol together are what COLLAPSE conjoins.

use super::phase::{Lesson, Phase};
use super::{
    AndOrTree, ClauseCopy, Engine, Event, ExpansionText, InterpolantText, StopReason, Strategy, certify,
};
use crate::formula::Formula;
use crate::horn::{ClauseSystem, Dependence, Expansion, RelId};
use crate::recursion_free::{CddProblem, CddStep};
use crate::solver::Budget;

/// A system with copies that is being solved.
#[derive(Debug)]
pub(super) struct Shared {
    problem: CddProblem,
    /// The formulae found so far.
    found: Vec<(RelId, Formula)>,
    /// Is this the system itself, so that its solution is the verdict?
    direct: bool,
}

impl Engine {
    /// The system itself as one to be solved, if the strategy can do that.
    pub(super) fn directly(&mut self) -> Option<Shared> {
        if self.settings.strategy != Strategy::Cdd
            || Dependence::of(&self.system).topological_order().is_err()
        {
            return None;
        }
        let (shared, text) = self.expanded(&Expansion::identity(&self.system), None, true)?;
        self.tell(Event::Expanded { expansion: text });
        Some(shared)
    }

    /// All derivations up to a depth; none if they are too many.
    pub(super) fn unwound(&mut self, depth: usize) -> Option<(Shared, ExpansionText)> {
        let unwinding = Expansion::unwinding(&self.system, depth, self.settings.expansion_limit).ok()?;
        self.expanded(&unwinding, Some(depth), false)
    }

    /// A counterexample with shared positions; none if it is too large.
    pub(super) fn shared(&mut self, dag: &AndOrTree) -> Option<(Shared, ExpansionText)> {
        let expansion = positions(&self.system, dag)?;
        self.expanded(&expansion, None, false)
    }

    /// EXPAND, and what to tell of it.
    fn expanded(
        &mut self,
        expansion: &Expansion,
        depth: Option<usize>,
        direct: bool,
    ) -> Option<(Shared, ExpansionText)> {
        let expansion = expansion.made_disjoint(self.settings.expansion_limit).ok()?;
        let clauses = expansion.clause_of.iter().zip(expansion.heads.iter().zip(&expansion.bodies));
        let clauses = clauses.map(|(clause, (head, body))| ClauseCopy {
            clause: *clause,
            head: head.map(RelId::index),
            body: body.iter().map(|copy| copy.index()).collect(),
        });
        let text = ExpansionText { depth, copies: expansion.relation_of.clone(), clauses: clauses.collect() };
        let problem = CddProblem::new(&mut self.system, expansion).ok()?;
        Some((Shared { problem, found: Vec::new(), direct }, text))
    }

    /// One step of SOLVECDD; is there another?
    pub(super) fn solve(&mut self, shared: &mut Shared, budget: &mut Budget) -> Result<bool, StopReason> {
        let (guided, events) =
            if shared.direct { (None, Vec::new()) } else { self.guided_copy(&shared.problem, budget)? };
        let step = shared.problem.step(&mut self.system, self.settings.policy, guided, budget)?;
        if !matches!(step, CddStep::Derivable(_)) {
            for event in events {
                self.tell(event);
            }
            if shared.found.is_empty() && !shared.direct {
                self.statistics.refinements += 1;
                self.tell(Event::Refuted);
            }
        }
        match step {
            CddStep::Derivable(derivation) => {
                let verdict = certify::unsafe_(&mut self.problem, &self.system, &self.way_back, derivation)?;
                self.end(Ok(verdict));
            }
            CddStep::Solved(copy, formula) => {
                let relation = shared.problem.expansion.relation_of[copy.index()];
                shared.found.push((relation, formula));
                let interpolant = self.interpolant_text(relation, formula);
                self.tell(Event::CopySolved { copy: copy.index(), interpolant });
                return Ok(true);
            }
            CddStep::Done(solution) => {
                let mut arena = std::mem::take(&mut self.system.arena);
                let collapsed = shared.problem.expansion.collapse(&mut arena, &self.system, &solution);
                self.system.arena = arena;
                let mut copied: Vec<RelId> = shared.problem.expansion.relation_of.clone();
                copied.sort_unstable();
                copied.dedup();
                let text = |relation: &RelId| self.interpolant_text(*relation, collapsed.get(*relation));
                let event = Event::Collapsed { solution: copied.iter().map(text).collect() };
                if shared.direct {
                    let Engine { problem, system, way_back, .. } = self;
                    let verdict = certify::safe(problem, system, way_back, &collapsed, budget);
                    if verdict.is_ok() {
                        self.tell(event);
                    }
                    self.conclude(verdict)?;
                } else {
                    self.tell(event);
                    self.phase = Phase::Learn(Lesson::new(std::mem::take(&mut shared.found), true));
                }
            }
        }
        Ok(false)
    }

    pub(super) fn interpolant_text(&self, relation: RelId, formula: Formula) -> InterpolantText {
        InterpolantText { relation, text: self.system.arena.show(formula).to_string() }
    }
}

/// The positions of a counterexample but its root as copies of relation symbols, and its alternatives as copies of clauses.
fn positions(system: &ClauseSystem, dag: &AndOrTree) -> Option<Expansion> {
    let root = dag.positions.len().checked_sub(1)?;
    let mut relations: Vec<Option<RelId>> = vec![None; root];
    let mut expansion = Expansion::default();
    for (i, position) in dag.positions.iter().enumerate() {
        for alternative in &position.alternatives {
            for (child, atom) in alternative.children.iter().zip(&system[alternative.clause].body) {
                *relations.get_mut(*child)? = Some(atom.relation);
            }
            expansion.clause_of.push(alternative.clause);
            expansion.heads.push((i != root).then_some(RelId(i as u32)));
            expansion.bodies.push(alternative.children.iter().map(|child| RelId(*child as u32)).collect());
        }
    }
    expansion.relation_of = relations.into_iter().collect::<Option<_>>()?;
    Some(expansion)
}
