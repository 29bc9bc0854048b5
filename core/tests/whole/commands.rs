//! The commands from outside: what they print and how they exit.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::support::{example, file};

fn hornbook(arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_hornbook")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
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

/// Programs, transition systems and clauses in Prolog's manner through all commands; what `solve --model`
/// prints is taken by `check` as it is.
#[test]
fn all_notations_go_through_all_commands() {
    let program = "#define N 3\nint g = N;\nint f(int x) { return x + 1; }\nint main() { while (g < 9) g = f(g); assert(g == 9); }\n";
    let system = "nts s; main { x : int; initial a; error e; a -> b { x' = 1 } b -> b { x' = x + 1 } b -> e { x < 1 && havoc() } }";
    let clauses = "p(X) :- X = 1.\np(Y) :- p(X), Y = X + 1.\nfalse :- p(X), X =< 0.\n";
    for (name, text, has_model) in [
        ("all.c", program, true),
        ("all.imp", program, true),
        ("all.nts", system, true),
        ("all-prolog.horn", clauses, false),
    ] {
        let problem = file(name, text);
        let (code, solution, err) = hornbook(&["solve", "--model", &problem]);
        assert_eq!((code, err.as_str()), (0, ""), "{name}");
        assert!(solution.starts_with("sat\n"), "{name} {solution}");
        let solution = file(&format!("{name}.sol"), &solution);
        let (code, out, err) = hornbook(&["check", &problem, &solution]);
        assert_eq!((code, err.as_str()), (0, ""), "{name}");
        assert!(out.starts_with("a solution: "), "{name} {out}");
        let (code, out, _) = hornbook(&["classify", &problem]);
        assert!(code == 0 && out.contains("recursive"), "{name} {out}");
        for language in ["horn", "smtlib", "prolog", "nts"] {
            let (code, out, err) = hornbook(&["convert", &problem, "--to", language]);
            if language == "nts" && !has_model {
                assert!(
                    code == 2 && err.contains("can't be written as numerical transition systems"),
                    "{err}"
                );
                continue;
            }
            assert_eq!((code, err.as_str()), (0, ""), "{name} to {language}");
            // What is written is read, and has the same verdict.
            let ending = match language {
                "smtlib" => "smt2",
                other => other,
            };
            let again = file(&format!("{name}-again.{ending}"), &out);
            let (_, verdict, err) = hornbook(&["solve", &again]);
            assert_eq!((verdict.as_str(), err.as_str()), ("sat\n", ""), "{name} to {language}\n{out}");
        }
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
    let (_, out, _) = hornbook(&["classify", &example("choice")]);
    assert!(out.contains("Horn after renaming (thesis, Def. 5.7.2): q\n"), "{out}");
    assert!(out.contains("well-founded (thesis, Def. 5.7.1 and Theorem 5.7.2): no\n"), "{out}");
    let (_, out, _) = hornbook(&["classify", &example("two-steps"), "--growth"]);
    assert!(out.contains("| 2 | 4 | 6 | 6 |\n"), "{out}");
    assert!(
        out.contains("minimal clause-dependence disjoint expansion: 6 clauses, with r 2 times\n"),
        "{out}"
    );
    // Of a recursive system: where its unwindings lie.
    let (_, out, _) = hornbook(&["classify", &example("gcd")]);
    assert!(out.contains("unwinding to depth 2: 2 clauses, binary\n"), "{out}");
    let (code, out, _) = hornbook(&["classify", "--json", &example("gcd")]);
    assert_eq!(code, 0);
    let value: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(value["complexity"], "undecidable");
    assert_eq!(value["cycle"]["steps"][0], serde_json::json!([0, 1]));
    assert_eq!(hornbook(&["classify", &example("no such file")]).0, 2);
}

/// Nested disjunctions of relation symbols get auxiliary ones, of which nobody who only knows the text should
/// hear.
#[test]
fn solutions_speak_only_of_the_relation_symbols_of_the_text() {
    let bodies: Vec<String> = (0..8).map(|i| format!("(p(X + {i}); q(X), X > {i})")).collect();
    let clauses = "p(X) :- X >= 1, X <= 9. q(X) :- p(X - 1), X < 20. false :- r(X), X > 30.";
    let horn = file("nested.horn", &format!("r(X) :- {}. {clauses}", bodies.join(", ")));
    let (code, script, err) = hornbook(&["convert", "--to", "smt2", &horn]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(script.contains("or_0"), "{script}");
    let bodies: Vec<String> = (0..8).map(|i| format!("(or (p (+ x {i})) (and (q x) (> x {i})))")).collect();
    let ways: String = (0..10)
        .map(|i| {
            ["(let ((h (and (=> (> x ", &i.to_string(), ") h) (=> (< x (- ", &i.to_string(), ")) h)))) "]
                .concat()
        })
        .collect();
    let text = format!(
        "(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(declare-fun r (Int) Bool)
         (assert (forall ((x Int)) (=> (and {}) (r x))))
         (assert (forall ((x Int)) (=> (<= 1 x 9) (p x))))
         (assert (forall ((x Int)) (=> (and (p (- x 1)) (< x 20)) (q x))))
         (assert (forall ((x Int)) (=> (and (r x) (> x 30)) false)))
         (assert (forall ((x Int)) (=> (= x 12) (let ((h (q x))) {ways} h{}))))",
        bodies.join(" "),
        ")".repeat(10)
    );
    let nested = file("nested.smt2", &text);
    let (_, clauses, err) = hornbook(&["convert", "--to", "horn", &nested]);
    assert!(clauses.contains("or_0") && clauses.contains("case_0"), "{clauses} {err}");
    for text in [horn, nested] {
        let (code, out, err) = hornbook(&["solve", "--model", &text]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.starts_with("sat\n"), "{out}");
        assert!(!out.contains("or_") && !out.contains("case_"), "{out}");
        let model = out.strip_prefix("sat\n").unwrap();
        let model = file(&format!("nested.{}.sol", text.len()), model);
        let (code, out, err) = hornbook(&["check", &text, &model]);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
    }
}

/// Every counterexample of a run is a file of its own, and solving it agrees with its status (thesis, Sect.
/// 5.10).
#[test]
fn counterexamples_are_exported_as_clauses() {
    for (name, verdict, real) in [("gcd", "sat", 0), ("gcd-bug", "unsat", 1)] {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("exported-{name}"));
        let _ = std::fs::remove_dir_all(&directory);
        let to = directory.to_str().unwrap();
        let flags = ["--as-typed", "--abstraction", "off", "--export-counterexamples", to];
        let (code, out, err) = hornbook(&[&["solve", &example(name)], &flags[..]].concat());
        assert_eq!((code, out.trim(), err.as_str()), (0, verdict, ""));
        let mut statuses = Vec::new();
        for number in 1.. {
            let path = directory.join(format!("{name}-{number}.smt2"));
            let Ok(text) = std::fs::read_to_string(&path) else { break };
            let status = if text.contains("(set-info :status sat)") { "sat" } else { "unsat" };
            let (_, solved, _) = hornbook(&["solve", path.to_str().unwrap()]);
            assert_eq!(solved.trim(), status, "{text}");
            let (_, classified, _) = hornbook(&["classify", path.to_str().unwrap()]);
            assert!(classified.contains("recursion-free"), "{classified}");
            statuses.push(status);
        }
        assert!(statuses.len() >= 2, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| **status == "unsat").count(), real, "{statuses:?}");
    }
}

#[test]
fn interpolants_of_all_kinds_by_flags() {
    let script = "(declare-const x Int)(declare-const y Int)(declare-const z Int)
        (assert (! (<= x y) :named A))(assert (! (<= y (- z 1)) :named B))(assert (! (<= z x) :named C))";
    let script = file("kinds.smt2", script);
    let said = |flags: &[&str]| {
        let (code, out, err) = hornbook(&[&["interpolate", &script], flags].concat());
        assert_eq!((code, err.as_str()), (0, ""), "{flags:?}");
        out
    };
    let policy = ["--policy", "mcmillan"];
    let sequence = said(&policy);
    assert_eq!(sequence, said(&["--kind", "tree", "--prefer", "strong"]));
    assert_eq!(sequence.matches("(<").count() + sequence.matches("(>").count(), 2, "{sequence}");
    let symmetric = said(&["--kind", "symmetric", "--policy", "mcmillan"]);
    assert_eq!(symmetric.matches("(<").count() + symmetric.matches("(>").count(), 3, "{symmetric}");
    let dag = said(&["--kind", "dag"]);
    assert!(dag.starts_with("sat\n"), "x is not carried past the second edge: {dag}");
    let clauses = said(&["--clauses", "horn"]);
    assert!(clauses.contains("p1(") && clauses.contains("false :- "), "{clauses}");
    let explained = said(&["--policy", "mcmillan", "--explain"]);
    assert!(explained.contains("read off the proof by McMillan's labelling"), "{explained}");
    assert_eq!(hornbook(&["interpolate", &script, "--policy", "best"]).0, 2);
}

#[test]
fn choices_are_replayed() {
    let solve = |choices: &str| {
        hornbook(&["solve", &example("gcd"), "--method", "cav13-ti", "--stats", "--choices", choices])
    };
    // The second tree of CAV'13, Example 6.
    let (code, out, err) = solve("@2a2(0)@4a3(0)@6a4(0)@6r0,1(0),2(0)");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("sat\n; refinements 1 "), "{out}");
    let (_, out, _) = solve("");
    assert!(out.starts_with("sat\n; refinements 3 "), "{out}");
    let (code, out, err) = solve("@4i1:M < N");
    assert_eq!(code, 0);
    assert!(
        out.starts_with("unknown\n") && err.contains("can be derived there and is not in it"),
        "{out}{err}"
    );
}
