//! Tree interpolants, and the special cases of sequences and stars.
//!
//! The nodes of a tree are labelled with formulae that contradict each other. An interpolant for a node
//! follows from its label and the interpolants of its children, the root's is `false`, and each speaks only
//! of what the sub-tree shares with the rest (thesis, Sect. 5.3.3). They are computed bottom-up; a finished
//! interpolant takes the place of its sub-tree (Lemma 5.3.2), so every choice on the way is a free one.

use super::disjunctive::{Cause, Failure};
use super::explanation::Explanation;
use super::mentions::{Beyond, Mentions};
use super::separate::{between_within, confirmed, refute};
use super::sides::Side;
use super::{Outcome, Policy};
use crate::budget::Work;
use crate::check::{self, Checked, Entailment};
use crate::formula::{Arena, Formula, Symbol, Valuation};
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

/// The interpolant of a node, with the entailment that its definition asks for.
#[derive(Clone, Debug)]
pub struct NodeInterpolant {
    pub formula: Formula,
    pub explanation: Explanation,
    pub checked: Checked<Entailment>,
}

impl Tree {
    /// `None` unless the nodes are one tree in post-order.
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
        (roots == 1).then_some(Tree { nodes })
    }

    pub(super) fn unchecked(nodes: Vec<TreeNode>) -> Tree {
        Tree { nodes }
    }

    /// Each formula is the parent of the one before.
    pub fn path(formulae: &[Formula]) -> Tree {
        let node = |(i, label): (usize, &Formula)| TreeNode {
            label: *label,
            children: i.checked_sub(1).into_iter().collect(),
        };
        Tree { nodes: formulae.iter().enumerate().map(node).collect() }
    }

    /// All formulae below a root without a label.
    pub fn star(arena: &Arena, formulae: &[Formula]) -> Tree {
        let leaf = |label: &Formula| TreeNode { label: *label, children: Vec::new() };
        let mut nodes: Vec<TreeNode> = formulae.iter().map(leaf).collect();
        nodes.push(TreeNode { label: arena.true_(), children: (0..formulae.len()).collect() });
        Tree { nodes }
    }

    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// The symbols that the sub-tree of a node shares with the rest of the tree, sorted.
    pub fn shared_symbols(&self, arena: &Arena, node: usize) -> Vec<Symbol> {
        let mut inside = vec![false; self.nodes.len()];
        inside[node] = true;
        for i in (0..=node).rev() {
            if inside[i] {
                self.nodes[i].children.iter().for_each(|c| inside[*c] = true);
            }
        }
        let symbols = |wanted: bool| -> Vec<Symbol> {
            let chosen = self.nodes.iter().zip(&inside).filter(|(_, i)| **i == wanted);
            let mut all: Vec<Symbol> = chosen.flat_map(|(n, _)| arena.symbols_of(n.label)).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let outside = symbols(false);
        symbols(true).into_iter().filter(|s| outside.binary_search(s).is_ok()).collect()
    }
}

/// An interpolant for every node but the root, whose interpolant is `false`.
pub fn tree(
    arena: &mut Arena,
    tree: &Tree,
    policy: Policy,
    budget: &mut Budget,
) -> Result<Outcome<Vec<NodeInterpolant>>, Unknown> {
    match attempt(arena, tree, policy, tree.nodes.len() > FRESH_LIMIT, budget) {
        // A proof that remembers too much; starting afresh for every node always works.
        Err(Unknown::Unchecked) if tree.nodes.len() > FRESH_LIMIT => {
            attempt(arena, tree, policy, false, budget)
        }
        other => other,
    }
}

fn attempt(
    arena: &mut Arena,
    tree: &Tree,
    policy: Policy,
    live: bool,
    budget: &mut Budget,
) -> Result<Outcome<Vec<NodeInterpolant>>, Unknown> {
    let found = match interpolants(arena, tree, policy, live, budget)? {
        Outcome::Model(model) => return Ok(Outcome::Model(model)),
        Outcome::Interpolants(found) => found,
    };
    let formulae: Vec<Formula> = found.iter().map(|(f, _)| *f).collect();
    match verify_tree(arena, tree, &formulae, budget)? {
        Err(_) => Err(Unknown::Unchecked),
        Ok(checked) => Ok(Outcome::Interpolants(
            found
                .into_iter()
                .zip(checked)
                .map(|((formula, explanation), checked)| NodeInterpolant { formula, explanation, checked })
                .collect(),
        )),
    }
}

/// Trees with more nodes than this have one solver for all of them, since what it learns about one node helps
/// with the next. Smaller ones have a fresh solver for each node, whose proofs are as plain as they can be.
pub(super) const FRESH_LIMIT: usize = 24;

/// The interpolants of a tree before their check; with a live solver for all of them, or fresh ones.
pub(crate) fn interpolants(
    arena: &mut Arena,
    tree: &Tree,
    policy: Policy,
    live: bool,
    budget: &mut Budget,
) -> Result<Outcome<Vec<(Formula, Explanation)>>, Unknown> {
    let labels: Vec<Formula> = tree.nodes.iter().map(|n| n.label).collect();
    let used = match core_of(arena, &labels, budget)? {
        Outcome::Model(model) => return Ok(Outcome::Model(model)),
        Outcome::Interpolants(used) => used,
    };
    // What stands for each node now: its label, and after its turn its interpolant or nothing.
    let mut pieces: Vec<Option<Formula>> = used.into_iter().map(Some).collect();
    let mut found = Vec::new();
    let places = if live { Mentions::of(arena, &tree.nodes) } else { Mentions::default() };
    let mut solver = Solver::for_interpolation();
    for (i, node) in tree.nodes.iter().enumerate() {
        if i + 1 == tree.nodes.len() {
            break;
        }
        let mut a: Vec<Formula> = pieces[i].take().into_iter().collect();
        a.extend(node.children.iter().filter_map(|c| pieces[*c].take()));
        let b: Vec<Formula> = pieces.iter().flatten().copied().collect();
        let beyond = live.then_some(Beyond { places: &places, node: i });
        if !live {
            solver = Solver::for_interpolation();
        }
        match between_within(arena, &mut solver, beyond, &a, &b, policy, budget)? {
            // The pieces contradicted each other before, and interpolants keep it so.
            Outcome::Model(_) => return Err(Unknown::Unchecked),
            Outcome::Interpolants((formula, explanation)) => {
                pieces[i] = Some(formula);
                found.push((formula, explanation));
            }
        }
    }
    Ok(Outcome::Interpolants(found))
}

/// The labels, with `true` in place of those that the contradiction does not need at all. The others stay
/// whole: the choice of an interpolant may want more than the contradiction.
fn core_of(
    arena: &mut Arena,
    labels: &[Formula],
    budget: &mut Budget,
) -> Result<Outcome<Vec<Formula>>, Unknown> {
    let all: Vec<Formula> = arena.conjuncts_of_all(labels);
    match Solver::new().check(arena, &all, budget) {
        Answer::Sat(model) => confirmed(arena, labels, model).map(Outcome::Model),
        Answer::Unknown(reason) => Err(reason),
        Answer::Unsat(core) => Ok(Outcome::Interpolants(
            labels
                .iter()
                .map(|l| {
                    let needed = arena.conjuncts(*l).iter().any(|p| core.contains(p));
                    if needed { *l } else { arena.true_() }
                })
                .collect(),
        )),
    }
}

/// Are these the interpolants of the nodes (without the root)? The entailments of the definition, one for
/// each node and one for the root, or the first that fails.
pub fn verify_tree(
    arena: &mut Arena,
    tree: &Tree,
    formulae: &[Formula],
    budget: &mut Budget,
) -> Result<Result<Vec<Checked<Entailment>>, Failure>, Unknown> {
    let places = Mentions::of(arena, &tree.nodes);
    let mut checked = Vec::new();
    for (i, node) in tree.nodes.iter().enumerate() {
        let conclusion = formulae.get(i).copied().unwrap_or(arena.false_());
        let shared = |s: &Symbol| places.is_known(*s) && places.side(*s, i) == Side::Common;
        if let Some(symbol) = arena.symbols_of(conclusion).into_iter().find(|s| !shared(s)) {
            return Ok(Err(Failure { node: i, cause: Cause::Symbol(symbol) }));
        }
        let mut premises = vec![node.label];
        premises.extend(node.children.iter().filter_map(|c| formulae.get(*c)));
        match entail(arena, &premises, conclusion, budget)? {
            Ok(entailment) => checked.push(entailment),
            Err(model) => return Ok(Err(Failure { node: i, cause: Cause::Counterexample(model) })),
        }
    }
    Ok(Ok(checked))
}

/// Proves an entailment and has the proof checked; or finds a counterexample.
pub(crate) fn entail(
    arena: &mut Arena,
    premises: &[Formula],
    conclusion: Formula,
    budget: &mut Budget,
) -> Result<Result<Checked<Entailment>, Valuation>, Unknown> {
    match budget.on(Work::Checking, |budget| refute(arena, premises, !conclusion, budget))? {
        Err(model) => Ok(Err(model)),
        Ok(proof) => match check::entailment_within(arena, premises, conclusion, &proof, budget) {
            Ok(checked) => Ok(Ok(checked)),
            Err(error) => Err(error.unfinished().map_or(Unknown::Unchecked, Unknown::from)),
        },
    }
}
