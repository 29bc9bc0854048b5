//! How much work may still be done: one budget that everything draws from, and that can be interrupted.
//!
//! A step is a unit of deterministic work (a propagation, a pivot, a node that is visited or made), so that
//! the same question needs the same number of steps everywhere. Whatever runs for long or allocates takes
//! steps in proportion ([`Budget::take`]). Clocks and allocators are not deterministic, so they are read only
//! by the watch that a caller outside of this library may set ([`Budget::with_interruption`]). It is asked at
//! regular distances of steps: between two looks there is only so much work, and so much memory that the work
//! could allocate.
//!
//! ```
//! use hornbook::budget::{Budget, Exhausted};
//! let mut budget = Budget::steps(100);
//! let part = budget.within(10, |part| part.take(20)).unwrap();
//! assert_eq!(part, Err(Exhausted::Steps), "the part had fewer");
//! assert_eq!(budget.used(), 20, "and what it used, the whole has used");
//! assert_eq!(budget.take(81), Err(Exhausted::Steps));
//! ```
//!
//! A budget also knows what its steps were for ([`Work`]): whoever begins another kind of work says so with
//! [`Budget::on`], and [`Budget::account`] tells the steps of each kind. Of work within work, the inner one
//! pays, so every step is counted once.

mod work;

use std::fmt;

pub use work::{Account, Work};

/// Why a budget gives no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// All steps are used up.
    Steps,
    /// The watch has found too much memory in use.
    Memory,
    /// The watch has asked to stop: the time is over, or somebody has no more patience.
    Interrupted,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exhausted::Steps => "the budget of steps is used up",
            Exhausted::Memory => "the limit of memory is reached",
            Exhausted::Interrupted => "interrupted",
        })
    }
}

/// Where each argument of a relation symbol is looked at once, this many of them are one step.
pub const ARGUMENTS_IN_A_STEP: u64 = 16;

/// How many steps pass between two looks of the watch.
pub const STEPS_BETWEEN_LOOKS: u64 = 1 << 12;

/// How many steps of work remain, and who may end it before.
pub struct Budget<'a> {
    used: u64,
    limit: u64,
    /// At this many steps the watch looks again.
    next_look: u64,
    /// How many steps pass between two looks.
    distance: u64,
    watch: Option<&'a mut dyn FnMut() -> Option<Exhausted>>,
    /// What the watch has said. It is asked no more then, and nothing is given any more.
    ended: Option<Exhausted>,
    /// The steps that had been taken by then.
    ended_at: u64,
    /// What the steps are for at present, and how many had been used when that began.
    work: Work,
    since: u64,
    /// The steps of all that was done before.
    account: Account,
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} steps", self.used, self.limit)
    }
}

impl<'a> Budget<'a> {
    pub fn unlimited() -> Budget<'a> {
        Budget::steps(u64::MAX)
    }

    pub fn steps(limit: u64) -> Budget<'a> {
        let distance = STEPS_BETWEEN_LOOKS;
        Budget {
            used: 0,
            limit,
            next_look: distance,
            distance,
            watch: None,
            ended: None,
            ended_at: 0,
            work: Work::Preparing,
            since: 0,
            account: Account::default(),
        }
    }

    /// Asks the watch from time to time whether to end, and why. Once it has said so, it stays at that.
    pub fn with_interruption(mut self, watch: &'a mut dyn FnMut() -> Option<Exhausted>) -> Budget<'a> {
        self.watch = Some(watch);
        self
    }

    /// Lets the watch look at other distances than [`STEPS_BETWEEN_LOOKS`]. Tests look more often, to see
    /// whatever goes on for long without taking steps.
    #[must_use]
    pub fn looking_every(mut self, steps: u64) -> Budget<'a> {
        self.next_look = self.used.saturating_add(steps);
        self.distance = steps;
        self
    }

    /// The steps that were asked for after the watch had ended the budget: what is handed a budget must come
    /// to an end itself when nothing is given any more.
    pub fn overdrawn(&self) -> u64 {
        if self.ended.is_some() { self.used - self.ended_at } else { 0 }
    }

    /// The steps taken so far.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// The steps that can still be taken.
    pub fn remaining(&self) -> u64 {
        self.limit.saturating_sub(self.used)
    }

    /// Takes some steps, or says why not.
    #[inline]
    pub fn take(&mut self, steps: u64) -> Result<(), Exhausted> {
        self.used = self.used.saturating_add(steps);
        if self.used > self.limit {
            return Err(self.ended.unwrap_or(Exhausted::Steps));
        }
        if self.used >= self.next_look { self.look() } else { Ok(()) }
    }

    /// Does some work with at most this many steps of the budget. The work sees a smaller budget; what it
    /// says about that is its own result. An error is the end of the whole budget.
    pub fn within<T>(&mut self, steps: u64, work: impl FnOnce(&mut Budget<'a>) -> T) -> Result<T, Exhausted> {
        let whole = self.limit;
        self.limit = whole.min(self.used.saturating_add(steps));
        let result = work(self);
        self.limit = whole;
        self.take(0)?;
        Ok(result)
    }

    /// Does some work, whose steps are of this kind.
    pub fn on<T>(&mut self, work: Work, does: impl FnOnce(&mut Budget<'a>) -> T) -> T {
        let outer = self.begin(work);
        let result = does(self);
        self.begin(outer);
        result
    }

    /// The steps taken so far, by what they were for.
    pub fn account(&self) -> Account {
        let mut account = self.account;
        account.add(self.work, self.used - self.since);
        account
    }

    /// Begins another kind of work; returns the kind before.
    fn begin(&mut self, work: Work) -> Work {
        self.account = self.account();
        self.since = self.used;
        std::mem::replace(&mut self.work, work)
    }

    #[cold]
    fn look(&mut self) -> Result<(), Exhausted> {
        if self.ended.is_none() {
            self.next_look = self.used.saturating_add(self.distance);
            self.ended = self.watch.as_mut().and_then(|watch| watch());
            self.ended_at = self.used;
        }
        match self.ended {
            None => Ok(()),
            Some(reason) => {
                // From now on every step comes here.
                self.next_look = 0;
                Err(reason)
            }
        }
    }
}

/// A number of steps that is spent in several pieces.
#[derive(Clone, Debug)]
pub struct Allowance(u64);

impl Allowance {
    pub fn of(steps: u64) -> Allowance {
        Allowance(steps)
    }

    /// Does some work with at most what is left, as [`Budget::within`] does.
    pub fn spend<'a, T>(
        &mut self,
        budget: &mut Budget<'a>,
        work: impl FnOnce(&mut Budget<'a>) -> T,
    ) -> Result<T, Exhausted> {
        let before = budget.used();
        let result = budget.within(self.0, work);
        self.0 = self.0.saturating_sub(budget.used() - before);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_watch_looks_at_regular_distances_whatever_the_size_of_the_steps() {
        for size in [1, 7, STEPS_BETWEEN_LOOKS, 3 * STEPS_BETWEEN_LOOKS] {
            let mut looks = 0;
            let mut watch = || {
                looks += 1;
                None
            };
            let mut budget = Budget::unlimited().with_interruption(&mut watch);
            let takes = 20 * STEPS_BETWEEN_LOOKS / size;
            for _ in 0..takes {
                budget.take(size).unwrap();
            }
            let expected = if size <= STEPS_BETWEEN_LOOKS { 19..=20 } else { takes..=takes };
            assert!(expected.contains(&looks), "{looks} looks at steps of {size}");
        }
    }

    #[test]
    fn an_end_is_final_even_if_a_part_of_the_work_ignores_it() {
        let mut looks = 0;
        let mut watch = || {
            looks += 1;
            (looks == 2).then_some(Exhausted::Memory)
        };
        let mut budget = Budget::unlimited().with_interruption(&mut watch);
        let ignored = budget.within(10 * STEPS_BETWEEN_LOOKS, |part| {
            while part.take(1).is_ok() {}
            "ignored"
        });
        assert_eq!(ignored, Err(Exhausted::Memory));
        assert_eq!(budget.used(), 2 * STEPS_BETWEEN_LOOKS);
        assert_eq!(budget.take(0), Err(Exhausted::Memory));
        assert_eq!(budget.within(5, |part| part.take(100)), Err(Exhausted::Memory));
        assert_eq!(budget.overdrawn(), 100, "which nobody got");
        assert_eq!(looks, 2);
    }

    #[test]
    fn an_allowance_is_spent_in_pieces() {
        let mut budget = Budget::steps(100);
        let mut allowance = Allowance::of(10);
        assert_eq!(allowance.spend(&mut budget, |part| part.take(6)), Ok(Ok(())));
        assert_eq!(budget.take(50), Ok(()));
        assert_eq!(allowance.spend(&mut budget, |part| part.take(6)), Ok(Err(Exhausted::Steps)));
        assert_eq!(allowance.spend(&mut budget, |part| part.take(1)), Ok(Err(Exhausted::Steps)));
        assert_eq!(budget.used(), 63);
    }

    #[test]
    fn every_step_is_of_one_kind_of_work() {
        let mut budget = Budget::steps(100);
        budget.take(1).unwrap();
        budget.on(Work::Interpolation, |budget| {
            budget.take(20).unwrap();
            budget.on(Work::Simplification, |budget| budget.take(30)).unwrap();
            let part = budget.within(5, |part| part.on(Work::Checking, |part| part.take(7)));
            assert_eq!(part, Ok(Err(Exhausted::Steps)), "what a part has taken too much is counted as well");
            budget.take(2).unwrap();
        });
        budget.take(3).unwrap();
        let account = budget.account();
        let counts: Vec<u64> = account.iter().map(|(_, steps)| steps).filter(|steps| *steps > 0).collect();
        assert_eq!(counts, [4, 22, 30, 7]);
        assert_eq!(account.of(Work::Preparing), 4);
        assert_eq!(account.total(), budget.used());
    }

    #[test]
    fn a_part_ends_with_the_whole() {
        let mut budget = Budget::steps(10);
        assert_eq!(budget.within(4, |part| part.take(4)), Ok(Ok(())));
        assert_eq!(budget.within(4, |part| (part.remaining(), part.take(5))), Ok((4, Err(Exhausted::Steps))));
        assert_eq!(budget.remaining(), 1);
        assert_eq!(budget.within(4, |part| part.take(2)), Err(Exhausted::Steps));
        assert_eq!(budget.take(0), Err(Exhausted::Steps));
    }
}
