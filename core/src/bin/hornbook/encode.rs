//! `hornbook encode`: the limits of recursion-free clauses, as clauses (extended report, App. B to D).

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use hornbook::formula::Sort;
use hornbook::horn::succinct::{Recursive, SuccinctExpansion};
use hornbook::horn::{ClauseSystem, Dependence};
use hornbook::lang::qbf::{self, QbfProblem};
use hornbook::lang::turing::{self, Machine, TuringProblem};
use hornbook::lang::{self, Language, Problem, printable};
use hornbook::recursion_free::{EXPANSION_LIMIT, Expansion, body_disjoint_size};

use crate::convert::languages;
use crate::limits::{self, Limits};
use crate::output::{Answer, complain};
use crate::{BAD_INPUT, input};

/// Print what the complexity proofs make of a formula, a machine or clauses.
///
/// `solve` takes the clauses; they are also what it makes of the formula or the machine itself.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// A quantified Boolean formula as clauses, which are safe if and only if it is false.
    Qbf {
        #[command(flatten)]
        common: Common,
    },
    /// A Turing machine as clauses, which are safe if and only if it does not halt within 2^N steps.
    Turing {
        #[command(flatten)]
        common: Common,
        /// Run it for two to the power of N steps, instead of what the file says.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=i64::from(turing::MOST_POWER)))]
        power: Option<u32>,
        /// Print a table instead: how many clauses the expansions have for each power up to that of the
        /// machine.
        #[arg(long)]
        growth: bool,
    },
    /// Recursion-free clauses as one formula with quantifiers, which is true if and only if they are unsafe;
    /// and its truth, by elimination from the inside out. Boolean ones are printed as `solve` takes them.
    Succinct {
        #[command(flatten)]
        common: Common,
    },
}

#[derive(Args)]
struct Common {
    /// The formula, machine or problem; `-` reads the standard input.
    file: PathBuf,
    /// The language of the clauses.
    #[arg(long, value_name = "LANGUAGE", value_parser = languages(), default_value = "horn")]
    to: Language,
    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let (What::Qbf { common } | What::Turing { common, .. } | What::Succinct { common }) = &arguments.what;
    let watch = common.limits.watch();
    let mut look = || watch.look();
    let mut budget = limits::budget(None, &mut look);
    let text = match input::read(&common.file, &mut budget) {
        Ok(text) => text,
        Err(unread) => return common.limits.unread(unread),
    };
    let problem = match &arguments.what {
        What::Qbf { .. } => {
            let (formula, diagnostics) = qbf::read(&text, &mut budget);
            if input::report(&common.file, &text, &diagnostics) {
                return ExitCode::from(BAD_INPUT);
            }
            QbfProblem::new(formula).problem
        }
        What::Turing { power, growth, .. } => {
            let (mut machine, diagnostics) = turing::read(&text, &mut budget);
            if input::report(&common.file, &text, &diagnostics) {
                return ExitCode::from(BAD_INPUT);
            }
            machine.power = power.unwrap_or(machine.power);
            if *growth {
                return table(&machine, &mut budget);
            }
            TuringProblem::new(machine).problem
        }
        What::Succinct { .. } => {
            let input = input::understand(&common.file, text, lang::Encoding::Standard, &mut budget);
            return match input {
                Ok(input) => succinct(&input.problem, &mut budget),
                Err(unread) => common.limits.unread(unread),
            };
        }
    };
    let mut answer = Answer::begin();
    answer.text(&lang::print(&problem, common.to));
    answer.finish(ExitCode::SUCCESS)
}

fn succinct(problem: &Problem, budget: &mut hornbook::budget::Budget) -> ExitCode {
    let expansion = match SuccinctExpansion::of(problem) {
        Ok(expansion) => expansion,
        Err(Recursive(name)) => {
            complain(format_args!("the clauses are recursive: {} depends on itself", printable(&name)));
            return ExitCode::from(BAD_INPUT);
        }
    };
    let mut answer = Answer::begin();
    let is_boolean = problem.relations.iter().all(|relation| relation.sorts.iter().all(|s| *s == Sort::Bool));
    if is_boolean && let Some(formula) = expansion.as_formula() {
        answer.text(&formula);
    } else {
        answer.line(expansion.prefix_text());
        for (i, part) in expansion.parts.iter().enumerate() {
            let and = if i == 0 { "" } else { "∧ " };
            let bodies = expansion.arena.show(part.bodies);
            answer.line(match part.guard {
                Some(guard) => {
                    format!("{and}({} → {bodies})", expansion.arena.show(guard).text().in_parentheses())
                }
                None => format!("{and}({bodies})"),
            });
        }
    }
    answer.line(format_args!("% quantifier alternations: {}", expansion.alternations()));
    match expansion.decide(budget) {
        Ok((truth, steps)) => {
            for step in steps {
                let quantifier = step.quantifier.sign();
                answer.line(format_args!(
                    "% without {quantifier} {}: {}",
                    step.symbols.join(", "),
                    step.formula
                ));
            }
            let verdict = if truth { "unsafe" } else { "safe" };
            answer.line(format_args!("% the formula is {truth}, so the clauses are {verdict}"));
            answer.finish(ExitCode::SUCCESS)
        }
        Err(reason) => {
            complain(format_args!("its truth is not known: {reason}"));
            answer.finish(ExitCode::from(limits::ENDED))
        }
    }
}

/// How the expansions grow with the power.
fn table(machine: &Machine, budget: &mut hornbook::budget::Budget) -> ExitCode {
    let mut answer = Answer::begin();
    answer.line("| n | clauses | body-disjoint expansion | CDD expansion |");
    answer.line("|---|---|---|---|");
    for power in 0..=machine.power {
        let problem = TuringProblem::new(Machine { power, ..machine.clone() }).problem;
        let (system, _) = ClauseSystem::from_problem(&mut problem.arena.clone(), &problem);
        let whole = body_disjoint_size(&Dependence::of(&system))
            .map_or_else(|_| "recursive".to_owned(), |size| size.to_string());
        let disjoint = match Expansion::identity(&system).expand(EXPANSION_LIMIT, budget) {
            Ok(found) => found.expansion.clause_of.len().to_string(),
            Err(reason) => format!("none: {reason}"),
        };
        answer.line(format_args!("| {power} | {} | {whole} | {disjoint} |", problem.clauses.len()));
    }
    answer.finish(ExitCode::SUCCESS)
}
