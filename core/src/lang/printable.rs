//! Text that a terminal shows and does not obey.

use std::borrow::Cow;

/// A text with escapes for control characters and for characters that change the direction of writing, so
/// that names from a file can neither move the cursor of a terminal nor make a line look like another one.
///
/// ```
/// assert_eq!(hornbook::lang::printable("p\u{1b}[2J"), "p\\u{1b}[2J");
/// assert_eq!(hornbook::lang::printable("p′"), "p′");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |c| match c {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        c => format!("\\u{{{:x}}}", u32::from(c)),
    })
}

/// The same for a text of many lines, whose ends stay.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| match c {
        '\n' | '\t' => c.to_string(),
        '\r' => "\\r".to_owned(),
        c => format!("\\u{{{:x}}}", u32::from(c)),
    })
}

/// The same for JSON, in which such characters stand inside of strings.
pub fn printable_json(json: &str) -> Cow<'_, str> {
    escaped(
        json,
        |c| if c.is_ascii_whitespace() { c.to_string() } else { format!("\\u{:04x}", u32::from(c)) },
    )
}

fn escaped(text: &str, escape: impl Fn(char) -> String) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) { shown.push_str(&escape(c)) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// Does a character do something to its surroundings instead of showing something?
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
