//! What a run could do next, as its log tells: the clauses that wait to be applied to nodes, and the edges
//! that derive a node. So whoever has the log knows what there is to choose, without the engine.
//!
//! A clause waits with every combination of nodes for its body that are not covered, unless there is an edge
//! for it or it was found to be contradictory.

use super::State;
use crate::engine::{EdgeId, Event, Header, NodeId};
use crate::horn::SystemClauseId;
use crate::order::Map;

/// More waiting clauses than this are not listed.
pub const WAITING_LISTED: usize = 60;

/// A clause with nodes for its body.
pub type Application = (SystemClauseId, Vec<NodeId>);

/// The clauses that wait in a state, by clause and nodes, and whether there are more than
/// [`WAITING_LISTED`]. The events are those that led to the state.
pub fn waiting<'a>(
    header: &Header,
    state: &State,
    events: impl Iterator<Item = &'a Event>,
) -> (Vec<Application>, bool) {
    let mut done: Map<Application, ()> = Map::new();
    for event in events {
        match event {
            Event::Contradictory { clause, body } => {
                done.insert((*clause, body.clone()), ());
            }
            Event::Restarted { .. } => done = Map::new(),
            _ => {}
        }
    }
    for (_, edge) in &state.edges {
        done.insert((edge.clause, edge.body.clone()), ());
    }
    let mut found = Vec::new();
    for (index, clause) in header.clauses.iter().enumerate() {
        let id = SystemClauseId(index as u32);
        let nodes = clause.body.iter().map(|atom| {
            let own =
                state.nodes.iter().filter(|(_, n)| n.relation == atom.relation && n.covered_by.is_none());
            own.map(|(id, _)| *id).collect()
        });
        let choices: Vec<Vec<NodeId>> = nodes.collect();
        if choices.iter().any(Vec::is_empty) {
            continue;
        }
        let mut turn = vec![0; choices.len()];
        loop {
            let body: Vec<NodeId> = turn.iter().zip(&choices).map(|(i, c)| c[*i]).collect();
            let application = (id, body);
            if !done.contains_key(&application) {
                if found.len() == WAITING_LISTED {
                    return (found, true);
                }
                found.push(application);
            }
            // The next combination, as an odometer counts.
            let Some(wheel) = (0..turn.len()).rev().find(|i| turn[*i] + 1 < choices[*i].len()) else { break };
            turn[wheel] += 1;
            turn[wheel + 1..].fill(0);
        }
    }
    (found, false)
}

/// The edges that compute the very predicates of a node, which counterexamples may follow.
pub fn deriving(state: &State, node: NodeId) -> Vec<EdgeId> {
    let own = state.edges.iter().filter(|(_, edge)| edge.head == node && edge.subsumed.is_none());
    own.map(|(id, _)| *id).collect()
}
