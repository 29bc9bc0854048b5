//! Which parts of a formula should be named when it is written down?
//!
//! A formula is a graph: a part may occur in many places but is stored once. Written as text it becomes a
//! tree, which may be exponentially larger: `B1 <-> (B2 <-> (B3 <-> …))`. As long as the tree is not much
//! larger than the graph it is written as it is; beyond that, every part that occurs twice gets a name.

use rustc_hash::FxHashMap;

use crate::formula::{Arena, Formula, LinearTerm, Node, Symbol};

/// How many times larger the text may be than the formula, and from which size on that matters.
const GROWTH_LIMIT: u64 = 8;
const SMALL: u64 = 200;

pub(super) struct Sharing {
    /// The parts to be named, inner ones first; of a part and its negation the one met first.
    pub(super) shared: Vec<Formula>,
    /// All symbols of the formulae.
    pub(super) symbols: Vec<Symbol>,
}

impl Sharing {
    pub(super) fn of(arena: &Arena, roots: &[Formula]) -> Sharing {
        let parts = arena.reachable(roots.iter().copied());
        let mut symbols = Vec::new();
        // Saturating, since the size of the tree may be beyond any number.
        let mut sizes: FxHashMap<Formula, u64> = FxHashMap::default();
        for part in &parts {
            let node = arena.node(*part);
            match node {
                Node::Bool(b) | Node::NotBool(b) => symbols.push(*b),
                node => symbols.extend(node.term().into_iter().flat_map(LinearTerm::symbols)),
            }
            let size = node.children().iter().fold(1u64, |sum, child| sum.saturating_add(sizes[child]));
            sizes.insert(*part, size);
        }
        symbols.sort_unstable();
        symbols.dedup();
        let tree = roots.iter().fold(0u64, |sum, root| sum.saturating_add(sizes[root]));
        let limit = (parts.len() as u64 + roots.len() as u64).max(SMALL).saturating_mul(GROWTH_LIMIT);
        let shared = if tree <= limit { Vec::new() } else { shared_parts(arena, roots, &parts) };
        Sharing { shared, symbols }
    }
}

/// The conjunctions and disjunctions that occur in two places, themselves or negated.
fn shared_parts(arena: &Arena, roots: &[Formula], parts: &[Formula]) -> Vec<Formula> {
    let mut uses: FxHashMap<Formula, usize> = FxHashMap::default();
    let positive = |f: Formula| f.min(!f);
    for formula in parts.iter().flat_map(|part| arena.node(*part).children()).chain(roots) {
        *uses.entry(positive(*formula)).or_default() += 1;
    }
    let mut shared: Vec<Formula> = Vec::new();
    for part in parts {
        let named = shared.last() == Some(&!*part);
        if !named && !arena.node(*part).is_literal() && uses.get(&positive(*part)).is_some_and(|n| *n > 1) {
            shared.push(*part);
        }
    }
    shared
}
