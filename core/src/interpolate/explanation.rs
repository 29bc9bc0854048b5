//! Why an interpolant is one: the inputs it rests on, and the arithmetic behind each of its atoms.
//!
//! For `x ≤ y ∧ y ≤ 0` and `x ≥ 1`: the sum `1·(x - y) + 1·(y)` of the first side is `x ≤ 0`, and together
//! with `1·(1 - x)` of the second it is `1 ≤ 0` (thesis, Fig. 3.2).

use super::Strength;
use crate::formula::Formula;
use crate::num::Int;

/// How an interpolant came about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The formulae of the first side that were used.
    pub a: Vec<Formula>,
    /// The formulae of the second side that were used.
    pub b: Vec<Formula>,
    /// The conflicts that the proof found between the two, each with the atom that it contributed before
    /// simplification.
    pub arguments: Vec<Argument>,
    /// The labellings of the proof that give this very interpolant, of those that were tried. None if it was
    /// not read off the proof, but is made of what remains of the first side without its own symbols.
    pub readings: Vec<Strength>,
    /// Equations of that reading were relaxed to inequalities, since these suffice.
    pub relaxed: bool,
}

impl Explanation {
    /// Whether the interpolant was read off a proof.
    pub fn is_read(&self) -> bool {
        !self.readings.is_empty()
    }

    /// The same with the sides exchanged, for the negation of an interpolant.
    pub(super) fn mirrored(mut self) -> Explanation {
        std::mem::swap(&mut self.a, &mut self.b);
        for argument in &mut self.arguments {
            std::mem::swap(&mut argument.a, &mut argument.b);
            argument.atom = !argument.atom;
        }
        self
    }
}

/// One conflict between literals of the two sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Literals of the first side, with their multipliers.
    pub a: Vec<(Formula, Int)>,
    /// Literals of the second side, with their multipliers.
    pub b: Vec<(Formula, Int)>,
    pub ground: Ground,
    /// What the first side contributes to the interpolant.
    pub atom: Formula,
}

/// What makes the literals contradictory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The sum of all, each taken this many times, is this positive constant `≤ 0` (Farkas).
    Sum { constant: Int },
    /// In the sum all coefficients are multiples of the modulus, and the constant is not.
    Divisibility { modulus: Int },
    /// Neither: the symbols of the first side were eliminated from its literals.
    Projection,
}
