//! Inequalities and equations as one writes them to add them up: symbols on the left, the number on the
//! right.
//!
//! `X - J - 1 ≤ 0` is `X - J ≤ 1`: sums of such lines are sums of their left and of their right sides.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::account::Wording;
use crate::check::certificate::Fact;
use crate::formula::{FormulaText, PieceKind};
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
    pub(crate) fn new(wording: Wording<'_>, fact: &Fact) -> FactText {
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
        let summand = |(symbol, a): &(_, Int)| (a.clone(), (wording.name)(*symbol));
        FactText { summands: term.summands().iter().map(summand).collect(), comparison, number }
    }

    /// `X - J ≤ 1`, `2 | Z + 1`
    pub fn text(&self) -> FormulaText {
        let mut text = FormulaText::new();
        let number = |text: &mut FormulaText, number: &Int| {
            text.push(PieceKind::Sign, if number.is_negative() { "-" } else { "" });
            text.push(PieceKind::Number, &number.abs().to_string());
        };
        let sign = match &self.comparison {
            Comparison::AtMost => Some(" ≤ "),
            Comparison::Equal => Some(" = "),
            Comparison::NotEqual => Some(" ≠ "),
            Comparison::Divides(k) | Comparison::NotDivides(k) => {
                let is_divided = matches!(self.comparison, Comparison::Divides(_));
                number(&mut text, k);
                text.push(PieceKind::Sign, if is_divided { " | " } else { " ∤ " });
                None
            }
        };
        for (i, (a, name)) in self.summands.iter().enumerate() {
            let before = match (i, a.is_negative()) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            text.push(PieceKind::Sign, before);
            if !a.abs().is_one() {
                text.push(PieceKind::Number, &a.abs().to_string());
            }
            text.push(PieceKind::Variable, name);
        }
        match sign {
            Some(sign) => {
                text.push(PieceKind::Number, if self.summands.is_empty() { "0" } else { "" });
                text.push(PieceKind::Sign, sign);
                number(&mut text, &self.number);
            }
            None if self.summands.is_empty() => number(&mut text, &self.number),
            None if self.number.is_zero() => {}
            None => {
                text.push(PieceKind::Sign, if self.number.is_negative() { " - " } else { " + " });
                text.push(PieceKind::Number, &self.number.abs().to_string());
            }
        }
        text
    }
}

impl fmt::Display for FactText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}
