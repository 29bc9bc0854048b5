//! Which terms bounds are looked for on: arguments, and differences of two.
//!
//! With many arguments there are more differences than can be looked at. Then those come first that clauses
//! compare, of the relation symbol itself or of one that hands both arguments on to it or takes them from it.
//!
//! ```text
//! q(X, Y, Z) :- p(X, Y), X < Y, Z = 0.    r(X, Y, Z) :- q(X, Y, Z), Z < 9.        Y - X in p, q and r
//! ```

use rustc_hash::FxHashMap;

use super::affine::integers;
use super::places::Places;
use crate::budget::Budget;
use crate::formula::{Arena, LinearTerm, Symbol};
use crate::horn::{Atom, ClauseSystem, SystemRelationId};
use crate::num::Int;
use crate::order::Set;
use crate::solver::Unknown;

/// A relation symbol has at most this many terms.
const TERM_LIMIT: usize = 160;

/// This many pairs of arguments that are looked at count as a step.
const PAIRS_PER_STEP: u64 = 16;

/// For each place the terms over the parameters of its relation symbol.
pub(super) fn terms(
    arena: &mut Arena,
    system: &ClauseSystem,
    places: &Places,
    budget: &mut Budget,
) -> Result<Vec<Vec<LinearTerm>>, Unknown> {
    let parameters = |relation: &SystemRelationId| -> Vec<Symbol> {
        integers(arena, system[*relation].parameters()).collect()
    };
    let parameters: Vec<Vec<Symbol>> = places.relations.iter().map(parameters).collect();
    // Two for each argument, and two for each difference.
    if parameters.iter().all(|own| own.len() * (own.len() + 1) <= TERM_LIMIT) {
        return Ok(parameters.iter().map(|own| all(own, TERM_LIMIT)).collect());
    }
    let compared = compared(arena, system, places, budget)?;
    let mut terms = Vec::with_capacity(parameters.len());
    for (own, relation) in parameters.iter().zip(&places.relations) {
        let mut first = Vec::new();
        if own.len() * (own.len() + 1) > TERM_LIMIT {
            for (one, other) in compared[relation.index()].iter().take(TERM_LIMIT / 2) {
                let [x, y] =
                    [one, other].map(|place| LinearTerm::symbol(system[*relation].parameters()[*place]));
                first.extend([&x - &y, &y - &x]);
            }
        }
        let rest = all(own, TERM_LIMIT + first.len());
        budget.take(rest.len() as u64 / PAIRS_PER_STEP)?;
        let rest: Vec<LinearTerm> = rest.into_iter().filter(|term| !first.contains(term)).collect();
        first.extend(rest);
        first.truncate(TERM_LIMIT);
        terms.push(first);
    }
    Ok(terms)
}

/// Arguments and differences of two, in both directions, at most this many.
fn all(parameters: &[Symbol], limit: usize) -> Vec<LinearTerm> {
    let single: Vec<LinearTerm> = parameters.iter().map(|p| LinearTerm::symbol(*p)).collect();
    let mut all: Vec<LinearTerm> = single.iter().flat_map(|x| [x.clone(), -x]).collect();
    for (i, x) in single.iter().enumerate() {
        for y in &single[i + 1..] {
            if all.len() >= limit {
                break;
            }
            all.extend([x - y, y - x]);
        }
    }
    all.truncate(limit);
    all
}

/// Where the arguments of an atom are.
type Positions = FxHashMap<Symbol, usize>;

/// For each relation symbol the pairs of positions whose arguments are compared in some clause that has them,
/// or that are handed on to such a clause, or from it.
fn compared(
    arena: &Arena,
    system: &ClauseSystem,
    places: &Places,
    budget: &mut Budget,
) -> Result<Vec<Set<(usize, usize)>>, Unknown> {
    let mut all: Vec<Set<(usize, usize)>> = vec![Set::default(); system.relations().len()];
    let mut clauses: Vec<(Vec<&Atom>, Vec<Positions>)> = Vec::new();
    for clause in &places.clauses {
        let atoms: Vec<&Atom> = clause.atoms().collect();
        let positions = |atom: &&Atom| atom.arguments.iter().enumerate().map(|(i, s)| (*s, i)).collect();
        let positions: Vec<Positions> = atoms.iter().map(positions).collect();
        for literal in arena.literals_of(clause.constraint) {
            let Some([(one, a), (other, b)]) = arena.node(literal).term().map(LinearTerm::summands) else {
                continue;
            };
            if a.abs() != Int::ONE || !(a + b).is_zero() {
                continue;
            }
            for (atom, positions) in atoms.iter().zip(&positions) {
                if let (Some(one), Some(other)) = (positions.get(one), positions.get(other)) {
                    all[atom.relation.index()].insert(ordered(*one, *other));
                }
            }
        }
        clauses.push((atoms, positions));
    }
    loop {
        let mut grew = false;
        for (atoms, positions) in &clauses {
            for (from, atom) in atoms.iter().enumerate() {
                let pairs: Vec<(usize, usize)> = all[atom.relation.index()].iter().copied().collect();
                budget.take(1 + (pairs.len() * atoms.len()) as u64 / PAIRS_PER_STEP)?;
                for (to, other) in atoms.iter().enumerate().filter(|(to, _)| *to != from) {
                    for (one, two) in &pairs {
                        let there = |place: usize| positions[to].get(&atom.arguments[place]).copied();
                        if let (Some(one), Some(two)) = (there(*one), there(*two)) {
                            grew |= all[other.relation.index()].insert(ordered(one, two));
                        }
                    }
                }
            }
        }
        if !grew {
            return Ok(all);
        }
    }
}

fn ordered(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::house;

    #[test]
    fn what_is_compared_comes_first() {
        let others: Vec<String> = (0..20).map(|i| format!("A{i}")).collect();
        let others = others.join(", ");
        let text = format!(
            "q(X, Y, {others}) :- p(X, Y, {others}), X < Y. p(X, Y, {others}) :- q(X, Y, {others}), A0 > 3.
             p(0, 9, {others}). false :- p(X, Y, {others}), A3 < X."
        );
        let (problem, diagnostics) = house::parse(&text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let mut arena = problem.arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
        let places = Places::of_relations(&mut arena, &system);
        let terms = terms(&mut arena, &system, &places, &mut Budget::unlimited()).unwrap();
        for (own, relation) in terms.iter().zip(system.relation_ids()) {
            let [x, y] = [0, 1].map(|i| LinearTerm::symbol(system[relation].parameters()[i]));
            assert_eq!(own[..2], [&x - &y, &y - &x]);
            assert_eq!(own.len(), TERM_LIMIT);
        }
    }
}
