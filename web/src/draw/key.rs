//! What the parts of a picture are called: by programs that take a picture apart, and by models that are told
//! what was clicked.

use std::fmt;

/// Which node of a picture it is. What the numbers count is up to the model that has made the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeKey {
    /// A node of a graph, a position of a tree, a copy, a fact, an element of a lattice.
    Number(u32),
    /// A clause that stands between nodes.
    Clause(u32),
    /// The head of a clause that is not reached, or `false`.
    Goal,
}

/// Which edge of a picture it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeKey {
    /// An edge that has a number of its own.
    Number(u32),
    /// The edge to the goal.
    Goal,
    /// From a node of this number to one that covers it.
    Covers(u32),
    /// The only edge between two nodes.
    Between(NodeKey, NodeKey),
}

/// A part of a picture that can be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Node(NodeKey),
    Edge(EdgeKey),
}

impl NodeKey {
    pub fn number(index: usize) -> NodeKey {
        NodeKey::Number(index as u32)
    }

    pub fn clause(index: usize) -> NodeKey {
        NodeKey::Clause(index as u32)
    }

    /// The number of a node that has one.
    pub fn index(self) -> Option<usize> {
        match self {
            NodeKey::Number(index) => Some(index as usize),
            NodeKey::Clause(_) | NodeKey::Goal => None,
        }
    }

    fn named(name: &str) -> Option<NodeKey> {
        if name == GOAL {
            return Some(NodeKey::Goal);
        }
        let number = |prefix: &str| name.strip_prefix(prefix)?.parse().ok();
        number("n").map(NodeKey::Number).or_else(|| number("c").map(NodeKey::Clause))
    }
}

const GOAL: &str = "goal";
const TO_GOAL: &str = "to_goal";

impl Default for NodeKey {
    fn default() -> NodeKey {
        NodeKey::Number(0)
    }
}

impl Default for EdgeKey {
    fn default() -> EdgeKey {
        EdgeKey::Number(0)
    }
}

impl fmt::Display for NodeKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NodeKey::Number(number) => write!(formatter, "n{number}"),
            NodeKey::Clause(number) => write!(formatter, "c{number}"),
            NodeKey::Goal => formatter.write_str(GOAL),
        }
    }
}

impl fmt::Display for EdgeKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EdgeKey::Number(number) => write!(formatter, "e{number}"),
            EdgeKey::Goal => formatter.write_str(TO_GOAL),
            EdgeKey::Covers(number) => write!(formatter, "covers{number}"),
            EdgeKey::Between(tail, head) => write!(formatter, "{tail}_{head}"),
        }
    }
}

/// The part with a name, as keys write it.
pub fn part_named(name: &str) -> Option<Part> {
    if name == TO_GOAL {
        return Some(Part::Edge(EdgeKey::Goal));
    }
    if let Some((tail, head)) = name.split_once('_') {
        return Some(Part::Edge(EdgeKey::Between(NodeKey::named(tail)?, NodeKey::named(head)?)));
    }
    let number = |prefix: &str| name.strip_prefix(prefix)?.parse().ok();
    let edge = number("e").map(EdgeKey::Number).or_else(|| number("covers").map(EdgeKey::Covers));
    edge.map(Part::Edge).or_else(|| NodeKey::named(name).map(Part::Node))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_parts() {
        let nodes = [NodeKey::Number(0), NodeKey::Number(u32::MAX), NodeKey::Clause(7), NodeKey::Goal];
        let mut edges = vec![EdgeKey::Number(3), EdgeKey::Goal, EdgeKey::Covers(3)];
        edges.extend(nodes.iter().flat_map(|tail| nodes.map(|head| EdgeKey::Between(*tail, head))));
        for node in nodes {
            assert_eq!(part_named(&node.to_string()), Some(Part::Node(node)));
        }
        for edge in edges {
            assert_eq!(part_named(&edge.to_string()), Some(Part::Edge(edge)));
        }
        for name in ["", "n", "x1", "n-1", "n1_", "n99999999999", "goals"] {
            assert_eq!(part_named(name), None, "{name}");
        }
    }
}
