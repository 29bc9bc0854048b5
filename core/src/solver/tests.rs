//! The solver against brute force, its own proofs, and problems known to be hard.

use super::*;
use crate::budget::Exhausted;
use crate::formula::{Arena, LinearTerm, Sort, Symbol, Valuation};
use crate::num::Int;
use crate::testing::{Random, Shape};

const LOW: i64 = -4;
const HIGH: i64 = 4;

fn check(arena: &mut Arena, formulae: &[Formula]) -> Answer {
    let mut solver = Solver::with_proofs();
    for f in formulae {
        solver.assert(arena, *f);
    }
    let answer = solver.check(arena, &[], &mut Budget::steps(20_000_000));
    verify(arena, &solver, formulae, &answer);
    answer
}

/// Every answer is checked: models by evaluation, refutations by the proof checker.
fn verify(arena: &Arena, solver: &Solver, formulae: &[Formula], answer: &Answer) {
    match answer {
        Answer::Sat(model) => {
            for f in formulae {
                assert!(arena.evaluate(*f, model), "{model:?} violates {}", arena.show(*f));
            }
        }
        Answer::Unsat(core) => {
            let mut inputs = formulae.to_vec();
            inputs.extend(core);
            let proof = solver.proof().expect("proofs are kept");
            if let Err(error) = crate::check::refutation(arena, &inputs, &proof) {
                panic!("{error:?}\n{proof:#?}");
            }
        }
        Answer::Unknown(reason) => panic!("no answer: {reason}"),
    }
}

fn brute_force(arena: &Arena, valuations: &[Valuation], formula: Formula) -> bool {
    valuations.iter().any(|v| arena.evaluate(formula, v))
}

#[test]
fn agrees_with_brute_force() {
    let mut random = Random(1);
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..3000 {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 3, 2);
        let depth = random.count(1, 3);
        let formula = shape.formula(&mut arena, &mut random, depth);
        let other = shape.formula(&mut arena, &mut random, 2);
        let bounds = shape.inside(&mut arena, LOW, HIGH);
        let all = arena.and([formula, other, bounds]);
        let expected = brute_force(&arena, &shape.valuations(LOW, HIGH), all);
        match check(&mut arena, &[bounds, formula, other]) {
            Answer::Sat(_) => {
                assert!(expected, "round {round}: {}", arena.show(all));
                sat += 1;
            }
            Answer::Unsat(_) => {
                assert!(!expected, "round {round}: {}", arena.show(all));
                unsat += 1;
            }
            Answer::Unknown(_) => unreachable!(),
        }
    }
    assert!(sat > 300 && unsat > 300, "{sat} sat, {unsat} unsat: the cases should be mixed");
}

#[test]
fn incremental_queries_agree_with_fresh_ones() {
    let mut random = Random(2);
    for _ in 0..150 {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 3, 2);
        let valuations = shape.valuations(LOW, HIGH);
        let bounds = shape.inside(&mut arena, LOW, HIGH);
        let mut solver = Solver::with_proofs();
        let mut asserted = vec![bounds];
        solver.assert(&mut arena, bounds);
        for _ in 0..12 {
            if random.chance(4) {
                let f = shape.formula(&mut arena, &mut random, 2);
                solver.assert(&mut arena, f);
                asserted.push(f);
            }
            let assumptions: Vec<Formula> = (0..random.range(0, 5))
                .map(|_| {
                    let depth = random.count(0, 1);
                    shape.formula(&mut arena, &mut random, depth)
                })
                .collect();
            let all = arena.and(asserted.iter().chain(&assumptions).copied());
            let expected = brute_force(&arena, &valuations, all);
            let answer = solver.check(&mut arena, &assumptions, &mut Budget::steps(20_000_000));
            match &answer {
                Answer::Sat(model) => {
                    assert!(expected);
                    assert!(arena.evaluate(all, model));
                }
                Answer::Unsat(core) => {
                    assert!(!expected);
                    assert!(core.iter().all(|f| assumptions.contains(f)));
                    verify(&arena, &solver, &asserted, &answer);
                    let small = solver.minimise_core(&mut arena, core, &mut Budget::unlimited()).unwrap();
                    for leave_out in &small {
                        let rest = small.iter().filter(|f| *f != leave_out).copied();
                        let rest = arena.and(asserted.iter().copied().chain(rest));
                        assert!(brute_force(&arena, &valuations, rest), "the core is not minimal");
                    }
                }
                Answer::Unknown(reason) => panic!("{reason}"),
            }
        }
    }
}

struct Named {
    arena: Arena,
}

impl Named {
    fn new() -> Named {
        Named { arena: Arena::new() }
    }

    fn symbol(&mut self, name: &str) -> Symbol {
        self.arena.symbol(name, Sort::Int)
    }

    fn term(&mut self, summands: &[(&str, &str)], constant: &str) -> LinearTerm {
        let summands: Vec<(Symbol, Int)> =
            summands.iter().map(|(a, x)| (self.symbol(x), a.parse().unwrap())).collect();
        LinearTerm::new(summands, constant.parse().unwrap())
    }
}

#[test]
fn integer_problems_without_rational_contradiction() {
    let mut n = Named::new();
    // 1 ≤ 3x - 3y + z ≤ 2 ∧ z = 0
    let t = n.term(&[("3", "x"), ("-3", "y"), ("1", "z")], "0");
    let low = n.arena.at_most(&LinearTerm::constant(1), &t);
    let high = n.arena.at_most(&t, &LinearTerm::constant(2));
    let z = n.term(&[("1", "z")], "0");
    let zero = n.arena.eq(&z);
    assert!(matches!(check(&mut n.arena, &[low, high, zero]), Answer::Unsat(_)));
    assert!(matches!(check(&mut n.arena, &[low, high]), Answer::Sat(_)));

    for (summands, constant, sat) in [
        (&[("2", "x"), ("-2", "y")][..], "-1", false),
        (&[("6", "x"), ("9", "y"), ("15", "z")][..], "-4", false),
        (&[("6", "x"), ("9", "y"), ("15", "z")][..], "-6", true),
    ] {
        let t = n.term(summands, constant);
        let f = n.arena.eq(&t);
        assert_eq!(matches!(check(&mut n.arena, &[f]), Answer::Sat(_)), sat);
    }
}

#[test]
fn frobenius_equations_bounded_and_not() {
    let mut n = Named::new();
    let a = n.term(&[("7", "x"), ("12", "y"), ("31", "z")], "-17");
    let b = n.term(&[("3", "x"), ("5", "y"), ("14", "z")], "-7");
    let (a, b) = (n.arena.eq(&a), n.arena.eq(&b));
    assert!(matches!(check(&mut n.arena, &[a, b]), Answer::Sat(_)));
    let mut bounded = vec![a, b];
    for x in ["x", "y", "z"] {
        let t = n.term(&[("-1", x)], "0");
        bounded.push(n.arena.le(&t));
    }
    assert!(matches!(check(&mut n.arena, &bounded), Answer::Unsat(_)));
    // With room the other way: the solutions are x = 17t' + …; some lie within ±40.
    let mut within = vec![a, b];
    for x in ["x", "y", "z"] {
        let t = n.term(&[("1", x)], "0");
        within.push(n.arena.at_most(&t, &LinearTerm::constant(40)));
        within.push(n.arena.at_most(&LinearTerm::constant(-40), &t));
    }
    assert!(matches!(check(&mut n.arena, &within), Answer::Sat(_)));
}

#[test]
fn pughs_dark_shadow() {
    // 27 ≤ 11x + 13y ≤ 45, -10 ≤ 7x - 9y ≤ 4: rational solutions, but no integer one (Omega test, 1991).
    let mut n = Named::new();
    let p = n.term(&[("11", "x"), ("13", "y")], "0");
    let q = n.term(&[("7", "x"), ("-9", "y")], "0");
    let parts = [
        n.arena.at_most(&LinearTerm::constant(27), &p),
        n.arena.at_most(&p, &LinearTerm::constant(45)),
        n.arena.at_most(&LinearTerm::constant(-10), &q),
        n.arena.at_most(&q, &LinearTerm::constant(4)),
    ];
    assert!(matches!(check(&mut n.arena, &parts), Answer::Unsat(_)));
}

#[test]
fn unbounded_strips_without_integers() {
    // 3x - 3y + 2z between 1 and 2 with z even in an unbounded way: parity alone decides.
    let mut n = Named::new();
    let t = n.term(&[("4", "x"), ("-4", "y"), ("2", "z")], "0");
    let low = n.arena.at_most(&LinearTerm::constant(1), &t);
    let high = n.arena.at_most(&t, &LinearTerm::constant(3));
    let z = n.term(&[("1", "z")], "0");
    let even = n.arena.divides(&Int::from(2), &z);
    assert!(matches!(check(&mut n.arena, &[low, high, even]), Answer::Unsat(_)));
    // 5x - 7y in a strip of the plane: has solutions far away only because gcd(5, 7) = 1.
    let t = n.term(&[("5", "x"), ("-7", "y")], "0");
    let s = n.term(&[("5", "x"), ("-7", "y"), ("10", "w")], "-1");
    let parts = [n.arena.eq(&t), n.arena.le(&s), n.arena.le(&-&s)];
    assert!(matches!(check(&mut n.arena, &parts), Answer::Unsat(_)));
}

#[test]
fn huge_coefficients() {
    let big = format!("1{}", "0".repeat(40));
    let mut n = Named::new();
    let t = n.term(&[(&big, "x"), (&format!("-{big}"), "y")], "-1");
    let f = n.arena.eq(&t);
    assert!(matches!(check(&mut n.arena, &[f]), Answer::Unsat(_)));
    let x = n.term(&[("1", "x"), (&format!("-{big}"), "y")], "-7");
    let y = n.term(&[("1", "y")], &format!("-{big}"));
    let parts = [n.arena.eq(&x), n.arena.eq(&y)];
    let Answer::Sat(model) = check(&mut n.arena, &parts) else { panic!("satisfiable") };
    let x = n.symbol("x");
    assert_eq!(model.int(x).to_string(), format!("1{}7", "0".repeat(79)));
    // Between two consecutive multiples of 10^40 there is no third.
    let x = n.term(&[(&big, "x")], "0");
    let z = n.term(&[("1", "z")], "0");
    let parts = [
        n.arena.equal(&z, &x),
        n.arena.less(&LinearTerm::zero(), &z),
        n.arena.less(&z, &LinearTerm::constant(big.parse::<Int>().unwrap())),
    ];
    assert!(matches!(check(&mut n.arena, &parts), Answer::Unsat(_)));
}

#[test]
fn chinese_remainders() {
    let mut n = Named::new();
    let x = n.symbol("x");
    let congruent = |n: &mut Named, k: i64, r: i64| {
        let t = LinearTerm::symbol(x).plus_constant(&Int::from(-r));
        n.arena.divides(&Int::from(k), &t)
    };
    let parts = [congruent(&mut n, 3, 2), congruent(&mut n, 5, 3), congruent(&mut n, 7, 2)];
    let Answer::Sat(model) = check(&mut n.arena, &parts) else { panic!("satisfiable") };
    assert_eq!(model.int(x).mod_floor(&Int::from(105)), Int::from(23));
    let clash = [congruent(&mut n, 6, 1), congruent(&mut n, 4, 2)];
    assert!(matches!(check(&mut n.arena, &clash), Answer::Unsat(_)));
    let not = [congruent(&mut n, 6, 1), !congruent(&mut n, 3, 1)];
    assert!(matches!(check(&mut n.arena, &not), Answer::Unsat(_)));
    let residues: Vec<Formula> = (0..7).map(|r| !congruent(&mut n, 7, r)).collect();
    assert!(matches!(check(&mut n.arena, &residues), Answer::Unsat(_)));
}

#[test]
fn difference_chain_of_two_thousand() {
    let mut n = Named::new();
    let mut parts = Vec::new();
    for i in 0..2000 {
        let t = n.term(&[("1", &format!("x{i}")), ("-1", &format!("x{}", i + 1))], "1");
        parts.push(n.arena.le(&t));
    }
    assert!(matches!(check(&mut n.arena, &parts), Answer::Sat(_)));
    let back = n.term(&[("1", "x2000"), ("-1", "x0")], "-1999");
    parts.push(n.arena.le(&back));
    assert!(matches!(check(&mut n.arena, &parts), Answer::Unsat(_)));
}

#[test]
fn deep_nesting() {
    let mut n = Named::new();
    let mut formula = n.arena.false_();
    for i in 0..10_000i64 {
        let x = n.term(&[("1", "x"), ("1", &format!("y{}", i % 7))], &i.to_string());
        let atom = n.arena.le(&x);
        formula = if i % 2 == 0 { n.arena.or([formula, atom]) } else { n.arena.and([formula, !atom]) };
    }
    let Answer::Sat(_) = check(&mut n.arena, &[formula]) else { panic!("satisfiable") };
}

/// A query may end anywhere for lack of steps; the next one must not notice.
#[test]
fn queries_after_a_budget_ran_out_are_right() {
    let mut random = Random(5);
    let mut exhausted = 0;
    for _ in 0..200 {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 3, 2);
        let valuations = shape.valuations(LOW, HIGH);
        let bounds = shape.inside(&mut arena, LOW, HIGH);
        let mut solver = Solver::with_proofs();
        solver.assert(&mut arena, bounds);
        let mut asserted = vec![bounds];
        for _ in 0..6 {
            if random.chance(3) {
                let f = shape.formula(&mut arena, &mut random, 2);
                solver.assert(&mut arena, f);
                asserted.push(f);
            }
            let assumptions =
                [shape.formula(&mut arena, &mut random, 2), shape.literal(&mut arena, &mut random)];
            let steps = random.next() % 120;
            let hasty = solver.check(&mut arena, &assumptions, &mut Budget::steps(steps));
            exhausted += u32::from(hasty == Answer::Unknown(Unknown::Budget));
            let mut stop = || Some(Exhausted::Interrupted);
            let mut interrupted = Budget::unlimited().with_interruption(&mut stop);
            let _ = solver.check(&mut arena, &assumptions, &mut interrupted);
            let answer = solver.check(&mut arena, &assumptions, &mut Budget::steps(20_000_000));
            let all = arena.and(asserted.iter().chain(&assumptions).copied());
            let expected = brute_force(&arena, &valuations, all);
            assert_eq!(matches!(answer, Answer::Sat(_)), expected);
            let inputs: Vec<Formula> = match &answer {
                Answer::Sat(_) => asserted.iter().chain(&assumptions).copied().collect(),
                _ => asserted.clone(),
            };
            verify(&arena, &solver, &inputs, &answer);
        }
    }
    assert!(exhausted > 100, "{exhausted} queries ran out of steps");
}

#[test]
fn constants_as_assertions_and_assumptions() {
    let mut arena = Arena::new();
    let (t, f) = (arena.true_(), arena.false_());
    assert!(matches!(check(&mut arena, &[t]), Answer::Sat(_)));
    assert_eq!(check(&mut arena, &[f]), Answer::Unsat(vec![]));
    let x = arena.symbol("X", Sort::Int);
    let atom = arena.le(&LinearTerm::symbol(x));
    let mut solver = Solver::with_proofs();
    for (assumptions, core) in [(vec![atom, f], vec![f]), (vec![atom, !atom], vec![!atom, atom])] {
        let answer = solver.check(&mut arena, &assumptions, &mut Budget::unlimited());
        verify(&arena, &solver, &[], &answer);
        assert_eq!(answer, Answer::Unsat(core));
    }
    assert!(matches!(solver.check(&mut arena, &[atom, t], &mut Budget::unlimited()), Answer::Sat(_)));
}

#[test]
fn unbounded_problems_end_with_checked_answers() {
    let mut random = Random(7);
    let (mut sat, mut unsat) = (0, 0);
    for _ in 0..600 {
        let mut arena = Arena::new();
        let mut shape = Shape::new(&mut arena, 3, 1);
        shape.coefficient = 9;
        let parts: Vec<Formula> = (0..6).map(|_| shape.formula(&mut arena, &mut random, 1)).collect();
        match check(&mut arena, &parts) {
            Answer::Sat(_) => sat += 1,
            _ => unsat += 1,
        }
    }
    assert!(sat > 50 && unsat > 50, "{sat} sat, {unsat} unsat: the cases should be mixed");
}

#[test]
fn proofs_for_interpolation_mix_no_forms() {
    let mut random = Random(8);
    for _ in 0..200 {
        let mut arena = Arena::new();
        let mut shape = Shape::new(&mut arena, 3, 0);
        shape.coefficient = 7;
        let parts: Vec<Formula> = (0..7).map(|_| shape.literal(&mut arena, &mut random)).collect();
        let forms: Vec<Vec<Symbol>> = parts.iter().map(|f| arena.symbols_of(*f)).collect();
        let mut solver = Solver::for_interpolation();
        let answer = solver.check(&mut arena, &parts, &mut Budget::steps(20_000_000));
        verify(&arena, &solver, &[], &answer);
        let Some(proof) = solver.proof() else { continue };
        let quotients: Vec<Symbol> = proof.quotients.iter().map(|q| q.symbol).collect();
        for step in &proof.steps {
            let crate::proof::Step::Lemma { clause, .. } = step else { continue };
            for literal in clause {
                let mut symbols = arena.symbols_of(*literal);
                symbols.retain(|s| !quotients.contains(s));
                let known = symbols.len() <= 1 || forms.iter().any(|f| symbols.iter().all(|s| f.contains(s)));
                assert!(known, "{} mixes", arena.show(*literal));
            }
        }
    }
}

#[test]
fn disequalities_across_queries() {
    // The two alternatives of r ≠ 0 are found in one query and needed in another.
    let mut n = Named::new();
    let (r, y) = (n.term(&[("1", "r")], "0"), n.term(&[("1", "y")], "0"));
    let least = n.arena.le(&-&r);
    let not_zero = !n.arena.eq(&r);
    let same = n.arena.equal(&r, &y);
    let two = n.arena.at_most(&LinearTerm::constant(2), &y);
    let opposite = n.arena.eq(&(&r + &y));
    let mut solver = Solver::with_proofs();
    let mut asserted = vec![least, not_zero];
    for f in &asserted {
        solver.assert(&mut n.arena, *f);
    }
    for assumptions in [vec![], vec![same, two]] {
        let answer = solver.check(&mut n.arena, &assumptions, &mut Budget::steps(1000));
        assert!(matches!(answer, Answer::Sat(_)));
    }
    asserted.push(opposite);
    solver.assert(&mut n.arena, opposite);
    let answer = solver.check(&mut n.arena, &[], &mut Budget::steps(1000));
    assert!(matches!(answer, Answer::Sat(_)));
    verify(&n.arena, &solver, &asserted, &answer);
}
