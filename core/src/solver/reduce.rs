//! Restarts, and forgetting clauses that proved useless.

use super::Solver;
use super::assign::Reason;
use super::literal::Lit;

/// Conflicts in the shortest run between restarts; the runs follow Luby's sequence.
const RESTART_UNIT: u64 = 100;
const FIRST_REDUCTION: u64 = 2000;
const REDUCTION_STEP: u64 = 500;
/// Clauses of at most this glue are kept for good.
const KEEP_GLUE: u32 = 2;

#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    since_restart: u64,
    restarts: u64,
    since_reduction: u64,
    reductions: u64,
}

impl Solver {
    pub(super) fn count_conflict(&mut self) {
        self.statistics.conflicts += 1;
        self.reduction.since_restart += 1;
        self.reduction.since_reduction += 1;
    }

    pub(super) fn restart_is_due(&mut self) -> bool {
        let due = self.reduction.since_restart >= RESTART_UNIT * luby(self.reduction.restarts + 1);
        if due {
            self.reduction.since_restart = 0;
            self.reduction.restarts += 1;
            self.statistics.restarts += 1;
        }
        due
    }

    /// Deletes the worse half of the learnt clauses when they have become many.
    pub(super) fn reduce_when_due(&mut self) {
        if self.reduction.since_reduction < FIRST_REDUCTION + REDUCTION_STEP * self.reduction.reductions {
            return;
        }
        self.reduction.since_reduction = 0;
        self.reduction.reductions += 1;
        let is_reason = |solver: &Solver, first: Lit, id| {
            solver.is_true(first) && solver.reasons[first.var().index()] == Reason::Clause(id)
        };
        let mut candidates: Vec<_> = self
            .clauses
            .learnt()
            .filter(|id| self.clauses.glue(*id) > KEEP_GLUE)
            .filter(|id| !is_reason(self, self.clauses.literals(*id)[0], *id))
            .collect();
        // Stable: among equals the oldest go first.
        candidates
            .sort_by_key(|id| std::cmp::Reverse((self.clauses.glue(*id), self.clauses.literals(*id).len())));
        for id in &candidates[..candidates.len() / 2] {
            self.clauses.delete(*id);
        }
        for list in &mut self.watches {
            list.retain(|w| !self.clauses.is_deleted(w.clause));
        }
        self.clauses.compact();
    }
}

/// Luby's sequence 1, 1, 2, 1, 1, 2, 4, …, counted from 1.
fn luby(mut i: u64) -> u64 {
    loop {
        let bits = u64::BITS - i.leading_zeros();
        if i == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        i -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn luby_starts_as_published() {
        let first: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
