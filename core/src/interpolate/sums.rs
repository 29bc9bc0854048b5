//! Sums behind formulae that were not read off a proof.
//!
//! `I = 1` and `X = J + 1` have `X ≥ I + J` as the sum of one and the opposite of the other. An interpolant
//! that was found in another way may still be such a sum of what is below it, which a person can check with a
//! pencil (thesis, Fig. 3.2); where it is none, it is what remains after projection.

use crate::check;
use crate::formula::{Arena, Formula, Node};
use crate::num::Int;
use crate::proof::{Line, Proof, Step, StepId};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// A part of an interpolant, and how it follows from the formulae below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    pub part: Formula,
    pub by: Means,
}

/// How a formula follows from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Means {
    /// It is the sum of these, each taken this many times, divided by a number and rounded.
    Sum { summands: Vec<(Formula, Int)>, divisor: Int },
    /// No single sum shows it: the symbols that are not shared were eliminated.
    Projection,
}

/// How each part of a formula follows from others that imply it. An equation may need two sums, one for each
/// of its halves.
pub fn sums(
    arena: &mut Arena,
    below: &[Formula],
    formula: Formula,
    budget: &mut Budget,
) -> Result<Vec<Derived>, Unknown> {
    let below = arena.conjuncts_of_all(below);
    let mut derived = Vec::new();
    for part in arena.conjuncts(formula) {
        if below.contains(&part) {
            let by = Means::Sum { summands: vec![(part, Int::ONE)], divisor: Int::ONE };
            derived.push(Derived { part, by });
            continue;
        }
        let halves = match arena.node(part) {
            Node::Eq(t) => {
                let t = t.clone();
                vec![arena.le(&t), arena.le(&-&t)]
            }
            Node::Le(_) => vec![part],
            _ => Vec::new(),
        };
        let mut found = Vec::new();
        for half in &halves {
            match sum(arena, &below, *half, budget)? {
                // A sum of equations is an equation, and shows both halves.
                Some((summands, divisor)) if summands.iter().all(|(f, _)| is_equation(arena, *f)) => {
                    found = vec![Derived { part, by: Means::Sum { summands, divisor } }];
                    break;
                }
                Some((summands, divisor)) => {
                    found.push(Derived { part: *half, by: Means::Sum { summands, divisor } });
                }
                None => {
                    found.clear();
                    break;
                }
            }
        }
        if found.is_empty() {
            found.push(Derived { part, by: Means::Projection });
        }
        derived.append(&mut found);
    }
    Ok(derived)
}

fn is_equation(arena: &Arena, formula: Formula) -> bool {
    matches!(arena.node(formula), Node::Eq(_))
}

/// The summands with their multipliers, and what to divide their sum by.
type Combined = (Vec<(Formula, Int)>, Int);

/// The sum that gives an inequality, if its proof is a single one.
fn sum(
    arena: &mut Arena,
    below: &[Formula],
    goal: Formula,
    budget: &mut Budget,
) -> Result<Option<Combined>, Unknown> {
    let opposite = !goal;
    let all: Vec<Formula> = below.iter().copied().chain([opposite]).collect();
    let mut solver = Solver::new();
    let core = match solver.check(arena, &all, budget) {
        Answer::Unsat(core) => solver.minimise_core(arena, &core, budget)?,
        Answer::Sat(_) => return Ok(None),
        Answer::Unknown(reason) => return Err(reason),
    };
    let mut prover = Solver::with_proofs();
    match prover.check(arena, &core, budget) {
        Answer::Unsat(_) => {}
        Answer::Sat(_) => return Ok(None),
        Answer::Unknown(reason) => return Err(reason),
    }
    let proof = prover.proof().unwrap_or_default();
    let Ok(checked) = check::refutation_within(arena, &core, &proof, budget) else { return Ok(None) };
    Ok(only_sum(&proof, |step| checked.uses(step), &core, opposite))
}

/// The sum of a proof that is one sum of inputs.
fn only_sum(
    proof: &Proof,
    uses: impl Fn(StepId) -> bool,
    inputs: &[Formula],
    opposite: Formula,
) -> Option<Combined> {
    let used = proof.steps.iter().enumerate().filter(|(i, _)| uses(StepId(*i as u32)));
    let mut lemmas = used.filter_map(|(_, step)| match step {
        Step::Lemma { clause, certificate } => Some((clause, certificate)),
        _ => None,
    });
    let (clause, certificate) = lemmas.next()?;
    let [Line::Contradiction { combination, .. }] = certificate.lines.as_slice() else { return None };
    if lemmas.next().is_some() {
        return None;
    }
    let (mut summands, mut divisor) = (Vec::new(), Int::ZERO);
    for (fact, times) in combination {
        let literal = !*clause.get(fact.index())?;
        if literal == opposite {
            divisor = times.clone();
        } else if inputs.contains(&literal) {
            summands.push((literal, times.clone()));
        } else {
            return None;
        }
    }
    (divisor.is_positive() && !summands.is_empty()).then_some((summands, divisor))
}
