//! Sums under construction: in no order, with repetitions, and negated at no cost.
//!
//! A long or deeply nested sum is built in linear time, since the shorter part always moves into the longer.

use crate::formula::{LinearTerm, Symbol};
use crate::num::Int;

#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    summands: Vec<(Symbol, Int)>,
    constant: Int,
    negated: bool,
}

impl Sum {
    pub(super) fn constant(value: Int) -> Sum {
        Sum { constant: value, ..Sum::default() }
    }

    pub(super) fn symbol(symbol: Symbol) -> Sum {
        Sum { summands: vec![(symbol, Int::ONE)], ..Sum::default() }
    }

    pub(super) fn of(term: &LinearTerm) -> Sum {
        Sum { summands: term.summands().to_vec(), constant: term.constant_part().clone(), negated: false }
    }

    pub(super) fn len(&self) -> usize {
        self.summands.len()
    }

    /// The value, when no symbol occurs.
    pub(super) fn value(&self) -> Option<Int> {
        self.summands.is_empty().then(|| if self.negated { -&self.constant } else { self.constant.clone() })
    }

    pub(super) fn negate(mut self) -> Sum {
        self.negated = !self.negated;
        self
    }

    pub(super) fn plus(self, other: Sum) -> Sum {
        let (mut long, short) = if self.len() < other.len() { (other, self) } else { (self, other) };
        let sign = if long.negated == short.negated { Int::ONE } else { Int::MINUS_ONE };
        long.summands.extend(short.summands.into_iter().map(|(s, a)| (s, &a * &sign)));
        long.constant.add_mul(&short.constant, &sign);
        long
    }

    pub(super) fn times(mut self, factor: &Int) -> Sum {
        if factor.is_zero() {
            return Sum::default();
        }
        for (_, a) in &mut self.summands {
            *a *= factor;
        }
        self.constant *= factor;
        self
    }

    /// How many words the numbers take: the price of multiplying them.
    pub(super) fn words(&self) -> u64 {
        words(&self.summands, &self.constant)
    }

    pub(super) fn into_term(self) -> LinearTerm {
        let term = LinearTerm::new(self.summands, self.constant);
        if self.negated { -&term } else { term }
    }

    pub(super) fn to_term(&self) -> LinearTerm {
        self.clone().into_term()
    }
}

/// How many words the numbers of a term take.
pub(super) fn words(summands: &[(Symbol, Int)], constant: &Int) -> u64 {
    let words = |a: &Int| a.bits() / 64 + 1;
    summands.iter().map(|(_, a)| words(a)).sum::<u64>() + words(constant)
}
