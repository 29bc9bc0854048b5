//! Sums under construction: in no order, with repetitions, and negated at no cost.
//!
//! A long or deeply nested sum is built in linear time, since the shorter part always moves into the longer.

use crate::formula::{LinearTerm, Symbol};
use crate::num::Int;

#[derive(Clone, Debug, Default)]
pub(in crate::lang) struct Sum {
    summands: Vec<(Symbol, Int)>,
    constant: Int,
    negated: bool,
    /// May a symbol occur twice?
    repeated: bool,
}

impl From<LinearTerm> for Sum {
    fn from(term: LinearTerm) -> Sum {
        let (summands, constant) = term.into_parts();
        Sum { summands, constant, ..Sum::default() }
    }
}

impl Sum {
    pub(in crate::lang) fn constant(value: Int) -> Sum {
        Sum { constant: value, ..Sum::default() }
    }

    pub(in crate::lang) fn symbol(symbol: Symbol) -> Sum {
        Sum { summands: vec![(symbol, Int::ONE)], ..Sum::default() }
    }

    /// The number of summands with a symbol.
    pub(in crate::lang) fn len(&self) -> usize {
        self.summands.len()
    }

    /// With repetitions.
    pub(in crate::lang) fn symbols(&self) -> impl Iterator<Item = Symbol> {
        self.summands.iter().map(|(symbol, _)| *symbol)
    }

    /// The value, when no symbol occurs.
    pub(in crate::lang) fn value(&self) -> Option<Int> {
        self.summands.is_empty().then(|| if self.negated { -&self.constant } else { self.constant.clone() })
    }

    pub(in crate::lang) fn negate(mut self) -> Sum {
        self.negated = !self.negated;
        self
    }

    pub(in crate::lang) fn plus(self, other: Sum) -> Sum {
        let (mut long, short) = if self.len() < other.len() { (other, self) } else { (self, other) };
        let sign = if long.negated == short.negated { Int::ONE } else { Int::MINUS_ONE };
        long.repeated |= !short.summands.is_empty();
        long.summands.extend(short.summands.into_iter().map(|(s, a)| (s, &a * &sign)));
        long.constant.add_mul(&short.constant, &sign);
        long
    }

    pub(in crate::lang) fn times(mut self, factor: &Int) -> Sum {
        if factor.is_zero() {
            return Sum::default();
        }
        for (_, a) in &mut self.summands {
            *a *= factor;
        }
        self.constant *= factor;
        self
    }

    /// How many words the numbers take: the price of copying or multiplying them.
    pub(in crate::lang) fn words(&self) -> u64 {
        words(&self.summands, &self.constant)
    }

    /// The bits of the largest number.
    pub(in crate::lang) fn bits(&self) -> u64 {
        self.summands.iter().map(|(_, a)| a.bits()).max().unwrap_or(0).max(self.constant.bits())
    }

    /// The same value without repetitions.
    pub(in crate::lang) fn normalised(self) -> Sum {
        if self.repeated { Sum::from(self.into_term()) } else { self }
    }

    pub(in crate::lang) fn into_term(self) -> LinearTerm {
        let term = LinearTerm::new(self.summands, self.constant);
        if self.negated { -&term } else { term }
    }

    pub(in crate::lang) fn to_term(&self) -> LinearTerm {
        self.clone().into_term()
    }
}

/// How many words the numbers of a term take.
pub(in crate::lang) fn words(summands: &[(Symbol, Int)], constant: &Int) -> u64 {
    let words = |a: &Int| a.bits() / 64 + 1;
    summands.iter().map(|(_, a)| words(a)).sum::<u64>() + words(constant)
}
