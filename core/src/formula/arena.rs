//! The hash-consed store of formulae.
//!
//! `1 + 2x ≤ 0` and `x ≤ -1` are one node, `¬(x ≤ 0)` is `1 - x ≤ 0`, and a conjunction is a sorted set:
//!
//! ```
//! use hornbook::formula::{Arena, LinearTerm, Sort};
//! use hornbook::num::Int;
//! let mut arena = Arena::new();
//! let x = LinearTerm::symbol(arena.symbol("X", Sort::Int));
//! let a = arena.le(&x.scaled(&Int::from(2)).plus_constant(&Int::ONE));
//! let b = arena.le(&x.plus_constant(&Int::ONE));
//! assert_eq!(a, b);
//! assert_eq!(arena.and([a, !a]), arena.false_());
//! ```

use std::ops::Not;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::symbol::SymbolTable;
use super::{LinearTerm, Sort, Symbol, Valuation};
use crate::num::Int;

/// A handle of a formula in an [`Arena`]. `!f` is its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Formula(u32);

impl Formula {
    /// The position in order of creation, for dense tables; a formula and its negation are neighbours.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Formula {
    type Output = Formula;
    #[inline]
    fn not(self) -> Formula {
        Formula(self.0 ^ 1)
    }
}

/// What a formula is made of. Only canonical nodes exist: see the constructors of [`Arena`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    True,
    False,
    Bool(Symbol),
    NotBool(Symbol),
    /// `t ≤ 0`; the coefficients are coprime. Its negation is `1 - t ≤ 0`.
    Le(LinearTerm),
    /// `t = 0`; the coefficients are coprime, the first is positive.
    Eq(LinearTerm),
    Ne(LinearTerm),
    /// `k | t` with `k ≥ 2`, coprime to the gcd of the coefficients, which are reduced modulo `k` to
    /// least absolute value; the first that is a unit modulo `k` is 1.
    Divides(Int, LinearTerm),
    NotDivides(Int, LinearTerm),
    /// At least two different conjuncts, sorted, no two of them complementary.
    And(Box<[Formula]>),
    Or(Box<[Formula]>),
}

impl Node {
    /// The term of an arithmetic literal.
    pub fn term(&self) -> Option<&LinearTerm> {
        match self {
            Node::Le(t) | Node::Eq(t) | Node::Ne(t) | Node::Divides(_, t) | Node::NotDivides(_, t) => Some(t),
            _ => None,
        }
    }

    /// The parts of a conjunction or disjunction.
    pub fn children(&self) -> &[Formula] {
        match self {
            Node::And(parts) | Node::Or(parts) => parts,
            _ => &[],
        }
    }

    /// Neither a conjunction nor a disjunction.
    pub fn is_literal(&self) -> bool {
        !matches!(self, Node::And(_) | Node::Or(_))
    }
}

/// Nested conjunctions are merged while the inner one is at most this long: enough for every formula a
/// person writes, while a chain of conjunctions built one by one stays linear in size.
const FLATTEN_LIMIT: usize = 64;

/// The store of formulae and symbols.
#[derive(Clone, Debug)]
pub struct Arena {
    symbols: SymbolTable,
    /// Complements are neighbours: `nodes[2k + 1]` is the negation of `nodes[2k]`.
    nodes: Vec<Node>,
    interned: FxHashMap<Node, Formula>,
}

impl Default for Arena {
    fn default() -> Arena {
        Arena::new()
    }
}

impl Arena {
    pub fn new() -> Arena {
        let mut arena =
            Arena { symbols: SymbolTable::default(), nodes: Vec::new(), interned: FxHashMap::default() };
        arena.intern(Node::True, Node::False);
        arena
    }

    // Symbols.

    pub fn symbol(&mut self, name: &str, sort: Sort) -> Symbol {
        self.symbols.intern(name, sort)
    }

    /// A symbol whose name is not in use: the hint followed by a number.
    pub fn fresh_symbol(&mut self, hint: &str, sort: Sort) -> Symbol {
        self.symbols.fresh(hint, sort)
    }

    /// A fresh symbol with the sort of another, and a name that reminds of it.
    pub fn fresh_like(&mut self, symbol: Symbol) -> Symbol {
        let (name, sort) = (self.name(symbol), self.sort(symbol));
        // Fresh names end in a number, and copies of copies should not pile numbers up.
        let hint = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        let hint = if hint.is_empty() { name } else { hint }.to_owned();
        self.fresh_symbol(&hint, sort)
    }

    pub fn find_symbol(&self, name: &str, sort: Sort) -> Option<Symbol> {
        self.symbols.get(name, sort)
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }

    pub fn sort(&self, symbol: Symbol) -> Sort {
        self.symbols.sort(symbol)
    }

    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The number of handles in use; every handle's index is below it.
    pub fn formula_count(&self) -> usize {
        self.nodes.len()
    }

    // Constructors.

    #[allow(clippy::unused_self)]
    pub fn true_(&self) -> Formula {
        Formula(0)
    }

    #[allow(clippy::unused_self)]
    pub fn false_(&self) -> Formula {
        Formula(1)
    }

    pub fn constant(&self, value: bool) -> Formula {
        if value { self.true_() } else { self.false_() }
    }

    pub fn boolean(&mut self, symbol: Symbol) -> Formula {
        debug_assert_eq!(self.sort(symbol), Sort::Bool);
        self.intern(Node::Bool(symbol), Node::NotBool(symbol))
    }

    /// `term ≤ 0`
    pub fn le(&mut self, term: &LinearTerm) -> Formula {
        if term.is_constant() {
            return self.constant(!term.constant_part().is_positive());
        }
        let g = term.content();
        let canonical = if g.is_one() {
            term.clone()
        } else {
            // Σ g·aᵢxᵢ + c ≤ 0 over the integers is Σ aᵢxᵢ + ⌈c/g⌉ ≤ 0.
            let rounded = term.constant_part().div_ceil(&g);
            term.with_constant(&rounded * &g).div_exact(&g)
        };
        let negated = LinearTerm::constant(1).plus_scaled(&Int::MINUS_ONE, &canonical);
        self.intern(Node::Le(canonical), Node::Le(negated))
    }

    /// `left ≤ right`
    pub fn at_most(&mut self, left: &LinearTerm, right: &LinearTerm) -> Formula {
        self.le(&(left - right))
    }

    /// `left < right`
    pub fn less(&mut self, left: &LinearTerm, right: &LinearTerm) -> Formula {
        self.le(&(left - right).plus_constant(&Int::ONE))
    }

    /// `term = 0`
    pub fn eq(&mut self, term: &LinearTerm) -> Formula {
        if term.is_constant() {
            return self.constant(term.constant_part().is_zero());
        }
        let mut g = term.content();
        if !g.divides(term.constant_part()) {
            return self.false_();
        }
        if term.summands()[0].1.is_negative() {
            g = -g;
        }
        let canonical = if g.is_one() { term.clone() } else { term.div_exact(&g) };
        self.intern(Node::Eq(canonical.clone()), Node::Ne(canonical))
    }

    /// `left = right`
    pub fn equal(&mut self, left: &LinearTerm, right: &LinearTerm) -> Formula {
        self.eq(&(left - right))
    }

    /// `divisor | term`; a divisor of 0 divides only 0.
    pub fn divides(&mut self, divisor: &Int, term: &LinearTerm) -> Formula {
        if divisor.is_zero() {
            return self.eq(term);
        }
        match canonical_divisibility(&divisor.abs(), term) {
            Err(value) => self.constant(value),
            Ok((k, t)) => self.intern(Node::Divides(k.clone(), t.clone()), Node::NotDivides(k, t)),
        }
    }

    pub fn and(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut set: Vec<Formula> = Vec::new();
        for part in parts {
            match &self.nodes[part.index()] {
                Node::True => {}
                Node::False => return part,
                Node::And(inner) if inner.len() <= FLATTEN_LIMIT => set.extend_from_slice(inner),
                _ => set.push(part),
            }
        }
        set.sort_unstable();
        set.dedup();
        // Complements are neighbours in the order.
        if set.windows(2).any(|pair| pair[0] == !pair[1]) {
            return self.false_();
        }
        match set.as_slice() {
            [] => self.true_(),
            [single] => *single,
            _ => {
                // Complements swap places within their pair, which keeps the order of the pairs.
                let dual: Box<[Formula]> = set.iter().map(|f| !*f).collect();
                self.intern(Node::And(set.into_boxed_slice()), Node::Or(dual))
            }
        }
    }

    pub fn or(&mut self, parts: impl IntoIterator<Item = Formula>) -> Formula {
        let negated: Vec<Formula> = parts.into_iter().map(|f| !f).collect();
        !self.and(negated)
    }

    pub fn implies(&mut self, premise: Formula, conclusion: Formula) -> Formula {
        self.or([!premise, conclusion])
    }

    pub fn iff(&mut self, left: Formula, right: Formula) -> Formula {
        let both = self.and([left, right]);
        let neither = self.and([!left, !right]);
        self.or([both, neither])
    }

    pub fn if_then_else(&mut self, condition: Formula, then: Formula, otherwise: Formula) -> Formula {
        let yes = self.and([condition, then]);
        let no = self.and([!condition, otherwise]);
        self.or([yes, no])
    }

    /// Stores a node and its complement, whichever of the two is met first.
    fn intern(&mut self, node: Node, complement: Node) -> Formula {
        if let Some(found) = self.interned.get(&node) {
            return *found;
        }
        let formula = Formula(u32::try_from(self.nodes.len()).expect("fewer than 2^32 formulae"));
        self.nodes.push(node.clone());
        self.nodes.push(complement.clone());
        self.interned.insert(node, formula);
        self.interned.insert(complement, !formula);
        formula
    }

    // Inspection.

    #[inline]
    pub fn node(&self, formula: Formula) -> &Node {
        &self.nodes[formula.index()]
    }

    /// All formulae reachable from the roots, each once, children before parents.
    pub fn reachable(&self, roots: impl IntoIterator<Item = Formula>) -> Vec<Formula> {
        let mut seen: FxHashSet<Formula> = FxHashSet::default();
        let mut open: Vec<Formula> = roots.into_iter().collect();
        let mut found = Vec::new();
        while let Some(formula) = open.pop() {
            if seen.insert(formula) {
                found.push(formula);
                open.extend_from_slice(self.node(formula).children());
            }
        }
        found.sort_unstable();
        found
    }

    /// How many parts a formula has when written out, with shared parts as often as they occur.
    pub fn written_size(&self, formula: Formula) -> u64 {
        let mut sizes: FxHashMap<Formula, u64> = FxHashMap::default();
        for part in self.reachable([formula]) {
            let below = self.node(part).children().iter().map(|c| sizes.get(c).copied().unwrap_or(0));
            sizes.insert(part, below.fold(1, u64::saturating_add));
        }
        sizes.get(&formula).copied().unwrap_or(0)
    }

    /// The symbols that occur in a formula, sorted.
    pub fn symbols_of(&self, formula: Formula) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        for part in self.reachable([formula]) {
            match self.node(part) {
                Node::Bool(b) | Node::NotBool(b) => symbols.push(*b),
                node => symbols.extend(node.term().into_iter().flat_map(LinearTerm::symbols)),
            }
        }
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    /// The literals that occur in a formula, sorted.
    pub fn literals_of(&self, formula: Formula) -> Vec<Formula> {
        let mut parts = self.reachable([formula]);
        parts.retain(|f| self.node(*f).is_literal());
        parts
    }

    /// Is the formula true under a valuation? Symbols without a value are 0 or false.
    pub fn evaluate(&self, formula: Formula, valuation: &Valuation) -> bool {
        if self.node(formula).is_literal() {
            return self.evaluate_literal(formula, valuation);
        }
        // Depth first, and no further than to the child that decides. What is shared is looked at once.
        let mut known: FxHashMap<Formula, bool> = FxHashMap::default();
        let mut open = vec![(formula, 0)];
        while let Some((part, first)) = open.pop() {
            let node = self.node(part);
            let is_and = matches!(node, Node::And(_));
            let mut value = is_and;
            let mut wanted = None;
            for (place, child) in node.children().iter().enumerate().skip(first) {
                let of_child = if self.node(*child).is_literal() {
                    Some(self.evaluate_literal(*child, valuation))
                } else {
                    known.get(child).copied()
                };
                match of_child {
                    None => {
                        wanted = Some((place, *child));
                        break;
                    }
                    Some(of_child) if of_child != is_and => {
                        value = of_child;
                        break;
                    }
                    Some(_) => {}
                }
            }
            match wanted {
                Some((place, child)) => open.extend([(part, place), (child, 0)]),
                None => _ = known.insert(part, value),
            }
        }
        known.get(&formula).copied().unwrap_or(false)
    }

    fn evaluate_literal(&self, literal: Formula, valuation: &Valuation) -> bool {
        match self.node(literal) {
            Node::True => true,
            Node::False | Node::And(_) | Node::Or(_) => false,
            Node::Bool(b) => valuation.bool(*b),
            Node::NotBool(b) => !valuation.bool(*b),
            Node::Le(t) => !t.evaluate(valuation).is_positive(),
            Node::Eq(t) => t.evaluate(valuation).is_zero(),
            Node::Ne(t) => !t.evaluate(valuation).is_zero(),
            Node::Divides(k, t) => k.divides(&t.evaluate(valuation)),
            Node::NotDivides(k, t) => !k.divides(&t.evaluate(valuation)),
        }
    }
}

/// The canonical form of `k | t` for `k > 0`, or its truth value.
fn canonical_divisibility(k: &Int, t: &LinearTerm) -> Result<(Int, LinearTerm), bool> {
    let mut g = k.clone();
    for (_, a) in t.summands() {
        g = g.gcd(a);
    }
    if !g.divides(t.constant_part()) {
        return Err(false);
    }
    let k = k.div_exact(&g);
    if k.is_one() {
        return Err(true);
    }
    let t = reduced(&t.div_exact(&g), &k);
    // Multiplying by a unit modulo k changes nothing: make the first coefficient that is a unit 1. Where
    // there is none, choose between t and -t.
    let inverse = t.summands().iter().find_map(|(_, a)| inverse_modulo(a, &k));
    let negated = reduced(&-&t, &k);
    let t = match inverse {
        Some(inverse) => reduced(&t.scaled(&inverse), &k),
        None if (negated.summands(), negated.constant_part()) > (t.summands(), t.constant_part()) => negated,
        None => t,
    };
    Ok((k, t))
}

/// All coefficients and the constant replaced by their residues of least absolute value.
fn reduced(t: &LinearTerm, k: &Int) -> LinearTerm {
    let balanced = |a: &Int| {
        let r = a.mod_floor(k);
        if &r + &r > *k { r - k } else { r }
    };
    LinearTerm::new(t.summands().iter().map(|(s, a)| (*s, balanced(a))), balanced(t.constant_part()))
}

/// The inverse of `a` modulo `k`, when the two are coprime.
fn inverse_modulo(a: &Int, k: &Int) -> Option<Int> {
    let (mut r0, mut r1) = (k.clone(), a.mod_floor(k));
    let (mut s0, mut s1) = (Int::ZERO, Int::ONE);
    while !r1.is_zero() {
        let (q, r) = r0.div_mod_floor(&r1);
        let s = &s0 - &(&q * &s1);
        (r0, r1) = (r1, r);
        (s0, s1) = (s1, s);
    }
    r0.is_one().then(|| s0.mod_floor(k))
}

#[cfg(test)]
mod tests;
