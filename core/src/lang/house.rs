//! The house syntax: clauses as papers on constraint logic programming write them.
//!
//! ```
//! use hornbook::lang::house;
//! let (problem, diagnostics) = house::parse("gcd(M, N, R) :- M = N, R = M.");
//! assert!(diagnostics.is_empty());
//! assert_eq!(problem.relations[0].name, "gcd");
//! ```
//!
//! The way of a text: tokens (`lexer`), a syntax tree (`parser`, `expression`, `directive`), names and sorts
//! (`resolve`, `sorts`), and then terms, formulae and clauses (`lower`, `clausify`, `build`). No step
//! recurses, each takes time linear in the text, and each goes on after an error. The language is
//! described in `docs/language.md`.

mod build;
mod clausify;
pub(super) mod dialect;
mod directive;
mod expression;
mod lexer;
mod lower;
pub(super) mod name;
mod parser;
mod print;
mod resolve;
mod sorts;
pub(super) mod syntax;
pub(super) mod token;

pub(crate) use self::name::spell_variable;
pub use self::print::{print, print_clause, print_solution};
pub(super) use self::print::{print_as, print_solution_as};

use self::dialect::{Dialect, HOUSE};
use self::name::Names;
use self::resolve::Purpose;
use super::common::complement;
use super::common::limits::TEXT_LIMIT;
use super::common::report::{Report, end_of};
use super::{Diagnostic, FrontEnd, Language, Problem, Solution};
use crate::budget::Budget;

pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "horn",
    aliases: &["house"],
    title: "clauses as in `p(X) :- q(X), X > 0.`",
    text: "Clauses",
    extensions: &["horn", "pl", "clp"],
    // Whatever does not look like another language.
    detects: |_| false,
    detects_solution: |_| false,
    parse: |text, budget| {
        let mut problem = Problem::default();
        let (_, diagnostics) = read(text, &HOUSE, &mut problem, false, budget);
        (problem, diagnostics)
    },
    model: None,
    print: Some(print),
    parse_solution: |text, problem, budget| read(text, &HOUSE, problem, true, budget),
    print_solution,
};

/// Reads a problem. It holds whatever could be understood; look for errors among the diagnostics.
pub fn parse(text: &str) -> (Problem, Vec<Diagnostic>) {
    super::parse(text, Language::House)
}

/// Reads definitions of the relation symbols of a problem: `gcd(M, N, R) := M = N -> M >= R.`
pub fn parse_solution(text: &str, problem: &mut Problem) -> (Solution, Vec<Diagnostic>) {
    super::parse_solution(text, problem, Language::House)
}

/// Reads a problem, or definitions of its relation symbols.
pub(super) fn read(
    text: &str,
    dialect: &Dialect,
    problem: &mut Problem,
    solution: bool,
    budget: &mut Budget,
) -> (Solution, Vec<Diagnostic>) {
    let mut report = Report::new(text, budget);
    let end = end_of(text);
    if text.len() > TEXT_LIMIT {
        report.text_too_long();
        return (Solution::new(), report.finish(end));
    }
    let mut names = Names::default();
    let tokens = lexer::tokens(text, dialect, &mut names, &mut report);
    let mut syntax = parser::parse(text, dialect, solution, (&tokens, &names), &mut report);
    drop(tokens);
    let typed = complement::with_typed_names(problem);
    if let Some(adapt) = dialect.adapt {
        adapt(text, &mut syntax, &mut names, solution.then_some(&typed), &mut report);
    }
    let purpose = if solution { Purpose::Solution(&typed) } else { Purpose::Problem };
    let mut resolved = resolve::resolve(&syntax, &names, &purpose, &mut report);
    if !solution {
        problem.relations = build::relations(&names, &mut resolved);
    }
    let solution = build::build(&syntax, &names, &mut resolved, &mut report, problem);
    (complement::complemented(problem, &solution), report.finish(end))
}

#[cfg(test)]
mod tests;
