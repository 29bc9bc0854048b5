//! The engine as a state machine (CAV'13, Fig. 3, CONSTRUCTARG): every call does one piece of work and tells of it.
//!
//! It explores the graph until a query has a consistent body, examines that counterexample, and either ends or adds
//! predicates, prunes the graph, and explores again. When nothing is left to explore the clauses have a solution.
//!
//! A piece of work computes first and changes the state only when it is sure to succeed. So one that was cut short by
//! its budget can be repeated, and a run that has stopped can be resumed ([`Engine::resume`]).

use std::collections::VecDeque;

use super::abstraction::Abstraction;
use super::detail::Detail;
use super::guided::Guide;
use super::phase::Phase;
use super::{
    Chooser, Event, Graph, Header, Learnt, PredicateId, PredicateText, Predicates, Settings, Statistics,
    StopReason, Stopped, Verdict, Worklist, certify, chooser, explore, growth,
};
use crate::horn::{ClauseSystem, Pass, Prepared, WayBack};
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
    /// The templates of the loops, once they are needed.
    pub(super) guide: Option<Guide>,
    pub(super) graph: Graph,
    pub(super) worklist: Worklist,
    pub(super) phase: Phase,
    /// The work that was under way when the run stopped.
    interrupted: Option<Phase>,
    /// How many refinements there had been when the run last looked ahead.
    pub(super) probed_at: usize,
    /// So many symbols are the user's own.
    user_symbols: usize,
    /// Events that have happened and were not told yet.
    told_next: VecDeque<Event>,
    detail: Detail,
    verdict: Option<Verdict>,
    pub(super) statistics: Statistics,
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
            guide: None,
            graph: Graph::default(),
            phase: Phase::Start,
            interrupted: None,
            probed_at: 0,
            user_symbols: problem.arena.symbol_count(),
            told_next: VecDeque::new(),
            detail: Detail::new(settings.detail_limit),
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
            let before = budget.used();
            let advanced = self.advance(budget);
            self.statistics.steps += budget.used() - before;
            if let Err(reason) = advanced {
                self.end(Err(reason));
            }
        }
    }

    /// Goes on with a run that has stopped, if its reason allows for it: budgets are given anew with every
    /// [`Engine::step`], and a limit that was hit is doubled. Nothing of the graph, the predicates and the events is lost;
    /// the piece of work that was interrupted is done again from its beginning. So every budget should be larger than the
    /// largest such piece, or grow until there is progress.
    ///
    /// Returns whether the run goes on; the next event is then [`Event::Resumed`].
    pub fn resume(&mut self) -> bool {
        let Some(Verdict::Stopped(Stopped { reason, .. })) = &self.verdict else { return false };
        if !reason.is_resumable() {
            return false;
        }
        let Some(mut phase) = self.interrupted.take() else { return false };
        match reason {
            StopReason::TreeTooLarge(_) => {
                self.settings.tree_limit = self.settings.tree_limit.saturating_mul(2);
                self.settings.expansion_limit = self.settings.expansion_limit.saturating_mul(2);
            }
            StopReason::TooManyCombinations(_) => {
                self.worklist.raise_limit();
                // All else had been done before the work was listed.
                phase = Phase::List;
            }
            _ => {}
        }
        self.phase = phase;
        self.verdict = None;
        self.statistics.resumptions += 1;
        self.tell(Event::Resumed);
        true
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
        Statistics { predicates: self.predicates.len(), checks: self.abstraction.checks(), ..self.statistics }
    }

    /// What the numbers in events stand for. It is the same throughout the run, unless [`Event::Restarted`] is told.
    pub fn header(&self) -> Header {
        Header::new(&self.problem, &self.system, &self.way_back, self.user_symbols)
    }

    /// One piece of work, which may or may not be worth an event.
    fn advance(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        let mut phase = std::mem::replace(&mut self.phase, Phase::Explore);
        let mut again = false;
        let done = match &mut phase {
            Phase::Start => {
                self.start();
                Ok(())
            }
            Phase::Explore => self.explore(budget),
            Phase::Examine(examination) => self.examine(examination, budget),
            Phase::Solve(shared) => self.solve(shared, budget).map(|more| again = more),
            Phase::Probe(depth) => self.probe(*depth, budget),
            Phase::Judge(refutation) => self.judge(refutation, budget),
            Phase::Learn(lesson) => self.learn(lesson, budget),
            Phase::Prune(added) => self.prune(added, budget),
            Phase::List => self.worklist.rebuild(&self.system, &self.graph).map_err(explore::too_many),
            Phase::Done => {
                self.phase = Phase::Done;
                if let Some(verdict) = &self.verdict {
                    self.told_next.push_back(Event::Verdict(certify::outcome(&self.problem, verdict)));
                }
                Ok(())
            }
        };
        if again || done.is_err() {
            self.phase = phase;
        }
        done
    }

    pub(super) fn tell(&mut self, event: Event) {
        self.detail.tell(event, &mut self.told_next);
    }

    pub(super) fn end(&mut self, verdict: Result<Verdict, StopReason>) {
        let verdict = verdict.unwrap_or_else(|reason| Verdict::Stopped(self.stopped(reason)));
        self.tell(Event::Verdict(certify::outcome(&self.problem, &verdict)));
        self.verdict = Some(verdict);
        self.interrupted = Some(std::mem::replace(&mut self.phase, Phase::Done));
    }

    /// Ends with the verdict of a solution; or begins again without inlining, if that is what keeps it from being one.
    pub(super) fn conclude(&mut self, verdict: Result<Verdict, certify::Failure>) -> Result<(), StopReason> {
        match verdict {
            Ok(verdict) => self.end(Ok(verdict)),
            Err(certify::Failure::Stop(reason)) => return Err(reason),
            Err(certify::Failure::WayBack) => {
                if !self.settings.pipeline.passes.contains(&Pass::Inline) {
                    return Err(StopReason::Rejected("a solution for the clauses after passes".to_owned()));
                }
                self.settings.pipeline = self.settings.pipeline.clone().without(Pass::Inline);
                let Prepared { mut system, way_back } = self.settings.pipeline.run(&self.problem);
                self.predicates = Predicates::new(&system);
                self.abstraction = Abstraction::new(&mut system);
                self.worklist = Worklist::new(&system, self.settings.strategy);
                self.graph = Graph::default();
                self.guide = None;
                (self.system, self.way_back, self.phase) = (system, way_back, Phase::Start);
                self.tell(Event::Restarted { header: self.header() });
            }
        }
        Ok(())
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
}
