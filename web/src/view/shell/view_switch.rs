//! The list of all views, with buttons that open and close them.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

use crate::browser::focus::move_to;
use crate::browser::notes::open_window;
use crate::state::Action;
use crate::state::views::View;
use crate::view::parts::menu::use_menu;

#[derive(Properties, PartialEq)]
pub(super) struct ViewSwitchProperties {
    pub(super) open: Vec<View>,
    pub(super) hide_later: bool,
    pub(super) act: Callback<Action>,
}

#[function_component]
pub(super) fn ViewSwitch(properties: &ViewSwitchProperties) -> Html {
    let ViewSwitchProperties { open, hide_later, act } = properties;
    let hide = act.reform(|event: Event| {
        Action::HideLater(event.target_unchecked_into::<HtmlInputElement>().checked())
    });
    let menu = use_menu();
    let switch = |view: &View| {
        let view = *view;
        let is_open = open.contains(&view);
        let onclick = act.reform(move |_: MouseEvent| Action::Show(view, !is_open));
        html! {
            <button type="button" id={switch_id(view)} class="quiet toggle" aria-pressed={is_open.to_string()} {onclick}>
                <span>{ view.word() }</span>
                if let Some(key) = view.key() {
                    <kbd aria-hidden="true">{ key }</kbd>
                }
            </button>
        }
    };
    html! {
        <details class="menu views-menu" ref={menu}>
            <summary title="Open and close views (V)">{ "Views" }</summary>
            <div class="menu-card views" role="group" aria-label="Views">
                { for View::ALL.iter().map(switch) }
                <label class="check">
                    <input type="checkbox" checked={*hide_later} onchange={hide} />
                    <span>{ "Hide what comes later" }</span>
                    <small>{ "Verdict, marks and later steps stay hidden until you get there." }</small>
                </label>
                <button type="button" class="quiet" onclick={|_: MouseEvent| open_window()} title="Your notes on a second window, which follows this one (T)">
                    { "Notes on a second window" }
                </button>
            </div>
        </details>
    }
}

/// Opens the list of views, and gives the focus to the button of one.
pub(crate) fn focus_switch(view: View) {
    let id = switch_id(view);
    let button = gloo_utils::document().get_element_by_id(&id);
    let menu = button.and_then(|button| button.closest("details").ok().flatten());
    if let Some(menu) = menu.and_then(|menu| menu.dyn_into::<Element>().ok()) {
        menu.set_attribute("open", "").ok();
    }
    move_to(&id);
}

fn switch_id(view: View) -> String {
    format!("switch-{}", view.name())
}
