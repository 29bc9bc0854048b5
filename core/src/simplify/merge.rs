//! Two disjuncts in the place of which one would do.
//!
//! What two disjuncts have in common, literal by literal, is their atomic hull. Where the hull implies the
//! whole disjunction it can stand for both:
//!
//! ```text
//! (x = 0 ∧ y ≤ z) ∨ (x = 1 ∧ y ≤ z + 1 ∧ y ≤ z)       hull  0 ≤ x ≤ 1 ∧ y ≤ z
//! ```
//!
//! The same on negations merges clauses of a conjunction.

use super::condense::condense;
use super::measure::Measure;
use super::oracle::Oracle;
use crate::formula::{Arena, Formula, Node};
use crate::num::Int;
use crate::solver::{Budget, Unknown};

/// Longer disjunctions are left alone: the pairs would be too many.
const PART_LIMIT: usize = 32;

/// The formula with its parts merged, and the parts of those. Whatever was done when the budget ends stays
/// done.
pub(super) fn merge(
    arena: &mut Arena,
    oracle: &mut Oracle,
    formula: Formula,
    budget: &mut Budget,
) -> (Formula, Option<Unknown>) {
    let (outer, stopped) = merge_parts(arena, oracle, formula, &[], budget);
    if stopped.is_some() {
        return (outer, stopped);
    }
    let is_conjunction = matches!(arena.node(outer), Node::And(_));
    let mut parts = arena.node(outer).children().to_vec();
    for i in 0..parts.len() {
        // A part of a conjunction matters where the others hold, a part of a disjunction where they fail.
        let others = parts.iter().enumerate().filter(|(j, _)| *j != i);
        let premises: Vec<Formula> = others.map(|(_, p)| if is_conjunction { *p } else { !*p }).collect();
        let (merged, stopped) = merge_parts(arena, oracle, parts[i], &premises, budget);
        parts[i] = merged;
        if stopped.is_some() {
            return (join(arena, is_conjunction, &parts), stopped);
        }
    }
    if parts.is_empty() { (outer, None) } else { (join(arena, is_conjunction, &parts), None) }
}

/// Merges disjuncts pairwise; for a conjunction, the negations of its conjuncts.
fn merge_parts(
    arena: &mut Arena,
    oracle: &mut Oracle,
    formula: Formula,
    premises: &[Formula],
    budget: &mut Budget,
) -> (Formula, Option<Unknown>) {
    let is_conjunction = matches!(arena.node(formula), Node::And(_));
    let children = arena.node(formula).children();
    if children.is_empty() || children.len() > PART_LIMIT {
        return (formula, None);
    }
    let mut disjuncts: Vec<Formula> =
        children.iter().map(|c| if is_conjunction { !*c } else { *c }).collect();
    let mut stopped = None;
    let mut i = 0;
    while stopped.is_none() && i < disjuncts.len() {
        let mut j = i + 1;
        while j < disjuncts.len() {
            match hull(arena, oracle, &disjuncts, (i, j), premises, budget) {
                Err(reason) => {
                    stopped = Some(reason);
                    break;
                }
                Ok(None) => j += 1,
                Ok(Some(hull)) => {
                    disjuncts.remove(j);
                    disjuncts[i] = hull;
                    j = i + 1;
                }
            }
        }
        i += 1;
    }
    let merged = arena.or(disjuncts);
    (if is_conjunction { !merged } else { merged }, stopped)
}

fn join(arena: &mut Arena, is_conjunction: bool, parts: &[Formula]) -> Formula {
    let parts = parts.iter().copied();
    if is_conjunction { arena.and(parts) } else { arena.or(parts) }
}

/// The atomic hull of two disjuncts, if it is shorter than the two and implies the disjunction.
fn hull(
    arena: &mut Arena,
    oracle: &mut Oracle,
    disjuncts: &[Formula],
    (i, j): (usize, usize),
    premises: &[Formula],
    budget: &mut Budget,
) -> Result<Option<Formula>, Unknown> {
    let (left, right) = (disjuncts[i], disjuncts[j]);
    let given = |formula: Formula| -> Vec<Formula> { premises.iter().copied().chain([formula]).collect() };
    let mut common = Vec::new();
    for (from, other) in [(left, right), (right, left)] {
        for literal in halves(arena, from) {
            if !common.contains(&literal) && oracle.implies(arena, &given(other), literal, budget)? {
                common.push(literal);
            }
        }
    }
    let common = condense(arena, common);
    let hull = arena.and(common);
    let shorter = Measure::of(arena, hull).literals
        < Measure::of(arena, left).literals + Measure::of(arena, right).literals;
    let whole = arena.or(disjuncts.iter().copied());
    Ok((shorter && oracle.implies(arena, &given(hull), whole, budget)?).then_some(hull))
}

/// The conjuncts of a disjunct, equations as two inequalities.
fn halves(arena: &mut Arena, disjunct: Formula) -> Vec<Formula> {
    let conjuncts = arena.conjuncts(disjunct);
    let mut halves = Vec::new();
    for conjunct in conjuncts {
        match arena.node(conjunct) {
            Node::Eq(t) => {
                let t = t.clone();
                halves.push(arena.le(&t));
                halves.push(arena.le(&t.scaled(&Int::MINUS_ONE)));
            }
            _ => halves.push(conjunct),
        }
    }
    halves
}
