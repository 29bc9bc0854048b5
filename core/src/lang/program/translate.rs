//! Programs to transition systems (thesis, Sect. 2.1): a control state for each statement, or for each label
//! where the program has labels (Fig. 2.1).
//!
//! ```text
//! l3: x = x - 1        l3 -> l4 { x' = x - 1 }
//! l6: assert(y == 91)  l6 -> err { y != 91 }
//! ```
//!
//! Statements are translated from the last to the first, so that each knows where it leads. What comes after
//! the last statement of `main` is nowhere: nothing that could be asked happens there. Calls and assignments
//! inside of expressions are made first (`order`), from left to right, and results held in variables of their
//! own.

use rustc_hash::{FxHashMap, FxHashSet};

use super::lower::{Lowering, Needs};
use super::syntax::{Case, Expr, ExprKind, Program, ProgramProcedure, Statement, StatementKind};
use crate::formula::{LinearTerm, Sort, Symbol};
use crate::lang::common::report::Report;
use crate::lang::nts::{Action, Nts, Procedure, Relation, State, Transition, Variable};
use crate::lang::{Argument, Span};

/// At most this many characters of a statement are written at its transition.
const WORDS: usize = 80;

/// Where a statement leads; `None` is the end of the program.
pub(super) type Next = Option<usize>;

/// The transition system of a program without errors.
pub(super) fn translate(text: &str, program: &Program, report: &mut Report) -> Nts {
    let mut nts = Nts::default();
    "program".clone_into(&mut nts.name);
    nts.main = program.main.unwrap_or(0);
    let mut symbols = FxHashMap::default();
    let mut indices = FxHashMap::default();
    for (variable, _) in &program.globals {
        let info = &program.variables[*variable];
        let own = nts.variable(&info.name, info.sort, info.span);
        symbols.insert(*variable, (own.now, own.next));
        indices.insert(*variable, nts.globals.len());
        nts.globals.push(own);
    }
    let changed = changed_globals(program);
    let lines: Vec<usize> = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i).collect();
    for index in 0..program.procedures.len() {
        let source = &program.procedures[index];
        let mut translator = Translator {
            text,
            lines: &lines,
            source,
            changed: &changed,
            procedure: Procedure { name: source.name.clone(), span: source.span, ..Procedure::default() },
            lowering: Lowering {
                program,
                nts: &mut nts,
                report,
                symbols: symbols.clone(),
                results: FxHashMap::default(),
            },
            indices: indices.clone(),
            names: FxHashMap::default(),
            labels: FxHashMap::default(),
            holders: Vec::new(),
            held: 0,
            loops: Vec::new(),
            error: None,
            end: None,
        };
        translator.procedure(index == program.main.unwrap_or(0));
        let mut procedure = translator.procedure;
        // From the first to the last statement again.
        procedure.transitions.reverse();
        procedure.states.reverse();
        let last = procedure.states.len().saturating_sub(1);
        for transition in &mut procedure.transitions {
            transition.from = last - transition.from;
            transition.to = last - transition.to;
        }
        nts.procedures.push(procedure);
    }
    nts
}

/// The global variables that each procedure may change, directly or by calls.
fn changed_globals(program: &Program) -> Vec<FxHashSet<usize>> {
    let mut changed: Vec<FxHashSet<usize>> = Vec::new();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); program.procedures.len()];
    for (i, procedure) in program.procedures.iter().enumerate() {
        let mut own = FxHashSet::default();
        let mut callees = Vec::new();
        let mut open: Vec<&Statement> = procedure.body.iter().collect();
        let mut expressions: Vec<&Expr> = Vec::new();
        while let Some(statement) = open.pop() {
            match &statement.kind {
                StatementKind::Assign(pairs) => {
                    own.extend(pairs.iter().map(|(v, _)| *v).filter(|v| program.variables[*v].is_global));
                    expressions.extend(pairs.iter().map(|(_, value)| value));
                }
                StatementKind::Call(results, callee, arguments) => {
                    own.extend(results.iter().copied().filter(|v| program.variables[*v].is_global));
                    callees.push(*callee);
                    expressions.extend(arguments);
                }
                StatementKind::Havoc(variables, _) => {
                    own.extend(variables.iter().copied().filter(|v| program.variables[*v].is_global));
                }
                StatementKind::Evaluate(e) | StatementKind::Assume(e) | StatementKind::Assert(e) => {
                    expressions.push(e);
                }
                StatementKind::Block(inner) => open.extend(inner),
                StatementKind::If(branches, otherwise) => {
                    for (condition, inner) in branches {
                        expressions.push(condition);
                        open.extend(inner);
                    }
                    open.extend(otherwise);
                }
                StatementKind::While(condition, inner) | StatementKind::DoWhile(inner, condition) => {
                    expressions.push(condition);
                    open.extend(inner);
                }
                StatementKind::Switch(value, cases) => {
                    expressions.push(value);
                    open.extend(cases.iter().flat_map(|case| &case.body));
                }
                StatementKind::For(condition, step, inner) => {
                    expressions.extend(condition);
                    open.extend(step);
                    open.extend(inner);
                }
                StatementKind::Return(values) => expressions.extend(values),
                _ => {}
            }
        }
        while let Some(expr) = expressions.pop() {
            match &expr.kind {
                ExprKind::Call(callee, _) => callees.push(*callee),
                ExprKind::Update(v, ..) if program.variables[*v].is_global => _ = own.insert(*v),
                _ => {}
            }
            expressions.extend(expr.parts());
        }
        for callee in callees {
            callers[callee].push(i);
        }
        changed.push(own);
    }
    let mut open: Vec<usize> = (0..changed.len()).collect();
    while let Some(callee) = open.pop() {
        for caller in callers[callee].clone() {
            let more: Vec<usize> =
                changed[callee].iter().copied().filter(|v| !changed[caller].contains(v)).collect();
            if !more.is_empty() {
                changed[caller].extend(more);
                open.push(caller);
            }
        }
    }
    changed
}

pub(super) struct Translator<'a, 'r> {
    text: &'a str,
    /// Where the lines of the text end.
    lines: &'a [usize],
    pub(super) source: &'a ProgramProcedure,
    pub(super) changed: &'a [FxHashSet<usize>],
    pub(super) procedure: Procedure,
    pub(super) lowering: Lowering<'a, 'r>,
    /// The indices of variables in the system.
    pub(super) indices: FxHashMap<usize, usize>,
    names: FxHashMap<String, usize>,
    labels: FxHashMap<String, usize>,
    /// Variables that hold results of calls, and how many are in use in the statement at hand.
    pub(super) holders: Vec<(usize, Sort)>,
    pub(super) held: usize,
    /// Where `break` and `continue` lead.
    loops: Vec<(Next, Next)>,
    error: Option<usize>,
    end: Next,
}

/// What a transition does, and how it says so.
pub(super) struct Step {
    pub(super) needs: Needs,
    pub(super) changes: Vec<(usize, Value)>,
    pub(super) words: String,
    pub(super) span: Span,
}

pub(super) enum Value {
    Int(LinearTerm),
    Bool(crate::formula::Formula),
    /// Any.
    Any,
}

impl Translator<'_, '_> {
    fn variable(&mut self, variable: usize) {
        let info = self.lowering.program.variables[variable].clone();
        let own = self.lowering.nts.variable(&info.name, info.sort, info.span);
        self.add(own, Some(variable));
    }

    pub(super) fn add(&mut self, own: Variable, variable: Option<usize>) -> usize {
        let index = self.lowering.nts.globals.len() + self.procedure.variables.len();
        if let Some(variable) = variable {
            self.lowering.symbols.insert(variable, (own.now, own.next));
            self.indices.insert(variable, index);
        }
        self.procedure.variables.push(own);
        index
    }

    fn procedure(&mut self, is_main: bool) {
        let source = self.source;
        for variable in &source.variables {
            self.variable(*variable);
        }
        self.procedure.inputs = source.parameters.iter().map(|v| self.indices[v]).collect();
        self.procedure.outputs = source.results.iter().map(|v| self.indices[v]).collect();
        if !is_main {
            let end = self.state(source.span, Some("end"));
            self.procedure.states[end].is_final = true;
            self.end = Some(end);
        }
        if is_main {
            let globals = &self.lowering.program.globals;
            let any = globals.iter().filter(|(_, value)| value.is_none()).map(|(v, _)| self.indices[v]);
            self.procedure.undetermined = any.collect();
        }
        if source.has_named_results {
            self.procedure.undetermined = source.results.iter().map(|v| self.indices[v]).collect();
        }
        // Variables that are declared first have any value at the start, as all variables of a system do.
        let first = source.body.iter().position(|statement| {
            let StatementKind::Declare(variable) = statement.kind else { return true };
            self.lowering.program.variables[variable].is_unsigned || statement.label.is_some()
        });
        let first = first.unwrap_or(source.body.len());
        for statement in &source.body[..first] {
            if let StatementKind::Declare(variable) = statement.kind {
                self.procedure.undetermined.push(self.indices[&variable]);
            }
        }
        // A result that no statement has determined is any value.
        let mut next = self.end;
        if !source.results.is_empty() && !source.has_named_results && falls_through(&source.body) {
            let state = self.state(source.span, None);
            let changes = source.results.iter().map(|v| (self.indices[v], Value::Any)).collect();
            let step = Step { needs: Needs::default(), changes, words: "end".to_owned(), span: source.span };
            self.emit(Some(state), next, step);
            next = Some(state);
        }
        let mut entry = self.statements(&source.body[first..], next);
        if is_main {
            let program = self.lowering.program;
            for (variable, value) in program.globals.iter().rev() {
                let Some(value) = value else { continue };
                let span = program.variables[*variable].span;
                if entry.is_none() {
                    break;
                }
                let state = self.state(span, None);
                let mut needs = Needs::default();
                let value = self.value(value, &mut needs);
                let words = self.words(span);
                let changes = vec![(self.indices[variable], value)];
                self.emit(Some(state), entry, Step { needs, changes, words, span });
                entry = Some(state);
            }
        }
        let entry = match entry {
            Some(entry) if Some(entry) != self.end => entry,
            _ => {
                // An empty procedure.
                let state = self.state(source.span, None);
                self.skip(Some(state), entry, source.span);
                state
            }
        };
        self.procedure.states[entry].is_initial = true;
    }

    fn line(&self, span: Span) -> usize {
        self.lines.partition_point(|end| *end < span.start as usize) + 1
    }

    /// A control state, called after its label or its line.
    pub(super) fn state(&mut self, span: Span, label: Option<&str>) -> usize {
        let name = match label {
            Some(label) if label.starts_with(|c: char| c.is_ascii_digit()) => format!("l{label}"),
            Some(label) => label.to_owned(),
            // Where a program has labels, they might be called after lines.
            None if self.source.is_labelled => format!("line{}", self.line(span)),
            None => format!("l{}", self.line(span)),
        };
        let count = self.names.entry(name.clone()).or_default();
        *count += 1;
        let name = if *count == 1 { name } else { format!("{name}_{count}") };
        let index = self.procedure.states.len();
        // Where a program has labels, the other states are left out if possible.
        let is_inner = self.source.is_labelled && label.is_none();
        self.procedure.states.push(State { name, span, is_inner, ..State::default() });
        index
    }

    fn error_state(&mut self) -> usize {
        if let Some(error) = self.error {
            return error;
        }
        let error = self.state(self.source.span, Some("err"));
        self.procedure.states[error].is_error = true;
        self.error = Some(error);
        error
    }

    /// The text of a statement in one line.
    pub(super) fn words(&self, span: Span) -> String {
        let text = &self.text[span.start as usize..span.end as usize];
        let mut words = String::new();
        for word in text.split_whitespace() {
            if words.len() + word.len() > WORDS {
                words.push('…');
                break;
            }
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        words
    }

    /// A transition, unless it leads nowhere.
    pub(super) fn emit(&mut self, from: Next, to: Next, step: Step) {
        let (Some(from), Some(to)) = (from, to) else { return };
        let Step { needs, changes, words, span } = step;
        let nts = &mut *self.lowering.nts;
        let globals = nts.globals.len();
        let mut parts = needs.constraints;
        let mut exists = needs.exists;
        let mut asked = needs.asked;
        let mut changed = Vec::new();
        for (index, value) in changes {
            let next = match nts.globals.get(index) {
                Some(global) => global.next,
                None => self.procedure.variables[index - globals].next,
            };
            changed.push(index);
            match value {
                // A value from outside that a variable takes needs no other name.
                Value::Int(term)
                    if term.as_symbol().is_some_and(|s| exists.contains(&s) && asked.contains(&s)) =>
                {
                    if let Some(symbol) = term.as_symbol() {
                        let renamed = |part| nts.arena.renamed(part, &[symbol], &[next]);
                        parts = parts.into_iter().map(renamed).collect();
                        exists.retain(|s| *s != symbol);
                        asked.iter_mut().filter(|s| **s == symbol).for_each(|s| *s = next);
                    }
                }
                Value::Int(term) => parts.push(nts.arena.equal(&LinearTerm::symbol(next), &term)),
                Value::Bool(formula) => {
                    let variable = nts.arena.boolean(next);
                    parts.push(nts.arena.iff(variable, formula));
                }
                Value::Any => asked.push(next),
            }
        }
        changed.sort_unstable();
        let formula = nts.arena.and(parts);
        if formula == nts.arena.false_() {
            return;
        }
        let action = Action::Relation(Relation { formula, changes: changed, exists });
        self.procedure.transitions.push(Transition { label: None, from, to, action, span, words, asked });
    }

    fn skip(&mut self, from: Next, to: Next, span: Span) {
        let words = "skip".to_owned();
        self.emit(from, to, Step { needs: Needs::default(), changes: Vec::new(), words, span });
    }

    pub(super) fn value(&mut self, expr: &Expr, needs: &mut Needs) -> Value {
        match expr.sort {
            Sort::Int => Value::Int(self.lowering.term(expr, needs)),
            Sort::Bool => Value::Bool(self.lowering.formula(expr, needs)),
        }
    }

    fn statements(&mut self, statements: &[Statement], mut next: Next) -> Next {
        for statement in statements.iter().rev() {
            self.anew();
            next = self.labelled(statement, next);
        }
        next
    }

    /// The results of the calls of another statement are not needed any more.
    fn anew(&mut self) {
        self.held = 0;
        self.lowering.results.clear();
    }

    /// A statement, at the state of its label if something leads there.
    fn labelled(&mut self, statement: &Statement, next: Next) -> Next {
        let entry = self.statement(statement, next);
        let Some(label) = statement.label.as_ref().filter(|_| !self.source.is_labelled) else { return entry };
        // `goto` may come before or after the label.
        let state = self.label_state(label, statement.span);
        self.skip(Some(state), entry, statement.span);
        Some(state)
    }

    fn label_state(&mut self, label: &str, span: Span) -> usize {
        if let Some(state) = self.labels.get(label) {
            return *state;
        }
        let state = self.state(span, Some(label));
        self.labels.insert(label.to_owned(), state);
        state
    }

    fn own_state(&mut self, statement: &Statement) -> usize {
        let label = statement.label.as_deref().filter(|_| self.source.is_labelled);
        self.state(statement.span, label)
    }

    /// Where a statement begins, given where it leads.
    fn statement(&mut self, statement: &Statement, next: Next) -> Next {
        let span = statement.span;
        let is_plain = |exprs: &[&Expr]| exprs.iter().all(|expr| !expr.has_effects());
        match &statement.kind {
            StatementKind::Skip => {
                if statement.label.is_some() && self.source.is_labelled && next.is_some() {
                    let state = self.own_state(statement);
                    self.skip(Some(state), next, span);
                    return Some(state);
                }
                next
            }
            StatementKind::Block(statements) => self.statements(statements, next),
            StatementKind::Assign(pairs) => {
                let values: Vec<&Expr> = pairs.iter().map(|(_, value)| value).collect();
                if next.is_none() && is_plain(&values) {
                    return None;
                }
                let state = self.own_state(statement);
                let from = self.prepare(state, &values);
                let mut needs = Needs::default();
                let mut changes = Vec::new();
                for (variable, value) in pairs {
                    let value = self.value(value, &mut needs);
                    changes.push((self.indices[variable], value));
                }
                let words = self.words(span);
                let next = self.somewhere(next, span);
                self.emit(Some(from), next, Step { needs, changes, words, span });
                Some(state)
            }
            StatementKind::Call(results, callee, arguments) => {
                let state = self.own_state(statement);
                let arguments: Vec<&Expr> = arguments.iter().collect();
                let from = self.prepare(state, &arguments);
                let next = self.somewhere(next, span);
                let results = results.iter().map(|v| self.indices[v]).collect();
                self.call(from, next, *callee, &arguments, results, span);
                Some(state)
            }
            StatementKind::Evaluate(expr) => {
                if !expr.has_effects() && !expr.asks() {
                    return next;
                }
                if next.is_none() && !expr.has_effects() {
                    return None;
                }
                let state = self.own_state(statement);
                let from = self.prepare(state, &[expr]);
                let mut needs = Needs::default();
                let _ = self.value(expr, &mut needs);
                let (next, words) = (self.somewhere(next, span), self.words(span));
                self.emit(Some(from), next, Step { needs, changes: Vec::new(), words, span });
                Some(state)
            }
            StatementKind::Havoc(variables, condition) => {
                next?;
                let state = self.own_state(statement);
                let changes: Vec<usize> = variables.iter().map(|v| self.indices[v]).collect();
                let mut needs = Needs::default();
                // The condition is about the values afterwards.
                let before = self.lowering.symbols.clone();
                for variable in variables {
                    if let Some((now, next)) = self.lowering.symbols.get_mut(variable) {
                        *now = *next;
                    }
                }
                for variable in variables {
                    if self.lowering.program.variables[*variable].is_unsigned {
                        let value = LinearTerm::symbol(self.lowering.symbols[variable].0);
                        needs.constraints.push(self.lowering.nts.arena.le(&-&value));
                    }
                }
                if let Some(condition) = condition {
                    self.no_calls(condition);
                    let condition = self.lowering.formula(condition, &mut needs);
                    needs.constraints.push(condition);
                }
                self.lowering.symbols = before;
                // The values of the variables come first, then those that the condition asks for.
                let later = std::mem::take(&mut needs.asked);
                let changes: Vec<(usize, Value)> =
                    changes.into_iter().map(|index| (index, Value::Any)).collect();
                let words = self.words(span);
                self.emit(Some(state), next, Step { needs, changes, words, span });
                if let Some(last) = self.procedure.transitions.last_mut().filter(|t| t.from == state) {
                    last.asked.extend(later);
                }
                Some(state)
            }
            StatementKind::Declare(variable) => {
                next?;
                let state = self.own_state(statement);
                let mut needs = Needs::default();
                if self.lowering.program.variables[*variable].is_unsigned {
                    let value = LinearTerm::symbol(self.lowering.symbols[variable].1);
                    needs.constraints.push(self.lowering.nts.arena.le(&-&value));
                }
                let changes = vec![(self.indices[variable], Value::Any)];
                let words = self.words(span);
                self.emit(Some(state), next, Step { needs, changes, words, span });
                Some(state)
            }
            StatementKind::Assume(condition) => {
                if next.is_none() && !condition.has_effects() {
                    return None;
                }
                let state = self.own_state(statement);
                self.test(state, condition, next, None, span, true);
                Some(state)
            }
            StatementKind::Assert(condition) => {
                let state = self.own_state(statement);
                let error = self.error_state();
                self.test(state, condition, next, Some(error), span, true);
                Some(state)
            }
            StatementKind::Error => {
                let name = format!("err_l{}", self.line(span));
                let state = self.state(span, Some(&name));
                self.procedure.states[state].is_error = true;
                Some(state)
            }
            StatementKind::Halt => None,
            StatementKind::Break => self.loops.last().and_then(|(leave, _)| *leave),
            StatementKind::Continue => self.loops.last().and_then(|(_, again)| *again),
            StatementKind::Goto(label) => Some(self.label_state(label, span)),
            StatementKind::Return(values) => self.returning(statement, values),
            StatementKind::If(branches, otherwise) => {
                let mut rest = self.statements(otherwise, next);
                let mut entry = None;
                for (i, (condition, inner)) in branches.iter().enumerate().rev() {
                    let then = self.statements(inner, next);
                    if then.is_none() && rest.is_none() && !condition.has_effects() {
                        entry = None;
                        continue;
                    }
                    self.anew();
                    let state =
                        if i == 0 { self.own_state(statement) } else { self.state(condition.span, None) };
                    self.test(state, condition, then, rest, condition.span, false);
                    rest = Some(state);
                    entry = rest;
                }
                entry
            }
            StatementKind::Switch(value, cases) => Some(self.switch(statement, value, cases, next)),
            StatementKind::While(condition, body) => {
                let head = self.own_state(statement);
                self.procedure.states[head].is_inner = false;
                self.loops.push((next, Some(head)));
                let inner = self.statements(body, Some(head));
                self.loops.pop();
                self.anew();
                self.test(head, condition, inner, next, condition.span, false);
                Some(head)
            }
            StatementKind::DoWhile(body, condition) => {
                let test = self.state(condition.span, None);
                self.loops.push((next, Some(test)));
                let inner = self.statements(body, Some(test));
                self.loops.pop();
                self.anew();
                self.test(test, condition, inner, next, condition.span, false);
                inner
            }
            StatementKind::For(condition, step, body) => {
                let head = self.own_state(statement);
                self.procedure.states[head].is_inner = false;
                let again = self.statements(step, Some(head));
                self.loops.push((next, again));
                let inner = self.statements(body, again);
                self.loops.pop();
                self.anew();
                match condition {
                    Some(condition) => self.test(head, condition, inner, next, condition.span, false),
                    None => self.skip(Some(head), inner, span),
                }
                Some(head)
            }
        }
    }

    /// Each case leads to the next, and `break` behind the last.
    fn switch(&mut self, statement: &Statement, value: &Expr, cases: &[Case], next: Next) -> usize {
        let again = self.loops.last().and_then(|(_, again)| *again);
        self.loops.push((next, again));
        let mut after = next;
        let mut entries = Vec::new();
        for case in cases.iter().rev() {
            after = self.statements(&case.body, after);
            entries.push(after);
        }
        self.loops.pop();
        self.anew();
        let state = self.own_state(statement);
        let from = self.prepare(state, &[value]);
        let text = self.words(value.span);
        let mut default = next;
        for (case, entry) in cases.iter().zip(entries.into_iter().rev()) {
            if case.is_default {
                default = entry;
            }
            if !case.values.is_empty() {
                let mut needs = Needs::default();
                let term = self.lowering.term(value, &mut needs);
                let arena = &mut self.lowering.nts.arena;
                let values = case.values.iter().map(|v| LinearTerm::constant(v.clone()));
                let parts: Vec<_> = values.map(|v| arena.equal(&term, &v)).collect();
                needs.constraints.push(arena.or(parts));
                let numbers: Vec<String> = case.values.iter().map(ToString::to_string).collect();
                let words = format!("[{text}: case {}]", numbers.join(", "));
                self.emit(Some(from), entry, Step { needs, changes: Vec::new(), words, span: value.span });
            }
        }
        let mut needs = Needs::default();
        let term = self.lowering.term(value, &mut needs);
        for number in cases.iter().flat_map(|case| &case.values) {
            let same = self.lowering.nts.arena.equal(&term, &LinearTerm::constant(number.clone()));
            needs.constraints.push(!same);
        }
        let words = format!("[{text}: default]");
        self.emit(Some(from), default, Step { needs, changes: Vec::new(), words, span: value.span });
        state
    }

    fn returning(&mut self, statement: &Statement, values: &[Expr]) -> Next {
        let (span, results) = (statement.span, self.procedure.outputs.clone());
        if self.end.is_none() || values.is_empty() {
            return self.end;
        }
        let state = self.own_state(statement);
        let values: Vec<&Expr> = values.iter().collect();
        if let [Expr { kind: ExprKind::Call(callee, arguments), sort, .. }] = values.as_slice()
            && results.len() == 1
            && self.sort_of(results[0]) == *sort
        {
            let arguments: Vec<&Expr> = arguments.iter().collect();
            let from = self.prepare(state, &arguments);
            self.call(from, self.end, *callee, &arguments, results, span);
            return Some(state);
        }
        let from = self.prepare(state, &values);
        let mut needs = Needs::default();
        let mut changes = Vec::new();
        for (result, value) in results.into_iter().zip(values) {
            changes.push((result, self.value(value, &mut needs)));
        }
        let words = self.words(span);
        self.emit(Some(from), self.end, Step { needs, changes, words, span });
        Some(state)
    }

    fn sort_of(&self, index: usize) -> Sort {
        let globals = self.lowering.nts.globals.len();
        let variable = match self.lowering.nts.globals.get(index) {
            Some(global) => global,
            None => &self.procedure.variables[index - globals],
        };
        self.lowering.nts.arena.sort(variable.now)
    }

    /// A state, even where nothing follows: a call needs one to return to.
    fn somewhere(&mut self, next: Next, span: Span) -> Next {
        next.or_else(|| Some(self.state(span, None)))
    }

    /// A call whose arguments hold no calls any more.
    pub(super) fn call(
        &mut self,
        from: usize,
        to: Next,
        callee: usize,
        arguments: &[&Expr],
        results: Vec<usize>,
        span: Span,
    ) {
        let mut from = from;
        let mut given = Vec::new();
        for argument in arguments {
            let mut needs = Needs::default();
            let value = self.value(argument, &mut needs);
            given.push(match value {
                Value::Int(term) if needs.is_empty() => Argument::Int(term),
                Value::Bool(formula) if needs.is_empty() => Argument::Bool(formula),
                value => {
                    // Quotients and values from outside are held in a variable.
                    let holder = self.holder(argument.sort);
                    let next = self.state(argument.span, None);
                    let words = self.words(argument.span);
                    let changes = vec![(holder, value)];
                    self.emit(Some(from), Some(next), Step { needs, changes, words, span: argument.span });
                    from = next;
                    let symbol: Symbol =
                        self.procedure.variables[holder - self.lowering.nts.globals.len()].now;
                    match argument.sort {
                        Sort::Int => Argument::Int(LinearTerm::symbol(symbol)),
                        Sort::Bool => Argument::Bool(self.lowering.nts.arena.boolean(symbol)),
                    }
                }
            });
        }
        let wanted = self.lowering.program.procedures[callee].results.len();
        let mut results = results;
        while results.len() < wanted {
            // A result that nobody uses.
            let result = self.lowering.program.procedures[callee].results[results.len()];
            let sort = self.lowering.program.variables[result].sort;
            results.push(self.holder(sort));
        }
        let Some(to) = to else { return };
        let action = Action::Call { callee, arguments: given, results };
        let words = self.words(span);
        self.procedure.transitions.push(Transition {
            label: None,
            from,
            to,
            action,
            span,
            words,
            asked: Vec::new(),
        });
    }
}

/// May the end of these statements be reached? `true` when in doubt.
fn falls_through(statements: &[Statement]) -> bool {
    match statements.last().map(|statement| &statement.kind) {
        Some(
            StatementKind::Return(_) | StatementKind::Halt | StatementKind::Goto(_) | StatementKind::Error,
        ) => false,
        Some(StatementKind::Block(inner)) => falls_through(inner),
        Some(StatementKind::If(branches, otherwise)) => {
            otherwise.is_empty()
                || falls_through(otherwise)
                || branches.iter().any(|(_, inner)| falls_through(inner))
        }
        _ => true,
    }
}
