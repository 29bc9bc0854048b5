//! Items to the clauses, templates and predicates of a problem, or to the definitions of a solution.

use rustc_hash::FxHashMap;

use super::clausify::{Conjunction, Placeholders, needed};
use super::lower::{Lowering, Scope, Value};
use super::name::Names;
use super::resolve::Resolved;
use super::syntax::{Entry, Expr, Given, Item, ItemKind, Kind, Node, Syntax};
use crate::formula::{Formula, LinearTerm, Sort, Symbol};
use crate::lang::common::clausify::{Clausifier, Failure, Flat};
use crate::lang::common::complement;
use crate::lang::common::fresh::FreshNames;
use crate::lang::common::report::Report;
use crate::lang::{
    Application, Argument, Auxiliary, Clause, ClauseId, Definition, InitialPredicate, Problem, Relation,
    RelationId, Solution, Template, TemplateKind,
};
use crate::order::Map;

/// The relation symbols of a text.
pub(super) fn relations(names: &Names, resolved: &mut Resolved) -> Vec<Relation> {
    (0..resolved.relations.len())
        .map(|i| {
            let sorts = resolved.relation_sorts(RelationId(i as u32));
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
    let Problem { arena, relations, clauses, templates, predicates, auxiliary, .. } = problem;
    let mut builder = Builder {
        lowering: Lowering::new(syntax, names, arena, report),
        names,
        resolved,
        relations,
        auxiliary,
        fresh: FreshNames::default(),
        further: Map::default(),
    };
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
    let further = std::mem::take(&mut builder.further);
    if !further.is_empty() {
        complement::rename(problem, &further, report);
    }
    solution
}

struct Builder<'a, 'b, 'r> {
    lowering: Lowering<'a, 'r>,
    names: &'a Names,
    resolved: &'b mut Resolved,
    relations: &'b mut Vec<Relation>,
    auxiliary: &'b mut Map<RelationId, Auxiliary>,
    fresh: FreshNames,
    /// Of clauses that are not Horn, the positive literals beside the head.
    further: Map<ClauseId, Vec<Application>>,
}

impl Builder<'_, '_, '_> {
    /// The clause, or the clauses when relation symbols stand under `;`. All have the span of the text.
    fn clause(&mut self, item: &Item, head: Option<Expr>, body: Option<Expr>, clauses: &mut Vec<Clause>) {
        let errors = self.lowering.report.errors();
        self.lowering.item(item, self.resolved, Scope::Clause);
        let heads: Option<Vec<Application>> = self
            .lowering
            .syntax
            .alternatives(head)
            .into_iter()
            .map(|head| self.application(item, head))
            .collect();
        let Some(mut positive) = heads else { return };
        let conjunction = match body {
            None => Some(Conjunction::default()),
            Some(body) => self.lowering.conjunction(body),
        };
        let found = match (conjunction, body) {
            (Some(conjunction), _) => {
                for negated in &conjunction.negated {
                    let Some(application) = self.application(item, *negated) else { return };
                    positive.push(application);
                }
                let head = (!positive.is_empty()).then(|| positive.remove(0));
                self.single(item, head, conjunction).map(|clause| vec![clause])
            }
            (None, Some(body)) => {
                if !self.lowering.is_horn(body) {
                    return;
                }
                let head = (!positive.is_empty()).then(|| positive.remove(0));
                self.several(item, head.as_ref(), body)
            }
            (None, None) => None,
        };
        if self.lowering.report.errors() == errors {
            for clause in found.into_iter().flatten() {
                if !positive.is_empty() {
                    self.further.insert(ClauseId(clauses.len() as u32), positive.clone());
                }
                clauses.push(clause);
            }
        }
    }

    fn single(&mut self, item: &Item, head: Option<Application>, conjunction: Conjunction) -> Option<Clause> {
        let Conjunction { applications, constraints, .. } = conjunction;
        let size = applications.len() + constraints.len() + 1;
        if !self.lowering.report.spend(size as u64, item.span) {
            return None;
        }
        let body: Vec<Application> =
            applications.iter().map(|a| self.application(item, *a)).collect::<Option<_>>()?;
        // Arguments may have quotients as well, so the definitions come last.
        let arena = &mut *self.lowering.arena;
        let definitions: Vec<Formula> = self.lowering.defined.iter().map(|d| d.formula(arena)).collect();
        let constraint = arena.and(constraints.into_iter().chain(definitions));
        Some(Clause { head, body, constraint, span: item.span })
    }

    /// The clauses of a body with relation symbols under `;`.
    fn several(&mut self, item: &Item, head: Option<&Application>, body: Expr) -> Option<Vec<Clause>> {
        let mut formulae = FxHashMap::default();
        let mut applications = FxHashMap::default();
        for expr in self.lowering.applications(body) {
            let application = self.application(item, expr)?;
            let names = self.names;
            let name = self.fresh.fresh("atom", self.lowering.arena, |name| names.find(name).is_some());
            let symbol = self.lowering.arena.symbol(&name, Sort::Bool);
            formulae.insert(expr, symbol);
            applications.insert(symbol, application);
        }
        let formula = self.lowering.body_formula(body, &formulae)?;
        let names = self.names;
        let symbols = Placeholders { applications, defined: &self.lowering.defined };
        let mut clausifier = Clausifier {
            arena: self.lowering.arena,
            symbols: &symbols,
            relations: self.relations,
            auxiliary: self.auxiliary,
            names: &mut self.fresh,
            taken: &|name| names.find(name).is_some(),
            report: self.lowering.report,
            span: item.span,
            several_heads: false,
        };
        match clausifier.clauses(formula, head) {
            Ok(found) => Some(found.into_iter().map(|flat| self.defined_clause(item, flat)).collect()),
            Err(Failure::Exhausted) => None,
            Err(Failure::TooLarge | Failure::NotHorn(_)) => {
                self.lowering.report.hinted(
                    item.span,
                    "this clause is too large: its disjunctions of relation symbols have too many combinations",
                    "give the alternatives a relation symbol of their own",
                );
                None
            }
        }
    }

    /// A clause with the definitions of the quotients that it needs.
    fn defined_clause(&mut self, item: &Item, flat: Flat) -> Clause {
        let Flat { head, body, constraint, .. } = flat;
        self.lowering.report.spend(self.lowering.defined.len() as u64 / 8, item.span);
        let arena = &mut *self.lowering.arena;
        let mut symbols = arena.symbols_of(constraint);
        symbols.extend(head.iter().chain(&body).flat_map(|a| a.symbols(arena)));
        let mut parts = vec![constraint];
        for definition in needed(&self.lowering.defined, arena, symbols) {
            parts.push(definition.formula(arena));
        }
        Clause { head, body, constraint: arena.and(parts), span: item.span }
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

    fn parameters(&self, head: Expr) -> Option<(RelationId, Vec<Symbol>)> {
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
        let kind = self.template_kind(item, &entry.given)?;
        Some(Template { relation, parameters, kind, cost: entry.cost.clone(), span: entry.span })
    }

    /// What a template is made of. Recursive, since the parser limits how deep combinations are.
    fn template_kind(&mut self, item: &Item, given: &Given) -> Option<TemplateKind> {
        let (kind, expr) = match given {
            Given::Plain(kind, expr) => (*kind, *expr),
            Given::Combined(operation, operands) => {
                let operands: Option<Vec<TemplateKind>> =
                    operands.iter().map(|operand| self.template_kind(item, operand)).collect();
                return Some(TemplateKind::Combined(*operation, operands?));
            }
        };
        let found = match self.lowering.value(expr) {
            Value::Formula(_) => Sort::Bool,
            Value::Gone => return None,
            _ => Sort::Int,
        };
        let kind = kind.unwrap_or(if found == Sort::Bool { Kind::Predicate } else { Kind::Term });
        let span = self.lowering.syntax.span(expr);
        Some(match (kind, self.lowering.formula(expr)) {
            (Kind::Predicate, Some(_)) => TemplateKind::Predicate(self.lowering.closed_formula(expr)?),
            (Kind::Term, None) => TemplateKind::Term(self.template_term(item, expr)?),
            (Kind::Inequality, None) => TemplateKind::Inequality(self.template_term(item, expr)?),
            (Kind::Predicate, None) => {
                self.lowering.report.error(span, "a predicate template is a constraint, not a term");
                return None;
            }
            (_, Some(_)) => {
                self.lowering.report.error(span, "this template is a term, not a constraint");
                return None;
            }
        })
    }

    fn template_term(&mut self, item: &Item, expr: Expr) -> Option<LinearTerm> {
        let term = self.lowering.term(item, expr)?;
        if self.lowering.mentions_quotient(&term) {
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
        let Given::Plain(_, expr) = entry.given else { return None };
        let predicate = self.lowering.closed_formula(expr)?;
        Some(InitialPredicate { relation, parameters, predicate, span: entry.span })
    }

    fn definition(&mut self, head: Expr, formula: Expr) -> Option<(RelationId, Definition)> {
        let (relation, parameters) = self.parameters(head)?;
        let formula = self.lowering.closed_formula(formula)?;
        Some((relation, Definition { parameters, formula }))
    }
}
