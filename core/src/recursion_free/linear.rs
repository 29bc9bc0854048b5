//! Linear clauses as a dag: relation symbols are vertices, clauses are edges (thesis, Sect. 5.3.4).

use crate::formula::{Arena, Formula, Substitution, Symbol};
use crate::horn::{Assignment, ClauseSystem, Dependence, SystemRelationId};
use crate::interpolate::{Dag, DagEdge};

/// A linear system as a dag interpolation problem. Vertex 0 is the entry, the last one the exit.
#[derive(Clone, Debug)]
pub struct LinearSystem {
    pub dag: Dag,
    /// For each inner vertex: its relation symbol, and the symbols that stand for its arguments.
    pub relations: Vec<(SystemRelationId, Vec<Symbol>)>,
}

impl LinearSystem {
    /// The problem of a system that is recursion-free and linear; `None` for others.
    pub fn of(arena: &mut Arena, system: &ClauseSystem) -> Option<LinearSystem> {
        if system.clauses().iter().any(|clause| clause.body.len() > 1) {
            return None;
        }
        // Bodies come before heads, so edges lead forward.
        let order = Dependence::of(system).topological_order().ok()?;
        let mut vertex = vec![0; system.relations().len()];
        for (i, relation) in order.iter().enumerate() {
            vertex[relation.index()] = i + 1;
        }
        let exit = order.len() + 1;
        let mut relations: Vec<(SystemRelationId, Vec<Symbol>)> = Vec::new();
        for relation in &order {
            let parameters = system[*relation].parameters();
            relations.push((*relation, parameters.iter().map(|p| arena.fresh_like(*p)).collect()));
        }
        let mut edges = Vec::new();
        for id in system.clause_ids() {
            let (head, body) = (system[id].head_relation(), system[id].body.first().map(|a| a.relation));
            let to = head.map_or(exit, |h| vertex[h.index()]);
            let from = body.map_or(0, |b| vertex[b.index()]);
            let own = head.map(|_| relations[to - 1].1.clone());
            let instance = system.instantiate(arena, id, own.as_deref());
            let mut label = instance.constraint;
            if let Some(arguments) = instance.body.first() {
                let below = Substitution::renaming(arena, arguments, &relations[from - 1].1);
                label = below.apply(arena, label);
            }
            edges.push(DagEdge { from, to, label });
        }
        let labels = vec![arena.true_(); exit + 1];
        Some(LinearSystem { dag: Dag::new(labels, edges)?, relations })
    }

    /// The interpolants of all vertices as formulae for the relation symbols.
    pub fn assignment(
        &self,
        arena: &mut Arena,
        system: &ClauseSystem,
        interpolants: &[Formula],
    ) -> Assignment {
        Assignment::over_arguments(arena, system, self.relations.iter().zip(&interpolants[1..]))
    }
}
