//! And/or trees: one or several abstract derivations of `false` (CAV'13, Fig. 3, EXTRACTCEX).
//!
//! `And(4, Or(And(1), And(2, And(1))))` derives `false` by clause 4, whose body is derived by clause 1, or by
//! clause 2 on top of clause 1. A *position* is a place where a relation symbol is derived; its
//! *alternatives* are the clauses that do so there, with a position for each relation symbol of their bodies.
//!
//! Several alternatives may share a position: then it is an and/or dag. A position without alternatives is
//! *open*: nothing is said about how it is derived, and it stands for whatever the predicates of its node
//! allow.

use std::fmt;
use std::ops::Index;

use serde::{Deserialize, Serialize};

use super::{EdgeId, NodeId};
use crate::horn::{SystemClauseId, number};

number! {
    /// A position of an and/or tree.
    PositionId
}

impl PositionId {
    /// The number by which people call the position.
    pub fn number(self) -> usize {
        self.index() + 1
    }
}

/// Positions, children before parents; the last is the root, where `false` is derived.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AndOrTree {
    pub positions: Vec<Position>,
}

/// A place in the tree: one of its alternatives must be derived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The node that is derived here; none at the root.
    pub node: Option<NodeId>,
    pub alternatives: Vec<Alternative>,
}

/// A clause with all that its body needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alternative {
    pub clause: SystemClauseId,
    /// The edge that is followed; none at the root.
    pub edge: Option<EdgeId>,
    /// A position for each relation symbol of the body, in order.
    pub children: Vec<PositionId>,
}

impl Index<PositionId> for AndOrTree {
    type Output = Position;

    fn index(&self, position: PositionId) -> &Position {
        &self.positions[position.index()]
    }
}

impl AndOrTree {
    /// The root; none if there are no positions.
    pub fn root(&self) -> Option<PositionId> {
        self.positions.len().checked_sub(1).map(PositionId::at)
    }

    /// A position, if there is one with this number.
    pub fn get(&self, position: PositionId) -> Option<&Position> {
        self.positions.get(position.index())
    }

    /// All positions with their numbers, children before parents.
    pub fn numbered(&self) -> impl DoubleEndedIterator<Item = (PositionId, &Position)> + '_ {
        self.positions.iter().enumerate().map(|(i, position)| (PositionId::at(i), position))
    }

    /// No position has a choice: a single derivation tree, or its upper part.
    pub fn is_single(&self) -> bool {
        self.positions.iter().all(|p| p.alternatives.len() <= 1)
    }

    /// Is there an open position?
    pub fn is_open(&self) -> bool {
        self.positions.iter().any(|p| p.alternatives.is_empty())
    }

    /// Is no position shared?
    pub fn is_tree(&self) -> bool {
        self.uses().iter().all(|uses| *uses <= 1)
    }

    /// How often each position is used.
    fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.positions.len()];
        for child in self.positions.iter().flat_map(|p| &p.alternatives).flat_map(|a| &a.children) {
            if let Some(uses) = uses.get_mut(child.index()) {
                *uses += 1;
            }
        }
        uses
    }

    /// The positions that are used more than once.
    pub fn shared(&self) -> Vec<PositionId> {
        let uses = self.uses();
        self.numbered().map(|(i, _)| i).filter(|i| uses[i.index()] > 1).collect()
    }

    /// The positions that are open.
    pub fn open(&self) -> impl Iterator<Item = PositionId> + '_ {
        self.numbered().filter(|(_, position)| position.alternatives.is_empty()).map(|(i, _)| i)
    }

    /// How many clause instances there are.
    pub fn instances(&self) -> usize {
        self.positions.iter().map(|position| position.alternatives.len()).sum()
    }

    /// How many clause instances there would be with a copy of each position for each of its uses; it may be
    /// exponentially more.
    pub fn instances_as_tree(&self) -> usize {
        self.size_as_tree(|position| position.alternatives.len())
    }

    /// How many positions there would be with a copy for each use.
    pub(crate) fn positions_as_tree(&self) -> usize {
        self.size_as_tree(|_| 1)
    }

    /// The sum of sizes of positions, each as often as it is used.
    fn size_as_tree(&self, own: impl Fn(&Position) -> usize) -> usize {
        let mut sizes: Vec<usize> = Vec::with_capacity(self.positions.len());
        for position in &self.positions {
            let children = position.alternatives.iter().flat_map(|way| &way.children);
            let below = children.filter_map(|child| sizes.get(child.index()));
            sizes.push(below.fold(own(position), |sum, size| sum.saturating_add(*size)));
        }
        sizes.last().copied().unwrap_or(0)
    }

    /// The same with a copy of each position for each of its uses, and for each copy which position it was.
    /// Children must come before parents.
    pub(crate) fn as_tree(&self) -> (AndOrTree, Vec<PositionId>) {
        // From the root downwards: parents before children, reversed in the end.
        let mut origins: Vec<PositionId> = self.root().into_iter().collect();
        let mut positions: Vec<Position> = Vec::new();
        while let Some(origin) = origins.get(positions.len()).copied() {
            let Position { node, alternatives } = &self[origin];
            let mut ways = Vec::with_capacity(alternatives.len());
            for way in alternatives {
                let first = origins.len();
                origins.extend(&way.children);
                let children = (first..origins.len()).map(PositionId::at).collect();
                ways.push(Alternative { children, ..way.clone() });
            }
            positions.push(Position { node: *node, alternatives: ways });
        }
        origins.reverse();
        (AndOrTree::reversed(positions), origins)
    }

    /// The tree of positions that are listed from the root downwards, with these numbers.
    pub(super) fn reversed(mut positions: Vec<Position>) -> AndOrTree {
        let last = positions.len().saturating_sub(1);
        positions.reverse();
        let ways = positions.iter_mut().flat_map(|p| &mut p.alternatives);
        for child in ways.flat_map(|way| &mut way.children) {
            *child = PositionId::at(last - child.index());
        }
        AndOrTree { positions }
    }

    /// The height of the highest derivation tree in it; a query without body has height 1.
    pub fn depth(&self) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(self.positions.len());
        for position in &self.positions {
            let below = position.alternatives.iter().flat_map(|a| &a.children);
            depths.push(1 + below.filter_map(|c| depths.get(c.index())).max().unwrap_or(&0));
        }
        depths.last().copied().unwrap_or(0)
    }

    /// How far each position is from the root, at least.
    pub(super) fn distances(&self) -> Vec<usize> {
        let mut distances = vec![usize::MAX; self.positions.len()];
        if let Some(root) = distances.last_mut() {
            *root = 0;
        }
        for (i, position) in self.positions.iter().enumerate().rev() {
            let here = distances[i];
            for child in position.alternatives.iter().flat_map(|a| &a.children) {
                let distance = &mut distances[child.index()];
                *distance = (*distance).min(here.saturating_add(1));
            }
        }
        distances
    }

    /// The edges that were followed.
    pub fn edges(&self) -> impl Iterator<Item = EdgeId> + '_ {
        self.positions.iter().flat_map(|p| &p.alternatives).filter_map(|a| a.edge)
    }
}

/// As the papers write it, clauses by their numbers: `And(4, Or(And(1), And(2, And(1))))`. A shared position
/// is written out once, as in `And(3, #0=And(1), #0)`, and an open one is `…`.
impl fmt::Display for AndOrTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Job<'a> {
            Position(PositionId),
            Alternative(&'a Alternative),
            Text(&'static str),
        }
        let shared: Vec<bool> = self.uses().iter().map(|uses| *uses > 1).collect();
        let mut written = vec![false; self.positions.len()];
        let mut jobs: Vec<Job> = self.root().map(Job::Position).into_iter().collect();
        while let Some(job) = jobs.pop() {
            match job {
                Job::Text(text) => f.write_str(text)?,
                Job::Alternative(alternative) => {
                    write!(f, "And({}", alternative.clause.number())?;
                    jobs.push(Job::Text(")"));
                    for child in alternative.children.iter().rev() {
                        jobs.push(Job::Position(*child));
                        jobs.push(Job::Text(", "));
                    }
                }
                Job::Position(i) => {
                    let number = i.index();
                    let alternatives = self.positions.get(number).map_or(&[][..], |p| &p.alternatives);
                    if shared.get(number) == Some(&true) {
                        if std::mem::replace(&mut written[number], true) {
                            write!(f, "#{number}")?;
                            continue;
                        }
                        write!(f, "#{number}=")?;
                    }
                    if alternatives.is_empty() {
                        f.write_str("…")?;
                        continue;
                    }
                    if let [single] = alternatives {
                        jobs.push(Job::Alternative(single));
                        continue;
                    }
                    f.write_str("Or(")?;
                    jobs.push(Job::Text(")"));
                    for (k, alternative) in alternatives.iter().enumerate().rev() {
                        jobs.push(Job::Alternative(alternative));
                        if k > 0 {
                            jobs.push(Job::Text(", "));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
