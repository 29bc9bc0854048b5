//! Hornbook: constrained Horn clauses over Presburger arithmetic, solved and explained.
//!
//! The order of the modules is the order of the data flow; a module imports only from those above it.
#![forbid(unsafe_code)]

pub mod num;

pub mod formula;

pub mod lang;

pub mod share;

pub mod proof;

pub mod check;

pub mod solver;

pub mod simplify;

pub mod elimination;

pub mod interpolate;

pub mod validate;

pub mod explain;

pub mod horn;

pub mod recursion_free;

pub mod guide;

pub mod engine;

pub mod inspect;

pub mod trace;

pub mod script;

#[cfg(test)]
mod testing;
