//! Formulae for human eyes: equivalent, shorter, and as a person would have written them.
//!
//! [`tidy`] looks at the formula alone and is cheap.

mod condense;
mod equations;
mod factor;
mod measure;
mod region;
mod residues;
mod tidy;
mod values;

pub(crate) use condense::condense;
pub use measure::Measure;
pub use tidy::tidy;
