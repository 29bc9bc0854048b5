//! A deliberately simple solver of recursion-free systems: the strongest solution by elimination, bottom up; and if a
//! query does not hold under it, a derivation, top down.

use crate::elimination::eliminate;
use crate::formula::{Formula, LinearTerm, Sort, Valuation};
use crate::horn::system::renaming;
use crate::horn::{Assignment, ClauseId, ClauseSystem, Dependence, Derivation, DerivationStep};
use crate::solver::{Answer, Budget, Solver};

pub(super) fn solve(system: &mut ClauseSystem) -> Result<Assignment, Derivation> {
    let solution = strongest(system);
    let queries: Vec<ClauseId> = system.queries().collect();
    for query in queries {
        if let Some(valuation) = counterexample(system, &solution, query) {
            let mut derivation = Derivation::default();
            derive(system, &solution, query, valuation, &mut derivation);
            return Err(derivation);
        }
    }
    Ok(solution)
}

/// Does the assignment make every clause valid?
pub(super) fn is_solution(system: &mut ClauseSystem, solution: &Assignment) -> bool {
    let clauses: Vec<ClauseId> = system.clause_ids().collect();
    clauses.into_iter().all(|clause| counterexample(system, solution, clause).is_none())
}

fn counterexample(system: &mut ClauseSystem, solution: &Assignment, clause: ClauseId) -> Option<Valuation> {
    let clause = system[clause].clone();
    let parts = solution.negated_clause(system, &clause);
    model(system, &parts)
}

fn model(system: &mut ClauseSystem, parts: &[Formula]) -> Option<Valuation> {
    match Solver::new().check(&mut system.arena, parts, &mut Budget::unlimited()) {
        Answer::Sat(valuation) => Some(valuation),
        Answer::Unsat(_) => None,
        Answer::Unknown(_) => unreachable!("the budget is unlimited"),
    }
}

fn strongest(system: &mut ClauseSystem) -> Assignment {
    let order = Dependence::of(system).topological_order().expect("a recursion-free system");
    let definitions = system.definitions();
    let nothing = system.arena.false_();
    let mut solution = Assignment::constant(system, nothing);
    for relation in order {
        let mut cases = Vec::new();
        for clause in &definitions[relation.index()] {
            let clause = system[*clause].clone();
            let head = clause.head.as_ref().unwrap();
            let mut parts = solution.negated_clause(system, &clause);
            parts.pop();
            let body = system.arena.and(parts);
            let mut others = system.arena.symbols_of(body);
            others.retain(|s| !head.arguments.contains(s));
            let body = eliminate(&mut system.arena, body, &others, &mut Budget::unlimited()).unwrap();
            let parameters = system[relation].parameters().to_vec();
            let back = renaming(&mut system.arena, &head.arguments, &parameters);
            cases.push(back.apply(&mut system.arena, body));
        }
        solution.formulae[relation.index()] = system.arena.or(cases);
    }
    solution
}

/// Adds the steps for an instance of a clause; returns the last.
fn derive(
    system: &mut ClauseSystem,
    solution: &Assignment,
    id: ClauseId,
    valuation: Valuation,
    derivation: &mut Derivation,
) -> usize {
    let mut premises = Vec::new();
    for atom in system[id].body.clone() {
        let (definition, inner) = system.definitions()[atom.relation.index()]
            .iter()
            .find_map(|definition| {
                let clause = system[*definition].clone();
                let head = clause.head.as_ref().unwrap();
                let mut parts = solution.negated_clause(system, &clause);
                parts.pop();
                for (own, theirs) in head.arguments.iter().zip(&atom.arguments) {
                    let arena = &mut system.arena;
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
                model(system, &parts).map(|inner| (*definition, inner))
            })
            .expect("the strongest solution holds where a clause derives it");
        premises.push(derive(system, solution, definition, inner, derivation));
    }
    derivation.steps.push(DerivationStep { clause: id, valuation, premises });
    derivation.steps.len() - 1
}
