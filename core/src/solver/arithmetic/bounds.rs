//! Bounds on columns, each with the literal that says so.

use std::cmp::Ordering;

use super::{Arithmetic, Column, Lemma};
use crate::num::{Int, Rational};
use crate::solver::exact::Constraint;
use crate::solver::literal::Lit;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver) enum BoundSide {
    Lower,
    Upper,
}

impl BoundSide {
    pub(super) fn opposite(self) -> BoundSide {
        match self {
            BoundSide::Lower => BoundSide::Upper,
            BoundSide::Upper => BoundSide::Lower,
        }
    }

    /// Does `a` bound more tightly than `b` on this side?
    pub(super) fn tighter(self, a: &Int, b: &Int) -> bool {
        match self {
            BoundSide::Lower => a > b,
            BoundSide::Upper => a < b,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) value: Int,
    /// The true literal that asserts the bound: an inequality, or an equation for both sides at once.
    pub(super) reason: Lit,
    /// Is the reason an equation?
    pub(super) equation: bool,
}

/// Fewer bounds than this are decided one by one. Among the predicates of a run that goes on round by round
/// there are dozens of bounds, and interpolants are simpler if the latest are decided first.
const MANY_BOUNDS: usize = 128;

/// Numbers with fewer bits than this are counted as one step each; the work for others grows with the square
/// of their length, as the greatest common divisors of fractions do.
const WIDE: u64 = 256;

impl Arithmetic {
    /// The middle one of the literals `column ≤ k` that the bounds in force leave open, if they are many.
    pub(in crate::solver) fn middle(&self, column: Column) -> Option<Lit> {
        let atoms = &self.at_most[column.index()];
        let bound = |side| self.bound(column, side).map(|bound| &bound.value);
        let from = bound(BoundSide::Lower).map_or(0, |low| atoms.partition_point(|(k, _)| k < low));
        let to = bound(BoundSide::Upper).map_or(atoms.len(), |high| atoms.partition_point(|(k, _)| k < high));
        let open = atoms.get(from..to)?;
        (open.len() >= MANY_BOUNDS).then(|| open[open.len() / 2].1)
    }

    #[inline]
    pub(super) fn bound(&self, column: Column, side: BoundSide) -> Option<&Bound> {
        match side {
            BoundSide::Lower => self.lower[column.index()].as_ref(),
            BoundSide::Upper => self.upper[column.index()].as_ref(),
        }
    }

    fn slot(&mut self, column: Column, side: BoundSide) -> &mut Option<Bound> {
        match side {
            BoundSide::Lower => &mut self.lower[column.index()],
            BoundSide::Upper => &mut self.upper[column.index()],
        }
    }

    /// Is the column's value beyond its bound on that side?
    #[inline]
    pub(super) fn violates(&self, column: Column, side: BoundSide) -> bool {
        let Some(bound) = self.bound(column, side) else { return false };
        let wrong = match side {
            BoundSide::Lower => Ordering::Less,
            BoundSide::Upper => Ordering::Greater,
        };
        self.values[column.index()].cmp_int(&bound.value) == wrong
    }

    /// The value of a column whose bounds coincide.
    pub(super) fn fixed(&self, column: Column) -> Option<&Int> {
        match (&self.lower[column.index()], &self.upper[column.index()]) {
            (Some(l), Some(u)) if l.value == u.value => Some(&l.value),
            _ => None,
        }
    }

    /// Takes in a bound. Finds the contradiction with the opposite bound; the rest is for [`Self::check`].
    pub(super) fn assert_bound(
        &mut self,
        column: Column,
        side: BoundSide,
        bound: Bound,
    ) -> Result<(), Lemma> {
        if let Some(old) = self.bound(column, side)
            && !side.tighter(&bound.value, &old.value)
        {
            return Ok(());
        }
        if let Some(opposite) = self.bound(column, side.opposite())
            && side.tighter(&bound.value, &opposite.value)
        {
            let opposite = opposite.clone();
            return Err(Lemma::conflict(&[(&bound, side, Int::ONE), (&opposite, side.opposite(), Int::ONE)]));
        }
        self.need_row(column);
        let value = bound.value.clone();
        let reason = bound.reason;
        let old = self.slot(column, side).replace(bound);
        self.propagate_atoms(column, side, &value, old.as_ref().map(|b| &b.value), reason);
        self.undo.push((column, side, old));
        self.touch(column);
        if self.tableau.basic_in[column.index()].is_some() {
            if self.violates(column, side) {
                self.suspects.push(column);
            }
        } else if self.violates(column, side) {
            self.update(column, &Rational::from(value));
        }
        Ok(())
    }

    /// All bounds in force, each with its literal.
    pub(in crate::solver) fn constraints(&self) -> Vec<(Lit, Constraint)> {
        let mut all = Vec::new();
        for column in self.columns() {
            let form = &self.forms[column.index()];
            let (lower, upper) = (self.bound(column, BoundSide::Lower), self.bound(column, BoundSide::Upper));
            let equation = upper.filter(|b| b.equation).or(lower.filter(|b| b.equation));
            if let Some(equation) = equation {
                all.push((equation.reason, Constraint::Zero(form.plus_constant(&-&equation.value))));
                continue;
            }
            if let Some(b) = upper {
                all.push((b.reason, Constraint::AtMostZero(form.plus_constant(&-&b.value))));
            }
            if let Some(b) = lower {
                all.push((b.reason, Constraint::AtMostZero((-form).plus_constant(&b.value))));
            }
        }
        all
    }

    /// The number of bounds on record, to return to with [`Self::backtrack`].
    pub(in crate::solver) fn mark(&self) -> usize {
        self.undo.len()
    }

    pub(in crate::solver) fn backtrack(&mut self, mark: usize) {
        while self.undo.len() > mark {
            if let Some((column, side, old)) = self.undo.pop() {
                *self.slot(column, side) = old;
            }
        }
        self.implied.clear();
    }

    /// Moves a column that is not basic, and with it the basic columns that depend on it.
    pub(super) fn update(&mut self, column: Column, value: &Rational) {
        let delta = value - &self.values[column.index()];
        self.values[column.index()] = value.clone();
        let size = (delta.numerator().bits() + delta.denominator().bits()) / WIDE;
        self.unpaid += size * size * self.tableau.occurrences[column.index()].len() as u64;
        for i in 0..self.tableau.occurrences[column.index()].len() {
            let row = &self.tableau.rows[self.tableau.occurrences[column.index()][i] as usize];
            let basic = row.basic;
            let Some(a) = row.coefficient(column) else { continue };
            // pivot·basic + a·column + … = 0
            let change = &(&delta * a) / &row.pivot;
            self.values[basic.index()] = &self.values[basic.index()] - &change;
            if self.violates(basic, BoundSide::Lower) || self.violates(basic, BoundSide::Upper) {
                self.suspects.push(basic);
            }
        }
    }
}
