//! Expressions of programs to terms and formulae over the variables of a transition system.
//!
//! C's quotient is towards zero: `a / b` is the `q` with `a = b·q + r`, where `|r| < |b|` and `r` has the
//! sign of `a` or is zero. Such a `q` is under the quantifier of the transition, and so is a value from
//! outside.

use rustc_hash::FxHashMap;

use super::syntax::{Comparison, Expr, ExprKind, Program};
use crate::formula::{Formula, LinearTerm, Sort, Symbol};
use crate::lang::Span;
use crate::lang::common::report::Report;
use crate::lang::nts::Nts;
use crate::num::Int;

/// What an expression needs besides its value.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    pub(super) exists: Vec<Symbol>,
    pub(super) asked: Vec<Symbol>,
    pub(super) constraints: Vec<Formula>,
}

impl Needs {
    pub(super) fn is_empty(&self) -> bool {
        self.exists.is_empty() && self.constraints.is_empty()
    }
}

pub(super) struct Lowering<'a, 'r> {
    pub(super) program: &'a Program,
    pub(super) nts: &'a mut Nts,
    pub(super) report: &'a mut Report<'r>,
    /// The symbols of the variables that are visible.
    pub(super) symbols: FxHashMap<usize, (Symbol, Symbol)>,
    /// The symbols of the variables that hold what took steps to compute, by the places of the expressions.
    pub(super) results: FxHashMap<Span, Symbol>,
}

impl Lowering<'_, '_> {
    pub(super) fn term(&mut self, expr: &Expr, needs: &mut Needs) -> LinearTerm {
        match &expr.kind {
            ExprKind::Number(number) => LinearTerm::constant(number.clone()),
            ExprKind::Variable(variable) => LinearTerm::symbol(self.symbols[variable].0),
            ExprKind::Call(..) | ExprKind::Nondet { .. } => LinearTerm::symbol(self.value(expr, needs)),
            // Carried out before; nothing beside it may change the variable (`check_order`).
            ExprKind::Update(variable, _, back) => {
                &LinearTerm::symbol(self.symbols[variable].0) - &LinearTerm::constant(back.clone())
            }
            ExprKind::Sum(parts) => {
                let mut summands = Vec::new();
                let mut constant = Int::ZERO;
                for (is_negative, part) in parts {
                    let part = self.term(part, needs);
                    let sign = if *is_negative { Int::MINUS_ONE } else { Int::ONE };
                    summands.extend(part.summands().iter().map(|(s, a)| (*s, a * &sign)));
                    constant.add_mul(part.constant_part(), &sign);
                }
                LinearTerm::new(summands, constant)
            }
            ExprKind::Product(a, b) => {
                let (left, right) = (self.term(a, needs), self.term(b, needs));
                if left.is_constant() {
                    right.scaled(left.constant_part())
                } else if right.is_constant() {
                    left.scaled(right.constant_part())
                } else {
                    let hint = "one of the factors has to be a number";
                    self.report.hinted(expr.span, "the product of two variables is not linear", hint);
                    LinearTerm::zero()
                }
            }
            ExprKind::Quotient(a, b) | ExprKind::Remainder(a, b) => {
                let (dividend, divisor) = (self.term(a, needs), self.term(b, needs));
                if !divisor.is_constant() || divisor.constant_part().is_zero() {
                    let message = if divisor.is_constant() {
                        "this divides by zero"
                    } else {
                        "a quotient by a variable is not linear"
                    };
                    self.report.hinted(b.span, message, "the divisor has to be a number other than 0");
                    return LinearTerm::zero();
                }
                let (quotient, remainder) = self.quotient(&dividend, divisor.constant_part(), needs);
                if matches!(expr.kind, ExprKind::Quotient(..)) { quotient } else { remainder }
            }
            ExprKind::Conditional(..) | ExprKind::Sequence(_) if self.results.contains_key(&expr.span) => {
                LinearTerm::symbol(self.results[&expr.span])
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let condition = self.formula(condition, needs);
                let (then, otherwise) = (self.term(then, needs), self.term(otherwise, needs));
                self.choice(condition, &then, &otherwise, needs)
            }
            ExprKind::ToNumber(inner) => {
                let condition = self.formula(inner, needs);
                self.choice(condition, &LinearTerm::constant(1), &LinearTerm::zero(), needs)
            }
            _ => {
                let condition = self.formula(expr, needs);
                self.choice(condition, &LinearTerm::constant(1), &LinearTerm::zero(), needs)
            }
        }
    }

    /// The value that is one term where a condition holds and another elsewhere.
    fn choice(
        &mut self,
        condition: Formula,
        then: &LinearTerm,
        otherwise: &LinearTerm,
        needs: &mut Needs,
    ) -> LinearTerm {
        let symbol = self.nts.value("Value", Sort::Int);
        needs.exists.push(symbol);
        let value = LinearTerm::symbol(symbol);
        let arena = &mut self.nts.arena;
        let (first, second) = (arena.equal(&value, then), arena.equal(&value, otherwise));
        let (yes, no) = (arena.and([condition, first]), arena.and([!condition, second]));
        needs.constraints.push(arena.or([yes, no]));
        value
    }

    /// Quotient and remainder towards zero.
    fn quotient(
        &mut self,
        dividend: &LinearTerm,
        divisor: &Int,
        needs: &mut Needs,
    ) -> (LinearTerm, LinearTerm) {
        if dividend.is_constant() {
            let (quotient, remainder) = truncated(dividend.constant_part(), divisor);
            return (LinearTerm::constant(quotient), LinearTerm::constant(remainder));
        }
        let symbol = self.nts.value("Quotient", Sort::Int);
        needs.exists.push(symbol);
        let quotient = LinearTerm::symbol(symbol);
        let remainder = dividend.plus_scaled(&-divisor, &quotient);
        let size = LinearTerm::constant(divisor.abs());
        let arena = &mut self.nts.arena;
        let up = [arena.le(&-dividend), arena.le(&-&remainder), arena.less(&remainder, &size)];
        let up = arena.and(up);
        let down = [arena.le(dividend), arena.le(&remainder), arena.less(&-&remainder, &size)];
        let down = arena.and(down);
        needs.constraints.push(arena.or([up, down]));
        (quotient, remainder)
    }

    /// The symbol of a value from outside, or of the result of a call that was made before.
    fn value(&mut self, expr: &Expr, needs: &mut Needs) -> Symbol {
        if let Some(symbol) = self.results.get(&expr.span) {
            return *symbol;
        }
        let symbol = self.nts.value("Any", expr.sort);
        needs.exists.push(symbol);
        needs.asked.push(symbol);
        if matches!(expr.kind, ExprKind::Nondet { is_unsigned: true }) {
            let bound = self.nts.arena.le(&-&LinearTerm::symbol(symbol));
            needs.constraints.push(bound);
        }
        symbol
    }

    pub(super) fn formula(&mut self, expr: &Expr, needs: &mut Needs) -> Formula {
        match &expr.kind {
            ExprKind::Truth(truth) => self.nts.arena.constant(*truth),
            ExprKind::Variable(variable) if expr.sort == Sort::Bool => {
                self.nts.arena.boolean(self.symbols[variable].0)
            }
            ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Conditional(..) | ExprKind::Sequence(_)
                if expr.sort == Sort::Bool && self.results.contains_key(&expr.span) =>
            {
                self.nts.arena.boolean(self.results[&expr.span])
            }
            ExprKind::Update(variable, ..) if expr.sort == Sort::Bool => {
                self.nts.arena.boolean(self.symbols[variable].0)
            }
            ExprKind::Call(..) | ExprKind::Nondet { .. } if expr.sort == Sort::Bool => {
                let symbol = self.value(expr, needs);
                self.nts.arena.boolean(symbol)
            }
            ExprKind::Compare(comparison, a, b) if a.sort == Sort::Bool => {
                let (a, b) = (self.formula(a, needs), self.formula(b, needs));
                let same = self.nts.arena.iff(a, b);
                if *comparison == Comparison::Equal { same } else { !same }
            }
            ExprKind::Compare(comparison, a, b) => {
                let (a, b) = (self.term(a, needs), self.term(b, needs));
                let arena = &mut self.nts.arena;
                match comparison {
                    Comparison::Equal => arena.equal(&a, &b),
                    Comparison::Different => !arena.equal(&a, &b),
                    Comparison::Less => arena.less(&a, &b),
                    Comparison::AtMost => arena.at_most(&a, &b),
                    Comparison::Greater => arena.less(&b, &a),
                    Comparison::AtLeast => arena.at_most(&b, &a),
                }
            }
            ExprKind::Not(inner) => !self.formula(inner, needs),
            ExprKind::And(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|part| self.formula(part, needs)).collect();
                self.nts.arena.and(parts)
            }
            ExprKind::Or(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|part| self.formula(part, needs)).collect();
                self.nts.arena.or(parts)
            }
            ExprKind::Conditional(condition, then, otherwise) if expr.sort == Sort::Bool => {
                let condition = self.formula(condition, needs);
                let (then, otherwise) = (self.formula(then, needs), self.formula(otherwise, needs));
                self.nts.arena.if_then_else(condition, then, otherwise)
            }
            ExprKind::ToTruth(inner) => {
                let term = self.term(inner, needs);
                !self.nts.arena.eq(&term)
            }
            _ => {
                let term = self.term(expr, needs);
                !self.nts.arena.eq(&term)
            }
        }
    }
}

/// Quotient and remainder towards zero.
pub(super) fn truncated(dividend: &Int, divisor: &Int) -> (Int, Int) {
    let size = dividend.abs().div_floor(&divisor.abs());
    let quotient = if dividend.is_negative() == divisor.is_negative() { size } else { -size };
    let remainder = dividend - &(&quotient * divisor);
    (quotient, remainder)
}
