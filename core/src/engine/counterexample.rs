//! Refinement: from a counterexample to a verdict, or to predicates that rule it out (CAV'13, Fig. 3, "refinement
//! needed").

use super::extract::{self, Heights};
use super::phase::{Examination, Lesson, Phase, Refutation};
use super::prune::{Pruned, prune};
use super::refine::{Examined, Judged, Nodes, Unfolding};
use super::{
    AndOrTree, Chooser, Edge, Engine, Event, Item, PredicateId, Settings, StopReason, Strategy, certify,
};
use crate::solver::Budget;

/// So many clause instances of a derivation are looked at first; a part of it may contradict itself.
const FIRST_PART: usize = 400;

impl Engine {
    /// Takes the counterexamples of a query out of the graph, as the strategy wants them.
    pub(super) fn counterexample(&mut self, query: &Item) -> Result<(), StopReason> {
        let Settings { strategy, choice_limit, expansion_limit, .. } = self.settings;
        let heights = Heights::of(&self.graph);
        if self.looks_ahead(heights.of_query(query)) {
            return Ok(());
        }
        match strategy {
            Strategy::Tree => return self.derivation(query, FIRST_PART),
            Strategy::Cdd => {
                let depth = heights.of_query(query);
                self.statistics.depth = self.statistics.depth.max(depth);
                if let Some((shared, text)) = self.unwound(depth) {
                    self.tell(Event::Expanded { expansion: text });
                    self.phase = Phase::Solve(Box::new(shared));
                    return Ok(());
                }
            }
            Strategy::Disjunctive | Strategy::Global => {
                let chooser: Option<&mut dyn Chooser> = Some(&mut *self.chooser);
                if let Ok(tree) =
                    extract::extract(&self.graph, &heights, query, strategy, chooser, choice_limit)
                {
                    return self.found(tree, query, choice_limit);
                }
                // Too large as a tree; what is shared may make it small enough.
                let dag =
                    extract::extract_shared(&self.graph, &heights, query, strategy, expansion_limit).ok();
                if let Some(dag) = dag
                    && let Some((shared, text)) = self.shared(&dag)
                {
                    self.statistics.depth = self.statistics.depth.max(dag.depth());
                    self.tell(Event::CounterexampleFound { tree: dag });
                    self.tell(Event::Expanded { expansion: text });
                    self.phase = Phase::Solve(Box::new(shared));
                    return Ok(());
                }
                if strategy == Strategy::Global {
                    // One derivation alone does not say why the conjunction is too weak.
                    return Err(StopReason::TreeTooLarge(expansion_limit));
                }
            }
        }
        self.tell(Event::TooManyCounterexamples { limit: expansion_limit });
        self.derivation(query, FIRST_PART)
    }

    /// Takes a single derivation out of the graph, or as much of it as the limit allows.
    fn derivation(&mut self, query: &Item, limit: usize) -> Result<(), StopReason> {
        let limit = limit.min(self.settings.tree_limit);
        let heights = Heights::of(&self.graph);
        let tree = Strategy::Tree;
        let mut found = Err(extract::TooLarge);
        if self.settings.strategy == tree {
            let chooser: Option<&mut dyn Chooser> = Some(&mut *self.chooser);
            found = extract::extract(&self.graph, &heights, query, tree, chooser, limit);
        }
        let found = found.or_else(|_| extract::extract(&self.graph, &heights, query, tree, None, limit));
        let found = found.unwrap_or_else(|_| extract::extract_part(&self.graph, &heights, query, limit));
        self.found(found, query, limit)
    }

    fn found(&mut self, tree: AndOrTree, query: &Item, limit: usize) -> Result<(), StopReason> {
        self.statistics.depth = self.statistics.depth.max(tree.depth());
        self.tell(Event::CounterexampleFound { tree: tree.clone() });
        let nodes = Nodes { graph: &self.graph, predicates: &self.predicates };
        let unfolding = Unfolding::new(&mut self.system, tree, nodes)
            .ok_or_else(|| StopReason::Rejected("a counterexample".to_owned()))?;
        self.phase = Phase::Examine(Examination { unfolding, query: query.clone(), limit });
        Ok(())
    }

    /// Decides a counterexample: a verdict, or predicates that rule it out.
    pub(super) fn examine(
        &mut self,
        examination: &mut Examination,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let Examination { unfolding, query, limit } = examination;
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
                // The part has a model: what is below it may contradict that.
                Examined::Open if *limit < self.settings.tree_limit => {
                    return self.derivation(query, limit.saturating_mul(2));
                }
                Examined::Open => return Err(StopReason::TreeTooLarge(*limit)),
            },
        };
        for event in events {
            self.tell(event);
        }
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
        let interpolants = unfolding.relations().zip(&found);
        let texts = interpolants.map(|(relation, f)| self.interpolant_text(relation, *f));
        let event = Event::InterpolantsFound { interpolants: texts.collect() };
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
        if self.settings.strategy == Strategy::Global && !added.is_empty() {
            // The conjunctions start from all predicates again.
            let (nodes, edges) = graph.retain(|_| false);
            self.pruned(Pruned { nodes, edges, ..Pruned::default() });
            return Ok(());
        }
        let pruned = prune(graph, system, abstraction, predicates, added, budget)?;
        self.pruned(pruned);
        Ok(())
    }

    fn pruned(&mut self, pruned: Pruned) {
        let Pruned { nodes, edges, subsumed, uncovered } = pruned;
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
    }
}
