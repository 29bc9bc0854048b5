//! And/or trees: one or several abstract derivations of `false` (CAV'13, Fig. 3, EXTRACTCEX).
//!
//! `And(4, Or(And(1), And(2, And(1))))` derives `false` by clause 4, whose body is derived by clause 1, or by clause 2
//! on top of clause 1. A *position* is a place where a relation symbol is derived; its *alternatives* are the clauses
//! that do so there, with a position for each relation symbol of their bodies.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{EdgeId, NodeId};
use crate::horn::ClauseId;

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
    pub clause: ClauseId,
    /// The edge that is followed; none at the root.
    pub edge: Option<EdgeId>,
    /// A position for each relation symbol of the body, in order.
    pub children: Vec<usize>,
}

impl AndOrTree {
    /// No position has a choice: a single derivation tree.
    pub fn is_single(&self) -> bool {
        self.positions.iter().all(|p| p.alternatives.len() == 1)
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

    /// The edges that were followed.
    pub fn edges(&self) -> impl Iterator<Item = EdgeId> + '_ {
        self.positions.iter().flat_map(|p| &p.alternatives).filter_map(|a| a.edge)
    }
}

/// As the papers write it, clauses by their numbers: `And(4, Or(And(1), And(2, And(1))))`.
impl fmt::Display for AndOrTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Job<'a> {
            Position(usize),
            Alternative(&'a Alternative),
            Text(&'static str),
        }
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
