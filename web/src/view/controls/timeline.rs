//! The line of a run, with its refinements, counterexamples and verdict; the slider on it goes to any step.
//!
//! Two runs lie below each other, refinement by refinement. Below a run alone lie its other ways: those of
//! the solver and of the user's choices, from where they part.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::run::compare;
use crate::run::narrate::count;
use crate::run::timeline::{Kind, Mark, PARTS, Scale, marks, thinned};
use crate::run::{Log, Run};
use crate::state::own::{Branch, OwnAction};
use crate::state::{Action, Move, Side, State};

/// Numbers are at least this far from each other, as a part of the line: two digits on the shortest line.
const NUMBER_DISTANCE: f64 = 0.08;

/// Of other ways the solver's and the latest are drawn, this many; the others are in the view of choices.
const WAYS_DRAWN: usize = 3;

#[derive(Properties, PartialEq)]
pub(crate) struct TimelineProperties {
    pub(crate) state: UseReducerHandle<State>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Timeline(properties: &TimelineProperties) -> Html {
    let TimelineProperties { state, act } = properties;
    let runs: Vec<(Side, &Run)> =
        Side::BOTH.into_iter().filter_map(|side| Some((side, state.run_at(side)?))).collect();
    let logs: Vec<&Log> = runs.iter().map(|(_, run)| &run.log).collect();
    let ways = match &*runs {
        [(_, run)] if !state.hides_rest_of(run) => other_ways(state, run),
        _ => Vec::new(),
    };
    let scale = match Scale::of(&logs) {
        Scale::Steps(last) => Scale::Steps(ways.iter().map(|(_, way)| way.steps).fold(last, usize::max)),
        scale @ Scale::Refinements(_) => scale,
    };
    let names = match &*runs {
        [(_, left), (_, right)] => compare::names(&left.settings, &right.settings),
        _ => Default::default(),
    };
    let hides = |run: &Run| state.hides_rest_of(run);
    let line = |(index, (side, run)): (usize, &(Side, &Run))| {
        let here = scale.position(&run.log, run.moment.step);
        html! {
            <>
                if runs.len() > 1 {
                    { label(*side, &names[index], state.side == *side, act) }
                }
                <Line log={run.log.clone()} {scale} {here} is_running={run.status.is_active()} last={hides(run).then_some(run.moment.step)} />
                <output class="line-count">{ standing(run, runs.len() > 1, hides(run)) }</output>
            </>
        }
    };
    html! {
        <div class={classes!("timeline", (runs.len() > 1).then_some("two"), (!ways.is_empty()).then_some("ways"))}>
            { for runs.iter().enumerate().map(line) }
            { slider(state, scale, act) }
            if let [(_, run)] = &*runs {
                { for ways.iter().take(WAYS_DRAWN).map(|(index, way)| other_way(*index, way, run, scale, act)) }
                if ways.len() > WAYS_DRAWN {
                    <p class="omission">{ format!("{} more ways are listed in Your move.", ways.len() - WAYS_DRAWN) }</p>
                }
            }
        </div>
    }
}

/// The other ways of a run, the solver's first and then the latest, each with its place among all.
fn other_ways<'a>(state: &'a State, run: &Run) -> Vec<(usize, &'a Branch)> {
    let is_other = |way: &Branch| way.is_way_of(run) && way.settings.choices != run.settings.choices;
    let mut ways: Vec<(usize, &Branch)> =
        state.own.branches.iter().enumerate().filter(|(_, way)| is_other(way)).collect();
    ways.sort_by_key(|(index, way)| (!way.settings.choices.is_empty(), std::cmp::Reverse(*index)));
    ways
}

/// Another way of a run, from where it parts, with a button that shows it.
#[allow(clippy::cast_precision_loss)] // No run has as many steps as that.
fn other_way(index: usize, way: &Branch, run: &Run, scale: Scale, act: &Callback<Action>) -> Html {
    let Scale::Steps(all) = scale else { return Html::default() };
    let at = |step: usize| step as f64 / all.max(1) as f64;
    let from = percent(at(way.departs_from(&run.settings.choices)));
    let marks: Vec<Mark> = way.marks.iter().map(|mark| Mark { at: at(mark.step), ..*mark }).collect();
    let numbered = numbered(&marks);
    let onclick = act.reform(move |_: MouseEvent| Action::Own(OwnAction::Return(index)));
    let refinements = count(way.refinements, "refinement", "refinements");
    html! {
        <>
            <svg class="line way" aria-hidden="true" focusable="false">
                <line class="line-way" x1={from.clone()} x2={from.clone()} y1="-12" y2="20" />
                <line class="line-way" x1={from} x2={percent(at(way.steps))} y1="20" y2="20" />
                { for marks.iter().zip(numbered).map(|(mark, is_numbered)| draw(mark, is_numbered)) }
            </svg>
            <button type="button" class="quiet way" {onclick} title="Show this way">
                { way.name() }<span class="by">{ format!(" {refinements} · {}", way.outcome) }</span>
            </button>
        </>
    }
}

/// The name of one of two runs; the controls move the one that is pressed.
fn label(side: Side, name: &str, is_led: bool, act: &Callback<Action>) -> Html {
    let onclick = act.reform(move |_: MouseEvent| Action::Control(side));
    html! {
        <button type="button" class="quiet line-name" aria-pressed={is_led.to_string()} {onclick} title="Let the controls move this run (X)">
            { name }
        </button>
    }
}

/// Where a run stands.
fn standing(run: &Run, is_compared: bool, hides_later: bool) -> String {
    let (step, last) = (run.moment.step, run.log.len());
    if hides_later {
        return format!("step {step}");
    }
    if is_compared {
        let all = run.log.refinements().len();
        let refinements = count(all, "refinement", "refinements");
        return format!("{refinements} · {} · {}", count(last, "step", "steps"), run.outcome());
    }
    format!("{step} / {last}")
}

/// A native slider: it goes through the steps of one run, or through the refinements of two.
fn slider(state: &UseReducerHandle<State>, scale: Scale, act: &Callback<Action>) -> Html {
    let Some(run) = state.run() else { return Html::default() };
    let (step, last, refinement) = (run.moment.step, run.log.len(), run.refinement());
    let (max, value) = match scale {
        Scale::Steps(last) => (last, step),
        Scale::Refinements(segments) => (segments * PARTS, common_place(state)),
    };
    let oninput = act.reform(move |event: InputEvent| {
        let value = event.target_unchecked_into::<HtmlInputElement>().value().parse().unwrap_or(0);
        Action::Move(match scale {
            Scale::Steps(_) => Move::To(value),
            Scale::Refinements(_) => Move::ToPlace(Scale::place(value)),
        })
    });
    // An arrow is a step, whatever the scale.
    let onkeydown = Callback::from({
        let act = act.clone();
        move |event: KeyboardEvent| {
            let whereto = match event.key().as_str() {
                "ArrowRight" | "ArrowUp" => Move::Forward,
                "ArrowLeft" | "ArrowDown" => Move::Back,
                "PageUp" => Move::NextRefinement,
                "PageDown" => Move::PreviousRefinement,
                "Home" => Move::Start,
                "End" => Move::End,
                _ => return,
            };
            event.prevent_default();
            act.emit(Action::Move(whereto));
        }
    });
    let all = count(run.log.refinements().len(), "refinement", "refinements");
    let text = if state.hides_rest_of(run) {
        format!("step {step}")
    } else {
        format!("step {step} of {last}, {refinement} of {all}")
    };
    html! {
        <input
            type="range"
            class="scrub"
            aria-label="Step"
            aria-valuetext={text}
            min="0"
            max={max.to_string()}
            value={value.to_string()}
            {oninput}
            {onkeydown}
        />
    }
}

/// Where the later of two runs is.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn common_place(state: &State) -> usize {
    let numbers = Side::BOTH.into_iter().filter_map(|side| state.run_at(side));
    let number = numbers.map(|run| run.log.place(run.moment.step).number()).fold(0.0, f64::max);
    (number * PARTS as f64).round() as usize
}

#[derive(Properties, PartialEq)]
struct LineProperties {
    log: Log,
    scale: Scale,
    /// Where the present step is.
    here: f64,
    is_running: bool,
    /// What comes after this step is hidden.
    last: Option<usize>,
}

/// The picture of a run. Places are percentages, so that it fits any width and its marks keep their form.
#[function_component]
fn Line(properties: &LineProperties) -> Html {
    let LineProperties { log, scale, here, is_running, last } = properties;
    let end = percent(scale.position(log, log.len()));
    html! {
        <svg class={classes!("line", is_running.then_some("running"))} aria-hidden="true" focusable="false">
            <line class="line-way" x1="0%" x2={end} y1="20" y2="20" />
            <line class="line-done" x1="0%" x2={percent(*here)} y1="20" y2="20" />
            <Marks log={log.clone()} scale={*scale} last={*last} />
        </svg>
    }
}

#[derive(Properties, PartialEq)]
struct MarksProperties {
    log: Log,
    scale: Scale,
    last: Option<usize>,
}

/// What lies on the line. That is the same at most steps, and may be a thousand marks; so it is drawn anew
/// only if it is another.
#[function_component]
fn Marks(properties: &MarksProperties) -> Html {
    let MarksProperties { log, scale, last } = properties;
    let marks = thinned(marks(log, *scale));
    let numbered = numbered(&marks);
    let is_shown = |(mark, _): &(&Mark, bool)| last.is_none_or(|last| mark.step <= last);
    let shown = marks.iter().zip(numbered).take_while(is_shown);
    shown.map(|(mark, is_numbered)| draw(mark, is_numbered)).collect()
}

/// Which refinements have their number: those far enough from the last one that has, and from the verdict.
fn numbered(marks: &[Mark]) -> Vec<bool> {
    let mut last = f64::NEG_INFINITY;
    let mut decide = |mark: &Mark| {
        let is_numbered = matches!(mark.kind, Kind::Refinement(_)) && mark.at - last >= NUMBER_DISTANCE;
        if is_numbered {
            last = mark.at;
        }
        is_numbered
    };
    marks.iter().map(&mut decide).collect()
}

fn draw(mark: &Mark, is_numbered: bool) -> Html {
    let x = percent(mark.at);
    let picture = match mark.kind {
        Kind::Counterexample => html! { <path class="line-counterexample" d="M-4 25.5 0 18.5 4 25.5z" /> },
        Kind::Refinement(number) => html! {
            <>
                <path class="line-refinement" d="M0 14V26" />
                if is_numbered {
                    <text y="10">{ number }</text>
                }
            </>
        },
        Kind::Safe => {
            html! { <><circle class="line-safe" cy="20" r="7" /><path class="line-sign" d="M-3 20-1 22.5 3.2 17.5" /></> }
        }
        Kind::Unsafe => {
            html! { <><circle class="line-unsafe" cy="20" r="7" /><path class="line-sign" d="M-2.6 17.4 2.6 22.6M2.6 17.4-2.6 22.6" /></> }
        }
        Kind::Paused => {
            html! { <><circle class="line-paused" cy="20" r="7" /><path class="line-sign" d="M-2 17V23M2 17V23" /></> }
        }
    };
    html! { <svg {x} overflow="visible">{ picture }</svg> }
}

fn percent(part: f64) -> String {
    format!("{:.3}%", part * 100.0)
}
