//! What the analysis says about the examples.

use expect_test::expect;

use crate::analysis::Analysis;
use crate::guide::*;
use crate::horn::ClauseSystem;
use crate::lang::house;
use crate::solver::{Answer, Budget, Solver};

/// The loops of a problem, with the templates that a family has for them.
fn described(text: &str, family: InterpolationAbstraction) -> String {
    let (problem, _) = house::parse(text);
    let mut arena = problem.arena.clone();
    let (mut system, _) = ClauseSystem::from_problem(&mut arena, &problem);
    let analysis = if family.is_published() { Analysis::of_changes } else { Analysis::of };
    let analysis = analysis(&mut arena, &mut system, &mut Budget::unlimited()).expect("unlimited");
    assert!(!analysis.incomplete);
    let mut described = String::new();
    for l in &analysis.loops {
        let suggestions = Suggestions::of(&mut arena, family, l);
        let texts: Vec<String> = suggestions
            .all
            .iter()
            .map(|s| format!("{} ({})", s.template.text(&arena, String::new()).text(), s.template.cost))
            .collect();
        described += &format!("{}: {}\n", system[l.head].name, texts.join(", "));
    }
    described
}

macro_rules! example {
    ($name:literal) => {
        include_str!(concat!("../../../../static/examples/", $name, ".horn"))
    };
}

#[test]
fn the_families_of_the_paper_for_its_own_example() {
    let of = |family| described(example!("loop50"), family);
    expect![[r#"
        loop: I (9), X (9), J (1)
    "#]]
    .assert_eq(&of(InterpolationAbstraction::Terms));
    expect![[r#"
        loop: I (6), X (6), J (1), X - I (2), I + X (7)
    "#]]
    .assert_eq(&of(InterpolationAbstraction::Octagons));
    expect![[r#"
        loop: I (6), X (6), J (1), I - X (2)
    "#]]
    .assert_eq(&of(InterpolationAbstraction::RelativeEquations));
    expect![[r#"
        loop: inequality I (6), inequality -I (6), inequality X (6), inequality -X (6), inequality J (1), inequality -J (1), inequality I - X (2), inequality X - I (2)
    "#]].assert_eq(&of(InterpolationAbstraction::RelativeInequalities));
    expect![[r#"
        loop: I - X (2), J (1), predicate I ≥ 0 (1), predicate I ≤ 50 (1), predicate X ≥ J (1), predicate X = I + J (1), I + J - X (2), predicate I ≤ 49 ∨ J ≠ 0 ∨ X ≥ 50 (2), predicate I ≥ 1 (2), predicate X > J (2), inequality I - X (10), inequality X - I (10), inequality I (11), inequality -I (15), inequality X (11), inequality -X (15)
    "#]].assert_eq(&of(InterpolationAbstraction::Auto));
}

/// Def. 9 asks for the identity at the bottom of a lattice: all templates of ABS (1) to (4) together keep
/// every argument.
#[test]
fn all_templates_of_the_paper_together_are_the_identity() {
    let examples = ["loop50", "even", "gcd", "merge", "countdown", "turns"];
    let texts = [example!("loop50"), example!("even"), example!("gcd"), example!("merge")];
    let texts = texts.into_iter().chain([example!("countdown"), example!("turns")]);
    for (name, text) in examples.into_iter().zip(texts) {
        let (problem, _) = house::parse(text);
        let mut arena = problem.arena.clone();
        let (mut system, _) = ClauseSystem::from_problem(&mut arena, &problem);
        let analysis = Analysis::of_changes(&mut arena, &mut system, &mut Budget::unlimited());
        for l in analysis.expect("unlimited").loops {
            let vocabulary = Vocabulary::new(&mut arena, system[l.head].parameters());
            let identity = RelationAbstraction::identity(&mut arena, &vocabulary);
            for family in [
                InterpolationAbstraction::Terms,
                InterpolationAbstraction::Octagons,
                InterpolationAbstraction::RelativeEquations,
                InterpolationAbstraction::RelativeInequalities,
            ] {
                let all = Suggestions::of(&mut arena, family, &l).all;
                let kinds: Vec<&Kind> = all.iter().map(|s| &s.template.kind).collect();
                let bottom = RelationAbstraction::of(&mut arena, &vocabulary, kinds);
                for (all, one) in [(bottom.first, identity.first), (bottom.second, identity.second)] {
                    let differ = arena.iff(all, one);
                    let answer = Solver::new().check(&mut arena, &[!differ], &mut Budget::unlimited());
                    assert!(matches!(answer, Answer::Unsat(_)), "{name}: {family:?}");
                }
            }
        }
    }
}

#[test]
fn strides_tell_invariants_and_remainders() {
    let of = |text| described(text, InterpolationAbstraction::Auto);
    expect![[r#"
        loop: I (1), J (1), X - Y (2), predicate I ≥ 0 (1), predicate J ≥ 0 (1), predicate X ≥ 0 (1), predicate I ≥ X (1), predicate J ≥ Y (1), predicate I + Y = J + X (1), I + Y - J - X (2), predicate X ≠ 0 ∨ I ≠ J ∨ Y = 0 (2), predicate I ≥ 1 (2), predicate I > X (2), predicate J > Y (2), inequality X - Y (10), inequality Y - X (10), inequality -X (11), inequality X (15), inequality -Y (11), inequality Y (15)
    "#]].assert_eq(&of(example!("countdown")));
    expect![[r#"
        m: P1 - P2 (2), predicate P1 ≥ 0 (1), predicate P2 ≥ 0 (1), predicate P1 ≥ P2 (1), predicate P1 ≤ P2 (1), predicate P1 = P2 (1), predicate P2 ≠ 0 ∨ P1 ≠ 1 (2), predicate P1 ≥ 1 (2), predicate P2 ≥ 1 (2), inequality P1 - P2 (10), inequality P2 - P1 (10), inequality P1 + P2 (10), inequality -P1 - P2 (10), inequality P1 (13), inequality -P1 (13), inequality P2 (13), inequality -P2 (13)
    "#]].assert_eq(&of(example!("petri-pair")));
    expect![[r#"
        q1: X - Y (2), 2*X - Z (2), predicate Z ≥ 0 (1), predicate Z ≥ 2 (2), Z mod 2 (2), inequality X - Y (10), inequality Y - X (10), inequality 2*X - Z (10), inequality Z - 2*X (10), inequality 2*Y - Z (10), inequality Z - 2*Y (10), inequality X (11), inequality -X (15), inequality Y (11), inequality -Y (15), inequality Z (11), inequality -Z (15)
    "#]].assert_eq(&of(example!("even")));
    expect![[r#"
        merge: X + Y - Z (2), predicate X ≥ 0 (1), predicate Y ≥ 0 (1), predicate Z ≥ 0 (1), predicate X ≤ Z (1), predicate Y ≤ Z (1), predicate Z = X + Y (1), predicate X + Y ≥ Z (2), predicate Y ≥ 1 (2), predicate Z ≥ 1 (2), predicate X < Z (2), predicate X ≥ 1 (2), predicate Y < Z (2), inequality X - Y (10), inequality Y - X (10), inequality X - Z (10), inequality Z - X (10), inequality Y - Z (10), inequality Z - Y (10), inequality X (11), inequality -X (15), inequality Y (11), inequality -Y (15), inequality Z (11), inequality -Z (15)
    "#]].assert_eq(&of(example!("merge")));
}

#[test]
fn strides_differ_by_path() {
    let text = "p(X, Y, Z) :- X = 0, Y = 0, Z = 0.
        p(X + 1, Y + 3, Z) :- p(X, Y, Z), X < 9.
        p(X - 2, Y - 6, Z) :- p(X, Y, Z), X > 4.
        p(X, Y, Z1) :- p(X, Y, Z), Z1 = 2*Z + 7.
        false :- p(X, Y, Z), Y = 1.";
    expect![[r#"
        p: X (6), Y (6), Z (6), 3*X - Y (2), 6*X + Y (2), 3*X + 2*Y (2), X - 2*Z (2), X + Z (2), X + 2*Z (2), X - Z (2)
    "#]].assert_eq(&described(text, InterpolationAbstraction::RelativeEquations));
    expect![[r#"
        p: 3*X - Y (2), predicate X ≥ 0 (1), predicate X ≤ 9 (1), predicate Z ≥ 0 (1), predicate X ≤ Z + 9 (1), predicate Y = 3X (1), predicate Y ≠ 1 (2), predicate X ≥ 1 (2), predicate X ≥ 3 (2), predicate X ≤ 7 (2), predicate X ≤ Z + 7 (2), predicate Z ≥ 7 (2), predicate X ≤ Z + 2 (2), Y mod 3 (2), inequality 3*X - Y (10), inequality Y - 3*X (10), inequality 6*X + Y (10), inequality -6*X - Y (10), inequality 3*X + 2*Y (10), inequality -3*X - 2*Y (10), inequality X (13), inequality -X (13), inequality Y (13), inequality -Y (13), inequality Z (13), inequality -Z (13)
    "#]].assert_eq(&described(text, InterpolationAbstraction::Auto));
}

/// On one path, `X` changes by one of three constants, and `Y` by one of four: too many to be told apart.
#[test]
fn three_changes_on_one_path_are_told_and_more_are_arbitrary() {
    let text = "p(X, Y) :- X = 0, Y = 0.
        p(X1, Y1) :- p(X, Y), 1 <= X1 - X, X1 - X <= 3, 1 <= Y1 - Y, Y1 - Y <= 4.
        false :- p(X, Y), Y < X, X < 0.";
    expect![[r#"
        p: X (6), Y (6), X + Y (2), X + 2*Y (2), X + 3*Y (2), X - Y (2), X - 2*Y (2), X - 3*Y (2)
    "#]]
    .assert_eq(&described(text, InterpolationAbstraction::RelativeEquations));
}

/// The round of the outer loop goes through the inner one, which changes `Y` by anything.
#[test]
fn inner_loops_count_for_the_outer_one() {
    let text = "a(X, Y, N) :- X = 0, Y = 0.
        b(X, Y, N) :- a(X, Y, N), X < N.
        b(X, Y + 1, N) :- b(X, Y, N), Y < N.
        a(X + 1, Y, N) :- b(X, Y, N).
        false :- a(X, Y, N), X > N, N > 0.";
    expect![[r#"
        a: N (1), predicate X ≥ 0 (1), predicate Y ≥ 0 (1), predicate X ≤ N ∨ N ≤ 0 (2), predicate X ≥ 1 (2), predicate N ≥ 1 (2), predicate X ≤ N (2), predicate Y ≤ N (2), inequality X (11), inequality -X (15), inequality Y (11), inequality -Y (15)
        b: N (1), predicate X ≥ 0 (1), predicate Y ≥ 0 (1), predicate N ≥ 1 (1), predicate X < N (1), predicate Y ≤ N (2), predicate Y ≥ 1 (2), inequality X - Y (10), inequality Y - X (10), inequality X (11), inequality -X (15), inequality Y (11), inequality -Y (15)
    "#]].assert_eq(&described(text, InterpolationAbstraction::Auto));
}
