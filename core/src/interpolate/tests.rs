//! Interpolants of random problems pass their checks; those of the papers are as published.

use super::*;
use crate::formula::{Arena, Formula};
use crate::solver::Budget;
use crate::testing::{Random, Shape};

const STEPS: u64 = 50_000_000;

/// A random formula over some of the symbols.
fn side(arena: &mut Arena, random: &mut Random, shape: &Shape, ints: &[usize]) -> Formula {
    let shape = Shape { ints: ints.iter().map(|i| shape.ints[*i]).collect(), ..shape.clone() };
    let parts: Vec<Formula> = (0..random.range(2, 4))
        .map(|_| {
            let depth = random.range(0, 2) as u32;
            shape.formula(arena, random, depth)
        })
        .collect();
    arena.and(parts)
}

#[test]
fn random_pairs_are_separated() {
    let mut random = Random(11);
    let (mut models, mut interpolants, mut eliminated) = (0, 0, 0);
    for round in 0..400 {
        let mut arena = Arena::new();
        let shape = Shape::new(&mut arena, 5, 2);
        let a = side(&mut arena, &mut random, &shape, &[0, 1, 2, 3]);
        let b = side(&mut arena, &mut random, &shape, &[2, 3, 4]);
        for strength in [Strength::Strong, Strength::Relaxed, Strength::Weak] {
            match separate(&mut arena, &[a], &[b], strength, &mut Budget::steps(STEPS)) {
                Ok(Outcome::Model(model)) => {
                    assert!(arena.evaluate(a, &model) && arena.evaluate(b, &model));
                    models += 1;
                }
                Ok(Outcome::Interpolants(i)) => {
                    interpolants += 1;
                    eliminated += u32::from(i.explanation.by_elimination);
                }
                Err(reason) => panic!("round {round}: {reason}: {} and {}", arena.show(a), arena.show(b)),
            }
        }
    }
    assert!(models > 100 && interpolants > 100, "{models} models, {interpolants} interpolants");
    assert_eq!(eliminated, 0, "proofs can be read");
}
