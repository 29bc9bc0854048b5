//! How formulae begin and how they are written: `forall x y. exists z. (x or z) and (not y or z)`.

use std::fmt;

use super::{Qbf, QbfClause, Quantifier};

/// The words and signs that a quantifier is written by.
pub(super) fn quantifier(word: &str) -> Option<Quantifier> {
    match word {
        "forall" | "∀" => Some(Quantifier::ForAll),
        "exists" | "∃" => Some(Quantifier::Exists),
        _ => None,
    }
}

/// Does a text, after its comments, begin with a quantifier and a variable? A clause about a relation symbol
/// `exists` goes on with a parenthesis.
pub(super) fn is_announced(text: &str) -> bool {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('%'));
    let Some(line) = line else { return false };
    let rest = ["forall", "exists", "∀", "∃"].iter().find_map(|word| line.strip_prefix(word));
    rest.is_some_and(|rest| {
        let is_apart = line.starts_with(['∀', '∃']) || rest.starts_with(char::is_whitespace);
        is_apart && rest.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '_')
    })
}

impl Qbf {
    /// `x ∨ ¬y`
    pub(super) fn clause_text(&self, clause: &QbfClause) -> String {
        if clause.literals.is_empty() {
            return "false".to_owned();
        }
        let literals = clause.literals.iter().map(|literal| {
            let sign = if literal.is_positive { "" } else { "¬" };
            format!("{sign}{}", self.variables[literal.variable].name)
        });
        literals.collect::<Vec<_>>().join(" ∨ ")
    }
}

/// As it is read back.
impl fmt::Display for Qbf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for run in self.variables.chunk_by(|one, next| one.quantifier == next.quantifier) {
            let word = if run[0].quantifier == Quantifier::Exists { "exists" } else { "forall" };
            let names: Vec<&str> = run.iter().map(|variable| variable.name.as_str()).collect();
            writeln!(f, "{word} {}.", names.join(" "))?;
        }
        let clauses: Vec<String> =
            self.clauses.iter().map(|clause| format!("({})", self.clause_text(clause))).collect();
        if clauses.is_empty() { writeln!(f, "true") } else { writeln!(f, "{}", clauses.join(" ∧\n")) }
    }
}
