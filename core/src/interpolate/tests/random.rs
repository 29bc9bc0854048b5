//! Random pairs, sequences, trees, dags and and/or trees. The functions check what they return; the tests see
//! that they return something, and that models are models.
//!
//! `HORNBOOK_CASES` multiplies the number of cases.

use crate::formula::{Arena, Formula, Sort, Symbol, Valuation};
use crate::interpolate::separate::Conflict;
use crate::interpolate::*;
use crate::num::Int;
use crate::solver::{Answer, Budget, Solver};
use crate::testing::{Random, Shape};

const STEPS: u64 = 50_000_000;

fn cases(normal: u64) -> u64 {
    std::env::var("HORNBOOK_CASES").ok().and_then(|n| n.parse::<u64>().ok()).unwrap_or(1) * normal
}

const POLICIES: [Policy; 5] = [
    Policy::Proof(Strength::Strong),
    Policy::Proof(Strength::Relaxed),
    Policy::Proof(Strength::Symmetric),
    Policy::Proof(Strength::Weak),
    Policy::Simplest,
];

/// A random conjunction over some of the symbols, now and then with a large coefficient.
fn label(arena: &mut Arena, random: &mut Random, shape: &Shape, ints: &[usize]) -> Formula {
    let mut part = Shape { ints: ints.iter().map(|i| shape.ints[*i]).collect(), ..shape.clone() };
    if random.chance(20) {
        part.coefficient = 1_000_000_007;
    }
    let parts: Vec<Formula> = (0..random.range(1, 3))
        .map(|_| {
            let depth = usize::from(random.chance(3));
            part.formula(arena, random, depth)
        })
        .collect();
    arena.and(parts)
}

fn holds(arena: &Arena, formulae: &[Formula], model: &Valuation) -> bool {
    formulae.iter().all(|f| arena.evaluate(*f, model))
}

/// Counts models and interpolants, and insists on both in the end.
#[derive(Default)]
struct Tally {
    models: u64,
    interpolants: u64,
}

impl Tally {
    fn mixed(&self) {
        let Tally { models, interpolants } = self;
        assert!(*models > 50 && *interpolants > 50, "{models} models, {interpolants} interpolants");
    }
}

#[test]
fn pairs() {
    let mut random = Random(11);
    let mut tally = Tally::default();
    for round in 0..cases(3000) {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 5, 2);
        let a: Vec<Formula> = (0..3).map(|_| label(&mut arena, &mut random, &shape, &[0, 1, 2, 3])).collect();
        let b: Vec<Formula> = (0..2).map(|_| label(&mut arena, &mut random, &shape, &[2, 3, 4])).collect();
        for policy in POLICIES {
            match separate(&mut arena, &a, &b, policy, &mut Budget::steps(STEPS)) {
                Ok(Outcome::Model(model)) => {
                    assert!(holds(&arena, &a, &model) && holds(&arena, &b, &model));
                    tally.models += 1;
                }
                Ok(Outcome::Interpolants(_)) => tally.interpolants += 1,
                Err(reason) => panic!("round {round}, {policy:?}: {reason}"),
            }
        }
    }
    tally.mixed();
}

/// Of one proof, McMillan's reading implies the symmetric one, and that the inverse one (D'Silva et al.,
/// VMCAI'10, Theorem 2); the relaxed reading is between McMillan's and the inverse.
#[test]
fn readings_of_one_proof_are_ordered_by_strength() {
    let mut random = Random(16);
    let (mut problems, mut proper, mut projected) = (0, 0, 0);
    for round in 0..cases(1500) {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 4, 2);
        let ints: [&[usize]; 2] =
            if random.chance(2) { [&[0, 1, 2], &[1, 2, 3]] } else { [&[1, 2], &[1, 2]] };
        let [a, b] = ints.map(|ints| -> Vec<Formula> {
            (0..3).map(|_| label(&mut arena, &mut random, &shape, ints)).collect()
        });
        let order = [ProofOrder::Given, ProofOrder::Reversed][(round % 2) as usize];
        let budget = &mut Budget::steps(STEPS);
        let Ok(conflict) = Conflict::find_by(&mut arena, &a, &b, order, budget).unwrap() else { continue };
        problems += 1;
        let [strong, relaxed, symmetric, weak] = Strength::ALL.map(|strength| {
            let (formula, explanation) = conflict.read(&mut arena, strength, budget).unwrap();
            let by_projection = explanation.arguments.iter().any(|a| a.ground == Ground::Projection);
            projected += u64::from(by_projection);
            formula
        });
        proper += u64::from(strong != weak);
        for (name, left, right) in [
            ("McMillan, symmetric", strong, symmetric),
            ("symmetric, inverse", symmetric, weak),
            ("McMillan, relaxed", strong, relaxed),
            ("relaxed, inverse", relaxed, weak),
        ] {
            let answer = Solver::new().check(&mut arena, &[left, !right], budget);
            let (left, right) = (arena.show(left).to_string(), arena.show(right).to_string());
            assert!(matches!(answer, Answer::Unsat(_)), "round {round}, {name}: {left} and {right}");
        }
    }
    assert!(problems > 100 && proper > 50 && projected > 10, "{problems} {proper} {projected}");
}

#[test]
fn sequences_and_trees() {
    let mut random = Random(12);
    let mut tally = Tally::default();
    for round in 0..cases(4000) {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 6, 1);
        let count = random.count(2, 6);
        let labels: Vec<Formula> = (0..count)
            .map(|i| label(&mut arena, &mut random, &shape, &[i % 6, (i + 1) % 6, (i + 2) % 6]))
            .collect();
        let problem = match round % 3 {
            0 => Tree::path(&labels),
            1 => Tree::star(&arena, &labels),
            _ => random_tree(&mut random, &labels),
        };
        let policy = POLICIES[(round % 5) as usize];
        match tree(&mut arena, &problem, policy, &mut Budget::steps(STEPS)) {
            Ok(Outcome::Model(model)) => {
                assert!(holds(&arena, &labels, &model));
                tally.models += 1;
            }
            Ok(Outcome::Interpolants(found)) => {
                assert_eq!(found.len() + 1, problem.nodes().len());
                tally.interpolants += found.len() as u64;
            }
            Err(reason) => panic!("round {round}: {reason}"),
        }
    }
    tally.mixed();
}

/// Every node but the last gets a later node as its parent.
fn random_tree(random: &mut Random, labels: &[Formula]) -> Tree {
    let mut nodes: Vec<TreeNode> =
        labels.iter().map(|l| TreeNode { label: *l, children: Vec::new() }).collect();
    for i in 0..labels.len() - 1 {
        let parent = random.count(i + 1, labels.len() - 1);
        nodes[parent].children.push(i);
    }
    Tree::new(nodes).expect("a tree")
}

/// What the rest of a tree contradicts is an interpolant as well.
#[test]
fn weak_interpolants_are_interpolants() {
    let mut random = Random(14);
    let (mut found, mut left_out) = (0, 0);
    for round in 0..cases(600) {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 6, 1);
        let labels: Vec<Formula> = (0..random.count(2, 5))
            .map(|i| label(&mut arena, &mut random, &shape, &[i % 6, (i + 1) % 6, (i + 2) % 6]))
            .collect();
        let problem = if round % 2 == 0 { Tree::path(&labels) } else { random_tree(&mut random, &labels) };
        let mut budget = Budget::steps(STEPS);
        if matches!(Solver::new().check(&mut arena, &labels, &mut budget), Answer::Sat(_)) {
            continue;
        }
        let most = if round % 3 == 0 { 1 } else { 8 };
        match weak_interpolants(&mut arena, &problem, most, &mut budget).expect("contradictory") {
            Some(weak) => {
                assert!(weak.iter().all(|f| crate::simplify::Measure::of(&arena, *f).literals <= most));
                let verified = verify_tree(&mut arena, &problem, &weak, &mut budget).expect("enough steps");
                assert!(verified.is_ok(), "round {round}: {verified:?}");
                found += 1;
            }
            None => left_out += 1,
        }
    }
    assert!(found > 50 && left_out > 0, "{found} {left_out}");
}

#[test]
fn dags() {
    let mut random = Random(13);
    let mut tally = Tally::default();
    for round in 0..cases(2000) {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 5, 1);
        let vertices = random.count(2, 5);
        let truth = arena.true_();
        let labels: Vec<Formula> = (0..vertices)
            .map(|_| if random.chance(4) { label(&mut arena, &mut random, &shape, &[0, 1]) } else { truth })
            .collect();
        let mut edges = Vec::new();
        for from in 0..vertices {
            for to in from + 1..vertices {
                if to == from + 1 || random.chance(3) {
                    let ints = [from % 5, (from + 1) % 5, to % 5];
                    let parts: Vec<Formula> =
                        (0..2).map(|_| label(&mut arena, &mut random, &shape, &ints)).collect();
                    edges.push(DagEdge { from, to, label: arena.and(parts) });
                }
            }
        }
        let problem = Dag::new(labels, edges).expect("edges lead forward");
        match dag(&mut arena, &problem, POLICIES[(round % 5) as usize], &mut Budget::steps(STEPS)) {
            Ok(Outcome::Model(_)) => tally.models += 1,
            Ok(Outcome::Interpolants(found)) => {
                assert_eq!(found.checked.len(), problem.edges().len());
                assert_eq!(found.vertices.last().map(|v| v.formula), Some(arena.false_()));
                for (v, interpolant) in found.vertices.iter().enumerate() {
                    let allowed = problem.vocabulary(&arena, v);
                    assert!(arena.symbols_of(interpolant.formula).iter().all(|s| allowed.contains(s)));
                }
                tally.interpolants += 1;
            }
            Err(reason) => panic!("round {round}: {reason}"),
        }
    }
    tally.mixed();
}

#[test]
fn and_or_trees() {
    let mut random = Random(14);
    let mut tally = Tally::default();
    for round in 0..cases(2000) {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 5, 1);
        let count = random.count(2, 5);
        let indicators: Vec<Symbol> =
            (0..count - 1).map(|i| arena.symbol(&format!("at{i}"), Sort::Bool)).collect();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        for i in 0..count - 1 {
            children[random.count(i + 1, count - 1)].push(i);
        }
        let mut positions = Vec::new();
        for (i, below) in children.iter().enumerate() {
            let ints = [i % 5, (i + 1) % 5, (i + 3) % 5];
            let mut parts = vec![label(&mut arena, &mut random, &shape, &ints)];
            for child in below {
                let marked = arena.boolean(indicators[*child]);
                let with = label(&mut arena, &mut random, &shape, &ints);
                let branch = arena.and([marked, with]);
                parts.push(branch);
            }
            let context = label(&mut arena, &mut random, &shape, &ints);
            let choice = if random.chance(2) { arena.or(parts) } else { arena.and(parts) };
            let body = arena.and([context, choice]);
            positions.push(MarkedPosition {
                indicator: indicators.get(i).copied(),
                body,
                children: below.clone(),
            });
        }
        let problem = Disjunctive::new(positions).expect("a tree");
        match disjunctive(&mut arena, &problem, POLICIES[(round % 5) as usize], &mut Budget::steps(STEPS)) {
            Ok(Outcome::Model(_)) => tally.models += 1,
            Ok(Outcome::Interpolants(found)) => {
                assert_eq!(found.len() + 1, problem.positions().len());
                tally.interpolants += 1;
            }
            Err(reason) => panic!("round {round}: {reason}"),
        }
    }
    tally.mixed();
}

#[test]
fn lattices_are_ordered() {
    let mut random = Random(15);
    let mut tally = Tally::default();
    let mut points = 0;
    for round in 0..cases(150) {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 4, 0);
        let a: Vec<Formula> = (0..3).map(|_| label(&mut arena, &mut random, &shape, &[0, 1, 2])).collect();
        let b: Vec<Formula> = (0..2).map(|_| label(&mut arena, &mut random, &shape, &[1, 2, 3])).collect();
        match lattice(&mut arena, &a, &b, &mut Budget::steps(STEPS)) {
            Ok(Outcome::Model(_)) => tally.models += 1,
            Ok(Outcome::Interpolants(found)) => {
                tally.interpolants += 1;
                points += found.points.len();
                assert!(found.covers.iter().all(|(i, j)| i < j));
                if !found.open_ends {
                    let origins = |at: usize| &found.points[at].origins;
                    assert!(origins(0).contains(&PointOrigin::Strongest), "round {round}");
                    assert!(origins(found.points.len() - 1).contains(&PointOrigin::Weakest), "round {round}");
                }
            }
            Err(reason) => panic!("round {round}: {reason}"),
        }
    }
    assert!(tally.models > 10 && tally.interpolants > 50);
    assert!(points as u64 > 2 * tally.interpolants, "there is more than the ends");
}

#[test]
fn wrong_interpolants_are_refused() {
    let mut arena = Arena::new();
    let shape = Shape::new(&mut arena, 3, 0);
    let x = crate::formula::LinearTerm::symbol(shape.ints[0]);
    let y = crate::formula::LinearTerm::symbol(shape.ints[1]);
    let low = arena.le(&x);
    let high = arena.at_most(&crate::formula::LinearTerm::constant(5), &x);
    let path = Tree::path(&[low, high]);
    let budget = &mut Budget::unlimited();
    let too_strong = arena.le(&x.plus_constant(&Int::ONE));
    let too_weak = arena.le(&x.plus_constant(&Int::from(-5)));
    let foreign = arena.le(&y);
    for (candidate, node) in [(too_strong, 0), (too_weak, 1), (foreign, 0)] {
        let failure = verify_tree(&mut arena, &path, &[candidate], budget).unwrap().unwrap_err();
        assert_eq!(failure.node, node, "{}", arena.show(candidate));
        match failure.cause {
            Cause::Symbol(symbol) => assert_eq!(symbol, shape.ints[1]),
            Cause::Counterexample(model) => {
                // Below it but not in it, or in it and above.
                let below = [low, candidate][node];
                let above = [!candidate, high][node];
                assert!(holds(&arena, &[below, above], &model));
            }
        }
    }
    assert!(verify_tree(&mut arena, &path, &[low], budget).unwrap().is_ok());
}
