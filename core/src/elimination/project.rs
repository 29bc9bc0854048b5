//! The projection of a conjunction of literals, in a model.
//!
//! Symbols are eliminated one by one, the cheapest first:
//!
//! ```text
//! project x, y from  x = y + 1 ∧ 2 | y ∧ x ≤ z
//!     x := y + 1     2 | y ∧ y + 1 ≤ z
//!     y              true                        (y has no lower bound)
//! ```
//!
//! The result is true in the model and implies `∃ symbols. literals`. One conjunction has finitely many
//! projections over all of its models.

use super::eliminate_symbol::eliminate_symbol;
use super::implicant::implicant;
use super::literals::mentions;
use crate::formula::{Arena, Formula, Node, Sort, Symbol, Valuation};
use crate::simplify::condense;
use crate::solver::Budget;

/// Formulae without the symbols, true in the model, whose conjunction implies `∃ symbols. ⋀ literals`.
///
/// The literals must be true in the model, otherwise the answer is `false`. They may be any formulae: of
/// those that are not literals and mention the symbols, an implicant is projected.
pub fn project(
    arena: &mut Arena,
    literals: &[Formula],
    symbols: &[Symbol],
    model: &Valuation,
) -> Vec<Formula> {
    if !literals.iter().all(|l| arena.evaluate(*l, model)) {
        return vec![arena.false_()];
    }
    let mut parts = Vec::new();
    for literal in literals {
        if arena.node(*literal).is_literal() {
            parts.push(*literal);
        } else {
            let cube = implicant(arena, *literal, symbols, model, &mut Budget::unlimited());
            parts.extend(cube.unwrap_or_default());
        }
    }
    let (mut open, mut done) = split(arena, parts, symbols);
    loop {
        open = condense(arena, open);
        let Some(symbol) = cheapest(arena, &open, symbols) else { break };
        let (with, without): (Vec<Formula>, Vec<Formula>) =
            open.into_iter().partition(|l| mentions(arena.node(*l), |s| s == symbol));
        let mut next = without;
        if arena.sort(symbol) == Sort::Int {
            next.extend(eliminate_symbol(arena, &with, symbol, Some(model)).unwrap_or_default());
        }
        let finished;
        (open, finished) = split(arena, next, symbols);
        done.extend(finished);
    }
    done.extend(open);
    done.sort_unstable();
    done.dedup();
    condense(arena, done)
}

/// The literals that mention some of the symbols, and the rest.
fn split(arena: &Arena, parts: Vec<Formula>, symbols: &[Symbol]) -> (Vec<Formula>, Vec<Formula>) {
    parts.into_iter().partition(|part| {
        let node = arena.node(*part);
        node.is_literal() && mentions(node, |s| symbols.contains(&s))
    })
}

/// The symbol whose elimination promises the simplest result.
pub(super) fn cheapest(arena: &Arena, literals: &[Formula], symbols: &[Symbol]) -> Option<Symbol> {
    let mut best: Option<((u32, u64), Symbol)> = None;
    for symbol in symbols {
        let Some(price) = price(arena, literals, *symbol) else { continue };
        if best.is_none_or(|(known, _)| price < known) {
            best = Some((price, *symbol));
        }
    }
    best.map(|(_, symbol)| symbol)
}

/// A rank by the rule that applies, and the size of what it leaves; `None` when the symbol does not occur.
fn price(arena: &Arena, literals: &[Formula], symbol: Symbol) -> Option<(u32, u64)> {
    let (mut lower, mut upper, mut others, mut cases) = (0u64, 0u64, 0u64, 0u64);
    let mut equation: Option<u64> = None;
    let mut occurs = false;
    for literal in literals {
        let node = arena.node(*literal);
        if !mentions(node, |s| s == symbol) {
            continue;
        }
        occurs = true;
        let Some(term) = node.term() else { continue };
        let a = term.coefficient(symbol);
        match node {
            Node::Le(_) if a.is_negative() => lower += 1,
            Node::Le(_) => upper += 1,
            Node::Eq(_) => equation = Some(equation.map_or(a.bits(), |known| known.min(a.bits()))),
            Node::Ne(_) => others += 1,
            _ => cases += 1,
        }
        if !a.abs().is_one() {
            cases += 1;
        }
    }
    if !occurs {
        return None;
    }
    let bounds = lower * upper + others + cases;
    Some(match equation {
        Some(1) => (1, bounds),
        _ if lower == 0 && upper == 0 && others == 0 && cases == 0 && equation.is_none() => (0, 0),
        _ if equation.is_none() && (lower == 0 || upper == 0) => (2, bounds),
        Some(bits) => (3, bits),
        None => (4, bounds),
    })
}
