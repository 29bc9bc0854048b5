//! A deliberately simple solver of recursion-free systems: the strongest solution by elimination, bottom up;
//! and if a query does not hold under it, a derivation, top down.

use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Substitution, Valuation};
use crate::horn::{
    Assignment, ClauseSystem, Dependence, SystemClauseId, SystemDerivation, SystemDerivationStep,
};
use crate::solver::{Answer, Budget, Solver};

pub(crate) fn solve(arena: &mut Arena, system: &ClauseSystem) -> Result<Assignment, SystemDerivation> {
    let solution = strongest(arena, system);
    let queries: Vec<SystemClauseId> = system.queries().collect();
    for query in queries {
        if let Some(valuation) = counterexample(arena, system, &solution, query) {
            let mut derivation = SystemDerivation::default();
            derive(arena, system, &solution, query, valuation, &mut derivation);
            return Err(derivation);
        }
    }
    Ok(solution)
}

/// Does the assignment make every clause valid?
pub(crate) fn is_solution(arena: &mut Arena, system: &ClauseSystem, solution: &Assignment) -> bool {
    let clauses: Vec<SystemClauseId> = system.clause_ids().collect();
    clauses.into_iter().all(|clause| counterexample(arena, system, solution, clause).is_none())
}

fn counterexample(
    arena: &mut Arena,
    system: &ClauseSystem,
    solution: &Assignment,
    clause: SystemClauseId,
) -> Option<Valuation> {
    let clause = system[clause].clone();
    let parts = solution.negated_clause(arena, system, &clause);
    model(arena, &parts)
}

fn model(arena: &mut Arena, parts: &[Formula]) -> Option<Valuation> {
    match Solver::new().check(arena, parts, &mut Budget::unlimited()) {
        Answer::Sat(valuation) => Some(valuation),
        Answer::Unsat(_) => None,
        Answer::Unknown(_) => unreachable!("the budget is unlimited"),
    }
}

fn strongest(arena: &mut Arena, system: &ClauseSystem) -> Assignment {
    let order = Dependence::of(system).topological_order().expect("a recursion-free system");
    let definitions = system.definitions();
    let nothing = arena.false_();
    let mut solution = Assignment::constant(system, nothing);
    for relation in order {
        let mut cases = Vec::new();
        for clause in &definitions[relation.index()] {
            let clause = system[*clause].clone();
            let head = clause.head.as_ref().unwrap();
            let mut parts = solution.negated_clause(arena, system, &clause);
            parts.pop();
            let body = arena.and(parts);
            let mut others = arena.symbols_of(body);
            others.retain(|s| !head.arguments.contains(s));
            let body = eliminate(arena, body, &others, &mut Budget::unlimited()).unwrap();
            let parameters = system[relation].parameters();
            let back = Substitution::renaming(arena, &head.arguments, parameters);
            cases.push(back.apply(arena, body));
        }
        solution.formulae[relation.index()] = arena.or(cases);
    }
    solution
}

/// Adds the steps for an instance of a clause; returns the last.
fn derive(
    arena: &mut Arena,
    system: &ClauseSystem,
    solution: &Assignment,
    id: SystemClauseId,
    valuation: Valuation,
    derivation: &mut SystemDerivation,
) -> usize {
    let mut premises = Vec::new();
    for atom in system[id].body.clone() {
        let (definition, inner) = system.definitions()[atom.relation.index()]
            .iter()
            .find_map(|definition| {
                let clause = system[*definition].clone();
                let head = clause.head.as_ref().unwrap();
                let mut parts = solution.negated_clause(arena, system, &clause);
                parts.pop();
                for (own, theirs) in head.arguments.iter().zip(&atom.arguments) {
                    parts.push(match arena.sort(*own) {
                        Sort::Int => {
                            let value = LinearTerm::constant(valuation.int(*theirs).clone());
                            arena.equal(&LinearTerm::symbol(*own), &value)
                        }
                        Sort::Bool => {
                            let own = arena.boolean(*own);
                            if valuation.bool(*theirs) { own } else { !own }
                        }
                    });
                }
                model(arena, &parts).map(|inner| (*definition, inner))
            })
            .expect("the strongest solution holds where a clause derives it");
        premises.push(derive(arena, system, solution, definition, inner, derivation));
    }
    derivation.steps.push(SystemDerivationStep { clause: id, valuation, premises });
    derivation.steps.len() - 1
}
