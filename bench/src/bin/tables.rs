//! Tables of the papers for one's own folders: what every method takes for every problem, as Markdown, and
//! scatter plots; `cargo xtask bench tables FOLDER …` calls it.
//!
//! The first two methods are compared: refinements as in CAV'13, Fig. 4, the report, Fig. 4 and the thesis,
//! Fig. 5.10, the share of interpolation as in CAV'13, Sect. 6.2. With more methods the counts below each
//! folder are the columns of Acta'16, Table 1. Work is counted in steps and limited by steps, so that tables
//! are the same on every machine.
//!
//! ```text
//! | problem | cav13-ti | refinements | steps | interpolation | cav13-di | refinements | steps | interpolation |
//! | gcd     | C        | 3           | 4100  | 30.1 %        | C        | 3           | 4500  | 37.4 %        |
//! ```

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hornbook::budget::{Budget, Work};
use hornbook::engine::{Engine, Settings, Statistics, Verdict};
use hornbook::lang::{Language, parse};
use hornbook::settings::{Method, Preprocessing, RunSettings};
use hornbook_bench::problems::files;
use hornbook_bench::scatter::{Point, svg};

/// Steps for a problem and a method, unless `--steps` says otherwise.
const STEPS: u64 = 10_000_000;

/// What a method made of a problem.
struct Run {
    /// `C` for correct and `E` for erroneous, as the papers say it; `-` without a verdict.
    letter: &'static str,
    statistics: Statistics,
}

impl Run {
    fn is_solved(&self) -> bool {
        self.letter != "-"
    }
}

fn main() -> ExitCode {
    let (mut folders, mut steps, mut out): (Vec<PathBuf>, u64, Option<PathBuf>) = (Vec::new(), STEPS, None);
    let (mut names, mut prepared) = ("cav13-ti,cav13-di".to_owned(), false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--steps" => steps = arguments.next().and_then(|s| s.parse().ok()).unwrap_or(STEPS),
            "--methods" => names = arguments.next().unwrap_or_default(),
            "--prepared" => prepared = true,
            "--plots" => out = arguments.next().map(PathBuf::from),
            _ => folders.push(PathBuf::from(argument)),
        }
    }
    let methods: Vec<&Method> = names.split(',').filter_map(Method::named).collect();
    if folders.is_empty() || methods.len() != names.split(',').count() || methods.len() < 2 {
        eprintln!(
            "error: name folders with problems, and at least two methods (see `hornbook solve --help`)"
        );
        return ExitCode::FAILURE;
    }
    let mut contradiction = false;
    for folder in &folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut rows: Vec<(String, Vec<Run>)> = Vec::new();
        for file in files(folder) {
            let label = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let runs = methods.iter().filter_map(|method| solve(&file, method, prepared, steps)).collect();
            rows.push((label, runs));
        }
        rows.retain(|(label, runs)| {
            let is_whole = runs.len() == methods.len();
            if !is_whole {
                eprintln!("{name}/{label} cannot be read");
            }
            is_whole
        });
        for (label, runs) in &rows {
            let letters = |wanted: &str| runs.iter().any(|run| run.letter == wanted);
            if letters("C") && letters("E") {
                eprintln!("WRONG: {name}/{label} is both");
                contradiction = true;
            }
        }
        print!("{}", table(&name, &methods, &rows));
        if let Some(out) = &out
            && let Err(error) = plots(out, &name, &methods, &rows)
        {
            eprintln!("error: {}: {error}", out.display());
            return ExitCode::FAILURE;
        }
    }
    if contradiction { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The run of a problem by a method as published, or with clauses prepared first.
fn solve(file: &Path, method: &Method, prepared: bool, steps: u64) -> Option<Run> {
    let text = std::fs::read_to_string(file).ok()?;
    let (problem, _) = parse(&text, Language::detect(&text));
    let mut settings = RunSettings::on_command_line();
    method.apply(&mut settings);
    if prepared {
        settings.preprocessing = Preprocessing::Always;
    }
    let mut engine = Engine::new(problem, Settings::from(&settings));
    let mut budget = Budget::steps(steps);
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    let letter = match engine.verdict() {
        Some(Verdict::Safe(_)) => "C",
        Some(Verdict::Unsafe(..)) => "E",
        Some(Verdict::Stopped(_)) | None => "-",
    };
    Some(Run { letter, statistics: engine.statistics() })
}

fn table(name: &str, methods: &[&Method], rows: &[(String, Vec<Run>)]) -> String {
    let mut text = format!("## {name}\n\n| problem |");
    for method in methods {
        text += &format!(" {} | refinements | predicates | steps | interpolation |", method.name);
    }
    text += &format!("\n|---|{}\n", "---|---:|---:|---:|---:|".repeat(methods.len()));
    for (label, runs) in rows {
        text += &format!("| {label} |");
        for Run { letter, statistics } in runs {
            let Statistics { refinements, predicates, steps, .. } = statistics;
            let share = percent(statistics.work.of(Work::Interpolation), *steps);
            text += &format!(" {letter} | {refinements} | {predicates} | {steps} | {share} |");
        }
        text.push('\n');
    }
    text.push('\n');
    let all = rows.iter().filter(|(_, runs)| runs.iter().all(Run::is_solved)).count();
    for (i, method) in methods.iter().enumerate() {
        let count = |letter: &str| rows.iter().filter(|(_, runs)| runs[i].letter == letter).count();
        let common =
            rows.iter().filter(|(_, runs)| runs.iter().all(Run::is_solved)).map(|(_, runs)| &runs[i]);
        let (mut refinements, mut steps, mut interpolation) = (0, 0, 0);
        for run in common {
            refinements += run.statistics.refinements;
            steps += run.statistics.steps;
            interpolation += run.statistics.work.of(Work::Interpolation);
        }
        text += &format!(
            "- {}: {} of {} solved ({} C, {} E); on the {all} that all solve: {refinements} refinements, {steps} steps, {} of them interpolation\n",
            method.name,
            count("C") + count("E"),
            rows.len(),
            count("C"),
            count("E"),
            percent(interpolation, steps)
        );
    }
    text.push('\n');
    text
}

/// Scatter plots of the first two methods: refinements and steps.
fn plots(out: &Path, name: &str, methods: &[&Method], rows: &[(String, Vec<Run>)]) -> std::io::Result<()> {
    std::fs::create_dir_all(out)?;
    for what in ["refinements", "steps"] {
        let measure = |s: &Statistics| if what == "steps" { s.steps } else { s.refinements as u64 };
        let points: Vec<Point> = rows
            .iter()
            .map(|(label, runs)| {
                let count = |run: &Run| run.is_solved().then(|| measure(&run.statistics));
                Point { name: label.clone(), first: count(&runs[0]), second: count(&runs[1]) }
            })
            .collect();
        let text = svg(&format!("{name}: {what}"), methods[0].name, methods[1].name, &points);
        std::fs::write(out.join(format!("{name}-{what}.svg")), text)?;
    }
    Ok(())
}

fn percent(part: u64, whole: u64) -> String {
    let permille = u128::from(part) * 1000 / u128::from(whole.max(1));
    format!("{}.{} %", permille / 10, permille % 10)
}
