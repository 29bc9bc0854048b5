//! Property-directed reachability for constrained Horn clauses over linear integer arithmetic.
//!
//! Frame `i` holds lemmas about every relation symbol that are true of all it derives in less than `i` rounds
//! of loops, one within another: relation symbols have an order, and only a clause that leads back in it
//! leads to the next frame. A state that leads to `false` is an *obligation*: either the frame below does not
//! lead to it, and then a lemma that excludes it is learnt and made as general as possible; or a model says
//! from which states of a body it may come, and these are the next obligations. What turns out to be
//! derivable is kept as a *reached fact*, of which bodies with several relation symbols make use. When a
//! frame has no lemma that the next one lacks, the next one is a solution.
//!
//! | | |
//! |---|---|
//! | frames, obligations, relative induction | Bradley, *SAT-Based Model Checking without Unrolling*, VMCAI'11 |
//! | the same for Horn clauses | Hoder, Bjørner, *Generalized Property Directed Reachability*, SAT'12 |
//! | projection in a model, reached facts | Komuravelli, Gurfinkel, Chaki, *SMT-Based Model Checking for Recursive Programs*, CAV'14 |
//!
//! What it finds is only claimed: solutions and derivations are checked by whoever asked for them.
//!
//! A piece of work that was cut short by its budget can be repeated; whatever was learnt before stays.

mod cube;
mod derivation;
mod farkas;
mod frames;
mod generalise;
mod rank;
mod rules;
mod search;
mod shape;

use crate::formula::Formula;
use crate::horn::{Assignment, SystemDerivation, SystemRelationId};

pub use search::{Counts, Reachability};

/// Something that the search did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A lemma over the parameters of the relation symbol, in all frames up to this one.
    Learnt { relation: SystemRelationId, lemma: Formula, frame: usize },
    /// A state may lead to `false`, and its own derivation is looked for, within this frame.
    Asked { relation: SystemRelationId, state: Formula, frame: usize },
    /// All of this is derived by the relation symbol.
    Reached { relation: SystemRelationId, fact: Formula },
    /// `false` is not derived within the frames so far; this many lemmas moved on, and this frame is next.
    Opened { frame: usize, moved: usize },
}

/// What the search ends with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Solution(Assignment),
    Derivation(SystemDerivation),
}

/// What a piece of work has led to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub news: Vec<News>,
    pub end: Option<End>,
}

#[cfg(test)]
mod tests;
