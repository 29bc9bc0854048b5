//! The assignment: who is true, since when, and why.

use super::Solver;
use super::arithmetic::Lemma;
use super::clauses::ClauseId;
use super::literal::Lit;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    True,
    False,
    Open,
}

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A decision, an assumption, or nothing yet.
    None,
    Clause(ClauseId),
    /// Another literal about the same column says more.
    Bound(Lit),
    /// A lemma by its place on the stack.
    Lemma(u32),
}

/// A clause that watches a literal, and another literal of it that often saves a look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: ClauseId,
    pub(super) blocker: Lit,
}

/// The sizes to return to when a level is undone.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelStart {
    pub(super) trail: usize,
    bounds: usize,
    lemmas: usize,
    passed: usize,
}

/// The level of the assumptions: above the assertions, below all decisions.
pub(super) const ASSUMPTION_LEVEL: u32 = 1;

impl Solver {
    #[inline]
    pub(super) fn truth(&self, literal: Lit) -> Truth {
        self.truth[literal.index()]
    }

    #[inline]
    pub(super) fn is_true(&self, literal: Lit) -> bool {
        self.truth[literal.index()] == Truth::True
    }

    #[inline]
    pub(super) fn is_false(&self, literal: Lit) -> bool {
        self.truth[literal.index()] == Truth::False
    }

    #[inline]
    pub(super) fn level_of(&self, literal: Lit) -> u32 {
        self.levels[literal.var().index()]
    }

    #[inline]
    pub(super) fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    pub(super) fn new_level(&mut self) {
        self.level_starts.push(LevelStart {
            trail: self.trail.len(),
            bounds: self.arithmetic.mark(),
            lemmas: self.lemmas.len(),
            passed: self.disjunctions.passed.len(),
        });
    }

    #[inline]
    pub(super) fn assign(&mut self, literal: Lit, reason: Reason) {
        debug_assert_eq!(self.truth(literal), Truth::Open);
        let var = literal.var().index();
        self.truth[literal.index()] = Truth::True;
        self.truth[(!literal).index()] = Truth::False;
        self.levels[var] = self.level();
        self.reasons[var] = reason;
        self.positions[var] = self.trail.len() as u32;
        self.trail.push(literal);
    }

    pub(super) fn push_lemma(&mut self, lemma: Lemma) -> Reason {
        self.lemmas.push(lemma);
        Reason::Lemma(self.lemmas.len() as u32 - 1)
    }

    /// Undoes all levels above the given one.
    pub(super) fn backtrack(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let start = self.level_starts[level as usize];
        for i in (start.trail..self.trail.len()).rev() {
            let literal = self.trail[i];
            let var = literal.var();
            self.truth[literal.index()] = Truth::Open;
            self.truth[(!literal).index()] = Truth::Open;
            self.phases[var.index()] = Some(!literal.is_negative());
            self.reasons[var.index()] = Reason::None;
            self.order.insert(var);
        }
        for var in self.disjunctions.passed.drain(start.passed..) {
            self.order.insert(var);
        }
        self.disjunctions.head = self.disjunctions.head.min(start.trail);
        self.trail.truncate(start.trail);
        self.clause_head = self.clause_head.min(start.trail);
        self.theory_head = self.theory_head.min(start.trail);
        self.lemmas.truncate(start.lemmas);
        self.arithmetic.backtrack(start.bounds);
        self.level_starts.truncate(level as usize);
        self.branch_next.clear();
    }
}
