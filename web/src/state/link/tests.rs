use hornbook::settings::{RunSettings, Strategy};

use super::*;
use crate::state::views::View;
use crate::state::workers::Role;
use crate::state::{Action, Move};
use crate::text::examples::Example;
use crate::wire::protocol::{Message, Request};
use crate::worker::limits::RunLimits;
use crate::worker::runner::Runner;

mod golden;
mod papers;

/// A page whose worker listens.
fn page() -> State {
    State::ready()
}

/// The page after the worker has done what it was asked.
fn solved(mut state: State) -> State {
    for side in Side::BOTH {
        let Some(Request::Solve { run, text, settings, keep, is_asked_for }) = state.run_request(side) else {
            continue;
        };
        let mut runner = Runner::default();
        let allowance = RunLimits::of(&settings, is_asked_for);
        let progress = runner.begin_within(allowance, run, &text, &settings, &keep);
        state = state.hears(Role::Solver, Message::Run { run, progress });
        while runner.active().is_some() {
            let events = runner.step(run).into_iter().collect();
            let progress = runner.progress(run, events, 1);
            state = state.hears(Role::Solver, Message::Run { run, progress });
        }
    }
    state
}

fn opened(link: &str) -> State {
    page().after(Action::OpenLink(link.into()))
}

#[test]
fn a_link_leads_to_the_same_moment() {
    let disjunctive = RunSettings { strategy: Strategy::Disjunctive, ..RunSettings::default() };
    let state = page()
        .after(Action::Open(Example::named("merge").unwrap()))
        .after(Action::Compare(true))
        .after(Action::Set(Side::Right, disjunctive))
        .after(Action::Show(View::Statistics, true))
        .after(Action::Solve);
    let state = solved(state).after(Action::Move(Move::To(7)));
    let state = state.after(Action::Select("clause 1".parse().unwrap()));
    let again = solved(opened(&fragment(&state, true).unwrap()));
    assert_eq!(again.text, state.text);
    assert_eq!(again.settings, state.settings);
    assert_eq!((&again.views, again.selection, again.side), (&state.views, state.selection, state.side));
    for side in Side::BOTH {
        let [one, other] = [&state, &again].map(|state| &state.run_at(side).unwrap().moment);
        assert_eq!((one.step, &one.after), (other.step, &other.after));
    }
    // Who opens a link may pass it on before the run has got there.
    assert_eq!(fragment(&opened(&fragment(&state, true).unwrap()), true), fragment(&state, true));
}

#[test]
fn a_link_without_the_step_solves_nothing() {
    let state = solved(page().after(Action::Solve)).after(Action::Edit("p(X).".into()));
    let again = opened(&fragment(&state, false).unwrap());
    assert_eq!(&*again.text, "p(X).");
    assert!(again.run().is_none());
    // The run is about an earlier text, so that its step is no part of a link to this one.
    let again = opened(&fragment(&state, true).unwrap());
    assert_eq!((&*again.text, again.run().is_none()), ("p(X).", true));
}

#[test]
fn a_link_does_not_destroy_the_users_work() {
    let link = fragment(&page(), false).unwrap();
    let own = page().after(Action::Edit("mine(X).".into())).after(Action::OpenLink(link.into()));
    assert_eq!(&*own.text, Example::first().text);
    assert_eq!(&*own.after(Action::BringBack).text, "mine(X).");
}

#[test]
fn damaged_links_leave_a_usable_page_and_a_message() {
    let state = solved(page().after(Action::Solve)).after(Action::Move(Move::To(3)));
    let link = share::encode(&shared(&state, true)).unwrap();
    for length in 0..link.len() {
        let opened = opened(&link[..length]);
        assert!(!opened.text.is_empty(), "{length}");
        assert_eq!(opened.notice.is_some(), length > 0, "{length}");
    }
    let cut = opened(&link[..link.len() - 9]);
    assert!(state.text.starts_with(&*cut.text) && !cut.text.is_empty());
    assert_eq!(cut.runs[0].as_ref().unwrap().awaited_step, Some(3));
    for other in ["2.abc", "99999999999.x", "1.!!!!", "1.", "nonsense", &"1.A".repeat(2_000_000)] {
        let opened = opened(other);
        assert!(opened.notice.is_some() && opened.text == page().text, "{other:.20}");
    }
}

#[test]
fn a_step_beyond_the_end_is_reported() {
    let state = SharedState {
        text: Example::first().text.to_owned(),
        step: Some(1_000_000),
        ..SharedState::default()
    };
    let shown = solved(opened(&share::encode(&state).unwrap()));
    assert!(shown.notice.as_deref().unwrap().contains("has only"), "{:?}", shown.notice);
    assert_eq!(shown.run().unwrap().moment.step, shown.run().unwrap().log.len());
}

#[test]
fn a_link_of_a_newer_version_says_what_is_missing() {
    let mut shared = shared(&page().after(Action::Show(View::Statistics, true)), false);
    shared.settings.insert("telescope".to_owned(), "large".to_owned());
    shared.settings.insert("strategy".to_owned(), "telepathy".to_owned());
    shared.unknown.insert("x".to_owned(), "y".to_owned());
    shared.view = shared.view.map(|views| views + " hologram");
    let opened = opened(&share::encode(&shared).unwrap());
    let notice = opened.notice.as_deref().unwrap();
    assert!(notice.contains("newer version of Hornbook: 4 parts of it are"), "{notice}");
    assert_eq!(&*opened.text, Example::first().text);
    assert!(opened.views.contains(&View::Statistics));
}

/// Links of the time before runs could look ahead show the runs of that time.
#[test]
fn a_link_that_does_not_speak_of_looking_ahead_does_without() {
    let old = SharedState { text: Example::first().text.to_owned(), ..SharedState::default() };
    assert!(!opened(&share::encode(&old).unwrap()).settings[0].look_ahead);
    let looks = page().after(Action::Set(Side::Left, RunSettings::default()));
    let new = opened(&fragment(&looks, false).unwrap());
    assert_eq!((new.settings[0].look_ahead, new.notice), (true, None));
}
