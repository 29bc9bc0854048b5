//! Clauses with numbers in the places of their variables, so that a derivation can be followed by looking.
//!
//! ```text
//! gcd(M, N, R) ← M < N ∧ N1 = N - M ∧ gcd(M, N1, R)      with M = 4, N = 6, R = 2, N1 = 2
//! gcd(4, 6, 2) ← 4 < 6 ∧ 2 = 6 - 4 ∧ gcd(4, 2, 2)
//! ```

use serde::{Deserialize, Serialize};

use crate::formula::{
    Arena, AtomText, Formula, FormulaText, LinearTerm, Node, Notation, PieceKind, Sort, Symbol, TEXT_LIMIT,
    Valuation, Value,
};
use crate::lang::{Application, Argument, Clause, Problem, RelationId};

/// A clause with its values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstanceText {
    /// The variables of the clause with their values, in the order in which they occur.
    pub values: Vec<(String, Value)>,
    /// None is `false`.
    pub head: Option<ApplicationText>,
    /// The parts of the constraint.
    pub constraint: Vec<ConstraintText>,
    /// The relation symbols of the body.
    pub body: Vec<ApplicationText>,
}

/// A part of a constraint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConstraintText {
    /// As the clause has it: `M < N`.
    pub formula: FormulaText,
    /// With numbers: `4 < 6`.
    pub instance: FormulaText,
    /// What evaluation makes of it.
    pub holds: bool,
}

/// A relation symbol with arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplicationText {
    /// As the clause has it: `gcd(M, N1, R)`.
    pub formula: AtomText<RelationId>,
    /// With numbers: `gcd(4, 2, 2)`.
    pub instance: AtomText<RelationId>,
}

/// A clause of the problem with values for its variables.
pub fn instance(problem: &Problem, clause: &Clause, valuation: &Valuation) -> InstanceText {
    let arena = &problem.arena;
    // All parts together are no longer than one text may be, so that a long derivation stays small.
    let mut left = TEXT_LIMIT;
    let constraint = |part: &Formula| {
        let formula = arena.show(*part).limited(left).text();
        let instance = arena.show(*part).valued(valuation).limited(left).text();
        left = left.saturating_sub(formula.as_str().len());
        ConstraintText { formula, instance, holds: arena.evaluate(*part, valuation) }
    };
    let application = |application: &Application| ApplicationText {
        formula: application_text(problem, application),
        instance: instance_text(problem, application, valuation),
    };
    InstanceText {
        values: variables(arena, clause)
            .into_iter()
            .map(|symbol| {
                let value = match arena.sort(symbol) {
                    Sort::Int => Value::Int(valuation.int(symbol).clone()),
                    Sort::Bool => Value::Bool(valuation.bool(symbol)),
                };
                (arena.name(symbol).to_owned(), value)
            })
            .collect(),
        head: clause.head.as_ref().map(application),
        constraint: arena.conjuncts(clause.constraint).iter().map(constraint).collect(),
        body: clause.body.iter().map(application).collect(),
    }
}

/// A clause of the problem in the papers' notation, as the user wrote it.
pub fn user_clause(problem: &Problem, clause: &Clause) -> FormulaText {
    let arena = &problem.arena;
    let head = clause.head.as_ref().map(|head| application_text(problem, head).text());
    let head = head.unwrap_or_else(|| FormulaText::constant(false));
    let mut parts: Vec<FormulaText> =
        clause.body.iter().map(|application| application_text(problem, application).text()).collect();
    if clause.constraint != arena.true_() {
        let text = arena.show(clause.constraint).text();
        let is_closed =
            text.has(PieceKind::Definition) || matches!(arena.node(clause.constraint), Node::Or(_));
        parts.push(if is_closed { text.in_parentheses() } else { text });
    }
    if parts.is_empty() {
        return head;
    }
    head.with(PieceKind::Connective, " ← ").and(&FormulaText::joined(&parts, PieceKind::Connective, " ∧ "))
}

/// A relation symbol with the arguments that the clause gives it.
pub(super) fn application_text(problem: &Problem, application: &Application) -> AtomText<RelationId> {
    applied(problem, application, &|argument| match argument {
        Argument::Int(term) => problem.arena.show_term_as(term, Notation::Mathematical).text(),
        Argument::Bool(formula) => problem.arena.show(*formula).text(),
    })
}

fn instance_text(
    problem: &Problem,
    application: &Application,
    valuation: &Valuation,
) -> AtomText<RelationId> {
    let arena = &problem.arena;
    applied(problem, application, &|argument| match argument {
        Argument::Int(term) => {
            let value = LinearTerm::constant(term.evaluate(valuation));
            arena.show_term_as(&value, Notation::Mathematical).text()
        }
        Argument::Bool(formula) => FormulaText::constant(arena.evaluate(*formula, valuation)),
    })
}

fn applied(
    problem: &Problem,
    application: &Application,
    argument: &dyn Fn(&Argument) -> FormulaText,
) -> AtomText<RelationId> {
    AtomText {
        relation: application.relation,
        name: problem[application.relation].name.clone(),
        arguments: application.arguments.iter().map(argument).collect(),
    }
}

/// The variables of a clause: those of the head first, then of the constraint, then of the body.
fn variables(arena: &Arena, clause: &Clause) -> Vec<Symbol> {
    let mut found: Vec<Symbol> = Vec::new();
    let mut add = |symbols: Vec<Symbol>| {
        for symbol in symbols {
            if !found.contains(&symbol) {
                found.push(symbol);
            }
        }
    };
    let of_argument = |argument: &Argument| match argument {
        Argument::Int(term) => term.symbols().collect(),
        Argument::Bool(formula) => arena.symbols_of(*formula),
    };
    clause.head.iter().flat_map(|a| &a.arguments).for_each(|argument| add(of_argument(argument)));
    add(arena.symbols_of(clause.constraint));
    clause.body.iter().flat_map(|a| &a.arguments).for_each(|argument| add(of_argument(argument)));
    found
}
