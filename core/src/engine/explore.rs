//! Exploring the graph: one clause applied to nodes at a time (CAV'13, Fig. 3, the loop of CONSTRUCTARG).
//!
//! The item that is next either has a contradictory body, or is a query and gives a counterexample, or derives its
//! head, as a new node or as one that allows as much.

use super::phase::{Lesson, Phase};
use super::refine::renamed;
use super::worklist::Overflow;
use super::{Edge, Engine, Event, Item, Node, NodeId, PredicateId, StopReason, Strategy, certify};
use crate::formula::Formula;
use crate::horn::{ClauseSystem, RelId};
use crate::lang::Problem;
use crate::solver::Budget;

impl Engine {
    /// Takes the predicates that the user gave.
    pub(super) fn start(&mut self) {
        let given = given_predicates(&self.problem, &mut self.system);
        self.phase = match self.directly() {
            Some(shared) => Phase::Solve(Box::new(shared)),
            None => Phase::Learn(Lesson::new(given, false)),
        };
    }

    /// Applies one clause to nodes.
    pub(super) fn explore(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        let chosen = self.chooser.work(&self.worklist).filter(|item| self.worklist.contains(item));
        let Some(item) = chosen.or_else(|| self.worklist.first()) else {
            let Engine { problem, system, way_back, graph, predicates, .. } = self;
            let solution = certify::assignment(system, graph, predicates);
            let verdict = certify::safe(problem, system, way_back, &solution, budget);
            return self.conclude(verdict);
        };
        // Looking at an item is work as well: without it an interruption could go unnoticed.
        budget.take(1)?;
        if !item.body.iter().all(|n| self.graph.is_active(*n)) {
            self.worklist.remove(&item);
            return Ok(());
        }
        let head = self.system[item.clause].head_relation();
        let candidates: Vec<PredicateId> = head.map_or_else(Vec::new, |r| self.predicates.of(r).to_vec());
        let body: Vec<&[PredicateId]> =
            item.body.iter().filter_map(|n| self.graph.node(*n)).map(|n| &n.predicates[..]).collect();
        let computed = self.abstraction.head(
            &mut self.system,
            &self.predicates,
            item.clause,
            &body,
            &candidates,
            budget,
        )?;
        match (head, computed) {
            (_, None) => {
                self.worklist.finish(&item);
                self.tell(Event::Contradictory { clause: item.clause, body: item.body });
                Ok(())
            }
            (None, Some(_)) => self.counterexample(&item),
            (Some(relation), Some(computed)) => {
                self.worklist.finish(&item);
                self.connect(item, relation, computed)
            }
        }
    }

    /// Adds an edge, with its node unless there is one that allows as much.
    fn connect(&mut self, item: Item, relation: RelId, computed: Vec<PredicateId>) -> Result<(), StopReason> {
        self.statistics.edges_added += 1;
        let Item { clause, body, .. } = item;
        if let Some(by) = self.graph.subsumer(relation, &computed) {
            let edge = Edge { clause, body: body.clone(), head: by, computed: computed.clone() };
            let proper = self.graph.is_proper(&edge);
            let edge = self.graph.add_edge(edge);
            self.tell(if proper {
                Event::EdgeAdded { edge, clause, body, head: by }
            } else {
                Event::Subsumed { edge, clause, body, computed, by }
            });
            return Ok(());
        }
        self.statistics.nodes_added += 1;
        let depth = body.iter().filter_map(|n| self.graph.node(*n)).map(|n| n.depth).max().unwrap_or(0) + 1;
        let mut predicates = computed.clone();
        let mut because = Vec::new();
        if self.settings.strategy == Strategy::Global
            && let Some((_, before)) = self.graph.active(relation).next()
        {
            // One conjunction for each symbol: what holds in the new head and held before.
            predicates.retain(|p| before.predicates.binary_search(p).is_ok());
            because.clone_from(&before.because);
        }
        because.push(self.graph.next_edge());
        let node = Node { relation, predicates: predicates.clone(), covered_by: None, depth, because };
        let head = self.graph.add_node(node);
        self.tell(Event::NodeAdded { node: head, relation, predicates });
        let edge = Edge { clause, body: body.clone(), head, computed: computed.clone() };
        let proper = self.graph.is_proper(&edge);
        let edge = self.graph.add_edge(edge);
        self.tell(if proper {
            Event::EdgeAdded { edge, clause, body, head }
        } else {
            Event::Subsumed { edge, clause, body, computed, by: head }
        });
        self.follow(head)
    }

    /// Adds the work that a new node makes, and drops what it makes superfluous.
    fn follow(&mut self, node: NodeId) -> Result<(), StopReason> {
        let nodes = self.graph.cover(node);
        if !nodes.is_empty() {
            self.tell(Event::Covered { nodes, by: node });
        }
        self.worklist.add_node(&self.system, &self.graph, node).map_err(too_many)
    }
}

/// More work is waiting than anybody will wait for.
pub(super) fn too_many(Overflow(limit): Overflow) -> StopReason {
    StopReason::TooManyCombinations(limit)
}

/// The user's predicates, where the system still has all the arguments that they speak of.
fn given_predicates(problem: &Problem, system: &mut ClauseSystem) -> Vec<(RelId, Formula)> {
    if problem.predicates.is_empty() {
        return Vec::new();
    }
    // The parameters before any pass. Making the system again gives the same symbols.
    let (typed, _) = ClauseSystem::from_problem(problem);
    let mut given = Vec::new();
    for predicate in &problem.predicates {
        let parameters = typed[RelId(predicate.relation.0)].parameters();
        let formula = renamed(&mut system.arena, predicate.predicate, &predicate.parameters, parameters);
        let mentioned = system.arena.symbols_of(formula);
        for relation in system.relation_ids() {
            let known = |s| system[relation].parameters().contains(s);
            if system[relation].source == predicate.relation && mentioned.iter().all(known) {
                given.push((relation, formula));
            }
        }
    }
    given
}
