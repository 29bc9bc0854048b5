//! Clauses that are valid in arithmetic, with their certificates.

use super::bounds::{Bound, BoundSide};
use crate::num::Int;
use crate::proof::{Certificate, FactId, Line};
use crate::solver::literal::Lit;

/// A valid clause and why it is valid. Fact `i` of the certificate is the negation of literal `i`.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Lemma {
    pub(in crate::solver) clause: Vec<Lit>,
    pub(in crate::solver) certificate: Certificate,
}

impl Lemma {
    /// Bounds that contradict each other: the sum of the bounds, each taken this many times, is a positive
    /// constant (Farkas).
    pub(super) fn conflict(bounds: &[(&Bound, BoundSide, Int)]) -> Lemma {
        let clause = bounds.iter().map(|(b, _, _)| !b.reason).collect();
        let combination = bounds
            .iter()
            .enumerate()
            .map(|(i, (b, side, times))| (FactId(i as u32), multiplier(b, *side, times)))
            .collect();
        Lemma { clause, certificate: Certificate::farkas(combination) }
    }

    /// From `column = v`, or a bound, to a weaker bound or a disequality: `¬reason ∨ implied`, where the two
    /// multipliers say how `reason` and `¬implied` add up to a contradiction.
    pub(super) fn implication(reason: (Lit, Int), implied: (Lit, Int)) -> Lemma {
        Lemma {
            clause: vec![implied.0, !reason.0],
            certificate: Certificate::farkas(vec![(FactId(0), implied.1), (FactId(1), reason.1)]),
        }
    }

    /// `column ≥ v ∧ column ≤ v → column = v`, for bounds that are inequalities.
    pub(super) fn fixed(lower: &Bound, upper: &Bound, equation: Lit) -> Lemma {
        Lemma {
            clause: vec![equation, !upper.reason, !lower.reason],
            certificate: Certificate {
                lines: vec![
                    Line::Strengthen { fact: FactId(1), disequality: FactId(0) },
                    Line::Contradiction {
                        combination: vec![(FactId(3), Int::ONE), (FactId(2), Int::ONE)],
                        divisor: Int::ZERO,
                    },
                ],
            },
        }
    }

    /// `t = 0 ∨ t ≤ -1 ∨ t ≥ 1`, for the literals in this order.
    pub(in crate::solver) fn trichotomy(equation: Lit, below: Lit, above: Lit) -> Lemma {
        // ¬above is t ≤ 0, ¬below is -t ≤ 0.
        Lemma {
            clause: vec![equation, below, above],
            certificate: Certificate {
                lines: vec![
                    Line::Strengthen { fact: FactId(2), disequality: FactId(0) },
                    Line::Contradiction {
                        combination: vec![(FactId(3), Int::ONE), (FactId(1), Int::ONE)],
                        divisor: Int::ZERO,
                    },
                ],
            },
        }
    }
}

/// How often the reason of a bound is added when the bound is added `times` times. An equation `t = 0` is
/// `t ≤ 0` as an upper bound and `-t ≤ 0` as a lower one.
pub(super) fn multiplier(bound: &Bound, side: BoundSide, times: &Int) -> Int {
    if bound.equation && side == BoundSide::Lower { -times } else { times.clone() }
}
