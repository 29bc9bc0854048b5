//! Why a formula is an interpolant: A implies each of its parts, and together they contradict B.
//!
//! For `X ≥ I + J` in one round of loop50, A adds up to it, and B with it adds up to `0 ≤ -1` (Farkas;
//! thesis, Fig. 3.2). Each claim comes with the lemmas of its proof. Where there is one lemma and it is a
//! sum, the sum is all there is to see; several lemmas are joined by reasoning about `and` and `or` alone.

use serde::{Deserialize, Serialize};

use super::Inspector;
use super::sides::SideInstances;
use crate::check::certificate::Fact;
use crate::check::{Checked, Refutation};
use crate::engine::PositionId;
use crate::explain::{self, Account, Comparison, FactText, NoProof, Row, Rule, Wording};
use crate::formula::{Formula, FormulaText, Node};
use crate::horn::SystemClauseId;
use crate::proof::{Proof, Step, StepId};
use crate::solver::{Budget, Unknown};

/// The steps that the proof of one claim may take.
pub const EXPLANATION_STEPS: u64 = 2_000_000;
/// More lemmas than this are counted, but not shown.
pub const LEMMA_LIMIT: usize = 12;

/// Why a formula is an interpolant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplanationText {
    pub reasons: Vec<Reason>,
}

/// A claim and its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    pub claim: Claim,
    /// The facts that the proof starts from.
    pub given: Vec<Given>,
    /// Its lemmas. None are needed if the given facts contradict each other to the letter.
    pub cases: Vec<Case>,
    /// How many lemmas there are beyond [`LEMMA_LIMIT`].
    pub omitted: usize,
    /// Why there is no proof to show.
    pub missing: Option<Unknown>,
}

/// What is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claim {
    /// A implies this part of the interpolant.
    Implied(FormulaText),
    /// The interpolant and B contradict each other.
    Contradictory,
}

/// A formula that a proof starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    pub text: FormulaText,
    pub source: Source,
}

/// One conflict of facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    pub rows: Vec<Row<Source>>,
    /// The last row is what was to be shown, or says more; otherwise it is impossible.
    pub direct: bool,
}

/// Where a given fact comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// The constraint of a clause instance; without a clause, what is known at an open position.
    Clause { position: PositionId, clause: Option<SystemClauseId> },
    /// The interpolant.
    Interpolant,
    /// The opposite of what is to be shown.
    Opposite,
    /// Assumed for the sake of a distinction of cases.
    Assumed,
}

impl Inspector {
    /// Why a formula is an interpolant. The formula must be one.
    pub(super) fn explanation(&mut self, formula: Formula, budget: &mut Budget) -> ExplanationText {
        let parts = self.arena.conjuncts(formula);
        let mut reasons: Vec<Reason> = Vec::new();
        for part in &parts {
            for (goal, text) in self.goals(*part) {
                let claim = Claim::Implied(text);
                let (a, opposite) = (self.a.conjuncts(&self.arena), self.arena.conjuncts(!goal));
                let reason = self.reason(claim, &a, &opposite, true, budget);
                let is_equation = reason.cases.last().is_some_and(Case::is_equation);
                reasons.push(reason);
                // One sum of equations shows both halves of an equation.
                if is_equation && goal != *part {
                    if let Some(reason) = reasons.last_mut() {
                        reason.claim = Claim::Implied(self.show(*part));
                    }
                    break;
                }
            }
        }
        let b = self.b.conjuncts(&self.arena);
        reasons.push(self.reason(Claim::Contradictory, &b, &parts, false, budget));
        ExplanationText { reasons }
    }

    /// What is to be shown for a part: an equation is two inequalities.
    fn goals(&mut self, part: Formula) -> Vec<(Formula, FormulaText)> {
        let arena = &mut self.arena;
        let goals = match arena.node(part) {
            Node::Eq(t) => {
                let t = t.clone();
                vec![arena.le(&t), arena.le(&-&t)]
            }
            Node::True => Vec::new(),
            _ => vec![part],
        };
        goals.into_iter().map(|goal| (goal, self.show(goal))).collect()
    }

    /// Proves that a side and some more formulae contradict each other.
    fn reason(
        &mut self,
        claim: Claim,
        side: &[Formula],
        more: &[Formula],
        opposite: bool,
        budget: &mut Budget,
    ) -> Reason {
        let all: Vec<Formula> = side.iter().chain(more).copied().collect();
        let refuted = budget
            .within(EXPLANATION_STEPS, |part| self.refuted(&all, part))
            .unwrap_or_else(|ended| Err(ended.into()));
        let mut reason = Reason { claim, given: Vec::new(), cases: Vec::new(), omitted: 0, missing: None };
        let (proof, checked) = match refuted {
            Ok(refuted) => refuted,
            Err(unknown) => {
                reason.missing = Some(unknown);
                return reason;
            }
        };
        let sides = if opposite { &self.a } else { &self.b };
        let source = |formula: Formula| match self.source(sides, formula) {
            _ if more.contains(&formula) && opposite => Source::Opposite,
            _ if more.contains(&formula) => Source::Interpolant,
            Some(source) => source,
            None => Source::Assumed,
        };
        let given = |formula: &Formula| Given { text: self.show(*formula), source: source(*formula) };
        reason.given = checked.core().iter().map(given).collect();
        let name = |symbol| self.spell(symbol);
        let wording = Wording { arena: &self.arena, name: &name };
        for (i, step) in proof.steps.iter().enumerate() {
            let Step::Lemma { clause, certificate } = step else { continue };
            if !checked.uses(StepId(i as u32)) {
                continue;
            }
            if reason.cases.len() == LEMMA_LIMIT {
                reason.omitted += 1;
                continue;
            }
            let facts: Vec<Formula> = clause.iter().map(|l| !*l).collect();
            let goal = facts.iter().position(|f| opposite && more == [*f]);
            let direct = goal.and_then(|goal| Account::direct(wording, &facts, goal, certificate, &source));
            reason.cases.extend(match direct {
                Some(Account { rows }) => Some(Case { rows, direct: true }),
                None => Account::new(wording, &facts, &proof.quotients, certificate, &source)
                    .map(|Account { rows }| Case { rows, direct: false }),
            });
        }
        if reason.cases.is_empty() {
            reason.cases.extend(literal_case(wording, &checked, more, opposite, &source));
        }
        reason
    }

    /// The clause instance that has a literal.
    fn source(&self, side: &SideInstances, literal: Formula) -> Option<Source> {
        let arena = &self.arena;
        let part = side.parts.iter().find(|part| {
            part.constraint == literal || arena.reachable([part.constraint]).contains(&literal)
        })?;
        Some(Source::Clause { position: part.position, clause: part.clause })
    }

    /// A proof from as few of the formulae as possible, checked.
    fn refuted(
        &mut self,
        formulae: &[Formula],
        budget: &mut Budget,
    ) -> Result<(Proof, Checked<Refutation>), Unknown> {
        explain::refuted(&mut self.arena, formulae, budget).map_err(|reason| match reason {
            NoProof::Unknown(reason) => reason,
            // It has been shown before that there is no model.
            NoProof::Refuted | NoProof::Undefined(_) | NoProof::Rejected(_) => Unknown::Unchecked,
        })
    }
}

/// The goal is itself among the given facts.
fn literal_case(
    wording: Wording<'_>,
    checked: &Checked<Refutation>,
    more: &[Formula],
    opposite: bool,
    source: &dyn Fn(Formula) -> Source,
) -> Option<Case> {
    let [goal] = more else { return None };
    let fact = !*goal;
    if !opposite || !checked.core().contains(&fact) {
        return None;
    }
    let text = FactText::new(wording, &Fact::of_literal(wording.arena.node(fact))?);
    Some(Case { rows: vec![Row { fact: text, rule: Rule::Given(source(fact)), depth: 0 }], direct: true })
}

impl Reason {
    /// Is the proof a single sum, which a person can check at a glance? What A implies by more than that is
    /// found by projection.
    pub fn is_sum(&self) -> bool {
        self.missing.is_none() && self.omitted == 0 && matches!(&self.cases[..], [case] if case.is_sum())
    }
}

impl Case {
    /// Facts that are given, and their sum.
    fn is_sum(&self) -> bool {
        let Some((last, given)) = self.rows.split_last() else { return false };
        given.iter().all(|row| matches!(row.rule, Rule::Given(_)))
            && matches!(last.rule, Rule::Given(_) | Rule::Sum { .. } | Rule::Contradiction { .. })
    }

    /// Does it end with an equation that is what was to be shown?
    fn is_equation(&self) -> bool {
        let last = self.rows.last();
        self.direct && last.is_some_and(|row| row.fact.comparison == Comparison::Equal)
    }
}
