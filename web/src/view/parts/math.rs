//! Formulae, typeset: variables italic, relation symbols and numbers upright.

use hornbook::formula::FormulaText;
use yew::prelude::*;

use crate::draw::notation::{Piece, Style, pieces, relation, variable};

/// A formula as events carry it.
pub(crate) fn math(text: &FormulaText) -> Html {
    typeset(&pieces(text))
}

/// Pieces that have their styles already.
pub(crate) fn typeset(pieces: &[Piece]) -> Html {
    html! { <span class="math">{ for pieces.iter().cloned().map(piece) }</span> }
}

/// The name of a relation symbol.
pub(crate) fn symbol(name: &str) -> Html {
    typeset(&relation(name))
}

/// The name of a variable.
pub(crate) fn argument(name: &str) -> Html {
    typeset(&variable(name))
}

fn piece(piece: Piece) -> Html {
    match piece.style {
        Style::Variable => html! { <i>{ piece.text }</i> },
        Style::Subscript => html! { <sub>{ piece.text }</sub> },
        Style::Upright => html! { { piece.text } },
    }
}
