//! Abstract reachability graphs (CAV'13, Sect. 6.1): nodes are relation symbols with sets of predicates,
//! hyper-edges are clauses.
//!
//! ```text
//! ⟨(p, {X ≥ 0}), (q, {})⟩ ─ clause 3 → (r, {X ≥ Y})
//! ```
//!
//! An edge computes the set of predicates that hold in its head. If there is a node with fewer of them, which
//! therefore allows more, the edge leads there: it is *subsumed*. An edge that computes the very set of its
//! node is *proper*, and every node is derived by proper edges alone. Numbers of nodes and edges are never
//! used again.

use serde::{Deserialize, Serialize};

use super::PredicateId;
use crate::horn::{SystemClauseId, SystemRelationId};
use crate::order::Map;

/// A node of an abstract reachability graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(pub u32);

/// A hyper-edge of an abstract reachability graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EdgeId(pub u32);

/// A relation symbol where these predicates hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub relation: SystemRelationId,
    /// Sorted.
    pub predicates: Vec<PredicateId>,
    /// A younger node that allows more, so that this one need not be followed further.
    pub covered_by: Option<NodeId>,
    /// The height of the derivation that was found first.
    pub depth: usize,
    /// The edges that it was made by: one, or with a global approximation all those whose heads it unites.
    pub because: Vec<EdgeId>,
}

/// A clause applied to nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub clause: SystemClauseId,
    pub body: Vec<NodeId>,
    pub head: NodeId,
    /// The predicates that hold in the head, sorted: those of its node, and more if the edge is subsumed.
    pub computed: Vec<PredicateId>,
}

/// The graph as it is now.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Map<NodeId, Node>,
    edges: Map<EdgeId, Edge>,
    next_node: u32,
    next_edge: u32,
}

impl Graph {
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().map(|(id, node)| (*id, node))
    }

    pub fn edges(&self) -> impl Iterator<Item = (EdgeId, &Edge)> {
        self.edges.iter().map(|(id, edge)| (*id, edge))
    }

    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    pub fn edge(&self, id: EdgeId) -> Option<&Edge> {
        self.edges.get(&id)
    }

    /// Does the edge compute the set of its node?
    pub fn is_proper(&self, edge: &Edge) -> bool {
        self.node(edge.head).is_some_and(|node| node.predicates == edge.computed)
    }

    /// Must the node be followed: is it there, and not covered?
    pub fn is_active(&self, id: NodeId) -> bool {
        self.node(id).is_some_and(|node| node.covered_by.is_none())
    }

    /// The nodes of a relation symbol that are not covered, oldest first.
    pub fn active(&self, relation: SystemRelationId) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes().filter(move |(_, node)| node.relation == relation && node.covered_by.is_none())
    }

    /// The oldest node that allows all that a set of predicates allows.
    pub(super) fn subsumer(&self, relation: SystemRelationId, set: &[PredicateId]) -> Option<NodeId> {
        self.active(relation).find(|(_, node)| is_subset(&node.predicates, set)).map(|(id, _)| id)
    }

    pub(super) fn add_node(&mut self, node: Node) -> NodeId {
        let id = NodeId(self.next_node);
        self.next_node += 1;
        self.nodes.insert(id, node);
        id
    }

    pub(super) fn add_edge(&mut self, edge: Edge) -> EdgeId {
        let id = EdgeId(self.next_edge);
        self.next_edge += 1;
        self.edges.insert(id, edge);
        id
    }

    /// The number that the next edge will have.
    pub(super) fn next_edge(&self) -> EdgeId {
        EdgeId(self.next_edge)
    }

    pub(super) fn edge_mut(&mut self, id: EdgeId) -> Option<&mut Edge> {
        self.edges.get_mut(&id)
    }

    /// Marks what a new node covers; returns that.
    pub(super) fn cover(&mut self, id: NodeId) -> Vec<NodeId> {
        let Some(by) = self.nodes.get(&id).cloned() else { return Vec::new() };
        let mut covered = Vec::new();
        for (other, node) in self.nodes.iter_mut() {
            if *other != id
                && node.relation == by.relation
                && node.covered_by.is_none()
                && is_subset(&by.predicates, &node.predicates)
            {
                node.covered_by = Some(id);
                covered.push(*other);
            }
        }
        covered
    }

    /// Nodes whose cover has gone must be followed again.
    pub(super) fn uncover(&mut self) -> Vec<NodeId> {
        let lost: Vec<NodeId> = self
            .nodes()
            .filter(|(_, node)| node.covered_by.is_some_and(|by| !self.nodes.contains_key(&by)))
            .map(|(id, _)| id)
            .collect();
        for id in &lost {
            if let Some(node) = self.nodes.get_mut(id) {
                node.covered_by = None;
            }
        }
        lost
    }

    /// Keeps only some nodes, and the edges between them; returns what went.
    pub(super) fn retain(&mut self, keep: impl Fn(NodeId) -> bool) -> (Vec<NodeId>, Vec<(EdgeId, Edge)>) {
        let stays = |e: &Edge| keep(e.head) && e.body.iter().all(|n| keep(*n));
        let edges: Vec<(EdgeId, Edge)> =
            self.edges.iter().filter(|(_, e)| !stays(e)).map(|(id, e)| (*id, e.clone())).collect();
        let nodes: Vec<NodeId> = self.nodes.keys().copied().filter(|id| !keep(*id)).collect();
        self.edges.retain(|_, e| stays(e));
        self.nodes.retain(|id, _| keep(*id));
        (nodes, edges)
    }
}

/// Is one sorted set contained in the other?
pub(super) fn is_subset(smaller: &[PredicateId], larger: &[PredicateId]) -> bool {
    let mut rest = larger.iter();
    smaller.iter().all(|p| rest.any(|q| q == p))
}
