//! Quantifiers of a clause, moved to its front.
//!
//! A clause is universally quantified over its variables, so a `forall` may stand wherever the clause is
//! monotone in it, and an `exists` wherever it is antitone, such as in the body. Each quantified formula is a
//! placeholder that the formula below may mention several times: one variable serves all of these places,
//! because a monotone context with `∀x. F` is equivalent to `∀x.` the context with `F`.

use super::elaborate::Elaborator;
use super::sexpr::NodeId;
use super::special::Special;
use crate::formula::{Formula, Node, Substitution, Symbol};
use crate::lang::common::limits::FORMULA_COST;

/// What stands behind a symbol.
enum Found {
    /// Not a quantified formula.
    Nothing,
    Body(Formula),
    /// A quantifier that cannot stand in this polarity, which is reported.
    Misplaced,
}

impl Elaborator<'_, '_> {
    /// Takes the negation of a clause and puts the bodies of its quantifiers in their places; `None` when one
    /// stands where it cannot be moved, which is reported.
    pub(super) fn prenex(&mut self, mut negated: Formula, command: NodeId) -> Option<Formula> {
        loop {
            match self.leading_quantifier(negated) {
                Found::Nothing => {}
                Found::Body(body) => {
                    negated = body;
                    continue;
                }
                Found::Misplaced => return None,
            }
            let mut substitution = Substitution::new();
            let mut fine = true;
            let parts = self.arena.reachable([negated]);
            let mut found = false;
            for part in &parts {
                let (symbol, positive) = match self.arena.node(*part) {
                    Node::Bool(symbol) => (*symbol, true),
                    Node::NotBool(symbol) => (*symbol, false),
                    _ => continue,
                };
                match self.quantified_body(symbol, positive) {
                    Found::Nothing => {}
                    Found::Body(body) => {
                        found = true;
                        substitution.formula(symbol, body);
                    }
                    Found::Misplaced => fine = false,
                }
            }
            if !fine || !self.charge(parts.len() as u64, command) {
                return None;
            }
            if !found {
                return Some(negated);
            }
            if !self.charge(parts.len() as u64 * FORMULA_COST, command) {
                return None;
            }
            negated = substitution.apply(&mut self.arena, negated);
        }
    }

    /// The common case: the whole formula is a quantified one.
    fn leading_quantifier(&mut self, negated: Formula) -> Found {
        match *self.arena.node(negated) {
            Node::Bool(symbol) => self.quantified_body(symbol, true),
            Node::NotBool(symbol) => match self.quantified_body(symbol, false) {
                Found::Body(body) => Found::Body(!body),
                other => other,
            },
            _ => Found::Nothing,
        }
    }

    /// The body of a quantified placeholder.
    fn quantified_body(&mut self, symbol: Symbol, positive: bool) -> Found {
        let Some(Special::Quantified { universal, body, span, .. }) = self.specials.get(&symbol) else {
            return Found::Nothing;
        };
        let (universal, body, span) = (*universal, *body, *span);
        if universal != positive {
            return Found::Body(body);
        }
        let message = if universal {
            "a `forall` in the body of a clause is not a Horn clause"
        } else {
            "an `exists` in the head of a clause is not a Horn clause"
        };
        self.report.error(span, message);
        Found::Misplaced
    }
}
