//! The main loop: propagate, learn from conflicts, decide, and ask the integers at the end.

use super::assign::{ASSUMPTION_LEVEL, Reason, Truth};
use super::integer::{Effort, Final};
use super::learn::Conflict;
use super::literal::Lit;
use super::{Answer, Budget, Solver, Unknown};
use crate::formula::{Arena, Formula, Node, Valuation};

enum Outcome {
    Sat(Valuation),
    Unsat(Vec<Lit>),
}

impl Solver {
    /// Is there a valuation that satisfies all assertions and these assumptions?
    pub fn check(&mut self, arena: &mut Arena, assumptions: &[Formula], budget: &mut Budget) -> Answer {
        self.statistics.checks += 1;
        if self.contradiction {
            return Answer::Unsat(Vec::new());
        }
        self.refutation = None;
        if let Some(f) = assumptions.iter().find(|f| **f == arena.false_()) {
            let step = self.log.as_mut().map(|log| log.add(crate::proof::Step::Input(*f)));
            self.refutation = Some((step, Vec::new()));
            return Answer::Unsat(vec![*f]);
        }
        let truth = arena.true_();
        let literals: Vec<Lit> =
            assumptions.iter().filter(|f| **f != truth).map(|f| self.encode(arena, *f)).collect();
        let outcome = self.search(arena, &literals, budget);
        self.backtrack(0);
        self.forget_candidates();
        match outcome {
            Ok(Outcome::Sat(valuation)) => Answer::Sat(valuation),
            Ok(Outcome::Unsat(core)) => {
                self.contradiction = core.is_empty();
                Answer::Unsat(core.iter().map(|l| self.formula(*l)).collect())
            }
            Err(reason) => Answer::Unknown(reason),
        }
    }

    fn search(
        &mut self,
        arena: &mut Arena,
        assumptions: &[Lit],
        budget: &mut Budget,
    ) -> Result<Outcome, Unknown> {
        self.integer = Effort::default();
        self.arithmetic.begin_query();
        loop {
            budget.take(1)?;
            if self.late_relevance {
                self.late_relevance = false;
                self.backtrack(0);
                self.theory_head = 0;
            }
            if let Some(conflict) = self.propagate(budget)? {
                if let Some(core) = self.overcome(&conflict) {
                    return Ok(Outcome::Unsat(core));
                }
                continue;
            }
            if self.level() < ASSUMPTION_LEVEL {
                self.new_level();
                if let Some(core) = self.assume(assumptions) {
                    return Ok(Outcome::Unsat(core));
                }
                continue;
            }
            if self.restart_is_due() {
                self.backtrack(ASSUMPTION_LEVEL);
                self.reduce_when_due();
                continue;
            }
            if let Some(literal) = self.next_decision() {
                self.statistics.decisions += 1;
                self.new_level();
                self.assign(literal, Reason::None);
                continue;
            }
            match self.final_check(arena, budget)? {
                Final::Sat(valuation) => return Ok(Outcome::Sat(self.with_booleans(arena, valuation))),
                Final::Continue => {}
                Final::Conflict(lemma) => {
                    if let Some(core) = self.overcome(&Conflict::Lemma(lemma)) {
                        return Ok(Outcome::Unsat(core));
                    }
                }
            }
        }
    }

    /// Makes the assumptions true, or finds which of them are contradictory.
    fn assume(&mut self, assumptions: &[Lit]) -> Option<Vec<Lit>> {
        for literal in assumptions {
            match self.truth(*literal) {
                Truth::True => {}
                Truth::Open => self.assign(*literal, Reason::None),
                Truth::False if self.level_of(*literal) == 0 => {
                    return Some(self.refute_assumption(*literal));
                }
                Truth::False => {
                    // Its negation is another assumption: nothing was propagated in between.
                    let core = vec![*literal, !*literal];
                    self.refutation = Some((None, core.iter().map(|l| self.formula(*l)).collect()));
                    return Some(core);
                }
            }
        }
        None
    }

    /// Learns from a conflict and goes on; or returns the assumptions that it follows from.
    fn overcome(&mut self, conflict: &Conflict) -> Option<Vec<Lit>> {
        self.count_conflict();
        let level = self.conflict_level(conflict);
        if level <= ASSUMPTION_LEVEL {
            return Some(self.conclude(conflict));
        }
        self.backtrack(level);
        let learnt = self.analyze(conflict);
        self.backtrack(learnt.level);
        self.add_clause(&learnt.clause, Some(learnt.glue), learnt.step);
        None
    }

    /// Adds the values of the Boolean symbols.
    fn with_booleans(&self, arena: &Arena, mut valuation: Valuation) -> Valuation {
        for literal in &self.trail {
            match arena.node(self.formula(*literal)) {
                Node::Bool(symbol) => valuation.set_bool(*symbol, true),
                Node::NotBool(symbol) => valuation.set_bool(*symbol, false),
                _ => {}
            }
        }
        valuation
    }
}
