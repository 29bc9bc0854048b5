//! Measurements of Hornbook: what they are made of. The programs are in `src/bin`, and `cargo xtask bench`
//! calls them.

pub mod growth;
pub mod presburger;
pub mod problems;
pub mod processor;
pub mod scatter;
