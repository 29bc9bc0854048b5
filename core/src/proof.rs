//! Proofs of unsatisfiability: resolution over tautologies and theory lemmas with arithmetic certificates.
//!
//! A literal of a proof is any [`Formula`]; a clause is a set of them, read as their disjunction. Because a
//! formula names itself, taking it apart needs no auxiliary definitions: `{¬(a ∧ b), a}` is a tautology.
//!
//! `x ≤ 0 ∧ y ≤ 0` together with `x + y ≥ 1`, where `c` is the conjunction:
//!
//! ```text
//! 0  {c}                                   input
//! 1  {x + y ≥ 1}                           input
//! 2  {¬c, x ≤ 0}                           conjunct
//! 3  {¬c, y ≤ 0}                           conjunct
//! 4  {¬(x ≤ 0), ¬(y ≤ 0), ¬(x + y ≥ 1)}    lemma: 1·(x) + 1·(y) + 1·(1 - x - y) = 1 > 0
//! 5  {}                                    4, resolved with 2, 3, 0 and 1
//! ```

mod unfinished;

pub(crate) use unfinished::{Closed, UnfinishedCertificate};

use crate::formula::{Formula, LinearTerm, Symbol};
use crate::num::Int;

/// The position of a step in a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepId(pub u32);

impl StepId {
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A refutation of a set of formulae: the last step derives the empty clause (or `{false}`).
#[derive(Clone, Debug, Default)]
pub struct Proof {
    pub quotients: Vec<Quotient>,
    pub steps: Vec<Step>,
}

/// A symbol introduced by the proof: `symbol = ⌊term / divisor⌋`.
///
/// The divisor is at least 1. The symbol is an integer and occurs neither in the formulae that are refuted
/// nor in the terms of earlier quotients or its own, so some value for it always exists and the proof loses
/// no generality by naming it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    pub symbol: Symbol,
    pub divisor: Int,
    pub term: LinearTerm,
}

/// One derived clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `{f}` for one of the formulae to refute.
    Input(Formula),
    /// `{¬f, c}` for a conjunction `f` and one of its conjuncts `c`.
    Conjunct { conjunction: Formula, conjunct: Formula },
    /// `{f, ¬c₁, …, ¬cₙ}` for a conjunction `f` of `c₁, …, cₙ`. For a disjunction `g` and its negation `f`
    /// this is the clause `{¬g, c₁, …, cₙ}` of its disjuncts.
    Conjunction(Formula),
    /// A clause valid in arithmetic, with the reason.
    Lemma { clause: Vec<Formula>, certificate: Certificate },
    /// Resolves `first` with each of the others in turn.
    Resolution { first: StepId, others: Vec<Resolvent> },
}

/// Removes `pivot` from the clause so far, and `¬pivot` from the clause of `step`; joins what remains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolvent {
    pub pivot: Formula,
    pub step: StepId,
}

/// Why the negations of a clause's literals contradict each other.
///
/// The lines derive facts, which are inequalities `t ≤ 0` and equations `t = 0`. Facts are numbered: first
/// the negations of the clause's literals, in order, then what the lines derive. A number may only be used
/// for what it is: negated divisibilities and disequalities count, but only some lines can use them. The
/// constants are literals too: the negation of `true` is the fact `1 ≤ 0`, that of `false` is `0 ≤ 0`.
/// A fact keeps the very term of its literal, with the sign that the arena chose for it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Certificate {
    pub lines: Vec<Line>,
}

/// The number of a fact within a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactId(pub u32);

impl FactId {
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// `Σ multiplierᵢ · factᵢ`. Multipliers of inequalities are positive, those of equations are not zero.
pub type Combination = Vec<(FactId, Int)>;

/// One step of arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A new fact: the combination, divided by a positive divisor of all its coefficients. An inequality is
    /// rounded (`d·s + c ≤ 0` becomes `s + ⌈c/d⌉ ≤ 0`); for an equation the divisor divides `c` as well.
    Combine { combination: Combination, divisor: Int },
    /// From `t ≤ 0` and `-t ≤ 0`: `t = 0`.
    Equate { upper: FactId, lower: FactId },
    /// From `t ≤ 0` or `t = 0`, and `t ≠ 0` (or `-t ≠ 0`): `t + 1 ≤ 0`.
    Strengthen { fact: FactId, disequality: FactId },
    /// For the quotient `q = ⌊t/k⌋` with this index: `k·q - t ≤ 0`.
    QuotientLower { quotient: usize },
    /// `t - k·q - (k - 1) ≤ 0`.
    QuotientUpper { quotient: usize },
    /// From `k | t`: `t - k·q = 0`.
    QuotientExact { quotient: usize, divisibility: FactId },
    /// From `¬(k | t)`: `k·q - t + 1 ≤ 0`.
    QuotientInexact { quotient: usize, indivisibility: FactId },
    /// Two cases: `term ≤ 0` as a new fact until a contradiction closes the case; then everything derived
    /// since is forgotten and `1 - term ≤ 0` is the new fact in its place.
    Split { term: LinearTerm },
    /// The combination is a contradiction, which closes the current case: an inequality `c ≤ 0` without
    /// symbols and `c > 0` (the divisor then says nothing), or an equation whose coefficients are multiples
    /// of the divisor while its constant is not (a divisor of 0 asks for no coefficients at all and a
    /// constant other than 0). The contradiction that closes the last case is the last line.
    Contradiction { combination: Combination, divisor: Int },
}

impl Certificate {
    /// The certificate of a plain linear conflict (Farkas' lemma): the combination is a positive constant.
    pub fn farkas(combination: Combination) -> Certificate {
        Certificate { lines: vec![Line::Contradiction { combination, divisor: Int::ZERO }] }
    }
}
