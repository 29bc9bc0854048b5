//! Systems at the edges: large, wide, empty, without queries, without facts.

use super::{clauses_in_arena, example, problem, system_in_arena};
use crate::budget::Budget;
use crate::formula::Sort;
use crate::horn::{Classification, Fragment, Method, Pipeline};
use crate::lang::ClauseId;

/// A chain of clauses over symbols with many arguments; each one passes all but the first on.
pub(crate) fn chain(length: usize, arity: usize) -> String {
    let names: Vec<String> = (0..arity).map(|i| format!("X{i}")).collect();
    let rest = names[1..].join(", ");
    let mut text = format!("p0({}) :- X0 = 0, X1 = 3. ", names.join(", "));
    for i in 1..length - 1 {
        text += &format!("p{i}(X0 + 1, {rest}) :- p{}({}). ", i - 1, names.join(", "));
    }
    text + &format!("false :- p{}({}), X0 < X1.", length - 2, names.join(", "))
}

#[test]
fn a_thousand_clauses_with_fifty_arguments() {
    let problem = problem(&chain(1000, 50));
    let (arena, system) = clauses_in_arena(&problem);
    assert_eq!(system.clauses().len(), 1000);
    let classification = Classification::of(&arena, &system);
    assert_eq!(classification.fragment, Some(Fragment::Sequence));
    let prepared = Pipeline::default().run(&problem, &mut Budget::unlimited()).unwrap();
    // All of it is one clause once it is inlined, and that one says 998 < 3.
    assert!(prepared.system.clauses().is_empty());
}

#[test]
fn nothing_at_all() {
    let (arena, system) = system_in_arena("");
    let classification = Classification::of(&arena, &system);
    assert_eq!((classification.clauses, classification.relations), (0, 0));
    assert!(!classification.is(Fragment::Binary) && classification.is(Fragment::Sequence));
    assert_eq!(classification.method, Method::Trivial);
}

#[test]
fn queries_that_are_facts() {
    let problem = problem("false :- X > 3, X < 5. false :- X > 3, X < 4.");
    let prepared = Pipeline::default().run(&problem, &mut Budget::unlimited()).unwrap();
    // The second is contradictory, and tidying sees it.
    assert!(prepared.system.clauses().len() <= 2 && !prepared.system.clauses().is_empty());
}

#[test]
fn unused_unreachable_and_cyclic_symbols() {
    let text =
        ":- relation unused(int). a(X) :- b(X). b(X) :- a(X). p(X) :- X > 0. p(X) :- a(X). q(X) :- p(X).
                r(X) :- X > 0, false. false :- p(X), X < 0. false :- a(X). false :- r(X).";
    let problem = problem(text);
    let (arena, system) = clauses_in_arena(&problem);
    let classification = Classification::of(&arena, &system);
    assert_eq!(classification.relations, 5);
    assert!(classification.is_recursive());
    let prepared = Pipeline::none().run(&problem, &mut Budget::unlimited()).unwrap();
    assert_eq!(prepared.system.relations().len(), 6);
    let (reachable, _) =
        crate::horn::Pass::Unreachable.run(&mut problem.arena.clone(), &system, &mut Budget::unlimited());
    let names: Vec<&str> = reachable.relations().iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["p"]);
    let sources: Vec<usize> = reachable.clauses().iter().map(|c| c.sources[0].number()).collect();
    assert_eq!(sources, [3, 7]);
}

#[test]
fn normal_clauses_have_distinct_arguments() {
    let (arena, system) =
        system_in_arena("p(X, X, X + 1, 3) :- p(X, Y, Y, X), p(Y, X, 1, Z). false :- p(A, A, A, A).");
    for clause in system.clauses() {
        let mut arguments: Vec<_> = clause.atoms().flat_map(|a| a.arguments.clone()).collect();
        let count = arguments.len();
        arguments.sort_unstable();
        arguments.dedup();
        assert_eq!(arguments.len(), count);
    }
    assert_eq!(system.clauses()[1].sources, [ClauseId(1)]);
    // The second argument of the head is the first again, and its fourth is no variable.
    let names: Vec<&str> = system.relations()[0].parameters().iter().map(|p| arena.name(*p)).collect();
    assert_eq!(names, ["X", "Y", "A", "Z"]);
}

#[test]
fn parameters_have_the_names_of_the_text() {
    let (arena, system) = system_in_arena(example!("gcd"));
    let gcd = &system.relations()[0];
    let names: Vec<&str> = gcd.parameters().iter().map(|p| arena.name(*p)).collect();
    assert_eq!(names, ["M", "N", "R"]);
    assert!(gcd.parameters().iter().all(|p| arena.sort(*p) == Sort::Int));
}

#[test]
fn instances_share_only_what_they_are_given() {
    let (mut arena, system) = system_in_arena(example!("two-steps"));
    let third = crate::horn::SystemClauseId(2);
    let first = system.instantiate(&mut arena, third, None);
    let below = system.instantiate(&mut arena, crate::horn::SystemClauseId(0), Some(&first.body[0]));
    assert_eq!(below.head, first.body[0]);
    let other = system.instantiate(&mut arena, third, None);
    let shared = |a: &crate::horn::Instance, b: &crate::horn::Instance| {
        let of = |i: &crate::horn::Instance| [i.head.clone(), i.body.concat()].concat();
        of(a).iter().filter(|s| of(b).contains(s)).count()
    };
    assert_eq!(shared(&first, &other), 0);
    assert_eq!(shared(&first, &below), 2);
}
