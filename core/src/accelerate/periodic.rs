//! The powers of an octagonal relation, which become periodic: from some power on, each period of rounds adds
//! the same to all bounds (thesis, Def. 4.2.1; Bozga, Iosif, Konečný, CAV 2010).
//!
//! ```text
//! x' ≤ x + 1 ∧ x' ≥ x        R¹: x ≤ x' ≤ x + 1,  R²: x ≤ x' ≤ x + 2,  so Rⁿ: x ≤ x' ≤ x + n
//! ```
//!
//! The period is guessed from the powers seen so far, three times in a row. Whether it goes on like that for
//! all numbers of rounds is proved afterwards (`certificate.rs`).

use super::octagon::{Octagon, constraints};
use crate::formula::{Arena, Formula, LinearTerm, Symbol};
use crate::num::Int;
use crate::solver::{Budget, Unknown};

/// At most this many powers are computed.
const POWER_LIMIT: usize = 30;
/// The longest period that is looked for.
const PERIOD_LIMIT: usize = 6;

/// The powers of a relation, and the guesses that they allow.
pub(super) struct Powers {
    /// The first power, the second, and so on; those of a relation that ends are empty from some power on.
    powers: Vec<Octagon>,
    is_ended: bool,
}

/// From power `from` on, `length` rounds more change all bounds by these rates.
pub(super) struct Period {
    from: usize,
    length: usize,
    /// For each power `from + r`.
    rates: Vec<Vec<Int>>,
}

impl Powers {
    /// Of a relation as an octagon over the symbols before and after; without one, of the empty relation.
    pub(super) fn new(relation: Option<Octagon>, budget: &mut Budget) -> Result<Powers, Unknown> {
        let first = relation.map_or(Ok(None), |octagon| octagon.closed(budget))?;
        Ok(Powers { is_ended: first.is_none(), powers: first.into_iter().collect() })
    }

    /// Computes one power more, unless there are enough; whether there is something new.
    pub(super) fn grow(&mut self, budget: &mut Budget) -> Result<bool, Unknown> {
        let (Some(first), Some(last)) = (self.powers.first(), self.powers.last()) else { return Ok(false) };
        if self.is_ended || self.powers.len() >= POWER_LIMIT {
            return Ok(false);
        }
        match last.then(first, budget)? {
            Some(next) => self.powers.push(next),
            None => self.is_ended = true,
        }
        Ok(true)
    }

    /// A period that the last powers have, the shortest first.
    pub(super) fn period(&self) -> Option<Period> {
        let count = self.powers.len();
        (1..=PERIOD_LIMIT.min(count / 3)).find_map(|period| {
            let rates: Option<Vec<Vec<Int>>> = (0..period)
                .map(|r| {
                    let at = |times: usize| &self.powers[count - times * period + r];
                    let (first, second) = (difference(at(3), at(2))?, difference(at(2), at(1))?);
                    (first == second).then_some(first)
                })
                .collect();
            // The first of the powers is number 1.
            rates.map(|rates| Period { from: count - 3 * period + 1, length: period, rates })
        })
    }

    /// The powers end before they repeat: only that many rounds are possible.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// The formula of `n` rounds, `n ≥ 1`, by the powers and a period; without one, by the powers alone.
    pub(super) fn formula(
        &self,
        arena: &mut Arena,
        symbols: &[Symbol],
        n: Symbol,
        period: Option<&Period>,
    ) -> Formula {
        let number = LinearTerm::symbol(n);
        let mut ways = Vec::new();
        let single = period.map_or(self.powers.len(), |p| p.from - 1);
        for (i, power) in self.powers.iter().enumerate().take(single) {
            let exactly = arena.equal(&number, &LinearTerm::constant(i as u64 + 1));
            let bounds = constraints(arena, symbols, power, None, &Int::ONE, &LinearTerm::zero());
            ways.push(arena.and([exactly, bounds]));
        }
        if let Some(Period { from, length, rates }) = period {
            let divisor = Int::from(*length as u64);
            for (r, rates) in rates.iter().enumerate() {
                let along = number.plus_constant(&-Int::from((from + r) as u64));
                let enough = arena.at_most(&LinearTerm::zero(), &along);
                let residue = arena.divides(&divisor, &along);
                let power = &self.powers[from + r - 1];
                let bounds = constraints(arena, symbols, power, Some(rates), &divisor, &along);
                ways.push(arena.and([enough, residue, bounds]));
            }
        }
        arena.or(ways)
    }
}

/// What one octagon has more than another, entry by entry; `None` if it bounds something else.
fn difference(one: &Octagon, other: &Octagon) -> Option<Vec<Int>> {
    let rows = one.rows();
    let mut rates = Vec::with_capacity(rows * rows);
    for a in 0..rows {
        for b in 0..rows {
            rates.push(match (one.get(a, b), other.get(a, b)) {
                (None, None) => Int::ZERO,
                (Some(from), Some(to)) => to - from,
                _ => return None,
            });
        }
    }
    Some(rates)
}
