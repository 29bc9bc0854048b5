//! Arithmetic lemmas as accounts: facts that are given, facts that follow, and the impossible one at the end.
//!
//! ```text
//! a   -M + N ≤ -1        line 1
//! b   M - N = 0          line 4
//!     1·a + 1·b          0 ≤ -1
//! ```
//!
//! What follows is what the checker computes when it accepts the certificate, so the account is the proof and not a retelling
//! of it.

use serde::{Deserialize, Serialize};

use super::FactText;
use super::spelling::Spelling;
use crate::check::certificate::{self, Fact};
use crate::formula::{Arena, Formula, LinearTerm};
use crate::num::Int;
use crate::proof::{Certificate, Combination, FactId, Line, Quotient};

/// The account of one lemma.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    pub rows: Vec<Row>,
}

/// A fact with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub fact: FactText,
    pub rule: Rule,
    /// How many distinctions of cases the row is within.
    pub depth: usize,
}

/// Why a row holds. Rows are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    /// A line of the proof.
    Given { line: usize },
    /// Supposed, so that its opposite is one of the possible conclusions.
    Supposed,
    /// The sum of rows, each taken so many times. All coefficients of the sum are divided by the divisor, if that is not 1,
    /// and the number on the right is rounded down.
    Sum { summands: Vec<Summand>, divisor: Int },
    /// The sum is impossible, which ends the case: `0 ≤ -1`, or an equation whose left side is a multiple of the divisor and
    /// whose right side is not.
    Contradiction { summands: Vec<Summand>, divisor: Int },
    /// `t ≤ c` and `-t ≤ -c` are `t = c`.
    Equate { upper: usize, lower: usize },
    /// `t ≤ c` and `t ≠ c` are `t ≤ c - 1`.
    Strengthen { fact: usize, disequality: usize },
    /// A quotient, such as `q1 = ⌊X / 2⌋`, and a row that says whether the division is exact.
    Quotient { definition: String, of: Option<usize> },
    /// Either this holds …
    Split,
    /// … or, as that was impossible, this.
    Otherwise,
}

/// A row, taken so many times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summand {
    pub times: Int,
    pub row: usize,
}

impl Account {
    /// The account of a lemma; facts are the opposites of its literals, and `given` says which line has a fact.
    pub(super) fn new(
        arena: &Arena,
        spelling: &Spelling,
        facts: &[Formula],
        quotients: &[Quotient],
        certificate: &Certificate,
        given: &dyn Fn(Formula) -> Option<usize>,
    ) -> Option<Account> {
        let known: Vec<Fact> =
            facts.iter().map(|f| Fact::of_literal(arena.node(*f))).collect::<Option<_>>()?;
        let told = certificate::told(known.clone(), quotients, certificate)?;
        let mut writer = Writer {
            arena,
            spelling,
            quotients,
            rows: Vec::new(),
            facts: Vec::new(),
            numbers: Vec::new(),
            open: Vec::new(),
        };
        for (formula, fact) in facts.iter().zip(known) {
            writer.push(fact, given(*formula).map_or(Rule::Supposed, |line| Rule::Given { line }));
        }
        for (line, fact) in certificate.lines.iter().zip(told) {
            writer.line(line, fact)?;
        }
        Some(Account { rows: writer.rows })
    }
}

struct Writer<'a> {
    arena: &'a Arena,
    spelling: &'a Spelling,
    quotients: &'a [Quotient],
    rows: Vec<Row>,
    /// The facts that hold in the current case, as certificates number them, and their rows.
    facts: Vec<Fact>,
    numbers: Vec<usize>,
    /// The splits whose first case is not closed.
    open: Vec<Open>,
}

struct Open {
    /// The number of facts before the split.
    facts: usize,
    term: LinearTerm,
    depth: usize,
}

impl Writer<'_> {
    /// Adds a row that is no fact of its own, such as the end of a case.
    fn show(&mut self, fact: &Fact, rule: Rule, depth: usize) {
        self.rows.push(Row { fact: FactText::new(self.arena, self.spelling, fact), rule, depth });
    }

    fn push(&mut self, fact: Fact, rule: Rule) {
        self.numbers.push(self.rows.len());
        self.show(&fact, rule, self.open.len());
        self.facts.push(fact);
    }

    fn row(&self, fact: FactId) -> Option<usize> {
        self.numbers.get(fact.index()).copied()
    }

    fn line(&mut self, line: &Line, fact: Fact) -> Option<()> {
        let rule = match line {
            Line::Combine { combination, divisor } => {
                Rule::Sum { summands: self.summands(combination)?, divisor: divisor.clone() }
            }
            Line::Equate { upper, lower } => {
                Rule::Equate { upper: self.row(*upper)?, lower: self.row(*lower)? }
            }
            Line::Strengthen { fact, disequality } => {
                Rule::Strengthen { fact: self.row(*fact)?, disequality: self.row(*disequality)? }
            }
            Line::QuotientLower { quotient } | Line::QuotientUpper { quotient } => {
                self.quotient(*quotient, None)?
            }
            Line::QuotientExact { quotient, divisibility: of }
            | Line::QuotientInexact { quotient, indivisibility: of } => {
                self.quotient(*quotient, self.row(*of))?
            }
            Line::Split { term } => {
                let depth = self.open.len() + 1;
                self.open.push(Open { facts: self.facts.len(), term: term.clone(), depth });
                Rule::Split
            }
            Line::Contradiction { combination, divisor } => {
                let rule =
                    Rule::Contradiction { summands: self.summands(combination)?, divisor: divisor.clone() };
                self.show(&fact, rule, self.open.len());
                if let Some(open) = self.open.pop() {
                    self.facts.truncate(open.facts);
                    self.numbers.truncate(open.facts);
                    self.numbers.push(self.rows.len());
                    let other = Fact::AtMostZero((-&open.term).plus_constant(&Int::ONE));
                    self.show(&other, Rule::Otherwise, open.depth - 1);
                    self.facts.push(other);
                }
                return Some(());
            }
        };
        self.push(fact, rule);
        Some(())
    }

    fn quotient(&self, index: usize, of: Option<usize>) -> Option<Rule> {
        let Quotient { symbol, divisor, term } = self.quotients.get(index)?;
        let name = self.spelling.name(self.arena, *symbol);
        let term_text = self.spelling.term(self.arena, term);
        let is_simple = term.as_symbol().is_some();
        let definition = if is_simple {
            format!("{name} = ⌊{term_text} / {divisor}⌋")
        } else {
            format!("{name} = ⌊({term_text}) / {divisor}⌋")
        };
        Some(Rule::Quotient { definition, of })
    }

    fn summands(&self, combination: &Combination) -> Option<Vec<Summand>> {
        combination
            .iter()
            .map(|(id, times)| Some(Summand { times: times.clone(), row: self.row(*id)? }))
            .collect()
    }
}
