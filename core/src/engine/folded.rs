//! Long derivations in few steps: of many rounds of a loop, the first and the last are shown.
//!
//! ```text
//! 1. count(0)    2. count(1)    … 99,998 more rounds …    100001. count(100000)    100002. false
//! ```
//!
//! All steps have been replayed by then; this is only about what is written out.

use super::FoldedRounds;
use crate::lang::Derivation;

/// Derivations with at most this many steps are written out.
const WRITTEN_OUT: usize = 400;
/// Fewer rounds in a row than this are written out.
const ROUNDS: usize = 40;
/// A round has at most this many steps.
const PERIOD_LIMIT: usize = 16;

/// The steps of a derivation that are written out.
pub(super) struct Shown {
    /// For each, which one it is, and its premises among those that are shown.
    pub(super) steps: Vec<(usize, Vec<usize>)>,
    pub(super) folded: Vec<FoldedRounds>,
}

impl Shown {
    pub(super) fn of(derivation: &Derivation) -> Shown {
        let count = derivation.steps.len();
        let mut shown = Shown { steps: Vec::new(), folded: Vec::new() };
        // Where each step is shown; one that is left out, where the last one before it is.
        let mut places: Vec<usize> = Vec::with_capacity(count);
        let mut at = 0;
        let mut repetitions = derivation.repetitions.iter().peekable();
        while at < count {
            if let Some(repetition) = repetitions.next_if(|next| next.last <= at) {
                let (before, rounds, steps) = (shown.steps.len(), repetition.more, repetition.steps());
                shown.folded.push(FoldedRounds { before, rounds, steps });
            }
            let end = repetitions.peek().map_or(count, |next| next.last);
            if let Some((period, rounds)) = repeated(derivation, at, end).filter(|_| count > WRITTEN_OUT) {
                // The first round, then what is left out, then the last round with all that follows.
                let hidden = (rounds - 2) * period;
                (at..at + period).for_each(|i| shown.show(derivation, i, &mut places));
                let last = places.last().copied().unwrap_or(0);
                places.extend(std::iter::repeat_n(last, hidden));
                let before = shown.steps.len();
                let (rounds, steps) = ((rounds - 2) as u64, hidden as u64);
                shown.folded.push(FoldedRounds { before, rounds, steps });
                at += period + hidden;
                (at..at + period).for_each(|i| shown.show(derivation, i, &mut places));
                at += period;
            } else {
                shown.show(derivation, at, &mut places);
                at += 1;
            }
        }
        shown
    }

    fn show(&mut self, derivation: &Derivation, step: usize, places: &mut Vec<usize>) {
        let premises = derivation.steps[step].premises.iter().filter_map(|p| places.get(*p).copied());
        let premises = premises.collect();
        places.push(self.steps.len());
        self.steps.push((step, premises));
    }
}

/// The shortest round that begins with a step and is made often in a row before the end, each step by the one
/// before: its length, and how often.
fn repeated(derivation: &Derivation, start: usize, end: usize) -> Option<(usize, usize)> {
    let steps = &derivation.steps;
    let follows = |i: usize| i > 0 && steps[i].premises == [i - 1];
    (1..=PERIOD_LIMIT).find_map(|period| {
        let goes_on =
            |i: &usize| follows(*i) && (*i < start + period || steps[*i].clause == steps[*i - period].clause);
        let length = (start..end).take_while(goes_on).count();
        (length / period >= ROUNDS).then_some((period, length / period))
    })
}
