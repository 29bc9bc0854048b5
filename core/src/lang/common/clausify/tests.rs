//! Clauses mean what their formula means, with and without auxiliary relation symbols.

use super::*;
use crate::budget::Budget;
use crate::formula::{LinearTerm, Valuation};
use crate::lang::auxiliary::instance;
use crate::lang::{Clause, Definition, Problem, Solution};
use crate::num::Int;
use crate::testing::Random;

/// Relation symbols `p` and `q` of one argument, applied to `x + k`.
struct Applied {
    applications: FxHashMap<Symbol, Application>,
}

impl Symbols for Applied {
    fn application(&self, symbol: Symbol) -> Option<&Application> {
        self.applications.get(&symbol)
    }

    fn definitions(&self) -> usize {
        0
    }

    fn closed(&self, _: &Arena, symbols: Vec<Symbol>) -> Vec<Symbol> {
        symbols
    }
}

/// A formula whose parts are shared.
fn random_formula(arena: &mut Arena, random: &mut Random, x: Symbol, applied: &mut Applied) -> Formula {
    let mut pool = Vec::new();
    for i in 0..6 {
        let shifted = LinearTerm::symbol(x).plus_constant(&Int::from(random.range(0, 4)));
        if random.chance(3) {
            pool.push(arena.le(&shifted));
            continue;
        }
        let symbol = arena.symbol(&format!("atom{i}"), Sort::Bool);
        let relation = RelationId(random.below(2) as u32);
        let arguments = vec![Argument::Int(shifted)];
        applied.applications.insert(symbol, Application { relation, arguments, span: Span::default() });
        pool.push(arena.boolean(symbol));
    }
    for _ in 0..random.below(7) {
        let (left, right) = (*random.pick(&pool), *random.pick(&pool));
        let formula = match random.below(4) {
            0 => arena.and([left, right]),
            1 => arena.or([left, !right]),
            2 => arena.if_then_else(*random.pick(&pool), left, right),
            _ => arena.or([left, right]),
        };
        pool.push(formula);
    }
    let last = pool[pool.len() - 1];
    if random.chance(2) { last } else { !last }
}

/// The numbers from -8 to 15 of which a relation symbol holds.
fn table(arena: &mut Arena, random: &mut Random, x: Symbol) -> Definition {
    let mut parts = Vec::new();
    for n in -8..=15 {
        if random.chance(2) {
            parts.push(arena.equal(&LinearTerm::symbol(x), &LinearTerm::constant(n)));
        }
    }
    Definition { parameters: vec![x], formula: arena.or(parts) }
}

#[test]
fn clauses_hold_exactly_where_the_formula_is_false() {
    let mut random = Random(2013);
    let mut found = [0, 0];
    for round in 0..3_000 {
        let mut arena = Arena::new();
        let x = arena.symbol("x", Sort::Int);
        let mut applied = Applied { applications: FxHashMap::default() };
        let formula = random_formula(&mut arena, &mut random, x, &mut applied);
        let mut relations: Vec<Relation> = ["p", "q"]
            .map(|name| Relation { name: name.to_owned(), sorts: vec![Sort::Int], span: Span::default() })
            .to_vec();
        let mut auxiliary = Map::new();
        let with_cases = round % 2 == 1;
        let clauses = Clausifier {
            arena: &mut arena,
            symbols: &applied,
            relations: &mut relations,
            auxiliary: &mut auxiliary,
            names: &mut FreshNames::default(),
            taken: &|_| false,
            report: &mut Report::new("", &mut Budget::unlimited()),
            span: Span::default(),
            several_heads: false,
        }
        .run(formula, None, 1_000, with_cases);
        let Ok(clauses) = clauses else { continue };
        found[usize::from(!auxiliary.is_empty())] += 1;
        let mut solution = Solution::new();
        for relation in [RelationId(0), RelationId(1)] {
            solution.insert(relation, table(&mut arena, &mut random, x));
        }
        let clauses = clauses
            .into_iter()
            .map(|Flat { head, body, constraint, .. }| Clause {
                head,
                body,
                constraint,
                span: Span::default(),
            })
            .collect();
        let mut problem = Problem { arena, relations, clauses, auxiliary, ..Problem::default() };
        problem.complete(&mut solution);
        assert_eq!(solution.missing(&problem), []);
        let Problem { arena, clauses, .. } = &mut problem;
        for n in -3..=8i64 {
            let mut valuation = Valuation::new();
            valuation.set_int(x, n);
            let mut holds = |application: &Application| {
                let formula = instance(arena, application, &solution).unwrap();
                arena.evaluate(formula, &valuation)
            };
            let mut expected = valuation.clone();
            for (symbol, application) in &applied.applications {
                expected.set_bool(*symbol, holds(application));
            }
            let bodies: Vec<bool> = clauses.iter().map(|c| c.body.iter().all(&mut holds)).collect();
            let heads: Vec<bool> = clauses.iter().map(|c| c.head.as_ref().is_some_and(&mut holds)).collect();
            let all = clauses.iter().zip(bodies).zip(heads).all(|((clause, body), head)| {
                !(body && arena.evaluate(clause.constraint, &valuation)) || head
            });
            assert_eq!(all, !arena.evaluate(formula, &expected), "round {round}, x = {n}");
        }
    }
    assert!(found.iter().all(|n| *n > 300), "{found:?} had clauses, without and with auxiliary symbols");
}
