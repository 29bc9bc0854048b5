//! Expressions of programs, with the operators of C.
//!
//! ```text
//! x + 2 * y > 3 && !(b || f(x) == 0)
//! ```

use super::parser::{Failed, Parsed, Parser};
use super::syntax::{Comparison, Expr, ExprKind};
use crate::formula::Sort;
use crate::lang::common::limits::NESTING_LIMIT;
use crate::lang::common::scan::{Cursor, TokenKind};
use crate::lang::common::shortened;
use crate::lang::{Diagnostic, Span};
use crate::num::Int;

/// `x << k` is `x * 2^k`, for `k` up to this.
const SHIFT_LIMIT: i64 = 62;

/// Signs that assign.
pub(super) const ASSIGNMENTS: [&str; 11] =
    ["=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^="];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    And,
    Compare(Comparison),
    Add,
    Subtract,
    Times,
    Quotient,
    Remainder,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
}

impl Operator {
    fn strength(self) -> u8 {
        match self {
            Operator::Or => 1,
            Operator::And => 2,
            Operator::BitOr => 3,
            Operator::BitXor => 4,
            Operator::BitAnd => 5,
            Operator::Compare(Comparison::Equal | Comparison::Different) => 6,
            Operator::Compare(_) => 7,
            Operator::ShiftLeft | Operator::ShiftRight => 8,
            Operator::Add | Operator::Subtract => SUM,
            Operator::Times | Operator::Quotient | Operator::Remainder => 10,
        }
    }

    /// An operation on bits, by its sign, also with `=` behind it.
    pub(super) fn of_bits(sign: &str) -> Option<Operator> {
        Some(match sign {
            "<<" | "<<=" => Operator::ShiftLeft,
            ">>" | ">>=" => Operator::ShiftRight,
            "&" | "&=" => Operator::BitAnd,
            "|" | "|=" => Operator::BitOr,
            "^" | "^=" => Operator::BitXor,
            _ => return None,
        })
    }
}

/// How strongly a sum binds.
const SUM: u8 = 9;

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
                "<<" | ">>" | "&" | "|" | "^" => Operator::of_bits(sign)?,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// An expression, with assignments and `c ? a : b` around all others.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        if let (TokenKind::Word, TokenKind::Sign(sign)) = (&self.peek().kind, self.ahead(1).kind.clone())
            && ASSIGNMENTS.contains(&sign)
        {
            let (name, span) = self.name("a variable")?;
            let variable = self.target(&name, span)?;
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
        self.binary(SUM)
    }

    /// `a, b`: one expression after the other. Those before the last count if they have effects.
    pub(super) fn sequence(&mut self) -> Parsed<Expr> {
        // A text in front of a condition says what it is about.
        if self.peek().kind == TokenKind::Quoted && self.ahead(1).is(",") {
            self.advance();
            self.advance();
        }
        let mut last = self.expression()?;
        let mut parts = Vec::new();
        while self.accept(",") {
            let next = self.expression()?;
            let before = std::mem::replace(&mut last, next);
            if before.has_effects() {
                parts.push(before);
            }
        }
        let Some(first) = parts.first() else { return Ok(last) };
        let (span, sort) = (first.span.to(last.span), last.sort);
        parts.push(last);
        Ok(Expr { kind: ExprKind::Sequence(parts), sort, span })
    }

    /// An operation on bits that says something about integers of any size: a shift by a number, the last
    /// bits of a number, and what is between truth values.
    pub(super) fn bits(&mut self, operator: Operator, a: Expr, b: Expr, span: Span) -> Parsed<Expr> {
        let is_truth = a.sort == Sort::Bool && b.sort == Sort::Bool;
        let is_pure = |expr: &Expr| !expr.has_effects() && !expr.asks();
        let number = |kind| Expr { kind, sort: Sort::Int, span };
        let constant = |n: Int| number(ExprKind::Number(n));
        // Between 0 and m - 1, whatever the sign is.
        let last_bits = |value: Expr, m: &Int| {
            let rest = |value: Expr| {
                number(ExprKind::Remainder(Box::new(value.number()), Box::new(constant(m.clone()))))
            };
            rest(number(ExprKind::Sum(vec![(false, rest(value)), (false, constant(m.clone()))])))
        };
        let places = b.folded().and_then(|n| n.to_i64()).filter(|n| (0..=SHIFT_LIMIT).contains(n));
        let mask = |expr: &Expr| {
            let size = &expr.folded()? + &Int::ONE;
            (0..=SHIFT_LIMIT).map(|places| Int::from(1i64 << places)).find(|power| *power == size)
        };
        match operator {
            Operator::BitAnd if is_truth && is_pure(&b) => {
                Ok(Expr { kind: ExprKind::And(vec![a, b]), sort: Sort::Bool, span })
            }
            Operator::BitOr if is_truth && is_pure(&b) => {
                Ok(Expr { kind: ExprKind::Or(vec![a, b]), sort: Sort::Bool, span })
            }
            Operator::BitXor if is_truth => {
                let kind = ExprKind::Compare(Comparison::Different, Box::new(a), Box::new(b));
                Ok(Expr { kind, sort: Sort::Bool, span })
            }
            Operator::BitAnd => match (mask(&a), mask(&b)) {
                (_, Some(size)) => Ok(last_bits(a, &size)),
                (Some(size), None) => Ok(last_bits(b, &size)),
                (None, None) => Err(self.refuse(span, "operations on bits")),
            },
            Operator::ShiftLeft if let Some(places) = places => {
                let factor = constant(Int::from(1i64 << places));
                Ok(number(ExprKind::Product(Box::new(a.number()), Box::new(factor))))
            }
            // Towards minus infinity, as compilers have it.
            Operator::ShiftRight if let (Some(places), true) = (places, is_pure(&a)) => {
                let size = Int::from(1i64 << places);
                let rest = last_bits(a.clone(), &size);
                let whole = number(ExprKind::Sum(vec![(false, a.number()), (true, rest)]));
                Ok(number(ExprKind::Quotient(Box::new(whole), Box::new(constant(size)))))
            }
            _ => Err(self.refuse(span, "operations on bits")),
        }
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
                        Operator::ShiftLeft
                        | Operator::ShiftRight
                        | Operator::BitAnd
                        | Operator::BitOr
                        | Operator::BitXor => {
                            left = self.bits(operator, left, right, span)?;
                            continue;
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
                let value = self.sequence()?;
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
            // All bits of a number, as two's complement has them: -x - 1.
            TokenKind::Sign("~") => {
                self.advance();
                let value = self.operand()?.number();
                let span = span.to(value.span);
                let one = Expr { kind: ExprKind::Number(Int::ONE), sort: Sort::Int, span };
                Ok(Expr { kind: ExprKind::Sum(vec![(true, value), (true, one)]), sort: Sort::Int, span })
            }
            TokenKind::Sign(sign @ ("++" | "--")) => {
                let is_up = *sign == "++";
                self.advance();
                let operand = self.operand_inside()?;
                let span = span.to(operand.span);
                self.counting(&operand, span, is_up, Int::ZERO)
            }
            TokenKind::Quoted => {
                // `assert(x > 0 && "why")`: a text is no null pointer.
                let before = self.position.checked_sub(1).map(|at| self.token(at));
                let is_truth = before.is_some_and(|token| token.is("&&") || token.is("||") || token.is("!"))
                    || self.ahead(1).is("&&")
                    || self.ahead(1).is("||");
                if !is_truth {
                    return Err(self.refuse(span, "texts"));
                }
                self.advance();
                Ok(Expr { kind: ExprKind::Truth(true), sort: Sort::Bool, span })
            }
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
        let info = &self.program.variables[variable];
        let sort = info.sort;
        if let Some(number) = &info.constant {
            let kind = ExprKind::Number(number.clone());
            return Ok(Expr { kind, sort: Sort::Int, span }.of_sort(sort));
        }
        Ok(Expr { kind: ExprKind::Variable(variable), sort, span })
    }

    fn call(&mut self, word: &str, span: Span) -> Parsed<Expr> {
        self.advance();
        self.advance();
        let mut arguments = Vec::new();
        if self.signatures.contains_key(word) {
            while !self.peek().is(")") {
                arguments.push(self.expression()?);
                if !self.accept(",") {
                    break;
                }
            }
        } else {
            arguments = self.arguments()?;
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
        if let Some(kind) = self.prototypes.get(word).copied()
            && let Some(sort) = kind.sort
        {
            if arguments.iter().any(Expr::has_effects) {
                let message =
                    format!("`{}` has no body, and its arguments change something", shortened(word));
                self.report.hinted(span, message, "write its body");
                return Err(Failed);
            }
            self.warn_without_body(word, span);
            return Ok(Expr { kind: ExprKind::Nondet { is_unsigned: kind.is_unsigned }, sort, span });
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

    /// The arguments of something without a body; texts among them are left out.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        while !self.peek().is(")") {
            let is_text = self.peek().kind == TokenKind::Quoted;
            let is_stream = matches!(self.word(), Some("stdout" | "stderr"));
            if is_stream || is_text && (self.ahead(1).is(",") || self.ahead(1).is(")")) {
                self.advance();
            } else {
                arguments.push(self.expression()?);
            }
            if !self.accept(",") {
                break;
            }
        }
        Ok(arguments)
    }

    /// Says once of a procedure without a body what is made of it.
    pub(super) fn warn_without_body(&mut self, name: &str, span: Span) {
        let is_void = self.prototypes.get(name).is_some_and(|kind| kind.sort.is_none());
        if self.warned.insert(name.to_owned()) {
            let does = if is_void { "changes nothing" } else { "returns any value and changes nothing" };
            let message = format!("`{}` has no body: a call {does}", shortened(name));
            self.report.push(Diagnostic::warning(span, message));
        }
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

    /// A variable that is assigned to.
    pub(super) fn target(&mut self, name: &str, span: Span) -> Parsed<usize> {
        let variable = self.variable(name, span)?;
        if self.program.variables[variable].constant.is_some() {
            let message = format!("`{}` is `const`, and keeps its value", shortened(name));
            self.report.error(span, message);
        }
        Ok(variable)
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
