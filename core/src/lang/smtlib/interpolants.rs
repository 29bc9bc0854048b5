//! The partitions of interpolation queries.
//!
//! `(get-interpolants A B C)` is a sequence: a chain of nodes, each the parent of the one before. Parentheses
//! open a branch of a tree, in the notation of `SMTInterpol`: in `(get-interpolants A B (C D) E)` the node
//! `E` is the parent of `B` and of `D`. A node with several assertions is written `(and A B)`.

use super::script::Reader;
use super::sexpr::NodeId;
use super::vocabulary::Word;
use crate::lang::{Diagnostic, Span};

/// A node of an interpolation problem's tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterpolationNode {
    /// The names of the assertions whose conjunction labels the node.
    pub names: Vec<String>,
    /// Positions of earlier nodes.
    pub children: Vec<usize>,
    pub span: Span,
}

enum Task {
    Read(NodeId),
    /// The branch that began when there were this many open roots ends.
    EndBranch,
}

impl Reader<'_, '_> {
    pub(super) fn interpolation(&mut self, node: NodeId) -> Option<Vec<InterpolationNode>> {
        let tree = self.elaborator.tree;
        let mut nodes: Vec<InterpolationNode> = Vec::new();
        // The roots found so far, for each open branch.
        let mut branches: Vec<Vec<usize>> = vec![Vec::new()];
        let mut fine = true;
        let mut tasks: Vec<Task> = reversed(tree.children(node).skip(1));
        while let Some(task) = tasks.pop() {
            let part = match task {
                Task::Read(part) => part,
                Task::EndBranch => {
                    let roots = branches.pop().unwrap_or_default();
                    match branches.last_mut() {
                        Some(parent) => parent.extend(roots),
                        None => branches.push(roots),
                    }
                    continue;
                }
            };
            let head = tree.children(part).next().and_then(|n| tree.symbol(n)).and_then(Word::of);
            if tree.is_list(part) && head != Some(Word::And) {
                tasks.push(Task::EndBranch);
                tasks.extend(reversed(tree.children(part)));
                branches.push(Vec::new());
                continue;
            }
            let atoms: Vec<NodeId> =
                if tree.is_list(part) { tree.children(part).skip(1).collect() } else { vec![part] };
            let mut names = Vec::new();
            for atom in atoms {
                match self.assertion_name(atom) {
                    Some(name) => names.push(name),
                    None => fine = false,
                }
            }
            if let Some(roots) = branches.last_mut() {
                let children = std::mem::take(roots);
                roots.push(nodes.len());
                nodes.push(InterpolationNode { names, children, span: tree.span(part) });
            }
        }
        let roots = branches.pop().unwrap_or_default();
        if fine && (nodes.len() < 2 || roots.len() != 1) {
            let message = if nodes.len() < 2 {
                "interpolation needs at least two named assertions"
            } else {
                "the last node of an interpolation tree must be outside all parentheses"
            };
            self.elaborator.refuse(node, message);
            fine = false;
        }
        fine.then_some(nodes)
    }

    fn assertion_name(&mut self, node: NodeId) -> Option<String> {
        let tree = self.elaborator.tree;
        let span = tree.span(node);
        let Some(name) = tree.symbol(node) else {
            self.elaborator.report.error(span, "expected the name of an assertion");
            return None;
        };
        let text = tree.name(name);
        if self.is_asserted(name) {
            return Some(text.to_owned());
        }
        let diagnostic = Diagnostic::error(span, format!("`{text}` is not the name of an assertion"));
        let known = self.assertions.iter().map(|name| tree.name(*name));
        let similar = self.elaborator.report.nearest(text, known);
        self.elaborator.report.push(match similar {
            Some(similar) => diagnostic.with_hint(format!("did you mean `{similar}`?")),
            None => diagnostic.with_hint("name it where it is asserted: `(assert (! formula :named name))`"),
        });
        None
    }
}

fn reversed(parts: impl Iterator<Item = NodeId>) -> Vec<Task> {
    let mut tasks: Vec<Task> = parts.map(Task::Read).collect();
    tasks.reverse();
    tasks
}
