//! What all tests of this module need.

mod hostile;
mod properties;

use crate::lang::smtlib::print_term;
use crate::lang::{Application, Argument, Diagnostic, LineColumn, Problem, Severity};

/// Diagnostics as lines of text.
pub(super) fn shown(text: &str, diagnostics: &[Diagnostic]) -> String {
    let place = |offset| {
        let LineColumn { line, column } = LineColumn::of(text, offset);
        format!("{line}:{column}")
    };
    let mut lines = String::new();
    for diagnostic in diagnostics {
        let warning = if diagnostic.severity == Severity::Warning { "warning: " } else { "" };
        lines += &format!("{}: {warning}{}", place(diagnostic.span.start), diagnostic.message);
        if let Some(hint) = &diagnostic.hint {
            lines += &format!("; hint: {hint}");
        }
        if let Some((span, note)) = &diagnostic.related {
            lines += &format!("; see {}: {note}", place(span.start));
        }
        lines.push('\n');
    }
    lines
}

/// The clauses of a problem as a person would write them.
pub(super) fn listing(problem: &Problem) -> String {
    let applied = |application: &Application| {
        let shown = |argument: &Argument| match argument {
            Argument::Int(term) => print_term(&problem.arena, term),
            Argument::Bool(formula) => problem.arena.show(*formula).to_string(),
        };
        let arguments: Vec<String> = application.arguments.iter().map(shown).collect();
        format!("{}({})", problem[application.relation].name, arguments.join(", "))
    };
    let mut lines = String::new();
    for clause in &problem.clauses {
        let head = clause.head.as_ref().map_or("false".to_owned(), applied);
        let mut body: Vec<String> = clause.body.iter().map(applied).collect();
        if clause.constraint != problem.arena.true_() {
            body.push(problem.arena.show(clause.constraint).to_string());
        }
        lines += &format!("{head} ← {}\n", body.join(", "));
    }
    lines
}

/// The errors among diagnostics, as lines.
pub(super) fn errors(text: &str, diagnostics: &[Diagnostic]) -> String {
    let errors: Vec<Diagnostic> =
        diagnostics.iter().filter(|d| d.severity == Severity::Error).cloned().collect();
    shown(text, &errors)
}
