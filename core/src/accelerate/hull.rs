//! Over-approximation: the least octagon around several loops, as far as the solver is asked (thesis, Sect.
//! 4.5.2). Its closure contains whatever any mixture of rounds can do.
//!
//! ```text
//! x' = x + 1  or  x' = x + 3        x + 1 ≤ x' ≤ x + 3
//! ```

use super::closure::{Class, Closure, close_by};
use super::octagon::{Octagon, constraints};
use super::relation::{Transition, cases};
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, LinearTerm, Symbol};
use crate::num::Int;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// A relation may have this many cases; of one with more, its octagonal constraints alone count.
const CASE_LIMIT: usize = 8;
/// The solver is asked for a larger value this often; what still grows then has no bound.
const LARGER_LIMIT: usize = 12;
/// With more symbols than this, only changes of single symbols are asked for.
const PAIR_LIMIT: usize = 6;

/// The closure of an octagon around relations with as many values after as before; `None` if there is none.
pub fn hull(
    arena: &mut Arena,
    relations: &[Transition],
    budget: &mut Budget,
) -> Result<Option<Closure>, Unknown> {
    let Some(first) = relations.first() else { return Ok(None) };
    let symbols: Vec<Symbol> = first.before.iter().chain(&first.after).copied().collect();
    let mut around: Option<Octagon> = None;
    for relation in relations {
        let own = relation.own(arena);
        let formula = eliminate(arena, relation.formula, &own, budget)?;
        let formula = arena.renamed(formula, &relation.before, &first.before);
        let formula = arena.renamed(formula, &relation.after, &first.after);
        let parts = cases(arena, formula, CASE_LIMIT).unwrap_or_else(|| vec![formula]);
        for part in parts {
            let Some(octagon) = octagon(arena, part, first, &symbols, budget)? else { continue };
            around = Some(around.map_or_else(|| octagon.clone(), |other| other.joined(&octagon)));
        }
    }
    let Some(around) = around else { return Ok(None) };
    let formula = constraints(arena, &symbols, &around, None, &Int::ONE, &LinearTerm::zero());
    let relation = Transition { formula, ..first.clone() };
    Ok(close_by(arena, &relation, Class::Octagonal, budget)?.ok())
}

/// The octagon around a conjunction, closed; `None` if that is empty.
fn octagon(
    arena: &mut Arena,
    formula: Formula,
    relation: &Transition,
    symbols: &[Symbol],
    budget: &mut Budget,
) -> Result<Option<Octagon>, Unknown> {
    let (mut octagon, rest) = Octagon::read_some(arena, formula, symbols);
    if !rest.is_empty() {
        for term in asked(relation, symbols) {
            if let Some(bound) = greatest(arena, formula, &term, budget)? {
                octagon.assume(&term.plus_constant(&-&bound), symbols);
            }
        }
    }
    Ok(octagon.closed(budget)?)
}

/// The terms whose bounds are asked for.
fn asked(relation: &Transition, symbols: &[Symbol]) -> Vec<LinearTerm> {
    let term = LinearTerm::symbol;
    let mut terms: Vec<LinearTerm> = symbols.iter().map(|s| term(*s)).collect();
    if symbols.len() <= PAIR_LIMIT {
        for (i, x) in symbols.iter().enumerate() {
            for y in &symbols[i + 1..] {
                terms.push(&term(*y) - &term(*x));
                terms.push(&term(*y) + &term(*x));
            }
        }
    } else {
        let pairs = relation.before.iter().zip(&relation.after);
        terms.extend(pairs.map(|(x, y)| &term(*y) - &term(*x)));
    }
    let negated: Vec<LinearTerm> = terms.iter().map(|t| -t).collect();
    terms.into_iter().chain(negated).collect()
}

/// The greatest value of a term where a formula holds, if it is found soon.
fn greatest(
    arena: &mut Arena,
    formula: Formula,
    term: &LinearTerm,
    budget: &mut Budget,
) -> Result<Option<Int>, Unknown> {
    let mut solver = Solver::new();
    solver.assert(arena, formula);
    let mut best: Option<Int> = None;
    for _ in 0..LARGER_LIMIT {
        let larger: Vec<Formula> =
            best.iter().map(|best| arena.le(&(-term).plus_constant(&(best + &Int::ONE)))).collect();
        match solver.check(arena, &larger, budget) {
            Answer::Sat(model) => best = Some(term.evaluate(&model)),
            Answer::Unsat(_) => return Ok(best),
            Answer::Unknown(reason) => return Err(reason),
        }
    }
    Ok(None)
}
