//! The one printer of formulae: as a person would write them, `X + Y ≥ Z` and not `-1*X + -1*Y + Z <= 0`.
//!
//! Formulae are graphs whose parts may be shared, and the text of one that is small in memory may be larger
//! than any memory. So no text is longer than [`TEXT_LIMIT`], and it says how much was left out; and where
//! parts are shared so often that it matters, they have names:
//!
//! ```text
//! (φ1 ∧ X ≤ 3) ∨ (¬φ1 ∧ φ2) where φ1 := φ2 ∨ X ≥ Y; φ2 := X ≥ 0 ∧ … (12,345 more parts)
//! ```
//!
//! Languages, whose texts are read back, print without a limit ([`Exact`]); they name what is shared, so that
//! their texts are hardly larger than the graph.

mod literal;
mod writer;

use crate::order::sort_by_key;
use std::fmt;

use self::literal::{Names, Style};
use self::writer::{Mentions, Writer};
use super::{Arena, Formula, FormulaText, LinearTerm, Node, Sharing, Symbol, Valuation};

/// At most about this many bytes of a formula are written; parentheses that are open then are closed.
pub const TEXT_LIMIT: usize = 10_000;
/// At most this many characters of a name or a number are written.
pub const TOKEN_LIMIT: usize = 1_000;
/// Shared parts get names when the tree is this many times larger than the graph.
const GROWTH: u64 = 2;

/// Which signs to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `X ≤ Y ∧ Z ≠ 0`
    Mathematical,
    /// `X <= Y, Z != 0`: the house syntax.
    Ascii,
    /// `x <= y && z != 0`: programs and transition systems.
    Program,
    /// `X =< Y, Z =\= 0`: clauses as Prolog and Eldarica write them.
    Prolog,
}

impl Notation {
    /// The sign before what is denied.
    pub(crate) fn not(self) -> &'static str {
        match self {
            Notation::Mathematical => "¬",
            Notation::Ascii | Notation::Program => "!",
            Notation::Prolog => "\\+",
        }
    }

    /// The sign for remainders, where divisibility is written with it.
    fn modulo(self) -> Option<&'static str> {
        match self {
            Notation::Mathematical | Notation::Ascii => None,
            Notation::Program => Some(" % "),
            Notation::Prolog => Some(" mod "),
        }
    }
}

/// A formula or term that is about to be printed; made by [`Arena::show`] and its kin.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a, T> {
    what: T,
    style: Style<'a>,
    has_implications: bool,
    is_added_first: bool,
}

impl Arena {
    pub fn show(&self, formula: Formula) -> Printed<'_, Formula> {
        self.show_as(formula, Notation::Mathematical)
    }

    pub fn show_as(&self, formula: Formula, notation: Notation) -> Printed<'_, Formula> {
        Printed::new(self, formula, notation)
    }

    pub fn show_term<'a>(&'a self, term: &'a LinearTerm) -> Printed<'a, &'a LinearTerm> {
        self.show_term_as(term, Notation::Ascii)
    }

    pub fn show_term_as<'a>(
        &'a self,
        term: &'a LinearTerm,
        notation: Notation,
    ) -> Printed<'a, &'a LinearTerm> {
        Printed::new(self, term, notation)
    }
}

impl<'a, T> Printed<'a, T> {
    fn new(arena: &'a Arena, what: T, notation: Notation) -> Printed<'a, T> {
        let style = Style { arena, notation, names: Names::Own, limit: TEXT_LIMIT };
        Printed { what, style, has_implications: false, is_added_first: false }
    }

    /// Spells symbols in another way than by their bare names.
    #[must_use]
    pub fn spelled(mut self, spelling: &'a dyn Fn(Symbol) -> String) -> Printed<'a, T> {
        self.style.names = Names::Spelled(spelling);
        self
    }

    /// Writes values in the places of symbols: `2·4 ≤ 9`.
    #[must_use]
    pub fn valued(mut self, valuation: &'a Valuation) -> Printed<'a, T> {
        self.style.names = Names::Values(valuation);
        self
    }

    /// Writes at most this many bytes, if that is less than [`TEXT_LIMIT`].
    #[must_use]
    pub fn limited(mut self, limit: usize) -> Printed<'a, T> {
        self.style.limit = limit.min(TEXT_LIMIT);
        self
    }
}

impl Printed<'_, Formula> {
    /// Writes a disjunction in which some parts deny something as an implication: `M = N → R ≤ M` for
    /// `N ≠ M ∨ R ≤ M`. The two are the same formula; this is about how it is written.
    #[must_use]
    pub fn with_implications(mut self) -> Self {
        self.has_implications = true;
        self
    }

    pub fn text(&self) -> FormulaText {
        self.written().0
    }

    /// The text, and how many parts were written.
    fn written(&self) -> (FormulaText, u64) {
        let arena = self.style.arena;
        let sharing = match arena.node(self.what) {
            Node::And(_) | Node::Or(_) => Sharing::of(arena, &[self.what], GROWTH),
            _ => Sharing::default(),
        };
        let mentions = Mentions::in_text(self.style, &sharing, self.what);
        let mut writer = Writer::new(self.style, sharing.size(), mentions);
        writer.formula(self.what, self.has_implications);
        writer.definitions();
        (writer.text, writer.written)
    }
}

impl Printed<'_, &LinearTerm> {
    /// Writes what is added before what is subtracted: `X - I` rather than `-I + X`.
    #[must_use]
    pub fn added_first(mut self) -> Self {
        self.is_added_first = true;
        self
    }

    pub fn text(&self) -> FormulaText {
        let mut text = FormulaText::new();
        let mut summands = self.what.summands().to_vec();
        if self.is_added_first {
            sort_by_key(&mut summands, |(_, a)| a.is_negative());
        }
        self.style.sum(&mut text, &summands, self.what.constant_part());
        text
    }
}

impl fmt::Display for Printed<'_, Formula> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl fmt::Display for Printed<'_, &LinearTerm> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

/// Formulae in a language that is read back, nothing left out. Whoever prints them also prints what the names
/// of shared parts mean.
#[derive(Clone, Copy)]
pub(crate) struct Exact<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) notation: Notation,
    pub(crate) spelling: &'a dyn Fn(Symbol) -> String,
    pub(crate) sharing: &'a Sharing,
    /// The names of the shared parts.
    pub(crate) names: &'a [String],
}

impl Exact<'_> {
    /// A formula, with names for its shared parts though not for the whole.
    pub(crate) fn formula(&self, formula: Formula) -> String {
        let mentions = Mentions::Given { sharing: self.sharing, names: self.names };
        let mut writer = Writer::new(self.style(), u64::MAX, mentions);
        writer.formula(formula, false);
        writer.text.into()
    }

    pub(crate) fn term(&self, term: &LinearTerm) -> String {
        let mut text = FormulaText::new();
        self.style().sum(&mut text, term.summands(), term.constant_part());
        text.into()
    }

    fn style(&self) -> Style<'_> {
        let names = Names::Spelled(self.spelling);
        Style { arena: self.arena, notation: self.notation, names, limit: usize::MAX }
    }
}

#[cfg(test)]
mod tests;
