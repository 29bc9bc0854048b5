//! From an answer without the inlined relation symbols to one with them.
//!
//! The strongest meaning of an inlined symbol reads best, as it says what its clauses say. It takes a
//! quantifier elimination, which may be hopeless: `p(Y) ← Y = (if X > 0 then 1 else -1) + …` has as many
//! cases as there are sums. What is needed is less, a formula that the symbol's clauses imply and that its
//! uses are content with: an interpolant, read from a proof, and the search for one does not visit all cases.

use super::Composition;
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, Substitution, Symbol, Valuation};
use crate::horn::pass::BackTranslation;
use crate::horn::{
    Assignment, Atom, Clause, SystemClauseId, SystemDerivation, SystemDerivationStep, SystemRelationId,
};
use crate::interpolate::{Outcome, Strength, plain_between};
use crate::lang::Repetition;
use crate::simplify;
use crate::solver::{Budget, Unknown};

/// The effort spent on the strongest meaning of an inlined symbol.
const STRONGEST_STEPS: u64 = 50_000;
/// The effort spent on making the meaning of an inlined symbol readable.
const SIMPLIFY_STEPS: u64 = 30_000;

/// A relation symbol that was inlined, with its clauses at the time, and those that used it.
#[derive(Debug)]
pub(super) struct Inlined {
    pub(super) relation: SystemRelationId,
    pub(super) definitions: Vec<Clause>,
    pub(super) users: Vec<Clause>,
}

#[derive(Debug)]
pub(super) struct Inlining {
    /// In order.
    pub(super) inlined: Vec<Inlined>,
    pub(super) parameters: Vec<Vec<Symbol>>,
    /// For each clause after the pass, its place in the table.
    pub(super) left: Vec<usize>,
    /// For each clause of the table, what it was made of. Those of the system come first.
    pub(super) compositions: Vec<Option<Composition>>,
}

impl BackTranslation for Inlining {
    fn solution(
        &self,
        arena: &mut Arena,
        mut solution: Assignment,
        budget: &mut Budget,
    ) -> Result<Assignment, Unknown> {
        for inlined in self.inlined.iter().rev() {
            let formula = self.meaning(arena, inlined, &solution, budget)?;
            solution.formulae[inlined.relation.index()] = formula;
        }
        Ok(solution)
    }

    fn derivation(&self, _: &Arena, mut derivation: SystemDerivation) -> SystemDerivation {
        for step in &mut derivation.steps {
            step.clause = SystemClauseId(self.left[step.clause.index()] as u32);
        }
        while derivation.steps.iter().any(|step| self.compositions[step.clause.index()].is_some()) {
            derivation = self.taken_apart(derivation);
        }
        derivation
    }
}

impl Inlining {
    /// A meaning of a symbol, over its parameters.
    fn meaning(
        &self,
        arena: &mut Arena,
        inlined: &Inlined,
        solution: &Assignment,
        budget: &mut Budget,
    ) -> Result<Formula, Unknown> {
        let uses = |clause: &Clause| clause.body.iter().filter(|a| a.relation == inlined.relation).count();
        // Two uses in one body ask for a meaning that two interpolants would have to agree upon.
        let has_interpolant = inlined.users.iter().all(|clause| uses(clause) == 1);
        let steps = if has_interpolant { STRONGEST_STEPS } else { u64::MAX };
        let strongest =
            budget.within(steps, |part| self.strongest_meaning(arena, inlined, solution, part))?;
        let meaning = match strongest {
            Err(Unknown::Budget) if has_interpolant => {
                self.sufficient_meaning(arena, inlined, solution, budget)?
            }
            other => other?,
        };
        budget.within(SIMPLIFY_STEPS, |part| simplify::simplify(arena, meaning, part))?
    }

    /// The disjunction of the bodies of a symbol's clauses.
    fn strongest_meaning(
        &self,
        arena: &mut Arena,
        inlined: &Inlined,
        solution: &Assignment,
        budget: &mut Budget,
    ) -> Result<Formula, Unknown> {
        let mut cases = Vec::with_capacity(inlined.definitions.len());
        for (head, body) in self.derived(arena, inlined, solution) {
            let mut others = arena.symbols_of(body);
            others.retain(|s| !head.arguments.contains(s));
            let projected = eliminate(arena, body, &others, budget)?;
            let back =
                Substitution::renaming(arena, &head.arguments, &self.parameters[inlined.relation.index()]);
            cases.push(back.apply(arena, projected));
        }
        Ok(arena.or(cases))
    }

    /// An interpolant of the bodies of a symbol's clauses and of what its users do not bear.
    fn sufficient_meaning(
        &self,
        arena: &mut Arena,
        inlined: &Inlined,
        solution: &Assignment,
        budget: &mut Budget,
    ) -> Result<Formula, Unknown> {
        let derived = self.derived(arena, inlined, solution).into_iter();
        let derived: Vec<Formula> =
            derived.map(|(head, body)| self.over_parameters(arena, body, head)).collect();
        let mut unwanted = Vec::with_capacity(inlined.users.len());
        for clause in &inlined.users {
            let used = clause.body.iter().enumerate().find(|(_, atom)| atom.relation == inlined.relation);
            let Some((place, atom)) = used else { continue };
            let mut body = self.body_without(arena, clause, Some(place), solution);
            if let Some(head) = &clause.head {
                let parameters = &self.parameters[head.relation.index()];
                let substitution = Substitution::renaming(arena, parameters, &head.arguments);
                let head = substitution.apply(arena, solution.get(head.relation));
                body = arena.and([body, !head]);
            }
            unwanted.push(self.over_parameters(arena, body, atom));
        }
        let (derived, unwanted) = (arena.or(derived), arena.or(unwanted));
        match plain_between(arena, &[derived], &[unwanted], Strength::Strong, budget)? {
            Outcome::Interpolants(formula) => Ok(formula),
            // What the rest has been given is not a solution of it.
            Outcome::Model(_) => Err(Unknown::Unchecked),
        }
    }

    /// The heads of a symbol's clauses, and what their bodies say by a solution.
    fn derived<'a>(
        &self,
        arena: &mut Arena,
        inlined: &'a Inlined,
        solution: &Assignment,
    ) -> Vec<(&'a Atom, Formula)> {
        let with_head = inlined.definitions.iter().filter_map(|clause| Some((clause.head.as_ref()?, clause)));
        with_head.map(|(head, clause)| (head, self.body_without(arena, clause, None, solution))).collect()
    }

    /// What the body of a clause says by a solution, leaving out an atom.
    fn body_without(
        &self,
        arena: &mut Arena,
        clause: &Clause,
        place: Option<usize>,
        solution: &Assignment,
    ) -> Formula {
        let mut parts = vec![clause.constraint];
        for (_, atom) in clause.body.iter().enumerate().filter(|(i, _)| Some(*i) != place) {
            let substitution =
                Substitution::renaming(arena, &self.parameters[atom.relation.index()], &atom.arguments);
            parts.push(substitution.apply(arena, solution.get(atom.relation)));
        }
        arena.and(parts)
    }

    /// A formula of a clause with the parameters of a symbol in the places of an atom's arguments, and
    /// symbols of its own for all else.
    fn over_parameters(&self, arena: &mut Arena, formula: Formula, atom: &Atom) -> Formula {
        let mut others = arena.symbols_of(formula);
        others.retain(|s| !atom.arguments.contains(s));
        let fresh: Vec<Symbol> = others.iter().map(|s| arena.fresh_like(*s)).collect();
        let from: Vec<Symbol> = atom.arguments.iter().copied().chain(others).collect();
        let to: Vec<Symbol> = self.parameters[atom.relation.index()].iter().copied().chain(fresh).collect();
        arena.renamed(formula, &from, &to)
    }

    /// Each step by a composition falls apart into the step at its top and those in its places.
    fn taken_apart(&self, derivation: SystemDerivation) -> SystemDerivation {
        let mut steps: Vec<SystemDerivationStep> = Vec::new();
        // Where the steps of the derivation ended up.
        let mut moved: Vec<usize> = Vec::with_capacity(derivation.steps.len());
        for step in derivation.steps {
            let mut given = step.premises.iter().map(|p| moved.get(*p).copied().unwrap_or(usize::MAX));
            let (mut clause, mut premises) = (step.clause, Vec::new());
            if let Some(composition) = &self.compositions[step.clause.index()] {
                clause = SystemClauseId(composition.clause as u32);
                for place in &composition.places {
                    let Some(place) = place else {
                        premises.extend(given.next());
                        continue;
                    };
                    let mut valuation = Valuation::new();
                    for (own, new) in &place.renamed {
                        if let Some(value) = step.valuation.get(*new) {
                            valuation.set(*own, value.clone());
                        }
                    }
                    let inner = given.by_ref().take(place.body).collect();
                    let clause = SystemClauseId(place.clause as u32);
                    steps.push(SystemDerivationStep { clause, valuation, premises: inner });
                    premises.push(steps.len() - 1);
                }
            }
            premises.extend(given);
            steps.push(SystemDerivationStep { clause, valuation: step.valuation, premises });
            moved.push(steps.len() - 1);
        }
        // What a step falls apart into comes in its place.
        let start = |i: usize| i.checked_sub(1).map_or(0, |before| moved.get(before).map_or(0, |m| m + 1));
        let repetitions = derivation.repetitions.iter().map(|repetition| {
            let last = start(repetition.last);
            Repetition { last, period: start(repetition.last + repetition.period) - last, ..*repetition }
        });
        let repetitions = repetitions.collect();
        SystemDerivation { steps, repetitions }
    }
}
