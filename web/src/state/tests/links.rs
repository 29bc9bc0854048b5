//! The runs of links: they do little until the user asks for more, and then they are the runs that the links
//! were made from.

use super::*;
use crate::state::link::fragment;
use crate::worker::limits::{LINK_STEPS, REUSED_MEMORY, RUN_MEMORY};

/// A link into a run that needs more than a link may do, at its last step.
fn long_link() -> (State, Action) {
    let text = crate::text::examples::Example::named("mult").unwrap();
    let settings = RunSettings { limit: 8, ..RunSettings::default() };
    let asked = state().after(Action::Open(text)).after(Action::Set(Side::Left, settings));
    let run = solved(&asked.after(Action::Solve), Side::Left);
    assert!(run.run().unwrap().statistics.steps > LINK_STEPS);
    let link = fragment(&run, true).unwrap();
    (run, Action::OpenLink(link.into()))
}

#[test]
fn a_link_asks_before_it_does_much() {
    let (sender, link) = long_link();
    let opened = state().after(link);
    assert!(!opened.run().unwrap().is_asked_for);
    let paused = solved(&opened, Side::Left);
    let run = paused.run().unwrap();
    assert!(run.can_be_continued() && run.status == RunStatus::Ended);
    assert!(run.statistics.steps < 2 * LINK_STEPS, "{:?}", run.statistics);
    let notice = paused.notice.as_deref().unwrap();
    assert!(notice.contains("5 million steps of work that a link gets until you ask for more"), "{notice}");

    // Once asked, it is the run of the sender, step by step.
    let continued = paused.after(Action::Continue);
    assert_eq!((continued.notice.as_ref(), continued.is_running()), (None, true));
    let there = solved(&continued, Side::Left);
    let [one, other] = [&sender, &there].map(|state| state.run().unwrap());
    assert_eq!((other.moment.step, other.log.len()), (one.moment.step, one.log.len()));
    assert_eq!(other.moment.after, one.moment.after);
    assert_eq!(fragment(&there, true), fragment(&sender, true));
    assert_eq!(there.notice, None);
}

#[test]
fn a_link_that_takes_too_long_is_ended() {
    let (_, link) = long_link();
    let opened = state().after(link);
    let run = opened.link_run().unwrap();
    let ended = opened.after(Action::LinkRunIsTooSlow(run));
    assert_eq!(ended.run().unwrap().status, RunStatus::Cut(Cut::TooSlow));
    assert_eq!(ended.workers.speaker(Role::Solver).generation, 1);
    assert!(ended.notice.as_deref().unwrap().contains("5 seconds that a link gets"), "{:?}", ended.notice);
    assert!(ended.after(Action::Continue).is_running());
    assert_eq!(ended.link_run(), None);
    // A run that the user has asked for takes as long as it takes.
    let own = state().after(Action::Solve);
    assert_eq!(own.link_run(), None);
    assert_eq!(own.after(Action::LinkRunIsTooSlow(RunId(1))), own);
    // Whoever stops the run of a link is not asked.
    assert!(opened.after(Action::Stop).notice.is_none());
}

#[test]
fn memory_comes_back_with_a_new_solver() {
    let generation = |state: &State| state.workers.speaker(Role::Solver).generation;
    let running = state().after(Action::Solve);
    let large = running.hears(Role::Solver, Message::Memory { bytes: RUN_MEMORY + 1 });
    assert_eq!(generation(&large), 0, "the run says first why it stops");
    let stopped = solved(&large, Side::Left);
    assert_eq!((generation(&stopped), stopped.workers.memory(Role::Solver)), (1, 0));
    assert!(stopped.run().unwrap().is_lost);
    // Another text does not inherit what the one before has taken.
    let ended = solved(&running, Side::Left);
    for (bytes, expected) in [(REUSED_MEMORY, 0), (REUSED_MEMORY + 1, 1)] {
        let again = ended.hears(Role::Solver, Message::Memory { bytes }).after(Action::Solve);
        assert_eq!(generation(&again), expected);
        assert!(again.is_running());
    }
}

#[test]
fn a_solver_that_fails_is_replaced() {
    let running = state().after(Action::Solve);
    let failed = running.hears(Role::Solver, Message::Panicked { message: "cause".to_owned() });
    assert_eq!(failed.workers.speaker(Role::Solver).generation, 1);
    assert_eq!(failed.workers.status(Role::Solver), WorkerStatus::Starting);
    assert_eq!(failed.workers.failure(), Some((Role::Solver, &"cause".into())));
    let ready = failed.hears(Role::Solver, Message::Ready);
    assert_eq!(ready.pending_run(Side::Left), None, "what it failed at is not tried again");
    assert!(ready.after(Action::Solve).pending_run(Side::Left).is_some());
}

#[test]
fn a_link_carries_the_choices_of_its_run_and_of_no_other() {
    use crate::state::own::OwnAction;
    use hornbook::engine::{Choice, PositionId, Taken};

    let text = crate::text::examples::Example::named("gcd").unwrap();
    let plain = solved(&state().after(Action::Open(text)).after(Action::Solve), Side::Left);
    let formula = "M = N -> M >= R".to_owned();
    let choice = Choice { step: 4, taken: Taken::Interpolant { position: PositionId(0), formula } };
    let chosen = solved(&plain.after(Action::Own(OwnAction::Choose(choice))), Side::Left);
    let run = chosen.run().unwrap();
    assert_eq!((run.moment.step, run.misfit()), (6, None));
    assert_eq!((run.outcome(), run.statistics.refinements), ("Safe", 1));
    assert_eq!(chosen.own.branches.iter().map(|b| b.refinements).collect::<Vec<_>>(), [3, 1]);
    let link = fragment(&chosen, true).unwrap();
    let opened = solved(&state().after(Action::OpenLink(link.as_str().into())), Side::Left);
    assert_eq!(opened.run().unwrap().settings.choices, "@4i1:M = N -> M >= R");
    assert_eq!(opened.run().unwrap().moment.after, run.moment.after);
    assert_eq!(fragment(&opened, true), Ok(link));
    // The two ways beside each other, and a link to both.
    let solvers = chosen.own.branches.iter().position(|branch| branch.settings.choices.is_empty()).unwrap();
    let both = solved(&chosen.after(Action::Own(OwnAction::Beside(solvers))), Side::Right);
    let of_both = fragment(&both, true).unwrap();
    let there = both.after(Action::OpenLink(of_both.as_str().into()));
    let there = solved(&solved(&there, Side::Left), Side::Right);
    for state in [&both, &there] {
        let of =
            |side| state.run_at(side).map(|run| (run.settings.choices.as_str(), run.log.refinements().len()));
        assert_eq!(of(Side::Left), Some(("@4i1:M = N -> M >= R", 1)));
        assert_eq!(of(Side::Right), Some(("", 3)));
        assert!(state.compares);
    }
    // Who solves again, or takes the choice back, has the solver's way.
    for again in [opened.after(Action::Solve), chosen.after(Action::Own(OwnAction::Undo))] {
        assert_eq!(again.run().unwrap().settings.choices, "");
    }
    let unfit =
        solved(&state().after(Action::OpenLink("example=gcd&step=9&choices=@2a9(0)".into())), Side::Left);
    assert!(
        unfit.notice.as_deref().is_some_and(|words| words.contains("does not fit")),
        "{:?}",
        unfit.notice
    );
    assert_eq!(unfit.run().unwrap().moment.step, 4, "the run up to there");
    assert!(!unfit.run().unwrap().can_be_continued());
}
