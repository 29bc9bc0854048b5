//! Conflict analysis: the first unique implication point, minimised, with its resolution proof.

use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::Solver;
use super::assign::{ASSUMPTION_LEVEL, Reason};
use super::learn::Conflict;
use super::literal::Lit;
use crate::proof::{Resolvent, Step, StepId};

/// A clause that follows from the conflict and makes its first literal true after backtracking.
#[derive(Debug)]
pub(super) struct Learnt {
    pub(super) clause: Vec<Lit>,
    pub(super) level: u32,
    pub(super) glue: u32,
    pub(super) step: Option<StepId>,
}

impl Solver {
    pub(super) fn conflict_literals<'a>(&'a self, conflict: &'a Conflict) -> &'a [Lit] {
        match conflict {
            Conflict::Clause(id) => self.clauses.literals(*id),
            Conflict::Lemma(lemma) => &lemma.clause,
        }
    }

    /// Learns from a conflict whose highest level is the current one, above the assumptions.
    pub(super) fn analyze(&mut self, conflict: &Conflict) -> Learnt {
        let level = self.level();
        let mut clause: Vec<Lit> = Vec::new();
        let mut marked: Vec<Lit> = Vec::new();
        let mut antecedent: Vec<Lit> = self.conflict_literals(conflict).to_vec();
        let mut open = 0;
        let mut at = self.trail.len();
        let point = loop {
            for literal in &antecedent {
                let var = literal.var().index();
                if self.seen[var] || self.levels[var] == 0 {
                    continue;
                }
                self.seen[var] = true;
                marked.push(*literal);
                self.order.bump(literal.var());
                if self.levels[var] == level {
                    open += 1;
                } else {
                    clause.push(*literal);
                }
            }
            loop {
                at -= 1;
                if self.seen[self.trail[at].var().index()] {
                    break;
                }
            }
            open -= 1;
            if open == 0 {
                break self.trail[at];
            }
            antecedent.clear();
            self.antecedent(self.trail[at], &mut antecedent);
        };
        self.minimise(&mut clause, &mut marked);
        clause.push(!point);
        let last = clause.len() - 1;
        clause.swap(0, last);
        for literal in marked {
            self.seen[literal.var().index()] = false;
        }
        self.order.decay();
        let step = self.log.is_some().then(|| {
            let kept: FxHashSet<Lit> = clause.iter().copied().collect();
            self.resolve(conflict, |_, l| kept.contains(&l)).1
        });
        let step = step.flatten();
        let level = clause[1..].iter().map(|l| self.level_of(*l)).max().unwrap_or(0);
        let glue = self.glue(&clause);
        Learnt { clause, level, glue, step }
    }

    /// The number of different levels.
    fn glue(&self, clause: &[Lit]) -> u32 {
        let mut levels: Vec<u32> = clause.iter().map(|l| self.level_of(*l)).collect();
        levels.sort_unstable();
        levels.dedup();
        levels.len() as u32
    }

    /// The false literals that made a literal true.
    fn antecedent(&self, literal: Lit, out: &mut Vec<Lit>) {
        match self.reasons[literal.var().index()] {
            Reason::None => {}
            Reason::Clause(id) => out.extend(self.clauses.literals(id).iter().filter(|l| **l != literal)),
            Reason::Bound(reason) => out.push(!reason),
            Reason::Lemma(i) => {
                out.extend(self.lemmas[i as usize].clause.iter().filter(|l| **l != literal));
            }
        }
    }

    /// Drops literals that the others imply (Sörensson and Biere). `seen` holds for the literals of the
    /// clause and for those found to be implied by them.
    fn minimise(&mut self, clause: &mut Vec<Lit>, marked: &mut Vec<Lit>) {
        let literals = std::mem::take(clause);
        for literal in literals {
            if !self.implied_by_seen(literal, marked) {
                clause.push(literal);
            }
        }
    }

    fn implied_by_seen(&mut self, literal: Lit, marked: &mut Vec<Lit>) -> bool {
        if self.reasons[literal.var().index()] == Reason::None {
            return false;
        }
        let before = marked.len();
        let mut open = vec![literal];
        let mut antecedent = Vec::new();
        while let Some(l) = open.pop() {
            antecedent.clear();
            self.antecedent(!l, &mut antecedent);
            for a in &antecedent {
                let var = a.var().index();
                if self.seen[var] || self.levels[var] == 0 {
                    continue;
                }
                if self.reasons[var] == Reason::None {
                    // Not implied: forget what this attempt marked.
                    for m in marked.drain(before..) {
                        self.seen[m.var().index()] = false;
                    }
                    return false;
                }
                self.seen[var] = true;
                marked.push(*a);
                open.push(*a);
            }
        }
        true
    }

    /// Resolves a conflict with the reasons of its literals, latest first, until only literals to keep and
    /// literals without a reason remain. Returns those, and the step that derives the clause of them.
    pub(super) fn resolve(
        &mut self,
        conflict: &Conflict,
        keep: impl Fn(&Solver, Lit) -> bool,
    ) -> (Vec<Lit>, Option<StepId>) {
        self.log_units();
        let first = match conflict {
            Conflict::Clause(id) => self.clauses.step(*id),
            Conflict::Lemma(lemma) => self.log_lemma(lemma),
        };
        let mut others = Vec::new();
        let mut queue: BinaryHeap<(u32, Lit)> = BinaryHeap::new();
        let mut marked = Vec::new();
        let mut antecedent: Vec<Lit> = self.conflict_literals(conflict).to_vec();
        let mut remaining = Vec::new();
        loop {
            for literal in antecedent.drain(..) {
                let var = literal.var().index();
                if !self.seen[var] {
                    self.seen[var] = true;
                    marked.push(literal);
                    queue.push((self.positions[var], literal));
                }
            }
            let Some((_, literal)) = queue.pop() else { break };
            let var = literal.var();
            if self.levels[var.index()] == 0 {
                if let Some(step) = self.unit_steps.get(&var) {
                    others.push(Resolvent { pivot: self.formula(literal), step: *step });
                }
            } else if self.reasons[var.index()] == Reason::None || keep(self, literal) {
                remaining.push(literal);
            } else {
                self.antecedent(!literal, &mut antecedent);
                if let Some(step) = self.reason_step(!literal) {
                    others.push(Resolvent { pivot: self.formula(literal), step });
                }
            }
        }
        for literal in marked {
            self.seen[literal.var().index()] = false;
        }
        (remaining, self.chain(first, others))
    }

    fn chain(&mut self, first: Option<StepId>, others: Vec<Resolvent>) -> Option<StepId> {
        let first = first?;
        if others.is_empty() {
            return Some(first);
        }
        self.log.as_mut().map(|log| log.add(Step::Resolution { first, others }))
    }

    /// The step that derives the clause which made a literal true.
    fn reason_step(&mut self, literal: Lit) -> Option<StepId> {
        self.log.as_ref()?;
        match self.reasons[literal.var().index()] {
            Reason::None => None,
            Reason::Clause(id) => self.clauses.step(id),
            Reason::Bound(reason) => {
                let lemma = self.bound_lemma(literal, reason)?;
                self.log_lemma(&lemma)
            }
            Reason::Lemma(i) => {
                let lemma = self.lemmas[i as usize].clone();
                self.log_lemma(&lemma)
            }
        }
    }

    /// Derives a unit clause for every new literal of level 0, in the order of the trail.
    fn log_units(&mut self) {
        if self.log.is_none() {
            return;
        }
        let end = self.level_starts.first().map_or(self.trail.len(), |start| start.trail);
        while self.logged_units < end {
            let literal = self.trail[self.logged_units];
            self.logged_units += 1;
            let mut antecedent = Vec::new();
            self.antecedent(literal, &mut antecedent);
            let first = self.reason_step(literal);
            let others = antecedent
                .iter()
                .filter_map(|l| {
                    let step = *self.unit_steps.get(&l.var())?;
                    Some(Resolvent { pivot: self.formula(*l), step })
                })
                .collect();
            if let Some(step) = self.chain(first, others) {
                self.unit_steps.insert(literal.var(), step);
            }
        }
    }

    /// The highest level among the literals of a conflict.
    pub(super) fn conflict_level(&self, conflict: &Conflict) -> u32 {
        self.conflict_literals(conflict).iter().map(|l| self.level_of(*l)).max().unwrap_or(0)
    }

    /// Traces a conflict among assertions and assumptions back to the assumptions.
    pub(super) fn conclude(&mut self, conflict: &Conflict) -> Vec<Lit> {
        debug_assert!(self.conflict_level(conflict) <= ASSUMPTION_LEVEL);
        let (remaining, step) = self.resolve(conflict, |_, _| false);
        let mut core: Vec<Lit> = remaining.into_iter().map(|l| !l).collect();
        core.sort_unstable();
        let formulae = core.iter().map(|l| self.formula(*l)).collect();
        self.refutation = Some((step, formulae));
        core
    }

    /// The unit clause of level 0 that contradicts an assumption.
    pub(super) fn refute_assumption(&mut self, assumption: Lit) -> Vec<Lit> {
        self.log_units();
        let step = self.unit_steps.get(&assumption.var()).copied();
        self.refutation = Some((step, vec![self.formula(assumption)]));
        vec![assumption]
    }
}
