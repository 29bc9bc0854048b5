//! A small imperative language, with C's habits and the notation of thesis, Fig. 2.1.
//!
//! ```
//! use hornbook::lang::{Language, parse};
//! let (problem, diagnostics) = parse("int main() { int x = 3; assert(x > 2); }", Language::Program);
//! assert_eq!((problem.clauses.len(), diagnostics.len()), (3, 0));
//! ```
//!
//! The way of a text: what macros stand for (`expand`, `macros`), a syntax tree (`parser`, `statement`,
//! `expression`), a transition system (`translate`,
//! `lower`), clauses (`lang::nts`). The way back: a derivation is replayed on the system, and then executed
//! by an interpreter that knows only the syntax tree (`interpret`). Integers are mathematical: they never
//! wrap. The language is described in `docs/programs.md`.

mod expand;
mod expression;
mod interpret;
mod known;
mod lower;
mod macros;
mod order;
mod parser;
mod preprocess;
mod statement;
mod syntax;
mod translate;

use expand::Expanded;
pub use interpret::{Machine, Outcome};
pub use syntax::{
    Case, Comparison, Expr, ExprKind, Program, ProgramProcedure, Statement, StatementKind, VariableInfo,
};

use super::common::limits::TEXT_LIMIT;
use super::common::report::{Report, end_of};
use super::model::{Account, Picture, Reading};
use super::nts::{Nts, Replay, System};
use super::{
    Derivation, Diagnostic, Encoding, FrontEnd, Language, LineColumn, Model, Problem, Solution, Span, house,
};
use crate::budget::Budget;
use crate::formula::Value;

pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "imp",
    aliases: &["program", "c"],
    title: "programs as in `while (x > 0) x--;`",
    text: "Program",
    extensions: &["imp", "c", "i"],
    detects,
    detects_solution: |_| false,
    parse: |text, budget| {
        let (model, diagnostics) = read(text, Encoding::Standard, budget);
        (model.system.encoded.problem, diagnostics)
    },
    model: Some(|text, encoding, budget| {
        let (model, diagnostics) = read(text, encoding, budget);
        (Box::new(model), diagnostics)
    }),
    print: None,
    parse_solution: |text, problem: &mut Problem, budget| {
        (house::FRONT_END.parse_solution)(text, problem, budget)
    },
    print_solution: house::print_solution,
};

/// A program with its transition system and its clauses.
#[derive(Debug)]
pub struct ProgramModel {
    pub text: String,
    pub program: Program,
    pub system: System,
    /// The text after preprocessing, where that makes a difference: the places in the program are its own.
    expanded: Option<Expanded>,
}

/// Reads a program; what it holds is sound only if there is no error among the diagnostics.
pub fn read(text: &str, encoding: Encoding, budget: &mut Budget) -> (ProgramModel, Vec<Diagnostic>) {
    let mut report = Report::new(text, budget);
    let end = end_of(text);
    let mut program = Program::default();
    let mut nts = Nts::default();
    let mut expanded = None;
    if text.len() > TEXT_LIMIT {
        report.text_too_long();
    } else {
        expanded = expand::expanded(text, &mut report);
        let before = report.count();
        let source = expanded.as_ref().map_or(text, |expanded| &expanded.text);
        program = parser::parse(source, &mut report);
        if report.errors() == 0 {
            nts = translate::translate(source, &program, &mut report);
        }
        if let Some(expanded) = &expanded {
            report.move_since(before, |span| expanded.origin(span));
            nts.move_places(|span| expanded.origin(span));
        }
        if report.errors() > 0 || !report.affords_arguments(nts.arguments(), end) {
            nts = Nts::default();
        }
    }
    let system = System::of(nts, encoding, &mut report);
    (ProgramModel { text: text.to_owned(), program, system, expanded }, report.finish(end))
}

/// After comments, a program begins with a declaration, and somewhere it has a block.
fn detects(text: &str) -> bool {
    let rest = super::common::without_comments(text);
    if rest.starts_with("#include") || rest.starts_with("#define") || rest.starts_with("# 1 ") {
        return true;
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    let is_word =
        matches!(word, "def" | "procedure" | "proc" | "function" | "extern" | "typedef" | "struct" | "var")
            || parser::is_type_word(word);
    let name = after.trim_start();
    is_word
        && after.starts_with(char::is_whitespace)
        && name.starts_with(|c: char| c == '_' || c.is_alphabetic())
        && rest.contains('{')
}

impl ProgramModel {
    /// Where a run fails: the place of the assertion or of the error.
    fn failing(&self, replay: &Replay) -> Option<Span> {
        let (p, state, span) = if let Some((p, transition)) = replay.failing {
            let transition = &self.system.nts.procedures[p].transitions[transition];
            (p, transition.to, transition.span)
        } else {
            let main = self.system.nts.main;
            let states = &self.system.nts.procedures.get(main)?.states;
            let state = states.iter().position(|state| state.is_initial)?;
            (main, state, states[state].span)
        };
        let state = &self.system.nts.procedures[p].states[state];
        // An assertion is at its transition, an error at its state.
        Some(if state.name.starts_with("err_l") { state.span } else { span })
    }

    /// The place in the text of a place in the program.
    fn origin(&self, place: Span) -> Span {
        self.expanded.as_ref().map_or(place, |expanded| expanded.origin(place))
    }

    /// What fails, in a sentence.
    fn sentence(&self, span: Span) -> String {
        let line = LineColumn::of(&self.text, span.start).line;
        let words = self.text[span.start as usize..span.end as usize].split_whitespace();
        let words = super::common::shortened(&words.collect::<Vec<_>>().join(" "));
        if words.contains("assert") {
            format!("The assertion in line {line} fails: `{words}`.")
        } else {
            format!("The error in line {line} is reached: `{words}`.")
        }
    }
}

impl Model for ProgramModel {
    fn problem(&self) -> &Problem {
        &self.system.encoded.problem
    }

    fn picture(&self) -> Picture {
        self.system.picture()
    }

    fn reading(&self, problem: &mut Problem, solution: &Solution, _: &mut Budget) -> Reading {
        let reading = self.system.reading(problem, solution);
        Reading {
            sentence: "No assertion fails, for mathematical integers that never wrap.".to_owned(),
            notes: reading.notes,
        }
    }

    fn account(&self, derivation: &Derivation, budget: &mut Budget) -> Account {
        let replay = match self.system.replay(derivation, budget) {
            Ok(replay) => replay,
            Err(fault) => return Account::Refused(fault),
        };
        let Some(span) = self.failing(&replay) else {
            return Account::Refused("it does not say what fails".to_owned());
        };
        let mut sentence = self.sentence(span);
        let Some(asked) = &replay.asked else {
            sentence += " The run is too long to be executed by the interpreter of programs.";
            return Account::Real(self.system.run(&replay, sentence));
        };
        let mut answers = asked.iter();
        let mut answer = |_| answers.next().cloned();
        match Machine::of(&self.program).execute(&mut answer, budget) {
            Outcome::Failed(place) if self.origin(place) == span => {
                Account::Real(self.system.run(&replay, sentence))
            }
            Outcome::Exhausted => {
                sentence += " The run is too long to be executed by the interpreter of programs.";
                Account::Real(self.system.run(&replay, sentence))
            }
            outcome => {
                let values: Vec<String> = asked
                    .iter()
                    .take(20)
                    .map(|value| match value {
                        Value::Int(number) => number.to_string(),
                        Value::Bool(truth) => truth.to_string(),
                    })
                    .collect();
                Account::Refused(format!(
                    "the interpreter of programs ends with {outcome:?} for the values {}",
                    values.join(", ")
                ))
            }
        }
    }

    fn replays_rounds(&self) -> bool {
        true
    }

    fn translated(&self, language: Language) -> Option<String> {
        (language == Language::Nts).then(|| self.system.text())?
    }
}

#[cfg(test)]
mod tests;
