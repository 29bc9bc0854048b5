//! Executes programs. Knows neither transition systems nor clauses: a procedure becomes a list of operations
//! on a stack of values, and calls have a stack of their own, so that no recursion is too deep.
//!
//! ```text
//! x = x + 1        load x, push 1, add, store x
//! assert(x > 0)    load x, push 0, compare, assert
//! ```
//!
//! Values from outside are asked for, one after the other, in the order in which a program needs them.

use rustc_hash::FxHashMap;

use super::lower::truncated;
use super::syntax::{Case, Comparison, Expr, ExprKind, Program, Statement, StatementKind};
use crate::budget::Budget;
use crate::formula::{Sort, Value};
use crate::lang::Span;
use crate::num::Int;

/// How an execution ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The assertion or the error at this place.
    Failed(Span),
    Ended,
    /// An assumption does not hold, so that this is no execution.
    Blocked,
    /// There are no more values from outside.
    Unanswered,
    /// The budget has ended.
    Exhausted,
}

#[derive(Clone, Debug)]
enum Operation {
    Push(Value),
    Load(Place),
    Store(Place),
    Ask(Sort, bool),
    Add,
    Subtract,
    Multiply,
    Quotient,
    Remainder,
    Compare(Comparison),
    Not,
    ToNumber,
    ToTruth,
    Pop,
    /// The value once more.
    Copy,
    Jump(usize),
    /// Takes the value away, and jumps if it is this.
    JumpIf(bool, usize),
    Call(usize),
    Return,
    Assume,
    Assert(Span),
    Fail(Span),
    Halt,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Global(usize),
    Local(usize),
}

/// A procedure, compiled.
#[derive(Clone, Debug, Default)]
struct Code {
    operations: Vec<Operation>,
    parameters: Vec<usize>,
    results: Vec<usize>,
    locals: usize,
}

/// A program that can be executed.
#[derive(Clone, Debug)]
pub struct Machine {
    codes: Vec<Code>,
    main: usize,
    globals: usize,
    /// Initialises the global variables.
    start: Code,
}

impl Machine {
    /// For a program without errors.
    pub fn of(program: &Program) -> Machine {
        let globals: FxHashMap<usize, usize> =
            program.globals.iter().enumerate().map(|(i, (variable, _))| (*variable, i)).collect();
        let codes = program.procedures.iter().map(|procedure| {
            let locals: FxHashMap<usize, usize> =
                procedure.variables.iter().enumerate().map(|(i, variable)| (*variable, i)).collect();
            let mut compiler = Compiler::new(program, &globals, &locals);
            if procedure.has_named_results {
                for result in &procedure.results {
                    compiler.ask(*result);
                }
            }
            compiler.results.clone_from(&procedure.results);
            compiler.statements(&procedure.body);
            if !procedure.has_named_results {
                for result in &procedure.results {
                    compiler.ask(*result);
                }
            }
            compiler.push(Operation::Return);
            compiler.resolve();
            Code {
                operations: compiler.code,
                parameters: procedure.parameters.iter().map(|v| locals[v]).collect(),
                results: procedure.results.iter().map(|v| locals[v]).collect(),
                locals: procedure.variables.len(),
            }
        });
        let codes = codes.collect();
        let none = FxHashMap::default();
        let mut compiler = Compiler::new(program, &globals, &none);
        for (variable, value) in &program.globals {
            match value {
                Some(value) => {
                    compiler.expression(value);
                    compiler.store(*variable);
                }
                None => compiler.ask(*variable),
            }
        }
        let start = Code { operations: compiler.code, ..Code::default() };
        Machine { codes, main: program.main.unwrap_or(0), globals: program.globals.len(), start }
    }

    /// Executes the program with the values that `answers` gives.
    pub fn execute(&self, answers: &mut dyn FnMut(Sort) -> Option<Value>, budget: &mut Budget) -> Outcome {
        let mut globals = vec![Value::Int(Int::ZERO); self.globals];
        // First the global variables, as if `main` was called by them.
        let mut frames = vec![Frame::of(&self.start)];
        let mut is_started = false;
        let mut stack: Vec<Value> = Vec::new();
        loop {
            let Some(frame) = frames.last_mut() else {
                if is_started {
                    return Outcome::Ended;
                }
                is_started = true;
                let Some(main) = self.codes.get(self.main) else { return Outcome::Ended };
                frames.push(Frame::of(main));
                continue;
            };
            let Some(operation) = frame.code.operations.get(frame.at) else {
                frames.pop();
                continue;
            };
            if budget.take(1).is_err() {
                return Outcome::Exhausted;
            }
            frame.at += 1;
            match operation {
                Operation::Push(value) => stack.push(value.clone()),
                Operation::Load(Place::Global(i)) => stack.push(globals[*i].clone()),
                Operation::Load(Place::Local(i)) => stack.push(frame.locals[*i].clone()),
                Operation::Store(place) => {
                    let value = pop(&mut stack);
                    match place {
                        Place::Global(i) => globals[*i] = value,
                        Place::Local(i) => frame.locals[*i] = value,
                    }
                }
                Operation::Ask(sort, is_unsigned) => {
                    let Some(value) = answers(*sort) else { return Outcome::Unanswered };
                    if *is_unsigned && matches!(&value, Value::Int(number) if number.is_negative()) {
                        return Outcome::Blocked;
                    }
                    stack.push(value);
                }
                Operation::Add | Operation::Subtract | Operation::Multiply => {
                    let (b, a) = (number(&mut stack), number(&mut stack));
                    stack.push(Value::Int(match operation {
                        Operation::Add => &a + &b,
                        Operation::Subtract => &a - &b,
                        _ => &a * &b,
                    }));
                }
                Operation::Quotient | Operation::Remainder => {
                    let (b, a) = (number(&mut stack), number(&mut stack));
                    let (quotient, remainder) = truncated(&a, &b);
                    let is_quotient = matches!(operation, Operation::Quotient);
                    stack.push(Value::Int(if is_quotient { quotient } else { remainder }));
                }
                Operation::Compare(comparison) => {
                    let (b, a) = (pop(&mut stack), pop(&mut stack));
                    stack.push(Value::Bool(match comparison {
                        Comparison::Equal => a == b,
                        Comparison::Different => a != b,
                        Comparison::Less => a < b,
                        Comparison::AtMost => a <= b,
                        Comparison::Greater => a > b,
                        Comparison::AtLeast => a >= b,
                    }));
                }
                Operation::Not => {
                    let truth = truth(&mut stack);
                    stack.push(Value::Bool(!truth));
                }
                Operation::ToNumber => {
                    let truth = truth(&mut stack);
                    stack.push(Value::Int(if truth { Int::ONE } else { Int::ZERO }));
                }
                Operation::ToTruth => {
                    let number = number(&mut stack);
                    stack.push(Value::Bool(!number.is_zero()));
                }
                Operation::Pop => _ = stack.pop(),
                Operation::Copy => stack.extend(stack.last().cloned()),
                Operation::Jump(to) => frame.at = *to,
                Operation::JumpIf(wanted, to) => {
                    if truth(&mut stack) == *wanted {
                        frame.at = *to;
                    }
                }
                Operation::Call(callee) => {
                    let mut called = Frame::of(&self.codes[*callee]);
                    for parameter in called.code.parameters.iter().rev() {
                        called.locals[*parameter] = pop(&mut stack);
                    }
                    frames.push(called);
                }
                Operation::Return => {
                    if let Some(done) = frames.pop() {
                        stack.extend(done.code.results.iter().map(|result| done.locals[*result].clone()));
                    }
                }
                Operation::Assume => {
                    if !truth(&mut stack) {
                        return Outcome::Blocked;
                    }
                }
                Operation::Assert(span) => {
                    if !truth(&mut stack) {
                        return Outcome::Failed(*span);
                    }
                }
                Operation::Fail(span) => return Outcome::Failed(*span),
                Operation::Halt => return Outcome::Ended,
            }
        }
    }
}

struct Frame<'a> {
    code: &'a Code,
    at: usize,
    locals: Vec<Value>,
}

impl<'a> Frame<'a> {
    fn of(code: &'a Code) -> Frame<'a> {
        Frame { code, at: 0, locals: vec![Value::Int(Int::ZERO); code.locals] }
    }
}

fn pop(stack: &mut Vec<Value>) -> Value {
    stack.pop().unwrap_or(Value::Int(Int::ZERO))
}

fn number(stack: &mut Vec<Value>) -> Int {
    match pop(stack) {
        Value::Int(number) => number,
        Value::Bool(truth) => {
            if truth {
                Int::ONE
            } else {
                Int::ZERO
            }
        }
    }
}

fn truth(stack: &mut Vec<Value>) -> bool {
    match pop(stack) {
        Value::Int(number) => !number.is_zero(),
        Value::Bool(truth) => truth,
    }
}

struct Compiler<'a> {
    program: &'a Program,
    globals: &'a FxHashMap<usize, usize>,
    locals: &'a FxHashMap<usize, usize>,
    results: Vec<usize>,
    code: Vec<Operation>,
    labels: FxHashMap<String, usize>,
    /// Jumps to labels, by their positions.
    gotos: Vec<(usize, String)>,
    loops: Vec<Around>,
}

/// A loop or a `switch` around the statement at hand.
#[derive(Default)]
struct Around {
    /// Jumps out of it.
    leaving: Vec<usize>,
    /// Jumps to the next round.
    again: Vec<usize>,
    is_loop: bool,
}

impl<'a> Compiler<'a> {
    fn new(
        program: &'a Program,
        globals: &'a FxHashMap<usize, usize>,
        locals: &'a FxHashMap<usize, usize>,
    ) -> Compiler<'a> {
        Compiler {
            program,
            globals,
            locals,
            results: Vec::new(),
            code: Vec::new(),
            labels: FxHashMap::default(),
            gotos: Vec::new(),
            loops: Vec::new(),
        }
    }

    fn push(&mut self, operation: Operation) -> usize {
        self.code.push(operation);
        self.code.len() - 1
    }

    fn place(&self, variable: usize) -> Place {
        match self.globals.get(&variable) {
            Some(global) => Place::Global(*global),
            None => Place::Local(self.locals.get(&variable).copied().unwrap_or(0)),
        }
    }

    fn store(&mut self, variable: usize) {
        let place = self.place(variable);
        self.push(Operation::Store(place));
    }

    fn ask(&mut self, variable: usize) {
        let info = &self.program.variables[variable];
        self.push(Operation::Ask(info.sort, info.is_unsigned));
        self.store(variable);
    }

    /// Lets a jump lead to what comes next.
    fn land(&mut self, jump: usize) {
        let to = self.code.len();
        self.aim(jump, to);
    }

    fn aim(&mut self, jump: usize, to: usize) {
        if let Operation::Jump(target) | Operation::JumpIf(_, target) = &mut self.code[jump] {
            *target = to;
        }
    }

    fn resolve(&mut self) {
        for (jump, label) in std::mem::take(&mut self.gotos) {
            if let Some(to) = self.labels.get(&label).copied() {
                self.aim(jump, to);
            }
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(number) => _ = self.push(Operation::Push(Value::Int(number.clone()))),
            ExprKind::Truth(truth) => _ = self.push(Operation::Push(Value::Bool(*truth))),
            ExprKind::Variable(variable) => {
                let place = self.place(*variable);
                self.push(Operation::Load(place));
            }
            ExprKind::Nondet { is_unsigned } => _ = self.push(Operation::Ask(expr.sort, *is_unsigned)),
            ExprKind::Call(callee, arguments) => {
                for argument in arguments {
                    self.expression(argument);
                }
                self.push(Operation::Call(*callee));
            }
            ExprKind::Update(variable, value, back) => {
                self.expression(value);
                self.store(*variable);
                let place = self.place(*variable);
                self.push(Operation::Load(place));
                if !back.is_zero() {
                    self.push(Operation::Push(Value::Int(back.clone())));
                    self.push(Operation::Subtract);
                }
            }
            ExprKind::Sum(parts) => {
                self.push(Operation::Push(Value::Int(Int::ZERO)));
                for (is_negative, part) in parts {
                    self.expression(part);
                    self.push(if *is_negative { Operation::Subtract } else { Operation::Add });
                }
            }
            ExprKind::Product(a, b) => self.binary(a, b, Operation::Multiply),
            ExprKind::Quotient(a, b) => self.binary(a, b, Operation::Quotient),
            ExprKind::Remainder(a, b) => self.binary(a, b, Operation::Remainder),
            ExprKind::Compare(comparison, a, b) => self.binary(a, b, Operation::Compare(*comparison)),
            ExprKind::Not(inner) => {
                self.expression(inner);
                self.push(Operation::Not);
            }
            ExprKind::ToNumber(inner) => {
                self.expression(inner);
                self.push(Operation::ToNumber);
            }
            ExprKind::ToTruth(inner) => {
                self.expression(inner);
                self.push(Operation::ToTruth);
            }
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                let is_and = matches!(expr.kind, ExprKind::And(_));
                let mut jumps = Vec::new();
                for part in parts {
                    self.expression(part);
                    jumps.push(self.push(Operation::JumpIf(!is_and, 0)));
                }
                self.push(Operation::Push(Value::Bool(is_and)));
                let end = self.push(Operation::Jump(0));
                for jump in jumps {
                    self.land(jump);
                }
                self.push(Operation::Push(Value::Bool(!is_and)));
                self.land(end);
            }
            ExprKind::Sequence(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    self.expression(part);
                    if i + 1 < parts.len() {
                        self.push(Operation::Pop);
                    }
                }
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                self.expression(condition);
                let no = self.push(Operation::JumpIf(false, 0));
                self.expression(then);
                let end = self.push(Operation::Jump(0));
                self.land(no);
                self.expression(otherwise);
                self.land(end);
            }
        }
    }

    fn binary(&mut self, a: &Expr, b: &Expr, operation: Operation) {
        self.expression(a);
        self.expression(b);
        self.push(operation);
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            if let Some(label) = &statement.label {
                self.labels.insert(label.clone(), self.code.len());
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Skip => {}
            StatementKind::Assign(pairs) => {
                for (_, value) in pairs {
                    self.expression(value);
                }
                for (variable, _) in pairs.iter().rev() {
                    self.store(*variable);
                }
            }
            StatementKind::Call(results, callee, arguments) => {
                for argument in arguments {
                    self.expression(argument);
                }
                self.push(Operation::Call(*callee));
                let count = self.program.procedures[*callee].results.len();
                for _ in results.len()..count {
                    self.push(Operation::Pop);
                }
                for variable in results.iter().rev() {
                    self.store(*variable);
                }
            }
            StatementKind::Evaluate(expr) => {
                self.expression(expr);
                self.push(Operation::Pop);
            }
            StatementKind::Havoc(variables, condition) => {
                for variable in variables {
                    self.ask(*variable);
                }
                if let Some(condition) = condition {
                    self.expression(condition);
                    self.push(Operation::Assume);
                }
            }
            StatementKind::Declare(variable) => self.ask(*variable),
            StatementKind::Assume(condition) => {
                self.expression(condition);
                self.push(Operation::Assume);
            }
            StatementKind::Assert(condition) => {
                self.expression(condition);
                self.push(Operation::Assert(statement.span));
            }
            StatementKind::Error => _ = self.push(Operation::Fail(statement.span)),
            StatementKind::Halt => _ = self.push(Operation::Halt),
            StatementKind::Block(inner) => self.statements(inner),
            StatementKind::If(branches, otherwise) => {
                let mut ends = Vec::new();
                for (condition, inner) in branches {
                    self.expression(condition);
                    let no = self.push(Operation::JumpIf(false, 0));
                    self.statements(inner);
                    ends.push(self.push(Operation::Jump(0)));
                    self.land(no);
                }
                self.statements(otherwise);
                for end in ends {
                    self.land(end);
                }
            }
            StatementKind::While(condition, body) => self.round(Some(condition), &[], body),
            StatementKind::For(condition, step, body) => self.round(condition.as_ref(), step, body),
            StatementKind::DoWhile(body, condition) => {
                let start = self.code.len();
                self.loops.push(Around { is_loop: true, ..Around::default() });
                self.statements(body);
                let Around { leaving, again, .. } = self.loops.pop().unwrap_or_default();
                for jump in again {
                    self.land(jump);
                }
                self.expression(condition);
                self.push(Operation::JumpIf(true, start));
                for jump in leaving {
                    self.land(jump);
                }
            }
            StatementKind::Switch(value, cases) => self.switch(value, cases),
            StatementKind::Break | StatementKind::Continue => {
                let jump = self.push(Operation::Jump(0));
                let is_break = matches!(statement.kind, StatementKind::Break);
                if let Some(around) = self.loops.iter_mut().rev().find(|a| is_break || a.is_loop) {
                    if is_break { around.leaving.push(jump) } else { around.again.push(jump) }
                }
            }
            StatementKind::Return(values) => {
                for value in values {
                    self.expression(value);
                }
                for result in self.results.clone().into_iter().take(values.len()).rev() {
                    self.store(result);
                }
                self.push(Operation::Return);
            }
            StatementKind::Goto(label) => {
                let jump = self.push(Operation::Jump(0));
                self.gotos.push((jump, label.clone()));
            }
        }
    }

    fn switch(&mut self, value: &Expr, cases: &[Case]) {
        self.expression(value);
        let mut entries: Vec<Vec<usize>> = vec![Vec::new(); cases.len()];
        for (case, entries) in cases.iter().zip(&mut entries) {
            for number in &case.values {
                self.push(Operation::Copy);
                self.push(Operation::Push(Value::Int(number.clone())));
                self.push(Operation::Compare(Comparison::Equal));
                let no = self.push(Operation::JumpIf(false, 0));
                self.push(Operation::Pop);
                entries.push(self.push(Operation::Jump(0)));
                self.land(no);
            }
        }
        self.push(Operation::Pop);
        let other = self.push(Operation::Jump(0));
        self.loops.push(Around::default());
        let mut has_default = false;
        for (case, entries) in cases.iter().zip(entries) {
            for jump in entries {
                self.land(jump);
            }
            if case.is_default {
                has_default = true;
                self.land(other);
            }
            self.statements(&case.body);
        }
        if !has_default {
            self.land(other);
        }
        for jump in self.loops.pop().unwrap_or_default().leaving {
            self.land(jump);
        }
    }

    fn round(&mut self, condition: Option<&Expr>, step: &[Statement], body: &[Statement]) {
        let start = self.code.len();
        let no = condition.map(|condition| {
            self.expression(condition);
            self.push(Operation::JumpIf(false, 0))
        });
        self.loops.push(Around { is_loop: true, ..Around::default() });
        self.statements(body);
        let Around { leaving, again, .. } = self.loops.pop().unwrap_or_default();
        for jump in again {
            self.land(jump);
        }
        self.statements(step);
        self.push(Operation::Jump(start));
        for jump in no.into_iter().chain(leaving) {
            self.land(jump);
        }
    }
}
