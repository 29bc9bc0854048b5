//! Solves recursion-free systems by interpolation and prints time and size of the interpolants;
//! `cargo xtask bench interpolation FOLDER …` calls it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use hornbook::formula::{Arena, Formula};
use hornbook::horn::{Assignment, Classification, ClauseSystem, Fragment};
use hornbook::interpolate::{Policy, Strength};
use hornbook::lang::{Language, parse};
use hornbook::recursion_free::{Solved, solve};
use hornbook::simplify::Measure;
use hornbook::solver::{Answer, Budget, Solver};
use hornbook_bench::problems::files;

/// The steps that one system may take.
const STEPS: u64 = 200_000_000;

fn main() -> ExitCode {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if folders.is_empty() {
        eprintln!("error: name the folders with recursion-free systems (.smt2 or .horn)");
        return ExitCode::FAILURE;
    }
    let policies = [
        ("simplest", Policy::Simplest),
        ("strong", Policy::Proof(Strength::Strong)),
        ("weak", Policy::Proof(Strength::Weak)),
    ];
    println!(
        "{:<44}{:<10}{:>9}{:>9}{:>12}{:>7}{:>10}{:>7}",
        "system", "policy", "symbols", "ms", "ms/symbol", "atoms", "max atoms", "bits"
    );
    let mut wrong = false;
    for folder in &folders {
        for file in files(folder) {
            for (name, policy) in policies {
                match measure(&file, policy) {
                    Ok(line) => println!("{:<44}{name:<10}{line}", label(&file)),
                    Err(message) => {
                        println!("{:<44}{name:<10}{message}", label(&file));
                        wrong |= message.starts_with("WRONG");
                    }
                }
            }
        }
    }
    if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn label(file: &Path) -> String {
    let folder = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    format!("{folder}/{}", file.file_stem().unwrap_or_default().to_string_lossy())
}

/// Solves one system; the solution is proved clause by clause outside of the time that counts.
fn measure(file: &Path, policy: Policy) -> Result<String, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let (problem, diagnostics) = parse(&text, Language::detect(&text));
    if let Some(first) = diagnostics.first() {
        return Err(first.message.clone());
    }
    let mut arena = problem.arena.clone();
    let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
    let classification = Classification::of(&arena, &system);
    if classification.is_recursive() {
        return Err("recursive".to_owned());
    }
    let start = Instant::now();
    let solved = solve(&mut arena, &system, policy, &mut Budget::steps(STEPS));
    let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
    match solved {
        Err(reason) => Err(format!("unsolved after {milliseconds:.0} ms: {reason:?}")),
        Ok(Solved::Derivable(_)) => Err(format!("derivable, {milliseconds:.0} ms")),
        Ok(Solved::Solution(assignment)) => {
            if !holds(&mut arena, &system, &assignment) {
                return Err("WRONG: a clause is not valid".to_owned());
            }
            let sizes: Vec<u64> =
                assignment.formulae.iter().map(|f| Measure::of(&arena, *f).literals).collect();
            let bits = assignment.formulae.iter().map(|f| largest(&arena, *f)).max().unwrap_or(0);
            let count = sizes.len().max(1);
            #[allow(clippy::cast_precision_loss)]
            let each = milliseconds / count as f64;
            let kind = if classification.is(Fragment::TreeLike) {
                "tree-like"
            } else if classification.is(Fragment::Linear) {
                "linear"
            } else if classification.is(Fragment::BodyDisjoint) {
                "body-disjoint"
            } else {
                "general"
            };
            Ok(format!(
                "{count:>9}{milliseconds:>9.1}{each:>12.2}{:>7}{:>10}{bits:>7}  {kind}",
                sizes.iter().sum::<u64>(),
                sizes.iter().max().copied().unwrap_or(0),
            ))
        }
    }
}

fn holds(arena: &mut Arena, system: &ClauseSystem, assignment: &Assignment) -> bool {
    system.clauses().iter().all(|clause| {
        let parts = assignment.negated_clause(arena, system, clause);
        matches!(Solver::new().check(arena, &parts, &mut Budget::steps(STEPS)), Answer::Unsat(_))
    })
}

/// The bits of the largest coefficient or constant.
fn largest(arena: &Arena, formula: Formula) -> u64 {
    let literals = arena.literals_of(formula);
    let terms = literals.iter().filter_map(|l| arena.node(*l).term());
    terms
        .flat_map(|t| t.summands().iter().map(|(_, a)| a.bits()).chain([t.constant_part().bits()]))
        .max()
        .unwrap_or(0)
}
