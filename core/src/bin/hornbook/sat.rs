//! `hornbook sat`: satisfiability of quantifier-free formulae.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hornbook::lang::smtlib::script;
use hornbook::script::{Options, run as run_script};

use crate::{BAD_INPUT, input};

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
    let text = match input::read(&arguments.file) {
        Ok(text) => text,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(BAD_INPUT);
        }
    };
    let (mut script, diagnostics) = script::parse(&text);
    if input::report(&arguments.file, &text, &diagnostics) {
        return ExitCode::from(BAD_INPUT);
    }
    let options =
        Options { proofs: arguments.proof, minimal_cores: arguments.minimal_cores, steps: arguments.steps };
    let mut out = std::io::stdout().lock();
    let summary = run_script(&mut script, options, |line| {
        // A closed pipe is no reason to stop with a panic.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    });
    if arguments.stats {
        let s = summary.statistics;
        let _ = writeln!(
            out,
            "; queries {} steps {} decisions {} propagations {} conflicts {} restarts {} pivots {} branches {} cuts {} exact {}",
            summary.queries,
            summary.steps,
            s.decisions,
            s.propagations,
            s.conflicts,
            s.restarts,
            s.pivots,
            s.branches,
            s.cuts,
            s.exact
        );
    }
    if summary.rejected > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
