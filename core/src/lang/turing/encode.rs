//! Machines as clauses (extended report, App. D; thesis, Theorem 5.6.4).
//!
//! ```text
//! step(0, L, 2·R, 1, 2·L + 1, R).                    A 0 -> B 1 R
//! step(0, X + 2·Y, 2·Z, 1, Y, X + 2 + 4·Z) :- 0 <= X, X <= 1.     A 0 -> B 1 L
//! step(f, X, Y, f, X, Y).
//! step1(…, Q, X, Y) :- step(…), step(…, Q, X, Y).    and so on, up to 2ⁿ steps
//! false :- stepN(0, 0, t, f, X, Y).
//! ```
//!
//! The directions are those of the thesis; the report has left and right exchanged.

use super::{Direction, Machine, StateId};
use crate::formula::{Formula, LinearTerm, Sort};
use crate::lang::{Application, Argument, Clause, Problem, Relation, RelationId, Span};
use crate::num::Int;

/// A machine with its clauses: one for each rule, then that it stays where it halts, one for each doubling,
/// and the query.
#[derive(Clone, Debug)]
pub struct TuringProblem {
    pub machine: Machine,
    pub problem: Problem,
}

/// `factor · name`, summed up, plus a constant.
fn term(problem: &mut Problem, summands: &[(i64, &str)], constant: i64) -> LinearTerm {
    let summands: Vec<_> = summands
        .iter()
        .map(|(factor, name)| (problem.arena.symbol(name, Sort::Int), Int::from(*factor)))
        .collect();
    LinearTerm::new(summands, Int::from(constant))
}

fn number(value: StateId) -> LinearTerm {
    LinearTerm::constant(value.number())
}

fn atom(relation: RelationId, terms: impl IntoIterator<Item = LinearTerm>, span: Span) -> Application {
    Application { relation, arguments: terms.into_iter().map(Argument::Int).collect(), span }
}

/// The names of a configuration, after this many steps.
fn configuration(problem: &mut Problem, primes: usize) -> [LinearTerm; 3] {
    ["Q", "L", "R"].map(|name| term(problem, &[(1, &format!("{name}{}", "'".repeat(primes)))], 0))
}

impl TuringProblem {
    pub fn new(machine: Machine) -> TuringProblem {
        let mut problem = Problem::default();
        for i in 0..=machine.power {
            let name = if i == 0 { "step".to_owned() } else { format!("step{i}") };
            problem.relations.push(Relation { name, sorts: vec![Sort::Int; 6], span: Span::default() });
        }
        let step = RelationId(0);
        let always = problem.arena.true_();
        for rule in &machine.rules {
            let (read, write) = (i64::from(rule.read), i64::from(rule.write));
            let (before, after, constraint): ([LinearTerm; 2], [LinearTerm; 2], Formula) = match rule
                .direction
            {
                Direction::Right => (
                    [term(&mut problem, &[(1, "X")], 0), term(&mut problem, &[(2, "Y")], read)],
                    [term(&mut problem, &[(2, "X")], write), term(&mut problem, &[(1, "Y")], 0)],
                    always,
                ),
                Direction::Left => {
                    let cell = term(&mut problem, &[(1, "X")], 0);
                    let least = problem.arena.at_most(&LinearTerm::zero(), &cell);
                    let most = problem.arena.at_most(&cell, &LinearTerm::constant(1));
                    (
                        [term(&mut problem, &[(1, "X"), (2, "Y")], 0), term(&mut problem, &[(2, "Z")], read)],
                        [
                            term(&mut problem, &[(1, "Y")], 0),
                            term(&mut problem, &[(1, "X"), (4, "Z")], 2 * write),
                        ],
                        problem.arena.and([least, most]),
                    )
                }
            };
            let terms = [number(rule.from)].into_iter().chain(before).chain([number(rule.to)]).chain(after);
            let head = Some(atom(step, terms, rule.span));
            problem.clauses.push(Clause { head, body: Vec::new(), constraint, span: rule.span });
        }
        let span = Span::default();
        let halt = number(machine.halt);
        let tape = [term(&mut problem, &[(1, "X")], 0), term(&mut problem, &[(1, "Y")], 0)];
        let stays = [halt.clone(), tape[0].clone(), tape[1].clone()];
        let head = Some(atom(step, stays.clone().into_iter().chain(stays), span));
        problem.clauses.push(Clause { head, body: Vec::new(), constraint: always, span });
        for i in 1..=machine.power {
            let [first, second, third] = [0, 1, 2].map(|primes| configuration(&mut problem, primes));
            let atom = |relation, one: &[LinearTerm; 3], other: &[LinearTerm; 3]| {
                atom(RelationId(relation), one.iter().chain(other).cloned(), span)
            };
            let body = vec![atom(i - 1, &first, &second), atom(i - 1, &second, &third)];
            let head = Some(atom(i, &first, &third));
            problem.clauses.push(Clause { head, body, constraint: always, span });
        }
        let tape_number = LinearTerm::constant(machine.tape_number());
        let from = [number(machine.start), LinearTerm::zero(), tape_number];
        let to = [halt, tape[0].clone(), tape[1].clone()];
        let body = vec![atom(RelationId(machine.power), from.into_iter().chain(to), span)];
        problem.clauses.push(Clause { head: None, body, constraint: always, span });
        TuringProblem { machine, problem }
    }
}
