//! What the worker says about the problem in the editor.

use yew::prelude::*;

use crate::protocol::Description;
use crate::state::WorkerStatus;

#[derive(Properties, PartialEq)]
pub(crate) struct AboutProperties {
    pub(crate) description: Option<Description>,
    /// Whether the description is about the present text.
    pub(crate) is_current: bool,
    pub(crate) worker: WorkerStatus,
}

#[function_component]
pub(crate) fn About(properties: &AboutProperties) -> Html {
    let status = match &properties.worker {
        WorkerStatus::Starting => "The solver is starting …",
        WorkerStatus::Ready if !properties.is_current => "Reading …",
        WorkerStatus::Ready => "",
        WorkerStatus::Failed { .. } => "The solver has stopped.",
    };
    html! {
        <section class="about" aria-labelledby="about">
            <h2 id="about">{ "About this problem" }</h2>
            <div aria-live="polite" aria-busy={(!properties.is_current).to_string()}>
                { properties.description.as_ref().map(facts) }
            </div>
            <p class="status" role="status">{ status }</p>
        </section>
    }
}

fn facts(description: &Description) -> Html {
    html! {
        <dl>
            <div><dt>{ "Lines with clauses" }</dt><dd>{ description.lines }</dd></div>
            <div><dt>{ "Lines with comments only" }</dt><dd>{ description.comment_lines }</dd></div>
        </dl>
    }
}
