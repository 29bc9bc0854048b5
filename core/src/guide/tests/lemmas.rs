//! Lemmas 1, 3, 9 and 10 on random problems and lattices, against exhaustive search.

use crate::formula::{Arena, Formula, Symbol};
use crate::guide::*;
use crate::interpolate::{Outcome, Policy, Tree, TreeNode, confirm, separate, tree, verify_tree};
use crate::num::Int;
use crate::solver::{Answer, Budget, Solver};
use crate::testing::{Random, Shape};

const STEPS: u64 = 3_000_000;

fn kind(arena: &mut Arena, random: &mut Random, shape: &Shape) -> Kind {
    let term = shape.term(random).with_constant(Int::ZERO);
    match random.range(0, 5) {
        0..=1 => Kind::Term(term),
        2 => Kind::Inequality(term),
        3 => Kind::Remainder(term, Int::from(random.range(2, 4))),
        4 => Kind::Predicate(shape.literal(arena, random)),
        _ => Kind::Truth(shape.literal(arena, random)),
    }
}

/// Abstractions of every kind, and of what Sect. 6.2 makes of them.
fn abstraction(
    arena: &mut Arena,
    random: &mut Random,
    shape: &Shape,
    vocabulary: &Vocabulary,
) -> RelationAbstraction {
    let mut simple = || {
        let kinds: Vec<Kind> = (0..random.count(0, 3)).map(|_| kind(arena, random, shape)).collect();
        RelationAbstraction::of(arena, vocabulary, &kinds)
    };
    let (one, other) = (simple(), simple());
    match random.range(0, 5) {
        0 => one.or(arena, other),
        1 => one.not(arena, vocabulary),
        2 => one.after(arena, vocabulary, other),
        3 => {
            let identity = RelationAbstraction::identity(arena, vocabulary);
            one.and(arena, identity)
        }
        _ => one.and(arena, other),
    }
}

#[test]
fn abstract_interpolants_are_interpolants() {
    let mut random = Random(61);
    let (mut feasible, mut infeasible, mut kept) = (0, 0, 0);
    for _ in 0..800 {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 4, 1);
        let shared = Shape { ints: shape.ints[1..3].to_vec(), ..shape.clone() };
        let left = Shape { ints: shape.ints[..3].to_vec(), bools: Vec::new(), ..shape.clone() };
        let right = Shape { ints: shape.ints[1..].to_vec(), ..shape.clone() };
        let a: Vec<Formula> = (0..3).map(|_| left.literal(&mut arena, &mut random)).collect();
        let b: Vec<Formula> = (0..3).map(|_| right.literal(&mut arena, &mut random)).collect();
        let symbols: Vec<Symbol> = shared.ints.clone();
        let shared = Shape { bools: Vec::new(), ..shared };
        let vocabulary = Vocabulary::new(&mut arena, &symbols);
        let abstraction = abstraction(&mut arena, &mut random, &shared, &vocabulary);
        let (c, d) = abstraction.apply(&mut arena, &vocabulary, &a, &b);
        let mut budget = Budget::steps(STEPS);
        match separate(&mut arena, &c, &d, Policy::Simplest, &mut budget).expect("enough steps") {
            Outcome::Interpolants(found) => {
                feasible += 1;
                let checked = confirm(&mut arena, &a, &b, found.formula, &mut budget).expect("enough steps");
                assert!(checked.is_some(), "{}", arena.show(found.formula));
            }
            Outcome::Model(_) => match separate(&mut arena, &a, &b, Policy::Simplest, &mut budget) {
                Ok(Outcome::Interpolants(_)) => infeasible += 1,
                _ => kept += 1,
            },
        }
    }
    assert!(feasible > 50 && infeasible > 20 && kept > 50, "{feasible} {infeasible} {kept}");
}

/// A random tree in which symbols are shared by neighbours only, with a point at every other node.
fn guided(arena: &mut Arena, random: &mut Random) -> (Tree, Vec<(usize, Vec<Symbol>)>) {
    let count = random.count(2, 4);
    let mut nodes: Vec<TreeNode> = Vec::new();
    let interface = |arena: &mut Arena, i: usize| -> Vec<Symbol> {
        ["X", "Y"].iter().map(|n| arena.symbol(&format!("{n}{i}"), crate::formula::Sort::Int)).collect()
    };
    let mut open: Vec<usize> = Vec::new();
    let mut points = Vec::new();
    for i in 0..count {
        let last = i + 1 == count;
        let children: Vec<usize> =
            if last || random.chance(2) { std::mem::take(&mut open) } else { Vec::new() };
        let own = interface(arena, i);
        let mut ints = own.clone();
        for c in &children {
            ints.extend(interface(arena, *c));
        }
        let shape = Shape { ints, bools: Vec::new(), coefficient: 2, constant: 3 };
        let parts: Vec<Formula> = (0..random.count(2, 4)).map(|_| shape.literal(arena, random)).collect();
        nodes.push(TreeNode { label: arena.and(parts), children });
        if !last {
            open.push(i);
            if !random.chance(3) {
                points.push((i, own));
            }
        }
    }
    (Tree::new(nodes).expect("a tree"), points)
}

#[test]
fn abstract_tree_interpolants_are_interpolants_and_links_tell_which_exist() {
    let mut random = Random(62);
    let (mut feasible, mut infeasible) = (0, 0);
    for _ in 0..250 {
        let mut arena = Arena::new();
        let (concrete, points) = guided(&mut arena, &mut random);
        let groups: Vec<Group> = points
            .iter()
            .map(|(node, symbols)| {
                let parameters: Vec<Symbol> =
                    ["P", "Q"].iter().map(|n| arena.symbol(n, crate::formula::Sort::Int)).collect();
                let shape =
                    Shape { ints: parameters.clone(), bools: Vec::new(), coefficient: 2, constant: 2 };
                let templates = (0..random.count(1, 3))
                    .map(|_| Template { kind: kind(&mut arena, &mut random, &shape), cost: 1 })
                    .collect();
                Group { parameters, templates, occurrences: vec![(*node, symbols.clone())] }
            })
            .collect();
        let mut exploration = Exploration::new(&mut arena, &concrete, groups).expect("neighbours");
        let size = exploration.lattice().len();
        let element = Subset::new((0..size).filter(|_| !random.chance(3)));
        let mut budget = Budget::steps(STEPS);
        let verdict = exploration.feasibility.decide(&mut arena, element, &mut budget).expect("enough steps");
        let problem = exploration.abstracted(&mut arena, element);
        match tree(&mut arena, &problem, Policy::Simplest, &mut budget).expect("enough steps") {
            Outcome::Model(_) => {
                assert_eq!(verdict, Decision::Infeasible);
                infeasible += 1;
            }
            Outcome::Interpolants(found) => {
                assert!(matches!(verdict, Decision::Feasible(_)));
                let formulae: Vec<Formula> = found.iter().map(|i| i.formula).collect();
                let verified =
                    verify_tree(&mut arena, &concrete, &formulae, &mut budget).expect("enough steps");
                assert!(verified.is_ok(), "{verified:?}");
                feasible += 1;
            }
        }
    }
    assert!(feasible > 50 && infeasible > 50, "{feasible} {infeasible}");
}

/// A relation abstraction contains the identity, whatever it is made of.
#[test]
fn relations_contain_the_identity() {
    let mut random = Random(63);
    for _ in 0..200 {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 2, 1);
        let symbols: Vec<Symbol> = shape.ints.iter().chain(&shape.bools).copied().collect();
        let vocabulary = Vocabulary::new(&mut arena, &symbols);
        let abstraction = abstraction(&mut arena, &mut random, &shape, &vocabulary);
        let Vocabulary { shared, first, second } = &vocabulary;
        for (relation, copies) in [(abstraction.first, first), (abstraction.second, second)] {
            let identified = arena.renamed(relation, copies, shared);
            // States in between may be chosen, and the identity is a choice.
            let others: Vec<Symbol> =
                arena.symbols_of(identified).into_iter().filter(|s| !shared.contains(s)).collect();
            let closed =
                crate::elimination::eliminate(&mut arena, identified, &others, &mut Budget::unlimited());
            let closed = closed.expect("unlimited");
            let answer = Solver::new().check(&mut arena, &[!closed], &mut Budget::unlimited());
            assert!(matches!(answer, Answer::Unsat(_)), "{}", arena.show(closed));
        }
    }
}

/// A finite lattice given by all its elements: sets that are closed under intersection, ordered by inclusion.
/// Such lattices need not be distributive.
struct Closed {
    elements: Vec<u64>,
    costs: Vec<u64>,
}

impl Closed {
    fn random(random: &mut Random) -> Closed {
        let bits = random.count(2, 5) as u64;
        let full = (1 << bits) - 1;
        let mut elements = vec![full];
        for _ in 0..random.count(1, 8) {
            let new = random.next() & full;
            let met: Vec<u64> = elements.iter().map(|e| e & new).collect();
            elements.extend(met);
            elements.sort_unstable();
            elements.dedup();
        }
        let mut lattice = Closed { costs: vec![0; elements.len()], elements };
        // Costs fall upwards: each at least what lies above it.
        for i in (0..lattice.elements.len()).rev() {
            let above = (i + 1..lattice.elements.len()).filter(|j| lattice.is_below(&i, j));
            let least = above.map(|j| lattice.costs[j]).max().unwrap_or(0);
            lattice.costs[i] = least + random.next() % 3;
        }
        lattice
    }

    fn strictly_above(&self, element: usize) -> Vec<usize> {
        (0..self.elements.len()).filter(|j| *j != element && self.is_below(&element, j)).collect()
    }

    fn above(&self, sets: &[usize]) -> Vec<usize> {
        (0..self.elements.len()).filter(|j| sets.iter().all(|e| self.is_below(e, j))).collect()
    }
}

impl AbstractionLattice for Closed {
    type Element = usize;

    fn bottom(&self) -> usize {
        0
    }

    fn top(&self) -> usize {
        self.elements.len() - 1
    }

    fn is_below(&self, low: &usize, high: &usize) -> bool {
        self.elements[*low] & !self.elements[*high] == 0
    }

    fn meet(&self, a: &usize, b: &usize) -> usize {
        let met = self.elements[*a] & self.elements[*b];
        self.elements.binary_search(&met).expect("closed under intersection")
    }

    fn immediate_successors(&self, element: &usize) -> Vec<usize> {
        let above = self.strictly_above(*element);
        above.iter().copied().filter(|j| !above.iter().any(|k| k != j && self.is_below(k, j))).collect()
    }

    fn middle(&self, low: &usize, high: &usize) -> usize {
        let between: Vec<usize> =
            self.above(&[*low]).into_iter().filter(|j| self.is_below(j, high)).collect();
        between[between.len() / 2]
    }

    /// The general definition: `abs = s ⊓ b`, and above `abs` everything is below `b` or above `s`.
    fn feasibility_bound(&self, feasible: &usize, infeasible: &usize) -> Option<usize> {
        (0..self.elements.len()).find(|b| {
            self.meet(infeasible, b) == *feasible
                && self
                    .above(&[*feasible])
                    .iter()
                    .all(|x| self.is_below(x, b) || self.is_below(infeasible, x))
        })
    }

    fn cost(&self, element: &usize) -> u64 {
        self.costs[*element]
    }

    fn lowest_outside(&self, known: &[usize]) -> Option<Vec<usize>> {
        let outside: Vec<usize> =
            (0..self.elements.len()).filter(|e| !known.iter().any(|k| self.is_below(e, k))).collect();
        let lowest = |e: &usize| !outside.iter().any(|o| o != e && self.is_below(o, e));
        Some(outside.iter().copied().filter(lowest).collect())
    }
}

/// Both searches against a look at every element. The feasible elements are those below a random few; where
/// `generous`, the answer also names a higher feasible element.
fn compare<L: AbstractionLattice>(lattice: &L, all: &[L::Element], random: &mut Random, generous: bool) {
    let mut tops: Vec<L::Element> =
        (0..random.count(1, 4)).map(|_| all[random.count(0, all.len() - 1)].clone()).collect();
    tops.push(lattice.bottom());
    let feasible = |e: &L::Element| tops.iter().any(|t| lattice.is_below(e, t));
    let mut asked = 0;
    let mut decide = |e: &L::Element| {
        asked += 1;
        Ok(match tops.iter().find(|t| lattice.is_below(e, t)) {
            Some(higher) if generous => Decision::Feasible(higher.clone()),
            Some(_) => Decision::Feasible(e.clone()),
            None => Decision::Infeasible,
        })
    };
    let maximal: Vec<&L::Element> = all
        .iter()
        .filter(|e| feasible(e))
        .filter(|e| !all.iter().any(|o| o != *e && feasible(o) && lattice.is_below(e, o)))
        .collect();
    let least = maximal.iter().map(|e| lattice.cost(e)).min().expect("the bottom is feasible");
    let found = frontier(lattice, &mut decide);
    assert!(found.stopped.is_none());
    assert_eq!(found.elements.len(), maximal.len());
    assert!(maximal.iter().all(|e| found.elements.contains(e)));
    let one = cheapest(lattice, Wanted::One, &mut decide);
    assert_eq!(one.elements.len(), 1);
    assert!(maximal.contains(&&one.elements[0]) && lattice.cost(&one.elements[0]) == least);
    let best = cheapest(lattice, Wanted::All, &mut decide);
    assert!(best.stopped.is_none());
    let expected: Vec<&&L::Element> = maximal.iter().filter(|e| lattice.cost(e) == least).collect();
    assert_eq!(best.elements.len(), expected.len(), "{:?}", best.steps);
    assert!(expected.iter().all(|e| best.elements.contains(e)), "{:?}", best.steps);
    assert!(asked > 0);
}

#[test]
fn searches_find_what_exhaustive_search_finds_in_powersets_and_products() {
    let mut random = Random(64);
    for round in 0..600 {
        let side = |random: &mut Random| {
            Powerset::new((0..random.count(0, 4)).map(|_| random.next() % 10).collect())
        };
        let lattice = side(&mut random).product(&side(&mut random));
        let all: Vec<Subset> = lattice.elements().collect();
        compare(&lattice, &all, &mut random, round % 2 == 0);
    }
}

#[test]
fn searches_find_what_exhaustive_search_finds_in_any_finite_lattice() {
    let mut random = Random(65);
    for round in 0..600 {
        let lattice = Closed::random(&mut random);
        let all: Vec<usize> = (0..lattice.elements.len()).collect();
        compare(&lattice, &all, &mut random, round % 2 == 0);
    }
}

#[test]
fn searches_find_what_exhaustive_search_finds_in_products_of_any_lattices() {
    let mut random = Random(66);
    for round in 0..300 {
        let (first, second) = (Closed::random(&mut random), Closed::random(&mut random));
        let all: Vec<(usize, usize)> =
            (0..first.elements.len()).flat_map(|i| (0..second.elements.len()).map(move |j| (i, j))).collect();
        compare(&Product { first, second }, &all, &mut random, round % 2 == 0);
    }
}

/// A search that may not finish says so and returns what it has.
#[test]
fn a_search_without_budget_stops_with_a_reason() {
    let lattice = Powerset::new(vec![1; 5]);
    let mut left = 3;
    let found = cheapest(&lattice, Wanted::All, &mut |e: &Subset| {
        left -= 1;
        if left == 0 { Err(crate::solver::Unknown::Budget) } else { Ok(Decision::Feasible(*e)) }
    });
    assert!(found.stopped.is_some());
    assert!(found.elements.is_empty());
}
