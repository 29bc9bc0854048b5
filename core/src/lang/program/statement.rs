//! Statements of programs.
//!
//! ```text
//! x, y := y, x;     x += 2;     havoc(x: Int >= 0)     l3: while (x > 0) x--;
//! ```
//!
//! A semicolon may be left out at the end of a line.

use super::expression::{ASSIGNMENTS, Operator};
use super::parser::{Failed, Parsed, Parser, Type};
use super::syntax::{Case, Comparison, Expr, ExprKind, Statement, StatementKind};
use crate::formula::Sort;
use crate::lang::common::limits::NESTING_LIMIT;
use crate::lang::common::scan::{Cursor, TokenKind};
use crate::lang::common::shortened;
use crate::lang::{Diagnostic, Span};
use crate::num::Int;

impl Parser<'_, '_> {
    /// `{ … }`
    pub(super) fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.expect("{")?;
        self.deeper()?;
        self.scopes.push(rustc_hash::FxHashMap::default());
        let mut statements = Vec::new();
        while !self.peek().is("}") && !self.is_end() {
            let before = self.position;
            let scopes = self.scopes.len();
            let nesting = (self.depth, self.loops, self.breaks);
            if self.statement(&mut statements).is_err() {
                self.scopes.truncate(scopes);
                (self.depth, self.loops, self.breaks) = nesting;
                self.skip_statement(before);
            }
        }
        self.scopes.pop();
        self.depth -= 1;
        self.expect("}")?;
        Ok(statements)
    }

    pub(super) fn deeper(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > NESTING_LIMIT {
            let span = self.peek().span;
            self.report.error(span, format!("this is nested more than {NESTING_LIMIT} times"));
            return Err(Failed);
        }
        Ok(())
    }

    /// Goes on after the statement that could not be understood.
    fn skip_statement(&mut self, before: usize) {
        self.position = self.position.max(before);
        self.skip(0, self.position > before, true);
    }

    /// One statement as a block: the body of a loop or a branch.
    fn branch(&mut self) -> Parsed<Vec<Statement>> {
        if self.peek().is("{") {
            return self.block();
        }
        self.deeper()?;
        let mut statements = Vec::new();
        self.statement(&mut statements)?;
        self.depth -= 1;
        Ok(statements)
    }

    pub(super) fn end(&mut self) -> Parsed<()> {
        if self.accept(";") {
            return Ok(());
        }
        let token = self.peek();
        if token.is_first || token.is("}") || token.kind == TokenKind::End {
            return Ok(());
        }
        Err(self.unexpected("`;`"))
    }

    fn statement(&mut self, out: &mut Vec<Statement>) -> Parsed<()> {
        let start = self.peek().span;
        if !self.report.spend(10, start) {
            return Err(Failed);
        }
        // Labels.
        let is_label = self.ahead(1).is(":")
            && match &self.peek().kind {
                TokenKind::Number(_) => true,
                TokenKind::Word => !matches!(self.word(), Some("default")),
                _ => false,
            };
        if is_label {
            let name = self.text_of(start).to_owned();
            self.advance();
            self.advance();
            if self.labels.insert(name.clone(), start).is_some() {
                self.report.error(start, format!("there are two labels `{}`", shortened(&name)));
            }
            let count = out.len();
            let is_empty = self.peek().is("}");
            if !is_empty {
                self.statement(out)?;
            }
            if name == "ERROR" {
                out.truncate(count);
                let span = start;
                out.push(Statement { kind: StatementKind::Error, span, label: None });
                return Ok(());
            }
            match out.get_mut(count) {
                Some(first) if first.label.is_none() => first.label = Some(name),
                _ => {
                    let skip = Statement { kind: StatementKind::Skip, span: start, label: Some(name) };
                    out.insert(count, skip);
                }
            }
            return Ok(());
        }
        let kind = self.statement_kind(out)?;
        if let Some(kind) = kind {
            let last = self.before();
            let span = match &kind {
                // Of a statement with statements inside, the first line says what it is.
                StatementKind::If(branches, _) => branches.first().map_or(start, |(c, _)| start.to(c.span)),
                StatementKind::While(condition, _) => start.to(condition.span),
                StatementKind::Block(_) | StatementKind::DoWhile(..) | StatementKind::For(..) => start,
                _ => start.to(last),
            };
            out.push(Statement { kind, span, label: None });
        }
        Ok(())
    }

    /// A statement; declarations and the beginnings of loops are pushed before it.
    fn statement_kind(&mut self, out: &mut Vec<Statement>) -> Parsed<Option<StatementKind>> {
        let start = self.peek().span;
        if self.accept(";") {
            return Ok(Some(StatementKind::Skip));
        }
        if self.peek().is("{") {
            return Ok(Some(StatementKind::Block(self.block()?)));
        }
        if ["++", "--", "(", "*", "!", "-", "+"].iter().any(|sign| self.peek().is(sign))
            || matches!(self.peek().kind, TokenKind::Number(_))
        {
            self.list(out)?;
            self.end()?;
            return Ok(None);
        }
        let Some(word) = self.word() else { return Err(self.unexpected("a statement")) };
        match word {
            "if" => return Ok(Some(self.conditional()?)),
            "while" => {
                self.advance();
                let condition = self.in_parentheses()?;
                let body = self.loop_body()?;
                return Ok(Some(StatementKind::While(condition, body)));
            }
            "do" => {
                self.advance();
                let body = self.loop_body()?;
                if !self.accept_word("while") {
                    return Err(self.unexpected("`while`"));
                }
                let condition = self.in_parentheses()?;
                self.end()?;
                return Ok(Some(StatementKind::DoWhile(body, condition)));
            }
            "for" => return Ok(Some(self.for_loop()?)),
            "switch" if self.ahead(1).is("(") => return Ok(Some(self.switch()?)),
            "break" | "continue" => {
                let is_break = word == "break";
                self.advance();
                let around = if is_break { self.breaks } else { self.loops };
                if around == 0 {
                    self.report.error(start, "this is inside of no loop");
                }
                self.end()?;
                return Ok(Some(if is_break { StatementKind::Break } else { StatementKind::Continue }));
            }
            "return" => {
                self.advance();
                let token = self.peek();
                let mut values = Vec::new();
                if !token.is(";") && !token.is("}") && !token.is_first {
                    values.push(self.expression()?);
                    while self.accept(",") {
                        values.push(self.expression()?);
                    }
                }
                self.end()?;
                return Ok(Some(self.returned(values, start)));
            }
            "goto" => {
                self.advance();
                let (name, span) = self.name("a label")?;
                self.end()?;
                if name == "ERROR" {
                    return Ok(Some(StatementKind::Error));
                }
                self.targets.push((name.clone(), span));
                return Ok(Some(StatementKind::Goto(name)));
            }
            "skip" if !self.ahead(1).is("=") => {
                self.advance();
                self.end()?;
                return Ok(Some(StatementKind::Skip));
            }
            "var" | "val" => {
                let declared = self.variables_after_var(false)?;
                self.end()?;
                out.extend(declared);
                return Ok(None);
            }
            "havoc" => {
                let kind = self.havoc()?;
                self.end()?;
                return Ok(Some(kind));
            }
            word if self.is_type(word) && !self.ahead(1).is("(") => {
                let first = self.position;
                let kind = self.type_words()?;
                // `enum { A, B };`
                if self.accept(";") {
                    return Ok(None);
                }
                let (name, span) = self.name("a variable")?;
                if (first..self.position).any(|at| self.text_of(self.token(at).span) == "static") {
                    // It keeps its value between calls, and begins with its first value once.
                    self.is_static = true;
                    let declared = self.declarators(kind, name, span, true);
                    self.is_static = false;
                    self.globals(&declared?);
                    return Ok(None);
                }
                if self.peek().is("(") {
                    self.local_prototype(kind, name)?;
                    return Ok(None);
                }
                let declared = self.declarators(kind, name, span, false)?;
                self.end()?;
                out.extend(declared);
                return Ok(None);
            }
            _ => {}
        }
        self.list(out)?;
        self.end()?;
        Ok(None)
    }

    fn in_parentheses(&mut self) -> Parsed<Expr> {
        self.expect("(")?;
        if matches!(self.peek().kind, TokenKind::Word) && self.ahead(1).is("=") {
            let warning = Diagnostic::warning(self.ahead(1).span, "this assigns a value");
            self.report.push(warning.with_hint("`==` compares"));
        }
        let condition = self.sequence()?.truth();
        self.expect(")")?;
        Ok(condition)
    }

    /// `int f(int);` inside of a procedure, after its name.
    fn local_prototype(&mut self, kind: Type, name: String) -> Parsed<()> {
        let close = self.closing(self.position).filter(|close| self.token(close + 1).is(";"));
        let Some(close) = close else { return Err(self.unexpected("`;`")) };
        self.position = close;
        self.advance();
        self.prototypes.insert(name, kind);
        self.end()
    }

    fn loop_body(&mut self) -> Parsed<Vec<Statement>> {
        (self.loops, self.breaks) = (self.loops + 1, self.breaks + 1);
        let body = self.branch();
        (self.loops, self.breaks) = (self.loops.saturating_sub(1), self.breaks.saturating_sub(1));
        body
    }

    /// `switch (x) { case 1: …; break; default: … }`
    fn switch(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.expect("(")?;
        let value = self.expression()?.number();
        self.expect(")")?;
        self.expect("{")?;
        self.deeper()?;
        self.breaks += 1;
        self.scopes.push(rustc_hash::FxHashMap::default());
        let mut cases: Vec<Case> = Vec::new();
        // What comes before the first case is never reached, but may declare.
        let mut before_all = Vec::new();
        while !self.peek().is("}") && !self.is_end() {
            let before = self.position;
            let (scopes, nesting) = (self.scopes.len(), (self.depth, self.loops, self.breaks));
            let statements = cases.last_mut().map_or(&mut before_all, |case| &mut case.body);
            let done = match self.word() {
                Some("case" | "default") => self.case(&mut cases),
                _ => self.statement(statements),
            };
            if done.is_err() {
                self.scopes.truncate(scopes);
                (self.depth, self.loops, self.breaks) = nesting;
                self.skip_statement(before);
            }
        }
        self.scopes.pop();
        self.breaks -= 1;
        self.depth -= 1;
        self.expect("}")?;
        Ok(StatementKind::Switch(value, cases))
    }

    /// `case 1:` or `default:`
    fn case(&mut self, cases: &mut Vec<Case>) -> Parsed<()> {
        let is_default = self.word() == Some("default");
        let start = self.advance();
        let is_fresh = cases.last().is_none_or(|case| !case.body.is_empty());
        let mut case = if is_fresh { Case::default() } else { cases.pop().unwrap_or_default() };
        if is_default {
            if case.is_default || cases.iter().any(|other| other.is_default) {
                self.report.error(start, "there are two `default` in one `switch`");
            }
            case.is_default = true;
        } else {
            let value = self.expression()?;
            let Some(number) = value.folded() else {
                self.report.error(value.span, "a `case` is for a number");
                return Err(Failed);
            };
            if cases.iter().chain([&case]).any(|other| other.values.contains(&number)) {
                self.report.error(value.span, format!("there are two cases for {number}"));
            }
            case.values.push(number);
        }
        cases.push(case);
        self.expect(":")?;
        Ok(())
    }

    /// `if … else if … else …`, as one list of branches.
    fn conditional(&mut self) -> Parsed<StatementKind> {
        let mut branches = Vec::new();
        loop {
            self.advance();
            let condition = self.in_parentheses()?;
            branches.push((condition, self.branch()?));
            if !self.accept_word("else") {
                return Ok(StatementKind::If(branches, Vec::new()));
            }
            if self.word() != Some("if") {
                return Ok(StatementKind::If(branches, self.branch()?));
            }
        }
    }

    fn for_loop(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.expect("(")?;
        self.scopes.push(rustc_hash::FxHashMap::default());
        let mut statements = Vec::new();
        if !self.peek().is(";") {
            if self.word().is_some_and(|word| self.is_type(word)) {
                let kind = self.type_words()?;
                let (name, span) = self.name("a variable")?;
                statements = self.declarators(kind, name, span, false)?;
            } else {
                self.list(&mut statements)?;
            }
        }
        self.expect(";")?;
        let condition = if self.peek().is(";") { None } else { Some(self.sequence()?.truth()) };
        self.expect(";")?;
        let mut step = Vec::new();
        if !self.peek().is(")") {
            self.list(&mut step)?;
        }
        let close = self.expect(")")?;
        let body = self.loop_body()?;
        self.scopes.pop();
        let span = condition.as_ref().map_or(close, |c| c.span);
        statements.push(Statement { kind: StatementKind::For(condition, step, body), span, label: None });
        Ok(StatementKind::Block(statements))
    }

    /// `i = 0, j = 1`
    fn list(&mut self, out: &mut Vec<Statement>) -> Parsed<()> {
        loop {
            let start = self.peek().span;
            let kind = self.simple()?;
            out.push(Statement { kind, span: start.to(self.before()), label: None });
            if !self.accept(",") {
                return Ok(());
            }
        }
    }

    fn returned(&mut self, values: Vec<Expr>, span: Span) -> StatementKind {
        let results = self.procedure.results.clone();
        let is_main = self.procedure.name == "main" && results.is_empty();
        if is_main {
            // What `main` returns is of no interest to a verifier.
            return StatementKind::Return(Vec::new());
        }
        let is_fine =
            values.len() == results.len() || (values.is_empty() && self.procedure.has_named_results);
        if !is_fine {
            let (given, wanted) = (values.len(), results.len());
            self.report.error(span, format!("expected {wanted} results, found {given}"));
        }
        let sorts = results.iter().map(|r| self.program.variables[*r].sort);
        StatementKind::Return(
            values.into_iter().zip(sorts).map(|(value, sort)| value.of_sort(sort)).collect(),
        )
    }

    /// `var x, y: Int = 3`, after its first word.
    pub(super) fn variables_after_var(&mut self, is_global: bool) -> Parsed<Vec<Statement>> {
        let start = self.advance();
        let mut names = vec![self.name("a variable")?];
        while self.accept(",") {
            names.push(self.name("a variable")?);
        }
        let mut kind = if self.accept(":") { Some(self.type_words()?) } else { None };
        let mut value = None;
        if self.accept("=") || self.accept(":=") {
            let found = self.expression()?;
            kind.get_or_insert(Type { sort: Some(found.sort), is_unsigned: false, is_const: false });
            value = Some(found);
        }
        let Some(kind) = kind else { return Err(self.unexpected("`: Int` or `= …`")) };
        if is_global {
            self.accept(";");
        }
        let span = start.to(self.before());
        let mut statements = Vec::new();
        for (name, place) in names {
            let variable = self.declare(&name, kind, place);
            let sort = self.program.variables[variable].sort;
            let kind = match &value {
                Some(value) => self.initialised(variable, value.clone().of_sort(sort)),
                None => StatementKind::Declare(variable),
            };
            statements.push(Statement { kind, span, label: None });
        }
        Ok(statements)
    }

    /// The first value of a variable, which may be the result of a call.
    fn initialised(&self, variable: usize, value: Expr) -> StatementKind {
        match value.kind {
            ExprKind::Call(callee, arguments) if self.results_of(callee).len() == 1 => {
                StatementKind::Call(vec![variable], callee, arguments)
            }
            kind => StatementKind::Assign(vec![(variable, Expr { kind, ..value })]),
        }
    }

    /// `x = 1, y, z = 2` after the type and the first name.
    pub(super) fn declarators(
        &mut self,
        kind: Type,
        mut name: String,
        mut span: Span,
        is_global: bool,
    ) -> Parsed<Vec<Statement>> {
        let mut statements = Vec::new();
        loop {
            self.attributes();
            if self.peek().is("[") {
                let span = self.peek().span;
                return Err(self.refuse(span, "arrays"));
            }
            if self.accept("=") {
                let value = self.expression()?;
                let variable = self.declare(&name, kind, span);
                let sort = self.program.variables[variable].sort;
                let place = span.to(self.before());
                if kind.is_const {
                    self.program.variables[variable].constant = value.clone().of_sort(sort).folded();
                }
                let kind = self.initialised(variable, value.of_sort(sort));
                statements.push(Statement { kind, span: place, label: None });
            } else {
                let variable = self.declare(&name, kind, span);
                // C's global variables begin with 0.
                let zero = Expr { kind: ExprKind::Number(Int::ZERO), sort: Sort::Int, span };
                let sort = self.program.variables[variable].sort;
                let kind = if is_global {
                    StatementKind::Assign(vec![(variable, zero.of_sort(sort))])
                } else {
                    StatementKind::Declare(variable)
                };
                statements.push(Statement { kind, span, label: None });
            }
            self.attributes();
            if !self.accept(",") {
                break;
            }
            (name, span) = self.name("a variable")?;
        }
        if is_global {
            self.end()?;
        }
        Ok(statements)
    }

    /// `havoc(x)`, `havoc x, y` or `havoc(x: Int >= 0)`.
    fn havoc(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let is_closed = self.accept("(");
        let mut variables = Vec::new();
        let mut condition = None;
        loop {
            let (name, span) = self.name("a variable")?;
            let variable = if self.accept(":") {
                let kind = self.type_words()?;
                match self.find(&name) {
                    Some(variable) => variable,
                    None => self.declare(&name, kind, span),
                }
            } else {
                self.target(&name, span)?
            };
            variables.push(variable);
            let sort = self.program.variables[variable].sort;
            let value = Expr { kind: ExprKind::Variable(variable), sort, span };
            if let Some(comparison) = self.comparison() {
                self.advance();
                let bound = self.operand_sum()?;
                let kind = ExprKind::Compare(comparison, Box::new(value), Box::new(bound.number()));
                let test = Expr { kind, sort: Sort::Bool, span };
                condition = Some(match condition {
                    None => test,
                    Some(before) => Expr { kind: ExprKind::And(vec![before, test]), sort: Sort::Bool, span },
                });
            }
            if !self.accept(",") {
                break;
            }
        }
        if is_closed {
            self.expect(")")?;
        }
        Ok(StatementKind::Havoc(variables, condition))
    }

    /// An assignment, a call, `x++` or something that everybody knows.
    fn simple(&mut self) -> Parsed<StatementKind> {
        let start = self.peek().span;
        if self.peek().is("++") || self.peek().is("--") {
            let is_up = self.peek().is("++");
            self.advance();
            let (name, span) = self.name("a variable")?;
            let variable = self.target(&name, span)?;
            return Ok(self.count(variable, is_up, start.to(span)));
        }
        if self.peek().is("*") {
            return Err(self.refuse(start, "pointers"));
        }
        if self.peek().is("(")
            && matches!(self.ahead(1).kind, TokenKind::Word)
            && !self.word_at(1).is_some_and(|word| self.is_type(word))
        {
            // `(a, b) = f(x)`
            let mut at = 1;
            while self.ahead(at + 1).is(",") && matches!(self.ahead(at).kind, TokenKind::Word) {
                at += 2;
            }
            if at > 1
                && self.ahead(at + 1).is(")")
                && (self.ahead(at + 2).is("=") || self.ahead(at + 2).is(":="))
            {
                self.advance();
                let variables = self.assigned()?;
                self.expect(")")?;
                self.advance();
                return self.assign(variables, start);
            }
        }
        let is_target = matches!(self.peek().kind, TokenKind::Word)
            && (self.ahead(1).is("=") || self.ahead(1).is(":=") || self.ahead(1).is(","));
        if is_target {
            let variables = self.assigned()?;
            if !self.accept(":=") {
                self.expect("=")?;
            }
            return self.assign(variables, start);
        }
        if let TokenKind::Sign(sign) = self.ahead(1).kind
            && matches!(self.peek().kind, TokenKind::Word)
        {
            let operator = match sign {
                "++" | "--" => {
                    let (name, span) = self.name("a variable")?;
                    let variable = self.target(&name, span)?;
                    self.advance();
                    return Ok(self.count(variable, sign == "++", span));
                }
                sign if ASSIGNMENTS.contains(&sign) => sign,
                "[" => {
                    let span = self.ahead(1).span;
                    return Err(self.refuse(span, "arrays"));
                }
                "->" | "." => {
                    let span = self.ahead(1).span;
                    return Err(self.refuse(span, "structures"));
                }
                _ => "",
            };
            if !operator.is_empty() {
                let (name, span) = self.name("a variable")?;
                let variable = self.target(&name, span)?;
                self.advance();
                let result = self.compound(variable, operator, span)?;
                self.check_target(variable, &result);
                return Ok(StatementKind::Assign(vec![(variable, result)]));
            }
        }
        // Only these have no parentheses: `assert x > 0`.
        if let Some(word @ ("assert" | "assume")) = self.word() {
            let is_assert = word == "assert";
            if !self.signatures.contains_key(word) {
                self.advance();
                let condition = self.expression()?.truth();
                return Ok(if is_assert {
                    StatementKind::Assert(condition)
                } else {
                    StatementKind::Assume(condition)
                });
            }
        }
        if let Some(word) = self.word()
            && self.ahead(1).is("(")
            && !self.signatures.contains_key(word)
        {
            let word = word.to_owned();
            match word.as_str() {
                "__VERIFIER_assert" | "__VERIFIER_assume" | "assume_abort_if_not" | "static_assert" => {
                    self.advance();
                    let condition = self.in_parentheses()?;
                    let is_assert = word.ends_with("assert");
                    return Ok(if is_assert {
                        StatementKind::Assert(condition)
                    } else {
                        StatementKind::Assume(condition)
                    });
                }
                "__VERIFIER_error"
                | "reach_error"
                | "abort"
                | "exit"
                | "error"
                | "__assert_fail"
                | "__builtin_unreachable" => {
                    self.advance();
                    let is_error = !matches!(word.as_str(), "abort" | "exit" | "__builtin_unreachable");
                    let kind = if is_error { StatementKind::Error } else { StatementKind::Halt };
                    if word == "__assert_fail" {
                        // It is given names and texts alone.
                        self.skip_parentheses()?;
                        return Ok(kind);
                    }
                    return self.after_arguments(kind);
                }
                "printf" | "fprintf" | "puts" | "putchar" | "fflush" | "print" => {
                    self.advance();
                    return self.after_arguments(StatementKind::Skip);
                }
                word if self.prototypes.get(word).is_some_and(|kind| kind.sort.is_none()) => {
                    let span = self.advance();
                    self.warn_without_body(word, span);
                    return self.after_arguments(StatementKind::Skip);
                }
                _ => {}
            }
        }
        let value = self.expression()?;
        Ok(match value.kind {
            ExprKind::Sequence(parts) => {
                let kinds = parts.into_iter().map(|part| (part.span, StatementKind::Evaluate(part)));
                StatementKind::Block(
                    kinds.map(|(span, kind)| Statement { kind, span, label: None }).collect(),
                )
            }
            ExprKind::Call(callee, arguments) => StatementKind::Call(Vec::new(), callee, arguments),
            ExprKind::Update(variable, value, _) => StatementKind::Assign(vec![(variable, *value)]),
            _ => StatementKind::Evaluate(value),
        })
    }

    /// The arguments of a procedure that does one thing and changes nothing: only their own effects count.
    fn after_arguments(&mut self, kind: StatementKind) -> Parsed<StatementKind> {
        let start = self.expect("(")?;
        let mut statements = Vec::new();
        for value in self.arguments()? {
            if value.has_effects() {
                let span = value.span;
                statements.push(Statement { kind: StatementKind::Evaluate(value), span, label: None });
            }
        }
        let span = start.to(self.expect(")")?);
        if statements.is_empty() {
            return Ok(kind);
        }
        statements.push(Statement { kind, span, label: None });
        Ok(StatementKind::Block(statements))
    }

    /// `(…)`, whatever is inside.
    fn skip_parentheses(&mut self) -> Parsed<()> {
        self.expect("(")?;
        let mut depth = 1;
        while depth > 0 {
            if self.is_end() {
                return Err(self.unexpected("`)`"));
            }
            if self.peek().is("(") {
                depth += 1;
            } else if self.peek().is(")") {
                depth -= 1;
            }
            self.advance();
        }
        Ok(())
    }

    fn count(&mut self, variable: usize, is_up: bool, span: Span) -> StatementKind {
        StatementKind::Assign(vec![(variable, self.counted(variable, is_up, span))])
    }

    /// `x + 1` or `x - 1`
    pub(super) fn counted(&mut self, variable: usize, is_up: bool, span: Span) -> Expr {
        let sort = self.program.variables[variable].sort;
        let own = Expr { kind: ExprKind::Variable(variable), sort, span }.number();
        let one = Expr { kind: ExprKind::Number(Int::ONE), sort: Sort::Int, span };
        let kind = ExprKind::Sum(vec![(false, own), (!is_up, one)]);
        Expr { kind, sort: Sort::Int, span }.of_sort(sort)
    }

    /// The new value of a variable, after `x +=` or `x =`.
    pub(super) fn compound(&mut self, variable: usize, operator: &str, span: Span) -> Parsed<Expr> {
        let value = self.expression()?;
        let sort = self.program.variables[variable].sort;
        if operator == "=" {
            return Ok(value.of_sort(sort));
        }
        let value = value.number();
        let own = Expr { kind: ExprKind::Variable(variable), sort, span }.number();
        let place = span.to(value.span);
        if let Some(operator) = Operator::of_bits(operator) {
            return Ok(self.bits(operator, own, value, place)?.of_sort(sort));
        }
        let (a, b) = (Box::new(own.clone()), Box::new(value.clone()));
        let kind = match operator {
            "+=" => ExprKind::Sum(vec![(false, own), (false, value)]),
            "-=" => ExprKind::Sum(vec![(false, own), (true, value)]),
            "*=" => ExprKind::Product(a, b),
            "/=" => ExprKind::Quotient(a, b),
            _ => ExprKind::Remainder(a, b),
        };
        Ok(Expr { kind, sort: Sort::Int, span: place }.of_sort(sort))
    }

    /// `x = x++` assigns twice, in no defined order.
    fn check_target(&mut self, variable: usize, value: &Expr) {
        let is_twice = |part: &Expr| matches!(part.kind, ExprKind::Update(other, ..) if other == variable);
        if value.any(&is_twice) {
            let name = self.program.variables[variable].name.clone();
            let message = format!("`{name}` is assigned to twice here, and the order is not defined");
            self.report.hinted(value.span, message, "write two statements");
        }
    }

    fn assigned(&mut self) -> Parsed<Vec<usize>> {
        let mut variables = Vec::new();
        loop {
            let (name, span) = self.name("a variable")?;
            let variable = self.target(&name, span)?;
            if variables.contains(&variable) {
                self.report.error(span, format!("`{}` is assigned to twice", shortened(&name)));
            }
            variables.push(variable);
            if !self.accept(",") {
                return Ok(variables);
            }
        }
    }

    /// What comes after `x, y =`.
    fn assign(&mut self, variables: Vec<usize>, start: Span) -> Parsed<StatementKind> {
        let first = self.expression()?;
        if let ExprKind::Call(callee, arguments) = &first.kind {
            let results = self.results_of(*callee);
            let sorts: Vec<Sort> = variables.iter().map(|v| self.program.variables[*v].sort).collect();
            if results.len() == variables.len() && (results == sorts) && !self.peek().is(",") {
                return Ok(StatementKind::Call(variables, *callee, arguments.clone()));
            }
        }
        let mut values = vec![first];
        // `x = 1, y = 2` are two statements, `x, y = 1, 2` is one.
        while variables.len() > 1 && self.accept(",") {
            values.push(self.expression()?);
        }
        if values.len() != variables.len() {
            let message = format!("{} variables are assigned {} values", variables.len(), values.len());
            self.report.error(start.to(self.before()), message);
        }
        let mut pairs = Vec::new();
        for (variable, value) in variables.into_iter().zip(values) {
            let sort = self.program.variables[variable].sort;
            self.check_target(variable, &value);
            pairs.push((variable, value.of_sort(sort)));
        }
        Ok(StatementKind::Assign(pairs))
    }

    pub(super) fn comparison(&self) -> Option<Comparison> {
        match self.peek().kind {
            TokenKind::Sign("==" | "=") => Some(Comparison::Equal),
            TokenKind::Sign("!=" | "≠") => Some(Comparison::Different),
            TokenKind::Sign("<") => Some(Comparison::Less),
            TokenKind::Sign("<=" | "≤") => Some(Comparison::AtMost),
            TokenKind::Sign(">") => Some(Comparison::Greater),
            TokenKind::Sign(">=" | "≥") => Some(Comparison::AtLeast),
            _ => None,
        }
    }
}
