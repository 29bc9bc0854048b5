//! Refutations: computes the clause of every step, and accepts if the last one is empty.
//!
//! A step only says how a clause comes about. What the clause is follows from that and is computed here, so
//! a proof cannot claim a clause it has not derived:
//!
//! ```text
//! {a, b}  resolved on b with  {¬b, c}   is {a, c}
//! {a, b}  resolved on c with  {¬c}      is rejected: there is no c to remove
//! ```

use rustc_hash::FxHashSet;

use super::{Checked, Fault, ProofError, certificate, quotient};
use crate::budget::Budget;
use crate::formula::{Arena, Formula, Node};
use crate::proof::{Line, Proof, Resolvent, Step, StepId};

/// What a checked proof has shown: the clause of every step, the last of them empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    clauses: Clauses,
    used: Vec<bool>,
    core: Vec<Formula>,
}

impl Refutation {
    /// The literals of the clause that a step derives, each once.
    pub fn clause(&self, step: StepId) -> &[Formula] {
        self.clauses.get(step.index())
    }

    /// Does the last step depend on this one?
    pub fn uses(&self, step: StepId) -> bool {
        self.used[step.index()]
    }

    /// The inputs that the last step depends on, sorted. They contradict each other by themselves.
    pub fn core(&self) -> &[Formula] {
        &self.core
    }
}

/// Accepts a proof that the inputs contradict each other.
pub fn refutation(
    arena: &Arena,
    inputs: &[Formula],
    proof: &Proof,
) -> Result<Checked<Refutation>, ProofError> {
    refutation_within(arena, inputs, proof, &mut Budget::unlimited())
}

/// The same within a budget: checking a long proof takes its time. See [`ProofError::unfinished`].
pub fn refutation_within(
    arena: &Arena,
    inputs: &[Formula],
    proof: &Proof,
    budget: &mut Budget,
) -> Result<Checked<Refutation>, ProofError> {
    let whole = |fault| ProofError { step: None, line: None, fault };
    if inputs.iter().any(|f| f.index() >= arena.formula_count()) {
        return Err(whole(Fault::UnknownFormula));
    }
    quotient::check(arena, inputs, &proof.quotients).map_err(whole)?;
    let mut checker = Checker {
        arena,
        inputs: inputs.iter().copied().collect(),
        proof,
        clauses: Clauses::default(),
        clause: Resolving { present: vec![false; arena.formula_count()], members: Vec::new() },
    };
    for (i, step) in proof.steps.iter().enumerate() {
        let here = |(line, fault)| ProofError { step: Some(i), line, fault };
        budget.take(work(step)).map_err(|reason| here((None, Fault::Unfinished(reason))))?;
        checker.step(step).map_err(here)?;
    }
    let clauses = checker.clauses;
    // A disjunct `false` is as good as none.
    let is_empty = |clause: &[Formula]| clause.iter().all(|f| *f == arena.false_());
    if proof.steps.is_empty() || !is_empty(clauses.get(proof.steps.len() - 1)) {
        return Err(whole(Fault::NotRefuted));
    }
    let used = used_steps(proof);
    let mut core: Vec<Formula> = proof
        .steps
        .iter()
        .zip(&used)
        .filter_map(|(step, used)| match step {
            Step::Input(f) if *used => Some(*f),
            _ => None,
        })
        .collect();
    core.sort_unstable();
    core.dedup();
    Ok(Checked(Refutation { clauses, used, core }))
}

/// The steps of work that checking a step counts for.
fn work(step: &Step) -> u64 {
    match step {
        Step::Input(_) | Step::Conjunct { .. } | Step::Conjunction(_) => 1,
        Step::Lemma { clause, certificate } => {
            let lines = certificate.lines.iter().map(|line| 1 + summands(line) as u64 / SUMMANDS_IN_A_STEP);
            1 + clause.len() as u64 + lines.sum::<u64>()
        }
        Step::Resolution { others, .. } => 1 + others.len() as u64,
    }
}

/// Most sums are shorter than this.
const SUMMANDS_IN_A_STEP: u64 = 8;

/// How many facts a line adds up.
fn summands(line: &Line) -> usize {
    match line {
        Line::Combine { combination, .. } | Line::Contradiction { combination, .. } => combination.len(),
        _ => 0,
    }
}

/// The steps that the last one depends on. References go backwards only, so one pass suffices.
fn used_steps(proof: &Proof) -> Vec<bool> {
    let mut used = vec![false; proof.steps.len()];
    if let Some(last) = used.last_mut() {
        *last = true;
    }
    for (i, step) in proof.steps.iter().enumerate().rev() {
        if let (true, Step::Resolution { first, others }) = (used[i], step) {
            used[first.index()] = true;
            for other in others {
                used[other.step.index()] = true;
            }
        }
    }
    used
}

/// All clauses so far, in one vector.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Clauses {
    literals: Vec<Formula>,
    ends: Vec<usize>,
}

impl Clauses {
    fn get(&self, step: usize) -> &[Formula] {
        let start = if step == 0 { 0 } else { self.ends[step - 1] };
        &self.literals[start..self.ends[step]]
    }
}

/// A clause in the making: a set of literals with constant-time insertion and removal.
struct Resolving {
    /// By index of the formula.
    present: Vec<bool>,
    /// Every literal that is present, and perhaps some that no longer are.
    members: Vec<Formula>,
}

impl Resolving {
    fn insert(&mut self, literal: Formula) {
        if !std::mem::replace(&mut self.present[literal.index()], true) {
            self.members.push(literal);
        }
    }

    fn remove(&mut self, literal: Formula) -> bool {
        // A formula from elsewhere is in no clause.
        self.present.get_mut(literal.index()).is_some_and(std::mem::take)
    }
}

struct Checker<'a> {
    arena: &'a Arena,
    inputs: FxHashSet<Formula>,
    proof: &'a Proof,
    clauses: Clauses,
    clause: Resolving,
}

/// A fault, and the line of the certificate that has it.
type Located = (Option<usize>, Fault);

impl<'a> Checker<'a> {
    /// Derives the clause of one step and stores it.
    fn step(&mut self, step: &Step) -> Result<(), Located> {
        let here = |fault| (None, fault);
        match step {
            Step::Input(formula) => {
                if !self.inputs.contains(formula) {
                    return Err(here(Fault::NotAnInput));
                }
                self.clause.insert(*formula);
            }
            Step::Conjunct { conjunction, conjunct } => {
                let parts = self.conjuncts(*conjunction).map_err(here)?;
                if parts.binary_search(conjunct).is_err() {
                    return Err(here(Fault::NotAConjunct));
                }
                self.clause.insert(!*conjunction);
                self.clause.insert(*conjunct);
            }
            Step::Conjunction(conjunction) => {
                let parts = self.conjuncts(*conjunction).map_err(here)?;
                self.clause.insert(*conjunction);
                for part in parts {
                    self.clause.insert(!*part);
                }
            }
            Step::Lemma { clause, certificate } => {
                let mut facts = Vec::with_capacity(clause.len() + certificate.lines.len());
                for literal in clause {
                    self.known(*literal).map_err(here)?;
                    let negation = self.arena.node(!*literal);
                    facts.push(certificate::Fact::of_literal(negation).ok_or((None, Fault::NotArithmetic))?);
                }
                certificate::check(facts, &self.proof.quotients, certificate)?;
                for literal in clause {
                    self.clause.insert(*literal);
                }
            }
            Step::Resolution { first, others } => {
                self.earlier(*first).map_err(here)?;
                for literal in self.clauses.get(first.index()) {
                    self.clause.insert(*literal);
                }
                for (i, other) in others.iter().enumerate() {
                    self.resolve(i, *other).map_err(here)?;
                }
            }
        }
        // What was removed and inserted again is listed twice, but present only once.
        for literal in self.clause.members.drain(..) {
            if std::mem::take(&mut self.clause.present[literal.index()]) {
                self.clauses.literals.push(literal);
            }
        }
        self.clauses.ends.push(self.clauses.literals.len());
        Ok(())
    }

    fn resolve(&mut self, position: usize, Resolvent { pivot, step }: Resolvent) -> Result<(), Fault> {
        self.earlier(step)?;
        if !self.clause.remove(pivot) {
            return Err(Fault::PivotMissing(position));
        }
        let mut found = false;
        for literal in self.clauses.get(step.index()) {
            if *literal == !pivot {
                found = true;
            } else {
                self.clause.insert(*literal);
            }
        }
        if found { Ok(()) } else { Err(Fault::NegatedPivotMissing(position)) }
    }

    fn known(&self, formula: Formula) -> Result<(), Fault> {
        if formula.index() < self.arena.formula_count() { Ok(()) } else { Err(Fault::UnknownFormula) }
    }

    fn earlier(&self, step: StepId) -> Result<(), Fault> {
        if step.index() < self.clauses.ends.len() { Ok(()) } else { Err(Fault::NoEarlierStep(step.index())) }
    }

    fn conjuncts(&self, conjunction: Formula) -> Result<&'a [Formula], Fault> {
        self.known(conjunction)?;
        match self.arena.node(conjunction) {
            Node::And(parts) => Ok(parts),
            _ => Err(Fault::NotAConjunction),
        }
    }
}
