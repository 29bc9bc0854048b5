//! Names that SMT-LIB can read back.

use rustc_hash::FxHashSet;

use super::vocabulary::Word;
use crate::lang::printable::is_hidden;

/// A symbol as SMT-LIB writes it: between bars unless it is simple.
pub(super) fn quoted(name: &str) -> String {
    let is_simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    if !name.is_empty() && name.chars().all(is_simple) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        name.to_owned()
    } else {
        // Bars, backslashes and control characters cannot be quoted.
        let is_outside = |c: char| matches!(c, '|' | '\\') || (is_hidden(c) && !matches!(c, '\t' | '\n'));
        format!("|{}|", name.replace(is_outside, "_"))
    }
}

/// Names in use, so that each new one is different.
#[derive(Clone, Debug, Default)]
pub(super) struct NameTable {
    used: FxHashSet<String>,
}

impl NameTable {
    /// Keeps a quoted name from being claimed.
    pub(super) fn reserve(&mut self, name: Option<&String>) {
        self.used.extend(name.cloned());
    }

    /// The name itself, quoted as needed, or one like it where it is reserved or taken.
    pub(super) fn claim(&mut self, name: &str) -> String {
        let mut candidate = quoted(name);
        let mut number = 0;
        while Word::is_reserved(name_inside(&candidate)) || self.used.contains(&candidate) {
            candidate = quoted(&format!("{name}!{number}"));
            number += 1;
        }
        self.used.insert(candidate.clone());
        candidate
    }
}

fn name_inside(quoted: &str) -> &str {
    quoted.trim_matches('|')
}
