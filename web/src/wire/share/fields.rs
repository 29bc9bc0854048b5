//! The fields of a shared state, as bytes.
//!
//! One field after the other: the length of its name, its name, the length of its value, its value. Lengths
//! are LEB128 numbers, names and values UTF-8. The names: `l` language, `n` step, `v` view, `c` selection
//! (the choice), `s:…` a setting, `t` text. Any other name is of a later program and is kept. The text comes
//! last, so that a link whose end is lost keeps its settings and the beginning of the text.

use super::{Damage, SharedState};
use hornbook::lang::Language;

const SETTING: &str = "s:";

pub(super) fn write(state: &SharedState) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut field = |name: &str, value: &str| {
        for part in [name, value] {
            write_length(&mut bytes, part.len());
            bytes.extend_from_slice(part.as_bytes());
        }
    };
    if state.language != Language::default() {
        field("l", state.language.name());
    }
    if let Some(step) = state.step {
        field("n", &step.to_string());
    }
    if let Some(view) = &state.view {
        field("v", view);
    }
    if let Some(selection) = &state.selection {
        field("c", selection);
    }
    for (name, value) in &state.settings {
        field(&format!("{SETTING}{name}"), value);
    }
    for (name, value) in state.unknown.iter().filter(|(name, _)| !is_known(name)) {
        field(name, value);
    }
    if !state.text.is_empty() {
        field("t", &state.text);
    }
    bytes
}

pub(super) fn is_known(name: &str) -> bool {
    matches!(name, "l" | "n" | "v" | "c" | "t") || name.starts_with(SETTING)
}

/// Reads as many fields as there are; what is missing at the end is noted as damage.
pub(super) fn read(mut bytes: &[u8], damage: &mut Vec<Damage>) -> SharedState {
    let mut state = SharedState::default();
    while !bytes.is_empty() {
        let whole = read_part(&mut bytes).filter(|(_, whole)| *whole).zip(read_part(&mut bytes));
        let Some(((name, _), (value, whole))) = whole else {
            note(damage, Damage::Truncated);
            break;
        };
        if !whole {
            note(damage, Damage::Truncated);
            // The beginning of a text is worth having; that of a number is not.
            if name != b"t" {
                break;
            }
        }
        let name = String::from_utf8_lossy(name);
        let text = String::from_utf8_lossy(value);
        if std::str::from_utf8(value).is_err() {
            note(damage, Damage::BadText);
        }
        let value = text.into_owned();
        match &*name {
            "l" => match Language::from_name(&value) {
                Some(language) => state.language = language,
                None => note(damage, Damage::BadField),
            },
            "n" => match value.parse() {
                Ok(step) => state.step = Some(step),
                Err(_) => note(damage, Damage::BadField),
            },
            "v" => state.view = Some(value),
            "c" => state.selection = Some(value),
            "t" => state.text = value,
            name => match name.strip_prefix(SETTING) {
                Some(setting) => {
                    state.settings.insert(setting.to_owned(), value);
                }
                None => {
                    state.unknown.insert(name.to_owned(), value);
                }
            },
        }
    }
    state
}

fn note(damage: &mut Vec<Damage>, found: Damage) {
    if !damage.contains(&found) {
        damage.push(found);
    }
}

/// A length and that many bytes, or as many as there are, and whether these are all.
fn read_part<'a>(bytes: &mut &'a [u8]) -> Option<(&'a [u8], bool)> {
    let mut length: u64 = 0;
    for shift in (0..35).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        length |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            let whole = length <= bytes.len() as u64;
            let (part, rest) = bytes.split_at(if whole { length as usize } else { bytes.len() });
            *bytes = rest;
            return Some((part, whole));
        }
    }
    None
}

fn write_length(bytes: &mut Vec<u8>, mut length: usize) {
    while length >= 0x80 {
        bytes.push((length & 0x7F) as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
}
