//! Terms and formulae, by operator precedence on an explicit stack.
//!
//! From loose to tight: `<->`, `->`, `;`, `,`, `!`, comparisons, `+ -`, `* div mod`, unary `-`. Operands wait
//! on one stack and operators on another; an operator is applied when a looser one follows (Dijkstra's
//! shunting yard). Of `a < b <= c` every neighbouring pair is compared.

use super::name::Name;
use super::parser::{Failed, Parser};
use super::syntax::{Arithmetic, Expr, Node, Variable};
use super::token::{Comparison, Token, TokenKind};
use crate::lang::{Diagnostic, Span};
use crate::num::Int;

/// What ends an expression, besides the full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `:-`, `:=` or `:`.
    Head,
    Body,
    /// `;` or `cost`.
    Entry,
    /// `;` or the closing parenthesis of a combination.
    Operand,
}

enum Pending {
    And {
        count: usize,
    },
    Or {
        count: usize,
    },
    Implies,
    Iff,
    /// The comparisons to the left in a chain are `done`.
    Compare {
        operator: Comparison,
        done: Vec<Expr>,
    },
    Ambiguous,
    Arithmetic(Arithmetic),
    Not(Span),
    Let(Variable, Span),
    Negate(Span),
    Parenthesis(Span),
    Call {
        name: Name,
        span: Span,
        base: usize,
    },
}

impl Pending {
    fn tightness(&self) -> u8 {
        match self {
            Pending::Parenthesis(_) | Pending::Call { .. } => 0,
            Pending::Iff => 1,
            Pending::Implies => 2,
            Pending::Or { .. } => 3,
            Pending::And { .. } => 4,
            Pending::Not(_) | Pending::Let(..) => 5,
            Pending::Compare { .. } | Pending::Ambiguous => 6,
            Pending::Arithmetic(Arithmetic::Add | Arithmetic::Subtract) => 7,
            Pending::Arithmetic(_) => 8,
            Pending::Negate(_) => 9,
        }
    }
}

/// The two stacks.
#[derive(Default)]
struct Yard {
    operands: Vec<Expr>,
    operators: Vec<Pending>,
    /// Where the open parentheses are among the operators.
    frames: Vec<usize>,
}

enum Next {
    Operand,
    Operator,
    End,
}

impl Parser<'_, '_> {
    /// Reads an expression up to a token that ends it, which is left unread.
    pub(super) fn expression(&mut self, place: Place) -> Result<Expr, Failed> {
        let mut yard = Yard::default();
        let mut next = Next::Operand;
        loop {
            let token = self.peek();
            next = match next {
                Next::Operand => self.operand(&mut yard, token)?,
                Next::Operator => self.operator(&mut yard, token, place)?,
                Next::End => {
                    self.reduce(&mut yard, 1);
                    return yard.operands.pop().ok_or(Failed);
                }
            };
        }
    }

    fn operand(&mut self, yard: &mut Yard, token: Token) -> Result<Next, Failed> {
        let span = token.span;
        let node = match token.kind {
            TokenKind::Number => {
                self.advance();
                let value: Int = self.text_of(span).parse().map_err(|_| Failed)?;
                self.syntax.numbers.push(value);
                Node::Number(self.syntax.numbers.len() as u32 - 1)
            }
            TokenKind::Variable(name, sort) => {
                self.advance();
                if self.peek().kind == TokenKind::Open {
                    self.report_upper_case_relation(span);
                    return Ok(self.call(yard, name, span));
                }
                Node::Variable(self.variable(Some(name), sort, span))
            }
            TokenKind::Anonymous => {
                self.advance();
                Node::Variable(self.variable(None, None, span))
            }
            TokenKind::Name(name) => {
                self.advance();
                if self.peek().kind == TokenKind::Open {
                    return Ok(self.call(yard, name, span));
                }
                Node::Application(name, self.syntax.push_parts(&[]))
            }
            TokenKind::Let => {
                self.advance();
                let variable = self.peek();
                let TokenKind::Variable(name, sort) = variable.kind else {
                    return Err(self.unexpected(variable, "a variable after `let`", None));
                };
                self.advance();
                let sign = self.peek();
                if sign.kind != TokenKind::Compare(Comparison::Equal) {
                    return Err(self.unexpected(sign, "`=` after the variable of `let`", None));
                }
                self.advance();
                let variable = self.variable(Some(name), sort, variable.span);
                yard.operators.push(Pending::Let(variable, span));
                return Ok(Next::Operand);
            }
            TokenKind::True | TokenKind::False => {
                self.advance();
                Node::Constant(token.kind == TokenKind::True)
            }
            TokenKind::Open => {
                self.advance();
                yard.frames.push(yard.operators.len());
                yard.operators.push(Pending::Parenthesis(span));
                return Ok(Next::Operand);
            }
            TokenKind::Minus => {
                self.advance();
                yard.operators.push(Pending::Negate(span));
                return Ok(Next::Operand);
            }
            TokenKind::Plus => {
                self.advance();
                return Ok(Next::Operand);
            }
            TokenKind::Not => {
                self.advance();
                yard.operators.push(Pending::Not(span));
                return Ok(Next::Operand);
            }
            _ => {
                let hint = match (self.before(), token.kind) {
                    (Some(TokenKind::Comma), TokenKind::Dot | TokenKind::Close) => {
                        Some("remove the comma, or say what follows it")
                    }
                    (Some(TokenKind::Neck), TokenKind::Dot) => Some("a fact has no `:-`"),
                    _ => None,
                };
                return Err(self.unexpected(token, "a term or a literal", hint));
            }
        };
        let expr = self.syntax.push(node, span);
        yard.operands.push(expr);
        Ok(Next::Operator)
    }

    /// After a relation symbol, at its parenthesis.
    fn call(&mut self, yard: &mut Yard, name: Name, span: Span) -> Next {
        let open = self.peek().span;
        self.advance();
        if self.peek().kind == TokenKind::Close {
            let parts = self.syntax.push_parts(&[]);
            let span = span.to(self.peek().span);
            self.advance();
            let expr = self.syntax.push(Node::Application(name, parts), span);
            yard.operands.push(expr);
            return Next::Operator;
        }
        yard.frames.push(yard.operators.len());
        yard.operators.push(Pending::Call { name, span: span.to(open), base: yard.operands.len() });
        Next::Operand
    }

    fn operator(&mut self, yard: &mut Yard, token: Token, place: Place) -> Result<Next, Failed> {
        let pending = match token.kind {
            TokenKind::Comma if yard.inside_call() => {
                self.reduce(yard, 1);
                self.advance();
                return Ok(Next::Operand);
            }
            TokenKind::Comma | TokenKind::And => {
                self.check_mixture(yard, token, |pending| matches!(pending, Pending::Or { .. }));
                self.reduce(yard, 5);
                self.advance();
                match yard.operators.last_mut() {
                    Some(Pending::And { count }) => *count += 1,
                    _ => yard.operators.push(Pending::And { count: 2 }),
                }
                return Ok(Next::Operand);
            }
            TokenKind::Semicolon
                if matches!(place, Place::Entry | Place::Operand) && yard.frames.is_empty() =>
            {
                return Ok(Next::End);
            }
            TokenKind::Semicolon | TokenKind::Or => {
                self.check_mixture(yard, token, |pending| matches!(pending, Pending::And { .. }));
                self.reduce(yard, 4);
                self.advance();
                match yard.operators.last_mut() {
                    Some(Pending::Or { count }) => *count += 1,
                    _ => yard.operators.push(Pending::Or { count: 2 }),
                }
                return Ok(Next::Operand);
            }
            TokenKind::Implies => {
                // To the right: `a -> b -> c` is `a -> (b -> c)`.
                self.reduce(yard, 3);
                Pending::Implies
            }
            TokenKind::Iff => {
                self.reduce(yard, 1);
                Pending::Iff
            }
            TokenKind::LessMinus if place == Place::Head && yard.operators.is_empty() => {
                return Ok(Next::End);
            }
            TokenKind::LessMinus => {
                let comparison = self.comparison(yard, Comparison::Less, token.span);
                yard.operators.push(comparison);
                self.advance();
                yard.operators.push(Pending::Negate(Span { start: token.span.end - 1, ..token.span }));
                return Ok(Next::Operand);
            }
            TokenKind::Compare(operator) => self.comparison(yard, operator, token.span),
            TokenKind::Ambiguous => {
                self.reduce(yard, 6);
                Pending::Ambiguous
            }
            TokenKind::Plus => {
                self.reduce(yard, 7);
                Pending::Arithmetic(Arithmetic::Add)
            }
            TokenKind::Minus => {
                self.reduce(yard, 7);
                Pending::Arithmetic(Arithmetic::Subtract)
            }
            TokenKind::Times | TokenKind::Div | TokenKind::Mod => {
                self.reduce(yard, 8);
                Pending::Arithmetic(match token.kind {
                    TokenKind::Times => Arithmetic::Multiply,
                    TokenKind::Div => Arithmetic::Div,
                    _ => Arithmetic::Mod,
                })
            }
            TokenKind::Close if place == Place::Operand && yard.frames.is_empty() => return Ok(Next::End),
            TokenKind::Close => return self.close(yard, token),
            // `2X` and `2(X + 1)` are products, as in print.
            TokenKind::Variable(..) | TokenKind::Name(_) | TokenKind::Open if self.touches_number(token) => {
                self.reduce(yard, 8);
                yard.operators.push(Pending::Arithmetic(Arithmetic::Multiply));
                return Ok(Next::Operand);
            }
            TokenKind::Define if place == Place::Body || !yard.frames.is_empty() => {
                self.report.hinted(token.span, "`:=` defines a relation symbol in a solution", "write `=`");
                self.comparison(yard, Comparison::Equal, token.span)
            }
            TokenKind::Dot | TokenKind::End | TokenKind::Neck | TokenKind::Define | TokenKind::Colon
                if !yard.frames.is_empty() =>
            {
                return Err(self.unclosed(yard, token));
            }
            TokenKind::Dot | TokenKind::End => return Ok(Next::End),
            TokenKind::Neck | TokenKind::Define | TokenKind::Colon if place == Place::Head => {
                return Ok(Next::End);
            }
            TokenKind::Neck => {
                self.report.hinted(
                    token.span,
                    "a clause has one `:-`",
                    "is the full stop of the clause before missing?",
                );
                return Err(Failed);
            }
            TokenKind::Name(name) if place == Place::Entry && self.names.text(name) == "cost" => {
                if !yard.frames.is_empty() {
                    return Err(self.unclosed(yard, token));
                }
                return Ok(Next::End);
            }
            _ if self.starts_item(token) => {
                if !yard.frames.is_empty() {
                    return Err(self.unclosed(yard, token));
                }
                self.report_missing_stop();
                return Ok(Next::End);
            }
            _ => return Err(self.missing_operator(token)),
        };
        self.advance();
        yard.operators.push(pending);
        Ok(Next::Operand)
    }

    /// Which of `,` and `;` binds tighter is not the same for all who read some dialects.
    fn check_mixture(&mut self, yard: &Yard, token: Token, is_other: fn(&Pending) -> bool) {
        let start = yard.frames.last().map_or(0, |frame| frame + 1);
        if self.dialect.has_mixtures || !yard.operators[start..].iter().any(is_other) {
            return;
        }
        self.report.hinted(
            token.span,
            "`,` and `;` stand side by side, and programs differ in which of them binds tighter",
            "put one of them into parentheses: `a, (b; c)` or `(a, b); c`",
        );
    }

    /// A comparison about to wait for its right side; its left neighbour in a chain is completed.
    fn comparison(&mut self, yard: &mut Yard, operator: Comparison, span: Span) -> Pending {
        self.reduce(yard, 7);
        if !matches!(yard.operators.last(), Some(Pending::Compare { .. })) {
            return Pending::Compare { operator, done: Vec::new() };
        }
        let Some(Pending::Compare { operator: left, mut done }) = yard.operators.pop() else {
            return Pending::Ambiguous;
        };
        let divides = |c| matches!(c, Comparison::Divides | Comparison::NotDivides);
        if divides(left) || divides(operator) {
            self.report.hinted(
                span,
                "`k | t` is no part of a chain of comparisons",
                "put it into parentheses, or write two literals",
            );
        }
        if let [.., a, b] = yard.operands[..] {
            let span = self.syntax.span(a).to(self.syntax.span(b));
            done.push(self.syntax.push(Node::Compare(left, a, b), span));
            // The right side of this comparison is the left side of the next.
            yard.operands.pop();
            yard.operands.pop();
            yard.operands.push(b);
        }
        Pending::Compare { operator, done }
    }

    fn close(&mut self, yard: &mut Yard, token: Token) -> Result<Next, Failed> {
        self.reduce(yard, 1);
        let Some(_) = yard.frames.pop() else {
            self.report.error(token.span, "this parenthesis closes nothing");
            return Err(Failed);
        };
        self.advance();
        match yard.operators.pop() {
            Some(Pending::Call { name, span, base }) => {
                let parts = self.syntax.push_parts(&yard.operands[base..]);
                yard.operands.truncate(base);
                let expr = self.syntax.push(Node::Application(name, parts), span.to(token.span));
                yard.operands.push(expr);
            }
            Some(Pending::Parenthesis(open)) => {
                if let Some(inner) = yard.operands.last() {
                    self.syntax.spans[inner.index()] = open.to(token.span);
                }
            }
            _ => {}
        }
        Ok(Next::Operator)
    }

    /// Applies the waiting operators that bind at least as tightly.
    fn reduce(&mut self, yard: &mut Yard, tightness: u8) {
        while yard.operators.last().is_some_and(|p| p.tightness() >= tightness) {
            let Some(pending) = yard.operators.pop() else { return };
            self.apply(yard, pending);
        }
    }

    fn apply(&mut self, yard: &mut Yard, pending: Pending) {
        let count = match &pending {
            Pending::And { count } | Pending::Or { count } => *count,
            Pending::Not(_) | Pending::Let(..) | Pending::Negate(_) => 1,
            Pending::Parenthesis(_) | Pending::Call { .. } => return,
            _ => 2,
        };
        let Some(base) = yard.operands.len().checked_sub(count) else { return };
        let operands = &yard.operands[base..];
        let (first, last) = (operands[0], operands[count - 1]);
        let mut span = self.syntax.span(first).to(self.syntax.span(last));
        let node = match pending {
            Pending::And { .. } => Node::And(self.syntax.push_parts(operands)),
            Pending::Or { .. } => Node::Or(self.syntax.push_parts(operands)),
            Pending::Implies => Node::Implies(first, last),
            Pending::Iff => Node::Iff(first, last),
            Pending::Compare { operator, done } if done.is_empty() => Node::Compare(operator, first, last),
            Pending::Compare { operator, mut done } => {
                span = done.first().map_or(span, |d| self.syntax.span(*d).to(span));
                done.push(self.syntax.push(Node::Compare(operator, first, last), span));
                Node::And(self.syntax.push_parts(&done))
            }
            Pending::Arithmetic(operator) => Node::Arithmetic(operator, first, last),
            Pending::Not(sign) => {
                span = sign.to(span);
                Node::Not(first)
            }
            Pending::Let(variable, sign) => {
                span = sign.to(span);
                Node::Let(variable, first)
            }
            Pending::Negate(sign) => {
                span = sign.to(span);
                Node::Negate(first)
            }
            Pending::Ambiguous | Pending::Parenthesis(_) | Pending::Call { .. } => Node::Poison,
        };
        yard.operands.truncate(base);
        let expr = self.syntax.push(node, span);
        yard.operands.push(expr);
    }

    fn unclosed(&mut self, yard: &Yard, found: Token) -> Failed {
        let frame = yard.frames.last().and_then(|i| yard.operators.get(*i));
        if let Some(Pending::Parenthesis(span) | Pending::Call { span, .. }) = frame {
            let open = Span { start: span.end - 1, end: span.end };
            let place = format!("{} comes first", found.kind.describe(self.text_of(found.span)));
            self.report.push(
                Diagnostic::error(open, "this parenthesis is not closed").with_related(found.span, place),
            );
        }
        Failed
    }
}

impl Yard {
    fn inside_call(&self) -> bool {
        self.frames.last().is_some_and(|i| matches!(self.operators.get(*i), Some(Pending::Call { .. })))
    }
}
