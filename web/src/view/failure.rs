//! The message that the worker has failed, and the ways on.
//!
//! A failure of the page itself is shown by `static/crash.js`, in the same words.

use std::rc::Rc;

use yew::prelude::*;

use crate::report::report;
use crate::state::Action;

#[derive(Properties, PartialEq)]
pub(crate) struct WorkerFailureProperties {
    pub(crate) message: AttrValue,
    pub(crate) text: Rc<str>,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn WorkerFailure(properties: &WorkerFailureProperties) -> Html {
    let copied = use_state_eq(|| false);
    let report = AttrValue::from(report(&properties.message, &browser(), &properties.text));
    let restart = properties.act.reform(|_: MouseEvent| Action::RestartWorker);
    let copy = Callback::from({
        let (copied, report) = (copied.clone(), report.clone());
        move |_: MouseEvent| {
            copy(&report);
            copied.set(true);
        }
    });
    html! {
        <section class="failure" role="alert">
            <h2>{ "The solver has stopped because of an error" }</h2>
            <p>{ "The error is ours, not yours. Your text is safe; you can go on with a new solver." }</p>
            <p class="actions">
                <button type="button" onclick={restart}>{ "Restart worker" }</button>
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
