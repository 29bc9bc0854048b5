//! The Hornbook page and its worker: one WebAssembly module with two entry points.
//!
//! The first half knows no browser: it is the model of the page, compiles everywhere and is tested natively.
//! The second half connects the model to the browser.

pub mod advice;
pub mod answer;
pub mod compare;
pub mod concerns;
pub mod drafts;
pub mod draw;
pub mod editing;
pub mod examples;
pub mod export;
pub mod file;
pub mod glossary;
pub mod highlight;
pub mod inbox;
pub mod keepsakes;
pub mod keys;
pub mod link;
pub mod look;
pub mod model;
pub mod narrate;
pub mod notation;
pub mod place;
pub mod playback;
pub mod proofs;
pub mod protocol;
pub mod qr;
pub mod report;
pub mod run;
pub mod runner;
pub mod selection;
pub mod settings;
pub mod state;
pub mod templates;
pub mod theme;
pub mod timeline;
pub mod views;
pub mod workers;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod focus;
#[cfg(target_arch = "wasm32")]
mod listener;
#[cfg(target_arch = "wasm32")]
pub mod page;
#[cfg(target_arch = "wasm32")]
mod storage;
#[cfg(target_arch = "wasm32")]
mod view;
#[cfg(target_arch = "wasm32")]
pub mod worker;
#[cfg(target_arch = "wasm32")]
mod worker_link;
