//! Each part of a formula judged where it stands: Dillig, Dillig, Aiken, Small formulas for large programs
//! (SAS'10).
//!
//! A part of a conjunction only matters where the other parts hold, a part of a disjunction only where they
//! do not. A part that is always true there is replaced by `true`, one that never is by `false`:
//!
//! ```text
//! x ≤ y ∧ y ≤ z ∧ x ≤ z            x ≤ z is true where the others hold: dropped
//! x > 0 ∨ (x ≤ 0 ∧ y = 1)          where x > 0 fails, x ≤ 0 is true: x > 0 ∨ y = 1
//! ```
//!
//! Each replacement keeps the whole formula equivalent, so one may stop at any time with what there is. Long
//! parts are tried first, so that of two ways to say the same the shorter one stays.

use super::measure::Measure;
use super::oracle::Oracle;
use crate::formula::{Arena, Formula, Node};
use crate::order::sort_by_key;
use crate::solver::{Budget, Unknown};

/// What may be done to a literal that is neither always true nor always false where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Literals {
    Keep,
    /// `t ≤ 0` becomes `t = 0` in conjunctions where `t < 0` is impossible (and the dual in disjunctions).
    Equate,
}

/// How often the parts of a conjunction or disjunction are gone over.
const ROUNDS: usize = 3;

/// The formula with every part judged; when the budget ends, as far as it went, and why it ended.
pub(super) fn contextual(
    arena: &mut Arena,
    oracle: &mut Oracle,
    formula: Formula,
    literals: Literals,
    budget: &mut Budget,
) -> (Formula, Option<Unknown>) {
    let mut walk = Walk { frames: Vec::new(), assumptions: Vec::new(), literals };
    match walk.run(arena, oracle, formula, budget) {
        Ok(result) => (result, None),
        Err(reason) => (walk.abandon(arena, formula), Some(reason)),
    }
}

/// A conjunction or disjunction in progress.
struct Frame {
    is_conjunction: bool,
    parts: Vec<Formula>,
    next: usize,
    changed: bool,
    rounds: usize,
    /// How many assumptions there were outside.
    outside: usize,
}

impl Frame {
    fn rebuild(&self, arena: &mut Arena) -> Formula {
        let parts = self.parts.iter().copied();
        if self.is_conjunction { arena.and(parts) } else { arena.or(parts) }
    }
}

struct Walk {
    frames: Vec<Frame>,
    /// What holds where the current part matters.
    assumptions: Vec<Formula>,
    literals: Literals,
}

impl Walk {
    fn run(
        &mut self,
        arena: &mut Arena,
        oracle: &mut Oracle,
        formula: Formula,
        budget: &mut Budget,
    ) -> Result<Formula, Unknown> {
        let mut finished = self.enter(arena, oracle, formula, budget)?;
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Ok(finished.unwrap_or(formula));
            };
            self.assumptions.truncate(frame.outside);
            if let Some(result) = finished.take() {
                frame.changed |= frame.parts[frame.next] != result;
                frame.parts[frame.next] = result;
                frame.next += 1;
                // One false part decides a conjunction, one true part a disjunction.
                if result == arena.constant(!frame.is_conjunction) {
                    self.frames.pop();
                    finished = Some(result);
                    continue;
                }
            }
            if frame.next == frame.parts.len() {
                if frame.changed && frame.rounds < ROUNDS {
                    let neutral = arena.constant(frame.is_conjunction);
                    frame.parts.retain(|p| *p != neutral);
                    (frame.next, frame.changed, frame.rounds) = (0, false, frame.rounds + 1);
                    if !frame.parts.is_empty() {
                        continue;
                    }
                }
                finished = Some(frame.rebuild(arena));
                self.frames.pop();
                continue;
            }
            for (i, part) in frame.parts.iter().enumerate() {
                if i != frame.next {
                    self.assumptions.push(if frame.is_conjunction { *part } else { !*part });
                }
            }
            let part = frame.parts[frame.next];
            finished = self.enter(arena, oracle, part, budget)?;
        }
    }

    /// Judges a part as a whole; `None` when its parts are to be judged in turn.
    fn enter(
        &mut self,
        arena: &mut Arena,
        oracle: &mut Oracle,
        part: Formula,
        budget: &mut Budget,
    ) -> Result<Option<Formula>, Unknown> {
        if part == arena.true_() || part == arena.false_() {
            return Ok(Some(part));
        }
        if oracle.implies(arena, &self.assumptions, part, budget)? {
            return Ok(Some(arena.true_()));
        }
        if oracle.implies(arena, &self.assumptions, !part, budget)? {
            return Ok(Some(arena.false_()));
        }
        let is_conjunction = matches!(arena.node(part), Node::And(_));
        let mut parts = arena.node(part).children().to_vec();
        if parts.is_empty() {
            return Ok(Some(self.judge_literal(arena, oracle, part, budget)?));
        }
        // Long parts first; of equally long ones the later.
        sort_by_key(&mut parts, |p| (std::cmp::Reverse(weight(arena, *p)), std::cmp::Reverse(*p)));
        let outside = self.assumptions.len();
        self.frames.push(Frame { is_conjunction, parts, next: 0, changed: false, rounds: 0, outside });
        Ok(None)
    }

    fn judge_literal(
        &self,
        arena: &mut Arena,
        oracle: &mut Oracle,
        literal: Formula,
        budget: &mut Budget,
    ) -> Result<Formula, Unknown> {
        if self.literals == Literals::Keep {
            return Ok(literal);
        }
        let is_conjunction = self.frames.last().is_none_or(|f| f.is_conjunction);
        let positive = if is_conjunction { literal } else { !literal };
        let Node::Le(term) = arena.node(positive) else { return Ok(literal) };
        let term = term.clone();
        let equation = arena.eq(&term);
        let mut premises = self.assumptions.clone();
        premises.push(positive);
        let equal = oracle.implies(arena, &premises, equation, budget)?;
        let replaced = if equal { equation } else { positive };
        Ok(if is_conjunction { replaced } else { !replaced })
    }

    /// Puts the unfinished frames together again.
    fn abandon(&mut self, arena: &mut Arena, formula: Formula) -> Formula {
        let mut inner: Option<Formula> = None;
        while let Some(mut frame) = self.frames.pop() {
            if let Some(inner) = inner {
                frame.parts[frame.next] = inner;
            }
            inner = Some(frame.rebuild(arena));
        }
        inner.unwrap_or(formula)
    }
}

/// Literals, then symbols, then coefficients.
fn weight(arena: &Arena, part: Formula) -> (u64, usize, u64) {
    let measure = Measure::of(arena, part);
    (measure.literals, arena.node(part).term().map_or(0, |t| t.summands().len()), measure.size)
}
