//! Models with other numbers and signs: encodings that say all of a model agree about it, and a derivation is
//! a run that the model's own interpreter accepts.

use hornbook::budget::Budget;
use hornbook::engine::{Engine, Settings, Verdict};
use hornbook::lang::{Encoding, Model, Severity, model, parse_model};
use hornbook::settings::RunSettings;
use hornbook_random::Random;

use super::{Case, damage, points};

/// Steps of work for one run; beyond, it has no verdict.
const STEPS: u64 = 300_000;

/// Steps of work for telling what a verdict says about the model.
const ACCOUNT_STEPS: u64 = 1_000_000;

pub(super) fn judge(random: &mut Random, case: &mut Case) -> Result<(), String> {
    let (language, text) = damage::model(random);
    case.input = text;
    let mut known: Option<(bool, Encoding)> = None;
    let mut encodings = vec![Encoding::Standard];
    while let Some(encoding) = encodings.pop() {
        let read = parse_model(&case.input, language, encoding, &mut Budget::unlimited());
        let Some((model, diagnostics)) = read else { return Err("it is no model".to_owned()) };
        if diagnostics.iter().any(|d| d.severity == Severity::Error) {
            case.events.push("refused");
            return Ok(());
        }
        if encoding == Encoding::Standard {
            encodings.extend(model.encodings());
        }
        let is_safe = run(&*model, random, case).map_err(|message| format!("{encoding:?}: {message}"))?;
        let Some(is_safe) = is_safe else { continue };
        match known {
            Some((other, with)) if other != is_safe => {
                return Err(format!("safe = {is_safe} with {encoding:?}, safe = {other} with {with:?}"));
            }
            _ => known = Some((is_safe, encoding)),
        }
    }
    Ok(())
}

/// Whether the model is safe, if its clauses say so.
fn run(model: &dyn Model, random: &mut Random, case: &mut Case) -> Result<Option<bool>, String> {
    let problem = model.problem().clone();
    let mut engine = Engine::new(problem, Settings::from(&RunSettings::default()));
    let mut budget = Budget::steps(STEPS);
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    let mut account_budget = Budget::steps(ACCOUNT_STEPS);
    match engine.verdict() {
        Some(Verdict::Safe(solved)) => {
            case.events.push("safe");
            points::solution(engine.problem(), solved.solution(), random)?;
            let mut problem = engine.problem().clone();
            drop(model.reading(&mut problem, solved.solution(), &mut account_budget));
            Ok(Some(true))
        }
        Some(Verdict::Unsafe(derivation, _)) => {
            case.events.push("unsafe");
            points::derivation(engine.problem(), derivation)?;
            match model::account(model, derivation, &mut account_budget) {
                model::Account::Real(_) | model::Account::Untold(_) => Ok(Some(false)),
                model::Account::Refused(why) if account_budget.remaining() > 0 => {
                    Err(format!("the model refuses its derivation: {why}"))
                }
                model::Account::NoVerdict(_) | model::Account::Refused(_) => Ok(None),
            }
        }
        Some(Verdict::Stopped(stopped)) if !stopped.reason.is_resumable() => {
            Err(format!("stopped: {stopped}"))
        }
        Some(Verdict::Stopped(_)) | None => {
            case.events.push("stopped");
            Ok(None)
        }
    }
}
