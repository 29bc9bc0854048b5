//! The cycles of a loop head: which clauses, one after the other, lead from it back to it.
//!
//! ```text
//! q(X) :- p(X).   p(X + 1) :- q(X).   p(0).        p: clauses 1, 2        q: clauses 2, 1
//! ```
//!
//! Only clauses with one relation symbol in their bodies are steps. On a cycle no relation symbol but its
//! head is met twice.

use crate::horn::{ClauseSystem, Dependence, SystemClauseId, SystemRelationId};

/// At most this many cycles of a head are listed.
const CYCLE_LIMIT: usize = 64;

/// The cycles of a relation symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cycles {
    /// Each by its clauses, in the order in which they are applied.
    pub cycles: Vec<Vec<SystemClauseId>>,
    /// Clauses of the same component with several relation symbols in their bodies: no steps.
    pub forks: Vec<SystemClauseId>,
    /// There are more cycles than the limit allows.
    pub is_cut: bool,
}

/// The cycles of a head.
pub fn cycles(system: &ClauseSystem, head: SystemRelationId) -> Cycles {
    let components = Dependence::of(system).components();
    let inside = |r: SystemRelationId| components[r.index()] == components[head.index()];
    let definitions = system.definitions();
    let mut found = Cycles::default();
    for id in system.clause_ids() {
        let clause = &system[id];
        let is_round =
            clause.head_relation().is_some_and(inside) && clause.body.iter().any(|a| inside(a.relation));
        if is_round && clause.body.len() > 1 {
            found.forks.push(id);
        }
    }
    // Backwards from the head: where it is, the clauses so far from last to first, and what was met.
    let mut open: Vec<(SystemRelationId, Vec<SystemClauseId>, Vec<SystemRelationId>)> =
        vec![(head, Vec::new(), Vec::new())];
    while let Some((at, clauses, met)) = open.pop() {
        for id in definitions[at.index()].iter().rev() {
            let [atom] = &system[*id].body[..] else { continue };
            if !inside(atom.relation) || met.contains(&atom.relation) {
                continue;
            }
            if found.cycles.len() + open.len() >= CYCLE_LIMIT {
                found.is_cut = true;
                return found;
            }
            let mut clauses = clauses.clone();
            clauses.push(*id);
            if atom.relation == head {
                clauses.reverse();
                found.cycles.push(clauses);
            } else {
                let mut met = met.clone();
                met.push(atom.relation);
                open.push((atom.relation, clauses, met));
            }
        }
    }
    found.cycles.sort_unstable();
    found
}
