//! The editor: a real `<textarea>`, so that phones and screen readers can use it, under a layer that colours
//! its text.

pub(super) mod about;
pub(crate) mod files;
pub(super) mod findings;
pub(super) mod gallery;
mod layer;
mod sheet;

use std::rc::Rc;

use hornbook::lang::{Language, Span};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use self::files::FileButton;
use self::sheet::{MOST_WRAPPED_LINES, Sheet, can_be_wrapped, show_place};
use crate::model::margin::MarginNote;
use crate::state::Action;
use crate::text::drafts::Saving;
use crate::view::editor::findings::Findings;
use crate::wire::protocol::Description;

/// A span of the text that stands out, such as the clause in use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mark {
    pub(crate) span: Span,
    /// The class in the style sheet.
    pub(crate) class: &'static str,
}

#[derive(Properties, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct EditorProperties {
    pub(crate) text: Rc<str>,
    /// Whether the browser lets us keep the text.
    pub(crate) saving: Saving,
    /// Whether long lines are wrapped.
    pub(crate) wraps: bool,
    /// Whether it came with a link and has not been changed.
    pub(crate) is_link_text: bool,
    /// Whether an example has replaced the user's own text.
    pub(crate) can_bring_back: bool,
    pub(crate) can_undo: bool,
    pub(crate) can_redo: bool,
    /// What is wrong or doubtful in the text.
    pub(crate) description: Option<Rc<Description>>,
    /// Whether that is about the present text.
    pub(crate) is_current: bool,
    /// What stands out.
    #[prop_or_default]
    pub(crate) marks: Rc<[Mark]>,
    /// What is written in the margin.
    #[prop_or_default]
    pub(crate) notes: Rc<[MarginNote]>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Editor(properties: &EditorProperties) -> Html {
    let EditorProperties { text, act, .. } = properties;
    let area = use_node_ref();
    let heading = *use_memo(text.clone(), |text| Language::detect(text).front_end().text);
    let go_to = use_callback((area.clone(), text.clone()), |span: Span, (area, text)| {
        if let Some(area) = area.cast::<HtmlTextAreaElement>() {
            show_place(&area, text, span);
        }
    });
    let promise = if properties.is_link_text {
        "This text came with a link. Once you change it, it is yours and saved in this browser.".to_owned()
    } else {
        properties.saving.sentence()
    };
    let button = |label: &'static str, is_enabled: bool, action: Action| {
        let onclick = act.reform(move |_: MouseEvent| action.clone());
        html! { <button type="button" class="quiet" disabled={!is_enabled} {onclick}>{ label }</button> }
    };
    html! {
        <section class="editor">
            <div class="over">
                <h2><label for="clauses">{ heading }</label></h2>
                <div class="tools" role="group" aria-label="Text">
                    { button("Undo", properties.can_undo, Action::Undo) }
                    { button("Redo", properties.can_redo, Action::Redo) }
                    { wrapping(properties.wraps, text, act) }
                    <FileButton act={act.clone()} />
                </div>
            </div>
            <Sheet
                text={text.clone()}
                {heading}
                wraps={properties.wraps && can_be_wrapped(text)}
                description={properties.description.clone()}
                is_current={properties.is_current}
                marks={properties.marks.clone()}
                notes={properties.notes.clone()}
                act={act.clone()}
                {area}
            />
            <p class="under">
                <span id="saving">{ promise }</span>
                if properties.can_bring_back {
                    { button("Bring back my text", true, Action::BringBack) }
                }
            </p>
            <Findings description={properties.description.clone()} {go_to} />
        </section>
    }
}

/// The button that wraps long lines, or says why it can't.
fn wrapping(wraps: bool, text: &str, act: &Callback<Action>) -> Html {
    let is_possible = can_be_wrapped(text);
    let onclick = act.reform(move |_: MouseEvent| Action::Wrap(!wraps));
    let title = if is_possible {
        "Wrap long lines".to_owned()
    } else {
        format!("Lines are wrapped in texts of up to {MOST_WRAPPED_LINES} lines")
    };
    html! {
        <button type="button" class="quiet toggle" disabled={!is_possible} aria-pressed={(wraps && is_possible).to_string()} {title} {onclick}>
            { "Wrap" }
        </button>
    }
}
