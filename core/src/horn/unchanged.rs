//! Arguments that clauses hand on as they are.
//!
//! ```text
//! p(0, N) :- N > 5.    p(X + 1, N) :- p(X, N).        the second argument
//! ```
//!
//! Every question about such clauses has an equation for each of these arguments. So the argument of the head
//! takes the name of the body's, if all clauses that have this atom in their bodies hand it on: for the
//! others it is a symbol like any other.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Atom, Clause};
use crate::formula::{Arena, Formula, Node, Symbol};
use crate::num::Int;

/// Pairs of an argument of the common head and an argument of some body that always has the same value. No
/// symbol is in two of them.
pub fn unchanged(arena: &Arena, clauses: &[&Clause]) -> Vec<(Symbol, Symbol)> {
    let Some(head) = clauses.first().and_then(|clause| clause.head.as_ref()) else { return Vec::new() };
    let mut atoms: Vec<&Atom> = Vec::new();
    for atom in clauses.iter().flat_map(|clause| &clause.body) {
        if !atoms.contains(&atom) {
            atoms.push(atom);
        }
    }
    let known: Vec<Known> = clauses.iter().map(|clause| Known::of(arena, clause)).collect();
    let above: FxHashSet<Symbol> = head.arguments.iter().copied().collect();
    let of_atom = |atom: usize| atoms[atom].arguments.iter().map(move |argument| (*argument, atom));
    let below: FxHashMap<Symbol, usize> = (0..atoms.len()).flat_map(of_atom).collect();
    let mut found: Vec<(Symbol, Symbol)> = Vec::new();
    let mut taken: FxHashSet<Symbol> = FxHashSet::default();
    for of_clause in &known {
        for (one, other) in &of_clause.equal {
            for (own, theirs) in [(*one, *other), (*other, *one)] {
                if !above.contains(&own) || taken.contains(&own) || taken.contains(&theirs) {
                    continue;
                }
                let Some(atom) = below.get(&theirs).map(|atom| atoms[*atom]) else { continue };
                let is_handed_on = clauses.iter().zip(&known).all(|(clause, known)| {
                    if clause.body.contains(atom) {
                        known.are_equal(own, theirs)
                    } else {
                        !known.symbols.contains(&theirs)
                    }
                });
                if is_handed_on {
                    taken.extend([own, theirs]);
                    found.push((own, theirs));
                }
            }
        }
    }
    found
}

/// A clause by itself, with the body's names for what it hands on. Only its head and its constraint differ.
pub fn named_as_below(arena: &mut Arena, mut clause: Clause) -> Clause {
    let (above, below): (Vec<Symbol>, Vec<Symbol>) = unchanged(arena, &[&clause]).into_iter().unzip();
    clause.constraint = arena.renamed(clause.constraint, &above, &below);
    if let Some(head) = &mut clause.head {
        head.rename(&above, &below);
    }
    clause
}

/// What the constraint of a clause says at its top.
struct Known {
    equal: Vec<(Symbol, Symbol)>,
    pairs: FxHashSet<(Symbol, Symbol)>,
    symbols: FxHashSet<Symbol>,
}

impl Known {
    fn of(arena: &Arena, clause: &Clause) -> Known {
        let constraint = clause.constraint;
        let conjuncts = arena.conjuncts(constraint);
        let equal: Vec<_> = conjuncts.into_iter().filter_map(|part| equal(arena, part)).collect();
        let pairs = equal.iter().copied().collect();
        Known { equal, pairs, symbols: arena.symbols_of(constraint).into_iter().collect() }
    }

    fn are_equal(&self, one: Symbol, other: Symbol) -> bool {
        self.pairs.contains(&(one, other)) || self.pairs.contains(&(other, one))
    }
}

/// The two symbols that a formula says to be equal, if that is all it says.
fn equal(arena: &Arena, formula: Formula) -> Option<(Symbol, Symbol)> {
    match arena.node(formula) {
        Node::Eq(term) => {
            let [(one, a), (other, b)] = term.summands() else { return None };
            let is_difference = term.constant_part().is_zero() && (a + b).is_zero() && a.abs() == Int::ONE;
            is_difference.then_some((*one, *other))
        }
        Node::Or(cases) => {
            let [first, second] = cases[..] else { return None };
            let (Node::And(first), Node::And(second)) = (arena.node(first), arena.node(second)) else {
                return None;
            };
            let ([a, b], [c, d]) = (&first[..], &second[..]) else { return None };
            let is_negated = (*a == !*c && *b == !*d) || (*a == !*d && *b == !*c);
            let symbol = |literal: &Formula| match arena.node(*literal) {
                Node::Bool(symbol) => Some((*symbol, true)),
                Node::NotBool(symbol) => Some((*symbol, false)),
                _ => None,
            };
            let ((one, sign), (other, same)) = (symbol(a)?, symbol(b)?);
            (is_negated && sign == same).then_some((one, other))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::ClauseSystem;
    use crate::lang::house;

    fn handed_on(text: &str) -> Vec<usize> {
        let (problem, diagnostics) = house::parse(text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let mut arena = problem.arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
        let clauses: Vec<&Clause> = system.definitions()[0].iter().map(|clause| &system[*clause]).collect();
        let head = clauses[0].head.clone().unwrap();
        let pairs = unchanged(&arena, &clauses);
        let place = |(above, _): &(Symbol, Symbol)| head.arguments.iter().position(|s| s == above).unwrap();
        let mut places: Vec<usize> = pairs.iter().map(place).collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn every_clause_with_the_atom_hands_it_on() {
        assert_eq!(
            handed_on("p(0, N, B) :- N > 5, B. p(X + 1, N, B) :- p(X, N, B). false :- p(0, 0, B)."),
            [1, 2]
        );
        let by_one = "p(X, N) :- p(X, M), N = M + 1. p(X, N) :- p(X, N), X > 3.";
        assert_eq!(handed_on(&format!("{by_one} false :- p(0, 0).")), [0]);
        assert_eq!(handed_on("p(X, Y) :- p(Y, X). false :- p(0, 0)."), [0, 1]);
    }

    /// Were both arguments one symbol, a fact would not say that they are equal.
    #[test]
    fn an_argument_is_handed_on_once() {
        assert_eq!(handed_on("p(X, X) :- q(X). q(0). false :- p(0, 1)."), [0]);
    }
}
