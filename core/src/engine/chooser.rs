//! Everything that CAV'13, Fig. 3 leaves open: which clause to pick, which edges to follow, which
//! interpolants to take.
//!
//! The engine asks a [`Chooser`] at each of these points. The default one answers with what the strategy
//! says, a scripted one repeats given answers, and a person may sit behind a third. No answer can make a
//! verdict wrong: edges must exist, and proposed interpolants are checked before use.

use std::collections::VecDeque;
use std::fmt::Debug;

use super::{AndOrTree, EdgeId, Item, NodeId, Worklist};
use crate::formula::{Arena, Formula, Symbol};
use crate::horn::{SystemClauseId, SystemRelationId};

/// An edge that derives a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub edge: EdgeId,
    pub clause: SystemClauseId,
    /// The height of the lowest derivation that ends with the edge.
    pub height: usize,
}

/// A place where interpolants are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub relation: SystemRelationId,
    /// The symbols that the interpolant may speak of.
    pub parameters: Vec<Symbol>,
    /// The interpolant that was computed.
    pub found: Formula,
}

/// What a chooser may do with interpolants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// Take those that were computed.
    Computed,
    /// Use these instead, one for each position of the tree but the root.
    Instead(Vec<Formula>),
}

/// Makes the choices. Every method has the default policy as its default.
pub trait Chooser: Debug {
    /// What to do next; anything that is not pending means the first.
    fn work(&mut self, _pending: &Worklist) -> Option<Item> {
        None
    }

    /// Which edges to follow where a node is derived, so far below the root. The usual ones are those that
    /// the strategy asks for; anything that names no candidate means these.
    fn edges(
        &mut self,
        _node: NodeId,
        _depth: usize,
        _candidates: &[Candidate],
        usual: Vec<EdgeId>,
    ) -> Vec<EdgeId> {
        usual
    }

    /// Which interpolants to use for a spurious counterexample.
    fn interpolants(&mut self, _arena: &mut Arena, _tree: &AndOrTree, _questions: &[Question]) -> Proposal {
        Proposal::Computed
    }
}

/// The default policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct DefaultChooser;

impl Chooser for DefaultChooser {}

/// Follows given clauses, counterexample by counterexample.
///
/// The script of a counterexample has one entry for each depth: the clauses to follow there. Where it ends,
/// the default takes over.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    counterexamples: VecDeque<Vec<Vec<SystemClauseId>>>,
}

impl Scripted {
    /// For each counterexample and each depth below the query, the clauses to follow.
    pub fn new(counterexamples: Vec<Vec<Vec<SystemClauseId>>>) -> Scripted {
        Scripted { counterexamples: counterexamples.into() }
    }
}

impl Chooser for Scripted {
    fn edges(
        &mut self,
        _node: NodeId,
        depth: usize,
        candidates: &[Candidate],
        usual: Vec<EdgeId>,
    ) -> Vec<EdgeId> {
        let script = self.counterexamples.front();
        let Some(wanted) = depth.checked_sub(1).and_then(|level| script?.get(level)) else { return usual };
        candidates.iter().filter(|c| wanted.contains(&c.clause)).map(|c| c.edge).collect()
    }

    fn interpolants(&mut self, _arena: &mut Arena, _tree: &AndOrTree, _questions: &[Question]) -> Proposal {
        self.counterexamples.pop_front();
        Proposal::Computed
    }
}
