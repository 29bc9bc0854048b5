use super::*;
use crate::check::{DerivationFault, SolutionError};
use crate::formula::{Sort, Valuation};
use crate::lang::{Derivation, DerivationStep, house};

const GCD: &str = include_str!("../../../static/examples/gcd.horn");
const GCD_BUG: &str = include_str!("../../../static/examples/gcd-bug.horn");

fn claim(problem: &str, claim: &str) -> (Problem, Solution) {
    let (mut problem, diagnostics) = house::parse(problem);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let (solution, diagnostics) = house::parse_solution(claim, &mut problem);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    (problem, solution)
}

/// Which clauses hold.
fn holds(problem: &str, solution: &str) -> Vec<bool> {
    let (mut problem, solution) = claim(problem, solution);
    let validation = super::solution(&mut problem, &solution, &mut Budget::unlimited()).unwrap();
    let verdicts = validation.verdicts.iter().map(|verdict| match verdict {
        ClauseVerdict::Proved(..) => true,
        ClauseVerdict::Refuted(_) => false,
        other => panic!("{other:?}"),
    });
    verdicts.collect()
}

#[test]
fn known_solutions_pass_and_others_fail_where_they_should() {
    assert_eq!(holds(GCD, "gcd(M, N, R) := M = N -> M >= R."), [true; 4]);
    assert_eq!(holds(GCD, "gcd(M, N, R) := true."), [true, true, true, false]);
    assert_eq!(holds(GCD, "gcd(M, N, R) := M = N, R = M."), [true, false, false, true]);
    let merge = include_str!("../../../static/examples/merge.horn");
    assert_eq!(holds(merge, "merge(X, Y, Z) := X + Y >= Z."), [true; 5]);
    let mccarthy = include_str!("../../../static/examples/mccarthy91.horn");
    let solution = "r0(N, R) := true. r1(N, R) := N > 100. r2(N, R) := N =< 100.
        r3(N, R) := N =< 100, (R = 91 ; N + 11 - R >= 10, N + 11 >= 102).
        rf(N, R) := R = 91 ; N - R >= 10, N >= 102.
        r4(X, Y) := true. r5(X, Y) := X =< 100. r6(X, Y) := Y = 91.";
    let verdicts = holds(mccarthy, &solution.replace("=<", "<="));
    assert_eq!(verdicts, [true; 10]);
}

/// Thesis, Fig. 2.4: the solution of the clauses in Fig. 2.3, as printed.
#[test]
fn the_printed_solution_of_mccarthy91() {
    let mccarthy = include_str!("../../../static/examples/mccarthy91.horn");
    let printed = "r0(N, Rec) := true. r1(N, Rec) := N >= 101. r2(N, Rec) := N <= 100.
        r3(N, Rec) := Rec <= 101. r4(X, Y) := true. r5(X, Y) := X <= 100. r6(X, Y) := Y = 91.
        rf(N, Rec) := Rec = 91 ; (N - Rec >= 10, N >= 102).";
    assert_eq!(holds(mccarthy, printed), [true; 10]);
    // Its numbers are needed.
    assert!(holds(mccarthy, &printed.replace("N >= 102", "N >= 101")).contains(&false));
}

/// Thesis, Sect. 4.1: the invariant `y % 2 = 0 ∧ x ≥ 0`. Both parts are needed.
#[test]
fn the_invariant_of_the_motivating_example() {
    let thousand = include_str!("../../../static/examples/thousand.horn");
    let both = |claim: &str| holds(thousand, &format!("n1(X, Y) := {claim}. n2(X, Y) := {claim}."));
    assert_eq!(both("2 | Y, X >= 0"), [true; 6]);
    assert_eq!(both("2 | Y"), [true, true, true, true, true, false]);
    assert_eq!(both("X >= 0"), [true, true, true, true, false, true]);
}

/// Report, Sect. 2: P₁ and P₂ are said to be "ruled out as approximation of clause (3)", and (1), (3') and
/// (5') not to be solved by them. P₁ solves these; what it does not solve has clause (4).
#[test]
fn an_unfolding_that_the_report_calls_unsolved() {
    let unfolding = |step: &str| {
        format!(
            "merge(X, Y, Z) :- X = 0, Y >= 0, Z = Y. merge1(X, Y, Z) :- {step}, Z = Z1 + 1.
             false :- merge1(X, Y, Z), Z > X + Y."
        )
    };
    let p1 = "merge(X, Y, Z) := Z = Y, X >= 0. merge1(X, Y, Z) := Z = Y, X >= 0.";
    assert_eq!(holds(&unfolding("Y1 = Y - 1, merge(X, Y1, Z1)"), p1), [true; 3]);
    assert_eq!(holds(&unfolding("X1 = X - 1, merge(X1, Y, Z1)"), p1), [true, false, true]);
}

#[test]
fn booleans_are_arguments_too() {
    let problem = "p(B, X) :- B, X = 1. p(C, X) :- p(B, X), C = (X > 3). false :- p(B, X), B, X < 1.";
    let (parsed, _) = house::parse(problem);
    assert_eq!(parsed.relations[0].sorts, [Sort::Bool, Sort::Int]);
    assert_eq!(holds(problem, "p(B, X) := X >= 1."), [true; 3]);
    assert_eq!(holds(problem, "p(B, X) := B."), [true, false, false]);
}

#[test]
fn solutions_are_accepted_with_their_own_proofs_only() {
    let (mut problem, good) = claim(GCD, "gcd(M, N, R) := M = N -> M >= R.");
    let proofs = solution(&mut problem, &good, &mut Budget::unlimited()).unwrap().proofs().unwrap();
    assert!(check::solution(&mut problem, &good, &proofs).is_ok());
    let mut swapped = proofs.clone();
    swapped.swap(0, 3);
    assert!(matches!(check::solution(&mut problem, &good, &swapped), Err(SolutionError::Proof { .. })));
    assert_eq!(
        check::solution(&mut problem, &good, &proofs[1..]),
        Err(SolutionError::ProofCount { clauses: 4, proofs: 3 })
    );
    // The proofs of one solution do not prove another.
    for other in ["M = N -> M > R", "M = N -> M >= R + 1", "true", "false", "M = N"] {
        let (other, _) = house::parse_solution(&format!("gcd(M, N, R) := {other}."), &mut problem);
        assert!(check::solution(&mut problem, &other, &proofs).is_err());
    }
}

#[test]
fn definitions_must_be_closed_and_fit() {
    let (mut problem, good) = claim(GCD, "gcd(M, N, R) := M = N -> M >= R.");
    let gcd = crate::lang::RelationId(0);
    let definition = good.get(gcd).unwrap().clone();
    assert_eq!(check::definitions(&problem, &Solution::new()), Err(SolutionError::Undefined(gcd)));
    let with = |definition| {
        let mut solution = Solution::new();
        solution.insert(gcd, definition);
        solution
    };
    let mut short = definition.clone();
    short.parameters.pop();
    assert_eq!(check::definitions(&problem, &with(short)), Err(SolutionError::Parameters(gcd)));
    let mut twice = definition.clone();
    twice.parameters[1] = twice.parameters[0];
    assert_eq!(check::definitions(&problem, &with(twice)), Err(SolutionError::Parameters(gcd)));
    let mut foreign = definition.clone();
    foreign.parameters[2] = problem.arena.symbol("Other", Sort::Int);
    assert_eq!(check::definitions(&problem, &with(foreign)), Err(SolutionError::NotClosed(gcd)));
    let mut sort = definition;
    sort.parameters[0] = problem.arena.symbol("M", Sort::Bool);
    assert_eq!(check::definitions(&problem, &with(sort)), Err(SolutionError::Parameters(gcd)));
}

/// The derivation of FACTS: `gcd(4, 6, 2)` by the clauses 3, 2, 1 below the query.
fn gcd_derivation(problem: &mut Problem) -> Derivation {
    let mut step = |clause: u32, values: &[(&str, i64)], premises: &[usize]| {
        let mut valuation = Valuation::new();
        for (name, value) in values {
            valuation.set_int(problem.arena.symbol(name, Sort::Int), *value);
        }
        DerivationStep { clause: ClauseId(clause - 1), valuation, premises: premises.to_vec() }
    };
    let steps = vec![
        step(1, &[("M", 2), ("N", 2), ("R", 2)], &[]),
        step(2, &[("M", 4), ("N", 2), ("M1", 2), ("R", 2)], &[0]),
        step(3, &[("M", 4), ("N", 6), ("N1", 2), ("R", 2)], &[1]),
        step(4, &[("R", 2)], &[2]),
    ];
    Derivation::of(steps)
}

#[test]
fn derivations_are_replayed() {
    let (mut problem, _) = house::parse(GCD_BUG);
    let derivation = gcd_derivation(&mut problem);
    let replay = check::derivation(&problem, &derivation).unwrap();
    assert!(replay.facts()[3].is_none());
    let (problem, _) = house::parse(GCD);
    assert!(check::derivation(&problem, &derivation).is_err());
}

#[test]
fn mutated_derivations_are_rejected() {
    let (mut problem, _) = house::parse(GCD_BUG);
    let good = gcd_derivation(&mut problem);
    let fault = |derivation: &Derivation| check::derivation(&problem, derivation).unwrap_err().fault;
    // Any value changed by one.
    for i in 0..good.steps.len() {
        for (symbol, _) in good.steps[i].valuation.iter() {
            let mut bad = good.clone();
            let value = bad.steps[i].valuation.int(symbol) + &crate::num::Int::ONE;
            bad.steps[i].valuation.set_int(symbol, value);
            assert!(check::derivation(&problem, &bad).is_err(), "step {i}");
        }
        // Any other clause.
        for clause in 0..6 {
            let mut bad = good.clone();
            if bad.steps[i].clause != ClauseId(clause) {
                bad.steps[i].clause = ClauseId(clause);
                assert!(check::derivation(&problem, &bad).is_err(), "step {i} by clause {clause}");
            }
        }
        // Any other premise, itself and later ones included.
        for premise in 0..6 {
            let mut bad = good.clone();
            if i > 0 && premise != i - 1 {
                bad.steps[i].premises = vec![premise];
                assert!(check::derivation(&problem, &bad).is_err(), "step {i} from {premise}");
            }
        }
    }
    let mut bad = good.clone();
    bad.steps.pop();
    assert_eq!(fault(&bad), DerivationFault::NotRefuted);
    assert_eq!(fault(&Derivation::default()), DerivationFault::NotRefuted);
    let mut bad = good.clone();
    bad.steps[2].premises.push(0);
    assert_eq!(fault(&bad), DerivationFault::PremiseCount { body: 1, premises: 2 });
    let mut bad = good.clone();
    bad.steps.push(good.steps[3].clone());
    bad.steps[4].premises = vec![3];
    assert_eq!(fault(&bad), DerivationFault::OtherRelation { position: 0 });
}

#[test]
fn a_budget_that_ends_gives_no_verdict() {
    let (mut problem, good) = claim(GCD, "gcd(M, N, R) := M = N -> M >= R.");
    let validation = solution(&mut problem, &good, &mut Budget::steps(1)).unwrap();
    assert!(matches!(validation.verdicts[3], ClauseVerdict::Unknown(_)));
    assert!(validation.proofs().is_none());
    assert!(checked(&mut problem, &good, &mut Budget::unlimited()).is_some());
}
