//! What a picture says, as a tree of sentences for screen readers and for those who prefer words.

use super::notation::single_spaced;
use super::{Edge, EdgeKind, Line, Mark, Node, NodeKey, Part, Scene, Shape};
use hornbook::order::{Map, Set};

/// Of a node that has more lines than this, what its box shows is told, unless it is selected.
const MOST_LINES: usize = 24;

/// A line of the text alternative of a picture. Items come in the order of reading; a deeper one belongs to
/// the last one that is less deep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeItem {
    pub part: Part,
    /// From 1.
    pub level: usize,
    pub text: String,
    /// What the step did to it.
    pub mark: Option<Mark>,
    pub is_selected: bool,
    pub has_children: bool,
}

/// The text alternative of a picture: every node with the edges that lead to it. Branches of trees are told
/// by the levels.
pub fn text_alternative(scene: &Scene) -> Vec<AlternativeItem> {
    let mut children: Map<Option<NodeKey>, Vec<&Node>> = Map::new();
    let shown: Set<NodeKey> = scene.nodes.iter().map(|node| node.id).collect();
    for node in &scene.nodes {
        let parent = node.parent.filter(|id| *id != node.id && shown.contains(id));
        children.get_or_default(parent).push(node);
    }
    let mut edges: Map<NodeKey, Vec<&Edge>> = Map::new();
    let parents: Map<NodeKey, Option<NodeKey>> =
        scene.nodes.iter().map(|node| (node.id, node.parent)).collect();
    let is_nesting = |edge: &Edge| {
        matches!(edge.kind, EdgeKind::Branch | EdgeKind::Choice)
            && parents
                .get(&edge.head)
                .is_some_and(|parent| parent.is_some() && *parent == edge.tails.first().copied())
    };
    for edge in scene.edges.iter().filter(|edge| !is_nesting(edge)) {
        edges.get_or_default(edge.head).push(edge);
    }
    let mut items = Vec::new();
    let mut open: Vec<(&Node, usize)> = Vec::new();
    let push = |open: &mut Vec<_>, parent: Option<NodeKey>, level: usize| {
        open.extend(children.get(&parent).into_iter().flatten().rev().map(|node| (*node, level)));
    };
    push(&mut open, None, 1);
    while let Some((node, level)) = open.pop() {
        let own: &[&Edge] = edges.get(&node.id).map_or(&[], Vec::as_slice);
        items.push(AlternativeItem {
            part: Part::Node(node.id),
            level,
            text: node_text(node),
            mark: node.mark.clone(),
            is_selected: node.is_selected,
            has_children: !own.is_empty() || children.contains_key(&Some(node.id)),
        });
        items.extend(own.iter().map(|edge| AlternativeItem {
            part: Part::Edge(edge.id),
            level: level + 1,
            text: edge_text(edge),
            mark: edge.mark.clone(),
            is_selected: edge.is_selected,
            has_children: false,
        }));
        push(&mut open, Some(node.id), level + 1);
    }
    items
}

/// What there is to say about a node.
pub(super) fn node_text(node: &Node) -> String {
    let mut text = String::new();
    if node.shape != Shape::Circle {
        // Who has thousands of words read to them hears nothing; whoever selects it hears all.
        let is_told = node.is_selected || node.unabridged.len() <= MOST_LINES;
        let has_more = !node.unabridged.is_empty() && is_told;
        let lines = if has_more { &node.unabridged[..] } else { &node.lines[..] };
        // What else stands in a place are its tokens, which the remark counts.
        let lines = if node.shape == Shape::Place { &lines[..lines.len().min(1)] } else { lines };
        let mut separator = ": ";
        for (i, line) in lines.iter().map(Line::plain).enumerate() {
            // A line that ends with a space is broken there, and goes on.
            if i > 0 && !text.ends_with(' ') {
                text.push_str(separator);
                separator = ", ";
            }
            text.push_str(&line);
            if i == 0 && !node.tag.is_empty() {
                text.push(' ');
                text.push_str(&node.tag);
            }
        }
        text = single_spaced(&text);
        if !node.remark.is_empty() {
            text.push_str(", ");
        }
    }
    text.push_str(&node.remark);
    with_mark(text, node.mark.as_ref())
}

/// What there is to say about an edge.
pub(super) fn edge_text(edge: &Edge) -> String {
    with_mark(edge.remark.clone(), edge.mark.as_ref())
}

fn with_mark(mut text: String, mark: Option<&Mark>) -> String {
    if let Some(mark) = mark {
        text.push_str(" (");
        text.push_str(mark.word);
        text.push_str(" in this step)");
    }
    text
}
