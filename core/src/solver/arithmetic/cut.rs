//! Chvátal-Gomory cuts: an inequality that all integers satisfy and the current rational vertex does not.
//!
//! At a vertex `x = 5/2 - s/2` with `s ≥ 0` an integer form, `2x = 5 - s`; adding `s/2 ≥ 0` leaves `x ≤ 5/2`,
//! which rounds to `x ≤ 2`. In general the fractional parts of the row are multipliers whose combination of
//! bounds has integer coefficients and a constant to round.

use super::bounds::BoundSide;
use super::lemma::multiplier;
use super::{Arithmetic, Column};
use crate::formula::LinearTerm;
use crate::num::{Int, Rational};
use crate::proof::{Certificate, FactId, Line};
use crate::solver::literal::Lit;

/// `hypotheses → term ≤ 0`. In the certificate, fact 0 is the negation of the conclusion and the hypotheses
/// follow.
#[derive(Debug)]
pub(in crate::solver) struct Cut {
    pub(in crate::solver) term: LinearTerm,
    pub(in crate::solver) hypotheses: Vec<Lit>,
    pub(in crate::solver) certificate: Certificate,
}

/// Cuts with longer coefficients do more harm than good.
const COEFFICIENT_BITS: u64 = 10;

impl Arithmetic {
    /// An unknown with a fractional value, to cut or to branch on: the one with the smallest value, since
    /// small solutions are the likeliest; ties by age.
    pub(in crate::solver) fn fractional(&self) -> Option<Column> {
        self.columns()
            .filter(|c| !self.values[c.index()].is_integer() && self.forms[c.index()].as_symbol().is_some())
            .min_by(|a, b| {
                let size = |c: &Column| self.values[c.index()].floor().abs();
                size(a).cmp(&size(b))
            })
    }

    /// A cut through the row of a fractional basic column, if every other column of the row is at a bound.
    pub(in crate::solver) fn cut(&self, column: Column) -> Option<Cut> {
        let row = &self.tableau.rows[self.tableau.basic_in[column.index()]? as usize];
        let mut summands: Vec<(Column, &super::Bound, BoundSide, Rational)> = Vec::new();
        for (other, a) in &row.entries {
            if *other == column {
                continue;
            }
            // column = -Σ (a/pivot)·other
            let coefficient = Rational::new(-a, row.pivot.clone());
            let value = &self.values[other.index()];
            let at = |side: BoundSide| self.bound(*other, side).filter(|b| value.cmp_int(&b.value).is_eq());
            let (bound, side, slope) = match (at(BoundSide::Lower), at(BoundSide::Upper)) {
                (Some(lower), _) => (lower, BoundSide::Lower, -&coefficient),
                (None, Some(upper)) => (upper, BoundSide::Upper, coefficient),
                (None, None) => return None,
            };
            let fraction = &slope - &Rational::from(slope.floor());
            if !fraction.is_zero() {
                summands.push((*other, bound, side, fraction));
            }
        }
        let scale = summands.iter().fold(Int::ONE, |l, (_, _, _, f)| l.lcm(f.denominator()));
        let mut sum = LinearTerm::zero();
        let mut combination = Vec::new();
        let mut hypotheses = Vec::new();
        for (other, bound, side, fraction) in &summands {
            let times = (fraction * &scale).floor();
            // The bound as a term: form - u ≤ 0, or l - form ≤ 0.
            let term = self.forms[other.index()].plus_constant(&-&bound.value);
            let sign = if *side == BoundSide::Upper { times.clone() } else { -&times };
            sum = sum.plus_scaled(&sign, &term);
            combination.push((FactId(hypotheses.len() as u32 + 1), multiplier(bound, *side, &times)));
            hypotheses.push(bound.reason);
        }
        let divisor = sum.content();
        if divisor.is_zero() {
            return None;
        }
        let rounded = sum.constant_part().div_ceil(&divisor);
        let term = sum.with_constant(&rounded * &divisor).div_exact(&divisor);
        if term.summands().iter().any(|(_, a)| a.bits() > COEFFICIENT_BITS) {
            return None;
        }
        let derived = FactId(hypotheses.len() as u32 + 1);
        let certificate = Certificate {
            lines: vec![
                Line::Combine { combination, divisor },
                Line::Contradiction {
                    combination: vec![(FactId(0), Int::ONE), (derived, Int::ONE)],
                    divisor: Int::ZERO,
                },
            ],
        };
        Some(Cut { term, hypotheses, certificate })
    }
}
