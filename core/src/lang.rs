//! Text to problems and back, with diagnostics that have places.

mod auxiliary;
mod common;
mod derivation;
mod diagnostic;
pub mod house;
mod language;
pub mod model;
pub mod nts;
pub mod petri;
mod printable;
mod problem;
pub mod program;
pub mod prolog;
pub mod qbf;
mod render;
mod same;
pub mod smtlib;
mod solution;
pub mod timed;
pub mod turing;
pub(crate) mod typed;

pub use common::limits;
pub use derivation::{Derivation, DerivationStep, Repetition};
pub use diagnostic::{Diagnostic, LineColumn, Severity, Span};
pub use language::{
    FrontEnd, Language, ParseModel, parse, parse_model, parse_solution, parse_solution_within, parse_within,
    print, print_solution,
};
pub use model::{Encoding, Model};
pub use printable::{printable, printable_json, printable_lines};
pub use problem::{
    Application, Argument, Auxiliary, COMPLEMENT, Clause, ClauseId, InitialPredicate, Operation, Problem,
    Relation, RelationId, Template, TemplateKind,
};
pub use render::render;
pub use solution::{Definition, Solution};
