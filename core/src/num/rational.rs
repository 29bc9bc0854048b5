//! Exact rationals in lowest terms with a positive denominator.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::Int;

/// A rational number in lowest terms.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: Int,
    /// Positive, and coprime to the numerator.
    denominator: Int,
}

impl Rational {
    /// # Panics
    /// When the denominator is zero.
    pub fn new(numerator: Int, denominator: Int) -> Rational {
        assert!(!denominator.is_zero(), "a rational with denominator zero");
        if denominator.is_one() {
            return Rational { numerator, denominator };
        }
        let mut g = numerator.gcd(&denominator);
        if denominator.is_negative() {
            g = -g;
        }
        if g.is_one() {
            return Rational { numerator, denominator };
        }
        Rational { numerator: numerator.div_exact(&g), denominator: denominator.div_exact(&g) }
    }

    pub fn zero() -> Rational {
        Rational::from(Int::ZERO)
    }

    #[inline]
    pub fn numerator(&self) -> &Int {
        &self.numerator
    }

    #[inline]
    pub fn denominator(&self) -> &Int {
        &self.denominator
    }

    #[inline]
    pub fn is_integer(&self) -> bool {
        self.denominator.is_one()
    }

    #[inline]
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    pub fn signum(&self) -> i32 {
        self.numerator.signum()
    }

    pub fn floor(&self) -> Int {
        if self.is_integer() { self.numerator.clone() } else { self.numerator.div_floor(&self.denominator) }
    }

    pub fn ceil(&self) -> Int {
        if self.is_integer() { self.numerator.clone() } else { self.numerator.div_ceil(&self.denominator) }
    }

    /// Compares with an integer without building a rational.
    #[inline]
    pub fn cmp_int(&self, other: &Int) -> Ordering {
        if self.is_integer() {
            self.numerator.cmp(other)
        } else {
            self.numerator.cmp(&(&self.denominator * other))
        }
    }
}

impl From<Int> for Rational {
    #[inline]
    fn from(numerator: Int) -> Rational {
        Rational { numerator, denominator: Int::ONE }
    }
}

impl From<&Int> for Rational {
    #[inline]
    fn from(numerator: &Int) -> Rational {
        Rational::from(numerator.clone())
    }
}

impl Add<&Rational> for &Rational {
    type Output = Rational;
    fn add(self, other: &Rational) -> Rational {
        if self.denominator == other.denominator {
            return Rational::new(&self.numerator + &other.numerator, self.denominator.clone());
        }
        Rational::new(
            &self.numerator * &other.denominator + &other.numerator * &self.denominator,
            &self.denominator * &other.denominator,
        )
    }
}

impl Sub<&Rational> for &Rational {
    type Output = Rational;
    fn sub(self, other: &Rational) -> Rational {
        if self.denominator == other.denominator {
            return Rational::new(&self.numerator - &other.numerator, self.denominator.clone());
        }
        Rational::new(
            &self.numerator * &other.denominator - &other.numerator * &self.denominator,
            &self.denominator * &other.denominator,
        )
    }
}

impl Mul<&Rational> for &Rational {
    type Output = Rational;
    fn mul(self, other: &Rational) -> Rational {
        Rational::new(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }
}

impl Mul<&Int> for &Rational {
    type Output = Rational;
    fn mul(self, other: &Int) -> Rational {
        Rational::new(&self.numerator * other, self.denominator.clone())
    }
}

impl Div<&Int> for &Rational {
    type Output = Rational;
    #[allow(clippy::suspicious_arithmetic_impl)] // the denominator is what grows
    fn div(self, other: &Int) -> Rational {
        Rational::new(self.numerator.clone(), &self.denominator * other)
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rational(n: i64, d: i64) -> Rational {
        Rational::new(Int::from(n), Int::from(d))
    }

    #[test]
    fn stays_in_lowest_terms_and_orders_by_value() {
        let mut all = Vec::new();
        for n in -6..=6 {
            for d in [-6, -3, -2, -1, 1, 2, 3, 6] {
                let r = rational(n, d);
                assert!(r.denominator().is_positive());
                assert!(r.numerator().gcd(r.denominator()).is_one());
                assert_eq!(r.floor(), Int::from(n.div_euclid(d) - i64::from(d < 0 && n.rem_euclid(d) != 0)));
                all.push((r, n * 6 / d));
            }
        }
        for (r, x) in &all {
            for (s, y) in &all {
                assert_eq!(r.cmp(s), x.cmp(y), "{r} and {s}");
                assert_eq!(&(r + s) - s, r.clone());
                assert_eq!((r * s).signum(), (x * y).signum() as i32);
            }
        }
    }
}
