//! What takes steps inside of expressions: calls, assignments, and what is evaluated only if it is needed.
//!
//! ```text
//! y = f(x) + (z = 2)      call f, keep its result; z = 2; then y = result + z
//! b = x > 0 && f(x)       x > 0: call f, else: b = false
//! ```
//!
//! C leaves the order of operands open, except for `&&`, `||` and `?`. Expressions whose value depends on the
//! order are refused (`check_order`), so that the order here is as good as any.

use super::lower::Needs;
use super::syntax::{Expr, ExprKind};
use super::translate::{Next, Step, Translator};
use crate::formula::Sort;
use crate::lang::Span;

/// A variable that is read or written in an expression, and where; a write with all of its parts.
struct Access {
    variable: usize,
    span: Span,
}

impl Translator<'_, '_> {
    pub(super) fn no_calls(&mut self, expr: &Expr) {
        if expr.has_effects() {
            self.lowering.report.hinted(
                expr.span,
                "calls and assignments are not possible here",
                "assign the result to a variable before",
            );
        }
    }

    /// Makes the calls and assignments of some expressions, from a state on; where the values can be computed
    /// then.
    pub(super) fn prepare(&mut self, state: usize, exprs: &[&Expr]) -> usize {
        if exprs.iter().all(|expr| !expr.has_steps()) {
            return state;
        }
        let mut from = state;
        self.check_order(exprs);
        // Parts before the whole, from left to right.
        let mut open: Vec<(&Expr, bool)> = exprs.iter().rev().map(|expr| (*expr, false)).collect();
        while let Some((expr, is_done)) = open.pop() {
            if expr.is_lazy() {
                from = self.lazily(from, expr);
                continue;
            }
            if !is_done {
                open.push((expr, true));
                open.extend(expr.parts().into_iter().rev().map(|part| (part, false)));
                continue;
            }
            let is_value =
                matches!(expr.kind, ExprKind::Call(..) | ExprKind::Nondet { .. } | ExprKind::Update(..));
            if !is_value || self.lowering.results.contains_key(&expr.span) {
                continue;
            }
            let next = self.state(expr.span, None);
            match &expr.kind {
                ExprKind::Call(callee, arguments) => {
                    let holder = self.holder(expr.sort);
                    let arguments: Vec<&Expr> = arguments.iter().collect();
                    if self.lowering.program.procedures[*callee].results.len() == 1 {
                        self.call(from, Some(next), *callee, &arguments, vec![holder], expr.span);
                    } else {
                        let name = &self.lowering.program.procedures[*callee].name;
                        let message = format!("`{name}` has no result that could be used here");
                        self.lowering.report.error(expr.span, message);
                    }
                    self.holds(holder, expr.span);
                }
                ExprKind::Update(variable, value, _) => {
                    let index = self.indices[variable];
                    self.move_to(from, next, index, value, expr.span);
                }
                _ => {
                    let holder = self.holder(expr.sort);
                    self.move_to(from, next, holder, expr, expr.span);
                    self.holds(holder, expr.span);
                }
            }
            from = next;
        }
        from
    }

    /// A variable takes the value of an expression.
    fn move_to(&mut self, from: usize, to: usize, index: usize, expr: &Expr, span: Span) {
        let mut needs = Needs::default();
        let value = self.value(expr, &mut needs);
        let words = self.words(span);
        self.emit(Some(from), Some(to), Step { needs, changes: vec![(index, value)], words, span });
    }

    /// From now on, what is at a place is in a variable.
    fn holds(&mut self, holder: usize, span: Span) {
        let globals = self.lowering.nts.globals.len();
        let symbol = self.procedure.variables[holder - globals].now;
        self.lowering.results.insert(span, symbol);
    }

    /// Evaluates as much as is needed, and keeps the value in a variable; where that is done.
    fn lazily(&mut self, from: usize, expr: &Expr) -> usize {
        if self.lowering.results.contains_key(&expr.span) {
            return from;
        }
        let holder = self.holder(expr.sort);
        let next = self.state(expr.span, None);
        if let ExprKind::Sequence(parts) = &expr.kind {
            let done = parts.iter().fold(from, |from, part| self.prepare(from, &[part]));
            if let Some(last) = parts.last() {
                self.move_to(done, next, holder, last, last.span);
            }
        } else if let ExprKind::Conditional(condition, then, otherwise) = &expr.kind {
            let (yes, no) = (self.state(then.span, None), self.state(otherwise.span, None));
            self.test(from, condition, Some(yes), Some(no), condition.span, false);
            for (entry, value) in [(yes, then), (no, otherwise)] {
                let done = self.prepare(entry, &[value]);
                self.move_to(done, next, holder, value, value.span);
            }
        } else {
            let (yes, no) = (self.state(expr.span, None), self.state(expr.span, None));
            self.test(from, expr, Some(yes), Some(no), expr.span, false);
            for (entry, truth) in [(yes, true), (no, false)] {
                let value = Expr { kind: ExprKind::Truth(truth), sort: Sort::Bool, span: expr.span };
                self.move_to(entry, next, holder, &value, expr.span);
            }
        }
        self.holds(holder, expr.span);
        next
    }

    /// Leads to one state if a condition holds and to another if not.
    pub(super) fn test(
        &mut self,
        state: usize,
        condition: &Expr,
        yes: Next,
        no: Next,
        span: Span,
        is_statement: bool,
    ) {
        // What is behind `&&`, `||` and `?` is evaluated only if it is reached.
        if condition.has_steps() {
            match &condition.kind {
                ExprKind::Not(inner) => return self.test(state, inner, no, yes, span, is_statement),
                ExprKind::Sequence(parts) => {
                    let Some((last, parts)) = parts.split_last() else { return };
                    let from = parts.iter().fold(state, |from, part| self.prepare(from, &[part]));
                    return self.test(from, last, yes, no, span, is_statement);
                }
                ExprKind::And(parts) | ExprKind::Or(parts) => {
                    let is_and = matches!(condition.kind, ExprKind::And(_));
                    let mut from = state;
                    for (i, part) in parts.iter().enumerate() {
                        let is_last = i + 1 == parts.len();
                        let after = if is_last { None } else { Some(self.state(parts[i + 1].span, None)) };
                        let (then, otherwise) = match (is_and, is_last) {
                            (_, true) => (yes, no),
                            (true, false) => (after, no),
                            (false, false) => (yes, after),
                        };
                        self.test(from, part, then, otherwise, span, is_statement);
                        if let Some(after) = after {
                            from = after;
                        }
                    }
                    return;
                }
                _ => {}
            }
        }
        let from = self.prepare(state, &[condition]);
        for (is_true, to) in [(false, no), (true, yes)] {
            let mut needs = Needs::default();
            let formula = self.lowering.formula(condition, &mut needs);
            needs.constraints.push(if is_true { formula } else { !formula });
            let text = self.words(if is_statement { span } else { condition.span });
            let words = match (is_statement, is_true) {
                (true, true) => text,
                (true, false) => format!("{text} fails"),
                (false, true) => format!("[{text}]"),
                (false, false) => format!("[!({text})]"),
            };
            // Where nothing follows, a call has been made all the same.
            self.emit(Some(from), to, Step { needs, changes: Vec::new(), words, span });
        }
    }

    /// C leaves open whether `x + f()` reads `x` before or after the call, so the call must not change it;
    /// and whether `x + x++` reads it before or after the assignment.
    fn check_order(&mut self, exprs: &[&Expr]) {
        if let [expr] = exprs {
            match &expr.kind {
                // The order of these is defined.
                ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::Sequence(parts) => {
                    return parts.iter().for_each(|part| self.check_order(&[part]));
                }
                ExprKind::Conditional(a, b, c) => {
                    return [a, b, c].into_iter().for_each(|part| self.check_order(&[part]));
                }
                ExprKind::Not(part) | ExprKind::ToNumber(part) | ExprKind::ToTruth(part) => {
                    return self.check_order(&[part]);
                }
                _ => {}
            }
        }
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let mut calls = Vec::new();
        let mut open = exprs.to_vec();
        while let Some(part) = open.pop() {
            match &part.kind {
                ExprKind::Variable(variable) => reads.push(Access { variable: *variable, span: part.span }),
                ExprKind::Update(variable, ..) => {
                    writes.push(Access { variable: *variable, span: part.span });
                }
                ExprKind::Call(callee, _) => calls.push((*callee, part.span)),
                _ => {}
            }
            open.extend(part.parts());
        }
        let hint = "assign the result to a variable before";
        for read in &reads {
            let name = &self.lowering.program.variables[read.variable].name;
            if calls.iter().any(|(callee, _)| self.changed[*callee].contains(&read.variable)) {
                let message = format!("a call beside it may change `{name}`, and the order is not defined");
                self.lowering.report.hinted(read.span, message, hint);
            } else if writes.iter().any(|w| w.variable == read.variable && !w.span.covers(read.span)) {
                let message = format!("`{name}` is assigned to beside it, and the order is not defined");
                self.lowering.report.hinted(read.span, message, hint);
            }
        }
        for (i, write) in writes.iter().enumerate() {
            let name = &self.lowering.program.variables[write.variable].name;
            let is_twice = writes[..i].iter().any(|other| other.variable == write.variable);
            let called = calls.iter().find(|(callee, span)| {
                self.changed[*callee].contains(&write.variable) && !write.span.covers(*span)
            });
            if is_twice || called.is_some() {
                let message = format!("`{name}` is assigned to twice here, and the order is not defined");
                self.lowering.report.hinted(write.span, message, hint);
            }
        }
    }

    /// A variable that holds the result of a call.
    pub(super) fn holder(&mut self, sort: Sort) -> usize {
        let free = self.holders.iter().skip(self.held).position(|(_, own)| *own == sort);
        if let Some(position) = free {
            let position = self.held + position;
            self.holders.swap(self.held, position);
            self.held += 1;
            return self.holders[self.held - 1].0;
        }
        let mut number = self.holders.len() + 1;
        let taken = |name: &str| {
            let own = self.procedure.variables.iter().any(|variable| variable.name == name);
            own || self.lowering.nts.globals.iter().any(|variable| variable.name == name)
        };
        let mut name = format!("value{number}");
        while taken(&name) {
            number += 1;
            name = format!("value{number}");
        }
        let own = self.lowering.nts.variable(&name, sort, self.source.span);
        let index = self.add(own, None);
        self.holders.push((index, sort));
        let last = self.holders.len() - 1;
        self.holders.swap(self.held, last);
        self.held += 1;
        index
    }
}
