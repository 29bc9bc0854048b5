//! Running a script and printing its responses.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use hornbook::lang::smtlib::script::{self, Script};
use hornbook::script::{Options, Summary, run as run_script};

use crate::{BAD_INPUT, input};

/// Reads a script; its errors are printed and become the exit code.
pub(crate) fn read(file: &PathBuf) -> Result<Script, ExitCode> {
    let text = input::read(file).map_err(|message| {
        eprintln!("{message}");
        ExitCode::from(BAD_INPUT)
    })?;
    let (script, diagnostics) = script::parse(&text);
    if input::report(file, &text, &diagnostics) {
        return Err(ExitCode::from(BAD_INPUT));
    }
    Ok(script)
}

/// Runs a script and prints all responses. Fails if an answer did not pass its check.
pub(crate) fn run(script: &mut Script, options: Options, stats: bool) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let summary = run_script(script, options, |line| {
        // A closed pipe is no reason to stop with a panic.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    });
    if stats {
        let _ = writeln!(out, "{}", statistics(&summary));
    }
    if summary.rejected > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn statistics(summary: &Summary) -> String {
    let s = summary.statistics;
    format!(
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
    )
}
