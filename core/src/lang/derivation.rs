//! Derivations of `false`: clause instances with concrete values, which anybody can replay by evaluation.
//!
//! ```text
//! gcd-bug   step 0: clause 1 with M = 2, N = 2, R = 2                derives gcd(2, 2, 2)
//!           step 1: clause 2 with M = 4, N = 2, R = 2, from step 0   derives gcd(4, 2, 2)
//!           step 2: clause 3 with M = 4, N = 6, R = 2, from step 1   derives gcd(4, 6, 2)
//!           step 3: clause 4 with R = 2, from step 2                 derives false
//! ```
//!
//! Steps refer to earlier ones, so a fact that is needed twice is derived once: the tree is stored as a dag.
//!
//! A loop may make more rounds than can be written down. If each changes the values like the one before, two
//! of them say what all are, and the last is where they lead:
//!
//! ```text
//! count(0)   count(1)   … 999,999,999,998 more rounds …   count(1000000000000)   false
//! ```

use super::ClauseId;
use crate::formula::Valuation;
use crate::num::Int;

/// A derivation of `false` by its last step. `C` names the clauses: those of a [`Problem`](super::Problem),
/// or those of a system made from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation<C = ClauseId> {
    pub steps: Vec<DerivationStep<C>>,
    /// The rounds that are not written down, in their order.
    pub repetitions: Vec<Repetition>,
}

/// Rounds between two steps that are not written down. The two rounds before say how values change from one
/// to the next, and the one after them is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// Where the last round begins. A premise of it that is in the round written down before it stands for
    /// the same step of the round that is left out last.
    pub last: usize,
    /// How many steps a round has.
    pub period: usize,
    /// How many rounds are left out.
    pub more: u64,
}

impl Repetition {
    /// The steps that it leaves out.
    pub fn steps(&self) -> u64 {
        self.more.saturating_mul(self.period as u64)
    }

    /// Where the two rounds before it begin, if they are there.
    pub fn rounds_before(&self) -> Option<(usize, usize)> {
        let second = self.last.checked_sub(self.period)?;
        Some((second.checked_sub(self.period)?, second))
    }
}

/// An instance of a clause, which derives its head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivationStep<C = ClauseId> {
    pub clause: C,
    /// Values for the symbols of the clause.
    pub valuation: Valuation,
    /// For each application in the body, in order, the earlier step that derives it.
    pub premises: Vec<usize>,
}

impl<C> Default for Derivation<C> {
    fn default() -> Derivation<C> {
        Derivation::of(Vec::new())
    }
}

impl<C> Derivation<C> {
    /// A derivation with all steps written down.
    pub fn of(steps: Vec<DerivationStep<C>>) -> Derivation<C> {
        Derivation { steps, repetitions: Vec::new() }
    }

    /// How many steps it has, with those that are not written down.
    pub fn length(&self) -> u64 {
        let left_out = self.repetitions.iter().map(Repetition::steps);
        left_out.fold(self.steps.len() as u64, u64::saturating_add)
    }
}

impl<C: Clone> Derivation<C> {
    /// The same with all steps written down. `None` if they are more than the limit, or if a repetition has
    /// no rounds before it.
    pub fn written_out(&self, limit: u64) -> Option<Derivation<C>> {
        if self.length() > limit {
            return None;
        }
        let mut steps: Vec<DerivationStep<C>> = Vec::with_capacity(usize::try_from(self.length()).ok()?);
        let mut moved: Vec<usize> = Vec::with_capacity(self.steps.len());
        let mut repetitions = self.repetitions.iter().peekable();
        // The round before the last one: where it is in this derivation, and in the new one.
        let mut current = None;
        for (i, step) in self.steps.iter().enumerate() {
            if let Some(repetition) = repetitions.next_if(|next| next.last <= i) {
                let (first, second) = repetition.rounds_before().filter(|_| repetition.last == i)?;
                let mut before = *moved.get(second)?;
                for round in 1..=repetition.more {
                    let here = steps.len();
                    for k in 0..repetition.period {
                        let (a, b) = (&self.steps[first + k], &self.steps[second + k]);
                        let premise = |p: &usize| match p.checked_sub(second) {
                            Some(inside) => Some(here + inside),
                            None if *p >= first => Some(before + (p - first)),
                            None => moved.get(*p).copied(),
                        };
                        steps.push(DerivationStep {
                            clause: b.clause.clone(),
                            valuation: b.valuation.continued(&a.valuation, &Int::from(round)),
                            premises: b.premises.iter().map(premise).collect::<Option<_>>()?,
                        });
                    }
                    before = here;
                }
                current = Some((second..repetition.last, repetition.last + repetition.period, before));
            }
            let premise = |p: &usize| match &current {
                Some((round, end, before)) if i < *end && round.contains(p) => {
                    Some(before + (p - round.start))
                }
                _ => moved.get(*p).copied(),
            };
            let premises = step.premises.iter().map(premise).collect::<Option<_>>()?;
            moved.push(steps.len());
            steps.push(DerivationStep { premises, ..step.clone() });
        }
        Some(Derivation::of(steps))
    }
}
