//! Directives: `:- relation`, `:- template` and `:- predicate`.
//!
//! ```text
//! :- relation flag(int, bool).
//! :- template loop(I, X, J): X - I; J cost 2; inequality X; predicate X >= J cost 3.
//! :- template loop(I, X, J): disjunction(X - I; conjunction(X; J)) cost 4.
//! :- predicate loop(I, X, J): X >= I; 2 | X.
//! ```

use super::expression::Place;
use super::parser::{Failed, Parser};
use super::syntax::{Declared, Entry, Given, ItemKind, Kind};
use super::token::TokenKind;
use crate::formula::Sort;
use crate::lang::Operation;
use crate::lang::common::limits::COMBINATION_DEPTH;
use crate::lang::common::nearest::nearest;
use crate::num::Int;

const DIRECTIVES: [&str; 3] = ["relation", "template", "predicate"];

impl Parser<'_, '_> {
    /// The directive after `:-`, when there is one: two names in a row.
    pub(super) fn directive(&mut self) -> Result<Option<ItemKind>, Failed> {
        let (TokenKind::Name(keyword), TokenKind::Name(_)) = (self.ahead(0), self.ahead(1)) else {
            return Ok(None);
        };
        let token = self.peek();
        let keyword = self.names.text(keyword);
        if !DIRECTIVES.contains(&keyword) {
            let hint = match nearest(keyword, DIRECTIVES) {
                Some(near) => format!("is `{near}` meant?"),
                None => "a query has commas between its literals".to_owned(),
            };
            return Err(self.unexpected(token, "`relation`, `template` or `predicate`", Some(&hint)));
        }
        let keyword = keyword.to_owned();
        self.advance();
        if keyword == "relation" {
            return Ok(Some(ItemKind::Declarations(self.declarations()?)));
        }
        let head = self.expression(Place::Head)?;
        let colon = self.peek();
        if colon.kind != TokenKind::Colon {
            return Err(self.unexpected(colon, "`:` before what the directive gives", None));
        }
        self.advance();
        let entries = self.entries(keyword == "template")?;
        Ok(Some(match keyword.as_str() {
            "template" => ItemKind::Templates { head, entries },
            _ => ItemKind::Predicates { head, entries },
        }))
    }

    fn declarations(&mut self) -> Result<Vec<Declared>, Failed> {
        let mut declared = Vec::new();
        loop {
            let token = self.peek();
            let TokenKind::Name(name) = token.kind else {
                return Err(self.unexpected(token, "a relation symbol", None));
            };
            self.advance();
            let mut sorts = Vec::new();
            let mut span = token.span;
            if self.peek().kind == TokenKind::Open {
                self.advance();
                while self.peek().kind != TokenKind::Close {
                    let sort = self.peek();
                    sorts.push(match self.text_of(sort.span) {
                        "int" | "Int" => Sort::Int,
                        "bool" | "Bool" => Sort::Bool,
                        _ => return Err(self.unexpected(sort, "`int` or `bool`", None)),
                    });
                    self.advance();
                    match self.peek().kind {
                        TokenKind::Comma => self.advance(),
                        TokenKind::Close => {}
                        _ => return Err(self.unexpected(self.peek(), "`,` or `)`", None)),
                    }
                }
                span = span.to(self.peek().span);
                self.advance();
            }
            declared.push(Declared { name, sorts, span });
            if self.peek().kind != TokenKind::Comma {
                return Ok(declared);
            }
            self.advance();
        }
    }

    fn entries(&mut self, templates: bool) -> Result<Vec<Entry>, Failed> {
        let mut entries = Vec::new();
        loop {
            let start = self.peek().span;
            let given = if templates {
                self.template(Place::Entry, 0)?
            } else {
                Given::Plain(None, self.expression(Place::Entry)?)
            };
            let cost = self.cost(templates)?;
            entries.push(Entry { given, cost, span: start.to(self.span_before()) });
            if self.peek().kind != TokenKind::Semicolon {
                return Ok(entries);
            }
            self.advance();
        }
    }

    /// A template, within this many combinations. No relation symbol can stand here, so a kind or an
    /// operation may be followed by a parenthesis.
    fn template(&mut self, place: Place, depth: usize) -> Result<Given, Failed> {
        let word = self.peek();
        let TokenKind::Name(name) = word.kind else {
            return Ok(Given::Plain(None, self.expression(place)?));
        };
        let text = self.names.text(name);
        if let Some(operation) = Operation::ALL.into_iter().find(|o| o.word() == text) {
            if depth == COMBINATION_DEPTH {
                let message =
                    format!("templates are combined at most {COMBINATION_DEPTH} times within each other");
                self.report.error(word.span, &message);
                return Err(Failed);
            }
            self.advance();
            let operands = if operation.has_operands() { self.operands(operation, depth)? } else { vec![] };
            return Ok(Given::Combined(operation, operands));
        }
        let kind = match text {
            "term" => Some(Kind::Term),
            "inequality" => Some(Kind::Inequality),
            "predicate" => Some(Kind::Predicate),
            _ => None,
        };
        if kind.is_some() {
            self.advance();
        }
        Ok(Given::Plain(kind, self.expression(place)?))
    }

    /// `(template; …)`
    fn operands(&mut self, operation: Operation, depth: usize) -> Result<Vec<Given>, Failed> {
        let open = self.peek();
        if open.kind != TokenKind::Open {
            return Err(self.unexpected(open, "`(` and the templates that are combined", None));
        }
        self.advance();
        let mut operands = Vec::new();
        loop {
            operands.push(self.template(Place::Operand, depth + 1)?);
            let token = self.peek();
            match token.kind {
                TokenKind::Semicolon if operation != Operation::Complement => self.advance(),
                TokenKind::Close => {
                    self.advance();
                    return Ok(operands);
                }
                _ if operation == Operation::Complement => {
                    return Err(self.unexpected(token, "`)`", Some("a complement has one operand")));
                }
                _ => return Err(self.unexpected(token, "`;` or `)`", None)),
            }
        }
    }

    fn cost(&mut self, templates: bool) -> Result<Int, Failed> {
        let word = self.peek();
        let is_cost = matches!(word.kind, TokenKind::Name(name) if self.names.text(name) == "cost");
        if !is_cost {
            return Ok(Int::ONE);
        }
        if !templates {
            self.report.error(word.span, "only templates have a cost");
            return Err(Failed);
        }
        self.advance();
        let number = self.peek();
        if number.kind != TokenKind::Number {
            return Err(self.unexpected(number, "a number after `cost`", None));
        }
        self.advance();
        self.text_of(number.span).parse().map_err(|_| Failed)
    }
}
