//! The controls of the runs: solve, stop, continue, how it stands, and the way through the steps.

use std::rc::Rc;

use gloo_timers::callback::Interval;
use hornbook::engine::StopReason;
use yew::prelude::*;

use crate::browser::notes::open_window;
use crate::run::doubt;
use crate::run::narrate::count;
use crate::run::{Run, RunStatus};
use crate::state::{Action, Side, State};
use crate::view::controls::method::MethodChoice;
use crate::view::controls::steps::Steps;
use crate::view::controls::timeline::Timeline;
use crate::view::lesson::prediction::predict_button;
use crate::view::parts::icon::{Icon, icon};
use crate::worker::limits::steps_in_words;

#[derive(Properties, PartialEq)]
pub(crate) struct ControlBarProperties {
    pub(crate) state: UseReducerHandle<State>,
    pub(crate) act: Callback<Action>,
    /// What the bar has besides, in presenter mode.
    #[prop_or_default]
    pub(crate) children: Html,
}

#[function_component]
pub(crate) fn ControlBar(properties: &ControlBarProperties) -> Html {
    let ControlBarProperties { state, act, children } = properties;
    let on = |action: Action| act.reform(move |_: MouseEvent| action.clone());
    let obstacle = state.obstacle();
    let has_steps =
        Side::BOTH.into_iter().filter_map(|side| state.run_at(side)).any(|run| !run.log.is_empty());
    html! {
        <div class="control-bar" role="region" aria-label="Controls">
            <div class="commands">
                if state.is_running() {
                    <button type="button" class="stop" onclick={on(Action::Stop)} title="Stop (Ctrl .)">
                        { icon(Icon::Stop) }{ "Stop" }
                    </button>
                } else {
                    <button
                        type="button"
                        class="solve"
                        onclick={on(Action::Solve)}
                        disabled={obstacle.is_some()}
                        aria-describedby="run-status"
                        aria-keyshortcuts="Control+Enter"
                        title="Solve (Ctrl Enter)"
                    >
                        { "Solve" }
                    </button>
                }
                { for Side::BOTH.into_iter().filter_map(|side| state.run_at(side)).find_map(|run| continuation(run, act)) }
                if !state.presents {
                    { method(state, Side::Left, act) }
                    if state.compares {
                        { method(state, Side::Right, act) }
                    }
                }
                <button
                    type="button"
                    class="quiet toggle compare"
                    aria-pressed={state.compares.to_string()}
                    onclick={on(Action::Compare(!state.compares))}
                    title="Show two runs with different settings side by side"
                >
                    { "Compare" }
                </button>
                { predict_button(state, act) }
                <Steps state={state.clone()} act={act.clone()} />
                { children.clone() }
                if state.presents {
                    <button
                        type="button"
                        class="quiet"
                        onclick={|_: MouseEvent| open_window()}
                        title="Your notes on a second window, which follows this one (T)"
                    >
                        { "Notes" }
                    </button>
                    <button type="button" class="quiet leave" onclick={on(Action::Present(false))} title="Leave presenter mode (Esc)">
                        { "Leave" }
                    </button>
                }
            </div>
            if has_steps {
                <Timeline state={state.clone()} act={act.clone()} />
            }
            { status_line(state, obstacle, act) }
        </div>
    }
}

/// The method of the next run.
fn method(state: &State, side: Side, act: &Callback<Action>) -> Html {
    let (word, label) = match side {
        _ if !state.compares => ("Method", "Method of the next run"),
        Side::Left => ("Left", "Method of the next left run"),
        Side::Right => ("Right", "Method of the next right run"),
    };
    let id = format!("next-method-{}", side as u8);
    let settings = state.settings[side as usize].clone();
    html! {
        <span class="method">
            <span aria-hidden="true">{ word }</span>
            <MethodChoice {id} {label} {side} {settings} act={act.clone()} />
        </span>
    }
}

/// The button that lets a run go on, and by how much.
fn continuation(run: &Run, act: &Callback<Action>) -> Option<Html> {
    if !run.can_be_continued() {
        return None;
    }
    let onclick = act.reform(|_: MouseEvent| Action::Continue);
    let by = match run.pause() {
        Some(StopReason::TreeTooLarge(_) | StopReason::TooManyCombinations(_)) if run.is_asked_for => {
            "with twice this limit".to_owned()
        }
        _ => format!("for {} million more steps", run.settings.limit),
    };
    Some(html! {
        <button type="button" class="continue" {onclick} aria-label={format!("Continue {by}")} title={by.clone()}>
            { "Continue" }
        </button>
    })
}

/// How the run that the controls move stands.
fn status_line(state: &State, obstacle: Option<&'static str>, act: &Callback<Action>) -> Html {
    let run = state.run();
    if let Some(obstacle) = obstacle.filter(|_| run.is_none_or(|run| !run.status.is_active())) {
        return html! { <p id="run-status" class="run-status" role="status">{ obstacle }</p> };
    }
    let Some(run) = run else {
        return html! { <p id="run-status" class="run-status" role="status">{ "Not solved yet." }</p> };
    };
    let retired = state.retired_text();
    let bring_back = |text: &Rc<str>| {
        let action = Action::OpenText(Rc::clone(text));
        let onclick = act.reform(move |_: MouseEvent| action.clone());
        html! { <button type="button" class="quiet" {onclick}>{ "Bring that text back" }</button> }
    };
    html! {
        <div class={classes!("run-line", retired.map(|_| "retired"))}>
            <p id="run-status" class="run-status" role="status">
                { if state.hides_rest_of(run) { hidden(run) } else { headline(run) } }
                if retired.is_some() {
                    <span class="earlier">{ " Of an earlier text: solve again, or bring that text back." }</span>
                }
            </p>
            { for retired.map(bring_back) }
            if (!run.log.is_empty() || run.working > 0) && run.horizon().is_none() {
                { figures(run, state.hides_rest_of(run)) }
            }
            if retired.is_none() && run.outcome() == "Safe" && !state.hides_rest_of(run) {
                { doubts(state) }
            }
        </div>
    }
}

/// Why the verdict says less than it seems to.
fn doubts(state: &State) -> Html {
    let known = state.description.as_ref().filter(|_| state.description_is_current);
    let told = known.map_or_else(Vec::new, |description| doubt::told(&description.doubts));
    if told.is_empty() {
        return Html::default();
    }
    html! { <p class="doubts" role="note"><strong>{ "But: " }</strong>{ told.join(" ") }</p> }
}

/// How a run is, without telling what comes of it.
fn hidden(run: &Run) -> Html {
    match run.status {
        RunStatus::Ended => {
            html! { <><strong class="outcome waiting">{ "Ready." }</strong>{ " What comes later is hidden." }</> }
        }
        _ => headline(run),
    }
}

/// How a run is, in a few words that change rarely: they are read aloud when they do.
fn headline(run: &Run) -> Html {
    let (class, word, more) = match &run.status {
        _ if run.horizon().is_some() => ("waiting", "Prediction", "What comes later is hidden.".to_owned()),
        RunStatus::Waiting if run.working > 0 => ("running", "Preparing the clauses …", String::new()),
        RunStatus::Waiting => ("waiting", "Waiting for the solver …", String::new()),
        RunStatus::Running => ("running", "Running …", String::new()),
        RunStatus::Refused(reason) => ("waiting", "", reason.to_string()),
        RunStatus::Cut(_) => ("paused", "Stopped", "What was found so far is kept.".to_owned()),
        RunStatus::Ended => match (run.pause(), run.outcome()) {
            (Some(StopReason::Budget), _) => {
                ("paused", "Paused", format!("after {}.", steps_in_words(run.allowed_steps().0)))
            }
            (Some(reason), _) => ("paused", "Paused", format!("{reason}.")),
            (None, "Unsafe") => ("unsafe", "Unsafe", String::new()),
            (None, "Safe") => ("safe", "Safe", String::new()),
            (None, word) => ("paused", word, run.open_sentence()),
        },
    };
    let picture = match class {
        "safe" => Some(Icon::Check),
        "unsafe" => Some(Icon::Cross),
        "paused" => Some(Icon::Pause),
        _ => None,
    };
    html! {
        <>
            <strong class={classes!("outcome", class)}>{ for picture.map(icon) }{ word }</strong>
            if !more.is_empty() {
                { format!(" {more}") }
            }
        </>
    }
}

/// How much a run has done so far.
fn figures(run: &Run, hides_later: bool) -> Html {
    let counts = &run.statistics;
    let nodes = counts.nodes_added - counts.nodes_removed.min(counts.nodes_added);
    let (allowed, since) = run.allowed_steps();
    let used = counts.steps.saturating_sub(allowed - since).saturating_add(run.working).min(since);
    html! {
        <>
            if !hides_later {
            <ul class="figures" aria-label="So far">
                <li>{ count(counts.refinements, "refinement", "refinements") }</li>
                <li>{ count(nodes, "node", "nodes") }</li>
                <li>{ count(counts.predicates, "predicate", "predicates") }</li>
                <li>{ format!("{} solver calls", counts.checks) }</li>
                <Elapsed milliseconds={run.milliseconds} steps={run.log.len()} working={run.working} is_active={run.status.is_active()} />
            </ul>
            }
            if run.status.is_active() {
                <progress
                    aria-label="Work until the run pauses"
                    max={since.to_string()}
                    value={used.to_string()}
                />
            }
        </>
    }
}

/// How often the time of a run that goes on is shown anew.
const TICK_IN_MILLISECONDS: u32 = 250;

/// A step that lasts longer than this is told.
const LONG_STEP_IN_MILLISECONDS: u32 = 1_500;

#[derive(Properties, PartialEq)]
struct ElapsedProperties {
    /// What the solver has told.
    milliseconds: u32,
    steps: usize,
    /// The steps of work that the solver has told of amid the present step.
    working: u64,
    is_active: bool,
}

/// The time of a run. It goes on while one step is long and the solver tells nothing.
#[function_component]
fn Elapsed(properties: &ElapsedProperties) -> Html {
    let ElapsedProperties { milliseconds, steps, working, is_active } = properties;
    let since = use_mut_ref(js_sys::Date::now);
    let redraw = use_force_update();
    use_effect_with((*milliseconds, *steps, *is_active), {
        let since = since.clone();
        move |(.., is_active)| {
            *since.borrow_mut() = js_sys::Date::now();
            let ticks = is_active.then(|| Interval::new(TICK_IN_MILLISECONDS, move || redraw.force_update()));
            move || drop(ticks)
        }
    });
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "times are small")]
    let quiet = if *is_active { (js_sys::Date::now() - *since.borrow()).max(0.0) as u32 } else { 0 };
    html! {
        <>
            <li>{ format!("{} s", seconds(milliseconds.saturating_add(quiet))) }</li>
            if quiet > LONG_STEP_IN_MILLISECONDS {
                <li class="long">
                    { format!("at one step for {} s", quiet / 1000) }
                    if *working > 0 {
                        { format!(", {} thousand steps of work", working / 1000) }
                    }
                </li>
            }
        </>
    }
}

fn seconds(milliseconds: u32) -> String {
    format!("{}.{:02}", milliseconds / 1000, milliseconds % 1000 / 10)
}
