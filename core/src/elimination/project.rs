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

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::eliminate_symbol::eliminate_symbol;
use super::implicant::implicant;
use super::literals::{mentions, symbols_in, work};
use crate::budget::Budget;
use crate::formula::{Arena, Formula, Node, Sort, Symbol, Valuation};
use crate::simplify::condense;
use crate::solver::Unknown;

/// Formulae without the symbols, true in the model, whose conjunction implies `∃ symbols. ⋀ literals`.
///
/// The literals must be true in the model, otherwise the answer is `false`. They may be any formulae: of
/// those that are not literals and mention the symbols, an implicant is projected.
pub fn project(
    arena: &mut Arena,
    literals: &[Formula],
    symbols: &[Symbol],
    model: &Valuation,
    budget: &mut Budget,
) -> Result<Vec<Formula>, Unknown> {
    if !literals.iter().all(|l| arena.evaluate(*l, model)) {
        return Ok(vec![arena.false_()]);
    }
    let mut parts = Vec::new();
    for literal in literals {
        if arena.node(*literal).is_literal() {
            parts.push(*literal);
        } else {
            parts.extend(implicant(arena, *literal, symbols, model, budget)?);
        }
    }
    let places: FxHashMap<Symbol, usize> = symbols.iter().enumerate().map(|(i, s)| (*s, i)).collect();
    let (mut open, mut done) = split(arena, parts, &places);
    loop {
        budget.take(work(arena, &open))?;
        open = condense(arena, open);
        let Some(symbol) = cheapest(arena, &open, &places) else { break };
        let (with, without): (Vec<Formula>, Vec<Formula>) =
            open.into_iter().partition(|l| mentions(arena.node(*l), |s| s == symbol));
        let mut next = without;
        if arena.sort(symbol) == Sort::Int {
            next.extend(eliminate_symbol(arena, &with, symbol, Some(model)).unwrap_or_default());
        }
        let finished;
        (open, finished) = split(arena, next, &places);
        done.extend(finished);
    }
    done.extend(open);
    done.sort_unstable();
    done.dedup();
    Ok(condense(arena, done))
}

/// The literals that mention some of the symbols, and the rest.
fn split(
    arena: &Arena,
    parts: Vec<Formula>,
    symbols: &FxHashMap<Symbol, usize>,
) -> (Vec<Formula>, Vec<Formula>) {
    parts.into_iter().partition(|part| {
        let node = arena.node(*part);
        node.is_literal() && mentions(node, |s| symbols.contains_key(&s))
    })
}

/// The symbol whose elimination promises the simplest result; of several, the first by its place.
fn cheapest(arena: &Arena, literals: &[Formula], places: &FxHashMap<Symbol, usize>) -> Option<Symbol> {
    let mut uses: IndexMap<Symbol, Uses, FxBuildHasher> = IndexMap::default();
    for literal in literals {
        let node = arena.node(*literal);
        for symbol in symbols_in(node).filter(|s| places.contains_key(s)) {
            uses.entry(symbol).or_default().add(node, symbol);
        }
    }
    uses.iter().min_by_key(|(symbol, uses)| (uses.price(), places.get(*symbol))).map(|(symbol, _)| *symbol)
}

/// What the literals with a symbol say about it, counted.
#[derive(Debug, Default)]
struct Uses {
    lower: u64,
    upper: u64,
    disequalities: u64,
    cases: u64,
    /// The bits of the least coefficient in an equation.
    equation: Option<u64>,
}

impl Uses {
    fn add(&mut self, literal: &Node, symbol: Symbol) {
        let Some(term) = literal.term() else { return };
        let a = term.coefficient(symbol);
        match literal {
            Node::Le(_) if a.is_negative() => self.lower += 1,
            Node::Le(_) => self.upper += 1,
            Node::Eq(_) => self.equation = Some(self.equation.map_or(a.bits(), |known| known.min(a.bits()))),
            Node::Ne(_) => self.disequalities += 1,
            _ => self.cases += 1,
        }
        if !a.abs().is_one() {
            self.cases += 1;
        }
    }

    /// A rank by the rule that applies, and the size of what it leaves.
    fn price(&self) -> (u32, u64) {
        let Uses { lower, upper, disequalities, cases, equation } = *self;
        let bounds = lower * upper + disequalities + cases;
        match equation {
            Some(1) => (1, bounds),
            None if lower == 0 && upper == 0 && bounds == 0 => (0, 0),
            None if lower == 0 || upper == 0 => (2, bounds),
            Some(bits) => (3, bits),
            None => (4, bounds),
        }
    }
}
