//! The sign that refinement diverges: one shape of predicate, with constants that grow (`I ≤ 1, I ≤ 2, …`).
//!
//! Such predicates explain one unwinding each. Which pattern it is tells what would help: a template that
//! hides the counter, or one that relates it to what grows along with it.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::Predicates;
use crate::formula::{Arena, Formula, FormulaText, LinearTerm, Node};
use crate::horn::SystemRelationId;
use crate::num::Int;
use crate::order::sort_by_key;

/// At least this many members make a pattern.
const MEMBERS: usize = 3;
/// At most this many of its members are shown.
const SHOWN: usize = 5;

/// Predicates of one relation symbol that differ in a growing constant only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    pub relation: SystemRelationId,
    /// How many there are.
    pub count: usize,
    /// The first of them.
    pub members: Vec<FormulaText>,
}

/// The patterns among the predicates, those with the most members first.
pub(super) fn patterns(arena: &Arena, predicates: &Predicates) -> Vec<Growth> {
    let mut order: Vec<(SystemRelationId, LinearTerm)> = Vec::new();
    let mut shapes: FxHashMap<(SystemRelationId, LinearTerm), Vec<(Int, Formula)>> = FxHashMap::default();
    for (_, predicate) in predicates.iter() {
        if let Node::Le(term) = arena.node(predicate.formula) {
            let key = (predicate.relation, term.with_constant(Int::ZERO));
            if !shapes.contains_key(&key) {
                order.push(key.clone());
            }
            shapes.entry(key).or_default().push((term.constant_part().clone(), predicate.formula));
        }
    }
    let mut found = Vec::new();
    for key in order {
        let Some(members) = shapes.remove(&key) else { continue };
        // Growing in the order in which they were found, up or down.
        let up = longest(&members, |a, b| a < b);
        let down = longest(&members, |a, b| a > b);
        let best = if down.len() > up.len() { down } else { up };
        if best.len() >= MEMBERS {
            let members = best.iter().take(SHOWN).map(|i| arena.show(members[*i].1).text()).collect();
            found.push(Growth { relation: key.0, count: best.len(), members });
        }
    }
    sort_by_key(&mut found, |g| std::cmp::Reverse(g.count));
    found
}

/// A chain in which each constant is further on than all before it.
fn longest(members: &[(Int, Formula)], further: impl Fn(&Int, &Int) -> bool) -> Vec<usize> {
    let mut chain: Vec<usize> = Vec::new();
    for (i, (constant, _)) in members.iter().enumerate() {
        if chain.last().is_none_or(|last| further(&members[*last].0, constant)) {
            chain.push(i);
        }
    }
    chain
}
