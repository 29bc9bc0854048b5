//! Names: which need no quotes, and how the others are quoted.
//!
//! `loop` and `p'` name relation symbols, `X`, `X'` and `_1` name variables. Any other name is written
//! between quotes: `'Loop 1'` for relation symbols, as in Prolog, and `` `x!1` `` for variables. A backslash
//! escapes the quotes, itself, the ends of lines, and as `\u{1b}` any character by its number.

use std::fmt::Write;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::lang::printable::is_hidden;

/// A name that occurs in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::lang) struct Name(u32);

impl Name {
    /// A name that no text has.
    pub(in crate::lang) const NONE: Name = Name(u32::MAX);

    pub(in crate::lang) fn index(self) -> usize {
        self.0 as usize
    }

    pub(in crate::lang) fn number(self) -> u32 {
        self.0
    }

    /// The name with a number.
    pub(in crate::lang) fn numbered(number: u32) -> Name {
        Name(number)
    }
}

/// All names of a text.
#[derive(Debug, Default)]
pub(in crate::lang) struct Names(IndexSet<String, FxBuildHasher>);

impl Names {
    pub(in crate::lang) fn intern(&mut self, text: &str) -> Name {
        if let Some(found) = self.0.get_index_of(text) {
            return Name(found as u32);
        }
        Name(self.0.insert_full(text.to_owned()).0 as u32)
    }

    pub(in crate::lang) fn find(&self, text: &str) -> Option<Name> {
        self.0.get_index_of(text).map(|i| Name(i as u32))
    }

    pub(in crate::lang) fn text(&self, name: Name) -> &str {
        &self.0[name.index()]
    }

    pub(in crate::lang) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Words that are signs, not names.
pub(in crate::lang) const KEYWORDS: [&str; 6] = ["div", "false", "let", "mod", "not", "true"];

pub(in crate::lang) fn starts_name(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

pub(in crate::lang) fn continues_name(c: char) -> bool {
    matches!(c, '_' | '\'' | '′') || c.is_alphanumeric()
}

/// Does a name that starts like this name a variable?
pub(in crate::lang) fn is_variable_start(c: char) -> bool {
    c == '_' || c.is_uppercase()
}

pub(in crate::lang) const RELATION_QUOTE: char = '\'';
pub(in crate::lang) const VARIABLE_QUOTE: char = '`';

/// A relation symbol as the text must spell it.
pub(in crate::lang) fn spell_relation(name: &str) -> String {
    let plain = name.chars().next().is_some_and(|c| starts_name(c) && !is_variable_start(c))
        && name.chars().all(continues_name)
        && !KEYWORDS.contains(&name);
    if plain { name.to_owned() } else { quoted(name, RELATION_QUOTE) }
}

/// A variable as the text must spell it; `_` alone would be another variable at each place.
pub(crate) fn spell_variable(name: &str) -> String {
    let plain =
        name.chars().next().is_some_and(is_variable_start) && name.chars().all(continues_name) && name != "_";
    if plain { name.to_owned() } else { quoted(name, VARIABLE_QUOTE) }
}

pub(in crate::lang) fn quoted(name: &str, quote: char) -> String {
    let mut text = String::with_capacity(name.len() + 2);
    text.push(quote);
    for c in name.chars() {
        match c {
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\\' => text.push_str("\\\\"),
            c if c == quote => {
                text.push('\\');
                text.push(c);
            }
            // Writing to a string cannot fail.
            c if is_hidden(c) => _ = write!(text, "\\u{{{:x}}}", u32::from(c)),
            c => text.push(c),
        }
    }
    text.push(quote);
    text
}
