//! CEGAAR: what Sect. 4.4 and 4.5 of the thesis promise.

use super::*;
use crate::settings::Acceleration;

const EXAMPLES: [(&str, &str); 4] = [
    ("even", include_str!("../../../../static/examples/even.horn")),
    ("parity", include_str!("../../../../static/examples/parity.horn")),
    ("countdown", include_str!("../../../../static/examples/countdown.horn")),
    ("loop50", include_str!("../../../../static/examples/loop50.horn")),
];
const DEEP_BUG: &str = include_str!("../../../../static/examples/deep-bug.horn");

/// TI without templates and without looking ahead.
fn cegaar(delay: Option<usize>) -> Settings {
    Settings { acceleration: Acceleration::Dynamic, delay, ..settings(Strategy::Tree) }
}

fn outcomes(events: &[Event]) -> Vec<(&'static str, &'static str)> {
    let words = |event: &Event| {
        let Event::Accelerated { precision, outcome } = event else { return None };
        let precision = match precision {
            Precision::Exact => "exact",
            Precision::Over { .. } => "over",
            Precision::Under => "under",
        };
        let outcome = match outcome {
            SchemeOutcome::Infeasible { .. } => "infeasible",
            SchemeOutcome::Feasible { .. } => "feasible",
            SchemeOutcome::TooManyRounds { .. } => "too many",
            SchemeOutcome::Undecided => "undecided",
        };
        Some((precision, outcome))
    };
    events.iter().filter_map(words).collect()
}

/// Static acceleration replaces the loops before the run; what is found speaks of the clauses before.
#[test]
fn loops_are_accelerated_before_the_run() {
    let settings = || Settings {
        pipeline: crate::horn::Pipeline::default().with(crate::horn::Pass::AccelerateLoops),
        ..settings(Strategy::Tree)
    };
    for (name, text) in EXAMPLES {
        let (engine, events) = solved(text, settings());
        assert_eq!(word(&engine), "safe", "{name}");
        assert!(!events.iter().any(|event| matches!(event, Event::Accelerated { .. })), "{name}");
        // One step makes any number of rounds.
        assert!(engine.statistics().refinements <= 3, "{name}: {}", engine.statistics().refinements);
    }
    let (engine, _) = solved(DEEP_BUG, settings());
    assert_eq!(word(&engine), "unsafe");
    assert!(engine.statistics().refinements <= 2, "{}", engine.statistics().refinements);
    let deep = DEEP_BUG.replace("100", "100000");
    let (engine, _) = solved(&deep, settings());
    assert_eq!(word(&engine), "unsafe");
}

/// Loops that do one thing for each round, against their execution: static and dynamic acceleration.
#[test]
fn random_loops_are_as_executed() {
    let mut random = crate::testing::Random(0x7f4a_7c15_9e37_79b9);
    let mut counts = [0, 0];
    for _ in 0..40 {
        let mut number = |low: i32, count: usize| low + i32::try_from(random.below(count)).unwrap_or(0);
        let (start, bound, step) = (number(-3, 7), number(5, 16), number(1, 4));
        let (other, change) = (number(-5, 11), number(-3, 7));
        let (mut x, mut y) = (start, other);
        while x < bound {
            (x, y) = (x + step, y + change);
        }
        let wrong = if number(0, 2) == 0 { y } else { y + 1 };
        let text = format!(
            "p(X, Y) :- X = {start}, Y = {other}.\n\
             p(X1, Y1) :- p(X, Y), X < {bound}, X1 = X + {step}, Y1 = Y + {change}.\n\
             false :- p(X, Y), X >= {bound}, Y = {wrong}.\n"
        );
        let expected = if wrong == y { "unsafe" } else { "safe" };
        counts[usize::from(wrong == y)] += 1;
        let pipeline = crate::horn::Pipeline::none().with(crate::horn::Pass::AccelerateLoops);
        let (engine, _) = solved(&text, Settings { pipeline, ..settings(Strategy::Tree) });
        assert_eq!(word(&engine), expected, "{text}");
        let (engine, _) = solved(&text, cegaar(Some(0)));
        assert_eq!(word(&engine), expected, "{text}");
    }
    assert!(counts[0] > 10 && counts[1] > 10, "{counts:?}");
}

/// One accelerated refinement does for loops where refinement alone learns one round after the other.
#[test]
fn one_accelerated_refinement_is_enough() {
    for (name, text) in EXAMPLES {
        let (engine, events) = solved(text, cegaar(Some(0)));
        let outcomes = outcomes(&events);
        assert_eq!(word(&engine), "safe", "{name}");
        // For parity the first interpolant, before any round, is inductive already.
        let expected = usize::from(name != "parity");
        assert_eq!(outcomes, vec![("exact", "infeasible"); expected], "{name}");
    }
}

/// Sect. 4.1: a thousand rounds, with a loop in each that has no closure. What is accelerated and what is not
/// together take a few refinements.
#[test]
fn the_motivating_example_takes_a_few_refinements() {
    let (engine, events) = solved(include_str!("../../../../static/examples/thousand.horn"), cegaar(Some(0)));
    assert_eq!(word(&engine), "safe");
    assert!(engine.statistics().refinements < 10, "{}", engine.statistics().refinements);
    assert!(!outcomes(&events).is_empty());
}

#[test]
fn a_deep_fault_takes_as_many_refinements_as_the_delay() {
    for delay in 0..4 {
        let (engine, events) = solved(DEEP_BUG, cegaar(Some(delay)));
        assert_eq!(word(&engine), "unsafe");
        let refinements = engine.statistics().refinements;
        assert!(refinements <= delay + 2, "{refinements} with a delay of {delay}");
        let rounds = events.iter().find_map(|event| match event {
            Event::Accelerated { outcome: SchemeOutcome::Feasible { rounds }, .. } => Some(rounds.clone()),
            _ => None,
        });
        assert_eq!(rounds, Some(vec![crate::num::Int::from(100)]));
    }
}

/// The derivation has all steps and all are replayed; what is told leaves rounds out.
#[test]
fn a_very_deep_fault_is_told_in_few_steps() {
    let text = DEEP_BUG.replace("N = 100", "N = 100000");
    let (engine, events) = solved(&text, cegaar(Some(0)));
    let Some(Verdict::Unsafe(derivation, _)) = engine.verdict() else { panic!("{}", word(&engine)) };
    assert_eq!(derivation.steps.len(), 100_002);
    assert!(check::derivation(engine.problem(), derivation).is_ok());
    let Some(Event::Verdict(VerdictText::Unsafe { derivation, folded })) = events.last() else { panic!() };
    assert_eq!(derivation.len(), 4);
    assert_eq!(folded, &[FoldedRounds { before: 2, rounds: 99_998, steps: 99_998 }]);
    assert_eq!(derivation[2].values, [crate::formula::Value::Int(crate::num::Int::from(100_000))]);
}

/// More rounds than could be written down: two say how they go on, and the check sees that all of them do.
#[test]
fn faults_may_be_as_deep_as_numbers_are_large() {
    let text = DEEP_BUG.replace("N = 100", "N = 1000000000000");
    let (engine, events) = solved(&text, cegaar(Some(0)));
    let Some(Verdict::Unsafe(derivation, _)) = engine.verdict() else { panic!("{}", word(&engine)) };
    assert_eq!(derivation.length(), 1_000_000_000_002);
    let Some(Event::Verdict(VerdictText::Unsafe { folded, .. })) = events.last() else { panic!() };
    let rounds: u64 = folded.iter().map(|folded| folded.rounds).sum();
    assert!(rounds > 999_999_999_990, "{folded:?}");
    // Two values that swap places repeat every other round.
    let swaps = "p(X, Y, N) :- X = 0, Y = 1, N = 0. p(Y, X, N + 1) :- p(X, Y, N). \
                 false :- p(X, Y, N), N = 1000001, X = 1.";
    let (engine, _) = solved(swaps, cegaar(Some(0)));
    assert_eq!(word(&engine), "unsafe");
    // After inlining, a round is made of several clauses.
    let inlined = "p(X) :- X = 0. q(X + 1) :- p(X). p(X + 2) :- q(X), r(X). r(X) :- X >= 0. \
                   false :- p(X), X = 3000000.";
    let pipeline = crate::horn::Pipeline::default();
    let (engine, _) = solved(inlined, Settings { pipeline, ..cegaar(Some(0)) });
    let Some(Verdict::Unsafe(derivation, _)) = engine.verdict() else { panic!("{}", word(&engine)) };
    assert_eq!(derivation.length(), 3_000_002);
}

/// Whatever the check accepts of rounds that are not written down, it accepts when they are; also of
/// derivations that are not as the solver made them.
#[test]
fn rounds_that_are_accepted_are_derivations() {
    use crate::testing::Random;
    let mut random = Random(0x0dd5_eed5);
    let (mut accepted, mut rejected) = (0, 0);
    for round in 0..60 {
        let (x, y) = (random.range(-2, 3), random.range(-2, 3));
        let (sign, bound) = (random.pick(&["<", "!=", ">="]), random.range(-40, 400));
        let divisor = random.pick(&["", ", 2 | Y", ", 3 | X"]);
        let text = format!(
            "p(X, Y) :- X = 0, Y = 0. p(X + {x}, Y + {y}) :- p(X, Y), X {sign} {bound}{divisor}. \
             false :- p(X, Y)."
        );
        let problem = problem(&text);
        let symbols: Vec<_> =
            ["X", "Y"].map(|name| problem.arena.find_symbol(name, crate::formula::Sort::Int)).to_vec();
        let step = |clause: u32, n: i64, premises: Vec<usize>| {
            let mut valuation = crate::formula::Valuation::new();
            for (symbol, change) in symbols.iter().zip([x, y]) {
                valuation.set_int(symbol.unwrap(), n * change);
            }
            crate::lang::DerivationStep { clause: crate::lang::ClauseId(clause), valuation, premises }
        };
        let more = random.range(1, 200);
        let mut derivation = crate::lang::Derivation {
            steps: vec![
                step(0, 0, vec![]),
                step(1, 0, vec![0]),
                step(1, 1, vec![1]),
                step(1, more + 2, vec![2]),
                step(2, more + 3, vec![3]),
            ],
            repetitions: vec![crate::lang::Repetition { last: 3, period: 1, more: more.unsigned_abs() }],
        };
        let repetition = &mut derivation.repetitions[0];
        match round % 6 {
            0 => repetition.more += 1,
            1 => repetition.last = 2,
            2 => derivation.steps[3].premises = vec![1],
            _ => {}
        }
        let written = derivation.written_out(10_000).map(|all| check::derivation(&problem, &all).is_ok());
        if check::derivation(&problem, &derivation).is_ok() {
            assert_eq!(written, Some(true), "{text}");
            accepted += 1;
        } else {
            // Nothing that goes on steadily is refused.
            assert!(written != Some(true) || *sign == "!=" || (x, y) == (0, 0), "{text}");
            rejected += 1;
        }
    }
    assert!(accepted >= 8 && rejected >= 20, "{accepted} {rejected}");
}

#[test]
fn a_delay_for_ever_is_no_acceleration() {
    let more = [("gcd", GCD), ("gcd-bug", GCD_BUG), ("merge", MERGE)];
    for (name, text) in EXAMPLES.into_iter().chain(more) {
        let log = |settings: Settings| {
            let mut engine = Engine::new(problem(text), settings);
            let events = run(&mut engine, 3_000_000);
            serde_json::to_string(&events).unwrap()
        };
        let (never, off) = (log(cegaar(None)), log(settings(Strategy::Tree)));
        assert_eq!(never, off, "{name}");
    }
}

/// Two loops at one relation symbol: an octagon around both is tried first, and where it does not do, one
/// loop after the other in the order of the path.
#[test]
fn several_loops_are_approximated() {
    let phases = include_str!("../../../../static/examples/phases.horn");
    let (engine, events) = solved(phases, cegaar(Some(0)));
    assert_eq!(word(&engine), "safe");
    let outcomes = outcomes(&events);
    let over = outcomes.iter().position(|o| o.0 == "over");
    let under = outcomes.iter().position(|o| *o == ("under", "infeasible"));
    assert!(over.is_some() && over < under, "{outcomes:?}");
}

/// A cycle through two relation symbols has predicates at both.
#[test]
fn a_round_of_several_clauses_is_a_loop() {
    let text = "p(X) :- X = 0. q(X + 1) :- p(X). p(X + 2) :- q(X). false :- p(X), X = 100.";
    let (engine, events) = solved(text, cegaar(Some(0)));
    assert_eq!((word(&engine), &outcomes(&events)[..1]), ("safe", &[("exact", "infeasible")][..]));
    let text = text.replace("X = 100", "X = 300");
    let (engine, _) = solved(&text, cegaar(Some(0)));
    assert_eq!(word(&engine), "unsafe");
}

/// A loop without a closure is taken by the closure of an octagon around it (Sect. 4.5.2). Where that is too
/// weak, as here, the counterexample is refuted as it is.
#[test]
fn what_has_no_closure_is_approximated() {
    let doubles = "p(X) :- X = 1. p(2*X) :- p(X), X >= 1. false :- p(X), X = 100.";
    let mut engine = Engine::new(problem(doubles), cegaar(Some(0)));
    let events = run(&mut engine, 2_000_000);
    assert!(outcomes(&events).contains(&("over", "feasible")), "{:?}", outcomes(&events));
    assert!(!events.iter().any(|event| matches!(event, Event::NotFolded { .. })));
    assert!(events.contains(&Event::Refuted));
    assert_ne!(word(&engine), "unsafe");
}

#[test]
fn what_forks_or_has_no_closure_is_left_alone_and_told_once() {
    let forks = "f(X) :- X = 1. f(X + Y) :- f(X), f(Y). false :- f(X), X = 7.";
    let doubles = "p(X) :- X = 1. p(2*X) :- p(X). false :- p(X), X = 100.";
    for (text, is_forked) in [(forks, true), (doubles, false)] {
        let mut engine = Engine::new(problem(text), cegaar(Some(0)));
        let events = run(&mut engine, 2_000_000);
        let told: Vec<&Event> = events.iter().filter(|e| matches!(e, Event::NotFolded { .. })).collect();
        let [Event::NotFolded { reason }] = told[..] else { panic!("{told:?}") };
        assert_eq!(matches!(reason, NotFolded::Forks), is_forked, "{reason:?}");
        assert!(outcomes(&events).is_empty());
    }
}

/// With and without acceleration: no verdict contradicts another.
#[test]
fn acceleration_agrees_with_refinement_on_random_loops() {
    use crate::testing::Random;
    let mut both = 0;
    for seed in 0..40 {
        let mut random = Random(seed);
        let (x, y) = (random.range(-3, 3), random.range(-3, 3));
        let mut text = format!("p(X, Y) :- X = {x}, Y = {y}.\n");
        for _ in 0..random.count(1, 2) {
            let (x, y, bound) = (random.range(0, 3), random.range(-1, 2), random.range(-5, 30));
            let sign = random.pick(&["<", ">=", "!="]);
            text += &format!("p(X + {x}, Y + {y}) :- p(X, Y), X {sign} {bound}.\n");
        }
        let (x, y, sum) = (random.range(-2, 2), random.range(-2, 2), random.range(-40, 40));
        text += &format!("false :- p(X, Y), {x}*X + {y}*Y = {sum}.");
        let verdict = |settings: Settings| {
            let mut engine = Engine::new(problem(&text), settings);
            run(&mut engine, 1_500_000);
            word(&engine)
        };
        let (with, without) =
            (verdict(cegaar(Some(usize::from(seed % 2 == 1)))), verdict(settings(Strategy::Tree)));
        if with != "stopped" && without != "stopped" {
            assert_eq!(with, without, "{text}");
            both += 1;
        }
    }
    assert!(both >= 20);
}
