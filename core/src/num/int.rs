//! Integers of any size: a machine word while it fits, a big integer when it does not.
//!
//! The representation is canonical (`Big` only outside the range of `i64`), so equality and hashing
//! are structural. Every operation on two small values is one checked machine instruction and a branch.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An integer of any size.
#[derive(Clone, PartialEq, Eq)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq)]
enum Repr {
    Small(i64),
    /// Invariant: the value does not fit an `i64`.
    Big(Box<BigInt>),
}

use Repr::{Big, Small};

impl Int {
    pub const ZERO: Int = Int(Small(0));
    pub const ONE: Int = Int(Small(1));
    pub const MINUS_ONE: Int = Int(Small(-1));

    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    #[inline]
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    #[inline]
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// -1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Small(a) => a.signum() as i32,
            Big(a) => {
                if a.sign() == Sign::Minus {
                    -1
                } else {
                    1
                }
            }
        }
    }

    pub fn abs(&self) -> Int {
        match &self.0 {
            Small(a) => match a.checked_abs() {
                Some(b) => Int(Small(b)),
                None => Int::from(self.to_big().abs()),
            },
            Big(a) => Int::from(a.abs()),
        }
    }

    /// The greatest common divisor, never negative; `gcd(0, 0) = 0`.
    pub fn gcd(&self, other: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &other.0) {
            return Int::from(gcd_u64(a.unsigned_abs(), b.unsigned_abs()));
        }
        Int::from(self.to_big().gcd(&other.to_big()))
    }

    /// The least common multiple, never negative.
    pub fn lcm(&self, other: &Int) -> Int {
        if self.is_zero() || other.is_zero() {
            return Int::ZERO;
        }
        (&self.div_exact(&self.gcd(other)) * other).abs()
    }

    /// Quotient and remainder with `0 ≤ remainder < |divisor|` for a positive divisor (rounding down).
    ///
    /// # Panics
    /// When the divisor is zero.
    pub fn div_mod_floor(&self, divisor: &Int) -> (Int, Int) {
        if let (Small(a), Small(b)) = (&self.0, &divisor.0)
            && *b != -1
        {
            let (q, r) = a.div_mod_floor(b);
            return (Int(Small(q)), Int(Small(r)));
        }
        let (q, r) = self.to_big().div_mod_floor(&divisor.to_big());
        (Int::from(q), Int::from(r))
    }

    /// Rounds the quotient down.
    pub fn div_floor(&self, divisor: &Int) -> Int {
        self.div_mod_floor(divisor).0
    }

    /// Rounds the quotient up.
    pub fn div_ceil(&self, divisor: &Int) -> Int {
        -(-self).div_floor(divisor)
    }

    /// Remainder of the division that rounds down: in `0 .. divisor` for a positive divisor.
    pub fn mod_floor(&self, divisor: &Int) -> Int {
        self.div_mod_floor(divisor).1
    }

    /// The quotient of a division known to leave no remainder.
    pub fn div_exact(&self, divisor: &Int) -> Int {
        let (q, r) = self.div_mod_floor(divisor);
        debug_assert!(r.is_zero(), "{self} is not a multiple of {divisor}");
        q
    }

    /// Does `self` divide `other`? Zero divides only zero.
    pub fn divides(&self, other: &Int) -> bool {
        if self.is_zero() {
            return other.is_zero();
        }
        other.mod_floor(self).is_zero()
    }

    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(a) => Some(*a),
            Big(_) => None,
        }
    }

    /// An approximation, for drawing and scoring only.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            #[allow(clippy::cast_precision_loss)]
            Small(a) => *a as f64,
            Big(a) => a.to_f64().unwrap_or(f64::INFINITY),
        }
    }

    /// The number of bits of the absolute value; a measure of how unwieldy a coefficient is.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Small(a) => u64::from(64 - a.unsigned_abs().leading_zeros()),
            Big(a) => a.bits(),
        }
    }

    /// `self += a * b`, the inner step of every row operation.
    #[inline]
    pub fn add_mul(&mut self, a: &Int, b: &Int) {
        if let (Small(s), Small(x), Small(y)) = (&self.0, &a.0, &b.0)
            && let Some(product) = x.checked_mul(*y)
            && let Some(sum) = s.checked_add(product)
        {
            self.0 = Small(sum);
            return;
        }
        *self = &*self + &(a * b);
    }

    fn to_big(&self) -> BigInt {
        match &self.0 {
            Small(a) => BigInt::from(*a),
            Big(a) => (**a).clone(),
        }
    }
}

fn gcd_u64(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        b -= a;
        if b == 0 {
            return a << shift;
        }
    }
}

impl From<i64> for Int {
    #[inline]
    fn from(value: i64) -> Int {
        Int(Small(value))
    }
}

impl From<i32> for Int {
    fn from(value: i32) -> Int {
        Int(Small(i64::from(value)))
    }
}

impl From<u64> for Int {
    fn from(value: u64) -> Int {
        match i64::try_from(value) {
            Ok(small) => Int(Small(small)),
            Err(_) => Int(Big(Box::new(BigInt::from(value)))),
        }
    }
}

impl From<BigInt> for Int {
    fn from(value: BigInt) -> Int {
        match value.to_i64() {
            Some(small) => Int(Small(small)),
            None => Int(Big(Box::new(value))),
        }
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $checked:ident) => {
        impl $trait<&Int> for &Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: &Int) -> Int {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(c) = a.$checked(*b)
                {
                    return Int(Small(c));
                }
                Int::from(self.to_big().$method(other.to_big()))
            }
        }
        impl $trait<Int> for Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: Int) -> Int {
                (&self).$method(&other)
            }
        }
        impl $trait<&Int> for Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: &Int) -> Int {
                (&self).$method(other)
            }
        }
        impl $assign_trait<&Int> for Int {
            #[inline]
            fn $assign(&mut self, other: &Int) {
                *self = (&*self).$method(other);
            }
        }
    };
}

operator!(Add, add, AddAssign, add_assign, checked_add);
operator!(Sub, sub, SubAssign, sub_assign, checked_sub);
operator!(Mul, mul, MulAssign, mul_assign, checked_mul);

impl Neg for &Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        match &self.0 {
            Small(a) => match a.checked_neg() {
                Some(b) => Int(Small(b)),
                None => Int::from(-BigInt::from(*a)),
            },
            Big(a) => Int::from(-(**a).clone()),
        }
    }
}

impl Neg for Int {
    type Output = Int;
    #[inline]
    fn neg(self) -> Int {
        -&self
    }
}

impl Ord for Int {
    #[inline]
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            // A big value lies outside the small range, so its sign decides.
            (Small(_), Big(_)) => 0.cmp(&other.signum()),
            (Big(_), Small(_)) => self.signum().cmp(&0),
        }
    }
}

impl PartialOrd for Int {
    #[inline]
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Int {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Small(a) => a.hash(state),
            Big(a) => a.hash(state),
        }
    }
}

impl Default for Int {
    fn default() -> Int {
        Int::ZERO
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(a) => fmt::Display::fmt(a, f),
            Big(a) => fmt::Display::fmt(a, f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a decimal integer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseIntError;

impl fmt::Display for ParseIntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a decimal integer")
    }
}

impl std::error::Error for ParseIntError {}

impl FromStr for Int {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Int, ParseIntError> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(ParseIntError);
        }
        match text.parse::<i64>() {
            Ok(small) => Ok(Int(Small(small))),
            Err(_) => BigInt::from_str(text).map(Int::from).map_err(|_| ParseIntError),
        }
    }
}

// Decimal text keeps big values exact in every format, JSON included.
impl Serialize for Int {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Int {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Int, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl std::iter::Sum for Int {
    fn sum<I: Iterator<Item = Int>>(iter: I) -> Int {
        iter.fold(Int::ZERO, |a, b| a + b)
    }
}

impl Zero for Int {
    fn zero() -> Int {
        Int::ZERO
    }
    fn is_zero(&self) -> bool {
        Int::is_zero(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Values that sit on the seams: small, at the ends of `i64`, and beyond.
    fn seam() -> impl Strategy<Value = BigInt> {
        prop_oneof![
            (-20i64..20).prop_map(BigInt::from),
            (-3i64..3).prop_map(|d| BigInt::from(i64::MAX) + d),
            (-3i64..3).prop_map(|d| BigInt::from(i64::MIN) + d),
            any::<i64>().prop_map(BigInt::from),
            any::<i128>().prop_map(BigInt::from),
        ]
    }

    fn canonical(a: &Int) -> bool {
        match &a.0 {
            Small(_) => true,
            Big(b) => b.to_i64().is_none(),
        }
    }

    proptest! {
        #[test]
        fn agrees_with_big_integers(a in seam(), b in seam()) {
            let (x, y) = (Int::from(a.clone()), Int::from(b.clone()));
            for (ours, theirs) in [
                (&x + &y, &a + &b),
                (&x - &y, &a - &b),
                (&x * &y, &a * &b),
                (-&x, -&a),
                (x.abs(), a.abs()),
                (x.gcd(&y), a.gcd(&b)),
            ] {
                prop_assert!(canonical(&ours));
                prop_assert_eq!(ours.to_big(), theirs);
            }
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.to_string().parse::<Int>(), Ok(x.clone()));
            let mut z = x.clone();
            z.add_mul(&y, &x);
            prop_assert_eq!(z.to_big(), &a + &b * &a);
            if !y.is_zero() {
                let (q, r) = x.div_mod_floor(&y);
                let (q2, r2) = a.div_mod_floor(&b);
                prop_assert_eq!(x.div_ceil(&y).to_big(), -((-&a).div_floor(&b)));
                prop_assert_eq!((q.to_big(), r.to_big()), (q2, r2));
            }
        }
    }

    #[test]
    fn refuses_text_that_is_no_integer() {
        for text in ["", "-", "+1", "1.0", "0x1", " 1", "١"] {
            assert_eq!(text.parse::<Int>(), Err(ParseIntError), "{text:?}");
        }
    }
}
