//! View models: what the views show, as pure functions of a moment.

pub mod clauses;
pub mod derivation;
pub mod excerpt;
pub mod expansion;
pub mod explanation;
pub mod fragments;
pub mod frontier;
pub mod graph;
pub mod graph_layout;
pub mod growth;
pub mod lattice;
pub mod margin;
mod names;
pub mod picture;
pub mod picture_layout;
pub mod plane;
pub mod predicates;
pub mod run_table;
pub mod scheme;
pub mod timing;
pub mod tree;
pub mod your_move;

pub use names::{Names, values_text};

use hornbook::engine::Event;
use hornbook::horn::SystemClauseId;

/// The clause that a step applies, or finds to fail.
pub fn clause_in_use(event: &Event) -> Option<SystemClauseId> {
    match event {
        Event::EdgeAdded { clause, .. }
        | Event::Subsumed { clause, .. }
        | Event::Contradictory { clause, .. } => Some(*clause),
        Event::Tried { failing } => *failing,
        _ => {
            let root = event.counterexample()?.positions.last()?;
            root.alternatives.first().map(|way| way.clause)
        }
    }
}

#[cfg(test)]
mod tests;
