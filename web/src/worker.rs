//! The worker's side: a pure function from requests to answers, the runs that it is at, and its entry point.

pub mod answer;
#[cfg(target_arch = "wasm32")]
pub mod entry;
pub mod judge;
pub mod limits;
pub mod memory;
pub mod runner;
pub mod templates;
pub mod turns;
pub mod warm_up;
