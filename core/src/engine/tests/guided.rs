//! Guided refinement on the examples: few refinements, and the same answers.

use super::*;
use crate::guide::InterpolationAbstraction;

macro_rules! example {
    ($name:literal) => {
        include_str!(concat!("../../../../static/examples/", $name, ".horn"))
    };
}

fn guided(abstraction: InterpolationAbstraction, strategy: Strategy) -> Settings {
    Settings { abstraction, ..settings(strategy) }
}

/// Where plain refinement runs for ever, or nearly so.
#[test]
fn the_problems_that_need_guidance_take_a_few_refinements() {
    let examples = [
        ("loop50", example!("loop50")),
        ("countdown", example!("countdown")),
        ("petri-pair", example!("petri-pair")),
        ("even", example!("even")),
        ("parity", example!("parity")),
    ];
    for (name, text) in examples {
        for strategy in ON_GRAPHS {
            for pipeline in [Pipeline::none(), Pipeline::default()] {
                let settings = Settings { pipeline, ..guided(InterpolationAbstraction::Auto, strategy) };
                let (engine, _) = solved(text, settings);
                assert_eq!(word(&engine), "safe", "{name}, {strategy:?}");
                let refinements = engine.statistics().refinements;
                assert!(refinements <= 10, "{name}, {strategy:?}: {refinements} refinements");
            }
        }
    }
}

/// Up to 50 the two grow together, then one of them falls: neither holds in every round, and no bound is
/// inductive by itself.
#[test]
fn loops_with_phases_take_a_few_refinements() {
    let text = "p(X, Y) :- X = 0, Y = 0.
        p(X + 1, Y + 1) :- p(X, Y), X < 50.
        p(X + 1, Y - 1) :- p(X, Y), X >= 50, Y > 0.
        false :- p(X, Y), Y < 0.
        false :- p(X, Y), Y <= 0, X > 0, X != 100.";
    for strategy in [Strategy::Tree, Strategy::Disjunctive, Strategy::Global] {
        let (engine, _) = solved(text, guided(InterpolationAbstraction::Auto, strategy));
        assert_eq!(word(&engine), "safe", "{strategy:?}");
        let refinements = engine.statistics().refinements;
        assert!(refinements <= 10, "{strategy:?}: {refinements} refinements");
    }
}

/// The same function twice. That equal arguments have equal values is inductive, and no linear term says it.
#[test]
fn what_a_query_asks_for_may_be_inductive() {
    let text = "f(A, B, C, D) :- A <= 0, B = 0, C <= 0, D = 0.
        f(A, B + A, C, D + C) :- f(A - 1, B, C - 1, D), A > 0, C > 0.
        false :- f(A, B, C, D), A = C, B != D.";
    let (engine, _) = solved(text, guided(InterpolationAbstraction::Auto, Strategy::Tree));
    assert_eq!(word(&engine), "safe");
    let refinements = engine.statistics().refinements;
    assert!(refinements <= 2, "{refinements} refinements");
}

#[test]
fn divisibility_is_preferred_to_cases() {
    for text in [example!("even"), example!("parity")] {
        let (engine, _) = solved(text, guided(InterpolationAbstraction::Auto, Strategy::Tree));
        let Some(Verdict::Safe(solution)) = engine.verdict() else { panic!("{:?}", engine.verdict()) };
        let text = house::print_solution(engine.problem(), solution.solution());
        assert_eq!(text.trim(), "q1(X, Y, Z) := 2 | Z.");
    }
}

/// Where `false` can be derived it is a matter of chance how many derivations that do not exist are ruled out
/// before; a few more are no harm.
#[test]
fn easy_problems_do_not_get_worse() {
    for text in [GCD, MERGE, GCD_BUG, example!("mccarthy91"), example!("merge-bug")] {
        let [plain, auto] = [InterpolationAbstraction::Off, InterpolationAbstraction::Auto]
            .map(|g| solved(text, guided(g, Strategy::Tree)).0);
        assert_eq!(word(&plain), word(&auto));
        let more = if word(&plain) == "unsafe" { 3 } else { 0 };
        let (plain, auto) = (plain.statistics().refinements, auto.statistics().refinements);
        assert!(auto <= plain + more, "{auto} > {plain}");
    }
}

#[test]
fn every_family_agrees_with_the_facts() {
    let families = [
        InterpolationAbstraction::Terms,
        InterpolationAbstraction::Octagons,
        InterpolationAbstraction::RelativeEquations,
        InterpolationAbstraction::RelativeInequalities,
        InterpolationAbstraction::User,
        InterpolationAbstraction::Auto,
    ];
    let safe = [GCD, MERGE, example!("countdown"), example!("dblabs"), example!("two-steps")];
    for family in families {
        for text in safe {
            assert_eq!(word(&solved(text, guided(family, Strategy::Tree)).0), "safe", "{family:?}: {text}");
        }
        for text in [GCD_BUG, example!("merge-bug")] {
            assert_eq!(word(&solved(text, guided(family, Strategy::Tree)).0), "unsafe", "{family:?}: {text}");
        }
    }
}

#[test]
fn templates_of_the_text_are_used() {
    let text = format!("{} :- template loop(I, X, J): X - I; J.", example!("loop50"));
    let (engine, events) = solved(&text, guided(InterpolationAbstraction::User, Strategy::Tree));
    assert_eq!(word(&engine), "safe");
    let refinements = engine.statistics().refinements;
    assert!(refinements <= 2, "{refinements} refinements");
    let loops = events.iter().find_map(|e| match e {
        Event::TemplatesChosen { loops, .. } => Some(loops.clone()),
        _ => None,
    });
    let texts: Vec<String> = loops
        .expect("told")
        .iter()
        .flat_map(|l| &l.templates)
        .map(|t| format!("{} {}", t.text(), t.cost))
        .collect();
    assert_eq!(texts, ["X - I 1", "J 1"]);
    let explored = events.iter().find_map(|e| match e {
        Event::Explored { chosen, steps, stopped, .. } => {
            Some((chosen.clone(), steps.len(), stopped.clone()))
        }
        _ => None,
    });
    let (chosen, steps, stopped) = explored.expect("told");
    assert_eq!((chosen, stopped), (vec![vec![0, 1]], None));
    assert!(steps > 1);
}

/// The search is part of the run: the same events again, and with many budgets as with one.
#[test]
fn guided_runs_are_reproducible() {
    for text in [example!("loop50"), example!("even"), GCD] {
        let run = || solved(text, guided(InterpolationAbstraction::Auto, Strategy::Tree)).1;
        let events = run();
        assert_eq!(events, run());
        let json = serde_json::to_string(&events).expect("serialisable");
        assert_eq!(serde_json::from_str::<Vec<Event>>(&json).expect("readable"), events);
    }
}
