//! Tokens to a syntax tree: clauses, definitions and directives, with recovery at full stops.

use rustc_hash::FxHashMap;

use super::dialect::Dialect;
use super::expression::Place;
use super::name::{Name, Names};
use super::syntax::{Expr, Item, ItemKind, Node, Syntax, Variable, VariableName};
use super::token::{Token, TokenKind};
use crate::formula::Sort;
use crate::lang::common::report::Report;
use crate::lang::{Diagnostic, Span};

/// The item cannot be understood, and why has been reported.
#[derive(Debug)]
pub(super) struct Failed;

pub(super) struct Parser<'a, 'r> {
    pub(super) dialect: &'a Dialect,
    /// Do clauses define relation symbols, because the text is a solution in a dialect that writes them so?
    defines: bool,
    text: &'a str,
    tokens: &'a [Token],
    position: usize,
    pub(super) names: &'a Names,
    pub(super) report: &'a mut Report<'r>,
    pub(super) syntax: Syntax,
    /// The variables of the item at hand.
    variables: FxHashMap<(Name, Option<Sort>), Variable>,
    variables_start: usize,
    item_indentation: usize,
    /// The full stop is missing, and was reported; the next item starts here.
    stop_missing: bool,
}

pub(super) fn parse(
    text: &str,
    dialect: &Dialect,
    is_solution: bool,
    (tokens, names): (&[Token], &Names),
    report: &mut Report,
) -> Syntax {
    let mut parser = Parser {
        dialect,
        defines: is_solution && dialect.clauses_define,
        text,
        tokens,
        position: 0,
        names,
        report,
        syntax: Syntax::default(),
        variables: FxHashMap::default(),
        variables_start: 0,
        item_indentation: 0,
        stop_missing: false,
    };
    while parser.peek().kind != TokenKind::End {
        parser.item();
    }
    parser.syntax
}

impl Parser<'_, '_> {
    fn item(&mut self) {
        let start = self.peek().span;
        // A second item in one line tells nothing about indentation.
        if self.peek().first_of_line {
            self.item_indentation = self.indentation(self.peek());
        }
        let nodes = self.syntax.nodes.len();
        self.variables_start = self.syntax.variables.len();
        self.variables.clear();
        self.stop_missing = false;
        let position = self.position;
        match self.item_kind().and_then(|kind| self.stop().map(|()| kind)) {
            Ok(kind) => {
                let span = start.to(self.span_before());
                let item = Item {
                    kind,
                    nodes: nodes..self.syntax.nodes.len(),
                    variables: self.variables_start..self.syntax.variables.len(),
                    span,
                };
                self.syntax.items.push(item);
            }
            Err(Failed) => self.recover(position),
        }
    }

    fn item_kind(&mut self) -> Result<ItemKind, Failed> {
        let first = self.peek();
        if matches!(first.kind, TokenKind::Neck | TokenKind::LessMinus) {
            self.check_neck(first);
            self.advance();
            if let Some(directive) = self.directive()? {
                return Ok(directive);
            }
            // As in logic programming, a clause without a head is a query.
            return Ok(ItemKind::Clause { head: None, body: Some(self.expression(Place::Body)?) });
        }
        let head = self.expression(Place::Head)?;
        let after = self.peek();
        match after.kind {
            TokenKind::Neck | TokenKind::LessMinus => {
                self.check_neck(after);
                self.advance();
                let body = self.expression(Place::Body)?;
                if self.defines {
                    return Ok(ItemKind::Definition { head, formula: body });
                }
                Ok(ItemKind::Clause { head: self.head(head)?, body: Some(body) })
            }
            TokenKind::Define => {
                self.advance();
                let formula = self.expression(Place::Body)?;
                Ok(ItemKind::Definition { head, formula })
            }
            TokenKind::Colon => Err(self.unexpected(after, "`:-` or the full stop", Some("write `:-`"))),
            _ if self.defines => {
                let formula = self.syntax.push(Node::Constant(true), after.span);
                Ok(ItemKind::Definition { head, formula })
            }
            _ => Ok(ItemKind::Clause { head: self.head(head)?, body: None }),
        }
    }

    /// A head is `false` or a relation symbol with arguments, or several of those with `;` between them.
    fn head(&mut self, head: Expr) -> Result<Option<Expr>, Failed> {
        let is_atom = |expr: &Expr| matches!(self.syntax.node(*expr), Node::Application(..));
        match self.syntax.node(head) {
            Node::Constant(false) => Ok(None),
            Node::Application(..) => Ok(Some(head)),
            Node::Or(parts) if self.syntax.parts(parts).iter().all(is_atom) => Ok(Some(head)),
            Node::Poison => Err(Failed),
            node => {
                let hint = match node {
                    Node::And(_) => "write one clause for each relation symbol",
                    Node::Variable(_) => "a relation symbol starts with a lower-case letter",
                    _ => "to demand a constraint, write `false :- …` with its negation in the body",
                };
                let span = self.syntax.span(head);
                self.report.hinted(span, "the head of a clause is `false` or one relation symbol", hint);
                Err(Failed)
            }
        }
    }

    fn check_neck(&mut self, token: Token) {
        if token.kind == TokenKind::LessMinus {
            self.report.hinted(token.span, "`<-` is not a sign of this language", "write `:-`");
        }
    }

    fn stop(&mut self) -> Result<(), Failed> {
        let token = self.peek();
        match token.kind {
            TokenKind::Dot => {
                self.advance();
                Ok(())
            }
            _ if self.stop_missing => Ok(()),
            TokenKind::End => {
                self.report_missing_stop();
                Ok(())
            }
            _ => Err(self.missing_operator(token)),
        }
    }

    /// Skips to the next item: past a full stop, or to a line that starts like a clause.
    fn recover(&mut self, start: usize) {
        loop {
            let token = self.peek();
            if token.kind == TokenKind::End {
                return;
            }
            if self.position > start && self.starts_item(token) {
                return;
            }
            self.advance();
            if token.kind == TokenKind::Dot {
                return;
            }
        }
    }

    /// Does a line start here that looks like the start of a clause? It is indented no more than the
    /// item at hand, since bodies that go on in a new line are.
    pub(super) fn starts_item(&self, token: Token) -> bool {
        let named = match token.kind {
            TokenKind::Name(_) | TokenKind::False | TokenKind::Neck => true,
            TokenKind::Variable(..) => self.ahead(1) == TokenKind::Open,
            _ => false,
        };
        named && token.first_of_line && self.indentation(token) <= self.item_indentation
    }

    fn indentation(&self, token: Token) -> usize {
        let before = &self.text.as_bytes()[..token.span.start as usize];
        before.iter().rev().take_while(|b| !matches!(b, b'\n' | b'\r')).count()
    }

    pub(super) fn report_missing_stop(&mut self) {
        self.stop_missing = true;
        let span = self.span_before();
        self.report.hinted(span, "the full stop after this is missing", "every clause ends with `.`");
    }

    pub(super) fn report_upper_case_relation(&mut self, span: Span) {
        let text = self.text_of(span);
        let lower: String = text.chars().flat_map(char::to_lowercase).collect();
        let lower = lower.trim_start_matches('_');
        let message = format!("a relation symbol starts with a lower-case letter, unlike `{text}`");
        if lower.starts_with(char::is_alphabetic) {
            self.report.hinted(span, message, format!("write `{lower}`, or quote it: '{text}'"));
        } else {
            self.report.error(span, message);
        }
    }

    pub(super) fn missing_operator(&mut self, found: Token) -> Failed {
        let hint = match found.kind {
            TokenKind::Name(name) => match self.names.text(name) {
                "and" => Some("write `,` for \"and\""),
                "or" => Some("write `;` for \"or\""),
                "is" => Some("write `=`"),
                "if" => Some("write `:-`"),
                _ => Some("is a comma missing?"),
            },
            TokenKind::Number | TokenKind::Variable(..) | TokenKind::Open => {
                Some("is a comma or an operator missing? Products are written `2*X`")
            }
            _ => None,
        };
        self.unexpected(found, "an operator or the full stop", hint)
    }

    /// Reports a token that is not the expected one, unless it was reported already.
    pub(super) fn unexpected(&mut self, found: Token, expected: &str, hint: Option<&str>) -> Failed {
        if !matches!(found.kind, TokenKind::Unknown | TokenKind::Ambiguous) {
            let what = found.kind.describe(self.text_of(found.span));
            let mut diagnostic = Diagnostic::error(found.span, format!("expected {expected}, found {what}"));
            diagnostic.hint = hint.map(str::to_owned);
            self.report.push(diagnostic);
        }
        Failed
    }

    pub(super) fn peek(&self) -> Token {
        self.token(self.position)
    }

    /// The token that many places ahead.
    pub(super) fn ahead(&self, count: usize) -> TokenKind {
        self.token(self.position + count).kind
    }

    fn token(&self, position: usize) -> Token {
        // The last token is the end, which stays.
        self.tokens[position.min(self.tokens.len() - 1)]
    }

    pub(super) fn before(&self) -> Option<TokenKind> {
        self.position.checked_sub(1).map(|i| self.token(i).kind)
    }

    pub(super) fn span_before(&self) -> Span {
        self.token(self.position.saturating_sub(1)).span
    }

    pub(super) fn touches_number(&self, token: Token) -> bool {
        self.position.checked_sub(1).is_some_and(|i| {
            let before = self.tokens[i];
            before.kind == TokenKind::Number && before.span.end == token.span.start
        })
    }

    pub(super) fn advance(&mut self) {
        self.position += 1;
    }

    pub(super) fn text_of(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The variable of a name in this item; `_` is a new one each time.
    pub(super) fn variable(&mut self, name: Option<Name>, sort: Option<Sort>, span: Span) -> Variable {
        let next = Variable((self.syntax.variables.len() - self.variables_start) as u32);
        let variable = match name {
            None => next,
            Some(name) => *self.variables.entry((name, sort)).or_insert(next),
        };
        if variable == next {
            self.syntax.variables.push(VariableName { name, sort, span });
        }
        variable
    }
}
