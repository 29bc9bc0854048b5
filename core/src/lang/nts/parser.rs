//! Transition systems in the syntax of the INTS library (thesis, Sect. 2.2).
//!
//! ```text
//! nts example;
//! main { x, y : int; initial s0; error e; s0 -> e { x < 0 && havoc() } }
//! ```
//!
//! `havoc(x, y)` says which variables may change. Without it those change whose next value is mentioned
//! (thesis, Fig. 2.1). Reading goes on after an error at the next transition.

use rustc_hash::FxHashMap;

use super::expression::Value;
use super::system::{Action, Nts, Procedure, Relation, State, Transition, Variable};
use crate::formula::{Formula, LinearTerm, Sort, Substitution, Symbol};
use crate::lang::common::report::Report;
use crate::lang::common::scan::{Cursor, Token, TokenKind, tokens};
use crate::lang::common::shortened;
use crate::lang::{Argument, Diagnostic, Span};

/// The part at hand cannot be understood, and why has been reported.
#[derive(Debug)]
pub(super) struct Failed;

pub(super) struct Parser<'a, 'r> {
    pub(super) text: &'a str,
    tokens: Vec<Token>,
    position: usize,
    pub(super) report: &'a mut Report<'r>,
    pub(super) nts: Nts,
    /// What names stand for in the procedure at hand: an index and whether the next value is meant.
    pub(super) scope: FxHashMap<String, usize>,
    /// The variables of a quantifier.
    pub(super) bound: FxHashMap<String, Symbol>,
    pub(super) exists: Vec<Symbol>,
    /// Constraints that define quotients.
    pub(super) defined: Vec<Formula>,
    /// What `havoc` names, if it occurs.
    pub(super) havoc: Option<Vec<usize>>,
    pub(super) depth: usize,
    /// The procedure at hand.
    procedure: Procedure,
    states: FxHashMap<String, usize>,
    /// Calls whose procedures may come later: procedure, transition, name and its place.
    calls: Vec<(usize, usize, String, Span)>,
}

pub(super) fn parse(text: &str, report: &mut Report) -> Nts {
    let tokens = tokens(text, true, report);
    let mut parser = Parser {
        text,
        tokens,
        position: 0,
        report,
        nts: Nts::default(),
        scope: FxHashMap::default(),
        bound: FxHashMap::default(),
        exists: Vec::new(),
        defined: Vec::new(),
        havoc: None,
        depth: 0,
        procedure: Procedure::default(),
        states: FxHashMap::default(),
        calls: Vec::new(),
    };
    parser.system();
    parser.nts
}

impl Cursor for Parser<'_, '_> {
    fn text(&self) -> &str {
        self.text
    }

    fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    fn position(&self) -> usize {
        self.position
    }

    fn go_to(&mut self, position: usize) {
        self.position = position;
    }
}

impl Parser<'_, '_> {
    pub(super) fn unexpected(&mut self, wanted: &str) -> Failed {
        let span = self.peek().span;
        let found = self.found();
        self.report.error(span, format!("expected {wanted}, found {found}"));
        Failed
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<Span, Failed> {
        if self.peek().is(sign) { Ok(self.advance()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    pub(super) fn name(&mut self, wanted: &str) -> Result<(String, Span), Failed> {
        match self.word() {
            Some(word) if !word.ends_with(['\'', '′']) => {
                let word = word.to_owned();
                Ok((word, self.advance()))
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    fn system(&mut self) {
        if self.word() == Some("nts") && matches!(self.ahead(1).kind, TokenKind::Word) {
            self.advance();
            if let Ok((name, _)) = self.name("a name") {
                self.nts.name = name;
            }
            self.accept(";");
        }
        let mut main = None;
        while !self.is_end() {
            let before = self.position;
            if self.item(&mut main).is_err() {
                self.recover(before);
            }
        }
        self.resolve(main);
    }

    /// A declaration of global variables, a precondition, or a procedure.
    fn item(&mut self, main: &mut Option<(String, Span)>) -> Result<(), Failed> {
        if self.accept(";") {
            return Ok(());
        }
        let is_declaration = self.ahead(1).is(",") || self.ahead(1).is(":");
        match self.word() {
            Some("init" | "precondition") if !is_declaration && !self.ahead(1).is("{") => {
                self.advance();
                self.globals_in_scope();
                let (condition, span) = self.condition()?;
                self.accept(";");
                if !self.exists.is_empty() {
                    self.report.error(span, "quotients and quantifiers are not possible in a precondition");
                    return Ok(());
                }
                let before = self.nts.precondition.take();
                self.nts.precondition = Some(self.nts.arena.and(before.into_iter().chain([condition])));
                Ok(())
            }
            Some("instances") => {
                self.advance();
                let (name, span) = self.name("the name of a procedure")?;
                *main = Some((name, span));
                if self.accept("[") {
                    let is_one = self.text_of(self.peek().span) == "1";
                    let span = self.advance();
                    if !is_one {
                        self.report
                            .error(span, "there is one instance: systems run in parallel are not supported");
                    }
                    self.expect("]")?;
                }
                self.accept(";");
                Ok(())
            }
            Some(_) if self.ahead(1).is("{") => {
                let (name, span) = self.name("the name of a procedure")?;
                self.procedure(name, span);
                Ok(())
            }
            Some(_) if is_declaration => {
                let variables = self.declaration()?;
                if !self.nts.procedures.is_empty() {
                    let span = variables.first().map_or_else(Span::default, |v| v.span);
                    self.report.error(span, "global variables are declared before the procedures");
                    return Ok(());
                }
                for variable in variables {
                    if self.nts.globals.iter().any(|global| global.name == variable.name) {
                        let message = format!("`{}` is declared already", variable.name);
                        self.report.error(variable.span, message);
                    } else {
                        self.nts.globals.push(variable);
                    }
                }
                Ok(())
            }
            _ => Err(self.unexpected("a procedure such as `main { … }` or variables such as `x : int;`")),
        }
    }

    /// Goes on after a semicolon or a procedure, at least one token further.
    fn recover(&mut self, before: usize) {
        self.position = self.position.max(before);
        let mut depth = 0usize;
        while !self.is_end() {
            let token = self.peek();
            if token.is("{") {
                depth += 1;
            } else if token.is("}") {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    self.advance();
                    return;
                }
            } else if token.is(";") && depth == 0 {
                self.advance();
                return;
            }
            self.advance();
        }
    }

    /// `x, y : int;`
    fn declaration(&mut self) -> Result<Vec<Variable>, Failed> {
        let mut names = vec![self.name("a variable")?];
        while self.accept(",") {
            names.push(self.name("a variable")?);
        }
        if self.peek().is("[") {
            self.report
                .error(self.tokens[self.position].span, "arrays are not supported: variables are integers");
            return Err(Failed);
        }
        self.expect(":")?;
        let (sort, span) = self.name("`int` or `bool`")?;
        let sort = match sort.as_str() {
            "int" | "Int" | "integer" => Sort::Int,
            "bool" | "Bool" | "boolean" => Sort::Bool,
            other => {
                let message = format!("variables of the type `{}` are not supported", shortened(other));
                self.report.hinted(span, message, "write `int` or `bool`");
                Sort::Int
            }
        };
        self.accept(";");
        Ok(names.into_iter().map(|(name, span)| self.nts.variable(&name, sort, span)).collect())
    }

    fn globals_in_scope(&mut self) {
        self.scope.clear();
        for (i, global) in self.nts.globals.iter().enumerate() {
            self.scope.insert(global.name.clone(), i);
        }
    }

    fn procedure(&mut self, name: String, span: Span) {
        if let Some(first) = self.nts.procedures.iter().find(|p| p.name == name) {
            let diagnostic =
                Diagnostic::error(span, format!("there are two procedures `{}`", shortened(&name)));
            self.report.push(diagnostic.with_related(first.span, "the first is here"));
        }
        self.procedure = Procedure { name, span, ..Procedure::default() };
        self.states.clear();
        self.globals_in_scope();
        self.advance();
        while !self.peek().is("}") && !self.is_end() {
            let before = self.position;
            if self.part().is_err() {
                self.recover_part(before);
            }
        }
        if self.is_end() {
            self.unexpected("`}`");
        }
        self.advance();
        if !self.procedure.states.iter().any(|state| state.is_initial) {
            self.report.hinted(span, "the procedure has no initial state", "add `initial s;`");
        }
        self.nts.procedures.push(std::mem::take(&mut self.procedure));
    }

    /// Goes on after the transition or declaration at hand.
    fn recover_part(&mut self, before: usize) {
        self.position = self.position.max(before);
        // A transition that has been opened is left at its end.
        let mut depth = self.tokens[before..self.position].iter().filter(|t| t.is("{")).count();
        depth -= depth.min(self.tokens[before..self.position].iter().filter(|t| t.is("}")).count());
        while !self.is_end() {
            let token = self.peek();
            if depth == 0 && token.is("}") {
                if self.position == before {
                    self.advance();
                }
                return;
            }
            let ends = if token.is("{") {
                depth += 1;
                false
            } else if token.is("}") {
                depth -= 1;
                depth == 0
            } else {
                token.is(";") && depth == 0
            };
            self.advance();
            if ends {
                return;
            }
        }
    }

    /// A declaration or a transition of a procedure.
    fn part(&mut self) -> Result<(), Failed> {
        if self.accept(";") {
            return Ok(());
        }
        let next = self.ahead(1).clone();
        let is_name = matches!(next.kind, TokenKind::Word);
        match self.word() {
            Some("in" | "out") if is_name => {
                let is_input = self.accept_word("in");
                if !is_input {
                    self.advance();
                }
                for variable in self.declaration()? {
                    if let Some(index) = self.declare(variable) {
                        let list =
                            if is_input { &mut self.procedure.inputs } else { &mut self.procedure.outputs };
                        list.push(index);
                    }
                }
                Ok(())
            }
            Some(word @ ("initial" | "final" | "error" | "states")) if is_name => {
                let word = word.to_owned();
                self.advance();
                loop {
                    let (name, span) = self.name("a state")?;
                    let state = self.state(&name, span);
                    let state = &mut self.procedure.states[state];
                    match word.as_str() {
                        "initial" => state.is_initial = true,
                        "final" => state.is_final = true,
                        "error" => state.is_error = true,
                        _ => {}
                    }
                    if !self.accept(",") {
                        break;
                    }
                }
                self.accept(";");
                Ok(())
            }
            Some(_) if next.is("->") => self.transition(None),
            Some(_) if next.is(":") && self.ahead(3).is("->") => {
                let (label, _) = self.name("a label")?;
                self.advance();
                self.transition(Some(label))
            }
            Some(_) if next.is(",") || next.is(":") || next.is("[") => {
                for variable in self.declaration()? {
                    self.declare(variable);
                }
                Ok(())
            }
            _ => {
                Err(self
                    .unexpected("a declaration such as `x : int;` or a transition such as `s -> t { … }`"))
            }
        }
    }

    fn declare(&mut self, variable: Variable) -> Option<usize> {
        let index = self.nts.globals.len() + self.procedure.variables.len();
        if self.scope.contains_key(&variable.name) {
            self.report.error(variable.span, format!("`{}` is declared already", shortened(&variable.name)));
            return None;
        }
        self.scope.insert(variable.name.clone(), index);
        self.procedure.variables.push(variable);
        Some(index)
    }

    fn state(&mut self, name: &str, span: Span) -> usize {
        if let Some(state) = self.states.get(name) {
            return *state;
        }
        let index = self.procedure.states.len();
        self.procedure.states.push(State { name: name.to_owned(), span, ..State::default() });
        self.states.insert(name.to_owned(), index);
        index
    }

    fn transition(&mut self, label: Option<String>) -> Result<(), Failed> {
        let (from, start) = self.name("a state")?;
        self.expect("->")?;
        let (to, to_span) = self.name("a state")?;
        let (from, to) = (self.state(&from, start), self.state(&to, to_span));
        self.expect("{")?;
        if !self.report.spend(10, start) {
            return Err(Failed);
        }
        let known = self.calls.len();
        let action = match self.call() {
            Some(call) => call?,
            None => Action::Relation(self.relation()?),
        };
        let Ok(end) = self.expect("}") else {
            // A transition that is not kept calls nothing.
            self.calls.truncate(known);
            return Err(Failed);
        };
        let span = start.to(end);
        let transition =
            Transition { label, from, to, action, span, words: String::new(), asked: Vec::new() };
        self.procedure.transitions.push(transition);
        Ok(())
    }

    /// `(a', b') = f(x, y)`, `a' = f(x)` or `f(x)`, if that is what comes.
    fn call(&mut self) -> Option<Result<Action, Failed>> {
        let mut at = 0;
        if self.ahead(0).is("(") {
            at += 1;
            while matches!(self.ahead(at).kind, TokenKind::Word) {
                at += if self.ahead(at + 1).is(",") { 2 } else { 1 };
            }
            if !self.ahead(at).is(")") || !self.ahead(at + 1).is("=") {
                return None;
            }
            at += 2;
        } else if self.ahead(1).is("=") {
            at = 2;
        }
        let callee = self.ahead(at);
        let is_call = matches!(callee.kind, TokenKind::Word) && self.ahead(at + 1).is("(");
        let name = self.text_of(callee.span);
        if !is_call || matches!(name, "havoc" | "not" | "exists" | "forall") || self.scope.contains_key(name)
        {
            return None;
        }
        Some(self.call_parts(at))
    }

    fn call_parts(&mut self, at: usize) -> Result<Action, Failed> {
        let mut results = Vec::new();
        let callee = self.position + at;
        while self.position < callee {
            if let Some(word) = self.word() {
                let name = word.trim_end_matches(['\'', '′']).to_owned();
                let span = self.peek().span;
                match self.scope.get(&name) {
                    Some(index) if results.contains(index) => {
                        self.report.error(span, format!("`{}` receives two results", shortened(&name)));
                    }
                    Some(index) => results.push(*index),
                    None => _ = self.unknown_variable(&name, span),
                }
            }
            self.advance();
        }
        let (name, span) = self.name("a procedure")?;
        self.expect("(")?;
        let mut arguments = Vec::new();
        if !self.peek().is(")") {
            loop {
                let start = self.peek().span;
                self.clear();
                let value = self.expression(0)?;
                let value = self.settled(value);
                if !self.exists.is_empty() || !self.defined.is_empty() {
                    let message = "quotients are not possible in an argument of a call";
                    self.report.hinted(start, message, "assign them to a variable before the call");
                }
                arguments.push(match value {
                    Value::Bool(formula) => Argument::Bool(formula),
                    value => Argument::Int(self.term(value, start)?),
                });
                if !self.accept(",") {
                    break;
                }
            }
        }
        self.expect(")")?;
        // The library writes which variables change, which a call says anyway.
        if (self.peek().is("&&") && self.accept("&&")) || self.accept_word("and") {
            let start = self.peek().span;
            self.clear();
            self.expression(0)?;
            let named = self.havoc.take().unwrap_or_default();
            if named.iter().any(|index| !results.contains(index)) {
                self.report.error(start, "beside a call, `havoc` names its results only");
            }
        }
        self.calls.push((self.nts.procedures.len(), self.procedure.transitions.len(), name, span));
        Ok(Action::Call { callee: 0, arguments, results })
    }

    pub(super) fn clear(&mut self) {
        self.exists.clear();
        self.bound.clear();
        self.defined.clear();
        self.havoc = None;
        self.depth = 0;
    }

    /// A formula with the definitions of its quotients.
    fn condition(&mut self) -> Result<(Formula, Span), Failed> {
        self.clear();
        let start = self.peek().span;
        let value = self.expression(0)?;
        let formula = self.formula(value, start)?;
        let defined = std::mem::take(&mut self.defined);
        Ok((self.nts.arena.and(defined.into_iter().chain([formula])), start))
    }

    fn relation(&mut self) -> Result<Relation, Failed> {
        let (mut formula, _) = if self.peek().is("}") {
            self.clear();
            (self.nts.arena.true_(), Span::default())
        } else {
            self.condition()?
        };
        let arena = &mut self.nts.arena;
        let symbols = arena.symbols_of(formula);
        let globals = self.nts.globals.len();
        let next = |index: usize| match self.nts.globals.get(index) {
            Some(variable) => variable,
            None => &self.procedure.variables[index - globals],
        };
        let all = 0..globals + self.procedure.variables.len();
        let mentioned: Vec<usize> = all.filter(|index| symbols.contains(&next(*index).next)).collect();
        let mut changes = match self.havoc.take() {
            None => mentioned,
            Some(named) => {
                // The others keep their values, so their next values are the present ones.
                let kept: Vec<(Symbol, Symbol)> = mentioned
                    .iter()
                    .filter(|i| !named.contains(i))
                    .map(|i| (next(*i).next, next(*i).now))
                    .collect();
                if !kept.is_empty() {
                    let renaming = Substitution::renaming_pairs(arena, kept);
                    formula = renaming.apply(arena, formula);
                }
                named
            }
        };
        changes.sort_unstable();
        changes.dedup();
        Ok(Relation { formula, changes, exists: std::mem::take(&mut self.exists) })
    }

    pub(super) fn unknown_variable(&mut self, name: &str, span: Span) -> Failed {
        let mut known: Vec<String> = self.scope.keys().cloned().collect();
        known.sort_unstable();
        let nearest = self.report.nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        let message = format!("the variable `{}` is not declared", shortened(name));
        match nearest {
            Some(nearest) => self.report.hinted(span, message, format!("did you mean `{nearest}`?")),
            None => self.report.error(span, message),
        }
        Failed
    }

    /// Gives calls their procedures, and finds the main one.
    fn resolve(&mut self, main: Option<(String, Span)>) {
        let index: FxHashMap<String, usize> =
            self.nts.procedures.iter().enumerate().rev().map(|(i, p)| (p.name.clone(), i)).collect();
        for (procedure, transition, name, span) in std::mem::take(&mut self.calls) {
            let Some(callee) = index.get(&name).copied() else {
                let message = format!("there is no procedure `{}`", shortened(&name));
                self.report.error(span, message);
                continue;
            };
            let sorts = |list: &[usize], nts: &Nts, of: usize| -> Vec<Sort> {
                list.iter().map(|i| nts.arena.sort(nts.variable_of(of, *i).now)).collect()
            };
            let inputs = sorts(&self.nts.procedures[callee].inputs, &self.nts, callee);
            let outputs = sorts(&self.nts.procedures[callee].outputs, &self.nts, callee);
            let action = &mut self.nts.procedures[procedure].transitions[transition].action;
            let Action::Call { callee: target, arguments, results } = action else { continue };
            *target = callee;
            let given: Vec<Sort> = arguments
                .iter()
                .map(|argument| match argument {
                    Argument::Int(_) => Sort::Int,
                    Argument::Bool(_) => Sort::Bool,
                })
                .collect();
            let (results, count) = (results.clone(), (given.len(), results.len()));
            let results = sorts(&results, &self.nts, procedure);
            if given != inputs || results != outputs {
                let message = format!(
                    "`{}` has {} inputs and {} outputs, this call has {} arguments and {} results",
                    shortened(&name),
                    inputs.len(),
                    outputs.len(),
                    count.0,
                    count.1
                );
                let message = if count == (inputs.len(), outputs.len()) {
                    format!("the types of this call are not those of `{}`", shortened(&name))
                } else {
                    message
                };
                let diagnostic = Diagnostic::error(span, message);
                let place = self.nts.procedures[callee].span;
                self.report.push(diagnostic.with_related(place, "it is declared here"));
            }
        }
        let wanted = main.as_ref().map_or("main", |(name, _)| name);
        match (index.get(wanted), self.nts.procedures.len()) {
            (Some(main), _) => self.nts.main = *main,
            (None, 1) if main.is_none() => {}
            (None, 0) => {
                let end = self.peek().span;
                self.report.hinted(end, "there is no procedure", "write one: `main { … }`");
            }
            (None, _) => {
                let span = main.map_or(self.nts.procedures[0].span, |(_, span)| span);
                self.report.hinted(span, "there is no main procedure", "call it `main`");
            }
        }
    }

    /// An integer value, or a message.
    pub(super) fn term(&mut self, value: Value, span: Span) -> Result<LinearTerm, Failed> {
        match self.settled(value) {
            Value::Int(sum) => Ok(sum.into_term()),
            Value::Bool(_) | Value::Residue(..) => {
                self.report.error(span, "expected a number, found a truth value");
                Err(Failed)
            }
        }
    }

    // As for terms.
    #[allow(clippy::needless_pass_by_value)]
    pub(super) fn formula(&mut self, value: Value, span: Span) -> Result<Formula, Failed> {
        match value {
            Value::Bool(formula) => Ok(formula),
            Value::Int(_) | Value::Residue(..) => {
                self.report.error(span, "expected a truth value, found a number");
                Err(Failed)
            }
        }
    }
}

impl Parser<'_, '_> {
    /// The symbols of a variable of the procedure at hand, for its present and its next value.
    pub(super) fn variable(&self, index: usize) -> (Symbol, Symbol) {
        let variable = match self.nts.globals.get(index) {
            Some(global) => global,
            None => &self.procedure.variables[index - self.nts.globals.len()],
        };
        (variable.now, variable.next)
    }
}
