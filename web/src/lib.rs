//! The Hornbook page and its worker: one WebAssembly module with two entry points.
//!
//! A room uses only rooms listed above it; `cargo xtask tidy` checks that. All rooms but the last four know
//! no browser: they are the model of the page, compile everywhere and are tested natively.

/// Pictures as data, and how they become SVG, DOT and text.
pub mod draw;

/// What crosses a boundary: messages between page and workers, and share links.
pub mod wire;

/// The texts of problems: examples, drafts, files, and editing them.
pub mod text;

/// The worker's side: what it answers, and the runs it is at.
pub mod worker;

/// A run as the page knows it, and what can be said about it.
pub mod run;

/// The state of the page and its only reducer.
pub mod state;

/// View models: what the views show, as pure functions of a moment.
pub mod model;

/// What leaves the page: files, QR codes, reports.
pub mod out;

/// The parts of the module that are loaded later.
#[cfg(target_arch = "wasm32")]
pub mod parts;

/// The page's connection to the browser.
#[cfg(target_arch = "wasm32")]
mod browser;

/// What the page looks like.
#[cfg(target_arch = "wasm32")]
mod view;

/// The entry point of the page: draws the state, keeps the text, runs the workers.
#[cfg(target_arch = "wasm32")]
pub mod page;
