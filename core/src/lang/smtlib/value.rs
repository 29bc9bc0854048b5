//! What a term means once it is elaborated.

pub(super) use crate::lang::common::sum::Sum;

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
        Value::Int(Sum::symbol(symbol))
    }

    pub(super) fn sort(&self) -> Option<Sort> {
        match self {
            Value::Bool(_) => Some(Sort::Bool),
            Value::Int(_) | Value::Remainder(_) => Some(Sort::Int),
            Value::Poison => None,
        }
    }
}
