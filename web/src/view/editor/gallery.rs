//! The list of example problems, by topics, and of the user's own texts from other tabs and earlier visits.

use hornbook::lang::Language;
use yew::prelude::*;

use crate::browser::environment::matches_media;
use crate::browser::storage;
use crate::state::Action;
use crate::text::drafts::{Draft, MOST_DRAFTS};
use crate::text::examples::{Example, Topic, topics};

#[derive(Properties, PartialEq)]
pub(crate) struct GalleryProperties {
    /// The example that is in the editor, if any.
    pub(crate) open: Option<&'static str>,
    /// Texts that other tabs and earlier visits have left.
    pub(crate) drafts: Vec<Draft>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Gallery(properties: &GalleryProperties) -> Html {
    let is_unfolded = use_memo((), |()| window_is_wide());
    let topics = use_memo((), |()| topics());
    html! {
        <nav class="gallery" aria-label="Examples">
            <details open={*is_unfolded}>
                <summary><h2>{ "Examples" }</h2></summary>
                <div class="topics">
                    if !properties.drafts.is_empty() {
                        { drafts(properties) }
                    }
                    { for topics.iter().map(|topic| section(topic, properties)) }
                </div>
            </details>
        </nav>
    }
}

fn section(topic: &Topic, properties: &GalleryProperties) -> Html {
    html! {
        <section key={topic.title}>
            <h3>{ topic.title }</h3>
            <ul>{ for topic.examples.iter().map(|example| entry(example, properties)) }</ul>
        </section>
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
                <span class="source">{ example.source() }</span>
                if example.language() != Language::House {
                    <span class="source">{ example.language().front_end().words() }</span>
                }
                <span class="source">{ format!("opens with: {}", example.method().label) }</span>
            </button>
        </li>
    }
}

fn drafts(properties: &GalleryProperties) -> Html {
    html! {
        <section key="drafts" class="drafts">
            <h3>{ "Your other texts" }</h3>
            <p>{ format!("From other tabs and earlier visits. The latest {MOST_DRAFTS} are kept in this browser.") }</p>
            <ul>{ for properties.drafts.iter().map(|draft| draft_entry(draft, properties)) }</ul>
        </section>
    }
}

fn draft_entry(draft: &Draft, properties: &GalleryProperties) -> Html {
    let text = draft.text.clone();
    let open = properties.act.reform(move |_: MouseEvent| Action::OpenText(text.clone()));
    let forget = {
        let name = draft.name.clone();
        properties.act.reform(move |_: MouseEvent| {
            storage::forget(&name);
            Action::FoundDrafts(storage::others())
        })
    };
    let (title, time) = (draft.title(), time(draft.time));
    html! {
        <li key={draft.name.clone()}>
            <button type="button" onclick={open}>
                <span class="name">{ &title }</span>
                <span class="source">{ time }</span>
            </button>
            <button type="button" class="forget" onclick={forget} aria-label={format!("Forget {title}")}>{ "Forget" }</button>
        </li>
    }
}

/// In the words of the user's country.
#[allow(clippy::cast_precision_loss, reason = "exact for the next 285,000 years")]
fn time(milliseconds: u64) -> String {
    let date = js_sys::Date::new(&(milliseconds as f64).into());
    String::from(date.to_locale_string("default", &js_sys::Object::new()))
}

/// On a phone the list starts folded, so that the editor is in sight.
fn window_is_wide() -> bool {
    matches_media("(min-width: 60rem)")
}
