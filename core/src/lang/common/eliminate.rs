//! Defined variables, taken out of formulae again.
//!
//! A solution must be a formula over the parameters of its relation symbol, so quotients and conditional
//! terms are written out, literal by literal. Because each variable is a function of the others,
//!
//! ```text
//! v ≤ y  with v = (if c then a else b)     is     (c → a ≤ y) ∧ (¬c → b ≤ y)
//! q ≤ y  with q = ⌊t / 2⌋                  is     (2 | t → t ≤ 2y) ∧ (2 | t - 1 → t - 1 ≤ 2y)
//! ```

use super::definition::{DefinedVariable, Meaning};
use super::limits::{CASE_LIMIT, FORMULA_COST, REMAINDER_LIMIT};
use super::report::Report;
use crate::formula::{Arena, Formula, LinearTerm, Node, Symbol, map_literals};
use crate::lang::Span;
use crate::num::Int;

/// The formula with each literal that mentions the variable written out, case by case; `None` when there are
/// too many cases, which is reported.
pub(in crate::lang) fn eliminate(
    arena: &mut Arena,
    formula: Formula,
    definition: &DefinedVariable,
    report: &mut Report,
    span: Span,
) -> Option<Formula> {
    let mentions =
        |arena: &Arena, f: Formula| arena.node(f).term().is_some_and(|t| t.mentions(definition.symbol));
    let parts = arena.reachable([formula]);
    let literals = parts.iter().filter(|p| mentions(arena, **p)).count() as u64;
    if literals == 0 {
        return Some(formula);
    }
    let cases = match &definition.meaning {
        Meaning::Choice { .. } => Some(2),
        Meaning::Quotient { divisor, .. } => {
            divisor.to_i64().filter(|k| *k <= REMAINDER_LIMIT).map(i64::unsigned_abs)
        }
    };
    let cases = cases.map(|cases| literals.saturating_mul(cases)).filter(|cases| *cases <= CASE_LIMIT);
    let Some(cases) = cases else {
        report.hinted(
            span,
            "`div` and `mod` split this into too many cases, and no variable can be introduced for them here",
            "use smaller divisors, or say it with divisibility",
        );
        return None;
    };
    if !report.spend((parts.len() as u64 + cases).saturating_mul(FORMULA_COST), span) {
        return None;
    }
    Some(map_literals(arena, formula, |arena, literal| {
        if mentions(arena, literal) { written_out(arena, literal, definition) } else { literal }
    }))
}

/// One literal, case by case.
fn written_out(arena: &mut Arena, literal: Formula, definition: &DefinedVariable) -> Formula {
    let mut parts = Vec::new();
    match &definition.meaning {
        Meaning::Choice { condition, then, otherwise } => {
            for (condition, term) in [(*condition, then), (!*condition, otherwise)] {
                let image = replaced(arena, literal, definition.symbol, term, &Int::ONE);
                parts.push(arena.implies(condition, image));
            }
        }
        Meaning::Quotient { term, divisor } => {
            let mut remainder = Int::ZERO;
            while remainder < *divisor {
                let multiple = term.plus_constant(&-&remainder);
                let case = arena.divides(divisor, &multiple);
                let image = replaced(arena, literal, definition.symbol, &multiple, divisor);
                parts.push(arena.implies(case, image));
                remainder += &Int::ONE;
            }
        }
    }
    arena.and(parts)
}

/// The literal with `numerator / denominator` for a symbol, where the denominator is known to divide it.
fn replaced(
    arena: &mut Arena,
    literal: Formula,
    symbol: Symbol,
    numerator: &LinearTerm,
    denominator: &Int,
) -> Formula {
    let image = |term: &LinearTerm| {
        let a = term.coefficient(symbol);
        let rest = term.plus_scaled(&-&a, &LinearTerm::symbol(symbol));
        rest.scaled(denominator).plus_scaled(&a, numerator)
    };
    match arena.node(literal) {
        Node::Le(term) => {
            let term = image(term);
            arena.le(&term)
        }
        Node::Eq(term) => {
            let term = image(term);
            arena.eq(&term)
        }
        Node::Ne(term) => {
            let term = image(term);
            !arena.eq(&term)
        }
        Node::Divides(divisor, term) => {
            let (divisor, term) = (divisor * denominator, image(term));
            arena.divides(&divisor, &term)
        }
        Node::NotDivides(divisor, term) => {
            let (divisor, term) = (divisor * denominator, image(term));
            !arena.divides(&divisor, &term)
        }
        _ => literal,
    }
}
