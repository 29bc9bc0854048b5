//! Derivations as firing sequences: replayed by the net itself, and folded where they repeat.
//!
//! ```text
//! initial marking       p1 = 1, p2 = 1
//! a1                    p2 = 0, p3 = 2
//! … the last row is repeated 7 more times
//! target reached: p3 >= 16
//! ```

use super::net::{Marking, Net};
use super::picture::{action_part, place_part};
use super::print;
use crate::budget::Budget;
use crate::formula::{Sort, Value};
use crate::lang::model::{Account, PartId, Row, Run};
use crate::lang::{ClauseId, Derivation, Problem, Repetition};
use crate::num::Int;

/// Rounds of up to this many actions are folded.
const ROUND_LIMIT: usize = 24;
/// A round is folded if that leaves out at least this many rows.
const LEAST_SAVED: usize = 3;

/// A firing, with the step of the derivation that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Firing {
    action: usize,
    step: usize,
}

pub(super) fn account(net: &Net, problem: &Problem, derivation: &Derivation, budget: &mut Budget) -> Account {
    match replayed(net, problem, derivation, budget) {
        Ok(run) => Account::Real(run),
        Err(sentence) => Account::Refused(sentence),
    }
}

/// The run, if the net accepts it.
fn replayed(
    net: &Net,
    problem: &Problem,
    derivation: &Derivation,
    budget: &mut Budget,
) -> Result<Run, String> {
    let kind = |clause: ClauseId| clause.index().checked_sub(1);
    let mut at = derivation.steps.len().checked_sub(1).ok_or("the derivation is empty")?;
    let mut firings: Vec<Firing> = Vec::new();
    let mut last = true;
    // From the query back to the first marking.
    let start = loop {
        let step = derivation.steps.get(at).ok_or("a step is missing")?;
        match kind(step.clause) {
            None => break at,
            Some(action) if action < net.actions.len() && !last => firings.push(Firing { action, step: at }),
            Some(action) if action >= net.actions.len() && last => {}
            Some(_) => return Err(format!("clause {} is out of place", step.clause.number())),
        }
        last = false;
        at = step.premises.first().copied().filter(|premise| *premise < at).ok_or("a premise is missing")?;
    };
    firings.reverse();
    let valuation = &derivation.steps[start].valuation;
    let mut first: Marking = Vec::with_capacity(net.places.len());
    for place in &net.places {
        let symbol = problem.arena.find_symbol(&place.name, Sort::Int).ok_or("a place has no symbol")?;
        first.push(valuation.int(symbol).clone());
    }
    if !net.is_initial(&first) {
        return Err("the first marking is not initial".to_owned());
    }
    let repeated = rounds_of(derivation, &firings)?;
    let mut markings = vec![first];
    for (position, firing) in firings.iter().enumerate() {
        budget.take(1).map_err(|reason| format!("the replay was cut short: {reason}"))?;
        let action = &net.actions[firing.action];
        let repeated = repeated.iter().find(|repeated| repeated.last == position);
        let before = match repeated {
            Some(repeated) => skipped(&markings, repeated).ok_or("rounds are not alike")?,
            None => markings[position].clone(),
        };
        let after = action.fire(&before).ok_or_else(|| format!("`{}` is not enabled", action.name))?;
        markings.push(after);
    }
    let end = markings.last().map_or(&[][..], |marking| marking);
    let target = net.target(end).ok_or("the last marking is in no target")?;
    let mut rows = vec![row("initial marking".to_owned(), &markings[0], Vec::new())];
    rows[0].step = Some(start);
    let mut tell = |Round { start, length, times }: Round, more: u64| {
        for i in start..start + length {
            rows.push(fired(net, firings[i].action, &markings[i + 1]));
            if let Some(row) = rows.last_mut() {
                row.step = Some(firings[i].step);
            }
        }
        let again = &Int::from(times as u64 - 1) + &Int::from(more);
        if let Some(row) = rows.last_mut().filter(|_| !again.is_zero()) {
            row.repeated = Some((length, again));
        }
    };
    let actions: Vec<usize> = firings.iter().map(|firing| firing.action).collect();
    let mut told = 0;
    for Repetition { last, period, more } in repeated.iter().copied() {
        let begin = last - 2 * period;
        for round in folded(&actions[told..begin]) {
            tell(round.after(told), 0);
        }
        tell(Round { start: begin, length: period, times: 3 }, more);
        told = last + period;
    }
    for round in folded(&actions[told..]) {
        tell(round.after(told), 0);
    }
    let region = &net.targets[target];
    let parts = region.bounds.iter().map(|(place, _)| place_part(*place)).collect();
    let mut reached = row(format!("target reached: {}", print::region(net, region)), end, parts);
    (reached.span, reached.step) = (Some(region.span), Some(derivation.steps.len() - 1));
    rows.push(reached);
    let count = repeated.iter().map(Repetition::steps).fold(firings.len() as u64, u64::saturating_add);
    let sentence = match count {
        0 => "A first marking is in the target.".to_owned(),
        1 => "A marking of the target is reached by one firing.".to_owned(),
        count => format!("A marking of the target is reached by {count} firings."),
    };
    Ok(Run { sentence, columns: columns(net), rows })
}

/// The rounds that are not written down, by the places of their firings: three rounds of the same actions
/// each are.
fn rounds_of(derivation: &Derivation, firings: &[Firing]) -> Result<Vec<Repetition>, &'static str> {
    let unclear = "rounds are not clear";
    let mut found: Vec<Repetition> = Vec::new();
    for repetition in &derivation.repetitions {
        let period = repetition.period;
        let last = firings.iter().position(|firing| firing.step == repetition.last).ok_or(unclear)?;
        let begin = last.checked_sub(2 * period).filter(|_| period > 0).ok_or(unclear)?;
        let written = firings.get(begin..last + period).ok_or(unclear)?;
        let is_alike = written.iter().zip(&written[period..]).all(|(a, b)| a.action == b.action);
        if !is_alike || found.last().is_some_and(|before| before.last + before.period > begin) {
            return Err(unclear);
        }
        found.push(Repetition { last, ..*repetition });
    }
    Ok(found)
}

/// The marking before the last of some rounds. All of them are possible if the two before them and the last
/// one are: what a round makes of a marking is a sum of its tokens, so if two rounds change it by the same
/// amount, all do; and an action that is enabled at two ends is enabled between them.
fn skipped(markings: &[Marking], rounds: &Repetition) -> Option<Marking> {
    let [a, b, c] = [2, 1, 0].map(|rounds_before| &markings[rounds.last - rounds_before * rounds.period]);
    let more = Int::from(rounds.more);
    let place = |((a, b), c): ((&Int, &Int), &Int)| {
        let change = c - b;
        (change == b - a).then(|| c + &(&change * &more))
    };
    a.iter().zip(b).zip(c).map(place).collect()
}

pub(super) fn columns(net: &Net) -> Vec<String> {
    net.places.iter().map(|place| place.name.clone()).collect()
}

/// A row for a firing.
pub(super) fn fired(net: &Net, action: usize, after: &[Int]) -> Row {
    let mut parts = vec![action_part(net, action)];
    parts.extend(net.actions[action].updates.iter().map(|(place, _)| place_part(*place)));
    let mut row = row(net.actions[action].name.clone(), after, parts);
    row.span = Some(net.actions[action].span);
    row
}

pub(super) fn row(label: String, marking: &[Int], parts: Vec<PartId>) -> Row {
    let values = marking.iter().map(|tokens| Some(Value::Int(tokens.clone()))).collect();
    Row { label, parts, values, ..Row::default() }
}

/// Actions in a row, this many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Round {
    start: usize,
    length: usize,
    times: usize,
}

impl Round {
    /// The same, after so many actions.
    fn after(self, count: usize) -> Round {
        Round { start: self.start + count, ..self }
    }
}

/// The sequence in rounds: at each place the one that leaves out most rows.
fn folded(actions: &[usize]) -> Vec<Round> {
    let mut rounds = Vec::new();
    let mut start = 0;
    while start < actions.len() {
        let mut best = Round { start, length: 1, times: 1 };
        for length in 1..=ROUND_LIMIT.min((actions.len() - start) / 2) {
            let round = &actions[start..start + length];
            let times = actions[start..].chunks(length).take_while(|chunk| *chunk == round).count();
            if (times - 1) * length > (best.times - 1) * best.length {
                best = Round { start, length, times };
            }
        }
        if (best.times - 1) * best.length < LEAST_SAVED {
            best = Round { start, length: 1, times: 1 };
        }
        rounds.push(best);
        start += best.length * best.times;
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_folded_and_nothing_is_lost() {
        let sequence = [0, 1, 2, 1, 2, 1, 2, 1, 2, 3, 3, 3, 3, 4, 5];
        let rounds = folded(&sequence);
        let written: Vec<(usize, usize, usize)> =
            rounds.iter().map(|round| (round.start, round.length, round.times)).collect();
        assert_eq!(written, [(0, 1, 1), (1, 2, 4), (9, 1, 4), (13, 1, 1), (14, 1, 1)]);
        let unfolded: Vec<usize> = rounds
            .iter()
            .flat_map(|round| sequence[round.start..round.start + round.length].repeat(round.times))
            .collect();
        assert_eq!(unfolded, sequence);
        assert_eq!(folded(&[]), []);
    }
}
