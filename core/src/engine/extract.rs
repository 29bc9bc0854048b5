//! Taking counterexamples out of an abstract reachability graph (CAV'13, Fig. 3, EXTRACTCEX).
//!
//! What is taken is an and/or dag: whatever derives the same node by the same edges is there once. Which
//! edges are followed is the strategy:
//!
//! - TI follows one edge at each node, of the lowest derivation.
//! - DI takes *all* counterexamples of minimal depth. A query of height `h` leaves `h - 1` for what it uses,
//!   and at a node with height `d` left every edge of height at most `d` is followed. So a node that is low
//!   beside a high sibling has all its derivations that fit, not only its lowest. The same node with another
//!   height left is another position, unless both follow the same edges.
//! - The global algorithm follows all edges because of which a node is as weak as it is: the edges of the
//!   node, and along subsumption edges those of the stronger nodes before it (thesis, Fig. 5.9).
//!
//! TI and DI follow proper edges only: these compute the very sets of their nodes, so once interpolants have
//! become predicates, one of these sets has changed, and the same counterexample is not met again.

use rustc_hash::FxHashMap;

use super::{
    Alternative, AndOrTree, Candidate, Chooser, EdgeId, Graph, Item, NodeId, Position, PositionId, Strategy,
};
use crate::order::{Map, sort_by_key};

/// The dag has more clause instances than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// The least height of a derivation, for each node and for each edge that may be followed.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    nodes: Map<NodeId, usize>,
    /// For each node the edges that may be followed, lowest first.
    candidates: Map<NodeId, Vec<Candidate>>,
}

impl Heights {
    /// By proper edges.
    pub(super) fn of(graph: &Graph) -> Heights {
        let proper = graph.edges().filter(|(_, e)| graph.is_proper(e));
        Heights::by(graph, proper.map(|(id, e)| (e.head, id)).collect())
    }

    /// By the edges that a strategy may follow.
    pub(super) fn of_strategy(graph: &Graph, strategy: Strategy) -> Heights {
        if strategy != Strategy::Global {
            return Heights::of(graph);
        }
        let because = |(id, node): (NodeId, &super::Node)| {
            node.because.iter().map(move |edge| (id, *edge)).collect::<Vec<_>>()
        };
        Heights::by(graph, graph.nodes().flat_map(because).collect())
    }

    fn by(graph: &Graph, followed: Vec<(NodeId, EdgeId)>) -> Heights {
        let mut nodes: Map<NodeId, usize> = Map::new();
        let height = |nodes: &Map<NodeId, usize>, edge: EdgeId| {
            let body = &graph.edge(edge)?.body;
            body.iter().try_fold(1, |h: usize, n| nodes.get(n).map(|below| h.max(below + 1)))
        };
        // Level by level, so that the first height found is the least.
        let mut open = followed.clone();
        loop {
            let mut reached: Vec<(NodeId, usize)> = Vec::new();
            open.retain(|(node, edge)| match height(&nodes, *edge) {
                None => true,
                Some(h) => {
                    reached.push((*node, h));
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
        for (node, id) in followed {
            if let (Some(height), Some(edge)) = (height(&nodes, id), graph.edge(id)) {
                let candidate = Candidate { edge: id, clause: edge.clause, height };
                candidates.get_or_default(node).push(candidate);
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

    /// The height of the lowest derivation of a node.
    pub(super) fn of_node(&self, node: NodeId) -> usize {
        self.nodes.get(&node).copied().unwrap_or(0)
    }

    pub(super) fn candidates(&self, node: NodeId) -> &[Candidate] {
        self.candidates.get(&node).map_or(&[], |c| c)
    }

    /// The edges that a strategy follows by default where so much height is left.
    pub(super) fn usual(&self, graph: &Graph, node: NodeId, left: usize, strategy: Strategy) -> Vec<EdgeId> {
        let candidates = self.candidates(node).iter();
        match strategy {
            Strategy::Tree | Strategy::Cdd | Strategy::Auto | Strategy::Unwind | Strategy::Pdr => {
                candidates.take(1).map(|c| c.edge).collect()
            }
            Strategy::Disjunctive => candidates.filter(|c| c.height <= left).map(|c| c.edge).collect(),
            // They start from older nodes, so following them ends.
            Strategy::Global => undominated(graph, &candidates.map(|c| c.edge).collect::<Vec<_>>()),
        }
    }
}

/// Without the edges whose derivations are all derivations of another one. The conjunctions of a relation
/// symbol become weaker and weaker, and a younger node has been derived in all the ways of an older one. So
/// of two edges by the same clause, the one from younger nodes does.
fn undominated(graph: &Graph, edges: &[EdgeId]) -> Vec<EdgeId> {
    let body = |id: EdgeId| graph.edge(id).map(|e| (e.clause, &e.body));
    let is_dominated = |one: EdgeId, other: EdgeId| {
        let (Some((clause, older)), Some((same, younger))) = (body(one), body(other)) else { return false };
        clause == same && one != other && older.iter().zip(younger).all(|(n, m)| n <= m)
    };
    edges.iter().copied().filter(|one| !edges.iter().any(|other| is_dominated(*one, *other))).collect()
}

/// Where a node is derived: how much height is left, and how far below the root, as far as these matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    node: NodeId,
    left: usize,
    depth: usize,
}

/// A position by what is below it, so that there is one for each.
type Content = (NodeId, Vec<(EdgeId, Vec<PositionId>)>);

/// The counterexamples that a strategy wants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) strategy: Strategy,
    /// How much deeper than minimal they may be.
    pub(super) deeper: usize,
    /// At most this many clause instances.
    pub(super) limit: usize,
}

/// The derivations of `false` by a query and the nodes of its body, as a dag in which nothing is there twice.
/// Without a chooser, those of the strategy.
pub(super) fn extract(
    graph: &Graph,
    heights: &Heights,
    query: &Item,
    wanted: Wanted,
    mut chooser: Option<&mut dyn Chooser>,
) -> Result<AndOrTree, TooLarge> {
    let Wanted { strategy, deeper, limit } = wanted;
    let by_depth = chooser.is_some();
    let place = |node: NodeId, left: usize, depth: usize| Place {
        node,
        left: if strategy == Strategy::Disjunctive { left } else { 0 },
        depth: if by_depth { depth } else { 0 },
    };
    let mut positions: Vec<Position> = Vec::new();
    let mut known: FxHashMap<Content, PositionId> = FxHashMap::default();
    let mut number: FxHashMap<Place, PositionId> = FxHashMap::default();
    // The edges that are followed at a place, with the places of their bodies.
    let mut ways: FxHashMap<Place, Vec<(EdgeId, Vec<Place>)>> = FxHashMap::default();
    let mut instances = 1;
    let left = heights.of_query(query) - 1 + deeper;
    let below_root: Vec<Place> = query.body.iter().map(|n| place(*n, left, 1)).collect();
    // Bodies before heads: a walk that finishes what is below first.
    let mut open: Vec<(Place, bool)> = below_root.iter().rev().map(|p| (*p, false)).collect();
    while let Some((here, below_done)) = open.pop() {
        if number.contains_key(&here) {
            continue;
        }
        if below_done {
            let ways = ways.remove(&here).unwrap_or_default();
            let children = |body: &[Place]| body.iter().filter_map(|p| number.get(p).copied()).collect();
            let content: Vec<(EdgeId, Vec<PositionId>)> =
                ways.iter().map(|(edge, body)| (*edge, children(body))).collect();
            let key = (here.node, content);
            let index = if let Some(index) = known.get(&key) {
                *index
            } else {
                instances += key.1.len();
                if instances > limit {
                    return Err(TooLarge);
                }
                let alternatives = key.1.iter().filter_map(|(edge, children)| {
                    let clause = graph.edge(*edge)?.clause;
                    Some(Alternative { clause, edge: Some(*edge), children: children.clone() })
                });
                positions.push(Position { node: Some(here.node), alternatives: alternatives.collect() });
                let index = PositionId::at(positions.len() - 1);
                known.insert(key, index);
                index
            };
            number.insert(here, index);
            continue;
        }
        // The same content at many places is one position, but looking for it must end as well.
        if number.len() + ways.len() > limit.saturating_mul(PLACES_PER_INSTANCE) {
            return Err(TooLarge);
        }
        let mut edges = heights.usual(graph, here.node, here.left, strategy);
        let candidates = heights.candidates(here.node);
        if let Some(chooser) = chooser.as_mut() {
            let mut chosen = chooser.edges(here.node, here.depth, candidates, edges.clone());
            chosen.retain(|e| candidates.iter().any(|c| c.edge == *e));
            if !chosen.is_empty() {
                edges = chosen;
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let mut followed = Vec::with_capacity(edges.len());
        for id in edges {
            let Some(edge) = graph.edge(id) else { continue };
            // A chooser may ask for more than is left.
            let height = candidates.iter().find(|c| c.edge == id).map_or(1, |c| c.height);
            let left = here.left.max(height) - 1;
            followed.push((id, edge.body.iter().map(|n| place(*n, left, here.depth + 1)).collect()));
        }
        open.push((here, true));
        let below = followed.iter().rev().flat_map(|(_, body): &(EdgeId, Vec<Place>)| body.iter().rev());
        open.extend(below.filter(|p| !number.contains_key(p)).map(|p| (*p, false)));
        ways.insert(here, followed);
    }
    let children = below_root.iter().filter_map(|p| number.get(p).copied()).collect();
    let root = Alternative { clause: query.clause, edge: None, children };
    positions.push(Position { node: None, alternatives: vec![root] });
    Ok(AndOrTree { positions })
}

/// At most this many places are looked at for each clause instance that is allowed.
const PLACES_PER_INSTANCE: usize = 64;
