//! What can be wrong with a proof, and where.

use std::fmt;

use crate::budget::Exhausted;

/// Why a proof was rejected: the fault, and the step and line that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofError {
    /// The step, unless the fault lies in the definitions or the proof as a whole.
    pub step: Option<usize>,
    /// The line of the lemma's certificate.
    pub line: Option<usize>,
    pub fault: Fault,
}

/// A rule that was broken. Numbers are positions of quotients, steps and facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A formula that the arena does not have.
    UnknownFormula,
    /// A quotient's symbol that the arena does not have, or that is no integer.
    NoIntegerSymbol(usize),
    DivisorBelowOne(usize),
    /// A quotient's symbol occurs in what is refuted, or in its own or an earlier definition.
    NotFresh(usize),
    NotAnInput,
    NotAConjunction,
    NotAConjunct,
    /// A step refers to itself, to a later step, or to none.
    NoEarlierStep(usize),
    /// The clause so far does not have the pivot; the position is that of the resolvent.
    PivotMissing(usize),
    /// The other clause does not have the pivot's negation.
    NegatedPivotMissing(usize),
    NotArithmetic,
    /// A certificate uses a fact that it has not derived, or has forgotten.
    NoSuchFact(usize),
    NoSuchQuotient(usize),
    /// A disequality or a divisibility cannot be multiplied and added.
    NotCombinable(usize),
    /// A multiplier of this inequality is not positive, or of this equation is zero.
    BadMultiplier(usize),
    /// The divisor of a combination is below one, or does not divide it.
    BadDivisor,
    /// The two facts are not `t ≤ 0` and `-t ≤ 0`.
    NotOpposite,
    /// The facts are not `t ≤ 0` or `t = 0`, and `t ≠ 0`.
    NotStrengthened,
    /// The fact does not say that the quotient's divisor divides, or does not divide, its term.
    NotThisDivisibility,
    NoContradiction,
    /// The certificate ends while a case is open.
    CaseOpen,
    /// Lines follow although every case is closed.
    AfterTheEnd,
    /// The last step does not derive the empty clause, or there is no step.
    NotRefuted,
    /// The budget ended before the check: nothing is wrong with the proof so far, and nothing is known of the
    /// rest.
    Unfinished(Exhausted),
}

impl ProofError {
    /// Why the check was not finished, if that is all there is to complain about.
    pub fn unfinished(&self) -> Option<Exhausted> {
        match self.fault {
            Fault::Unfinished(reason) => Some(reason),
            _ => None,
        }
    }
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(step) = self.step {
            write!(f, "step {step}")?;
            if let Some(line) = self.line {
                write!(f, ", line {line}")?;
            }
            f.write_str(": ")?;
        }
        self.fault.fmt(f)
    }
}

impl std::error::Error for ProofError {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::UnknownFormula => f.write_str("a formula that does not exist"),
            Fault::NoIntegerSymbol(q) => write!(f, "quotient {q} does not name an integer symbol"),
            Fault::DivisorBelowOne(q) => write!(f, "quotient {q} has a divisor below 1"),
            Fault::NotFresh(q) => write!(
                f,
                "the symbol of quotient {q} occurs in the formulae to refute or in its own or an earlier definition"
            ),
            Fault::NotAnInput => f.write_str("the formula is not among those to refute"),
            Fault::NotAConjunction => f.write_str("the formula is not a conjunction"),
            Fault::NotAConjunct => f.write_str("the formula is not one of the conjuncts"),
            Fault::NoEarlierStep(step) => write!(f, "step {step} is not an earlier step"),
            Fault::PivotMissing(i) => write!(f, "the clause does not contain pivot {i}"),
            Fault::NegatedPivotMissing(i) => {
                write!(f, "the clause to resolve with does not contain the negation of pivot {i}")
            }
            Fault::NotArithmetic => f.write_str("a literal of the lemma is not arithmetic"),
            Fault::NoSuchFact(fact) => write!(f, "there is no fact {fact} at this point"),
            Fault::NoSuchQuotient(q) => write!(f, "there is no quotient {q}"),
            Fault::NotCombinable(fact) => write!(f, "fact {fact} is neither an inequality nor an equation"),
            Fault::BadMultiplier(fact) => write!(
                f,
                "the multiplier of fact {fact} is zero, or is negative although the fact is an inequality"
            ),
            Fault::BadDivisor => f.write_str("the divisor is below 1 or does not divide the combination"),
            Fault::NotOpposite => f.write_str("the two facts are not opposite inequalities"),
            Fault::NotStrengthened => f.write_str("the disequality is not about the term of the fact"),
            Fault::NotThisDivisibility => {
                f.write_str("the fact is not about the term and divisor of the quotient")
            }
            Fault::NoContradiction => f.write_str("the combination is not a contradiction"),
            Fault::CaseOpen => f.write_str("the certificate ends while a case is open"),
            Fault::AfterTheEnd => f.write_str("lines follow the end of the certificate"),
            Fault::NotRefuted => f.write_str("the last step does not derive the empty clause"),
            Fault::Unfinished(reason) => write!(f, "the check was not finished: {reason}"),
        }
    }
}
