//! The engine as a state machine (CAV'13, Fig. 3, CONSTRUCTARG): every call does one piece of work and tells of it.
//!
//! It explores the graph until a query has a consistent body, examines that counterexample, and either ends or adds
//! predicates, prunes the graph, and explores again. When nothing is left to explore the clauses have a solution.

use std::collections::VecDeque;

use super::abstraction::Abstraction;
use super::{
    AndOrTree, Chooser, Event, Graph, Learnt, PredicateId, PredicateText, Predicates, Settings, Statistics,
    StopReason, Stopped, Verdict, Worklist, certify, chooser, growth,
};
use crate::formula::Formula;
use crate::horn::{ClauseSystem, Prepared, RelId, WayBack};
use crate::lang::Problem;
use crate::solver::Budget;

/// A run of the engine on a problem.
#[derive(Debug)]
pub struct Engine {
    pub(super) problem: Problem,
    pub(super) system: ClauseSystem,
    pub(super) way_back: WayBack,
    pub(super) settings: Settings,
    pub(super) chooser: Box<dyn Chooser>,
    pub(super) predicates: Predicates,
    pub(super) abstraction: Abstraction,
    pub(super) graph: Graph,
    pub(super) worklist: Worklist,
    pub(super) phase: Phase,
    /// Events that have happened and were not told yet.
    told_next: VecDeque<Event>,
    verdict: Option<Verdict>,
    pub(super) statistics: Statistics,
}

#[derive(Debug)]
pub(super) enum Phase {
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

    pub(super) fn tell(&mut self, event: Event) {
        self.told_next.push_back(event);
    }

    pub(super) fn end(&mut self, verdict: Result<Verdict, StopReason>) {
        let verdict = verdict.unwrap_or_else(|reason| Verdict::Stopped(self.stopped(reason)));
        self.told_next.push_back(Event::Verdict(certify::outcome(&self.problem, &verdict)));
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

    pub(super) fn shown(&self, predicates: &[PredicateId]) -> Vec<PredicateText> {
        let shown = |id: &PredicateId| {
            let predicate = self.predicates.get(*id);
            let text = self.system.arena.show(predicate.formula).to_string();
            PredicateText { id: *id, relation: predicate.relation, text }
        };
        predicates.iter().map(shown).collect()
    }

    /// Adds what formulae say that is new, and tells of it.
    pub(super) fn add_predicates(
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
}
