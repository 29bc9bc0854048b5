//! Puts definitions of local variables in their places and tidies constraints.
//!
//! ```text
//! p(x, y) ← y = z + 1 ∧ z = x + w ∧ w ≤ 3        p(x, y) ← w = y - x - 1 …        p(x, y) ← y - x - 1 ≤ 3
//! ```
//!
//! Clauses stay equivalent, so a solution needs no change. In a derivation the locals get the values of their definitions.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::links::conjuncts;
use super::pass::BackTranslation;
use super::{Assignment, Clause, ClauseSystem, Derivation};
use crate::formula::{Arena, Formula, LinearTerm, Node, Substitution, Symbol, Value};
use crate::num::Int;
use crate::simplify::tidy;
use crate::solver::{Budget, Unknown};

/// How often a constraint is gone over: what is put in may show further definitions.
const ROUNDS: usize = 4;

#[derive(Debug)]
struct Simplified {
    /// For each clause, the locals with their definitions, the last in terms of what is left, the others perhaps in terms
    /// of later ones.
    definitions: Vec<Vec<(Symbol, Definition)>>,
}

#[derive(Clone, Debug)]
enum Definition {
    Term(LinearTerm),
    Bool(bool),
}

pub(super) fn run(mut system: ClauseSystem) -> (ClauseSystem, Arc<dyn BackTranslation>) {
    let (mut clauses, mut definitions) = (Vec::new(), Vec::new());
    for clause in system.clauses().to_vec() {
        let (constraint, defined) = simplified(&mut system.arena, &clause);
        clauses.push(Clause { constraint, ..clause });
        definitions.push(defined);
    }
    let relations = system.relations().to_vec();
    (system.rebuilt(relations, clauses), Arc::new(Simplified { definitions }))
}

fn simplified(arena: &mut Arena, clause: &Clause) -> (Formula, Vec<(Symbol, Definition)>) {
    let mut constraint = tidy(arena, clause.constraint);
    let arguments: FxHashSet<Symbol> = clause.atoms().flat_map(|a| a.arguments.iter().copied()).collect();
    let mut definitions = Vec::new();
    for _ in 0..ROUNDS {
        let found = defined_locals(arena, constraint, &arguments);
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
        constraint = tidy(arena, constraint);
        definitions.extend(found);
    }
    (constraint, definitions)
}

/// Locals that equations define by terms without fractions, or literals by truth values. No definition of a round
/// mentions a symbol that another defines.
fn defined_locals(
    arena: &Arena,
    constraint: Formula,
    arguments: &FxHashSet<Symbol>,
) -> Vec<(Symbol, Definition)> {
    let is_unit = |a: &Int| a.is_one() || *a == Int::MINUS_ONE;
    let mut terms: Vec<(Symbol, LinearTerm)> = Vec::new();
    let mut substitution = Substitution::new();
    let mut found: IndexMap<Symbol, Definition, FxBuildHasher> = IndexMap::default();
    for conjunct in conjuncts(arena, constraint) {
        match arena.node(conjunct) {
            Node::Bool(b) if !arguments.contains(b) => _ = found.insert(*b, Definition::Bool(true)),
            Node::NotBool(b) if !arguments.contains(b) => _ = found.insert(*b, Definition::Bool(false)),
            Node::Eq(term) => {
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
    found.into_iter().collect()
}

impl BackTranslation for Simplified {
    fn solution(&self, _: &mut Arena, solution: Assignment, _: &mut Budget) -> Result<Assignment, Unknown> {
        Ok(solution)
    }

    fn derivation(&self, _: &Arena, mut derivation: Derivation) -> Derivation {
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
