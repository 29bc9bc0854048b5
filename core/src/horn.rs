//! Systems of clauses fit for solving: normalised, transformed with back-translations, classified.
//!
//! A [`Problem`](crate::lang::Problem) is what the user wrote. A [`ClauseSystem`] says the same with distinct
//! variables as arguments. Whatever is done to it afterwards comes with a way back, so that an answer always
//! speaks about the user's clauses.

mod accelerate;
mod assignment;
mod classify;
mod constants;
mod control;
mod doubt;
mod fragment;
mod graph;
mod hints;
mod inline;
mod instance;
mod links;
mod merge;
mod normalise;
mod number;
mod pass;
mod simplify;
pub mod succinct;
mod system;
mod unchanged;
mod unreachable;
mod unused;

pub use assignment::Assignment;
pub(crate) use classify::Marks;
pub use classify::{Classification, Membership, Witness};
pub use doubt::{Doubt, Doubts, doubts};
pub use fragment::{Complexity, Fragment, Method, Violation};
pub use graph::{Cycle, Dependence};
pub use instance::Instance;
pub use normalise::Normalisation;
pub use number::Number;
pub(crate) use number::number;
pub use pass::{Applied, BackTranslation, Pass, Pipeline, Preparations, Prepared, Size, WayBack};
pub use system::{Atom, Clause, ClauseSystem, Relation, SystemClauseId, SystemRelationId};
pub use unchanged::{named_as_below, unchanged};

/// A derivation by the clauses of a [`ClauseSystem`].
pub type SystemDerivation = crate::lang::Derivation<SystemClauseId>;
/// A step of a [`SystemDerivation`].
pub type SystemDerivationStep = crate::lang::DerivationStep<SystemClauseId>;

#[cfg(test)]
pub(crate) mod tests;
