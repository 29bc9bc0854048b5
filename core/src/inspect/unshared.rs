//! Counterexamples with shared positions, as trees: whatever is used twice is there twice.
//!
//! `p` is derived by clause 1 and used by clauses 2 and 3, which both derive `q`: then the tree has one `p`
//! below each of them. The sides of `p` are what derives it, and the rest of the tree around any of the two:
//! an interpolant must do for every use.

use crate::engine::{Alternative, AndOrTree, Position};

/// A tree may have so many positions; beyond, a shared position can't be looked into.
pub const UNSHARED_LIMIT: usize = 400;

/// A tree, and for each of its positions which one of the counterexample it is.
pub(super) struct Unshared {
    pub(super) tree: AndOrTree,
    pub(super) origins: Vec<usize>,
}

/// Copies shared positions; `None` if there would be too many. A tree is left as it is.
pub(super) fn unshared(tree: &AndOrTree) -> Option<Unshared> {
    let count = tree.positions.len();
    // Only children that come before their parents; whatever else is wrong with the tree is found out later.
    let is_ordered = tree.positions.iter().enumerate().all(|(i, position)| {
        position.alternatives.iter().flat_map(|way| &way.children).all(|child| *child < i)
    });
    if tree.is_tree() || !is_ordered {
        return Some(Unshared { tree: tree.clone(), origins: (0..count).collect() });
    }
    // From the root on, each position with its own copies of children; turned round at the end.
    let mut origins = vec![count - 1];
    let mut positions: Vec<Position> = Vec::new();
    while let Some(origin) = origins.get(positions.len()).copied() {
        let Position { node, alternatives } = &tree.positions[origin];
        let mut copies = Vec::with_capacity(alternatives.len());
        for way in alternatives {
            let first = origins.len();
            origins.extend(&way.children);
            let children = (first..origins.len()).collect();
            copies.push(Alternative { clause: way.clause, edge: way.edge, children });
        }
        positions.push(Position { node: *node, alternatives: copies });
        if origins.len() > UNSHARED_LIMIT {
            return None;
        }
    }
    let last = origins.len() - 1;
    for child in positions.iter_mut().flat_map(|p| &mut p.alternatives).flat_map(|way| &mut way.children) {
        *child = last - *child;
    }
    positions.reverse();
    origins.reverse();
    Some(Unshared { tree: AndOrTree { positions }, origins })
}
