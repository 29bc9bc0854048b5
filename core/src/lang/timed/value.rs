//! Expressions with their names looked up: numbers, conditions, and sums of clocks.

use super::network::{AutomatonId, ChannelId, ClockId, Comparison, Condition, Network, Term, VariableId};
use super::syntax::{Binary, Expression, Node, Type, TypeKind, Unary};
use crate::lang::Span;
use crate::lang::common::report::Report;
use crate::order::Map;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Entity {
    Constant(i64),
    /// A type: its values, if they are bounded.
    Range(Option<(i64, i64)>),
    Variable(VariableId),
    Clock(ClockId),
    Channel {
        id: ChannelId,
        dimensions: Vec<(i64, i64)>,
        index: Vec<i64>,
    },
    Automaton(AutomatonId),
}

/// The names that are known at a place; inner ones hide outer ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope<'a> {
    pub(super) outer: Option<&'a Scope<'a>>,
    pub(super) names: Map<String, Entity>,
}

impl<'a> Scope<'a> {
    pub(super) fn inside(outer: &'a Scope<'a>) -> Scope<'a> {
        Scope { outer: Some(outer), names: Map::default() }
    }

    pub(super) fn find(&self, name: &str) -> Option<&Entity> {
        let mut scope = Some(self);
        while let Some(here) = scope {
            if let Some(entity) = here.names.get(name) {
                return Some(entity);
            }
            scope = here.outer;
        }
        None
    }

    fn known(&self) -> Vec<&str> {
        let mut known: Vec<&str> = self.names.keys().map(String::as_str).collect();
        let mut scope = self.outer;
        while let Some(here) = scope {
            known.extend(here.names.keys().map(String::as_str));
            scope = here.outer;
        }
        known
    }
}

/// What an expression stands for.
#[derive(Clone, Debug)]
enum Value {
    Term(Term),
    /// A sum of clocks and a number.
    Clocks(Vec<(ClockId, i64)>, Term),
    Condition(Condition),
}

/// Looks names up and reports what is wrong.
pub(super) struct Resolver<'a, 'r> {
    pub(super) report: &'a mut Report<'r>,
    /// For the locations of automata, in questions.
    pub(super) network: Option<&'a Network>,
}

impl Resolver<'_, '_> {
    /// A number.
    pub(super) fn term(&mut self, expression: &Expression, scope: &Scope) -> Option<Term> {
        let value = self.value(expression, scope)?;
        self.as_term(value, expression.span)
    }

    /// A number that is known before anything runs.
    pub(super) fn constant(&mut self, expression: &Expression, scope: &Scope) -> Option<i64> {
        let term = self.term(expression, scope)?;
        let constant = term.constant();
        if constant.is_none() {
            self.report.error(expression.span, "this must be a constant");
        }
        constant
    }

    pub(super) fn condition(&mut self, expression: &Expression, scope: &Scope) -> Option<Condition> {
        match self.value(expression, scope)? {
            Value::Condition(condition) => Some(condition),
            Value::Term(Term::Constant(value)) => Some(Condition::Constant(value != 0)),
            Value::Term(term) => Some(Condition::Compare(Comparison::Equal, term, Term::Constant(0)).not()),
            Value::Clocks(..) => {
                self.report.error(expression.span, "a clock is no condition: compare it with a number");
                None
            }
        }
    }

    fn as_term(&mut self, value: Value, span: Span) -> Option<Term> {
        match value {
            Value::Term(term) => Some(term),
            Value::Condition(Condition::Constant(truth)) => Some(Term::Constant(i64::from(truth))),
            Value::Condition(condition) => {
                Some(Term::Choice(Box::new((condition, Term::Constant(1), Term::Constant(0)))))
            }
            Value::Clocks(..) => {
                self.report.hinted(
                    span,
                    "a clock can't be used as a number",
                    "clocks are compared with numbers in guards and invariants, and set to numbers",
                );
                None
            }
        }
    }

    /// The bounds of a type, if it has some; `None` if the type is wrong, which is reported.
    #[allow(clippy::option_option)]
    pub(super) fn range(&mut self, of: &Type, scope: &Scope) -> Option<Option<(i64, i64)>> {
        match &of.kind {
            TypeKind::Int(None) => Some(None),
            TypeKind::Int(Some(bounds)) => {
                let low = self.constant(&bounds.0, scope)?;
                let high = self.constant(&bounds.1, scope)?;
                if low > high {
                    self.report
                        .error(of.span, format!("the type has no values: {low} is larger than {high}"));
                    return None;
                }
                Some(Some((low, high)))
            }
            TypeKind::Bool => Some(Some((0, 1))),
            TypeKind::Named(name) => {
                if let Some(Entity::Range(range)) = scope.find(name) {
                    return Some(*range);
                }
                self.unknown(name, of.span, "type", scope);
                None
            }
            TypeKind::Clock | TypeKind::Channel { .. } => {
                self.report.error(of.span, "this type has no values");
                None
            }
        }
    }

    pub(super) fn unknown(&mut self, name: &str, span: Span, what: &str, scope: &Scope) {
        let message = format!("unknown {what} `{name}`");
        match self.report.nearest(name, scope.known()) {
            Some(near) => self.report.hinted(span, message, format!("is `{near}` meant?")),
            None => self.report.error(span, message),
        }
    }

    fn value(&mut self, expression: &Expression, scope: &Scope) -> Option<Value> {
        let span = expression.span;
        match &expression.kind {
            Node::Number(number) => Some(Value::Term(Term::Constant(*number))),
            Node::Truth(truth) => Some(Value::Condition(Condition::Constant(*truth))),
            Node::Name(name) => self.name(name, span, scope),
            Node::Member(base, name) => self.member(base, name, scope),
            Node::Index(..) => {
                self.report.hinted(
                    span,
                    "arrays of numbers are outside of what is read here",
                    "declare a variable for each element; channels may be arrays",
                );
                None
            }
            Node::Call(..) => {
                self.report.error(span, "functions are outside of what is read here");
                None
            }
            Node::Unary(Unary::Not, inner) => Some(Value::Condition(self.condition(inner, scope)?.not())),
            Node::Unary(Unary::Minus, inner) => {
                let inner = self.value(inner, scope)?;
                self.scaled(inner, -1, span)
            }
            Node::Binary(sign, left, right) => self.binary(*sign, left, right, span, scope),
            Node::Conditional(parts) => {
                let condition = self.condition(&parts[0], scope)?;
                let then = self.term(&parts[1], scope)?;
                let otherwise = self.term(&parts[2], scope)?;
                Some(Value::Term(match condition {
                    Condition::Constant(true) => then,
                    Condition::Constant(false) => otherwise,
                    _ => Term::Choice(Box::new((condition, then, otherwise))),
                }))
            }
            Node::Quantified { all, name, over, body } => {
                let Some((low, high)) = self.range(over, scope)? else {
                    self.report.error(over.span, "a quantifier needs a type with bounds");
                    return None;
                };
                let mut parts = Vec::new();
                for value in low..=high {
                    if !self.report.spend(8, span) {
                        return None;
                    }
                    let mut inner = Scope::inside(scope);
                    inner.names.insert(name.text.clone(), Entity::Constant(value));
                    parts.push(self.condition(body, &inner)?);
                }
                Some(Value::Condition(if *all { Condition::and(parts) } else { Condition::or(parts) }))
            }
        }
    }

    fn name(&mut self, name: &str, span: Span, scope: &Scope) -> Option<Value> {
        match scope.find(name) {
            Some(Entity::Constant(value)) => Some(Value::Term(Term::Constant(*value))),
            Some(Entity::Variable(variable)) => Some(Value::Term(Term::Variable(*variable))),
            Some(Entity::Clock(clock)) => Some(Value::Clocks(vec![(*clock, 1)], Term::Constant(0))),
            Some(Entity::Channel { .. }) => {
                self.report.error(span, format!("the channel `{name}` is no value"));
                None
            }
            Some(Entity::Range(_)) => {
                self.report.error(span, format!("the type `{name}` is no value"));
                None
            }
            Some(Entity::Automaton(_)) => {
                self.report.hinted(
                    span,
                    format!("the process `{name}` is no value"),
                    format!("name one of its locations, clocks or variables: `{name}.…`"),
                );
                None
            }
            None if name == "deadlock" => {
                self.report.hinted(
                    span,
                    "`deadlock` can't be asked: whether some step is possible later is no state predicate, and its \
                     negation is outside of Horn clauses",
                    "ask for a location or a condition on clocks and variables",
                );
                None
            }
            None => {
                self.unknown(name, span, "clock, variable or constant", scope);
                None
            }
        }
    }

    /// `P(1).cs` or `P.x`
    fn member(&mut self, base: &Expression, name: &super::syntax::Name, scope: &Scope) -> Option<Value> {
        let process = match &base.kind {
            Node::Name(process) => process.clone(),
            Node::Call(process, arguments) => {
                let Node::Name(process) = &process.kind else {
                    self.report.error(base.span, "expected the name of a process");
                    return None;
                };
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.constant(argument, scope)?.to_string());
                }
                format!("{process}({})", values.join(","))
            }
            _ => {
                self.report.error(base.span, "expected the name of a process");
                return None;
            }
        };
        let Some(Entity::Automaton(id)) = scope.find(&process) else {
            self.unknown(&process, base.span, "process", scope);
            return None;
        };
        let network = self.network?;
        let automaton = &network.automata[*id];
        if let Some(location) = automaton.locations.iter().position(|location| location.name == name.text) {
            return Some(Value::Condition(Condition::At(*id, location)));
        }
        if let Some(clock) = automaton.clocks.iter().find(|clock| network.clocks[**clock].name == name.text) {
            return Some(Value::Clocks(vec![(*clock, 1)], Term::Constant(0)));
        }
        let mut variables = automaton.variables.iter();
        if let Some(variable) = variables.find(|variable| network.variables[**variable].name == name.text) {
            return Some(Value::Term(Term::Variable(*variable)));
        }
        let known: Vec<&str> = automaton.locations.iter().map(|location| location.name.as_str()).collect();
        let message = format!("`{process}` has no location, clock or variable `{}`", name.text);
        let hint = match self.report.nearest(&name.text, known.iter().copied()) {
            Some(near) => format!("is `{near}` meant?"),
            None => format!("its locations are {}", known.join(", ")),
        };
        self.report.hinted(name.span, message, hint);
        None
    }

    fn binary(
        &mut self,
        sign: Binary,
        left: &Expression,
        right: &Expression,
        span: Span,
        scope: &Scope,
    ) -> Option<Value> {
        let comparison = match sign {
            Binary::Imply | Binary::Or | Binary::And => {
                let (a, b) = (self.condition(left, scope), self.condition(right, scope));
                let (a, b) = (a?, b?);
                return Some(Value::Condition(match sign {
                    Binary::Imply => Condition::or([a.not(), b]),
                    Binary::Or => Condition::or([a, b]),
                    _ => Condition::and([a, b]),
                }));
            }
            Binary::Equal => Some((Comparison::Equal, false)),
            Binary::Different => Some((Comparison::Equal, true)),
            Binary::Less => Some((Comparison::Less, false)),
            Binary::AtMost => Some((Comparison::AtMost, false)),
            Binary::Greater => Some((Comparison::Greater, false)),
            Binary::AtLeast => Some((Comparison::AtLeast, false)),
            _ => None,
        };
        let (a, b) = (self.value(left, scope), self.value(right, scope));
        let (a, b) = (a?, b?);
        if let Some((comparison, negated)) = comparison {
            let found = self.compared(comparison, a, b, span)?;
            return Some(Value::Condition(if negated { found.not() } else { found }));
        }
        match sign {
            Binary::Plus => self.sum(a, b, span),
            Binary::Minus => {
                let b = self.scaled(b, -1, span)?;
                self.sum(a, b, span)
            }
            Binary::Times => {
                let factor = |value: &Value| match value {
                    Value::Term(term) => term.constant(),
                    _ => None,
                };
                match (factor(&a), factor(&b)) {
                    (Some(k), _) => self.scaled(b, k, span),
                    (None, Some(k)) => self.scaled(a, k, span),
                    (None, None) => {
                        self.report.hinted(
                            span,
                            "the product of two variables is not linear",
                            "one of the two must be a constant",
                        );
                        None
                    }
                }
            }
            Binary::Minimum | Binary::Maximum => {
                let (a, b) = (self.as_term(a, left.span)?, self.as_term(b, right.span)?);
                let comparison =
                    if sign == Binary::Minimum { Comparison::AtMost } else { Comparison::AtLeast };
                let condition =
                    self.compared(comparison, Value::Term(a.clone()), Value::Term(b.clone()), span)?;
                Some(Value::Term(Term::Choice(Box::new((condition, a, b)))))
            }
            _ => {
                let (a, b) = (self.as_term(a, left.span)?, self.as_term(b, right.span)?);
                let (Some(a), Some(b)) = (a.constant(), b.constant()) else {
                    self.report.error(span, "quotients and remainders are read of constants only");
                    return None;
                };
                let result = if sign == Binary::Divided { a.checked_div(b) } else { a.checked_rem(b) };
                if result.is_none() {
                    self.report.error(span, "division by zero");
                }
                result.map(|value| Value::Term(Term::Constant(value)))
            }
        }
    }

    fn too_large<T>(&mut self, span: Span) -> Option<T> {
        self.report.error(span, "the numbers are too large");
        None
    }

    fn scaled_term(&mut self, term: Term, factor: i64, span: Span) -> Option<Term> {
        Some(match term {
            Term::Constant(value) => match value.checked_mul(factor) {
                Some(value) => Term::Constant(value),
                None => return self.too_large(span),
            },
            term if factor == 1 => term,
            _ if factor == 0 => Term::Constant(0),
            Term::Times(k, inner) => match k.checked_mul(factor) {
                Some(1) => *inner,
                Some(k) => Term::Times(k, inner),
                None => return self.too_large(span),
            },
            term => Term::Times(factor, Box::new(term)),
        })
    }

    fn term_sum(&mut self, a: Term, b: Term, span: Span) -> Option<Term> {
        Some(match (a, b) {
            (Term::Constant(a), Term::Constant(b)) => match a.checked_add(b) {
                Some(sum) => Term::Constant(sum),
                None => return self.too_large(span),
            },
            (Term::Constant(0), term) | (term, Term::Constant(0)) => term,
            (a, b) => Term::Sum(Box::new(a), Box::new(b)),
        })
    }

    fn scaled(&mut self, value: Value, factor: i64, span: Span) -> Option<Value> {
        match value {
            Value::Clocks(clocks, rest) => {
                let mut scaled = Vec::new();
                for (clock, a) in clocks {
                    match a.checked_mul(factor) {
                        Some(a) => scaled.push((clock, a)),
                        None => return self.too_large(span),
                    }
                }
                Some(Value::Clocks(scaled, self.scaled_term(rest, factor, span)?))
            }
            other => {
                let term = self.as_term(other, span)?;
                Some(Value::Term(self.scaled_term(term, factor, span)?))
            }
        }
    }

    fn sum(&mut self, a: Value, b: Value, span: Span) -> Option<Value> {
        let mut clocks: Map<ClockId, i64> = Map::default();
        let mut rest = Term::Constant(0);
        for value in [a, b] {
            let term = match value {
                Value::Clocks(summands, rest) => {
                    for (clock, a) in summands {
                        let sum = clocks.get(&clock).copied().unwrap_or(0).saturating_add(a);
                        clocks.insert(clock, sum);
                    }
                    rest
                }
                other => self.as_term(other, span)?,
            };
            rest = self.term_sum(rest, term, span)?;
        }
        let clocks: Vec<(ClockId, i64)> =
            clocks.iter().filter(|(_, a)| **a != 0).map(|(clock, a)| (*clock, *a)).collect();
        Some(if clocks.is_empty() { Value::Term(rest) } else { Value::Clocks(clocks, rest) })
    }

    fn compared(&mut self, comparison: Comparison, a: Value, b: Value, span: Span) -> Option<Condition> {
        // Conditions are equal if both hold or both do not.
        if let (Value::Condition(a), Value::Condition(b), Comparison::Equal) = (&a, &b, comparison) {
            let both = Condition::and([a.clone(), b.clone()]);
            let neither = Condition::and([a.clone().not(), b.clone().not()]);
            return Some(Condition::or([both, neither]));
        }
        let is_clock = |value: &Value| matches!(value, Value::Clocks(..));
        if !is_clock(&a) && !is_clock(&b) {
            let (a, b) = (self.as_term(a, span)?, self.as_term(b, span)?);
            return Some(match (a.constant(), b.constant()) {
                (Some(a), Some(b)) => Condition::Constant(comparison.holds(a, b)),
                _ => Condition::Compare(comparison, a, b),
            });
        }
        let b = self.scaled(b, -1, span)?;
        match self.sum(a, b, span)? {
            Value::Clocks(clocks, rest) => {
                let bound = self.scaled_term(rest.clone(), -1, span)?;
                match clocks.as_slice() {
                    [(clock, 1)] => Some(Condition::Clock { clock: *clock, minus: None, comparison, bound }),
                    [(clock, -1)] => {
                        let comparison = comparison.mirrored();
                        Some(Condition::Clock { clock: *clock, minus: None, comparison, bound: rest })
                    }
                    [(one, 1), (other, -1)] | [(other, -1), (one, 1)] => {
                        Some(Condition::Clock { clock: *one, minus: Some(*other), comparison, bound })
                    }
                    _ => {
                        self.report.hinted(
                            span,
                            "such sums of clocks are outside of what is read here",
                            "compare a clock, or the difference of two clocks, with a number",
                        );
                        None
                    }
                }
            }
            Value::Term(term) => Some(match term.constant() {
                Some(value) => Condition::Constant(comparison.holds(value, 0)),
                None => Condition::Compare(comparison, term, Term::Constant(0)),
            }),
            Value::Condition(_) => None,
        }
    }
}
