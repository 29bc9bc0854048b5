//! What must be true of the examples, and of the odd ones out.

use super::*;
use crate::check;
use crate::horn::{Pass, Pipeline, SystemClauseId};
use crate::lang::{Problem, house};
use crate::solver::Budget;

mod accelerated;
mod alternation;
mod choices;
mod choices_text;
mod dags;
mod edges;
mod examples;
mod fragments;
mod guided;
mod header;
mod log;
mod moves;
mod nets;
mod published;
mod random;
mod random_moves;
mod resume;
mod sharing;
mod unwinding;
mod work;

/// The strategies that explore a graph.
const ON_GRAPHS: [Strategy; 4] = [Strategy::Tree, Strategy::Disjunctive, Strategy::Cdd, Strategy::Global];

/// Far more than any problem here needs.
const STEPS: u64 = 50_000_000;

const GCD: &str = include_str!("../../../static/examples/gcd.horn");
const GCD_BUG: &str = include_str!("../../../static/examples/gcd-bug.horn");
const MERGE: &str = include_str!("../../../static/examples/merge.horn");

fn problem(text: &str) -> Problem {
    let (problem, diagnostics) = house::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    problem
}

fn settings(strategy: Strategy) -> Settings {
    Settings { strategy, ..Settings::default() }
}

/// Runs to the end; the verdict is then in the engine.
fn run(engine: &mut Engine, steps: u64) -> Vec<Event> {
    let mut budget = Budget::steps(steps);
    let mut events = Vec::new();
    while engine.verdict().is_none() {
        events.push(engine.step(&mut budget));
    }
    events
}

fn solved(text: &str, settings: Settings) -> (Engine, Vec<Event>) {
    let mut engine = Engine::new(problem(text), settings);
    let events = run(&mut engine, STEPS);
    (engine, events)
}

/// The verdict in a word.
fn word(engine: &Engine) -> &'static str {
    match engine.verdict() {
        Some(Verdict::Safe(_)) => "safe",
        Some(Verdict::Unsafe(..)) => "unsafe",
        Some(Verdict::Stopped(_)) => "stopped",
        None => "none",
    }
}
