//! Absorption and common factors among the clauses of a conjunction.
//!
//! ```text
//! (a ∨ b) ∧ (a ∨ b ∨ c)    a ∨ b             absorption
//! (a ∨ b) ∧ (a ∨ c)        a ∨ (b ∧ c)       common factor
//! ```
//!
//! The rules for disjunctions, `(a ∧ b) ∨ (a ∧ c) = a ∧ (b ∨ c)` among them, are the same rules on the
//! negations.

use rustc_hash::FxHashMap;

use super::region::Region;
use crate::budget::{Budget, Exhausted};
use crate::formula::{Arena, Formula, Node};

/// Conjunctions with more clauses than this are not compared pairwise.
const CLAUSE_LIMIT: usize = 128;
/// This many comparisons of literals count as a step. Most of them end at the first look.
const PAIRS_PER_STEP: u64 = 64;

/// Drops clauses that another conjunct implies by looking at the literals alone.
pub(crate) fn absorb(arena: &Arena, parts: &mut Vec<Formula>, budget: &mut Budget) -> Result<(), Exhausted> {
    let clauses = parts.iter().filter(|p| matches!(arena.node(**p), Node::Or(_))).count();
    if clauses == 0 || clauses > CLAUSE_LIMIT {
        return Ok(());
    }
    let length = |part: &Formula| arena.node(*part).children().len().max(1);
    let mut i = 0;
    while i < parts.len() {
        let clause = parts[i];
        let mut redundant = false;
        if let Node::Or(weaker) = arena.node(clause) {
            let pairs = weaker.len() * parts.iter().map(length).sum::<usize>();
            budget.take(1 + pairs as u64 / PAIRS_PER_STEP)?;
            let mut others = parts.iter().enumerate().filter(|(j, _)| *j != i);
            redundant = others.any(|(_, other)| obviously_implies(arena, *other, clause));
        }
        if redundant {
            parts.remove(i);
        } else {
            i += 1;
        }
    }
    Ok(())
}

/// Every disjunct of `stronger` implies some disjunct of `weaker`, judged literal by literal.
fn obviously_implies(arena: &Arena, stronger: Formula, weaker: Formula) -> bool {
    let (Node::Or(right), left) = (arena.node(weaker), arena.node(stronger)) else { return false };
    match left {
        Node::Or(left) => left.iter().all(|l| right.iter().any(|r| cube_implies(arena, *l, *r))),
        _ => right.iter().any(|r| cube_implies(arena, stronger, *r)),
    }
}

fn cube_implies(arena: &Arena, left: Formula, right: Formula) -> bool {
    let is_cube = |formula: Formula| matches!(arena.node(formula), Node::And(_));
    if left == right || !is_cube(left) && !is_cube(right) {
        return literal_implies(arena, left, right);
    }
    let (all, wanted) = (arena.conjuncts(left), arena.conjuncts(right));
    wanted.iter().all(|r| all.iter().any(|l| literal_implies(arena, *l, *r)))
}

fn literal_implies(arena: &Arena, left: Formula, right: Formula) -> bool {
    if left == right {
        return true;
    }
    let (left, right) = (arena.node(left), arena.node(right));
    if !may_have_one_form(left, right) {
        return false;
    }
    match (Region::of_literal(left), Region::of_literal(right)) {
        (Some(l), Some(r)) => l.is_subset_of(&r),
        _ => false,
    }
}

/// May both say something about one and the same form? This is asked of very many pairs.
fn may_have_one_form(left: &Node, right: &Node) -> bool {
    match (left, right) {
        (Node::Divides(..) | Node::NotDivides(..), _) | (_, Node::Divides(..) | Node::NotDivides(..)) => true,
        (left, right) => match (left.term(), right.term()) {
            (Some(left), Some(right)) => left.symbols().eq(right.symbols()),
            _ => false,
        },
    }
}

/// Takes the disjunct that most clauses share out of them; false when no two clauses share any.
pub(crate) fn factor(arena: &mut Arena, parts: &mut Vec<Formula>) -> bool {
    let mut counts: FxHashMap<Formula, usize> = FxHashMap::default();
    let mut best: Option<(usize, Formula)> = None;
    for part in parts.iter() {
        let Node::Or(disjuncts) = arena.node(*part) else { continue };
        for disjunct in disjuncts {
            let count = counts.entry(*disjunct).or_insert(0);
            *count += 1;
            // The most frequent, and of those the first to get there.
            if *count > best.map_or(1, |(most, _)| most) {
                best = Some((*count, *disjunct));
            }
        }
    }
    let Some((_, common)) = best else { return false };
    let mut rests = Vec::new();
    let mut kept = Vec::new();
    for part in parts.iter() {
        match arena.node(*part) {
            Node::Or(disjuncts) if disjuncts.binary_search(&common).is_ok() => {
                let rest: Vec<Formula> = disjuncts.iter().copied().filter(|d| *d != common).collect();
                rests.push(rest);
            }
            _ => kept.push(*part),
        }
    }
    let rests: Vec<Formula> = rests.into_iter().map(|rest| arena.or(rest)).collect();
    let rest = arena.and(rests);
    kept.push(arena.or([common, rest]));
    *parts = kept;
    true
}
