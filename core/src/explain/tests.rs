use std::fmt::Write;

use expect_test::expect;

use super::*;
use crate::engine::{Engine, Settings, Verdict};
use crate::formula::Valuation;
use crate::lang::{ClauseId, Problem, Solution, house};
use crate::solver::Budget;

fn example(name: &str) -> Problem {
    let path = format!("{}/../static/examples/{name}.horn", env!("CARGO_MANIFEST_DIR"));
    house::parse(&std::fs::read_to_string(path).unwrap()).0
}

fn solved(name: &str) -> (Problem, Solution) {
    let mut engine = Engine::new(example(name), Settings::default());
    while engine.verdict().is_none() {
        engine.step(&mut Budget::unlimited());
    }
    let Some(Verdict::Safe(solved)) = engine.verdict() else { panic!("{name} is not safe") };
    (engine.problem().clone(), solved.solution().clone())
}

fn proofs(mut problem: Problem, solution: &Solution) -> String {
    let mut text = String::new();
    for i in 0..problem.clauses.len() {
        let shown = user_clause(&problem, &problem.clauses[i]);
        let id = ClauseId(i as u32);
        let proof = clause(&mut problem, solution, id, &mut Budget::unlimited()).unwrap();
        write!(text, "{shown}\n{proof}\n").unwrap();
    }
    text
}

fn claimed(text: &str, claim: &str) -> String {
    let (mut problem, diagnostics) = house::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let (solution, diagnostics) = house::parse_solution(claim, &mut problem);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    proofs(problem, &solution)
}

#[test]
fn the_clauses_of_gcd() {
    let (problem, solution) = solved("gcd");
    expect![[r#"
        gcd(M, N, R) ← M = N ∧ M = R
          1  M = N    [constraint, not needed]
          2  M = R    [constraint]
          3  M = N    [not gcd(M, N, R), not needed]
          4  M < R    [not gcd(M, N, R)]
          5  false    [arithmetic]
               a  M - R = 0    [line 2]
               b  M - R ≤ -1    [line 4]
               c  0 ≤ -1    [-1·a + 1·b: impossible]

        gcd(M, N, R) ← gcd(M1, N, R) ∧ M > N ∧ M = N + M1
          1  M > N    [constraint]
          2  M = N + M1    [constraint, not needed]
          3  N ≠ M1 ∨ R ≤ M1    [gcd(M1, N, R), not needed]
          4  M = N    [not gcd(M, N, R)]
          5  M < R    [not gcd(M, N, R), not needed]
          6  false    [arithmetic]
               a  -M + N ≤ -1    [line 1]
               b  M - N = 0    [line 4]
               c  0 ≤ -1    [1·a + 1·b: impossible]

        gcd(M, N, R) ← gcd(M, N1, R) ∧ M < N ∧ N = M + N1
          1  M < N    [constraint]
          2  N = M + N1    [constraint, not needed]
          3  M ≥ R ∨ M ≠ N1    [gcd(M, N1, R), not needed]
          4  M = N    [not gcd(M, N, R)]
          5  M < R    [not gcd(M, N, R), not needed]
          6  false    [arithmetic]
               a  M - N ≤ -1    [line 1]
               b  M - N = 0    [line 4]
               c  0 ≤ -1    [1·a + -1·b: impossible]

        false ← gcd(M, N, R) ∧ M = N ∧ M ≥ 0 ∧ M < R
          1  M = N    [constraint]
          2  M ≥ 0    [constraint, not needed]
          3  M < R    [constraint]
          4  M ≠ N ∨ M ≥ R    [gcd(M, N, R)]
          5  false    [from 1, 3, 4]

    "#]]
    .assert_eq(&proofs(problem, &solution));
}

#[test]
fn divisibility_disjunctions_and_splits() {
    expect![[r#"
        p(X) ← X = 2Y
          1  X = 2Y    [constraint]
          2  ¬(2 | X)    [not p(X)]
          3  X > 2q1    [arithmetic]
               a  2 ∤ X    [line 2]
               b  X - 2q1 ≤ 0    [suppose]
               c  -X + 2q1 ≤ -1    [q1 = ⌊X / 2⌋, a]
               d  0 ≤ -1    [1·b + 1·c: impossible]
          4  X ≤ 2q1 + 1    [arithmetic]
               a  2 ∤ X    [line 2]
               b  -X + 2q1 ≤ -2    [suppose]
               c  X - 2q1 ≤ 1    [q1 = ⌊X / 2⌋]
               d  0 ≤ -1    [1·b + 1·c: impossible]
          5  X ≤ 2q1 ∨ X ≥ 2q1 + 2    [arithmetic]
               a  X - 2q1 ≤ 1    [suppose]
               b  -X + 2q1 ≤ -1    [suppose]
               c  X - 2Y = 0    [line 1]
               d  X - 2q1 = 1    [a and b]
               e  -2Y + 2q1 = -1    [-1·d + 1·c: impossible, since 2 divides the left side only]
          6  false    [from 3, 4, 5]

        p(X + 4) ← p(X)
          1  2 | X    [p(X)]
          2  ¬(2 | X)    [not p(X + 4)]
          3  false    [from 1, 2]

        q(X) ← p(X) ∧ X ≥ 3
          1  X ≥ 3    [constraint]
          2  2 | X    [p(X)]
          3  ¬(2 | X) ∨ (X ≤ 3 ∧ X ≥ -3)    [not q(X)]
          4  X = 2q1    [arithmetic]
               a  2 | X    [line 2]
               b  X - 2q1 ≠ 0    [suppose]
               c  X - 2q1 = 0    [q1 = ⌊X / 2⌋, a]
               d  X - 2q1 ≤ -1    [c and b]
               e  0 ≤ -1    [1·d + -1·c: impossible]
          5  X ≥ 4 ∨ X ≠ 2q1    [arithmetic]
               a  X ≤ 3    [suppose]
               b  -X ≤ -3    [line 1]
               c  X - 2q1 = 0    [suppose]
               d  X = 3    [a and b]
               e  -2q1 = -3    [-1·d + 1·c: impossible, since 2 divides the left side only]
          6  false    [from 3, 4, 5]

        q(X) ← p(X) ∧ X ≤ -3
          1  X ≤ -3    [constraint]
          2  2 | X    [p(X)]
          3  ¬(2 | X) ∨ (X ≤ 3 ∧ X ≥ -3)    [not q(X)]
          4  X = 2q1    [arithmetic]
               a  2 | X    [line 2]
               b  X - 2q1 ≠ 0    [suppose]
               c  X - 2q1 = 0    [q1 = ⌊X / 2⌋, a]
               d  X - 2q1 ≤ -1    [c and b]
               e  0 ≤ -1    [1·d + -1·c: impossible]
          5  X ≤ -4 ∨ X ≠ 2q1    [arithmetic]
               a  X ≤ -3    [line 1]
               b  -X ≤ 3    [suppose]
               c  X - 2q1 = 0    [suppose]
               d  X = -3    [a and b]
               e  -2q1 = 3    [-1·d + 1·c: impossible, since 2 divides the left side only]
          6  false    [from 3, 4, 5]

        false ← p(X) ∧ X = 7
          1  X = 7    [constraint]
          2  2 | X    [p(X)]
          3  X = 2q1    [arithmetic]
               a  2 | X    [line 2]
               b  X - 2q1 ≠ 0    [suppose]
               c  X - 2q1 = 0    [q1 = ⌊X / 2⌋, a]
               d  X - 2q1 ≤ -1    [c and b]
               e  0 ≤ -1    [1·d + -1·c: impossible]
          4  X ≠ 2q1    [arithmetic]
               a  X = 7    [line 1]
               b  X - 2q1 = 0    [suppose]
               c  -2q1 = -7    [-1·a + 1·b: impossible, since 2 divides the left side only]
          5  false    [from 3, 4]

        false ← q(X) ∧ X = 1
          1  X = 1    [constraint]
          2  2 | X    [q(X), not needed]
          3  X ≥ 4 ∨ X ≤ -4    [q(X)]
          4  X ≥ -3    [arithmetic]
               a  X ≤ -4    [suppose]
               b  X = 1    [line 1]
               c  0 ≤ -5    [1·a + -1·b: impossible]
          5  X ≤ 3    [arithmetic]
               a  -X ≤ -4    [suppose]
               b  X = 1    [line 1]
               c  0 ≤ -3    [1·a + 1·b: impossible]
          6  false    [from 3, 4, 5]

    "#]].assert_eq(&claimed(
        "p(X) :- X = 2 * Y. p(X + 4) :- p(X). q(X) :- p(X), X >= 3 ; p(X), X <= -3. false :- p(X), X = 7. false :- q(X), X = 1.",
        "p(X) := 2 | X. q(X) := 2 | X, (X >= 4; X <= -4).",
    ));
}

#[test]
fn disjunctions_read_as_implications() {
    let (mut problem, _) = house::parse("p(X, Y, Z) :- X = 1.");
    let (solution, _) = house::parse_solution(
        "p(X, Y, Z) := (X = Y -> Z >= X), (X != 1; Y != 2), (2 | X -> Y = 0; Z = 1), Y <= 9.",
        &mut problem,
    );
    let formula = solution.iter().next().unwrap().1.formula;
    expect!["(X = Y → X ≤ Z) ∧ (X ≠ 1 ∨ Y ≠ 2) ∧ (2 | X → (Y = 0 ∨ Z = 1)) ∧ Y ≤ 9"]
        .assert_eq(reading(&problem.arena, formula).as_str());
}

#[test]
fn instances_have_numbers() {
    let (problem, _) = house::parse("p(X - Y, B) :- 2 * X - 3 * Y = Z + 1, Z != 0, p(X, B).");
    let mut valuation = Valuation::new();
    for (name, value) in [("X", -4), ("Y", 6), ("Z", -27)] {
        let symbol = problem.arena.find_symbol(name, crate::formula::Sort::Int).unwrap();
        valuation.set_int(symbol, value);
    }
    let shown = instance(&problem, &problem.clauses[0], &valuation);
    expect![[r#"
        InstanceText {
            values: [
                (
                    "X",
                    Int(
                        -4,
                    ),
                ),
                (
                    "Y",
                    Int(
                        6,
                    ),
                ),
                (
                    "B",
                    Int(
                        0,
                    ),
                ),
                (
                    "Z",
                    Int(
                        -27,
                    ),
                ),
            ],
            head: Some(
                ApplicationText {
                    formula: "p(X - Y, B)",
                    instance: "p(-10, 0)",
                },
            ),
            constraint: [
                ConstraintText {
                    formula: "2X = 3Y + Z + 1",
                    instance: "2·(-4) = 3·6 + (-27) + 1",
                    holds: true,
                },
                ConstraintText {
                    formula: "Z ≠ 0",
                    instance: "(-27) ≠ 0",
                    holds: true,
                },
            ],
            body: [
                ApplicationText {
                    formula: "p(X, B)",
                    instance: "p(-4, 0)",
                },
            ],
        }
    "#]]
    .assert_debug_eq(&shown);
}

#[test]
fn every_clause_of_every_safe_example_has_lines_that_end_in_false() {
    for name in ["merge", "even", "mccarthy91-tree", "dblabs", "two-steps"] {
        let (mut problem, solution) = solved(name);
        for i in 0..problem.clauses.len() {
            let proof =
                clause(&mut problem, &solution, ClauseId(i as u32), &mut Budget::unlimited()).unwrap();
            let numbers = proof.assumptions.len() + proof.lines.len();
            for (at, line) in proof.lines.iter().enumerate() {
                if let Reason::Logic { from } = &line.reason {
                    assert!(from.iter().all(|line| *line < proof.assumptions.len() + at), "{proof}");
                }
            }
            let end = proof.lines.last().map(|line| line.text.as_str());
            assert!(
                end.is_none_or(|text| text == "false") && numbers > 0,
                "{name}, clause {}:\n{proof}",
                i + 1
            );
        }
    }
}
