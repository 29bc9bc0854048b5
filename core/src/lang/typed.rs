//! Formulae that people type about one relation symbol: the house syntax, over its arguments.

use super::{Definition, Diagnostic, Problem, Relation, RelationId, Severity, Solution, Span, house};
use crate::formula::{Arena, Formula, Sort, Symbol};

/// How a message ends about the full stop that ends a definition.
const FULL_STOP: &str = "found the full stop";

/// The relation symbol that a typed formula seems to define.
pub(crate) const NAME: &str = "interpolant";

/// Reads a formula over parameters, or says what is wrong; places count within the text.
pub(crate) fn read(arena: &mut Arena, parameters: &[Symbol], text: &str) -> Result<Formula, Vec<Diagnostic>> {
    let mut problem = as_problem(arena, parameters);
    let head = head(&problem, parameters);
    let body = text.trim_end().trim_end_matches('.');
    // The full stop goes on a line of its own, in case that a comment ends the text.
    let (solution, mut diagnostics) = house::parse_solution(&format!("{head}{body}\n."), &mut problem);
    moved(&mut diagnostics, head.len(), body.len());
    match solution.get(RelationId(0)) {
        Some(definition) if diagnostics.iter().all(|d| d.severity != Severity::Error) => {
            *arena = problem.arena;
            Ok(arena.renamed(definition.formula, &definition.parameters, parameters))
        }
        _ => {
            if diagnostics.is_empty() {
                diagnostics.push(Diagnostic::error(Span::new(0, body.len()), "a formula is expected"));
            }
            Err(diagnostics)
        }
    }
}

/// `interpolant(M, N) := `
pub(crate) fn head(problem: &Problem, parameters: &[Symbol]) -> String {
    let text = definition(problem, parameters, problem.arena.true_());
    text.strip_suffix("true").unwrap_or(&text).to_owned()
}

/// `interpolant(M, N) := formula`, without the full stop.
fn definition(problem: &Problem, parameters: &[Symbol], formula: Formula) -> String {
    let mut solution = Solution::new();
    solution.insert(RelationId(0), Definition { parameters: parameters.to_vec(), formula });
    house::print_solution(problem, &solution).trim_end().trim_end_matches('.').to_owned()
}

/// A problem without clauses, about one relation symbol with these arguments.
pub(crate) fn as_problem(arena: &Arena, parameters: &[Symbol]) -> Problem {
    let sorts: Vec<Sort> = parameters.iter().map(|p| arena.sort(*p)).collect();
    let relation = Relation { name: NAME.to_owned(), sorts, span: Span::default() };
    Problem { arena: arena.clone(), relations: vec![relation], ..Problem::default() }
}

/// Diagnostics of a text as diagnostics of a part of it.
pub(crate) fn moved(diagnostics: &mut [Diagnostic], start: usize, length: usize) {
    let within = |offset: u32| (offset as usize).saturating_sub(start).min(length);
    for diagnostic in diagnostics {
        let Span { start, end } = diagnostic.span;
        diagnostic.span = Span::new(within(start), within(end));
        diagnostic.related = None;
        // Nobody has typed the full stop.
        if within(end) == length && diagnostic.message.ends_with(FULL_STOP) {
            let kept = diagnostic.message.len() - FULL_STOP.len();
            diagnostic.message.truncate(kept);
            diagnostic.message.push_str("found the end");
        }
    }
}
