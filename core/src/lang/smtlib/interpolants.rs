//! The partitions of interpolation queries.
//!
//! `(get-interpolants A B C)` is a sequence: a chain of nodes, each the parent of the one before. Parentheses
//! open a branch of a tree, in the notation of `SMTInterpol`: in `(get-interpolants A B (C D) E)` the node
//! `E` is the parent of `B` and of `D`. A node with several assertions is written `(and A B)`.
//! `(get-interpolants :symmetric A B C)` asks for one interpolant for each of the partitions, and
//! `(get-interpolants :dag (en u A) (u ex B))` for one for each vertex of a dag ([`InterpolationDag`]), and
//! `(get-interpolants :disjunctive (and C (! (or A B) :named p)))` for one for each marked position of a
//! formula ([`InterpolationPosition`]).

use super::dag::InterpolationDag;
use super::positions::InterpolationPosition;
use super::script::Reader;
use super::sexpr::{Kind, NodeId};
use super::vocabulary::Word;
use crate::lang::{Diagnostic, Span};

/// What interpolants are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InterpolationQuery {
    /// A tree in post-order: children come before their parent, and the last node is the root.
    Tree(Vec<InterpolationNode>),
    /// Nodes without children (thesis, Sect. 5.3.3).
    Symmetric(Vec<InterpolationNode>),
    Dag(InterpolationDag),
    /// A formula with marked positions (CAV'13, Def. 2).
    Disjunctive(Vec<InterpolationPosition>),
}

impl InterpolationQuery {
    /// How many parts and names it has.
    pub fn size(&self) -> usize {
        let with_names = |names: &Vec<String>| 1 + names.len();
        match self {
            InterpolationQuery::Tree(nodes) | InterpolationQuery::Symmetric(nodes) => {
                nodes.iter().map(|node| with_names(&node.names)).sum()
            }
            InterpolationQuery::Dag(InterpolationDag { vertices, edges }) => {
                let of_edges: usize = edges.iter().map(|edge| with_names(&edge.names)).sum();
                vertices.iter().map(|vertex| with_names(&vertex.names)).sum::<usize>() + of_edges
            }
            InterpolationQuery::Disjunctive(positions) => {
                positions.iter().map(|position| 1 + position.body.len()).sum()
            }
        }
    }

    /// The nodes, if they are a plain list: a chain, each the parent of the one before.
    pub fn as_sequence(&self) -> Option<&[InterpolationNode]> {
        let InterpolationQuery::Tree(nodes) = self else { return None };
        let is_chain =
            nodes.iter().enumerate().all(|(i, node)| node.children.iter().copied().eq(i.checked_sub(1)));
        is_chain.then_some(nodes)
    }
}

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
    pub(super) fn interpolation(&mut self, node: NodeId) -> Option<InterpolationQuery> {
        let tree = self.elaborator.tree;
        let parts: Vec<NodeId> = tree.children(node).skip(1).collect();
        let Some((keyword, parts)) = parts.split_first().filter(|(k, _)| tree.kind(**k) == Kind::Keyword)
        else {
            return self.interpolation_tree(node).map(InterpolationQuery::Tree);
        };
        match tree.source(*keyword) {
            ":symmetric" => self.interpolation_partitions(node, parts).map(InterpolationQuery::Symmetric),
            ":dag" => self.interpolation_dag(node, parts).map(InterpolationQuery::Dag),
            ":disjunctive" => self.interpolation_positions(node, parts).map(InterpolationQuery::Disjunctive),
            _ => {
                self.elaborator.refuse(
                    *keyword,
                    "expected `:symmetric`, `:dag`, `:disjunctive` or the name of an assertion",
                );
                None
            }
        }
    }

    /// A plain list of partitions.
    fn interpolation_partitions(&mut self, node: NodeId, parts: &[NodeId]) -> Option<Vec<InterpolationNode>> {
        let mut nodes = Vec::new();
        for part in parts {
            let names = self.partition(*part)?;
            nodes.push(InterpolationNode {
                names,
                children: Vec::new(),
                span: self.elaborator.tree.span(*part),
            });
        }
        if nodes.len() < 2 {
            self.elaborator.refuse(node, "interpolation needs at least two named assertions");
            return None;
        }
        Some(nodes)
    }

    /// The names of a partition: `A`, or `(and A B)`.
    pub(super) fn partition(&mut self, part: NodeId) -> Option<Vec<String>> {
        let tree = self.elaborator.tree;
        if !tree.is_list(part) {
            return self.assertion_name(part).map(|name| vec![name]);
        }
        let atoms: Vec<NodeId> = tree.children(part).collect();
        if atoms.first().and_then(|n| tree.symbol(*n)).and_then(Word::of) != Some(Word::And) {
            self.elaborator.refuse(part, "expected the name of an assertion, or `(and A B)`");
            return None;
        }
        atoms.into_iter().skip(1).map(|atom| self.assertion_name(atom)).collect()
    }

    fn interpolation_tree(&mut self, node: NodeId) -> Option<Vec<InterpolationNode>> {
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

    pub(super) fn assertion_name(&mut self, node: NodeId) -> Option<String> {
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
