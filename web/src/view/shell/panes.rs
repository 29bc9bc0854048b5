//! The panes with the views: each has tabs for the views that are open in it, and shows the one in front.

use web_sys::Element;
use yew::prelude::*;

use crate::browser::environment::window_height;
use crate::browser::focus::move_to;
use crate::run::compare;
use crate::state::layout::{Edge, Pane};
use crate::state::views::View;
use crate::state::{Action, Side, State};
use crate::view::parts::icon::{Icon, icon};
use crate::view::shell::panel::panel;
use crate::view::shell::splitter::Splitter;
use crate::view::shell::view_switch::focus_switch;
use crate::view::shell::welcome::welcome;

#[derive(Properties, PartialEq)]
pub(crate) struct PanesProperties {
    pub(crate) state: UseReducerHandle<State>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Panes(properties: &PanesProperties) -> Html {
    let PanesProperties { state, act } = properties;
    let has_runs = state.runs.iter().any(Option::is_some);
    let section = use_node_ref();
    let begun = state.runs[0].as_ref().filter(|run| run.header.is_some()).map(|run| run.id);
    use_effect_with((section.clone(), begun), |(section, begun)| {
        if let (Some(section), Some(_)) = (section.cast::<Element>(), begun) {
            come_into_sight(&section);
        }
    });
    if !has_runs {
        return html! { <section class="panes" ref={section} aria-label="Views">{ welcome(act) }</section> };
    }
    let sides: &[Side] = if state.compares { &Side::BOTH } else { &[Side::Left] };
    let names = run_names(state);
    let panels = |view: View| {
        html! {
            <div class="panel-row">
                { for sides.iter().map(|side| panel(view, *side, names.as_ref(), state, act)) }
            </div>
        }
    };
    let is_retired = state.retired_text().is_some();
    let class = |more: &'static str| {
        classes!("panes", more, state.compares.then_some("two"), is_retired.then_some("retired"))
    };
    if let Some(view) = state.enlarged {
        let pane = state.layout.pane(view);
        return html! {
            <section class={class("enlarged")} ref={section} aria-label="Views">
                <div class="pane main">
                    { strip(pane, &[view], Some(view), true, act) }
                    { panels(view) }
                </div>
            </section>
        };
    }
    let pane = |pane: Pane| {
        let views = state.views_in(pane);
        if views.is_empty() {
            return Html::default();
        }
        let front = state.front(pane);
        html! {
            <div key={pane.name()} class={classes!("pane", pane.name(), front.is_none().then_some("folded"))}>
                { strip(pane, &views, front, false, act) }
                { for front.map(panels) }
            </div>
        }
    };
    let is_filled = |pane: Pane| !state.views_in(pane).is_empty();
    let splitter =
        |edge: Edge| html! { <Splitter {edge} size={state.layout.size(edge)} act={act.clone()} /> };
    let has_upper = is_filled(Pane::Main) || is_filled(Pane::Beside);
    let shape = match (is_filled(Pane::Main), is_filled(Pane::Beside)) {
        (true, true) => "both",
        _ => "single",
    };
    html! {
        <section class={class(shape)} ref={section} aria-label="Views">
            if has_upper {
                <div class="upper">
                    { pane(Pane::Main) }
                    if shape == "both" {
                        { splitter(Edge::Beside) }
                    }
                    { pane(Pane::Beside) }
                </div>
            }
            if has_upper && state.front(Pane::Below).is_some() {
                { splitter(Edge::Below) }
            }
            { pane(Pane::Below) }
            if state.views.is_empty() {
                <p class="nothing">{ "No view is open. Open one from the list of views above." }</p>
            }
        </section>
    }
}

/// The tabs of a pane, and what can be done with the view in front.
fn strip(pane: Pane, views: &[View], front: Option<View>, is_enlarged: bool, act: &Callback<Action>) -> Html {
    let tab = |view: &View| {
        let view = *view;
        let is_front = front == Some(view);
        // The tab of an open pane below folds it again.
        let action = if is_front && pane == Pane::Below {
            Action::UnfoldBelow(false)
        } else {
            Action::Show(view, true)
        };
        let onclick = act.reform(move |_: MouseEvent| action.clone());
        let is_reached = is_front || (front.is_none() && views.first() == Some(&view));
        html! {
            <button
                key={view.name()}
                type="button"
                role="tab"
                id={tab_id(view)}
                class="tab"
                aria-selected={is_front.to_string()}
                tabindex={if is_reached { "0" } else { "-1" }}
                title={view.key().map(|key| format!("{} ({key})", view.title()))}
                {onclick}
            >
                { view.word() }
            </button>
        }
    };
    let onkeydown = {
        let (views, act) = (views.to_vec(), act.clone());
        Callback::from(move |event: KeyboardEvent| {
            let by = match event.key().as_str() {
                "ArrowRight" => 1,
                "ArrowLeft" => views.len() - 1,
                _ => return,
            };
            let at = front.and_then(|front| views.iter().position(|view| *view == front)).unwrap_or(0);
            let next = views[(at + by) % views.len()];
            event.prevent_default();
            event.stop_propagation();
            act.emit(Action::Show(next, true));
            move_to(&tab_id(next));
        })
    };
    html! {
        <div class="strip">
            if is_enlarged {
                <span class="tab alone">{ for front.map(View::title) }</span>
            } else {
                <div role="tablist" class="tabs" aria-label={format!("Views in {}", pane.words())} {onkeydown}>
                    { for views.iter().map(tab) }
                </div>
            }
            { for front.map(|view| tools(view, pane, is_enlarged, act)) }
        </div>
    }
}

/// What can be done with the view in front.
fn tools(view: View, pane: Pane, is_enlarged: bool, act: &Callback<Action>) -> Html {
    let title = view.title();
    let tool = |name: String, picture: Icon, onclick: Callback<MouseEvent>| {
        html! {
            <button type="button" class="quiet tool" aria-label={name.clone()} title={name} {onclick}>
                { icon(picture) }
            </button>
        }
    };
    if is_enlarged {
        let shrink = act.reform(|_: MouseEvent| Action::Enlarge(None));
        return tool("Show all views".to_owned(), Icon::Shrink, shrink);
    }
    let close = Callback::from({
        let act = act.clone();
        move |_: MouseEvent| {
            act.emit(Action::Show(view, false));
            // The button is gone with its view; the focus goes to the one that brings it back.
            focus_switch(view);
        }
    });
    let next = pane.next();
    html! {
        <div class="strip-tools">
            { tool(format!("Move {title} to {}", next.words()), Icon::Move, act.reform(move |_: MouseEvent| Action::MoveView(view, next))) }
            { tool(format!("Enlarge {title}"), Icon::Enlarge, act.reform(move |_: MouseEvent| Action::Enlarge(Some(view)))) }
            { tool(format!("Close {title}"), Icon::Close, close) }
        </div>
    }
}

fn tab_id(view: View) -> String {
    format!("tab-{}", view.name())
}

/// On a phone the editor fills the screen; whoever solves wants to see the run.
fn come_into_sight(section: &Element) {
    if window_height().is_some_and(|height| section.get_bounding_client_rect().top() > height / 4.0) {
        section.scroll_into_view();
    }
}

/// What tells the runs apart, if there are two.
pub(super) fn run_names(state: &State) -> Option<[String; 2]> {
    let [left, right] = Side::BOTH.map(|side| state.run_at(side));
    Some(compare::names(&left?.settings, &right?.settings))
}
