//! Leaves out arguments that always have the same value.
//!
//! ```text
//! p(X, M) :- X = 0, M = 7.   p(X + 1, M) :- p(X, M).   false :- p(X, M), X > M.        M is always 7
//! ```
//!
//! Values are carried along clauses from the facts upwards, optimistically: an argument is constant until two
//! clauses disagree. In bodies the value is then an equation instead of an argument. Back:
//! `p(x, m) := p′(x) ∧ m = 7`.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::links::Links;
use super::pass::BackTranslation;
use super::{Assignment, Clause, ClauseSystem, Dependence, SystemClauseId, SystemDerivation};
use crate::budget::{Budget, Exhausted};
use crate::formula::{Arena, Formula, LinearTerm, Symbol, Value};
use crate::solver::Unknown;

#[derive(Debug)]
struct Constants {
    /// For each relation symbol that can be derived, its parameters with constant values.
    values: Vec<Option<Vec<(Symbol, Value)>>>,
}

/// What is known of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Known {
    Constant(Value),
    Varying,
}

pub(super) fn run(
    arena: &mut Arena,
    system: &ClauseSystem,
    budget: &mut Budget,
) -> (ClauseSystem, Arc<dyn BackTranslation>) {
    // Without an analysis every argument varies.
    let all_vary = || system.relations().iter().map(|r| Some(vec![Known::Varying; r.arity()])).collect();
    let known = analyse(arena, system, budget).unwrap_or_else(|_| all_vary());
    let is_constant = |known: &Known| matches!(known, Known::Constant(_));
    let mut relations = Vec::with_capacity(known.len());
    let mut values = Vec::with_capacity(known.len());
    for (relation, known) in system.relations().iter().zip(&known) {
        let Some(known) = known else {
            relations.push(relation.clone());
            values.push(None);
            continue;
        };
        let keep: Vec<bool> = known.iter().map(|k| !is_constant(k)).collect();
        relations.push(relation.sliced(&keep));
        let constant = relation.parameters().iter().zip(known).filter_map(|(p, known)| match known {
            Known::Constant(value) => Some((*p, value.clone())),
            Known::Varying => None,
        });
        values.push(Some(constant.collect()));
    }
    let before = system.clauses().to_vec();
    let mut system = ClauseSystem::new(relations, Vec::new());
    for mut clause in before {
        let mut parts = vec![clause.constraint];
        for atom in clause.head.iter_mut().chain(&mut clause.body) {
            let Some(known) = &known[atom.relation.index()] else { continue };
            let constants = atom.arguments.iter().zip(known);
            // Slot 0 is the head, where the equation follows.
            if atom.slot > 0 {
                for (argument, known) in constants {
                    if let Known::Constant(value) = known {
                        parts.push(is(arena, *argument, value));
                    }
                }
            }
            let mut keep = known.iter().map(|k| !is_constant(k));
            atom.arguments.retain(|_| keep.next().unwrap_or(true));
        }
        clause.constraint = arena.and(parts);
        system.add_clause(clause);
    }
    (system, Arc::new(Constants { values }))
}

/// For each relation symbol that can be derived, what is known of its arguments.
fn analyse(
    arena: &Arena,
    system: &ClauseSystem,
    budget: &mut Budget,
) -> Result<Vec<Option<Vec<Known>>>, Exhausted> {
    let dependence = Dependence::of(system);
    let mut links: Vec<Links> = system.clauses().iter().map(|c| Links::of(arena, c.constraint)).collect();
    let mut known: Vec<Option<Vec<Known>>> = vec![None; system.relations().len()];
    let mut waiting = vec![true; system.clauses().len()];
    let mut open: Vec<SystemClauseId> = system.clause_ids().collect();
    open.reverse();
    while let Some(id) = open.pop() {
        waiting[id.index()] = false;
        let clause = &system[id];
        let Some(head) = clause.head_relation() else { continue };
        budget.take(1 + links[id.index()].pinned().len() as u64 + clause.body.len() as u64)?;
        if clause.constraint == arena.false_() {
            continue;
        }
        let Some(found) = head_values(clause, &mut links[id.index()], &known) else { continue };
        if join(&mut known[head.index()], found) {
            for (user, _) in &dependence.uses[head.index()] {
                if !std::mem::replace(&mut waiting[user.index()], true) {
                    open.push(*user);
                }
            }
        }
    }
    Ok(known)
}

/// The arguments of the head, if the clause can be used at all with what is known so far.
fn head_values(clause: &Clause, links: &mut Links, known: &[Option<Vec<Known>>]) -> Option<Vec<Known>> {
    let mut values: FxHashMap<usize, Value> = FxHashMap::default();
    for (symbol, value) in links.pinned().to_vec() {
        let old = values.insert(links.class(symbol), value.clone());
        if old.is_some_and(|old| old != value) {
            return None;
        }
    }
    for atom in &clause.body {
        let known = known[atom.relation.index()].as_ref()?;
        for (argument, known) in atom.arguments.iter().zip(known) {
            if let Known::Constant(value) = known {
                let old = values.insert(links.class(*argument), value.clone());
                if old.is_some_and(|old| old != *value) {
                    return None;
                }
            }
        }
    }
    let head = clause.head.as_ref()?;
    let of = |argument: &Symbol| values.get(&links.class(*argument)).cloned();
    Some(head.arguments.iter().map(of).map(|value| value.map_or(Known::Varying, Known::Constant)).collect())
}

/// Adds what another clause says; is that news?
fn join(known: &mut Option<Vec<Known>>, found: Vec<Known>) -> bool {
    let Some(known) = known else {
        *known = Some(found);
        return true;
    };
    let mut changed = false;
    for (known, found) in known.iter_mut().zip(found) {
        if *known != Known::Varying && *known != found {
            *known = Known::Varying;
            changed = true;
        }
    }
    changed
}

fn is(arena: &mut Arena, symbol: Symbol, value: &Value) -> Formula {
    match value {
        Value::Int(value) => arena.equal(&LinearTerm::symbol(symbol), &LinearTerm::constant(value.clone())),
        Value::Bool(value) => {
            let formula = arena.boolean(symbol);
            if *value { formula } else { !formula }
        }
    }
}

impl BackTranslation for Constants {
    fn solution(
        &self,
        arena: &mut Arena,
        solution: Assignment,
        _: &mut Budget,
    ) -> Result<Assignment, Unknown> {
        let mut formulae = Vec::with_capacity(self.values.len());
        for (values, formula) in self.values.iter().zip(solution.formulae) {
            formulae.push(match values {
                // A symbol that cannot be derived must be false: clauses that use it were ignored.
                None => arena.false_(),
                Some(values) => {
                    let mut parts = vec![formula];
                    parts.extend(values.iter().map(|(symbol, value)| is(arena, *symbol, value)));
                    arena.and(parts)
                }
            });
        }
        Ok(Assignment { formulae })
    }

    /// The equations in the bodies force the values, so that the valuations stay as they are.
    fn derivation(&self, _: &Arena, derivation: SystemDerivation) -> SystemDerivation {
        derivation
    }
}
