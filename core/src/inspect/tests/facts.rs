use crate::budget::Budget;
use std::fmt::Write;

use expect_test::{Expect, expect};

use super::*;
use crate::explain::Rule;

fn seen(inspector: &mut Inspector, chosen: Option<&str>) -> String {
    let chosen = chosen.map(|chosen| shown(inspector, chosen));
    let inspection = inspector.inspect(chosen.as_ref(), &mut Budget::unlimited());
    let mut text = String::new();
    for (name, side) in [("A", &inspection.a), ("B", &inspection.b)] {
        for i in &side.instances {
            writeln!(
                text,
                "{name} {} clause {} {}/{}: {}",
                i.position.index(),
                i.clause.map_or(0, SystemClauseId::number),
                i.alternative + 1,
                i.alternatives,
                i.constraint
            )
            .unwrap();
        }
    }
    let lattice = inspection.lattice.unwrap();
    for (i, point) in lattice.points.iter().enumerate() {
        let above: Vec<usize> =
            lattice.covers.iter().filter(|(below, _)| *below == i).map(|(_, j)| *j).collect();
        let mark = if lattice.chosen == Some(i) { "*" } else { "" };
        writeln!(text, "{i}{mark} {} {:?} below {above:?}", point.text, point.origins).unwrap();
    }
    text
}

fn explained(inspector: &mut Inspector, formula: &str) -> String {
    let judgement = inspector.judge(formula, &mut Budget::unlimited());
    let Opinion::Interpolant(explanation) = judgement.opinion else {
        return format!("{:?}", judgement.opinion);
    };
    let mut text = String::new();
    for reason in &explanation.reasons {
        writeln!(text, "{:?}", reason.claim).unwrap();
        for case in &reason.cases {
            writeln!(text, "  case {}", if case.direct { "shown" } else { "impossible" }).unwrap();
            for (i, row) in case.rows.iter().enumerate() {
                let rule = match &row.rule {
                    Rule::Given(Source::Clause { position, clause }) => {
                        format!("clause {} at {}", clause.map_or(0, SystemClauseId::number), position.index())
                    }
                    Rule::Sum { summands, divisor } | Rule::Contradiction { summands, divisor } => {
                        let terms: Vec<String> =
                            summands.iter().map(|s| format!("{}·({})", s.times, s.row)).collect();
                        format!("{} by {divisor}", terms.join(" + "))
                    }
                    other => format!("{other:?}"),
                };
                writeln!(text, "  {i} {}    {rule}", row.fact).unwrap();
            }
        }
        if reason.cases.is_empty() {
            writeln!(text, "  given {:?}", reason.given.iter().map(|g| &g.text).collect::<Vec<_>>()).unwrap();
        }
    }
    text
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(text);
}

#[test]
fn loop50_path_has_the_published_ends() {
    let mut inspector = inspector(LOOP50_PATH, &path(&[1, 2]), 0);
    check(
        &seen(&mut inspector, Some("X1 >= I1 + J")),
        &expect![[r#"
            A 0 clause 1 1/1: I0⁽¹⁾ = 0 ∧ I0⁽¹⁾ ≤ 49 ∧ J = X0⁽¹⁾ ∧ I1 = I0⁽¹⁾ + 1 ∧ X1 = X0⁽¹⁾ + 1
            B 1 clause 2 1/1: I1 ≥ 50 ∧ J = 0 ∧ X1 ≤ 49
            0 I1 = 1 ∧ X1 = J + 1 [Strongest] below [1, 2, 3]
            1 X1 = J + 1 ∧ I1 ≤ 1 [Relaxed] below [4, 6]
            2 I1 = 1 ∧ X1 ≤ J + 1 [Relaxed] below [5]
            3 I1 = 1 ∧ X1 > J [Relaxed] below [4, 5]
            4* I1 + J ≤ X1 [Given, Chosen, Relational] below [8]
            5 I1 = 1 [Proof(Given, Strong), Proof(Given, Symmetric), Proof(Reversed, Strong), Proof(Reversed, Symmetric), Dropped] below [6]
            6 I1 ≤ 1 [Relaxed] below [7]
            7 I1 ≤ 49 [Proof(Given, Relaxed), Proof(Given, Weak), Proof(Reversed, Relaxed), Proof(Reversed, Weak)] below [8]
            8 I1 ≤ 49 ∨ J ≠ 0 ∨ X1 ≥ 50 [Weakest] below []
        "#]],
    );
}

/// Acta'16, Fig. 2: the dashed boxes of `{i1}` and `{x1 - i1, j}`.
#[test]
fn sub_lattices_of_loop50_path() {
    let mut inspector = inspector(LOOP50_PATH, &path(&[1, 2]), 0);
    let found = inspector.lattice_within(None, "X1 - I1; I1; J", &mut Budget::unlimited()).unwrap();
    let boxes: Vec<(&str, Vec<&str>)> = found
        .sub_lattices
        .iter()
        .map(|sub| {
            (sub.templates.as_str(), sub.points.iter().map(|i| found.points[*i].text.as_str()).collect())
        })
        .collect();
    let [(counter, left), (difference, right)] = &boxes[..] else { panic!("{boxes:?}") };
    assert_eq!((*counter, *difference), ("{I1}", "{X1 - I1, J}"));
    // I₁ is in the left box only and I₂ in the right one only; the ends are in.
    assert!(left.contains(&"I1 ≤ 1") && left.contains(&"I1 = 1") && left.contains(&"I1 ≤ 49"), "{left:?}");
    assert!(right.contains(&"I1 + J ≤ X1") && right.len() >= 3, "{right:?}");
    assert!(left.iter().all(|point| !right.contains(point)));
    // Convex: what lies between two points of a box is in the box.
    let below = |i: usize, j: usize| found.covers.contains(&(i, j));
    for sub in &found.sub_lattices {
        for between in (0..found.points.len()).filter(|k| !sub.points.contains(k)) {
            let under = sub.points.iter().any(|i| below(*i, between));
            let over = sub.points.iter().any(|j| below(between, *j));
            assert!(!(under && over), "{}", found.points[between].text);
        }
    }
}

#[test]
fn sums_of_loop50_path() {
    let mut inspector = inspector(LOOP50_PATH, &path(&[1, 2]), 0);
    let mut text = String::new();
    for formula in ["I1 <= 1", "X1 >= I1 + J", "I1 = 1, X1 = J + 1", "I1 < 50; J != 0; X1 >= 50"] {
        text += &explained(&mut inspector, formula);
    }
    check(
        &text,
        &expect![[r#"
            Implied("I1 ≤ 1")
              case shown
              0 I0⁽¹⁾ = 0    clause 1 at 0
              1 I1 - I0⁽¹⁾ = 1    clause 1 at 0
              2 I1 = 1    1·(0) + 1·(1) by 1
            Contradictory
              case impossible
              0 -I1 ≤ -50    clause 2 at 1
              1 I1 ≤ 1    Given(Interpolant)
              2 0 ≤ -49    1·(0) + 1·(1) by 0
            Implied("I1 + J ≤ X1")
              case shown
              0 X1 - X0⁽¹⁾ = 1    clause 1 at 0
              1 I0⁽¹⁾ = 0    clause 1 at 0
              2 I1 - I0⁽¹⁾ = 1    clause 1 at 0
              3 J - X0⁽¹⁾ = 0    clause 1 at 0
              4 I1 - X1 + J = 0    -1·(0) + 1·(1) + 1·(2) + 1·(3) by 1
            Contradictory
              case impossible
              0 -I1 ≤ -50    clause 2 at 1
              1 X1 ≤ 49    clause 2 at 1
              2 J = 0    clause 2 at 1
              3 I1 - X1 + J ≤ 0    Given(Interpolant)
              4 0 ≤ -1    1·(0) + 1·(1) + -1·(2) + 1·(3) by 0
            Implied("I1 = 1")
              case shown
              0 I0⁽¹⁾ = 0    clause 1 at 0
              1 I1 - I0⁽¹⁾ = 1    clause 1 at 0
              2 I1 = 1    1·(0) + 1·(1) by 1
            Implied("X1 = J + 1")
              case shown
              0 X1 - X0⁽¹⁾ = 1    clause 1 at 0
              1 J - X0⁽¹⁾ = 0    clause 1 at 0
              2 X1 - J = 1    1·(0) + -1·(1) by 1
            Contradictory
              case impossible
              0 -I1 ≤ -50    clause 2 at 1
              1 I1 = 1    Given(Interpolant)
              2 0 ≤ -49    1·(0) + 1·(1) by 0
            Implied("I1 ≤ 49 ∨ J ≠ 0 ∨ X1 ≥ 50")
              case impossible
              0 -I1 ≤ -50    Given(Opposite)
              1 I0⁽¹⁾ = 0    clause 1 at 0
              2 I1 - I0⁽¹⁾ = 1    clause 1 at 0
              3 0 ≤ -49    1·(0) + 1·(1) + 1·(2) by 0
            Contradictory
              given ["I1 ≥ 50", "J = 0", "X1 ≤ 49", "I1 ≤ 49 ∨ J ≠ 0 ∨ X1 ≥ 50"]
        "#]],
    );
}

#[test]
fn gcd_example_6() {
    let tree = gcd_tree();
    let mut text = String::new();
    for position in 0..3 {
        text += &seen(&mut inspector(GCD, &tree, position), Some("M = N -> M >= R"));
    }
    text += &explained(&mut inspector(GCD, &tree, 2), "M = N -> M >= R");
    check(
        &text,
        &expect![[r#"
            A 0 clause 1 1/1: M = N ∧ M = R
            B 2 clause 2 1/1: M⁽³⁾ > N⁽³⁾ ∧ M⁽³⁾ = M + N⁽³⁾ ∧ N = N⁽³⁾ ∧ R = R⁽³⁾
            B 3 clause 4 1/1: M⁽³⁾ = N⁽³⁾ ∧ M⁽³⁾ ≥ 0 ∧ M⁽³⁾ < R⁽³⁾
            0 M = N ∧ M = R [Strongest] below [1, 2, 3, 4]
            1 M = R ∧ M ≤ N [Relaxed] below [5]
            2 M = R ∧ M ≥ N [Relaxed] below [5]
            3 M = N ∧ M ≤ R [Relaxed] below [6]
            4 M = N ∧ M ≥ R [Relaxed] below [6, 7]
            5 M = R [Dropped] below [7]
            6 M = N [Dropped] below [8]
            7* M ≠ N ∨ M ≥ R [Given] below [8]
            8 true [Weakest, Chosen, Proof(Given, Strong), Proof(Given, Relaxed), Proof(Given, Symmetric), Proof(Given, Weak), Proof(Reversed, Strong), Proof(Reversed, Relaxed), Proof(Reversed, Symmetric), Proof(Reversed, Weak), Relational] below []
            A 1 clause 1 1/1: M = N ∧ M = R
            B 2 clause 3 1/1: M⁽³⁾ < N⁽³⁾ ∧ R = R⁽³⁾ ∧ N⁽³⁾ = N + M⁽³⁾ ∧ M = M⁽³⁾
            B 3 clause 4 1/1: M⁽³⁾ = N⁽³⁾ ∧ M⁽³⁾ ≥ 0 ∧ M⁽³⁾ < R⁽³⁾
            0 M = N ∧ M = R [Strongest] below [1, 2, 3, 4]
            1 M = R ∧ M ≤ N [Relaxed] below [5]
            2 M = R ∧ M ≥ N [Relaxed] below [5]
            3 M = N ∧ M ≤ R [Relaxed] below [6]
            4 M = N ∧ M ≥ R [Relaxed] below [6, 7]
            5 M = R [Dropped] below [7]
            6 M = N [Dropped] below [8]
            7* M ≠ N ∨ M ≥ R [Given] below [8]
            8 true [Weakest, Chosen, Proof(Given, Strong), Proof(Given, Relaxed), Proof(Given, Symmetric), Proof(Given, Weak), Proof(Reversed, Strong), Proof(Reversed, Relaxed), Proof(Reversed, Symmetric), Proof(Reversed, Weak), Relational] below []
            A 2 clause 1 1/3: M = N ∧ M = R
            A 2 clause 2 2/3: M > N ∧ M = N + M⁽¹⁾ ∧ N = N⁽¹⁾ ∧ R = R⁽¹⁾
            A 2 clause 3 3/3: M < N ∧ R = R⁽²⁾ ∧ N = M + N⁽²⁾ ∧ M = M⁽²⁾
            A 1 clause 1 1/1: M⁽²⁾ = N⁽²⁾ ∧ M⁽²⁾ = R⁽²⁾
            A 0 clause 1 1/1: M⁽¹⁾ = N⁽¹⁾ ∧ M⁽¹⁾ = R⁽¹⁾
            B 3 clause 4 1/1: M = N ∧ M ≥ 0 ∧ M < R
            0 (M = 2N ∧ N = R ∧ N ≥ 1) ∨ (M = R ∧ (M = N ∨ (N = 2M ∧ R ≥ 1))) [Strongest] below [1]
            1 M ≠ N ∨ M = R [Proof(Given, Strong), Proof(Given, Symmetric), Proof(Reversed, Strong), Proof(Reversed, Symmetric)] below [2]
            2* M ≠ N ∨ M ≥ R [Given, Chosen, Proof(Given, Relaxed), Proof(Given, Weak), Proof(Reversed, Relaxed), Proof(Reversed, Weak)] below [3]
            3 M ≠ N ∨ M ≤ -1 ∨ M ≥ R [Weakest] below []
            Implied("M ≠ N ∨ M ≥ R")
              case impossible
              0 M - R ≤ -1    Given(Opposite)
              1 -M + N ≤ -1    clause 2 at 2
              2 M⁽¹⁾ - N⁽¹⁾ = 0    clause 1 at 0
              3 M⁽¹⁾ - R⁽¹⁾ = 0    clause 1 at 0
              4 N - N⁽¹⁾ = 0    clause 2 at 2
              5 R - R⁽¹⁾ = 0    clause 2 at 2
              6 0 ≤ -2    1·(0) + 1·(1) + 1·(2) + -1·(3) + -1·(4) + 1·(5) by 0
              case impossible
              0 M - R ≤ -1    Given(Opposite)
              1 M⁽²⁾ - R⁽²⁾ = 0    clause 1 at 1
              2 R - R⁽²⁾ = 0    clause 3 at 2
              3 M - M⁽²⁾ = 0    clause 3 at 2
              4 0 ≤ -1    1·(0) + -1·(1) + 1·(2) + -1·(3) by 0
              case impossible
              0 M - R = 0    clause 1 at 2
              1 M - R ≤ -1    Given(Opposite)
              2 0 ≤ -1    -1·(0) + 1·(1) by 0
            Contradictory
              given ["M = N", "M < R", "M ≠ N ∨ M ≥ R"]
        "#]],
    );
}

/// The tree of the thesis, Fig. 5.5.
#[test]
fn mccarthy91_tree() {
    let tree = AndOrTree {
        positions: vec![
            position(&[(1, &[])]),
            position(&[(2, &[0])]),
            position(&[(3, &[1])]),
            position(&[(4, &[])]),
            position(&[(5, &[3])]),
            position(&[(6, &[4, 2])]),
            position(&[(7, &[5])]),
        ],
    };
    let mut text = String::new();
    text += &seen(&mut inspector(MCCARTHY_TREE, &tree, 2), Some("N > 100"));
    text += &seen(&mut inspector(MCCARTHY_TREE, &tree, 4), Some("X1 ≤ 100"));
    check(
        &text,
        &expect![[r#"
            A 2 clause 3 1/1: N = Rec1 + 10 ∧ N = N⁽²⁾
            A 1 clause 2 1/1: N⁽²⁾ ≥ 101 ∧ N⁽²⁾ = N⁽¹⁾ ∧ Rec⁽²⁾ = Rec⁽¹⁾
            A 0 clause 1 1/1: true
            B 5 clause 6 1/1: X⁽⁶⁾ = X1⁽⁵⁾ ∧ N = X⁽⁶⁾ ∧ Rec1 = Y1⁽⁶⁾
            B 4 clause 5 1/1: X1⁽⁵⁾ ≤ 100 ∧ Y⁽⁵⁾ = Y⁽⁴⁾
            B 3 clause 4 1/1: true
            B 6 clause 7 1/1: Y1⁽⁶⁾ ≠ 91
            0 N ≥ 101 ∧ N = Rec1 + 10 [Strongest] below [1, 2]
            1 N ≥ 101 ∧ N ≤ Rec1 + 10 [Relaxed] below [3]
            2 N ≥ 101 ∧ N ≥ Rec1 + 10 [Relaxed] below [3]
            3* N ≥ 101 [Given, Chosen, Proof(Given, Strong), Proof(Given, Relaxed), Proof(Given, Symmetric), Proof(Given, Weak), Proof(Reversed, Strong), Proof(Reversed, Relaxed), Proof(Reversed, Symmetric), Proof(Reversed, Weak), Dropped] below [4]
            4 N ≥ 101 ∨ Rec1 = 91 [Weakest] below []
            A 4 clause 5 1/1: X1 ≤ 100 ∧ Y = Y⁽⁴⁾
            A 3 clause 4 1/1: true
            B 5 clause 6 1/1: X⁽⁶⁾ = N⁽³⁾ ∧ Y1⁽⁶⁾ = Rec1⁽³⁾ ∧ X1 = X⁽⁶⁾
            B 2 clause 3 1/1: N⁽³⁾ = Rec1⁽³⁾ + 10 ∧ N⁽³⁾ = N⁽²⁾
            B 1 clause 2 1/1: N⁽²⁾ ≥ 101 ∧ N⁽²⁾ = N⁽¹⁾ ∧ Rec⁽²⁾ = Rec⁽¹⁾
            B 0 clause 1 1/1: true
            B 6 clause 7 1/1: Y1⁽⁶⁾ ≠ 91
            0* X1 ≤ 100 [Strongest, Given, Chosen, Proof(Given, Strong), Proof(Given, Relaxed), Proof(Given, Symmetric), Proof(Given, Weak), Proof(Reversed, Strong), Proof(Reversed, Relaxed), Proof(Reversed, Symmetric), Proof(Reversed, Weak)] below [1]
            1 X1 ≤ 101 [Weakest] below []
        "#]],
    );
}

#[test]
fn what_is_typed_is_judged_with_points() {
    let mut inspector = inspector(LOOP50_PATH, &path(&[1, 2]), 0);
    let mut said = |text: &str| {
        let judgement = inspector.judge(text, &mut Budget::unlimited());
        let point = |w: &Option<Witness>| {
            let value = |(name, value): &(String, crate::formula::Value)| match value {
                crate::formula::Value::Int(n) => format!("{name} = {n}"),
                crate::formula::Value::Bool(b) => format!("{name} = {b}"),
            };
            w.as_ref()
                .map_or("none".to_owned(), |w| w.values.iter().map(value).collect::<Vec<_>>().join(", "))
        };
        match judgement.opinion {
            Opinion::Unreadable(findings) => {
                let finding = &findings[0];
                format!("{}..{} {}", finding.span.start, finding.span.end, finding.message)
            }
            Opinion::NotInterpolant { outside, inside } => {
                format!("outside {}, inside {}", point(&outside), point(&inside))
            }
            Opinion::Interpolant(_) => "yes".to_owned(),
            other => format!("{other:?}"),
        }
    };
    let texts = [
        "X1 = I1 + J",
        "X1 > I1",
        "true",
        "I1 <= 1.",
        "X1 ≥ I1 ∧",
        "Z > 0",
        "",
        "I1 = 1. q(X) := X",
        "I1 < 9 % one",
        "I1",
    ];
    let said: Vec<String> = texts.iter().map(|text| format!("{text}: {}\n", said(text))).collect();
    check(
        &said.concat(),
        &expect![[r#"
        X1 = I1 + J: yes
        X1 > I1: outside I1 = 1, X1 = 1, J = 0, inside none
        true: outside none, inside I1 = 50, X1 = 0, J = 0
        I1 <= 1.: yes
        X1 ≥ I1 ∧: 13..13 expected a term or a literal, found the end
        Z > 0: 0..1 `Z` is none of the variables of the arguments
        : 0..0 expected a term or a literal, found the end
        I1 = 1. q(X) := X: 8..12 the problem has no relation symbol `q`
        I1 < 9 % one: yes
        I1: 0..0 this is used as an integer, but it is a Boolean
    "#]],
    );
}

#[test]
fn a_value_that_a_side_pins_down_is_one_that_both_allow() {
    // A says I = 0, which B forbids; B says J = 0, which A allows.
    let mut inspector = inspector(
        "p(I, X, J) :- I = 0, X = J. false :- p(I, X, J), I > 50, J = 0, X < 50.",
        &path(&[1, 2]),
        0,
    );
    let pins = inspector.pins(&mut Budget::unlimited());
    assert_eq!(pins, [Pin { name: "J".to_owned(), value: 0.into(), is_by_a: false }]);
}

#[test]
fn interpolants_speak_of_common_symbols_only() {
    let mut inspector = inspector("p(X, Y) :- X = 1, Y = 2. false :- p(X, Y), X < 0.", &path(&[1, 2]), 0);
    let common: Vec<bool> = inspector.parameters().iter().map(|p| p.common).collect();
    assert_eq!(common, [true, false]);
    let judgement = inspector.judge("X = 1, Y = 2", &mut Budget::unlimited());
    assert_eq!(judgement.opinion, Opinion::Foreign(vec!["Y".to_owned()]));
}

#[test]
fn trees_that_do_not_fit_are_refused() {
    let gcd = problem(GCD);
    let refused = |tree: &AndOrTree, position: u32| {
        Inspector::new(&gcd, &Pipeline::none(), tree, &[], PositionId(position), &mut Budget::unlimited())
            .map(|_| ())
    };
    assert_eq!(refused(&gcd_tree(), 3), Err(Unfit::Position));
    assert_eq!(refused(&gcd_tree(), 99), Err(Unfit::Position));
    assert_eq!(refused(&AndOrTree::default(), 0), Err(Unfit::Tree));
    assert_eq!(refused(&path(&[1, 9]), 0), Err(Unfit::Tree), "no such clause");
    assert_eq!(refused(&path(&[4, 4]), 0), Err(Unfit::Tree), "a query in the middle");
    assert_eq!(refused(&path(&[2, 4]), 0), Err(Unfit::Tree), "a body without a position");
    // Each position is used twice by the next one: a tree of them has thousands.
    let mut doubling = AndOrTree { positions: vec![position(&[(1, &[])])] };
    for i in 0..12 {
        doubling.positions.push(position(&[(2, &[i]), (3, &[i])]));
    }
    doubling.positions.push(position(&[(4, &[12])]));
    assert_eq!(refused(&doubling, 0), Err(Unfit::Shared));
    let forward =
        AndOrTree { positions: vec![position(&[(2, &[1])]), position(&[(1, &[])]), position(&[(4, &[0])])] };
    assert_eq!(refused(&forward, 0), Err(Unfit::Tree), "a parent before its child");
}

/// A real counterexample has no interpolants.
#[test]
fn a_real_counterexample_says_so() {
    let mut inspector = inspector("p(X) :- X = 1. false :- p(X).", &path(&[1, 2]), 0);
    assert_eq!(inspector.inspect(None, &mut Budget::unlimited()).lattice, Err(NoLattice::Real));
}

/// Acta'16, Fig. 3.
#[test]
fn the_frontier_of_loop50_path() {
    let mut inspector = inspector(LOOP50_PATH, &path(&[1, 2]), 0);
    let found = inspector.frontier("X1 - I1; I1; J", &mut Budget::unlimited()).unwrap();
    let mut text = String::new();
    for element in &found.portrait.elements {
        let names: Vec<String> =
            element.templates.iter().map(|i| found.portrait.templates[*i].text().to_string()).collect();
        write!(text, "{{{}}}", names.join(", ")).unwrap();
        if element.feasible {
            write!(text, " feasible").unwrap();
        }
        if element.maximal {
            write!(text, " maximal").unwrap();
        }
        if let Some(ends) = found.ends.iter().find(|e| e.templates == element.templates) {
            write!(text, ": {} to {}", ends.strongest.as_ref().unwrap(), ends.weakest.as_ref().unwrap())
                .unwrap();
        }
        text.push('\n');
    }
    check(
        &text,
        &expect![[r#"
        {}
        {X1 - I1}
        {I1} feasible maximal: I1 = 1 to I1 ≤ 49
        {J}
        {X1 - I1, I1} feasible: I1 = 1 to I1 ≤ 49 ∨ X1 ≥ 50
        {X1 - I1, J} feasible maximal: X1 = I1 + J to J ≠ 0 ∨ I1 ≤ X1
        {I1, J} feasible: I1 = 1 to I1 ≤ 49 ∨ J ≠ 0
        {X1 - I1, I1, J} feasible: I1 = 1 ∧ X1 = J + 1 to I1 ≤ 49 ∨ J ≠ 0 ∨ X1 ≥ 50
    "#]],
    );
    let findings = inspector.frontier("X1 - I1; I1 + ", &mut Budget::unlimited()).unwrap_err();
    assert!(matches!(findings, NoFrontier::Unreadable(found) if found[0].span.start == 13));
    let many = inspector.frontier("I1; X1; J; I1 + J; X1 + J; X1 - J; X1 - I1", &mut Budget::unlimited());
    assert_eq!(many, Err(NoFrontier::TooMany(7)));
}

/// Markings of Fig. 8 that templates cannot tell apart. Of an infeasible set, one is on either side.
#[test]
fn what_templates_cannot_tell_apart_is_shown() {
    let pair = "m(P, Q) :- P = 0, Q = 0. m(P + 1, Q + 1) :- m(P, Q). false :- m(P, Q), P = 1, Q = 0.";
    let mut inspector = inspector(pair, &path(&[1, 2, 3]), 1);
    let found = inspector.frontier("P - Q; P; Q", &mut Budget::unlimited()).unwrap();
    let alike = |templates: &[usize]| {
        let found = found.alike.iter().find(|e| e.templates == templates);
        found.map(|e| (e.one.to_string(), e.other.to_string()))
    };
    // A is the marking (1, 1), B is (1, 0).
    let (one, other) = alike(&[1]).unwrap();
    assert_eq!((&*one, &*other), ("P = 1, Q = 1", "P = 1, Q = 0"), "P alone does not separate them");
    let (one, other) = alike(&[0]).unwrap();
    assert_eq!(one, "P = 1, Q = 1");
    let number = |i: usize| other.split(", ").nth(i).unwrap().split(" = ").nth(1).unwrap().to_owned();
    assert_eq!(number(0), number(1), "{other} has the same difference");
    assert_ne!(other, one);
    assert_eq!(alike(&[1, 2]), None, "both values tell everything");
}

#[test]
fn templates_are_suggested() {
    let loop50 = include_str!("../../../../static/examples/loop50.horn");
    let suggested = |text, numbers: &[u32]| {
        inspector(text, &path(numbers), 0).suggested_templates(&mut Budget::unlimited())
    };
    assert_eq!(suggested(loop50, &[1, 2, 3]), "J; I - X; I; X");
    assert_eq!(suggested(LOOP50_PATH, &[1, 2]), "I1; X1; J");
}

/// What was derived at an open position is known by predicates alone.
#[test]
fn open_positions_are_what_is_known_of_them() {
    let tree = AndOrTree { positions: vec![position(&[]), position(&[(2, &[0])]), position(&[(4, &[1])])] };
    let mut below = inspector(GCD, &gcd_tree(), 2);
    let open = [(PositionId(0), vec![shown(&mut below, "M >= R"), shown(&mut below, "N >= 1")])];
    let mut inspector = Inspector::new(
        &problem(GCD),
        &Pipeline::none(),
        &tree,
        &open,
        PositionId(1),
        &mut Budget::unlimited(),
    )
    .unwrap();
    check(
        &seen(&mut inspector, None),
        &expect![[r#"
            A 1 clause 2 1/1: M > N ∧ M = N + M⁽¹⁾ ∧ N = N⁽¹⁾ ∧ R = R⁽¹⁾
            A 0 clause 0 1/1: M⁽¹⁾ ≥ R⁽¹⁾ ∧ N⁽¹⁾ ≥ 1
            B 2 clause 4 1/1: M = N ∧ M ≥ 0 ∧ M < R
            0 M > N ∧ N ≥ 1 ∧ M ≥ N + R [Strongest] below [1, 2, 3]
            1 N ≥ 1 ∧ M ≥ N + R [Dropped] below [4]
            2 M > N ∧ M ≥ N + R [Dropped] below [4, 5]
            3 M > N ∧ N ≥ 1 [Dropped] below [5]
            4 M ≥ N + R [Chosen, Relational] below [6]
            5 M > N [Proof(Given, Strong), Proof(Given, Relaxed), Proof(Given, Symmetric), Proof(Given, Weak), Proof(Reversed, Strong), Proof(Reversed, Relaxed), Proof(Reversed, Symmetric), Proof(Reversed, Weak)] below [6]
            6 M ≠ N ∨ M ≤ -1 ∨ M ≥ R [Weakest] below []
        "#]],
    );
}

/// A shared position is looked at in all of its uses: its interpolants must do for each.
#[test]
fn a_shared_position_has_a_rest_around_each_use() {
    let text =
        "p(X) :- X = 3. q(Y) :- p(X), Y = X + 1. q(Y) :- p(X), Y = X - 1. false :- q(Y), Y != 2, Y != 4.";
    let problem = problem(text);
    let tree = AndOrTree {
        positions: vec![position(&[(1, &[])]), position(&[(2, &[0]), (3, &[0])]), position(&[(4, &[1])])],
    };
    let mut inspector =
        Inspector::new(&problem, &Pipeline::none(), &tree, &[], PositionId(0), &mut Budget::unlimited())
            .unwrap();
    let is_interpolant =
        |inspector: &mut Inspector, text: &str| match inspector.judge(text, &mut Budget::unlimited()).opinion
        {
            Opinion::Interpolant(_) => true,
            Opinion::NotInterpolant { .. } => false,
            other => panic!("{text}: {other:?}"),
        };
    assert!(is_interpolant(&mut inspector, "X = 3"));
    // Each of these would do if there were only one of the two uses.
    for text in ["X = 3 ∨ X = 1", "X = 3 ∨ X = 5"] {
        assert!(!is_interpolant(&mut inspector, text), "{text}");
    }
    let mut above =
        Inspector::new(&problem, &Pipeline::none(), &tree, &[], PositionId(1), &mut Budget::unlimited())
            .unwrap();
    assert!(is_interpolant(&mut above, "Y = 2 ∨ Y = 4"));
    let three = shown(&mut inspector, "X = 3");
    let inspection = inspector.inspect(Some(&three), &mut Budget::unlimited());
    assert!(inspection.lattice.is_ok(), "{inspection:?}");
}

/// CAV'13, Example 3: clause 4 over clause 1. The query wants `M < R` and clause 1 says `R = M`.
#[test]
fn the_contradiction_of_gcd_is_minimal() {
    let mut inspector = inspector(GCD, &path(&[1, 4]), 0);
    let found = inspector.contradiction(&mut Budget::unlimited());
    assert_eq!(found.core, Core::Minimal);
    let mut constraints: Vec<(usize, String, bool)> = Vec::new();
    for instance in &found.instances {
        let number = instance.clause.map_or(0, SystemClauseId::number);
        let texts = instance.constraints.iter().map(|(text, marked)| (number, text.to_string(), *marked));
        constraints.extend(texts);
    }
    let marked: Vec<usize> = constraints.iter().filter(|(.., marked)| *marked).map(|(n, ..)| *n).collect();
    assert!(marked.contains(&1) && marked.contains(&4), "{constraints:?}");
    assert!(constraints.iter().any(|(.., marked)| !marked), "not all are needed: {constraints:?}");
    assert_eq!(found.arguments, [(PositionId(0), ["M", "N", "R"].map(str::to_owned).to_vec())]);
    // With a choice between clauses, no constraint is marked.
    let mut choice = super::inspector(GCD, &gcd_tree(), 2);
    let found = choice.contradiction(&mut Budget::unlimited());
    assert_eq!(found.core, Core::Choice);
    assert!(found.instances.iter().flat_map(|i| &i.constraints).all(|(_, marked)| !marked));
    // A derivation that has values is no contradiction.
    let mut real = super::inspector("p(X) :- X = 1. false :- p(X), X > 0.", &path(&[1, 2]), 0);
    assert_eq!(real.contradiction(&mut Budget::unlimited()).core, Core::None);
}
