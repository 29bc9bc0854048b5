//! The window with the notes of a teacher: what the audience sees, what comes next, and one's own words about
//! this step and this problem. It follows the page that has opened it, and moves it.

use std::rc::Rc;

use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{HtmlTextAreaElement, KeyboardEvent};
use yew::prelude::*;

use crate::browser::focus;
use crate::browser::notes::{HELLO, NotesLine, TOLD};
use crate::browser::storage;
use crate::state::keys::Focus;
use crate::state::notes::{Told, WAYS, asked};

#[derive(Properties, PartialEq)]
pub(crate) struct NotesProperties {
    /// The name of the page that it belongs to.
    pub(crate) name: AttrValue,
}

#[function_component]
pub(crate) fn Notes(properties: &NotesProperties) -> Html {
    let told = use_state_eq(Told::default);
    let line = use_mut_ref(|| None::<NotesLine>);
    use_effect_with(properties.name.clone(), {
        let (line, told) = (Rc::clone(&line), told.setter());
        move |name| {
            let own = Rc::clone(&line);
            let heard = Callback::from(move |words: Vec<String>| match words.split_first() {
                Some((first, told_words)) if first == TOLD => told.set(Told::from_words(told_words.to_vec())),
                Some((first, _)) if first == HELLO => {
                    if let Some(line) = &*own.borrow() {
                        line.say([HELLO]);
                    }
                }
                _ => {}
            });
            *line.borrow_mut() = NotesLine::open(name, heard);
            if let Some(line) = &*line.borrow() {
                line.say([HELLO]);
            }
        }
    });
    let say = use_callback((), move |word: String, ()| {
        if let Some(line) = &*line.borrow() {
            line.say([&*word]);
        }
    });
    use_effect_with((), {
        let say = say.clone();
        move |()| {
            let listener = EventListener::new(&gloo_utils::window(), "keydown", move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
                let is_ours = focus::of(event).is_some_and(|focus| focus != Focus::Field);
                if is_ours && asked(&event.key()).is_some() {
                    say.emit(event.key());
                }
            });
            move || drop(listener)
        }
    });
    if told.problem_key.is_empty() {
        return html! { <main class="notes"><h1>{ "Notes" }</h1><p>{ "Waiting for the page that has opened this window. Keep that page open." }</p></main> };
    }
    let way = |(name, key, _): &(&'static str, &'static str, _)| {
        let key = *key;
        let onclick = say.reform(move |_: MouseEvent| key.to_owned());
        html! { <button type="button" {onclick}>{ *name }</button> }
    };
    html! {
        <main class="notes">
            <header>
                <h1>{ &told.subject }</h1>
                <p>{ &told.place }</p>
                <div role="group" aria-label="Steps">{ for WAYS.iter().map(way) }</div>
            </header>
            <p class="notes-now" aria-live="polite">{ &told.now }</p>
            if !told.next.is_empty() {
                <p class="notes-next"><strong>{ "Next: " }</strong>{ &told.next }</p>
            }
            if !told.lesson.is_empty() {
                <p class="notes-lesson">{ &told.lesson }</p>
            }
            if !told.step_key.is_empty() {
                <Field key={told.step_key.clone()} name={told.step_key.clone()} label="Your notes on this step" />
            }
            <Field key={told.problem_key.clone()} name={told.problem_key.clone()} label={format!("Your notes on {}", told.subject)} />
            <p class="small">{ "Notes are kept in this browser. The arrow keys and N and P move the page." }</p>
        </main>
    }
}

#[derive(Properties, PartialEq)]
struct FieldProperties {
    /// What it is kept as.
    name: AttrValue,
    label: AttrValue,
}

#[function_component]
fn Field(properties: &FieldProperties) -> Html {
    let FieldProperties { name, label } = properties;
    let kept = use_memo(name.clone(), |name| storage::note(name));
    let oninput = {
        let name = name.clone();
        Callback::from(move |event: InputEvent| {
            storage::keep_note(&name, &event.target_unchecked_into::<HtmlTextAreaElement>().value());
        })
    };
    html! {
        <label class="notes-field">
            <span>{ label }</span>
            <textarea rows="4" defaultvalue={(*kept).clone()} {oninput} />
        </label>
    }
}
