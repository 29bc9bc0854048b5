//! `hornbook convert`: a problem in the other language.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use hornbook::lang::{self, Language};

use crate::input;
use crate::limits::{self, Limits};
use crate::output::Answer;

/// Print a problem in another language.
///
/// The language of the file is told by its extension (.horn, .smt2) or by its first character.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The problem; `-` reads the standard input.
    file: PathBuf,
    /// The language to print.
    #[arg(long, value_name = "LANGUAGE", value_parser = languages())]
    to: Language,
    #[command(flatten)]
    limits: Limits,
}

/// The names of all languages.
pub(crate) fn languages() -> impl TypedValueParser<Value = Language> {
    let value = |language: &Language| {
        let front_end = language.front_end();
        PossibleValue::new(front_end.name).aliases(front_end.aliases).help(front_end.title)
    };
    let values = PossibleValuesParser::new(Language::ALL.iter().map(value));
    values.map(|name| Language::from_name(&name).unwrap_or_default())
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let watch = arguments.limits.watch();
    let mut look = || watch.look();
    let mut budget = limits::budget(None, &mut look);
    let (problem, _) = match input::problem(&arguments.file, &mut budget) {
        Ok(read) => read,
        Err(unread) => return arguments.limits.unread(unread),
    };
    let mut answer = Answer::begin();
    answer.text(&lang::print(&problem, arguments.to));
    answer.finish(ExitCode::SUCCESS)
}
