//! Quantifier elimination: a quantifier-free formula for `∃x. φ` or `∀x. φ`.
//!
//! `∃x. (2x ≥ y ∧ 2x ≤ z)` is `y < z ∨ (y ≤ z ∧ 2 | y)`, and `∃x. (x ≥ y ∧ φ(z))` is `φ(z)`. Whatever
//! follows from the shape of the formula is done by rewriting (`scope`); what remains is covered by models,
//! each of which gives an implicant (`implicant`), whose projection (`project`) is a disjunct of the result.

mod cover;
mod eliminate_symbol;
mod implicant;
mod literals;
mod project;
mod scope;
mod shadow;

pub use project::project;

use crate::formula::{Arena, Formula, Symbol};
use crate::simplify::tidy;
use crate::solver::{Budget, Unknown};

/// A formula without the symbols that is equivalent to `∃ symbols. formula`.
///
/// It ends on every input, given enough budget. The result is tidy but not minimal: see
/// [`simplify`](crate::simplify::simplify).
pub fn eliminate(
    arena: &mut Arena,
    formula: Formula,
    symbols: &[Symbol],
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    let result = scope::eliminate(arena, formula, symbols, budget)?;
    Ok(tidy(arena, result))
}

/// A formula without the symbols that is equivalent to `∀ symbols. formula`.
pub fn eliminate_forall(
    arena: &mut Arena,
    formula: Formula,
    symbols: &[Symbol],
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    Ok(!eliminate(arena, !formula, symbols, budget)?)
}

#[cfg(test)]
mod tests;
