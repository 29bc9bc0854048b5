//! Acta'16, Sect. 6: what holds of all relation abstractions, on random ones; and combinations as users write
//! them.

use super::facts::path;
use crate::formula::{Arena, Formula, Sort, Substitution, Symbol};
use crate::guide::*;
use crate::lang::Operation;
use crate::num::Int;
use crate::solver::{Answer, Budget, Solver};
use crate::testing::{Random, Shape};

fn implies(arena: &mut Arena, left: Formula, right: Formula) -> bool {
    let answer = Solver::new().check(arena, &[left, !right], &mut Budget::unlimited());
    matches!(answer, Answer::Unsat(_))
}

/// `(R_A, R_B) ⇒ (R′_A, R′_B)`
pub(super) fn stronger(arena: &mut Arena, left: RelationAbstraction, right: RelationAbstraction) -> bool {
    implies(arena, left.first, right.first) && implies(arena, left.second, right.second)
}

fn same(arena: &mut Arena, left: RelationAbstraction, right: RelationAbstraction) -> bool {
    stronger(arena, left, right) && stronger(arena, right, left)
}

struct World {
    arena: Arena,
    shape: Shape,
    symbols: Vec<Symbol>,
    vocabulary: Vocabulary,
    random: Random,
}

impl World {
    fn new(seed: u64) -> World {
        let mut arena = Arena::new();
        let shape = Shape { bools: Vec::new(), coefficient: 2, constant: 2, ..Shape::new(&mut arena, 2, 0) };
        let symbols = shape.ints.clone();
        let vocabulary = Vocabulary::new(&mut arena, &symbols);
        World { arena, shape, symbols, vocabulary, random: Random(seed) }
    }

    fn kind(&mut self) -> Kind {
        let term = self.shape.term(&mut self.random).with_constant(Int::ZERO);
        match self.random.range(0, 3) {
            0 => Kind::Term(term),
            1 => Kind::Inequality(term),
            2 => Kind::Predicate(self.shape.literal(&mut self.arena, &mut self.random)),
            _ => Kind::Remainder(term, Int::from(2)),
        }
    }

    fn relation(&mut self) -> RelationAbstraction {
        let kinds: Vec<Kind> = (0..self.random.count(1, 2)).map(|_| self.kind()).collect();
        let one = RelationAbstraction::of(&mut self.arena, &self.vocabulary, &kinds);
        match self.random.range(0, 3) {
            0 => one.not(&mut self.arena, &self.vocabulary),
            1 => {
                let other = self.kind();
                let other = RelationAbstraction::of(&mut self.arena, &self.vocabulary, [&other]);
                one.or(&mut self.arena, other)
            }
            _ => one,
        }
    }

    fn combined(&mut self, operation: Operation, operands: Vec<Kind>) -> (Kind, RelationAbstraction) {
        let (arena, mut budget) = (&mut self.arena, Budget::unlimited());
        let combination = Combination::new(arena, &self.symbols, operation, operands, &mut budget);
        let kind = Kind::Combined(Box::new(combination.expect("unlimited")));
        let relations = RelationAbstraction::of(arena, &self.vocabulary, [&kind]);
        (kind, relations)
    }
}

/// Relation abstractions are a Boolean lattice with the bottom Id and the top ⊤ (Sect. 6.2).
#[test]
fn relation_abstractions_are_a_boolean_lattice() {
    for seed in 0..25 {
        let mut world = World::new(seed);
        let (r, s, t) = (world.relation(), world.relation(), world.relation());
        let World { arena, vocabulary, .. } = &mut world;
        let (identity, top) =
            (RelationAbstraction::identity(arena, vocabulary), RelationAbstraction::top(arena));
        assert!(stronger(arena, identity, r) && stronger(arena, r, top));
        // Absorption and distributivity make it a distributive lattice.
        let (meet, join) = (r.and(arena, s), r.or(arena, s));
        let (absorbed, also) = (r.or(arena, meet), r.and(arena, join));
        assert!(same(arena, absorbed, r) && same(arena, also, r));
        let left = s.or(arena, t).and(arena, r);
        let right = {
            let (a, b) = (r.and(arena, s), r.and(arena, t));
            a.or(arena, b)
        };
        assert!(same(arena, left, right));
        // Complements.
        let not = r.not(arena, vocabulary);
        let (low, high) = (r.and(arena, not), r.or(arena, not));
        assert!(same(arena, low, identity) && same(arena, high, top));
        let again = not.not(arena, vocabulary);
        assert!(same(arena, again, r));
        // The order is that of the lattice.
        assert_eq!(stronger(arena, r, s), same(arena, meet, r));
    }
}

/// Composition is a monoid with the identity (Sect. 6.1), and weaker than both operands.
#[test]
fn composition_is_a_monoid() {
    let mut different = 0;
    for seed in 100..130 {
        let mut world = World::new(seed);
        let (r, s, t) = (world.kind(), world.kind(), world.kind());
        let (rs, forth) = world.combined(Operation::Composition, vec![r.clone(), s.clone()]);
        let (st, _) = world.combined(Operation::Composition, vec![s.clone(), t.clone()]);
        let (_, left) = world.combined(Operation::Composition, vec![rs, t.clone()]);
        let (_, right) = world.combined(Operation::Composition, vec![r.clone(), st]);
        let (_, all) = world.combined(Operation::Composition, vec![r.clone(), s.clone(), t.clone()]);
        let identity = world.combined(Operation::Identity, vec![]).0;
        let (_, before) = world.combined(Operation::Composition, vec![identity.clone(), r.clone()]);
        let (_, after) = world.combined(Operation::Composition, vec![r.clone(), identity]);
        let (_, back) = world.combined(Operation::Composition, vec![s.clone(), r.clone()]);
        let World { arena, vocabulary, .. } = &mut world;
        assert!(same(arena, left, right) && same(arena, left, all));
        let one = RelationAbstraction::of(arena, vocabulary, [&r]);
        let other = RelationAbstraction::of(arena, vocabulary, [&s]);
        assert!(same(arena, before, one) && same(arena, after, one));
        assert!(stronger(arena, one, forth) && stronger(arena, other, forth));
        different += usize::from(!same(arena, forth, back));
    }
    assert!(different > 0, "composition is not commutative");
}

/// What a combination of templates relates is what the operation makes of the relations of its operands.
#[test]
fn combinations_are_what_the_operations_say() {
    for seed in 200..225 {
        let mut world = World::new(seed);
        let (r, s) = (world.kind(), world.kind());
        let found: Vec<RelationAbstraction> = [
            (Operation::Conjunction, vec![r.clone(), s.clone()]),
            (Operation::Disjunction, vec![r.clone(), s.clone()]),
            (Operation::Complement, vec![r.clone()]),
            (Operation::Identity, vec![]),
            (Operation::Top, vec![]),
        ]
        .into_iter()
        .map(|(operation, operands)| world.combined(operation, operands).1)
        .collect();
        let World { arena, vocabulary, .. } = &mut world;
        let one = RelationAbstraction::of(arena, vocabulary, [&r]);
        let other = RelationAbstraction::of(arena, vocabulary, [&s]);
        let expected = [
            one.and(arena, other),
            one.or(arena, other),
            one.not(arena, vocabulary),
            RelationAbstraction::identity(arena, vocabulary),
            RelationAbstraction::top(arena),
        ];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!(same(arena, found, expected));
        }
    }
}

/// A complement of a composition knows that the state in between is any that fits: X may become anything
/// through Y, so nothing but the identity is left.
#[test]
fn complements_of_compositions_are_exact() {
    let mut world = World::new(300);
    let [x, y] = [0, 1].map(|i| Kind::Term(crate::formula::LinearTerm::symbol(world.symbols[i])));
    let (through, all) = world.combined(Operation::Composition, vec![x, y]);
    let (_, none) = world.combined(Operation::Complement, vec![through]);
    let World { arena, vocabulary, .. } = &mut world;
    let (top, identity) = (RelationAbstraction::top(arena), RelationAbstraction::identity(arena, vocabulary));
    assert!(same(arena, all, top) && same(arena, none, identity));
}

/// For loop50-path: {X1 - I1, J} is feasible together and {I1} alone (Fig. 3); what combinations of them are
/// follows from Sect. 6.
#[test]
fn combinations_at_the_running_example() {
    let cases = [
        ("conjunction(X1 - I1; J)", true),
        ("conjunction(X1 - I1; X1)", true),
        ("conjunction(X1; J)", false),
        ("identity", true),
        ("top", false),
        ("complement(top)", true),
        ("complement(identity)", false),
        ("complement(complement(conjunction(X1 - I1; J)))", true),
        ("composition(I1; identity)", true),
        ("composition(I1; I1)", true),
        // Two of the paper's interpolants from one proof: whichever each side keeps, the other may differ.
        ("disjunction(I1; conjunction(X1 - I1; J))", false),
        ("disjunction(I1; conjunction(I1; J))", true),
        // Bounds of I1 above and below, one after the other, are no bound.
        ("composition(inequality I1; inequality -I1)", false),
        ("conjunction(inequality I1; inequality -I1)", true),
        ("disjunction(predicate I1 <= 1; identity)", true),
    ];
    for (text, expected) in cases {
        let mut path = path();
        let parameters = path.parameters.clone();
        let templates = parse_templates(&mut path.arena, &parameters, text).expect("readable");
        let group = Group { parameters, templates, occurrences: vec![(0, path.arguments.clone())] };
        let mut exploration =
            Exploration::new(&mut path.arena, &path.tree, vec![group]).expect("adjacent symbols");
        let mut budget = Budget::unlimited();
        let decision = exploration.feasibility.decide(&mut path.arena, Subset::new([0]), &mut budget);
        let feasible = matches!(decision.expect("unlimited"), Decision::Feasible(_));
        assert_eq!(feasible, expected, "{text}");
        // The abstract problem says the same, and its interpolants are interpolants of the path (Lemma 1).
        let abstractions = exploration.abstractions(&mut path.arena, Subset::new([0]));
        let found = ends(&mut path.arena, exploration.problem(), &abstractions, 0, &mut budget);
        assert_eq!(found.expect("unlimited").is_some(), expected, "{text}");
    }
}

/// Several templates at a point, some of them combined, speak of one and the same state in between.
#[test]
fn links_of_combinations_tell_which_abstract_problems_have_interpolants() {
    let texts = [
        "disjunction(X1; I1); disjunction(J; X1 - I1); I1",
        "composition(X1 - I1; J); X1 - I1; J",
        "complement(J); X1; I1",
        "disjunction(inequality X1; J); conjunction(X1; J); inequality -I1",
    ];
    let (mut yes, mut no) = (0, 0);
    for text in texts {
        let mut path = path();
        let parameters = path.parameters.clone();
        let templates = parse_templates(&mut path.arena, &parameters, text).expect("readable");
        let group = Group { parameters, templates, occurrences: vec![(0, path.arguments.clone())] };
        let mut exploration =
            Exploration::new(&mut path.arena, &path.tree, vec![group]).expect("adjacent symbols");
        let all: Vec<Subset> = exploration.lattice().elements().collect();
        for element in all {
            let mut budget = Budget::unlimited();
            let decision = exploration.feasibility.decide(&mut path.arena, element, &mut budget);
            let feasible = matches!(decision.expect("unlimited"), Decision::Feasible(_));
            let problem = exploration.abstracted(&mut path.arena, element);
            let labels: Vec<Formula> = problem.nodes().iter().map(|n| n.label).collect();
            let answer = Solver::new().check(&mut path.arena, &labels, &mut budget);
            assert_eq!(feasible, matches!(answer, Answer::Unsat(_)), "{text} {element:?}");
            if feasible { yes += 1 } else { no += 1 }
        }
    }
    assert!(yes > 3 && no > 3, "{yes} {no}");
}

/// Relations of a template are the same after renaming its parameters to the symbols of a point.
#[test]
fn combinations_are_renamed_by_their_places() {
    let mut world = World::new(400);
    let operand = world.kind();
    let (kind, relations) = world.combined(Operation::Complement, vec![operand]);
    let other: Vec<Symbol> = ["P", "Q"].iter().map(|name| world.arena.symbol(name, Sort::Int)).collect();
    let renaming = Substitution::renaming(&mut world.arena, &world.symbols, &other);
    let renamed = kind.renamed(&mut world.arena, &renaming);
    let again = RelationAbstraction::of(&mut world.arena, &world.vocabulary, [&renamed]);
    assert_eq!(relations, again);
}
