//! The section of the solver: the controls of the runs, and the open views of them.

use web_sys::Element;
use yew::prelude::*;

use crate::browser::environment::window_height;
use crate::run::Run;
use crate::run::compare;
use crate::state::views::View;
use crate::state::{Action, Side, State};
use crate::view::controls::announcer::Announcer;
use crate::view::controls::control_bar::ControlBar;
use crate::view::controls::settings::Settings;
use crate::view::shell::panel::panel;
use crate::view::shell::view_switch::ViewSwitch;
use crate::view::shell::welcome::welcome;

#[derive(Properties, PartialEq)]
pub(crate) struct SolverProperties {
    pub(crate) state: UseReducerHandle<State>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Solver(properties: &SolverProperties) -> Html {
    let SolverProperties { state, act } = properties;
    let sides: &[Side] = if state.compares { &Side::BOTH } else { &[Side::Left] };
    let has_runs = state.runs.iter().any(Option::is_some);
    let views: Vec<View> = match state.enlarged {
        Some(view) => vec![view],
        None => state.views.clone(),
    };
    let names = run_names(state);
    let section = use_node_ref();
    let begun = state.runs[0].as_ref().filter(|run| run.header.is_some()).map(|run| run.id);
    use_effect_with((section.clone(), begun), |(section, begun)| {
        if let (Some(section), Some(_)) = (section.cast::<Element>(), begun) {
            come_into_sight(&section);
        }
    });
    let class =
        classes!("solver", state.compares.then_some("two"), state.enlarged.is_some().then_some("enlarged"),);
    html! {
        <section id="solver" ref={section} {class} aria-label="Solver" tabindex="-1">
            <ControlBar state={state.clone()} act={act.clone()} />
            <Announcer state={state.clone()} />
            <div class="options" hidden={state.presents}>
                if has_runs {
                    <ViewSwitch open={state.views.clone()} act={act.clone()} />
                }
                <Settings
                    settings={state.settings.clone()}
                    compares={state.compares}
                    faults={Side::BOTH.map(|side| state.template_faults(side))}
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
fn come_into_sight(section: &Element) {
    if window_height().is_some_and(|height| section.get_bounding_client_rect().top() > height / 4.0) {
        section.scroll_into_view();
    }
}

/// What tells the runs apart, if there are two.
fn run_names(state: &State) -> Option<[String; 2]> {
    let [left, right] = Side::BOTH.map(|side| state.run_at(side));
    Some(compare::names(&left?.settings, &right?.settings))
}
