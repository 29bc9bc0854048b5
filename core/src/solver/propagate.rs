//! Propagation through clauses and arithmetic until nothing changes.

use super::arithmetic::{Implied, Lemma};
use super::assign::{Reason, Truth, Watch};
use super::learn::Conflict;
use super::literal::Lit;
use super::{Budget, Solver, Unknown};

impl Solver {
    /// Derives all that follows from the assignment, or finds a conflict.
    pub(super) fn propagate(&mut self, budget: &mut Budget) -> Result<Option<Conflict>, Unknown> {
        loop {
            if let Some(id) = self.pending_conflict.take() {
                // What stood in the way when it was added may be gone by now.
                if self.clauses.literals(id).iter().all(|l| self.is_false(*l)) {
                    return Ok(Some(Conflict::Clause(id)));
                }
            }
            if let Some(conflict) = self.propagate_clauses(budget)? {
                return Ok(Some(conflict));
            }
            if let Err(lemma) = self.inform_arithmetic() {
                return Ok(Some(Conflict::Lemma(lemma)));
            }
            if self.fetch_implied() {
                continue;
            }
            if let Err(lemma) = self.arithmetic.check(budget)? {
                return Ok(Some(Conflict::Lemma(lemma)));
            }
            let truth = &self.truth;
            let work = self.arithmetic.propagate_rows(|l| truth[l.index()] == Truth::Open);
            budget.take(work)?;
            if !self.fetch_implied() {
                return Ok(None);
            }
        }
    }

    /// Two watched literals: a clause is looked at only when one of them becomes false.
    fn propagate_clauses(&mut self, budget: &mut Budget) -> Result<Option<Conflict>, Unknown> {
        while self.clause_head < self.trail.len() {
            let falsified = !self.trail[self.clause_head];
            // Before anything is changed: a query that ends here may be asked again.
            budget.take(1 + self.watches[falsified.index()].len() as u64 / 8)?;
            self.clause_head += 1;
            self.statistics.propagations += 1;
            let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
            let mut kept = 0;
            let mut conflict = None;
            let mut i = 0;
            while i < watches.len() {
                let watch = watches[i];
                i += 1;
                if self.is_true(watch.blocker) {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                if self.clauses.is_deleted(watch.clause) {
                    continue;
                }
                let truth = &self.truth;
                let literals = self.clauses.literals_mut(watch.clause);
                if literals[0] == falsified {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                let new_watch = Watch { clause: watch.clause, blocker: first };
                if truth[first.index()] == Truth::True {
                    watches[kept] = new_watch;
                    kept += 1;
                    continue;
                }
                if let Some(at) = literals[2..].iter().position(|l| truth[l.index()] != Truth::False) {
                    literals.swap(1, at + 2);
                    let replacement = literals[1];
                    self.watches[replacement.index()].push(new_watch);
                    continue;
                }
                watches[kept] = new_watch;
                kept += 1;
                if truth[first.index()] == Truth::False {
                    conflict = Some(Conflict::Clause(watch.clause));
                    break;
                }
                self.assign(first, Reason::Clause(watch.clause));
            }
            // Keep what was not looked at.
            watches.drain(kept..i);
            self.watches[falsified.index()] = watches;
            if conflict.is_some() {
                self.clause_head = self.trail.len();
                return Ok(conflict);
            }
        }
        Ok(None)
    }

    /// Hands the new relevant literals to the arithmetic.
    fn inform_arithmetic(&mut self) -> Result<(), Lemma> {
        while self.theory_head < self.trail.len() {
            let literal = self.trail[self.theory_head];
            self.theory_head += 1;
            if self.relevant[literal.index()]
                && let Some(atoms) = &self.atoms[literal.var().index()]
            {
                self.arithmetic.assert_atom(literal, &atoms[usize::from(literal.is_negative())])?;
            }
        }
        Ok(())
    }

    /// Assigns the literals that the arithmetic found to follow. A literal that is false already and
    /// irrelevant constrains nothing, so its truth does not matter.
    fn fetch_implied(&mut self) -> bool {
        let mut any = false;
        for implied in std::mem::take(&mut self.arithmetic.implied) {
            let literal = match &implied {
                Implied::ByBound { literal, .. } | Implied::ByLemma { literal, .. } => *literal,
            };
            if self.truth(literal) != Truth::Open {
                continue;
            }
            let reason = match implied {
                Implied::ByBound { reason, .. } => Reason::Bound(reason),
                Implied::ByLemma { lemma, .. } => self.push_lemma(lemma),
            };
            self.assign(literal, reason);
            any = true;
        }
        any
    }

    /// The lemma behind [`Reason::Bound`].
    pub(super) fn bound_lemma(&self, literal: Lit, reason: Lit) -> Option<Lemma> {
        let atom =
            |l: Lit| self.atoms[l.var().index()].as_ref().map(|pair| &pair[usize::from(l.is_negative())]);
        Some(super::Arithmetic::bound_lemma((reason, atom(reason)?), (literal, atom(literal)?)))
    }
}
