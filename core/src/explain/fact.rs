//! Inequalities and equations as one writes them to add them up: symbols on the left, the number on the right.
//!
//! `X - J - 1 ≤ 0` is `X - J ≤ 1`: sums of such lines are sums of their left and of their right sides.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::account::Pen;
use crate::check::certificate::Fact;
use crate::num::Int;

/// A line of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactText {
    /// Coefficients with their symbols.
    pub summands: Vec<(Int, String)>,
    pub comparison: Comparison,
    /// The number on the right; for divisibilities the number that is added on the left.
    pub number: Int,
}

/// How the sides of a line compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Comparison {
    AtMost,
    Equal,
    NotEqual,
    /// The number divides the sum.
    Divides(Int),
    NotDivides(Int),
}

impl FactText {
    pub(crate) fn new(pen: Pen<'_>, fact: &Fact) -> FactText {
        let (term, comparison) = match fact {
            Fact::AtMostZero(t) => (t, Comparison::AtMost),
            Fact::Zero(t) => (t, Comparison::Equal),
            Fact::NotZero(t) => (t, Comparison::NotEqual),
            Fact::Divisible(k, t) => (t, Comparison::Divides(k.clone())),
            Fact::Indivisible(k, t) => (t, Comparison::NotDivides(k.clone())),
        };
        let constant = term.constant_part();
        let number = match comparison {
            Comparison::Divides(_) | Comparison::NotDivides(_) => constant.clone(),
            _ => -constant,
        };
        let summand = |(symbol, a): &(_, Int)| (a.clone(), (pen.name)(*symbol));
        FactText { summands: term.summands().iter().map(summand).collect(), comparison, number }
    }
}

impl fmt::Display for FactText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.comparison {
            Comparison::Divides(k) => write!(f, "{k} | ")?,
            Comparison::NotDivides(k) => write!(f, "{k} ∤ ")?,
            _ => {}
        }
        for (i, (a, name)) in self.summands.iter().enumerate() {
            match (i, a.is_negative()) {
                (0, false) => {}
                (0, true) => f.write_str("-")?,
                (_, false) => f.write_str(" + ")?,
                (_, true) => f.write_str(" - ")?,
            }
            if !a.abs().is_one() {
                write!(f, "{}", a.abs())?;
            }
            f.write_str(name)?;
        }
        let sign = match self.comparison {
            Comparison::AtMost => "≤",
            Comparison::Equal => "=",
            Comparison::NotEqual => "≠",
            Comparison::Divides(_) | Comparison::NotDivides(_) => {
                return match (self.summands.is_empty(), self.number.is_negative()) {
                    (true, _) => write!(f, "{}", self.number),
                    (false, true) => write!(f, " - {}", self.number.abs()),
                    (false, false) if self.number.is_zero() => Ok(()),
                    (false, false) => write!(f, " + {}", self.number),
                };
            }
        };
        if self.summands.is_empty() {
            f.write_str("0")?;
        }
        write!(f, " {sign} {}", self.number)
    }
}
