//! Time: whole numbers where that is the same as the reals, and otherwise a unit of any length.
//!
//! If no clock is compared strictly, every run over the reals has one with the same edges at whole times
//! (digitisation: Henzinger, Manna, Pnueli, ICALP 1992), so clocks are whole numbers. If some bound is
//! strict, one time unit has `u` ticks, where `u ≥ 1` is chosen at the start of a run and clocks count ticks:
//! `x < 5` becomes `x < 5u`, which is linear because 5 is a constant. A finite run over the reals has one
//! with rational delays, and so one whose delays are multiples of `1/u` for some `u`: nothing is lost, and
//! nothing is gained. `docs/adr/0016-time-as-whole-numbers.md` has the proofs.

use super::network::{Comparison, Condition, Network, Question, Update};
use crate::lang::Span;
use crate::lang::common::report::Report;

/// How long a tick is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// A tick is a time unit.
    One,
    /// A time unit has any number of ticks.
    Any,
}

/// Decides how time is counted, and reports what has no linear constraint then.
pub(super) fn unit(network: &Network, question: Option<&Question>, report: &mut Report) -> Unit {
    let mut strict = None;
    let mut see = |condition: &Condition, negated: bool, span: Span| {
        condition.clock_bounds(negated, &mut |bound, negated| {
            let Condition::Clock { comparison, .. } = bound else { return };
            let is_strict = match comparison {
                Comparison::Less | Comparison::Greater => !negated,
                Comparison::AtMost | Comparison::AtLeast | Comparison::Equal => negated,
            };
            if is_strict && strict.is_none() {
                strict = Some(span);
            }
        });
    };
    for automaton in &network.automata {
        for location in &automaton.locations {
            see(&location.invariant, false, location.span);
        }
        for edge in &automaton.edges {
            see(&edge.guard, false, edge.span);
        }
    }
    if let Some(question) = question {
        see(&question.target, false, question.span);
    }
    let Some(strict) = strict else { return Unit::One };
    check(network, question, strict, report);
    Unit::Any
}

/// With strict bounds, all bounds must be constants, since they are multiplied with the length of the unit.
fn check(network: &Network, question: Option<&Question>, strict: Span, report: &mut Report) {
    let mut wrong: Vec<Span> = Vec::new();
    let mut see = |condition: &Condition, span: Span| {
        condition.clock_bounds(false, &mut |bound, _| {
            if matches!(bound, Condition::Clock { bound, .. } if bound.constant().is_none()) {
                wrong.push(span);
            }
        });
    };
    for automaton in &network.automata {
        for location in &automaton.locations {
            see(&location.invariant, location.span);
        }
        for edge in &automaton.edges {
            see(&edge.guard, edge.span);
            let variable =
                |update: &Update| matches!(update, Update::Clock(_, value) if value.constant().is_none());
            if edge.updates.iter().any(variable) {
                see(
                    &Condition::Clock {
                        clock: 0,
                        minus: None,
                        comparison: Comparison::Equal,
                        bound: super::network::Term::Variable(0),
                    },
                    edge.span,
                );
            }
        }
    }
    if let Some(question) = question {
        see(&question.target, question.span);
    }
    for span in wrong {
        let diagnostic =
            crate::lang::Diagnostic::error(span, "here a clock is compared with a variable or set to one")
                .with_hint("make all bounds constants, or none of them strict (`<=`, `>=`, `==`)")
                .with_related(strict, "because this bound is strict, time is no whole number of units");
        report.push(diagnostic);
    }
}
