//! What new predicates leave of a graph: exactly what a fresh start would build again.
//!
//! An edge whose head satisfies a new predicate computes another set than before. A node that is no longer
//! derived by proper edges, from the facts upwards, goes, with every edge that touches it; all else stays as
//! it is. (CAV'13, Fig. 3: "delete part of (S, E) used to construct tree".)

use rustc_hash::FxHashSet;

use super::abstraction::{Abstraction, Applied};
use super::extract::Heights;
use super::{Edge, EdgeId, Graph, NodeId, PredicateId, Predicates};
use crate::formula::Arena;
use crate::horn::{ClauseSystem, SystemRelationId};
use crate::solver::{Budget, Unknown};

/// What new predicates did to a graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Pruned {
    pub(super) nodes: Vec<NodeId>,
    pub(super) edges: Vec<(EdgeId, Edge)>,
    /// Edges that computed the set of their node, and now compute a larger one, while the node stays.
    pub(super) subsumed: Vec<EdgeId>,
    /// Nodes that are no longer covered.
    pub(super) uncovered: Vec<NodeId>,
}

/// Recomputes the edges that new predicates concern, and removes what they no longer support.
pub(super) fn prune(
    graph: &mut Graph,
    arena: &mut Arena,
    system: &mut ClauseSystem,
    abstraction: &mut Abstraction,
    predicates: &Predicates,
    added: &[PredicateId],
    budget: &mut Budget,
) -> Result<Pruned, Unknown> {
    let mut of: Vec<Vec<PredicateId>> = vec![Vec::new(); system.relations().len()];
    for id in added {
        let SystemRelationId(relation) = predicates.get(*id).relation;
        of[relation as usize].push(*id);
    }
    let mut larger: Vec<(EdgeId, Vec<PredicateId>, bool)> = Vec::new();
    for (id, edge) in graph.edges() {
        let Some(candidates) = graph.node(edge.head).map(|node| &of[node.relation.index()]) else { continue };
        if candidates.is_empty() {
            continue;
        }
        let body: Vec<&[PredicateId]> =
            edge.body.iter().filter_map(|n| graph.node(*n)).map(|n| &n.predicates[..]).collect();
        let applied = Applied { clause: edge.clause, body: &body, candidates };
        let more = abstraction.head(arena, system, predicates, applied, budget)?;
        if let Some(more) = more.filter(|more| !more.is_empty()) {
            larger.push((id, more, graph.is_proper(edge)));
        }
    }
    let mut subsumed = Vec::new();
    for (id, more, was_proper) in larger {
        if let Some(edge) = graph.edge_mut(id) {
            // New predicates have larger numbers, so the set stays sorted.
            edge.computed.extend(more);
        }
        if was_proper {
            subsumed.push(id);
        }
    }
    let heights = Heights::of(graph);
    let keep: FxHashSet<NodeId> = graph.nodes().map(|(id, _)| id).filter(|id| heights.derives(*id)).collect();
    let (nodes, edges) = graph.retain(|id| keep.contains(&id));
    subsumed.retain(|id| graph.edge(*id).is_some());
    let uncovered = graph.uncover();
    Ok(Pruned { nodes, edges, subsumed, uncovered })
}
