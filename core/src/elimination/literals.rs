//! Literals seen from one symbol: what they say about it, and what is left when it is replaced.

use crate::formula::{Arena, Formula, LinearTerm, Node, Substitution, Symbol, map_literals};
use crate::num::Int;
use crate::simplify::Measure;

/// The symbols of a literal.
pub(super) fn symbols_in(literal: &Node) -> impl Iterator<Item = Symbol> {
    let boolean = match literal {
        Node::Bool(b) | Node::NotBool(b) => Some(*b),
        _ => None,
    };
    boolean.into_iter().chain(literal.term().into_iter().flat_map(LinearTerm::symbols))
}

/// Does a literal mention a symbol of this kind?
pub(super) fn mentions(literal: &Node, is_symbol: impl Fn(Symbol) -> bool) -> bool {
    symbols_in(literal).any(is_symbol)
}

/// The steps that reading or rewriting literals counts for: their numbers may be long.
pub(super) fn work(arena: &Arena, literals: &[Formula]) -> u64 {
    const BITS_PER_STEP: u64 = 64;
    let of = |literal: &Formula| 1 + Measure::of_literal(arena.node(*literal)).size / BITS_PER_STEP;
    literals.iter().map(of).sum()
}

/// `factor · x + rest`, as a term is seen from the symbol `x`.
#[derive(Clone, Debug)]
pub(super) struct Factored {
    pub(super) factor: Int,
    pub(super) rest: LinearTerm,
}

impl Factored {
    pub(super) fn from(term: &LinearTerm, symbol: Symbol) -> Factored {
        let factor = term.coefficient(symbol);
        let rest = term.substitute(symbol, &LinearTerm::zero());
        Factored { factor, rest }
    }

    /// `denominator` times the term with `numerator / denominator` in the place of the symbol.
    fn scaled_image(&self, quotient: &Quotient) -> LinearTerm {
        self.rest.scaled(&quotient.denominator).plus_scaled(&self.factor, &quotient.numerator)
    }
}

/// A value for a symbol: `numerator / denominator`, an integer wherever the denominator, which is positive,
/// divides the numerator.
#[derive(Clone, Debug)]
pub(super) struct Quotient {
    pub(super) numerator: LinearTerm,
    pub(super) denominator: Int,
}

impl Quotient {
    /// The solution of `factor · x + rest = 0`.
    pub(super) fn solving(equation: &Factored) -> Quotient {
        if equation.factor.is_negative() {
            Quotient { numerator: equation.rest.clone(), denominator: -&equation.factor }
        } else {
            Quotient { numerator: -&equation.rest, denominator: equation.factor.clone() }
        }
    }

    /// The quotient is an integer.
    pub(super) fn is_integral(&self, arena: &mut Arena) -> Formula {
        arena.divides(&self.denominator, &self.numerator)
    }

    /// A formula with the quotient in the place of the symbol, right wherever the quotient is an integer.
    pub(super) fn substitute(&self, arena: &mut Arena, formula: Formula, symbol: Symbol) -> Formula {
        if self.denominator.is_one() {
            let mut substitution = Substitution::new();
            substitution.term(symbol, self.numerator.clone());
            return substitution.apply(arena, formula);
        }
        map_literals(arena, formula, |arena, literal| {
            let node = arena.node(literal);
            let Some(term) = node.term().filter(|t| t.mentions(symbol)) else { return literal };
            let image = Factored::from(term, symbol).scaled_image(self);
            match node {
                Node::Le(_) => arena.le(&image),
                Node::Eq(_) => arena.eq(&image),
                Node::Ne(_) => !arena.eq(&image),
                Node::Divides(k, _) => {
                    let k = k * &self.denominator;
                    arena.divides(&k, &image)
                }
                Node::NotDivides(k, _) => {
                    let k = k * &self.denominator;
                    !arena.divides(&k, &image)
                }
                _ => literal,
            }
        })
    }
}
