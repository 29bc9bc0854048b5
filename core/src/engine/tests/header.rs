use expect_test::{Expect, expect};

use super::*;

fn check(text: &str, pipeline: Pipeline, expected: &Expect) {
    use std::fmt::Write;
    let problem = problem(text);
    let header = Engine::new(problem, Settings { pipeline, ..Settings::default() }).header();
    let mut shown = String::new();
    for relation in &header.relations {
        writeln!(shown, "{}({})", relation.name, relation.parameters.join(", ")).unwrap();
    }
    for clause in &header.clauses {
        let sources: Vec<String> = clause.sources.iter().map(|c| c.number().to_string()).collect();
        writeln!(shown, "{clause}    [{}]", sources.join(", ")).unwrap();
    }
    expected.assert_eq(&shown);
}

/// The user's names, and terms where the user had terms.
#[test]
fn clauses_as_they_were_typed() {
    check(
        GCD,
        Pipeline::none(),
        &expect![[r#"
        gcd(M, N, R)
        gcd(M, N, R) ← M = N ∧ M = R    [1]
        gcd(M, N, R) ← gcd(M1, N, R) ∧ M > N ∧ M = N + M1    [2]
        gcd(M, N, R) ← gcd(M, N1, R) ∧ M < N ∧ N = M + N1    [3]
        false ← gcd(M, N, R) ∧ M = N ∧ M ≥ 0 ∧ M < R    [4]
    "#]],
    );
    check(
        "p(0, B) :- B. p(X + 1, B) :- p(X, B), q(X, X). false :- p(X, B), X < 0.",
        Pipeline::none(),
        &expect![[r#"
            p(X, B)
            q(X, X2)
            p(0, B) ← B    [1]
            p(X + 1, B) ← p(X, B′) ∧ q(X, X) ∧ ((B ∧ B′) ∨ (¬B ∧ ¬B′))    [2]
            false ← p(X, B) ∧ X ≤ -1    [3]
        "#]],
    );
}

/// What was inlined is among the sources.
#[test]
fn clauses_after_passes() {
    let text = "p(X) :- X = 1. q(Y) :- p(X), Y = X + 1. r(Y, X) :- q(Y), q(X). r(Y + 1, X) :- r(Y, X). false :- r(Y, X), X > Y.";
    check(
        text,
        Pipeline::default(),
        &expect![[r#"
        r(Y, X)
        r(Y, X) ← Y = 2 ∧ X = 2    [3, 2, 1]
        r(Y + 1, X) ← r(Y, X)    [4]
        false ← r(Y, X) ∧ Y < X    [5]
    "#]],
    );
}

/// A few primes tell names apart; a hundred would only be counted.
#[test]
fn many_uses_of_a_symbol_have_short_names() {
    let uses: Vec<String> = (0..300).map(|i| format!("p(X + {i})")).collect();
    let text = format!("p(X). q(X) :- {}. false :- q(X).", uses.join(", "));
    let settings = Settings { pipeline: Pipeline::none(), ..Settings::default() };
    let header = Engine::new(problem(&text), settings).header();
    let clause = &header.clauses[1];
    let length = clause.text().to_string().len();
    assert!(length < 300 * 40, "{length} bytes");
    assert!(!clause.text().to_string().contains("′′′′′"));
}
