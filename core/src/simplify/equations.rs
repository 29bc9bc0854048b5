//! Equations put into their sibling literals, where that makes them simpler.
//!
//! In a conjunction with `x = y + 1`, the literal `2x - 2y ≤ z` is `z ≥ 2` and `x ≤ y` is `false`. A literal
//! is only replaced by one with fewer symbols, or as many and smaller coefficients, so this ends, and
//! `x = y + 1 ∧ x ≥ 3` stays as it was written.

use super::measure::Measure;
use crate::budget::{Budget, Exhausted};
use crate::formula::{Arena, Formula, LinearTerm, Node};

/// This many equations that are tried on a literal count as a step.
const EQUATIONS_PER_STEP: u64 = 4;

/// The literal with multiples of the equations `e = 0` added to its term while that makes it simpler.
pub(crate) fn reduce(arena: &mut Arena, literal: Formula, equations: &[LinearTerm]) -> Formula {
    let mut current = literal;
    loop {
        let mut best = (weight(arena, current), current);
        for equation in equations {
            for (symbol, a) in equation.summands() {
                let Some(term) = arena.node(current).term() else { return current };
                let c = term.coefficient(*symbol);
                if c.is_zero() || !a.divides(&c) {
                    continue;
                }
                let reduced = term.plus_scaled(&-c.div_exact(a), equation);
                let candidate = with_term(arena, current, &reduced);
                let weight = weight(arena, candidate);
                if weight < best.0 {
                    best = (weight, candidate);
                }
            }
        }
        if best.1 == current {
            return current;
        }
        current = best.1;
    }
}

/// The same kind of literal about another term.
pub(crate) fn with_term(arena: &mut Arena, literal: Formula, term: &LinearTerm) -> Formula {
    match arena.node(literal) {
        Node::Le(_) => arena.le(term),
        Node::Eq(_) => arena.eq(term),
        Node::Ne(_) => !arena.eq(term),
        Node::Divides(k, _) => {
            let k = k.clone();
            arena.divides(&k, term)
        }
        Node::NotDivides(k, _) => {
            let k = k.clone();
            !arena.divides(&k, term)
        }
        _ => literal,
    }
}

/// Symbols first, then the size of coefficients.
fn weight(arena: &Arena, literal: Formula) -> (usize, u64) {
    let node = arena.node(literal);
    (node.term().map_or(0, |t| t.summands().len()), Measure::of_literal(node).size)
}

/// Rewrites the literals of a conjunction by each other's equations.
pub(crate) fn reduce_siblings(
    arena: &mut Arena,
    parts: &mut [Formula],
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    // An equation is only ever used as it currently stands, so the conjunction keeps its meaning.
    for i in 0..parts.len() {
        if arena.node(parts[i]).term().is_none() {
            continue;
        }
        let equations: Vec<LinearTerm> = equations_of(arena, parts, Some(i));
        if equations.is_empty() {
            continue;
        }
        budget.take(1 + equations.len() as u64 / EQUATIONS_PER_STEP)?;
        parts[i] = reduce(arena, parts[i], &equations);
    }
    Ok(())
}

/// The terms of the equations among the parts, except the one at a position.
pub(crate) fn equations_of(arena: &Arena, parts: &[Formula], except: Option<usize>) -> Vec<LinearTerm> {
    let mut equations = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        if let Node::Eq(t) = arena.node(*part)
            && Some(i) != except
        {
            equations.push(t.clone());
        }
    }
    equations
}
