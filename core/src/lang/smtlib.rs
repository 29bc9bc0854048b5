//! SMT-LIB 2: constrained Horn clauses, models, and quantifier-free scripts.

mod arithmetic;
mod binders;
mod clausify;
mod declare;
mod definition;
mod elaborate;
mod eliminate;
mod horn;
mod instantiate;
mod interpolants;
mod logic;
mod model;
mod names;
mod open;
mod print;
mod print_formula;
mod quantifiers;
mod report;
mod scope;
pub mod script;
mod sexpr;
mod special;
mod vacuous;
mod value;
mod vocabulary;

pub use definition::{DefinedVariable, Meaning};
pub use horn::parse;
pub use interpolants::InterpolationNode;
pub use model::parse_model;
pub use print::{print, print_formula, print_solution, print_symbol, print_term};

#[cfg(test)]
mod tests;
