//! The message that a worker has failed, and the ways on.
//!
//! A failure of the page itself is shown by `static/crash.js`, in the same words.

use std::rc::Rc;

use yew::prelude::*;

use crate::report::report;
use crate::state::Action;
use crate::workers::Role;

#[derive(Properties, PartialEq)]
pub(crate) struct WorkerFailureProperties {
    pub(crate) role: Role,
    pub(crate) message: AttrValue,
    pub(crate) text: Rc<str>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn WorkerFailure(properties: &WorkerFailureProperties) -> Html {
    let copied = use_state_eq(|| false);
    let report = AttrValue::from(report(&properties.message, &browser(), &properties.text));
    let restart = properties.act.reform(|_: MouseEvent| Action::RestartWorkers);
    let copy = Callback::from({
        let (copied, report) = (copied.clone(), report.clone());
        move |_: MouseEvent| {
            copy(&report);
            copied.set(true);
        }
    });
    let (name, rest) = match properties.role {
        Role::Solver => ("solver", "Your text and the run so far are safe; you can go on with a new solver."),
        Role::Reader => (
            "reader",
            "It tells what the text says and what there is to see in it. Your text and runs are safe.",
        ),
    };
    html! {
        <section class="failure" role="alert">
            <h2>{ format!("The {name} has stopped because of an error") }</h2>
            <p>{ "The error is ours, not yours. " }{ rest }</p>
            <p class="actions">
                <button type="button" onclick={restart}>{ format!("Restart the {name}") }</button>
                <button type="button" class="quiet" onclick={copy}>
                    { if *copied { "Report copied" } else { "Copy report" } }
                </button>
            </p>
            <details>
                <summary>{ "What the report says" }</summary>
                <pre tabindex="0">{ report }</pre>
            </details>
        </section>
    }
}

fn copy(report: &str) {
    if let Some(window) = web_sys::window() {
        // Whoever forbids this to the page can still select the report below the button.
        let _promise = window.navigator().clipboard().write_text(report);
    }
}

fn browser() -> String {
    web_sys::window().and_then(|window| window.navigator().user_agent().ok()).unwrap_or_default()
}
