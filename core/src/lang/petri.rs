//! Petri nets, and nets with transfers, resets, inhibitor arcs and broadcasts (Acta'16, Section 9).
//!
//! Two notations have the same meaning: the format `.spec` of the tool mist, and a shorter one of ours.
//!
//! ```text
//! vars p1 p2                                     a1: -> p1 + p2
//! rules -> p1' = p1 + 1, p2' = p2 + 1;           init p1 = 0, p2 = 0
//! init p1 = 0, p2 = 0   target p1 >= 2           cover p1 >= 2
//! ```
//!
//! The way of a text: tokens (`token`), a [`Net`] (`spec`, `short`), clauses (`encode`, Sect. 9.2), and what
//! people see of it (`model`, `play`). The interpreter in `net` knows no clauses; it replays derivations. The
//! notations are described in `docs/petri.md`.

mod account;
mod encode;
mod flows;
mod model;
mod net;
mod picture;
mod play;
mod print;
mod short;
mod spec;
mod token;

pub use flows::{Flow, Flows};
pub use model::NetModel;
pub use net::{Action, Bounds, Marking, Net, Place, Region, Sum};
pub use print::{print_short, print_spec};

use super::common::limits::TEXT_LIMIT;
use super::common::report::{Report, end_of};
use super::{Diagnostic, FrontEnd, Model, Problem, house};
use crate::budget::Budget;

/// How a net is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// As mist has it: `vars`, `rules`, `init`, `target`.
    Spec,
    /// One line for each action.
    Short,
}

pub(super) const SPEC: FrontEnd = FrontEnd {
    name: "spec",
    aliases: &["mist"],
    title: "Petri nets in the format of mist: `vars`, `rules`, `init`, `target`",
    text: "Petri net",
    extensions: &["spec"],
    detects: spec::detects,
    detects_solution: |_| false,
    parse: |text, budget| problem(text, Notation::Spec, budget),
    model: Some(|text, _, budget| model(text, Notation::Spec, budget)),
    print: None,
    parse_solution: house::FRONT_END.parse_solution,
    print_solution: house::print_solution,
};

pub(super) const NET: FrontEnd = FrontEnd {
    name: "net",
    aliases: &["petri"],
    title: "Petri nets as in `a1: p1 + 2 p2 -> p3`",
    text: "Petri net",
    extensions: &["net"],
    detects: short::detects,
    detects_solution: |_| false,
    parse: |text, budget| problem(text, Notation::Short, budget),
    model: Some(|text, _, budget| model(text, Notation::Short, budget)),
    print: None,
    parse_solution: house::FRONT_END.parse_solution,
    print_solution: house::print_solution,
};

/// Reads a net and encodes it: whatever could be understood, and all that is wrong.
pub fn read(text: &str, notation: Notation, budget: &mut Budget) -> (NetModel, Vec<Diagnostic>) {
    let mut report = Report::new(text, budget);
    let end = end_of(text);
    if text.len() > TEXT_LIMIT {
        report.text_too_long();
        let model = NetModel::new(Net::default(), Problem::default(), notation);
        return (model, report.finish(end));
    }
    let tokens = token::tokens(text, &mut report);
    let net = match notation {
        Notation::Spec => spec::parse(text, &tokens, &mut report),
        Notation::Short => short::parse(text, &tokens, &mut report),
    };
    let problem = encode::encode(&net, end, &mut report);
    (NetModel::new(net, problem, notation), report.finish(end))
}

fn problem(text: &str, notation: Notation, budget: &mut Budget) -> (Problem, Vec<Diagnostic>) {
    let (model, diagnostics) = read(text, notation, budget);
    (model.into_problem(), diagnostics)
}

fn model(text: &str, notation: Notation, budget: &mut Budget) -> (Box<dyn Model>, Vec<Diagnostic>) {
    let (model, diagnostics) = read(text, notation, budget);
    (Box::new(model), diagnostics)
}

#[cfg(test)]
mod tests;
