//! Simultaneous substitution of terms for integer symbols and formulae for Boolean ones.

use rustc_hash::FxHashMap;

use super::{Arena, Formula, LinearTerm, Node, Sort, Symbol};
use crate::num::Int;

/// What to put in the place of which symbols; all at once, so `{X ↦ Y, Y ↦ X}` swaps.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    terms: FxHashMap<Symbol, LinearTerm>,
    formulae: FxHashMap<Symbol, Formula>,
}

impl Arena {
    /// The formula with symbols for symbols of the same sorts.
    pub fn renamed(&mut self, formula: Formula, from: &[Symbol], to: &[Symbol]) -> Formula {
        Substitution::renaming(self, from, to).apply(self, formula)
    }
}

impl Substitution {
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Takes symbols to symbols of the same sorts.
    pub fn renaming(arena: &mut Arena, from: &[Symbol], to: &[Symbol]) -> Substitution {
        Substitution::renaming_pairs(arena, from.iter().copied().zip(to.iter().copied()))
    }

    /// The same, each symbol beside what takes its place.
    pub fn renaming_pairs(
        arena: &mut Arena,
        pairs: impl IntoIterator<Item = (Symbol, Symbol)>,
    ) -> Substitution {
        let mut renaming = Substitution::new();
        for (from, to) in pairs {
            match arena.sort(to) {
                Sort::Int => renaming.term(from, LinearTerm::symbol(to)),
                Sort::Bool => {
                    let image = arena.boolean(to);
                    renaming.formula(from, image)
                }
            };
        }
        renaming
    }

    pub fn term(&mut self, symbol: Symbol, term: LinearTerm) -> &mut Substitution {
        self.terms.insert(symbol, term);
        self
    }

    pub fn formula(&mut self, symbol: Symbol, formula: Formula) -> &mut Substitution {
        self.formulae.insert(symbol, formula);
        self
    }

    /// The term with every symbol replaced.
    pub fn apply_to_term(&self, term: &LinearTerm) -> LinearTerm {
        if !term.symbols().any(|s| self.terms.contains_key(&s)) {
            return term.clone();
        }
        let mut summands: Vec<(Symbol, Int)> = Vec::new();
        let mut constant = term.constant_part().clone();
        for (symbol, a) in term.summands() {
            match self.terms.get(symbol) {
                None => summands.push((*symbol, a.clone())),
                Some(image) => {
                    summands.extend(image.summands().iter().map(|(s, b)| (*s, a * b)));
                    constant.add_mul(a, image.constant_part());
                }
            }
        }
        LinearTerm::new(summands, constant)
    }

    /// The formula with every symbol replaced.
    pub fn apply(&self, arena: &mut Arena, formula: Formula) -> Formula {
        map_literals(arena, formula, |arena, literal| match arena.node(literal) {
            Node::Bool(b) => self.formulae.get(b).copied().unwrap_or(literal),
            Node::NotBool(b) => self.formulae.get(b).map_or(literal, |f| !*f),
            Node::Le(t) => {
                let t = self.apply_to_term(t);
                arena.le(&t)
            }
            Node::Eq(t) => {
                let t = self.apply_to_term(t);
                arena.eq(&t)
            }
            Node::Ne(t) => {
                let t = self.apply_to_term(t);
                !arena.eq(&t)
            }
            Node::Divides(k, t) => {
                let (k, t) = (k.clone(), self.apply_to_term(t));
                arena.divides(&k, &t)
            }
            Node::NotDivides(k, t) => {
                let (k, t) = (k.clone(), self.apply_to_term(t));
                !arena.divides(&k, &t)
            }
            _ => literal,
        })
    }
}

/// Rebuilds a formula with other literals; what it shares is looked at once.
pub(crate) fn map_literals(
    arena: &mut Arena,
    formula: Formula,
    mut map: impl FnMut(&mut Arena, Formula) -> Formula,
) -> Formula {
    let mut images: FxHashMap<Formula, Formula> = FxHashMap::default();
    for part in arena.reachable([formula]) {
        let image = match arena.node(part) {
            Node::And(children) => {
                let parts: Vec<Formula> = children.iter().map(|c| images[c]).collect();
                arena.and(parts)
            }
            Node::Or(children) => {
                let parts: Vec<Formula> = children.iter().map(|c| images[c]).collect();
                arena.or(parts)
            }
            _ => map(arena, part),
        };
        images.insert(part, image);
    }
    images[&formula]
}
