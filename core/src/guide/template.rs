//! Templates: what an interpolant may be made of (Acta'16, Sect. 5).
//!
//! ```text
//! X - I            the value of a term                        t[s̄′] = t[s̄]           Definition 4
//! inequality X     lower bounds of a term                     t[s̄′] ≤ t[s̄]           Definition 5
//! predicate X ≥ J  a predicate that holds                     φ[s̄′] → φ[s̄]           Definition 6
//! Z mod 2          the remainder of a term                    2 | t[s̄′] - t[s̄]
//! ```
//!
//! A remainder is the same as the predicates `m | t - r` for all `r` below `m`, and the truth of a formula
//! the same as the formula and its negation; both are common enough to have a kind of their own.

use super::{TemplateForm, TemplateText};
use crate::formula::{Arena, Formula, FormulaText, LinearTerm, Notation, PieceKind, Substitution, Symbol};
use crate::lang::TemplateKind;
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
}

/// A template and what it costs to use it; cheap ones are preferred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pub kind: Kind,
    pub cost: u64,
}

impl From<TemplateKind> for Kind {
    fn from(kind: TemplateKind) -> Kind {
        match kind {
            TemplateKind::Term(term) => Kind::Term(term),
            TemplateKind::Inequality(term) => Kind::Inequality(term),
            TemplateKind::Predicate(formula) => Kind::Predicate(formula),
        }
    }
}

impl Kind {
    /// The step from one state to another that the template allows. It is reflexive and transitive.
    pub fn step(&self, arena: &mut Arena, symbols: &[Symbol], from: &[Symbol], to: &[Symbol]) -> Formula {
        let mut renaming =
            |to: &[Symbol]| Substitution::renaming(arena, symbols.iter().copied().zip(to.iter().copied()));
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
        }
    }

    /// The template with other symbols.
    #[must_use]
    pub fn renamed(&self, arena: &mut Arena, renaming: &Substitution) -> Kind {
        match self {
            Kind::Term(t) => Kind::Term(renaming.apply_to_term(t)),
            Kind::Inequality(t) => Kind::Inequality(renaming.apply_to_term(t)),
            Kind::Remainder(t, m) => Kind::Remainder(renaming.apply_to_term(t), m.clone()),
            Kind::Predicate(f) => Kind::Predicate(renaming.apply(arena, *f)),
            Kind::Truth(f) => Kind::Truth(renaming.apply(arena, *f)),
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
        }
    }

    fn form(&self) -> TemplateForm {
        match self {
            Kind::Term(_) => TemplateForm::Term,
            Kind::Inequality(_) => TemplateForm::Inequality,
            Kind::Remainder(..) => TemplateForm::Remainder,
            Kind::Predicate(_) => TemplateForm::Predicate,
            Kind::Truth(_) => TemplateForm::Truth,
        }
    }
}

impl Template {
    /// The template, to be read.
    pub fn text(&self, arena: &Arena, why: String) -> TemplateText {
        TemplateText { form: self.kind.form(), subject: self.kind.subject(arena), cost: self.cost, why }
    }
}
