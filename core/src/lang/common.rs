//! What every front end needs, whatever its texts look like.
//!
//! A front end turns a text into a syntax tree of its own, and then into terms, formulae and clauses with
//! what is here.

pub(super) mod clausify;
pub(super) mod complement;
pub(super) mod definition;
pub(super) mod eliminate;
pub(super) mod fresh;
pub mod limits;
pub(super) mod nearest;
pub(super) mod renaming;
pub(super) mod report;
pub(super) mod scan;
pub(super) mod sum;

/// Enough of a long word to recognise it.
pub(super) fn shortened(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A text of a language like C without the comments and spaces at its beginning.
pub(super) fn without_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let end = if rest.starts_with("//") {
            rest.find('\n')
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|end| end + 2)
        } else {
            return rest;
        };
        rest = end.map_or("", |end| rest[end..].trim_start());
    }
}
