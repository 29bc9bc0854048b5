//! Where the placeholders of a formula stand: how many combinations it splits into, and which parts have
//! heads.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{COMBINATIONS, Symbols};
use crate::formula::{Arena, Formula, Node};

#[derive(Debug, Default)]
pub(super) struct Shape {
    /// How many combinations each formula with placeholders splits into.
    combinations: FxHashMap<Formula, u64>,
    /// Formulae that contain a negated placeholder.
    with_heads: FxHashSet<Formula>,
    /// Are there so few combinations that all are multiplied out?
    pub(super) multiply: bool,
}

impl Shape {
    pub(super) fn of(arena: &Arena, symbols: &dyn Symbols, formula: Formula) -> Shape {
        let mut shape = Shape::default();
        for part in arena.reachable([formula]) {
            match arena.node(part) {
                Node::Bool(symbol) if symbols.application(*symbol).is_some() => {
                    shape.combinations.insert(part, 1);
                }
                Node::NotBool(symbol) if symbols.application(*symbol).is_some() => {
                    shape.combinations.insert(part, 1);
                    shape.with_heads.insert(part);
                }
                Node::And(_) | Node::Or(_) => shape.register(arena, part),
                _ => {}
            }
        }
        shape.multiply = shape.combinations.get(&formula).is_none_or(|n| *n <= COMBINATIONS);
        shape
    }

    /// Extends what is known to a conjunction or disjunction of known formulae.
    pub(super) fn register(&mut self, arena: &Arena, formula: Formula) {
        if self.combinations.contains_key(&formula) {
            return;
        }
        let node = arena.node(formula);
        let parts = node.children();
        let relational = || parts.iter().filter_map(|p| self.combinations.get(p));
        let count = relational().count();
        if count == 0 {
            return;
        }
        let combinations = if matches!(node, Node::And(_)) {
            relational().fold(1u64, |product, n| product.saturating_mul(*n))
        } else {
            let rest = u64::from(count < parts.len());
            relational().fold(rest, |sum, n| sum.saturating_add(*n))
        };
        if parts.iter().any(|p| self.with_heads.contains(p)) {
            self.with_heads.insert(formula);
        }
        self.combinations.insert(formula, combinations);
    }

    /// Does a placeholder occur in the formula?
    pub(super) fn is_relational(&self, formula: Formula) -> bool {
        self.combinations.contains_key(&formula)
    }

    pub(super) fn has_heads(&self, formula: Formula) -> bool {
        self.with_heads.contains(&formula)
    }

    /// The parts of a disjunction; those without placeholders stay together.
    pub(super) fn alternatives(&self, arena: &mut Arena, disjunction: Formula) -> Vec<Formula> {
        let parts = arena.node(disjunction).children().to_vec();
        let (mut relational, plain): (Vec<Formula>, Vec<Formula>) =
            parts.into_iter().partition(|p| self.is_relational(*p));
        if !plain.is_empty() {
            relational.push(arena.or(plain));
        }
        relational
    }
}
