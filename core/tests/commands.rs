//! The commands from outside: what they print and how they exit.
#![cfg(feature = "cli")]

use std::path::PathBuf;
use std::process::{Command, Output};

fn hornbook(arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_hornbook")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

fn example(name: &str) -> String {
    format!("{}/../static/examples/{name}.horn", env!("CARGO_MANIFEST_DIR"))
}

/// A file with this text, in a directory of the test's own.
fn file(name: &str, text: &str) -> String {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = directory.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn check_accepts_solutions_in_both_languages() {
    let house = file("accepted.sol", "gcd(M, N, R) := M = N -> M >= R.");
    let model = "sat\n((define-fun gcd ((a Int) (b Int) (c Int)) Bool (=> (= a b) (>= a c))))\n";
    let model = file("accepted.model", model);
    for solution in [house, model] {
        let (code, out, err) = hornbook(&["check", &example("gcd"), &solution]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert_eq!(out, "a solution: 4 clauses proved and checked\n");
    }
}

#[test]
fn check_prints_clauses_that_fail_with_numbers() {
    let solution = file("failing.sol", "gcd(M, N, R) := true.");
    let (code, out, _) = hornbook(&["check", &example("gcd"), &solution]);
    assert_eq!(code, 1);
    assert!(out.contains("clause 4 ("), "{out}");
    assert!(out.contains("false :- M >= 0, M = N, gcd(M, N, R), R > M."), "{out}");
    assert!(out.contains("  with M = ") && out.contains("the solution says gcd("), "{out}");
    assert!(out.ends_with("not a solution: 1 of 4 clauses fails\n"), "{out}");
    let solution = file("failing.smt2", "(define-fun gcd ((a Int) (b Int) (c Int)) Bool false)");
    let (code, out, _) = hornbook(&["check", &example("gcd"), &solution]);
    assert_eq!(code, 1);
    assert!(out.contains("clause 1 (") && out.contains("the solution denies gcd("), "{out}");
}

#[test]
fn check_refuses_bad_input() {
    let good = file("good.sol", "gcd(M, N, R) := true.");
    let bad = [
        (example("no such file"), good.clone()),
        (example("gcd"), file("empty.sol", "")),
        (example("gcd"), file("other.sol", "lcm(M, N, R) := true.")),
        (example("gcd"), file("arity.sol", "gcd(M, N) := true.")),
        (example("gcd"), file("broken.sol", "gcd(M, N, R) := ((.")),
        (example("gcd"), file("unsat.smt2", "unsat")),
        (file("broken.horn", "p(X :- ."), good),
    ];
    for (problem, solution) in bad {
        let (code, out, err) = hornbook(&["check", &problem, &solution]);
        assert_eq!((code, out.as_str()), (2, ""), "{problem} {solution}");
        assert!(!err.is_empty(), "{problem} {solution}");
    }
}

#[test]
fn check_does_not_guess() {
    let solution = file("undecided.sol", "gcd(M, N, R) := M = N -> M >= R.");
    let (code, out, _) = hornbook(&["check", &example("gcd"), &solution, "--steps", "1"]);
    assert_eq!(code, 3, "{out}");
}

#[test]
fn classify_names_the_witnesses() {
    let (code, out, _) = hornbook(&["classify", &example("dblabs")]);
    assert_eq!(code, 0);
    for line in [
        "recursion-free\n",
        "clause 7 has 2 relation symbols in its body: l9 and dbl\n",
        "l4 is in the bodies of clauses 3 and 4\n",
        "clause-dependence disjoint        yes\n",
        "solvability: co-NP\n",
    ] {
        assert!(out.contains(line), "{out}");
    }
    let (_, out, _) = hornbook(&["classify", &example("two-steps")]);
    assert!(
        out.contains("minimal clause-dependence disjoint expansion: 6 clauses, with r 2 times\n"),
        "{out}"
    );
    let (code, out, _) = hornbook(&["classify", "--json", &example("gcd")]);
    assert_eq!(code, 0);
    let value: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(value["complexity"], "undecidable");
    assert_eq!(value["cycle"]["steps"][0], serde_json::json!([0, 1]));
    assert_eq!(hornbook(&["classify", &example("no such file")]).0, 2);
}
