//! How much a worker may do before it must ask: each limit has a name, and whoever meets it is told.

use hornbook::budget::Exhausted;
use hornbook::settings::RunSettings;

/// One million of anything, for people.
const MILLION: u64 = 1_000_000;
const MEGABYTE: u64 = 1 << 20;

/// The steps that a run may take which a link has begun and nobody has asked for: about a second or two.
pub const LINK_STEPS: u64 = 5 * MILLION;

/// The memory that it may take.
pub const LINK_MEMORY: u64 = 256 * MEGABYTE;

/// The page waits for this long until such a run has paused by itself, and then ends it.
pub const LINK_PATIENCE_IN_MILLISECONDS: u32 = 5_000;

/// The memory that any run may take. The module itself can't have more than `MOST_MEMORY` of `web/build.rs`,
/// which is larger, so that a run ends with a message rather than with a failure.
pub const RUN_MEMORY: u64 = 768 * MEGABYTE;

/// A solver that has taken more memory than this is not used for another text: only a new one gives memory
/// back.
pub const REUSED_MEMORY: u64 = 128 * MEGABYTE;

/// The steps that the reader may take for one question.
pub const READER_STEPS: u64 = 30 * MILLION;

/// The steps for the truth of the one formula that says what recursion-free clauses say.
pub const SUCCINCT_STEPS: u64 = 2 * MILLION;

/// The memory that the reader may take for it. With more, a new one takes its place.
pub const READER_MEMORY: u64 = 256 * MEGABYTE;

/// After this long at one question, the page offers to stop the reader, and stops it by itself if nobody
/// waits for the answer.
pub const SLOW_IN_MILLISECONDS: u32 = 1_000;

/// After this long the page stops the reader in any case.
pub const READER_PATIENCE_IN_MILLISECONDS: u32 = 15_000;

/// What a run may take until it pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    pub steps: u64,
    pub memory: u64,
}

impl RunLimits {
    /// As the settings say for a run that somebody has asked for; at most a small part of that for one that a
    /// link has begun.
    pub fn of(settings: &RunSettings, is_asked_for: bool) -> RunLimits {
        if is_asked_for {
            RunLimits { steps: settings.steps(), memory: RUN_MEMORY }
        } else {
            RunLimits { steps: settings.steps().min(LINK_STEPS), memory: LINK_MEMORY }
        }
    }
}

/// Why something was ended by the budget, as a sentence.
pub fn end_in_words(reason: Exhausted, steps: u64, memory: u64) -> String {
    match reason {
        Exhausted::Steps => format!("Too large: stopped after {}.", steps_in_words(steps)),
        Exhausted::Memory => format!("Too large: stopped at {}.", memory_in_words(memory)),
        Exhausted::Interrupted => "Stopped.".to_owned(),
    }
}

/// A number of steps in words.
pub fn steps_in_words(steps: u64) -> String {
    format!("{} million steps of work", steps / MILLION)
}

/// An amount of memory in words.
pub fn memory_in_words(bytes: u64) -> String {
    format!("{} MB of memory", bytes / MEGABYTE)
}
