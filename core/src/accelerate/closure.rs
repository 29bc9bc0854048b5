//! Closures of transition relations: which class a relation is in, what `n` rounds of it do, and the
//! certificate of that (thesis, Sect. 4.2.1).
//!
//! ```text
//! x < 50 ∧ x' = x + 1                     translation
//! x' = y ∧ y' = x                         finite monoid
//! x ≤ x' ≤ x + 1                          octagonal
//! x' = 2x                                 none: no power of its matrix repeats
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};

use super::affine;
use super::certificate::{Certificate, certify};
use super::octagon::Octagon;
use super::periodic::Powers;
use super::relation::{Transition, cases, equal};
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Substitution, Symbol};
use crate::interpolate::entail;
use crate::simplify::simplify;
use crate::solver::{Budget, Unknown};

/// The steps that one closure may take, with its certificate.
const CLOSURE_STEPS: u64 = 1_000_000;
/// The steps that making a closure readable may take.
const READABLE_STEPS: u64 = 200_000;
/// A relation may have this many cases.
const CASE_LIMIT: usize = 8;

/// Why some functions have no closure.
const ENDLESS: &str = "the powers of its matrix do not repeat";

/// Why others have none here.
fn late() -> String {
    format!("the powers of its matrix do not repeat among the first {}", affine::POWER_LIMIT)
}

/// A class of relations whose closures are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// `x' = x + b` with any guard.
    Translation,
    /// `x' = Ax + b` with any guard, where `A` has finitely many powers (Def. 4.2.2).
    FiniteMonoid,
    /// A conjunction of `±x ± y ≤ c` (Def. 4.2.1).
    Octagonal,
}

impl Class {
    /// In the order in which they are tried.
    pub const ALL: [Class; 3] = [Class::Translation, Class::FiniteMonoid, Class::Octagonal];

    pub fn name(self) -> &'static str {
        match self {
            Class::Translation => "translation",
            Class::FiniteMonoid => "finite monoid",
            Class::Octagonal => "octagonal",
        }
    }
}

/// What any number of rounds of a relation does.
#[derive(Clone, Debug)]
pub struct Closure {
    /// One round; nothing but symbols before and after occurs in it.
    pub relation: Transition,
    pub class: Class,
    /// The number of rounds.
    pub rounds: Symbol,
    /// That many rounds, at least none.
    pub formula: Formula,
    pub certificate: Certificate,
}

/// The closures of the cases of a relation, which are all there are.
#[derive(Clone, Debug)]
pub struct Closed {
    pub cases: Vec<Closure>,
}

/// Why a relation has no closure here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotClosed {
    /// It is in none of the classes.
    Class(String),
    /// The powers of an octagon did not repeat within the limit, or the guess was wrong.
    Certificate(Class),
    /// It would take too long.
    TooLong,
}

impl fmt::Display for NotClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotClosed::Class(why) => f.write_str(why),
            NotClosed::Certificate(class) => {
                write!(f, "the formula for {} relations was not proved to be its closure", class.name())
            }
            NotClosed::TooLong => f.write_str("its closure would take too long"),
        }
    }
}

impl Closure {
    /// The closure without the number of rounds: `∃ n ≥ 0. F(n)`, for human eyes.
    pub fn reachable(&self, arena: &mut Arena, budget: &mut Budget) -> Result<Formula, Unknown> {
        let formula = eliminate(arena, self.formula, &[self.rounds], budget)?;
        budget.within(READABLE_STEPS, |part| simplify(arena, formula, part))?
    }
}

/// The closure of a relation between as many values after as before, or of each of its cases.
///
/// Within a part of the budget; an error is the end of the whole.
pub fn close(
    arena: &mut Arena,
    relation: &Transition,
    budget: &mut Budget,
) -> Result<Result<Closed, NotClosed>, Unknown> {
    let closed = budget.within(CLOSURE_STEPS, |part| attempt(arena, relation, part))?;
    match closed {
        Ok(closed) => Ok(closed),
        Err(Unknown::Budget | Unknown::Unchecked) => Ok(Err(NotClosed::TooLong)),
        Err(reason) => Err(reason),
    }
}

fn attempt(
    arena: &mut Arena,
    relation: &Transition,
    budget: &mut Budget,
) -> Result<Result<Closed, NotClosed>, Unknown> {
    let own = relation.own(arena);
    let formula = eliminate(arena, relation.formula, &own, budget)?;
    let relation = Transition { formula, ..relation.clone() };
    let whole = by_any(arena, &relation, budget)?;
    let why = match whole {
        Ok(closure) => return Ok(Ok(Closed { cases: vec![closure] })),
        Err(why) => why,
    };
    let Some(parts) = cases(arena, relation.formula, CASE_LIMIT) else { return Ok(Err(why)) };
    if parts.len() < 2 {
        return Ok(Err(why));
    }
    let mut closures = Vec::with_capacity(parts.len());
    for formula in parts {
        match by_any(arena, &Transition { formula, ..relation.clone() }, budget)? {
            Ok(closure) => closures.push(closure),
            Err(why) => return Ok(Err(why)),
        }
    }
    Ok(Ok(Closed { cases: closures }))
}

/// By the first class that the relation is in.
fn by_any(
    arena: &mut Arena,
    relation: &Transition,
    budget: &mut Budget,
) -> Result<Result<Closure, NotClosed>, Unknown> {
    let mut reasons = Vec::with_capacity(Class::ALL.len());
    for class in Class::ALL {
        match close_by(arena, relation, class, budget)? {
            Ok(closure) => return Ok(Ok(closure)),
            Err(why) => reasons.push(why),
        }
    }
    // A function whose powers do not repeat is told as that.
    let is_telling =
        |why: &NotClosed| matches!(why, NotClosed::Class(why) if *why == ENDLESS || *why == late());
    let at = reasons.iter().position(is_telling).unwrap_or(reasons.len() - 1);
    Ok(Err(reasons.swap_remove(at)))
}

/// The closure of a relation without symbols of its own, by the means for a class.
pub fn close_by(
    arena: &mut Arena,
    relation: &Transition,
    class: Class,
    budget: &mut Budget,
) -> Result<Result<Closure, NotClosed>, Unknown> {
    let not = |why: &str| Ok(Err(NotClosed::Class(why.to_owned())));
    if relation.before.len() != relation.after.len() {
        return not("it does not lead back to where it begins");
    }
    let Some((integers, fixed)) = without_booleans(arena, relation, budget)? else {
        return not("it changes a Boolean argument");
    };
    let n = arena.fresh_symbol("n", Sort::Int);
    let certified = |arena: &mut Arena, formula: Formula, budget: &mut Budget| {
        let natural = arena.at_most(&LinearTerm::zero(), &LinearTerm::symbol(n));
        let formula = arena.and([natural, formula, fixed]);
        let certificate = certify(arena, relation, n, formula, budget)?;
        Ok::<_, Unknown>(certificate.map(|certificate| Closure {
            relation: relation.clone(),
            class,
            rounds: n,
            formula,
            certificate,
        }))
    };
    let closure = if class == Class::Octagonal {
        let symbols: Vec<Symbol> = integers.before.iter().chain(&integers.after).copied().collect();
        let octagon = Octagon::read(arena, integers.formula, &symbols);
        let is_empty = integers.formula == arena.false_();
        if octagon.is_none() && !is_empty {
            return not("it is neither a function of finitely many powers nor a conjunction of ±x ± y ≤ c");
        }
        let mut powers = Powers::new(octagon, budget)?;
        loop {
            let period = powers.period();
            if period.is_some() || powers.is_ended() {
                let identity = integers.identity(arena);
                let none = arena.eq(&LinearTerm::symbol(n));
                let none = arena.and([none, identity]);
                let some = powers.formula(arena, &symbols, n, period.as_ref());
                let formula = arena.or([none, some]);
                if let Some(closure) = certified(arena, formula, budget)? {
                    break Some(closure);
                }
            }
            if !powers.grow(budget)? {
                break None;
            }
        }
    } else {
        let Some(affine) = affine::read(arena, &integers) else {
            return not("its equations do not determine all values after it");
        };
        if affine.is_translation() != (class == Class::Translation) {
            return not("it is no translation");
        }
        let Some(formula) = affine.rounds(arena, n, budget)? else {
            if affine.never_repeats(budget)? {
                return not(ENDLESS);
            }
            return Ok(Err(NotClosed::Class(late())));
        };
        certified(arena, formula, budget)?
    };
    Ok(closure.ok_or(NotClosed::Certificate(class)))
}

/// Symbols before with those after.
type Pairs = Vec<(Symbol, Symbol)>;

/// The relation between integers, where no Boolean changes; and that none does. `None` if one may change.
fn without_booleans(
    arena: &mut Arena,
    relation: &Transition,
    budget: &mut Budget,
) -> Result<Option<(Transition, Formula)>, Unknown> {
    let pairs = relation.before.iter().copied().zip(relation.after.iter().copied());
    let (booleans, integers): (Pairs, Pairs) =
        pairs.partition(|(before, _)| arena.sort(*before) == Sort::Bool);
    let mut unchanged = Substitution::new();
    let mut fixed = Vec::new();
    for (before, after) in &booleans {
        let same = equal(arena, *before, *after);
        if entail(arena, &[relation.formula], same, budget)?.is_err() {
            return Ok(None);
        }
        let value = arena.boolean(*before);
        unchanged.formula(*after, value);
        fixed.push(same);
    }
    let formula =
        if booleans.is_empty() { relation.formula } else { unchanged.apply(arena, relation.formula) };
    let (before, after) = integers.into_iter().unzip();
    // Equations of Booleans are gone; what is left of them is true.
    let parts = arena.nested_conjuncts(formula);
    let formula = arena.and(parts);
    Ok(Some((Transition { before, after, formula }, arena.and(fixed))))
}
