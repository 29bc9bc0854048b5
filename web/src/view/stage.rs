//! The stage: the controls of the runs, and the open views of them.

use yew::prelude::*;

use super::and_or::Tree;
use super::arg::Graph;
use super::clauses::Clauses;
use super::icon::{Icon, icon};
use super::narration::Narration;
use super::predicates::Predicates;
use super::settings::Settings;
use super::statistics::Statistics;
use super::transport::Transport;
use super::verdict::Verdict;
use crate::run::Run;
use crate::selection::Selection;
use crate::settings::Choice;
use crate::state::{Action, Side, State};
use crate::views::View;

/// What every view is given.
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct ViewProperties {
    pub(crate) run: Run,
    pub(crate) side: Side,
    pub(crate) selection: Selection,
    pub(crate) act: Callback<Action>,
}

#[derive(Properties, PartialEq)]
pub(crate) struct StageProperties {
    pub(crate) state: UseReducerHandle<State>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Stage(properties: &StageProperties) -> Html {
    let StageProperties { state, act } = properties;
    let sides: &[Side] = if state.compares { &Side::BOTH } else { &[Side::Left] };
    let has_runs = state.runs.iter().any(Option::is_some);
    html! {
        <section class={classes!("stage", state.compares.then_some("two"))} aria-label="Solver">
            <Transport
                run={state.run().cloned()}
                is_running={state.is_running()}
                obstacle={state.obstacle().map(AttrValue::from)}
                playback={state.playback}
                act={act.clone()}
            />
            <Settings
                settings={state.settings.clone()}
                compares={state.compares}
                text={state.text.clone()}
                runs={state.runs.clone()}
                act={act.clone()}
            />
            if has_runs {
                <ViewSwitch open={state.views.clone()} act={act.clone()} />
                <div class="panels">
                    if state.compares {
                        { for sides.iter().map(|side| side_heading(*side, state, act)) }
                    }
                    { for state.views.iter().flat_map(|view| sides.iter().map(|side| panel(*view, *side, state, act))) }
                </div>
            }
        </section>
    }
}

/// Says which run is on a side, and lets the controls move it.
fn side_heading(side: Side, state: &State, act: &Callback<Action>) -> Html {
    let Some(run) = state.run_at(side) else { return Html::default() };
    let onclick = act.reform(move |_: MouseEvent| Action::Control(side));
    let refinement = format!("Refinement {} of {}", run.refinement(), run.log.refinements().len());
    html! {
        <header key={format!("heading-{}", side as u8)} class="side">
            <button type="button" class="quiet" aria-pressed={(state.side == side).to_string()} {onclick}>
                { format!("{}, abstraction {}", run.settings.strategy.label(), run.settings.abstraction.label()) }
            </button>
            <span>{ refinement }</span>
        </header>
    }
}

/// Opens and closes views.
#[derive(Properties, PartialEq)]
struct ViewSwitchProperties {
    open: Vec<View>,
    act: Callback<Action>,
}

#[function_component]
fn ViewSwitch(properties: &ViewSwitchProperties) -> Html {
    let ViewSwitchProperties { open, act } = properties;
    let switch = |view: View| {
        let is_open = open.contains(&view);
        let onclick = act.reform(move |_: MouseEvent| Action::Show(view, !is_open));
        html! {
            <button type="button" class="quiet toggle" aria-pressed={is_open.to_string()} {onclick}>
                { view.title() }
            </button>
        }
    };
    html! { <div class="views" role="group" aria-label="Views">{ for View::ALL.into_iter().map(switch) }</div> }
}

fn panel(view: View, side: Side, state: &State, act: &Callback<Action>) -> Html {
    let Some(run) = state.run_at(side).filter(|run| run.header.is_some()) else { return Html::default() };
    let properties = ViewProperties { run: run.clone(), side, selection: state.selection, act: act.clone() };
    let id = format!("{}-{}", view.name(), side as u8);
    let close = act.reform(move |_: MouseEvent| Action::Show(view, false));
    let close_name = format!("Close {}", view.title());
    html! {
        <section key={id.clone()} class={classes!("panel", format!("view-{}", view.name()))} aria-labelledby={id.clone()}>
            <header class="panel-head">
                <h2 {id}>{ view.title() }</h2>
                <button type="button" class="quiet tool" aria-label={close_name.clone()} title={close_name} onclick={close}>
                    { icon(Icon::Close) }
                </button>
            </header>
            <div class="panel-body">{ draw(view, properties) }</div>
        </section>
    }
}

/// The view itself. A new view is a new arm here.
fn draw(view: View, properties: ViewProperties) -> Html {
    match view {
        View::Narration => html! { <Narration ..properties /> },
        View::Clauses => html! { <Clauses ..properties /> },
        View::Predicates => html! { <Predicates ..properties /> },
        View::Verdict => html! { <Verdict ..properties /> },
        View::Statistics => html! { <Statistics ..properties /> },
        View::Graph => html! { <Graph ..properties /> },
        View::Tree => html! { <Tree ..properties /> },
        View::Interpolants | View::Frontier | View::Plane => {
            html! { <p>{ "Nothing to see yet." }</p> }
        }
    }
}
