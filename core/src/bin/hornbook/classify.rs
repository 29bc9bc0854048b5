//! `hornbook classify`: which fragment is this system in, and why not in the others?

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hornbook::horn::{Classification, ClauseSystem, Expansion, Fragment, NoExpansion, Violation};

use crate::input;

/// Classify Horn clauses: recursive or not, and which fragments of recursion-free clauses they are in.
///
/// For every fragment that they are not in, a witness says which clause or relation symbol breaks the
/// condition. Clauses are numbered from 1 in the order of the file.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The problem; `-` reads the standard input.
    file: PathBuf,
    /// Print JSON for programs.
    #[arg(long)]
    json: bool,
}

/// Expansions beyond this many clauses are not computed just to tell their size.
const EXPANSION_LIMIT: usize = 10_000;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let (problem, _) = match input::problem(&arguments.file) {
        Ok(read) => read,
        Err(code) => return code,
    };
    let (system, _) = ClauseSystem::from_problem(&problem);
    let classification = Classification::of(&system);
    let shown = if arguments.json {
        match serde_json::to_string_pretty(&classification) {
            Ok(json) => json + "\n",
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
    } else {
        describe(&system, &classification)
    };
    // A closed pipe is no reason to stop with a panic.
    match std::io::stdout().write_all(shown.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn describe(system: &ClauseSystem, classification: &Classification) -> String {
    let Classification { clauses, relations, queries, .. } = classification;
    let mut text = format!("clauses {clauses}, relation symbols {relations}, queries {queries}\n");
    match &classification.cycle {
        Some(cycle) => {
            let _ = writeln!(text, "recursive: {}", Violation::Recursive(cycle.clone()).describe(system));
        }
        None => text += "recursion-free\n",
    }
    for membership in &classification.fragments {
        if membership.fragment == Fragment::General {
            continue;
        }
        let is_news = |v: &Violation| !matches!(v, Violation::Recursive(_));
        let news: Vec<_> = membership.witnesses.iter().filter(|w| is_news(&w.violation)).collect();
        let answer = match (membership.holds, news.is_empty()) {
            (true, _) => "yes",
            (false, true) => "no, only because of the recursion",
            (false, false) => "no",
        };
        let _ = writeln!(text, "  {:<34}{answer}", membership.fragment.name());
        // That the system is recursive has been said above.
        for witness in news {
            let _ = writeln!(text, "      {}", witness.text);
        }
        if membership.more > 0 {
            let _ = writeln!(text, "      and {} more", membership.more);
        }
    }
    if !classification.is_recursive() && !classification.is(Fragment::ClauseDependenceDisjoint) {
        match Expansion::clause_dependence_disjoint(system, EXPANSION_LIMIT) {
            Ok(expansion) => {
                let copies: Vec<String> = expansion
                    .copies(system)
                    .iter()
                    .zip(system.relations())
                    .filter(|(copies, _)| copies.len() > 1)
                    .map(|(copies, relation)| format!("{} {} times", relation.name, copies.len()))
                    .collect();
                let clauses = expansion.clause_of.len();
                let _ = writeln!(
                    text,
                    "minimal clause-dependence disjoint expansion: {clauses} clauses, with {}",
                    copies.join(", ")
                );
            }
            Err(NoExpansion::TooLarge(reason)) => {
                let _ = writeln!(text, "clause-dependence disjoint expansion: {reason}");
            }
            Err(NoExpansion::Recursive(_)) => {}
        }
    }
    let _ = writeln!(text, "method: {}", classification.method.name());
    let _ = writeln!(text, "solvability: {}", classification.complexity.name());
    text
}
