//! What can be wrong with a link, in words for the person who opened it.

use std::fmt;

/// Nothing can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShareError {
    Empty,
    /// It does not start with a version.
    NotALink,
    /// Written by a newer program, or damaged in its first characters.
    UnknownVersion {
        version: String,
    },
    /// Longer than [`LINK_LIMIT`](super::LINK_LIMIT).
    TooLong {
        length: usize,
    },
    /// On encoding: the state is larger than [`OUTPUT_LIMIT`](super::OUTPUT_LIMIT).
    TooLarge,
    /// So much is damaged that no field is left.
    Unreadable,
}

impl fmt::Display for ShareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShareError::Empty => f.write_str("The link has no shared state."),
            ShareError::NotALink => f.write_str("The part after # is not a share link."),
            ShareError::UnknownVersion { version } => write!(
                f,
                "The link has version {version}, but this program reads version 1. It may be from a newer \
                 Hornbook: reload the page to get that."
            ),
            ShareError::TooLong { length } => {
                write!(f, "The link has {length} characters, more than a link can have.")
            }
            ShareError::TooLarge => f.write_str("The problem is too large for a link; save it as a file."),
            ShareError::Unreadable => f.write_str("The link is damaged, and nothing of it can be read."),
        }
    }
}

impl std::error::Error for ShareError {}

/// Something is wrong, but part of the state was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Damage {
    /// The end is missing.
    Truncated,
    /// A character occurs that no link has.
    ForeignCharacter,
    /// The packed data makes no sense from some place on.
    Garbled,
    /// All could be read, but it is not what was shared.
    Checksum,
    /// It unpacks to more than [`OUTPUT_LIMIT`](super::OUTPUT_LIMIT); the rest is left out.
    TooLarge,
    /// A field has a value that it cannot have.
    BadField,
    /// The text has characters that are not UTF-8.
    BadText,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Damage::Truncated => "The end of the link is missing; this is what came before it.",
            Damage::ForeignCharacter => {
                "The link has a character that no link has; this is what came before it."
            }
            Damage::Garbled => "The link is damaged; this is what could be read of it.",
            Damage::Checksum => "The link was changed on its way; this may not be what was shared.",
            Damage::TooLarge => "The link unpacks to more than it may; the rest is left out.",
            Damage::BadField => "A part of the link makes no sense and is left out.",
            Damage::BadText => "The text of the link has broken characters, shown as \u{fffd}.",
        })
    }
}
