//! Text to problems and back, with diagnostics that have places.

mod diagnostic;
mod problem;
pub mod smtlib;

pub use diagnostic::{Diagnostic, LineColumn, Severity, Span};
pub use problem::{
    Application, Argument, Clause, InitialPredicate, Problem, RelId, Relation, Template, TemplateKind,
};
