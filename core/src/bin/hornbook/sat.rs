//! `hornbook sat`: satisfiability of quantifier-free formulae.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hornbook::script::Options;

use crate::script;

/// Answer the queries of an SMT-LIB 2 script over linear integer arithmetic (`QF_LIA`).
#[derive(Args)]
pub(crate) struct Arguments {
    /// The script; `-` reads the standard input.
    file: PathBuf,
    /// Prove every unsat answer and say whether the proof was checked.
    #[arg(long)]
    proof: bool,
    /// Leave out of unsat cores whatever can be left out.
    #[arg(long)]
    minimal_cores: bool,
    /// Give up on a query after so many steps of work.
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Print the work done, as comments.
    #[arg(long)]
    stats: bool,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let options = Options {
        proofs: arguments.proof,
        minimal_cores: arguments.minimal_cores,
        steps: arguments.steps,
        ..Options::default()
    };
    match script::read(&arguments.file) {
        Ok(mut script) => script::run(&mut script, options, arguments.stats),
        Err(code) => code,
    }
}
