//! Counterexamples with shared sub-dags, expanded as far as needed (CAV'13, Sect. 6, *Solving and/or dags*).
//!
//! The tree that a dag stands for may be exponentially larger than the dag. Two techniques of the paper keep
//! it small:
//!
//! - *Restructuring.* A sub-dag that several alternatives underneath an `Or` have in common is factored out:
//!   of these alternatives a derivation takes one, so one copy does for all of them.
//! - *Counterexample-guided expansion.* What one derivation would use twice needs two copies, since the two
//!   may have different values. The first use has the sub-dag, the other is *open*: it stands for whatever
//!   the predicates of its node allow. Only if a model of what is expanded so far relies on an open position
//!   does the position get a copy of the sub-dag, in which again second uses are open.
//!
//! ```text
//! false ← p, p, r     the dag            And(3, #0=And(1), #0, Or(And(4, #1=And(2)), And(5, #1)))
//! p ← 1.              expanded at first  And(3, And(1), …, Or(And(4, #1=And(2)), And(5, #1)))
//! r ← 4: q; 5: q.     with a copy of p   And(3, And(1), And(1), Or(And(4, #1=And(2)), And(5, #1)))
//! ```
//!
//! So no derivation uses a position twice. If what is expanded contradicts itself, its interpolants refute
//! the whole dag: each copy of a node has one, all of them become predicates of the node's relation symbol,
//! and the node has to satisfy them together.

use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::extract::TooLarge;
use super::{Alternative, AndOrTree, Position, PositionId};
use crate::budget::Exhausted;
use crate::order::sort_by_key;
use crate::solver::Budget;

/// A dag, and copies of its positions that make a part of the tree it stands for.
#[derive(Clone, Debug)]
pub(super) struct PartialExpansion {
    dag: AndOrTree,
    /// The first is that of the root.
    copies: Vec<Copied>,
    /// For each position of the dag, its copies.
    of: Vec<Vec<usize>>,
    instances: usize,
    /// At most this many open positions get their copies at the next turn: twice as many each time.
    turn: usize,
}

/// A copy of a position.
#[derive(Clone, Debug)]
struct Copied {
    /// The position of the dag.
    origin: PositionId,
    /// For each alternative the copies that it uses; none while the copy is open.
    alternatives: Option<Vec<Vec<usize>>>,
    /// Copies whose alternatives use it.
    users: Vec<usize>,
}

/// The part that is expanded, as a dag whose positions no derivation uses twice.
#[derive(Clone, Debug)]
pub(super) struct Expanded {
    pub(super) tree: AndOrTree,
    /// For each position, which one of the whole dag it is a copy of.
    pub(super) origins: Vec<PositionId>,
    /// For each position, which copy it is.
    copies: Vec<usize>,
}

/// Why there is no further copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoCopy {
    TooLarge,
    Exhausted(Exhausted),
}

impl From<TooLarge> for NoCopy {
    fn from(_: TooLarge) -> NoCopy {
        NoCopy::TooLarge
    }
}

impl From<Exhausted> for NoCopy {
    fn from(exhausted: Exhausted) -> NoCopy {
        NoCopy::Exhausted(exhausted)
    }
}

/// At most this many copies of a position are looked at to find one that can be shared.
const CANDIDATES: usize = 4;
/// This many copies that are looked at count as a step.
const COPIES_PER_STEP: usize = 64;

impl PartialExpansion {
    /// Each position of the dag expanded once.
    pub(super) fn new(dag: AndOrTree, budget: &mut Budget) -> Result<PartialExpansion, Exhausted> {
        let count = dag.positions.len();
        let root = dag.root();
        let mut partial =
            PartialExpansion { dag, copies: Vec::new(), of: vec![Vec::new(); count], instances: 0, turn: 1 };
        if let Some(root) = root {
            let first = partial.add(root);
            partial.expand(first, budget)?;
        }
        Ok(partial)
    }

    pub(super) fn is_single(&self) -> bool {
        self.dag.is_single()
    }

    /// Gives some of these open positions their own copies of what is below them, those nearest to the root
    /// first. Returns the new part, and the positions in it that are no longer open.
    pub(super) fn copy(
        &mut self,
        expanded: &Expanded,
        positions: &[PositionId],
        limit: usize,
        budget: &mut Budget,
    ) -> Result<(Expanded, Vec<PositionId>), NoCopy> {
        let mut wanted: Vec<PositionId> = positions.to_vec();
        wanted.sort_unstable_by(|a, b| b.cmp(a));
        wanted.truncate(self.turn);
        self.turn = self.turn.saturating_mul(2);
        let wanted: Vec<usize> = wanted.iter().map(|i| expanded.copies[i.index()]).collect();
        for copy in &wanted {
            self.expand(*copy, budget)?;
            if self.instances > limit {
                return Err(NoCopy::TooLarge);
            }
        }
        let next = self.expanded();
        let is_wanted = |(_, copy): &(usize, &usize)| wanted.contains(copy);
        let copied =
            next.copies.iter().enumerate().filter(is_wanted).map(|(i, _)| PositionId::at(i)).collect();
        Ok((next, copied))
    }

    /// What is expanded so far.
    pub(super) fn expanded(&self) -> Expanded {
        // Children have smaller numbers than their parents in the dag.
        let mut copies: Vec<usize> = (0..self.copies.len()).collect();
        sort_by_key(&mut copies, |copy| (self.copies[*copy].origin, *copy));
        let mut place = vec![PositionId(0); copies.len()];
        for (i, copy) in copies.iter().enumerate() {
            place[*copy] = PositionId::at(i);
        }
        let mut positions = Vec::with_capacity(copies.len());
        for copy in &copies {
            let Copied { origin, alternatives, .. } = &self.copies[*copy];
            let Position { node, alternatives: original } = &self.dag[*origin];
            let ways = alternatives.iter().flatten().zip(original).map(|(children, way)| Alternative {
                clause: way.clause,
                edge: way.edge,
                children: children.iter().map(|child| place[*child]).collect(),
            });
            positions.push(Position { node: *node, alternatives: ways.collect() });
        }
        let origins = copies.iter().map(|copy| self.copies[*copy].origin).collect();
        Expanded { tree: AndOrTree { positions }, origins, copies }
    }

    fn add(&mut self, origin: PositionId) -> usize {
        let copy = self.copies.len();
        self.copies.push(Copied { origin, alternatives: None, users: Vec::new() });
        self.of[origin.index()].push(copy);
        copy
    }

    /// Expands a copy, and below it each position of the dag once.
    fn expand(&mut self, from: usize, budget: &mut Budget) -> Result<(), Exhausted> {
        // Parents first, so that whatever will use a copy does so before the copy is expanded.
        let mut open = BinaryHeap::from([(self.copies[from].origin, from)]);
        let mut is_expanded: FxHashSet<PositionId> = FxHashSet::from_iter([self.copies[from].origin]);
        while let Some((origin, copy)) = open.pop() {
            let above = self.reaching(&[copy]);
            let ways: Vec<Vec<PositionId>> =
                self.dag[origin].alternatives.iter().map(|way| way.children.clone()).collect();
            let mut alternatives: Vec<Vec<usize>> = Vec::with_capacity(ways.len());
            for way in ways {
                let mut children: Vec<usize> = Vec::with_capacity(way.len());
                for child in way {
                    let shared = self.sharable(&above, copy, &children, child, budget)?;
                    let found = shared.unwrap_or_else(|| self.add(child));
                    if shared.is_none() && is_expanded.insert(child) {
                        open.push((child, found));
                    }
                    if !self.copies[found].users.contains(&copy) {
                        self.copies[found].users.push(copy);
                    }
                    children.push(found);
                }
                self.instances += 1;
                alternatives.push(children);
            }
            self.copies[copy].alternatives = Some(alternatives);
        }
        Ok(())
    }

    /// A copy of a position that no derivation uses which uses it in an alternative of `user` beside these
    /// siblings: it can be factored out. Copies that are expanded come first.
    fn sharable(
        &self,
        above: &FxHashSet<usize>,
        user: usize,
        siblings: &[usize],
        position: PositionId,
        budget: &mut Budget,
    ) -> Result<Option<usize>, Exhausted> {
        budget.take(1)?;
        let mut candidates: Vec<usize> = self.of[position.index()].clone();
        sort_by_key(&mut candidates, |copy| (self.copies[*copy].alternatives.is_none(), *copy));
        for copy in candidates.into_iter().take(CANDIDATES) {
            // Whoever uses it, or anything below it.
            let users = self.reaching(&self.below(copy));
            budget.take(1 + ((users.len() + above.len()) / COPIES_PER_STEP) as u64)?;
            let meets = |way: &[usize]| {
                let mut ours = way.iter().enumerate().filter(|(_, child)| above.contains(child));
                let theirs = |i: usize| way.iter().enumerate().any(|(k, c)| k != i && users.contains(c));
                ours.any(|(i, _)| theirs(i))
            };
            let mut ways = above.iter().filter(|q| **q != user).flat_map(|q| &self.copies[*q].alternatives);
            let is_used_beside = siblings.iter().any(|sibling| users.contains(sibling))
                || ways.any(|ways| ways.iter().any(|way| meets(way)));
            if !is_used_beside {
                return Ok(Some(copy));
            }
        }
        Ok(None)
    }

    /// The copies from which one of these is reached, with themselves.
    fn reaching(&self, copies: &[usize]) -> FxHashSet<usize> {
        closure(copies, |copy| &self.copies[copy].users[..])
    }

    /// What a copy uses, with itself.
    fn below(&self, copy: usize) -> Vec<usize> {
        let mut found: FxHashSet<usize> = FxHashSet::from_iter([copy]);
        let mut order = vec![copy];
        let mut next = 0;
        while let Some(copy) = order.get(next).copied() {
            next += 1;
            for child in self.copies[copy].alternatives.iter().flatten().flatten() {
                if found.insert(*child) {
                    order.push(*child);
                }
            }
        }
        order
    }
}

fn closure<'a>(from: &[usize], next: impl Fn(usize) -> &'a [usize]) -> FxHashSet<usize> {
    let mut found: FxHashSet<usize> = from.iter().copied().collect();
    let mut open = from.to_vec();
    while let Some(i) = open.pop() {
        open.extend(next(i).iter().filter(|j| found.insert(**j)));
    }
    found
}

#[cfg(test)]
mod tests;
