//! Random terms, formulae and problems: what they mean does not change on the way through text.

use super::errors;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol, Valuation};
use crate::lang::smtlib::script::Command;
use crate::lang::{Application, Argument, Clause, Problem, Relation, RelationId, Span, smtlib};
use crate::num::Int;
use crate::testing::Random;

const INTS: [&str; 3] = ["x", "y", "odd name"];
const BOOLS: [&str; 2] = ["b", "c'"];

fn valuation(arena: &mut Arena, random: &mut Random) -> Valuation {
    let mut valuation = Valuation::new();
    for name in INTS {
        let value = random.range(-7, 7);
        valuation.set_int(arena.symbol(name, Sort::Int), value);
    }
    for name in BOOLS {
        valuation.set_bool(arena.symbol(name, Sort::Bool), random.below(2) == 0);
    }
    valuation
}

fn random_term(arena: &mut Arena, random: &mut Random) -> LinearTerm {
    let mut summands = Vec::new();
    for name in INTS {
        let coefficient = random.range(-4, 4);
        summands.push((arena.symbol(name, Sort::Int), Int::from(coefficient)));
    }
    LinearTerm::new(summands, Int::from(random.range(-10, 10)))
}

/// Formulae whose parts are shared, sometimes so much that the tree is far larger than the graph.
fn random_formula(arena: &mut Arena, random: &mut Random, steps: usize) -> Formula {
    let mut pool = Vec::new();
    for _ in 0..5 {
        let term = random_term(arena, random);
        let literal = match random.below(4) {
            0 => arena.le(&term),
            1 => arena.eq(&term),
            2 => arena.divides(&Int::from(random.range(2, 6)), &term),
            _ => {
                let symbol = arena.symbol(BOOLS[random.below(2)], Sort::Bool);
                arena.boolean(symbol)
            }
        };
        pool.push(literal);
    }
    for _ in 0..steps {
        let recent = pool.len() - 1 - random.below(3.min(pool.len()));
        let (left, right) = (pool[recent], pool[random.below(pool.len())]);
        pool.push(match random.below(4) {
            0 => arena.and([left, right]),
            1 => arena.or([!left, right]),
            2 => arena.iff(left, right),
            _ => arena.if_then_else(pool[random.below(pool.len())], left, right),
        });
    }
    pool[pool.len() - 1]
}

#[test]
fn printed_formulae_evaluate_alike() {
    let mut random = Random(7);
    for round in 0..300 {
        let mut arena = Arena::new();
        let formula = random_formula(&mut arena, &mut random, round % 40);
        let mut text = String::new();
        for (names, sort) in [(&INTS[..], "Int"), (&BOOLS[..], "Bool")] {
            for name in names {
                text += &format!("(declare-const {} {sort})", smtlib::print_symbol(name));
            }
        }
        text += &format!("(assert {})", smtlib::print_formula(&arena, formula));
        let (mut script, diagnostics) = smtlib::script::parse(&text);
        assert_eq!(errors(&text, &diagnostics), "");
        let Some(Command::Assert { formula: again, .. }) = script.commands.pop() else { panic!("asserted") };
        for _ in 0..20 {
            let seed = random.next();
            let here = valuation(&mut arena, &mut Random(seed));
            let there = valuation(&mut script.arena, &mut Random(seed));
            assert_eq!(arena.evaluate(formula, &here), script.arena.evaluate(again, &there), "{text}");
        }
    }
}

/// A term as text, with its value.
fn int_term(random: &mut Random, depth: usize, x: i64, y: i64) -> (String, i64) {
    if depth == 0 {
        let value = random.range(0, 8);
        return [("x".to_owned(), x), ("y".to_owned(), y), (value.to_string(), value)][random.below(3)]
            .clone();
    }
    let (a, va) = int_term(random, depth - 1, x, y);
    let (b, vb) = int_term(random, depth - 1, x, y);
    let k = random.range(-3, 3);
    let divisor = if k == 0 { 4 } else { k };
    let written = |n: i64| if n < 0 { format!("(- {})", -n) } else { n.to_string() };
    match random.below(8) {
        0 => (format!("(+ {a} {b} {})", written(k)), va + vb + k),
        1 => (format!("(- {a} {b})"), va - vb),
        2 => (format!("(* {} {a})", written(k)), k * va),
        3 => (format!("(div {a} {})", written(divisor)), va.div_euclid(divisor)),
        4 => (format!("(mod {a} {})", written(divisor)), va.rem_euclid(divisor)),
        5 => (format!("(abs {a})"), va.abs()),
        6 => {
            let (c, vc) = bool_term(random, depth - 1, x, y);
            (format!("(ite {c} {a} {b})"), if vc { va } else { vb })
        }
        _ => {
            let (body, value) = int_term(random, depth - 1, va, y);
            (format!("(let ((x {a})) {body})"), value)
        }
    }
}

fn bool_term(random: &mut Random, depth: usize, x: i64, y: i64) -> (String, bool) {
    let smaller = depth.saturating_sub(1);
    if depth == 0 || random.below(2) == 0 {
        let (a, va) = int_term(random, smaller, x, y);
        let (b, vb) = int_term(random, smaller, x, y);
        return match random.below(4) {
            0 => (format!("(<= {a} {b})"), va <= vb),
            1 => (format!("(> {a} {b})"), va > vb),
            2 => (format!("(= {a} {b})"), va == vb),
            _ => (format!("(distinct {a} {b})"), va != vb),
        };
    }
    let (a, va) = bool_term(random, smaller, x, y);
    let (b, vb) = bool_term(random, smaller, x, y);
    match random.below(5) {
        0 => (format!("(and {a} {b})"), va && vb),
        1 => (format!("(or {a} (not {b}))"), va || !vb),
        2 => (format!("(=> {a} {b})"), !va || vb),
        3 => (format!("(xor {a} {b})"), va ^ vb),
        _ => (format!("(= {a} {b})"), va == vb),
    }
}

/// The value as a solution, where every quotient and every conditional term is written out, and as a
/// requested value.
#[test]
fn terms_mean_what_arithmetic_says() {
    let mut random = Random(99);
    for _ in 0..600 {
        let (x, y) = (random.range(-10, 10), random.range(-10, 10));
        let (formula, expected) = bool_term(&mut random, 3, x, y);
        let mut problem = smtlib::parse("(declare-fun p (Int Int) Bool)").0;
        let model = format!("((define-fun p ((x Int) (y Int)) Bool {formula}))");
        let (solution, diagnostics) = smtlib::parse_solution(&model, &mut problem);
        assert_eq!(errors(&model, &diagnostics), "");
        let definition = solution.get(RelationId(0)).expect("defined");
        let mut valuation = Valuation::new();
        for (symbol, value) in definition.parameters.iter().zip([x, y]) {
            valuation.set_int(*symbol, value);
        }
        assert_eq!(problem.arena.evaluate(definition.formula, &valuation), expected, "{formula} at {x}, {y}");

        let text = format!("(declare-const x Int)(declare-const y Int)(get-value ({formula}))");
        let (mut script, _) = smtlib::script::parse(&text);
        let Some(Command::GetValue(requested)) = script.commands.pop() else { panic!("requested") };
        let mut valuation = Valuation::new();
        for (name, value) in [("x", x), ("y", y)] {
            valuation.set_int(script.arena.symbol(name, Sort::Int), value);
        }
        for defined in &requested[0].definitions {
            defined.extend(&script.arena, &mut valuation);
        }
        let Argument::Bool(value) = requested[0].value else { panic!("a formula") };
        assert_eq!(script.arena.evaluate(value, &valuation), expected, "{formula} at {x}, {y}");
    }
}

fn random_problem(random: &mut Random) -> Problem {
    let mut problem = Problem::default();
    let span = Span::default();
    for name in ["p", "two words", "x", "And"] {
        let sorts = (0..random.below(4)).map(|_| [Sort::Int, Sort::Bool][random.below(2)]).collect();
        problem.relations.push(Relation { name: name.to_owned(), sorts, span });
    }
    for _ in 0..random.below(6) {
        let arena = &mut problem.arena;
        let constraint = random_formula(arena, random, 4);
        let relations = &problem.relations;
        let mut apply = |random: &mut Random| {
            // A clause that uses the relation symbol `x` cannot have a variable of that name.
            let relation = [0, 1, 3][random.below(3)];
            let sorts = &relations[relation].sorts;
            let argument = |sort: &Sort| match sort {
                Sort::Int => Argument::Int(random_term(arena, random)),
                Sort::Bool => Argument::Bool(random_formula(arena, random, 2)),
            };
            let arguments = sorts.iter().map(argument).collect();
            Application { relation: RelationId(relation as u32), arguments, span }
        };
        let body = (0..random.below(3)).map(|_| apply(random)).collect();
        let head = (random.below(3) > 0).then(|| apply(random));
        problem.clauses.push(Clause { head, body, constraint, span });
    }
    problem
}

#[test]
fn problems_survive_printing() {
    let mut random = Random(12345);
    for _ in 0..400 {
        let problem = random_problem(&mut random);
        let printed = smtlib::print(&problem);
        let (again, diagnostics) = smtlib::parse(&printed);
        assert_eq!(errors(&printed, &diagnostics), "", "{printed}");
        assert!(problem.same_as(&again), "{printed}");
    }
}

/// A random clause over relation symbols: its text, and its truth under a fixed interpretation.
fn clause_text(
    random: &mut Random,
    depth: usize,
    truth: &dyn Fn(&str, i64) -> bool,
    x: i64,
) -> (String, bool) {
    if depth == 0 {
        let k = random.range(0, 4);
        return match random.below(3) {
            0 => (format!("(p (+ x {k}))"), truth("p", x + k)),
            1 => (format!("(q (+ x {k}))"), truth("q", x + k)),
            _ => (format!("(> x {k})"), x > k),
        };
    }
    let (a, va) = clause_text(random, depth - 1, truth, x);
    let (b, vb) = clause_text(random, depth - 1, truth, x);
    match random.below(6) {
        0 => (format!("(and {a} {b})"), va && vb),
        1 => (format!("(or {a} {b})"), va || vb),
        2 => (format!("(not {a})"), !va),
        3 => (format!("(= {a} {b})"), va == vb),
        4 => (format!("(ite (> x 2) {a} {b})"), if x > 2 { va } else { vb }),
        _ => (format!("(=> {a} {b})"), !va || vb),
    }
}

/// For every value of the variable, the assertion is true exactly when all of its clauses are, with or
/// without complements.
#[test]
fn clauses_say_what_the_assertion_says() {
    let mut random = Random(4242);
    let (mut horn, mut renamed) = (0, 0);
    for _ in 0..2000 {
        let (seed, table) = (random.next(), random.next());
        let truth =
            move |name: &str, n: i64| (table >> ((n + 20) % 31 + if name == "p" { 0 } else { 31 })) & 1 == 1;
        let depth = 1 + random.below(3);
        let text_at = |x: i64| clause_text(&mut Random(seed), depth, &truth, x);
        let text = format!(
            "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(assert (forall ((x Int)) {}))",
            text_at(0).0
        );
        let (mut problem, diagnostics) = smtlib::parse(&text);
        if !errors(&text, &diagnostics).is_empty() || problem.relations.len() > 2 {
            continue;
        }
        horn += 1;
        renamed += usize::from(!problem.complements.is_empty());
        let symbol: Symbol = problem.arena.symbol("x", Sort::Int);
        for x in -3..=8i64 {
            let mut valuation = Valuation::new();
            valuation.set_int(symbol, x);
            let holds = |a: &Application| match &a.arguments[0] {
                Argument::Int(term) => {
                    let value = term.evaluate(&valuation).to_i64().expect("small");
                    truth(["p", "q"][a.relation.index()], value) != problem.complements.contains(&a.relation)
                }
                Argument::Bool(_) => panic!("an integer"),
            };
            let all = problem.clauses.iter().all(|clause| {
                let body =
                    clause.body.iter().all(&holds) && problem.arena.evaluate(clause.constraint, &valuation);
                !body || clause.head.as_ref().is_some_and(&holds)
            });
            assert_eq!(all, text_at(x).1, "{text} at {x}");
        }
    }
    assert!(horn > 300 && renamed > 20, "{horn} of 2000 were Horn, {renamed} after renaming");
}
