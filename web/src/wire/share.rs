//! Share links: everything that a moment of a session depends on, in the fragment of a URL.
//!
//! ```
//! use hornbook_web::wire::share::{SharedState, decode, encode};
//! let state = SharedState { text: "p(X) :- X = 0.".to_owned(), step: Some(12), ..SharedState::default() };
//! let link = encode(&state).unwrap();
//! assert!(link.starts_with("1."));
//! assert_eq!(decode(&link).unwrap().state, state);
//! ```
//!
//! A link is `version.data`. The data of version 1 is base64url, without padding, of a checksum (CRC-32 of
//! the fields, 4 bytes, little-endian) and the deflated fields; see `fields.rs` for these. Decoding is total:
//! any string gives a state or a [`ShareError`], and a damaged link gives whatever could be read of it
//! together with a list of [`Damage`]. The program that reads a link may be older than the one that wrote it,
//! so fields that it does not know are kept.

mod checksum;
mod error;
mod fields;
mod inflate;

pub use error::{Damage, ShareError};

use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use miniz_oxide::deflate::compress_to_vec;

pub(crate) use self::checksum::crc32;
use self::inflate::inflate;
use hornbook::lang::Language;
use hornbook::order::Map;

/// Links up to this length survive every mail program and chat.
pub const ADVISED_LENGTH: usize = 2_000;

/// Above this length, offer a file instead of a link.
pub const FILE_LENGTH: usize = 8_000;

/// Longer links are refused unread.
pub const LINK_LIMIT: usize = 4 << 20;

/// The most that a link may unpack to. A short link can claim to be gigabytes long.
pub const OUTPUT_LIMIT: usize = 4 << 20;

/// The version that is written.
pub const VERSION: u32 = 1;

/// What a link carries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedState {
    pub language: Language,
    /// The problem, as its author wrote it.
    pub text: String,
    /// Settings by name; names that this program does not know are kept.
    pub settings: Map<String, String>,
    /// The step that is shown.
    pub step: Option<u64>,
    /// The view that is open.
    pub view: Option<String>,
    /// What is selected in all views.
    pub selection: Option<String>,
    /// Fields that this program does not know; they are kept when the state is shared again.
    pub unknown: Map<String, String>,
}

/// What was read from a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    pub state: SharedState,
    /// Why the state may not be what was shared; empty for a link in good order.
    pub damage: Vec<Damage>,
}

/// Is a link short enough to be passed around?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthAdvice {
    Fine,
    /// Some programs cut links of this length.
    Long,
    /// Offer a file.
    OfferFile,
}

impl LengthAdvice {
    /// For a whole URL of this many characters.
    pub fn of(length: usize) -> LengthAdvice {
        match length {
            0..=ADVISED_LENGTH => LengthAdvice::Fine,
            length if length <= FILE_LENGTH => LengthAdvice::Long,
            _ => LengthAdvice::OfferFile,
        }
    }
}

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// How hard to compress, of 10; small links matter more than a millisecond.
const COMPRESSION: u8 = 9;

/// The fragment for a state, without the `#`. The same state always gives the same fragment.
pub fn encode(state: &SharedState) -> Result<String, ShareError> {
    let fields = fields::write(state);
    if fields.len() > OUTPUT_LIMIT {
        return Err(ShareError::TooLarge);
    }
    let mut data = crc32(&fields).to_le_bytes().to_vec();
    data.extend(compress_to_vec(&fields, COMPRESSION));
    Ok(format!("{VERSION}.{}", BASE64.encode(data)))
}

/// Reads a fragment, with or without the `#`.
pub fn decode(fragment: &str) -> Result<Decoded, ShareError> {
    let fragment = fragment.trim();
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    if fragment.is_empty() {
        return Err(ShareError::Empty);
    }
    if fragment.len() > LINK_LIMIT {
        return Err(ShareError::TooLong { length: fragment.len() });
    }
    let Some((version, data)) = fragment.split_once('.') else {
        return Err(ShareError::NotALink);
    };
    if version.is_empty() || !version.bytes().all(|b| b.is_ascii_digit()) {
        return Err(ShareError::NotALink);
    }
    match version {
        "1" => decode_version_1(data),
        _ => Err(ShareError::UnknownVersion { version: version.chars().take(9).collect() }),
    }
}

fn decode_version_1(data: &str) -> Result<Decoded, ShareError> {
    let mut damage = Vec::new();
    let bytes = base64_prefix(data, &mut damage);
    let Some((checksum, packed)) = bytes.split_first_chunk::<4>() else {
        return Err(ShareError::Unreadable);
    };
    let (fields, found) = inflate(packed, OUTPUT_LIMIT);
    damage.extend(found);
    if damage.is_empty() && crc32(&fields) != u32::from_le_bytes(*checksum) {
        damage.push(Damage::Checksum);
    }
    let state = fields::read(&fields, &mut damage);
    if state == SharedState::default() && !damage.is_empty() {
        return Err(ShareError::Unreadable);
    }
    Ok(Decoded { state, damage })
}

/// Decodes as far as the characters are those of base64url.
fn base64_prefix(data: &str, damage: &mut Vec<Damage>) -> Vec<u8> {
    let valid = data.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')).count();
    if valid < data.len() {
        damage.push(Damage::ForeignCharacter);
    }
    // A single character beyond a group of four holds no whole byte.
    let usable = if valid % 4 == 1 { valid - 1 } else { valid };
    if usable < valid && damage.is_empty() {
        damage.push(Damage::Truncated);
    }
    BASE64.decode(&data[..usable]).unwrap_or_default()
}

#[cfg(test)]
mod tests;
