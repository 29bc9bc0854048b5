//! The engine as a state machine (CAV'13, Fig. 3, CONSTRUCTARG): every call does one piece of work and tells of it.
//!
//! It explores the graph until a query has a consistent body, examines that counterexample, and either ends or adds
//! predicates, prunes the graph, and explores again. When nothing is left to explore the clauses have a solution.

use std::collections::VecDeque;

use super::abstraction::Abstraction;
use super::extract::{self, Heights};
use super::prune::{Pruned, prune};
use super::refine::{Examined, Unfolding, renamed};
use super::worklist::{ITEM_LIMIT, Overflow};
use super::{
    AndOrTree, Chooser, Edge, Event, Graph, InterpolantText, Item, Learnt, Node, NodeId, PredicateId,
    PredicateText, Predicates, Settings, Statistics, StopReason, Stopped, Strategy, Verdict, Worklist,
    certify, chooser, growth,
};
use crate::formula::Formula;
use crate::horn::{ClauseSystem, Prepared, RelId, WayBack};
use crate::lang::Problem;
use crate::solver::Budget;

/// A run of the engine on a problem.
#[derive(Debug)]
pub struct Engine {
    problem: Problem,
    system: ClauseSystem,
    way_back: WayBack,
    settings: Settings,
    chooser: Box<dyn Chooser>,
    predicates: Predicates,
    abstraction: Abstraction,
    graph: Graph,
    worklist: Worklist,
    phase: Phase,
    /// Events that have happened and were not told yet.
    told_next: VecDeque<Event>,
    verdict: Option<Verdict>,
    statistics: Statistics,
}

#[derive(Debug)]
enum Phase {
    Start,
    Explore,
    Examine(AndOrTree),
    Done,
}

impl Engine {
    /// A run with the default choices.
    pub fn new(problem: Problem, settings: Settings) -> Engine {
        Engine::with_chooser(problem, settings, Box::new(chooser::Default))
    }

    pub fn with_chooser(problem: Problem, settings: Settings, chooser: Box<dyn Chooser>) -> Engine {
        let Prepared { mut system, way_back } = settings.pipeline.run(&problem);
        Engine {
            predicates: Predicates::new(&system),
            abstraction: Abstraction::new(&mut system),
            worklist: Worklist::new(&system, settings.strategy),
            graph: Graph::default(),
            phase: Phase::Start,
            told_next: VecDeque::new(),
            verdict: None,
            statistics: Statistics::default(),
            problem,
            system,
            way_back,
            settings,
            chooser,
        }
    }

    /// Goes on until something happens, and says what. After the verdict there is nothing but the verdict.
    pub fn step(&mut self, budget: &mut Budget) -> Event {
        loop {
            if let Some(event) = self.told_next.pop_front() {
                return event;
            }
            if let Err(reason) = self.advance(budget) {
                self.end(Err(reason));
            }
        }
    }

    /// The verdict, once it has been told.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref().filter(|_| self.told_next.is_empty())
    }

    /// The problem, whose arena knows every symbol of a solution.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The clauses that the engine works on, whose arena knows every symbol of a predicate.
    pub fn system(&self) -> &ClauseSystem {
        &self.system
    }

    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    pub fn predicates(&self) -> &Predicates {
        &self.predicates
    }

    pub fn statistics(&self) -> Statistics {
        Statistics {
            predicates: self.predicates.len(),
            checks: self.abstraction.statistics().checks,
            ..self.statistics
        }
    }

    /// One piece of work, which may or may not be worth an event.
    fn advance(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        match std::mem::replace(&mut self.phase, Phase::Explore) {
            Phase::Start => self.start(budget),
            Phase::Explore => self.explore(budget),
            Phase::Examine(tree) => self.examine(&tree, budget),
            Phase::Done => {
                self.phase = Phase::Done;
                if let Some(verdict) = &self.verdict {
                    self.told_next.push_back(Event::Verdict(certify::outcome(&self.problem, verdict)));
                }
                Ok(())
            }
        }
    }

    fn tell(&mut self, event: Event) {
        self.told_next.push_back(event);
    }

    fn end(&mut self, verdict: Result<Verdict, StopReason>) {
        let verdict = verdict.unwrap_or_else(|reason| Verdict::Stopped(self.stopped(reason)));
        self.verdict = Some(verdict);
        self.phase = Phase::Done;
    }

    fn stopped(&self, reason: StopReason) -> Stopped {
        let all: Vec<PredicateId> = self.predicates.iter().map(|(id, _)| id).collect();
        Stopped {
            reason,
            learnt: Learnt {
                refinements: self.statistics.refinements,
                depth: self.statistics.depth,
                predicates: self.shown(&all),
                growth: growth::patterns(&self.system.arena, &self.predicates),
            },
        }
    }

    fn shown(&self, predicates: &[PredicateId]) -> Vec<PredicateText> {
        let shown = |id: &PredicateId| {
            let predicate = self.predicates.get(*id);
            let text = self.system.arena.show(predicate.formula).to_string();
            PredicateText { id: *id, relation: predicate.relation, text }
        };
        predicates.iter().map(shown).collect()
    }

    /// Takes the predicates that the user gave.
    fn start(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        let given = given_predicates(&self.problem, &mut self.system);
        self.add_predicates(given, budget)?;
        self.worklist.rebuild(&self.system, &self.graph).map_err(too_many)
    }

    fn add_predicates(
        &mut self,
        formulae: Vec<(RelId, Formula)>,
        budget: &mut Budget,
    ) -> Result<Vec<PredicateId>, StopReason> {
        let mut added = Vec::new();
        for (relation, formula) in formulae {
            added.extend(self.predicates.add(&mut self.system.arena, relation, formula, budget)?);
        }
        if !added.is_empty() {
            self.tell(Event::PredicatesAdded { predicates: self.shown(&added) });
        }
        Ok(added)
    }

    /// Applies one clause to nodes.
    fn explore(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        let chosen = self.chooser.work(&self.worklist).filter(|item| self.worklist.contains(item));
        let Some(item) = chosen.or_else(|| self.worklist.first()) else {
            let Engine { problem, system, way_back, graph, predicates, .. } = self;
            let verdict = certify::safe(problem, system, way_back, graph, predicates, budget)?;
            self.end(Ok(verdict));
            return Ok(());
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
        let head =
            self.graph.add_node(Node { relation, predicates: computed.clone(), covered_by: None, depth });
        self.tell(Event::NodeAdded { node: head, relation, predicates: computed.clone() });
        let edge = self.graph.add_edge(Edge { clause, body: body.clone(), head, computed });
        self.tell(Event::EdgeAdded { edge, clause, body, head });
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

    /// Takes the counterexamples of a query out of the graph.
    fn counterexample(&mut self, query: &Item) -> Result<(), StopReason> {
        let Settings { strategy, choice_limit, tree_limit, .. } = self.settings.clone();
        let heights = Heights::of(&self.graph);
        let chooser: &mut dyn Chooser = &mut *self.chooser;
        let limit = if strategy == Strategy::Tree { tree_limit } else { choice_limit };
        let tree = match extract::extract(&self.graph, &heights, query, strategy, Some(chooser), limit) {
            Ok(tree) => tree,
            Err(extract::TooLarge) => {
                if strategy != Strategy::Tree {
                    self.tell(Event::TooManyCounterexamples { limit });
                }
                extract::extract(&self.graph, &heights, query, Strategy::Tree, None, tree_limit)
                    .map_err(|_| StopReason::TreeTooLarge(tree_limit))?
            }
        };
        self.statistics.depth = self.statistics.depth.max(tree.depth());
        self.tell(Event::CounterexampleFound { tree: tree.clone() });
        self.phase = Phase::Examine(tree);
        Ok(())
    }

    /// Decides a counterexample: a verdict, or predicates that rule it out.
    fn examine(&mut self, tree: &AndOrTree, budget: &mut Budget) -> Result<(), StopReason> {
        let unfolding = Unfolding::new(&mut self.system, tree)
            .ok_or_else(|| StopReason::Rejected("a counterexample".to_owned()))?;
        let mut found = match unfolding.examine(&mut self.system, self.settings.policy, budget)? {
            Examined::Real(derivation) => {
                let verdict = certify::unsafe_(&mut self.problem, &self.system, &self.way_back, derivation)?;
                self.end(Ok(verdict));
                return Ok(());
            }
            Examined::Spurious(found) => found,
        };
        self.statistics.refinements += 1;
        self.tell(Event::Refuted);
        let questions = unfolding.questions(&self.system, &found);
        let proposal = self.chooser.interpolants(&mut self.system.arena, tree, &questions);
        match unfolding.proposed(&mut self.system, proposal, budget)? {
            None => {}
            Some(Some(instead)) => found = instead,
            Some(None) => self.tell(Event::ProposalRejected),
        }
        let arena = &self.system.arena;
        let interpolants = unfolding.relations().zip(&found);
        let text =
            |(relation, f): (RelId, &Formula)| InterpolantText { relation, text: arena.show(*f).to_string() };
        let event = Event::InterpolantsFound { interpolants: interpolants.map(text).collect() };
        self.tell(event);
        let formulae = unfolding.relations().zip(found).collect();
        let added = self.add_predicates(formulae, budget)?;
        if added.is_empty() {
            // The same counterexample would come again, forever.
            return Err(StopReason::Rejected("a refinement that adds no predicate".to_owned()));
        }
        self.prune(&added, budget)
    }

    fn prune(&mut self, added: &[PredicateId], budget: &mut Budget) -> Result<(), StopReason> {
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
        self.worklist.rebuild(&self.system, &self.graph).map_err(too_many)
    }
}

fn too_many(_: Overflow) -> StopReason {
    StopReason::TooManyCombinations(ITEM_LIMIT)
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
