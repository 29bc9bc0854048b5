//! Running a script and printing its responses.

use std::path::PathBuf;
use std::process::ExitCode;

use hornbook::budget::Budget;
use hornbook::lang::smtlib::script::{self, Script};
use hornbook::script::{Options, Summary, run as run_script};

use crate::input::{self, Unread};
use crate::output::Answer;

/// Reads a script; its errors are printed.
pub(crate) fn read(file: &PathBuf, budget: &mut Budget) -> Result<Script, Unread> {
    let text = input::read(file, budget)?;
    let (script, diagnostics) = script::parse_within(&text, budget);
    budget.take(0).map_err(Unread::Ended)?;
    if input::report(file, &text, &diagnostics) { Err(Unread::Wrong) } else { Ok(script) }
}

/// Runs a script and prints all responses. Fails if an answer did not pass its check.
pub(crate) fn run(script: &mut Script, options: Options, stats: bool, budget: &mut Budget) -> ExitCode {
    let mut answer = Answer::begin();
    let summary = run_script(script, options, budget, |line| answer.line(line));
    if stats {
        answer.line(statistics(&summary));
    }
    answer.finish(if summary.rejected > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
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
