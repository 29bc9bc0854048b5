//! The built page in headless Chromium: what the browser tests and the measurements in a browser have in
//! common.

pub mod driver;
pub mod page;
pub mod run;

use std::time::Duration;

/// How long anything that must happen is waited for. This is no deadline of ours, but a guard against
/// browsers that hang: it is many times longer than the slowest machine needs.
pub const HANG_GUARD: Duration = Duration::from_mins(3);
