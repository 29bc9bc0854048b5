//! Clauses that join the search: from formulae, from conflicts, from arithmetic.

use super::Solver;
use super::arithmetic::Lemma;
use super::assign::{Reason, Truth, Watch};
use super::clauses::ClauseId;
use super::literal::Lit;
use crate::order::sort_by_key;
use crate::proof::{Step, StepId};

/// A clause all of whose literals are false.
#[derive(Debug)]
pub(super) enum Conflict {
    Clause(ClauseId),
    Lemma(Lemma),
}

impl Solver {
    /// Adds a clause at any time. A clause with a single open literal and no true one propagates at once, on
    /// the level on which it does so for the first time: the search returns to it, so that going back further
    /// undoes the clause's effect only together with its cause. A clause of one literal belongs to level 0. A
    /// false clause is put in line as the next conflict.
    pub(super) fn add_clause(&mut self, literals: &[Lit], glue: Option<u32>, step: Option<StepId>) {
        if literals.len() == 1 {
            self.backtrack(0);
        }
        let mut sorted = literals.to_vec();
        // The two literals that stay unassigned longest when the search goes back are watched.
        let rank = |l: &Lit| match self.truth(*l) {
            Truth::True => (0, 0),
            Truth::Open => (1, 0),
            Truth::False => (2, u32::MAX - self.level_of(*l)),
        };
        sort_by_key(&mut sorted, rank);
        let id = self.clauses.add(&sorted, glue, step);
        if let [first, second, ..] = sorted[..] {
            self.watches[first.index()].push(Watch { clause: id, blocker: second });
            self.watches[second.index()].push(Watch { clause: id, blocker: first });
        }
        match sorted.first() {
            Some(first) if !self.is_false(*first) => self.propagate_new(id),
            _ => self.pending.push(id),
        }
    }

    /// Lets a clause whose literals are sorted as above propagate, if it can.
    fn propagate_new(&mut self, id: ClauseId) {
        let literals = self.clauses.literals(id);
        let (first, second) = (literals[0], literals.get(1).copied());
        if self.truth(first) == Truth::Open && second.is_none_or(|s| self.is_false(s)) {
            self.backtrack(second.map_or(0, |s| self.level_of(s)));
            self.assign(first, Reason::Clause(id));
        }
    }

    /// A clause that was false when it was added and still is. Those that the search has freed in the
    /// meantime propagate instead: their first two literals were the last to become false, so they are the
    /// ones to look at.
    pub(super) fn next_pending(&mut self) -> Option<Conflict> {
        while let Some(id) = self.pending.pop() {
            match self.clauses.literals(id).first() {
                Some(first) if !self.is_false(*first) => self.propagate_new(id),
                _ => return Some(Conflict::Clause(id)),
            }
        }
        None
    }

    pub(super) fn add_lemma(&mut self, lemma: &Lemma) {
        let step = self.log_lemma(lemma);
        self.add_clause(&lemma.clause, None, step);
    }

    pub(super) fn log_lemma(&mut self, lemma: &Lemma) -> Option<StepId> {
        self.log.as_ref()?;
        let clause = lemma.clause.iter().map(|l| self.formula(*l)).collect();
        let step = Step::Lemma { clause, certificate: lemma.certificate.clone() };
        self.log.as_mut().map(|log| log.add(step))
    }
}
