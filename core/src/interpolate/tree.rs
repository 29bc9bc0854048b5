//! Tree interpolants, and the special cases of sequences and stars.
//!
//! The nodes of a tree are labelled with formulae that contradict each other. An interpolant for a node follows
//! from its label and the interpolants of its children, the root's is `false`, and each speaks only of what
//! the sub-tree shares with the rest (thesis, Sect. 5.3.3). They are computed bottom-up; a finished interpolant
//! takes the place of its sub-tree (Lemma 5.3.2), so every choice on the way is a free one.

use super::separate::{Interpolant, separate};
use super::{Outcome, Strength};
use crate::formula::{Arena, Formula};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// A node of an interpolation problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    pub label: Formula,
    /// Positions of earlier nodes.
    pub children: Vec<usize>,
}

/// A tree in post-order: children come before their parent, the root is last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<TreeNode>,
}

impl Tree {
    /// `None` unless the nodes are a tree in post-order.
    pub fn new(nodes: Vec<TreeNode>) -> Option<Tree> {
        let mut has_parent = vec![false; nodes.len()];
        for (i, node) in nodes.iter().enumerate() {
            for child in &node.children {
                if *child >= i || std::mem::replace(&mut has_parent[*child], true) {
                    return None;
                }
            }
        }
        let roots = has_parent.iter().filter(|p| !**p).count();
        (roots <= 1).then_some(Tree { nodes })
    }

    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }
}

/// An interpolant for every node but the root, whose interpolant is `false`.
pub fn tree(
    arena: &mut Arena,
    tree: &Tree,
    strength: Strength,
    budget: &mut Budget,
) -> Result<Outcome<Vec<Interpolant>>, Unknown> {
    let labels: Vec<Formula> = tree.nodes.iter().map(|n| n.label).collect();
    let used = match core_of(arena, &labels, budget)? {
        Outcome::Model(model) => return Ok(Outcome::Model(model)),
        Outcome::Interpolants(used) => used,
    };
    // What stands for each node now: its label, and after its turn its interpolant or nothing.
    let mut pieces: Vec<Option<Formula>> = used.into_iter().map(Some).collect();
    let mut interpolants = Vec::new();
    for (i, node) in tree.nodes.iter().enumerate() {
        if i + 1 == tree.nodes.len() {
            break;
        }
        let mut a: Vec<Formula> = pieces[i].take().into_iter().collect();
        a.extend(node.children.iter().filter_map(|c| pieces[*c].take()));
        let b: Vec<Formula> = pieces.iter().flatten().copied().collect();
        match separate(arena, &a, &b, strength, budget)? {
            // The pieces contradicted each other before, and interpolants keep it so.
            Outcome::Model(_) => return Err(Unknown::Unchecked),
            Outcome::Interpolants(interpolant) => {
                pieces[i] = Some(interpolant.formula);
                interpolants.push(interpolant);
            }
        }
    }
    Ok(Outcome::Interpolants(interpolants))
}

/// The labels with everything left out that the contradiction does not need.
fn core_of(
    arena: &mut Arena,
    labels: &[Formula],
    budget: &mut Budget,
) -> Result<Outcome<Vec<Formula>>, Unknown> {
    let parts = |arena: &Arena, f: Formula| match arena.node(f) {
        crate::formula::Node::And(inner) => inner.to_vec(),
        _ => vec![f],
    };
    let all: Vec<Formula> = labels.iter().flat_map(|l| parts(arena, *l)).collect();
    match Solver::new().check(arena, &all, budget) {
        Answer::Sat(model) => Ok(Outcome::Model(model)),
        Answer::Unknown(reason) => Err(reason),
        Answer::Unsat(core) => Ok(Outcome::Interpolants(
            labels
                .iter()
                .map(|l| {
                    let needed: Vec<Formula> =
                        parts(arena, *l).into_iter().filter(|p| core.contains(p)).collect();
                    arena.and(needed)
                })
                .collect(),
        )),
    }
}

/// An inductive sequence of interpolants: one between every two neighbours, each implying the next together
/// with the formula in between.
pub fn sequence(
    arena: &mut Arena,
    formulae: &[Formula],
    strength: Strength,
    budget: &mut Budget,
) -> Result<Outcome<Vec<Interpolant>>, Unknown> {
    let node = |(i, label): (usize, &Formula)| TreeNode {
        label: *label,
        children: i.checked_sub(1).into_iter().collect(),
    };
    let path = Tree { nodes: formulae.iter().enumerate().map(node).collect() };
    tree(arena, &path, strength, budget)
}

/// Symmetric interpolants: each follows from its own formula, and together they contradict each other
/// (McMillan 2005; thesis, Sect. 5.3.3).
pub fn symmetric(
    arena: &mut Arena,
    formulae: &[Formula],
    strength: Strength,
    budget: &mut Budget,
) -> Result<Outcome<Vec<Interpolant>>, Unknown> {
    let mut nodes: Vec<TreeNode> =
        formulae.iter().map(|label| TreeNode { label: *label, children: Vec::new() }).collect();
    nodes.push(TreeNode { label: arena.true_(), children: (0..formulae.len()).collect() });
    tree(arena, &Tree { nodes }, strength, budget)
}
