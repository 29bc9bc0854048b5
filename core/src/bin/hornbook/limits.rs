//! The limits of a command: time and memory, as they are typed, watched, and told of when they are reached.
//!
//! The library counts steps. Every few thousand of them it asks a [`Watch`], and only here is a clock or an
//! allocator read. Numbers that are typed wrong have a message of their own for each way to get them wrong.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use hornbook::budget::{Budget, Exhausted};

use crate::BAD_INPUT;
use crate::input::Unread;
use crate::output::complain;

/// Limits that all commands have.
#[derive(Args, Clone, Copy)]
pub(crate) struct Limits {
    /// Give up after this many seconds, reading and checking included.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    /// Give up when more memory than this is in use, in megabytes.
    #[arg(long, value_name = "MB", value_parser = megabytes, default_value = "2000", allow_negative_numbers = true)]
    memory: usize,
}

impl Limits {
    /// The clock starts here.
    pub(crate) fn watch(self) -> Watch {
        Watch { limits: self, start: Instant::now() }
    }

    /// The exit code of a command whose input could not be read.
    #[allow(clippy::needless_pass_by_value)] // It is told once, and then it is over.
    pub(crate) fn unread(self, unread: Unread) -> ExitCode {
        match unread {
            Unread::Wrong => ExitCode::from(BAD_INPUT),
            Unread::Ended(reason) => {
                complain(self.reason(reason));
                ExitCode::from(ENDED)
            }
        }
    }

    /// Which limit was reached, as a line for people.
    pub(crate) fn reason(self, ended: Exhausted) -> String {
        match (ended, self.timeout) {
            (Exhausted::Interrupted, Some(limit)) => {
                format!("the time limit of {} s is reached (--timeout)", limit.as_secs_f64())
            }
            (Exhausted::Memory, _) => {
                format!("the limit of {} MB of memory is reached (--memory)", self.memory / MEGABYTE)
            }
            (Exhausted::Steps, _) => "the limit of steps is reached (--steps)".to_owned(),
            (Exhausted::Interrupted, None) => ended.to_string(),
        }
    }
}

/// A limit was reached before there was an answer.
pub(crate) const ENDED: u8 = 3;

/// Time and memory since a command began.
pub(crate) struct Watch {
    limits: Limits,
    start: Instant,
}

impl Watch {
    pub(crate) fn look(&self) -> Option<Exhausted> {
        if self.limits.timeout.is_some_and(|limit| self.start.elapsed() >= limit) {
            Some(Exhausted::Interrupted)
        } else if hornbook_memory::in_use() > self.limits.memory {
            Some(Exhausted::Memory)
        } else {
            None
        }
    }
}

/// A budget of some steps, or of any number of them.
pub(crate) fn budget(steps: Option<u64>, look: &mut dyn FnMut() -> Option<Exhausted>) -> Budget<'_> {
    steps.map_or_else(Budget::unlimited, Budget::steps).with_interruption(look)
}

const MEGABYTE: usize = 1_000_000;

/// A number of megabytes as bytes, as for `--memory 500`.
fn megabytes(text: &str) -> Result<usize, String> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err("expected a whole number of megabytes, such as 500".to_owned());
    }
    if text.starts_with('-') {
        return Err("a limit of memory can't be negative".to_owned());
    }
    let bytes = text.parse::<usize>().ok().and_then(|megabytes| megabytes.checked_mul(MEGABYTE));
    bytes.ok_or_else(|| "this is more memory than there is".to_owned())
}

/// A number of seconds, as for `--timeout 2.5`.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 =
        text.trim().parse().map_err(|_| "expected a number of seconds, such as 2.5".to_owned())?;
    if seconds.is_nan() {
        return Err("this is not a number; expected seconds, such as 2.5".to_owned());
    }
    if seconds < 0.0 {
        return Err("a time limit can't be negative".to_owned());
    }
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "this is too long for a time limit; leave the option out to have none".to_owned())
}

/// A number of steps of work, as for `--steps 1000000`.
pub(crate) fn steps(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_whole = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    match text.parse() {
        Ok(steps) => Ok(steps),
        Err(_) if !is_whole => Err("expected a whole number of steps, such as 1000000".to_owned()),
        Err(_) if text.starts_with('-') => Err("a number of steps can't be negative".to_owned()),
        Err(_) => {
            Err("this is too large for a number of steps; leave the option out to have no limit".to_owned())
        }
    }
}
