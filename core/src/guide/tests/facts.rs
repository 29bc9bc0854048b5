//! `loop50-path`: Acta'16, formulae (1) and (2), Figs. 2 and 3, Examples 4 and 6.

use super::algebra::stronger;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Substitution, Symbol};
use crate::guide::*;
use crate::horn::ClauseSystem;
use crate::interpolate::Tree;
use crate::lang::house;
use crate::recursion_free::AndOr;
use crate::solver::{Answer, Budget, Solver};

pub(super) struct Path {
    pub(super) arena: Arena,
    pub(super) tree: Tree,
    pub(super) arguments: Vec<Symbol>,
    pub(super) parameters: Vec<Symbol>,
}

/// The path as a problem of two nodes.
pub(super) fn path() -> Path {
    let (problem, _) = house::parse(include_str!("../../../../static/examples/loop50-path.horn"));
    let mut arena = problem.arena.clone();
    let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
    let and_or = AndOr::of(&mut arena, &system).expect("a tree");
    let tree = and_or.disjunctive.as_tree(&mut arena);
    let (relation, arguments) = and_or.relations[0].clone();
    let parameters = system[relation].parameters().to_vec();
    Path { arena, tree, arguments, parameters }
}

impl Path {
    fn x(&mut self, name: &str) -> LinearTerm {
        LinearTerm::symbol(self.arena.symbol(name, Sort::Int))
    }

    /// `{X1 - I1, I1, J}` with the given costs.
    fn templates(&mut self, costs: [u64; 3]) -> Vec<Template> {
        let (x, i, j) = (self.x("X1"), self.x("I1"), self.x("J"));
        let kinds = [Kind::Term(&x - &i), Kind::Term(i), Kind::Term(j)];
        kinds.into_iter().zip(costs).map(|(kind, cost)| Template { kind, cost }).collect()
    }

    fn exploration(&mut self, costs: [u64; 3]) -> Exploration {
        let group = Group {
            parameters: self.parameters.clone(),
            templates: self.templates(costs),
            occurrences: vec![(0, self.arguments.clone())],
        };
        Exploration::new(&mut self.arena, &self.tree, vec![group]).expect("adjacent symbols")
    }

    fn portrait(&mut self, costs: [u64; 3]) -> Portrait {
        let mut exploration = self.exploration(costs);
        let parameters = self.parameters.clone();
        Portrait::of(&mut self.arena, &mut exploration, 0, &parameters, Vec::new(), &mut Budget::unlimited())
            .expect("unlimited")
    }

    /// Are these texts over the parameters equivalent?
    fn same(&mut self, left: &str, right: &str) -> bool {
        let text = |claim: &str| format!("p(I1, X1, J) :- true. :- predicate p(I1, X1, J): ({claim}).");
        let mut import = |claim: &str| -> Formula {
            let (problem, diagnostics) = house::parse(&text(claim));
            assert!(diagnostics.is_empty(), "{claim}: {diagnostics:?}");
            let formula = problem.predicates[0].predicate;
            crate::formula::Importer::new(&problem.arena).formula(&mut self.arena, formula)
        };
        let (left, right) = (import(left), import(right));
        let iff = self.arena.iff(left, right);
        matches!(Solver::new().check(&mut self.arena, &[!iff], &mut Budget::unlimited()), Answer::Unsat(_))
    }
}

#[test]
fn feasible_elements_and_the_frontier_are_those_of_the_paper() {
    let portrait = path().portrait([1, 1, 1]);
    let feasible: Vec<Vec<usize>> =
        portrait.elements.iter().filter(|e| e.feasible).map(|e| e.templates.clone()).collect();
    assert_eq!(feasible, [vec![1], vec![0, 1], vec![0, 2], vec![1, 2], vec![0, 1, 2]]);
    assert_eq!(portrait.frontier, [vec![1], vec![0, 2]]);
    assert_eq!(portrait.elements.len(), 8);
    assert!(portrait.stopped.is_none());
    // All eight are different abstractions.
    assert!(portrait.elements.iter().all(|e| e.canonical == e.templates));
}

#[test]
fn costs_decide_between_the_two() {
    assert_eq!(path().portrait([1, 1, 1]).cheapest, [vec![1]]);
    assert_eq!(path().portrait([2, 9, 1]).cheapest, [vec![0, 2]]);
    assert_eq!(path().portrait([2, 3, 1]).cheapest, [vec![0, 2], vec![1]]);
}

#[test]
fn the_ends_of_the_sub_lattices_are_those_of_the_paper() {
    let mut path = path();
    let portrait = path.portrait([2, 9, 1]);
    let expected = [
        (vec![0, 2], "X1 = I1 + J", "J != 0; X1 >= I1"),
        (vec![1], "I1 = 1", "I1 <= 49"),
        (vec![0, 1, 2], "I1 = 1, X1 = J + 1", "I1 < 50; J != 0; X1 >= 50"),
    ];
    assert_eq!(portrait.ends.len(), expected.len());
    for (found, (templates, strongest, weakest)) in portrait.ends.iter().zip(expected) {
        assert_eq!(found.templates, templates);
        let ends = (found.strongest.clone().expect("small"), found.weakest.clone().expect("small"));
        assert!(path.same(ends.0.as_str(), strongest), "{} is not {strongest}", ends.0);
        assert!(path.same(ends.1.as_str(), weakest), "{} is not {weakest}", ends.1);
    }
    assert!(path.same(portrait.ends[0].chosen.as_str(), "X1 >= I1 + J"), "{}", portrait.ends[0].chosen);
}

/// The templates `X1 - I1`, `I1` are as good as `X1`, `I1` (Sect. 1.1).
#[test]
fn templates_are_semantic() {
    let mut path = path();
    let (x, i) = (path.x("X1"), path.x("I1"));
    let kinds = [Kind::Term(&x - &i), Kind::Term(i), Kind::Term(x)];
    let templates = kinds.into_iter().map(|kind| Template { kind, cost: 1 }).collect();
    let group = Group {
        parameters: path.parameters.clone(),
        templates,
        occurrences: vec![(0, path.arguments.clone())],
    };
    let exploration = Exploration::new(&mut path.arena, &path.tree, vec![group]).expect("adjacent symbols");
    for two in [[0, 1], [0, 2], [1, 2]] {
        let all =
            exploration.feasibility.canonical(&mut path.arena, Subset::new(two), &mut Budget::unlimited());
        assert_eq!(all.expect("unlimited"), Subset::new(0..3));
    }
}

/// Lemma 2: for every interpolant there is an abstraction that leaves nothing else, the predicate itself.
#[test]
fn every_interpolant_is_the_only_one_of_some_abstraction() {
    for interpolant in ["I1 <= 1", "I1 <= 17", "X1 >= I1 + J", "I1 = 1, X1 > J", "I1 < 50; J != 0; X1 >= 50"]
    {
        let mut path = path();
        let parameters = path.parameters.clone();
        let text = format!("predicate ({interpolant})");
        let templates = parse_templates(&mut path.arena, &parameters, &text).expect("readable");
        let group = Group { parameters, templates, occurrences: vec![(0, path.arguments.clone())] };
        let mut exploration =
            Exploration::new(&mut path.arena, &path.tree, vec![group]).expect("adjacent symbols");
        let (parameters, mut budget) = (path.parameters.clone(), Budget::unlimited());
        let portrait =
            Portrait::of(&mut path.arena, &mut exploration, 0, &parameters, Vec::new(), &mut budget);
        let portrait = portrait.expect("unlimited");
        assert_eq!(portrait.frontier, [vec![0]], "{interpolant}");
        let ends = &portrait.ends[0];
        for found in [ends.strongest.clone(), ends.weakest.clone(), Some(ends.chosen.clone())] {
            let found = found.expect("small");
            assert!(path.same(found.as_str(), interpolant), "{found} is not {interpolant}");
        }
    }
}

/// Sect. 7.1: the product of two lattices with ∧, ∨ or ∘. The bottom is Id with all three, what is above is
/// weaker, and the search finds the maximal feasible pairs.
#[test]
fn products_are_lattices_of_abstractions() {
    let mut path = path();
    let templates = path.templates([1, 1, 1]);
    let Path { mut arena, tree, arguments, parameters } = path;
    let renaming = Substitution::renaming(&mut arena, &parameters, &arguments);
    let kinds: Vec<Kind> = templates.iter().map(|t| t.kind.renamed(&mut arena, &renaming)).collect();
    let [a, b] = [0, 1].map(|node: usize| [tree.nodes()[node].label]);
    let vocabulary = Vocabulary::new(&mut arena, &arguments);
    let lattice = Powerset::new(vec![1; kinds.len()]);
    let product = Product { first: lattice.clone(), second: lattice.clone() };
    let pairs: Vec<(Subset, Subset)> =
        lattice.elements().flat_map(|a| lattice.elements().map(move |b| (a, b))).collect();
    let numbers = [Joined::And, Joined::Or, Joined::After].map(|joined| {
        let arena = &mut arena;
        let of = |arena: &mut Arena, set: Subset| {
            RelationAbstraction::of(arena, &vocabulary, set.positions().map(|i| &kinds[i]))
        };
        let abstraction = |(one, other): &(Subset, Subset)| {
            let both = (of(arena, *one), of(arena, *other));
            joined.of(arena, &vocabulary, both)
        };
        let all: Vec<RelationAbstraction> = pairs.iter().map(abstraction).collect();
        let identity = RelationAbstraction::identity(arena, &vocabulary);
        let bottom = pairs.iter().position(|pair| *pair == product.bottom()).unwrap();
        assert!(stronger(arena, all[bottom], identity), "{joined:?}: the bottom is Id");
        let feasible: Vec<bool> = all
            .iter()
            .map(|one| {
                let (c, d) = one.apply(arena, &vocabulary, &a, &b);
                let parts: Vec<Formula> = c.into_iter().chain(d).collect();
                matches!(Solver::new().check(arena, &parts, &mut Budget::unlimited()), Answer::Unsat(_))
            })
            .collect();
        for (i, low) in pairs.iter().enumerate() {
            for (j, high) in pairs.iter().enumerate().filter(|(_, high)| product.is_below(low, high)) {
                assert!(feasible[i] || !feasible[j], "{joined:?}: {low:?} is below {high:?}");
            }
        }
        let is_feasible = |pair: &(Subset, Subset)| feasible[pairs.iter().position(|p| p == pair).unwrap()];
        let found = frontier(&product, &mut |pair| {
            Ok(if is_feasible(pair) { Decision::Feasible(*pair) } else { Decision::Infeasible })
        });
        let is_maximal = |pair: &&(Subset, Subset)| {
            is_feasible(pair)
                && !pairs.iter().any(|o| o != *pair && is_feasible(o) && product.is_below(pair, o))
        };
        let maximal: Vec<_> = pairs.iter().filter(is_maximal).collect();
        assert_eq!(found.elements.len(), maximal.len(), "{joined:?}");
        assert!(maximal.iter().all(|pair| found.elements.contains(pair)), "{joined:?}");
        maximal.len()
    });
    // ∧: {I} or {X - I, J}, each template in one of the two. ∨: one and the same of the two frontier elements
    // in both. ∘: what both keep.
    assert_eq!(numbers[0], 2 + 4);
    assert!(numbers[1] >= 2 && numbers[2] >= 2, "{numbers:?}");
}
