//! `hornbook accelerate`: what any number of rounds of each loop does.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hornbook::accelerate::{Closed, Transition, close, with_primes};
use hornbook::analysis::{Cycles, cycles, loop_heads};
use hornbook::budget::Budget;
use hornbook::formula::Arena;
use hornbook::horn::{ClauseSystem, SystemClauseId, SystemRelationId};
use hornbook::lang::printable;
use hornbook::solver::Unknown;

use crate::input::{self, Unread};
use crate::limits::{self, Limits};
use crate::output::{Answer, complain};

/// Tell what any number of rounds of each loop does: its closure.
///
/// For each cycle of clauses from a relation symbol back to it: what a round does, the class of relations
/// that it is in (translation, finite monoid, octagonal) or why there is none, and the closure. Values after
/// the rounds have a prime. Every closure is proved and checked: no round changes nothing, and one round more
/// is a round more.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The problem; `-` reads the standard input.
    file: PathBuf,
    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let watch = arguments.limits.watch();
    let mut look = || watch.look();
    let mut budget = limits::budget(None, &mut look);
    let (problem, _) = match input::problem(&arguments.file, &mut budget) {
        Ok(read) => read,
        Err(unread) => return arguments.limits.unread(unread),
    };
    let mut arena = problem.arena.clone();
    let (system, _) = match ClauseSystem::within(&mut arena, &problem, &mut budget) {
        Ok(made) => made,
        Err(reason) => return arguments.limits.unread(Unread::Ended(reason)),
    };
    let mut answer = Answer::begin();
    let heads = loop_heads(&system);
    if heads.is_empty() {
        answer.line("no loops");
    }
    for head in heads {
        if let Err(reason) = tell(&mut answer, &mut arena, &system, head, &mut budget) {
            complain(reason);
            return answer.finish(ExitCode::from(STOPPED));
        }
    }
    answer.finish(ExitCode::SUCCESS)
}

/// The exit code when a limit has ended the work.
const STOPPED: u8 = 3;

/// At most this many clauses are listed in one line.
const LISTED: usize = 50;

/// The loops of one relation symbol.
fn tell(
    answer: &mut Answer,
    arena: &mut Arena,
    system: &ClauseSystem,
    head: SystemRelationId,
    budget: &mut Budget,
) -> Result<(), Unknown> {
    let name = printable(&system[head].name).into_owned();
    // All clauses are looked at for cycles.
    budget.take(system.clauses().len() as u64)?;
    let Cycles { cycles, forks, is_cut } = cycles(system, head);
    for clauses in cycles {
        answer.line(format_args!("{name}: {}", numbers(&clauses)));
        let steps: Vec<Transition> = clauses.iter().filter_map(|c| system[*c].transition()).collect();
        let steps: Vec<&Transition> = steps.iter().collect();
        let Some(round) = Transition::composed(arena, &steps, budget)? else { continue };
        let parameters = system[head].parameters();
        let shown = with_primes(arena, round.formula, &round, parameters);
        answer.line(format_args!("  round: {}", arena.show(shown)));
        match close(arena, &round, budget)? {
            Err(reason) => answer.line(format_args!("  class: none, since {reason}")),
            Ok(Closed { cases }) => {
                for closure in cases {
                    answer.line(format_args!("  class: {}", closure.class.name()));
                    let formula = closure.reachable(arena, budget)?;
                    let formula = with_primes(arena, formula, &closure.relation, parameters);
                    answer.line(format_args!("  closure: {}", arena.show(formula)));
                }
            }
        }
    }
    if !forks.is_empty() {
        answer.line(format_args!("{name}: {} left alone, since derivations fork there", numbers(&forks)));
    }
    if is_cut {
        answer.line(format_args!("{name}: further cycles are not listed"));
    }
    Ok(())
}

fn numbers(clauses: &[SystemClauseId]) -> String {
    let numbers: Vec<String> = clauses.iter().take(LISTED).map(|c| c.number().to_string()).collect();
    let word = if clauses.len() == 1 { "clause" } else { "clauses" };
    let rest = match clauses.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{word} {}{rest}", numbers.join(", "))
}
