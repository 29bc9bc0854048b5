//! Formulae, typeset: variables italic, relation symbols and numbers upright.

use yew::prelude::*;

/// A formula as events carry it.
pub(crate) fn math(text: &str) -> Html {
    html! { <span class="math">{ text }</span> }
}
