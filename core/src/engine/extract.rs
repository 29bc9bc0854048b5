//! Taking counterexamples out of an abstract reachability graph (CAV'13, Fig. 3, EXTRACTCEX).
//!
//! Only proper edges are followed: they compute the very sets of their nodes, so once interpolants have
//! become predicates, one of these sets has changed, and the same counterexample is not met again.

use super::{
    Alternative, AndOrTree, Candidate, Chooser, Edge, EdgeId, Graph, Item, NodeId, Position, Strategy,
};
use crate::order::{Map, sort_by_key};

/// The tree has more clause instances than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// The least height of a derivation by proper edges, for each node and for each edge.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    nodes: Map<NodeId, usize>,
    /// For each node the proper edges that derive it, lowest first.
    candidates: Map<NodeId, Vec<Candidate>>,
}

impl Heights {
    pub(super) fn of(graph: &Graph) -> Heights {
        let proper: Vec<_> = graph.edges().filter(|(_, e)| graph.is_proper(e)).collect();
        let mut nodes: Map<NodeId, usize> = Map::new();
        let height = |nodes: &Map<NodeId, usize>, body: &[NodeId]| {
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
                nodes.get_or_insert_with(node, || h);
            }
        }
        let mut candidates: Map<NodeId, Vec<Candidate>> = Map::new();
        for (id, edge) in proper {
            if let Some(height) = height(&nodes, &edge.body) {
                let candidate = Candidate { edge: id, clause: edge.clause, height };
                candidates.get_or_default(edge.head).push(candidate);
            }
        }
        for list in candidates.values_mut() {
            sort_by_key(list, |c| (c.height, c.edge));
        }
        Heights { nodes, candidates }
    }

    /// Can the node be derived?
    pub(super) fn derives(&self, node: NodeId) -> bool {
        self.nodes.contains_key(&node)
    }

    /// The height of the lowest derivation of `false` by a query and the nodes of its body.
    pub(super) fn of_query(&self, query: &Item) -> usize {
        1 + query.body.iter().filter_map(|n| self.nodes.get(n)).max().unwrap_or(&0)
    }

    /// The edges that a strategy follows by default.
    fn usual(&self, graph: &Graph, node: NodeId, strategy: Strategy) -> Vec<EdgeId> {
        let candidates = self.candidates.get(&node).map_or(&[][..], |c| c);
        let least = candidates.first().map(|c| c.height);
        let lowest = candidates.iter().filter(|c| Some(c.height) == least).map(|c| c.edge);
        match strategy {
            Strategy::Tree | Strategy::Cdd | Strategy::Auto | Strategy::Unwind => lowest.take(1).collect(),
            Strategy::Disjunctive => lowest.collect(),
            // All that it was made by. These start from older nodes, so following them ends.
            Strategy::Global => graph.node(node).map_or_else(Vec::new, |n| n.because.clone()),
        }
    }
}

/// The derivations as a dag: one position for each node, whatever it is used for, with the edges that the
/// strategy follows.
pub(super) fn extract_shared(
    graph: &Graph,
    heights: &Heights,
    query: &Item,
    strategy: Strategy,
    limit: usize,
) -> Result<AndOrTree, TooLarge> {
    // Bodies before heads: nodes are numbered by a walk that finishes what is below first.
    let mut number: Map<NodeId, usize> = Map::new();
    let mut positions: Vec<Position> = Vec::new();
    let mut instances = 1;
    let ways = |node: NodeId| -> Vec<(EdgeId, &Edge)> {
        let edges = heights.usual(graph, node, strategy);
        edges.into_iter().filter_map(|id| graph.edge(id).map(|e| (id, e))).collect()
    };
    let mut open: Vec<(NodeId, bool)> = query.body.iter().rev().map(|n| (*n, false)).collect();
    while let Some((node, below_done)) = open.pop() {
        if number.contains_key(&node) {
            continue;
        }
        let ways = ways(node);
        if !below_done {
            open.push((node, true));
            let below = ways.iter().flat_map(|(_, e)| e.body.iter().rev());
            open.extend(below.filter(|n| !number.contains_key(n)).map(|n| (*n, false)));
            continue;
        }
        instances += ways.len();
        if instances > limit {
            return Err(TooLarge);
        }
        let alternatives = ways.iter().map(|(id, e)| Alternative {
            clause: e.clause,
            edge: Some(*id),
            children: e.body.iter().filter_map(|n| number.get(n).copied()).collect(),
        });
        let position = Position { node: Some(node), alternatives: alternatives.collect() };
        number.insert(node, positions.len());
        positions.push(position);
    }
    let children = query.body.iter().filter_map(|n| number.get(n).copied()).collect();
    let root = Alternative { clause: query.clause, edge: None, children };
    positions.push(Position { node: None, alternatives: vec![root] });
    Ok(AndOrTree { positions })
}

/// A part of the single derivation of minimal depth, with at most so many clause instances; the other
/// positions are open.
///
/// Branch by branch: each goes down to a fact, those that start higher up first. A branch alone often has no
/// values, while the whole derivation may be exponentially larger than the graph.
pub(super) fn extract_part(graph: &Graph, heights: &Heights, query: &Item, limit: usize) -> AndOrTree {
    let mut positions = vec![Position { node: None, alternatives: Vec::new() }];
    let mut queue = std::collections::VecDeque::from([0]);
    let mut instances = 0;
    while let Some(start) = queue.pop_front() {
        let mut next = Some(start);
        while let Some(i) = next.take() {
            if instances == limit {
                break;
            }
            instances += 1;
            let (clause, edge, body) = match positions[i].node {
                None => (query.clause, None, &query.body),
                Some(node) => {
                    let usual = heights.usual(graph, node, Strategy::Tree).first().copied();
                    let Some((id, edge)) = usual.and_then(|id| graph.edge(id).map(|e| (id, e))) else {
                        continue;
                    };
                    (edge.clause, Some(id), &edge.body)
                }
            };
            let children: Vec<usize> = (positions.len()..positions.len() + body.len()).collect();
            positions.extend(body.iter().map(|n| Position { node: Some(*n), alternatives: Vec::new() }));
            next = children.first().copied();
            queue.extend(children.iter().skip(1));
            positions[i].alternatives.push(Alternative { clause, edge, children });
        }
        if instances == limit {
            break;
        }
    }
    children_first(positions)
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
                let mut edges = heights.usual(graph, node, strategy);
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
            if instances > limit || positions.len() + body.len() > limit.saturating_mul(64) {
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
    Ok(children_first(positions))
}

/// A tree from positions of which parents come before their children.
fn children_first(mut positions: Vec<Position>) -> AndOrTree {
    let last = positions.len() - 1;
    positions.reverse();
    for child in positions.iter_mut().flat_map(|p| &mut p.alternatives).flat_map(|a| &mut a.children) {
        *child = last - *child;
    }
    AndOrTree { positions }
}
