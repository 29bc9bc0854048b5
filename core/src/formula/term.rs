//! Linear terms `a₁x₁ + … + aₙxₙ + c` with integer coefficients.

use std::cmp::Ordering;
use std::ops::{Add, Neg, Sub};

use super::{Symbol, Valuation};
use crate::num::Int;
use crate::order::sort_by_key;

/// A linear term. The summands are sorted by symbol, and no coefficient is zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct LinearTerm {
    summands: Vec<(Symbol, Int)>,
    constant: Int,
}

impl LinearTerm {
    pub fn zero() -> LinearTerm {
        LinearTerm::default()
    }

    pub fn constant(value: impl Into<Int>) -> LinearTerm {
        LinearTerm { summands: Vec::new(), constant: value.into() }
    }

    pub fn symbol(symbol: Symbol) -> LinearTerm {
        LinearTerm { summands: vec![(symbol, Int::ONE)], constant: Int::ZERO }
    }

    /// Adds up summands that come in any order, with repetitions.
    pub fn new(summands: impl IntoIterator<Item = (Symbol, Int)>, constant: Int) -> LinearTerm {
        let mut all: Vec<(Symbol, Int)> = summands.into_iter().collect();
        sort_by_key(&mut all, |(s, _)| *s);
        let mut merged: Vec<(Symbol, Int)> = Vec::with_capacity(all.len());
        for (symbol, coefficient) in all {
            match merged.last_mut() {
                Some((last, sum)) if *last == symbol => *sum += &coefficient,
                _ => merged.push((symbol, coefficient)),
            }
        }
        merged.retain(|(_, a)| !a.is_zero());
        LinearTerm { summands: merged, constant }
    }

    #[inline]
    pub fn summands(&self) -> &[(Symbol, Int)] {
        &self.summands
    }

    /// The summands and the constant.
    pub fn into_parts(self) -> (Vec<(Symbol, Int)>, Int) {
        (self.summands, self.constant)
    }

    #[inline]
    pub fn constant_part(&self) -> &Int {
        &self.constant
    }

    #[inline]
    pub fn is_constant(&self) -> bool {
        self.summands.is_empty()
    }

    /// The symbol, when the term is that symbol alone.
    pub fn as_symbol(&self) -> Option<Symbol> {
        match self.summands.as_slice() {
            [(symbol, a)] if a.is_one() && self.constant.is_zero() => Some(*symbol),
            _ => None,
        }
    }

    pub fn coefficient(&self, symbol: Symbol) -> Int {
        match self.summands.binary_search_by_key(&symbol, |(s, _)| *s) {
            Ok(i) => self.summands[i].1.clone(),
            Err(_) => Int::ZERO,
        }
    }

    pub fn mentions(&self, symbol: Symbol) -> bool {
        self.summands.binary_search_by_key(&symbol, |(s, _)| *s).is_ok()
    }

    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.summands.iter().map(|(s, _)| *s)
    }

    /// The greatest common divisor of the coefficients, without the constant; 0 for a constant term.
    pub fn content(&self) -> Int {
        let mut g = Int::ZERO;
        for (_, a) in &self.summands {
            g = g.gcd(a);
            if g.is_one() {
                break;
            }
        }
        g
    }

    pub fn scaled(&self, factor: &Int) -> LinearTerm {
        if factor.is_zero() {
            return LinearTerm::zero();
        }
        if factor.is_one() {
            return self.clone();
        }
        LinearTerm {
            summands: self.summands.iter().map(|(s, a)| (*s, a * factor)).collect(),
            constant: &self.constant * factor,
        }
    }

    /// Divides coefficients and constant, which must all be multiples of the divisor.
    pub fn div_exact(&self, divisor: &Int) -> LinearTerm {
        LinearTerm {
            summands: self.summands.iter().map(|(s, a)| (*s, a.div_exact(divisor))).collect(),
            constant: self.constant.div_exact(divisor),
        }
    }

    /// `self + factor · other`, by merging the sorted summands.
    pub fn plus_scaled(&self, factor: &Int, other: &LinearTerm) -> LinearTerm {
        if factor.is_zero() {
            return self.clone();
        }
        let mut summands = Vec::with_capacity(self.summands.len() + other.summands.len());
        let (mut left, mut right) = (self.summands.iter().peekable(), other.summands.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some((a, _)), Some((b, _))) => a.cmp(b),
            };
            match order {
                Ordering::Less => summands.extend(left.next().cloned()),
                Ordering::Greater => summands.extend(right.next().map(|(s, b)| (*s, b * factor))),
                Ordering::Equal => {
                    if let (Some((s, a)), Some((_, b))) = (left.next(), right.next()) {
                        let mut sum = a.clone();
                        sum.add_mul(b, factor);
                        if !sum.is_zero() {
                            summands.push((*s, sum));
                        }
                    }
                }
            }
        }
        let mut constant = self.constant.clone();
        constant.add_mul(&other.constant, factor);
        LinearTerm { summands, constant }
    }

    pub fn plus_constant(&self, value: &Int) -> LinearTerm {
        LinearTerm { summands: self.summands.clone(), constant: &self.constant + value }
    }

    /// The same summands with another constant.
    pub fn with_constant(&self, constant: Int) -> LinearTerm {
        LinearTerm { summands: self.summands.clone(), constant }
    }

    /// Puts a term in the place of a symbol.
    pub fn substitute(&self, symbol: Symbol, term: &LinearTerm) -> LinearTerm {
        match self.summands.binary_search_by_key(&symbol, |(s, _)| *s) {
            Err(_) => self.clone(),
            Ok(i) => {
                let mut rest = self.clone();
                let (_, a) = rest.summands.remove(i);
                rest.plus_scaled(&a, term)
            }
        }
    }

    /// The value under a valuation; symbols without a value count as 0.
    pub fn evaluate(&self, valuation: &Valuation) -> Int {
        let mut sum = self.constant.clone();
        for (symbol, a) in &self.summands {
            sum.add_mul(a, valuation.int(*symbol));
        }
        sum
    }
}

impl Add for &LinearTerm {
    type Output = LinearTerm;
    fn add(self, other: &LinearTerm) -> LinearTerm {
        self.plus_scaled(&Int::ONE, other)
    }
}

impl Sub for &LinearTerm {
    type Output = LinearTerm;
    fn sub(self, other: &LinearTerm) -> LinearTerm {
        self.plus_scaled(&Int::MINUS_ONE, other)
    }
}

impl Neg for &LinearTerm {
    type Output = LinearTerm;
    fn neg(self) -> LinearTerm {
        self.scaled(&Int::MINUS_ONE)
    }
}
