//! Hornbook: constrained Horn clauses over Presburger arithmetic, solved and explained.
//!
//! The order of the modules is the order of dependency: a module uses only those above it, which
//! `cargo xtask tidy` checks. Read from top to bottom, they lead from numbers to runs of the solver and what
//! can be seen of them.
#![forbid(unsafe_code)]

/// Exact integers and rationals, fast while they are small.
pub mod num;

/// Sorting, and ordered maps and sets, in little code.
pub mod order;

/// Linear spaces of rational vectors.
mod space;

/// How much work may be done, in counted steps, and why it ended.
pub mod budget;

/// Terms and formulae, hash-consed and canonical by construction.
pub mod formula;

/// The languages: text to problems as the user wrote them, and back, with diagnostics that have places.
pub mod lang;

/// What a proof of unsatisfiability is made of.
pub mod proof;

/// The judge: verifies proofs, solutions and derivations without search.
pub mod check;

/// Satisfiability of Presburger formulae, with models and proofs.
pub mod solver;

/// Formulae for human eyes: equivalent and shorter.
pub mod simplify;

/// Quantifier elimination, exact.
pub mod elimination;

/// Craig interpolants: binary, sequences, trees, dags, and/or trees, their lattice, and the policy that
/// chooses.
pub mod interpolate;

/// Acceleration: exact closures of transition relations with certificates, trace schemes, and interpolants
/// that are inductive (thesis, Chapter 4).
pub mod accelerate;

/// Decides a claimed solution clause by clause, with proofs and counterexamples for the judge.
pub mod validate;

/// Answers for people: definitions as they read best, proofs of clauses, derivations with numbers.
pub mod explain;

/// Systems of normalised clauses, passes with their ways back, fragments.
pub mod horn;

/// Recursion-free clauses as interpolation problems; SHARA: expansions, unwindings and their solution.
pub mod recursion_free;

/// What rounds of loops change, and what holds in all of them.
pub mod analysis;

/// Interpolation abstraction: templates, their lattices, and the search for what is feasible.
pub mod guide;

/// Property-directed reachability: lemmas about one step at a time, in frames.
pub mod pdr;

/// What a user can set before a run, described once.
pub mod settings;

/// Predicate abstraction with refinement: from clauses to a verdict, one event for each step.
pub mod engine;

/// A person's own proof, judged clause by clause, and completed if it is partial.
pub mod claim;

/// A look into one position of a counterexample: what its interpolants may be, and why.
pub mod inspect;

/// The log of a run's events; the state after any step as a fold.
pub mod trace;

/// Runs SMT-LIB scripts.
pub mod script;

#[cfg(test)]
mod testing;
