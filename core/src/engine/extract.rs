//! Taking counterexamples out of an abstract reachability graph (CAV'13, Fig. 3, EXTRACTCEX).
//!
//! Only proper edges are followed: they compute the very sets of their nodes, so once interpolants have become
//! predicates, one of these sets has changed, and the same counterexample is not met again.

use std::collections::BTreeMap;

use super::{Alternative, AndOrTree, Candidate, Chooser, EdgeId, Graph, Item, NodeId, Position, Strategy};

/// The tree has more clause instances than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// The least height of a derivation by proper edges, for each node and for each edge.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    nodes: BTreeMap<NodeId, usize>,
    /// For each node the proper edges that derive it, lowest first.
    candidates: BTreeMap<NodeId, Vec<Candidate>>,
}

impl Heights {
    pub(super) fn of(graph: &Graph) -> Heights {
        let proper: Vec<_> = graph.edges().filter(|(_, e)| graph.is_proper(e)).collect();
        let mut nodes: BTreeMap<NodeId, usize> = BTreeMap::new();
        let height = |nodes: &BTreeMap<NodeId, usize>, body: &[NodeId]| {
            body.iter().try_fold(1, |h: usize, n| nodes.get(n).map(|below| h.max(below + 1)))
        };
        // Level by level, so that the first height found is the least.
        let mut open = proper.clone();
        loop {
            let mut reached: Vec<(NodeId, usize)> = Vec::new();
            open.retain(|(_, edge)| match height(&nodes, &edge.body) {
                None => true,
                Some(h) => {
                    reached.push((edge.head, h));
                    false
                }
            });
            if reached.is_empty() {
                break;
            }
            for (node, h) in reached {
                nodes.entry(node).or_insert(h);
            }
        }
        let mut candidates: BTreeMap<NodeId, Vec<Candidate>> = BTreeMap::new();
        for (id, edge) in proper {
            if let Some(height) = height(&nodes, &edge.body) {
                let candidate = Candidate { edge: id, clause: edge.clause, height };
                candidates.entry(edge.head).or_default().push(candidate);
            }
        }
        for list in candidates.values_mut() {
            list.sort_by_key(|c| (c.height, c.edge));
        }
        Heights { nodes, candidates }
    }

    /// Can the node be derived?
    pub(super) fn derives(&self, node: NodeId) -> bool {
        self.nodes.contains_key(&node)
    }

    /// The edges that a strategy follows by default.
    fn usual(&self, node: NodeId, strategy: Strategy) -> Vec<EdgeId> {
        let candidates = self.candidates.get(&node).map_or(&[][..], |c| c);
        let least = candidates.first().map(|c| c.height);
        let lowest = candidates.iter().filter(|c| Some(c.height) == least).map(|c| c.edge);
        match strategy {
            Strategy::Tree => lowest.take(1).collect(),
            Strategy::Disjunctive => lowest.collect(),
        }
    }
}

/// The derivations of `false` by a query and the nodes of its body. Without a chooser, those of the strategy.
pub(super) fn extract(
    graph: &Graph,
    heights: &Heights,
    query: &Item,
    strategy: Strategy,
    mut chooser: Option<&mut dyn Chooser>,
    limit: usize,
) -> Result<AndOrTree, TooLarge> {
    // From the root downwards: parents before children, to be reversed in the end.
    let mut positions = vec![Position { node: None, alternatives: Vec::new() }];
    let mut depths = vec![0];
    let mut instances = 0;
    let mut next = 0;
    while next < positions.len() {
        let depth = depths[next];
        let ways = match positions[next].node {
            None => vec![(query.clause, None, query.body.clone())],
            Some(node) => {
                let mut edges = heights.usual(node, strategy);
                let candidates = heights.candidates.get(&node).map_or(&[][..], |c| c);
                if let Some(chooser) = chooser.as_mut() {
                    let mut chosen = chooser.edges(node, depth, candidates, edges.clone());
                    chosen.retain(|e| candidates.iter().any(|c| c.edge == *e));
                    chosen.sort_unstable();
                    chosen.dedup();
                    if !chosen.is_empty() {
                        edges = chosen;
                    }
                }
                let way = |id: EdgeId| graph.edge(id).map(|e| (e.clause, Some(id), e.body.clone()));
                edges.into_iter().filter_map(way).collect()
            }
        };
        for (clause, edge, body) in ways {
            instances += 1;
            if instances > limit || positions.len() + body.len() > limit.saturating_mul(8) {
                return Err(TooLarge);
            }
            let mut children = Vec::with_capacity(body.len());
            for node in body {
                children.push(positions.len());
                positions.push(Position { node: Some(node), alternatives: Vec::new() });
                depths.push(depth + 1);
            }
            positions[next].alternatives.push(Alternative { clause, edge, children });
        }
        next += 1;
    }
    let last = positions.len() - 1;
    positions.reverse();
    for child in positions.iter_mut().flat_map(|p| &mut p.alternatives).flat_map(|a| &mut a.children) {
        *child = last - *child;
    }
    Ok(AndOrTree { positions })
}
