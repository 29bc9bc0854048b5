//! SMT-LIB 2: constrained Horn clauses, models, and quantifier-free scripts.

mod arithmetic;
mod declare;
mod definition;
mod elaborate;
mod instantiate;
mod interpolants;
mod logic;
mod report;
mod scope;
pub mod script;
mod sexpr;
mod value;
mod vocabulary;

pub use definition::{Definition, Meaning};
pub use interpolants::InterpolationNode;

#[cfg(test)]
mod tests;
