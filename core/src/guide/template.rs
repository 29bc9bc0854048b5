//! Templates: what an interpolant may be made of (Acta'16, Sect. 5).
//!
//! ```text
//! X - I            the value of a term                        t[s̄′] = t[s̄]           Definition 4
//! inequality X     lower bounds of a term                     t[s̄′] ≤ t[s̄]           Definition 5
//! predicate X ≥ J  a predicate that holds                     φ[s̄′] → φ[s̄]           Definition 6
//! Z mod 2          the remainder of a term                    2 | t[s̄′] - t[s̄]
//! disjunction(…)   what a combination keeps                   see [`Combination`]
//! ```
//!
//! A remainder is the same as the predicates `m | t - r` for all `r` below `m`, and the truth of a formula
//! the same as the formula and its negation; both are common enough to have a kind of their own.

use super::{Combination, TemplateForm, TemplateText, Vocabulary};
use crate::formula::{Arena, Formula, FormulaText, LinearTerm, Notation, PieceKind, Substitution, Symbol};
use crate::num::Int;

/// What a template keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The value of a term.
    Term(LinearTerm),
    /// Lower bounds of a term.
    Inequality(LinearTerm),
    /// The remainder of a term, for a modulus of at least 2.
    Remainder(LinearTerm, Int),
    /// That a predicate holds.
    Predicate(Formula),
    /// Whether a formula holds.
    Truth(Formula),
    /// A combination of templates (Sect. 6.2).
    Combined(Box<Combination>),
}

/// The side of an interpolation problem whose states a step changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// From the first side to what is shared: `R_A[s̄′, s̄]`.
    First,
    /// From what is shared to the second side: `R_B[s̄, s̄″]`.
    Second,
}

/// A template and what it costs to use it; cheap ones are preferred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pub kind: Kind,
    pub cost: u64,
}

impl Kind {
    /// Whether its steps are transitive and the same on both sides. Then two of them are one, and nobody
    /// needs the state in between.
    pub fn is_transitive(&self) -> bool {
        !matches!(self, Kind::Combined(_))
    }

    /// The step from one state to another that the template allows on a side. It is reflexive.
    pub fn step(
        &self,
        arena: &mut Arena,
        symbols: &[Symbol],
        from: &[Symbol],
        to: &[Symbol],
        side: Side,
    ) -> Formula {
        if let Kind::Combined(combination) = self {
            let Vocabulary { shared, first, second } = &combination.vocabulary;
            let (relation, before, after) = match side {
                Side::First => (combination.relations.first, first, shared),
                Side::Second => (combination.relations.second, shared, second),
            };
            let own: Vec<Symbol> = before.iter().chain(after).copied().collect();
            let states: Vec<Symbol> = from.iter().chain(to).copied().collect();
            return arena.renamed(relation, &own, &states);
        }
        let mut renaming = |to: &[Symbol]| Substitution::renaming(arena, symbols, to);
        let (before, after) = (renaming(from), renaming(to));
        match self {
            Kind::Term(t) => arena.equal(&before.apply_to_term(t), &after.apply_to_term(t)),
            Kind::Inequality(t) => arena.at_most(&before.apply_to_term(t), &after.apply_to_term(t)),
            Kind::Remainder(t, modulus) => {
                let difference = &before.apply_to_term(t) - &after.apply_to_term(t);
                arena.divides(modulus, &difference)
            }
            Kind::Predicate(f) => {
                let (before, after) = (before.apply(arena, *f), after.apply(arena, *f));
                arena.implies(before, after)
            }
            Kind::Truth(f) => {
                let (before, after) = (before.apply(arena, *f), after.apply(arena, *f));
                arena.iff(before, after)
            }
            // Its relations are known, see above.
            Kind::Combined(_) => arena.true_(),
        }
    }

    /// The template with other symbols. The relations of a combination have symbols of their own.
    #[must_use]
    pub fn renamed(&self, arena: &mut Arena, renaming: &Substitution) -> Kind {
        match self {
            Kind::Term(t) => Kind::Term(renaming.apply_to_term(t)),
            Kind::Inequality(t) => Kind::Inequality(renaming.apply_to_term(t)),
            Kind::Remainder(t, m) => Kind::Remainder(renaming.apply_to_term(t), m.clone()),
            Kind::Predicate(f) => Kind::Predicate(renaming.apply(arena, *f)),
            Kind::Truth(f) => Kind::Truth(renaming.apply(arena, *f)),
            Kind::Combined(combination) => {
                let mut other = combination.clone();
                for operand in &mut other.operands {
                    *operand = operand.renamed(arena, renaming);
                }
                Kind::Combined(other)
            }
        }
    }

    /// What it is about: `X - I`, `Z mod 2`, `X ≥ J`.
    fn subject(&self, arena: &Arena) -> FormulaText {
        let term = |t: &LinearTerm| arena.show_term_as(t, Notation::Ascii).added_first().text();
        match self {
            Kind::Term(t) | Kind::Inequality(t) => term(t),
            Kind::Remainder(t, m) => {
                let text = if t.as_symbol().is_some() { term(t) } else { term(t).in_parentheses() };
                text.with(PieceKind::Word, " mod ").with(PieceKind::Number, &m.to_string())
            }
            Kind::Predicate(f) | Kind::Truth(f) => arena.show(*f).text(),
            Kind::Combined(combination) => {
                let word = FormulaText::of(PieceKind::Word, combination.operation.word());
                if combination.operands.is_empty() {
                    return word;
                }
                let mut operands = FormulaText::new();
                for (i, operand) in combination.operands.iter().enumerate() {
                    if i > 0 {
                        operands.push(PieceKind::Word, "; ");
                    }
                    operands.push(PieceKind::Word, operand.form().keyword());
                    operands.append(&operand.subject(arena));
                }
                word.and(&operands.in_parentheses())
            }
        }
    }

    fn form(&self) -> TemplateForm {
        match self {
            Kind::Term(_) => TemplateForm::Term,
            Kind::Inequality(_) => TemplateForm::Inequality,
            Kind::Remainder(..) => TemplateForm::Remainder,
            Kind::Predicate(_) => TemplateForm::Predicate,
            Kind::Truth(_) => TemplateForm::Truth,
            Kind::Combined(_) => TemplateForm::Combined,
        }
    }
}

impl Template {
    /// The template, to be read.
    pub fn text(&self, arena: &Arena, why: String) -> TemplateText {
        TemplateText { form: self.kind.form(), subject: self.kind.subject(arena), cost: self.cost, why }
    }
}
