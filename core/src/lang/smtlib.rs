//! SMT-LIB 2: constrained Horn clauses, models, and quantifier-free scripts.

mod arithmetic;
mod binders;
mod clausify;
mod dag;
mod declare;
mod distinct;
mod elaborate;
mod eliminate;
mod horn;
mod instantiate;
mod interpolants;
mod logic;
mod model;
mod names;
mod open;
mod positions;
mod print;
mod print_formula;
mod quantifiers;
mod scope;
pub mod script;
mod sexpr;
mod special;
mod vacuous;
mod value;
mod vocabulary;

pub use super::common::definition::{DefinedVariable, Meaning};
pub use dag::{InterpolationDag, InterpolationEdge, InterpolationVertex};
pub use interpolants::{InterpolationNode, InterpolationQuery};
pub use positions::{InterpolationPosition, PositionToken};
pub use print::{print, print_formula, print_solution, print_symbol, print_term};

use super::{Diagnostic, FrontEnd, Language, Problem, Solution};

pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "smt2",
    aliases: &["smtlib"],
    title: "SMT-LIB 2 with the logic HORN",
    text: "SMT-LIB script",
    extensions: &["smt2", "smt"],
    // A script starts with a parenthesis or a `;` comment, a clause never does.
    detects: |text| text.starts_with(['(', ';']),
    // Solvers print `sat` above their models.
    detects_solution: |text| {
        let below = text.strip_prefix("sat").filter(|rest| rest.starts_with(char::is_whitespace));
        below.unwrap_or(text).trim_start().starts_with(['(', ';'])
    },
    parse: horn::parse,
    model: None,
    print: Some(print),
    parse_solution: model::parse_solution,
    print_solution,
};

/// Reads Horn clauses. Clauses with errors are left out.
pub fn parse(text: &str) -> (Problem, Vec<Diagnostic>) {
    super::parse(text, Language::SmtLib)
}

/// Reads a solution, as solvers print it: a list of `define-fun`.
pub fn parse_solution(text: &str, problem: &mut Problem) -> (Solution, Vec<Diagnostic>) {
    super::parse_solution(text, problem, Language::SmtLib)
}

#[cfg(test)]
mod tests;
