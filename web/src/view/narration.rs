//! What happens at this step, in plain words.

use yew::prelude::*;

use super::math::math;
use super::stage::ViewProperties;
use crate::narrate::{Part, narrate};
use crate::state::Action;

#[function_component]
pub(crate) fn Narration(properties: &ViewProperties) -> Html {
    let ViewProperties { run, act, .. } = properties;
    let parts = match (&run.moment.event, &run.header) {
        (Some(event), Some(header)) => narrate(event, header),
        _ => vec![Part::Text("Before the first step there are only the clauses.".to_owned())],
    };
    html! {
        <p class="narration-text" aria-live="polite">{ for parts.iter().map(|part| draw(part, act)) }</p>
    }
}

/// Draws a part of a sentence.
pub(crate) fn draw(part: &Part, act: &Callback<Action>) -> Html {
    match part {
        Part::Text(text) => html! { { text } },
        Part::Math(text) => math(text),
        Part::Thing(selection, name) => {
            let selection = *selection;
            let onclick = act.reform(move |_: MouseEvent| Action::Select(selection));
            html! { <button type="button" class="thing" {onclick}>{ math(name) }</button> }
        }
        Part::Term(term, word) => html! { <dfn title={term.definition()}>{ *word }</dfn> },
    }
}
