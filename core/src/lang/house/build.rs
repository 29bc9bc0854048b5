//! Items to the clauses, templates and predicates of a problem, or to the definitions of a solution.

use super::lower::{Lowering, Scope, Value};
use super::name::Names;
use super::report::Report;
use super::resolve::Resolved;
use super::syntax::{Entry, Expr, Item, ItemKind, Kind, Node, Syntax};
use crate::formula::{LinearTerm, Sort, Symbol};
use crate::lang::{
    Application, Argument, Clause, Definition, InitialPredicate, Problem, RelId, Relation, Solution,
    Template, TemplateKind,
};

/// The relation symbols of a text.
pub(super) fn relations(names: &Names, resolved: &mut Resolved) -> Vec<Relation> {
    (0..resolved.relations.len())
        .map(|i| {
            let sorts = resolved.relation_sorts(RelId(i as u32));
            let used = &resolved.relations[i];
            Relation { name: names.text(used.name).to_owned(), sorts, span: used.span }
        })
        .collect()
}

/// Adds all that the items say to a problem that has its relation symbols, and to a solution of it.
pub(super) fn build(
    syntax: &Syntax,
    names: &Names,
    resolved: &mut Resolved,
    report: &mut Report,
    problem: &mut Problem,
) -> Solution {
    let Problem { arena, clauses, templates, predicates, .. } = problem;
    let mut builder = Builder { lowering: Lowering::new(syntax, names, arena, report), resolved };
    let mut solution = Solution::new();
    for (i, item) in syntax.items.iter().enumerate() {
        if !builder.resolved.sound[i] {
            continue;
        }
        match &item.kind {
            ItemKind::Clause { head, body } => builder.clause(item, *head, *body, clauses),
            ItemKind::Declarations(_) => {}
            ItemKind::Templates { head, entries } => {
                builder.lowering.item(item, builder.resolved, Scope::Parameters);
                for entry in entries {
                    templates.extend(builder.template(item, *head, entry));
                }
            }
            ItemKind::Predicates { head, entries } => {
                builder.lowering.item(item, builder.resolved, Scope::Parameters);
                for entry in entries {
                    predicates.extend(builder.predicate(*head, entry));
                }
            }
            ItemKind::Definition { head, formula } => {
                builder.lowering.item(item, builder.resolved, Scope::Parameters);
                let Some((relation, definition)) = builder.definition(*head, *formula) else { continue };
                if solution.insert(relation, definition).is_some() {
                    builder.lowering.report.error(item.span, "this relation symbol is defined already");
                }
            }
        }
    }
    solution
}

struct Builder<'a, 'b> {
    lowering: Lowering<'a>,
    resolved: &'b mut Resolved,
}

impl Builder<'_, '_> {
    /// The clause, or the clauses when relation symbols stand under `;`. All have the span of the text.
    fn clause(&mut self, item: &Item, head: Option<Expr>, body: Option<Expr>, clauses: &mut Vec<Clause>) {
        let errors = self.lowering.report.errors();
        self.lowering.item(item, self.resolved, Scope::Clause);
        let alternatives = match body {
            None => Some(vec![super::clausify::Alternative::default()]),
            Some(body) => self.lowering.alternatives(body),
        };
        let Some(alternatives) = alternatives else { return };
        let mut found = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            let size = alternative.applications.len() + alternative.constraints.len() + 1;
            if !self.lowering.report.spend(size as u64, item.span) {
                return;
            }
            let head = match head.map(|head| self.application(item, head)) {
                Some(None) => return,
                head => head.flatten(),
            };
            let applications: Option<Vec<Application>> =
                alternative.applications.iter().map(|a| self.application(item, *a)).collect();
            let Some(body) = applications else { return };
            found.push((head, body, alternative.constraints));
        }
        if self.lowering.report.errors() != errors {
            return;
        }
        // Arguments may have quotients as well, so the definitions come last.
        let definitions = self.lowering.quotients.definitions(self.lowering.arena);
        for (head, body, constraints) in found {
            let parts = constraints.into_iter().chain(definitions.iter().copied());
            let constraint = self.lowering.arena.and(parts);
            clauses.push(Clause { head, body, constraint, span: item.span });
        }
    }

    fn application(&mut self, item: &Item, expr: Expr) -> Option<Application> {
        let Node::Application(name, parts) = self.lowering.syntax.node(expr) else { return None };
        let relation = self.resolved.relation(name)?;
        let span = self.lowering.syntax.span(expr);
        let parts = self.lowering.syntax.parts(parts);
        if !self.lowering.report.spend(parts.len() as u64, span) {
            return None;
        }
        let arguments: Option<Vec<Argument>> = parts
            .iter()
            .map(|part| match self.lowering.formula(*part) {
                Some(formula) => Some(Argument::Bool(formula)),
                None => self.lowering.term(item, *part).map(Argument::Int),
            })
            .collect();
        Some(Application { relation, arguments: arguments?, span })
    }

    fn parameters(&self, head: Expr) -> Option<(RelId, Vec<Symbol>)> {
        let syntax = self.lowering.syntax;
        let Node::Application(name, parts) = syntax.node(head) else { return None };
        let parameters = syntax.parts(parts).iter().map(|part| match syntax.node(*part) {
            Node::Variable(variable) => Some(self.lowering.symbol(variable)),
            _ => None,
        });
        Some((self.resolved.relation(name)?, parameters.collect::<Option<_>>()?))
    }

    fn template(&mut self, item: &Item, head: Expr, entry: &Entry) -> Option<Template> {
        let (relation, parameters) = self.parameters(head)?;
        let found = match self.lowering.value(entry.expr) {
            Value::Formula(_) => Sort::Bool,
            Value::Gone => return None,
            _ => Sort::Int,
        };
        let kind = entry.kind.unwrap_or(if found == Sort::Bool { Kind::Predicate } else { Kind::Term });
        let span = self.lowering.syntax.span(entry.expr);
        let kind = match (kind, self.lowering.formula(entry.expr)) {
            (Kind::Predicate, Some(formula)) => TemplateKind::Predicate(formula),
            (Kind::Term, None) => TemplateKind::Term(self.template_term(item, entry.expr)?),
            (Kind::Inequality, None) => TemplateKind::Inequality(self.template_term(item, entry.expr)?),
            (Kind::Predicate, None) => {
                self.lowering.report.error(span, "a predicate template is a constraint, not a term");
                return None;
            }
            (_, Some(_)) => {
                self.lowering.report.error(span, "this template is a term, not a constraint");
                return None;
            }
        };
        Some(Template { relation, parameters, kind, cost: entry.cost.clone(), span: entry.span })
    }

    fn template_term(&mut self, item: &Item, expr: Expr) -> Option<LinearTerm> {
        let term = self.lowering.term(item, expr)?;
        if self.lowering.quotients.mentioned(&term) {
            let span = self.lowering.syntax.span(expr);
            self.lowering.report.hinted(
                span,
                "the term of a template must be linear",
                "use a predicate such as `k | t` for remainders",
            );
            return None;
        }
        Some(term)
    }

    fn predicate(&mut self, head: Expr, entry: &Entry) -> Option<InitialPredicate> {
        let (relation, parameters) = self.parameters(head)?;
        let predicate = self.lowering.formula(entry.expr)?;
        Some(InitialPredicate { relation, parameters, predicate, span: entry.span })
    }

    fn definition(&mut self, head: Expr, formula: Expr) -> Option<(RelId, Definition)> {
        let (relation, parameters) = self.parameters(head)?;
        let formula = self.lowering.formula(formula)?;
        Some((relation, Definition { parameters, formula }))
    }
}
