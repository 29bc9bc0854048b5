//! What there is to draw of a model: a graph in groups, such as one control-flow graph for each procedure.

use serde::{Deserialize, Serialize};

use super::PartId;
use crate::lang::{ClauseId, RelationId, Span};

/// A graph whose nodes and edges are parts of a model. Where they are drawn is up to whoever draws.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// What it is a picture of, such as "control-flow graph".
    pub title: String,
    pub groups: Vec<PictureGroup>,
    pub nodes: Vec<PictureNode>,
    pub edges: Vec<PictureEdge>,
    /// Parts that are coloured alike, such as the places of an invariant.
    pub sets: Vec<PictureSet>,
    /// How many more sets there are.
    pub further_sets: usize,
    /// What the clauses are for, where they come in groups.
    pub clause_groups: Vec<ClauseGroup>,
}

/// Clauses that do the same for a model, such as letting time pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseGroup {
    pub title: String,
    pub clauses: Vec<ClauseId>,
}

/// Nodes that have something in common. A node may be in several sets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureSet {
    /// What they have in common, such as "place invariant p1 + p4 = 1".
    pub title: String,
    pub parts: Vec<PartId>,
}

/// Parts that are drawn together: a procedure, an automaton.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureGroup {
    pub title: String,
}

/// The outline of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// A location or a state.
    #[default]
    Location,
    /// A location where a group begins.
    Initial,
    /// A location where a procedure returns.
    Final,
    /// A location that must not be reached.
    Error,
    /// A place that holds tokens.
    Place,
    /// An action of a net, drawn as a bar.
    Action,
}

/// A location, a place or an action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureNode {
    pub part: PartId,
    /// The group it belongs to, by position.
    pub group: usize,
    pub shape: Shape,
    pub label: String,
    /// What else is written at it, such as the invariant of a location.
    pub lines: Vec<String>,
    pub span: Option<Span>,
    /// The relation symbol that stands for it.
    pub relation: Option<RelationId>,
    /// The column of a [`Run`](super::Run) whose value is written into it: the tokens of a place.
    pub column: Option<usize>,
}

/// A transition between two nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureEdge {
    pub part: PartId,
    /// The ends, which are nodes of the picture.
    pub from: PartId,
    pub to: PartId,
    /// What is written at it: guard, synchronisation, assignments, or the weight of an arc.
    pub lines: Vec<String>,
    pub span: Option<Span>,
    /// The clauses that stand for it.
    pub clauses: Vec<ClauseId>,
}
