//! The list of example problems, by topics, and of the user's own texts from other tabs and earlier visits.

use hornbook::lang::Language;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

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
    pub(crate) is_open: bool,
    pub(crate) act: Callback<Action>,
}

/// A drawer over the page. It closes once something is picked.
#[function_component]
pub(crate) fn Gallery(properties: &GalleryProperties) -> Html {
    // Nobody waits for the list before the drawer is opened for the first time; then it stays.
    let was_open = use_mut_ref(|| false);
    let is_filled = {
        let mut was_open = was_open.borrow_mut();
        *was_open |= properties.is_open;
        *was_open
    };
    let topics = use_memo(is_filled, |is_filled| if *is_filled { topics() } else { Vec::new() });
    let drawer = use_node_ref();
    use_effect_with((drawer.clone(), properties.is_open), |(drawer, is_open)| {
        let current = drawer.cast::<Element>().filter(|_| *is_open).and_then(|drawer| {
            let open = drawer.query_selector("[aria-current]").ok().flatten();
            open.or_else(|| drawer.query_selector("li button").ok().flatten())
        });
        if let Some(button) = current.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
            button.focus().ok();
        }
    });
    let close = properties.act.reform(|_: MouseEvent| Action::ShowExamples(false));
    html! {
        <div class="gallery-drawer" hidden={!properties.is_open}>
            <div class="backdrop" onclick={close.clone()} aria-hidden="true" />
            <nav class="gallery" id="examples" aria-label="Examples" ref={drawer}>
                <header>
                    <h2>{ "Examples" }</h2>
                    <button type="button" class="quiet close" onclick={close}>{ "Close" }</button>
                </header>
                <div class="topics">
                    if is_filled && !properties.drafts.is_empty() {
                        { drafts(properties) }
                    }
                    { for topics.iter().map(|topic| section(topic, properties)) }
                </div>
            </nav>
        </div>
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
