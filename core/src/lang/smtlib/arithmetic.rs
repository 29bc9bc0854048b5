//! The operators of arithmetic: sums, products by constants, and Euclidean division by constants.
//!
//! SMT-LIB's `div` and `mod` leave a remainder that is never negative: `t = k·(div t k) + (mod t k)` and
//! `0 ≤ (mod t k) < |k|`, also for a negative `k`.

use super::elaborate::Elaborator;
use super::sexpr::NodeId;
use super::special::{Purpose, Special};
use super::value::{Sum, Value};
use super::vocabulary::Word;
use crate::formula::{Formula, LinearTerm, Sort};
use crate::lang::Diagnostic;
use crate::lang::common::definition::Meaning;
use crate::lang::common::limits::{FORMULA_COST, NUMERAL_LIMIT};
use crate::num::Int;

/// Products of constants may not have more bits than this.
const BITS: u64 = 1 << 20;

impl Elaborator<'_, '_> {
    pub(super) fn numeral(&mut self, node: NodeId) -> Value {
        let digits = self.tree.source(node);
        if digits.len() > NUMERAL_LIMIT {
            return self.refuse(
                node,
                format!("a numeral has at most {NUMERAL_LIMIT} digits, this one has {}", digits.len()),
            );
        }
        let limbs = digits.len() as u64 / 16;
        self.charge(limbs * limbs / FORMULA_COST, node);
        match digits.parse::<Int>() {
            Ok(value) => Value::Int(Sum::constant(value)),
            Err(_) => self.refuse(node, format!("`{digits}` is not a numeral")),
        }
    }

    pub(super) fn apply_arithmetic(
        &mut self,
        word: Word,
        node: NodeId,
        arguments: Vec<Value>,
    ) -> Option<Value> {
        let count = arguments.len();
        match word {
            Word::Plus => {
                self.expect_count(node, count, 1, usize::MAX)?;
                let sums = self.sums(node, arguments)?;
                sums.into_iter().reduce(Sum::plus).map(Value::Int)
            }
            Word::Minus => {
                self.expect_count(node, count, 1, usize::MAX)?;
                let sums = self.sums(node, arguments)?;
                let kept = usize::from(count > 1);
                let negated = |(i, sum): (usize, Sum)| if i < kept { sum } else { sum.negate() };
                sums.into_iter().enumerate().map(negated).reduce(Sum::plus).map(Value::Int)
            }
            Word::Times => {
                self.expect_count(node, count, 1, usize::MAX)?;
                let sums = self.sums(node, arguments)?;
                self.product(node, sums)
            }
            Word::Abs => {
                self.expect_count(node, count, 1, 1)?;
                let term = self.sums(node, arguments)?.pop()?.into_term();
                if term.is_constant() {
                    return Some(Value::Int(Sum::constant(term.constant_part().abs())));
                }
                let negated = -&term;
                let is_negative = self.arena.less(&term, &LinearTerm::zero());
                Some(self.choice(!is_negative, term, negated))
            }
            Word::Div | Word::Mod | Word::Rem => self.division(word, node, arguments),
            _ => {
                let operator = self.tree.children(node).next().map_or("", |head| self.tree.source(head));
                Some(self.refuse(node, format!("`{operator}` cannot be used here")))
            }
        }
    }

    /// Values that must be integers.
    fn sums(&mut self, node: NodeId, arguments: Vec<Value>) -> Option<Vec<Sum>> {
        let expected = arguments.len();
        let mut sums = Vec::with_capacity(expected);
        for (i, argument) in arguments.into_iter().enumerate() {
            match argument {
                Value::Int(sum) => sums.push(sum),
                Value::Remainder(parts) => sums.push(Sum::from(self.remainder_term(&parts.0, &parts.1))),
                _ => self.sort_mismatch(node, i, Sort::Int),
            }
        }
        (sums.len() == expected).then_some(sums)
    }

    /// An integer value as a linear term.
    pub(super) fn linear(&mut self, value: Value) -> LinearTerm {
        match value {
            Value::Int(sum) => sum.into_term(),
            Value::Remainder(parts) => self.remainder_term(&parts.0, &parts.1),
            Value::Bool(_) | Value::Poison => LinearTerm::zero(),
        }
    }

    fn scaled(&mut self, sum: Sum, factor: &Int, node: NodeId) -> Option<Sum> {
        if !self.charge(sum.words().saturating_mul(1 + factor.bits() / 64), node) {
            return None;
        }
        if factor.bits().saturating_add(sum.bits()) > BITS {
            self.refuse(node, "this product is too large a number");
            return None;
        }
        Some(sum.times(factor))
    }

    /// At most one factor may have variables.
    fn product(&mut self, node: NodeId, sums: Vec<Sum>) -> Option<Value> {
        let mut product = Sum::constant(Int::ONE);
        let mut variable_factor: Option<usize> = None;
        for (i, sum) in sums.into_iter().enumerate() {
            let sum = sum.normalised();
            match (product.value(), sum.value()) {
                (_, Some(factor)) => product = self.scaled(product, &factor, node)?,
                (Some(factor), None) => {
                    product = self.scaled(sum, &factor, node)?;
                    variable_factor = Some(i);
                }
                (None, None) => {
                    self.refuse_product(node, variable_factor.unwrap_or(0), i);
                    return None;
                }
            }
        }
        Some(Value::Int(product))
    }

    fn refuse_product(&mut self, node: NodeId, first: usize, second: usize) {
        let tree = self.tree;
        let mut factors = tree.children(node).skip(1);
        let (first, second) = (factors.clone().nth(first), factors.nth(second));
        let shown = |factor: Option<NodeId>| match factor.map(|n| tree.source(n)) {
            Some(source) if source.len() <= 30 => format!("`{source}`"),
            _ => "a term with variables".to_owned(),
        };
        let message = format!(
            "the product of {} and {} is not linear: only one factor may have variables",
            shown(first),
            shown(second)
        );
        self.refuse(node, message);
    }

    fn division(&mut self, word: Word, node: NodeId, arguments: Vec<Value>) -> Option<Value> {
        // `div` associates to the left; the other two take two arguments.
        let most = if word == Word::Div { usize::MAX } else { 2 };
        self.expect_count(node, arguments.len(), 2, most)?;
        let mut terms = self.sums(node, arguments)?.into_iter();
        let mut value = Value::Int(terms.next()?);
        for (i, divisor) in terms.enumerate() {
            let place = self.tree.children(node).nth(i + 2).unwrap_or(node);
            let divisor = divisor.into_term();
            if !divisor.is_constant() {
                let message = "dividing by a term with variables is not linear arithmetic";
                self.report.push(
                    Diagnostic::error(self.tree.span(place), message).with_hint("divide by a constant"),
                );
                return None;
            }
            let divisor = divisor.constant_part();
            if divisor.is_zero() {
                self.refuse(place, "division by zero has no fixed meaning in SMT-LIB");
                return None;
            }
            let term = self.linear(value);
            let size = divisor.abs();
            value = match word {
                Word::Div => {
                    let quotient = self.quotient(&term, &size);
                    let signed = if divisor.is_negative() { -&quotient } else { quotient };
                    Value::Int(Sum::from(signed))
                }
                // `rem` has the sign of the divisor.
                Word::Rem if divisor.is_negative() => {
                    Value::Int(Sum::from(-&self.remainder_term(&term, &size)))
                }
                _ => remainder(term, size),
            };
        }
        Some(value)
    }

    pub(super) fn remainder_term(&mut self, term: &LinearTerm, divisor: &Int) -> LinearTerm {
        let quotient = self.quotient(term, divisor);
        term.plus_scaled(&-divisor, &quotient)
    }

    /// `⌊term / divisor⌋`, for a positive divisor.
    fn quotient(&mut self, term: &LinearTerm, divisor: &Int) -> LinearTerm {
        let mut quotients = std::mem::take(&mut self.quotients);
        let introduce = |meaning| self.introduce(Purpose::Quotient, Special::Defined(meaning));
        let quotient = quotients.quotient(term, divisor, introduce);
        self.quotients = quotients;
        quotient
    }

    /// `then` where the condition holds, `otherwise` elsewhere.
    pub(super) fn choice(&mut self, condition: Formula, then: LinearTerm, otherwise: LinearTerm) -> Value {
        if then == otherwise {
            return Value::Int(Sum::from(then));
        }
        let key = (condition, then, otherwise);
        if let Some(symbol) = self.choices.get(&key) {
            return Value::int(*symbol);
        }
        let (condition, then, otherwise) = key.clone();
        let meaning = Meaning::Choice { condition, then, otherwise };
        let symbol = self.introduce(Purpose::Choice, Special::Defined(meaning));
        self.choices.insert(key, symbol);
        Value::int(symbol)
    }

    /// `((_ divisible k) t)`
    pub(super) fn apply_divisible(&mut self, node: NodeId, arguments: Vec<Value>) -> Option<Value> {
        self.expect_count(node, arguments.len(), 1, 1)?;
        let head = self.tree.children(node).next()?;
        let place = self.tree.children(head).nth(2)?;
        let divisor = match self.numeral(place) {
            Value::Int(sum) => sum.value()?,
            _ => return None,
        };
        if divisor.is_zero() {
            self.refuse(place, "`divisible` needs a positive number");
            return None;
        }
        let term = self.sums(node, arguments)?.pop()?.into_term();
        Some(Value::Bool(self.arena.divides(&divisor, &term)))
    }
}

/// `term mod divisor`, for a positive divisor.
pub(super) fn remainder(term: LinearTerm, divisor: Int) -> Value {
    // Multiples of the divisor do not matter.
    let residue = LinearTerm::new(
        term.summands().iter().map(|(s, a)| (*s, a.mod_floor(&divisor))),
        term.constant_part().mod_floor(&divisor),
    );
    if residue.is_constant() {
        return Value::Int(Sum::from(residue));
    }
    Value::Remainder(Box::new((term, divisor)))
}
