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
mod directive;
mod expression;
mod lexer;
pub mod limits;
mod lower;
mod name;
mod parser;
mod print;
mod quotient;
mod report;
mod resolve;
mod sharing;
mod sorts;
mod spelling;
mod sum;
mod syntax;
mod token;

pub use self::print::{print, print_clause, print_solution};

use self::limits::TEXT_LIMIT;
use self::name::Names;
use self::report::Report;
use self::resolve::Purpose;
use super::{Diagnostic, Problem, Solution, Span};

/// Reads a problem. It holds whatever could be understood; look for errors among the diagnostics.
pub fn parse(text: &str) -> (Problem, Vec<Diagnostic>) {
    let mut problem = Problem::default();
    let (_, diagnostics) = read(text, &mut problem, false);
    (problem, diagnostics)
}

/// Reads definitions of the relation symbols of a problem: `gcd(M, N, R) := M = N -> M >= R.`
pub fn parse_solution(text: &str, problem: &mut Problem) -> (Solution, Vec<Diagnostic>) {
    read(text, problem, true)
}

fn read(text: &str, problem: &mut Problem, solution: bool) -> (Solution, Vec<Diagnostic>) {
    let mut report = Report::new(text);
    let end = Span::new(text.len().min(TEXT_LIMIT), text.len().min(TEXT_LIMIT));
    if text.len() > TEXT_LIMIT {
        report.error(Span::default(), format!("the text has more than {} megabytes", TEXT_LIMIT >> 20));
        return (Solution::new(), report.finish(end));
    }
    let mut names = Names::default();
    let tokens = lexer::tokens(text, &mut names, &mut report);
    let syntax = parser::parse(text, &tokens, &names, &mut report);
    drop(tokens);
    let purpose = if solution { Purpose::Solution(problem) } else { Purpose::Problem };
    let mut resolved = resolve::resolve(&syntax, &names, &purpose, &mut report);
    if !solution {
        problem.relations = build::relations(&names, &mut resolved);
    }
    let solution = build::build(&syntax, &names, &mut resolved, &mut report, problem);
    (solution, report.finish(end))
}

#[cfg(test)]
mod tests;
