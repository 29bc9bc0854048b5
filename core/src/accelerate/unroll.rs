//! From the number of rounds to the rounds themselves, with values for each: what a derivation is made of.
//!
//! ```text
//! three rounds of x' = x + 1 from 0 to 3: (0, 1), (1, 2), (2, 3)
//! a million of them: (0, 1), (1, 2), … 999,997 more … (999999, 1000000)
//! ```
//!
//! The solver finds the first rounds. Most loops go on as they began, so the changes of the last rounds are
//! made again, as often as that is possible, and only the last time is written down. The solver is asked
//! where nothing can be repeated.

use super::closure::Closure;
use super::meta_trace::{fresh, value, values};
use super::relation::{Renamed, Transition};
use crate::formula::{Arena, Formula, LinearTerm, Steady, Substitution, Symbol, Valuation, Value};
use crate::lang::Repetition;
use crate::num::Int;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// At most this many rounds are written down.
const ROUND_LIMIT: usize = 200_000;
/// What repeats may be this many rounds together.
const PERIODS: [usize; 5] = [1, 2, 3, 4, 6];
/// Fewer repetitions are written down one by one.
const LEAST_REPEATED: u64 = 8;

/// The rounds of a loop, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Unrolled {
    /// For each round that is written down, and each of its steps, values for the symbols of the step.
    pub rounds: Vec<Vec<Valuation>>,
    /// Those that are not, with rounds in the places of steps.
    pub repetitions: Vec<Repetition>,
}

impl Unrolled {
    /// The same in a derivation, where the first round begins with this step, and each has this many steps.
    pub fn repetitions_from(&self, start: usize, steps: usize) -> impl Iterator<Item = Repetition> {
        let moved = move |r: &Repetition| Repetition {
            last: start + r.last * steps,
            period: r.period * steps,
            more: r.more,
        };
        self.repetitions.iter().map(moved)
    }
}

/// The rounds of a loop that leads from some values to others. `None` if there are no such rounds, or if they
/// are not regular enough to be written down.
pub fn unroll(
    arena: &mut Arena,
    closure: &Closure,
    steps: &[&Transition],
    count: u64,
    ends: (&[Value], &[Value]),
    budget: &mut Budget,
) -> Result<Option<Unrolled>, Unknown> {
    // One round, over symbols that are the same for all of them.
    let first = fresh(arena, &closure.relation.before);
    let mut here = first.clone();
    let mut copies: Vec<Renamed> = Vec::with_capacity(steps.len());
    for step in steps {
        let there = fresh(arena, &step.after);
        copies.push(step.renamed(arena, &here, &there));
        here = there;
    }
    let round = arena.renamed(closure.relation.formula, &closure.relation.before, &first);
    let round = arena.renamed(round, &closure.relation.after, &here);
    let mut parts: Vec<Formula> = copies.iter().map(|copy| copy.formula).collect();
    parts.push(round);
    let one = arena.and(parts.iter().copied());
    // What is left to do after the round leads to the end.
    let left = arena.fresh_like(closure.rounds);
    let mut rest = arena.renamed(closure.formula, &closure.relation.before, &here);
    let mut known = Substitution::new();
    assign(arena, &mut known, &closure.relation.after, ends.1);
    known.term(closure.rounds, LinearTerm::symbol(left));
    rest = known.apply(arena, rest);
    parts.push(rest);
    let whole = arena.and(parts);
    let mut symbols = arena.symbols_of(whole);
    symbols.extend(first.iter().chain(&here).copied());
    symbols.sort_unstable();
    symbols.dedup();

    let mut rounds: Vec<Valuation> = Vec::new();
    let mut repetitions: Vec<Repetition> = Vec::new();
    let mut current: Vec<Value> = ends.0.to_vec();
    // All rounds since this one are written down.
    let mut since = 0;
    let mut made = 0;
    while made < count {
        budget.take(1)?;
        if rounds.len() >= ROUND_LIMIT {
            return Ok(None);
        }
        let whole_loop = Loop { arena: &*arena, one, whole, first: &first, left };
        if let Some((period, times)) = whole_loop.repeats(&rounds[since..], &current, count - made) {
            let (round, last) = (rounds.len() - period, rounds.len());
            for k in round..last {
                let mut next = rounds[k].continued(&rounds[k - period], &Int::from(times));
                next.set_int(left, 0);
                rounds.push(next);
            }
            if times > 1 {
                repetitions.push(Repetition { last, period, more: times - 1 });
                since = last;
            }
            made += times * period as u64;
        } else {
            let remaining = Int::from(count - made - 1);
            let mut fixed = Substitution::new();
            assign(arena, &mut fixed, &first, &current);
            fixed.term(left, LinearTerm::constant(remaining));
            let asked = fixed.apply(arena, whole);
            match Solver::new().check(arena, &[asked], budget) {
                Answer::Unknown(reason) => return Err(reason),
                Answer::Unsat(_) => return Ok(None),
                Answer::Sat(mut model) => {
                    first.iter().zip(&current).for_each(|(s, v)| model.set(*s, v.clone()));
                    let mut round = Valuation::new();
                    for symbol in &symbols {
                        round.set(*symbol, value(arena, &model, *symbol));
                    }
                    round.set_int(left, 0);
                    rounds.push(round);
                }
            }
            made += 1;
        }
        if let Some(round) = rounds.last() {
            current = here.iter().map(|s| value(arena, round, *s)).collect();
        }
    }
    if current != ends.1 {
        return Ok(None);
    }
    let of_steps = |round: &Valuation| copies.iter().map(|copy| values(round, &copy.symbols)).collect();
    Ok(Some(Unrolled { rounds: rounds.iter().map(of_steps).collect(), repetitions }))
}

/// One round of a loop, and what is left to do after it.
struct Loop<'a> {
    arena: &'a Arena,
    one: Formula,
    /// With what is left to do.
    whole: Formula,
    first: &'a [Symbol],
    left: Symbol,
}

impl Loop<'_> {
    /// How many of the last rounds, together, can be made again, and how often.
    fn repeats(&self, rounds: &[Valuation], current: &[Value], remaining: u64) -> Option<(usize, u64)> {
        PERIODS.into_iter().find_map(|period| {
            let second = rounds.len().checked_sub(period)?;
            let pairs: Vec<(&Valuation, &Valuation)> = (second..rounds.len())
                .map(|k| Some((&rounds[k.checked_sub(period)?], &rounds[k])))
                .collect::<Option<_>>()?;
            let next = pairs.first()?.1.continued(pairs.first()?.0, &Int::ONE);
            let starts = self.first.iter().zip(current).all(|(s, v)| value(self.arena, &next, *s) == *v);
            let most = remaining / period as u64;
            if !starts || most == 0 || !self.holds(&pairs, 1) {
                return None;
            }
            let mut times = self.times(&pairs, most);
            while times > 0 && !self.goes_on(&pairs, times, remaining) {
                times /= 2;
            }
            match times {
                0 => None,
                // A single one may be made again without being left out.
                few if few < LEAST_REPEATED => self.goes_on(&pairs, 1, remaining).then_some((period, 1)),
                many => Some((period, many)),
            }
        })
    }

    /// Do the rounds hold if the changes from those before are made so often?
    fn holds(&self, pairs: &[(&Valuation, &Valuation)], times: u64) -> bool {
        pairs.iter().all(|(a, b)| {
            let to = b.continued(a, &Int::from(times));
            Steady { arena: self.arena, before: a, from: b, to: &to }.formula(self.one) == Some(true)
        })
    }

    /// The largest number up to a limit, at least 1, for which they hold.
    fn times(&self, pairs: &[(&Valuation, &Valuation)], most: u64) -> u64 {
        if self.holds(pairs, most) {
            return most;
        }
        let (mut low, mut high) = (1, most);
        while low + 1 < high {
            let middle = u64::midpoint(low, high);
            if self.holds(pairs, middle) { low = middle } else { high = middle }
        }
        low
    }

    /// Does what is left to do lead to the end after this many times?
    fn goes_on(&self, pairs: &[(&Valuation, &Valuation)], times: u64, remaining: u64) -> bool {
        pairs.last().is_some_and(|(a, b)| {
            let mut last = b.continued(a, &Int::from(times));
            last.set_int(self.left, Int::from(remaining - times * pairs.len() as u64));
            self.arena.evaluate(self.whole, &last)
        })
    }
}

/// Puts values in the places of symbols.
fn assign(arena: &Arena, substitution: &mut Substitution, symbols: &[Symbol], values: &[Value]) {
    for (symbol, value) in symbols.iter().zip(values) {
        match value {
            Value::Int(number) => substitution.term(*symbol, LinearTerm::constant(number.clone())),
            Value::Bool(value) => substitution.formula(*symbol, arena.constant(*value)),
        };
    }
}
