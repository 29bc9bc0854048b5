//! Dialects: other ways to write the same clauses, which share everything from the parser on.
//!
//! ```text
//! house     p(X, Y) :- X <= Y, 2 | X.         q(B) :- B.
//! Prolog    P(x, y) :- x =< y, x mod 2 = 0.   q(`B`) :- `B`.
//! ```

use super::name::{Names, spell_relation, spell_variable};
use super::syntax::Syntax;
use super::token::{MISTAKES, Token, TokenKind};
use crate::formula::Notation;
use crate::lang::Problem;
use crate::lang::common::report::Report;

/// What a dialect has of its own.
pub(in crate::lang) struct Dialect {
    /// Signs that are tried before all others.
    pub(in crate::lang) signs: &'static [(&'static str, TokenKind)],
    /// Signs of other languages: what is meant, and what to write for it.
    pub(in crate::lang) mistakes: &'static [(&'static str, TokenKind, &'static str)],
    /// What a word is, by what stands before and after it; `None` is a name. Without this, words are those of
    /// the house syntax.
    pub(in crate::lang) word: Option<Word>,
    /// Tells variables from relation symbols, once all tokens are known.
    pub(in crate::lang) classify: Option<fn(text: &str, tokens: &mut Vec<Token>, names: &Names)>,
    /// Changes names in the tree of a problem, or of a solution of one.
    pub(in crate::lang) adapt: Option<Adapt>,
    /// Are there comments as in C?
    pub(in crate::lang) has_block_comments: bool,
    /// May `,` and `;` stand side by side without parentheses?
    pub(in crate::lang) has_mixtures: bool,
    /// Do solutions define relation symbols with `:-`?
    pub(in crate::lang) clauses_define: bool,
    pub(in crate::lang) spelling: Spelling,
}

pub(in crate::lang) type Word = fn(word: &str, before: Option<TokenKind>, after: &str) -> Option<TokenKind>;

pub(in crate::lang) type Adapt =
    fn(text: &str, syntax: &mut Syntax, names: &mut Names, solved: Option<&Problem>, report: &mut Report);

/// How a dialect is printed.
#[derive(Clone, Copy)]
pub(in crate::lang) struct Spelling {
    pub(in crate::lang) notation: Notation,
    pub(in crate::lang) relation: fn(name: &str) -> String,
    pub(in crate::lang) variable: fn(name: &str) -> String,
    /// Is a name alone a relation symbol, so that Boolean variables need quotes?
    pub(in crate::lang) quotes_booleans: bool,
    /// What stands for no and for an impossible constraint.
    pub(in crate::lang) constants: [&'static str; 2],
    /// Between the head of a definition and its formula.
    pub(in crate::lang) defines: &'static str,
    pub(in crate::lang) has_facts: bool,
    /// The name of a relation symbol as it is written, for one that has another name here.
    pub(in crate::lang) written: fn(problem: &Problem, name: &str, arity: usize) -> Option<String>,
}

pub(in crate::lang) const HOUSE: Dialect = Dialect {
    signs: &[],
    mistakes: &MISTAKES,
    word: None,
    classify: None,
    adapt: None,
    has_block_comments: false,
    has_mixtures: true,
    clauses_define: false,
    spelling: Spelling {
        notation: Notation::Ascii,
        relation: spell_relation,
        variable: spell_variable,
        quotes_booleans: false,
        constants: ["true", "false"],
        defines: ":=",
        has_facts: true,
        written: |_, _, _| None,
    },
};
