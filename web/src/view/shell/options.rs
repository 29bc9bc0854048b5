//! How the window is arranged, which views are open, and the settings of the next run.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::run::Run;
use crate::state::layout::ARRANGEMENTS;
use crate::state::{Action, Side, State};
use crate::view::controls::settings::Settings;
use crate::view::shell::view_switch::ViewSwitch;

#[derive(Properties, PartialEq)]
pub(crate) struct OptionsProperties {
    pub(crate) state: UseReducerHandle<State>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Options(properties: &OptionsProperties) -> Html {
    let OptionsProperties { state, act } = properties;
    html! {
        <div class="options" role="group" aria-label="Workspace">
            <ArrangementChoice
                chosen={state.arrangement().unwrap_or(ARRANGEMENTS.len())}
                has_own={state.own_arrangement.is_some()}
                act={act.clone()}
            />
            <ViewSwitch open={state.views.clone()} hide_later={state.hide_later} act={act.clone()} />
            if !state.presents {
                <Settings
                    settings={state.settings.clone()}
                    compares={state.compares}
                    faults={Side::BOTH.map(|side| state.template_faults(side))}
                    runs={state.runs.each_ref().map(|run| run.as_ref().map(Run::without_figures))}
                    act={act.clone()}
                />
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct ArrangementChoiceProperties {
    /// The number of the arrangement; the one after all others is the user's own.
    chosen: usize,
    has_own: bool,
    act: Callback<Action>,
}

#[function_component]
fn ArrangementChoice(properties: &ArrangementChoiceProperties) -> Html {
    let ArrangementChoiceProperties { chosen, has_own, act } = properties;
    let list = use_node_ref();
    // The browser remembers what was picked; the views may have been changed since.
    use_effect_with((list.clone(), *chosen), |(list, chosen)| {
        if let Some(list) = list.cast::<HtmlSelectElement>() {
            list.set_value(&chosen.to_string());
        }
    });
    let onchange = act.reform(|event: Event| {
        let value = event.target_unchecked_into::<HtmlSelectElement>().value();
        Action::Arrange(value.parse().unwrap_or(0))
    });
    let own = ARRANGEMENTS.len();
    html! {
        <select ref={list} class="arrangement" aria-label="Arrangement of the views" title="Arrangement of the views" {onchange}>
            { for ARRANGEMENTS.iter().enumerate().map(|(index, arrangement)| html! {
                <option value={index.to_string()} selected={index == *chosen}>{ arrangement.label }</option>
            }) }
            if *has_own || *chosen == own {
                <option value={own.to_string()} selected={own == *chosen}>{ "My own" }</option>
            }
        </select>
    }
}
