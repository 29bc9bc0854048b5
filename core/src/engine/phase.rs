//! What the engine is about to do: one piece of work, with all that it needs.
//!
//! ```text
//! Start → Learn → Prune → List → Explore ─ counterexample → Examine → Judge → Learn → …
//!                                ├─ counterexample with shared positions → Solve → Learn → …
//!                                └─ nothing left, or a real counterexample → Done
//! ```

use super::refine::Unfolding;
use super::shared::Shared;
use super::{Item, PredicateId, Proposal};
use crate::formula::Formula;
use crate::horn::RelId;

#[derive(Debug)]
pub(super) enum Phase {
    /// Take the predicates that the user gave.
    Start,
    /// Apply one clause to nodes.
    Explore,
    /// Decide whether a counterexample is real.
    Examine(Examination),
    /// Solve a counterexample with shared positions, or an unwinding, as a system of clauses.
    Solve(Box<Shared>),
    /// Look for a derivation up to a depth.
    Probe(usize),
    /// Choose the interpolants of a spurious counterexample.
    Judge(Refutation),
    /// Make predicates of formulae.
    Learn(Lesson),
    /// Remove what these predicates no longer support.
    Prune(Vec<PredicateId>),
    /// List what remains to be done.
    List,
    /// There is a verdict.
    Done,
}

/// A counterexample, and what is needed to look at more of it.
#[derive(Debug)]
pub(super) struct Examination {
    pub(super) unfolding: Unfolding,
    pub(super) query: Item,
    /// So many clause instances were allowed for.
    pub(super) limit: usize,
}

/// A spurious counterexample, the interpolants that were computed, and what the chooser says about them.
#[derive(Debug)]
pub(super) struct Refutation {
    pub(super) unfolding: Unfolding,
    pub(super) found: Vec<Formula>,
    pub(super) proposal: Proposal,
}

/// Formulae that become predicates, one after the other.
#[derive(Debug)]
pub(super) struct Lesson {
    pub(super) formulae: Vec<(RelId, Formula)>,
    /// How many of them are done.
    pub(super) next: usize,
    /// What they said that was new.
    pub(super) added: Vec<PredicateId>,
    /// Are these interpolants? Then one of them must say something new.
    pub(super) refines: bool,
}

impl Lesson {
    pub(super) fn new(formulae: Vec<(RelId, Formula)>, refines: bool) -> Lesson {
        Lesson { formulae, next: 0, added: Vec::new(), refines }
    }
}
