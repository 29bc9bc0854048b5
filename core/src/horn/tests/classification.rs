//! What the papers say about the examples, and the witnesses for it.

use expect_test::expect;

use super::{clauses_in_arena, example, random_problem, system_in_arena};
use crate::horn::{Classification, Complexity, Fragment, Method};
use crate::testing::Random;

fn classify(text: &str) -> Classification {
    let (arena, system) = system_in_arena(text);
    Classification::of(&arena, &system)
}

fn texts(classification: &Classification, fragment: Fragment) -> Vec<String> {
    let membership = classification.fragments.iter().find(|m| m.fragment == fragment).unwrap();
    membership.witnesses.iter().map(|w| w.text.clone()).collect()
}

#[test]
fn mccarthy91_tree_is_tree_like_and_not_linear() {
    let classification = classify(example!("mccarthy91-tree"));
    assert_eq!(classification.fragment, Some(Fragment::TreeLike));
    assert!(classification.is(Fragment::BodyDisjoint) && classification.is(Fragment::HeadDisjoint));
    assert!(!classification.is(Fragment::Linear));
    assert_eq!(
        texts(&classification, Fragment::Linear),
        ["clause 6 has 2 relation symbols in its body: r5 and rf"]
    );
    assert_eq!(classification.method, Method::TreeInterpolation);
    assert_eq!(classification.complexity, Complexity::CoNp);
}

#[test]
fn dblabs_is_clause_dependence_disjoint_only() {
    let classification = classify(example!("dblabs"));
    assert_eq!(classification.fragment, Some(Fragment::ClauseDependenceDisjoint));
    assert_eq!(
        texts(&classification, Fragment::Linear),
        ["clause 7 has 2 relation symbols in its body: l9 and dbl"]
    );
    assert_eq!(texts(&classification, Fragment::BodyDisjoint), ["l4 is in the bodies of clauses 3 and 4"]);
    assert_eq!(texts(&classification, Fragment::HeadDisjoint), ["l9 is in the heads of clauses 5 and 6"]);
    assert_eq!(classification.method, Method::SolveCdd);
}

#[test]
fn two_steps_is_in_no_fragment() {
    let classification = classify(example!("two-steps"));
    assert_eq!(classification.fragment, Some(Fragment::General));
    let witness = ["r occurs more than once in the body of clause 3"];
    assert_eq!(texts(&classification, Fragment::ClauseDependenceDisjoint), witness);
    assert_eq!(texts(&classification, Fragment::BodyDisjoint), witness);
    assert_eq!(classification.method, Method::Expansion);
    assert_eq!(classification.complexity, Complexity::CoNexptime);
}

#[test]
fn other_examples() {
    let path = classify(example!("loop50-path"));
    assert_eq!(path.fragment, Some(Fragment::Binary));
    assert!(Fragment::ALL.iter().all(|f| path.is(*f)));
    let gcd = classify(example!("gcd"));
    assert!(gcd.is_recursive());
    assert_eq!(gcd.method, Method::PredicateAbstraction);
    assert_eq!(gcd.complexity, Complexity::Undecidable);
    assert_eq!(texts(&gcd, Fragment::Linear), ["gcd depends on itself by clause 2"]);
    let mccarthy = classify(example!("mccarthy91"));
    assert_eq!(texts(&mccarthy, Fragment::General), ["rf depends on itself by clause 6"]);
    let mutual = classify("p(X) :- q(X). q(X) :- r(X). r(X) :- p(X). false :- p(X).");
    expect!["p →(1) q →(2) r →(3) p is a cycle, with the numbers of the clauses in parentheses"]
        .assert_eq(&texts(&mutual, Fragment::General)[0]);
}

#[test]
fn sequences_and_dags() {
    let sequence = "p(X) :- X = 0. q(X) :- p(X). false :- q(X), X > 0.";
    assert_eq!(classify(sequence).fragment, Some(Fragment::Sequence));
    let dag = "p(X) :- X = 0. q(X) :- p(X). q(X) :- p(X), X > 1. false :- q(X), X > 0.";
    assert_eq!(classify(dag).fragment, Some(Fragment::Linear));
    let disjunctive = "p(X) :- X = 0. p(X) :- X = 1. q(X). false :- p(X), q(X).";
    assert_eq!(classify(disjunctive).fragment, Some(Fragment::BodyDisjoint));
}

/// The reading of Def. 5 that the file of the classification explains.
#[test]
fn a_sibling_that_the_other_depends_on_is_shared() {
    let classification = classify("q(X) :- X = 1. q(X) :- X = 2. p(X) :- q(X). false :- p(X), q(Y), X != Y.");
    assert_eq!(
        texts(&classification, Fragment::ClauseDependenceDisjoint),
        ["clause 4 has p and q in its body, and p depends on q"]
    );
    let classification = classify("r(X). p(X) :- r(X). q(X) :- r(X). false :- p(X), q(X).");
    assert_eq!(
        texts(&classification, Fragment::ClauseDependenceDisjoint),
        ["clause 4 has p and q in its body, which both depend on r"]
    );
}

/// The inclusions of Fig. 5.7 and of SHARA's Fig. 4.
#[test]
fn fragments_include_each_other() {
    use Fragment::{
        Binary, BodyDisjoint, ClauseDependenceDisjoint, General, HeadDisjoint, Linear, Sequence, TreeLike,
    };
    let drawn: usize = Fragment::ALL.iter().map(|fragment| fragment.above().len()).sum();
    let inclusions = [
        (Binary, Sequence),
        (Sequence, TreeLike),
        (Sequence, Linear),
        (TreeLike, BodyDisjoint),
        (TreeLike, HeadDisjoint),
        (Linear, ClauseDependenceDisjoint),
        (BodyDisjoint, ClauseDependenceDisjoint),
        (ClauseDependenceDisjoint, General),
        (HeadDisjoint, General),
    ];
    assert_eq!(drawn, inclusions.len());
    assert!(inclusions.iter().all(|(smaller, larger)| smaller.above().contains(larger)));
    let mut seen = [0; 8];
    for seed in 0..2000 {
        let problem = random_problem(&mut Random(seed));
        let (arena, system) = clauses_in_arena(&problem);
        let classification = Classification::of(&arena, &system);
        for (smaller, larger) in inclusions {
            assert!(!classification.is(smaller) || classification.is(larger), "seed {seed}: {smaller:?}");
        }
        for (i, membership) in classification.fragments.iter().enumerate() {
            assert_eq!(membership.holds, membership.witnesses.is_empty(), "seed {seed}");
            seen[i] += usize::from(membership.holds);
        }
    }
    // The random systems tell the fragments apart.
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}

/// CAV'13, Theorem 3: over the Booleans solvability is in PSPACE, and in co-NP where it is over the integers.
#[test]
fn boolean_systems_are_easier() {
    let general = "s(A, B) :- r(A, C), r(C, B). r(A, B) :- A, B. false :- s(A, B), A.";
    let declared = |text: &str| format!(":- relation r(bool, bool). :- relation s(bool, bool). {text}");
    let boolean = classify(&declared(general));
    assert_eq!((boolean.fragment, boolean.complexity), (Some(Fragment::HeadDisjoint), Complexity::Pspace));
    let linear = classify(&declared("s(A, B) :- r(A, B). r(A, B) :- A, B. false :- s(A, B), A."));
    assert_eq!((linear.is_boolean, linear.complexity), (true, Complexity::CoNp));
    let recursive = classify(&declared("r(A, B) :- r(B, A), s(A, B). s(A, B) :- A. false :- r(A, B)."));
    assert_eq!(recursive.complexity, Complexity::Exptime);
    // One integer in one constraint, and it is the other constraint language.
    let mixed = classify(&declared(&general.replace("A, B. false", "A, B, X > 1. false")));
    assert_eq!((mixed.is_boolean, mixed.complexity), (false, Complexity::CoNexptime));
    assert_eq!(classify(example!("two-steps")).complexity, Complexity::CoNexptime);
}
