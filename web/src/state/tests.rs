use super::*;
use crate::run::RunStatus;
use crate::wire::protocol::{Answer, Progress, Request};
use crate::worker::limits::RunLimits;
use hornbook::engine::PositionId;

mod links;
mod reading;
mod texts;

fn state() -> State {
    State::ready()
}

fn answer(id: RequestId, clauses: usize) -> Message {
    let answer = Answer::Description(Description { clauses, ..Description::default() });
    Message::Answer { id, answer }
}

#[test]
fn the_saved_text_comes_back() {
    assert_eq!(&*State::new(Some("p(X).".to_owned()), None).text, "p(X).");
    assert_eq!(&*State::new(None, None).text, Example::first().text);
}

#[test]
fn an_answer_about_an_older_text_is_ignored() {
    let first = state();
    let (_, call) = first.question().unwrap();
    let edited = first.after(Action::Edit("q(X).".into()));
    assert_eq!(edited.hears(Role::Reader, answer(call.id, 1)), edited);
    let answered = edited.hears(Role::Reader, answer(edited.current_request, 2));
    assert_eq!(answered.description.as_ref().unwrap().clauses, 2);
    assert_eq!(answered.question(), None);
}

#[test]
fn nothing_is_asked_before_the_worker_listens() {
    assert_eq!(State::new(None, None).question(), None);
}

#[test]
fn an_example_does_not_destroy_the_users_work() {
    let own = state().after(Action::Edit("mine(X).".into()));
    let opened = own.after(Action::Open(&EXAMPLES[0]));
    assert_eq!(&*opened.text, EXAMPLES[0].text);
    let further = opened.after(Action::Open(&EXAMPLES[1]));
    let back = further.after(Action::BringBack);
    assert_eq!(&*back.text, "mine(X).");
    assert_eq!(back.set_aside, None);
}

fn solved(state: &State, side: Side) -> State {
    let mut runner = crate::worker::runner::Runner::default();
    let Some(Request::Solve { run, text, settings, keep, is_asked_for }) = state.run_request(side) else {
        panic!("nothing to solve");
    };
    let allowance = RunLimits::of(&settings, is_asked_for);
    let progress = runner.begin_within(allowance, run, &text, &settings, &keep);
    let mut state = state.hears(Role::Solver, Message::Run { run, progress });
    while runner.active().is_some() {
        let events = runner.step(run).into_iter().collect();
        let progress = runner.progress(run, events, 1);
        state = state.hears(Role::Solver, Message::Run { run, progress });
    }
    state
}

#[test]
fn every_step_is_reached_in_both_directions() {
    let asked = state().after(Action::Solve);
    assert_eq!(asked.pending_run(Side::Left), Some((RunId(1), 0)));
    let state = solved(&asked, Side::Left);
    let run = state.run().unwrap();
    assert_eq!((run.status.clone(), run.outcome()), (RunStatus::Ended, "Safe"));
    assert_eq!(run.moment.step, run.log.len());
    let mut back = state.clone();
    for step in (0..run.log.len()).rev() {
        back = back.after(Action::Move(Move::Back));
        let moment = &back.run().unwrap().moment;
        assert_eq!((moment.step, &*moment.after), (step, &run.log.state(step)));
    }
    let mut forward = back;
    while forward.run().unwrap().moment.step < run.log.len() {
        forward = forward.after(Action::Move(Move::Forward));
    }
    assert_eq!(forward.run().unwrap().moment.after, run.moment.after);
}

#[test]
fn refinements_are_stations() {
    let state = solved(&state().after(Action::Solve), Side::Left);
    let mut at = state.after(Action::Move(Move::Start));
    for step in state.run().unwrap().log.refinements() {
        at = at.after(Action::Move(Move::NextRefinement));
        assert_eq!(at.run().unwrap().moment.step, step);
    }
    assert!(at.run().unwrap().refinement() > 0);
}

#[test]
fn two_runs_are_shown_at_the_same_refinement() {
    let disjunctive =
        RunSettings { strategy: hornbook::settings::Strategy::Disjunctive, ..RunSettings::default() };
    let asked = state()
        .after(Action::Compare(true))
        .after(Action::Set(Side::Right, disjunctive))
        .after(Action::Solve);
    let state = solved(&solved(&asked, Side::Left), Side::Right);
    let at = state.after(Action::Move(Move::Start)).after(Action::Move(Move::NextRefinement));
    let [left, right] = Side::BOTH.map(|side| at.run_at(side).unwrap().refinement());
    assert_eq!((left, right), (1, 1));
    let end = at.after(Action::Move(Move::End));
    let right = end.run_at(Side::Right).unwrap();
    assert_eq!(right.moment.step, right.log.len());
}

/// The figure of CAV'13: one run needs fewer refinements, the other goes on without it.
#[test]
fn the_shorter_of_two_runs_waits_at_its_end() {
    let asked = state().after(Action::Solve);
    let state = solved(&asked, Side::Left).after(Action::Compare(true));
    assert_ne!(state.settings[0], state.settings[1]);
    let state = solved(&state, Side::Right).after(Action::Move(Move::Start));
    let count = |state: &State, side| state.run_at(side).unwrap().log.refinements().len();
    let shorter =
        if count(&state, Side::Left) < count(&state, Side::Right) { Side::Left } else { Side::Right };
    let mut at = state.after(Action::Control(shorter));
    let mut steps = 0;
    while at.can_go_on() {
        at = at.after(Action::Move(Move::Forward));
        steps += 1;
        let [this, other] = [shorter, shorter.other()].map(|side| at.run_at(side).unwrap());
        assert!(this.is_at_end() || this.refinement() == other.refinement(), "at step {steps}");
    }
    while at.can_go_back() {
        at = at.after(Action::Move(Move::Back));
        steps -= 1;
    }
    assert_eq!(steps, 0);
}

#[test]
fn changes_of_the_selected_thing_are_stations() {
    let state = solved(&state().after(Action::Solve), Side::Left);
    let selected = Selection::Relation(hornbook::horn::SystemRelationId(0));
    let start = state.after(Action::Select(selected)).after(Action::Move(Move::Start));
    let mut at = start.clone();
    let mut stations = Vec::new();
    while let Some(step) = at.run().unwrap().next_change(selected) {
        at = at.after(Action::Move(Move::NextChange));
        assert_eq!(at.run().unwrap().moment.step, step);
        stations.push(step);
    }
    assert!(stations.len() > 1);
    while let Some(step) = at.run().unwrap().previous_change(selected) {
        stations.pop();
        assert_eq!(stations.last(), Some(&step));
        at = at.after(Action::Move(Move::PreviousChange));
    }
    assert_eq!(stations.len(), 1);
}

#[test]
fn escape_leaves_one_thing_after_another() {
    let state = state()
        .after(Action::Select(Selection::Position(PositionId(1))))
        .after(Action::Enlarge(Some(View::Graph)))
        .after(Action::Present(true))
        .after(Action::Leave);
    assert_eq!((state.presents, state.enlarged), (false, Some(View::Graph)));
    let state = state.after(Action::Leave);
    assert_eq!((state.enlarged, state.selection), (None, Selection::Position(PositionId(1))));
    assert_eq!(state.after(Action::Leave).selection, Selection::Nothing);
}

#[test]
fn stopping_keeps_what_there_is() {
    let asked = state().after(Action::Solve);
    let stopped = asked.after(Action::Stop);
    assert_eq!(stopped.run().unwrap().status, RunStatus::Cut(Cut::Stopped));
    let late = Progress::Events {
        events: Vec::new(),
        statistics: hornbook::engine::Statistics::default(),
        milliseconds: 1,
        is_over: false,
    };
    let late = stopped.hears(Role::Solver, Message::Run { run: RunId(1), progress: late });
    assert_eq!(late.run().unwrap().status, RunStatus::Cut(Cut::Stopped));
    let [before, after] = [&asked, &stopped].map(|state| Role::BOTH.map(|role| state.workers.speaker(role)));
    assert_eq!((after[0], after[1].generation), (before[0], before[1].generation + 1));
    assert_eq!(stopped.pending_run(Side::Left), None);
}

#[test]
fn opening_an_example_can_be_undone() {
    let own = state().after(Action::Edit("mine(X).".into()));
    let opened = own.after(Action::Open(&EXAMPLES[0]));
    let undone = opened.after(Action::Undo);
    assert_eq!(undone.text, own.text);
    assert_eq!(undone.after(Action::Redo).text, opened.text);
    assert_eq!(undone.after(Action::Undo).text, state().text);
    assert!(undone.question().is_some());
}

#[test]
fn files_have_the_ends_of_lines_of_the_editor() {
    let opened = state().after(Action::OpenText("p(X).\r\nq(X).\rr(X).\n".into()));
    assert_eq!(&*opened.text, "p(X).\nq(X).\nr(X).\n");
}

#[test]
fn a_run_and_the_text_have_a_worker_each() {
    let running = state().after(Action::Solve);
    let failed = running.hears(Role::Reader, Message::Panicked { message: "cause".to_owned() });
    assert_eq!(failed.run().unwrap().status, RunStatus::Waiting);
    let failed = running.hears(Role::Solver, Message::Panicked { message: "cause".to_owned() });
    assert_eq!(failed.run().unwrap().status, RunStatus::Cut(Cut::Failed));
    assert!(failed.question().is_some());
    // At first there is only the reader, unless a run waits.
    let start = State::new(None, None);
    assert_eq!(Role::BOTH.map(|role| start.wants(role)), [true, false]);
    assert!(start.after(Action::Solve).wants(Role::Solver));
    assert!(start.hears(Role::Reader, Message::Ready).wants(Role::Solver));
}

/// A run belongs to the text it was made from: what is begun or taken away is about the text in the editor.
#[test]
fn a_run_of_an_earlier_text_is_retired() {
    let solved = State::ready().after(Action::Solve);
    assert!(solved.current_run().is_some() && solved.retired_text().is_none());
    let gcd = Rc::clone(&solved.text);
    let changed = solved.after(Action::Edit("mine(X) :- X = 1. false :- mine(X), X < 0.".into()));
    assert!(changed.current_run().is_none() && changed.run().is_some());
    assert_eq!(changed.retired_text(), Some(&gcd));
    let shared = link::shared(&changed, true);
    assert_eq!((&*shared.text, shared.step), (&*changed.text, None));
    let compared = changed.after(Action::Compare(true));
    for side in Side::BOTH {
        assert_eq!(compared.run_at(side).map(|run| &run.text), Some(&changed.text));
    }
    let back = changed.after(Action::OpenText(Rc::clone(&gcd)));
    assert!(back.retired_text().is_none() && back.can_bring_back());
}

#[test]
fn work_amid_a_long_step_is_told_until_the_step_is_there() {
    let state = state().after(Action::Solve);
    let run = state.run().unwrap().id;
    let told = |state: &State, progress| state.hears(Role::Solver, Message::Run { run, progress });
    let working = told(&state, Progress::Working { steps: 12_000 });
    assert_eq!(working.run().unwrap().working, 12_000);
    assert_eq!(working.run().unwrap().without_figures(), state.run().unwrap().without_figures());
    let (events, statistics) = (Vec::new(), hornbook::engine::Statistics::default());
    let over = Progress::Events { events, statistics, milliseconds: 900, is_over: false };
    assert_eq!(told(&working, over).run().unwrap().working, 0);
}

/// Views of models that opened by themselves close for clauses; those that the user wants stay.
#[test]
fn views_of_models_close_for_clauses() {
    let with_model = |state: &State, has_model: bool| {
        let begun = state.after(Action::Solve);
        let run = begun.run().unwrap().id;
        let told = |state: &State, progress| state.hears(Role::Solver, Message::Run { run, progress });
        let pictured = Progress::Pictured(Box::default());
        let begun = if has_model { told(&begun, pictured) } else { begun };
        let (events, statistics) = (Vec::new(), hornbook::engine::Statistics::default());
        told(&begun, Progress::Events { events, statistics, milliseconds: 1, is_over: false })
    };
    let start = State::ready();
    let program = with_model(&start, true);
    assert!(program.is_in_sight(View::Model) && program.arrangement().is_none());
    let clauses = with_model(&program, false);
    assert_eq!((&clauses.views, clauses.arrangement()), (&start.views, start.arrangement()));
    assert!(with_model(&clauses, true).is_in_sight(View::Model), "it has not been closed by the user");
    let wanted = program.after(Action::Show(View::Tree, true)).after(Action::Show(View::Model, true));
    assert!(with_model(&wanted, false).views.contains(&View::Model));
}
