//! Refinement: from a counterexample to a verdict, or to predicates that rule it out (CAV'13, Fig. 3, "refinement
//! needed").

use super::extract::{self, Heights};
use super::phase::{Lesson, Phase, Refutation};
use super::prune::{Pruned, prune};
use super::refine::{Examined, Judged, Unfolding};
use super::{
    Chooser, Edge, Engine, Event, InterpolantText, Item, PredicateId, Settings, StopReason, Strategy, certify,
};
use crate::formula::Formula;
use crate::horn::RelId;
use crate::solver::Budget;

impl Engine {
    /// Takes the counterexamples of a query out of the graph.
    pub(super) fn counterexample(&mut self, query: &Item) -> Result<(), StopReason> {
        let Settings { strategy, choice_limit, tree_limit, .. } = self.settings.clone();
        let heights = Heights::of(&self.graph);
        let chooser: &mut dyn Chooser = &mut *self.chooser;
        let limit = if strategy == Strategy::Tree { tree_limit } else { choice_limit };
        let mut found = extract::extract(&self.graph, &heights, query, strategy, Some(chooser), limit);
        if found.is_err() {
            if strategy != Strategy::Tree {
                self.tell(Event::TooManyCounterexamples { limit });
            }
            found = extract::extract(&self.graph, &heights, query, Strategy::Tree, None, tree_limit);
        }
        let tree = found.map_err(|_| StopReason::TreeTooLarge(tree_limit))?;
        self.statistics.depth = self.statistics.depth.max(tree.depth());
        self.tell(Event::CounterexampleFound { tree: tree.clone() });
        let unfolding = Unfolding::new(&mut self.system, tree)
            .ok_or_else(|| StopReason::Rejected("a counterexample".to_owned()))?;
        self.phase = Phase::Examine(unfolding);
        Ok(())
    }

    /// Decides a counterexample: a verdict, or predicates that rule it out.
    pub(super) fn examine(
        &mut self,
        unfolding: &mut Unfolding,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let (guided, events) = self.guided(unfolding, budget)?;
        let found = match guided {
            Some(found) => found,
            None => match unfolding.examine(&mut self.system, self.settings.policy, budget)? {
                Examined::Real(derivation) => {
                    let verdict =
                        certify::unsafe_(&mut self.problem, &self.system, &self.way_back, derivation)?;
                    self.end(Ok(verdict));
                    return Ok(());
                }
                Examined::Spurious(found) => found,
            },
        };
        events.into_iter().for_each(|event| self.tell(event));
        self.statistics.refinements += 1;
        self.tell(Event::Refuted);
        let questions = unfolding.questions(&self.system, &found);
        let proposal = self.chooser.interpolants(&mut self.system.arena, unfolding.tree(), &questions);
        let unfolding = std::mem::take(unfolding);
        self.phase = Phase::Judge(Refutation { unfolding, found, proposal });
        Ok(())
    }

    /// Takes the interpolants that were computed, or those of the chooser if they are some.
    pub(super) fn judge(
        &mut self,
        refutation: &mut Refutation,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let Refutation { unfolding, found, proposal } = refutation;
        let judged = unfolding.proposed(&mut self.system, proposal, budget)?;
        let mut found = std::mem::take(found);
        match judged {
            Judged::Nothing => {}
            Judged::Accepted(instead) => found = instead,
            Judged::Rejected => self.tell(Event::ProposalRejected),
        }
        let arena = &self.system.arena;
        let interpolants = unfolding.relations().zip(&found);
        let text =
            |(relation, f): (RelId, &Formula)| InterpolantText { relation, text: arena.show(*f).to_string() };
        let event = Event::InterpolantsFound { interpolants: interpolants.map(text).collect() };
        self.tell(event);
        let formulae = unfolding.relations().zip(found).collect();
        self.phase = Phase::Learn(Lesson::new(formulae, true));
        Ok(())
    }

    /// Adds what formulae say that is new, and tells of it.
    pub(super) fn learn(&mut self, lesson: &mut Lesson, budget: &mut Budget) -> Result<(), StopReason> {
        while let Some((relation, formula)) = lesson.formulae.get(lesson.next).copied() {
            lesson.added.extend(self.predicates.add(&mut self.system.arena, relation, formula, budget)?);
            lesson.next += 1;
        }
        let added = std::mem::take(&mut lesson.added);
        if added.is_empty() && lesson.refines {
            // The same counterexample would come again, forever.
            return Err(StopReason::Rejected("a refinement that adds no predicate".to_owned()));
        }
        if !added.is_empty() {
            self.tell(Event::PredicatesAdded { predicates: self.shown(&added) });
        }
        self.phase = Phase::Prune(added);
        Ok(())
    }

    pub(super) fn prune(&mut self, added: &[PredicateId], budget: &mut Budget) -> Result<(), StopReason> {
        let Engine { graph, system, abstraction, predicates, .. } = self;
        let Pruned { nodes, edges, subsumed, uncovered } =
            prune(graph, system, abstraction, predicates, added, budget)?;
        for edge in subsumed {
            if let Some(Edge { clause, body, head, computed }) = self.graph.edge(edge).cloned() {
                self.tell(Event::Subsumed { edge, clause, body, computed, by: head });
            }
        }
        if !nodes.is_empty() || !edges.is_empty() {
            self.statistics.nodes_removed += nodes.len();
            self.tell(Event::NodesRemoved { nodes, edges: edges.iter().map(|(id, _)| *id).collect() });
        }
        for (_, edge) in edges {
            self.worklist.reopen(edge.clause, edge.body);
        }
        if !uncovered.is_empty() {
            self.tell(Event::Uncovered { nodes: uncovered });
        }
        self.phase = Phase::List;
        Ok(())
    }
}
