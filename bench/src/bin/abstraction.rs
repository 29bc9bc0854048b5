//! Solves families of problems with every family of templates and lays the counts out like Acta'16, Table 1,
//! beside the counts of the paper; `cargo xtask bench abstraction FOLDER …` calls it.
//!
//! A folder is a family. If its parent has a `verdicts.csv` with the columns `file` (`FOLDER/NAME`) and
//! `verdict` (`sat`, `unsat` or empty), answers are compared with it, and one that contradicts it is printed
//! as `WRONG`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hornbook::budget::{Budget, Exhausted};
use hornbook::engine::{Engine, Settings, Verdict};
use hornbook::guide::InterpolationAbstraction;
use hornbook::lang::{Language, parse};
use hornbook::settings::{Choice, RunSettings};
use hornbook_bench::problems::files;

/// The columns of ours.
const COLUMNS: [InterpolationAbstraction; 6] = [
    InterpolationAbstraction::Off,
    InterpolationAbstraction::Terms,
    InterpolationAbstraction::Octagons,
    InterpolationAbstraction::RelativeEquations,
    InterpolationAbstraction::RelativeInequalities,
    InterpolationAbstraction::Auto,
];

/// Table 1: the folder, how many problems the family has there, and how many were solved, safe and unsafe
/// together, by Norm, ABS (1) to (4).
const PAPER: [(&str, usize, [usize; 5]); 5] = [
    ("HOLA", 46, [31, 41, 41, 42, 43]),
    ("reve", 72, [46, 59, 63, 64, 61]),
    ("RECUR", 18, [14, 14, 15, 14, 16]),
    ("MONNIAUX", 5, [2, 4, 5, 5, 4]),
    ("McMillanTacas06", 12, [11, 11, 12, 12, 12]),
];

/// Seconds for a problem, unless `--limit` says otherwise.
const LIMIT: f64 = 10.0;

fn main() -> ExitCode {
    let mut folders: Vec<PathBuf> = Vec::new();
    let (mut limit, mut only, mut verbose) = (LIMIT, None, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--limit" => limit = arguments.next().and_then(|s| s.parse().ok()).unwrap_or(LIMIT),
            "--only" => only = arguments.next(),
            "--verbose" => verbose = true,
            _ => folders.push(PathBuf::from(argument)),
        }
    }
    if folders.is_empty() {
        eprintln!("error: name the folders with problems (.smt2 or .horn)");
        return ExitCode::FAILURE;
    }
    let columns: Vec<InterpolationAbstraction> =
        COLUMNS.into_iter().filter(|of| only.as_deref().is_none_or(|only| only == of.name())).collect();
    let heads = columns.iter().map(|of| format!("{:>10}", of.name())).collect::<Vec<_>>().concat();
    println!("{:<18}{:>6}{heads}   the paper: of, Norm, ABS (1) to (4)", "family", "files");
    let mut wrong = false;
    for folder in &folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let known = verdicts(folder);
        let files = files(folder);
        let mut counts = vec![0; columns.len()];
        let mut seconds: Vec<Vec<f64>> = vec![Vec::new(); columns.len()];
        for file in &files {
            let label = format!("{name}/{}", file.file_name().unwrap_or_default().to_string_lossy());
            for (abstraction, (count, seconds)) in columns.iter().zip(counts.iter_mut().zip(&mut seconds)) {
                let column = abstraction.name();
                let start = Instant::now();
                let answer = solve(file, *abstraction, limit);
                let taken = start.elapsed().as_secs_f64();
                seconds.push(if answer.is_some() { taken } else { taken.max(limit) });
                if verbose {
                    println!("  {label:<52}{column:<10}{:<9}{taken:>8.2}", answer.unwrap_or("-"));
                }
                *count += usize::from(answer.is_some());
                if let (Some(answer), Some(known)) = (answer, known.get(&label))
                    && answer != known
                {
                    println!("WRONG: {label} is {known}, and {column} says {answer}");
                    wrong = true;
                }
            }
        }
        let counts = counts.iter().map(|n| format!("{n:>10}")).collect::<Vec<_>>().concat();
        let paper =
            PAPER.iter().find(|(folder, ..)| *folder == name).map_or_else(String::new, |(_, of, counts)| {
                let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                format!("   {of}: {}", counts.join(" "))
            });
        println!("{name:<18}{:>6}{counts}{paper}", files.len());
        let medians = seconds.iter_mut().map(|of| format!("{:>9.3}s", median(of)));
        println!("{:<24}{}", "  median", medians.collect::<String>());
    }
    if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// `sat` or `unsat`, proved or replayed; `None` if there is no verdict in time. The settings are those of
/// `hornbook solve`.
fn solve(file: &Path, abstraction: InterpolationAbstraction, limit: f64) -> Option<&'static str> {
    let text = std::fs::read_to_string(file).ok()?;
    let (problem, _) = parse(&text, Language::detect(&text));
    let limit = Duration::try_from_secs_f64(limit).ok()?;
    let start = Instant::now();
    let mut late = || (start.elapsed() >= limit).then_some(Exhausted::Interrupted);
    let mut budget = Budget::unlimited().with_interruption(&mut late);
    let settings = RunSettings { abstraction, ..RunSettings::on_command_line() };
    let mut engine = Engine::new(problem, Settings::from(&settings));
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    match engine.verdict() {
        Some(Verdict::Safe(_)) => Some("sat"),
        Some(Verdict::Unsafe(..)) => Some("unsat"),
        Some(Verdict::Stopped(_)) | None => None,
    }
}

/// The middle of some times; of an even number of them, the later one in the middle.
fn median(seconds: &mut [f64]) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied().unwrap_or(0.0)
}

/// What is known about the problems of a folder.
fn verdicts(folder: &Path) -> BTreeMap<String, String> {
    let Some(parent) = folder.parent() else { return BTreeMap::new() };
    let text = std::fs::read_to_string(parent.join("verdicts.csv")).unwrap_or_default();
    let pairs = text.lines().filter_map(|line| line.trim().rsplit_once(','));
    let known = pairs.filter(|(_, verdict)| *verdict == "sat" || *verdict == "unsat");
    known.map(|(file, verdict)| (file.to_owned(), verdict.to_owned())).collect()
}
