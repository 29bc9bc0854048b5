//! Derivations of `false`: clause instances with concrete values, which anybody can replay by evaluation.
//!
//! ```text
//! gcd-bug   step 0: clause 1 with M = 2, N = 2, R = 2                derives gcd(2, 2, 2)
//!           step 1: clause 2 with M = 4, N = 2, R = 2, from step 0   derives gcd(4, 2, 2)
//!           step 2: clause 3 with M = 4, N = 6, R = 2, from step 1   derives gcd(4, 6, 2)
//!           step 3: clause 4 with R = 2, from step 2                 derives false
//! ```
//!
//! Steps refer to earlier ones, so a fact that is needed twice is derived once: the tree is stored as a dag.

use super::ClauseId;
use crate::formula::Valuation;

/// A derivation of `false` by its last step. `C` names the clauses: those of a [`Problem`](super::Problem),
/// or those of a system made from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation<C = ClauseId> {
    pub steps: Vec<DerivationStep<C>>,
}

/// An instance of a clause, which derives its head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivationStep<C = ClauseId> {
    pub clause: C,
    /// Values for the symbols of the clause.
    pub valuation: Valuation,
    /// For each application in the body, in order, the earlier step that derives it.
    pub premises: Vec<usize>,
}

impl<C> Default for Derivation<C> {
    fn default() -> Derivation<C> {
        Derivation { steps: Vec::new() }
    }
}
