//! Bodies with relation symbols under `;` fall into several clauses.
//!
//! `p(X) :- (q(X); r(X); X > 0; X < 0), s(X).` becomes
//!
//! ```text
//! p(X) :- q(X), s(X).
//! p(X) :- r(X), s(X).
//! p(X) :- s(X), (X > 0; X < 0).
//! ```
//!
//! A relation symbol that is negated is positive in the clause, which then need not be Horn: see `rename`.
//! Under a disjunction it is refused.

use rustc_hash::{FxHashMap, FxHashSet};

use super::lower::{Lowering, Value};
use super::syntax::{Expr, Node};
use crate::formula::{Arena, Formula, Symbol};
use crate::lang::Application;
use crate::lang::common::clausify::Symbols;
use crate::lang::common::definition::DefinedVariable;

/// A body without alternatives.
#[derive(Clone, Debug, Default)]
pub(super) struct Conjunction {
    /// In the order of the text.
    pub(super) applications: Vec<Expr>,
    /// Those that are negated.
    pub(super) negated: Vec<Expr>,
    pub(super) constraints: Vec<Formula>,
}

/// What the symbols of a body with alternatives stand for.
pub(super) struct Placeholders<'a> {
    pub(super) applications: FxHashMap<Symbol, Application>,
    pub(super) defined: &'a [DefinedVariable],
}

impl Symbols for Placeholders<'_> {
    fn application(&self, symbol: Symbol) -> Option<&Application> {
        self.applications.get(&symbol)
    }

    fn definitions(&self) -> usize {
        self.defined.len()
    }

    fn closed(&self, arena: &Arena, mut symbols: Vec<Symbol>) -> Vec<Symbol> {
        for definition in needed(self.defined, arena, symbols.iter().copied()) {
            symbols.extend(definition.symbols(arena));
        }
        symbols
    }
}

/// The definitions of the variables that some symbols depend on, in order.
pub(super) fn needed<'a>(
    defined: &'a [DefinedVariable],
    arena: &Arena,
    symbols: impl IntoIterator<Item = Symbol>,
) -> Vec<&'a DefinedVariable> {
    let mut mentioned: FxHashSet<Symbol> = symbols.into_iter().collect();
    let mut found = Vec::new();
    // A definition mentions earlier ones only.
    for definition in defined.iter().rev() {
        if mentioned.contains(&definition.symbol) {
            mentioned.extend(definition.symbols(arena));
            found.push(definition);
        }
    }
    found.reverse();
    found
}

impl Lowering<'_, '_> {
    /// The parts of a body in which no relation symbol stands under a disjunction; `None` for others.
    pub(super) fn conjunction(&self, body: Expr) -> Option<Conjunction> {
        let mut conjunction = Conjunction::default();
        let mut open = vec![(body, true)];
        while let Some((expr, positive)) = open.pop() {
            if let Value::Formula(formula) = self.value(expr) {
                conjunction.constraints.push(if positive { *formula } else { !*formula });
                continue;
            }
            match (self.syntax.node(expr), positive) {
                (Node::Application(..), true) => conjunction.applications.push(expr),
                (Node::Application(..), false) => conjunction.negated.push(expr),
                (Node::Not(a), _) => open.push((a, !positive)),
                (Node::And(parts), true) | (Node::Or(parts), false) => {
                    open.extend(self.syntax.parts(parts).iter().rev().map(|part| (*part, positive)));
                }
                (Node::Implies(a, b), false) => open.extend([(b, false), (a, true)]),
                _ => return None,
            }
        }
        Some(conjunction)
    }

    /// The relation symbols of a body, in the order of the text.
    pub(super) fn applications(&self, body: Expr) -> Vec<Expr> {
        let mut found = Vec::new();
        let mut open = vec![body];
        while let Some(expr) = open.pop() {
            match self.syntax.node(expr) {
                _ if matches!(self.value(expr), Value::Formula(_)) => {}
                Node::Application(..) => found.push(expr),
                Node::Not(a) => open.push(a),
                Node::And(parts) | Node::Or(parts) => open.extend(self.syntax.parts(parts).iter().rev()),
                Node::Implies(a, b) => open.extend([b, a]),
                _ => {}
            }
        }
        found
    }

    /// A body as a formula over placeholders for its relation symbols.
    pub(super) fn body_formula(
        &mut self,
        body: Expr,
        placeholders: &FxHashMap<Expr, Symbol>,
    ) -> Option<Formula> {
        let mut formulae: FxHashMap<Expr, Formula> = FxHashMap::default();
        let mut open = vec![(body, false)];
        while let Some((expr, is_ready)) = open.pop() {
            if formulae.contains_key(&expr) {
                continue;
            }
            if let Value::Formula(formula) = self.value(expr) {
                formulae.insert(expr, *formula);
                continue;
            }
            // They are made in the order of the text, which is then the order of the parts of a disjunction.
            if let Some(symbol) = placeholders.get(&expr) {
                formulae.insert(expr, self.arena.boolean(*symbol));
                continue;
            }
            let parts: Vec<Expr> = match self.syntax.node(expr) {
                Node::Not(a) => vec![a],
                Node::And(parts) | Node::Or(parts) => self.syntax.parts(parts).to_vec(),
                Node::Implies(a, b) => vec![a, b],
                _ => return None,
            };
            if !is_ready {
                open.push((expr, true));
                open.extend(parts.iter().rev().map(|part| (*part, false)));
                continue;
            }
            let parts: Vec<Formula> =
                parts.iter().map(|part| formulae.get(part).copied()).collect::<Option<_>>()?;
            let formula = match (self.syntax.node(expr), parts.as_slice()) {
                (Node::Not(_), [a]) => !*a,
                (Node::Implies(..), [a, b]) => self.arena.implies(*a, *b),
                (Node::And(_), _) => self.arena.and(parts),
                _ => self.arena.or(parts),
            };
            formulae.insert(expr, formula);
        }
        formulae.get(&body).copied()
    }

    /// Reports every relation symbol that occurs negatively.
    pub(super) fn is_horn(&mut self, body: Expr) -> bool {
        let mut horn = true;
        let mut open = vec![(body, true)];
        while let Some((expr, positive)) = open.pop() {
            match self.value(expr) {
                Value::Relational => {}
                Value::Formula(_) => continue,
                _ => return false,
            }
            match self.syntax.node(expr) {
                Node::Application(..) if !positive => {
                    horn = false;
                    self.report.hinted(
                        self.syntax.span(expr),
                        "a relation symbol cannot be negated here: the clause would not be a Horn clause",
                        "only constraints can stand before `->`, beside `<->`, and under `!` within a disjunction; \
                         an implication in a body needs parentheses",
                    );
                }
                Node::Not(a) => open.push((a, !positive)),
                Node::And(parts) | Node::Or(parts) => {
                    open.extend(self.syntax.parts(parts).iter().map(|p| (*p, positive)));
                }
                Node::Implies(a, b) => open.extend([(a, !positive), (b, positive)]),
                // Each side of an equivalence occurs with both signs.
                Node::Iff(a, b) => open.extend([(a, false), (b, false)]),
                _ => {}
            }
        }
        horn
    }
}
