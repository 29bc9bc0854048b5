//! Clauses with numbers in the places of their variables, so that a derivation can be followed by looking.
//!
//! ```text
//! gcd(M, N, R) ← M < N ∧ N1 = N - M ∧ gcd(M, N1, R)      with M = 4, N = 6, R = 2, N1 = 2
//! gcd(4, 6, 2) ← 4 < 6 ∧ 2 = 6 - 4 ∧ gcd(4, 2, 2)
//! ```

use serde::{Deserialize, Serialize};

use super::reading::bounded;
use crate::formula::{Arena, Formula, Node, Notation, Sort, Symbol, Valuation, Value};
use crate::lang::{Application, Argument, Clause, Problem};

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
    pub formula: String,
    /// With numbers: `4 < 6`.
    pub instance: String,
    /// What evaluation makes of it.
    pub holds: bool,
}

/// A relation symbol with arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplicationText {
    /// As the clause has it: `gcd(M, N1, R)`.
    pub formula: String,
    /// With numbers: `gcd(4, 2, 2)`.
    pub instance: String,
}

/// A clause of the problem with values for its variables.
pub fn instance(problem: &Problem, clause: &Clause, valuation: &Valuation) -> InstanceText {
    let arena = &problem.arena;
    let spelling = |symbol: Symbol| match arena.sort(symbol) {
        Sort::Int => {
            let value = valuation.int(symbol);
            if value.is_negative() { format!("({value})") } else { value.to_string() }
        }
        Sort::Bool => valuation.bool(symbol).to_string(),
    };
    let constraint = |part: &Formula| ConstraintText {
        formula: bounded(arena, *part, &|symbol| arena.name(symbol).to_owned()),
        instance: if arena.written_size(*part) > super::FORMULA_PARTS {
            "…".to_owned()
        } else {
            arena.show_as(*part, Notation::Numeric).spelled(&spelling).to_string()
        },
        holds: arena.evaluate(*part, valuation),
    };
    let application = |application: &Application| ApplicationText {
        formula: show_application(problem, application),
        instance: show_instance(problem, application, valuation),
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
        constraint: conjuncts(arena, clause.constraint).iter().map(constraint).collect(),
        body: clause.body.iter().map(application).collect(),
    }
}

/// A clause of the problem in the papers' notation, as the user wrote it.
pub fn user_clause(problem: &Problem, clause: &Clause) -> String {
    let head =
        clause.head.as_ref().map_or_else(|| "false".to_owned(), |head| show_application(problem, head));
    let name = |symbol: Symbol| problem.arena.name(symbol).to_owned();
    let mut parts: Vec<String> =
        clause.body.iter().map(|application| show_application(problem, application)).collect();
    parts.extend(conjuncts(&problem.arena, clause.constraint).iter().map(|part| {
        let text = bounded(&problem.arena, *part, &name);
        if matches!(problem.arena.node(*part), Node::Or(_)) { format!("({text})") } else { text }
    }));
    if parts.is_empty() { head } else { format!("{head} ← {}", parts.join(" ∧ ")) }
}

/// The parts of a conjunction; none of `true`.
pub(super) fn conjuncts(arena: &Arena, formula: Formula) -> Vec<Formula> {
    match arena.node(formula) {
        Node::And(parts) => parts.to_vec(),
        Node::True => Vec::new(),
        _ => vec![formula],
    }
}

pub(super) fn show_application(problem: &Problem, application: &Application) -> String {
    let name = |symbol: Symbol| problem.arena.name(symbol).to_owned();
    let argument = |argument: &Argument| match argument {
        Argument::Int(term) => problem.arena.show_term_as(term, Notation::Mathematical).to_string(),
        Argument::Bool(formula) => bounded(&problem.arena, *formula, &name),
    };
    applied(problem, application, &argument)
}

fn show_instance(problem: &Problem, application: &Application, valuation: &Valuation) -> String {
    let argument = |argument: &Argument| match argument {
        Argument::Int(term) => term.evaluate(valuation).to_string(),
        Argument::Bool(formula) => problem.arena.evaluate(*formula, valuation).to_string(),
    };
    applied(problem, application, &argument)
}

fn applied(problem: &Problem, application: &Application, argument: &dyn Fn(&Argument) -> String) -> String {
    let name = &problem[application.relation].name;
    let arguments: Vec<String> = application.arguments.iter().map(argument).collect();
    if arguments.is_empty() { name.clone() } else { format!("{name}({})", arguments.join(", ")) }
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
