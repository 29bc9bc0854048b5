//! Numerical transition systems (thesis, Def. 2.1.1), in the syntax of the INTS library.
//!
//! ```
//! use hornbook::lang::{Language, parse};
//! let text = "nts n; main { x : int; initial s; error e; s -> e { x < x && havoc() } }";
//! let (problem, diagnostics) = parse(text, Language::Nts);
//! assert_eq!((problem.clauses.len(), diagnostics.len()), (2, 0));
//! ```
//!
//! The way of a text: tokens, a system (`parser`, `expression`), edges between the states that are kept
//! (`block`), and clauses (`encode`). The way back: a derivation is replayed on the system (`replay`).

mod block;
mod encode;
mod expression;
mod parser;
mod print;
mod replay;
mod system;
mod system_model;

pub use block::{BLOCK_LIMIT, Edge, EdgeKind};
pub use encode::{Encoded, Layout, Origin};
pub use replay::{ASKED_LIMIT, Moment, ROW_LIMIT, Replay, Values, What};
pub use system::{Action, Nts, Procedure, Relation, State, Transition, Variable};
pub use system_model::System;

use self::system_model::NtsModel;
use super::common::limits::TEXT_LIMIT;
use super::common::report::{Report, end_of};
use super::{Diagnostic, Encoding, FrontEnd, Problem, house};
use crate::budget::Budget;

pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "nts",
    aliases: &["ints"],
    title: "numerical transition systems",
    text: "Transition system",
    extensions: &["nts"],
    detects,
    detects_solution: |_| false,
    parse: |text, budget| {
        let (system, diagnostics) = read(text, Encoding::Standard, budget);
        (system.encoded.problem, diagnostics)
    },
    model: Some(|text, encoding, budget| {
        let (system, diagnostics) = read(text, encoding, budget);
        (Box::new(NtsModel(system)), diagnostics)
    }),
    print: None,
    parse_solution: |text, problem: &mut Problem, budget| {
        (house::FRONT_END.parse_solution)(text, problem, budget)
    },
    print_solution: house::print_solution,
};

/// Reads a system; what it holds is sound only if there is no error among the diagnostics.
pub fn read(text: &str, encoding: Encoding, budget: &mut Budget) -> (System, Vec<Diagnostic>) {
    let mut report = Report::new(text, budget);
    let end = end_of(text);
    let nts = if text.len() > TEXT_LIMIT {
        report.text_too_long();
        Nts::default()
    } else {
        parser::parse(text, &mut report)
    };
    let is_sound = report.errors() == 0 && report.affords_arguments(nts.arguments(), end);
    let system = System::of(if is_sound { nts } else { Nts::default() }, encoding, &mut report);
    (system, report.finish(end))
}

/// After comments, a system begins with `nts` and its name.
fn detects(text: &str) -> bool {
    let rest = super::common::without_comments(text);
    rest.strip_prefix("nts").is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

#[cfg(test)]
mod tests;
