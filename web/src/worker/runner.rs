//! The worker's side of a run: it begins, yields events one by one, and can go on after a pause.
//!
//! As on the command line, runs of other kinds take turns with it if it does not come to a verdict soon
//! ([`Turn`]). The page is not told of them, until one of them has found a verdict: then it is told of that
//! run from its beginning.

use std::collections::VecDeque;
use std::rc::Rc;

use hornbook::budget::{Budget, STEPS_BETWEEN_LOOKS};
use hornbook::engine::{Alternation, Engine, Event, Run, Settings, Verdict, VerdictText};
use hornbook::explain::{self, ClauseProof, PROOF_STEPS};
use hornbook::lang::model::{Picture, account};
use hornbook::lang::{ClauseId, Model, Severity, house, smtlib};
use hornbook::order::Map;
use hornbook::settings::{RunSettings, Turn};

use crate::wire::protocol::{Modelled, Progress, RunId, SolutionText};
use crate::worker::limits::{READER_STEPS, RunLimits, end_in_words};
use crate::worker::templates::Parsed;
use crate::worker::turns::Waiting;
use crate::worker::{memory, templates};

/// The runs that the worker knows.
#[derive(Debug, Default)]
pub struct Runner {
    tasks: Map<RunId, Task>,
}

/// How much longer the turns of the run are that the settings ask for.
const SHARE: u64 = 3;

#[derive(Debug)]
struct Task {
    /// The run that the settings ask for, and then those of `others`.
    runs: Alternation,
    /// Those that take turns with it, with their events.
    others: Vec<(Turn, Vec<Event>)>,
    /// The number of the run that the page is told of.
    shown: usize,
    /// Events that the page has not been told of yet.
    untold: VecDeque<Event>,
    /// What the clauses come from, if they are not what was typed.
    model: Option<Box<dyn Model>>,
    settings: RunSettings,
    budget: Budget<'static>,
    /// The memory that the worker may have taken at its end.
    memory: u64,
    is_over: bool,
}

impl Runner {
    /// Begins a run that somebody has asked for. The runs that the page has forgotten are forgotten here as
    /// well.
    pub fn begin(&mut self, run: RunId, text: &str, settings: &RunSettings, keep: &[RunId]) -> Progress {
        self.begin_within(RunLimits::of(settings, true), run, text, settings, keep)
    }

    /// Begins a run that pauses when it has done this much.
    pub fn begin_within(
        &mut self,
        allowance: RunLimits,
        run: RunId,
        text: &str,
        settings: &RunSettings,
        keep: &[RunId],
    ) -> Progress {
        self.tasks.retain(|id, _| keep.contains(id));
        memory::set_limit(allowance.memory);
        let mut budget = Budget::steps(allowance.steps).with_interruption(memory::watch());
        let (Parsed { problem, model, diagnostics }, faults) =
            templates::parse(text, &settings.templates, settings.encoding, &mut budget);
        if let Err(reason) = budget.take(0) {
            let mut reason = end_in_words(reason, allowance.steps, allowance.memory);
            if allowance != RunLimits::of(settings, true) {
                reason +=
                    " A link gets no more by itself; press Solve to allow it as much as the settings do.";
            }
            return Progress::Refused { reason };
        }
        let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
        if errors > 0 {
            let reason = if errors == 1 { "The text has an error." } else { "The text has errors." };
            return Progress::Refused { reason: format!("{reason} See the list below the editor.") };
        }
        if let Some(fault) = faults.first() {
            return Progress::Refused { reason: format!("The templates in the settings: {fault}") };
        }
        let turns = Turn::beside(settings);
        let shared = (!turns.is_empty()).then(|| Rc::new(problem.clone()));
        let others = turns.iter().zip(shared.iter().cycle()).map(|(turn, problem)| {
            let settings = Settings::from(&turn.settings(settings));
            (1, Box::new(Waiting::new(Rc::clone(problem), settings)) as Box<dyn Run>)
        });
        let others: Vec<(u64, Box<dyn Run>)> = others.collect();
        let engine = Engine::within(problem, Settings::from(settings), &mut budget);
        let header = Box::new(engine.header());
        let first = (SHARE, Box::new(engine) as Box<dyn Run>);
        let task = Task {
            runs: Alternation::new(std::iter::once(first).chain(others).collect()),
            others: turns.into_iter().map(|turn| (turn, Vec::new())).collect(),
            shown: 0,
            untold: VecDeque::new(),
            model,
            settings: settings.clone(),
            budget,
            memory: allowance.memory,
            is_over: false,
        };
        self.tasks.insert(run, task);
        Progress::Began { header }
    }

    /// Gives a run that has paused another budget.
    pub fn resume(&mut self, run: RunId) {
        if let Some(task) = self.tasks.get_mut(&run)
            && task.is_over
            && task.runs.resume()
        {
            // One that has nobody beside it says so itself.
            if !task.others.is_empty() {
                task.untold.push_back(Event::Resumed);
            }
            let allowance = RunLimits::of(&task.settings, true);
            task.budget = Budget::steps(allowance.steps).with_interruption(memory::watch());
            task.memory = allowance.memory;
            task.is_over = false;
        }
    }

    /// Why a clause holds under the solution of a run.
    pub fn prove(&self, run: RunId, clause: ClauseId) -> Progress {
        Progress::Proof { clause, proof: self.proof(run, clause).map(Box::new) }
    }

    fn proof(&self, run: RunId, clause: ClauseId) -> Result<ClauseProof, String> {
        let Some(task) = self.tasks.get(&run) else {
            return Err("The worker does not know this run any more; solve again.".to_owned());
        };
        let Some(Verdict::Safe(solved)) = task.verdict() else {
            return Err("There is no solution.".to_owned());
        };
        let mut problem = task.run().problem().clone();
        let mut budget = Budget::steps(PROOF_STEPS);
        explain::clause(&mut problem, solved.solution(), clause, &mut budget)
            .map_err(|reason| format!("There is no proof to show: {reason}."))
    }

    /// A run that is not over, if there is one.
    pub fn active(&self) -> Option<RunId> {
        self.tasks.iter().find(|(_, task)| !task.is_over).map(|(id, _)| *id)
    }

    /// Gets on with a run, and says what there is to tell of it: nothing while it is the turn of others.
    /// `None` if it is over.
    pub fn work(&mut self, run: RunId) -> Option<Option<Event>> {
        let task = self.tasks.get_mut(&run).filter(|task| !task.is_over)?;
        memory::set_limit(task.memory);
        if memory::look().is_some() {
            // The budget looks at the memory only amid long steps. This makes it look now.
            task.budget.take(STEPS_BETWEEN_LOOKS).ok();
        }
        Some(task.work())
    }

    /// The next event of a run; `None` if it is over.
    pub fn step(&mut self, run: RunId) -> Option<Event> {
        loop {
            if let Some(event) = self.work(run)? {
                return Some(event);
            }
        }
    }

    /// Who the run is that the page is told of, if it is not the one that the settings ask for.
    pub fn turn(&self, run: RunId) -> Option<Turn> {
        let task = self.tasks.get(&run)?;
        Some(task.others[task.shown.checked_sub(1)?].0)
    }

    /// The solution that a run has ended with, if it has.
    pub fn solution(&self, run: RunId) -> Option<SolutionText> {
        let task = self.tasks.get(&run)?;
        let Some(Verdict::Safe(solved)) = task.verdict() else { return None };
        Some(SolutionText {
            house: house::print_solution(task.run().problem(), solved.solution()),
            smtlib: smtlib::print_solution(task.run().problem(), solved.solution()),
        })
    }

    /// The picture of the model that a run is about, if it is about one.
    pub fn picture(&self, run: RunId) -> Option<Picture> {
        self.tasks.get(&run)?.model.as_ref().map(|model| model.picture())
    }

    /// What the verdict of a run says about its model, if there are both. That takes no more than any answer
    /// of the reader.
    pub fn modelled(&self, run: RunId) -> Option<Modelled> {
        let task = self.tasks.get(&run)?;
        let model = task.model.as_ref()?;
        memory::set_limit(task.memory);
        let mut watch = memory::look;
        let mut budget = Budget::steps(READER_STEPS).with_interruption(&mut watch);
        match task.verdict()? {
            Verdict::Safe(solved) => {
                let mut problem = task.run().problem().clone();
                Some(Modelled::Reading(model.reading(&mut problem, solved.solution(), &mut budget)))
            }
            Verdict::Unsafe(derivation, _) => {
                Some(Modelled::Account(account(&**model, derivation, &mut budget)))
            }
            Verdict::Stopped(_) => None,
        }
    }

    /// What to tell the page after some events.
    pub fn progress(&self, run: RunId, events: Vec<Event>, milliseconds: u32) -> Progress {
        let task = self.tasks.get(&run);
        Progress::Events {
            events,
            statistics: task.map(|task| task.run().statistics()).unwrap_or_default(),
            milliseconds,
            is_over: task.is_none_or(|task| task.is_over),
        }
    }
}

impl Task {
    /// The run that the page is told of.
    fn run(&self) -> &dyn Run {
        self.runs.run(self.shown)
    }

    /// Its verdict, once that has been told.
    fn verdict(&self) -> Option<&Verdict> {
        if self.is_over { self.run().verdict() } else { None }
    }

    fn work(&mut self) -> Option<Event> {
        let event = self.untold.pop_front().or_else(|| self.advance());
        self.is_over = matches!(event, Some(Event::Verdict(_)));
        event
    }

    /// Goes on until something happens, and says what, if the page is to be told.
    fn advance(&mut self) -> Option<Event> {
        if self.others.is_empty() {
            return Some(self.runs.step_of(0, &mut self.budget));
        }
        let event = self.runs.step(&mut self.budget);
        let told = self.runs.told();
        match event {
            // It goes on whenever it has its next turn.
            Event::Resumed => None,
            event if told == self.shown => Some(event),
            // The budget is used up, so the run that is shown stops as well.
            Event::Verdict(VerdictText::Stopped(_)) => {
                while !matches!(self.untold.back(), Some(Event::Verdict(_))) {
                    self.untold.push_back(self.runs.step_of(self.shown, &mut self.budget));
                }
                self.untold.pop_front()
            }
            event => {
                let is_verdict = matches!(event, Event::Verdict(_));
                let log = &mut self.others[told - 1].1;
                log.push(event);
                if is_verdict {
                    self.shown = told;
                    self.untold.extend(std::mem::take(log));
                }
                self.untold.pop_front()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hornbook::engine::{StopReason, VerdictText};

    use super::*;
    use crate::text::examples::Example;
    use crate::worker::limits::LINK_STEPS;

    fn verdict(runner: &mut Runner, run: RunId) -> VerdictText {
        let mut last = None;
        while let Some(event) = runner.step(run) {
            last = Some(event);
        }
        match last {
            Some(Event::Verdict(outcome)) => outcome,
            other => panic!("the last event is {other:?}"),
        }
    }

    #[test]
    fn gcd_is_safe() {
        let mut runner = Runner::default();
        let text = Example::named("gcd").unwrap().text;
        let began = runner.begin(RunId(1), text, &RunSettings::default(), &[]);
        assert!(matches!(began, Progress::Began { .. }));
        assert!(matches!(verdict(&mut runner, RunId(1)), VerdictText::Safe { .. }));
        assert_eq!(runner.active(), None);
    }

    #[test]
    fn every_clause_of_a_solved_run_is_proved() {
        let mut runner = Runner::default();
        let text = Example::named("gcd").unwrap().text;
        runner.begin(RunId(1), text, &RunSettings::default(), &[]);
        assert!(matches!(runner.prove(RunId(1), ClauseId(0)), Progress::Proof { proof: Err(_), .. }));
        verdict(&mut runner, RunId(1));
        for clause in (0..4).map(ClauseId) {
            let Progress::Proof { proof: Ok(proof), .. } = runner.prove(RunId(1), clause) else {
                panic!("clause {} is not proved", clause.number());
            };
            assert!(proof.lines.last().unwrap().text.is_false());
        }
        assert!(matches!(runner.prove(RunId(2), ClauseId(0)), Progress::Proof { proof: Err(_), .. }));
    }

    #[test]
    fn templates_of_the_settings_must_fit_the_problem() {
        let text = Example::named("loop50").unwrap().text;
        let with =
            |templates: &str| RunSettings { templates: templates.to_owned(), ..RunSettings::default() };
        let begin = |templates: &str| Runner::default().begin(RunId(1), text, &with(templates), &[]);
        assert!(matches!(begin("loop(I, X, J): X - I; J"), Progress::Began { .. }));
        assert!(matches!(begin("loop(I, X): X - I"), Progress::Refused { .. }));
    }

    #[test]
    fn a_run_that_has_paused_goes_on() {
        let mut runner = Runner::default();
        let settings = RunSettings { limit: 1, ..RunSettings::default() };
        runner.begin(RunId(1), Example::named("mult").unwrap().text, &settings, &[]);
        assert!(matches!(verdict(&mut runner, RunId(1)), VerdictText::Stopped(_)));
        runner.resume(RunId(1));
        assert_eq!(runner.step(RunId(1)), Some(Event::Resumed));
        assert_eq!(runner.active(), Some(RunId(1)));
    }

    #[test]
    fn a_run_that_nobody_has_asked_for_pauses_early() {
        let settings = RunSettings::default();
        let text = Example::named("mult").unwrap().text;
        let mut runner = Runner::default();
        runner.begin_within(RunLimits::of(&settings, false), RunId(1), text, &settings, &[]);
        let VerdictText::Stopped(stopped) = verdict(&mut runner, RunId(1)) else { panic!("it has ended") };
        assert_eq!(stopped.reason, StopReason::Budget);
        let steps = runner.tasks.get(&RunId(1)).unwrap().budget.used();
        assert!((LINK_STEPS..2 * LINK_STEPS).contains(&steps), "{steps}");
    }

    #[test]
    fn a_run_without_memory_stops_with_its_reason() {
        for is_asked_for in [true, false] {
            let settings = RunSettings::default();
            let allowance = RunLimits::of(&settings, is_asked_for);
            let mut runner = Runner::default();
            memory::pretend(allowance.memory);
            runner.begin_within(allowance, RunId(1), Example::named("mult").unwrap().text, &settings, &[]);
            for _ in 0..10 {
                runner.step(RunId(1));
            }
            assert_eq!(runner.active(), Some(RunId(1)), "it has just enough");
            memory::pretend(allowance.memory + 1);
            let VerdictText::Stopped(stopped) = verdict(&mut runner, RunId(1)) else {
                panic!("it has ended")
            };
            assert_eq!(stopped.reason, StopReason::Memory);
        }
    }

    /// What each example is, under the method that it opens with.
    #[test]
    fn every_example_ends_under_its_method() {
        for example in crate::text::examples::EXAMPLES {
            let is_endless = ["mult", "squares", "squares-as-printed"].contains(&example.name);
            let mut settings =
                RunSettings { limit: if is_endless { 1 } else { 8 }, ..RunSettings::default() };
            example.method().apply(&mut settings);
            let mut runner = Runner::default();
            runner.begin(RunId(1), example.text, &settings, &[]);
            let outcome = match verdict(&mut runner, RunId(1)) {
                VerdictText::Safe { .. } => "safe",
                VerdictText::Unsafe { .. } => "unsafe",
                VerdictText::Stopped(_) => "stopped",
            };
            let expected = match example.name {
                name if name.split('.').next().is_some_and(|stem| stem.ends_with("-bug")) => "unsafe",
                // A formula that is true, a machine that halts in time, automata with wrong delays.
                "pairs.qbf" | "beaver.turing" | "fischer-wrong.xta" | "pedestrian-faulty.xta" => "unsafe",
                _ if is_endless => "stopped",
                _ => "safe",
            };
            assert_eq!(outcome, expected, "{} by {}", example.name, example.method().label);
            let refinements = runner.tasks.get(&RunId(1)).unwrap().run().statistics().refinements;
            // What diverges otherwise, the abstraction ends as soon as the loop head recurs.
            if ["loop50", "petri-pair"].contains(&example.name) {
                assert!(refinements <= 2, "{}: {refinements}", example.name);
            }
        }
    }

    #[test]
    fn looking_ahead_loses_no_verdict() {
        for example in crate::text::examples::EXAMPLES {
            let outcome = |look_ahead: bool| {
                let mut runner = Runner::default();
                let settings = RunSettings { look_ahead, limit: 5, ..RunSettings::default() };
                runner.begin(RunId(1), example.text, &settings, &[]);
                let outcome = verdict(&mut runner, RunId(1));
                println!(
                    "{} {look_ahead}: {:?}",
                    example.name,
                    runner.tasks.get(&RunId(1)).unwrap().run().statistics()
                );
                outcome
            };
            let (without, with) = (outcome(false), outcome(true));
            match without {
                VerdictText::Safe { .. } => {
                    assert!(matches!(with, VerdictText::Safe { .. }), "{}", example.name);
                }
                VerdictText::Unsafe { .. } => {
                    assert!(matches!(with, VerdictText::Unsafe { .. }), "{}", example.name);
                }
                VerdictText::Stopped(_) => {}
            }
        }
    }

    /// Sums of four triples of numbers, of which one is asked for (after a file of CHC-COMP 2025, nay-horn).
    const SUMS: &str = "start(0, -4, 5). start(0, 0, -9). start(0, 0, 0). start(1, 1, 1).
        start(A + D, B + E, C + F) :- start(A, B, C), start(D, E, F).
        false :- start(1, -11, 15).";

    #[test]
    fn others_have_their_turns_and_the_first_verdict_is_shown_from_its_beginning() {
        let mut runner = Runner::default();
        let settings = RunSettings::default();
        runner.begin(RunId(1), SUMS, &settings, &[]);
        let events: Vec<Event> = std::iter::from_fn(|| runner.step(RunId(1))).collect();
        assert!(matches!(events.last(), Some(Event::Verdict(VerdictText::Safe { .. }))));
        let turn = runner.turn(RunId(1)).expect("another has found the verdict");
        let begin = events.iter().rposition(|event| matches!(event, Event::Restarted { .. })).unwrap();
        assert!(begin > 0, "there was something to tell before");
        let mut alone = Runner::default();
        alone.begin(RunId(2), SUMS, &turn.settings(&settings), &[]);
        let expected: Vec<Event> = std::iter::from_fn(|| alone.step(RunId(2))).collect();
        assert_eq!(events[begin + 1..], expected, "its events are those that it has alone");
        assert!(runner.solution(RunId(1)).is_some());
        assert!(matches!(runner.prove(RunId(1), ClauseId(0)), Progress::Proof { proof: Ok(_), .. }));
    }

    #[test]
    fn a_run_with_turns_pauses_and_goes_on() {
        let settings = RunSettings { limit: 3, ..RunSettings::default() };
        let mut runner = Runner::default();
        let text = Example::named("mult").unwrap().text;
        runner.begin(RunId(1), text, &settings, &[]);
        for _ in 0..2 {
            let VerdictText::Stopped(stopped) = verdict(&mut runner, RunId(1)) else {
                panic!("it has ended")
            };
            assert_eq!(stopped.reason, StopReason::Budget);
            runner.resume(RunId(1));
            assert_eq!(runner.step(RunId(1)), Some(Event::Resumed));
        }
    }

    #[test]
    fn a_text_with_errors_is_refused() {
        let began = Runner::default().begin(RunId(1), "p(X) :- X > .", &RunSettings::default(), &[]);
        assert!(matches!(began, Progress::Refused { .. }));
    }
}
