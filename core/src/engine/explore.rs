//! Exploring the graph: one clause applied to nodes at a time (CAV'13, Fig. 3, the loop of CONSTRUCTARG).
//!
//! The item that is next either has a contradictory body, or is a query and gives a counterexample, or
//! derives its head, as a new node or as one that allows as much.

use super::abstraction::Applied;
use super::choices::{chosen, ended, unfit};
use super::phase::{Lesson, Next, Phase, Worked};
use super::{
    Edge, Engine, Event, Item, Misfit, Node, NodeId, PredicateId, StopReason, Strategy, Taken, certify,
};
use crate::formula::{Arena, Formula};
use crate::horn::{ClauseSystem, SystemRelationId};
use crate::lang::Problem;
use crate::solver::Budget;

impl Engine {
    /// Solves the clauses without a graph, if the strategy says so; else takes the predicates that the user
    /// gave.
    pub(super) fn start(&mut self, budget: &mut Budget) -> Result<Worked, StopReason> {
        if let Some(worked) = self.without_graph(budget)? {
            return Ok(worked);
        }
        let given = given_predicates(&self.problem, &mut self.arena, &self.system);
        Ok(Worked::quietly(Next::Go(Phase::Learn(Lesson::new(given, false)))))
    }

    /// Lists what is to be explored.
    pub(super) fn list(&mut self, budget: &mut Budget) -> Result<Worked, StopReason> {
        self.worklist.rebuild(&self.system, &self.graph, budget)?;
        Ok(Worked::quietly(Next::Go(Phase::Explore)))
    }

    /// Applies one clause to nodes.
    pub(super) fn explore(&mut self, budget: &mut Budget) -> Result<Worked, StopReason> {
        let own = self.choices.at(self.happened, |taken| matches!(taken, Taken::Work { .. }));
        if let Some(choice) = own.first() {
            let Taken::Work { clause, body } = &choice.taken else { return Ok(Worked::quietly(Next::Again)) };
            let wanted = |item: &&Item| item.clause == *clause && item.body == *body;
            let waiting = self.worklist.pending().find(wanted).cloned();
            let is_active = body.iter().all(|n| self.graph.is_active(*n));
            return match waiting.filter(|_| is_active) {
                Some(item) => Ok(self.work_on(item, budget)?.after(chosen(&own[..1]))),
                None => Ok(ended(unfit(choice, Misfit::NotWaiting))),
            };
        }
        let other = self.chooser.work(&self.worklist).filter(|item| self.worklist.contains(item));
        let Some(item) = other.or_else(|| self.worklist.first()) else {
            let Engine { arena, system, graph, predicates, .. } = self;
            let solution = certify::assignment(arena, system, graph, predicates);
            return Ok(Worked::quietly(Next::Go(Phase::Conclude(solution))));
        };
        self.work_on(item, budget)
    }

    /// Applies a clause to nodes.
    fn work_on(&mut self, item: Item, budget: &mut Budget) -> Result<Worked, StopReason> {
        // Looking at an item is work as well: without it an interruption could go unnoticed.
        budget.take(1)?;
        if !item.body.iter().all(|n| self.graph.is_active(*n)) {
            self.worklist.remove(&item);
            return Ok(Worked::quietly(Next::Again));
        }
        let head = self.system[item.clause].head_relation();
        let candidates: Vec<PredicateId> = head.map_or_else(Vec::new, |r| self.predicates.of(r).to_vec());
        let body: Vec<&[PredicateId]> =
            item.body.iter().filter_map(|n| self.graph.node(*n)).map(|n| &n.predicates[..]).collect();
        let applied = Applied { clause: item.clause, body: &body, candidates: &candidates };
        let Engine { arena, system, abstraction, predicates, .. } = self;
        let computed = abstraction.head(arena, system, predicates, applied, budget)?;
        match (head, computed) {
            (_, None) => {
                self.worklist.finish(&item);
                let event = Event::Contradictory { clause: item.clause, body: item.body };
                Ok(Worked::new(vec![event], Next::Again))
            }
            (None, Some(_)) => self.counterexample(&item, budget),
            (Some(relation), Some(computed)) => {
                self.worklist.finish(&item);
                Ok(self.connect(item, relation, computed, budget))
            }
        }
    }

    /// Adds an edge, with its node unless there is one that allows as much.
    fn connect(
        &mut self,
        item: Item,
        relation: SystemRelationId,
        computed: Vec<PredicateId>,
        budget: &mut Budget,
    ) -> Worked {
        let Item { clause, body, .. } = item;
        if let Some(by) = self.graph.subsumer(relation, &computed) {
            let event = self.add_edge(Edge { clause, body, head: by, computed });
            return Worked::new(vec![event], Next::Again);
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
        let mut events = vec![Event::NodeAdded { node: head, relation, predicates }];
        events.push(self.add_edge(Edge { clause, body, head, computed }));
        self.follow(head, budget).after(events)
    }

    fn add_edge(&mut self, edge: Edge) -> Event {
        self.statistics.edges_added += 1;
        let Edge { clause, body, head, computed } = edge.clone();
        let proper = self.graph.is_proper(&edge);
        let edge = self.graph.add_edge(edge);
        if proper {
            Event::EdgeAdded { edge, clause, body, head }
        } else {
            Event::Subsumed { edge, clause, body, computed, by: head }
        }
    }

    /// Adds the work that a new node makes, and drops what it makes superfluous.
    fn follow(&mut self, node: NodeId, budget: &mut Budget) -> Worked {
        let nodes = self.graph.cover(node);
        let covered = (!nodes.is_empty()).then_some(Event::Covered { nodes, by: node });
        let next = match self.worklist.add_node(&self.system, &self.graph, node, budget) {
            Ok(()) => Next::Again,
            // All else has been done, and only the list of what is to be done is not complete.
            Err(reason) => Next::Stop(reason, Some(Phase::List)),
        };
        Worked::new(covered.into_iter().collect(), next)
    }
}

/// The user's predicates, where the system still has all the arguments that they speak of.
fn given_predicates(
    problem: &Problem,
    arena: &mut Arena,
    system: &ClauseSystem,
) -> Vec<(SystemRelationId, Formula)> {
    if problem.predicates.is_empty() {
        return Vec::new();
    }
    // The parameters before any pass. Making the system again gives the same symbols.
    let (typed, _) = ClauseSystem::from_problem(&mut problem.arena.clone(), problem);
    let mut given = Vec::new();
    for predicate in &problem.predicates {
        let parameters = typed[SystemRelationId(predicate.relation.0)].parameters();
        let formula = arena.renamed(predicate.predicate, &predicate.parameters, parameters);
        let mentioned = arena.symbols_of(formula);
        for relation in system.relation_ids() {
            let known = |s| system[relation].parameters().contains(s);
            if system[relation].source == predicate.relation && mentioned.iter().all(known) {
                given.push((relation, formula));
            }
        }
    }
    given
}
