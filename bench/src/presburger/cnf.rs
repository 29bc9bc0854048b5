//! Random 3-CNF over bounds: as random 3-SAT, but the literals are `x ≤ c`, `x ≥ c` and, in half of the
//! instances, bounds on differences and sums of two variables.
//!
//! Clauses such as `x3 ≤ 2 ∨ x7 ≥ 5 ∨ x1 - x4 ≤ -1`; below a certain number of clauses per variable nearly
//! every instance is satisfiable, above it nearly none is, and near it they are hard.

use hornbook_random::Random;

use super::text::{Script, number, sum};
use super::{Instance, Size};

const HIGHEST: i64 = 7;

pub fn generate(size: Size) -> Vec<Instance> {
    let mut instances = Vec::new();
    let per_point = size.pick(1, 1, 3);
    let variables = size.pick(3, 30, 60);
    for (shape, ratios) in
        [(Shape::Bounds, [6.0, 8.0, 9.0, 10.0, 14.0]), (Shape::Pairs, [5.0, 7.0, 8.0, 9.0, 12.0])]
    {
        for ratio in ratios {
            for seed in 0..per_point {
                let clauses = (f64::from(variables) * ratio).round();
                let name = format!("{}-{variables}-{clauses}-{seed}", shape.name());
                // Truncation is what is wanted: the number of clauses is whole by now.
                #[expect(clippy::cast_sign_loss)]
                let script = one(shape, variables as usize, clauses as usize, seed);
                instances.push(Instance::new(name, script, None));
            }
        }
    }
    instances
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Bounds,
    Pairs,
}

impl Shape {
    fn name(self) -> &'static str {
        match self {
            Shape::Bounds => "bounds",
            Shape::Pairs => "pairs",
        }
    }
}

fn one(shape: Shape, variables: usize, clauses: usize, seed: u64) -> String {
    let mut random = Random(0xc1f0 + seed * 1000 + clauses as u64);
    let mut script =
        Script::new(&format!("{clauses} random clauses over {} of {variables} variables", shape.name()));
    for x in 0..variables {
        script.int_between(&format!("x{x}"), 0, HIGHEST);
    }
    for _ in 0..clauses {
        let literals: Vec<String> = random
            .distinct(3, variables)
            .into_iter()
            .map(|x| literal(shape, x, variables, &mut random))
            .collect();
        script.assert(&format!("(or {})", literals.join(" ")));
    }
    script.checked()
}

fn literal(shape: Shape, x: usize, variables: usize, random: &mut Random) -> String {
    let relation = if random.coin() { "<=" } else { ">=" };
    let mut summands = vec![(1, format!("x{x}"))];
    let (mut low, mut high) = (0, HIGHEST);
    if shape == Shape::Pairs && random.coin() {
        let y = (x + 1 + random.below(variables - 1)) % variables;
        if random.coin() {
            summands.push((1, format!("x{y}")));
            high += HIGHEST;
        } else {
            summands.push((-1, format!("x{y}")));
            low -= HIGHEST;
        }
    }
    // Neither always true nor always false.
    let bound = if relation == "<=" { random.range(low, high - 1) } else { random.range(low + 1, high) };
    format!("({relation} {} {})", sum(summands), number(bound))
}
