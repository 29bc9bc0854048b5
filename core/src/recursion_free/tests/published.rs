//! The recursion-free systems that the papers print, and interpolation problems as clauses and back.

use super::*;
use crate::horn::{Classification, Fragment};
use crate::validate;

const GCD: &str = include_str!("../../../../static/examples/gcd-approximation.horn");
const MERGE: &str = include_str!("../../../../static/examples/merge-approximation.horn");
const SQUARES: &str = include_str!("../../../../static/examples/squares.horn");
const SQUARES_AS_PRINTED: &str = include_str!("../../../../static/examples/squares-as-printed.horn");

fn read(text: &str) -> Problem {
    let (problem, diagnostics) = house::parse(text);
    assert_eq!(diagnostics, [], "{text}");
    problem
}

fn is_solution(text: &str, solution: &str) -> bool {
    let mut problem = read(text);
    let (solution, diagnostics) = house::parse_solution(solution, &mut problem);
    assert_eq!(diagnostics, []);
    validate::checked(&mut problem, &solution, &mut Budget::steps(STEPS)).is_some()
}

/// CAV'13, Fig. 2 and Example 4: gcd1 is used twice, so the expansion has the positions p, q and r; the
/// published interpolants make a solution, and the one that forgets a branch does not.
#[test]
fn the_approximation_of_gcd() {
    let problem = read(GCD);
    let mut arena = problem.arena.clone();
    let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
    let classification = Classification::of(&arena, &system);
    assert!(!classification.is_recursive() && classification.is(Fragment::Linear));
    assert!(!classification.is(Fragment::BodyDisjoint), "gcd1 is in two bodies");
    let expansion = Expansion::body_disjoint(&system, EXPANSION_LIMIT, &mut Budget::steps(STEPS)).unwrap();
    assert_eq!(expansion.relation_of.len(), 3);
    assert!(is_solution(GCD, "gcd(M, N, R) := M = N -> M >= R. gcd1(M, N, R) := true."));
    assert!(!is_solution(GCD, "gcd(M, N, R) := M >= R. gcd1(M, N, R) := true."));
    let Run { mut arena, system, solved, .. } = solve_problem(&problem);
    let Solved::Solution(assignment) = solved else { panic!("gcd has a solution") };
    assert_solution(&mut arena, &system, &assignment);
}

/// The report, Fig. 2 and Example 4: X + Y ≥ Z for both symbols.
#[test]
fn the_approximation_of_merge() {
    let problem = read(MERGE);
    let Run { mut arena, system, solved, .. } = solve_problem(&problem);
    let Solved::Solution(assignment) = solved else { panic!("merge has a solution") };
    assert_solution(&mut arena, &system, &assignment);
    assert!(is_solution(MERGE, "merge(X, Y, Z) := X + Y >= Z. merge1(X, Y, Z) := X + Y >= Z."));
    assert!(!is_solution(MERGE, "merge(X, Y, Z) := X + Y >= Z. merge1(X, Y, Z) := X + Y > Z."));
}

/// Thesis, Sect. 5.2.1: as printed, the clauses have a solution in Presburger arithmetic; as meant, with two
/// different first arguments, this is none.
#[test]
fn squares_as_printed_have_a_solution() {
    let solution = "sq(N, X) := 4 | 2*X - N + 1.";
    assert!(is_solution(SQUARES_AS_PRINTED, solution));
    assert!(!is_solution(SQUARES, solution));
}

/// Formulae with marked positions and dags are clauses of their fragments, with the same answers (CAV'13,
/// Sect. 4.1; thesis, Theorem 5.3.1).
#[test]
fn interpolation_problems_become_clauses_of_their_fragments() {
    let mut random = Random(23);
    let (mut solved, mut derivable) = (0, 0);
    for round in 0..60 {
        let is_linear = round % 2 == 0;
        let mut text = String::new();
        for head in 0..3 {
            for _ in 0..random.count(1, 2) {
                let bound = random.range(-3, 3);
                let relation = ["Y >= X", "Y = X + 1", "Y <= 2*X", "2 | X + Y"][random.count(0, 3)];
                let mut body = format!("{relation}, X >= {bound}");
                if random.chance(2) && head < 2 {
                    body += &format!(", r{}(X, Z)", head + 1);
                }
                if !is_linear && random.chance(3) && head < 2 {
                    body += &format!(", r{}(Y, W)", head + 1);
                }
                text += &format!("r{head}(X, Y) :- {body}.\n");
            }
        }
        text += &format!("false :- r0(X, Y), X + Y < {}.\n", random.range(-6, 2));
        let problem = read(&text);
        let mut arena = problem.arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
        let (clauses, fragment) = if is_linear {
            let linear = LinearSystem::of(&mut arena, &system).expect("linear");
            (dag_clauses(&mut arena, &linear.dag), Fragment::Linear)
        } else {
            let budget = &mut Budget::steps(STEPS);
            let expansion = Expansion::body_disjoint(&system, EXPANSION_LIMIT, budget).unwrap();
            let expanded = expansion.system(&system);
            let and_or = AndOr::of(&mut arena, &expanded).expect("body-disjoint");
            let clauses = disjunctive_clauses(&mut arena, &and_or.disjunctive).expect("few ways");
            (clauses, Fragment::BodyDisjoint)
        };
        let (again, _) = ClauseSystem::from_problem(&mut clauses.arena.clone(), &clauses);
        assert!(Classification::of(&clauses.arena, &again).is(fragment), "{text}");
        match (solve_problem(&problem).solved, solve_problem(&clauses).solved) {
            (Solved::Solution(_), Solved::Solution(_)) => solved += 1,
            (Solved::Derivable(_), Solved::Derivable(_)) => derivable += 1,
            _ => panic!("the clauses disagree with {text}"),
        }
    }
    assert!(solved > 5 && derivable > 5, "{solved} {derivable}");
}
