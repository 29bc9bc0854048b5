//! The two sides of a position: the clause instances that they are made of.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::Inspector;
use crate::engine::{AndOrTree, PositionId};
use crate::formula::{Arena, Formula, FormulaText, Symbol};
use crate::horn::SystemClauseId;

/// More instances than this are counted, but not shown.
pub const INSTANCE_LIMIT: usize = 60;

/// A or B.
#[derive(Clone, Debug, Default)]
pub(super) struct SideInstances {
    pub(super) parts: Vec<Part>,
    /// Conjoined, they are the side.
    pub(super) formulae: Vec<Formula>,
}

/// A clause instance of a side.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) position: PositionId,
    /// None at an open position, where only what is known of its node stands.
    pub(super) clause: Option<SystemClauseId>,
    /// Which of how many alternatives at the position this is.
    pub(super) alternative: usize,
    pub(super) alternatives: usize,
    pub(super) constraint: Formula,
}

impl SideInstances {
    /// Adds the sub-tree of a position. Where there is no choice its instances are conjoined one by one; a
    /// choice is one disjunction.
    pub(super) fn add(
        &mut self,
        tree: &AndOrTree,
        constraints: &[Vec<Formula>],
        whole: &[Formula],
        position: PositionId,
    ) {
        // Whether the position is under a choice that is already among the formulae.
        let mut open = vec![(position, false)];
        while let Some((i, covered)) = open.pop() {
            let ways = &tree[i].alternatives;
            let choice = ways.len() > 1;
            match constraints[i.index()].as_slice() {
                _ if covered => {}
                [constraint] => self.formulae.push(*constraint),
                _ => self.formulae.push(whole[i.index()]),
            }
            for (k, constraint) in constraints[i.index()].iter().enumerate() {
                let way = ways.get(k);
                self.parts.push(Part {
                    position: i,
                    clause: way.map(|way| way.clause),
                    alternative: k,
                    alternatives: ways.len().max(1),
                    constraint: *constraint,
                });
                let children = way.into_iter().flat_map(|way| way.children.iter().rev());
                open.extend(children.map(|child| (*child, covered || choice)));
            }
        }
    }

    pub(super) fn symbols(&self, arena: &Arena) -> FxHashSet<Symbol> {
        self.formulae.iter().flat_map(|f| arena.symbols_of(*f)).collect()
    }

    /// The formulae with conjunctions taken apart, each once.
    pub(super) fn conjuncts(&self, arena: &Arena) -> Vec<Formula> {
        arena.conjuncts_of_all(&self.formulae)
    }
}

/// A or B, to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideText {
    pub instances: Vec<SideInstanceText>,
    /// How many instances there are beyond [`INSTANCE_LIMIT`].
    pub omitted: usize,
}

/// A clause instance, to be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideInstanceText {
    pub position: PositionId,
    /// None at an open position: then the constraint is what is known of its node.
    pub clause: Option<SystemClauseId>,
    /// Which of how many alternatives at its position this is, counted from 0.
    pub alternative: usize,
    pub alternatives: usize,
    /// Its constraint; the arguments of the position that is looked at have their own names, other symbols
    /// have the number of their position.
    pub constraint: FormulaText,
}

impl Inspector {
    pub(super) fn side_text(&self, side: &SideInstances) -> SideText {
        let text = |part: &Part| SideInstanceText {
            position: part.position,
            clause: part.clause,
            alternative: part.alternative,
            alternatives: part.alternatives,
            constraint: self.show(part.constraint),
        };
        SideText {
            instances: side.parts.iter().take(INSTANCE_LIMIT).map(text).collect(),
            omitted: side.parts.len().saturating_sub(INSTANCE_LIMIT),
        }
    }
}
