//! `hornbook sat`: satisfiability of quantifier-free formulae.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hornbook::script::Options;

use crate::limits::{self, Limits};
use crate::script;

/// Answer the queries of an SMT-LIB 2 script over linear integer arithmetic (`QF_LIA`).
#[derive(Args)]
pub(crate) struct Arguments {
    /// The script; `-` reads the standard input.
    file: PathBuf,
    /// Say how long the proofs of unsat answers are. They are checked in any case, as are the models.
    #[arg(long)]
    proof: bool,
    /// Leave out of unsat cores whatever can be left out.
    #[arg(long)]
    minimal_cores: bool,
    /// Give up on a query after this many steps of work.
    #[arg(long, value_name = "N", value_parser = limits::steps, allow_negative_numbers = true)]
    steps: Option<u64>,
    #[command(flatten)]
    limits: Limits,
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
    let watch = arguments.limits.watch();
    let mut look = || watch.look();
    let mut budget = limits::budget(None, &mut look);
    match script::read(&arguments.file, &mut budget) {
        Ok(mut script) => script::run(&mut script, options, arguments.stats, &mut budget),
        Err(unread) => arguments.limits.unread(unread),
    }
}
