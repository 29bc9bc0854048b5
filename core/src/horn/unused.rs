//! Leaves out arguments that no clause looks at (redundant argument filtering).
//!
//! ```text
//! q(X, Y, Z) :- Z = 0.   q(X + 1, Y, Z + 2) :- q(X, Y, Z).   false :- q(X, Y, Z), Z = 5.
//! X and Y are not needed
//! ```
//!
//! The second clause does say `x′ = x + 1` of the head's `x′`. But as long as nobody needs `x′`, that can be
//! satisfied by choosing `x′`, so the equation is void, and does not make the body's `x` needed. An argument
//! is needed if a body has it in an equation or another literal that is not void.
//!
//! Back: a solution needs no change, for it says nothing about these arguments. In a derivation their values
//! come from the premises, bottom up, and what can be chosen is then chosen.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::links::equivalence;
use super::pass::BackTranslation;
use super::{
    Assignment, Clause, ClauseSystem, Dependence, SystemClauseId, SystemDerivation, SystemRelationId,
};
use crate::budget::{Budget, Exhausted};
use crate::formula::{Arena, Formula, LinearTerm, Node, Symbol, Valuation, Value};
use crate::num::Int;
use crate::solver::Unknown;

#[derive(Debug)]
struct Unused {
    /// The clauses before the pass.
    clauses: Vec<Clause>,
    /// For each relation symbol, which of its arguments stay.
    keep: Vec<Vec<bool>>,
    /// For each clause, the choices that satisfy its void equations, in the order of evaluation.
    choices: Vec<Vec<Choice>>,
}

/// A value for a symbol that nothing else depends on.
#[derive(Clone, Debug)]
struct Choice {
    target: Symbol,
    value: Chosen,
}

#[derive(Clone, Debug)]
enum Chosen {
    Term(LinearTerm),
    Bool(Symbol),
}

/// A clause without its void equations.
struct Remainder {
    conjuncts: Vec<Formula>,
    choices: Vec<Choice>,
}

pub(super) fn run(
    arena: &mut Arena,
    system: &ClauseSystem,
    budget: &mut Budget,
) -> (ClauseSystem, Arc<dyn BackTranslation>) {
    // Without an analysis every argument is needed.
    let all_needed = || system.relations().iter().map(|r| vec![true; r.arity()]).collect();
    let keep = needed(arena, system, budget).unwrap_or_else(|_| all_needed());
    let before = system.clauses().to_vec();
    let relations = system.relations().iter().zip(&keep).map(|(r, keep)| r.sliced(keep)).collect();
    let mut system = ClauseSystem::new(relations, Vec::new());
    let mut choices = Vec::with_capacity(before.len());
    for clause in &before {
        let remainder = remainder(arena, clause, &keep);
        let mut clause = clause.clone();
        for atom in clause.head.iter_mut().chain(&mut clause.body) {
            let mut keep = keep[atom.relation.index()].iter();
            atom.arguments.retain(|_| keep.next().copied().unwrap_or(true));
        }
        clause.constraint = arena.and(remainder.conjuncts);
        choices.push(remainder.choices);
        system.add_clause(clause);
    }
    (system, Arc::new(Unused { clauses: before, keep, choices }))
}

/// Which arguments are needed: the least set that is closed under what bodies pass on.
fn needed(arena: &Arena, system: &ClauseSystem, budget: &mut Budget) -> Result<Vec<Vec<bool>>, Exhausted> {
    let dependence = Dependence::of(system);
    let mut needed: Vec<Vec<bool>> = system.relations().iter().map(|r| vec![false; r.arity()]).collect();
    let size = |clause: &Clause| arena.reachable([clause.constraint]).len() as u64;
    let sizes: Vec<u64> = system.clauses().iter().map(size).collect();
    let mut waiting = vec![true; system.clauses().len()];
    let mut open: Vec<SystemClauseId> = system.clause_ids().collect();
    while let Some(id) = open.pop() {
        waiting[id.index()] = false;
        let clause = &system[id];
        budget.take(sizes[id.index()])?;
        let remainder = remainder(arena, clause, &needed);
        let restrained: FxHashSet<Symbol> =
            remainder.conjuncts.iter().flat_map(|f| arena.symbols_of(*f)).collect();
        for atom in &clause.body {
            let SystemRelationId(relation) = atom.relation;
            let positions = &mut needed[relation as usize];
            let mut changed = false;
            for (argument, needed) in atom.arguments.iter().zip(positions) {
                if !*needed && restrained.contains(argument) {
                    (*needed, changed) = (true, true);
                }
            }
            if changed {
                // Equations with these arguments in the head are no longer void.
                for definition in &dependence.definitions[relation as usize] {
                    if !std::mem::replace(&mut waiting[definition.index()], true) {
                        open.push(*definition);
                    }
                }
            }
        }
    }
    Ok(needed)
}

/// Sets void equations aside until none is left: those that define a local symbol, or an argument of the head
/// that is not needed, which occurs in no other conjunct.
fn remainder(arena: &Arena, clause: &Clause, needed: &[Vec<bool>]) -> Remainder {
    let mut fixed: FxHashSet<Symbol> = clause.body.iter().flat_map(|a| a.arguments.iter().copied()).collect();
    if let Some(head) = &clause.head {
        let arguments = head.arguments.iter().zip(&needed[head.relation.index()]);
        fixed.extend(arguments.filter(|(_, needed)| **needed).map(|(s, _)| *s));
    }
    let all = arena.nested_conjuncts(clause.constraint);
    let symbols: Vec<Vec<Symbol>> = all.iter().map(|f| arena.symbols_of(*f)).collect();
    let mut occurrences: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    for (i, symbols) in symbols.iter().enumerate() {
        for symbol in symbols {
            occurrences.entry(*symbol).or_default().push(i);
        }
    }
    let mut count: FxHashMap<Symbol, usize> =
        occurrences.iter().map(|(s, places)| (*s, places.len())).collect();
    let mut void = vec![false; all.len()];
    let mut choices = Vec::new();
    let mut open: Vec<usize> = (0..all.len()).rev().collect();
    while let Some(i) = open.pop() {
        if void[i] {
            continue;
        }
        let free = |s: Symbol| !fixed.contains(&s) && count.get(&s) == Some(&1);
        let Some(choice) = choice(arena, all[i], free) else { continue };
        void[i] = true;
        choices.push(choice);
        for symbol in &symbols[i] {
            if let Some(count) = count.get_mut(symbol) {
                *count -= 1;
                if *count == 1 {
                    open.extend(&occurrences[symbol]);
                }
            }
        }
    }
    // What was set aside last depends on nothing that was set aside before.
    choices.reverse();
    let remaining = all.into_iter().zip(void).filter(|(_, void)| !void).map(|(f, _)| f);
    Remainder { conjuncts: remaining.collect(), choices }
}

/// How to satisfy an equation by choosing a value for a free symbol.
fn choice(arena: &Arena, conjunct: Formula, free: impl Fn(Symbol) -> bool) -> Option<Choice> {
    match arena.node(conjunct) {
        Node::Eq(term) => {
            let is_unit = |a: &Int| a.is_one() || *a == Int::MINUS_ONE;
            let (target, a) = term.summands().iter().find(|(s, a)| is_unit(a) && free(*s))?;
            // a·x + t = 0 is x = -a·t for a = ±1.
            let rest = term.plus_scaled(&-a, &LinearTerm::symbol(*target));
            Some(Choice { target: *target, value: Chosen::Term(rest.scaled(&-a)) })
        }
        Node::Or(cases) => {
            let (b, c) = equivalence(arena, cases)?;
            let (target, other) = if free(b) { (b, c) } else { (c, b) };
            free(target).then_some(Choice { target, value: Chosen::Bool(other) })
        }
        _ => None,
    }
}

impl BackTranslation for Unused {
    fn solution(&self, _: &mut Arena, solution: Assignment, _: &mut Budget) -> Result<Assignment, Unknown> {
        Ok(solution)
    }

    fn derivation(&self, arena: &Arena, mut derivation: SystemDerivation) -> SystemDerivation {
        for i in 0..derivation.steps.len() {
            let step = &derivation.steps[i];
            let clause = &self.clauses[step.clause.index()];
            let mut valuation = step.valuation.clone();
            for (atom, premise) in clause.body.iter().zip(&step.premises) {
                let Some(premise) = derivation.steps.get(*premise) else { continue };
                let Some(head) = &self.clauses[premise.clause.index()].head else { continue };
                let keep = &self.keep[atom.relation.index()];
                for ((own, theirs), keep) in atom.arguments.iter().zip(&head.arguments).zip(keep) {
                    if !keep {
                        copy_value(&mut valuation, *own, &premise.valuation, *theirs);
                    }
                }
            }
            for Choice { target, value } in &self.choices[step.clause.index()] {
                let value = match value {
                    Chosen::Term(term) => Value::Int(term.evaluate(&valuation)),
                    Chosen::Bool(other) => Value::Bool(valuation.bool(*other)),
                };
                valuation.set(*target, value);
            }
            debug_assert!(arena.evaluate(clause.constraint, &valuation));
            derivation.steps[i].valuation = valuation;
        }
        derivation
    }
}

fn copy_value(to: &mut Valuation, symbol: Symbol, from: &Valuation, other: Symbol) {
    match from.get(other) {
        Some(value) => to.set(symbol, value.clone()),
        None => to.remove(symbol),
    }
}
