//! What is read is what is meant, and what is claimed about a network is true of it.

use super::*;
use crate::engine::{Engine, Settings, Verdict};
use crate::lang::model::Account;
use crate::lang::{Language, Severity};

mod examples;
mod figures;
mod messages;
mod random;
mod reading;
mod ticks;

const PEDESTRIAN: &str = include_str!("../../../../static/examples/pedestrian.xta");
const FISCHER: &str = include_str!("../../../../static/examples/fischer.xta");

/// Reads a network without errors.
fn network(text: &str, encoding: Encoding) -> Timed {
    let (model, diagnostics) = timed(text, encoding, &mut Budget::unlimited());
    assert!(diagnostics.iter().all(|d| d.severity != Severity::Error), "{diagnostics:?}\n{text}");
    model
}

/// What the solver says about a network.
#[derive(Debug)]
enum Answer {
    Safe(crate::lang::model::Reading),
    Unsafe(Account),
    Open,
}

fn solve(model: &Timed, steps: u64) -> Answer {
    let mut budget = Budget::steps(steps);
    let mut engine = Engine::within(model.problem().clone(), Settings::default(), &mut budget);
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    match engine.verdict() {
        Some(Verdict::Safe(solved)) => {
            let mut problem = engine.problem().clone();
            Answer::Safe(model.reading(&mut problem, solved.solution(), &mut Budget::unlimited()))
        }
        Some(Verdict::Unsafe(derivation, _)) => {
            Answer::Unsafe(model.account(derivation, &mut Budget::unlimited()))
        }
        _ => Answer::Open,
    }
}
