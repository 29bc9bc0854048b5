//! A run as the page knows it: its events so far, and the moment that is shown.

pub mod advice;
pub mod compare;
pub mod concerns;
pub mod doubt;
pub mod glossary;
pub mod goal;
mod modelled;
pub mod narrate;
pub mod proofs;
pub mod question;
pub mod rounds;
pub mod selection;
pub mod timeline;

use std::cell::RefCell;
use std::rc::Rc;

use hornbook::engine::{Event, Header, Statistics, StopReason, VerdictText};
use hornbook::lang::model::Picture;
use hornbook::settings::{RunSettings, Turn};
use hornbook::trace::{self, Trace};

use crate::run::concerns::concerns;
use crate::run::proofs::Proofs;
use crate::run::selection::Selection;
use crate::wire::protocol::{Modelled, RunId, SolutionText};
use crate::worker::limits::RunLimits;

/// At most this many steps of a run that goes on are shown one by one.
const FOLLOWED_STEPS: usize = 200;

/// After that, what has happened is shown whenever the run has lasted another part of the time that it has
/// lasted, and no more often than this. To draw a large state takes long; so the page has time to listen, and
/// draws a long run only so often.
const SHOWN_PART: u32 = 5;
const SHORTEST_WAIT_IN_MILLISECONDS: u32 = 500;

/// A run of the solver on a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub id: RunId,
    /// The text as it was when the run began. The editor may have changed since.
    pub text: Rc<str>,
    pub settings: RunSettings,
    pub status: RunStatus,
    /// The clauses that the event of the moment speaks of, once the worker has told.
    pub header: Option<Rc<Header>>,
    /// The clauses at the start. A run that begins again has others from then on.
    first_header: Option<Rc<Header>>,
    pub log: Log,
    pub statistics: Statistics,
    /// The solution that it has ended with, for export.
    pub solution: Option<Rc<SolutionText>>,
    /// What there is to draw of its model, if its text is more than clauses.
    pub picture: Option<Rc<Picture>>,
    /// What its verdict says about the model.
    modelled: Option<Rc<Modelled>>,
    /// The row of the model's run that is looked at, if somebody has picked one.
    pub row: Option<usize>,
    /// The time that the worker has spent, in milliseconds.
    pub milliseconds: u32,
    /// How much of that had passed when the log was looked at last.
    shown_at: u32,
    /// The steps of work that it has told of amid the step that comes next.
    pub working: u64,
    /// What is shown.
    pub moment: Moment,
    /// The moment moves on with the run, as long as the user does not look elsewhere.
    pub follows: bool,
    /// Where to go as soon as there are enough events: the step of a share link.
    pub awaited_step: Option<usize>,
    /// How often it was continued.
    pub continued: u32,
    /// Whether the user has asked for it. A run that a link has begun may do less, and begins again when it
    /// is continued: its steps must be those of the run that the link was made from, without the pause.
    pub is_asked_for: bool,
    /// The worker that knew it is gone, so that it can't be continued.
    pub is_lost: bool,
    /// Why its clauses hold, as far as the user has asked.
    pub proofs: Proofs,
    /// The last step that may be seen, while it is to be guessed what comes later.
    horizon: Option<usize>,
}

/// How a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunStatus {
    /// The worker has been asked.
    Waiting,
    Running,
    /// The last event is a verdict. If that is a stop for want of budget, the run can be continued.
    Ended,
    /// It was ended before it paused; the events so far are kept.
    Cut(Cut),
    /// The worker can't solve this text.
    Refused(Rc<str>),
}

/// Why a run was ended before it paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The user has stopped it.
    Stopped,
    /// The solver has failed.
    Failed,
    /// A link has begun it, nobody has asked for it, and it took too long.
    TooSlow,
}

impl Cut {
    /// Why, as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Cut::Stopped => "You have stopped the run.",
            Cut::Failed => "The solver has failed.",
            Cut::TooSlow => "The run took longer than a link may take by itself.",
        }
    }
}

impl RunStatus {
    pub fn is_active(&self) -> bool {
        matches!(self, RunStatus::Waiting | RunStatus::Running)
    }
}

/// The events of a run so far. Events are only ever added, so that states of the page can share one log: each
/// looks at as many events as there were in its time.
#[derive(Clone, Debug, Default)]
pub struct Log {
    shared: Rc<RefCell<Shared>>,
    len: usize,
}

#[derive(Debug, Default)]
struct Shared {
    trace: Trace,
    /// The steps after which a refinement is complete: where predicates were added.
    refinements: Vec<usize>,
    /// The steps at which counterexamples were found.
    counterexamples: Vec<usize>,
    /// The steps at which the run began again.
    beginnings: Vec<Beginning>,
    /// Whose events come next, from their beginning.
    next_turn: Option<Turn>,
    /// A counterexample has been refuted, and no predicates were added yet.
    is_refining: bool,
    /// A derivation at its end says nothing about the model that the clauses come from.
    is_open: bool,
}

/// A step at which a run began again.
#[derive(Clone, Debug)]
struct Beginning {
    step: usize,
    /// The clauses from then on.
    header: Rc<Header>,
    /// Whose run it is from then on, if another has found the verdict in its turn.
    turn: Option<Turn>,
}

impl PartialEq for Log {
    fn eq(&self, other: &Log) -> bool {
        Rc::ptr_eq(&self.shared, &other.shared) && self.len == other.len
    }
}

impl Log {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes further events, which are not looked at before [`Log::catch_up`].
    pub(crate) fn push(&mut self, events: Vec<Event>) {
        let Shared { trace, refinements, counterexamples, beginnings, next_turn, is_refining, .. } =
            &mut *self.shared.borrow_mut();
        for event in events {
            match event {
                Event::CounterexampleFound { .. } => counterexamples.push(trace.len() + 1),
                Event::Refuted => *is_refining = true,
                Event::Restarted { ref header } => {
                    let before = beginnings.last().and_then(|beginning| beginning.turn);
                    let turn = next_turn.take().or(before);
                    let header = Rc::new(header.clone());
                    beginnings.push(Beginning { step: trace.len() + 1, header, turn });
                }
                Event::PredicatesAdded { .. } if *is_refining => {
                    *is_refining = false;
                    refinements.push(trace.len() + 1);
                }
                _ => {}
            }
            trace.push(event);
        }
    }

    /// Looks at all events that there are, or at those up to a horizon.
    pub(crate) fn catch_up(&mut self, horizon: Option<usize>) {
        self.len = horizon.map_or(self.total(), |horizon| horizon.min(self.total()));
    }

    /// Looks at all events at once, those included that are not to be seen yet.
    pub(crate) fn with_all<T>(&self, look: impl FnOnce(&[Event]) -> T) -> T {
        look(self.shared.borrow().trace.events())
    }

    /// How many events there are, those included that are not looked at yet.
    fn total(&self) -> usize {
        self.shared.borrow().trace.len()
    }

    /// The event that leads to a step; none leads to step 0.
    pub fn event(&self, step: usize) -> Option<Event> {
        let index = step.checked_sub(1).filter(|_| step <= self.len)?;
        self.shared.borrow().trace.events().get(index).cloned()
    }

    /// Looks at all events in order.
    pub fn for_each(&self, look: impl FnMut(&Event)) {
        self.shared.borrow().trace.events()[..self.len].iter().for_each(look);
    }

    /// Looks at all events at once.
    pub fn with_events<T>(&self, look: impl FnOnce(&[Event]) -> T) -> T {
        look(&self.shared.borrow().trace.events()[..self.len])
    }

    /// How the run had begun last by a step, if it had begun again by then.
    fn beginning(&self, step: usize) -> Option<Beginning> {
        self.shared.borrow().beginnings.iter().rfind(|beginning| beginning.step <= step).cloned()
    }

    /// Whose run begins with these clauses, if it is another that has found the verdict in its turn.
    pub fn turn_with(&self, header: &Header) -> Option<Turn> {
        let shared = self.shared.borrow();
        let beginning = shared.beginnings.iter().find(|beginning| *beginning.header == *header)?;
        beginning.turn
    }

    /// The state after a step.
    pub fn state(&self, step: usize) -> trace::State {
        self.shared.borrow().trace.state(step.min(self.len))
    }

    /// The next step after this one whose event a question is answered with yes for.
    pub fn next(&self, step: usize, mut is_sought: impl FnMut(&Event) -> bool) -> Option<usize> {
        let shared = self.shared.borrow();
        let later = shared.trace.events()[..self.len].get(step..)?;
        later.iter().position(&mut is_sought).map(|index| step + index + 1)
    }

    /// The last such step before this one.
    pub fn previous(&self, step: usize, mut is_sought: impl FnMut(&Event) -> bool) -> Option<usize> {
        let shared = self.shared.borrow();
        let earlier = shared.trace.events()[..self.len].get(..step.checked_sub(1)?)?;
        earlier.iter().rposition(&mut is_sought).map(|index| index + 1)
    }

    /// The place of a step in terms that runs have in common: the refinement, and how far the way to the next
    /// one is.
    pub fn place(&self, step: usize) -> Place {
        let bounds = self.bounds();
        let refinement = bounds.iter().skip(1).take_while(|bound| **bound < step).count();
        let (from, to) = self.segment(&bounds, refinement);
        Place { refinement, part: step.saturating_sub(from), of: to - from }
    }

    /// The step at a place, or the nearest there is.
    pub fn at(&self, place: Place) -> usize {
        let bounds = self.bounds();
        if place.refinement + 1 >= bounds.len() {
            return self.len;
        }
        let (from, to) = self.segment(&bounds, place.refinement);
        from + (place.part * (to - from)).checked_div(place.of).unwrap_or(0)
    }

    /// How many stretches the refinements divide the run into.
    pub fn segments(&self) -> usize {
        self.bounds().len() - 1
    }

    /// The start, the refinements, and the end.
    fn bounds(&self) -> Vec<usize> {
        let mut bounds = vec![0];
        bounds.extend(self.refinements());
        if bounds.last() != Some(&self.len) {
            bounds.push(self.len);
        }
        bounds
    }

    fn segment(&self, bounds: &[usize], refinement: usize) -> (usize, usize) {
        let bound = |i: usize| bounds.get(i).copied().unwrap_or(self.len);
        (bound(refinement), bound(refinement + 1))
    }

    /// The steps at which counterexamples were found, in order.
    pub fn counterexamples(&self) -> Vec<usize> {
        let shared = self.shared.borrow();
        shared.counterexamples.iter().copied().take_while(|step| *step <= self.len).collect()
    }

    /// The last step up to this one whose event tells a counterexample, as it was found or expanded.
    pub fn last_counterexample(&self, step: usize) -> Option<usize> {
        self.previous(step + 1, |event| event.counterexample().is_some())
    }

    /// The step that found the last counterexample up to a step, unless the clauses are others since, or the
    /// graph is no longer told.
    pub fn standing_counterexample(&self, step: usize) -> Option<usize> {
        let is_over = |event: &Event| matches!(event, Event::Restarted { .. } | Event::Coarse);
        let found = self.previous(step + 1, |event| event.counterexample().is_some() || is_over(event))?;
        self.event(found)?.counterexample().is_some().then_some(found)
    }

    /// The moment at which most was known of a counterexample, before the run went on to explore. What the
    /// step to it did is left out. None as long as the run is at it.
    pub fn last_of_counterexample(&self, run: RunId, found: usize) -> Option<Moment> {
        let leaves = |event: &Event| {
            matches!(event, Event::NodeAdded { .. } | Event::EdgeAdded { .. } | Event::Contradictory { .. })
        };
        let step = self.next(found, leaves)? - 1;
        let after = Rc::new(self.state(step));
        after.counterexample.as_ref()?;
        Some(Moment { run, step, event: None, before: Rc::clone(&after), after })
    }

    /// The steps at which refinements are complete, in order.
    pub fn refinements(&self) -> Vec<usize> {
        let shared = self.shared.borrow();
        shared.refinements.iter().copied().take_while(|step| *step <= self.len).collect()
    }
}

/// A place in a run, to be found again in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of refinements that are complete.
    pub refinement: usize,
    /// The number of steps after it, and of those from it to the next.
    pub part: usize,
    pub of: usize,
}

impl Place {
    /// The place as a number: refinements, and the part of the next one.
    #[allow(clippy::cast_precision_loss)] // No run has as many steps as that.
    pub fn number(self) -> f64 {
        let part = if self.of == 0 { 0.0 } else { self.part as f64 / self.of as f64 };
        self.refinement as f64 + part
    }
}

/// A step of a run, with the state before and after it. Cheap to clone and to compare.
#[derive(Clone, Debug)]
pub struct Moment {
    pub run: RunId,
    pub step: usize,
    /// The event of this step; none at the very start.
    pub event: Option<Rc<Event>>,
    pub before: Rc<trace::State>,
    pub after: Rc<trace::State>,
}

impl PartialEq for Moment {
    fn eq(&self, other: &Moment) -> bool {
        (self.run, self.step) == (other.run, other.step)
    }
}

impl Moment {
    fn start(run: RunId) -> Moment {
        let state = Rc::new(trace::State::default());
        Moment { run, step: 0, event: None, before: Rc::clone(&state), after: state }
    }

    /// Is what is being solved written out with copies? Once there are interpolants, they are shown at the
    /// counterexample itself, if there is one.
    pub fn is_expanded(&self) -> bool {
        let after = &self.after;
        after.expansion.is_some() && (after.counterexample.is_none() || after.interpolants.is_empty())
    }
}

impl Run {
    pub fn new(id: RunId, text: Rc<str>, settings: RunSettings) -> Run {
        Run {
            id,
            text,
            settings,
            status: RunStatus::Waiting,
            header: None,
            first_header: None,
            log: Log::default(),
            statistics: Statistics::default(),
            solution: None,
            picture: None,
            modelled: None,
            row: None,
            milliseconds: 0,
            working: 0,
            shown_at: 0,
            moment: Moment::start(id),
            follows: true,
            awaited_step: None,
            continued: 0,
            is_asked_for: true,
            is_lost: false,
            proofs: Proofs::default(),
            horizon: None,
        }
    }

    /// The last step that may be seen, if there is one.
    pub fn horizon(&self) -> Option<usize> {
        self.horizon
    }

    /// Hides what comes after a step, or nothing.
    pub(crate) fn set_horizon(&mut self, horizon: Option<usize>) {
        self.horizon = horizon;
        self.log.catch_up(horizon);
        if self.moment.step > self.log.len() {
            self.go_to(self.log.len());
        }
    }

    /// The clauses at its start.
    pub(crate) fn first_header(&self) -> Option<Rc<Header>> {
        self.first_header.clone()
    }

    /// The events that come next are those of another run, which has found the verdict in its turn.
    pub(crate) fn turned(&mut self, turn: Turn) {
        self.log.shared.borrow_mut().next_turn = Some(turn);
    }

    /// The settings of the run that a step belongs to: those that were asked for, or of one that has taken
    /// turns with it.
    pub fn settings_at(&self, step: usize) -> RunSettings {
        match self.log.beginning(step).and_then(|beginning| beginning.turn) {
            Some(turn) => turn.settings(&self.settings),
            None => self.settings.clone(),
        }
    }

    /// Shows another step, or the last if there are fewer.
    pub fn go_to(&mut self, step: usize) {
        let step = step.min(self.log.len());
        if step == self.moment.step {
            return;
        }
        let before = if step == self.moment.step + 1 {
            Rc::clone(&self.moment.after)
        } else {
            Rc::new(self.log.state(step.saturating_sub(1)))
        };
        let beginning = self.log.beginning(step).map(|beginning| beginning.header);
        self.header = beginning.or_else(|| self.first_header.clone());
        let event = self.log.event(step).map(Rc::new);
        let mut after = (*before).clone();
        if let Some(event) = &event {
            after.apply(event);
        }
        self.moment = Moment { run: self.id, step, event, before, after: Rc::new(after) };
    }

    /// The run without its progress in figures: while only these change, it stays equal to itself, and
    /// whoever does not show them need not be drawn again.
    #[must_use]
    pub fn without_figures(&self) -> Run {
        Run { statistics: Statistics::default(), milliseconds: 0, working: 0, shown_at: 0, ..self.clone() }
    }

    /// The worker has begun, with these clauses.
    pub fn begin(&mut self, header: Header) {
        self.header = Some(Rc::new(header));
        self.first_header.clone_from(&self.header);
        self.status = RunStatus::Running;
    }

    /// More has happened. It is shown at once, or soon.
    pub fn extend(&mut self, events: Vec<Event>) {
        self.working = 0;
        self.log.push(events);
        let total = self.log.total();
        let wait = SHORTEST_WAIT_IN_MILLISECONDS.max(self.milliseconds / SHOWN_PART);
        let is_due = self.milliseconds.saturating_sub(self.shown_at) >= wait;
        let is_awaited = self.awaited_step.is_some_and(|step| step <= total);
        if total <= FOLLOWED_STEPS || is_due || is_awaited {
            self.catch_up();
        }
    }

    /// Shows what has happened.
    pub fn catch_up(&mut self) {
        self.shown_at = self.milliseconds;
        self.log.catch_up(self.horizon);
        if let Some(step) = self.awaited_step {
            self.go_to(step);
            if self.common_steps() >= step {
                self.awaited_step = None;
            }
        } else if self.follows {
            self.follow();
        }
    }

    /// How many of its steps are those of the run that the user would have asked for: the pause of a run that
    /// a link has begun is none.
    fn common_steps(&self) -> usize {
        let is_early = match self.pause() {
            Some(StopReason::Budget) => self.allowed_steps().1 < self.settings.steps(),
            Some(StopReason::Memory) => !self.is_asked_for,
            _ => false,
        };
        self.log.len() - usize::from(is_early)
    }

    /// Moves on with a run that goes on: step by step at first, and then from refinement to refinement, since
    /// to draw everything on the way would keep the page busy.
    fn follow(&mut self) {
        let end = self.log.len();
        let refinement = self.log.refinements().last().copied().filter(|_| end > FOLLOWED_STEPS);
        self.go_to(refinement.unwrap_or(end));
    }

    /// No more is to come, at least for now: whoever has followed wants to see the end.
    pub fn end(&mut self, status: RunStatus) {
        self.status = status;
        self.catch_up();
        if self.follows && self.awaited_step.is_none() {
            self.go_to(self.log.len());
        }
    }

    /// Whether the moment is the last one so far.
    pub fn is_at_end(&self) -> bool {
        self.moment.step == self.log.len()
    }

    /// Why it has stopped without a verdict, if it has.
    pub fn pause(&self) -> Option<StopReason> {
        match self.log.event(self.log.len()) {
            Some(Event::Verdict(VerdictText::Stopped(stopped))) => Some(stopped.reason),
            _ => None,
        }
    }

    /// A choice that did not fit, if there was one, with the reason.
    pub fn misfit(&self) -> Option<String> {
        if self.settings.choices.is_empty() {
            return None;
        }
        self.log.with_events(|events| {
            events.iter().find_map(|event| match event {
                Event::ChoiceUnfit { choice, why } => Some(format!(
                    "A choice does not fit, so the run is shown up to there: {}; {why}.",
                    narrate::your_choice(choice)
                )),
                _ => None,
            })
        })
    }

    /// The steps of work that it may take in all until it pauses, and how many of them since it was continued
    /// last.
    pub fn allowed_steps(&self) -> (u64, u64) {
        let steps = RunLimits::of(&self.settings, self.is_asked_for).steps;
        (steps.saturating_mul(u64::from(self.continued) + 1), steps)
    }

    /// Whether it has paused, and can go on: because the worker still knows it, or because it begins again.
    pub fn can_be_continued(&self) -> bool {
        // What comes later is hidden, also whether it has ended.
        if self.horizon.is_some() {
            return false;
        }
        if !self.is_asked_for {
            let is_over = matches!(self.outcome(), "Safe" | "Unsafe" | "Stopped") || self.log.is_open();
            return matches!(self.status, RunStatus::Ended | RunStatus::Cut(_)) && !is_over;
        }
        // What was stopped begins again, and goes on beyond where it was.
        if self.status == RunStatus::Cut(Cut::Stopped) && self.header.is_some() {
            return true;
        }
        let can_be_resumed = self.pause().is_some_and(|reason| reason.is_resumable());
        self.status == RunStatus::Ended && !self.is_lost && can_be_resumed
    }

    /// The next step that concerns the selected thing, if there is one.
    pub fn next_change(&self, selection: Selection) -> Option<usize> {
        self.log.next(self.moment.step, |event| concerns(event, selection))
    }

    /// The last step before the moment that concerns the selected thing, if there is one.
    pub fn previous_change(&self, selection: Selection) -> Option<usize> {
        self.log.previous(self.moment.step, |event| concerns(event, selection))
    }

    /// What the run has come to, in a word or two.
    pub fn outcome(&self) -> &'static str {
        match self.log.event(self.log.len()) {
            Some(Event::Verdict(VerdictText::Safe { .. })) => "Safe",
            Some(Event::Verdict(VerdictText::Unsafe { .. })) => self.unsafe_outcome(),
            Some(Event::Verdict(VerdictText::Stopped(stopped))) if stopped.reason == StopReason::Unfit => {
                "Stopped"
            }
            Some(Event::Verdict(VerdictText::Stopped(_))) => "Paused",
            _ => "No verdict",
        }
    }

    /// The number of refinements that are complete at the moment.
    pub fn refinement(&self) -> usize {
        self.log.refinements().iter().take_while(|step| **step <= self.moment.step).count()
    }

    /// The step of the next refinement after the moment, or the end.
    pub fn next_refinement(&self) -> usize {
        let refinements = self.log.refinements();
        refinements.into_iter().find(|step| *step > self.moment.step).unwrap_or(self.log.len())
    }

    /// The step of the last refinement before the moment, or the start.
    pub fn previous_refinement(&self) -> usize {
        let refinements = self.log.refinements();
        refinements.into_iter().rev().find(|step| *step < self.moment.step).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::examples::Example;
    use crate::wire::protocol::Progress;
    use crate::worker::runner::Runner;

    /// A run that takes a tenth of a second for each event.
    fn slow_run(steps: usize) -> Run {
        let settings = RunSettings { look_ahead: false, ..RunSettings::default() };
        let text = Example::named("mult").unwrap().text;
        let mut runner = Runner::default();
        let mut run = Run::new(RunId(1), text.into(), settings.clone());
        let Progress::Began { header } = runner.begin(run.id, text, &settings, &[]) else {
            panic!("refused")
        };
        run.begin(*header);
        for _ in 0..steps {
            run.milliseconds += 100;
            run.extend(runner.step(run.id).into_iter().collect());
        }
        run
    }

    #[test]
    fn a_long_run_is_shown_less_and_less_often() {
        let run = slow_run(FOLLOWED_STEPS);
        assert_eq!(run.log.len(), FOLLOWED_STEPS);
        let run = slow_run(FOLLOWED_STEPS + 30);
        assert_eq!((run.log.len(), run.log.total()), (FOLLOWED_STEPS, FOLLOWED_STEPS + 30));
        assert!(slow_run(FOLLOWED_STEPS * 5 / 4 + 1).log.len() > FOLLOWED_STEPS);
        // Nothing is lost: whoever stops the run, or asks for its end, sees all of it.
        let mut ended = run.clone();
        ended.end(RunStatus::Cut(Cut::Stopped));
        assert_eq!((ended.log.len(), ended.moment.step), (FOLLOWED_STEPS + 30, FOLLOWED_STEPS + 30));
        assert_eq!(run.log.len(), FOLLOWED_STEPS);
    }

    /// It is seen with its interpolants until there is another, but not at its own steps, and not before.
    #[test]
    fn the_last_counterexample_stands_until_there_is_another() {
        let run = slow_run(100);
        let found = run.log.counterexamples();
        assert!(found.len() > 1);
        assert_eq!(run.log.standing_counterexample(found[0] - 1), None);
        for step in found[0]..100 {
            let last = found.iter().copied().rev().find(|found| *found <= step).unwrap();
            assert_eq!(run.log.standing_counterexample(step), Some(last));
            let Some(moment) = run.log.last_of_counterexample(run.id, last) else {
                assert!(step >= *found.last().unwrap(), "only the last one may be at hand still");
                continue;
            };
            let (own, then) = (run.log.state(last), &moment.after);
            assert_eq!(then.counterexample.as_ref().unwrap(), own.counterexample.as_ref().unwrap());
            assert!(then.is_refuted && !then.interpolants.is_empty() && moment.event.is_none());
            let later = run.log.event(moment.step + 1).unwrap();
            assert!(
                then.verdict.is_none() && run.log.state(moment.step + 1).counterexample.is_none(),
                "{later:?}"
            );
        }
    }

    #[test]
    fn an_awaited_step_is_shown_as_soon_as_it_is_there() {
        let mut run = slow_run(FOLLOWED_STEPS + 1);
        run.awaited_step = Some(run.log.total());
        run.extend(Vec::new());
        assert_eq!((run.moment.step, run.awaited_step), (FOLLOWED_STEPS + 1, None));
    }
}
