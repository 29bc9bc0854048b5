//! The parts behind `cargo xtask`. They are a library so that the browser tests serve the page with the
//! very server that `cargo xtask serve` uses.

pub mod assets;
pub mod bench;
pub mod bindings;
pub mod browser;
pub mod budget;
pub mod build;
pub mod copies;
pub mod data;
pub mod fuzz;
pub mod http;
pub mod papers;
pub mod parts;
pub mod process;
pub mod serve;
pub mod split;
pub mod style;
pub mod test;
pub mod tidy;
