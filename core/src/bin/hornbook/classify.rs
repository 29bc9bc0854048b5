//! `hornbook classify`: which fragment is this system in, and why not in the others?

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hornbook::horn::{Classification, ClauseSystem, Fragment, Violation};
use hornbook::lang::{Encoding, printable};

use crate::input::{self, Unread};
use crate::limits::{self, Limits};
use crate::output::Answer;
use hornbook::recursion_free::{ExpansionSize, GROWTH_LIMIT, Growth, Placement, UnwindingPlace};

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
    /// Print also how the expansions grow: with the levels below the queries, or with the depth of the
    /// unwinding if the clauses are recursive.
    #[arg(long)]
    growth: bool,
    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let watch = arguments.limits.watch();
    let mut look = || watch.look();
    let mut budget = limits::budget(None, &mut look);
    let read = input::read(&arguments.file, &mut budget)
        .and_then(|text| input::understand(&arguments.file, text, Encoding::Standard, &mut budget));
    let input = match read {
        Ok(input) => input,
        Err(unread) => return arguments.limits.unread(unread),
    };
    let problem = input.problem;
    let mut arena = problem.arena.clone();
    let classified = ClauseSystem::within(&mut arena, &problem, &mut budget).and_then(|(system, _)| {
        let classification = Classification::within(&arena, &system, &mut budget)?;
        Ok((system, classification))
    });
    let (system, classification) = match classified {
        Ok(found) => found,
        Err(reason) => return arguments.limits.unread(Unread::Ended(reason)),
    };
    let mut answer = Answer::begin();
    if arguments.json {
        answer.indented_json(&classification);
        return answer.finish(ExitCode::SUCCESS);
    }
    let placement = Placement::with(classification.clone(), &arena, &system, &mut budget);
    let placement = placement.unwrap_or_else(|reason| Placement {
        classification,
        expansion: Some(Err(arguments.limits.reason(reason))),
        unwindings: Vec::new(),
        growth: Growth::default(),
        succinct: None,
    });
    answer.text(&describe(&system, &placement));
    if !problem.complements.is_empty() {
        let names: Vec<&str> = problem.complements.iter().map(|id| problem.typed_name(*id)).collect();
        answer
            .line(format_args!("Horn after renaming (thesis, Def. 5.7.2): {}", printable(&names.join(", "))));
    }
    let ends = if placement.classification.is_recursive() { "no" } else { "yes" };
    answer.line(format_args!("well-founded (thesis, Def. 5.7.1 and Theorem 5.7.2): {ends}"));
    if arguments.growth {
        answer.text(&table(&placement.growth));
    }
    if let Some(model) = &input.model {
        for line in model.facts(&mut budget).lines(&input.text) {
            answer.line(printable(&line));
        }
    }
    answer.finish(ExitCode::SUCCESS)
}

fn describe(system: &ClauseSystem, placement: &Placement) -> String {
    let classification = &placement.classification;
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
    match &placement.expansion {
        None => {}
        Some(Ok(ExpansionSize { clauses, copies, is_minimal })) => {
            let minimal = if *is_minimal { "minimal " } else { "" };
            let copies: Vec<String> =
                copies.iter().map(|(name, count)| format!("{name} {count} times")).collect();
            let copies = copies.join(", ");
            let _ = writeln!(
                text,
                "{minimal}clause-dependence disjoint expansion: {clauses} clauses, with {copies}"
            );
        }
        Some(Err(reason)) => {
            let _ = writeln!(text, "clause-dependence disjoint expansion: {reason}");
        }
    }
    for UnwindingPlace { depth, clauses, fragment } in &placement.unwindings {
        let _ = writeln!(text, "unwinding to depth {depth}: {clauses} clauses, {}", fragment.name());
    }
    let _ = writeln!(text, "method: {}", classification.method.name());
    let _ = writeln!(text, "solvability: {}", classification.complexity.name());
    text
}

fn table(growth: &Growth) -> String {
    let mut text =
        "\n| n | clauses | body-disjoint expansion | CDD expansion |\n|---|---|---|---|\n".to_owned();
    for row in &growth.rows {
        let disjoint =
            row.disjoint.map_or_else(|| format!("more than {GROWTH_LIMIT}"), |size| size.to_string());
        let _ = writeln!(text, "| {} | {} | {} | {disjoint} |", row.n, row.clauses, row.body_disjoint);
    }
    let _ = writeln!(text, "\n{}", growth.sentence());
    text
}
