//! Satisfiability of quantifier-free Presburger formulae.

mod answer;
mod exact;

pub use answer::{Answer, Budget, Unknown};
