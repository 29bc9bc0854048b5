//! Systems of clauses fit for solving: normalised, transformed with back-translations, classified, expanded.
//!
//! A [`Problem`](crate::lang::Problem) is what the user wrote. A [`ClauseSystem`] says the same with distinct
//! variables as arguments. Whatever is done to it afterwards comes with a way back, so that an answer always
//! speaks about the user's clauses.

mod assignment;
mod classify;
mod constants;
mod expand;
mod expansion;
mod fragment;
mod graph;
mod hints;
mod inline;
mod instance;
mod links;
mod merge;
mod normal_form;
mod normalise;
mod pass;
mod simplify;
mod system;
mod unreachable;
mod unused;
mod unwind;

pub use assignment::Assignment;
pub use classify::{Classification, Membership, Witness};
pub use expand::NoExpansion;
pub use expansion::{Expansion, TooLarge};
pub use fragment::{Complexity, Fragment, Method, Violation};
pub use graph::{Cycle, Dependence};
pub use instance::Instance;
pub use normal_form::NormalForm;
pub use normalise::Normalisation;
pub use pass::{Applied, BackTranslation, Pass, Pipeline, Prepared, Size, WayBack};
pub use system::{Atom, Clause, ClauseId, ClauseSystem, RelId, Relation};
pub use unwind::TreeExpansion;

/// A derivation by the clauses of a [`ClauseSystem`].
pub type Derivation = crate::lang::Derivation<ClauseId>;
/// A step of a [`Derivation`].
pub type DerivationStep = crate::lang::DerivationStep<ClauseId>;

#[cfg(test)]
mod tests;
