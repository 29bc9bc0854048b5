//! Acta'16, Def. 2, Def. 8 and Sect. 6.1: pairs of functions, on random ones and random sides.

use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, Symbol};
use crate::guide::*;
use crate::num::Int;
use crate::solver::{Answer, Budget, Solver};
use crate::testing::{Random, Shape};

struct World {
    arena: Arena,
    random: Random,
    /// What templates are made of: the shared symbols.
    shared: Shape,
    vocabulary: Vocabulary,
    /// Sides with the shared symbols and one of their own.
    sides: [Formula; 2],
}

impl World {
    fn new(seed: u64) -> World {
        let (mut arena, mut random) = (Arena::new(), Random(seed));
        let all = Shape { bools: Vec::new(), coefficient: 2, constant: 3, ..Shape::new(&mut arena, 4, 0) };
        let shared = Shape { ints: all.ints[1..3].to_vec(), ..all.clone() };
        let vocabulary = Vocabulary::new(&mut arena, &shared.ints);
        let sides = [&all.ints[..3], &all.ints[1..]].map(|ints| {
            let shape = Shape { ints: ints.to_vec(), ..all.clone() };
            let literals: Vec<Formula> = (0..3).map(|_| shape.literal(&mut arena, &mut random)).collect();
            arena.and(literals)
        });
        World { arena, random, shared, vocabulary, sides }
    }

    fn relation(&mut self) -> RelationAbstraction {
        let term = self.shared.term(&mut self.random).with_constant(Int::ZERO);
        let kind = match self.random.range(0, 3) {
            0 | 1 => Kind::Term(term),
            2 => Kind::Inequality(term),
            _ => Kind::Predicate(self.shared.literal(&mut self.arena, &mut self.random)),
        };
        RelationAbstraction::of(&mut self.arena, &self.vocabulary, [&kind])
    }

    fn simple(&mut self) -> AbstractionPair {
        let relation = self.relation();
        AbstractionPair::related(&self.vocabulary, relation)
    }

    fn pair(&mut self) -> AbstractionPair {
        let (one, other) = (self.simple(), self.simple());
        match self.random.range(0, 4) {
            0 => one.and(&other),
            1 => one.or(&other),
            2 => one.after(&other),
            _ => one,
        }
    }

    /// What an abstraction makes of both sides, over the shared symbols.
    fn seen(&mut self, pair: &AbstractionPair) -> [Formula; 2] {
        let [a, b] = self.sides;
        let (a, b) = pair.apply(&mut self.arena, &self.shared.ints, a, b);
        [a, b].map(|side| self.projected(side))
    }

    fn projected(&mut self, side: Formula) -> Formula {
        let arena = &mut self.arena;
        let local: Vec<Symbol> =
            arena.symbols_of(side).into_iter().filter(|s| !self.shared.ints.contains(s)).collect();
        eliminate(arena, side, &local, &mut Budget::unlimited()).expect("unlimited")
    }

    fn implies(&mut self, left: [Formula; 2], right: [Formula; 2]) -> bool {
        left.into_iter().zip(right).all(|(left, right)| {
            let answer = Solver::new().check(&mut self.arena, &[left, !right], &mut Budget::unlimited());
            matches!(answer, Answer::Unsat(_))
        })
    }

    /// Does the first never make a side weaker than the second does (Def. 8), on these sides?
    fn stronger(&mut self, left: &AbstractionPair, right: &AbstractionPair) -> bool {
        let (left, right) = (self.seen(left), self.seen(right));
        self.implies(left, right)
    }

    fn same(&mut self, left: &AbstractionPair, right: &AbstractionPair) -> bool {
        self.stronger(left, right) && self.stronger(right, left)
    }
}

/// Def. 2: both sides become weaker, and have no more than the shared symbols in common.
#[test]
fn both_sides_become_weaker() {
    for seed in 500..530 {
        let mut world = World::new(seed);
        let pair = world.pair();
        let concrete = world.sides.map(|side| world.projected(side));
        let seen = world.seen(&pair);
        assert!(world.implies(concrete, seen), "{seed}");
        let [a, b] = world.sides;
        let shared = world.shared.ints.clone();
        let (a, b) = pair.apply(&mut world.arena, &shared, a, b);
        let of_b = world.arena.symbols_of(b);
        let common = world.arena.symbols_of(a).into_iter().filter(|s| of_b.contains(s));
        assert!(common.into_iter().all(|s| shared.contains(&s)), "{seed}");
    }
}

/// Sect. 6.1: a bounded distributive lattice, ordered as in Def. 8.
#[test]
fn interpolation_abstractions_are_a_distributive_lattice() {
    for seed in 530..550 {
        let mut world = World::new(seed);
        let (r, s, t) = (world.pair(), world.simple(), world.simple());
        let (identity, top) = (AbstractionPair::identity(), AbstractionPair::top());
        assert!(world.stronger(&identity, &r) && world.stronger(&r, &top), "{seed}");
        assert!(world.same(&r.or(&r.and(&s)), &r) && world.same(&r.and(&r.or(&s)), &r), "{seed}");
        assert!(world.same(&r.and(&s.or(&t)), &r.and(&s).or(&r.and(&t))), "{seed}");
        assert!(world.same(&r.and(&top), &r) && world.same(&r.or(&identity), &r), "{seed}");
    }
}

/// Sect. 6.1: composition is a monoid.
#[test]
fn composition_of_functions_is_a_monoid() {
    for seed in 550..570 {
        let mut world = World::new(seed);
        let (r, s, t) = (world.simple(), world.pair(), world.simple());
        let identity = AbstractionPair::identity();
        assert!(world.same(&r.after(&s.after(&t)), &r.after(&s).after(&t)), "{seed}");
        assert!(world.same(&r.after(&identity), &r) && world.same(&identity.after(&r), &r), "{seed}");
    }
}

/// Sect. 6.2: ∨ of relations is ∨ of the functions, Id is Id, and ⊤ is ⊤ for sides that are possible at
/// all; ∧ of relations keeps more than ∧ of the functions, and sometimes strictly more.
#[test]
fn relations_keep_more_together_than_one_by_one() {
    let (mut strictly, mut impossible) = (0, 0);
    for seed in 570..600 {
        let mut world = World::new(seed);
        let (r, s) = (world.relation(), world.relation());
        let vocabulary = world.vocabulary.clone();
        let of = |relation| AbstractionPair::related(&vocabulary, relation);
        let identity = RelationAbstraction::identity(&mut world.arena, &vocabulary);
        let top = RelationAbstraction::top(&world.arena);
        assert!(world.same(&of(identity), &AbstractionPair::identity()), "{seed}");
        let possible = world.sides.into_iter().all(|side| {
            let answer = Solver::new().check(&mut world.arena, &[side], &mut Budget::unlimited());
            matches!(answer, Answer::Sat(_))
        });
        impossible += usize::from(!possible);
        assert_eq!(world.same(&of(top), &AbstractionPair::top()), possible, "{seed}");
        let (meet, join) = (r.and(&mut world.arena, s), r.or(&mut world.arena, s));
        assert!(world.same(&of(join), &of(r).or(&of(s))), "{seed}");
        assert!(world.stronger(&of(meet), &of(r).and(&of(s))), "{seed}");
        strictly += usize::from(!world.stronger(&of(r).and(&of(s)), &of(meet)));
    }
    assert!(strictly > 0, "the two conjunctions differ");
    assert!(impossible > 0, "and the two tops; see the errata");
}
