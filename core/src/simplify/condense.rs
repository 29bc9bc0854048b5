//! Conjunctions of literals without what their own bounds make superfluous.
//!
//! `x ≤ 3 ∧ x ≤ 5 ∧ x ≠ 7 ∧ y ≥ x ∧ y ≤ x` is `x ≤ 3 ∧ y = x`. Literals stay literals, which makes this fit
//! for use in the middle of an elimination, where [`tidy`](super::tidy) would introduce disjunctions.

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use super::divisibility::compare_divisibilities;
use super::region::{Facts, Region};
use crate::formula::{Arena, Formula, Node};

/// An equivalent conjunction, in order of first appearance; a contradiction becomes `false` alone.
pub(crate) fn condense(arena: &mut Arena, mut parts: Vec<Formula>) -> Vec<Formula> {
    if !compare_divisibilities(arena, &mut parts) {
        return vec![arena.false_()];
    }
    let mut facts = Facts::default();
    // Bounds and equations on one form leave an interval, which is written with one or two literals.
    let mut intervals: IndexMap<_, Region, FxBuildHasher> = IndexMap::default();
    let mut rest = Vec::new();
    for part in parts {
        let node = arena.node(part);
        match Region::of_literal(node) {
            Some(region) if matches!(node, Node::Le(_) | Node::Eq(_)) => {
                facts.assume(&region);
                let met = match intervals.get(&region.key) {
                    Some(known) => known.intersection(&region).unwrap_or(region),
                    None => region,
                };
                intervals.insert(met.key.clone(), met);
            }
            _ => rest.push(part),
        }
    }
    let mut result: IndexSet<Formula, FxBuildHasher> = IndexSet::default();
    for region in intervals.values() {
        if region.is_empty() {
            return vec![arena.false_()];
        }
        let formula = region.express(arena);
        match arena.node(formula) {
            Node::And(bounds) => result.extend(bounds),
            _ => _ = result.insert(formula),
        }
    }
    for part in rest {
        let decided = Region::of_literal(arena.node(part)).and_then(|region| facts.decide(&region));
        match (decided, arena.node(part)) {
            (Some(true), _) | (_, Node::True) => {}
            (Some(false), _) | (_, Node::False) => return vec![arena.false_()],
            _ => _ = result.insert(part),
        }
    }
    result.into_iter().collect()
}
