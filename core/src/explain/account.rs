//! Arithmetic lemmas as accounts: facts that are given, facts that follow, and the impossible one at the end.
//!
//! ```text
//! a   -M + N ≤ -1        line 1
//! b   M - N = 0          line 4
//!     1·a + 1·b          0 ≤ -1
//! ```
//!
//! What follows is what the checker computes when it accepts the certificate, so the account is the proof and
//! not a retelling of it.
//!
//! Where the given facts come from is for the owner of the account to say: `S` in all of this.

use serde::{Deserialize, Serialize};

use super::FactText;
use crate::check::certificate::{self, Fact};
use crate::formula::{Arena, Formula, FormulaText, LinearTerm, Notation, PieceKind, Symbol};
use crate::num::Int;
use crate::proof::{Certificate, Combination, FactId, Line, Quotient};

/// The account of one lemma.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account<S> {
    pub rows: Vec<Row<S>>,
}

/// How an account writes symbols.
#[derive(Clone, Copy)]
pub(crate) struct Wording<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) name: &'a dyn Fn(Symbol) -> String,
}

/// A fact with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row<S> {
    pub fact: FactText,
    pub rule: Rule<S>,
    /// How many distinctions of cases the row is within.
    pub depth: usize,
}

/// Why a row holds. Rows are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule<S> {
    Given(S),
    /// The sum of rows, each taken this many times. All coefficients of the sum are divided by the divisor,
    /// if that is not 1, and the number on the right is rounded down.
    Sum {
        summands: Vec<Summand>,
        divisor: Int,
    },
    /// The sum is impossible, which ends the case: `0 ≤ -1`, or an equation whose left side is a multiple of
    /// the divisor and whose right side is not.
    Contradiction {
        summands: Vec<Summand>,
        divisor: Int,
    },
    /// `t ≤ c` and `-t ≤ -c` are `t = c`.
    Equate {
        upper: usize,
        lower: usize,
    },
    /// `t ≤ c` and `t ≠ c` are `t ≤ c - 1`.
    Strengthen {
        fact: usize,
        disequality: usize,
    },
    /// A quotient, such as `q1 = ⌊X / 2⌋`, and a row that says whether the division is exact.
    Quotient {
        definition: FormulaText,
        of: Option<usize>,
    },
    /// Either this holds …
    Split,
    /// … or, as that was impossible, this.
    Otherwise,
}

/// A row, taken this many times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summand {
    pub times: Int,
    pub row: usize,
    /// The sum so far.
    pub running: FactText,
}

impl<S> Account<S> {
    /// The account of a lemma; facts are the opposites of its literals, and `source` says where a fact comes
    /// from.
    pub(crate) fn new(
        wording: Wording<'_>,
        facts: &[Formula],
        quotients: &[Quotient],
        certificate: &Certificate,
        source: &dyn Fn(Formula) -> S,
    ) -> Option<Account<S>> {
        let given: Vec<Fact> =
            facts.iter().map(|f| Fact::of_literal(wording.arena.node(*f))).collect::<Option<_>>()?;
        let told = certificate::told(given.clone(), quotients, certificate)?;
        let mut writer = Writer::new(wording, quotients);
        for (formula, fact) in facts.iter().zip(given) {
            writer.push(fact, Rule::Given(source(*formula)));
        }
        for (line, fact) in certificate.lines.iter().zip(told) {
            writer.line(line, fact)?;
        }
        Some(Account { rows: writer.rows })
    }

    /// The account of how facts add up to `goal ≤ 0`, from the conflict between them and `1 - goal ≤ 0`,
    /// which is the fact `opposite`. There is none if the conflict is more than a sum of inequalities and
    /// equations.
    pub(crate) fn direct(
        wording: Wording<'_>,
        facts: &[Formula],
        opposite: usize,
        certificate: &Certificate,
        source: &dyn Fn(Formula) -> S,
    ) -> Option<Account<S>> {
        let [Line::Contradiction { combination, .. }] = certificate.lines.as_slice() else { return None };
        let mut writer = Writer::new(wording, &[]);
        let mut times_goal = Int::ZERO;
        let mut others = Combination::new();
        for (fact, times) in combination {
            let formula = *facts.get(fact.index())?;
            if fact.index() == opposite {
                times_goal = times.clone();
                continue;
            }
            others.push((FactId(writer.facts.len() as u32), times.clone()));
            writer.push(Fact::of_literal(wording.arena.node(formula))?, Rule::Given(source(formula)));
        }
        if !times_goal.is_positive() || others.is_empty() {
            return None;
        }
        let sum = Certificate { lines: vec![Line::Combine { combination: others, divisor: times_goal }] };
        let told = certificate::told(writer.facts.clone(), &[], &sum)?;
        writer.line(sum.lines.first()?, told.into_iter().next()?)?;
        Some(Account { rows: writer.rows })
    }
}

struct Writer<'a, S> {
    wording: Wording<'a>,
    quotients: &'a [Quotient],
    rows: Vec<Row<S>>,
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

impl<'a, S> Writer<'a, S> {
    fn new(wording: Wording<'a>, quotients: &'a [Quotient]) -> Self {
        Writer {
            wording,
            quotients,
            rows: Vec::new(),
            facts: Vec::new(),
            numbers: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Adds a row that is no fact of its own, such as the end of a case.
    fn show(&mut self, fact: &Fact, rule: Rule<S>, depth: usize) {
        self.rows.push(Row { fact: FactText::new(self.wording, fact), rule, depth });
    }

    fn push(&mut self, fact: Fact, rule: Rule<S>) {
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

    fn quotient(&self, index: usize, of: Option<usize>) -> Option<Rule<S>> {
        let Quotient { symbol, divisor, term } = self.quotients.get(index)?;
        let Wording { arena, name } = self.wording;
        let text = arena.show_term_as(term, Notation::Mathematical).spelled(name).text();
        let text = if term.as_symbol().is_some() { text } else { text.in_parentheses() };
        let definition = FormulaText::of(PieceKind::Variable, &name(*symbol))
            .with(PieceKind::Sign, " = ")
            .with(PieceKind::Punctuation, "⌊")
            .and(&text)
            .with(PieceKind::Sign, " / ")
            .with(PieceKind::Number, &divisor.to_string())
            .with(PieceKind::Punctuation, "⌋");
        Some(Rule::Quotient { definition, of })
    }

    fn summands(&self, combination: &Combination) -> Option<Vec<Summand>> {
        let mut sum = LinearTerm::zero();
        let mut is_equation = true;
        let mut summands = Vec::with_capacity(combination.len());
        for (id, times) in combination {
            let term = match self.facts.get(id.index())? {
                Fact::AtMostZero(term) => {
                    is_equation = false;
                    term
                }
                Fact::Zero(term) => term,
                _ => return None,
            };
            sum = sum.plus_scaled(times, term);
            let so_far = if is_equation { Fact::Zero(sum.clone()) } else { Fact::AtMostZero(sum.clone()) };
            let running = FactText::new(self.wording, &so_far);
            summands.push(Summand { times: times.clone(), row: self.row(*id)?, running });
        }
        Some(summands)
    }
}
