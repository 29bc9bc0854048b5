//! Decisions: only where a disjunction still lacks a true disjunct.
//!
//! Formulae are in negation normal form and clauses only say what a true formula implies. So an assignment is
//! a solution as soon as every true disjunction has a true disjunct; everything else may stay open. In a
//! long series of queries this keeps the formulae of other queries out of the way.

use super::Solver;
use super::arithmetic::Atom;
use super::assign::Truth;
use super::literal::{Lit, Var};

/// The disjunctions among the literals, and what is known of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Disjunctions {
    /// By literal: its disjuncts, if it stands for an encoded disjunction.
    disjuncts: Vec<Box<[Lit]>>,
    /// By literal: the disjunctions it is part of.
    parents: Vec<Vec<Lit>>,
    /// By literal: the position of the disjunct found true last.
    witness: Vec<u32>,
    /// How much of the trail has been searched for true disjunctions.
    pub(super) head: usize,
    /// Variables passed over because nothing needed them, to be looked at again after backtracking.
    pub(super) passed: Vec<Var>,
}

impl Disjunctions {
    pub(super) fn add_literal(&mut self) {
        self.disjuncts.push(Box::default());
        self.parents.push(Vec::new());
        self.witness.push(0);
    }

    pub(super) fn add(&mut self, disjunction: Lit, disjuncts: &[Lit]) {
        for d in disjuncts {
            self.parents[d.index()].push(disjunction);
        }
        self.disjuncts[disjunction.index()] = disjuncts.into();
    }
}

impl Solver {
    /// The next literal to make true, if any disjunction needs one.
    pub(super) fn next_decision(&mut self) -> Option<Lit> {
        while let Some(literal) = self.branch_next.pop() {
            if self.truth(literal) == Truth::Open {
                return Some(literal);
            }
        }
        while self.disjunctions.head < self.trail.len() {
            let literal = self.trail[self.disjunctions.head];
            self.disjunctions.head += 1;
            for d in &self.disjunctions.disjuncts[literal.index()] {
                self.order.insert(d.var());
            }
        }
        while let Some(var) = self.order.pop() {
            if self.truth(var.literal(false)) != Truth::Open {
                continue;
            }
            let needed = [var.literal(false), var.literal(true)].map(|l| self.is_needed(l));
            match (needed, self.phases[var.index()]) {
                ([false, false], _) => self.disjunctions.passed.push(var),
                // As it was last time; at first, so that it helps.
                (_, Some(phase)) => return Some(self.middle(var).unwrap_or(var.literal(!phase))),
                ([positive, _], None) => {
                    return Some(self.middle(var).unwrap_or(var.literal(!positive)));
                }
            }
        }
        None
    }

    /// Forgets what might have been decided in a query: the next one wants what its own disjunctions need,
    /// and not what all earlier ones did. Which literal is decided first does not depend on this.
    pub(super) fn forget_candidates(&mut self) {
        self.order.clear();
        self.disjunctions.passed.clear();
        self.disjunctions.head = 0;
    }

    /// The middle of the open bounds on what the variable bounds, if they are many: what follows from a
    /// bound follows from all beyond it, so of n bounds log n are decided and not all.
    fn middle(&self, var: Var) -> Option<Lit> {
        let [Atom::AtMost(column, _) | Atom::AtLeast(column, _), _] = self.atoms[var.index()].as_ref()?
        else {
            return None;
        };
        let literal = self.arithmetic.middle(*column)?;
        (self.truth(literal) == Truth::Open).then_some(literal)
    }

    /// Is the literal part of a true disjunction without a true disjunct?
    fn is_needed(&mut self, literal: Lit) -> bool {
        for i in 0..self.disjunctions.parents[literal.index()].len() {
            let parent = self.disjunctions.parents[literal.index()][i];
            if self.is_true(parent) && !self.is_justified(parent) {
                return true;
            }
        }
        false
    }

    fn is_justified(&mut self, disjunction: Lit) -> bool {
        let disjuncts = &self.disjunctions.disjuncts[disjunction.index()];
        let witness = self.disjunctions.witness[disjunction.index()];
        if self.is_true(disjuncts[witness as usize]) {
            return true;
        }
        match disjuncts.iter().position(|d| self.is_true(*d)) {
            Some(at) => {
                self.disjunctions.witness[disjunction.index()] = at as u32;
                true
            }
            None => false,
        }
    }
}
