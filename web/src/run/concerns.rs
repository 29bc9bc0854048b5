//! Which steps concern the thing that is selected, so that one can go from one of them to the next.

use hornbook::engine::{AndOrTree, Event};

use crate::run::selection::Selection;

/// Whether an event is about the selected thing.
pub fn concerns(event: &Event, selection: Selection) -> bool {
    match selection {
        Selection::Node(node) => match event {
            Event::NodeAdded { node: added, .. } => *added == node,
            Event::EdgeAdded { body, head: node_of_head, .. }
            | Event::Subsumed { body, by: node_of_head, .. } => *node_of_head == node || body.contains(&node),
            Event::Covered { nodes, by } => *by == node || nodes.contains(&node),
            Event::Contradictory { body: nodes, .. }
            | Event::NodesRemoved { nodes, .. }
            | Event::Uncovered { nodes } => nodes.contains(&node),
            _ => of_tree(event, |tree| tree.positions.iter().any(|p| p.node == Some(node))),
        },
        Selection::Edge(edge) => match event {
            Event::EdgeAdded { edge: added, .. } | Event::Subsumed { edge: added, .. } => *added == edge,
            Event::NodesRemoved { edges, .. } => edges.contains(&edge),
            _ => of_tree(event, |tree| tree.edges().any(|used| used == edge)),
        },
        Selection::Clause(clause) => match event {
            Event::EdgeAdded { clause: used, .. }
            | Event::Subsumed { clause: used, .. }
            | Event::Contradictory { clause: used, .. } => *used == clause,
            Event::Tried { failing } => *failing == Some(clause),
            _ => of_tree(event, |tree| clauses(tree).any(|used| used == clause)),
        },
        Selection::Relation(relation) => match event {
            Event::NodeAdded { relation: of, .. } => *of == relation,
            Event::CopySolved { interpolant, .. } => interpolant.relation == relation,
            Event::InterpolantsFound { interpolants } => interpolants.iter().any(|i| i.relation == relation),
            Event::PredicatesAdded { predicates } => predicates.iter().any(|p| p.relation == relation),
            _ => false,
        },
        Selection::Predicate(predicate) => match event {
            Event::NodeAdded { predicates, .. } | Event::Subsumed { computed: predicates, .. } => {
                predicates.contains(&predicate)
            }
            Event::PredicatesAdded { predicates } => predicates.iter().any(|p| p.id == predicate),
            _ => false,
        },
        Selection::Position(_) => {
            event.counterexample().is_some() || matches!(event, Event::InterpolantsFound { .. })
        }
        // What a part stands for is selected instead if the run speaks of it; rows come after the verdict.
        Selection::Nothing | Selection::Part(_) | Selection::Row(_) => false,
    }
}

/// Does the step find or change a counterexample of which this holds?
fn of_tree(event: &Event, holds: impl Fn(&AndOrTree) -> bool) -> bool {
    event.counterexample().is_some_and(holds)
}

fn clauses(tree: &AndOrTree) -> impl Iterator<Item = hornbook::horn::SystemClauseId> + '_ {
    tree.positions.iter().flat_map(|position| &position.alternatives).map(|way| way.clause)
}
