//! Affine relations between the arguments of relation symbols: all linear equations that are inductive (after
//! Karr, 1976).
//!
//! Each relation symbol has a space that contains the affine hull of what it derives, with a first coordinate
//! 1 for each point. A clause whose constraint and body allow a point outside of the hull of its head has a
//! model that says so; each model adds a dimension, so this ends soon.
//!
//! ```text
//! p(X, Y) :- X = 0, Y = 1.    p(X + 1, Y + 2) :- p(X, Y).         (1, 0, 1), (1, 1, 3): Y = 2X + 1
//! ```
//!
//! With a loop head as the only start, and the values there as additional coordinates, the same tells how
//! values at the head differ from one round to a later one.

use super::places::Places;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol, Valuation};
use crate::horn::{Atom, Clause, ClauseSystem, SystemRelationId, named_as_below};
use crate::num::Int;
use crate::solver::{Answer, Budget, Solver, Unknown};
use crate::space::Space;

/// This many entries of a matrix that are looked at count as a step.
const ENTRIES_IN_A_STEP: u64 = 4;

/// For each place, the space of its integer arguments behind a first coordinate. What is derived there is
/// known to satisfy `t ≥ 0` for some terms. Spaces only grow, so the search can be cut short and gone on
/// with.
pub(super) fn hulls(
    arena: &mut Arena,
    system: &mut ClauseSystem,
    places: &Places,
    bounds: &[Vec<LinearTerm>],
    spaces: &mut Vec<Space>,
    budget: &mut Budget,
) -> Result<(), Unknown> {
    let space = |r: &SystemRelationId| Space::new(1 + integers(arena, system[*r].parameters()).count());
    if spaces.is_empty() {
        *spaces = places.relations.iter().map(space).collect();
    }
    let mut solvers = places.solvers(arena);
    loop {
        let mut grew = false;
        for transition in &places.transitions {
            let clause = &places.clauses[transition.clause];
            let Some(head) = &clause.head else { continue };
            if transition.body.iter().any(|place| spaces[*place].is_zero()) {
                continue;
            }
            let mut assumed = Vec::new();
            for (atom, place) in clause.body.iter().zip(&transition.body) {
                budget.take(work(&spaces[*place]))?;
                assumed.extend(equations(arena, &[], atom, &spaces[*place]));
                for term in bounds.get(*place).into_iter().flatten() {
                    let bound = arena.le(&-term);
                    assumed.push(system.at(arena, atom, bound));
                }
            }
            let space = &mut spaces[transition.head];
            grew |= grow(arena, &mut solvers[transition.clause], &assumed, &[], head, space, budget)?;
        }
        if !grew {
            return Ok(());
        }
    }
}

/// The space of differences between the integer arguments of a loop head in one round and in any later one.
/// What the relation symbols derive is known to be in their hulls.
pub(super) fn effects(
    arena: &mut Arena,
    system: &mut ClauseSystem,
    head: SystemRelationId,
    hulls: &[Space],
    components: &[usize],
    budget: &mut Budget,
) -> Result<Space, Unknown> {
    let inside = |r: SystemRelationId| components[r.index()] == components[head.index()];
    let parameters: Vec<Symbol> = integers(arena, system[head].parameters()).collect();
    let count = parameters.len();
    let start: Vec<Symbol> = parameters.iter().map(|p| arena.fresh_like(*p)).collect();
    let mut spaces: Vec<Space> = system
        .relation_ids()
        .map(|r| Space::new(1 + count + integers(arena, system[r].parameters()).count()))
        .collect();
    let unit = |ones: &[usize]| {
        let mut vector = vec![Int::ZERO; 1 + 2 * count];
        for i in ones {
            vector[*i] = Int::ONE;
        }
        vector
    };
    spaces[head.index()].insert(unit(&[0]));
    for i in 0..count {
        spaces[head.index()].insert(unit(&[1 + i, 1 + count + i]));
    }
    let round =
        |c: &&Clause| c.head_relation().is_some_and(inside) && c.body.iter().any(|a| inside(a.relation));
    let clauses: Vec<Clause> = system.clauses().iter().filter(round).cloned().collect();
    let clauses: Vec<Clause> = clauses.into_iter().map(|clause| named_as_below(arena, clause)).collect();
    let mut solvers: Vec<Solver> = clauses.iter().map(|c| asserted(arena, c)).collect();
    loop {
        let mut grew = false;
        for (clause, solver) in clauses.iter().zip(&mut solvers) {
            let Some(target) = &clause.head else { continue };
            for carrier in clause.body.iter().filter(|a| inside(a.relation)) {
                if spaces[carrier.relation.index()].is_zero() {
                    continue;
                }
                let mut assumed = equations(arena, &start, carrier, &spaces[carrier.relation.index()]);
                for atom in &clause.body {
                    let hull = &hulls[atom.relation.index()];
                    if !hull.is_zero() {
                        assumed.extend(equations(arena, &[], atom, hull));
                    }
                }
                let space = &mut spaces[target.relation.index()];
                grew |= grow(arena, solver, &assumed, &start, target, space, budget)?;
            }
        }
        if !grew {
            break;
        }
    }
    let mut differences = Space::new(count);
    for vector in spaces[head.index()].generators() {
        let (before, after) = (&vector[1..=count], &vector[1 + count..]);
        differences.insert(before.iter().zip(after).map(|(a, b)| b - a).collect());
    }
    Ok(differences)
}

/// Adds the models of a clause to the space of its head until there is none outside. Did it grow?
fn grow(
    arena: &mut Arena,
    solver: &mut Solver,
    assumed: &[Formula],
    start: &[Symbol],
    head: &Atom,
    space: &mut Space,
    budget: &mut Budget,
) -> Result<bool, Unknown> {
    let coordinates: Vec<Symbol> = start.iter().copied().chain(integers(arena, &head.arguments)).collect();
    let mut grew = false;
    loop {
        let mut query = assumed.to_vec();
        if !space.is_zero() {
            budget.take(work(space))?;
            let all = equations(arena, start, head, space);
            let all = arena.and(all);
            query.push(!all);
        }
        match solver.check(arena, &query, budget) {
            Answer::Unknown(reason) => return Err(reason),
            Answer::Unsat(_) => return Ok(grew),
            Answer::Sat(model) => {
                if !space.insert(point(&coordinates, &model)) {
                    return Err(Unknown::Unchecked);
                }
                grew = true;
            }
        }
    }
}

fn point(coordinates: &[Symbol], model: &Valuation) -> Vec<Int> {
    std::iter::once(Int::ONE).chain(coordinates.iter().map(|s| model.int(*s).clone())).collect()
}

/// What it costs to compute the equations of a space, in steps.
fn work(space: &Space) -> u64 {
    (space.dimension() as u64).pow(2) / ENTRIES_IN_A_STEP
}

/// The equations of a space, over some symbols and the integer arguments of an atom.
fn equations(arena: &mut Arena, start: &[Symbol], atom: &Atom, space: &Space) -> Vec<Formula> {
    let symbols: Vec<Symbol> = start.iter().copied().chain(integers(arena, &atom.arguments)).collect();
    space.orthogonal().iter().map(|v| arena.eq(&term(&symbols, v))).collect()
}

/// The term whose first coordinate is its constant.
pub(super) fn term(symbols: &[Symbol], vector: &[Int]) -> LinearTerm {
    LinearTerm::new(symbols.iter().copied().zip(vector[1..].iter().cloned()), vector[0].clone())
}

/// A solver that knows the constraint of a clause.
pub(super) fn asserted(arena: &mut Arena, clause: &Clause) -> Solver {
    let mut solver = Solver::new();
    solver.assert(arena, clause.constraint);
    solver
}

/// Those of some symbols that stand for integers.
pub(super) fn integers<'a>(arena: &'a Arena, symbols: &'a [Symbol]) -> impl Iterator<Item = Symbol> + 'a {
    symbols.iter().copied().filter(|s| arena.sort(*s) == Sort::Int)
}
