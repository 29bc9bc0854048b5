//! Properties: what the queries ask for, where every round keeps it.
//!
//! A query `false :- p(A, B, C, D), A = B, C != D` is answered by `A = B → C = D`. If that is inductive,
//! together with what else is known and with the other queries' properties, it is a template that is sure to
//! be of use. No linear term says as much.
//!
//! The properties that remain are found as Houdini does it (Flanagan, Leino, FME 2001): all are assumed, and
//! whichever a clause violates goes, until none does.

use crate::elimination::eliminate;
use crate::formula::{Arena, Formula};
use crate::horn::{Clause, ClauseSystem};
use crate::solver::{Answer, Budget, Solver, Unknown};

use super::affine::asserted;
use super::places::with_head;

/// The steps that the property of one query may take to find.
const PROPERTY_STEPS: u64 = 50_000;
/// Properties with more parts than this are no use to anyone.
const PROPERTY_SIZE: u64 = 60;

/// For each relation symbol the properties that all clauses keep, over its parameters, given what is known to
/// hold. Those that remain become fewer, so the search can be cut short and gone on with.
pub(super) fn properties(
    arena: &mut Arena,
    system: &mut ClauseSystem,
    known: &[Vec<Formula>],
    all: &mut Vec<Vec<Formula>>,
    budget: &mut Budget,
) -> Result<(), Unknown> {
    if all.is_empty() {
        *all = candidates(arena, system, budget)?;
    }
    if all.iter().all(Vec::is_empty) {
        return Ok(());
    }
    let clauses = with_head(arena, system);
    let mut solvers: Vec<Solver> = clauses.iter().map(|c| asserted(arena, c)).collect();
    loop {
        let mut changed = false;
        for (clause, solver) in clauses.iter().zip(&mut solvers) {
            let Some(head) = &clause.head else { continue };
            let mut assumed = Vec::new();
            for atom in &clause.body {
                for formula in known[atom.relation.index()].iter().chain(&all[atom.relation.index()]) {
                    assumed.push(system.at(arena, atom, *formula));
                }
            }
            let mut own = all[head.relation.index()].clone();
            while !own.is_empty() {
                let parameters = system[head.relation].parameters();
                let renamed = |f: &Formula| arena.renamed(*f, parameters, &head.arguments);
                let there: Vec<Formula> = own.iter().map(renamed).collect();
                let together = arena.and(there.iter().copied());
                let mut query = assumed.clone();
                query.push(!together);
                match solver.check(arena, &query, budget) {
                    Answer::Unknown(reason) => return Err(reason),
                    Answer::Unsat(_) => break,
                    Answer::Sat(model) => {
                        let kept = |i: usize| arena.evaluate(there[i], &model);
                        let kept: Vec<Formula> =
                            (0..own.len()).filter(|i| kept(*i)).map(|i| own[i]).collect();
                        if kept.len() == own.len() {
                            return Err(Unknown::Unchecked);
                        }
                        own = kept;
                        changed = true;
                    }
                }
            }
            all[head.relation.index()] = own;
        }
        if !changed {
            return Ok(());
        }
    }
}

/// The negations of the queries with one body atom, for each relation symbol.
fn candidates(
    arena: &mut Arena,
    system: &mut ClauseSystem,
    budget: &mut Budget,
) -> Result<Vec<Vec<Formula>>, Unknown> {
    let mut found: Vec<Vec<Formula>> = vec![Vec::new(); system.relations().len()];
    let queries: Vec<Clause> = system.queries().map(|c| system[c].clone()).collect();
    for query in queries {
        let [atom] = &query.body[..] else { continue };
        let symbols = arena.symbols_of(query.constraint);
        let others: Vec<_> = symbols.into_iter().filter(|s| !atom.arguments.contains(s)).collect();
        let asked =
            budget.within(PROPERTY_STEPS, |part| eliminate(arena, query.constraint, &others, part))?;
        let Ok(asked) = asked else { continue };
        let property = arena.renamed(!asked, &atom.arguments, system[atom.relation].parameters());
        let is_constant = property == arena.true_() || property == arena.false_();
        let own = &mut found[atom.relation.index()];
        if !is_constant && arena.written_size(property) <= PROPERTY_SIZE && !own.contains(&property) {
            own.push(property);
        }
    }
    Ok(found)
}
