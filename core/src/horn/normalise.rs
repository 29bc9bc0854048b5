//! From a problem to a system of normalised clauses, and back.
//!
//! An argument that is a variable, and has not been used as one before, takes the symbol of its slot; any
//! other argument gets an equation:
//!
//! ```text
//! m(P1 + 1, P2 + 1) :- m(P1, P2).        m(a, b) ← a = a′ + 1 ∧ b = b′ + 1 ∧ m(a′, b′)
//! ```

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Assignment, Atom, Clause, ClauseSystem, SystemClauseId, SystemDerivation, SystemRelationId};
use crate::budget::{ARGUMENTS_IN_A_STEP, Budget, Exhausted};
use crate::formula::{Arena, LinearTerm, Node, Sort, Substitution, Symbol};
use crate::lang::{self, Argument, Definition, DerivationStep, Problem, Solution};

/// The way back from the first system to the problem.
#[derive(Clone, Debug, Default)]
pub struct Normalisation {
    /// For each clause, the symbols of the user's clause that have another name in the system.
    renamed: Vec<Vec<(Symbol, Symbol)>>,
    /// For each relation symbol, its parameters.
    parameters: Vec<Vec<Symbol>>,
}

impl ClauseSystem {
    /// The clauses of a problem, one for one and in the same order. The arena is that of the problem, or a
    /// copy.
    pub fn from_problem(arena: &mut Arena, problem: &Problem) -> (ClauseSystem, Normalisation) {
        ClauseSystem::within(arena, problem, &mut Budget::unlimited()).unwrap_or_default()
    }

    /// The same, unless the budget ends.
    pub fn within(
        arena: &mut Arena,
        problem: &Problem,
        budget: &mut Budget,
    ) -> Result<(ClauseSystem, Normalisation), Exhausted> {
        let mut system = ClauseSystem::default();
        let mut arguments = 0;
        let names = parameter_names(problem);
        for (i, (relation, names)) in problem.relations.iter().zip(names).enumerate() {
            let parameters =
                (relation.sorts.iter().zip(names)).map(|(sort, name)| arena.symbol(&name, *sort)).collect();
            system.add_relation(relation.name.clone(), lang::RelationId(i as u32), parameters);
        }
        let mut renamed = Vec::with_capacity(problem.clauses.len());
        for (i, clause) in problem.clauses.iter().enumerate() {
            let before = arguments / ARGUMENTS_IN_A_STEP;
            arguments += clause.arguments();
            budget.take(arguments / ARGUMENTS_IN_A_STEP - before)?;
            renamed.push(normalise(arena, &mut system, clause, lang::ClauseId(i as u32)));
        }
        let parameters = system.relations().iter().map(|r| r.parameters().to_vec()).collect();
        Ok((system, Normalisation { renamed, parameters }))
    }
}

impl Normalisation {
    /// The parameters of a relation symbol.
    pub fn parameters(&self, relation: lang::RelationId) -> Option<&[Symbol]> {
        self.parameters.get(relation.index()).map(Vec::as_slice)
    }

    /// Which symbols of a user's clause became which arguments.
    pub fn arguments(&self, clause: lang::ClauseId) -> &[(Symbol, Symbol)] {
        self.renamed.get(clause.index()).map_or(&[], Vec::as_slice)
    }

    /// A solution of the system as a solution of the problem, over the same arena.
    pub fn solution(&self, assignment: &Assignment) -> Solution {
        let mut solution = Solution::new();
        for (i, (parameters, formula)) in self.parameters.iter().zip(&assignment.formulae).enumerate() {
            let definition = Definition { parameters: parameters.clone(), formula: *formula };
            solution.insert(lang::RelationId(i as u32), definition);
        }
        solution
    }

    /// A derivation of the system as a derivation of the problem.
    pub fn derivation(&self, derivation: SystemDerivation) -> lang::Derivation {
        let steps = derivation.steps.into_iter().map(|step| {
            let SystemClauseId(clause) = step.clause;
            let mut valuation = step.valuation;
            for (source, own) in self.renamed.get(step.clause.index()).into_iter().flatten() {
                match valuation.get(*own).cloned() {
                    Some(value) => valuation.set(*source, value),
                    None => valuation.remove(*source),
                }
                valuation.remove(*own);
            }
            DerivationStep { clause: lang::ClauseId(clause), valuation, premises: step.premises }
        });
        lang::Derivation { steps: steps.collect(), repetitions: derivation.repetitions }
    }
}

/// Adds a clause to the system; returns which of its symbols became which arguments.
fn normalise(
    arena: &mut Arena,
    system: &mut ClauseSystem,
    clause: &lang::Clause,
    source: lang::ClauseId,
) -> Vec<(Symbol, Symbol)> {
    let head = clause.head.as_ref().map(|a| system.atom(arena, SystemRelationId(a.relation.0), 0));
    let mut occurrences: FxHashMap<lang::RelationId, u32> = FxHashMap::default();
    let mut body: Vec<Atom> = Vec::with_capacity(clause.body.len());
    for application in &clause.body {
        let slot = occurrences.entry(application.relation).or_insert(0);
        *slot += 1;
        let slot = *slot;
        body.push(system.atom(arena, SystemRelationId(application.relation.0), slot));
    }
    let applications = clause.head.iter().chain(&clause.body);
    let pairs: Vec<(&Argument, Symbol)> = applications
        .zip(head.iter().chain(&body))
        .flat_map(|(application, atom)| application.arguments.iter().zip(atom.arguments.iter().copied()))
        .collect();
    let mut renamed = Vec::new();
    let mut seen: FxHashSet<Symbol> = FxHashSet::default();
    let mut remaining = Vec::new();
    for (argument, own) in pairs {
        match bare(arena, argument) {
            Some(symbol) if seen.insert(symbol) => renamed.push((symbol, own)),
            _ => remaining.push((argument, own)),
        }
    }
    let (from, to): (Vec<Symbol>, Vec<Symbol>) = renamed.iter().copied().unzip();
    let substitution = Substitution::renaming(arena, &from, &to);
    let mut parts = vec![substitution.apply(arena, clause.constraint)];
    for (argument, own) in remaining {
        parts.push(match argument {
            Argument::Int(term) => {
                let term = substitution.apply_to_term(term);
                arena.equal(&LinearTerm::symbol(own), &term)
            }
            Argument::Bool(formula) => {
                let formula = substitution.apply(arena, *formula);
                let own = arena.boolean(own);
                arena.iff(own, formula)
            }
        });
    }
    let constraint = arena.and(parts);
    system.add_clause(Clause { head, body, constraint, sources: vec![source] });
    renamed
}

/// The symbol, when the argument is that symbol alone.
fn bare(arena: &Arena, argument: &Argument) -> Option<Symbol> {
    match argument {
        Argument::Int(term) => term.as_symbol(),
        Argument::Bool(formula) => match arena.node(*formula) {
            Node::Bool(symbol) => Some(*symbol),
            _ => None,
        },
    }
}

/// Names for the parameters: those of the first clause that has variables there, heads before bodies.
fn parameter_names(problem: &Problem) -> Vec<Vec<String>> {
    let mut names: Vec<Vec<Option<String>>> =
        problem.relations.iter().map(|r| vec![None; r.sorts.len()]).collect();
    let mut taken: Vec<FxHashSet<String>> = vec![FxHashSet::default(); problem.relations.len()];
    let heads = problem.clauses.iter().flat_map(|c| &c.head);
    let bodies = problem.clauses.iter().flat_map(|c| &c.body);
    for application in heads.chain(bodies) {
        let relation = application.relation.index();
        for (argument, name) in application.arguments.iter().zip(&mut names[relation]) {
            if name.is_none()
                && let Some(symbol) = bare(&problem.arena, argument)
                && taken[relation].insert(problem.arena.name(symbol).to_owned())
            {
                *name = Some(problem.arena.name(symbol).to_owned());
            }
        }
    }
    let mut all = Vec::with_capacity(names.len());
    for ((names, taken), relation) in names.into_iter().zip(&mut taken).zip(&problem.relations) {
        let mut complete = Vec::with_capacity(names.len());
        for (i, (name, sort)) in names.into_iter().zip(&relation.sorts).enumerate() {
            complete.push(name.unwrap_or_else(|| {
                let letter = if *sort == Sort::Int { "X" } else { "B" };
                let mut candidate = format!("{letter}{}", i + 1);
                while !taken.insert(candidate.clone()) {
                    candidate.push('\'');
                }
                candidate
            }));
        }
        all.push(complete);
    }
    all
}
