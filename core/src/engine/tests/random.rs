use super::*;
use crate::testing::Random;

/// A small system with recursion, choices and bodies with two symbols.
pub(super) fn system(random: &mut Random) -> String {
    let mut text = String::new();
    let constant = |random: &mut Random| random.range(-2, 2);
    text += &format!("p(X, Y) :- X = {}, Y = {}.\n", constant(random), constant(random));
    let steps = ["X < 3", "X < Y", "Y >= 0", "2 | X", "X != Y", "X + Y <= 4"];
    for _ in 0..random.count(1, 2) {
        let guard = steps[random.count(0, steps.len() - 1)];
        let (dx, dy) = (random.range(-1, 2), random.range(-1, 2));
        text += &format!("p(X + {dx}, Y + {dy}) :- p(X, Y), {guard}.\n");
    }
    if random.chance(2) {
        text += &format!("q(X) :- p(X, Y), Y >= {}.\nq(X + Y) :- q(X), q(Y), X > Y.\n", constant(random));
    } else {
        text += "q(X) :- p(X, X).\n";
    }
    let bound = random.range(-5, 5);
    text + &match random.count(0, 3) {
        0 => format!("false :- q(X), X > {bound}.\n"),
        1 => format!("false :- p(X, Y), X - Y < {bound}.\n"),
        2 => format!("false :- q(X), p(X, Y), X + Y = {bound}.\n"),
        _ => format!("false :- p(X, Y), X > Y + {bound}.\nfalse :- q(X), X = 17.\n"),
    }
}

/// Whoever finds a verdict finds the same, and every verdict was checked on its way out of the engine.
#[test]
fn strategies_agree_on_random_systems() {
    let mut random = Random(5);
    let mut words = [0, 0, 0];
    for _ in 0..60 {
        let text = system(&mut random);
        let mut verdict: Option<&str> = None;
        for strategy in Strategy::ALL {
            for pipeline in [Pipeline::none(), Pipeline::default()] {
                let settings = Settings { pipeline, ..settings(strategy) };
                let mut engine = Engine::new(problem(&text), settings);
                run(&mut engine, 60_000);
                let found = word(&engine);
                words[["safe", "unsafe", "stopped"].iter().position(|w| *w == found).unwrap()] += 1;
                if let Some(Verdict::Stopped(stopped)) = engine.verdict() {
                    assert!(stopped.reason.is_resumable(), "{text}{strategy:?}: {stopped}");
                    continue;
                }
                assert_eq!(*verdict.get_or_insert(found), found, "{text}{strategy:?}");
            }
        }
    }
    assert!(words[0] > 40 && words[1] > 40, "{words:?}");
}

/// The same where no dag is written out as a tree, however small it is. Whatever is expanded, factored out
/// and copied on the way, the verdicts are those of the trees.
#[test]
fn dags_and_trees_agree_on_random_systems() {
    let mut random = Random(6);
    let (mut expanded, mut copied, mut found) = (0, 0, 0);
    for _ in 0..40 {
        let mut text = system(&mut random);
        // Bodies that use a symbol twice, and alternatives that meet again.
        let (a, b) = (random.range(-3, 3), random.range(-1, 1));
        text += "r(X, Y) :- p(X, Z), p(Y, W), X <= Y.\nr(X + 1, Y) :- q(X), p(Y, W).\n";
        text += &format!("false :- r(X, Y), r(Y, Z), X + Y + Z = {a}, Z > Y + {b}.\n");
        let mut verdict: Option<&str> = None;
        for strategy in [Strategy::Tree, Strategy::Disjunctive, Strategy::Global] {
            for written_out in [400, 0] {
                let settings =
                    Settings { written_out, choices_written_out: written_out, ..settings(strategy) };
                let mut engine = Engine::new(problem(&text), settings);
                let events = run(&mut engine, 30_000);
                expanded += events.iter().filter(|e| matches!(e, Event::Restructured { .. })).count();
                copied += events.iter().filter(|e| matches!(e, Event::SubtreesCopied { .. })).count();
                if let Some(Verdict::Stopped(stopped)) = engine.verdict() {
                    assert!(stopped.reason.is_resumable(), "{text}{strategy:?}: {stopped}");
                    continue;
                }
                found += 1;
                let word = word(&engine);
                assert_eq!(*verdict.get_or_insert(word), word, "{text}{strategy:?}");
            }
        }
    }
    assert!(expanded > 40 && copied > 20 && found > 100, "{expanded} {copied} {found}");
}

/// What was found for one problem does not pass as an answer to another.
#[test]
fn mutated_solutions_and_derivations_are_rejected() {
    let (engine, _) = solved(GCD, settings(Strategy::Tree));
    let Some(Verdict::Safe(safe)) = engine.verdict() else { panic!("{:?}", engine.verdict()) };
    let mut mutated = engine.problem().clone();
    let mut weaker = safe.solution().clone();
    for (relation, definition) in safe.solution().iter() {
        let mut definition = definition.clone();
        definition.formula = mutated.arena.true_();
        weaker.insert(relation, definition);
    }
    let mut budget = Budget::steps(STEPS);
    assert!(crate::validate::checked(&mut mutated, safe.solution(), &mut budget).is_some());
    assert!(crate::validate::checked(&mut mutated, &weaker, &mut budget).is_none(), "`true` solves nothing");
    for strategy in Strategy::ALL {
        let (engine, _) = solved(GCD_BUG, settings(strategy));
        let Some(Verdict::Unsafe(derivation, _)) = engine.verdict() else { panic!("{:?}", engine.verdict()) };
        for step in 0..derivation.steps.len() {
            let mut without = derivation.clone();
            without.steps.remove(step);
            assert!(check::derivation(engine.problem(), &without).is_err(), "without step {step}");
            let mut other = derivation.clone();
            other.steps[step].clause = crate::lang::ClauseId((other.steps[step].clause.0 + 1) % 4);
            assert!(check::derivation(engine.problem(), &other).is_err(), "another clause at step {step}");
            let mut empty = derivation.clone();
            empty.steps[step].valuation = crate::formula::Valuation::new();
            assert!(check::derivation(engine.problem(), &empty).is_err(), "no values at step {step}");
        }
    }
}
