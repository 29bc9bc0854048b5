//! Systems of clauses fit for solving: normalised, transformed with back-translations, classified, expanded.
//!
//! A [`Problem`](crate::lang::Problem) is what the user wrote. A [`ClauseSystem`] says the same with distinct
//! variables as arguments. Whatever is done to it afterwards comes with a way back, so that an answer always
//! speaks about the user's clauses.

mod assignment;
mod instance;
mod normalise;
mod system;

pub use assignment::Assignment;
pub use instance::Instance;
pub use normalise::Normalisation;
pub use system::{Atom, Clause, ClauseId, ClauseSystem, RelId, Relation};

/// A derivation by the clauses of a [`ClauseSystem`].
pub type Derivation = crate::lang::Derivation<ClauseId>;
/// A step of a [`Derivation`].
pub type DerivationStep = crate::lang::DerivationStep<ClauseId>;
