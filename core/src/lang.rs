//! Text to problems and back, with diagnostics that have places.

mod derivation;
mod diagnostic;
pub mod house;
mod language;
mod problem;
mod render;
mod same;
pub mod smtlib;
mod solution;

pub use derivation::{Derivation, DerivationStep};
pub use diagnostic::{Diagnostic, LineColumn, Severity, Span};
pub use language::{Language, parse, print};
pub use problem::{
    Application, Argument, Clause, ClauseId, InitialPredicate, Problem, RelId, Relation, Template,
    TemplateKind,
};
pub use render::render;
pub use solution::{Definition, Solution};
