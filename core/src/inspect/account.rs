//! Arithmetic lemmas as accounts that a person can go through with a pencil.
//!
//! ```text
//! 1   X - J = 0          clause 1
//! 2   J = 0              clause 3
//! 3   -X ≤ -50           clause 3
//!     1·(1) + 1·(2) + 1·(3):  0 ≤ -50
//! ```
//!
//! Each row is a fact, given or derived from rows above it (notes of `proof::Certificate`). What is derived is what the
//! checker computes when it accepts the proof, so the account is the proof and not a retelling of it.

use serde::{Deserialize, Serialize};

use super::{FactText, Inspector};
use crate::check::certificate::{self, Fact};
use crate::formula::{Formula, LinearTerm};
use crate::horn::ClauseId;
use crate::num::Int;
use crate::proof::{Certificate, Combination, FactId, Line, Quotient};

/// One conflict of facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    pub rows: Vec<Row>,
    /// The last row is what was to be shown, or says more; otherwise it is impossible.
    pub direct: bool,
}

/// A fact with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub fact: FactText,
    pub rule: Rule,
}

/// Why a row holds. Rows are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    Given(Source),
    /// The sum of rows, each taken so many times. All coefficients of the sum are divided by the divisor, if that is not 1,
    /// and the number on the right is rounded down.
    Sum {
        summands: Vec<Summand>,
        divisor: Int,
    },
    /// The sum is impossible, which ends the case: `0 ≤ -1`, or an equation whose left side is a multiple of the divisor and
    /// whose right side is not.
    Contradiction {
        summands: Vec<Summand>,
        divisor: Int,
    },
    /// `t ≤ 0` and `-t ≤ 0` are `t = 0`.
    Equate {
        upper: usize,
        lower: usize,
    },
    /// `t ≤ 0` and `t ≠ 0` are `t ≤ -1`.
    Strengthen {
        fact: usize,
        disequality: usize,
    },
    /// A quotient, such as `Q = ⌊X / 2⌋`, and a row that says whether the division is exact.
    Quotient {
        definition: String,
        of: Option<usize>,
    },
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
    /// The sum so far.
    pub running: FactText,
}

/// Where a given fact comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// The constraint of a clause instance; without a clause, what is known at an open position.
    Clause { position: usize, clause: Option<ClauseId> },
    /// The interpolant.
    Interpolant,
    /// The opposite of what is to be shown.
    Opposite,
    /// Assumed for the sake of a distinction of cases.
    Assumed,
}

impl Inspector {
    /// The account of a lemma; facts are the opposites of its literals.
    pub(super) fn account(
        &self,
        facts: &[Formula],
        quotients: &[Quotient],
        certificate: &Certificate,
        source: &dyn Fn(Formula) -> Source,
    ) -> Option<Case> {
        let arena = &self.system.arena;
        let given: Vec<Fact> =
            facts.iter().map(|f| Fact::of_literal(arena.node(*f))).collect::<Option<_>>()?;
        let told = certificate::told(given.clone(), quotients, certificate)?;
        let mut writer = Writer {
            inspector: self,
            rows: Vec::new(),
            facts: Vec::new(),
            numbers: Vec::new(),
            open: Vec::new(),
        };
        for (formula, fact) in facts.iter().zip(given) {
            writer.push(fact, Rule::Given(source(*formula)));
        }
        for (line, fact) in certificate.lines.iter().zip(told) {
            writer.line(line, fact, quotients)?;
        }
        Some(writer.case())
    }

    /// The account of how rows add up to `goal ≤ 0`, from the conflict between the rows and `1 - goal ≤ 0`, which is one of
    /// the facts. There is none if the conflict is more than a sum of inequalities and equations.
    pub(super) fn direct_account(
        &self,
        facts: &[Formula],
        opposite: usize,
        certificate: &Certificate,
        source: &dyn Fn(Formula) -> Source,
    ) -> Option<Case> {
        let [Line::Contradiction { combination, .. }] = certificate.lines.as_slice() else { return None };
        let arena = &self.system.arena;
        let mut writer = Writer {
            inspector: self,
            rows: Vec::new(),
            facts: Vec::new(),
            numbers: Vec::new(),
            open: Vec::new(),
        };
        let mut times_goal = Int::ZERO;
        let mut others = Combination::new();
        for (fact, times) in combination {
            let formula = *facts.get(fact.index())?;
            if fact.index() == opposite {
                times_goal = times.clone();
                continue;
            }
            others.push((FactId(writer.facts.len() as u32), times.clone()));
            writer.push(Fact::of_literal(arena.node(formula))?, Rule::Given(source(formula)));
        }
        if !times_goal.is_positive() || others.is_empty() {
            return None;
        }
        let sum = Certificate { lines: vec![Line::Combine { combination: others, divisor: times_goal }] };
        let told = certificate::told(writer.facts.clone(), &[], &sum)?;
        writer.line(sum.lines.first()?, told.into_iter().next()?, &[])?;
        Some(Case { direct: true, ..writer.case() })
    }
}

struct Writer<'a> {
    inspector: &'a Inspector,
    rows: Vec<Row>,
    /// The facts that hold in the current case, as certificates number them, and their rows.
    facts: Vec<Fact>,
    numbers: Vec<usize>,
    /// The splits whose first case is not closed.
    open: Vec<(usize, LinearTerm)>,
}

impl Writer<'_> {
    fn push(&mut self, fact: Fact, rule: Rule) {
        self.numbers.push(self.rows.len());
        self.rows.push(Row { fact: self.inspector.fact_text(&fact), rule });
        self.facts.push(fact);
    }

    fn row(&self, fact: FactId) -> Option<usize> {
        self.numbers.get(fact.index()).copied()
    }

    fn line(&mut self, line: &Line, fact: Fact, quotients: &[Quotient]) -> Option<()> {
        let quotient = |index: usize, of: Option<usize>| {
            let Quotient { symbol, divisor, term } = quotients.get(index)?;
            let name = self.inspector.spell(*symbol);
            let definition = format!("{name} = ⌊({}) / {divisor}⌋", self.inspector.show_term(term));
            Some(Rule::Quotient { definition, of })
        };
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
            Line::QuotientLower { quotient: q } | Line::QuotientUpper { quotient: q } => quotient(*q, None)?,
            Line::QuotientExact { quotient: q, divisibility: of }
            | Line::QuotientInexact { quotient: q, indivisibility: of } => quotient(*q, self.row(*of))?,
            Line::Split { term } => {
                self.open.push((self.facts.len(), term.clone()));
                Rule::Split
            }
            Line::Contradiction { combination, divisor } => {
                let rule =
                    Rule::Contradiction { summands: self.summands(combination)?, divisor: divisor.clone() };
                self.rows.push(Row { fact: self.inspector.fact_text(&fact), rule });
                if let Some((first, term)) = self.open.pop() {
                    self.facts.truncate(first);
                    self.numbers.truncate(first);
                    self.push(Fact::AtMostZero((-&term).plus_constant(&Int::ONE)), Rule::Otherwise);
                }
                return Some(());
            }
        };
        self.push(fact, rule);
        Some(())
    }

    fn summands(&self, combination: &Combination) -> Option<Vec<Summand>> {
        let mut sum = LinearTerm::zero();
        let mut equation = true;
        let mut summands = Vec::with_capacity(combination.len());
        for (id, times) in combination {
            let term = match self.facts.get(id.index())? {
                Fact::AtMostZero(term) => {
                    equation = false;
                    term
                }
                Fact::Zero(term) => term,
                _ => return None,
            };
            sum = sum.plus_scaled(times, term);
            let so_far = if equation { Fact::Zero(sum.clone()) } else { Fact::AtMostZero(sum.clone()) };
            let running = self.inspector.fact_text(&so_far);
            summands.push(Summand { times: times.clone(), row: self.row(*id)?, running });
        }
        Some(summands)
    }

    fn case(self) -> Case {
        Case { rows: self.rows, direct: false }
    }
}
