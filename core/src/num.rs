//! Exact integers and rationals. Small values never allocate; nothing overflows, wraps or rounds.

mod int;
mod rational;

pub use int::{Int, ParseIntError};
pub use rational::Rational;
