//! From the number of rounds to the rounds themselves, with values for each: what a derivation is made of.
//!
//! ```text
//! three rounds of x' = x + 1 from 0 to 3: (0, 1), (1, 2), (2, 3)
//! ```
//!
//! The solver finds the first rounds. Most loops go on as they began, so further ones are guessed by adding
//! the difference of the last two, and the solver is asked only where a guess is wrong.

use super::closure::Closure;
use super::meta_trace::{fresh, value, values};
use super::relation::{Renamed, Transition, with_symbols};
use crate::formula::{Arena, Formula, LinearTerm, Substitution, Symbol, Valuation, Value};
use crate::num::Int;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// The rounds of a loop that leads from some values to others: for each round, and each of its steps, values
/// for the symbols of the step. `None` if there are no such rounds.
pub fn unroll(
    arena: &mut Arena,
    closure: &Closure,
    steps: &[&Transition],
    count: usize,
    ends: (&[Value], &[Value]),
    budget: &mut Budget,
) -> Result<Option<Vec<Vec<Valuation>>>, Unknown> {
    // One round, over symbols that are the same for all of them.
    let first = fresh(arena, &closure.relation.before);
    let mut here = first.clone();
    let mut copies: Vec<Renamed> = Vec::with_capacity(steps.len());
    for step in steps {
        let there = fresh(arena, &step.after);
        copies.push(step.renamed(arena, &here, &there));
        here = there;
    }
    let round = with_symbols(arena, closure.relation.formula, &closure.relation.before, &first);
    let round = with_symbols(arena, round, &closure.relation.after, &here);
    let mut parts: Vec<Formula> = copies.iter().map(|copy| copy.formula).collect();
    parts.push(round);
    // What is left to do after the round leads to the end.
    let left = arena.fresh_like(closure.rounds);
    let mut rest = with_symbols(arena, closure.formula, &closure.relation.before, &here);
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
    let mut current: Vec<Value> = ends.0.to_vec();
    for i in 0..count {
        budget.take(1)?;
        let remaining = Int::from((count - i - 1) as u64);
        let guess = guessed(arena, &rounds, &symbols, left, &remaining).filter(|guess| {
            let starts = first.iter().zip(&current).all(|(s, v)| value(arena, guess, *s) == *v);
            starts && arena.evaluate(whole, guess)
        });
        let round = if let Some(round) = guess {
            round
        } else {
            let mut fixed = Substitution::new();
            assign(arena, &mut fixed, &first, &current);
            fixed.term(left, LinearTerm::constant(remaining.clone()));
            let asked = fixed.apply(arena, whole);
            match Solver::new().check(arena, &[asked], budget) {
                Answer::Unknown(reason) => return Err(reason),
                Answer::Unsat(_) => return Ok(None),
                Answer::Sat(mut model) => {
                    first.iter().zip(&current).for_each(|(s, v)| model.set(*s, v.clone()));
                    model.set_int(left, remaining);
                    model
                }
            }
        };
        current = here.iter().map(|s| value(arena, &round, *s)).collect();
        rounds.push(round);
    }
    if current != ends.1 {
        return Ok(None);
    }
    let of_steps = |round: &Valuation| copies.iter().map(|copy| values(round, &copy.symbols)).collect();
    Ok(Some(rounds.iter().map(of_steps).collect()))
}

/// A round as the last two suggest it.
fn guessed(
    arena: &Arena,
    rounds: &[Valuation],
    symbols: &[Symbol],
    left: Symbol,
    remaining: &Int,
) -> Option<Valuation> {
    let [.., before, last] = rounds else { return None };
    let mut guess = Valuation::new();
    for symbol in symbols {
        let (old, new) = (value(arena, before, *symbol), value(arena, last, *symbol));
        guess.set(
            *symbol,
            match (old, new) {
                (Value::Int(old), Value::Int(new)) => Value::Int(&new + &(&new - &old)),
                (_, new) => new,
            },
        );
    }
    guess.set_int(left, remaining.clone());
    Some(guess)
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
