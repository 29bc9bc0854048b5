//! Formulae that people type: the house syntax, over the arguments of the relation symbol.

use super::Inspector;
use crate::formula::{Arena, Formula, Importer, Sort, Substitution, Symbol};
use crate::guide::{Template, typed};
use crate::lang::{Definition, Diagnostic, Problem, RelId, Relation, Severity, Solution, Span, house};

/// How a message ends about the full stop that ends a definition.
const FULL_STOP: &str = "found the full stop";

/// The relation symbol that a typed formula seems to define.
const NAME: &str = "interpolant";

impl Inspector {
    /// Reads a formula over the parameters, or says what is wrong; places count within the text.
    pub(super) fn formula(&mut self, text: &str) -> Result<Formula, Vec<Diagnostic>> {
        read(&mut self.arena, &self.parameters, text)
    }

    /// Reads templates such as `X - I; J cost 2; inequality X`, or says what is wrong; places count within
    /// the text.
    pub(super) fn templates(&mut self, text: &str) -> Result<Vec<Template>, Vec<Diagnostic>> {
        let head = head(&as_problem(&self.arena, &self.parameters), &self.parameters);
        let head = head.trim_end().trim_end_matches(":=");
        let sorts: Vec<&str> = self
            .parameters
            .iter()
            .map(|p| match self.arena.sort(*p) {
                Sort::Int => "int",
                Sort::Bool => "bool",
            })
            .collect();
        let arguments = if sorts.is_empty() { String::new() } else { format!("({})", sorts.join(", ")) };
        let before = format!(":- relation {NAME}{arguments}.\n:- template {head}: ");
        let body = text.trim_end().trim_end_matches('.');
        let (problem, mut diagnostics) = house::parse(&format!("{before}{body}\n."));
        if diagnostics.iter().any(|d| d.severity == Severity::Error) {
            moved(&mut diagnostics, before.len(), body.len());
            return Err(diagnostics);
        }
        let mut importer = Importer::new(&problem.arena);
        let arena = &mut self.arena;
        let mut templates = Vec::new();
        for template in &problem.templates {
            templates.push(typed(arena, &mut importer, &self.parameters, template).map_err(|problem| {
                let mut problems = vec![problem];
                moved(&mut problems, before.len(), body.len());
                problems
            })?);
        }
        Ok(templates)
    }
}

/// Reads a formula over parameters, or says what is wrong; places count within the text.
pub(super) fn read(arena: &mut Arena, parameters: &[Symbol], text: &str) -> Result<Formula, Vec<Diagnostic>> {
    let mut problem = as_problem(arena, parameters);
    let head = head(&problem, parameters);
    let body = text.trim_end().trim_end_matches('.');
    // The full stop goes on a line of its own, in case that a comment ends the text.
    let (solution, mut diagnostics) = house::parse_solution(&format!("{head}{body}\n."), &mut problem);
    moved(&mut diagnostics, head.len(), body.len());
    match solution.get(RelId(0)) {
        Some(definition) if diagnostics.iter().all(|d| d.severity != Severity::Error) => {
            *arena = problem.arena;
            let pairs = definition.parameters.iter().copied().zip(parameters.iter().copied());
            let renaming = Substitution::renaming(arena, pairs);
            Ok(renaming.apply(arena, definition.formula))
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
fn head(problem: &Problem, parameters: &[Symbol]) -> String {
    let text = definition(problem, parameters, problem.arena.true_());
    text.strip_suffix("true").unwrap_or(&text).to_owned()
}

/// `interpolant(M, N) := formula`, without the full stop.
fn definition(problem: &Problem, parameters: &[Symbol], formula: Formula) -> String {
    let mut solution = Solution::new();
    solution.insert(RelId(0), Definition { parameters: parameters.to_vec(), formula });
    house::print_solution(problem, &solution).trim_end().trim_end_matches('.').to_owned()
}

/// A problem without clauses, about one relation symbol with these arguments.
fn as_problem(arena: &Arena, parameters: &[Symbol]) -> Problem {
    let sorts: Vec<Sort> = parameters.iter().map(|p| arena.sort(*p)).collect();
    let relation = Relation { name: NAME.to_owned(), sorts, span: Span::default() };
    Problem { arena: arena.clone(), relations: vec![relation], ..Problem::default() }
}

/// Diagnostics of a text as diagnostics of a part of it.
fn moved(diagnostics: &mut [Diagnostic], start: usize, length: usize) {
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
