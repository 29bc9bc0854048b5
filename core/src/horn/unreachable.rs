//! Leaves out clauses that no derivation of `false` can use.
//!
//! A relation symbol counts if it can be derived from facts (constraints aside), and if a query depends on
//! it:
//!
//! ```text
//! a ← a.   p ← true.   p ← a.   q ← p.   false ← p.        a is not derivable; no query depends on q
//! ```
//!
//! Back: what cannot be derived is `false`, and what nobody asks for is `true`.

use std::sync::Arc;

use super::pass::BackTranslation;
use super::{Assignment, ClauseSystem, Dependence, SystemClauseId, SystemDerivation, SystemRelationId};
use crate::formula::Arena;
use crate::solver::{Budget, Unknown};

#[derive(Debug)]
struct Unreachable {
    relations: Vec<Fate>,
    /// For each clause of the system after, that before.
    clauses: Vec<SystemClauseId>,
}

/// What becomes of a relation symbol.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Kept(SystemRelationId),
    Underivable,
    Unneeded,
}

pub(super) fn run(arena: &Arena, system: &ClauseSystem) -> (ClauseSystem, Arc<dyn BackTranslation>) {
    let dependence = Dependence::of(system);
    let is_false = |c: &SystemClauseId| system[*c].constraint == arena.false_();
    let derivable = derivable(&dependence, |c| !is_false(&c));
    let fires = |c: &SystemClauseId| {
        !is_false(c) && dependence.bodies[c.index()].iter().all(|q| derivable[q.index()])
    };
    let needed = needed(&dependence, |c| fires(&c));
    let mut relations = Vec::new();
    let mut fates = Vec::with_capacity(needed.len());
    for p in system.relation_ids() {
        fates.push(match (derivable[p.index()], needed[p.index()]) {
            (false, _) => Fate::Underivable,
            (true, false) => Fate::Unneeded,
            (true, true) => {
                relations.push(system[p].clone());
                Fate::Kept(SystemRelationId(relations.len() as u32 - 1))
            }
        });
    }
    let kept = |c: &SystemClauseId| fires(c) && dependence.heads[c.index()].is_none_or(|p| needed[p.index()]);
    let clause_ids: Vec<SystemClauseId> = system.clause_ids().filter(kept).collect();
    let mut clauses = Vec::with_capacity(clause_ids.len());
    for id in &clause_ids {
        let mut clause = system[*id].clone();
        for atom in clause.head.iter_mut().chain(&mut clause.body) {
            if let Fate::Kept(relation) = fates[atom.relation.index()] {
                atom.relation = relation;
            }
        }
        clauses.push(clause);
    }
    let back = Unreachable { relations: fates, clauses: clause_ids };
    (ClauseSystem::new(relations, clauses), Arc::new(back))
}

/// The relation symbols that can be derived by some of the clauses.
pub(super) fn derivable(dependence: &Dependence, usable: impl Fn(SystemClauseId) -> bool) -> Vec<bool> {
    let mut derivable = vec![false; dependence.definitions.len()];
    let mut missing: Vec<usize> = dependence.bodies.iter().map(Vec::len).collect();
    let mut ready: Vec<SystemClauseId> =
        dependence.clauses().filter(|c| missing[c.index()] == 0 && usable(*c)).collect();
    while let Some(clause) = ready.pop() {
        let Some(p) = dependence.heads[clause.index()] else { continue };
        if std::mem::replace(&mut derivable[p.index()], true) {
            continue;
        }
        for (user, _) in &dependence.uses[p.index()] {
            missing[user.index()] -= 1;
            if missing[user.index()] == 0 && usable(*user) {
                ready.push(*user);
            }
        }
    }
    derivable
}

/// The relation symbols that queries depend on by some of the clauses.
fn needed(dependence: &Dependence, usable: impl Fn(SystemClauseId) -> bool) -> Vec<bool> {
    let mut needed = vec![false; dependence.definitions.len()];
    let mut open: Vec<SystemClauseId> =
        dependence.clauses().filter(|c| dependence.heads[c.index()].is_none() && usable(*c)).collect();
    while let Some(clause) = open.pop() {
        for q in &dependence.bodies[clause.index()] {
            if !std::mem::replace(&mut needed[q.index()], true) {
                open.extend(dependence.definitions[q.index()].iter().filter(|c| usable(**c)));
            }
        }
    }
    needed
}

impl BackTranslation for Unreachable {
    fn solution(
        &self,
        arena: &mut Arena,
        solution: Assignment,
        _: &mut Budget,
    ) -> Result<Assignment, Unknown> {
        let formulae = self.relations.iter().map(|fate| match fate {
            Fate::Kept(relation) => solution.get(*relation),
            Fate::Underivable => arena.false_(),
            Fate::Unneeded => arena.true_(),
        });
        Ok(Assignment { formulae: formulae.collect() })
    }

    fn derivation(&self, _: &Arena, mut derivation: SystemDerivation) -> SystemDerivation {
        for step in &mut derivation.steps {
            step.clause = self.clauses[step.clause.index()];
        }
        derivation
    }
}
