//! Equations between the symbols of a constraint, and those that pin a symbol to a value.
//!
//! ```text
//! x = y ∧ y = z ∧ u = 3 ∧ z + w ≤ 0        classes {x, y, z}, {u}, {w};  u is 3
//! ```
//!
//! Symbols of one class have the same value whenever the constraint holds.

use rustc_hash::FxHashMap;

use crate::formula::{Arena, Formula, Node, Symbol, Value};
use crate::num::Int;

/// Classes of equal symbols of one constraint.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    number: FxHashMap<Symbol, usize>,
    parents: Vec<usize>,
    /// The values that symbols are pinned to.
    pinned: Vec<(Symbol, Value)>,
}

impl Links {
    pub(super) fn of(arena: &Arena, constraint: Formula) -> Links {
        let mut links = Links::default();
        for conjunct in arena.nested_conjuncts(constraint) {
            match arena.node(conjunct) {
                Node::Bool(b) => links.pinned.push((*b, Value::Bool(true))),
                Node::NotBool(b) => links.pinned.push((*b, Value::Bool(false))),
                Node::Eq(term) => match term.summands() {
                    // The coefficients of an equation are coprime and the first is positive.
                    [(x, _)] => links.pinned.push((*x, Value::Int(-term.constant_part()))),
                    [(x, a), (y, b)]
                        if a.is_one() && *b == Int::MINUS_ONE && term.constant_part().is_zero() =>
                    {
                        links.unite(*x, *y);
                    }
                    _ => {}
                },
                Node::Or(cases) => {
                    if let Some((b, c)) = equivalence(arena, cases) {
                        links.unite(b, c);
                    }
                }
                _ => {}
            }
        }
        links
    }

    /// The class of a symbol; one that no equation mentions is alone.
    pub(super) fn class(&mut self, symbol: Symbol) -> usize {
        let next = self.parents.len();
        let mut class = *self.number.entry(symbol).or_insert(next);
        if class == next {
            self.parents.push(next);
        }
        while self.parents[class] != class {
            self.parents[class] = self.parents[self.parents[class]];
            class = self.parents[class];
        }
        class
    }

    pub(super) fn pinned(&self) -> &[(Symbol, Value)] {
        &self.pinned
    }

    fn unite(&mut self, x: Symbol, y: Symbol) {
        let (x, y) = (self.class(x), self.class(y));
        self.parents[x.max(y)] = x.min(y);
    }
}

/// `(b ∧ c) ∨ (¬b ∧ ¬c)`: two Boolean symbols are equal.
pub(super) fn equivalence(arena: &Arena, cases: &[Formula]) -> Option<(Symbol, Symbol)> {
    let [first, second] = cases else { return None };
    let (Node::And(first), Node::And(second)) = (arena.node(*first), arena.node(*second)) else {
        return None;
    };
    let ([f, g], [not_f, not_g]) = (&**first, &**second) else { return None };
    if *f != !*not_f || *g != !*not_g {
        return None;
    }
    match (arena.node(*f), arena.node(*g)) {
        (Node::Bool(b), Node::Bool(c)) | (Node::NotBool(b), Node::NotBool(c)) => Some((*b, *c)),
        _ => None,
    }
}
