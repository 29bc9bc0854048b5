//! Scenes in DOT, the language of Graphviz, for those who want to lay them out in another way.

use std::fmt::Write;

use super::{EdgeKind, Node, NodeKey, Scene, Shape};
use hornbook::order::Set;

/// A scene in DOT. Edges with a label become small nodes of their own, since those of DOT have one tail.
pub fn dot(scene: &Scene) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    write_graph(&mut out, scene).ok();
    out
}

fn write_graph(out: &mut String, scene: &Scene) -> std::fmt::Result {
    writeln!(out, "digraph {} {{", quoted(&scene.title))?;
    writeln!(out, "  node [shape=box, fontname=\"serif\"];")?;
    for node in &scene.nodes {
        let shape = match node.shape {
            Shape::Circle | Shape::Place => ", shape=circle",
            Shape::Final => ", peripheries=2",
            Shape::Plain => ", shape=plaintext",
            Shape::Box | Shape::Initial | Shape::Bar => "",
        };
        let style = if node.is_faint { ", style=dashed" } else { "" };
        writeln!(out, "  {} [label={}{shape}{style}];", node.id, quoted(&label(node)))?;
    }
    let shown: Set<NodeKey> = scene.nodes.iter().map(|node| node.id).collect();
    for edge in scene.edges.iter().filter(|edge| shown.contains(&edge.head)) {
        let tails = edge.tails.iter().filter(|tail| shown.contains(tail));
        let style = match edge.kind {
            EdgeKind::Subsumed | EdgeKind::Choice => " [style=dashed]",
            EdgeKind::Covers => " [style=dotted]",
            EdgeKind::Contradicts => " [style=dashed, color=red]",
            _ => "",
        };
        if !edge.lines.is_empty() {
            let lines: Vec<String> =
                edge.lines.iter().map(|line| line.plain().replace('\u{a0}', " ")).collect();
            for tail in tails {
                writeln!(out, "  {tail} -> {} [label={}];", edge.head, quoted(&lines.join("\n")))?;
            }
        } else if edge.label.is_empty() {
            for tail in tails {
                let arrow = if edge.kind.has_arrow() { "" } else { " [dir=none]" };
                writeln!(out, "  {tail} -> {}{}{arrow};", edge.head, style)?;
            }
        } else {
            writeln!(out, "  {} [label={}, shape=circle, fontsize=10];", edge.id, quoted(&edge.label))?;
            for tail in tails {
                writeln!(out, "  {tail} -> {} [dir=none];", edge.id)?;
            }
            writeln!(out, "  {} -> {}{style};", edge.id, edge.head)?;
        }
    }
    out.push_str("}\n");
    Ok(())
}

fn label(node: &Node) -> String {
    let mut lines: Vec<String> = node.lines.iter().map(|line| line.plain().replace('\u{a0}', " ")).collect();
    if !node.tag.is_empty() {
        lines.insert(0, node.tag.clone());
    }
    lines.join("\n")
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            // Whatever a name may contain: Graphviz writes SVG, which has no room for these.
            '\u{fffe}' | '\u{ffff}' => quoted.push('\u{fffd}'),
            letter if letter.is_control() => quoted.push(' '),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_leaves_its_quotes() {
        assert_eq!(quoted("a\"b\\c\n\u{0}\u{1b}\u{fffe}\u{ffff}"), "\"a\\\"b\\\\c\\n  \u{fffd}\u{fffd}\"");
    }
}
