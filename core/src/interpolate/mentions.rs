//! Where the symbols of a tree occur: inside a sub-tree, outside of it, or both.
//!
//! Nodes are numbered so that a sub-tree is an interval; a symbol keeps the sorted numbers of the nodes that
//! mention it. Then each question is two binary searches, and a tree with many nodes costs no more than its
//! labels.

use rustc_hash::FxHashMap;

use super::sides::Side;
use super::tree::TreeNode;
use crate::formula::{Arena, Symbol};

#[derive(Clone, Debug, Default)]
pub(super) struct Mentions {
    mentions: FxHashMap<Symbol, Vec<u32>>,
    /// For each node, the least and the greatest number in its sub-tree.
    spans: Vec<(u32, u32)>,
}

impl Mentions {
    /// The nodes are a tree in post-order.
    pub(super) fn of(arena: &Arena, nodes: &[TreeNode]) -> Mentions {
        let mut spans = vec![(0, 0); nodes.len()];
        let mut next = 0;
        // A node is met twice: before its children, and after them.
        let mut open: Vec<(usize, bool)> =
            nodes.len().checked_sub(1).map(|root| (root, false)).into_iter().collect();
        while let Some((node, below_done)) = open.pop() {
            if below_done {
                spans[node].1 = next;
                next += 1;
            } else {
                spans[node].0 = next;
                open.push((node, true));
                open.extend(nodes[node].children.iter().map(|c| (*c, false)));
            }
        }
        let mut mentions: FxHashMap<Symbol, Vec<u32>> = FxHashMap::default();
        for (node, (_, number)) in nodes.iter().zip(&spans) {
            for symbol in arena.symbols_of(node.label) {
                mentions.entry(symbol).or_default().push(*number);
            }
        }
        for numbers in mentions.values_mut() {
            numbers.sort_unstable();
        }
        Mentions { mentions, spans }
    }

    /// Does the tree mention the symbol?
    pub(super) fn is_known(&self, symbol: Symbol) -> bool {
        self.mentions.contains_key(&symbol)
    }

    /// Where a symbol belongs if the sub-tree of a node is the first side.
    pub(super) fn side(&self, symbol: Symbol, node: usize) -> Side {
        let Some(numbers) = self.mentions.get(&symbol) else { return Side::Common };
        let (low, high) = self.spans[node];
        let inside = numbers.partition_point(|n| *n <= high) - numbers.partition_point(|n| *n < low);
        match inside {
            0 => Side::B,
            all if all == numbers.len() => Side::A,
            _ => Side::Common,
        }
    }
}

/// What is known about symbols that the formulae at hand do not mention: the tree around them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beyond<'a> {
    pub(super) places: &'a Mentions,
    pub(super) node: usize,
}
