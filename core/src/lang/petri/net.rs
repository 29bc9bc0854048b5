//! Nets and what they do: markings, and actions that fire (Acta'16, Sect. 9.1).
//!
//! An action of a Petri net is a pair `(ū, v̄)`: it is enabled in a marking `x̄ ≥ ū` and leads to
//! `x̄ - ū + v̄`. Here an action has bounds for some places, and new numbers of tokens as sums over the old
//! ones, so that resets, transfers, broadcasts and inhibitor arcs are actions as well:
//!
//! ```text
//! a1: p1 + 2 p2 -> p3            p1 ≥ 1, p2 ≥ 2:  p1 - 1, p2 - 2, p3 + 1
//! a2: p1, p4 = 0 -> p3 := p3 + p2, p2 := 0
//! ```
//!
//! No action leads to a negative number of tokens: whatever would is not enabled.

use crate::lang::Span;
use crate::num::Int;

/// The number of tokens in each place.
pub type Marking = Vec<Int>;

/// A place, which holds tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub name: String,
    /// Where it is declared, or first used.
    pub span: Span,
}

/// Between which numbers a number of tokens has to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    pub low: Int,
    /// `None` if there is no bound.
    pub high: Option<Int>,
}

impl Bounds {
    pub fn exactly(number: Int) -> Bounds {
        Bounds { high: Some(number.clone()), low: number }
    }

    pub fn at_least(low: Int) -> Bounds {
        Bounds { low, high: None }
    }

    pub fn contains(&self, tokens: &Int) -> bool {
        *tokens >= self.low && self.high.as_ref().is_none_or(|high| tokens <= high)
    }

    /// Are there tokens that it does not allow?
    pub fn is_condition(&self) -> bool {
        self.low.is_positive() || self.high.is_some()
    }

    /// The one number that it allows.
    pub fn exact(&self) -> Option<&Int> {
        self.high.as_ref().filter(|high| **high == self.low)
    }

    /// What both allow.
    pub(super) fn and(&mut self, other: Bounds) {
        if other.low > self.low {
            self.low = other.low;
        }
        self.high = match (self.high.take(), other.high) {
            (Some(a), Some(b)) => Some(if a < b { a } else { b }),
            (a, b) => a.or(b),
        };
    }
}

/// A new number of tokens: multiples of the old ones, in the order of places, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    pub summands: Vec<(usize, Int)>,
    pub constant: Int,
}

impl Sum {
    pub fn of_place(place: usize, change: Int) -> Sum {
        Sum { summands: vec![(place, Int::ONE)], constant: change }
    }

    /// By how much the tokens of a place change, if that does not depend on the marking.
    pub fn change_of(&self, place: usize) -> Option<&Int> {
        matches!(&self.summands[..], [(p, one)] if *p == place && one.is_one()).then_some(&self.constant)
    }

    pub(super) fn add(&mut self, place: usize, factor: &Int) {
        match self.summands.binary_search_by_key(&place, |(p, _)| *p) {
            Ok(at) => {
                self.summands[at].1 += factor;
                if self.summands[at].1.is_zero() {
                    self.summands.remove(at);
                }
            }
            Err(at) if !factor.is_zero() => self.summands.insert(at, (place, factor.clone())),
            Err(_) => {}
        }
    }

    pub fn value(&self, marking: &[Int]) -> Int {
        let mut sum = self.constant.clone();
        for (place, factor) in &self.summands {
            sum.add_mul(factor, &marking[*place]);
        }
        sum
    }
}

/// What can happen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Action {
    pub name: String,
    pub span: Span,
    /// When it is enabled, for some places in their order.
    pub guard: Vec<(usize, Bounds)>,
    /// The new tokens of the places that it changes, in their order.
    pub updates: Vec<(usize, Sum)>,
}

impl Action {
    /// Adds a condition.
    pub(super) fn require(&mut self, place: usize, bounds: Bounds) {
        match self.guard.binary_search_by_key(&place, |(p, _)| *p) {
            Ok(at) => self.guard[at].1.and(bounds),
            Err(at) => self.guard.insert(at, (place, bounds)),
        }
    }

    /// Puts what follows from the rest into the guard: what is taken out of a place must be there.
    pub(super) fn complete(&mut self) {
        self.updates.retain(|(place, sum)| !sum.change_of(*place).is_some_and(Int::is_zero));
        for (place, sum) in self.updates.clone() {
            if let Some(change) = sum.change_of(place).filter(|change| change.is_negative()) {
                self.require(place, Bounds::at_least(-change));
            }
        }
        self.guard.retain(|(_, bounds)| bounds.is_condition());
    }

    pub fn bounds(&self, place: usize) -> Option<&Bounds> {
        self.guard.binary_search_by_key(&place, |(p, _)| *p).ok().map(|at| &self.guard[at].1)
    }

    pub fn update(&self, place: usize) -> Option<&Sum> {
        self.updates.binary_search_by_key(&place, |(p, _)| *p).ok().map(|at| &self.updates[at].1)
    }

    /// `v̄ - ū`, for the places that change, if no change depends on the marking.
    pub fn effect(&self) -> Option<Vec<(usize, Int)>> {
        self.updates.iter().map(|(p, sum)| Some((*p, sum.change_of(*p)?.clone()))).collect()
    }

    /// Is it a pair `(ū, v̄)`, an action of a Petri net in the strict sense?
    pub fn is_plain(&self) -> bool {
        self.effect().is_some() && self.guard.iter().all(|(_, bounds)| bounds.high.is_none())
    }

    /// The marking after it; `None` if it is not enabled.
    pub fn fire(&self, marking: &[Int]) -> Option<Marking> {
        if !self.guard.iter().all(|(place, bounds)| bounds.contains(&marking[*place])) {
            return None;
        }
        let mut after = marking.to_vec();
        for (place, sum) in &self.updates {
            after[*place] = sum.value(marking);
            if after[*place].is_negative() {
                return None;
            }
        }
        Some(after)
    }
}

/// A set of markings: bounds for some places in their order; the others have any number of tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    pub bounds: Vec<(usize, Bounds)>,
    pub span: Span,
}

impl Region {
    pub fn contains(&self, marking: &[Int]) -> bool {
        self.bounds.iter().all(|(place, bounds)| bounds.contains(&marking[*place]))
    }

    pub(super) fn require(&mut self, place: usize, bounds: Bounds) {
        match self.bounds.binary_search_by_key(&place, |(p, _)| *p) {
            Ok(at) => self.bounds[at].1.and(bounds),
            Err(at) => self.bounds.insert(at, (place, bounds)),
        }
    }
}

/// A net with a question: is a marking of a target reachable?
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Net {
    pub places: Vec<Place>,
    pub actions: Vec<Action>,
    /// What each place has at first.
    pub initial: Vec<Bounds>,
    pub targets: Vec<Region>,
}

impl Net {
    /// The target that a marking is in.
    pub fn target(&self, marking: &[Int]) -> Option<usize> {
        self.targets.iter().position(|target| target.contains(marking))
    }

    pub fn is_initial(&self, marking: &[Int]) -> bool {
        marking.len() == self.initial.len()
            && marking.iter().zip(&self.initial).all(|(tokens, bounds)| bounds.contains(tokens))
    }

    /// The first marking with the fewest tokens.
    pub fn least_initial(&self) -> Marking {
        self.initial.iter().map(|bounds| bounds.low.clone()).collect()
    }
}
