//! End-to-end tests: the built page in headless Chromium, driven like a person would: by role, label and
//! text.
//!
//! `cargo xtask test` builds the page, finds the browser and runs these. Each test has a server, a driver and
//! a browser profile of its own, and fails if the console shows an error or a request leaves the page's
//! origin. A failing test leaves a screenshot and the console log in `target/browser-failures/`.

mod access;
mod comparing;
mod editing;
mod failures;
mod files;
mod first;
mod hostile;
mod keyboard;
mod large;
mod lessons;
mod limits;
mod loading;
mod models;
mod offline;
mod parts;
mod people;
mod position;
mod presenting;
mod reason;
mod screenshots;
mod sharing;
mod solving;
mod tabs;
mod trust;
mod verdict;
mod walking;
mod worker;
mod workspace;
mod your_move;

use hornbook_tests::browser::{driver, page, run};
