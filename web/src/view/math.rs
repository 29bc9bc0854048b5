//! Formulae, typeset: variables italic, relation symbols and numbers upright.

use yew::prelude::*;

use crate::notation::{Piece, Style, pieces, relation};

/// A formula as events carry it.
pub(crate) fn math(text: &str) -> Html {
    html! { <span class="math">{ for pieces(text).into_iter().map(piece) }</span> }
}

/// Pieces that are cut already.
pub(crate) fn typeset(pieces: &[Piece]) -> Html {
    html! { <span class="math">{ for pieces.iter().cloned().map(piece) }</span> }
}

/// The name of a relation symbol.
pub(crate) fn symbol(name: &str) -> Html {
    html! { <span class="math">{ for relation(name).into_iter().map(piece) }</span> }
}

fn piece(piece: Piece) -> Html {
    match piece.style {
        Style::Variable => html! { <i>{ piece.text }</i> },
        Style::Subscript => html! { <sub>{ piece.text }</sub> },
        Style::Upright => html! { { piece.text } },
    }
}
