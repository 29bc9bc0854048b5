//! From an answer without the inlined relation symbols to one with them.

use super::Composition;
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, Symbol, Valuation};
use crate::horn::pass::BackTranslation;
use crate::horn::system::renaming;
use crate::horn::{
    Assignment, Clause, SystemClauseId, SystemDerivation, SystemDerivationStep, SystemRelationId,
};
use crate::simplify;
use crate::solver::{Budget, Unknown};

/// The effort spent on making the meaning of an inlined symbol readable.
const SIMPLIFY_STEPS: u64 = 200_000;

/// A relation symbol that was inlined, with its clauses at the time.
#[derive(Debug)]
pub(super) struct Inlined {
    pub(super) relation: SystemRelationId,
    pub(super) definitions: Vec<Clause>,
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
    /// The disjunction of the bodies of a symbol's clauses, over its parameters.
    fn meaning(
        &self,
        arena: &mut Arena,
        inlined: &Inlined,
        solution: &Assignment,
        budget: &mut Budget,
    ) -> Result<Formula, Unknown> {
        let mut cases = Vec::with_capacity(inlined.definitions.len());
        for clause in &inlined.definitions {
            let Some(head) = &clause.head else { continue };
            let mut parts = vec![clause.constraint];
            for atom in &clause.body {
                let parameters = &self.parameters[atom.relation.index()];
                let substitution = renaming(arena, parameters, &atom.arguments);
                parts.push(substitution.apply(arena, solution.get(atom.relation)));
            }
            let body = arena.and(parts);
            let mut others = arena.symbols_of(body);
            others.retain(|s| !head.arguments.contains(s));
            let projected = eliminate(arena, body, &others, budget)?;
            let back = renaming(arena, &head.arguments, &self.parameters[inlined.relation.index()]);
            cases.push(back.apply(arena, projected));
        }
        let meaning = arena.or(cases);
        budget.within(SIMPLIFY_STEPS, |part| simplify::simplify(arena, meaning, part))?
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
        SystemDerivation { steps }
    }
}
