//! Who owns which symbol and which literal: the first side, the second, or both.
//!
//! A literal belongs to the side in which its atom *occurs*, not to the side whose symbols it has: in
//! `x = i ∧ y = j` against `i = j ∧ x < y` all symbols are shared, and still `x = i` and `y = j` are the
//! first side's alone, so that their sum `y - x + i - j ≤ 0` is an interpolant (thesis, Fig. 3.2). Atoms that
//! the prover made up belong where their linear part occurs: the halves `x ≤ i` and `x ≥ i` of an equation
//! are where the equation is.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use super::mentions::Beyond;
use crate::formula::{Arena, Formula, LinearTerm, Node, Symbol};
use crate::num::Int;
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
    /// Where sub-formulae occur, a formula and its negation being one.
    occurrences: FxHashMap<Formula, Side>,
    /// Where the linear parts of atoms occur, up to their signs.
    linear_parts: FxHashMap<LinearTerm, Side>,
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
        let mut sides = Sides {
            of: FxHashMap::default(),
            occurrences: FxHashMap::default(),
            linear_parts: FxHashMap::default(),
            beyond,
            mirrored,
        };
        sides.record(arena, a, Side::A);
        sides.record(arena, b, Side::B);
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

    /// Notes what occurs in the formulae of a side.
    fn record(&mut self, arena: &Arena, formulae: &[Formula], side: Side) {
        let mut open = formulae.to_vec();
        let mut seen = FxHashSet::default();
        while let Some(formula) = open.pop() {
            let formula = atom_of(formula);
            if !seen.insert(formula) {
                continue;
            }
            join(&mut self.occurrences, formula, side);
            match arena.node(formula) {
                Node::Bool(symbol) | Node::NotBool(symbol) => join(&mut self.of, *symbol, side),
                Node::And(parts) | Node::Or(parts) => open.extend_from_slice(parts),
                literal => {
                    if let Some(term) = literal.term() {
                        term.symbols().for_each(|symbol| join(&mut self.of, symbol, side));
                        join(&mut self.linear_parts, linear_part(term), side);
                    }
                }
            }
        }
    }

    fn of_symbols(&self, symbols: impl Iterator<Item = Symbol>) -> Side {
        symbols.map(|s| self.of_symbol(s)).find(|s| *s != Side::Common).unwrap_or(Side::Common)
    }

    /// Does this literal occur in both sides? Names for conjunctions and disjunctions do not count.
    pub(super) fn occurs_in_both(&self, arena: &Arena, literal: Formula) -> bool {
        arena.node(literal).is_literal() && self.occurrences.get(&atom_of(literal)) == Some(&Side::Common)
    }

    /// The side of a literal of the proof. Whatever has a symbol of one side alone belongs to that side, and
    /// nothing mixes the two: literals over several symbols come from one input
    /// ([`Solver::for_interpolation`](crate::solver::Solver::for_interpolation)).
    pub(super) fn of_formula(&self, arena: &Arena, formula: Formula) -> Side {
        if let Some(side) = self.occurrences.get(&atom_of(formula)) {
            return *side;
        }
        let by_symbols = match arena.node(formula) {
            Node::True | Node::False => Side::Common,
            Node::Bool(b) | Node::NotBool(b) => self.of_symbol(*b),
            Node::And(_) | Node::Or(_) => self.of_symbols(arena.symbols_of(formula).into_iter()),
            literal => self.of_symbols(literal.term().into_iter().flat_map(LinearTerm::symbols)),
        };
        if by_symbols != Side::Common {
            return by_symbols;
        }
        let term = arena.node(formula).term();
        term.and_then(|term| self.linear_parts.get(&linear_part(term))).copied().unwrap_or(Side::Common)
    }
}

/// One of a formula and its negation, the same for both.
fn atom_of(formula: Formula) -> Formula {
    formula.min(!formula)
}

/// The term without its constant, with a positive first coefficient, divided by its content.
fn linear_part(term: &LinearTerm) -> LinearTerm {
    let part = term.with_constant(Int::ZERO);
    let content = part.content();
    let part = if content.is_zero() { part } else { part.div_exact(&content) };
    match part.summands().first() {
        Some((_, first)) if first.is_negative() => -&part,
        _ => part,
    }
}

/// Notes that something occurs in a side.
fn join<K: Eq + Hash>(occurrences: &mut FxHashMap<K, Side>, key: K, side: Side) {
    let known = occurrences.entry(key).or_insert(side);
    if *known != side {
        *known = Side::Common;
    }
}
