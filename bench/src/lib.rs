//! Measurements of Hornbook: what they are made of. The programs are in `src/bin`, and `cargo xtask bench`
//! calls them.

pub mod presburger;
pub mod problems;
pub mod scatter;
