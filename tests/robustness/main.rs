//! Hostile inputs: random ones that must not contradict themselves, small ones that must not become large,
//! and long work that must end when it is told to.

mod bombs;
mod fuzz;
mod interruption;
