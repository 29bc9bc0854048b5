//! Values for the variables that were eliminated, in the reverse order.
//!
//! When a variable's turn comes, everything its bounds mention has a value, and the elimination was exact, so
//! an integer lies between them. The one nearest to 0 is taken:
//!
//! ```text
//! y ≤ z, 2z ≤ x  eliminated to  2y ≤ x;      y = 3, x = 7  then leave  z = 3
//! ```

use super::Constraint;
use crate::formula::{LinearTerm, Symbol, Valuation};
use crate::num::Int;

/// How a variable went away, or changed.
#[derive(Clone, Debug)]
pub(super) enum Move {
    /// The symbol has the value of this term.
    Solved { symbol: Symbol, value: LinearTerm },
    /// From here on the symbol stands for what was `symbol + offset`.
    Changed { symbol: Symbol, offset: LinearTerm },
    /// These terms must be at most 0, and some value of the symbol makes them so.
    Bounded { symbol: Symbol, required: Vec<LinearTerm> },
}

pub(super) fn reconstruct(constraints: &[Constraint], trail: &[Move]) -> Valuation {
    let mut values = Valuation::new();
    for symbol in constraints.iter().flat_map(|c| c.term().symbols()) {
        values.set_int(symbol, Int::ZERO);
    }
    for step in trail.iter().rev() {
        match step {
            Move::Solved { symbol, value } => {
                let value = value.evaluate(&values);
                values.set_int(*symbol, value);
            }
            Move::Changed { symbol, offset } => {
                let value = values.int(*symbol) - &offset.evaluate(&values);
                values.set_int(*symbol, value);
            }
            Move::Bounded { symbol, required } => {
                let value = nearest_to_zero(*symbol, required, &mut values);
                values.set_int(*symbol, value);
            }
        }
    }
    values
}

fn nearest_to_zero(symbol: Symbol, required: &[LinearTerm], values: &mut Valuation) -> Int {
    values.set_int(symbol, Int::ZERO);
    let (mut lowest, mut highest): (Option<Int>, Option<Int>) = (None, None);
    for term in required {
        // a·symbol + rest ≤ 0
        let (a, rest) = (term.coefficient(symbol), term.evaluate(values));
        if a.is_positive() {
            let bound = (-rest).div_floor(&a);
            highest = Some(highest.map_or(bound.clone(), |h| h.min(bound)));
        } else if a.is_negative() {
            let bound = rest.div_ceil(&-a);
            lowest = Some(lowest.map_or(bound.clone(), |l| l.max(bound)));
        }
    }
    match (lowest, highest) {
        (Some(lowest), _) if lowest.is_positive() => lowest,
        (_, Some(highest)) if highest.is_negative() => highest,
        _ => Int::ZERO,
    }
}
