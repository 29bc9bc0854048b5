//! The general simplex method: moves basic columns into their bounds, or explains why that is impossible.
//!
//! Nothing is optimised. A violated basic column must move; a column of its row that is free to move the
//! right way takes its place. If none is free, the bounds of the row are a Farkas conflict.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bounds::BoundSide;
use super::propagation::RowBounds;
use super::{Arithmetic, Column, Lemma};
use crate::num::{Int, Rational};
use crate::solver::{Budget, Unknown};

/// Basic columns to look at, smallest first, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Suspects {
    heap: BinaryHeap<Reverse<Column>>,
    waiting: Vec<bool>,
}

impl Suspects {
    pub(super) fn push(&mut self, column: Column) {
        if self.waiting.len() <= column.index() {
            self.waiting.resize(column.index() + 1, false);
        }
        if !self.waiting[column.index()] {
            self.waiting[column.index()] = true;
            self.heap.push(Reverse(column));
        }
    }

    fn pop(&mut self) -> Option<Column> {
        let Reverse(column) = self.heap.pop()?;
        self.waiting[column.index()] = false;
        Some(column)
    }
}

/// After this many pivots, and two for each column, the choice follows Bland's rule, which cannot cycle.
const BLAND_AFTER: u64 = 1000;

impl Arithmetic {
    /// Makes all columns respect their bounds, over the rationals.
    pub(in crate::solver) fn check(&mut self, budget: &mut Budget) -> Result<Result<(), Lemma>, Unknown> {
        let mut pivots = 0;
        let bland_after = BLAND_AFTER + 2 * self.tableau.column_count() as u64;
        loop {
            if self.unpaid > 0 {
                budget.take(std::mem::take(&mut self.unpaid))?;
            }
            let Some(column) = self.suspects.pop() else { break };
            let Some(row) = self.tableau.basic_in[column.index()] else { continue };
            let side = if self.violates(column, BoundSide::Lower) {
                BoundSide::Lower
            } else if self.violates(column, BoundSide::Upper) {
                BoundSide::Upper
            } else {
                continue;
            };
            let Some(entering) = self.entering(row, column, side, pivots > bland_after) else {
                self.suspects.push(column);
                return Ok(Err(self.row_conflict(row, column, side)));
            };
            let Some(bound) = self.bound(column, side) else { continue };
            let target = Rational::from(&bound.value);
            let work = self.pivot_and_update(row, column, entering, &target);
            budget.take(work)?;
            pivots += 1;
        }
        Ok(Ok(()))
    }

    /// A column of the row that can move so that the basic column moves towards the violated bound.
    fn entering(&self, row: u32, basic: Column, violated: BoundSide, bland: bool) -> Option<Column> {
        let row = &self.tableau.rows[row as usize];
        let mut best: Option<(usize, Column)> = None;
        for (column, a) in &row.entries {
            if *column == basic || !self.can_move(*column, Self::blocking(row, a, violated)) {
                continue;
            }
            if bland {
                return Some(*column);
            }
            // The fewest rows to change; among equals the youngest, which has the least fill-in behind it.
            let score = self.tableau.occurrences[column.index()].len();
            if best.is_none_or(|(b, _)| score <= b) {
                best = Some((score, *column));
            }
        }
        best.map(|(_, column)| column)
    }

    /// The side whose bound keeps a column of the row from helping: `basic = -Σ (aⱼ/pivot)·xⱼ`.
    fn blocking(row: &super::tableau::Row, a: &Int, violated: BoundSide) -> BoundSide {
        let opposite_signs = a.signum() != row.pivot.signum();
        // With opposite signs the columns move together: a basic column that must grow needs one that grows.
        if opposite_signs == (violated == BoundSide::Lower) { BoundSide::Upper } else { BoundSide::Lower }
    }

    fn can_move(&self, column: Column, blocking: BoundSide) -> bool {
        match self.bound(column, blocking) {
            None => true,
            Some(bound) => match blocking {
                BoundSide::Upper => self.values[column.index()].cmp_int(&bound.value).is_lt(),
                BoundSide::Lower => self.values[column.index()].cmp_int(&bound.value).is_gt(),
            },
        }
    }

    fn pivot_and_update(&mut self, row: u32, basic: Column, entering: Column, target: &Rational) -> u64 {
        let (change, work) = {
            let r = &self.tableau.rows[row as usize];
            let a = r.coefficient(entering).cloned().unwrap_or(Int::ONE);
            // basic grows by -(a/pivot) times the growth of entering.
            let growth = target - &self.values[basic.index()];
            (&(&-&growth * &r.pivot) / &a, self.tableau.occurrences[entering.index()].len() as u64)
        };
        let moved = &self.values[entering.index()] + &change;
        self.update(entering, &moved);
        self.pivots += 1;
        let work = work + self.tableau.pivot(row, entering);
        if self.violates(entering, BoundSide::Lower) || self.violates(entering, BoundSide::Upper) {
            self.suspects.push(entering);
        }
        work
    }

    /// Every column of the row is at the bound that blocks it: the row is a contradiction of bounds.
    fn row_conflict(&self, row: u32, basic: Column, violated: BoundSide) -> Lemma {
        let row = &self.tableau.rows[row as usize];
        let mut bounds: RowBounds = Vec::with_capacity(row.entries.len());
        for (column, a) in &row.entries {
            let side = if *column == basic { violated } else { Self::blocking(row, a, violated) };
            if let Some(bound) = self.bound(*column, side) {
                bounds.push((bound, side, a.abs()));
            }
        }
        Lemma::conflict(&bounds)
    }
}
