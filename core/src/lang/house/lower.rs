//! Expressions to terms and formulae: a loop over the nodes of an item, parts first.

use rustc_hash::FxHashSet;

use super::name::Names;
use super::resolve::Resolved;
use super::syntax::{Arithmetic, Expr, Item, ItemKind, Node, Parts, Syntax, Variable};
use super::token::Comparison;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol};
use crate::lang::Span;
use crate::lang::common::definition::{DefinedVariable, Quotients};
use crate::lang::common::eliminate::eliminate;
use crate::lang::common::report::Report;
use crate::lang::common::sum::{Sum, words};
use crate::num::Int;

/// What a node stands for.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Sum(Sum),
    /// `term mod divisor`, until it is known whether it is compared with a number.
    Residue(LinearTerm, Int),
    Formula(Formula),
    /// A relation symbol occurs in it.
    Relational,
    /// Reported, or moved into a larger sum.
    Gone,
}

/// May an item have variables besides those it names?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// In a clause: all are quantified.
    Clause,
    /// In a template, predicate or definition: only the parameters mean something.
    Parameters,
}

/// A variable that the text does not name: `_`, or the quotient of a `div` or `mod`.
#[derive(Clone, Copy)]
enum Fresh {
    Anonymous,
    Quotient,
}

pub(super) struct Lowering<'a, 'r> {
    pub(super) syntax: &'a Syntax,
    names: &'a Names,
    pub(super) arena: &'a mut Arena,
    pub(super) report: &'a mut Report<'r>,
    /// The values of the nodes of the item at hand, from `start` on.
    values: Vec<Value>,
    start: usize,
    symbols: Vec<Symbol>,
    /// What `let` has bound.
    bound: Vec<Option<Value>>,
    seen: Vec<bool>,
    quotients: Quotients,
    /// The variables that stand for quotients, in the order of their definitions.
    pub(super) defined: Vec<DefinedVariable>,
    /// The names in use, once a new one is needed.
    taken: Option<FxHashSet<String>>,
    fresh_counts: [u32; 2],
    scope: Scope,
}

impl<'a, 'r> Lowering<'a, 'r> {
    pub(super) fn new(
        syntax: &'a Syntax,
        names: &'a Names,
        arena: &'a mut Arena,
        report: &'a mut Report<'r>,
    ) -> Lowering<'a, 'r> {
        Lowering {
            syntax,
            names,
            arena,
            report,
            values: Vec::new(),
            start: 0,
            symbols: Vec::new(),
            bound: Vec::new(),
            seen: Vec::new(),
            quotients: Quotients::default(),
            defined: Vec::new(),
            taken: None,
            fresh_counts: [0; 2],
            scope: Scope::Clause,
        }
    }

    /// Gives every node of an item its value.
    pub(super) fn item(&mut self, item: &Item, resolved: &mut Resolved, scope: Scope) {
        self.values.clear();
        self.symbols.clear();
        self.quotients.clear();
        self.defined.clear();
        self.taken = None;
        self.fresh_counts = [0; 2];
        self.scope = scope;
        self.start = item.nodes.start;
        for (i, variable) in self.syntax.variables[item.variables.clone()].iter().enumerate() {
            let sort = resolved.variable_sort(item, Variable(i as u32));
            let symbol = match variable.name {
                Some(name) => self.arena.symbol(self.names.text(name), sort),
                None => self.fresh(Fresh::Anonymous, item, sort),
            };
            self.symbols.push(symbol);
        }
        self.bound.clear();
        self.bound.resize(self.symbols.len(), None);
        self.seen.clear();
        self.seen.resize(self.symbols.len(), false);
        // The head comes last, so that it can use what the body binds with `let`.
        let head_end = match item.kind {
            ItemKind::Clause { head: Some(head), .. } => head.index() + 1,
            _ => item.nodes.start,
        };
        self.values.resize(item.nodes.len(), Value::Gone);
        for index in (head_end..item.nodes.end).chain(item.nodes.start..head_end) {
            self.values[index - self.start] = self.node(item, Expr(index as u32));
        }
    }

    pub(super) fn symbol(&self, variable: Variable) -> Symbol {
        self.symbols[variable.index()]
    }

    pub(super) fn value(&self, expr: Expr) -> &Value {
        &self.values[expr.index() - self.start]
    }

    fn take(&mut self, expr: Expr) -> Value {
        std::mem::replace(&mut self.values[expr.index() - self.start], Value::Gone)
    }

    /// A variable that the item does not name.
    fn fresh(&mut self, what: Fresh, item: &Item, sort: Sort) -> Symbol {
        let taken = self.taken.get_or_insert_with(|| {
            let variables = &self.syntax.variables[item.variables.clone()];
            variables.iter().filter_map(|v| v.name).map(|name| self.names.text(name).to_owned()).collect()
        });
        let (stem, counter) = match what {
            Fresh::Anonymous => ("_", &mut self.fresh_counts[0]),
            Fresh::Quotient => ("Q", &mut self.fresh_counts[1]),
        };
        loop {
            *counter += 1;
            let name = format!("{stem}{counter}");
            if !taken.contains(&name) {
                return self.arena.symbol(&name, sort);
            }
        }
    }

    fn node(&mut self, item: &Item, expr: Expr) -> Value {
        let span = self.syntax.span(expr);
        if self.report.is_exhausted() {
            return Value::Gone;
        }
        match self.syntax.node(expr) {
            Node::Number(index) => Value::Sum(Sum::constant(self.syntax.numbers[index as usize].clone())),
            Node::Variable(variable) => self.variable(variable, span),
            Node::Application(..) => Value::Relational,
            Node::Negate(a) => self.sum(item, a).map_or(Value::Gone, |a| Value::Sum(a.negate())),
            Node::Arithmetic(operator, a, b) => match (self.sum(item, a), self.sum(item, b)) {
                (Some(left), Some(right)) => self.arithmetic(item, operator, left, right, (b, span)),
                _ => Value::Gone,
            },
            Node::Compare(comparison, a, b) => {
                self.compare(item, comparison, a, b).map_or(Value::Gone, Value::Formula)
            }
            Node::Constant(value) => Value::Formula(self.arena.constant(value)),
            Node::Not(a) => match self.formula(a) {
                Some(a) => Value::Formula(!a),
                None => self.value(a).clone(),
            },
            Node::And(parts) => self.connective(parts, span, Arena::and),
            Node::Or(parts) => self.connective(parts, span, Arena::or),
            Node::Implies(a, b) => match (self.formula(a), self.formula(b)) {
                (Some(a), Some(b)) => Value::Formula(self.arena.implies(a, b)),
                _ => self.mixed(&[a, b]),
            },
            Node::Iff(a, b) => match (self.formula(a), self.formula(b)) {
                (Some(a), Some(b)) => Value::Formula(self.arena.iff(a, b)),
                _ => self.mixed(&[a, b]),
            },
            Node::Let(variable, a) => {
                let value = match self.take(a) {
                    Value::Residue(term, divisor) => Value::Sum(self.residue(item, &term, &divisor)),
                    value => value,
                };
                if self.seen[variable.index()] || self.bound[variable.index()].is_some() {
                    self.report.error(span, "`let` needs a variable that does not occur before");
                }
                self.bound[variable.index()] = Some(value);
                Value::Formula(self.arena.true_())
            }
            Node::Poison => Value::Gone,
        }
    }

    fn variable(&mut self, variable: Variable, span: Span) -> Value {
        let Some(bound) = &self.bound[variable.index()] else {
            self.seen[variable.index()] = true;
            let symbol = self.symbols[variable.index()];
            return match self.arena.sort(symbol) {
                Sort::Int => Value::Sum(Sum::symbol(symbol)),
                Sort::Bool => Value::Formula(self.arena.boolean(symbol)),
            };
        };
        if let Value::Sum(sum) = bound
            && !self.report.spend(sum.words(), span)
        {
            return Value::Gone;
        }
        bound.clone()
    }

    fn arithmetic(
        &mut self,
        item: &Item,
        operator: Arithmetic,
        left: Sum,
        right: Sum,
        (divisor_expr, span): (Expr, Span),
    ) -> Value {
        match operator {
            Arithmetic::Add => Value::Sum(left.plus(right)),
            Arithmetic::Subtract => Value::Sum(left.plus(right.negate())),
            Arithmetic::Multiply => {
                let (sum, factor) = match (left.value(), right.value()) {
                    (Some(factor), _) => (right, factor),
                    (None, Some(factor)) => (left, factor),
                    (None, None) => {
                        self.report.hinted(
                            span,
                            "a product of two terms with variables is not linear",
                            "one of the two must be a number",
                        );
                        return Value::Gone;
                    }
                };
                if !self.report.spend(sum.words().saturating_mul(factor.bits() / 64 + 1), span) {
                    return Value::Gone;
                }
                Value::Sum(sum.times(&factor))
            }
            Arithmetic::Div | Arithmetic::Mod => {
                let Some(divisor) = right.value() else {
                    let place = self.syntax.span(divisor_expr);
                    self.report.error(place, "the divisor of `div` and `mod` must be a number");
                    return Value::Gone;
                };
                if divisor.is_zero() {
                    self.report.error(self.syntax.span(divisor_expr), "division by zero has no meaning");
                    return Value::Gone;
                }
                if !self.report.spend(left.words().saturating_mul(divisor.bits() / 64 + 1), span) {
                    return Value::Gone;
                }
                let size = divisor.abs();
                if let Some(dividend) = left.value() {
                    let (quotient, remainder) = dividend.div_mod_floor(&size);
                    return Value::Sum(Sum::constant(match operator {
                        Arithmetic::Mod => remainder,
                        _ if divisor.is_negative() => -quotient,
                        _ => quotient,
                    }));
                }
                let term = left.into_term();
                if operator == Arithmetic::Mod {
                    return Value::Residue(term, size);
                }
                let quotient = Sum::from(self.quotient(item, &term, &size));
                Value::Sum(if divisor.is_negative() { quotient.negate() } else { quotient })
            }
        }
    }

    /// The sum that a node stands for, moved out of it.
    fn sum(&mut self, item: &Item, expr: Expr) -> Option<Sum> {
        match self.take(expr) {
            Value::Sum(sum) => Some(sum),
            Value::Residue(term, divisor) => Some(self.residue(item, &term, &divisor)),
            _ => None,
        }
    }

    /// The term that a node stands for.
    pub(super) fn term(&mut self, item: &Item, expr: Expr) -> Option<LinearTerm> {
        match self.value(expr) {
            Value::Sum(sum) => Some(sum.to_term()),
            Value::Residue(term, divisor) => {
                let (term, divisor) = (term.clone(), divisor.clone());
                Some(self.residue(item, &term, &divisor).into_term())
            }
            _ => None,
        }
    }

    /// The formula that a node stands for, if no relation symbol occurs in it.
    pub(super) fn formula(&self, expr: Expr) -> Option<Formula> {
        match self.value(expr) {
            Value::Formula(formula) => Some(*formula),
            _ => None,
        }
    }

    fn quotient(&mut self, item: &Item, term: &LinearTerm, divisor: &Int) -> LinearTerm {
        let mut quotients = std::mem::take(&mut self.quotients);
        let quotient = quotients.quotient(term, divisor, |meaning| {
            let symbol = self.fresh(Fresh::Quotient, item, Sort::Int);
            self.defined.push(DefinedVariable { symbol, meaning });
            symbol
        });
        self.quotients = quotients;
        quotient
    }

    /// `term mod divisor = term - divisor · (term div divisor)`
    fn residue(&mut self, item: &Item, term: &LinearTerm, divisor: &Int) -> Sum {
        let quotient = self.quotient(item, term, divisor);
        Sum::from(term.plus_scaled(&-divisor, &quotient))
    }

    /// Does a term mention a quotient?
    pub(super) fn mentions_quotient(&self, term: &LinearTerm) -> bool {
        self.defined.iter().any(|definition| term.mentions(definition.symbol))
    }

    /// The formula of a template, predicate or definition, where only the parameters mean something:
    /// quotients are written out.
    pub(super) fn closed_formula(&mut self, expr: Expr) -> Option<Formula> {
        let span = self.syntax.span(expr);
        let mut formula = self.formula(expr)?;
        // A later quotient may mention an earlier one, never the other way round.
        for definition in self.defined.iter().rev() {
            formula = eliminate(self.arena, formula, definition, self.report, span)?;
        }
        Some(formula)
    }

    fn connective(
        &mut self,
        parts: Parts,
        span: Span,
        build: fn(&mut Arena, Vec<Formula>) -> Formula,
    ) -> Value {
        let parts = self.syntax.parts(parts);
        if !self.report.spend(parts.len() as u64, span) {
            return Value::Gone;
        }
        let formulae: Option<Vec<Formula>> = parts.iter().map(|part| self.formula(*part)).collect();
        match formulae {
            Some(formulae) => Value::Formula(build(self.arena, formulae)),
            None => self.mixed(parts),
        }
    }

    fn mixed(&self, parts: &[Expr]) -> Value {
        let gone = parts.iter().any(|part| matches!(self.value(*part), Value::Gone));
        if gone { Value::Gone } else { Value::Relational }
    }

    fn compare(&mut self, item: &Item, comparison: Comparison, a: Expr, b: Expr) -> Option<Formula> {
        if let (Some(a), Some(b)) = (self.formula(a), self.formula(b)) {
            let same = self.arena.iff(a, b);
            return Some(if comparison == Comparison::Different { !same } else { same });
        }
        let span = self.syntax.span(a).to(self.syntax.span(b));
        let equation = matches!(comparison, Comparison::Equal | Comparison::Different);
        if equation && let Some(formula) = self.congruence(a, b) {
            return Some(if comparison == Comparison::Different { !formula } else { formula });
        }
        // In a chain the right side is the left side of the next comparison, so only the left side moves.
        let (left, right) = (self.sum(item, a)?.into_term(), self.term(item, b)?);
        let price = [&left, &right].map(|t| words(t.summands(), t.constant_part())).iter().sum::<u64>();
        if !self.report.spend(price.saturating_mul(price / 64 + 1), span) {
            return None;
        }
        Some(match comparison {
            Comparison::Equal => self.arena.equal(&left, &right),
            Comparison::Different => !self.arena.equal(&left, &right),
            Comparison::Less => self.arena.less(&left, &right),
            Comparison::AtMost => self.arena.at_most(&left, &right),
            Comparison::Greater => self.arena.less(&right, &left),
            Comparison::AtLeast => self.arena.at_most(&right, &left),
            Comparison::Divides | Comparison::NotDivides => {
                if !left.is_constant() {
                    let place = self.syntax.span(a);
                    self.report.hinted(
                        place,
                        "the divisor before `|` must be a number",
                        "\"or\" is written `;`",
                    );
                    return None;
                }
                let divides = self.arena.divides(left.constant_part(), &right);
                if comparison == Comparison::NotDivides { !divides } else { divides }
            }
        })
    }

    /// `t mod k = c` and `s mod k = t mod k` are divisibility constraints.
    fn congruence(&mut self, a: Expr, b: Expr) -> Option<Formula> {
        let (term, divisor, other) = match (self.value(a), self.value(b)) {
            (Value::Residue(s, k), Value::Residue(t, l)) if k == l => (s, k, t.clone()),
            (Value::Residue(t, k), Value::Sum(c)) | (Value::Sum(c), Value::Residue(t, k)) => {
                let value = c.value()?;
                if value.is_negative() || value >= *k {
                    return Some(self.arena.false_());
                }
                (t, k, LinearTerm::constant(value))
            }
            _ => return None,
        };
        let (difference, divisor) = (term - &other, divisor.clone());
        Some(self.arena.divides(&divisor, &difference))
    }
}
