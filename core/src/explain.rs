//! Answers in words and lines that a person can go through with a pencil.
//!
//! - A definition of a relation symbol as it reads best ([`reading`]): `M = N → R ≤ M` rather than
//!   `N ≠ M ∨ R ≤ M`.
//! - Why a clause holds under a solution ([`clause`]): suppose it did not; then these facts hold together,
//!   and step by step, each with its arithmetic, they contradict each other. The lines are those of a proof
//!   that `check` has accepted.
//! - The steps of a derivation with numbers ([`instance`]): `4 < 6`, where the clause says `M < N`.
//!
//! ```
//! use hornbook::explain;
//! use hornbook::lang::{ClauseId, house};
//! use hornbook::solver::Budget;
//! let (mut problem, _) = house::parse("p(X) :- X = 1. p(X + 1) :- p(X). false :- p(X), X < 0.");
//! let (solution, _) = house::parse_solution("p(X) := X >= 0.", &mut problem);
//! let proof = explain::clause(&mut problem, &solution, ClauseId(1), &mut Budget::unlimited()).unwrap();
//! assert_eq!(proof.assumptions.len(), 2);
//! assert_eq!(proof.assumptions[0].text.as_str(), "X ≥ 0");
//! assert!(proof.lines.last().unwrap().text.is_false());
//! ```

mod account;
mod clause;
mod fact;
mod instance;
mod lines;
mod print;
mod reading;
mod spelling;

pub(crate) use account::Wording;
pub use account::{Account, Row, Rule, Summand};
pub(crate) use clause::refuted;
pub use clause::{Assumption, ClauseProof, NoProof, Origin, PROOF_LINES, PROOF_STEPS, clause};
pub use fact::{Comparison, FactText};
pub use instance::{ApplicationText, ConstraintText, InstanceText, instance, user_clause};
pub use lines::{Premise, ProofLine, Reason};
pub use print::letter;
pub use reading::reading;

#[cfg(test)]
mod tests;
