//! Where an analysis keeps what it knows: one place for each relation symbol, or one for each clause that
//! derives something.
//!
//! What a clause derives may follow a rule of its own. A loop that counts up to 50 and then down again has
//! `y = x` after rounds of the first kind and `x + y = 102` after rounds of the second; nothing of that holds
//! after all rounds.

use super::affine::asserted;
use crate::formula::Arena;
use crate::horn::{Clause, ClauseSystem, SystemRelationId, named_as_below};
use crate::solver::Solver;

/// More ways to use clauses than this are not looked at.
const TRANSITION_LIMIT: usize = 400;

/// Places, and how clauses lead from one to another.
#[derive(Debug)]
pub(super) struct Places {
    /// The relation symbol of each place.
    pub(super) relations: Vec<SystemRelationId>,
    /// The clauses with a head, which calls what they hand on as it is called in their bodies.
    pub(super) clauses: Vec<Clause>,
    pub(super) transitions: Vec<Transition>,
}

/// A clause by its position, a place for each of its body atoms, and the place of its head.
#[derive(Clone, Debug)]
pub(super) struct Transition {
    pub(super) clause: usize,
    pub(super) body: Vec<usize>,
    pub(super) head: usize,
}

impl Places {
    /// A place for each relation symbol, at its index.
    pub(super) fn of_relations(arena: &mut Arena, system: &ClauseSystem) -> Places {
        let clauses = with_head(arena, system);
        let transition = |(clause, c): (usize, &Clause)| Transition {
            clause,
            body: c.body.iter().map(|a| a.relation.index()).collect(),
            head: c.head_relation().map_or(0, SystemRelationId::index),
        };
        let transitions = clauses.iter().enumerate().map(transition).collect();
        Places { relations: system.relation_ids().collect(), clauses, transitions }
    }

    /// A place for each clause with a head; `None` if there are too many ways to use clauses.
    pub(super) fn of_clauses(arena: &mut Arena, system: &ClauseSystem) -> Option<Places> {
        let clauses = with_head(arena, system);
        let relations: Vec<SystemRelationId> = clauses.iter().filter_map(Clause::head_relation).collect();
        let mut transitions = Vec::new();
        for (clause, c) in clauses.iter().enumerate() {
            let mut bodies: Vec<Vec<usize>> = vec![Vec::new()];
            for atom in &c.body {
                let places = (0..relations.len()).filter(|p| relations[*p] == atom.relation);
                let places: Vec<usize> = places.collect();
                if bodies.len().saturating_mul(places.len()) > TRANSITION_LIMIT {
                    return None;
                }
                let extended = |body: &Vec<usize>| {
                    let body = body.clone();
                    places.clone().into_iter().map(move |p| body.iter().copied().chain([p]).collect())
                };
                bodies = bodies.iter().flat_map(extended).collect();
            }
            transitions.extend(bodies.into_iter().map(|body| Transition { clause, body, head: clause }));
        }
        (transitions.len() <= TRANSITION_LIMIT).then_some(Places { relations, clauses, transitions })
    }

    /// For each clause a solver that knows its constraint.
    pub(super) fn solvers(&self, arena: &mut Arena) -> Vec<Solver> {
        self.clauses.iter().map(|c| asserted(arena, c)).collect()
    }
}

/// The clauses with a head. What is known of arguments that they hand on is then known of the head at once,
/// and not by sums of equations.
pub(super) fn with_head(arena: &mut Arena, system: &ClauseSystem) -> Vec<Clause> {
    let clauses: Vec<Clause> = system.clauses().iter().filter(|c| c.head.is_some()).cloned().collect();
    clauses.into_iter().map(|clause| named_as_below(arena, clause)).collect()
}
