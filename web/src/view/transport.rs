//! The controls of a run: solve, stop, continue, and the way through its steps.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::icon::{Icon, icon};
use crate::narrate::count;
use crate::playback::Playback;
use crate::run::{Run, RunStatus};
use crate::state::{Action, Move};

#[derive(Properties, PartialEq)]
pub(crate) struct TransportProperties {
    /// The run that the controls move.
    pub(crate) run: Option<Run>,
    pub(crate) is_running: bool,
    /// Why the text can't be solved, if it can't.
    pub(crate) obstacle: Option<AttrValue>,
    pub(crate) playback: Playback,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Transport(properties: &TransportProperties) -> Html {
    let TransportProperties { run, is_running, obstacle, playback, act } = properties;
    let on = |action: Action| act.reform(move |_: MouseEvent| action.clone());
    let can_continue = run.as_ref().is_some_and(Run::can_be_continued);
    html! {
        <div class="transport">
            <div class="commands">
                if *is_running {
                    <button type="button" class="stop" onclick={on(Action::Stop)}>{ "Stop" }</button>
                } else {
                    <button
                        type="button"
                        class="solve"
                        onclick={on(Action::Solve)}
                        disabled={obstacle.is_some()}
                        aria-describedby="run-status"
                        title="Ctrl+Enter"
                    >
                        { "Solve" }
                    </button>
                }
                if can_continue {
                    <button type="button" onclick={on(Action::Continue)}>{ "Continue" }</button>
                }
                <p id="run-status" class="run-status" role="status">
                    { obstacle.clone().unwrap_or_else(|| status(run.as_ref())) }
                </p>
            </div>
            if let Some(run) = run.as_ref().filter(|run| !run.log.is_empty()) {
                <Steps run={run.clone()} playback={*playback} act={act.clone()} />
            }
        </div>
    }
}

/// How the run is, in a few words.
fn status(run: Option<&Run>) -> AttrValue {
    let Some(run) = run else { return "Not solved yet.".into() };
    let so_far = format!(
        "{}, {}, {}",
        count(run.statistics.refinements, "refinement", "refinements"),
        count(run.statistics.predicates, "predicate", "predicates"),
        count(run.log.len(), "step", "steps"),
    );
    match &run.status {
        RunStatus::Waiting => "Waiting for the solver …".into(),
        RunStatus::Running => format!("Running: {so_far}, {} s", seconds(run.milliseconds)).into(),
        RunStatus::Ended => format!("{}: {so_far}, {} s", run.outcome(), seconds(run.milliseconds)).into(),
        RunStatus::Cut => format!("Stopped by you: {so_far}. What was found so far is kept.").into(),
        RunStatus::Refused(reason) => AttrValue::from(reason.clone()),
    }
}

fn seconds(milliseconds: u32) -> String {
    format!("{}.{:02}", milliseconds / 1000, milliseconds % 1000 / 10)
}

#[derive(Properties, PartialEq)]
struct StepsProperties {
    run: Run,
    playback: Playback,
    act: Callback<Action>,
}

/// The way through the steps of a run.
#[function_component]
fn Steps(properties: &StepsProperties) -> Html {
    let StepsProperties { run, playback, act } = properties;
    let (step, last) = (run.moment.step, run.log.len());
    let to = |name: &'static str, picture: Icon, whereto: Move, is_possible: bool| {
        let onclick = act.reform(move |_: MouseEvent| Action::Move(whereto));
        html! {
            <button type="button" class="quiet tool" aria-label={name} title={name} {onclick} disabled={!is_possible}>
                { icon(picture) }
            </button>
        }
    };
    let play = act.reform({
        let plays = playback.plays;
        move |_: MouseEvent| Action::Play(!plays)
    });
    let scrub = act.reform(|event: InputEvent| {
        let value = event.target_unchecked_into::<HtmlInputElement>().value();
        Action::Move(Move::To(value.parse().unwrap_or(0)))
    });
    let set_speed = act.reform(|event: InputEvent| {
        let value = event.target_unchecked_into::<HtmlInputElement>().value();
        Action::SetSpeed(value.parse().unwrap_or(0))
    });
    let (play_name, play_icon) = if playback.plays { ("Pause", Icon::Pause) } else { ("Play", Icon::Play) };
    html! {
        <div class="steps" role="group" aria-label="Steps">
            { to("First step", Icon::Start, Move::Start, step > 0) }
            { to("Previous refinement", Icon::PreviousRefinement, Move::PreviousRefinement, step > 0) }
            { to("Step back", Icon::Back, Move::Back, step > 0) }
            <button type="button" class="quiet tool" aria-label={play_name} title={play_name} onclick={play}>
                { icon(play_icon) }
            </button>
            { to("Step forward", Icon::Forward, Move::Forward, step < last) }
            { to("Next refinement", Icon::NextRefinement, Move::NextRefinement, step < last) }
            { to("Last step", Icon::End, Move::End, step < last) }
            <input
                type="range"
                class="scrub"
                aria-label="Step"
                aria-valuetext={format!("step {step} of {last}")}
                min="0"
                max={last.to_string()}
                value={step.to_string()}
                oninput={scrub}
            />
            <output class="step-number">{ format!("{step} / {last}") }</output>
            <label class="speed">
                { "Speed" }
                <input
                    type="range"
                    min="0"
                    max={Playback::FASTEST.to_string()}
                    value={playback.speed().to_string()}
                    oninput={set_speed}
                />
            </label>
        </div>
    }
}
