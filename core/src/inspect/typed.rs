//! Formulae that people type: the house syntax, over the arguments of the relation symbol.

use super::Inspector;
use crate::formula::{Formula, Sort, Substitution};
use crate::lang::{Definition, Diagnostic, Problem, RelId, Relation, Severity, Solution, Span, house};

/// The relation symbol that a typed formula seems to define.
const NAME: &str = "interpolant";

impl Inspector {
    /// Reads a formula over the parameters, or says what is wrong; places count within the text.
    pub(super) fn formula(&mut self, text: &str) -> Result<Formula, Vec<Diagnostic>> {
        let mut problem = self.as_problem();
        let head = self.head(&problem);
        let body = text.trim_end().trim_end_matches('.');
        // The full stop goes on a line of its own, in case that a comment ends the text.
        let (solution, mut diagnostics) = house::parse_solution(&format!("{head}{body}\n."), &mut problem);
        let within = |offset: u32| (offset as usize).saturating_sub(head.len()).min(body.len());
        for diagnostic in &mut diagnostics {
            let Span { start, end } = diagnostic.span;
            diagnostic.span = Span::new(within(start), within(end));
            diagnostic.related = None;
        }
        let definition = solution.get(RelId(0));
        match definition {
            Some(definition) if diagnostics.iter().all(|d| d.severity != Severity::Error) => {
                self.system.arena = problem.arena;
                let pairs = definition.parameters.iter().copied().zip(self.parameters.iter().copied());
                let renaming = Substitution::renaming(&mut self.system.arena, pairs);
                Ok(renaming.apply(&mut self.system.arena, definition.formula))
            }
            _ => {
                if diagnostics.is_empty() {
                    diagnostics.push(Diagnostic::error(Span::new(0, body.len()), "a formula is expected"));
                }
                Err(diagnostics)
            }
        }
    }

    /// Formulae over the parameters in the house syntax.
    pub(super) fn typed(&self, formulae: impl Iterator<Item = Formula>) -> Vec<String> {
        let problem = self.as_problem();
        let head = self.head(&problem);
        let body = |formula| {
            let text = self.definition(&problem, formula);
            text.strip_prefix(&head).unwrap_or(&text).to_owned()
        };
        formulae.map(body).collect()
    }

    /// `interpolant(M, N) := `
    fn head(&self, problem: &Problem) -> String {
        let text = self.definition(problem, problem.arena.true_());
        text.strip_suffix("true").unwrap_or(&text).to_owned()
    }

    /// `interpolant(M, N) := formula`, without the full stop.
    fn definition(&self, problem: &Problem, formula: Formula) -> String {
        let mut solution = Solution::new();
        solution.insert(RelId(0), Definition { parameters: self.parameters.clone(), formula });
        house::print_solution(&solution, problem).trim_end().trim_end_matches('.').to_owned()
    }

    /// A problem without clauses, about one relation symbol with the arguments of the position.
    fn as_problem(&self) -> Problem {
        let sorts: Vec<Sort> = self.parameters.iter().map(|p| self.system.arena.sort(*p)).collect();
        let relation = Relation { name: NAME.to_owned(), sorts, span: Span::default() };
        Problem { arena: self.system.arena.clone(), relations: vec![relation], ..Problem::default() }
    }
}
