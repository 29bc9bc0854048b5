//! Predicates per relation symbol, of the kinds that interpolants of small programs have.
//!
//! Over `p(a0, a1)`: bounds `a0 ≤ 3`, octagon terms `a0 - a1 ≤ 0` and `a0 + a1 ≥ 1`, equations `a0 = a1 + 1`, and
//! a few divisibilities `2 | a0 + a1`.

use hornbook::formula::{Formula, LinearTerm, Sort, Symbol};
use hornbook::lang::Problem;
use hornbook::num::Int;

use super::super::random::Random;

/// The predicates of one relation symbol, over its parameters.
#[derive(Clone, Debug)]
pub struct Pool {
    pub parameters: Vec<Symbol>,
    pub predicates: Vec<Formula>,
}

/// A pool of at most `count` predicates for every relation symbol; a larger pool begins with the smaller one.
pub fn pools(problem: &mut Problem, count: usize) -> Vec<Pool> {
    (0..problem.relations.len())
        .map(|r| {
            let sorts = problem.relations[r].sorts.clone();
            let parameters: Vec<Symbol> = sorts
                .iter()
                .enumerate()
                .map(|(i, sort)| problem.arena.fresh_symbol(&format!("a{i}"), *sort))
                .collect();
            let mut random = Random::new(0x9001 + r as u64);
            let mut predicates = Vec::new();
            // Pools of nullary relation symbols stay empty, those of Boolean ones small.
            for _ in 0..4 * count {
                if let Some(predicate) = predicate(problem, &parameters, &mut random)
                    && predicates.len() < count
                    && !predicates.contains(&predicate)
                    && !predicates.contains(&!predicate)
                {
                    predicates.push(predicate);
                }
            }
            Pool { parameters, predicates }
        })
        .collect()
}

fn predicate(problem: &mut Problem, parameters: &[Symbol], random: &mut Random) -> Option<Formula> {
    let arena = &mut problem.arena;
    if parameters.is_empty() {
        return None;
    }
    let first = *random.pick(parameters);
    if arena.sort(first) == Sort::Bool {
        return Some(arena.boolean(first));
    }
    let integers: Vec<Symbol> = parameters.iter().copied().filter(|s| arena.sort(*s) == Sort::Int).collect();
    let other = *random.pick(&integers);
    let constant = LinearTerm::constant(*random.pick(&[-1i64, 0, 0, 0, 1, 1, 2, 3, 10]));
    let x = LinearTerm::symbol(first);
    let y = LinearTerm::symbol(other);
    let pair = if random.below(3) == 0 { &x + &y } else { &x - &y };
    let term = if other == first || random.below(3) == 0 { x } else { pair };
    Some(match random.below(10) {
        0..4 => arena.at_most(&term, &constant),
        4..7 => arena.at_most(&constant, &term),
        7..9 => arena.equal(&term, &constant),
        _ => arena.divides(&Int::from(random.between(2, 3)), &term),
    })
}
