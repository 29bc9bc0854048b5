//! The judge: accepts proofs and models by evaluation and arithmetic alone, or says where they fail.
//!
//! Nothing here searches, and nothing is shared with the solver but the vocabulary. A [`Checked`] value can
//! only be made in this module, so holding one means that the check has passed (after varisat's
//! `CheckedProofStep`).
//!
//! ```
//! use hornbook::check;
//! use hornbook::formula::{Arena, LinearTerm, Sort};
//! use hornbook::num::Int;
//! use hornbook::proof::*;
//! let mut arena = Arena::new();
//! let x = LinearTerm::symbol(arena.symbol("X", Sort::Int));
//! let (low, high) = (arena.le(&x), arena.le(&(&LinearTerm::constant(1) - &x)));
//! assert_eq!(low, !high); // so one step suffices: `low` resolved with `high`
//! let steps = vec![
//!     Step::Input(low),
//!     Step::Input(high),
//!     Step::Resolution { first: StepId(0), others: vec![Resolvent { pivot: low, step: StepId(1) }] },
//! ];
//! assert!(check::refutation(&arena, &[low, high], &Proof { quotients: vec![], steps }).is_ok());
//! ```

pub(crate) mod certificate;
mod derivation;
mod error;
mod interpolant;
mod model;
mod quotient;
mod refutation;
mod rounds;
mod solution;

use std::ops::Deref;

pub use derivation::{DerivationError, DerivationFault, Fact, Replay, derivation};
pub use error::{Fault, ProofError};
pub use interpolant::{
    Entailment, InterpolantError, Separation, entailment, entailment_within, interpolant, interpolant_within,
};
pub use model::{Model, ModelError, model};
pub use refutation::{Refutation, refutation, refutation_within};
pub(crate) use solution::applied;
pub use solution::{SolutionError, Solved, definitions, negated_clause, solution, solution_within};

/// Something that has passed its check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked<T>(T);

impl<T> Deref for Checked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

#[cfg(test)]
mod tests;
