//! Tests of the module as a whole. The parts are in files of their own:
//! an oracle that solves recursion-free systems by elimination, and what is checked against it.

mod classification;
pub(crate) mod edges;
pub(crate) mod oracle;
mod passes;

use super::ClauseSystem;
use crate::formula::{Arena, Formula, LinearTerm, Sort};
use crate::lang::{Application, Argument, Clause, Problem, Relation, RelationId, Span, house};
use crate::num::Int;
use crate::testing::{Random, Shape};

macro_rules! example {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples/", $name, ".horn"))
    };
}
pub(crate) use example;

pub(crate) fn problem(text: &str) -> Problem {
    let (problem, diagnostics) = house::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    problem
}

pub(crate) fn system(text: &str) -> ClauseSystem {
    clauses(&problem(text))
}

/// The clauses of a problem, for tests that look at no formula.
pub(crate) fn clauses(problem: &Problem) -> ClauseSystem {
    ClauseSystem::from_problem(&mut problem.arena.clone(), problem).0
}

pub(crate) fn system_in_arena(text: &str) -> (Arena, ClauseSystem) {
    clauses_in_arena(&problem(text))
}

pub(crate) fn clauses_in_arena(problem: &Problem) -> (Arena, ClauseSystem) {
    let mut arena = problem.arena.clone();
    let (system, _) = ClauseSystem::from_problem(&mut arena, problem);
    (arena, system)
}

/// A random problem whose clauses use relation symbols of smaller numbers only.
pub(crate) fn random_problem(random: &mut Random) -> Problem {
    let mut arena = Arena::new();
    let mut shape = Shape::new(&mut arena, 4, 2);
    (shape.coefficient, shape.constant) = (2, 3);
    let count = 1 + below(random, 5) as u32;
    let relations: Vec<Relation> = (0..count)
        .map(|i| {
            let sorts = 0..random.range(0, 3);
            let sorts = sorts.map(|_| if random.chance(5) { Sort::Bool } else { Sort::Int }).collect();
            Relation { name: format!("p{i}"), sorts, span: Span::default() }
        })
        .collect();
    let mut problem = Problem { arena, relations, ..Problem::default() };
    let clauses = random.range(2, 9);
    for i in 0..clauses {
        // The last one is a query for sure.
        let head =
            (i + 1 < clauses && !random.chance(5)).then(|| RelationId(below(random, count as usize) as u32));
        let smaller = head.map_or(count, |RelationId(r)| r);
        let length = if smaller == 0 { 0 } else { random.range(0, 3) };
        let body: Vec<RelationId> =
            (0..length).map(|_| RelationId(below(random, smaller as usize) as u32)).collect();
        let head = head.map(|relation| application(&mut problem, &shape, random, relation));
        let body =
            body.into_iter().map(|relation| application(&mut problem, &shape, random, relation)).collect();
        let parts: Vec<Formula> =
            (0..random.range(0, 3)).map(|_| constraint(&mut problem.arena, &shape, random)).collect();
        let constraint = problem.arena.and(parts);
        problem.clauses.push(Clause { head, body, constraint, span: Span::default() });
    }
    problem
}

/// A random number below another.
fn below(random: &mut Random, bound: usize) -> usize {
    usize::try_from(random.next() % bound as u64).unwrap()
}

/// Mostly equations between variables and with constants, as programs have them.
fn constraint(arena: &mut Arena, shape: &Shape, random: &mut Random) -> Formula {
    let mut symbol = || LinearTerm::symbol(shape.ints[below(random, 4)]);
    let (x, y) = (symbol(), symbol());
    match random.range(0, 5) {
        0 => arena.equal(&x, &y),
        1 => arena.equal(&x, &LinearTerm::constant(random.range(-2, 2))),
        2 => arena.equal(&x, &y.plus_constant(&Int::from(random.range(-2, 2)))),
        3 => arena.at_most(&x, &y.plus_constant(&Int::from(random.range(-2, 2)))),
        _ => shape.formula(arena, random, 1),
    }
}

fn application(
    problem: &mut Problem,
    shape: &Shape,
    random: &mut Random,
    relation: RelationId,
) -> Application {
    let sorts = problem[relation].sorts.clone();
    let arguments = sorts
        .into_iter()
        .map(|sort| match sort {
            Sort::Int => {
                let x = LinearTerm::symbol(shape.ints[below(random, 4)]);
                Argument::Int(match random.range(0, 5) {
                    0 => LinearTerm::constant(random.range(-2, 2)),
                    1 => x.plus_constant(&Int::from(random.range(-2, 2))),
                    _ => x,
                })
            }
            Sort::Bool if random.chance(4) => Argument::Bool(shape.literal(&mut problem.arena, random)),
            Sort::Bool => Argument::Bool(problem.arena.boolean(shape.bools[below(random, 2)])),
        })
        .collect();
    Application { relation, arguments, span: Span::default() }
}
