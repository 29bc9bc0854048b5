//! What names and expressions stand for: relation symbols with their arities, and the sorts of everything.
//!
//! A loop over the nodes of each item, parts first: every node says what sorts its parts must have, and
//! relation symbols that stand where a term must are found by their parents.

use super::name::{Name, Names};
use super::sorts::{SortVariable, Sorts, describe};
use super::syntax::{Expr, Given, Item, ItemKind, Node, Syntax, Variable};
use super::token::Comparison;
use crate::formula::Sort;
use crate::lang::common::report::Report;
use crate::lang::{Diagnostic, Problem, RelationId, Span};

/// A relation symbol as the text uses it.
pub(super) struct Used {
    pub(super) name: Name,
    pub(super) arity: usize,
    /// Of its argument places.
    sorts: SortVariable,
    pub(super) span: Span,
    in_head: bool,
    /// A declared relation symbol is meant, whether or not a head has it.
    declared: bool,
}

/// All that is known of names and sorts.
pub(super) struct Resolved {
    pub(super) relations: Vec<Used>,
    by_name: Vec<Option<RelationId>>,
    sorts: Sorts,
    /// The items without errors.
    pub(super) sound: Vec<bool>,
}

impl Resolved {
    pub(super) fn relation(&self, name: Name) -> Option<RelationId> {
        self.by_name[name.index()]
    }

    pub(super) fn relation_sorts(&mut self, relation: RelationId) -> Vec<Sort> {
        let Used { sorts, arity, .. } = self.relations[relation.index()];
        (0..arity as u32).map(|i| self.sorts.decided(SortVariable(sorts.0 + i))).collect()
    }

    pub(super) fn variable_sort(&mut self, item: &Item, variable: Variable) -> Sort {
        self.sorts.decided(sort_variable(item, variable))
    }
}

fn sort_variable(item: &Item, variable: Variable) -> SortVariable {
    SortVariable((item.variables.start + variable.index()) as u32)
}

/// Does the text hold clauses, or definitions of the relation symbols of a problem?
pub(super) enum Purpose<'a> {
    Problem,
    Solution(&'a Problem),
}

pub(super) fn resolve(syntax: &Syntax, names: &Names, purpose: &Purpose, report: &mut Report) -> Resolved {
    let mut sorts = Sorts::default();
    // The sort variables of variables come first, so that their places tell them.
    sorts.add(syntax.variables.len());
    let mut resolver = Resolver {
        syntax,
        names,
        report,
        resolved: Resolved {
            relations: Vec::new(),
            by_name: vec![None; names.len()],
            sorts,
            sound: Vec::with_capacity(syntax.items.len()),
        },
        is_term: vec![false; syntax.nodes.len()],
        closed: matches!(purpose, Purpose::Solution(_)),
    };
    if let Purpose::Solution(problem) = purpose {
        resolver.declare_all(problem);
    }
    for item in &syntax.items {
        let errors = resolver.report.errors();
        resolver.item(item);
        let sound = resolver.report.errors() == errors;
        resolver.resolved.sound.push(sound);
    }
    if matches!(purpose, Purpose::Problem) {
        resolver.check_spelling();
    }
    resolver.resolved
}

struct Resolver<'a, 'r> {
    syntax: &'a Syntax,
    names: &'a Names,
    report: &'a mut Report<'r>,
    resolved: Resolved,
    /// The applications that stand in the place of a term, and have been reported.
    is_term: Vec<bool>,
    /// No relation symbols besides those of the problem.
    closed: bool,
}

enum SortOf {
    Known(Sort),
    Open(SortVariable),
    /// Reported already.
    Unknown,
}

impl Resolver<'_, '_> {
    fn declare_all(&mut self, problem: &Problem) {
        for relation in &problem.relations {
            let Some(name) = self.names.find(&relation.name) else {
                // The text does not mention it; its place keeps the numbers in step.
                let sorts = self.resolved.sorts.add(0);
                self.resolved.relations.push(Used {
                    name: Name::NONE,
                    arity: relation.sorts.len(),
                    sorts,
                    span: Span::default(),
                    in_head: false,
                    declared: true,
                });
                continue;
            };
            let id = self.add_relation(name, relation.sorts.len(), Span::default());
            self.decide_places(id, &relation.sorts, Span::default());
        }
    }

    fn add_relation(&mut self, name: Name, arity: usize, span: Span) -> RelationId {
        let id = RelationId(self.resolved.relations.len() as u32);
        let sorts = self.resolved.sorts.add(arity);
        self.resolved.relations.push(Used { name, arity, sorts, span, in_head: false, declared: false });
        self.resolved.by_name[name.index()] = Some(id);
        id
    }

    fn decide_places(&mut self, relation: RelationId, sorts: &[Sort], span: Span) {
        let first = self.resolved.relations[relation.index()].sorts;
        for (i, sort) in sorts.iter().enumerate() {
            let place = SortVariable(first.0 + i as u32);
            if let Err(conflict) = self.resolved.sorts.decide(place, *sort, span) {
                self.report.push(conflict);
            }
        }
    }

    fn item(&mut self, item: &Item) {
        for (i, variable) in self.syntax.variables[item.variables.clone()].iter().enumerate() {
            if let Some(sort) = variable.sort {
                let place = sort_variable(item, Variable(i as u32));
                // Nothing else can have been said of it yet.
                let _ = self.resolved.sorts.decide(place, sort, variable.span);
            }
        }
        for index in item.nodes.clone() {
            self.node(item, Expr(index as u32));
        }
        match &item.kind {
            ItemKind::Clause { head, body } => {
                if self.closed {
                    self.report.hinted(
                        item.span,
                        "a solution has definitions, not clauses",
                        "write `p(X, Y) := formula.`",
                    );
                }
                if let Some(body) = body {
                    self.require(item, *body, Sort::Bool);
                }
                self.applications(item, *head);
            }
            ItemKind::Definition { head, formula } => {
                if !self.closed {
                    self.report.hinted(
                        item.span,
                        "definitions belong to solutions, not to problems",
                        "a clause is written with `:-`",
                    );
                }
                self.require(item, *formula, Sort::Bool);
                self.parameters(item, *head);
            }
            ItemKind::Declarations(declared) => {
                for relation in declared {
                    if let Some(id) = self.relation(relation.name, relation.sorts.len(), relation.span) {
                        self.decide_places(id, &relation.sorts, relation.span);
                        self.resolved.relations[id.index()].declared = true;
                    }
                }
            }
            ItemKind::Templates { head, .. } => self.parameters(item, *head),
            ItemKind::Predicates { head, entries } => {
                for entry in entries {
                    if let Given::Plain(_, expr) = entry.given {
                        self.require(item, expr, Sort::Bool);
                    }
                }
                self.parameters(item, *head);
            }
        }
        if self.closed && !matches!(item.kind, ItemKind::Definition { .. } | ItemKind::Clause { .. }) {
            self.report.error(item.span, "a solution has definitions, not directives");
        }
    }

    /// What a node demands of its parts.
    fn node(&mut self, item: &Item, expr: Expr) {
        let syntax = self.syntax;
        match syntax.node(expr) {
            Node::Number(_) | Node::Variable(_) | Node::Constant(_) | Node::Poison => {}
            Node::Application(_, arguments) => {
                for argument in syntax.parts(arguments) {
                    self.term_place(*argument);
                }
            }
            Node::Negate(a) => self.require(item, a, Sort::Int),
            Node::Compare(Comparison::Equal | Comparison::Different, a, b) => {
                self.term_place(a);
                self.term_place(b);
                self.unify(item, a, b);
            }
            Node::Arithmetic(_, a, b) | Node::Compare(_, a, b) => {
                self.require(item, a, Sort::Int);
                self.require(item, b, Sort::Int);
            }
            Node::Not(a) => self.require(item, a, Sort::Bool),
            Node::And(parts) | Node::Or(parts) => {
                for part in syntax.parts(parts) {
                    self.require(item, *part, Sort::Bool);
                }
            }
            Node::Implies(a, b) | Node::Iff(a, b) => {
                self.require(item, a, Sort::Bool);
                self.require(item, b, Sort::Bool);
            }
            Node::Let(variable, a) => {
                self.term_place(a);
                let variable = sort_variable(item, variable);
                let span = syntax.span(a);
                let result = match self.sort_of(item, a) {
                    SortOf::Known(sort) => self.resolved.sorts.decide(variable, sort, span),
                    SortOf::Open(other) => self.resolved.sorts.unify(other, variable, span),
                    SortOf::Unknown => Ok(()),
                };
                self.note(result);
            }
        }
    }

    fn note(&mut self, result: Result<(), Diagnostic>) {
        if let Err(diagnostic) = result {
            self.report.push(diagnostic);
        }
    }

    fn sort_of(&self, item: &Item, expr: Expr) -> SortOf {
        match self.syntax.node(expr) {
            Node::Number(_) | Node::Negate(_) | Node::Arithmetic(..) => SortOf::Known(Sort::Int),
            Node::Variable(variable) => SortOf::Open(sort_variable(item, variable)),
            Node::Application(..) if self.is_term[expr.index()] => SortOf::Unknown,
            Node::Poison => SortOf::Unknown,
            _ => SortOf::Known(Sort::Bool),
        }
    }

    fn require(&mut self, item: &Item, expr: Expr, sort: Sort) {
        if sort == Sort::Int {
            self.term_place(expr);
        }
        let span = self.syntax.span(expr);
        match self.sort_of(item, expr) {
            SortOf::Known(found) if found != sort => {
                let what = |sort| match sort {
                    Sort::Int => "an integer term",
                    Sort::Bool => "a constraint or a relation symbol",
                };
                self.report.error(span, format!("expected {}, found {}", what(sort), describe(found)));
            }
            SortOf::Open(variable) => {
                let result = self.resolved.sorts.decide(variable, sort, span);
                self.note(result);
            }
            _ => {}
        }
    }

    fn unify(&mut self, item: &Item, a: Expr, b: Expr) {
        let span = self.syntax.span(a).to(self.syntax.span(b));
        match (self.sort_of(item, a), self.sort_of(item, b)) {
            (SortOf::Known(left), SortOf::Known(right)) if left != right => {
                let message = format!("{} is compared with {}", describe(left), describe(right));
                self.report.error(span, message);
            }
            (SortOf::Known(sort), SortOf::Open(variable)) => {
                let result = self.resolved.sorts.decide(variable, sort, self.syntax.span(b));
                self.note(result);
            }
            (SortOf::Open(variable), SortOf::Known(sort)) => {
                let result = self.resolved.sorts.decide(variable, sort, self.syntax.span(a));
                self.note(result);
            }
            (SortOf::Open(left), SortOf::Open(right)) => {
                let result = self.resolved.sorts.unify(left, right, span);
                self.note(result);
            }
            _ => {}
        }
    }

    /// A relation symbol cannot stand here.
    fn term_place(&mut self, expr: Expr) {
        let Node::Application(name, arguments) = self.syntax.node(expr) else { return };
        if std::mem::replace(&mut self.is_term[expr.index()], true) {
            return;
        }
        let text = self.names.text(name);
        let span = self.syntax.span(expr);
        if self.syntax.parts(arguments).is_empty() {
            let mut letters = text.chars();
            let upper: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
            self.report.hinted(
                span,
                format!("`{text}` is no variable: variables start with an upper-case letter"),
                format!("write `{upper}{}`", letters.as_str()),
            );
        } else {
            self.report.hinted(
                span,
                format!("`{text}(…)` is a relation symbol with arguments, not a term"),
                format!("give `{text}` one more argument for the value, and use a variable for it"),
            );
        }
    }

    /// The relation symbols of a clause, in the order of the text.
    fn applications(&mut self, item: &Item, head: Option<Expr>) {
        for index in item.nodes.clone() {
            let expr = Expr(index as u32);
            if let Node::Application(name, arguments) = self.syntax.node(expr)
                && !self.is_term[index]
            {
                self.application(item, expr, name, self.syntax.parts(arguments));
            }
        }
        let mut positive: Vec<Expr> = self.syntax.alternatives(head);
        // What is negated in a body is positive in the clause.
        for index in item.nodes.clone() {
            if let Node::Not(negated) = self.syntax.node(Expr(index as u32)) {
                positive.push(negated);
            }
        }
        for expr in positive {
            if let Node::Application(name, _) = self.syntax.node(expr)
                && let Some(id) = self.resolved.relation(name)
            {
                self.resolved.relations[id.index()].in_head = true;
            }
        }
    }

    fn application(&mut self, item: &Item, expr: Expr, name: Name, arguments: &[Expr]) {
        let Some(relation) = self.relation(name, arguments.len(), self.syntax.span(expr)) else { return };
        let first = self.resolved.relations[relation.index()].sorts;
        for (i, argument) in arguments.iter().enumerate() {
            let place = SortVariable(first.0 + i as u32);
            let span = self.syntax.span(*argument);
            let result = match self.sort_of(item, *argument) {
                SortOf::Known(sort) => self.resolved.sorts.decide(place, sort, span),
                SortOf::Open(variable) => self.resolved.sorts.unify(place, variable, span),
                SortOf::Unknown => Ok(()),
            };
            self.note(result);
        }
    }

    /// The relation symbol of a name; its first use decides how many arguments it has.
    fn relation(&mut self, name: Name, arity: usize, span: Span) -> Option<RelationId> {
        let text = self.names.text(name);
        let Some(id) = self.resolved.relation(name) else {
            if !self.closed {
                return Some(self.add_relation(name, arity, span));
            }
            let known = self.resolved.relations.iter().filter(|r| r.name != Name::NONE);
            let known = known.map(|r| self.names.text(r.name));
            let near = self.report.nearest(text, known).map(str::to_owned);
            let mut diagnostic =
                Diagnostic::error(span, format!("the problem has no relation symbol `{text}`"));
            diagnostic.hint = near.map(|near| format!("is `{near}` meant?"));
            self.report.push(diagnostic);
            return None;
        };
        let first = &self.resolved.relations[id.index()];
        if first.arity == arity {
            return Some(id);
        }
        let count = |n: usize| if n == 1 { "1 argument".to_owned() } else { format!("{n} arguments") };
        let message = format!("`{text}` has {} here, but {} elsewhere", count(arity), count(first.arity));
        let diagnostic = Diagnostic::error(span, message);
        self.report.push(if self.closed {
            diagnostic
        } else {
            diagnostic.with_related(first.span, format!("`{text}` with {}", count(first.arity)))
        });
        None
    }

    /// The head of a directive or a definition has different variables as its arguments, and all that
    /// follows speaks of these.
    fn parameters(&mut self, item: &Item, head: Expr) {
        let Node::Application(name, arguments) = self.syntax.node(head) else {
            let span = self.syntax.span(head);
            self.report.error(span, "expected a relation symbol with variables as arguments");
            return;
        };
        let mut next = 0;
        for argument in self.syntax.parts(arguments) {
            let span = self.syntax.span(*argument);
            match self.syntax.node(*argument) {
                Node::Variable(variable) if variable.index() == next => next += 1,
                Node::Variable(_) => {
                    self.report.error(span, "the variables of the arguments must be different");
                }
                _ => self.report.error(span, "expected a variable for the argument"),
            }
        }
        self.application(item, head, name, self.syntax.parts(arguments));
        let mut bound = vec![false; item.variables.len()];
        bound[..next.min(item.variables.len())].fill(true);
        for index in item.nodes.clone() {
            let expr = Expr(index as u32);
            match self.syntax.node(expr) {
                Node::Let(variable, _) => bound[variable.index()] = true,
                Node::Application(..) if expr != head && !self.is_term[index] => {
                    let span = self.syntax.span(expr);
                    self.report.hinted(
                        span,
                        "a relation symbol cannot be used here",
                        "only the variables of the arguments can",
                    );
                }
                _ => {}
            }
        }
        for (i, variable) in self.syntax.variables[item.variables.clone()].iter().enumerate() {
            if !bound[i] {
                let name = variable.name.map_or("_", |name| self.names.text(name));
                let message = format!("`{name}` is none of the variables of the arguments");
                self.report.error(variable.span, message);
            }
        }
    }

    /// A relation symbol that no head has is empty; if its name is nearly that of another, say so.
    fn check_spelling(&mut self) {
        let relations = &self.resolved.relations;
        for used in relations.iter().filter(|r| !r.in_head && !r.declared) {
            let known = relations.iter().filter(|r| r.in_head && r.arity == used.arity);
            let text = self.names.text(used.name);
            let known = known.map(|r| self.names.text(r.name));
            if let Some(near) = self.report.nearest(text, known) {
                let message = format!("`{text}` is in no head, so nothing can be derived for it");
                self.report
                    .push(Diagnostic::warning(used.span, message).with_hint(format!("is `{near}` meant?")));
            }
        }
    }
}
