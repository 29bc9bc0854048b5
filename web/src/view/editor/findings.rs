//! What is wrong or doubtful in the text, with the place of each; the place leads into the editor.

use std::rc::Rc;

use hornbook::lang::{Severity, Span};
use yew::prelude::*;

use crate::view::parts::prose::prose;
use crate::wire::protocol::{Description, Finding};

#[derive(Properties, PartialEq)]
pub(crate) struct FindingsProperties {
    pub(crate) description: Option<Rc<Description>>,
    /// Shows a place in the editor.
    pub(crate) go_to: Callback<Span>,
}

#[function_component]
pub(crate) fn Findings(properties: &FindingsProperties) -> Html {
    let list = properties.description.as_deref().filter(|description| !description.findings.is_empty());
    html! {
        <div aria-live="polite">
            { list.map(|description| findings(description, &properties.go_to)) }
        </div>
    }
}

fn findings(description: &Description, go_to: &Callback<Span>) -> Html {
    html! {
        <ul class="findings" aria-label="Errors and warnings">
            { for description.findings.iter().map(|finding| entry(finding, go_to)) }
            if description.further_findings > 0 {
                <li>{ format!("and {} more", description.further_findings) }</li>
            }
        </ul>
    }
}

fn entry(finding: &Finding, go_to: &Callback<Span>) -> Html {
    let Finding { place, diagnostic } = finding;
    let (class, kind) = match diagnostic.severity {
        Severity::Error => ("error", "Error"),
        Severity::Warning => ("warning", "Warning"),
    };
    let span = diagnostic.span;
    let onclick = go_to.reform(move |_: MouseEvent| span);
    html! {
        <li {class}>
            <button type="button" class="place" {onclick} title="Show this place in the editor">
                { format!("{}:{}", place.line, place.column) }
            </button>
            <div>
                <p><strong>{ kind }</strong>{ ": " }{ prose(&diagnostic.message) }{ "." }</p>
                if let Some(hint) = &diagnostic.hint {
                    <p class="hint">{ prose(hint) }</p>
                }
            </div>
        </li>
    }
}
