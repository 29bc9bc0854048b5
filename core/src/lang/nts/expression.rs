//! Terms and formulae of transition systems, read into the arena as they come.
//!
//! ```text
//! x' = x - 1 && (y > 0 || not z = 3)
//! exists k : int . x' = 2 * k
//! ```
//!
//! A quotient or remainder by a number becomes a variable under an existential quantifier, as the relation of
//! a transition allows it: `t / 3` is the `q` with `0 ≤ t - 3q ≤ 2`.

use super::parser::{Failed, Parser};
use crate::formula::{Formula, LinearTerm, Sort};
use crate::lang::Span;
use crate::lang::common::limits::NESTING_LIMIT;
use crate::lang::common::scan::{Cursor, TokenKind};
use crate::lang::common::sum::Sum;
use crate::num::Int;

#[derive(Clone, Debug)]
pub(super) enum Value {
    Int(Sum),
    Bool(Formula),
    /// `term % divisor`, until it is known whether it is compared with a number.
    Residue(LinearTerm, Int),
}

/// What stands between two operands, and how tightly it binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Iff,
    Implies,
    Or,
    And,
    Compare(&'static str),
    Add,
    Subtract,
    Times,
    Quotient,
    Remainder,
}

impl Operator {
    fn strength(self) -> u8 {
        match self {
            Operator::Iff => 1,
            Operator::Implies => 2,
            Operator::Or => 3,
            Operator::And => 4,
            Operator::Compare(_) => 5,
            Operator::Add | Operator::Subtract => 6,
            Operator::Times | Operator::Quotient | Operator::Remainder => 7,
        }
    }
}

impl Parser<'_, '_> {
    fn operator(&self) -> Option<Operator> {
        Some(match &self.peek().kind {
            TokenKind::Word => match self.word()? {
                "and" => Operator::And,
                "or" => Operator::Or,
                "imply" | "implies" => Operator::Implies,
                "equiv" | "iff" => Operator::Iff,
                "mod" => Operator::Remainder,
                "div" => Operator::Quotient,
                _ => return None,
            },
            TokenKind::Sign(sign) => match *sign {
                "&&" | "∧" | "&" => Operator::And,
                "||" | "∨" | "|" => Operator::Or,
                "->" | "=>" | "→" => Operator::Implies,
                "<->" | "<=>" => Operator::Iff,
                "=" | "==" => Operator::Compare("="),
                "!=" | "≠" => Operator::Compare("!="),
                "<" => Operator::Compare("<"),
                "<=" | "≤" => Operator::Compare("<="),
                ">" => Operator::Compare(">"),
                ">=" | "≥" => Operator::Compare(">="),
                "+" => Operator::Add,
                "-" => Operator::Subtract,
                "*" => Operator::Times,
                "/" => Operator::Quotient,
                "%" => Operator::Remainder,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Operands with operators that bind at least this tightly.
    pub(super) fn expression(&mut self, least: u8) -> Result<Value, Failed> {
        let start = self.peek().span;
        let has_havoc = self.havoc.is_some();
        let mut left = self.operand()?;
        while let Some(operator) = self.operator().filter(|o| o.strength() >= least.max(1)) {
            let strength = operator.strength();
            let sign = self.advance();
            if !self.report.spend(2, sign) {
                return Err(Failed);
            }
            if !has_havoc
                && self.havoc.is_some()
                && matches!(operator, Operator::Or | Operator::Implies | Operator::Iff)
            {
                self.report
                    .error(sign, "`havoc` can't be under a disjunction: it is about the whole transition");
            }
            left = match operator {
                Operator::And | Operator::Or => {
                    // All parts of a chain at once, so that it costs no more than it is long.
                    let mut parts = vec![self.formula(left, start)?];
                    loop {
                        let place = self.peek().span;
                        let had = self.havoc.is_some();
                        let part = self.expression(strength + 1)?;
                        if operator == Operator::Or && !had && self.havoc.is_some() {
                            let message =
                                "`havoc` can't be under a disjunction: it is about the whole transition";
                            self.report.error(place, message);
                        }
                        parts.push(self.formula(part, place)?);
                        if self.operator() != Some(operator) {
                            break;
                        }
                        self.advance();
                    }
                    let arena = &mut self.nts.arena;
                    Value::Bool(if operator == Operator::And { arena.and(parts) } else { arena.or(parts) })
                }
                _ => {
                    let place = self.peek().span;
                    // An implication groups to the right.
                    let next = if operator == Operator::Implies { strength } else { strength + 1 };
                    let right = self.expression(next)?;
                    self.combine(operator, left, right, (start, sign, place))?
                }
            };
        }
        Ok(left)
    }

    fn combine(
        &mut self,
        operator: Operator,
        left: Value,
        right: Value,
        (start, sign, place): (Span, Span, Span),
    ) -> Result<Value, Failed> {
        // `t % 3 = 1` is a divisibility, for which no quotient is needed.
        if let (Operator::Compare(sign @ ("=" | "!=")), Value::Residue(term, divisor), Value::Int(value)) =
            (operator, &left, &right)
            && let Some(value) = value.value()
        {
            let size = divisor.abs();
            let arena = &mut self.nts.arena;
            let equal = if value.is_negative() || value >= size {
                arena.false_()
            } else {
                arena.divides(&size, &term.plus_constant(&-&value))
            };
            return Ok(Value::Bool(if sign == "=" { equal } else { !equal }));
        }
        let (left, right) = (self.settled(left), self.settled(right));
        Ok(match (operator, left, right) {
            (Operator::Compare("=") | Operator::Iff, Value::Bool(a), Value::Bool(b)) => {
                Value::Bool(self.nts.arena.iff(a, b))
            }
            (Operator::Compare("!="), Value::Bool(a), Value::Bool(b)) => {
                Value::Bool(self.nts.arena.iff(a, !b))
            }
            (Operator::Implies, a, b) => {
                let (a, b) = (self.formula(a, start)?, self.formula(b, place)?);
                Value::Bool(self.nts.arena.implies(a, b))
            }
            (Operator::Compare(comparison), a, b) => {
                let (a, b) = (self.term(a, start)?, self.term(b, place)?);
                let arena = &mut self.nts.arena;
                Value::Bool(match comparison {
                    "=" => arena.equal(&a, &b),
                    "!=" => !arena.equal(&a, &b),
                    "<" => arena.less(&a, &b),
                    "<=" => arena.at_most(&a, &b),
                    ">" => arena.less(&b, &a),
                    _ => arena.at_most(&b, &a),
                })
            }
            (Operator::Add, Value::Int(a), Value::Int(b)) => Value::Int(a.plus(b)),
            (Operator::Subtract, Value::Int(a), Value::Int(b)) => Value::Int(a.plus(b.negate())),
            (Operator::Times, Value::Int(a), Value::Int(b)) => match (a.value(), b.value()) {
                (Some(factor), _) => self.product(b, &factor, sign)?,
                (_, Some(factor)) => self.product(a, &factor, sign)?,
                _ => {
                    let message = "the product of two variables is not linear";
                    self.report.hinted(sign, message, "one of the factors has to be a number");
                    return Err(Failed);
                }
            },
            (Operator::Quotient | Operator::Remainder, Value::Int(a), Value::Int(b)) => {
                let Some(divisor) = b.value().filter(|value| !value.is_zero()) else {
                    self.report.error(place, "the divisor has to be a number other than 0");
                    return Err(Failed);
                };
                match operator {
                    Operator::Quotient => self.quotient(&a.into_term(), &divisor, true),
                    _ => Value::Residue(a.into_term(), divisor),
                }
            }
            (_, a, b) => {
                let is_truth = |value: &Value| matches!(value, Value::Bool(_));
                let wrong = if is_truth(&a) { start } else { place };
                let message = if matches!(operator, Operator::Iff) {
                    "expected a truth value, found a number"
                } else {
                    "expected a number, found a truth value"
                };
                let wrong = if matches!(operator, Operator::Iff) && is_truth(&a) && !is_truth(&b) {
                    place
                } else {
                    wrong
                };
                self.report.error(wrong, message);
                return Err(Failed);
            }
        })
    }

    fn product(&mut self, sum: Sum, factor: &Int, sign: Span) -> Result<Value, Failed> {
        // Products of long numbers cost what they are long.
        if !self.report.spend(sum.words().saturating_mul(factor.bits() / 64 + 1), sign) {
            return Err(Failed);
        }
        Ok(Value::Int(sum.times(factor)))
    }

    /// A value that is no open remainder.
    pub(super) fn settled(&mut self, value: Value) -> Value {
        match value {
            Value::Residue(term, divisor) => self.quotient(&term, &divisor, false),
            value => value,
        }
    }

    /// `⌊term / divisor⌋` for a positive divisor, and such that the remainder is never negative for others.
    fn quotient(&mut self, term: &LinearTerm, divisor: &Int, is_quotient: bool) -> Value {
        let size = divisor.abs();
        let quotient = if term.is_constant() {
            LinearTerm::constant(term.constant_part().div_floor(&size))
        } else {
            let symbol = self.nts.value("Quotient", Sort::Int);
            self.exists.push(symbol);
            LinearTerm::symbol(symbol)
        };
        let remainder = term.plus_scaled(&-&size, &quotient);
        if !term.is_constant() {
            let arena = &mut self.nts.arena;
            let below = arena.le(&-&remainder);
            let above = arena.less(&remainder, &LinearTerm::constant(size));
            self.defined.extend([below, above]);
        }
        let quotient = if divisor.is_negative() { -&quotient } else { quotient };
        Value::Int(Sum::from(if is_quotient { quotient } else { remainder }))
    }

    fn operand(&mut self) -> Result<Value, Failed> {
        self.depth += 1;
        if self.depth > NESTING_LIMIT {
            let span = self.peek().span;
            self.report.error(span, format!("this is nested more than {NESTING_LIMIT} times"));
            return Err(Failed);
        }
        let value = self.operand_inside();
        self.depth -= 1;
        value
    }

    fn operand_inside(&mut self) -> Result<Value, Failed> {
        let token = self.peek().clone();
        match &token.kind {
            TokenKind::Number(number) => {
                self.advance();
                Ok(Value::Int(Sum::constant(number.clone())))
            }
            TokenKind::Sign("(") => {
                self.advance();
                let value = self.expression(0)?;
                self.expect(")")?;
                Ok(value)
            }
            TokenKind::Sign("-") => {
                self.advance();
                let place = self.peek().span;
                let value = self.expression(7)?;
                Ok(Value::Int(Sum::from(self.term(value, place)?).negate()))
            }
            TokenKind::Sign("!" | "¬") => self.negation(),
            TokenKind::Word => self.word_operand(token.span),
            _ => Err(self.unexpected("a term or a formula")),
        }
    }

    fn negation(&mut self) -> Result<Value, Failed> {
        self.advance();
        let place = self.peek().span;
        // `!x = 3` denies the equation.
        let value = self.expression(5)?;
        Ok(Value::Bool(!self.formula(value, place)?))
    }

    fn word_operand(&mut self, span: Span) -> Result<Value, Failed> {
        let word = self.text_of(span).to_owned();
        match word.as_str() {
            "true" | "false" => {
                self.advance();
                return Ok(Value::Bool(self.nts.arena.constant(word == "true")));
            }
            "not" => return self.negation(),
            "havoc" if self.ahead(1).is("(") => return self.changes(),
            "exists" => return self.quantified(),
            "forall" => {
                self.report.error(span, "universal quantifiers are not supported");
                return Err(Failed);
            }
            _ => {}
        }
        let name = word.trim_end_matches(['\'', '′']);
        self.advance();
        if let Some(symbol) = self.bound.get(name) {
            return Ok(Value::Int(Sum::symbol(*symbol)));
        }
        let Some(index) = self.scope.get(name).copied() else {
            if self.peek().is("(") {
                self.report.error(span, "a call is alone in its transition: `(a', b') = f(x, y)`");
                return Err(Failed);
            }
            return Err(self.unknown_variable(name, span));
        };
        let variable = self.variable(index);
        let symbol = if name.len() < word.len() { variable.1 } else { variable.0 };
        Ok(match self.nts.arena.sort(symbol) {
            Sort::Int => Value::Int(Sum::symbol(symbol)),
            Sort::Bool => Value::Bool(self.nts.arena.boolean(symbol)),
        })
    }

    /// `havoc(x, y)`
    fn changes(&mut self) -> Result<Value, Failed> {
        self.advance();
        self.advance();
        let mut named = self.havoc.take().unwrap_or_default();
        while !self.peek().is(")") {
            let (name, span) = self.name("a variable")?;
            match self.scope.get(&name) {
                Some(index) => named.push(*index),
                None => _ = self.unknown_variable(&name, span),
            }
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        self.havoc = Some(named);
        Ok(Value::Bool(self.nts.arena.true_()))
    }

    /// `exists k, l : int . f`: only where no negation is around it, which its place at the front ensures.
    fn quantified(&mut self) -> Result<Value, Failed> {
        let span = self.advance();
        if self.depth > 1 {
            self.report.error(span, "a quantifier stands in front of the whole relation");
            return Err(Failed);
        }
        loop {
            let (name, place) = self.name("a variable")?;
            if self.scope.contains_key(&name) || self.bound.contains_key(&name) {
                self.report.error(place, format!("`{name}` is declared already"));
            }
            let symbol = self.nts.named_value(&capital(&name), Sort::Int);
            self.exists.push(symbol);
            self.bound.insert(name, symbol);
            if !self.accept(",") {
                break;
            }
        }
        if self.accept(":") {
            self.name("`int`")?;
        }
        if !self.accept(".") {
            self.expect(":")?;
        }
        // The quantifier is in front, so what follows is the whole relation.
        self.depth -= 1;
        let value = self.expression(0);
        self.depth += 1;
        value
    }
}

/// The name with a capital, as clauses write variables.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().collect::<String>() + letters.as_str())
}
