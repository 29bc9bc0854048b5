//! Interpolation problems and recursion-free clauses solve each other.

mod edges;
mod expand;
mod expansions;
mod published;
mod subsets;

use super::*;
use crate::formula::Arena;
use crate::horn::Normalisation;
use crate::interpolate::{Strength, Tree, TreeNode, tree, verify_tree};
use crate::lang::{Problem, house};
use crate::solver::{Answer, Solver};
use crate::testing::{Random, Shape};

const STEPS: u64 = 50_000_000;

/// The system of a problem with its arena, and what became of it.
struct Run {
    arena: Arena,
    system: ClauseSystem,
    normalisation: Normalisation,
    solved: Solved,
}

fn solve_problem(problem: &Problem) -> Run {
    let mut arena = problem.arena.clone();
    let (system, normalisation) = ClauseSystem::from_problem(&mut arena, problem);
    let solved = solve(&mut arena, &system, Policy::Simplest, &mut Budget::steps(STEPS));
    Run { solved: solved.expect("recursion-free"), arena, system, normalisation }
}

/// Every clause is valid under the assignment.
fn assert_solution(arena: &mut Arena, system: &ClauseSystem, assignment: &Assignment) {
    for clause in system.clauses() {
        let parts = assignment.negated_clause(arena, system, clause);
        let answer = Solver::new().check(arena, &parts, &mut Budget::steps(STEPS));
        assert!(matches!(answer, Answer::Unsat(_)), "clause from {:?}", clause.sources);
    }
}

#[test]
fn recursion_free_examples_are_solved() {
    for (text, expected) in [
        (include_str!("../../../static/examples/mccarthy91-tree.horn"), true),
        (include_str!("../../../static/examples/loop50-path.horn"), true),
        (include_str!("../../../static/examples/dblabs.horn"), true),
        (include_str!("../../../static/examples/two-steps.horn"), true),
        ("p(X) :- X = 1.\nq(Y) :- p(X), Y = X + 1.\nfalse :- q(Y), Y = 2.", false),
        ("p(X) :- X = 1.\nq(Y) :- p(X), Y = X + 1.\nfalse :- q(Y), Y = 3.\nfalse :- p(X), X < 0.", true),
        ("p(X) :- X >= 1.\nfalse :- p(X), p(Y), X + Y < 2.", true),
        ("false :- 1 = 2.", true),
        ("", true),
    ] {
        let (problem, diagnostics) = house::parse(text);
        assert_eq!(diagnostics, [], "{text}");
        let Run { mut arena, system, solved, .. } = solve_problem(&problem);
        match solved {
            Solved::Solution(assignment) => {
                assert!(expected, "{text}");
                assert_solution(&mut arena, &system, &assignment);
            }
            Solved::Derivable(_) => assert!(!expected, "{text}"),
        }
    }
}

#[test]
fn recursion_is_refused() {
    let (problem, _) = house::parse("p(X) :- p(X).\nfalse :- p(X).");
    let mut arena = problem.arena.clone();
    let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
    let result = solve(&mut arena, &system, Policy::Simplest, &mut Budget::steps(STEPS));
    assert!(matches!(result, Err(Unsolved::Expansion(_))));
}

#[test]
fn trees_become_clauses_whose_solutions_are_their_interpolants() {
    let mut random = Random(21);
    let (mut solved, mut derivable) = (0, 0);
    for _ in 0..150 {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 5, 1);
        let count = random.count(2, 5);
        let mut nodes: Vec<TreeNode> = (0..count)
            .map(|i| {
                let part = Shape { ints: vec![shape.ints[i], shape.ints[(i + 1) % 5]], ..shape.clone() };
                let label = [part.formula(&mut arena, &mut random, 1), part.literal(&mut arena, &mut random)];
                TreeNode { label: arena.and(label), children: Vec::new() }
            })
            .collect();
        for i in 0..count - 1 {
            let parent = random.count(i + 1, count - 1);
            nodes[parent].children.push(i);
        }
        let problem = Tree::new(nodes).expect("a tree");
        let clauses = tree_clauses(&arena, &problem);
        let run = solve_problem(&clauses);
        let direct =
            tree(&mut arena, &problem, Policy::Proof(Strength::Strong), &mut Budget::steps(STEPS)).unwrap();
        match (run.solved, direct) {
            (Solved::Derivable(_), Outcome::Model(_)) => derivable += 1,
            (Solved::Solution(assignment), Outcome::Interpolants(_)) => {
                solved += 1;
                let mut arena = run.arena;
                assert_solution(&mut arena, &run.system, &assignment);
                // The solution, over the symbols of the tree, is a tree interpolant.
                let solution = run.normalisation.solution(&assignment);
                let formulae: Vec<Formula> = (0..count - 1)
                    .map(|i| {
                        let definition = solution.get(crate::lang::RelationId(i as u32)).expect("defined");
                        let shared = problem.shared_symbols(&arena, i);
                        arena.renamed(definition.formula, &definition.parameters, &shared)
                    })
                    .collect();
                let verdict =
                    verify_tree(&mut arena, &problem, &formulae, &mut Budget::steps(STEPS)).unwrap();
                assert!(verdict.is_ok());
            }
            _ => panic!("clauses and tree disagree"),
        }
    }
    assert!(solved > 20 && derivable > 20, "{solved} solved, {derivable} derivable");
}

#[test]
fn random_recursion_free_systems() {
    let mut random = Random(22);
    let (mut solved, mut derivable) = (0, 0);
    for _ in 0..150 {
        // Relation symbols r0 … r3; bodies use later ones only.
        let mut text = String::new();
        for head in 0..4 {
            for _ in 0..random.count(1, 2) {
                let body: Vec<String> =
                    (head + 1..4).filter(|_| random.chance(3)).map(|b| format!("r{b}(X, Z{b})")).collect();
                let bound = random.range(-3, 3);
                let relation = ["Y >= X", "Y = X + 1", "Y <= 2*X", "2 | X + Y"][random.count(0, 3)];
                let literals = [vec![relation.to_owned(), format!("X >= {bound}")], body].concat();
                text += &format!("r{head}(X, Y) :- {}.\n", literals.join(", "));
            }
        }
        text += &format!("false :- r0(X, Y), r1(Y, Z), X + Z < {}.\n", random.range(-6, 2));
        let (problem, diagnostics) = house::parse(&text);
        assert_eq!(diagnostics, [], "{text}");
        let Run { mut arena, system, normalisation, solved: outcome } = solve_problem(&problem);
        let budget = &mut Budget::steps(STEPS);
        let exhaustive = solve_exhaustively(&mut arena, &system, Policy::Simplest, budget);
        let exhaustive = exhaustive.expect("recursion-free");
        // SHARA agrees, with a solution or a derivation of its own.
        let by_cdd = shara(&mut arena, &system, Policy::Simplest, EXPANSION_LIMIT, &mut Budget::steps(STEPS));
        match (outcome, by_cdd.expect("recursion-free")) {
            (Solved::Derivable(one), Err(other)) if exhaustive.is_none() => {
                derivable += 1;
                let replayed = Problem { arena: arena.clone(), ..problem };
                for derivation in [one, other] {
                    let derivation = normalisation.derivation(derivation);
                    assert!(crate::check::derivation(&replayed, &derivation).is_ok(), "{text}");
                }
            }
            (Solved::Solution(assignment), Ok(collapsed)) if exhaustive.is_some() => {
                solved += 1;
                assert_solution(&mut arena, &system, &exhaustive.unwrap_or(collapsed.clone()));
                assert_solution(&mut arena, &system, &assignment);
                assert_solution(&mut arena, &system, &collapsed);
            }
            _ => panic!("the two disagree on {text}"),
        }
    }
    assert!(solved > 10 && derivable > 10, "{solved} solved, {derivable} derivable");
}
