//! What a term means once it is elaborated.

use crate::formula::{Formula, LinearTerm, Sort, Symbol};
use crate::num::Int;

/// The meaning of a term.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Bool(Formula),
    Int(Sum),
    /// `t mod k` with `k ≥ 2`, kept apart because `t mod k = c` needs no quotient: it is `k | t - c`.
    Remainder(Box<(LinearTerm, Int)>),
    /// An error that has been reported; whatever is made from it is an error too, and silent.
    Poison,
}

impl Value {
    /// The value of a variable.
    pub(super) fn int(symbol: Symbol) -> Value {
        Value::Int(Sum::from(LinearTerm::symbol(symbol)))
    }

    pub(super) fn sort(&self) -> Option<Sort> {
        match self {
            Value::Bool(_) => Some(Sort::Bool),
            Value::Int(_) | Value::Remainder(_) => Some(Sort::Int),
            Value::Poison => None,
        }
    }
}

/// A linear term under construction: its summands come in any order and may repeat, so that a long chain
/// of additions costs no more than its length.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) summands: Vec<(Symbol, Int)>,
    pub(super) constant: Int,
    sorted: bool,
}

impl From<LinearTerm> for Sum {
    fn from(term: LinearTerm) -> Sum {
        let (summands, constant) = term.into_parts();
        Sum { summands, constant, sorted: true }
    }
}

impl Sum {
    pub(super) fn constant(value: Int) -> Sum {
        Sum { summands: Vec::new(), constant: value, sorted: true }
    }

    pub(super) fn into_term(self) -> LinearTerm {
        LinearTerm::new(self.summands, self.constant)
    }

    /// The same value without repetitions.
    pub(super) fn normalised(self) -> Sum {
        if self.sorted { self } else { Sum::from(self.into_term()) }
    }

    /// Adds the smaller sum to the larger one.
    pub(super) fn plus(self, other: Sum) -> Sum {
        let (mut large, small) =
            if self.summands.len() < other.summands.len() { (other, self) } else { (self, other) };
        large.constant += &small.constant;
        if !small.summands.is_empty() {
            large.sorted = false;
            large.summands.extend(small.summands);
        }
        large
    }

    pub(super) fn scale(&mut self, factor: &Int) {
        if factor.is_zero() {
            *self = Sum::constant(Int::ZERO);
        } else if !factor.is_one() {
            for (_, a) in &mut self.summands {
                *a = &*a * factor;
            }
            self.constant = &self.constant * factor;
        }
    }
}
