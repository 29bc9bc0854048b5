//! Expressions: `id == pid && x <= K`, `A[] not (P(1).cs and P(2).cs)`.
//!
//! The signs bind as in UPPAAL: products before sums before comparisons before `not`, `and`, `or` and
//! `imply`.

use super::parser::Parser;
use super::source::Kind;
use super::syntax::{Binary, Expression, Node, Type, TypeKind, Unary};
use crate::lang::Span;

/// Expressions may be nested this deep. A chain of `&&` counts each of its signs.
pub(super) const DEEPEST: u32 = 300;

/// How tightly the operand of `not` and `!` binds.
const NEGATED: u8 = 4;

impl Parser<'_, '_> {
    pub(super) fn expression(&mut self) -> Option<Expression> {
        self.nesting += 1;
        let expression = if self.nesting > DEEPEST { self.too_deep() } else { self.conditional() };
        self.nesting -= 1;
        expression
    }

    fn too_deep<T>(&mut self) -> Option<T> {
        let span = self.span();
        self.report.hinted(
            span,
            format!("expressions are nested at most {DEEPEST} deep"),
            "name parts of it with constants or split the edge",
        );
        None
    }

    fn conditional(&mut self) -> Option<Expression> {
        let condition = self.binary(0)?;
        if !self.accept("?") {
            return Some(condition);
        }
        let then = self.expression()?;
        self.expect(":")?;
        let otherwise = self.expression()?;
        let span = condition.span.to(otherwise.span);
        let depth = condition.depth.max(then.depth).max(otherwise.depth) + 1;
        self.made(Node::Conditional(Box::new([condition, then, otherwise])), span, depth)
    }

    fn made(&mut self, kind: Node, span: Span, depth: u32) -> Option<Expression> {
        if depth > DEEPEST {
            return self.too_deep();
        }
        Some(Expression { kind, span, depth })
    }

    /// An operand and all signs that bind at least this tightly.
    fn binary(&mut self, least: u8) -> Option<Expression> {
        self.nesting += 1;
        if self.nesting > DEEPEST {
            self.nesting -= 1;
            return self.too_deep();
        }
        let result = self.chain(least);
        self.nesting -= 1;
        result
    }

    fn chain(&mut self, least: u8) -> Option<Expression> {
        let mut left = self.operand()?;
        while let Some((sign, strength)) = self.operator().filter(|(_, strength)| *strength >= least) {
            self.advance();
            // `imply` binds to the right, the others to the left.
            let next = if sign == Binary::Imply { strength } else { strength + 1 };
            let right = self.binary(next)?;
            let (span, depth) = (left.span.to(right.span), left.depth.max(right.depth) + 1);
            left = self.made(Node::Binary(sign, Box::new(left), Box::new(right)), span, depth)?;
        }
        Some(left)
    }

    fn operator(&self) -> Option<(Binary, u8)> {
        Some(match self.kind() {
            Kind::Word(word) => match word.as_str() {
                "imply" => (Binary::Imply, 1),
                "or" => (Binary::Or, 2),
                "and" => (Binary::And, 3),
                _ => return None,
            },
            Kind::Sign(sign) => match *sign {
                "||" => (Binary::Or, 2),
                "&&" => (Binary::And, 3),
                "==" | "=" => (Binary::Equal, 5),
                "!=" => (Binary::Different, 5),
                "<" => (Binary::Less, 6),
                "<=" => (Binary::AtMost, 6),
                ">" => (Binary::Greater, 6),
                ">=" => (Binary::AtLeast, 6),
                "<?" => (Binary::Minimum, 7),
                ">?" => (Binary::Maximum, 7),
                "+" => (Binary::Plus, 8),
                "-" => (Binary::Minus, 8),
                "*" => (Binary::Times, 9),
                "/" => (Binary::Divided, 9),
                "%" => (Binary::Remainder, 9),
                _ => return None,
            },
            _ => return None,
        })
    }

    fn operand(&mut self) -> Option<Expression> {
        let start = self.span();
        let sign = match self.kind() {
            Kind::Word(word) if word == "not" => Some((Unary::Not, NEGATED)),
            Kind::Sign("!") => Some((Unary::Not, 10)),
            Kind::Sign("-") => Some((Unary::Minus, 10)),
            _ => None,
        };
        if let Some((sign, strength)) = sign {
            self.advance();
            let inner = self.binary(strength)?;
            let (span, depth) = (start.to(inner.span), inner.depth + 1);
            return self.made(Node::Unary(sign, Box::new(inner)), span, depth);
        }
        match self.kind().clone() {
            Kind::Sign("+") => {
                self.advance();
                self.binary(10)
            }
            Kind::Word(word) if word == "forall" || word == "exists" => self.quantified(word == "forall"),
            _ => self.postfix(),
        }
    }

    fn quantified(&mut self, all: bool) -> Option<Expression> {
        let start = self.span();
        self.advance();
        self.expect("(")?;
        let name = self.name("a name")?;
        self.expect(":")?;
        let over = self.any_type()?;
        self.expect(")")?;
        let body = self.binary(0)?;
        let (span, depth) = (start.to(body.span), body.depth + 1);
        self.made(Node::Quantified { all, name, over, body: Box::new(body) }, span, depth)
    }

    /// A name, a number or something in parentheses, and what follows it: `[index]`, `.member`, `(argument)`.
    pub(super) fn postfix(&mut self) -> Option<Expression> {
        let span = self.span();
        let mut whole = match self.kind().clone() {
            Kind::Number(number) => {
                self.advance();
                Expression { kind: Node::Number(number), span, depth: 1 }
            }
            Kind::Word(word) => {
                self.advance();
                let kind = match word.as_str() {
                    "true" => Node::Truth(true),
                    "false" => Node::Truth(false),
                    _ => Node::Name(word),
                };
                Expression { kind, span, depth: 1 }
            }
            Kind::Sign("(") => {
                self.advance();
                let inner = self.expression()?;
                self.expect(")")?;
                inner
            }
            _ => {
                self.unexpected("an expression");
                return None;
            }
        };
        loop {
            let depth = whole.depth + 1;
            let kind = if self.accept("[") {
                let index = self.expression()?;
                self.expect("]")?;
                Node::Index(Box::new(whole), Box::new(index))
            } else if self.accept(".") {
                let name = self.name("the name of a location, a clock or a variable")?;
                Node::Member(Box::new(whole), name)
            } else if self.accept("(") {
                Node::Call(Box::new(whole), self.arguments()?)
            } else if self.is("'") {
                let span = self.span();
                self.report
                    .error(span, "rates of clocks are outside of what is read here: all clocks run alike");
                return None;
            } else {
                return Some(whole);
            };
            let end = self.previous_span();
            whole = self.made(kind, span.to(end), depth)?;
        }
    }

    /// `int[0, N]`, `pid_t`, `clock`, with the words before it.
    pub(super) fn any_type(&mut self) -> Option<Type> {
        let start = self.span();
        let (mut is_constant, mut is_urgent) = (false, false);
        loop {
            match self.kind().clone() {
                Kind::Word(word) if word == "const" => is_constant = true,
                Kind::Word(word) if word == "urgent" => is_urgent = true,
                Kind::Word(word) if word == "meta" => {}
                Kind::Word(word) if word == "broadcast" => {
                    let span = self.span();
                    self.report.hinted(
                        span,
                        "broadcast channels are outside of what is read here",
                        "two automata take part in a synchronisation: `c!` and `c?`",
                    );
                }
                _ => break,
            }
            self.advance();
        }
        let Kind::Word(word) = self.kind().clone() else {
            self.unexpected("a type");
            return None;
        };
        self.advance();
        let kind = match word.as_str() {
            "int" => {
                let mut range = None;
                if self.accept("[") {
                    let low = self.expression()?;
                    self.expect(",")?;
                    let high = self.expression()?;
                    self.expect("]")?;
                    range = Some(Box::new((low, high)));
                }
                TypeKind::Int(range)
            }
            "bool" => TypeKind::Bool,
            "clock" => TypeKind::Clock,
            "chan" => TypeKind::Channel { is_urgent },
            "struct" | "scalar" | "double" | "string" => {
                let span = start.to(self.previous_span());
                self.report.hinted(
                    span,
                    format!("the type `{word}` is outside of what is read here"),
                    "types are `int`, `int[low, high]`, `bool`, `clock` and `chan`",
                );
                return None;
            }
            _ => TypeKind::Named(word),
        };
        Some(Type { kind, is_constant, span: start.to(self.previous_span()) })
    }
}
