//! The editor: a real `<textarea>`, so that phones and screen readers can use it.

use std::rc::Rc;

use hornbook::lang::Span;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use super::findings::Findings;
use crate::place::utf16_range;
use crate::protocol::Description;
use crate::state::Action;

#[derive(Properties, PartialEq)]
pub(crate) struct EditorProperties {
    pub(crate) text: Rc<str>,
    /// Whether the browser lets us keep the text.
    pub(crate) saving: bool,
    /// Whether an example has replaced the user's own text.
    pub(crate) can_bring_back: bool,
    /// What is wrong or doubtful in the text.
    pub(crate) description: Option<Description>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Editor(properties: &EditorProperties) -> Html {
    let area = use_node_ref();
    let go_to = use_callback((area.clone(), properties.text.clone()), |span: Span, (area, text)| {
        if let Some(area) = area.cast::<HtmlTextAreaElement>() {
            let (start, end) = utf16_range(text, span);
            area.focus().ok();
            area.set_selection_range(start, end).ok();
        }
    });
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
                ref={area}
                value={AttrValue::from(properties.text.clone())}
                oninput={edit}
                aria-describedby="saving"
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                wrap="off"
            />
            <p class="under">
                <span id="saving">{ promise }</span>
                { bring_back }
            </p>
            <Findings description={properties.description.clone()} {go_to} />
        </section>
    }
}
