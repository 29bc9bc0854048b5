//! Counterexamples as clauses.

use super::*;
use crate::engine::{Engine, Event, Settings, Strategy, VerdictText};
use crate::horn::{Classification, ClauseSystem, Fragment};
use crate::interpolate::Policy;
use crate::lang::{self, Language};
use crate::recursion_free::{Solved, solve};

/// The clauses after they were printed and read again, in both languages.
fn reread(problem: &Problem) -> Problem {
    let [house, smtlib] = [Language::House, Language::SmtLib].map(|language| {
        let text = lang::print(problem, language);
        let (read, diagnostics) = lang::parse(&text, language);
        assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
        assert!(read.same_as(problem), "{text}");
        read
    });
    assert!(house.same_as(&smtlib));
    house
}

/// Does the system have a solution? It must be free of recursion.
fn is_solvable(problem: &Problem) -> (bool, Classification) {
    let mut arena = problem.arena.clone();
    let (system, _) = ClauseSystem::from_problem(&mut arena, problem);
    let classification = Classification::of(&arena, &system);
    assert!(!classification.is_recursive());
    let solved = solve(&mut arena, &system, Policy::default(), &mut Budget::steps(20_000_000)).unwrap();
    (matches!(solved, Solved::Solution(_)), classification)
}

/// The counterexample of Example 6 with its two beginnings shared is the system of CAV'13, Fig. 2.
#[test]
fn the_second_tree_of_gcd_is_the_published_approximation() {
    let positions =
        vec![position(&[(1, &[])]), position(&[(1, &[]), (2, &[0]), (3, &[0])]), position(&[(4, &[1])])];
    let export = ClauseExport::new(&problem(GCD), &Pipeline::none(), &mut Budget::unlimited()).unwrap();
    let shared = export.counterexample(&AndOrTree { positions }, &[]).unwrap();
    let clauses = |problem: &Problem| -> Vec<String> {
        let mut lines: Vec<String> =
            lang::print(problem, Language::House).lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let published = include_str!("../../../../static/examples/gcd-approximation.horn");
    let renamed = published.replace("gcd(", "gcd_2(").replace("gcd1(", "gcd(");
    assert_eq!(clauses(&shared), clauses(&problem(&renamed)));
    let (solvable, classification) = is_solvable(&reread(&shared));
    assert!(solvable && classification.is(Fragment::Linear) && !classification.is(Fragment::BodyDisjoint));
    // As a tree there is a copy for each use, and the system is body-disjoint.
    let tree = export.counterexample(&gcd_tree(), &[]).unwrap();
    let (solvable, classification) = is_solvable(&reread(&tree));
    assert!(solvable && classification.is(Fragment::BodyDisjoint));
    assert_eq!(tree.relations.len(), 3);
}

#[test]
fn what_does_not_fit_is_refused() {
    let export = ClauseExport::new(&problem(GCD), &Pipeline::none(), &mut Budget::unlimited()).unwrap();
    for positions in [
        vec![],
        vec![position(&[(9, &[])])],
        vec![position(&[(1, &[])]), position(&[(4, &[1])])],
        vec![position(&[(4, &[])]), position(&[(4, &[0])])],
        vec![position(&[(1, &[])]), position(&[(1, &[])])],
        vec![position(&[(1, &[])]), position(&[(1, &[])]), position(&[(4, &[1])])],
    ] {
        let tree = AndOrTree { positions };
        assert_eq!(export.counterexample(&tree, &[]).err(), Some(Unfit::Tree), "{tree}");
    }
}

/// Whatever a run refutes is a recursion-free system with a solution, and a real counterexample one without.
#[test]
fn spurious_counterexamples_are_solvable_systems() {
    let merge_bug = include_str!("../../../../static/examples/merge-bug.horn");
    let dblabs = include_str!("../../../../static/examples/dblabs.horn");
    let mccarthy = include_str!("../../../../static/examples/mccarthy91.horn");
    let (mut spurious, mut real, mut expanded) = (0, 0, 0);
    for text in [GCD, merge_bug, dblabs, mccarthy] {
        for strategy in Strategy::ALL {
            for pipeline in [Pipeline::none(), Pipeline::default()] {
                let problem = problem(text);
                let budget = &mut Budget::steps(3_000_000);
                let settings = Settings { strategy, pipeline, ..Settings::default() };
                let export = ClauseExport::new(&problem, &settings.pipeline_for(&problem), budget).unwrap();
                let mut engine = Engine::new(problem, settings);
                let mut at_hand = None;
                while engine.verdict().is_none() {
                    let known_safe = match engine.step(budget) {
                        Event::CounterexampleFound { tree } if !tree.is_open() => {
                            at_hand = Some(export.counterexample(&tree, &[]).unwrap());
                            continue;
                        }
                        Event::Expanded { expansion } => {
                            expanded += 1;
                            at_hand = Some(export.expansion(&expansion).unwrap());
                            continue;
                        }
                        Event::Refuted | Event::Verdict(VerdictText::Safe { .. }) => true,
                        Event::Verdict(VerdictText::Unsafe { .. }) => false,
                        _ => continue,
                    };
                    let Some(clauses) = at_hand.take() else { continue };
                    // Large ones take their time, and are no different.
                    if clauses.clauses.len() > 40 {
                        continue;
                    }
                    assert_eq!(is_solvable(&reread(&clauses)).0, known_safe);
                    if known_safe { spurious += 1 } else { real += 1 }
                }
            }
        }
    }
    assert!(spurious > 20 && real > 2 && expanded > 2, "{spurious} {real} {expanded}");
}
