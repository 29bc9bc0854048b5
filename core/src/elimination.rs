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
///
/// ```
/// use hornbook::elimination::eliminate;
/// use hornbook::formula::{Arena, LinearTerm, Sort};
/// use hornbook::num::Int;
/// use hornbook::solver::Budget;
/// let mut arena = Arena::new();
/// let (x, y) = (arena.symbol("X", Sort::Int), arena.symbol("Y", Sort::Int));
/// let twice = LinearTerm::symbol(x).scaled(&Int::from(2));
/// let formula = arena.equal(&LinearTerm::symbol(y), &twice);
/// let result = eliminate(&mut arena, formula, &[x], &mut Budget::unlimited()).unwrap();
/// assert_eq!(arena.show(result).to_string(), "2 | Y");
/// ```
pub fn eliminate(
    arena: &mut Arena,
    formula: Formula,
    symbols: &[Symbol],
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    let result = scope::eliminate(arena, formula, symbols, budget)?;
    Ok(tidy(arena, result, budget)?)
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
