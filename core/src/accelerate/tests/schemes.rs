//! Folding, meta-traces and rounds: what Sect. 4.4 and 4.5 of the thesis say.

use super::super::*;
use super::facts::relation;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol, Valuation, Value};
use crate::interpolate::{Policy, entail};
use crate::lang::{Derivation, DerivationStep};
use crate::num::Int;
use crate::solver::Budget;
use crate::testing::{Random, Shape};

fn folded(states: &[usize], steps: &[usize], delay: Option<usize>) -> Scheme {
    let path = Path { states: states.to_vec(), steps: steps.to_vec() };
    let Ok(scheme) = fold(&path, delay, |_| Ok::<_, std::convert::Infallible>(true));
    scheme
}

/// θ of Sect. 4.4, with P, Q, R as 1, 2, 3: two loops at q₂, as in Fig. 4.3; and the order for its
/// under-approximation.
#[test]
fn the_example_path_folds_as_in_figure_4_3() {
    let scheme = folded(&[1, 2, 2, 1, 2, 1], &[1, 2, 3, 1, 3], Some(0));
    let states: Vec<usize> = scheme.states.iter().map(|s| s.state).collect();
    assert_eq!((states, &scheme.steps[..]), (vec![1, 2, 1], &[1, 3][..]));
    assert_eq!(scheme.states[1].cycles, [vec![2], vec![3, 1]]);
    assert_eq!(scheme.states[1].runs, [0, 1], "Q*, then (R·P)*, contains the path");
    assert!(!scheme.is_bounded());
    let place = |state, run, inside| Place { state, run, inside };
    let places =
        [place(0, 0, 0), place(1, 0, 0), place(1, 0, 0), place(1, 1, 1), place(1, 1, 0), place(2, 0, 0)];
    assert_eq!(scheme.places, places);
}

/// σ·λᵏ·τ with a delay of 2: the first three are left alone, the fourth is σ·λ*·τ.
#[test]
fn the_delay_is_the_number_of_rounds_that_are_left_alone() {
    for delay in 0..4 {
        for rounds in 0..7 {
            let states: Vec<usize> = [0].into_iter().chain(vec![1; rounds + 1]).chain([9]).collect();
            let steps: Vec<usize> = [5].into_iter().chain(vec![6; rounds]).chain([7]).collect();
            let scheme = folded(&states, &steps, Some(delay));
            assert_eq!(scheme.has_loops(), rounds > delay, "{rounds} rounds with a delay of {delay}");
            if scheme.has_loops() {
                assert_eq!(scheme.steps, [5, 7]);
                assert_eq!(scheme.states[1].cycles, [vec![6]]);
            }
            assert!(!folded(&states, &steps, None).has_loops(), "a delay for ever");
        }
    }
}

#[test]
fn what_is_not_accepted_stays_as_it_is() {
    let path = Path { states: vec![0, 1, 1, 2, 1, 9], steps: vec![5, 6, 7, 8, 4] };
    let Ok(scheme) = fold(&path, Some(0), |c| Ok::<_, std::convert::Infallible>(c.len() > 1));
    assert_eq!(scheme.steps, [5, 6, 4]);
    assert_eq!(scheme.states[2].cycles, [vec![7, 8]]);
    assert!(scheme.states[1].cycles.is_empty());
}

/// Trace scheme (4.4): the stride is in the interpolant, and what the other variables do is not.
#[test]
fn trace_scheme_4_4_has_the_interpolant_of_the_thesis() {
    let (mut arena, round) = relation("q(X + 1, Y + 1, Z + 2) :- q(X, Y, Z).");
    let budget = &mut Budget::steps(10_000_000);
    let Ok(Closed { cases }) = close(&mut arena, &round, budget).unwrap() else { panic!("closed") };
    let names: Vec<Symbol> = ["X", "Y", "Z"].iter().map(|n| arena.symbol(n, Sort::Int)).collect();
    let z = LinearTerm::symbol(round.after[2]);
    let start = Transition { before: Vec::new(), after: round.after.clone(), formula: arena.eq(&z) };
    let z = LinearTerm::symbol(round.before[2]).plus_constant(&Int::from(-5));
    let end = Transition { before: round.before.clone(), after: Vec::new(), formula: arena.eq(&z) };
    let closure = Transition { formula: cases[0].formula, ..cases[0].relation.clone() };
    let links = [
        Link { relation: &start, rounds: Vec::new(), parameters: &names },
        Link { relation: &closure, rounds: vec![vec![&round]], parameters: &names },
        Link { relation: &end, rounds: Vec::new(), parameters: &[] },
    ];
    // The interpolants of the thesis: z = 0 and ∃k. z = 2k, which is sp(z = 0, L*) up to the sign of k.
    let z = LinearTerm::symbol(names[2]);
    let (zero, even) = (arena.eq(&z), arena.divides(&Int::from(2), &z));
    let both =
        super::super::meta_trace::inductive(&mut arena, &links[1], zero, even, budget).unwrap().unwrap();
    assert_eq!(arena.show(both.sp.unwrap()).to_string(), "2 | Z ∧ Z ≥ 0");
    assert_eq!(arena.show(both.wp.unwrap()).to_string(), "2 | Z");
    // (4.2) and (4.3): the strongest interpolants, and the weakest.
    let (strongest, weakest) = extremal(&mut arena, &links, budget).unwrap();
    let shown = |all: Vec<Formula>| all.iter().map(|f| arena.show(*f).to_string()).collect::<Vec<_>>();
    assert_eq!(shown(strongest), ["Z = 0", "2 | Z ∧ Z ≥ 0"]);
    assert_eq!(shown(weakest), ["Z ≥ 6 ∨ ¬(2 | Z + 1)", "Z ≠ 5"]);
    for policy in [Policy::Simplest, Policy::Proof(crate::interpolate::Strength::Strong)] {
        let Some(Fate::Infeasible(found)) = decide(&mut arena, &links, policy, budget).unwrap() else {
            panic!("infeasible")
        };
        // Whether Z is negative does not matter, so it is left out.
        assert_eq!(arena.show(found[1].taken).to_string(), "2 | Z");
    }
}

/// Lemma 4.5.1: both are interpolants of the scheme (`decide` has the conditions of Def. 4.3.2 checked), and
/// I^sp implies I^wp; printed the other way round. A feasible scheme has values whose rounds can be made.
#[test]
fn random_schemes_obey_lemma_4_5_1() {
    let (mut infeasible, mut feasible, mut ordered, mut undecided, mut extremes) = (0, 0, 0, 0, 0);
    for seed in 0..60 {
        let mut random = Random(seed);
        let mut arena = Arena::new();
        let mut shape = Shape::new(&mut arena, 2, 0);
        shape.coefficient = 2;
        let names = shape.ints.clone();
        let after: Vec<Symbol> = (0..2).map(|i| arena.symbol(&format!("Y{i}"), Sort::Int)).collect();
        let budget = &mut Budget::steps(20_000_000);
        let round = |arena: &mut Arena, random: &mut Random| {
            let mut parts = vec![shape.literal(arena, random)];
            for (x, y) in names.iter().zip(&after) {
                let change = LinearTerm::symbol(*x).plus_constant(&Int::from(random.range(-2, 3)));
                parts.push(arena.equal(&LinearTerm::symbol(*y), &change));
            }
            Transition { before: names.clone(), after: after.clone(), formula: arena.and(parts) }
        };
        let (one, other) = (round(&mut arena, &mut random), round(&mut arena, &mut random));
        let formula = point(&mut arena, &mut random, &after);
        let start = Transition { before: Vec::new(), after: after.clone(), formula };
        let middle = round(&mut arena, &mut random);
        let formula = shape.formula(&mut arena, &mut random, 1);
        let end = Transition { before: names.clone(), after: Vec::new(), formula };
        let mut closed = |relation: &Transition| {
            let Ok(Closed { mut cases }) = close(&mut arena, relation, budget).unwrap() else { panic!() };
            assert_eq!(cases.len(), 1);
            cases.pop().unwrap()
        };
        let closures = [closed(&one), closed(&other)];
        let relations = closures.clone().map(|c| Transition { formula: c.formula, ..c.relation });
        let plain = |relation| Link { relation, rounds: Vec::new(), parameters: &names };
        let links = [
            plain(&start),
            Link { relation: &relations[0], rounds: vec![vec![&one]], parameters: &names },
            plain(&middle),
            Link { relation: &relations[1], rounds: vec![vec![&other]], parameters: &names },
            Link { relation: &end, rounds: Vec::new(), parameters: &[] },
        ];
        match decide(&mut arena, &links, Policy::Simplest, budget).unwrap() {
            None => undecided += 1,
            Some(Fate::Infeasible(found)) => {
                infeasible += 1;
                if let Ok(Ok((strongest, weakest))) =
                    budget.within(1_000_000, |part| extremal(&mut arena, &links, part))
                {
                    extremes += 1;
                    for ((low, predicate), high) in strongest.iter().zip(&found).zip(&weakest) {
                        let taken = predicate.taken;
                        assert!(entail(&mut arena, &[*low], taken, budget).unwrap().is_ok(), "{seed}");
                        assert!(entail(&mut arena, &[taken], *high, budget).unwrap().is_ok(), "{seed}");
                    }
                }
                for predicate in found {
                    if let (Some(sp), Some(wp)) = (predicate.sp, predicate.wp) {
                        ordered += 1;
                        assert!(entail(&mut arena, &[sp], wp, budget).unwrap().is_ok(), "{seed}");
                    }
                }
            }
            Some(Fate::Feasible(values)) => {
                feasible += 1;
                for (i, (closure, round)) in [(1, (&closures[0], &one)), (3, (&closures[1], &other))] {
                    check_rounds(&mut arena, closure, round, &values[i], budget);
                }
            }
        }
    }
    // Where both conditions would take too long, there is nothing to say.
    let counts = (infeasible, feasible, ordered, undecided, extremes);
    assert!(
        infeasible >= 15 && feasible >= 15 && ordered >= 20 && undecided <= 6 && extremes >= 10,
        "{counts:?}"
    );
}

/// Makes the rounds that a model of a closure says, and follows them.
fn check_rounds(
    arena: &mut Arena,
    closure: &Closure,
    round: &Transition,
    values: &Valuation,
    budget: &mut Budget,
) {
    let count: u64 = values.int(closure.rounds).to_string().parse().unwrap();
    let at = |symbols: &[Symbol]| -> Vec<Value> {
        symbols.iter().map(|s| Value::Int(values.int(*s).clone())).collect()
    };
    let (first, last) = (at(&closure.relation.before), at(&closure.relation.after));
    let made = unroll(arena, closure, &[round], count, (&first, &last), budget).unwrap().unwrap();
    let repetitions = made.repetitions_from(0, 1).collect();
    let steps = made.rounds.into_iter().enumerate().map(|(i, mut steps)| DerivationStep {
        clause: (),
        valuation: steps.swap_remove(0),
        premises: i.checked_sub(1).into_iter().collect(),
    });
    let made = Derivation { steps: steps.collect(), repetitions };
    assert_eq!(made.length(), count);
    let mut here = first;
    for step in made.written_out(u64::MAX).unwrap().steps {
        let valuation = &step.valuation;
        assert!(arena.evaluate(round.formula, valuation));
        let read = |symbols: &[Symbol]| -> Vec<Value> {
            symbols.iter().map(|s| Value::Int(valuation.int(*s).clone())).collect()
        };
        assert_eq!(read(&round.before), here);
        here = read(&round.after);
    }
    assert_eq!(here, last);
}

fn point(arena: &mut Arena, random: &mut Random, symbols: &[Symbol]) -> Formula {
    let parts: Vec<Formula> = symbols
        .iter()
        .map(|s| {
            let value = LinearTerm::constant(random.range(-4, 4));
            arena.equal(&LinearTerm::symbol(*s), &value)
        })
        .collect();
    arena.and(parts)
}

/// The hull of loops contains each of them, any mixture, and nothing beyond their octagons.
#[test]
fn hulls_contain_their_loops() {
    let (mut arena, one) = relation("p(X + 1, Y) :- p(X, Y), X < 10.");
    let three = LinearTerm::symbol(one.before[0]).plus_constant(&Int::from(3));
    let change = arena.equal(&LinearTerm::symbol(one.after[0]), &three);
    let other = Transition { formula: change, ..one.clone() };
    let budget = &mut Budget::steps(5_000_000);
    let closure = hull(&mut arena, &[one.clone(), other.clone()], budget).unwrap().unwrap();
    for relation in [&one, &other] {
        assert!(entail(&mut arena, &[relation.formula], closure.relation.formula, budget).unwrap().is_ok());
    }
    // The change is between 1 and 3.
    let x = &LinearTerm::symbol(one.after[0]) - &LinearTerm::symbol(one.before[0]);
    for (bound, holds) in [(x.plus_constant(&Int::from(-3)), true), (x.plus_constant(&Int::from(-2)), false)]
    {
        let bound = arena.le(&bound);
        let entailed = entail(&mut arena, &[closure.relation.formula], bound, budget).unwrap();
        assert_eq!(entailed.is_ok(), holds);
    }
}
