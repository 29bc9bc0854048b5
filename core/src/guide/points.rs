//! Interpolation problems with abstraction points (Acta'16, Sect. 8.1).
//!
//! A binary problem is a path of two nodes, a sequence is a path, and a tree is a tree. At an *abstraction
//! point*, a node, the sub-tree and the rest speak of copies of what they share, related by an abstraction:
//!
//! ```text
//! A₁ ── A₂ ── A₃      a point at A₂ with s̄:      A₁ ── A₂[s̄′] ∧ R_A[s̄′, s̄] ── R_B[s̄, s̄″] ∧ A₃[s̄″]
//! ```
//!
//! Every label becomes weaker, so interpolants of the abstract problem are interpolants of the concrete one.

use super::{Kind, RelationAbstraction, Side, Vocabulary};
use crate::formula::{Arena, Formula, Symbol};
use crate::interpolate::{Tree, TreeNode};

/// A node where the sub-tree and the rest share only what an abstraction leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractionPoint {
    pub node: usize,
    pub vocabulary: Vocabulary,
}

/// An interpolation problem with abstraction points.
#[derive(Clone, Debug)]
pub struct Guided {
    nodes: Vec<TreeNode>,
    parents: Vec<Option<usize>>,
    points: Vec<AbstractionPoint>,
}

impl Guided {
    /// Points at the given nodes, where these symbols are shared. `None` unless each symbol of a point occurs
    /// in the label of its node and of the parent only: otherwise the abstraction would miss some of the
    /// occurrences.
    pub fn new(arena: &mut Arena, tree: &Tree, points: &[(usize, Vec<Symbol>)]) -> Option<Guided> {
        let nodes = tree.nodes().to_vec();
        let mut parents = vec![None; nodes.len()];
        for (i, node) in nodes.iter().enumerate() {
            node.children.iter().for_each(|child| parents[*child] = Some(i));
        }
        let mut homes: rustc_hash::FxHashMap<Symbol, (usize, usize)> = rustc_hash::FxHashMap::default();
        for (node, symbols) in points {
            let parent = (*parents.get(*node)?)?;
            for symbol in symbols {
                if homes.insert(*symbol, (*node, parent)).is_some() {
                    return None;
                }
            }
        }
        for (i, node) in nodes.iter().enumerate() {
            let here = |s: &Symbol| homes.get(s).is_none_or(|(node, parent)| i == *node || i == *parent);
            if !arena.symbols_of(node.label).iter().all(here) {
                return None;
            }
        }
        let points = points
            .iter()
            .map(|(node, symbols)| AbstractionPoint {
                node: *node,
                vocabulary: Vocabulary::new(arena, symbols),
            })
            .collect();
        Some(Guided { nodes, parents, points })
    }

    pub fn points(&self) -> &[AbstractionPoint] {
        &self.points
    }

    /// What a template at a point lets pass from one side to the other: the two relations. `directly` leaves
    /// the state between them out, which is the same if all templates at the point are transitive. The
    /// template is over `parameters`.
    pub fn link(
        &self,
        arena: &mut Arena,
        point: usize,
        parameters: &[Symbol],
        kind: &Kind,
        directly: bool,
    ) -> Formula {
        let Vocabulary { shared, first, second } = &self.points[point].vocabulary;
        if directly {
            return kind.step(arena, parameters, first, second, Side::First);
        }
        let before = kind.step(arena, parameters, first, shared, Side::First);
        let after = kind.step(arena, parameters, shared, second, Side::Second);
        arena.and([before, after])
    }

    /// The labels with nothing shared at the points.
    pub fn cut_labels(&self, arena: &mut Arena) -> Vec<Formula> {
        let all: Vec<usize> = (0..self.points.len()).collect();
        self.labels(arena, &all)
    }

    /// The abstract problem, for an abstraction at each point, or the identity.
    pub fn abstracted(&self, arena: &mut Arena, abstractions: &[Option<RelationAbstraction>]) -> Tree {
        let active: Vec<usize> =
            (0..self.points.len()).filter(|i| abstractions.get(*i).is_some_and(Option::is_some)).collect();
        let mut labels = self.labels(arena, &active);
        for (point, abstraction) in self.points.iter().zip(abstractions) {
            if let (Some(abstraction), Some(parent)) = (abstraction, self.parents[point.node]) {
                labels[point.node] = arena.and([labels[point.node], abstraction.first]);
                labels[parent] = arena.and([labels[parent], abstraction.second]);
            }
        }
        let with = |(node, label): (&TreeNode, Formula)| TreeNode { label, children: node.children.clone() };
        Tree::new(self.nodes.iter().zip(labels).map(with).collect()).unwrap_or_default()
    }

    /// All labels, over the copies of the sides at these points.
    fn labels(&self, arena: &mut Arena, active: &[usize]) -> Vec<Formula> {
        let mut renamings: Vec<(Vec<Symbol>, Vec<Symbol>)> = vec![Default::default(); self.nodes.len()];
        for point in active.iter().map(|i| &self.points[*i]) {
            let Vocabulary { shared, first, second } = &point.vocabulary;
            let mut add = |node: usize, copies: &[Symbol]| {
                renamings[node].0.extend(shared);
                renamings[node].1.extend(copies);
            };
            add(point.node, first);
            if let Some(parent) = self.parents[point.node] {
                add(parent, second);
            }
        }
        let label = |(node, (from, to)): (&TreeNode, (Vec<Symbol>, Vec<Symbol>))| {
            if from.is_empty() { node.label } else { arena.renamed(node.label, &from, &to) }
        };
        self.nodes.iter().zip(renamings).map(label).collect()
    }
}
