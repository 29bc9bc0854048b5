//! Solutions are validated and derivations replayed by the engine's tests; here is what the search itself
//! promises: lemmas that hold in their frames, facts that are derived, work that can be cut short.

use super::{End, News, Reachability};
use crate::budget::Budget;
use crate::formula::{Arena, LinearTerm};
use crate::horn::ClauseSystem;
use crate::lang::house;
use crate::solver::{Answer, Solver, Unknown};

fn system(text: &str) -> (Arena, ClauseSystem) {
    let (problem, diagnostics) = house::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut arena = problem.arena.clone();
    let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
    (arena, system)
}

/// Runs to the end, with pieces of work of at most this many steps, which double whenever one is cut short.
fn run(text: &str, first: u64) -> (Arena, ClauseSystem, Vec<News>, End, usize) {
    let (mut arena, mut system) = system(text);
    let mut search = Reachability::new(&mut arena, &system);
    let (mut news, mut steps, mut cut) = (Vec::new(), first, 0);
    loop {
        match search.step(&mut arena, &mut system, &mut Budget::steps(steps)) {
            Ok(progress) => {
                news.extend(progress.news);
                if let Some(end) = progress.end {
                    return (arena, system, news, end, cut);
                }
            }
            Err(Unknown::Budget) => {
                cut += 1;
                steps *= 2;
                assert!(cut < 40, "{text}");
            }
            Err(other) => panic!("{other:?}"),
        }
    }
}

/// A loop through a chain of relation symbols.
const CHAIN: &str = "a(0, 0). b(X, Y) :- a(X, Y). c(X, Y) :- b(X, Y). d(X, Y) :- c(X, Y).
    a(X + 1, Y + 1) :- d(X, Y). false :- d(X, Y), X > Y.";

#[test]
fn a_round_of_a_loop_is_one_frame() {
    let (mut arena, system, news, end, _) = run(CHAIN, u64::MAX);
    assert_solution(&mut arena, &system, &end);
    let frames = news.iter().filter(|news| matches!(news, News::Opened { .. })).count();
    assert!(frames <= 2, "{news:?}");
}

/// Of what is known to hold the search takes what it needs, and what that follows from.
#[test]
fn facts_that_exclude_an_obligation_become_lemmas_with_their_reasons() {
    let (mut arena, mut system) = system(CHAIN);
    let mut search = Reachability::new(&mut arena, &system);
    let mut facts = Vec::new();
    for relation in system.relation_ids() {
        let [x, y] = [0, 1].map(|i| LinearTerm::symbol(system[relation].parameters()[i]));
        facts.push(vec![arena.equal(&x, &y), arena.le(&-&x)]);
    }
    search.assume(facts);
    let mut news = Vec::new();
    let end = loop {
        let progress = search.step(&mut arena, &mut system, &mut Budget::unlimited()).unwrap();
        news.extend(progress.news);
        if let Some(end) = progress.end {
            break end;
        }
    };
    assert_solution(&mut arena, &system, &end);
    let mut lemmas = Vec::new();
    for news in &news {
        match news {
            News::Learnt { relation, lemma, .. } => {
                lemmas.push((relation.index(), arena.show(*lemma).to_string()));
            }
            News::Reached { .. } => panic!("{news:?}"),
            _ => {}
        }
    }
    lemmas.sort_unstable();
    assert_eq!(lemmas, [0, 1, 2, 3].map(|relation| (relation, "X = Y".to_owned())));
}

/// Is the assignment a solution, asked of a solver of its own?
fn assert_solution(arena: &mut Arena, system: &ClauseSystem, end: &End) {
    let End::Solution(solution) = end else { panic!("{end:?}") };
    for clause in system.clauses() {
        let parts = solution.negated_clause(arena, system, clause);
        let answer = Solver::new().check(arena, &parts, &mut Budget::unlimited());
        assert!(matches!(answer, Answer::Unsat(_)), "{clause:?}");
    }
}

const RELATIONAL: &str = "p(X, Y) :- X = 0, Y = 0. p(X + 1, Y + 1) :- p(X, Y), Y < 1000000.
    false :- p(X, Y), X > Y.";
const NON_LINEAR: &str = "f(N, R) :- N <= 0, R = N. f(N, R) :- N > 0, f(N - 1, A), f(N - 2, B), R = A + B.
    false :- f(N, R), R > N.";
const DEEP: &str = "p(X) :- X = 0. p(X + 1) :- p(X). false :- p(X), X >= 30.";
const TREE: &str = "t(X) :- X = 1. t(X) :- t(Y), t(Z), X = Y + Z. false :- t(X), X = 11.";
const BOOLEANS: &str = "s(A, B, X) :- A, !B, X = 0. s(C, D, Y) :- s(A, B, X), (C <-> B), (D <-> A), Y = X.
    false :- s(A, B, X), (A <-> B). false :- s(A, B, X), X != 0.";

#[test]
fn sums_of_bounds_become_lemmas_about_relations() {
    let (mut arena, system, news, end, _) = run(RELATIONAL, u64::MAX);
    assert_solution(&mut arena, &system, &end);
    let relates_both =
        |news: &News| matches!(news, News::Learnt { lemma, .. } if arena.show(*lemma).to_string() == "X ≤ Y");
    assert!(news.iter().any(relates_both), "{news:?}");
}

#[test]
fn clauses_with_several_relation_symbols_in_their_bodies() {
    for text in [NON_LINEAR, BOOLEANS] {
        let (mut arena, system, _, end, _) = run(text, u64::MAX);
        assert_solution(&mut arena, &system, &end);
    }
}

#[test]
fn a_derivation_has_a_step_for_every_fact_that_it_needs() {
    let (.., end, _) = run(DEEP, u64::MAX);
    let End::Derivation(derivation) = end else { panic!("{end:?}") };
    assert_eq!(derivation.steps.len(), 32, "one for each number, and the query");
    let (.., news, end, _) = run(TREE, u64::MAX);
    let End::Derivation(derivation) = end else { panic!("{end:?}") };
    let twice = derivation.steps.iter().any(|step| step.premises.len() == 2);
    assert!(twice && news.iter().any(|news| matches!(news, News::Reached { .. })));
    for (at, step) in derivation.steps.iter().enumerate() {
        assert!(step.premises.iter().all(|premise| *premise < at));
    }
}

/// A lemma of frame `i` holds of what needs at most `i` clauses: the frame below does not lead out of it.
#[test]
fn lemmas_hold_in_their_frames() {
    for text in [RELATIONAL, NON_LINEAR] {
        let (mut arena, mut system, news, ..) = run(text, u64::MAX);
        let learnt = news.iter().filter_map(|news| match news {
            News::Learnt { relation, lemma, frame } => Some((*relation, *lemma, *frame)),
            _ => None,
        });
        let learnt: Vec<_> = learnt.collect();
        assert!(!learnt.is_empty());
        for (relation, lemma, frame) in &learnt {
            for clause in system.clauses().to_vec() {
                let Some(head) = clause.head.clone().filter(|head| head.relation == *relation) else {
                    continue;
                };
                // In frame 1 are the facts only.
                if *frame == 1 && !clause.body.is_empty() {
                    continue;
                }
                let mut parts = vec![clause.constraint, !system.at(&mut arena, &head, *lemma)];
                for atom in &clause.body {
                    for (about, known, up_to) in &learnt {
                        // The lemma itself may be needed below: it is found by induction.
                        if atom.relation == *about && *up_to + 1 >= *frame {
                            parts.push(system.at(&mut arena, atom, *known));
                        }
                    }
                }
                let answer = Solver::new().check(&mut arena, &parts, &mut Budget::unlimited());
                assert!(matches!(answer, Answer::Unsat(_)), "{text}: {lemma:?} in frame {frame}");
            }
        }
    }
}

#[test]
fn work_that_was_cut_short_is_done_again() {
    for text in [RELATIONAL, NON_LINEAR, DEEP, TREE] {
        let (.., whole, _) = run(text, u64::MAX);
        let (mut arena, system, _, pieces, cut) = run(text, 1);
        assert!(cut > 3, "{text}");
        assert_eq!(matches!(whole, End::Solution(_)), matches!(pieces, End::Solution(_)), "{text}");
        if matches!(pieces, End::Solution(_)) {
            assert_solution(&mut arena, &system, &pieces);
        }
    }
}
