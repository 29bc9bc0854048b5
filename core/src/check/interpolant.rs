//! Interpolants: two refutations and a look at the symbols.
//!
//! `I` is an interpolant of `A ∧ B` when `A ∧ ¬I` and `I ∧ B` are refuted and `I` speaks only of what `A` and
//! `B` have in common: `x = 0` and `x = 1` are separated by `x ≤ 0`, but not by `y ≤ 0` nor by `x ≤ 1`.

use super::{Checked, ProofError, refutation_within};
use crate::budget::{Budget, Exhausted};
use crate::formula::{Arena, Formula, Symbol};
use crate::proof::Proof;

/// A formula between two sets of formulae.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Separation {
    /// Imply the interpolant together.
    pub a: Vec<Formula>,
    /// Contradict the interpolant together.
    pub b: Vec<Formula>,
    pub interpolant: Formula,
}

/// The premises entail the conclusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entailment {
    pub premises: Vec<Formula>,
    pub conclusion: Formula,
}

/// Why a formula was not accepted as an interpolant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InterpolantError {
    /// The formula mentions a symbol that the two sides do not share.
    Symbol(Symbol),
    /// The first side does not imply it, as far as the proof shows.
    NotImplied(ProofError),
    /// It does not contradict the second side, as far as the proof shows.
    NotContradictory(ProofError),
}

impl InterpolantError {
    /// Why the check was not finished, if that is all there is to complain about.
    pub fn unfinished(&self) -> Option<Exhausted> {
        match self {
            InterpolantError::Symbol(_) => None,
            InterpolantError::NotImplied(error) | InterpolantError::NotContradictory(error) => {
                error.unfinished()
            }
        }
    }
}

impl std::fmt::Display for InterpolantError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            InterpolantError::Symbol(_) => {
                f.write_str("the formula mentions a symbol that the sides do not share")
            }
            InterpolantError::NotImplied(error) => write!(f, "not implied by the first side: {error}"),
            InterpolantError::NotContradictory(error) => {
                write!(f, "not in contradiction to the second side: {error}")
            }
        }
    }
}

impl std::error::Error for InterpolantError {}

/// Accepts a formula as an interpolant. The first proof refutes `a` with its negation, the second refutes it
/// with `b`.
pub fn interpolant(
    arena: &Arena,
    a: &[Formula],
    b: &[Formula],
    interpolant: Formula,
    proofs: (&Proof, &Proof),
) -> Result<Checked<Separation>, InterpolantError> {
    interpolant_within(arena, a, b, interpolant, proofs, &mut Budget::unlimited())
}

/// The same within a budget. See [`InterpolantError::unfinished`].
pub fn interpolant_within(
    arena: &Arena,
    a: &[Formula],
    b: &[Formula],
    interpolant: Formula,
    proofs: (&Proof, &Proof),
    budget: &mut Budget,
) -> Result<Checked<Separation>, InterpolantError> {
    let (left, right) = (symbols(arena, a), symbols(arena, b));
    for symbol in arena.symbols_of(interpolant) {
        if left.binary_search(&symbol).is_err() || right.binary_search(&symbol).is_err() {
            return Err(InterpolantError::Symbol(symbol));
        }
    }
    let with = |side: &[Formula], f: Formula| -> Vec<Formula> { side.iter().copied().chain([f]).collect() };
    refutation_within(arena, &with(a, !interpolant), proofs.0, budget)
        .map_err(InterpolantError::NotImplied)?;
    refutation_within(arena, &with(b, interpolant), proofs.1, budget)
        .map_err(InterpolantError::NotContradictory)?;
    Ok(Checked(Separation { a: a.to_vec(), b: b.to_vec(), interpolant }))
}

/// Accepts that premises entail a conclusion. The proof refutes the premises with its negation.
pub fn entailment(
    arena: &Arena,
    premises: &[Formula],
    conclusion: Formula,
    proof: &Proof,
) -> Result<Checked<Entailment>, ProofError> {
    entailment_within(arena, premises, conclusion, proof, &mut Budget::unlimited())
}

/// The same within a budget. See [`ProofError::unfinished`].
pub fn entailment_within(
    arena: &Arena,
    premises: &[Formula],
    conclusion: Formula,
    proof: &Proof,
    budget: &mut Budget,
) -> Result<Checked<Entailment>, ProofError> {
    let inputs: Vec<Formula> = premises.iter().copied().chain([!conclusion]).collect();
    refutation_within(arena, &inputs, proof, budget)?;
    Ok(Checked(Entailment { premises: premises.to_vec(), conclusion }))
}

/// The symbols of all the formulae, sorted.
fn symbols(arena: &Arena, formulae: &[Formula]) -> Vec<Symbol> {
    let mut all: Vec<Symbol> = formulae.iter().flat_map(|f| arena.symbols_of(*f)).collect();
    all.sort_unstable();
    all.dedup();
    all
}
