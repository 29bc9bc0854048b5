//! Satisfiability of quantifier-free Presburger formulae.

mod answer;

pub use answer::{Answer, Budget, Unknown};
