//! QDIMACS, as solvers of quantified Boolean formulae read it:
//!
//! ```text
//! c a comment
//! p cnf 2 2
//! a 1 0
//! e 2 0
//! 1 2 0
//! -1 -2 0
//! ```
//!
//! Variables without a quantifier are existential and outermost. A first line that announces other numbers
//! than there are is pointed out, since a part of the formula may be missing.

use super::{Literal, Qbf, QbfClause, Quantifier, Variable};
use crate::lang::common::report::{Report, end_of};
use crate::lang::{Diagnostic, Span};
use crate::order::Map;

/// Does a text, after its comments, announce clauses?
pub(super) fn is_announced(text: &str) -> bool {
    let is_comment = |line: &str| line == "c" || line.starts_with("c ");
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !is_comment(line));
    line.is_some_and(|line| line.split_whitespace().take(2).eq(["p", "cnf"]))
}

/// Reads a formula; what is wrong is reported.
pub(super) fn read(text: &str, report: &mut Report) -> Qbf {
    let mut reader = Reader { report, quantified: Vec::new(), clauses: Vec::new(), open: None, said: None };
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        if !reader.report.spend(1, Span::new(start, offset)) {
            break;
        }
        reader.line(line, start);
    }
    if reader.open.is_some() {
        reader.report.hinted(end_of(text), "the last list does not end", "each list ends with 0");
    }
    reader.compare();
    reader.finish()
}

/// What a list of numbers that ends with 0 is.
enum List {
    Variables(Quantifier),
    Clause(QbfClause<i64>),
}

struct Reader<'r, 'b> {
    report: &'r mut Report<'b>,
    quantified: Vec<(u32, Quantifier, Span)>,
    clauses: Vec<QbfClause<i64>>,
    open: Option<List>,
    /// How many variables and clauses are announced, and where.
    said: Option<(u64, u64, Span)>,
}

impl Reader<'_, '_> {
    fn line(&mut self, line: &str, start: usize) {
        let trimmed = line.trim();
        if self.open.is_none() && (trimmed == "c" || trimmed.starts_with("c ") || trimmed.starts_with("p ")) {
            if let ["p", "cnf", variables, clauses] = trimmed.split_whitespace().collect::<Vec<_>>()[..]
                && let (Ok(variables), Ok(clauses)) = (variables.parse(), clauses.parse())
            {
                self.said = Some((variables, clauses, Span::new(start, start + line.trim_end().len())));
            }
            return;
        }
        let mut at = start;
        for piece in line.split_inclusive(char::is_whitespace) {
            let word = piece.trim();
            let span = Span::new(at, at + word.len());
            at += piece.len();
            if !word.is_empty() {
                self.word(word.trim_start_matches('\u{feff}'), span);
            }
        }
    }

    fn word(&mut self, word: &str, span: Span) {
        let quantifier = match word {
            "a" => Some(Quantifier::ForAll),
            "e" => Some(Quantifier::Exists),
            _ => None,
        };
        if let Some(quantifier) = quantifier {
            if self.open.is_some() {
                self.report.hinted(span, "a quantifier within a list", "each list ends with 0");
            }
            if !self.clauses.is_empty() {
                self.report.error(span, "quantifiers come before the clauses");
            }
            self.open = Some(List::Variables(quantifier));
            return;
        }
        let Ok(number) = word.parse::<i64>() else {
            self.report.error(span, format!("expected a number, found `{}`", word.escape_debug()));
            return;
        };
        if number.unsigned_abs() > u64::from(u32::MAX) {
            self.report.error(span, "there is no such variable: the number is too large");
            return;
        }
        let list = self.open.take().unwrap_or(List::Clause(QbfClause { literals: Vec::new(), span }));
        match list {
            List::Variables(_) if number == 0 => {}
            List::Variables(quantifier) => {
                let variable = number.unsigned_abs() as u32;
                if number < 0 {
                    self.report.error(span, "a quantified variable is not negated");
                } else if self.quantified.iter().any(|(known, ..)| *known == variable) {
                    self.report.error(span, format!("{variable} is quantified twice"));
                } else {
                    self.quantified.push((variable, quantifier, span));
                }
                self.open = Some(List::Variables(quantifier));
            }
            List::Clause(clause) if number == 0 => self.clauses.push(clause),
            List::Clause(mut clause) => {
                if !clause.literals.contains(&number) {
                    clause.literals.push(number);
                }
                clause.span = clause.span.to(span);
                self.open = Some(List::Clause(clause));
            }
        }
    }

    /// Are there as many variables and clauses as announced?
    fn compare(&mut self) {
        let Some((variables, clauses, span)) = self.said else { return };
        let literals = self.clauses.iter().flat_map(|clause| &clause.literals).map(|n| n.unsigned_abs());
        let largest = self.quantified.iter().map(|(n, ..)| u64::from(*n)).chain(literals).max();
        let largest = largest.unwrap_or(0);
        if largest > variables {
            let message = format!("{variables} variables are announced, but there is a variable {largest}");
            self.report.push(Diagnostic::warning(span, message));
        }
        let count = self.clauses.len() as u64;
        if count != clauses {
            let message = format!("{clauses} clauses are announced, but there are {count}");
            self.report.push(Diagnostic::warning(span, message));
        }
    }

    fn finish(self) -> Qbf {
        let mut known: Map<u32, usize> = Map::default();
        let mut variables: Vec<Variable> = Vec::new();
        let quantified: Map<u32, ()> = self.quantified.iter().map(|(number, ..)| (*number, ())).collect();
        let mut add = |number: u32, quantifier, span| {
            known.insert(number, variables.len());
            variables.push(Variable { name: format!("x{number}"), quantifier, span });
        };
        let mut free: Map<u32, Span> = Map::default();
        for clause in &self.clauses {
            for literal in &clause.literals {
                let number = literal.unsigned_abs() as u32;
                if quantified.get(&number).is_none() && free.get(&number).is_none() {
                    free.insert(number, clause.span);
                }
            }
        }
        for (number, span) in free.iter() {
            add(*number, Quantifier::Exists, *span);
        }
        for (number, quantifier, span) in &self.quantified {
            add(*number, *quantifier, *span);
        }
        let literal = |number: &i64| {
            let variable = known.get(&(number.unsigned_abs() as u32)).copied().unwrap_or_default();
            Literal { variable, is_positive: *number > 0 }
        };
        let clauses = self.clauses.iter().map(|clause| QbfClause {
            literals: clause.literals.iter().map(literal).collect(),
            span: clause.span,
        });
        let clauses = clauses.collect();
        Qbf { variables, clauses }
    }
}
