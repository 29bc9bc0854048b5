//! Formulae as they read best: a disjunction in which some parts deny something is an implication.
//!
//! `N ≠ M ∨ R ≤ M` says that `M = N → R ≤ M`. The two are the same formula; this is about how it is written.

use crate::formula::{Arena, Formula, FormulaText};

/// The formula as it reads best.
pub fn reading(arena: &Arena, formula: Formula) -> FormulaText {
    arena.show(formula).with_implications().text()
}
