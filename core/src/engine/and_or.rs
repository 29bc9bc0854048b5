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

use serde::{Deserialize, Serialize};

use super::{EdgeId, NodeId};
use crate::horn::SystemClauseId;

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
    pub children: Vec<usize>,
}

impl AndOrTree {
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
            if let Some(uses) = uses.get_mut(*child) {
                *uses += 1;
            }
        }
        uses
    }

    /// The positions that are used more than once.
    pub fn shared(&self) -> Vec<usize> {
        self.uses().iter().enumerate().filter(|(_, uses)| **uses > 1).map(|(i, _)| i).collect()
    }

    /// The positions that are open.
    pub fn open(&self) -> impl Iterator<Item = usize> + '_ {
        let positions = self.positions.iter().enumerate();
        positions.filter(|(_, position)| position.alternatives.is_empty()).map(|(i, _)| i)
    }

    /// How many clause instances there are.
    pub fn instances(&self) -> usize {
        self.positions.iter().map(|position| position.alternatives.len()).sum()
    }

    /// How many clause instances there would be with a copy of each position for each of its uses; it may be
    /// exponentially more.
    pub fn instances_as_tree(&self) -> usize {
        let mut sizes: Vec<usize> = Vec::with_capacity(self.positions.len());
        for position in &self.positions {
            let children = position.alternatives.iter().flat_map(|way| &way.children);
            let below = children.filter_map(|child| sizes.get(*child));
            sizes.push(below.fold(position.alternatives.len(), |sum, size| sum.saturating_add(*size)));
        }
        sizes.last().copied().unwrap_or(0)
    }

    /// The same with a copy of each position for each of its uses.
    pub(super) fn as_tree(&self) -> AndOrTree {
        // From the root downwards: parents before children, reversed in the end.
        let mut origins: Vec<usize> = self.positions.len().checked_sub(1).into_iter().collect();
        let mut positions: Vec<Position> = Vec::new();
        while let Some(origin) = origins.get(positions.len()).copied() {
            let Position { node, alternatives } = &self.positions[origin];
            let mut ways = Vec::with_capacity(alternatives.len());
            for way in alternatives {
                let first = origins.len();
                origins.extend(&way.children);
                ways.push(Alternative { children: (first..origins.len()).collect(), ..way.clone() });
            }
            positions.push(Position { node: *node, alternatives: ways });
        }
        let last = positions.len().saturating_sub(1);
        positions.reverse();
        for child in positions.iter_mut().flat_map(|p| &mut p.alternatives).flat_map(|way| &mut way.children)
        {
            *child = last - *child;
        }
        AndOrTree { positions }
    }

    /// The height of the highest derivation tree in it; a query without body has height 1.
    pub fn depth(&self) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(self.positions.len());
        for position in &self.positions {
            let below = position.alternatives.iter().flat_map(|a| &a.children);
            depths.push(1 + below.filter_map(|c| depths.get(*c)).max().unwrap_or(&0));
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
            for child in position.alternatives.iter().flat_map(|a| &a.children) {
                distances[*child] = distances[*child].min(distances[i].saturating_add(1));
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
            Position(usize),
            Alternative(&'a Alternative),
            Text(&'static str),
        }
        let shared: Vec<bool> = self.uses().iter().map(|uses| *uses > 1).collect();
        let mut written = vec![false; self.positions.len()];
        let mut jobs = vec![Job::Position(self.positions.len().saturating_sub(1))];
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
                    let alternatives = self.positions.get(i).map_or(&[][..], |p| &p.alternatives);
                    if shared.get(i) == Some(&true) {
                        if std::mem::replace(&mut written[i], true) {
                            write!(f, "#{i}")?;
                            continue;
                        }
                        write!(f, "#{i}=")?;
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
