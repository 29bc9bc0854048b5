//! Networks of timed automata (Hojjat's thesis, chapter 6), in UPPAAL's XTA and XML.
//!
//! ```
//! use hornbook::lang::{self, Language};
//! let text = "clock x;\n\
//!             process Lamp() { state off, on { x <= 5 }; init off; trans off -> on { assign x = 0; }; }\n\
//!             system Lamp;\n\
//!             // query: A[] not (Lamp.on and x > 5)\n";
//! let (problem, diagnostics) = lang::parse(text, Language::Timed);
//! assert!(diagnostics.is_empty());
//! assert_eq!(problem.relations[0].name, "network");
//! ```
//!
//! The way of a text: tokens (`source`), syntax (`parser`, `expression`, `xml`, `question`), a network with
//! its names looked up and its templates instantiated (`value`, `build`, `network`), and clauses (`time`,
//! `encode`). The way back: solutions as local invariants (`reading`), derivations as timed traces
//! (`account`) that an interpreter has replayed (`interpret`, `explore`); the syntax as XTA (`print`). What
//! is read is described in `docs/timed.md`.

mod account;
mod build;
mod encode;
mod explore;
mod expression;
mod interpret;
mod model;
mod network;
mod parser;
mod picture;
mod print;
mod question;
mod reading;
mod scrutiny;
mod source;
mod syntax;
mod time;
mod trace;
mod value;
mod xml;

pub use self::question::{queries_of_file, with_query};

use self::build::Copies;
use self::model::Timed;
use self::parser::Parser;
use self::source::Source;
use self::syntax::Syntax;
use super::common::limits::TEXT_LIMIT;
use super::common::report::{Report, end_of};
use super::{Diagnostic, Encoding, FrontEnd, Model, Span, house};
use crate::budget::Budget;

pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "xta",
    aliases: &["timed", "uppaal"],
    title: "networks of timed automata",
    text: "Timed automata",
    extensions: &["xta", "xml", "ta"],
    detects,
    detects_solution: |_| false,
    parse: |text, budget| {
        let (model, diagnostics) = read(text, Encoding::Standard, budget);
        (model.problem().clone(), diagnostics)
    },
    model: Some(read),
    print: None,
    parse_solution: |text, problem, budget| (house::FRONT_END.parse_solution)(text, problem, budget),
    print_solution: house::print_solution,
};

/// A file of UPPAAL's XML format.
fn is_xml(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with("<?xml") || text.starts_with("<nta") || text.starts_with("<!DOCTYPE")
}

/// Is there a process and a line with the system?
fn detects(text: &str) -> bool {
    if is_xml(text) {
        return text.contains("<nta") && text.contains("<template");
    }
    let starts = |line: &str, word: &str| {
        line.trim_start().strip_prefix(word).is_some_and(|rest| rest.starts_with(char::is_whitespace))
    };
    text.lines().any(|line| starts(line, "process")) && text.lines().any(|line| starts(line, "system"))
}

fn read(text: &str, encoding: Encoding, budget: &mut Budget) -> (Box<dyn Model>, Vec<Diagnostic>) {
    let (model, diagnostics) = timed(text, encoding, budget);
    (Box::new(model), diagnostics)
}

fn timed(text: &str, encoding: Encoding, budget: &mut Budget) -> (Timed, Vec<Diagnostic>) {
    let mut report = Report::new(text, budget);
    let end = end_of(text);
    let mut model = Timed::new(encoding);
    if text.len() > TEXT_LIMIT {
        report.text_too_long();
    } else {
        understand(text, &mut model, &mut report);
    }
    (model, report.finish(end))
}

fn understand(text: &str, model: &mut Timed, report: &mut Report) {
    let mut syntax = Syntax::default();
    if is_xml(text) {
        xml::parse(text, report, &mut syntax);
    } else {
        Parser::new(&Source::whole(text), report).file(&mut syntax);
    }
    if let Some(query) = question::in_comments(text, report) {
        syntax.queries = vec![query];
    }
    if report.is_exhausted() {
        return;
    }
    let (network, question) = build::build(&syntax, Copies::Each, report);
    let edges: usize = network.automata.iter().map(|automaton| automaton.edges.len()).sum();
    // Each edge is compared with each other.
    let is_affordable = report.spend((edges as u64).saturating_mul(edges as u64), Span::default());
    if report.errors() == 0 && is_affordable {
        scrutiny::look(&network, report);
    }
    let unit = time::unit(&network, question.as_ref(), report);
    let mut family = None;
    if model.encoding == Encoding::Parameterised && report.errors() == 0 {
        family = Some(build::build(&syntax, Copies::Symbolic, report).0);
    }
    model.is_whole = report.errors() == 0;
    if let (Some(question), true) = (&question, model.is_whole) {
        model.encoded =
            Some(encode::encode(&network, family.as_ref(), question, unit, model.encoding, report));
        model.is_whole = report.errors() == 0;
    }
    model.unit = unit;
    model.syntax = syntax;
    model.network = network;
    model.family = family;
    model.question = question;
}

#[cfg(test)]
mod tests;
