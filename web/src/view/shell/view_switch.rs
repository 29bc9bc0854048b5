//! The buttons that open and close views.

use yew::prelude::*;

use crate::browser::focus::move_to;
use crate::state::Action;
use crate::state::views::View;

#[derive(Properties, PartialEq)]
pub(super) struct ViewSwitchProperties {
    pub(super) open: Vec<View>,
    pub(super) act: Callback<Action>,
}

#[function_component]
pub(super) fn ViewSwitch(properties: &ViewSwitchProperties) -> Html {
    let ViewSwitchProperties { open, act } = properties;
    let switch = |view: &View| {
        let view = *view;
        let is_open = open.contains(&view);
        let onclick = act.reform(move |_: MouseEvent| Action::Show(view, !is_open));
        let key = view.key().map(|key| format!("Show or hide this view ({key})"));
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
    html! { <div class="views" role="group" aria-label="Views">{ for View::ALL.iter().map(switch) }</div> }
}

/// Gives the focus to the button of a view.
pub(crate) fn focus_switch(view: View) {
    move_to(&switch_id(view));
}

fn switch_id(view: View) -> String {
    format!("switch-{}", view.name())
}
