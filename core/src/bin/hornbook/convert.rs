//! `hornbook convert`: a problem in the other language.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use hornbook::lang::{Encoding, Language};
use hornbook::settings::Choice;

use crate::limits::{self, Limits};
use crate::output::{Answer, complain};
use crate::{BAD_INPUT, input};

/// Print a problem in another language.
///
/// The language of the file is told by its extension or by its text.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The problem; `-` reads the standard input.
    file: PathBuf,
    /// The language to print.
    #[arg(long, value_name = "LANGUAGE", value_parser = languages())]
    to: Language,
    /// How a model becomes clauses.
    #[arg(long, value_name = "ENCODING", value_parser = encodings(), default_value = Encoding::Standard.name())]
    encoding: Encoding,
    /// What to ask about a network of timed automata, as for `solve`.
    #[arg(long, value_name = "QUERY")]
    query: Option<String>,
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

/// The names of all encodings.
pub(crate) fn encodings() -> impl TypedValueParser<Value = Encoding> {
    let value = |encoding: &Encoding| PossibleValue::new(encoding.name()).help(encoding.value().sentence);
    let values = PossibleValuesParser::new(Encoding::ALL.iter().map(value));
    values.map(|name| Encoding::named(&name).unwrap_or_default())
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let watch = arguments.limits.watch();
    let mut look = || watch.look();
    let mut budget = limits::budget(None, &mut look);
    let read = input::read(&arguments.file, &mut budget);
    let input = match read
        .and_then(|text| input::asked(&arguments.file, text, arguments.query.as_deref(), &mut budget))
        .and_then(|text| input::understand(&arguments.file, text, arguments.encoding, &mut budget))
    {
        Ok(input) => input,
        Err(unread) => return arguments.limits.unread(unread),
    };
    let front_end = arguments.to.front_end();
    let text = input.model.as_ref().and_then(|model| model.translated(arguments.to));
    let Some(text) = text.or_else(|| front_end.print.map(|print| print(&input.problem))) else {
        let what = input.language.front_end().title;
        let is_long =
            arguments.to == Language::Nts && matches!(input.language, Language::Nts | Language::Program);
        let why = if is_long { ": its formulae would be too long" } else { "" };
        complain(format_args!("{what} can't be written as {}{why}", front_end.title));
        return ExitCode::from(BAD_INPUT);
    };
    let mut answer = Answer::begin();
    answer.text(&text);
    answer.finish(ExitCode::SUCCESS)
}
