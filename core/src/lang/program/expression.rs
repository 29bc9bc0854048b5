//! Expressions of programs, with the operators of C.
//!
//! ```text
//! x + 2 * y > 3 && !(b || f(x) == 0)
//! ```

use super::parser::{Failed, Parsed, Parser};
use super::syntax::{Comparison, Expr, ExprKind};
use crate::formula::Sort;
use crate::lang::Span;
use crate::lang::common::limits::NESTING_LIMIT;
use crate::lang::common::scan::{Cursor, TokenKind};
use crate::lang::common::shortened;
use crate::num::Int;

/// `x << k` is `x * 2^k`, for `k` up to this.
const SHIFT_LIMIT: i64 = 62;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Compare(Comparison),
    Add,
    Subtract,
    Times,
    Quotient,
    Remainder,
    Shift,
    Bits,
}

impl Operator {
    fn strength(self) -> u8 {
        match self {
            Operator::Or => 1,
            Operator::And => 2,
            Operator::Bits => 3,
            Operator::Compare(Comparison::Equal | Comparison::Different) => 4,
            Operator::Compare(_) => 5,
            Operator::Shift => 6,
            Operator::Add | Operator::Subtract => 7,
            Operator::Times | Operator::Quotient | Operator::Remainder => 8,
        }
    }
}

impl Parser<'_, '_> {
    fn operator(&self) -> Option<Operator> {
        Some(match &self.peek().kind {
            TokenKind::Word => match self.word()? {
                "and" => Operator::And,
                "or" => Operator::Or,
                "mod" => Operator::Remainder,
                "div" => Operator::Quotient,
                _ => return None,
            },
            TokenKind::Sign(sign) => match *sign {
                "&&" | "∧" => Operator::And,
                "||" | "∨" => Operator::Or,
                "==" => Operator::Compare(Comparison::Equal),
                "!=" | "≠" => Operator::Compare(Comparison::Different),
                "<" => Operator::Compare(Comparison::Less),
                "<=" | "≤" => Operator::Compare(Comparison::AtMost),
                ">" => Operator::Compare(Comparison::Greater),
                ">=" | "≥" => Operator::Compare(Comparison::AtLeast),
                "+" => Operator::Add,
                "-" => Operator::Subtract,
                "*" => Operator::Times,
                "/" => Operator::Quotient,
                "%" => Operator::Remainder,
                "<<" => Operator::Shift,
                "&" | "|" | "^" | ">>" => Operator::Bits,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// An expression, with assignments and `c ? a : b` around all others.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        if let (TokenKind::Word, TokenKind::Sign(sign @ ("=" | "+=" | "-=" | "*=" | "/=" | "%="))) =
            (&self.peek().kind, self.ahead(1).kind.clone())
        {
            let (name, span) = self.name("a variable")?;
            let variable = self.variable(&name, span)?;
            self.advance();
            self.deeper()?;
            let value = self.compound(variable, sign, span)?;
            self.depth -= 1;
            let sort = self.program.variables[variable].sort;
            let span = span.to(value.span);
            return Ok(Expr { kind: ExprKind::Update(variable, Box::new(value), Int::ZERO), sort, span });
        }
        let condition = self.binary(1)?;
        if !self.accept("?") {
            return Ok(condition);
        }
        self.deeper()?;
        let then = self.expression()?;
        self.expect(":")?;
        let otherwise = self.expression()?;
        self.depth -= 1;
        let span = condition.span.to(otherwise.span);
        let sort =
            if then.sort == Sort::Bool && otherwise.sort == Sort::Bool { Sort::Bool } else { Sort::Int };
        let (then, otherwise) = (then.of_sort(sort), otherwise.of_sort(sort));
        let kind = ExprKind::Conditional(Box::new(condition.truth()), Box::new(then), Box::new(otherwise));
        Ok(Expr { kind, sort, span })
    }

    /// A sum, which ends before a comparison.
    pub(super) fn operand_sum(&mut self) -> Parsed<Expr> {
        self.binary(7)
    }

    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let mut left = self.operand()?;
        let mut chain = 0;
        while let Some(operator) = self.operator().filter(|operator| operator.strength() >= least) {
            let strength = operator.strength();
            let sign = self.advance();
            if !self.report.spend(2, sign) {
                return Err(Failed);
            }
            if operator == Operator::Bits {
                return Err(self.refuse(sign, "operations on bits"));
            }
            let right = self.binary(strength + 1)?;
            let span = left.span.to(right.span);
            left = match operator {
                Operator::And | Operator::Or => {
                    let is_and = operator == Operator::And;
                    let mut parts = match (left.kind, is_and) {
                        (ExprKind::And(parts), true) | (ExprKind::Or(parts), false) => parts,
                        (kind, _) => vec![Expr { kind, ..left }.truth()],
                    };
                    parts.push(right.truth());
                    let kind = if is_and { ExprKind::And(parts) } else { ExprKind::Or(parts) };
                    Expr { kind, sort: Sort::Bool, span }
                }
                Operator::Add | Operator::Subtract => {
                    let mut parts = match left.kind {
                        ExprKind::Sum(parts) => parts,
                        kind => vec![(false, Expr { kind, ..left }.number())],
                    };
                    parts.push((operator == Operator::Subtract, right.number()));
                    Expr { kind: ExprKind::Sum(parts), sort: Sort::Int, span }
                }
                _ => {
                    chain += 1;
                    if chain > NESTING_LIMIT {
                        let message = format!("there are more than {NESTING_LIMIT} operators in a row");
                        self.report.error(sign, message);
                        return Err(Failed);
                    }
                    let kind = match operator {
                        Operator::Compare(comparison) => {
                            let is_truth = left.sort == Sort::Bool && right.sort == Sort::Bool;
                            let is_equation = matches!(comparison, Comparison::Equal | Comparison::Different);
                            let sort = if is_truth && is_equation { Sort::Bool } else { Sort::Int };
                            let (a, b) = (Box::new(left.of_sort(sort)), Box::new(right.of_sort(sort)));
                            left = Expr { kind: ExprKind::Compare(comparison, a, b), sort: Sort::Bool, span };
                            continue;
                        }
                        Operator::Shift => {
                            let places = right.folded().and_then(|n| n.to_i64());
                            let Some(places) = places.filter(|n| (0..=SHIFT_LIMIT).contains(n)) else {
                                return Err(self.refuse(sign, "operations on bits"));
                            };
                            let factor = Int::from(1i64 << places);
                            let factor = Expr { kind: ExprKind::Number(factor), sort: Sort::Int, ..right };
                            ExprKind::Product(Box::new(left.number()), Box::new(factor))
                        }
                        Operator::Times => {
                            ExprKind::Product(Box::new(left.number()), Box::new(right.number()))
                        }
                        Operator::Quotient => {
                            ExprKind::Quotient(Box::new(left.number()), Box::new(right.number()))
                        }
                        _ => ExprKind::Remainder(Box::new(left.number()), Box::new(right.number())),
                    };
                    Expr { kind, sort: Sort::Int, span }
                }
            };
        }
        Ok(left)
    }

    fn operand(&mut self) -> Parsed<Expr> {
        self.deeper()?;
        let operand = self.operand_inside();
        self.depth -= 1;
        let operand = operand?;
        let token = self.peek();
        let span = token.span;
        match token.kind {
            TokenKind::Sign("[") if !token.is_first => Err(self.refuse(span, "arrays")),
            TokenKind::Sign("." | "->") => Err(self.refuse(span, "structures")),
            TokenKind::Sign(sign @ ("++" | "--")) if !token.is_first => {
                self.advance();
                let back = if sign == "++" { Int::ONE } else { Int::MINUS_ONE };
                self.counting(&operand, operand.span.to(span), sign == "++", back)
            }
            _ => Ok(operand),
        }
    }

    fn operand_inside(&mut self) -> Parsed<Expr> {
        let token = self.peek().clone();
        let span = token.span;
        match &token.kind {
            TokenKind::Number(number) => {
                self.advance();
                Ok(Expr { kind: ExprKind::Number(number.clone()), sort: Sort::Int, span })
            }
            TokenKind::Sign("(") => {
                self.advance();
                if self.word().is_some_and(|word| self.is_type(word)) {
                    // A cast between integers changes nothing, as they are mathematical.
                    let kind = self.type_words()?;
                    self.expect(")")?;
                    let value = self.operand()?;
                    return Ok(match kind.sort {
                        Some(sort) => value.of_sort(sort),
                        None => value,
                    });
                }
                let value = self.expression()?;
                self.expect(")")?;
                Ok(value)
            }
            TokenKind::Sign(sign @ ("-" | "+")) => {
                let is_minus = *sign == "-";
                self.advance();
                let value = self.operand()?.number();
                let span = span.to(value.span);
                if let (ExprKind::Number(number), true) = (&value.kind, is_minus) {
                    return Ok(Expr { kind: ExprKind::Number(-number), sort: Sort::Int, span });
                }
                Ok(Expr { kind: ExprKind::Sum(vec![(is_minus, value)]), sort: Sort::Int, span })
            }
            TokenKind::Sign("!" | "¬") => {
                self.advance();
                let value = self.operand()?.truth();
                let span = span.to(value.span);
                Ok(Expr { kind: ExprKind::Not(Box::new(value)), sort: Sort::Bool, span })
            }
            TokenKind::Sign("*" | "&") => Err(self.refuse(span, "pointers")),
            TokenKind::Sign("~") => Err(self.refuse(span, "operations on bits")),
            TokenKind::Sign(sign @ ("++" | "--")) => {
                let is_up = *sign == "++";
                self.advance();
                let operand = self.operand_inside()?;
                let span = span.to(operand.span);
                self.counting(&operand, span, is_up, Int::ZERO)
            }
            TokenKind::Quoted => Err(self.refuse(span, "texts")),
            TokenKind::Word => self.word_operand(span),
            _ => Err(self.unexpected("an expression")),
        }
    }

    /// `x++`, which is worth what `x` is then, less `back`.
    fn counting(&mut self, operand: &Expr, span: Span, is_up: bool, back: Int) -> Parsed<Expr> {
        let ExprKind::Variable(variable) = operand.kind else {
            self.report.error(span, "only variables can be counted up or down");
            return Err(Failed);
        };
        if operand.sort == Sort::Bool {
            self.report.error(span, "truth values can't be counted up or down inside of expressions");
            return Err(Failed);
        }
        let value = self.counted(variable, is_up, operand.span);
        Ok(Expr { kind: ExprKind::Update(variable, Box::new(value), back), sort: Sort::Int, span })
    }

    fn word_operand(&mut self, span: Span) -> Parsed<Expr> {
        let word = self.text_of(span).to_owned();
        match word.as_str() {
            "true" | "false" if self.find(&word).is_none() => {
                self.advance();
                return Ok(Expr { kind: ExprKind::Truth(word == "true"), sort: Sort::Bool, span });
            }
            "not" if self.find(&word).is_none() => {
                self.advance();
                let value = self.operand()?.truth();
                let span = span.to(value.span);
                return Ok(Expr { kind: ExprKind::Not(Box::new(value)), sort: Sort::Bool, span });
            }
            "sizeof" | "float" | "double" | "case" | "default" | "struct" | "union" | "asm" | "__asm__" => {
                return Err(self.unexpected("an expression"));
            }
            _ => {}
        }
        let is_call = self.ahead(1).is("(") && !self.ahead(1).is_first;
        if is_call && self.find(&word).is_none() {
            return self.call(&word, span);
        }
        if self.find(&word).is_none()
            && let Some(number) = self.constants.get(&word)
        {
            let kind = ExprKind::Number(number.clone());
            self.advance();
            return Ok(Expr { kind, sort: Sort::Int, span });
        }
        if self.find(&word).is_none() && matches!(word.as_str(), "nondet" | "*") {
            self.advance();
            return Ok(Expr { kind: ExprKind::Nondet { is_unsigned: false }, sort: Sort::Int, span });
        }
        self.advance();
        let variable = self.variable(&word, span)?;
        let sort = self.program.variables[variable].sort;
        Ok(Expr { kind: ExprKind::Variable(variable), sort, span })
    }

    fn call(&mut self, word: &str, span: Span) -> Parsed<Expr> {
        self.advance();
        self.advance();
        let mut arguments = Vec::new();
        while !self.peek().is(")") {
            arguments.push(self.expression()?);
            if !self.accept(",") {
                break;
            }
        }
        let end = self.expect(")")?;
        let span = span.to(end);
        if let Some(signature) = self.signatures.get(word).cloned() {
            if word == "main" {
                self.report.error(span, "`main` can't be called");
                return Err(Failed);
            }
            if signature.parameters.len() != arguments.len() {
                let (wanted, given) = (signature.parameters.len(), arguments.len());
                let message = format!("`{}` has {wanted} parameters, this call has {given}", shortened(word));
                self.report.error(span, message);
                return Err(Failed);
            }
            let sorts = signature.parameters.iter();
            let arguments: Vec<Expr> =
                arguments.into_iter().zip(sorts).map(|(a, sort)| a.of_sort(*sort)).collect();
            let sort = signature.results.first().copied().unwrap_or(Sort::Int);
            return Ok(Expr { kind: ExprKind::Call(signature.index, arguments), sort, span });
        }
        let is_verifier = word.starts_with("__VERIFIER_nondet");
        let suffix = word.trim_start_matches("__VERIFIER_nondet").trim_start_matches('_');
        if is_verifier && matches!(suffix, "float" | "double") {
            return Err(self.refuse(span, "floating-point numbers"));
        }
        if is_verifier && matches!(suffix, "pointer") {
            return Err(self.refuse(span, "pointers"));
        }
        if is_verifier
            || matches!(
                word,
                "nondet" | "nondet_int" | "nondet_bool" | "unknown" | "unknown1" | "rand" | "random"
            )
        {
            let is_unsigned = suffix.starts_with('u') && is_verifier || suffix == "size_t";
            let is_truth = suffix == "bool" || word == "nondet_bool";
            let sort = if is_truth { Sort::Bool } else { Sort::Int };
            return Ok(Expr { kind: ExprKind::Nondet { is_unsigned }, sort, span });
        }
        let mut known: Vec<String> = self.signatures.keys().cloned().collect();
        known.sort_unstable();
        let nearest = self.report.nearest(word, known.iter().map(String::as_str)).map(str::to_owned);
        let message = format!("there is no procedure `{}`", shortened(word));
        let hint = match nearest {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => "write its body, or `nondet()` for any value".to_owned(),
        };
        self.report.hinted(span, message, hint);
        Err(Failed)
    }

    pub(super) fn results_of(&self, callee: usize) -> Vec<Sort> {
        let found = self.signatures.values().find(|signature| signature.index == callee);
        found.map_or_else(Vec::new, |signature| signature.results.clone())
    }

    /// A variable that is declared.
    pub(super) fn variable(&mut self, name: &str, span: Span) -> Parsed<usize> {
        if let Some(variable) = self.find(name) {
            return Ok(variable);
        }
        let mut known: Vec<String> = self.scopes.iter().flat_map(|scope| scope.keys().cloned()).collect();
        known.sort_unstable();
        let nearest = self.report.nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        let message = format!("the variable `{}` is not declared", shortened(name));
        match nearest {
            Some(nearest) => self.report.hinted(span, message, format!("did you mean `{nearest}`?")),
            None => self.report.hinted(span, message, "declare it: `int x;`"),
        }
        Err(Failed)
    }

    /// The place of the token before the one at hand, without a semicolon.
    pub(super) fn before(&self) -> Span {
        let mut position = self.position.saturating_sub(1);
        if self.token(position).is(";") {
            position = position.saturating_sub(1);
        }
        self.token(position).span
    }
}
