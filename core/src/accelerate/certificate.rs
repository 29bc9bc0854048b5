//! Why a formula `F(n)` is what `n` rounds of a relation `R` do: by induction, `F(0) = Id` and
//! `F(n) ∘ R = F(n + 1)` for all `n ≥ 0`, each in both directions.
//!
//! ```text
//! F(n): x' = x + 2n        F(0): x' = x        y = x + 2n ∧ x' = y + 2  ⊨  x' = x + 2(n + 1)
//! ```
//!
//! Every entailment has a proof that `check` has accepted. The composition on the right of an entailment
//! needs its middle eliminated; that `F(n) ∘ R` entails `F(n + 1)` does not rely on that elimination, so
//! whatever is shown to be unreachable by `F` relies on checked proofs alone.

use super::relation::Transition;
use crate::check::{Checked, Entailment};
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, LinearTerm, Substitution, Symbol};
use crate::interpolate::entail;
use crate::num::Int;
use crate::solver::{Budget, Unknown};

/// The four entailments of the induction, with their proofs checked.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// `F(0) ⊨ Id`.
    pub no_round_changes_nothing: Checked<Entailment>,
    /// `Id ⊨ F(0)`.
    pub nothing_is_no_round: Checked<Entailment>,
    /// `n ≥ 0 ∧ F(n) ∘ R ⊨ F(n + 1)`.
    pub rounds_go_on: Checked<Entailment>,
    /// `n ≥ 0 ∧ F(n + 1) ⊨ F(n) ∘ R`.
    pub rounds_come_from: Checked<Entailment>,
}

/// Proves that a formula with the symbol `n` is what `n` rounds of a relation do; `None` if it is not.
pub(super) fn certify(
    arena: &mut Arena,
    relation: &Transition,
    n: Symbol,
    formula: Formula,
    budget: &mut Budget,
) -> Result<Option<Certificate>, Unknown> {
    let number = LinearTerm::symbol(n);
    let with = |arena: &mut Arena, value: LinearTerm| {
        let mut substitution = Substitution::new();
        substitution.term(n, value);
        substitution.apply(arena, formula)
    };
    let none = with(arena, LinearTerm::zero());
    let next = with(arena, number.plus_constant(&Int::ONE));
    let identity = relation.identity(arena);
    let Ok(no_round_changes_nothing) = entail(arena, &[none], identity, budget)? else { return Ok(None) };
    let Ok(nothing_is_no_round) = entail(arena, &[identity], none, budget)? else { return Ok(None) };
    let middle: Vec<Symbol> = relation.after.iter().map(|s| arena.fresh_like(*s)).collect();
    let so_far = arena.renamed(formula, &relation.after, &middle);
    let round = arena.renamed(relation.formula, &relation.before, &middle);
    let natural = arena.at_most(&LinearTerm::zero(), &number);
    let Ok(rounds_go_on) = entail(arena, &[natural, so_far, round], next, budget)? else { return Ok(None) };
    let composed = arena.and([so_far, round]);
    let composed = eliminate(arena, composed, &middle, budget)?;
    let Ok(rounds_come_from) = entail(arena, &[natural, next], composed, budget)? else { return Ok(None) };
    Ok(Some(Certificate { no_round_changes_nothing, nothing_is_no_round, rounds_go_on, rounds_come_from }))
}
