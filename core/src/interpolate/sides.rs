//! Who owns which symbol: the first side, the second, or both.

use rustc_hash::FxHashMap;

use super::places::Beyond;
use crate::formula::{Arena, Formula, LinearTerm, Node, Symbol};
use crate::proof::Quotient;

/// Where a symbol, or a formula, belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    A,
    B,
    Common,
}

/// The symbols of an interpolation problem `A ∧ B`.
#[derive(Clone, Debug)]
pub(super) struct Sides<'a> {
    of: FxHashMap<Symbol, Side>,
    /// For symbols that neither side has.
    beyond: Option<Beyond<'a>>,
    /// Are the sides those of the tree beyond, exchanged?
    mirrored: bool,
}

impl<'a> Sides<'a> {
    /// Quotients belong where their terms belong.
    pub(super) fn new(
        arena: &Arena,
        a: &[Formula],
        b: &[Formula],
        quotients: &[Quotient],
        (beyond, mirrored): (Option<Beyond<'a>>, bool),
    ) -> Sides<'a> {
        let mut of = FxHashMap::default();
        for f in a {
            for s in arena.symbols_of(*f) {
                of.insert(s, Side::A);
            }
        }
        for f in b {
            for s in arena.symbols_of(*f) {
                let side = of.entry(s).or_insert(Side::B);
                if *side == Side::A {
                    *side = Side::Common;
                }
            }
        }
        let mut sides = Sides { of, beyond, mirrored };
        for q in quotients {
            let side = sides.of_symbols(q.term.symbols());
            sides.of.insert(q.symbol, side);
        }
        sides
    }

    pub(super) fn of_symbol(&self, symbol: Symbol) -> Side {
        if let Some(side) = self.of.get(&symbol) {
            return *side;
        }
        // A symbol that nobody has constrains nobody.
        let side = self.beyond.map_or(Side::Common, |beyond| beyond.places.side(symbol, beyond.node));
        match side {
            Side::A if self.mirrored => Side::B,
            Side::B if self.mirrored => Side::A,
            side => side,
        }
    }

    /// A formula belongs to the side of its own symbols. None mixes the two: literals over several symbols
    /// come from one input ([`Solver::for_interpolation`](crate::solver::Solver::for_interpolation)).
    fn of_symbols(&self, symbols: impl Iterator<Item = Symbol>) -> Side {
        symbols.map(|s| self.of_symbol(s)).find(|s| *s != Side::Common).unwrap_or(Side::Common)
    }

    pub(super) fn of_formula(&self, arena: &Arena, formula: Formula) -> Side {
        match arena.node(formula) {
            Node::True | Node::False => Side::Common,
            Node::Bool(b) | Node::NotBool(b) => self.of_symbol(*b),
            Node::And(_) | Node::Or(_) => self.of_symbols(arena.symbols_of(formula).into_iter()),
            literal => self.of_symbols(literal.term().into_iter().flat_map(LinearTerm::symbols)),
        }
    }
}
