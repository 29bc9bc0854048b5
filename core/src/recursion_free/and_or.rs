//! Body-disjoint clauses as one formula with marked positions (CAV'13, Sect. 4.1; thesis, Sect. 5.4.1).
//!
//! Every relation symbol stands in one body at most, so inlining makes a tree: the bodies of the queries are
//! the root, and the position of `p` is the disjunction of the bodies of `p`'s clauses.

use crate::formula::{Arena, Formula, Sort, Symbol};
use crate::horn::{Assignment, Classification, ClauseSystem, Fragment, SystemClauseId, SystemRelationId};
use crate::interpolate::{Disjunctive, MarkedPosition};

/// A body-disjoint system as a disjunctive interpolation problem.
#[derive(Clone, Debug)]
pub struct AndOr {
    pub disjunctive: Disjunctive,
    /// For each position but the root: its relation symbol, and the symbols that stand for its arguments.
    pub relations: Vec<(SystemRelationId, Vec<Symbol>)>,
}

/// A position whose children are known but not yet their places in post-order.
struct Open {
    relation: Option<(SystemRelationId, Vec<Symbol>)>,
    indicator: Option<Symbol>,
    body: Formula,
    children: Vec<usize>,
}

impl AndOr {
    /// The problem of a system that is recursion-free and body-disjoint; `None` for others.
    pub fn of(arena: &mut Arena, system: &ClauseSystem) -> Option<AndOr> {
        let classification = Classification::of(arena, system);
        if classification.is_recursive() || !classification.is(Fragment::BodyDisjoint) {
            return None;
        }
        let definitions = system.definitions();
        let queries: Vec<SystemClauseId> = system.queries().collect();
        let falsity = arena.false_();
        let mut open = vec![Open { relation: None, indicator: None, body: falsity, children: Vec::new() }];
        let mut next = 0;
        // Parents come before their children here; the other way round is post-order.
        while next < open.len() {
            let (clauses, head) = match &open[next].relation {
                None => (queries.clone(), None),
                Some((relation, arguments)) => {
                    (definitions[relation.index()].clone(), Some(arguments.clone()))
                }
            };
            let mut ways = Vec::new();
            for clause in clauses {
                let instance = system.instantiate(arena, clause, head.as_deref());
                let mut parts = vec![instance.constraint];
                let relations: Vec<SystemRelationId> =
                    system[clause].body.iter().map(|a| a.relation).collect();
                for (relation, arguments) in relations.into_iter().zip(instance.body) {
                    let indicator = arena.fresh_symbol("at", Sort::Bool);
                    parts.push(arena.boolean(indicator));
                    let child = open.len();
                    open[next].children.push(child);
                    open.push(Open {
                        relation: Some((relation, arguments)),
                        indicator: Some(indicator),
                        body: falsity,
                        children: Vec::new(),
                    });
                }
                ways.push(arena.and(parts));
            }
            open[next].body = arena.or(ways);
            next += 1;
        }
        let last = open.len() - 1;
        let mut positions = Vec::new();
        let mut relations = Vec::new();
        for position in open.into_iter().rev() {
            let children = position.children.iter().map(|c| last - c).collect();
            positions.push(MarkedPosition { indicator: position.indicator, body: position.body, children });
            relations.extend(position.relation);
        }
        Some(AndOr { disjunctive: Disjunctive::new(positions)?, relations })
    }

    /// The interpolants as formulae for the relation symbols. Those that no query needs may be true.
    pub fn assignment(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        interpolants: &[Formula],
    ) -> Assignment {
        Assignment::over_arguments(arena, system, self.relations.iter().zip(interpolants))
    }
}
