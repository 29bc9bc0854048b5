//! Refinement: from a counterexample to a verdict, or to predicates that rule it out (CAV'13, Fig. 3,
//! "refinement needed").

use super::extract::{self, Heights};
use super::phase::{Examination, Lesson, Next, Phase, Refutation, Worked};
use super::prune::{Pruned, prune};
use super::unfolding::{Examined, Judged, Nodes, Unfolding};
use super::{
    AndOrTree, Chooser, Edge, Engine, Event, Item, PredicateId, Proposal, Settings, StopReason, Strategy,
    certify,
};
use crate::solver::Budget;

/// At most this many clause instances of a derivation are looked at first; a part of it may contradict
/// itself.
const FIRST_PART: usize = 400;
/// This many edges that are looked at count as a step.
const EDGES_PER_STEP: u64 = 16;

impl Engine {
    /// Takes the counterexamples of a query out of the graph, as the strategy wants them.
    pub(super) fn counterexample(&mut self, query: &Item, budget: &mut Budget) -> Result<Worked, StopReason> {
        budget.take(1 + self.graph.edges().count() as u64 / EDGES_PER_STEP)?;
        let Settings { strategy, choice_limit, expansion_limit, .. } = self.settings;
        let heights = Heights::of(&self.graph);
        if let Some(phase) = self.looks_ahead(heights.of_query(query)) {
            return Ok(Worked::quietly(Next::Go(phase)));
        }
        match strategy {
            Strategy::Tree => return Ok(self.derivation(&heights, query, FIRST_PART)),
            Strategy::Cdd => {
                let depth = heights.of_query(query);
                self.statistics.depth = self.statistics.depth.max(depth);
                if let Some((run, text)) = self.unwound(depth, budget)? {
                    let event = Event::Expanded { expansion: text };
                    return Ok(Worked::go(vec![event], Phase::Solve(Box::new(run))));
                }
            }
            Strategy::Disjunctive | Strategy::Global => {
                let chooser: Option<&mut dyn Chooser> = Some(&mut *self.chooser);
                if let Ok(tree) =
                    extract::extract(&self.graph, &heights, query, strategy, chooser, choice_limit)
                {
                    return Ok(self.found(tree, query, choice_limit));
                }
                // Too large as a tree; what is shared may make it small enough.
                let dag =
                    extract::extract_shared(&self.graph, &heights, query, strategy, expansion_limit).ok();
                if let Some(dag) = dag
                    && let Some((run, text)) = self.shared(&dag, budget)?
                {
                    self.statistics.depth = self.statistics.depth.max(dag.depth());
                    let events =
                        vec![Event::CounterexampleFound { tree: dag }, Event::Expanded { expansion: text }];
                    return Ok(Worked::go(events, Phase::Solve(Box::new(run))));
                }
                if strategy == Strategy::Global {
                    // One derivation alone does not say why the conjunction is too weak.
                    return Err(StopReason::TreeTooLarge(expansion_limit));
                }
            }
        }
        let event = Event::TooManyCounterexamples { limit: expansion_limit };
        Ok(self.derivation(&heights, query, FIRST_PART).after(vec![event]))
    }

    /// Takes a single derivation out of the graph, or as much of it as the limit allows.
    fn derivation(&mut self, heights: &Heights, query: &Item, limit: usize) -> Worked {
        let limit = limit.min(self.settings.tree_limit);
        let tree = Strategy::Tree;
        let mut found = Err(extract::TooLarge);
        if self.settings.strategy == tree {
            let chooser: Option<&mut dyn Chooser> = Some(&mut *self.chooser);
            found = extract::extract(&self.graph, heights, query, tree, chooser, limit);
        }
        let found = found.or_else(|_| extract::extract(&self.graph, heights, query, tree, None, limit));
        let found = found.unwrap_or_else(|_| extract::extract_part(&self.graph, heights, query, limit));
        self.found(found, query, limit)
    }

    fn found(&mut self, tree: AndOrTree, query: &Item, limit: usize) -> Worked {
        self.statistics.depth = self.statistics.depth.max(tree.depth());
        let event = Event::CounterexampleFound { tree: tree.clone() };
        let nodes = Nodes { graph: &self.graph, predicates: &self.predicates };
        let next = match Unfolding::new(&mut self.arena, &self.system, tree, nodes) {
            Some(unfolding) => {
                Next::Go(Phase::Examine(Examination { unfolding, query: query.clone(), limit }))
            }
            None => Next::Stop(StopReason::Rejected("a counterexample".to_owned()), None),
        };
        Worked::new(vec![event], next)
    }

    /// Decides a counterexample: a verdict, or predicates that rule it out.
    pub(super) fn examine(
        &mut self,
        examination: &mut Examination,
        budget: &mut Budget,
    ) -> Result<Worked, StopReason> {
        let Examination { unfolding, query, limit } = examination;
        if unfolding.relations().next().is_some()
            && let Some(event) = self.prepare_guide(budget)?
        {
            return Ok(Worked::new(vec![event], Next::Again));
        }
        let published = self.settings.abstraction.is_published();
        let (guided, mut events) =
            if published { (None, Vec::new()) } else { self.guided(unfolding, budget)? };
        let found = match guided {
            Some(found) => found,
            None => match unfolding.examine(&mut self.arena, &self.system, self.settings.policy, budget)? {
                Examined::Real(derivation) => {
                    let verdict =
                        certify::unsafe_(&mut self.problem, &self.arena, &self.way_back, derivation)?;
                    return Ok(Worked::quietly(Next::End(verdict)));
                }
                Examined::Spurious(found) => found,
                // The part has a model: what is below it may contradict that.
                Examined::Open if *limit < self.settings.tree_limit => {
                    let heights = Heights::of(&self.graph);
                    return Ok(self.derivation(&heights, query, limit.saturating_mul(2)));
                }
                Examined::Open => return Err(StopReason::TreeTooLarge(*limit)),
            },
        };
        let mut further = Vec::new();
        if published {
            let (found, event) = self.abstract_interpolants(unfolding, budget)?;
            events.extend(event);
            for found in found {
                // Lemma 1 says that they are interpolants of the counterexample, too; that is checked.
                let proposal = Proposal::Instead(found);
                let judged = unfolding.proposed(&mut self.arena, &self.system, &proposal, budget)?;
                if let Judged::Accepted(found) = judged {
                    further.push(found);
                }
            }
        }
        self.statistics.refinements += 1;
        events.push(Event::Refuted);
        let questions = unfolding.questions(&self.system, &found);
        let proposal = self.chooser.interpolants(&mut self.arena, unfolding.tree(), &questions);
        let unfolding = std::mem::take(unfolding);
        Ok(Worked::go(events, Phase::Judge(Refutation { unfolding, found, further, proposal })))
    }

    /// Takes the interpolants that were computed, or what the chooser proposes if these are interpolants as
    /// well.
    pub(super) fn judge(
        &mut self,
        refutation: &mut Refutation,
        budget: &mut Budget,
    ) -> Result<Worked, StopReason> {
        let Refutation { unfolding, found, further, proposal } = refutation;
        let judged = unfolding.proposed(&mut self.arena, &self.system, proposal, budget)?;
        let mut found = std::mem::take(found);
        let mut events = Vec::new();
        match judged {
            Judged::Nothing => {}
            Judged::Accepted(instead) => {
                found = instead;
                further.clear();
            }
            Judged::Rejected => events.push(Event::ProposalRejected),
        }
        let mut formulae: Vec<_> = unfolding.relations().zip(found.iter().copied()).collect();
        for other in further {
            formulae.extend(unfolding.relations().zip(other.iter().copied()));
            // Interpolants of one problem, conjoined, are interpolants again.
            for (all, also) in found.iter_mut().zip(other) {
                *all = self.arena.and([*all, *also]);
            }
        }
        let interpolants = unfolding.relations().zip(&found);
        let texts = interpolants.map(|(relation, f)| self.interpolant_text(relation, *f));
        events.push(Event::InterpolantsFound { interpolants: texts.collect() });
        Ok(Worked::go(events, Phase::Learn(Lesson::new(formulae, true))))
    }

    /// Adds what formulae say that is new, and tells of it.
    pub(super) fn learn(&mut self, lesson: &mut Lesson, budget: &mut Budget) -> Result<Worked, StopReason> {
        while let Some((relation, formula)) = lesson.formulae.get(lesson.next).copied() {
            lesson.added.extend(self.predicates.add(&mut self.arena, relation, formula, budget)?);
            lesson.next += 1;
        }
        let added = std::mem::take(&mut lesson.added);
        if added.is_empty() && lesson.refines {
            // The same counterexample would come again, forever.
            return Err(StopReason::Rejected("a refinement that adds no predicate".to_owned()));
        }
        let event = (!added.is_empty()).then(|| Event::PredicatesAdded { predicates: self.shown(&added) });
        Ok(Worked::go(event.into_iter().collect(), Phase::Prune(added)))
    }

    /// Removes what new predicates no longer support.
    pub(super) fn prune(&mut self, added: &[PredicateId], budget: &mut Budget) -> Result<Worked, StopReason> {
        let Engine { graph, arena, system, abstraction, predicates, .. } = self;
        let pruned = if self.settings.strategy == Strategy::Global && !added.is_empty() {
            // The conjunctions start from all predicates again.
            let (nodes, edges) = graph.retain(|_| false);
            Pruned { nodes, edges, ..Pruned::default() }
        } else {
            prune(graph, arena, system, abstraction, predicates, added, budget)?
        };
        Ok(Worked::go(self.pruned(pruned), Phase::List))
    }

    fn pruned(&mut self, pruned: Pruned) -> Vec<Event> {
        let Pruned { nodes, edges, subsumed, uncovered } = pruned;
        let mut events = Vec::new();
        for edge in subsumed {
            if let Some(Edge { clause, body, head, computed }) = self.graph.edge(edge).cloned() {
                events.push(Event::Subsumed { edge, clause, body, computed, by: head });
            }
        }
        if !nodes.is_empty() || !edges.is_empty() {
            self.statistics.nodes_removed += nodes.len();
            events.push(Event::NodesRemoved { nodes, edges: edges.iter().map(|(id, _)| *id).collect() });
        }
        for (_, edge) in edges {
            self.worklist.reopen(edge.clause, edge.body);
        }
        if !uncovered.is_empty() {
            events.push(Event::Uncovered { nodes: uncovered });
        }
        events
    }
}
