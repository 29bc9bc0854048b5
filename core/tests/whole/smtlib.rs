//! The SMT-LIB readers and printers, from outside: a corpus, random problems, damaged texts, and sheer size.

use crate::damage::{self, corpus};
use crate::support::{Random, errors};
use hornbook::formula::Sort;
use hornbook::lang::{Severity, smtlib};

#[test]
fn the_corpus_is_read_and_survives_printing() {
    for (name, text) in corpus() {
        if matches!(*name, "script" | "model") {
            continue;
        }
        let (problem, diagnostics) = smtlib::parse(text);
        assert_eq!(errors(text, &diagnostics), "", "{name}");
        let printed = smtlib::print(&problem);
        let (again, complaints) = smtlib::parse(&printed);
        assert_eq!(errors(&printed, &complaints), "", "{name}");
        assert!(problem.same_as(&again), "{name}:\n{printed}");
        assert_eq!(smtlib::print(&again).len(), printed.len(), "{name}");
    }
}

#[test]
fn each_file_has_the_clauses_that_it_shows() {
    let counts: Vec<(&str, usize, usize)> = corpus()
        .iter()
        .filter(|(name, _)| !matches!(*name, "script" | "model"))
        .map(|(name, text)| {
            let problem = smtlib::parse(text).0;
            (*name, problem.relations.len(), problem.clauses.len())
        })
        .collect();
    // In `shapes`, one body is a disjunction of three, and two of the twelve assertions say two things at
    // once.
    assert_eq!(counts, [("counter", 1, 3), ("rules", 2, 5), ("shapes", 4, 16), ("sorts", 2, 5)]);
}

#[test]
fn scripts_and_models_of_the_corpus() {
    let text = corpus().iter().find(|(name, _)| *name == "script").expect("in the corpus").1;
    let (script, diagnostics) = smtlib::script::parse(text);
    assert_eq!(errors(text, &diagnostics), "");
    assert_eq!(script.commands.len(), 18);
    let text = corpus().iter().find(|(name, _)| *name == "model").expect("in the corpus").1;
    let mut problem = smtlib::parse(corpus()[0].1).0;
    let (solution, diagnostics) = smtlib::parse_solution(text, &mut problem);
    assert_eq!(errors(text, &diagnostics), "");
    assert_eq!(solution.missing(&problem), []);
    let definition = solution.iter().next().expect("one relation symbol").1;
    let n = definition.parameters[0];
    assert_eq!(problem.arena.symbols_of(definition.formula), [n]);
    for value in -5..=5i64 {
        let mut valuation = hornbook::formula::Valuation::new();
        valuation.set_int(n, value);
        let holds = problem.arena.evaluate(definition.formula, &valuation);
        assert_eq!(holds, value >= 0 && value % 2 == 0);
    }
}

/// Runs on a stack as small as a browser's.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run).expect("a thread");
    thread.join().expect("no overflow");
}

#[test]
fn nesting_of_any_depth_needs_no_stack() {
    const DEPTH: usize = 100_000;
    on_a_small_stack(|| {
        let nest_by = |depth: usize, open: &str, inner: &str, close: &str| {
            format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
        };
        let nest = |open: &str, inner: &str, close: &str| nest_by(DEPTH, open, inner, close);
        // These make a formula of each level, or a clause; a fifth of the depth keeps the test short.
        let nest_less = |open: &str, inner: &str, close: &str| nest_by(DEPTH / 5, open, inner, close);
        let terms = [
            nest("(not ", "(p x)", ")"),
            nest("(=> (p x) ", "(p x)", ")"),
            nest("(let ((x (+ x 1))) ", "(p x)", ")"),
            nest("(let ((y ", "(p x)", ")) y)"),
            nest("(forall ((x Int)) ", "(p x)", ")"),
            nest("(! ", "(p x)", " :named n)"),
            format!("(p {})", nest("(+ 1 ", "x", ")")),
            format!("(p {})", nest("(- ", "x", ")")),
            nest("(", "p", ")"),
            "(".repeat(DEPTH),
            ")".repeat(DEPTH),
            nest_less("(and (p x) (or (> x 0) ", "(p x)", "))"),
            nest_less("(and (p x) (exists ((x Int)) ", "(p x)", "))"),
            nest_less("(xor (> x 3) ", "(p x)", ")"),
            nest_less("(ite (> x 3) (p x) ", "(p x)", ")"),
            format!("(p {})", nest_less("(ite (> x 3) 1 ", "x", ")")),
            format!("(p {})", nest_less("(div ", "x", " 2)")),
        ];
        for (i, term) in terms.iter().enumerate() {
            let text = format!("(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) {term}))\n(check-sat)");
            let (problem, diagnostics) = smtlib::parse(&text);
            let has_errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
            assert!(has_errors || !problem.clauses.is_empty() || !diagnostics.is_empty(), "case {i}");
            if i % 2 == 0 {
                continue;
            }
            let printed = smtlib::print(&problem);
            let (again, _) = smtlib::parse(&printed);
            assert_eq!(problem.clauses.len(), again.clauses.len(), "case {i}");
            let script = format!("(declare-const x Int)(declare-const p Bool)(assert {term})")
                .replace("(p x)", "p")
                .replace("(p ", "(= 0 ");
            drop(smtlib::script::parse(&script));
            let model = format!("((define-fun p ((x Int)) Bool {term}))").replace("(p x)", "(> x 1)");
            drop(smtlib::parse_solution(&model, &mut problem.clone()));
        }
    });
}

#[test]
fn four_megabytes_are_read() {
    let mut text = String::from("(set-logic HORN)\n(declare-fun p (Int Int Int Int Int Int Int Int) Bool)\n");
    let mut clauses = 0;
    while text.len() < 4 << 20 {
        text += &format!(
            "(assert (forall ((a Int)(b Int)(c Int)(d Int)(e Int)(f Int)(g Int)(h Int)(a1 Int)(b1 Int)) \
             (=> (and (p a b c d e f g h) (= a1 (+ a {clauses})) (or (and (<= b (* 3 c)) (= b1 (- b 1))) (not (>= d (+ e f 2)))) \
             (>= (+ (* 2 g) (* (- 7) h)) {clauses})) (p a1 b1 c d e f g (+ h 1)))))\n"
        );
        clauses += 1;
    }
    let (problem, diagnostics) = smtlib::parse(&text);
    assert_eq!(errors(&text, &diagnostics), "");
    assert_eq!(problem.clauses.len(), clauses);
    let printed = smtlib::print(&problem);
    assert_eq!(smtlib::parse(&printed).0.clauses.len(), clauses);
}

#[test]
fn what_multiplies_is_stopped() {
    // Thirty definitions of which each uses the one before twice, with different arguments.
    let mut text = String::from("(declare-const x Int)(define-fun f0 ((n Int)) Bool (> n 0))\n");
    for i in 1..=30 {
        let (before, step) = (i - 1, 3i64.pow(i));
        text += &format!(
            "(define-fun f{i} ((n Int)) Bool (or (f{before} (+ n {step})) (not (f{before} (- n {step})))))
"
        );
    }
    text += "(assert (f30 x))";
    let (_, diagnostics) = smtlib::script::parse(&text);
    let told = errors(&text, &diagnostics);
    assert!(told.contains("what it stands for multiplies"), "{told:.300}");

    // Numbers that square themselves.
    let mut text = String::from("(assert (= 0 (let ((a 10)) ");
    for _ in 0..60 {
        text += "(let ((a (* a a))) ";
    }
    text += &format!("a{})))", ")".repeat(60));
    let (_, diagnostics) = smtlib::script::parse(&text);
    let told = errors(&text, &diagnostics);
    assert!(told.contains("what it stands for multiplies"), "{told:.300}");

    // A disjunction of conjunctions of disjunctions of heads.
    let mut head = "r".to_owned();
    for i in 0..60 {
        head = format!("(and (=> (> x {i}) {head}) (=> (< x (- {i})) {head}))");
        head = format!("(let ((h {head})) h)");
        if head.len() > 1 << 16 {
            break;
        }
    }
    let text = format!("(declare-fun r () Bool)(assert (forall ((x Int)) {head}))");
    let (problem, diagnostics) = smtlib::parse(&text);
    assert!(problem.clauses.len() <= 10_000);
    assert!(!problem.clauses.is_empty() || !diagnostics.is_empty());
}

#[test]
fn damaged_texts_do_no_harm() {
    let mut random = Random(0x5eed);
    let base = smtlib::parse(corpus()[0].1).0;
    let mut clean = 0;
    for round in 0..3000 {
        let text =
            if round % 4 == 0 { damage::soup(&mut random) } else { damage::damaged(&mut random, corpus()) };
        let (problem, diagnostics) = smtlib::parse(&text);
        for d in &diagnostics {
            assert!(text.get(d.span.start as usize..d.span.end as usize).is_some(), "{text}");
        }
        if !problem.clauses.is_empty() {
            let printed = smtlib::print(&problem);
            let (again, complaints) = smtlib::parse(&printed);
            assert_eq!(errors(&printed, &complaints), "", "{text}");
            assert!(problem.same_as(&again), "{text}\n{printed}");
            clean += 1;
        }
        drop(smtlib::script::parse(&text));
        let mut base = base.clone();
        let (solution, _) = smtlib::parse_solution(&text, &mut base);
        for (relation, definition) in solution.iter() {
            let sorts: Vec<Sort> = definition.parameters.iter().map(|s| base.arena.sort(*s)).collect();
            assert_eq!(sorts, base[relation].sorts);
        }
    }
    assert!(clean > 500, "most damage leaves some clauses whole: {clean}");
}
