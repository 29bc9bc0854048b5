//! `hornbook convert`: a problem in the other language.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use hornbook::lang::{self, Language};

use crate::input;

/// Print a problem in another language.
///
/// The language of the file is told by its extension (.horn, .smt2) or by its first character.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The problem; `-` reads the standard input.
    file: PathBuf,
    /// The language to print.
    #[arg(long, value_name = "LANGUAGE")]
    to: Target,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// Clauses as in `p(X) :- q(X), X > 0.`
    Horn,
    /// SMT-LIB 2 with the logic HORN.
    #[value(alias = "smt2")]
    Smtlib,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let (problem, _) = match input::problem(&arguments.file) {
        Ok(read) => read,
        Err(code) => return code,
    };
    let to = match arguments.to {
        Target::Horn => Language::House,
        Target::Smtlib => Language::SmtLib,
    };
    // A closed pipe is no reason to stop with a panic.
    match std::io::stdout().write_all(lang::print(&problem, to).as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
