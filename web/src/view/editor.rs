//! The editor: a real `<textarea>`, so that phones and screen readers can use it.

use std::rc::Rc;

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::state::Action;

#[derive(Properties, PartialEq)]
pub(crate) struct EditorProperties {
    pub(crate) text: Rc<str>,
    /// Whether the browser lets us keep the text.
    pub(crate) saving: bool,
    /// Whether an example has replaced the user's own text.
    pub(crate) can_bring_back: bool,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Editor(properties: &EditorProperties) -> Html {
    let edit = properties.act.reform(|event: InputEvent| {
        Action::Edit(event.target_unchecked_into::<HtmlTextAreaElement>().value().into())
    });
    let bring_back = properties.can_bring_back.then(|| {
        let onclick = properties.act.reform(|_: MouseEvent| Action::BringBack);
        html! { <button type="button" class="quiet" {onclick}>{ "Bring back my text" }</button> }
    });
    let promise = if properties.saving {
        "Saved in this browser as you type."
    } else {
        "Not saved: this browser does not let Hornbook store anything."
    };
    html! {
        <section class="editor">
            <h2><label for="clauses">{ "Clauses" }</label></h2>
            <textarea
                id="clauses"
                value={AttrValue::from(properties.text.clone())}
                oninput={edit}
                aria-describedby="saving"
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                wrap="off"
                rows="20"
            />
            <p class="under">
                <span id="saving">{ promise }</span>
                { bring_back }
            </p>
        </section>
    }
}
