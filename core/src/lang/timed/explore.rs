//! All states of a network, one tick after the other: finds a run where a proof does not say which.
//!
//! With whole time units the search is exact for networks without strict bounds. A clock beyond all numbers
//! that it is compared with counts no further, so the states are finitely many as long as the variables are
//! bounded and no two clocks are compared with each other. This is for small networks; the clauses are for
//! the others.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::interpret::{Interpreter, Move, State};
use super::network::{Condition, Network, Term, Update};
use crate::budget::Budget;

/// At most this many states are looked at.
pub(super) const STATE_LIMIT: usize = 50_000;

/// What the search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A shortest run to a target, in moves; delays are one tick each.
    Run(Vec<Move>),
    /// No run leads there.
    None,
    /// There are more states than were looked at.
    Unknown,
}

/// Searches for a state in which a condition holds.
pub(super) fn search(
    interpreter: &Interpreter,
    target: &Condition,
    limit: usize,
    budget: &mut Budget,
) -> Found {
    let network = interpreter.network;
    let caps = caps(network, target, interpreter.unit);
    let mut known: FxHashSet<State> = FxHashSet::default();
    // For each state the one before it and the move in between.
    let mut ways: Vec<Option<(usize, Move)>> = Vec::new();
    let mut open: VecDeque<(usize, State)> = VecDeque::new();
    let start = capped(interpreter.start(), caps.as_deref());
    known.insert(start.clone());
    ways.push(None);
    open.push_back((0, start));
    while let Some((id, state)) = open.pop_front() {
        if interpreter.holds(target, &state) {
            return Found::Run(way(&ways, id));
        }
        if budget.take(STATE_COST).is_err() {
            return Found::Unknown;
        }
        let mut next = interpreter.edges(&state);
        let delay = Move::Delay(1);
        next.extend(interpreter.after(&state, delay).ok().map(|later| (delay, later)));
        for (step, next) in next {
            let next = capped(next, caps.as_deref());
            if known.contains(&next) {
                continue;
            }
            if ways.len() >= limit {
                return Found::Unknown;
            }
            known.insert(next.clone());
            open.push_back((ways.len(), next));
            ways.push(Some((id, step)));
        }
    }
    Found::None
}

/// What looking at a state costs.
const STATE_COST: u64 = 40;

fn way(ways: &[Option<(usize, Move)>], mut id: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some((before, step)) = ways[id] {
        moves.push(step);
        id = before;
    }
    moves.reverse();
    moves
}

/// For each clock the largest number of ticks that can be told from one more; `None` if clocks are compared
/// with each other or with variables.
fn caps(network: &Network, target: &Condition, unit: i64) -> Option<Vec<i64>> {
    let mut caps = vec![0; network.clocks.len()];
    let mut exact = true;
    let mut see = |condition: &Condition| {
        condition.clock_bounds(false, &mut |bound, _| {
            if let Condition::Clock { clock, minus, bound, .. } = bound {
                match (minus, bound) {
                    (None, Term::Constant(bound)) => {
                        caps[*clock] = caps[*clock].max(bound.saturating_mul(unit));
                    }
                    _ => exact = false,
                }
            }
        });
    };
    see(target);
    for automaton in &network.automata {
        automaton.locations.iter().for_each(|location| see(&location.invariant));
        for edge in &automaton.edges {
            see(&edge.guard);
            for update in &edge.updates {
                if let Update::Clock(clock, term) = update {
                    let bound = term.clone();
                    see(&Condition::Clock {
                        clock: *clock,
                        minus: None,
                        comparison: super::network::Comparison::Equal,
                        bound,
                    });
                }
            }
        }
    }
    exact.then_some(caps)
}

fn capped(mut state: State, caps: Option<&[i64]>) -> State {
    if let Some(caps) = caps {
        for (clock, cap) in state.clocks.iter_mut().zip(caps) {
            *clock = (*clock).min(cap.saturating_add(1));
        }
    }
    state
}
