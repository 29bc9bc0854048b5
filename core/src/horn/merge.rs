//! Makes one clause of several with the same head and body (thesis, Sect. 5.3.4).
//!
//! ```text
//! q ← C ∧ p,  q ← D ∧ p        q ← (C ∨ D) ∧ p
//! ```
//!
//! Then `p` is used once, as in the restructuring of counterexamples (CAV'13, Sect. 6; `engine/partial.rs`),
//! here for clauses and ahead of a run. Arguments come from slots, so the atoms of both clauses are literally
//! the same; shared locals do no harm, since a value for one branch is a value for the disjunction. Solutions
//! need no change.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::pass::BackTranslation;
use super::{Assignment, ClauseSystem, SystemClauseId, SystemDerivation, SystemRelationId};
use crate::formula::{Arena, Formula};
use crate::solver::{Budget, Unknown};

#[derive(Debug)]
struct Merged {
    /// For each clause, those it was made of with their constraints.
    parts: Vec<Vec<(SystemClauseId, Formula)>>,
}

pub(super) fn run(arena: &mut Arena, system: &ClauseSystem) -> (ClauseSystem, Arc<dyn BackTranslation>) {
    type Shape = (Option<SystemRelationId>, Vec<(SystemRelationId, u32)>);
    let mut groups: IndexMap<Shape, Vec<SystemClauseId>, FxBuildHasher> = IndexMap::default();
    for id in system.clause_ids() {
        let clause = &system[id];
        let body = clause.body.iter().map(|a| (a.relation, a.slot)).collect();
        groups.entry((clause.head_relation(), body)).or_default().push(id);
    }
    let (mut clauses, mut parts) = (Vec::new(), Vec::new());
    for group in groups.into_values() {
        let part = |id: &SystemClauseId| (*id, system[*id].constraint);
        let group: Vec<(SystemClauseId, Formula)> = group.iter().map(part).collect();
        let Some((first, _)) = group.first() else { continue };
        let mut clause = system[*first].clone();
        for (other, _) in &group {
            clause.add_sources(&system[*other].sources);
        }
        clause.constraint = arena.or(group.iter().map(|(_, constraint)| *constraint));
        clauses.push(clause);
        parts.push(group);
    }
    let relations = system.relations().to_vec();
    (ClauseSystem::new(relations, clauses), Arc::new(Merged { parts }))
}

impl BackTranslation for Merged {
    fn solution(&self, _: &mut Arena, solution: Assignment, _: &mut Budget) -> Result<Assignment, Unknown> {
        Ok(solution)
    }

    /// The first of the clauses whose constraint holds.
    fn derivation(&self, arena: &Arena, mut derivation: SystemDerivation) -> SystemDerivation {
        for step in &mut derivation.steps {
            let parts = &self.parts[step.clause.index()];
            let holds = parts.iter().find(|(_, constraint)| arena.evaluate(*constraint, &step.valuation));
            if let Some((clause, _)) = holds.or(parts.first()) {
                step.clause = *clause;
            }
        }
        derivation
    }
}
