//! Which parts of formulae should be named when they are written down?
//!
//! A formula is a graph: a part may occur in many places but is stored once. Written as text it becomes a
//! tree, which may be exponentially larger: `B1 <-> (B2 <-> (B3 <-> …))`. As long as the tree is not much
//! larger than the graph it is written as it is; beyond that, every part that occurs twice gets a name.

use rustc_hash::FxHashMap;

use super::{Arena, Formula};

/// Trees up to this size are written as they are, whatever is shared in them.
const SMALL_TREE: u64 = 1_600;

/// The parts of some formulae that have names.
#[derive(Clone, Debug, Default)]
pub struct Sharing {
    /// Inner ones first; of a part and its negation the one met first.
    parts: Vec<Formula>,
    /// The position of each part.
    positions: FxHashMap<Formula, usize>,
    /// How many parts there are to write: those of the formulae and those of the named parts, where a name is
    /// one.
    size: u64,
}

impl Sharing {
    /// Names parts if the tree has more than `growth` times as many parts as the graph, and is not small.
    pub fn of(arena: &Arena, roots: &[Formula], growth: u64) -> Sharing {
        let graph = arena.reachable(roots.iter().copied());
        let plain = Sharing::default();
        let tree = plain.written(arena, &graph, roots);
        let limit = (graph.len() as u64 + roots.len() as u64).saturating_mul(growth);
        if tree <= limit.max(SMALL_TREE) {
            return Sharing { size: tree, ..plain };
        }
        let parts = shared_parts(arena, roots, &graph);
        let positions = parts.iter().enumerate().map(|(i, part)| (*part, i)).collect();
        let mut sharing = Sharing { parts, positions, size: 0 };
        let named: Vec<Formula> = roots.iter().chain(&sharing.parts).copied().collect();
        sharing.size = sharing.written(arena, &graph, &named);
        sharing
    }

    /// The parts to be named, inner ones first.
    pub fn parts(&self) -> &[Formula] {
        &self.parts
    }

    /// The position of a part among the named ones, and whether its negation is what has the name.
    pub fn find(&self, formula: Formula) -> Option<(usize, bool)> {
        let own = self.positions.get(&formula).map(|position| (*position, false));
        own.or_else(|| self.positions.get(&!formula).map(|position| (*position, true)))
    }

    /// How many parts there are to write.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// How many parts these formulae have when they are written, each by itself, with names for named parts.
    fn written(&self, arena: &Arena, graph: &[Formula], formulae: &[Formula]) -> u64 {
        let mut sizes: FxHashMap<Formula, u64> = FxHashMap::default();
        let size = |sizes: &FxHashMap<Formula, u64>, part: Formula| {
            let mention = |child: &Formula| match self.find(*child) {
                Some(_) => 1,
                None => sizes.get(child).copied().unwrap_or(1),
            };
            // Saturating, since the size of a tree may be beyond any number.
            arena.node(part).children().iter().map(mention).fold(1, u64::saturating_add)
        };
        for part in graph {
            let of_part = size(&sizes, *part);
            sizes.insert(*part, of_part);
        }
        formulae.iter().map(|formula| size(&sizes, *formula)).fold(0, u64::saturating_add)
    }
}

/// The conjunctions and disjunctions that occur in two places, themselves or negated.
fn shared_parts(arena: &Arena, roots: &[Formula], graph: &[Formula]) -> Vec<Formula> {
    let mut uses: FxHashMap<Formula, usize> = FxHashMap::default();
    let positive = |f: Formula| f.min(!f);
    for formula in graph.iter().flat_map(|part| arena.node(*part).children()).chain(roots) {
        *uses.entry(positive(*formula)).or_default() += 1;
    }
    let mut shared: Vec<Formula> = Vec::new();
    for part in graph {
        let named = shared.last() == Some(&!*part);
        if !named && !arena.node(*part).is_literal() && uses.get(&positive(*part)).is_some_and(|n| *n > 1) {
            shared.push(*part);
        }
    }
    shared
}
