//! What the worker says about the problem in the editor.

use std::rc::Rc;

use hornbook::lang::model::Picture;
use yew::prelude::*;

use crate::run::doubt;
use crate::run::narrate::count;
use crate::state::Action;
use crate::state::workers::WorkerStatus;
use crate::wire::protocol::{Description, RelationSymbol, Responses};

/// More symbols than this are counted, but not listed.
const MOST_SYMBOLS: usize = 40;

#[derive(Properties, PartialEq)]
pub(crate) struct AboutProperties {
    pub(crate) description: Option<Rc<Description>>,
    /// Whether the description is about the present text.
    pub(crate) is_current: bool,
    /// Why the present text has not been described, if it has not.
    pub(crate) unread: Option<Rc<str>>,
    /// Whether the reader has been at something for long.
    pub(crate) is_slow: bool,
    pub(crate) reader: WorkerStatus,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn About(properties: &AboutProperties) -> Html {
    let AboutProperties { description, is_current, unread, is_slow, reader, act } = properties;
    let status = match reader {
        WorkerStatus::Starting => "Starting …",
        WorkerStatus::Ready if *is_slow => "Still reading …",
        WorkerStatus::Ready if !is_current => "Reading …",
        WorkerStatus::Ready => "",
        WorkerStatus::Gone => "The reader has stopped.",
    };
    let button = |label: &'static str, action: Action| {
        let onclick = act.reform(move |_: MouseEvent| action.clone());
        html! { <button type="button" class="quiet" {onclick}>{ label }</button> }
    };
    html! {
        <section class="about" aria-labelledby="about">
            <h2 id="about">{ "About this problem" }</h2>
            <div aria-live="polite" aria-busy={(!is_current).to_string()}>
                { description.as_deref().map(facts) }
                if let Some(reason) = unread {
                    <p>{ "The text has not been read. " }{ &**reason }{ " You can solve it all the same." }</p>
                }
            </div>
            <p class="status" role="status">{ status }</p>
            if *is_slow {
                <p class="actions">{ button("Stop reading", Action::StopReader) }</p>
            } else if unread.is_some() {
                <p class="actions">{ button("Read it again", Action::ReadAgain) }</p>
            }
        </section>
    }
}

fn facts(description: &Description) -> Html {
    if let Some(responses) = &description.responses {
        return html! {
            <>
                <p>{ "A script of queries. The solver answers:" }</p>
                <pre class="responses">{ responses.lines.join("\n") }</pre>
                <p>{ checks(responses) }</p>
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
        <>
            <dl>
                if let Some(picture) = &description.picture {
                    <div><dt>{ "Model" }</dt><dd>{ model(picture) }</dd></div>
                }
                <div><dt>{ "Clauses" }</dt><dd>{ clauses }</dd></div>
                <div><dt>{ "Relation symbols" }</dt><dd>{ symbols(&description.relations) }</dd></div>
            </dl>
            { for doubt::told(&description.doubts).into_iter().map(|words| html! { <p class="doubts">{ words }</p> }) }
        </>
    }
}

/// What the model is, and how large.
fn model(picture: &Picture) -> String {
    let size = format!(
        "{} and {}",
        count(picture.nodes.len(), "part", "parts"),
        count(picture.edges.len(), "edge", "edges")
    );
    format!("{}, {size}", picture.title)
}

/// What became of the checks of models and proofs.
fn checks(responses: &Responses) -> String {
    let passed = match responses.checked {
        0 => return String::new(),
        1 => "One model or proof has passed its check.".to_owned(),
        many => format!("{many} models and proofs have passed their check."),
    };
    match responses.rejected {
        0 => passed,
        many => format!("{passed} {many} have not, so the answer is unknown; that is a bug in Hornbook."),
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
