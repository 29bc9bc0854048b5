//! Bodies with relation symbols under `;` fall into several clauses.
//!
//! `p(X) :- (q(X); r(X); X > 0; X < 0), s(X).` becomes
//!
//! ```text
//! p(X) :- q(X), s(X).
//! p(X) :- r(X), s(X).
//! p(X) :- s(X), (X > 0; X < 0).
//! ```
//!
//! Constraints stay whole. A relation symbol under a negation would make the clause one that is not Horn.

use super::limits::ALTERNATIVE_LIMIT;
use super::lower::{Lowering, Value};
use super::syntax::{Expr, Node};
use crate::formula::Formula;

/// One way to make a body true.
#[derive(Clone, Debug, Default)]
pub(super) struct Alternative {
    /// In the order of the text.
    pub(super) applications: Vec<Expr>,
    pub(super) constraints: Vec<Formula>,
}

/// An alternative in the making: what is still to be taken apart, with its sign.
#[derive(Clone, Debug, Default)]
struct Open {
    alternative: Alternative,
    parts: Vec<(Expr, bool)>,
}

impl Lowering<'_> {
    /// All alternatives of a body, or `None` when it cannot be used, which is reported.
    pub(super) fn alternatives(&mut self, body: Expr) -> Option<Vec<Alternative>> {
        if !self.is_horn(body) {
            return None;
        }
        let mut done = Vec::new();
        let mut open = vec![Open { parts: vec![(body, true)], ..Open::default() }];
        while let Some(mut current) = open.pop() {
            let Some((expr, positive)) = current.parts.pop() else {
                done.push(current.alternative);
                continue;
            };
            match self.value(expr) {
                Value::Formula(formula) => {
                    current.alternative.constraints.push(if positive { *formula } else { !*formula });
                    open.push(current);
                    continue;
                }
                Value::Relational => {}
                _ => return None,
            }
            match self.syntax.node(expr) {
                Node::Application(..) => {
                    current.alternative.applications.push(expr);
                    open.push(current);
                }
                Node::Not(a) => {
                    current.parts.push((a, !positive));
                    open.push(current);
                }
                Node::And(parts) if positive => {
                    current.parts.extend(self.syntax.parts(parts).iter().rev().map(|p| (*p, true)));
                    open.push(current);
                }
                Node::Or(parts) if !positive => {
                    current.parts.extend(self.syntax.parts(parts).iter().rev().map(|p| (*p, false)));
                    open.push(current);
                }
                Node::Implies(a, b) if !positive => {
                    current.parts.extend([(b, false), (a, true)]);
                    open.push(current);
                }
                Node::And(parts) | Node::Or(parts) => {
                    let parts: Vec<_> = self.syntax.parts(parts).iter().map(|p| (*p, positive)).collect();
                    self.fork(&mut open, &current, &parts, done.len(), expr)?;
                }
                Node::Implies(a, b) => {
                    self.fork(&mut open, &current, &[(a, false), (b, true)], done.len(), expr)?;
                }
                _ => return None,
            }
        }
        Some(done)
    }

    /// One alternative for each part with relation symbols, and one for all the others together.
    fn fork(
        &mut self,
        open: &mut Vec<Open>,
        current: &Open,
        parts: &[(Expr, bool)],
        done: usize,
        expr: Expr,
    ) -> Option<()> {
        let mut constraints = Vec::new();
        let mut relational = Vec::new();
        for (part, positive) in parts {
            match self.value(*part) {
                Value::Formula(f) => constraints.push(if *positive { *f } else { !*f }),
                _ => relational.push((*part, *positive)),
            }
        }
        let span = self.syntax.span(expr);
        if done + open.len() + relational.len() > ALTERNATIVE_LIMIT {
            self.report.hinted(
                span,
                format!("this clause stands for more than {ALTERNATIVE_LIMIT} clauses"),
                "give the alternatives a relation symbol of their own",
            );
            return None;
        }
        let size = current.parts.len() + current.alternative.applications.len();
        let price = (size + current.alternative.constraints.len() + 1) * (relational.len() + 1);
        if !self.report.spend(8 * price as u64, span) {
            return None;
        }
        // The last is taken up first.
        if !constraints.is_empty() {
            let mut other = current.clone();
            other.alternative.constraints.push(self.arena.or(constraints));
            open.push(other);
        }
        for part in relational.into_iter().rev() {
            let mut other = current.clone();
            other.parts.push(part);
            open.push(other);
        }
        Some(())
    }

    /// Reports every relation symbol that occurs negatively.
    fn is_horn(&mut self, body: Expr) -> bool {
        let mut horn = true;
        let mut open = vec![(body, true)];
        while let Some((expr, positive)) = open.pop() {
            match self.value(expr) {
                Value::Relational => {}
                Value::Formula(_) => continue,
                _ => return false,
            }
            match self.syntax.node(expr) {
                Node::Application(..) if !positive => {
                    horn = false;
                    self.report.hinted(
                        self.syntax.span(expr),
                        "a relation symbol cannot be negated: the clause would not be a Horn clause",
                        "only constraints can stand under `!`, before `->` and beside `<->`; an implication in \
                         a body needs parentheses",
                    );
                }
                Node::Not(a) => open.push((a, !positive)),
                Node::And(parts) | Node::Or(parts) => {
                    open.extend(self.syntax.parts(parts).iter().map(|p| (*p, positive)));
                }
                Node::Implies(a, b) => open.extend([(a, !positive), (b, positive)]),
                // Each side of an equivalence occurs with both signs.
                Node::Iff(a, b) => open.extend([(a, false), (b, false)]),
                _ => {}
            }
        }
        horn
    }
}
