//! The list of example problems.

use yew::prelude::*;

use crate::examples::{EXAMPLES, Example};
use crate::state::Action;

#[derive(Properties, PartialEq)]
pub(crate) struct GalleryProperties {
    /// The example that is in the editor, if any.
    pub(crate) open: Option<&'static str>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Gallery(properties: &GalleryProperties) -> Html {
    let is_unfolded = use_memo((), |()| window_is_wide());
    html! {
        <nav class="gallery" aria-label="Examples">
            <details open={*is_unfolded}>
                <summary><h2>{ "Examples" }</h2></summary>
                <ul>
                    { for EXAMPLES.iter().map(|example| entry(example, properties)) }
                </ul>
            </details>
        </nav>
    }
}

fn entry(example: &'static Example, properties: &GalleryProperties) -> Html {
    let is_open = properties.open == Some(example.name);
    let open = properties.act.reform(move |_: MouseEvent| Action::Open(example));
    html! {
        <li key={example.name}>
            <button type="button" onclick={open} aria-current={is_open.then_some("true")}>
                <span class="name">{ example.name }</span>
                <span class="description">{ example.description() }</span>
            </button>
        </li>
    }
}

/// On a phone the list starts folded, so that the editor is in sight.
fn window_is_wide() -> bool {
    let query = web_sys::window().and_then(|window| window.match_media("(min-width: 60rem)").ok().flatten());
    query.is_none_or(|query| query.matches())
}
