//! Several runs on one problem that take turns, by work.
//!
//! No strategy is best for all clauses: one that refutes single derivations is fast where few of them
//! matter, and one that keeps a single conjunction for each relation symbol where there are very many. So
//! each has a turn of a number of steps, and in every round turns are longer than before. Whatever a
//! run has learnt it still knows at its next turn. The first verdict counts, and since turns are counted in
//! steps, it is the same on every machine.
//!
//! ```
//! use hornbook::engine::{Alternation, Settings, Strategy, Verdict};
//! use hornbook::lang::house;
//! use hornbook::solver::Budget;
//! let (problem, _) = house::parse("p(X) :- X = 1. p(X + 1) :- p(X). false :- p(X), X < 0.");
//! let global = Settings { strategy: Strategy::Global, ..Settings::default() };
//! let mut runs = Alternation::of(&problem, vec![(3, Settings::default()), (1, global)]);
//! let mut budget = Budget::unlimited();
//! while runs.verdict().is_none() {
//!     runs.step(&mut budget);
//! }
//! assert!(matches!(runs.verdict(), Some(Verdict::Safe(_))));
//! ```

use std::rc::Rc;

use super::analyses::Analyses;
use super::{Engine, Event, Settings, Statistics, StopReason, Stopped, Strategy, Verdict};
use crate::horn::{Pass, Preparations};
use crate::lang::Problem;
use crate::settings::Acceleration;
use crate::solver::Budget;

/// The steps of a turn in the first round, for each unit of a run's share.
const FIRST_TURN: u64 = 500_000;

/// Small problems are solved in the first round. In the second, turns are this many times as long, so that
/// hardly any piece of work is cut short.
const LEAP: u64 = 8;

/// In every later round turns are this many times as long as in the one before.
const GROWTH: u64 = 2;

/// A piece of work that is cut short is done again from its beginning. So a turn may be longer by this factor
/// if it ends a piece of work by that.
const PATIENCE: u64 = 2;

/// What can take turns: it works for as long as its budget allows, and can go on later.
pub trait Run: std::fmt::Debug {
    /// Goes on until something happens, and says what ([`Engine::step`]).
    fn step(&mut self, budget: &mut Budget) -> Event;

    /// One piece of work, and what there is to tell of it, if there is anything.
    fn work(&mut self, budget: &mut Budget) -> Option<Event> {
        Some(self.step(budget))
    }

    /// The verdict, once it has been told.
    fn verdict(&self) -> Option<&Verdict>;

    /// Goes on after it has stopped for lack of budget; false if there is nothing to go on with.
    fn resume(&mut self) -> bool;

    /// The problem, whose arena knows every symbol of a solution.
    fn problem(&self) -> &Problem;

    /// Were its loops to be accelerated, and there are none to accelerate? Then it does what others do.
    fn accelerates_nothing(&self) -> bool {
        false
    }

    fn statistics(&self) -> Statistics;

    /// Was a solution found, and remains to be proved?
    fn is_concluding(&self) -> bool {
        false
    }
}

impl Run for Engine {
    fn step(&mut self, budget: &mut Budget) -> Event {
        Engine::step(self, budget)
    }

    fn work(&mut self, budget: &mut Budget) -> Option<Event> {
        Engine::work(self, budget)
    }

    fn verdict(&self) -> Option<&Verdict> {
        Engine::verdict(self)
    }

    fn resume(&mut self) -> bool {
        Engine::resume(self)
    }

    fn problem(&self) -> &Problem {
        Engine::problem(self)
    }

    fn statistics(&self) -> Statistics {
        Engine::statistics(self)
    }

    fn is_concluding(&self) -> bool {
        Engine::is_concluding(self)
    }

    fn accelerates_nothing(&self) -> bool {
        Engine::accelerates_nothing(self)
    }
}

/// A run that is made when it has its first turn: most problems are solved before others have theirs.
#[derive(Debug)]
struct Waiting {
    problem: Rc<Problem>,
    /// What others have prepared of it, and found out about its loops.
    preparations: Preparations,
    analyses: Analyses,
    settings: Settings,
    engine: Option<Box<Engine>>,
}

impl Waiting {
    fn engine(&mut self) -> &mut Engine {
        let Waiting { problem, preparations, analyses, settings, engine } = self;
        engine.get_or_insert_with(|| {
            // Without any budget, preparing the clauses is what the run begins with.
            let problem = Problem::clone(problem);
            let engine = Engine::within(problem, settings.clone(), &mut Budget::steps(0));
            Box::new(engine.sharing(preparations, analyses))
        })
    }
}

impl Run for Waiting {
    fn step(&mut self, budget: &mut Budget) -> Event {
        self.engine().step(budget)
    }

    fn work(&mut self, budget: &mut Budget) -> Option<Event> {
        self.engine().work(budget)
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.engine.as_ref()?.verdict()
    }

    fn resume(&mut self) -> bool {
        self.engine.as_mut().is_some_and(|engine| engine.resume())
    }

    fn problem(&self) -> &Problem {
        self.engine.as_ref().map_or(&self.problem, |engine| engine.problem())
    }

    fn statistics(&self) -> Statistics {
        self.engine.as_ref().map_or_else(Statistics::default, |engine| engine.statistics())
    }

    fn is_concluding(&self) -> bool {
        self.engine.as_ref().is_some_and(|engine| engine.is_concluding())
    }

    fn accelerates_nothing(&self) -> bool {
        self.engine.as_ref().is_some_and(|engine| engine.accelerates_nothing())
    }
}

/// Runs that take turns.
#[derive(Debug)]
pub struct Alternation {
    runs: Vec<Turn>,
    /// Whose turn it is.
    at: usize,
    /// Who has told the last event.
    told: usize,
    /// How many rounds are over.
    round: u32,
    /// The steps that are left of the turn.
    left: u64,
}

#[derive(Debug)]
struct Turn {
    run: Box<dyn Run>,
    /// How long its turns are, compared to those of others.
    share: u64,
    /// Did it stop for good, without a verdict?
    is_out: bool,
}

impl Alternation {
    /// Runs with these shares and settings. Clauses are prepared when a run has its first turn, as far as no
    /// other one has done so before.
    pub fn of(problem: &Problem, shares: Vec<(u64, Settings)>) -> Alternation {
        let problem = Rc::new(problem.clone());
        let (preparations, analyses) = <(Preparations, Analyses)>::default();
        let run = |(share, settings): (u64, Settings)| {
            let problem = Rc::clone(&problem);
            let (preparations, analyses) = (preparations.clone(), analyses.clone());
            let waiting = Waiting { problem, preparations, analyses, settings, engine: None };
            (share, Box::new(waiting) as Box<dyn Run>)
        };
        Alternation::new(shares.into_iter().map(run).collect())
    }

    /// These runs, each with its share. There must be at least one.
    pub fn new(runs: Vec<(u64, Box<dyn Run>)>) -> Alternation {
        let turn = |(share, run): (u64, Box<dyn Run>)| Turn { run, share: share.max(1), is_out: false };
        let runs: Vec<Turn> = runs.into_iter().map(turn).collect();
        let left = runs.first().map_or(0, |turn| turn.share * FIRST_TURN);
        Alternation { runs, at: 0, told: 0, round: 0, left }
    }

    /// What the command line does by default: property-directed reachability; three times as long the run
    /// with these settings; and as long as the first one that refutes all derivations at once, with one
    /// conjunction of predicates for each relation symbol. If acceleration is automatic and there are loops
    /// whose closures are known, there is a fourth run, in which these make any number of rounds in one
    /// step. Most problems are solved by one of the first two in much less than its first turn. If the
    /// settings name a strategy, there is nothing to alternate with.
    pub fn by_default(settings: &Settings) -> Vec<(u64, Settings)> {
        if settings.strategy != Strategy::Auto {
            return vec![(1, settings.clone())];
        }
        // Nobody looks at its lemmas, so it need not write them out.
        let pdr = Settings { strategy: Strategy::Pdr, detail_limit: 0, ..settings.clone() };
        // The others like to see the graph of control.
        let mut settings = settings.clone();
        if !settings.pipeline.passes.is_empty() {
            settings.pipeline = settings.pipeline.after(Pass::ControlStates);
        }
        let global = Settings { strategy: Strategy::Global, ..settings.clone() };
        let mut all = vec![(1, pdr), (3, settings.clone()), (1, global)];
        if settings.acceleration == Acceleration::Auto {
            let pipeline = settings.pipeline.clone().with(Pass::AccelerateLoops);
            let acceleration = Acceleration::Static;
            all.push((1, Settings { pipeline, acceleration, ..settings }));
        }
        all
    }

    /// Goes on until something happens in the run whose turn it is, and says what. That a run only waits for
    /// its next turn is not told.
    pub fn step(&mut self, budget: &mut Budget) -> Event {
        loop {
            let before = budget.used();
            // The first run is one that does what others do only if the settings ask for that.
            let like_first = self.runs[0].run.accelerates_nothing();
            self.told = self.at;
            let run = &mut self.runs[self.at].run;
            // What is found has to be proved only, and others would have to find it first.
            let turn = if run.is_concluding() { u64::MAX } else { self.left.saturating_mul(PATIENCE) };
            let mut event = None;
            let whole = budget.within(turn, |part| event = run.work(part));
            self.left = self.left.saturating_sub(budget.used() - before);
            if self.at > 0 && !like_first && run.accelerates_nothing() && run.verdict().is_none() {
                self.runs[self.at].is_out = true;
                self.next_turn();
                continue;
            }
            let is_over = match run.verdict() {
                None => false,
                Some(Verdict::Stopped(Stopped { reason, .. })) => {
                    whole.is_err() || matches!(reason, StopReason::Memory | StopReason::Interrupted)
                }
                Some(_) => true,
            };
            if is_over {
                return event.unwrap_or(Event::Resumed);
            }
            if run.verdict().is_some() {
                let goes_on = run.resume();
                self.runs[self.at].is_out = !goes_on;
                if self.runs.iter().all(|turn| turn.is_out) {
                    return event.unwrap_or(Event::Resumed);
                }
                // That the run waits for its next turn is nobody's business.
                event = None;
                if !goes_on || !self.runs[self.at].run.is_concluding() {
                    self.next_turn();
                }
            } else if self.left == 0 && !run.is_concluding() {
                self.next_turn();
            }
            if let Some(event) = event {
                return event;
            }
        }
    }

    /// The verdict, once it has been told.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.runs[self.at].run.verdict()
    }

    /// The number of the run whose turn it is; after the verdict, of the one that has found it.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The number of the run that the last event was about.
    pub fn told(&self) -> usize {
        self.told
    }

    /// One of the runs, by its number.
    pub fn run(&self, number: usize) -> &dyn Run {
        &*self.runs[number].run
    }

    /// Goes on with one of the runs alone until something happens, and says what.
    pub fn step_of(&mut self, number: usize, budget: &mut Budget) -> Event {
        self.runs[number].run.step(budget)
    }

    /// Goes on after all have stopped for lack of budget; false if there is nothing to go on with.
    pub fn resume(&mut self) -> bool {
        for turn in self.runs.iter_mut().filter(|turn| turn.run.verdict().is_some()) {
            turn.is_out = !turn.run.resume();
        }
        let goes_on = self.runs.iter().any(|turn| !turn.is_out);
        if goes_on && self.runs[self.at].is_out {
            self.next_turn();
        }
        goes_on
    }

    /// The run whose turn it is; after the verdict, the one that has found it.
    pub fn into_run(mut self) -> Box<dyn Run> {
        self.runs.swap_remove(self.at).run
    }

    /// The next run that is not out; after the last one a new round begins, with longer turns.
    fn next_turn(&mut self) {
        for _ in 0..self.runs.len() {
            self.at += 1;
            if self.at == self.runs.len() {
                self.at = 0;
                self.round += 1;
            }
            if !self.runs[self.at].is_out {
                break;
            }
        }
        let grown = match self.round {
            0 => FIRST_TURN,
            later => (FIRST_TURN * LEAP).saturating_mul(GROWTH.saturating_pow(later - 1)),
        };
        self.left = self.runs[self.at].share.saturating_mul(grown);
    }
}
