//! The message that a worker has failed, and the ways on.
//!
//! A failure of the page itself is shown by `static/crash.js`, in the same words.

use std::rc::Rc;

use gloo_utils::window;
use web_sys::Element;
use yew::prelude::*;

use crate::browser::clipboard::{Copied, copy};
use crate::out::report::report;
use crate::state::Action;
use crate::state::workers::Role;

#[derive(Properties, PartialEq)]
pub(crate) struct WorkerFailureProperties {
    pub(crate) role: Role,
    pub(crate) message: AttrValue,
    /// Whether there is none in its place, because it could not even be started.
    pub(crate) is_gone: bool,
    pub(crate) text: Rc<str>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn WorkerFailure(properties: &WorkerFailureProperties) -> Html {
    let WorkerFailureProperties { role, message, is_gone, text, act } = properties;
    let role = *role;
    let copied = use_state_eq(|| None::<Copied>);
    let shown = use_node_ref();
    let report = AttrValue::from(report(message, &browser(), text));
    let on = |action: Action| act.reform(move |_: MouseEvent| action.clone());
    let onclick = Callback::from({
        let (copied, report, shown) = (copied.setter(), report.clone(), shown.clone());
        move |_: MouseEvent| {
            let copied = copied.clone();
            copy(&report, shown.cast::<Element>(), Callback::from(move |how| copied.set(Some(how))));
        }
    });
    let label = match *copied {
        None => "Copy report",
        Some(Copied::ToClipboard) => "Report copied",
        Some(how) => how.label(),
    };
    let (name, rest) = match role {
        Role::Solver => ("solver", "Your text and the run so far are safe."),
        Role::Reader => {
            ("reader", "It reads the text and answers questions about it. Your text and runs are safe.")
        }
    };
    let is_missing = message.contains(MISSING_PART);
    let (heading, why) = if is_missing {
        (
            MISSING_PART.to_owned(),
            "The network is gone, or the page has been replaced by a newer one. Try again when the network is back. ",
        )
    } else {
        (format!("The {name} has stopped because of an error"), "The error is ours, not yours. ")
    };
    let go_on = act.reform(move |_: MouseEvent| Action::ForgetFailure(role));
    let try_again = {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| {
            act.emit(Action::ForgetFailure(role));
            if role == Role::Reader {
                act.emit(Action::ReadAgain);
            }
        })
    };
    let successor = if *is_gone { "" } else { " A new one has taken its place, with memory of its own." };
    html! {
        <section class="failure" role="alert">
            <h2>{ heading }</h2>
            <p>{ why }{ rest }{ successor }</p>
            <p class="actions">
                if *is_gone {
                    <button type="button" onclick={on(Action::RestartWorker(role))}>{ format!("Restart the {name}") }</button>
                } else {
                    <button type="button" onclick={if is_missing { try_again } else { go_on }}>
                        { if is_missing { "Try again" } else { "Go on" } }
                    </button>
                }
                <button type="button" class="quiet" {onclick}>{ label }</button>
            </p>
            <details>
                <summary>{ "What the report says" }</summary>
                <pre ref={shown} tabindex="0">{ report }</pre>
            </details>
        </section>
    }
}

/// What `web/loader/parts.js` says if a part of the module is not there and can't be loaded.
const MISSING_PART: &str = "A part of Hornbook could not be loaded";

fn browser() -> String {
    window().navigator().user_agent().unwrap_or_default()
}
