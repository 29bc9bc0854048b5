//! The stage: the controls of the runs, and the open views of them.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::and_or::Tree;
use super::announcer::Announcer;
use super::arg::Graph;
use super::clauses::Clauses;
use super::frontier::Frontier;
use super::icon::{Icon, icon};
use super::interpolants::Interpolants;
use super::narration::Narration;
use super::plane::Plane;
use super::predicates::Predicates;
use super::settings::Settings;
use super::statistics::Statistics;
use super::transport::Transport;
use super::verdict::Verdict;
use super::welcome::welcome;
use crate::compare;
use crate::keys::digit_of;
use crate::look::Look;
use crate::run::Run;
use crate::selection::Selection;
use crate::state::{Action, Side, State};
use crate::views::View;

/// What every view is given.
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct ViewProperties {
    pub(crate) run: Run,
    pub(crate) side: Side,
    pub(crate) selection: Selection,
    pub(crate) act: Callback<Action>,
    /// What is seen of positions of counterexamples.
    pub(crate) look: Rc<Look>,
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
    let views: Vec<View> = match state.enlarged {
        Some(view) => vec![view],
        None => state.views.clone(),
    };
    let names = run_names(state);
    let stage = use_node_ref();
    let begun = state.runs[0].as_ref().filter(|run| run.header.is_some()).map(|run| run.id);
    use_effect_with((stage.clone(), begun), |(stage, begun)| {
        if let (Some(stage), Some(_)) = (stage.cast::<Element>(), begun) {
            come_into_sight(&stage);
        }
    });
    let class =
        classes!("stage", state.compares.then_some("two"), state.enlarged.is_some().then_some("enlarged"),);
    html! {
        <section id="stage" ref={stage} {class} aria-label="Solver" tabindex="-1">
            <Transport state={state.clone()} act={act.clone()} />
            <Announcer state={state.clone()} />
            <div class="options" hidden={state.presents}>
                if has_runs {
                    <ViewSwitch open={state.views.clone()} act={act.clone()} />
                }
                <Settings
                    settings={state.settings.clone()}
                    compares={state.compares}
                    text={state.text.clone()}
                    runs={state.runs.each_ref().map(|run| run.as_ref().map(Run::without_figures))}
                    act={act.clone()}
                />
            </div>
            if has_runs {
                <div class="panels">
                    { for views.iter().flat_map(|view| sides.iter().map(|side| panel(*view, *side, names.as_ref(), state, act))) }
                </div>
            } else {
                { welcome() }
            }
        </section>
    }
}

/// On a phone the editor fills the screen; whoever solves wants to see the run.
fn come_into_sight(stage: &Element) {
    let height = web_sys::window().and_then(|window| window.inner_height().ok()?.as_f64());
    if height.is_some_and(|height| stage.get_bounding_client_rect().top() > height / 4.0) {
        stage.scroll_into_view();
    }
}

/// What tells the runs apart, if there are two.
fn run_names(state: &State) -> Option<[String; 2]> {
    let [left, right] = Side::BOTH.map(|side| state.run_at(side));
    Some(compare::names(&left?.settings, &right?.settings))
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
        let key = digit_of(view).map(|digit| format!("Show or hide this view ({digit})"));
        html! {
            <button
                type="button"
                id={switch_id(view)}
                class="quiet toggle"
                aria-pressed={is_open.to_string()}
                title={key}
                {onclick}
            >
                { view.word() }
            </button>
        }
    };
    html! { <div class="views" role="group" aria-label="Views">{ for View::ALL.into_iter().map(switch) }</div> }
}

fn switch_id(view: View) -> String {
    format!("switch-{}", view.name())
}

fn panel(view: View, side: Side, names: Option<&[String; 2]>, state: &State, act: &Callback<Action>) -> Html {
    let Some(run) = state.run_at(side).filter(|run| run.header.is_some()) else { return Html::default() };
    let run = if view == View::Statistics { run.clone() } else { run.without_figures() };
    let properties = ViewProperties {
        run,
        side,
        selection: state.selection,
        act: act.clone(),
        look: Rc::clone(&state.look),
    };
    let id = format!("{}-{}", view.name(), side as u8);
    let title = view.title();
    let close = Callback::from({
        let act = act.clone();
        move |_: MouseEvent| {
            act.emit(Action::Show(view, false));
            // The button is gone with its panel; the focus goes to the one that brings it back.
            focus(&switch_id(view));
        }
    });
    let is_enlarged = state.enlarged == Some(view);
    let enlarge = act.reform(move |_: MouseEvent| Action::Enlarge((!is_enlarged).then_some(view)));
    let (enlarge_name, enlarge_icon) = if is_enlarged {
        ("Show all views".to_owned(), Icon::Shrink)
    } else {
        (format!("Enlarge {title}"), Icon::Enlarge)
    };
    let tool = |name: String, picture: Icon, onclick: Callback<MouseEvent>| {
        html! {
            <button type="button" class="quiet tool" aria-label={name.clone()} title={name} {onclick}>
                { icon(picture) }
            </button>
        }
    };
    html! {
        <section key={id.clone()} class={classes!("panel", format!("view-{}", view.name()))} aria-labelledby={id.clone()}>
            <header class="panel-head">
                <h2 {id}>
                    { title }
                    if let Some(names) = names {
                        <small>{ format!(" {}", names[side as usize]) }</small>
                    }
                </h2>
                { tool(enlarge_name, enlarge_icon, enlarge) }
                { tool(format!("Close {title}"), Icon::Close, close) }
            </header>
            <div class="panel-body">{ draw(view, properties) }</div>
        </section>
    }
}

fn focus(id: &str) {
    let element = web_sys::window().and_then(|window| window.document()?.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        element.focus().ok();
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
        View::Interpolants => html! { <Interpolants ..properties /> },
        View::Frontier => html! { <Frontier ..properties /> },
        View::Plane => html! { <Plane ..properties /> },
    }
}
