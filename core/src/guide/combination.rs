//! Templates made of templates (Acta'16, Sect. 6.2).
//!
//! ```text
//! disjunction(X - I; J)      R ∨ S        composition(X; J)     R ∘ S, which abstracts by J first
//! conjunction(X - I; J)      R ∧ S        complement(X)         ¬R ∨ Id
//! ```
//!
//! The relations of plain templates are reflexive and transitive, and those of the two sides are the same
//! relation. Neither holds for combinations, so a combination has a relation for each side. States between
//! the parts of a composition are eliminated at once: otherwise a complement would be too large.

use super::{Kind, RelationAbstraction, Vocabulary};
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, Symbol};
use crate::lang::{Operation, TemplateKind};
use crate::solver::{Budget, Unknown};

/// The steps that the relations of one combination may take.
pub const COMBINATION_STEPS: u64 = 1_000_000;

/// A combination of templates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    pub operation: Operation,
    pub operands: Vec<Kind>,
    pub(super) vocabulary: Vocabulary,
    pub(super) relations: RelationAbstraction,
}

impl Combination {
    /// The combination of templates over these parameters.
    pub fn new(
        arena: &mut Arena,
        parameters: &[Symbol],
        operation: Operation,
        operands: Vec<Kind>,
        budget: &mut Budget,
    ) -> Result<Combination, Unknown> {
        let vocabulary = Vocabulary::new(arena, parameters);
        let mut all = operands.iter().map(|kind| RelationAbstraction::of(arena, &vocabulary, [kind]));
        let all: Vec<RelationAbstraction> = all.by_ref().collect();
        let relations = match operation {
            Operation::Identity => RelationAbstraction::identity(arena, &vocabulary),
            Operation::Top => RelationAbstraction::top(arena),
            Operation::Conjunction => {
                let top = RelationAbstraction::top(arena);
                all.into_iter().fold(top, |sum, one| sum.and(arena, one))
            }
            Operation::Disjunction => {
                let identity = RelationAbstraction::identity(arena, &vocabulary);
                all.into_iter().fold(identity, |sum, one| sum.or(arena, one))
            }
            Operation::Complement => {
                let operand = all.into_iter().next().unwrap_or_else(|| RelationAbstraction::top(arena));
                operand.not(arena, &vocabulary)
            }
            Operation::Composition => {
                let mut sum = RelationAbstraction::identity(arena, &vocabulary);
                for outer in all.into_iter().rev() {
                    sum = outer.after(arena, &vocabulary, sum);
                    sum.first = closed(arena, sum.first, &vocabulary, budget)?;
                    sum.second = closed(arena, sum.second, &vocabulary, budget)?;
                }
                sum
            }
        };
        Ok(Combination { operation, operands, vocabulary, relations })
    }
}

/// A relation without the states in between.
fn closed(
    arena: &mut Arena,
    relation: Formula,
    vocabulary: &Vocabulary,
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    let Vocabulary { shared, first, second } = vocabulary;
    let known = |s: &Symbol| shared.contains(s) || first.contains(s) || second.contains(s);
    let between: Vec<Symbol> = arena.symbols_of(relation).into_iter().filter(|s| !known(s)).collect();
    eliminate(arena, relation, &between, budget)
}

impl Kind {
    /// What a template of the user keeps, over the same parameters. Recursive, since languages limit how deep
    /// combinations are.
    pub fn of(
        arena: &mut Arena,
        parameters: &[Symbol],
        given: &TemplateKind,
        budget: &mut Budget,
    ) -> Result<Kind, Unknown> {
        Ok(match given {
            TemplateKind::Term(term) => Kind::Term(term.clone()),
            TemplateKind::Inequality(term) => Kind::Inequality(term.clone()),
            TemplateKind::Predicate(formula) => Kind::Predicate(*formula),
            TemplateKind::Combined(operation, operands) => {
                let mut kinds = Vec::with_capacity(operands.len());
                for operand in operands {
                    kinds.push(Kind::of(arena, parameters, operand, budget)?);
                }
                let combination = Combination::new(arena, parameters, *operation, kinds, budget)?;
                Kind::Combined(Box::new(combination))
            }
        })
    }
}
