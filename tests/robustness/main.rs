//! Hostile inputs: random ones that must not contradict themselves, and small ones that must not become
//! large.

mod bombs;
mod fuzz;
