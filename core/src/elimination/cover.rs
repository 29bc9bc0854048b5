//! Elimination by covering the models: model-based projection in a loop.
//!
//! A model of `φ` gives an implicant, a conjunction of few literals that is true in the model and implies
//! `φ`; its projection is a disjunct of `∃x. φ` that covers the model. Ask for a model that no disjunct
//! covers yet, until there is none (Komuravelli, Gurfinkel, Chaki: SMT-based model checking for recursive
//! programs, CAV'14, Sect. 4).
//!
//! ```text
//! ∃x. y ≤ 2x ≤ z      model x = 0, y = 0, z = 1     y < z             (there is room for an even number)
//!                     model x = 0, y = 0, z = 0     y ≤ z ∧ 2 | y
//!                     no more
//! ```
//!
//! A formula has finitely many implicants and each of them finitely many projections, so the loop ends.

use super::implicant::implicant;
use super::project::project;
use crate::formula::{Arena, Formula, Symbol};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// `∃ symbols. formula` as a disjunction of projections.
pub(super) fn cover(
    arena: &mut Arena,
    formula: Formula,
    symbols: &[Symbol],
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    let mut solver = Solver::new();
    solver.assert(arena, formula);
    let mut disjuncts = Vec::new();
    loop {
        budget.take(1)?;
        match solver.check(arena, &[], budget) {
            Answer::Unknown(reason) => return Err(reason),
            Answer::Unsat(_) => return Ok(arena.or(disjuncts)),
            Answer::Sat(model) => {
                let cube = implicant(arena, formula, symbols, &model, budget)?;
                let projected = project(arena, &cube, symbols, &model, budget)?;
                let disjunct = arena.and(projected);
                debug_assert!(arena.evaluate(disjunct, &model), "a projection is true in its model");
                solver.assert(arena, !disjunct);
                disjuncts.push(disjunct);
            }
        }
    }
}
