//! Counterexamples with shared positions, as trees: whatever is used twice is there twice.
//!
//! `p` is derived by clause 1 and used by clauses 2 and 3, which both derive `q`: then the tree has one `p`
//! below each of them. The sides of `p` are what derives it, and the rest of the tree around any of the two:
//! an interpolant must do for every use.

use crate::engine::{AndOrTree, PositionId};

/// A tree may have at most this many positions; beyond, a shared position can't be looked into.
pub const UNSHARED_LIMIT: usize = 400;

/// A tree, and for each of its positions which one of the counterexample it is.
pub(super) struct Unshared {
    pub(super) tree: AndOrTree,
    pub(super) origins: Vec<PositionId>,
}

/// Copies shared positions; `None` if there would be too many. A tree is left as it is.
pub(super) fn unshared(tree: &AndOrTree) -> Option<Unshared> {
    // Only children that come before their parents; whatever else is wrong with the tree is found out later.
    let is_ordered = tree.numbered().all(|(i, position)| {
        position.alternatives.iter().flat_map(|way| &way.children).all(|child| *child < i)
    });
    if tree.is_tree() || !is_ordered {
        let origins = tree.numbered().map(|(i, _)| i).collect();
        return Some(Unshared { tree: tree.clone(), origins });
    }
    if tree.positions_as_tree() > UNSHARED_LIMIT {
        return None;
    }
    let (tree, origins) = tree.as_tree();
    Some(Unshared { tree, origins })
}
