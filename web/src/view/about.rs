//! What the worker says about the problem in the editor.

use std::rc::Rc;

use yew::prelude::*;

use crate::protocol::{Description, RelationSymbol};
use crate::workers::WorkerStatus;

/// More symbols than this are counted, but not listed.
const MOST_SYMBOLS: usize = 40;

#[derive(Properties, PartialEq)]
pub(crate) struct AboutProperties {
    pub(crate) description: Option<Rc<Description>>,
    /// Whether the description is about the present text.
    pub(crate) is_current: bool,
    pub(crate) reader: WorkerStatus,
}

#[function_component]
pub(crate) fn About(properties: &AboutProperties) -> Html {
    let status = match &properties.reader {
        WorkerStatus::Starting => "Starting …",
        WorkerStatus::Ready if !properties.is_current => "Reading …",
        WorkerStatus::Ready => "",
        WorkerStatus::Failed { .. } => "The reader has stopped.",
    };
    html! {
        <section class="about" aria-labelledby="about">
            <h2 id="about">{ "About this problem" }</h2>
            <div aria-live="polite" aria-busy={(!properties.is_current).to_string()}>
                { properties.description.as_deref().map(facts) }
            </div>
            <p class="status" role="status">{ status }</p>
        </section>
    }
}

fn facts(description: &Description) -> Html {
    if let Some(responses) = &description.responses {
        return html! {
            <>
                <p>{ "A script of queries. The solver answers:" }</p>
                <pre class="responses">{ responses.lines.join("\n") }</pre>
            </>
        };
    }
    let clauses = match (description.clauses, description.queries) {
        (all, 0) => format!("{all}, no query"),
        (1, 1) => "1, a query".to_owned(),
        (all, 1) => format!("{all}, one of them a query"),
        (all, many) => format!("{all}, {many} of them queries"),
    };
    html! {
        <dl>
            <div><dt>{ "Clauses" }</dt><dd>{ clauses }</dd></div>
            <div><dt>{ "Relation symbols" }</dt><dd>{ symbols(&description.relations) }</dd></div>
        </dl>
    }
}

/// The symbols with their arities, the way logicians write them: gcd/3.
fn symbols(relations: &[RelationSymbol]) -> Html {
    if relations.is_empty() {
        return html! { "none" };
    }
    let shown = relations.iter().take(MOST_SYMBOLS).map(|symbol| {
        html! { <li key={symbol.name.clone()}><i>{ &symbol.name }</i>{ format!("/{}", symbol.arity) }</li> }
    });
    let further = relations.len().saturating_sub(MOST_SYMBOLS);
    html! {
        <ul class="symbols">
            { for shown }
            if further > 0 {
                <li>{ format!("and {further} more") }</li>
            }
        </ul>
    }
}
