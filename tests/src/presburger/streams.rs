//! Query streams as the engine asks them: one script per clause, and in it many small queries about the same constraint.
//!
//! Predicate abstraction asks of a clause `p(t̄) ← constraint ∧ q(s̄)` whether given predicates of `q` are consistent with
//! the constraint, and which predicates of `p` they entail: `constraint ∧ Q(s̄) ∧ ¬P(t̄)` unsatisfiable. The clauses are those
//! of the examples; the predicates come from a pool. Every predicate instance gets a Boolean name, and a query assumes names.
//!
//! - *cartesian*: the abstraction is run for real, and its questions are written down ([`recorder`]);
//! - *assume*: random sets of names, one head predicate or a conjunction negated;
//! - *push*: the same questions, asked with `push`, `assert` and `pop`.
//!
//! These stand in for streams recorded from the engine, and are to be replaced by them once it runs.

pub mod clause;
pub mod pool;
pub mod recorder;

use hornbook::lang::{Problem, house};

use self::clause::ClauseScript;
use super::random::Random;
use super::{Instance, Size};

macro_rules! examples {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../static/examples/", $name, ".horn")))),*]
    };
}

const EXAMPLES: [(&str, &str); 12] = examples!(
    "countdown",
    "dblabs",
    "even",
    "gcd",
    "gcd-bug",
    "loop50",
    "mccarthy91",
    "merge",
    "mult",
    "parity",
    "petri-pair",
    "two-steps",
);

pub fn cartesian(size: Size) -> Vec<Instance> {
    each_example(size, |name, problem| recorder::record(name, problem, size))
}

pub fn assumptions(size: Size) -> Vec<Instance> {
    each_example(size, |name, problem| random(name, problem, size, Style::Assumptions))
}

pub fn levels(size: Size) -> Vec<Instance> {
    each_example(size, |name, problem| random(name, problem, size, Style::Levels))
}

fn each_example(size: Size, mut make: impl FnMut(&str, Problem) -> Vec<Instance>) -> Vec<Instance> {
    let few = size.pick(4, 5, EXAMPLES.len());
    let mut instances = Vec::new();
    for (name, text) in &EXAMPLES[..few] {
        let (problem, diagnostics) = house::parse(text);
        assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
        instances.extend(make(name, problem));
    }
    instances
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Assumptions,
    Levels,
}

/// Random queries about every clause.
fn random(name: &str, mut problem: Problem, size: Size, style: Style) -> Vec<Instance> {
    let pools = pool::pools(&mut problem, size.pick(5, 20, 30));
    let queries = size.pick(6, 200, if style == Style::Levels { 300 } else { 600 });
    let mut instances = Vec::new();
    for index in 0..problem.clauses.len() {
        let mut random = Random::new(0x57e0 + index as u64 * 100 + name.len() as u64);
        let mut script = ClauseScript::new(name, &mut problem, index);
        let body = script.body_names(&mut problem, &pools);
        let head = script.head_names(&mut problem, &pools);
        for _ in 0..queries {
            let mut literals: Vec<String> = Vec::new();
            for names in body.iter().filter(|names| !names.is_empty()) {
                // Small sets are consistent more often, as those of an abstraction are.
                for _ in 0..=random.below(4) {
                    literals.extend(random.pick(names).clone());
                }
            }
            if !head.is_empty() {
                if random.below(5) == 0 {
                    let few: Vec<String> =
                        random.distinct(3, head.len()).into_iter().filter_map(|i| head[i].clone()).collect();
                    literals.extend(script.negated_conjunction(&few));
                } else if let Some(one) = random.pick(&head) {
                    literals.push(format!("(not {one})"));
                }
            }
            literals.sort();
            literals.dedup();
            match style {
                Style::Assumptions => script.assuming(&literals),
                Style::Levels => script.in_level(&literals),
            }
        }
        instances.push(Instance::new(format!("{name}-{index}"), script.finish(), None));
    }
    instances
}
