//! The operators of arithmetic: sums, products by constants, and Euclidean division by constants.
//!
//! SMT-LIB's `div` and `mod` leave a remainder that is never negative: `t = k·(div t k) + (mod t k)` and
//! `0 ≤ (mod t k) < |k|`, also for a negative `k`.

use super::definition::Meaning;
use super::elaborate::Elaborator;
use super::sexpr::NodeId;
use super::special::{Purpose, Special};
use super::value::{Sum, Value};
use super::vocabulary::Word;
use crate::formula::{Formula, LinearTerm, Sort};
use crate::lang::Diagnostic;
use crate::num::Int;

/// Longer numerals are refused: reading one costs the square of its length.
const DIGITS: usize = 100_000;

/// Products of constants may not have more bits than this.
const BITS: u64 = 1 << 20;

impl Elaborator<'_> {
    pub(super) fn numeral(&mut self, node: NodeId) -> Value {
        let digits = self.tree.source(node);
        if digits.len() > DIGITS {
            return self.refuse(node, format!("a numeral of more than {DIGITS} digits is not supported"));
        }
        let limbs = digits.len() as u64 / 16;
        self.charge(limbs * limbs, node);
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
                let mut sums = self.sums(node, arguments)?;
                let kept = usize::from(count > 1);
                for sum in &mut sums[kept..] {
                    self.scale(sum, &Int::MINUS_ONE, node)?;
                }
                sums.into_iter().reduce(Sum::plus).map(Value::Int)
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

    fn scale(&mut self, sum: &mut Sum, factor: &Int, node: NodeId) -> Option<()> {
        let limbs = 1 + factor.bits() / 64 + sum.constant.bits() / 64;
        if !self.charge((1 + sum.summands.len() as u64).saturating_mul(limbs), node) {
            return None;
        }
        let largest = sum.summands.iter().map(|(_, a)| a.bits()).max().unwrap_or(0).max(sum.constant.bits());
        if factor.bits().saturating_add(largest) > BITS {
            self.refuse(node, "this product is too large a number");
            return None;
        }
        sum.scale(factor);
        Some(())
    }

    /// At most one factor may have variables.
    fn product(&mut self, node: NodeId, sums: Vec<Sum>) -> Option<Value> {
        let mut product = Sum::constant(Int::ONE);
        let mut variable_factor: Option<usize> = None;
        for (i, sum) in sums.into_iter().enumerate() {
            let mut sum = sum.normalised();
            if sum.summands.is_empty() {
                self.scale(&mut product, &sum.constant, node)?;
            } else if product.summands.is_empty() {
                self.scale(&mut sum, &product.constant.clone(), node)?;
                product = sum;
                variable_factor = Some(i);
            } else {
                self.refuse_product(node, variable_factor.unwrap_or(0), i);
                return None;
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
        // Whole multiples of the divisor leave the division: ⌊(3x + y + 7) / 3⌋ = x + 2 + ⌊(y + 1) / 3⌋.
        let whole = LinearTerm::new(
            term.summands().iter().map(|(s, a)| (*s, a.div_floor(divisor))),
            term.constant_part().div_floor(divisor),
        );
        let rest = term.plus_scaled(&-divisor, &whole);
        if rest.is_constant() {
            return whole;
        }
        let key = (rest, divisor.clone());
        let known = self.quotients.get(&key).copied();
        let symbol = known.unwrap_or_else(|| {
            let meaning = Meaning::Quotient { term: key.0.clone(), divisor: divisor.clone() };
            let symbol = self.introduce(Purpose::Quotient, Special::Defined(meaning));
            self.quotients.insert(key, symbol);
            symbol
        });
        &whole + &LinearTerm::symbol(symbol)
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
            Value::Int(sum) => sum.constant,
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
