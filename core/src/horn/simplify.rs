//! Puts definitions of local variables in their places and tidies constraints.
//!
//! ```text
//! p(x, y) ← y = z + 1 ∧ z = x + w ∧ w ≤ 3        p(x, y) ← w = y - x - 1 …        p(x, y) ← y - x - 1 ≤ 3
//! ```
//!
//! Clauses stay equivalent, so a solution needs no change. In a derivation the locals get the values of their
//! definitions.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::pass::BackTranslation;
use super::{Assignment, Clause, ClauseSystem, SystemDerivation};
use crate::budget::{Budget, Exhausted};
use crate::formula::{Arena, Formula, LinearTerm, Node, Substitution, Symbol, Value};
use crate::num::Int;
use crate::simplify::tidy;
use crate::solver::Unknown;

/// How often a constraint is gone over: what is put in may show further definitions.
const ROUNDS: usize = 4;
/// This many definitions that a new one is put into count as a step.
const TERMS_PER_STEP: u64 = 16;

#[derive(Debug)]
struct Simplified {
    /// For each clause, the locals with their definitions, the last in terms of what is left, the others
    /// perhaps in terms of later ones.
    definitions: Vec<Vec<(Symbol, Definition)>>,
}

#[derive(Clone, Debug)]
enum Definition {
    Term(LinearTerm),
    Bool(bool),
}

pub(super) fn run(
    arena: &mut Arena,
    system: &ClauseSystem,
    budget: &mut Budget,
) -> (ClauseSystem, Arc<dyn BackTranslation>) {
    let (mut clauses, mut definitions) = (Vec::new(), Vec::new());
    for clause in system.clauses().iter().cloned() {
        let (constraint, defined) =
            simplified(arena, &clause, budget).unwrap_or((clause.constraint, Vec::new()));
        clauses.push(Clause { constraint, ..clause });
        definitions.push(defined);
    }
    let relations = system.relations().to_vec();
    (ClauseSystem::new(relations, clauses), Arc::new(Simplified { definitions }))
}

fn simplified(
    arena: &mut Arena,
    clause: &Clause,
    budget: &mut Budget,
) -> Result<(Formula, Vec<(Symbol, Definition)>), Exhausted> {
    let mut constraint = tidy(arena, clause.constraint, budget)?;
    let arguments: FxHashSet<Symbol> = clause.atoms().flat_map(|a| a.arguments.iter().copied()).collect();
    let mut definitions = Vec::new();
    for _ in 0..ROUNDS {
        let found = defined_locals(arena, constraint, &arguments, budget)?;
        if found.is_empty() {
            break;
        }
        let mut substitution = Substitution::new();
        for (symbol, definition) in &found {
            match definition {
                Definition::Term(term) => _ = substitution.term(*symbol, term.clone()),
                Definition::Bool(value) => _ = substitution.formula(*symbol, arena.constant(*value)),
            }
        }
        constraint = substitution.apply(arena, constraint);
        constraint = tidy(arena, constraint, budget)?;
        definitions.extend(found);
    }
    Ok((constraint, definitions))
}

/// Locals that equations define by terms without fractions, or literals by truth values. No definition of a
/// round mentions a symbol that another defines.
fn defined_locals(
    arena: &Arena,
    constraint: Formula,
    arguments: &FxHashSet<Symbol>,
    budget: &mut Budget,
) -> Result<Vec<(Symbol, Definition)>, Exhausted> {
    let is_unit = |a: &Int| a.is_one() || *a == Int::MINUS_ONE;
    let mut terms: Vec<(Symbol, LinearTerm)> = Vec::new();
    let mut substitution = Substitution::new();
    let mut found: IndexMap<Symbol, Definition, FxBuildHasher> = IndexMap::default();
    for conjunct in arena.nested_conjuncts(constraint) {
        match arena.node(conjunct) {
            Node::Bool(b) if !arguments.contains(b) => _ = found.insert(*b, Definition::Bool(true)),
            Node::NotBool(b) if !arguments.contains(b) => _ = found.insert(*b, Definition::Bool(false)),
            Node::Eq(term) => {
                budget.take(1 + terms.len() as u64 / TERMS_PER_STEP)?;
                let term = substitution.apply_to_term(term);
                let local = term.summands().iter().find(|(s, a)| is_unit(a) && !arguments.contains(s));
                let Some((x, a)) = local else { continue };
                // a·x + t = 0 is x = -a·t for a = ±1.
                let rest = term.plus_scaled(&-a, &LinearTerm::symbol(*x)).scaled(&-a);
                for (symbol, earlier) in &mut terms {
                    if earlier.mentions(*x) {
                        *earlier = earlier.substitute(*x, &rest);
                        substitution.term(*symbol, earlier.clone());
                    }
                }
                substitution.term(*x, rest.clone());
                terms.push((*x, rest));
            }
            _ => {}
        }
    }
    found.extend(terms.into_iter().map(|(x, term)| (x, Definition::Term(term))));
    Ok(found.into_iter().collect())
}

impl BackTranslation for Simplified {
    fn solution(&self, _: &mut Arena, solution: Assignment, _: &mut Budget) -> Result<Assignment, Unknown> {
        Ok(solution)
    }

    fn derivation(&self, _: &Arena, mut derivation: SystemDerivation) -> SystemDerivation {
        for step in &mut derivation.steps {
            for (symbol, definition) in self.definitions[step.clause.index()].iter().rev() {
                let value = match definition {
                    Definition::Term(term) => Value::Int(term.evaluate(&step.valuation)),
                    Definition::Bool(value) => Value::Bool(*value),
                };
                step.valuation.set(*symbol, value);
            }
        }
        derivation
    }
}
