//! Lemma 5.4.2 of the thesis: body-disjoint clauses have a solution if their maximum tree-like subsets have,
//! with the example and its table.

use super::*;
use crate::horn::tests::example;
use crate::validate::{self, ClauseVerdict};

/// The clauses of the example in the order of the file: (1) to (6), (1a), (1b), (2b), (5b), (1c), (2c), (5c),
/// (7) to (10).
const T1: [usize; 7] = [1, 2, 5, 14, 15, 16, 17];
const T2: [usize; 14] = [3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17];

/// The columns of the table.
const FOR_T1: &str = "r0(N, R) := true. r1(N, R) := N > 100. r4(X, Y) := true. r5(X, Y) := X <= 100.
    r6(X, Y) := false. rf(N, R) := N > 100.";
const COPIES: &str = "r2(N, R) := N <= 100. r3(N, R) := R <= 101. r0a(N, R) := true. r0b(N, R) := true.
    r1b(N, R) := true. rfb(N, R) := N - R >= 10. r0c(N, R) := true. r1c(N, R) := N >= 101.
    rfc(N, R) := N >= 102 ; N = 101, R = 91. ";
const FOR_T2: &str = "r4(X, Y) := true. r5(X, Y) := true. r6(X, Y) := Y = 91. rf(N, R) := R = 91.";
const FOR_BOTH: &str = "r0(N, R) := true. r1(N, R) := N > 100. r4(X, Y) := true. r6(X, Y) := Y = 91.
    rf(N, R) := N > 100 ; R = 91. ";

/// Some clauses of the example, with the relation symbols that they speak of.
fn subset(numbers: &[usize]) -> String {
    let clauses = example!("mccarthy91-unwound").lines().filter(|line| !line.starts_with('%'));
    let chosen = clauses.enumerate().filter(|(i, _)| numbers.contains(&(i + 1)));
    chosen.map(|(_, clause)| clause).collect::<Vec<_>>().join("\n")
}

/// The numbers of the clauses that fail under a solution.
fn failing(text: &str, solution: &str) -> Vec<usize> {
    let (mut problem, diagnostics) = house::parse(text);
    assert_eq!(diagnostics, []);
    let (claim, diagnostics) = house::parse_solution(solution, &mut problem);
    assert_eq!(diagnostics, []);
    let validation = validate::solution(&mut problem, &claim, &mut Budget::steps(STEPS)).unwrap();
    let holds = |verdict: &ClauseVerdict| matches!(verdict, ClauseVerdict::Proved(..));
    let verdicts = validation.verdicts.iter().enumerate();
    verdicts.filter(|(_, verdict)| !holds(verdict)).map(|(i, _)| i + 1).collect()
}

#[test]
fn the_subsets_are_tree_like_and_maximal() {
    let classify = |text: &str| {
        let (problem, _) = house::parse(text);
        let mut arena = problem.arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
        Classification::of(&arena, &system)
    };
    let all: Vec<usize> = (1..=17).collect();
    assert_eq!(classify(&subset(&all)).fragment, Some(crate::horn::Fragment::BodyDisjoint));
    for own in [&T1[..], &T2] {
        assert_eq!(classify(&subset(own)).method, Method::TreeInterpolation);
        // What rf is derived by is the only choice.
        let with_both = [own, &[5, 6]].concat();
        assert!(!classify(&subset(&with_both)).is(crate::horn::Fragment::TreeLike));
        let run = solve_problem(&house::parse(&subset(own)).0);
        let Run { mut arena, system, solved: Solved::Solution(solution), .. } = run else {
            panic!("no solution")
        };
        assert_solution(&mut arena, &system, &solution);
    }
}

/// The table of the thesis. Its last column has `true` for r5, with which clause (9) fails: r6 needs `x ≤
/// 100` where rf allows all `n > 100`. The conjunction of the two columns, as the lemma has it, is a
/// solution.
#[test]
fn the_table_and_its_misprint() {
    assert_eq!(failing(&subset(&T1), FOR_T1), [0_usize; 0]);
    assert_eq!(failing(&subset(&T2), &[COPIES, FOR_T2].concat()), [0_usize; 0]);
    let all = example!("mccarthy91-unwound");
    let printed = [COPIES, FOR_BOTH, "r5(X, Y) := true."].concat();
    assert_eq!(failing(all, &printed), [16], "clause (9)");
    let conjoined = [COPIES, FOR_BOTH, "r5(X, Y) := X <= 100."].concat();
    assert_eq!(failing(all, &conjoined), [0_usize; 0]);
}

/// The subsets of the example are found, and their solutions make one of all clauses.
#[test]
fn the_solutions_of_the_subsets_are_combined() {
    let (problem, _) = house::parse(example!("mccarthy91-unwound"));
    let mut arena = problem.arena.clone();
    let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
    let subsets = TreeLikeSubsets::of(&mut arena, &system).expect("two").expect("body-disjoint");
    let mut sizes: Vec<usize> = subsets.clauses().map(|clauses| clauses.len()).collect();
    sizes.sort_unstable();
    // Without the query, which both have.
    assert_eq!(sizes, [T1.len() - 1, T2.len() - 1]);
    let budget = &mut Budget::steps(STEPS);
    let solution = subsets.solve(&mut arena, &system, Policy::Simplest, budget).expect("steps");
    assert_solution(&mut arena, &system, &solution.expect("solvable"));
}

/// Clauses for a symbol and all below it, each symbol in one body.
fn clauses_for(random: &mut Random, name: &str, depth: usize, text: &mut String) {
    for way in 0..random.count(1, 2) {
        let below = if depth == 0 { 0 } else { random.count(0, 2) };
        let names: Vec<String> = (0..below).map(|i| format!("{name}{}", 2 * way + i)).collect();
        let relation = ["Y >= X", "Y = X + 1", "Y <= 2*X", "2 | X + Y"][random.count(0, 3)];
        let mut literals = vec![relation.to_owned(), format!("X >= {}", random.range(-3, 3))];
        literals.extend(names.iter().map(|name| format!("{name}(X, Y)")));
        *text += &format!("{name}(X, Y) :- {}.\n", literals.join(", "));
        for name in &names {
            clauses_for(random, name, depth - 1, text);
        }
    }
}

#[test]
fn random_body_disjoint_systems_by_their_subsets() {
    let mut random = Random(54);
    let (mut solved, mut derivable, mut several) = (0, 0, 0);
    for _ in 0..120 {
        let mut text = format!("false :- a(X, Y), b(Y, Z), X + Z < {}.\n", random.range(-6, 2));
        clauses_for(&mut random, "a", 2, &mut text);
        clauses_for(&mut random, "b", 1, &mut text);
        let (problem, diagnostics) = house::parse(&text);
        assert_eq!(diagnostics, [], "{text}");
        let Run { mut arena, system, solved: outcome, .. } = solve_problem(&problem);
        let subsets = TreeLikeSubsets::of(&mut arena, &system).expect("few").expect("body-disjoint");
        several += usize::from(subsets.clauses().count() > 2);
        let budget = &mut Budget::steps(STEPS);
        match (outcome, subsets.solve(&mut arena, &system, Policy::Simplest, budget).expect("steps")) {
            (Solved::Solution(_), Some(solution)) => {
                solved += 1;
                assert_solution(&mut arena, &system, &solution);
            }
            (Solved::Derivable(_), None) => derivable += 1,
            (_, found) => panic!("{text} {found:?}"),
        }
    }
    assert!(solved > 15 && derivable > 15 && several > 15, "{solved} {derivable} {several}");
}
