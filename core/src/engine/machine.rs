//! The engine as a state machine (CAV'13, Fig. 3, CONSTRUCTARG): every call does one piece of work and tells
//! of it.
//!
//! It explores the graph until a query has a consistent body, examines that counterexample, and either ends
//! or adds predicates, prunes the graph, and explores again. When nothing is left to explore the clauses have
//! a solution.
//!
//! A piece of work computes first and changes the state only when it is sure to succeed. So one that was cut
//! short by its budget can be repeated, and a run that has stopped can be resumed ([`Engine::resume`]).

use std::collections::VecDeque;

use super::abstraction::Abstraction;
use super::accelerated::Accelerator;
use super::analyses::Analyses;
use super::choices::Choices;
use super::detail::Detail;
use super::guided::Guide;
use super::phase::{Next, Phase, Worked};
use super::{
    Chooser, Event, Graph, Header, Learnt, PredicateId, PredicateText, Predicates, Settings, Statistics,
    StopReason, Stopped, Strategy, Verdict, Worklist, certify, chooser, growth,
};
use crate::analysis::Analysis;
use crate::budget::{Exhausted, Work};
use crate::formula::{Arena, Formula};
use crate::horn::{ClauseSystem, Pass, Preparations, Prepared, WayBack};
use crate::lang::Problem;
use crate::settings::Acceleration;
use crate::solver::{Budget, Unknown};

/// A run of the engine on a problem.
#[derive(Debug)]
pub struct Engine {
    pub(super) problem: Problem,
    /// The arena of all formulae of the run; that of the problem is a part of it.
    pub(super) arena: Arena,
    pub(super) system: ClauseSystem,
    pub(super) way_back: WayBack,
    /// What other runs on the problem have prepared, and found out about loops; nothing if it is the only
    /// one.
    shared: Option<(Preparations, Analyses)>,
    /// What a run by itself finds out in pieces.
    own_analyses: Analyses,
    pub(super) settings: Settings,
    pub(super) chooser: Box<dyn Chooser>,
    /// What a person chooses; this goes before what the chooser says.
    pub(super) choices: Choices,
    /// How many steps there were before the present piece of work, told or counted, without pauses.
    pub(super) happened: usize,
    pub(super) predicates: Predicates,
    pub(super) abstraction: Abstraction,
    /// The closures of loops that counterexamples have made.
    pub(super) accelerator: Accelerator,
    /// The templates of the loops, once they are needed.
    pub(super) guide: Option<Guide>,
    pub(super) graph: Graph,
    pub(super) worklist: Worklist,
    /// What to do next; nothing once there is a verdict.
    pub(super) phase: Option<Phase>,
    /// The work that was under way when the run stopped.
    interrupted: Option<Phase>,
    /// How many refinements there had been when the run last looked ahead.
    pub(super) looked_ahead_at: usize,
    /// How many symbols are the user's own.
    user_symbols: usize,
    /// Events that have happened and were not told yet.
    told_next: VecDeque<Event>,
    pub(super) detail: Detail,
    verdict: Option<Verdict>,
    pub(super) statistics: Statistics,
}

impl Engine {
    /// A run with the default choices.
    pub fn new(problem: Problem, settings: Settings) -> Engine {
        Engine::within(problem, settings, &mut Budget::unlimited())
    }

    /// The same; preparing the clauses is part of the work that the budget limits. If it ends there, the run
    /// has the clauses as they are typed, or none if there are very many, and begins with preparing them.
    pub fn within(problem: Problem, settings: Settings, budget: &mut Budget) -> Engine {
        Engine::with_chooser(problem, settings, Box::new(chooser::DefaultChooser), budget)
    }

    pub fn with_chooser(
        problem: Problem,
        settings: Settings,
        chooser: Box<dyn Chooser>,
        budget: &mut Budget,
    ) -> Engine {
        let before = budget.account();
        let run = |budget: &mut Budget| settings.pipeline_for(&problem).run(&problem, budget);
        let prepared = budget.on(Work::Preparing, |budget| {
            let mut prepared = run(budget)?;
            let abstraction = Abstraction::new(&mut prepared.arena, &prepared.system, budget)?;
            Ok::<_, Exhausted>((prepared, abstraction))
        });
        let (prepared, abstraction, phase) = match prepared {
            Ok((prepared, abstraction)) => (prepared, abstraction, Phase::Start),
            Err(_) => (Prepared::not_yet(&problem), Abstraction::default(), Phase::Prepare),
        };
        let Prepared { arena, system, way_back } = prepared;
        Engine {
            predicates: Predicates::new(&system),
            abstraction,
            worklist: Worklist::new(&system, &settings),
            accelerator: Accelerator::default(),
            guide: None,
            graph: Graph::default(),
            phase: Some(phase),
            interrupted: None,
            looked_ahead_at: 0,
            user_symbols: problem.arena.symbol_count(),
            shared: None,
            own_analyses: Analyses::default(),
            told_next: VecDeque::new(),
            detail: Detail::new(settings.detail_limit),
            verdict: None,
            statistics: Statistics::default().after(&before, &budget.account()),
            choices: Choices::of(&settings.choices),
            happened: 0,
            problem,
            arena,
            system,
            way_back,
            settings,
            chooser,
        }
    }

    /// The same run, which prepares its clauses when it begins, unless another one has done so already.
    pub(super) fn sharing(mut self, preparations: &Preparations, analyses: &Analyses) -> Engine {
        self.shared = Some((preparations.clone(), analyses.clone()));
        self
    }

    /// What is known about the loops; together with other runs, if they have the same clauses.
    pub(super) fn analysis(&mut self, budget: &mut Budget) -> Result<Analysis, Unknown> {
        match self.shared_analyses() {
            Some((number, analyses)) => analyses.of(number, &mut self.arena, &self.system, budget),
            None => Analysis::of(&mut self.arena, &mut self.system, budget),
        }
    }

    /// What holds in all that each relation symbol derives, in the same way.
    pub(super) fn facts(&mut self, budget: &mut Budget) -> Result<Vec<Vec<Formula>>, Unknown> {
        // A run by itself is its only user.
        let (number, analyses) = self.shared_analyses().unwrap_or_else(|| (0, self.own_analyses.clone()));
        analyses.facts(number, &mut self.arena, &self.system, budget)
    }

    /// Has another run found that out already?
    pub(super) fn knows_facts(&self) -> bool {
        self.shared_analyses().is_some_and(|(number, analyses)| analyses.has_facts(number))
    }

    /// The analyses of all runs, and the number of what this one has prepared.
    fn shared_analyses(&self) -> Option<(usize, Analyses)> {
        let (preparations, analyses) = self.shared.as_ref()?;
        let pipeline = self.settings.pipeline_for(&self.problem);
        Some((preparations.number(&pipeline.passes)?, analyses.clone()))
    }

    /// Goes on until something happens, and says what. After the verdict there is nothing but the verdict.
    pub fn step(&mut self, budget: &mut Budget) -> Event {
        loop {
            if let Some(event) = self.work(budget) {
                return event;
            }
        }
    }

    /// One piece of work, and what there is to tell first, if there is anything.
    pub(super) fn work(&mut self, budget: &mut Budget) -> Option<Event> {
        if self.told_next.is_empty() {
            let before = budget.account();
            self.advance(budget);
            self.statistics = self.statistics.after(&before, &budget.account());
        }
        self.told_next.pop_front()
    }

    /// Goes on with a run that has stopped, if its reason allows for it: budgets are given anew with every
    /// [`Engine::step`], and a limit that was hit is doubled. Nothing of the graph, the predicates and the
    /// events is lost; the piece of work that was interrupted is done again from its beginning. So every
    /// budget should be larger than the largest such piece, or grow until there is progress.
    ///
    /// Returns whether the run goes on; the next event is then [`Event::Resumed`].
    pub fn resume(&mut self) -> bool {
        let Some(Verdict::Stopped(Stopped { reason, .. })) = &self.verdict else { return false };
        if !reason.is_resumable() {
            return false;
        }
        let Some(phase) = self.interrupted.take() else { return false };
        match reason {
            StopReason::TreeTooLarge(_) => {
                self.settings.tree_limit = self.settings.tree_limit.saturating_mul(2);
                self.settings.expansion_limit = self.settings.expansion_limit.saturating_mul(2);
            }
            StopReason::TooManyCombinations(_) => self.worklist.raise_limit(),
            _ => {}
        }
        self.phase = Some(phase);
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

    /// The arena, which knows every symbol of a predicate.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The clauses that the engine works on.
    pub fn system(&self) -> &ClauseSystem {
        &self.system
    }

    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    pub fn predicates(&self) -> &Predicates {
        &self.predicates
    }

    /// Were loops to be accelerated before the run, and none was?
    pub(super) fn accelerates_nothing(&self) -> bool {
        let next = self.phase.as_ref().or(self.interrupted.as_ref());
        let is_prepared = !matches!(next, Some(Phase::Prepare));
        is_prepared && self.settings.acceleration == Acceleration::Static && !self.way_back.accelerates()
    }

    /// Was a solution found, and remains to be proved?
    pub fn is_concluding(&self) -> bool {
        matches!(self.phase.as_ref().or(self.interrupted.as_ref()), Some(Phase::Conclude(_)))
    }

    pub fn statistics(&self) -> Statistics {
        Statistics {
            predicates: self.predicates.len(),
            checks: self.statistics.checks + self.abstraction.checks(),
            ..self.statistics
        }
    }

    /// What the numbers in events stand for. It is the same throughout the run, unless [`Event::Restarted`]
    /// is told.
    pub fn header(&self) -> Header {
        Header::new(&self.problem, &self.arena, &self.system, &self.way_back, self.user_symbols)
    }

    /// Is the next piece of work to apply a clause to nodes, with all told that came before?
    #[cfg(test)]
    pub(super) fn is_exploring(&self) -> bool {
        self.has_told_all() && matches!(self.phase, Some(Phase::Explore))
    }

    #[cfg(test)]
    pub(super) fn has_told_all(&self) -> bool {
        self.told_next.is_empty()
    }

    /// One piece of work, which may or may not be worth an event.
    pub(super) fn advance(&mut self, budget: &mut Budget) {
        let Some(mut phase) = self.phase.take() else {
            if let Some(verdict) = &self.verdict {
                self.told_next.push_back(Event::Verdict(certify::outcome(&self.problem, verdict)));
            }
            return;
        };
        if let Some(event) = self.choices.missed(self.happened) {
            self.tell(event);
            self.interrupted = Some(phase);
            self.end(Verdict::Stopped(self.stopped(StopReason::Unfit)));
            return;
        }
        let worked = budget.on(phase.work(), |budget| match &mut phase {
            Phase::Prepare => self.prepare(budget),
            Phase::Start => self.start(budget),
            Phase::Explore => self.explore(budget),
            Phase::Examine(examination) => self.examine(examination, budget),
            Phase::Solve(run) => self.solve(run, budget),
            Phase::Interpolate(method) => self.interpolate(*method, budget),
            Phase::Unwind(depth) => self.unwind(*depth, budget),
            Phase::Try(depth, solution) => self.try_out(*depth, solution, budget),
            Phase::Reach(search) => self.reach(search, budget),
            Phase::LookAhead(depth) => self.look_ahead(*depth, budget),
            Phase::Conclude(solution) => {
                let Engine { problem, arena, way_back, .. } = self;
                let verdict = certify::safe(problem, arena, way_back, solution, budget);
                self.conclude(verdict)
            }
            Phase::Judge(refutation) => self.judge(refutation, budget),
            Phase::Learn(lesson) => self.learn(lesson, budget),
            Phase::Prune(added) => self.prune(added, budget),
            Phase::List => self.list(budget),
        });
        // What was cut short has not happened, and all of it is left to do.
        let Worked { events, next } =
            worked.unwrap_or_else(|reason| Worked::quietly(Next::Stop(reason, None)));
        for event in events {
            self.tell(event);
        }
        match next {
            Next::Again => self.phase = Some(phase),
            Next::Go(next) => self.phase = Some(next),
            Next::Stop(reason, next) => {
                self.interrupted = Some(next.unwrap_or(phase));
                self.end(Verdict::Stopped(self.stopped(reason)));
            }
            Next::End(verdict) => self.end(verdict),
        }
    }

    fn tell(&mut self, event: Event) {
        // When a run pauses and goes on is no part of it.
        self.happened += usize::from(!matches!(event, Event::Verdict(_) | Event::Resumed));
        self.choices.told(&event);
        self.detail.tell(event, &mut self.told_next);
    }

    fn end(&mut self, verdict: Verdict) {
        // A run that has paused may still come to them; one that has ended will not.
        let is_over = match &verdict {
            Verdict::Stopped(stopped) => {
                !stopped.reason.is_resumable() && stopped.reason != StopReason::Unfit
            }
            _ => true,
        };
        if is_over && let Some(event) = self.choices.missed(usize::MAX) {
            self.tell(event);
        }
        self.tell(Event::Verdict(certify::outcome(&self.problem, &verdict)));
        self.verdict = Some(verdict);
    }

    /// The verdict of a solution; or a new beginning without inlining, if that is what keeps it from being
    /// one.
    pub(super) fn conclude(
        &mut self,
        verdict: Result<Verdict, certify::Failure>,
    ) -> Result<Worked, StopReason> {
        match verdict {
            Ok(verdict) => Ok(Worked::quietly(Next::End(verdict))),
            Err(certify::Failure::Stop(reason)) => Err(reason),
            Err(certify::Failure::WayBack) if self.settings.pipeline.passes.contains(&Pass::Inline) => {
                self.settings.pipeline = self.settings.pipeline.clone().without(Pass::Inline);
                Ok(Worked::quietly(Next::Go(Phase::Prepare)))
            }
            Err(certify::Failure::WayBack) => {
                Err(StopReason::Rejected("a solution for the clauses after passes".to_owned()))
            }
        }
    }

    /// Begins again with clauses that the pipeline has prepared.
    fn prepare(&mut self, budget: &mut Budget) -> Result<Worked, StopReason> {
        let known = self.shared.as_ref().map(|(known, _)| known.clone()).unwrap_or_default();
        let pipeline = self.settings.pipeline_for(&self.problem);
        let Prepared { mut arena, system, way_back } = pipeline.run_knowing(&known, &self.problem, budget)?;
        // Property-directed reachability has solvers of its own.
        self.abstraction = match self.settings.strategy {
            Strategy::Pdr => Abstraction::default(),
            _ => Abstraction::new(&mut arena, &system, budget)?,
        };
        self.predicates = Predicates::new(&system);
        self.worklist = Worklist::new(&system, &self.settings);
        self.graph = Graph::default();
        self.guide = None;
        self.own_analyses = Analyses::default();
        self.accelerator = Accelerator::default();
        (self.arena, self.system, self.way_back) = (arena, system, way_back);
        Ok(Worked::go(vec![Event::Restarted { header: self.header() }], Phase::Start))
    }

    fn stopped(&self, reason: StopReason) -> Stopped {
        let all: Vec<PredicateId> = self.predicates.iter().map(|(id, _)| id).collect();
        Stopped {
            reason,
            learnt: Learnt {
                refinements: self.statistics.refinements,
                depth: self.statistics.depth,
                predicates: self.shown(&all),
                growth: growth::patterns(&self.arena, &self.predicates),
            },
        }
    }

    pub(super) fn shown(&self, predicates: &[PredicateId]) -> Vec<PredicateText> {
        let shown = |id: &PredicateId| {
            let predicate = self.predicates.get(*id);
            let text = self.arena.show(predicate.formula).text();
            PredicateText { id: *id, relation: predicate.relation, text }
        };
        predicates.iter().map(shown).collect()
    }
}
