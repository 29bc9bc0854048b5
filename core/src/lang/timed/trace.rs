//! A run as moves, with rounds that are not written down: three of them are, the first two and the last.
//!
//! ```text
//! 3 time units pass, P: a → a      n = 1
//! 3 time units pass, P: a → a      n = 2
//! … 999,997 more …
//! 3 time units pass, P: a → a      n = 1,000,000
//! ```
//!
//! The rounds between are not made. If the two before them change the state by the same amount, and all
//! comparisons come out in them as in the last one, they come out so in all rounds, for sides that change by
//! the same amount from round to round can't be in order at both ends and out of order between. So all rounds
//! do the same sums, and change the state by that amount.

use super::interpret::{Interpreter, Move, Outcome, State};
use crate::lang::Repetition;

/// A move, and the step of the derivation that it comes from.
pub(super) type Step = (Move, Option<usize>);

/// The moves of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    pub(super) steps: Vec<Step>,
    /// The rounds that are not written down, by the positions of moves.
    pub(super) rounds: Vec<Repetition>,
}

/// A state, and how many ticks have passed until then.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) state: State,
    pub(super) ticks: i64,
}

impl Trace {
    /// A run of which all is written down.
    pub(super) fn of(steps: Vec<Step>) -> Trace {
        Trace { steps, rounds: Vec::new() }
    }

    /// The start, and the moment after each move; or which move is not possible.
    pub(super) fn moments(&self, interpreter: &Interpreter) -> Result<Vec<Moment>, String> {
        let mut moments = vec![Moment { state: interpreter.start(), ticks: 0 }];
        for (position, (step, _)) in self.steps.iter().enumerate() {
            let rounds = self.rounds.iter().position(|rounds| rounds.last == position);
            let before = match rounds {
                Some(rounds) => self.skipped(interpreter, &moments, rounds).ok_or("rounds are not alike")?,
                None => moments[position].clone(),
            };
            let passed = if let Move::Delay(delay) = step { *delay } else { 0 };
            let ticks = before.ticks.checked_add(passed).ok_or("the delays are too large")?;
            moments.push(Moment { state: interpreter.after(&before.state, *step)?, ticks });
        }
        Ok(moments)
    }

    /// The moment before the last of some rounds, if all of them are possible.
    fn skipped(&self, interpreter: &Interpreter, moments: &[Moment], rounds: usize) -> Option<Moment> {
        let Repetition { last, period, more } = self.rounds[rounds];
        let begin = last.checked_sub(2 * period).filter(|_| period > 0)?;
        let is_apart =
            rounds.checked_sub(1).is_none_or(|i| self.rounds[i].last + self.rounds[i].period <= begin);
        let steps = self.steps.get(begin..last + period).filter(|_| is_apart)?;
        if steps.iter().zip(&steps[period..]).any(|(one, next)| one.0 != next.0) {
            return None;
        }
        let more = i64::try_from(more).ok()?;
        let later = |before: i64, now: i64| now.checked_sub(before)?.checked_mul(more)?.checked_add(now);
        let [a, b, c] = [begin, begin + period, last].map(|position| &moments[position]);
        let numbers = |before: &[i64], now: &[i64]| {
            before.iter().zip(now).map(|(before, now)| later(*before, *now)).collect::<Option<Vec<i64>>>()
        };
        let before_last = State {
            locations: c.state.locations.clone(),
            clocks: numbers(&b.state.clocks, &c.state.clocks)?,
            variables: numbers(&b.state.variables, &c.state.variables)?,
        };
        let is_steady = a.state.locations == b.state.locations
            && b.state.locations == c.state.locations
            && changes(&a.state, &b.state)? == changes(&b.state, &c.state)?;
        if !is_steady {
            return None;
        }
        let mut states = [a.state.clone(), b.state.clone(), before_last.clone()];
        for (step, _) in &steps[..period] {
            let mut seen: Option<Vec<Outcome>> = None;
            for state in &mut states {
                let (after, outcomes) = interpreter.observed(state, *step).ok()?;
                if outcomes.contains(&Outcome::TooLarge) || seen.is_some_and(|seen| seen != outcomes) {
                    return None;
                }
                seen = Some(outcomes);
                *state = after;
            }
        }
        Some(Moment { state: before_last, ticks: later(b.ticks, c.ticks)? })
    }
}

/// By how much clocks and variables change.
fn changes(before: &State, after: &State) -> Option<Vec<i64>> {
    let numbers = |state: &State| state.clocks.iter().chain(&state.variables).copied().collect::<Vec<i64>>();
    numbers(before).into_iter().zip(numbers(after)).map(|(before, after)| after.checked_sub(before)).collect()
}
