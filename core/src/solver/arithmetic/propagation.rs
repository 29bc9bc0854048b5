//! Theory propagation: literals that the bounds decide.
//!
//! `x ≤ 3` decides every `x ≤ k` with `k ≥ 3` and refutes every `x = v` with `v > 3`; a row `x + y - z = 0`
//! with bounds on `x` and `y` bounds `z`.

use super::bounds::{Bound, BoundSide};
use super::lemma::multiplier;
use super::{Arithmetic, Column, Lemma};
use crate::num::Int;
use crate::proof::{Certificate, FactId};
use crate::solver::literal::Lit;

/// A literal that follows from bounds.
#[derive(Clone, Debug)]
pub(in crate::solver) enum Implied {
    /// From one literal about the same column; the lemma is made when it is asked for.
    ByBound {
        literal: Lit,
        reason: Lit,
    },
    ByLemma {
        literal: Lit,
        lemma: Lemma,
    },
}

/// Rows to look at, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    rows: Vec<u32>,
    marked: Vec<bool>,
}

impl Touched {
    fn add(&mut self, row: u32) {
        if self.marked.len() <= row as usize {
            self.marked.resize(row as usize + 1, false);
        }
        if !self.marked[row as usize] {
            self.marked[row as usize] = true;
            self.rows.push(row);
        }
    }

    /// Forgets all rows, whose numbers may have changed.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.marked.iter_mut().for_each(|m| *m = false);
    }

    fn take(&mut self) -> Vec<u32> {
        for r in &self.rows {
            self.marked[*r as usize] = false;
        }
        std::mem::take(&mut self.rows)
    }
}

/// Rows longer than this are not searched for implied bounds: they rarely imply any.
const ROW_LIMIT: usize = 64;

impl Arithmetic {
    /// Decides the literals about a column between an old and a new bound.
    pub(super) fn propagate_atoms(
        &mut self,
        column: Column,
        side: BoundSide,
        new: &Int,
        old: Option<&Int>,
        reason: Lit,
    ) {
        let atoms = &self.at_most[column.index()];
        let equal = &self.equal[column.index()];
        let mut imply = |literal: Lit| {
            if literal.var() != reason.var() {
                self.implied.push(Implied::ByBound { literal, reason });
            }
        };
        match side {
            BoundSide::Upper => {
                let from = atoms.partition_point(|(k, _)| k < new);
                atoms[from..]
                    .iter()
                    .take_while(|(k, _)| old.is_none_or(|o| k < o))
                    .for_each(|(_, l)| imply(*l));
                let from = equal.partition_point(|(v, _)| v <= new);
                equal[from..]
                    .iter()
                    .take_while(|(v, _)| old.is_none_or(|o| v <= o))
                    .for_each(|(_, l)| imply(!*l));
            }
            BoundSide::Lower => {
                let to = atoms.partition_point(|(k, _)| k < new);
                let downward = atoms[..to].iter().rev();
                downward.take_while(|(k, _)| old.is_none_or(|o| k >= o)).for_each(|(_, l)| imply(!*l));
                let to = equal.partition_point(|(v, _)| v < new);
                let downward = equal[..to].iter().rev();
                downward.take_while(|(v, _)| old.is_none_or(|o| v >= o)).for_each(|(_, l)| imply(!*l));
            }
        }
        if let Some(value) = self.fixed(column)
            && let Ok(i) = equal.binary_search_by(|(v, _)| v.cmp(value))
            && let (Some(lower), Some(upper)) = (&self.lower[column.index()], &self.upper[column.index()])
            && !lower.equation
            && !upper.equation
        {
            let literal = equal[i].1;
            let lemma = Lemma::fixed(lower, upper, literal);
            self.implied.push(Implied::ByLemma { literal, lemma });
        }
    }

    pub(super) fn touch(&mut self, column: Column) {
        match self.tableau.basic_in[column.index()] {
            Some(row) => self.touched.add(row),
            None => {
                for row in &self.tableau.occurrences[column.index()] {
                    self.touched.add(*row);
                }
            }
        }
    }

    /// Looks for bounds that follow from the rows touched since the last time. Returns the work done.
    ///
    /// In `Σ aⱼxⱼ = 0` every column is bounded by the bounds of the others; a bound that decides a literal
    /// nobody has decided is reported.
    pub(in crate::solver) fn propagate_rows(&mut self, undecided: impl Fn(Lit) -> bool) -> u64 {
        let mut work = 0;
        for r in self.touched.take() {
            let length = self.tableau.rows[r as usize].entries.len();
            if length <= ROW_LIMIT {
                work += length as u64;
                self.propagate_row(r, 1, &undecided);
                self.propagate_row(r, -1, &undecided);
            }
        }
        work
    }

    /// Reads the row, or its negation, as `Σ aⱼxⱼ ≤ 0`.
    fn propagate_row(&mut self, r: u32, sign: i32, undecided: &impl Fn(Lit) -> bool) {
        let entries = &self.tableau.rows[r as usize].entries;
        // The least value of a summand comes from the lower bound of a positive coefficient, or the upper
        // bound of a negative one.
        let side_of = |a: &Int| if a.signum() == sign { BoundSide::Lower } else { BoundSide::Upper };
        let mut least = Int::ZERO;
        let mut unbounded = None;
        for (i, (column, a)) in entries.iter().enumerate() {
            match self.bound(*column, side_of(a)) {
                Some(bound) => least.add_mul(&a.abs(), &signed(&bound.value, side_of(a))),
                None if unbounded.is_some() => return,
                None => unbounded = Some(i),
            }
        }
        let mut found = Vec::new();
        for (i, (column, a)) in entries.iter().enumerate() {
            if unbounded.is_some_and(|u| u != i) {
                continue;
            }
            if self.at_most[column.index()].is_empty() && self.equal[column.index()].is_empty() {
                continue;
            }
            let side = side_of(a);
            let size = a.abs();
            // |a|·(±x) ≤ -rest
            let rest = match self.bound(*column, side) {
                Some(bound) if unbounded.is_none() => &least - &(&size * &signed(&bound.value, side)),
                _ => least.clone(),
            };
            let limit = (-rest).div_floor(&size);
            let (target, limit) = match side {
                BoundSide::Lower => (BoundSide::Upper, limit),
                BoundSide::Upper => (BoundSide::Lower, -limit),
            };
            if self.bound(*column, target).is_some_and(|b| !target.tighter(&limit, &b.value)) {
                continue;
            }
            self.decide_by_row(r, i, target, &limit, sign, undecided, &mut found);
        }
        self.implied.append(&mut found);
    }

    /// Reports the strongest undecided literals that `column ≤ limit` (or `≥`) decides, with the row as
    /// reason.
    #[allow(clippy::too_many_arguments)]
    fn decide_by_row(
        &self,
        r: u32,
        position: usize,
        target: BoundSide,
        limit: &Int,
        sign: i32,
        undecided: &impl Fn(Lit) -> bool,
        found: &mut Vec<Implied>,
    ) {
        let (column, _) = self.tableau.rows[r as usize].entries[position];
        let atoms = &self.at_most[column.index()];
        let literal = match target {
            BoundSide::Upper => {
                let from = atoms.partition_point(|(k, _)| k < limit);
                atoms[from..].iter().map(|(_, l)| *l).find(|l| undecided(*l))
            }
            BoundSide::Lower => {
                let to = atoms.partition_point(|(k, _)| k < limit);
                atoms[..to].iter().rev().map(|(_, l)| !*l).find(|l| undecided(*l))
            }
        };
        if let Some(literal) = literal {
            let lemma = self.row_lemma(r, position, literal, &Int::ONE, sign);
            found.push(Implied::ByLemma { literal, lemma });
        }
        for (v, equation) in &self.equal[column.index()] {
            if target.tighter(limit, v) && undecided(*equation) {
                // The equation would be a bound on the other side.
                let times = if target == BoundSide::Upper { Int::MINUS_ONE } else { Int::ONE };
                let lemma = self.row_lemma(r, position, !*equation, &times, sign);
                found.push(Implied::ByLemma { literal: !*equation, lemma });
            }
        }
    }

    /// The bounds of all columns of a row but one imply a literal about that one.
    fn row_lemma(&self, r: u32, position: usize, literal: Lit, times: &Int, sign: i32) -> Lemma {
        let entries = &self.tableau.rows[r as usize].entries;
        let mut clause = vec![literal];
        let mut combination = vec![(FactId(0), &entries[position].1.abs() * times)];
        for (i, (column, a)) in entries.iter().enumerate() {
            if i == position {
                continue;
            }
            let side = if a.signum() == sign { BoundSide::Lower } else { BoundSide::Upper };
            if let Some(bound) = self.bound(*column, side) {
                combination.push((FactId(clause.len() as u32), multiplier(bound, side, &a.abs())));
                clause.push(!bound.reason);
            }
        }
        Lemma { clause, certificate: Certificate::farkas(combination) }
    }

    /// Why a bound decides a literal about the same column; see [`Implied::ByBound`].
    pub(in crate::solver) fn bound_lemma(reason: (Lit, &super::Atom), implied: (Lit, &super::Atom)) -> Lemma {
        use super::Atom::{AtLeast, AtMost, Different, Equal};
        // The negation of the implied literal is what takes part in the sum.
        let (upward, implied_times) = match implied.1 {
            AtMost(..) | Equal(..) => (false, Int::ONE),
            AtLeast(..) => (true, Int::ONE),
            Different(_, v) => {
                let from_below = match reason.1 {
                    AtMost(..) => true,
                    Equal(_, w) => w < v,
                    AtLeast(..) | Different(..) => false,
                };
                if from_below { (false, Int::MINUS_ONE) } else { (true, Int::ONE) }
            }
        };
        let reason_times = match reason.1 {
            Equal(..) if upward => Int::MINUS_ONE,
            _ => Int::ONE,
        };
        Lemma::implication((reason.0, reason_times), (implied.0, implied_times))
    }
}

/// The bound of `x` for a positive coefficient, of `-x` for a negative one: always a lower bound.
fn signed(value: &Int, side: BoundSide) -> Int {
    match side {
        BoundSide::Lower => value.clone(),
        BoundSide::Upper => -value,
    }
}

/// Bounds of a row, as needed for a conflict.
pub(super) type RowBounds<'a> = Vec<(&'a Bound, BoundSide, Int)>;
