//! Defined variables, taken out of formulae again.
//!
//! A solution must be a formula over the parameters of its relation symbol, so quotients and conditional terms are
//! written out, literal by literal. Because each variable is a function of the others,
//!
//! ```text
//! v ≤ y  with v = (if c then a else b)     is     (c → a ≤ y) ∧ (¬c → b ≤ y)
//! q ≤ y  with q = ⌊t / 2⌋                  is     (2 | t → t ≤ 2y) ∧ (2 | t - 1 → t - 1 ≤ 2y)
//! ```

use rustc_hash::{FxHashMap, FxHashSet};

use super::definition::{DefinedVariable, Meaning};
use super::elaborate::{Elaborator, SUBSTITUTION_COST};
use super::sexpr::NodeId;
use super::special::Special;
use crate::formula::{Arena, Formula, LinearTerm, Node, Symbol};
use crate::num::Int;

/// A quotient is written out by one case for each remainder, so its divisor may not be larger than this.
const REMAINDERS: i64 = 1000;

/// A conditional term is written out when at most this many literals mention it.
const LITERALS: usize = 2;

/// Conditional terms are written out for people; where there are more of them than this, no person reads them.
const WRITTEN_OUT: usize = 16;

/// Larger formulae keep their conditional terms.
const SIZE: usize = 2_000;

impl Elaborator<'_> {
    /// The formula together with the definitions that it depends on. A conditional term that few literals
    /// mention is written out instead: `x = (ite c a b)` needs no variable.
    pub(super) fn settled(&mut self, formula: Formula, elsewhere: Vec<Symbol>, node: NodeId) -> Formula {
        if self.defined == 0 {
            return formula;
        }
        let mut mentioned = self.arena.symbols_of(formula);
        mentioned.extend(&elsewhere);
        let elsewhere: FxHashSet<Symbol> = elsewhere.into_iter().collect();
        let mut definitions = self.definitions_of(mentioned);
        definitions.retain(|definition| !self.is_relational(definition));
        let few = definitions.len() <= WRITTEN_OUT;
        let mut settled = vec![formula];
        for definition in definitions.into_iter().rev() {
            if few
                && matches!(definition.meaning, Meaning::Choice { .. })
                && !elsewhere.contains(&definition.symbol)
            {
                let whole = self.arena.and(settled);
                settled = vec![whole];
                if self.literals_with(whole, definition.symbol) <= LITERALS
                    && let Some(shorter) = self.without(whole, &definition, node)
                {
                    settled = vec![shorter];
                    continue;
                }
            }
            settled.push(definition.formula(&mut self.arena));
        }
        self.arena.and(settled)
    }

    fn literals_with(&mut self, formula: Formula, symbol: Symbol) -> usize {
        let parts = self.arena.reachable([formula]);
        if parts.len() > SIZE {
            return usize::MAX;
        }
        let mentions = |f: &&Formula| self.arena.node(**f).term().is_some_and(|t| t.mentions(symbol));
        parts.iter().filter(mentions).count()
    }
    /// The formula without the variables that the present command defined.
    pub(super) fn without_definitions(&mut self, mut formula: Formula, node: NodeId) -> Option<Formula> {
        // A variable's meaning mentions earlier ones only.
        for symbol in self.introduced.clone().into_iter().rev() {
            let Some(Special::Defined(meaning)) = self.specials.get(&symbol) else { continue };
            let definition = DefinedVariable { symbol, meaning: meaning.clone() };
            formula = self.without(formula, &definition, node)?;
        }
        Some(formula)
    }

    fn without(&mut self, formula: Formula, definition: &DefinedVariable, node: NodeId) -> Option<Formula> {
        let mentions =
            |arena: &Arena, f: Formula| arena.node(f).term().is_some_and(|t| t.mentions(definition.symbol));
        let parts = self.arena.reachable([formula]);
        let literals = parts.iter().filter(|p| mentions(&self.arena, **p)).count() as u64;
        if literals == 0 {
            return Some(formula);
        }
        let cases = match &definition.meaning {
            Meaning::Choice { .. } => 2,
            Meaning::Quotient { divisor, .. } => {
                let cases = divisor.to_i64().filter(|k| *k <= REMAINDERS);
                let Some(cases) = cases else {
                    let message = format!(
                        "`div` or `mod` by a number above {REMAINDERS} is not supported in a solution"
                    );
                    self.refuse(node, message);
                    return None;
                };
                cases.unsigned_abs()
            }
        };
        let work = parts.len() as u64 + literals.saturating_mul(cases);
        if !self.charge(work.saturating_mul(SUBSTITUTION_COST), node) {
            return None;
        }
        let mut images: FxHashMap<Formula, Formula> = FxHashMap::default();
        for part in parts {
            let image = match self.arena.node(part) {
                Node::And(children) => {
                    let children: Vec<Formula> = children.iter().map(|c| images[c]).collect();
                    self.arena.and(children)
                }
                Node::Or(children) => {
                    let children: Vec<Formula> = children.iter().map(|c| images[c]).collect();
                    self.arena.or(children)
                }
                _ if mentions(&self.arena, part) => self.written_out(part, definition),
                _ => part,
            };
            images.insert(part, image);
        }
        images.get(&formula).copied()
    }

    /// One literal, case by case.
    fn written_out(&mut self, literal: Formula, definition: &DefinedVariable) -> Formula {
        let mut parts = Vec::new();
        match &definition.meaning {
            Meaning::Choice { condition, then, otherwise } => {
                for (condition, term) in [(*condition, then), (!*condition, otherwise)] {
                    let image = replaced(&mut self.arena, literal, definition.symbol, term, &Int::ONE);
                    parts.push(self.arena.implies(condition, image));
                }
            }
            Meaning::Quotient { term, divisor } => {
                let mut remainder = Int::ZERO;
                while remainder < *divisor {
                    let multiple = term.plus_constant(&-&remainder);
                    let case = self.arena.divides(divisor, &multiple);
                    let image = replaced(&mut self.arena, literal, definition.symbol, &multiple, divisor);
                    parts.push(self.arena.implies(case, image));
                    remainder += &Int::ONE;
                }
            }
        }
        self.arena.and(parts)
    }
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
