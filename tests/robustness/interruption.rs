//! Whatever can take long looks at its watch, and ends with a reason when the watch says so.
//!
//! No clocks here: the watch looks every few steps, ends the work at some look, and what is asked for after
//! that is counted ([`Budget::overdrawn`]). Work that goes on regardless would ask for more and more.

use hornbook::budget::{Budget, Exhausted};
use hornbook::engine::{Alternation, Engine, Settings, StopReason, Strategy, Verdict};
use hornbook::guide::InterpolationAbstraction;
use hornbook::horn::{Classification, ClauseSystem, Pipeline};
use hornbook::interpolate::{Policy, Strength, separate};
use hornbook::lang::smtlib::script;
use hornbook::lang::{Definition, Problem, RelationId, Solution, parse, parse_within};
use hornbook::script::{Options, run as run_script};
use hornbook::validate;
use hornbook_tests::bombs::{BOMBS, Bomb, MODELS, SCRIPTS};

/// The size of the texts.
const SIZE: usize = 40;

/// The watch looks this often.
const DISTANCE: u64 = 64;

/// The looks at which it ends the work: early, when something is read or prepared, and later.
const LOOKS: [u64; 4] = [1, 4, 30, 200];

/// A piece of work may be counted after it is done, and may have a few things to put in order before it ends.
const PIECE: u64 = 20_000;

/// Does some work whose watch ends it at a look; says whether it did.
fn interrupted(looks: u64, work: impl FnOnce(&mut Budget)) -> Result<bool, String> {
    let mut left = looks;
    let mut watch = || {
        left = left.saturating_sub(1);
        (left == 0).then_some(Exhausted::Interrupted)
    };
    let mut budget = Budget::unlimited().with_interruption(&mut watch).looking_every(DISTANCE);
    work(&mut budget);
    if budget.overdrawn() > PIECE {
        return Err(format!("{} steps were asked for after the end", budget.overdrawn()));
    }
    Ok(budget.take(0).is_err())
}

fn report(failures: &[String]) {
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn problem(bomb: &Bomb) -> Problem {
    parse(&(bomb.text)(SIZE), bomb.language).0
}

/// The solution in which all relation symbols always hold.
fn everything(problem: &mut Problem) -> Solution {
    let mut solution = Solution::new();
    for (i, relation) in problem.relations.iter().enumerate() {
        let arena = &mut problem.arena;
        let parameters = relation.sorts.iter().map(|sort| arena.fresh_symbol("a", *sort)).collect();
        solution.insert(RelationId(i as u32), Definition { parameters, formula: arena.true_() });
    }
    solution
}

#[test]
fn reading_ends_when_the_watch_says_so() {
    let (mut failures, mut ended) = (Vec::new(), 0);
    for bomb in BOMBS.iter().chain(&MODELS) {
        let text = (bomb.text)(4 * SIZE);
        for looks in LOOKS {
            let work = |budget: &mut Budget| {
                let (_, diagnostics) = parse_within(&text, bomb.language, budget);
                if budget.take(0).is_err() {
                    assert!(
                        diagnostics.iter().any(|d| d.message.ends_with("interrupted")),
                        "{}: the end has a reason, {diagnostics:?}",
                        bomb.name
                    );
                }
            };
            match interrupted(looks, work) {
                Ok(has_ended) => ended += usize::from(has_ended),
                Err(message) => failures.push(format!("{} at look {looks}: {message}", bomb.name)),
            }
        }
    }
    report(&failures);
    assert!(ended > BOMBS.len(), "too few were interrupted at all: {ended}");
}

#[test]
fn runs_end_when_the_watch_says_so() {
    let (mut failures, mut ended) = (Vec::new(), 0);
    for bomb in &BOMBS {
        let problem = problem(bomb);
        for (strategy, is_prepared) in Strategy::ALL.into_iter().flat_map(|s| [(s, false), (s, true)]) {
            let pipeline = if is_prepared { Pipeline::default() } else { Pipeline::none() };
            let abstraction =
                if is_prepared { InterpolationAbstraction::Auto } else { InterpolationAbstraction::Off };
            let settings =
                Settings { strategy, pipeline, abstraction, look_ahead: is_prepared, ..Settings::default() };
            for looks in LOOKS {
                let work = |budget: &mut Budget| {
                    let mut engine = Engine::within(problem.clone(), settings.clone(), budget);
                    while engine.verdict().is_none() {
                        engine.step(budget);
                    }
                    let stopped = matches!(engine.verdict(), Some(Verdict::Stopped(stopped))
                        if stopped.reason == StopReason::Interrupted);
                    assert!(stopped || budget.overdrawn() == 0, "{}: the end has a reason", bomb.name);
                };
                match interrupted(looks, work) {
                    Ok(has_ended) => ended += usize::from(has_ended),
                    Err(message) => failures.push(format!(
                        "{} with {strategy:?}, prepared = {is_prepared}, at look {looks}: {message}",
                        bomb.name
                    )),
                }
            }
        }
    }
    report(&failures);
    assert!(ended > 8 * BOMBS.len(), "too few were interrupted at all: {ended}");
}

/// Preparing a run has a watch, too; whatever has none is done for small problems only.
#[test]
fn models_end_when_the_watch_says_so() {
    let (mut failures, mut ended) = (Vec::new(), 0);
    for bomb in &MODELS {
        let problem = problem(bomb);
        for looks in LOOKS {
            let work = |budget: &mut Budget| {
                let settings = Settings::default();
                let mut runs = Alternation::of(&problem, Alternation::by_default(&settings));
                while runs.verdict().is_none() {
                    runs.step(budget);
                }
            };
            match interrupted(looks, work) {
                Ok(has_ended) => ended += usize::from(has_ended),
                Err(message) => failures.push(format!("{} at look {looks}: {message}", bomb.name)),
            }
        }
    }
    report(&failures);
    assert!(ended > MODELS.len(), "too few were interrupted at all: {ended}");
}

#[test]
fn classification_and_judgements_of_solutions_end_when_the_watch_says_so() {
    let mut failures = Vec::new();
    for bomb in &BOMBS {
        let mut problem = problem(bomb);
        let mut arena = problem.arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
        let solution = everything(&mut problem);
        for looks in LOOKS {
            let classify = |budget: &mut Budget| drop(Classification::within(&arena, &system, budget));
            let judge = |budget: &mut Budget| {
                drop(validate::solution(&mut problem.clone(), &solution, budget));
            };
            for outcome in [interrupted(looks, classify), interrupted(looks, judge)] {
                failures.extend(outcome.err().map(|m| format!("{} at look {looks}: {m}", bomb.name)));
            }
        }
    }
    report(&failures);
}

#[test]
fn scripts_end_when_the_watch_says_so() {
    let (mut failures, mut ended) = (Vec::new(), 0);
    for bomb in &SCRIPTS {
        let text = (bomb.text)(SIZE);
        for looks in LOOKS {
            let work = |budget: &mut Budget| {
                let (mut script, _) = script::parse_within(&text, budget);
                let mut last = String::new();
                run_script(&mut script, Options::default(), budget, |line| last = line.to_owned());
                if budget.take(0).is_err() {
                    assert!(last.is_empty() || last.contains("interrupted"), "{}: {last}", bomb.name);
                }
            };
            match interrupted(looks, work) {
                Ok(has_ended) => ended += usize::from(has_ended),
                Err(message) => failures.push(format!("{} at look {looks}: {message}", bomb.name)),
            }
        }
    }
    report(&failures);
    assert!(ended > SCRIPTS.len(), "too few were interrupted at all: {ended}");
}

/// The check of a single interpolant is work like any other.
#[test]
fn single_interpolants_end_when_the_watch_says_so() {
    use hornbook::formula::{Arena, Formula, LinearTerm, Sort};
    let mut arena = Arena::new();
    let symbols: Vec<LinearTerm> =
        (0..200).map(|i| LinearTerm::symbol(arena.symbol(&format!("x{i}"), Sort::Int))).collect();
    let chain: Vec<Formula> = symbols.windows(2).map(|pair| arena.less(&pair[0], &pair[1])).collect();
    let (a, b) = chain.split_at(100);
    let back = arena.at_most(&symbols[199], &symbols[0]);
    let b: Vec<Formula> = b.iter().copied().chain([back]).collect();
    let policy = Policy::Proof(Strength::Strong);
    let mut all = 0;
    let mut count = || {
        all += 1;
        None
    };
    let mut whole = Budget::unlimited().with_interruption(&mut count).looking_every(DISTANCE);
    separate(&mut arena.clone(), a, &b, policy, &mut whole).unwrap();
    assert!(all > 20, "{all} looks");
    for looks in [1, all / 4, all / 2, all - all / 4, all] {
        let ended = interrupted(looks, |budget| {
            let separated = separate(&mut arena.clone(), a, &b, policy, budget);
            assert!(separated.is_err(), "interrupted at look {looks} of {all}");
        });
        assert_eq!(ended, Ok(true), "at look {looks} of {all}");
    }
}
