//! Derivations: replayed by evaluation, step by step, against the clauses as the user wrote them.
//!
//! ```text
//! p(X) :- X = 1.        step 0: clause 1 with X = 1                 p(1)
//! false :- p(Y), Y > 0. step 1: clause 2 with Y = 1, from step 0    false
//! ```
//!
//! A step is accepted if the constraint of its clause is true for its values, and each application in the
//! body has the very values that an earlier step has derived for the same relation symbol. Rounds that are
//! not written down are checked in `rounds.rs`.

use std::fmt;

use super::Checked;
use super::rounds::Rounds;
use crate::formula::{Arena, Valuation, Value};
use crate::lang::{Application, Argument, ClauseId, Derivation, Problem, RelationId};

/// A derived fact: a relation symbol with the values of its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub relation: RelationId,
    pub values: Vec<Value>,
}

/// What a checked derivation has shown: the fact of every step, and `false` by the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    facts: Vec<Option<Fact>>,
}

impl Replay {
    /// The fact that each step derives; `None` is `false`.
    pub fn facts(&self) -> &[Option<Fact>] {
        &self.facts
    }
}

/// Why a derivation was rejected, and at which step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivationError {
    pub step: usize,
    pub fault: DerivationFault,
}

/// What is wrong with a step. Positions are those of applications in the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivationFault {
    NoSuchClause(ClauseId),
    /// The body has this many applications, but there are that many premises.
    PremiseCount {
        body: usize,
        premises: usize,
    },
    /// The premise is not an earlier step.
    NotEarlier {
        position: usize,
    },
    /// The premise derives `false`, or a fact about another relation symbol.
    OtherRelation {
        position: usize,
    },
    /// The premise derives a fact with other values.
    OtherValues {
        position: usize,
    },
    ConstraintFalse,
    /// The rounds before this step that are not written down are not like those before them.
    Rounds,
    /// The last step does not derive `false`, or there is no step.
    NotRefuted,
}

/// Accepts a derivation of `false` from the clauses of a problem.
pub fn derivation(problem: &Problem, derivation: &Derivation) -> Result<Checked<Replay>, DerivationError> {
    let mut facts: Vec<Option<Fact>> = Vec::with_capacity(derivation.steps.len());
    let mut repetitions = derivation.repetitions.iter().peekable();
    let mut rounds: Option<Rounds> = None;
    for (i, step) in derivation.steps.iter().enumerate() {
        let at = |fault| DerivationError { step: i, fault };
        rounds = rounds.filter(|rounds| rounds.has_last(i));
        if let Some(repetition) = repetitions.next_if(|next| next.last <= i) {
            if repetition.last < i || rounds.is_some() {
                return Err(at(DerivationFault::Rounds));
            }
            rounds = Some(Rounds::new(problem, derivation, *repetition).map_err(at)?);
        }
        let clause = problem
            .clauses
            .get(step.clause.index())
            .ok_or_else(|| at(DerivationFault::NoSuchClause(step.clause)))?;
        let (body, premises) = (clause.body.len(), step.premises.len());
        if body != premises {
            return Err(at(DerivationFault::PremiseCount { body, premises }));
        }
        for (position, (application, premise)) in clause.body.iter().zip(&step.premises).enumerate() {
            let derived = facts.get(*premise).ok_or_else(|| at(DerivationFault::NotEarlier { position }))?;
            let left_out = rounds.as_ref().and_then(|rounds| rounds.stands_for(problem, *premise));
            let derived = if left_out.is_some() { &left_out } else { derived };
            let needed = fact(&problem.arena, application, &step.valuation);
            match derived {
                Some(derived) if derived.relation == needed.relation => {
                    if derived.values != needed.values {
                        return Err(at(DerivationFault::OtherValues { position }));
                    }
                }
                _ => return Err(at(DerivationFault::OtherRelation { position })),
            }
        }
        if !problem.arena.evaluate(clause.constraint, &step.valuation) {
            return Err(at(DerivationFault::ConstraintFalse));
        }
        facts.push(clause.head.as_ref().map(|head| fact(&problem.arena, head, &step.valuation)));
    }
    match facts.last() {
        Some(None) if repetitions.next().is_none() => Ok(Checked(Replay { facts })),
        _ => Err(DerivationError { step: facts.len().saturating_sub(1), fault: DerivationFault::NotRefuted }),
    }
}

/// An application with its arguments evaluated.
pub(super) fn fact(arena: &Arena, application: &Application, valuation: &Valuation) -> Fact {
    let values = application.arguments.iter().map(|argument| match argument {
        Argument::Int(term) => Value::Int(term.evaluate(valuation)),
        Argument::Bool(formula) => Value::Bool(arena.evaluate(*formula, valuation)),
    });
    Fact { relation: application.relation, values: values.collect() }
}

impl fmt::Display for DerivationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step, self.fault)
    }
}

impl std::error::Error for DerivationError {}

impl fmt::Display for DerivationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DerivationFault::NoSuchClause(clause) => write!(f, "there is no clause {}", clause.number()),
            DerivationFault::PremiseCount { body, premises } => {
                write!(f, "the body has {body} relation symbols, but {premises} premises are given")
            }
            DerivationFault::NotEarlier { position } => {
                write!(f, "premise {} is not an earlier step", position + 1)
            }
            DerivationFault::OtherRelation { position } => {
                write!(f, "premise {} derives something about another relation symbol", position + 1)
            }
            DerivationFault::OtherValues { position } => {
                write!(f, "premise {} derives other values", position + 1)
            }
            DerivationFault::ConstraintFalse => f.write_str("the constraint is not true for these values"),
            DerivationFault::Rounds => {
                f.write_str("the rounds that are left out before it do not go on like those before them")
            }
            DerivationFault::NotRefuted => f.write_str("the last step does not derive false"),
        }
    }
}
