//! When is there an integer between the lower and the upper bounds?
//!
//! For `s ≤ ax` and `bx ≤ u` there is a rational one if and only if `bs ≤ au`: the real shadow of Fourier and
//! Motzkin. There is an integer if `au - bs ≥ (a - 1)(b - 1)`: the dark shadow (Pugh, The Omega test, 1991).
//! With a unit coefficient the two are the same, and then the condition is exact.
//!
//! ```text
//! y ≤ x ∧ 3x ≤ z      3y ≤ z             exact
//! y ≤ 2x ∧ 2x ≤ z     2z - 2y ≥ 1        that is y < z: there is room for an even number
//! ```

use crate::formula::{Arena, Formula, LinearTerm};
use crate::num::Int;

/// `term ≤ factor · x` for a lower bound, `factor · x ≤ term` for an upper one; the factor is positive.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) factor: Int,
    pub(super) term: LinearTerm,
}

/// Is it better to compare all pairs of bounds than to single out the tightest one?
///
/// Where the comparison is exact (unit coefficients, and any residue will do) it is shorter than all the
/// cases together, but its length multiplies when further symbols are eliminated; otherwise there are the
/// cases as well.
pub(super) fn few_pairs(lower: &[Bound], upper: &[Bound], any_residue: bool) -> bool {
    const SLACK: usize = 4;
    const EXACT_LIMIT: usize = 100;
    let all_unit = |bounds: &[Bound]| bounds.iter().all(|b| b.factor.is_one());
    let pairs = lower.len() * upper.len();
    pairs <= lower.len() + upper.len() + SLACK
        || (any_residue && (all_unit(lower) || all_unit(upper)) && pairs <= EXACT_LIMIT)
}

/// Conditions under which a value that lies in a given class modulo the period is between the bounds, and
/// whether they are necessary as well as sufficient.
pub(super) fn shadow(
    arena: &mut Arena,
    lower: &[Bound],
    upper: &[Bound],
    period: &Int,
) -> (Vec<Formula>, bool) {
    let mut conditions = Vec::with_capacity(lower.len() * upper.len());
    let mut exact = true;
    for below in lower {
        for above in upper {
            let (a, b) = (&below.factor, &above.factor);
            // With x = period · y + r the coefficients are a · period and b · period.
            let (a_scaled, b_scaled) = (a * period, b * period);
            let room = (&a_scaled - &Int::ONE) * (&b_scaled - &Int::ONE);
            exact &= room.is_zero();
            // b·s + ⌈room / period⌉ ≤ a·u
            let gap = below.term.scaled(b).plus_scaled(&-a, &above.term);
            conditions.push(arena.le(&gap.plus_constant(&room.div_ceil(period))));
        }
    }
    (conditions, exact)
}
