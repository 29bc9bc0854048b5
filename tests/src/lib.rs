//! What the tests of Hornbook as a whole are made of.

pub mod bombs;
#[cfg(feature = "browser")]
pub mod browser;
pub mod fuzz;
