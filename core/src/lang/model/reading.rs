//! What a solution says in the words of the model: an invariant at each location, a contract for each
//! procedure.

use serde::{Deserialize, Serialize};

use super::PartId;
use crate::formula::FormulaText;
use crate::lang::Span;

/// A solution in the words of the model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// What is proved, in a sentence.
    pub sentence: String,
    pub notes: Vec<Note>,
}

/// What holds at a part of the model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Where it holds in the picture, if it has a place there.
    pub part: Option<PartId>,
    /// Where it holds in the text: it is written beside the line in which the span starts.
    pub span: Option<Span>,
    /// What kind of statement it is, such as `invariant at loop`, `ensures` or `place invariant`.
    pub title: String,
    pub formula: FormulaText,
}
