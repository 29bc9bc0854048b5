//! A run that waits for its first turn: it costs nothing until then.

use std::rc::Rc;

use hornbook::budget::Budget;
use hornbook::engine::{Engine, Event, Run, Settings, Statistics, Verdict};
use hornbook::lang::Problem;

/// A run that begins with its first step, by preparing its clauses.
#[derive(Debug)]
pub struct Waiting {
    problem: Rc<Problem>,
    settings: Settings,
    engine: Option<Engine>,
}

impl Waiting {
    pub fn new(problem: Rc<Problem>, settings: Settings) -> Waiting {
        Waiting { problem, settings, engine: None }
    }
}

impl Run for Waiting {
    fn step(&mut self, budget: &mut Budget) -> Event {
        let Waiting { problem, settings, engine } = self;
        // Without any budget, preparing the clauses is what the run begins with, and tells of.
        let begin = || Engine::within((**problem).clone(), settings.clone(), &mut Budget::steps(0));
        engine.get_or_insert_with(begin).step(budget)
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.engine.as_ref()?.verdict()
    }

    fn resume(&mut self) -> bool {
        self.engine.as_mut().is_some_and(Engine::resume)
    }

    fn problem(&self) -> &Problem {
        self.engine.as_ref().map_or(&self.problem, Engine::problem)
    }

    fn accelerates_nothing(&self) -> bool {
        self.engine.as_ref().is_some_and(Run::accelerates_nothing)
    }

    fn statistics(&self) -> Statistics {
        self.engine.as_ref().map(Engine::statistics).unwrap_or_default()
    }

    fn is_concluding(&self) -> bool {
        self.engine.as_ref().is_some_and(Engine::is_concluding)
    }
}
