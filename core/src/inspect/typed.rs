//! Formulae that people type: the house syntax, over the arguments of the relation symbol.

use super::Inspector;
use crate::formula::{Formula, Importer, Sort};
use crate::guide::{Template, typed};
use crate::lang::typed::{NAME, as_problem, head, moved, read};
use crate::lang::{Diagnostic, Severity, house};

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
