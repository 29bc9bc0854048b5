//! The order of relation symbols in which a frame is looked at.
//!
//! A clause whose body comes before its head stays in the frame: only where a clause leads back, or stays
//! where it is, a frame ends. Every cycle has such a clause, so a frame is one round of the loops, however
//! long a round is.
//!
//! ```text
//! p(0).    q(X) :- p(X).    p(X + 1) :- q(X).         p, q: the last clause leads back
//! ```

use crate::horn::{Clause, ClauseSystem, Dependence, SystemRelationId};

/// For each relation symbol its place: from the heads of facts, as a depth-first walk leaves them, last
/// first.
pub(super) fn ranks(system: &ClauseSystem) -> Vec<usize> {
    let dependence = Dependence::of(system);
    let heads = |relation: SystemRelationId| -> Vec<usize> {
        let uses = dependence.uses[relation.index()].iter();
        uses.filter_map(|(clause, _)| system[*clause].head_relation()).map(SystemRelationId::index).collect()
    };
    let successors: Vec<Vec<usize>> = system.relation_ids().map(heads).collect();
    let facts = system.clauses().iter().filter(|clause| clause.body.is_empty());
    let facts = facts.filter_map(Clause::head_relation).map(SystemRelationId::index);
    let mut is_seen = vec![false; successors.len()];
    let mut left = Vec::with_capacity(successors.len());
    for root in facts.chain(0..successors.len()) {
        if is_seen[root] {
            continue;
        }
        is_seen[root] = true;
        let mut path = vec![(root, 0)];
        while let Some((at, next)) = path.last_mut() {
            let Some(successor) = successors[*at].get(*next).copied() else {
                left.push(*at);
                path.pop();
                continue;
            };
            *next += 1;
            if !is_seen[successor] {
                is_seen[successor] = true;
                path.push((successor, 0));
            }
        }
    }
    let mut ranks = vec![0; left.len()];
    for (rank, relation) in left.into_iter().rev().enumerate() {
        ranks[relation] = rank;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::house;

    #[test]
    fn every_cycle_leads_back_once_and_chains_never_do() {
        let text = "false :- r(X), X < 0. q(X) :- p(X). r(X) :- q(X). p(X + 1) :- r(X). p(0). r(X) :- r(X).";
        let (problem, _) = house::parse(text);
        let mut arena = problem.arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
        let ranks = ranks(&system);
        let leads_back = |clause: &&Clause| {
            let head = clause.head_relation().map(|head| ranks[head.index()]);
            head.is_some_and(|head| clause.body.iter().any(|atom| ranks[atom.relation.index()] >= head))
        };
        assert_eq!(system.clauses().iter().filter(leads_back).count(), 2, "{ranks:?}");
    }
}
