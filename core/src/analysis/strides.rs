//! Strides: by how much the arguments of a loop head change in one round (Acta'16, Sect. 8.2, ABS (3)).
//!
//! A round is a path through the clauses from the head back to it. On each path, the models of the
//! constraints tell by how much an argument changes: by one of a few constants, or by something else.

use super::affine::integers;
use crate::formula::{Arena, Formula, LinearTerm, Symbol};
use crate::horn::{ClauseSystem, SystemClauseId, SystemRelationId};
use crate::num::Int;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// At most this many paths through a loop are looked at.
const PATH_LIMIT: usize = 64;
/// More different changes on one path count as arbitrary.
const STRIDE_LIMIT: usize = 3;

/// How an argument changes on some path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Strides {
    /// Sorted, without repetitions.
    pub(super) values: Vec<Int>,
    /// It also changes by something else.
    pub(super) otherwise: bool,
}

/// A path from a loop head back to it.
#[derive(Clone, Debug)]
struct Round {
    before: Vec<Symbol>,
    after: Vec<Symbol>,
    constraint: Formula,
}

/// The strides of the integer arguments of a loop head; `None` if there are too many paths.
pub(super) fn strides(
    arena: &mut Arena,
    system: &ClauseSystem,
    head: SystemRelationId,
    components: &[usize],
    budget: &mut Budget,
) -> Result<Option<Vec<Strides>>, Unknown> {
    let Some(rounds) = rounds(arena, system, head, components, budget)? else { return Ok(None) };
    let count = integers(arena, system[head].parameters()).count();
    let mut all = vec![Strides::default(); count];
    for round in rounds {
        let before: Vec<Symbol> = integers(arena, &round.before).collect();
        let after: Vec<Symbol> = integers(arena, &round.after).collect();
        let change =
            |(before, after): (&Symbol, &Symbol)| &LinearTerm::symbol(*after) - &LinearTerm::symbol(*before);
        let terms: Vec<LinearTerm> = before.iter().zip(&after).map(change).collect();
        let found = changes(arena, round.constraint, &terms, budget)?;
        for (strides, values) in all.iter_mut().zip(found) {
            match values {
                Some(values) => strides.values.extend(values),
                None => strides.otherwise = true,
            }
        }
    }
    for strides in &mut all {
        strides.values.sort_unstable();
        strides.values.dedup();
    }
    Ok(Some(all))
}

/// The values that each of some terms can have under a constraint, if they are few.
///
/// A model has a value for each term, so all terms are asked for at once: is there a model in which one of
/// them has a value that is new? In the end one answer says of all of them that there is none.
fn changes(
    arena: &mut Arena,
    constraint: Formula,
    terms: &[LinearTerm],
    budget: &mut Budget,
) -> Result<Vec<Option<Vec<Int>>>, Unknown> {
    let mut solver = Solver::new();
    solver.assert(arena, constraint);
    let mut found: Vec<Option<Vec<Int>>> = vec![Some(Vec::new()); terms.len()];
    // For each term whose values are wanted: it has none of those that are known.
    let mut others = vec![arena.true_(); terms.len()];
    loop {
        let wanted = found.iter().zip(&others).filter(|(values, _)| values.is_some());
        let wanted: Vec<Formula> = wanted.map(|(_, other)| *other).collect();
        let any = arena.or(wanted);
        match solver.check(arena, &[any], budget) {
            Answer::Unknown(reason) => return Err(reason),
            Answer::Unsat(_) => return Ok(found),
            Answer::Sat(model) => {
                for ((term, values), other) in terms.iter().zip(&mut found).zip(&mut others) {
                    let Some(known) = values else { continue };
                    let value = term.evaluate(&model);
                    if known.contains(&value) {
                        continue;
                    }
                    if known.len() == STRIDE_LIMIT {
                        *values = None;
                        continue;
                    }
                    let differs = !arena.eq(&term.plus_constant(&-&value));
                    *other = arena.and([*other, differs]);
                    known.push(value);
                }
            }
        }
    }
}

/// The paths from a head back to it on which every other relation symbol of the loop occurs at most once;
/// `None` if they are too many.
fn rounds(
    arena: &mut Arena,
    system: &ClauseSystem,
    head: SystemRelationId,
    components: &[usize],
    budget: &mut Budget,
) -> Result<Option<Vec<Round>>, Unknown> {
    let definitions = system.definitions();
    let inside = |r: SystemRelationId| components[r.index()] == components[head.index()];
    let mut found = Vec::new();
    // Backwards: the relation symbol to derive, its arguments, those at the end, the constraint, the symbols
    // on the way.
    let first: Vec<Symbol> = system[head].parameters().iter().map(|p| arena.fresh_like(*p)).collect();
    let truth = arena.true_();
    let mut open: Vec<(SystemRelationId, Vec<Symbol>, Formula, Vec<SystemRelationId>)> =
        vec![(head, first.clone(), truth, Vec::new())];
    while let Some((at, arguments, constraint, passed)) = open.pop() {
        for clause in definitions[at.index()].clone() {
            let atoms: Vec<SystemRelationId> = system[clause].body.iter().map(|a| a.relation).collect();
            if !atoms.iter().any(|r| inside(*r)) {
                continue;
            }
            let (body, constraint) = extended(arena, system, clause, &arguments, constraint);
            budget.take(1 + arena.literals_of(constraint).len() as u64)?;
            for (relation, arguments) in atoms.into_iter().zip(body) {
                if relation == head {
                    found.push(Round { before: arguments, after: first.clone(), constraint });
                } else if inside(relation) && !passed.contains(&relation) {
                    let mut passed = passed.clone();
                    passed.push(relation);
                    open.push((relation, arguments, constraint, passed));
                }
            }
            if found.len() + open.len() > PATH_LIMIT {
                return Ok(None);
            }
        }
    }
    Ok(Some(found))
}

/// An instance of a clause below the given arguments: those of its body, and all constraints.
fn extended(
    arena: &mut Arena,
    system: &ClauseSystem,
    clause: SystemClauseId,
    arguments: &[Symbol],
    constraint: Formula,
) -> (Vec<Vec<Symbol>>, Formula) {
    let instance = system.instantiate(arena, clause, Some(arguments));
    (instance.body, arena.and([constraint, instance.constraint]))
}
