//! What problems cost as they grow: steps, refinements and queries for n = 2, 4, 8, … of generated families;
//! `cargo xtask bench growth [--steps N] [--to N]` calls it. With `--print DIR` the clauses are written there
//! instead, for other solvers.
//!
//! ```text
//! | n | verdict | refinements | queries | steps | growth | CPU seconds | most of it |
//! | 2 | safe    | 1           | 9       | 6019  |        | 0.01        | exploration 41 % |
//! ```

use std::path::PathBuf;
use std::process::ExitCode;

use hornbook::budget::{Budget, Work};
use hornbook::engine::{Alternation, Settings, Statistics, Verdict};
use hornbook::lang::house;
use hornbook::settings::RunSettings;
use hornbook_bench::growth::{FAMILIES, Family};
use hornbook_bench::processor::{self, Of};

/// Steps for a problem, unless `--steps` says otherwise.
const STEPS: u64 = 200_000_000;
/// The largest number, unless `--to` says otherwise.
const LARGEST: usize = 64;

fn main() -> ExitCode {
    let (mut steps, mut largest, mut out): (u64, usize, Option<PathBuf>) = (STEPS, LARGEST, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--steps" => steps = value.parse().unwrap_or(STEPS),
            "--to" => largest = value.parse().unwrap_or(LARGEST),
            "--print" => out = Some(PathBuf::from(value)),
            _ => {
                eprintln!("error: the options are --steps N, --to N and --print DIR");
                return ExitCode::FAILURE;
            }
        }
    }
    let sizes: Vec<usize> =
        std::iter::successors(Some(2), |n| Some(n * 2)).take_while(|n| *n <= largest).collect();
    for family in FAMILIES {
        match &out {
            Some(folder) => {
                for n in &sizes {
                    let name = format!("{}-{n}.horn", family.name.replace(' ', "-"));
                    if let Err(error) = std::fs::write(folder.join(name), (family.clauses)(*n)) {
                        eprintln!("error: {}: {error}", folder.display());
                        return ExitCode::FAILURE;
                    }
                }
            }
            None => table(family, &sizes, steps),
        }
    }
    ExitCode::SUCCESS
}

fn table(family: Family, sizes: &[usize], steps: u64) {
    println!("## {}\n", family.name);
    println!("| n | verdict | refinements | queries | steps | growth | CPU seconds | most of it |");
    println!("|---:|---|---:|---:|---:|---:|---:|---|");
    let mut before = None;
    for n in sizes {
        let begin = processor::seconds(Of::Own);
        let (verdict, statistics, taken) = solve(&(family.clauses)(*n), steps);
        let seconds = match (begin, processor::seconds(Of::Own)) {
            (Some(begin), Some(end)) => format!("{:.2}", end - begin),
            _ => "not known".to_owned(),
        };
        let growth = before.map_or(String::new(), |before| ratio(taken, before));
        before = Some(taken);
        let (refinements, queries, most) = (statistics.refinements, statistics.checks, most(&statistics));
        println!("| {n} | {verdict} | {refinements} | {queries} | {taken} | {growth} | {seconds} | {most} |");
    }
    println!();
}

/// The verdict with all settings as they are, what the run that found it did, and the steps of all runs.
fn solve(text: &str, steps: u64) -> (&'static str, Statistics, u64) {
    let (problem, _) = house::parse(text);
    let settings = Settings::from(&RunSettings::on_command_line());
    let mut runs = Alternation::of(&problem, Alternation::by_default(&settings));
    let mut budget = Budget::steps(steps);
    while runs.verdict().is_none() {
        runs.step(&mut budget);
    }
    let verdict = match runs.verdict() {
        Some(Verdict::Safe(_)) => "safe",
        Some(Verdict::Unsafe(..)) => "WRONG",
        Some(Verdict::Stopped(_)) | None => "-",
    };
    (verdict, runs.into_run().statistics(), budget.used())
}

/// By how much a count is larger than another, with one decimal.
fn ratio(count: u64, before: u64) -> String {
    let tenths = u128::from(count) * 10 / u128::from(before.max(1));
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The two kinds of work with the most steps.
fn most(statistics: &Statistics) -> String {
    let mut kinds: Vec<(Work, u64)> = statistics.work.iter().collect();
    kinds.sort_by_key(|(_, steps)| std::cmp::Reverse(*steps));
    let share = |(work, _): &(Work, u64)| {
        let permille = statistics.work.permille(*work);
        format!("{} {} %", work.name(), permille / 10)
    };
    kinds.iter().take(2).map(share).collect::<Vec<_>>().join(", ")
}
