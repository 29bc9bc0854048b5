//! Craig interpolation for quantifier-free Presburger arithmetic: a formula between two that contradict each
//! other, over the symbols they share.
//!
//! An interpolant is read off the solver's proof where the rules apply, and computed by elimination of a
//! small conflict where they do not; it is made readable, and checked. Sequences, trees, dags and and/or
//! trees of interpolants reduce to the binary case, one node at a time (thesis, Lemma 5.3.2).

mod dag;
mod disjunctive;
mod explanation;
mod from_proof;
mod lattice;
mod lemma;
mod mentions;
mod policy;
mod separate;
mod sides;
mod sums;
mod tree;
mod weakest;

pub use dag::{Dag, DagEdge, DagInterpolants, VertexInterpolant, dag};
pub use disjunctive::{
    Cause, Disjunctive, Failure, MarkedPosition, PositionInterpolant, disjunctive, verify,
};
pub use explanation::{Argument, Explanation, Ground};
pub(crate) use lattice::readings_in_words;
pub use lattice::{Lattice, LatticePoint, POINT_LIMIT, PointOrigin, lattice, lattice_with, origins_in_words};
pub use policy::{Policy, Quality};
pub use separate::{Interpolant, ProofOrder, confirm, separate};
pub(crate) use separate::{plain_between, refute};
pub use sums::{Derived, Means, sums};
pub use tree::{NodeInterpolant, Tree, TreeNode, tree, verify_tree};
pub(crate) use tree::{entail, interpolants};
pub(crate) use weakest::weak_interpolants;

use crate::formula::Valuation;

/// What an interpolation problem has: a model, when its formulae do not contradict each other, or
/// interpolants.
#[derive(Clone, Debug)]
pub enum Outcome<T> {
    Model(Valuation),
    Interpolants(T),
}

/// Which of the interpolants that one proof yields.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Strength {
    /// McMillan's labelling, the strongest reading: sums of the first side's literals as they are.
    #[default]
    Strong,
    /// The same with every sum relaxed as far as its contradiction allows.
    Relaxed,
    /// The symmetric labelling, which favours neither side.
    Symmetric,
    /// The inverse of McMillan's labelling, the weakest reading: the negation of the strongest with the sides
    /// exchanged.
    Weak,
}

impl Strength {
    /// For one proof, each of these implies the last, and the first implies each.
    pub const ALL: [Strength; 4] = [Strength::Strong, Strength::Relaxed, Strength::Symmetric, Strength::Weak];

    /// As in "read off the proof by …".
    pub fn in_words(self) -> &'static str {
        match self {
            Strength::Strong => "McMillan's labelling",
            Strength::Relaxed => "McMillan's labelling with sums relaxed",
            Strength::Symmetric => "the symmetric labelling",
            Strength::Weak => "the inverse of McMillan's labelling",
        }
    }
}

#[cfg(test)]
mod tests;
