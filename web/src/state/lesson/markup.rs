//! The part of Markdown that lessons are written in: emphasis, code and links within lines.
//!
//! ```
//! use hornbook_web::state::lesson::markup::{Inline, inline};
//! let parts = inline("an `X >= 0` is *weak*");
//! assert_eq!(parts[1], Inline::Code("X >= 0".to_owned()));
//! assert_eq!(parts[3], Inline::Emphasis("weak".to_owned()));
//! ```

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    Text(String),
    /// `*so*`
    Emphasis(String),
    /// `**so**`
    Strong(String),
    /// A formula or a name, between backticks.
    Code(String),
    /// `[words](address)`
    Link {
        words: String,
        address: String,
    },
}

/// The parts of a line. Total: what is no markup is text.
pub fn inline(line: &str) -> Vec<Inline> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        let found = match letter {
            '`' => delimited(rest, "`").map(|(code, rest)| (Inline::Code(code.to_owned()), rest)),
            '*' => {
                delimited(rest, "**").map(|(words, rest)| (Inline::Strong(words.to_owned()), rest)).or_else(
                    || delimited(rest, "*").map(|(words, rest)| (Inline::Emphasis(words.to_owned()), rest)),
                )
            }
            '[' => link(rest),
            _ => None,
        };
        if let Some((part, after)) = found {
            if !text.is_empty() {
                parts.push(Inline::Text(std::mem::take(&mut text)));
            }
            parts.push(part);
            rest = after;
        } else {
            text.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    if !text.is_empty() {
        parts.push(Inline::Text(text));
    }
    parts
}

/// The line without its markup.
pub fn plain(parts: &[Inline]) -> String {
    let word = |part: &Inline| match part {
        Inline::Text(text) | Inline::Emphasis(text) | Inline::Strong(text) | Inline::Code(text) => {
            text.clone()
        }
        Inline::Link { words, .. } => words.clone(),
    };
    parts.iter().map(word).collect()
}

/// Whether an address can be followed: a place on this page or host, or a page elsewhere that is encrypted.
/// Nothing else gets into the page, whoever has written the lesson.
pub fn is_address(address: &str) -> bool {
    let is_elsewhere = address.starts_with("https://");
    let has_scheme = address.split(['/', '#', '?']).next().is_some_and(|start| start.contains(':'));
    let is_here = !has_scheme && !address.starts_with("//") && !address.contains('\\');
    !address.is_empty() && !address.contains(char::is_whitespace) && (is_elsewhere || is_here)
}

/// What lies between two marks that are not apart by nothing and do not stand beside a space.
fn delimited<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let (inner, rest) = text.strip_prefix(mark)?.split_once(mark)?;
    let is_code = mark == "`";
    let is_tight = !inner.starts_with(' ') && !inner.ends_with(' ');
    (!inner.is_empty() && (is_code || is_tight)).then_some((inner, rest))
}

fn link(text: &str) -> Option<(Inline, &str)> {
    let (words, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (address, rest) = rest.split_once(')')?;
    let is_link = !words.is_empty() && !words.contains(['[', '\n']) && is_address(address);
    is_link.then(|| (Inline::Link { words: words.to_owned(), address: address.to_owned() }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_found_and_everything_else_is_text() {
        let text = |text: &str| Inline::Text(text.to_owned());
        assert_eq!(inline("2 * 3 * 4"), [text("2 * 3 * 4")]);
        assert_eq!(inline("**a** b"), [Inline::Strong("a".to_owned()), text(" b")]);
        assert_eq!(inline("an ` alone"), [text("an ` alone")]);
        assert_eq!(inline("[x](javascript:alert(1))").len(), 1, "not an address that is followed");
        for line in ["", "*", "**", "``", "[](x)", "[a](b", "*a", "é*ü*"] {
            let parts = inline(line);
            assert!(plain(&parts).chars().all(|letter| line.contains(letter)), "{line}");
        }
    }

    #[test]
    fn addresses_lead_to_this_host_or_to_encrypted_pages() {
        for address in ["#example=gcd", "papers.html", "lessons/own.md", "https://example.org/a:b"] {
            assert!(is_address(address), "{address}");
        }
        for address in
            ["http://example.org", "//example.org/x", "javascript:x", "data:text/html,x", "", "a b", "/\\x"]
        {
            assert!(!is_address(address), "{address}");
        }
    }
}
