//! One step of splitting: takes a part of a clause apart, and branches where it has to.

use rustc_hash::FxHashMap;

use super::{Clausifier, Failure, Partial, Run};
use crate::formula::{Formula, Node};
use crate::lang::Auxiliary;

impl Clausifier<'_, '_> {
    /// Takes a part of a clause apart; returns it when nothing is left to split.
    pub(super) fn advance(
        &mut self,
        mut partial: Partial,
        run: &mut Run,
    ) -> Result<Option<Partial>, Failure> {
        loop {
            if !self.flatten(&mut partial, run) || !self.propagate(&mut partial, run)? {
                return Ok(None);
            }
            if partial.pending.is_empty() {
                break;
            }
        }
        for disjunction in std::mem::take(&mut partial.body_disjunctions) {
            let application = self.disjunction(disjunction, run)?;
            partial.auxiliary.push(application);
        }
        if partial.disjunctions.is_empty() {
            return Ok(Some(partial));
        }
        if run.with_cases && partial.head.is_none() {
            match self.enter_case(partial, run)? {
                Some(entered) => partial = entered,
                None => return Ok(None),
            }
        }
        if let Some(pair) = self.complementary_pair(&partial.disjunctions) {
            self.split_on(&mut partial, run, pair);
            return Ok(None);
        }
        let disjunction = partial.disjunctions.remove(0);
        for alternative in run.shape.alternatives(self.arena, disjunction).into_iter().rev() {
            let mut next = partial.clone();
            next.pending.push(alternative);
            run.open.push_back(next);
        }
        Ok(None)
    }

    /// Takes conjunctions apart; false when the case contradicts itself.
    fn flatten(&mut self, partial: &mut Partial, run: &Run) -> bool {
        while let Some(formula) = partial.pending.pop() {
            if partial.known.contains(&!formula) {
                return false;
            }
            if !partial.known.insert(formula) {
                continue;
            }
            if !run.shape.is_relational(formula) {
                partial.constraints.push(formula);
                continue;
            }
            partial.facts.extend(self.fact(formula, run));
            match self.arena.node(formula) {
                Node::Bool(symbol) => partial.positive.push(*symbol),
                Node::NotBool(symbol) => partial.negative.push(*symbol),
                Node::And(parts) => partial.pending.extend(parts.iter().rev()),
                _ if run.shape.multiply || run.shape.has_heads(formula) => {
                    partial.disjunctions.push(formula);
                }
                _ => partial.body_disjunctions.push(formula),
            }
        }
        true
    }

    /// Drops disjunctions that hold, and the parts of others that do not; what remains of one that has a
    /// single part left is pending. False when nothing remains.
    fn propagate(&mut self, partial: &mut Partial, run: &mut Run) -> Result<bool, Failure> {
        for with_heads in [true, false] {
            let list = |partial: &mut Partial| {
                std::mem::take(if with_heads {
                    &mut partial.disjunctions
                } else {
                    &mut partial.body_disjunctions
                })
            };
            let mut kept = Vec::new();
            for disjunction in list(partial) {
                let parts = self.arena.node(disjunction).children().to_vec();
                self.spend(parts.len() as u64)?;
                if parts.iter().any(|part| self.holds(*part, partial, run)) {
                    continue;
                }
                let open: Vec<Formula> =
                    parts.iter().copied().filter(|part| !self.holds(!*part, partial, run)).collect();
                match open.as_slice() {
                    [] => return Ok(false),
                    [single] => partial.pending.push(*single),
                    _ if open.len() == parts.len() => kept.push(disjunction),
                    _ => {
                        let shorter = self.arena.or(open);
                        run.shape.register(self.arena, shorter);
                        partial.pending.push(shorter);
                    }
                }
            }
            if with_heads {
                partial.disjunctions = kept;
            } else {
                partial.body_disjunctions = kept;
            }
        }
        Ok(true)
    }

    fn holds(&mut self, formula: Formula, partial: &Partial, run: &Run) -> bool {
        partial.known.contains(&formula)
            || self.fact(formula, run).is_some_and(|fact| partial.facts.contains(&fact))
    }

    /// A placeholder or its negation, for the first one with an equal application.
    fn fact(&mut self, formula: Formula, run: &Run) -> Option<Formula> {
        match *self.arena.node(formula) {
            Node::Bool(symbol) => run.first.get(&symbol).map(|first| self.arena.boolean(*first)),
            Node::NotBool(symbol) => run.first.get(&symbol).map(|first| !self.arena.boolean(*first)),
            _ => None,
        }
    }

    /// Puts all that stands in the body behind a relation symbol for what is left, which is split once,
    /// however often one comes there. `None` when that has been done before.
    fn enter_case(&mut self, partial: Partial, run: &mut Run) -> Result<Option<Partial>, Failure> {
        let negative: Vec<Formula> = partial.negative.iter().map(|s| !self.arena.boolean(*s)).collect();
        let rest: Vec<Formula> =
            partial.disjunctions.iter().copied().chain(negative.iter().copied()).collect();
        let rest = self.arena.and(rest);
        run.shape.register(self.arena, rest);
        let known = run.cases.get(&rest).cloned();
        let is_new = known.is_none();
        let application = match known {
            Some(application) => application,
            None => self.introduce("case", rest, Auxiliary::Weakest, run)?,
        };
        run.cases.insert(rest, application.clone());
        let case = Partial {
            disjunctions: partial.disjunctions,
            negative: partial.negative,
            auxiliary: vec![application.clone()],
            facts: negative.iter().filter_map(|literal| self.fact(*literal, run)).collect(),
            known: negative.into_iter().collect(),
            ..Partial::default()
        };
        let entry = Partial {
            positive: partial.positive,
            auxiliary: partial.auxiliary,
            constraints: partial.constraints,
            head: Some(application),
            ..Partial::default()
        };
        self.emit(entry, run)?;
        Ok(is_new.then_some(case))
    }

    /// Two disjunctions of which one contains the negation of a part of the other, as a negated `ite` has
    /// them.
    fn complementary_pair(&self, disjunctions: &[Formula]) -> Option<(usize, usize, Formula)> {
        let mut places: FxHashMap<Formula, usize> = FxHashMap::default();
        for (i, disjunction) in disjunctions.iter().enumerate() {
            for part in self.arena.node(*disjunction).children() {
                if let Some(j) = places.get(&!*part).filter(|j| **j != i) {
                    return Some((*j, i, !*part));
                }
                places.insert(*part, i);
            }
        }
        None
    }

    /// `(f ∨ A) ∧ (¬f ∨ B)` is `f ∧ B` or `¬f ∧ A`: two clauses, where multiplying out would give a third
    /// that follows from them and may have two heads.
    fn split_on(
        &mut self,
        partial: &mut Partial,
        run: &mut Run,
        (first, second, formula): (usize, usize, Formula),
    ) {
        let with_negation = partial.disjunctions.remove(second);
        let with_formula = partial.disjunctions.remove(first);
        for (assumed, rest) in [(!formula, with_formula), (formula, with_negation)] {
            let parts = self.arena.node(rest).children();
            let others: Vec<Formula> = parts.iter().copied().filter(|p| *p != !assumed).collect();
            let others = self.arena.or(others);
            run.shape.register(self.arena, others);
            let mut next = partial.clone();
            next.pending.push(others);
            next.pending.push(assumed);
            run.open.push_back(next);
        }
    }
}
