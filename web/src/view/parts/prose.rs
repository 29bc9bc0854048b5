//! Sentences of the solver: what stands between backticks is code.

use yew::prelude::*;

pub(crate) fn prose(sentence: &str) -> Html {
    let part = |(i, part): (usize, &str)| {
        if i % 2 == 1 {
            html! { <code>{ part.to_owned() }</code> }
        } else {
            html! { { part.to_owned() } }
        }
    };
    sentence.split('`').enumerate().map(part).collect()
}
