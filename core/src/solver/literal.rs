//! Propositional variables and literals of the search, as opposed to the formulae they stand for.

use std::ops::Not;

/// A variable of the search: one pair of complementary formulae.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Var(pub(super) u32);

impl Var {
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) fn literal(self, negative: bool) -> Lit {
        Lit(self.0 << 1 | u32::from(negative))
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lit(u32);

impl Lit {
    #[inline]
    pub(super) fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    #[inline]
    pub(super) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}
