//! The counterexample that a person chooses: edges at each position, down to where nothing is said, and from
//! there on what the strategy says.
//!
//! On the graph of gcd with the edges 0, 1 and 2 by clauses 1, 2 and 3, the ways `0,1(0),2(0)` for the query
//! are `tree₂` of CAV'13, Example 6: `And(4, Or(And(1), And(2, And(1)), And(3, And(1))))`.

use super::extract::Heights;
use super::{
    Alternative, AndOrTree, EdgeId, Graph, Item, Misfit, NodeId, Position, PositionId, Strategy, Ways,
};

/// The tree of chosen ways below a query, or why there is none.
pub(super) fn picked(
    graph: &Graph,
    heights: &Heights,
    query: &Item,
    body: &[Ways],
    strategy: Strategy,
    limit: usize,
) -> Result<AndOrTree, Misfit> {
    let nothing = Ways::default();
    // From the root downwards: a node to derive, in these ways or with so much height left.
    let way_of = |body: &'_ [Ways], i: usize| -> Option<Ways> { body.get(i).cloned() };
    let mut open: Vec<(NodeId, Ways, usize)> = Vec::new();
    if body.len() > query.body.len().max(1) {
        return Err(Misfit::NoSuchEdge);
    }
    for (i, node) in query.body.iter().enumerate() {
        let ways = way_of(body, i).unwrap_or_else(|| nothing.clone());
        open.push((*node, ways, heights.of_node(*node)));
    }
    let root = Alternative {
        clause: query.clause,
        edge: None,
        children: (1..=open.len()).map(PositionId::at).collect(),
    };
    let mut positions = vec![Position { node: None, alternatives: vec![root] }];
    let mut instances = 1;
    while let Some((node, ways, left)) = open.get(positions.len() - 1).cloned() {
        let candidates = heights.candidates(node);
        let mut edges: Vec<(EdgeId, Vec<Ways>)> = ways.0;
        if edges.is_empty() {
            let usual = heights.usual(graph, node, left, strategy);
            edges = usual.into_iter().map(|edge| (edge, Vec::new())).collect();
        }
        let mut alternatives: Vec<Alternative> = Vec::with_capacity(edges.len());
        for (id, below) in edges {
            let known = candidates.iter().any(|c| c.edge == id);
            let Some(edge) = graph.edge(id).filter(|_| known) else { return Err(Misfit::NoSuchEdge) };
            if below.len() > edge.body.len() {
                return Err(Misfit::NoSuchEdge);
            }
            instances += 1;
            if instances > limit {
                return Err(Misfit::TooLarge(limit));
            }
            let first = open.len() + 1;
            for (i, node) in edge.body.iter().enumerate() {
                let ways = way_of(&below, i).unwrap_or_else(|| nothing.clone());
                open.push((*node, ways, heights.of_node(*node)));
            }
            let children = (first..=open.len()).map(PositionId::at).collect();
            alternatives.push(Alternative { clause: edge.clause, edge: Some(id), children });
        }
        positions.push(Position { node: Some(node), alternatives });
    }
    Ok(AndOrTree::reversed(positions))
}
