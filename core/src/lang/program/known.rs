//! Procedures of the competition whose meaning is known. A text may define them: a definition that says just
//! that is left out, and any other is a procedure like all.
//!
//! ```text
//! void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } return; }
//! ```

use super::parser::Parser;
use crate::lang::common::scan::{Token, TokenKind};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Assertion,
    Assumption,
    Failure,
}

fn meaning(name: &str) -> Option<Known> {
    match name {
        "__VERIFIER_assert" | "assert" => Some(Known::Assertion),
        "__VERIFIER_assume" | "assume_abort_if_not" | "assume" => Some(Known::Assumption),
        "__VERIFIER_error" | "reach_error" => Some(Known::Failure),
        _ => None,
    }
}

impl Parser<'_, '_> {
    /// Does the body that starts here say what everybody knows of this name?
    pub(super) fn is_as_known(&self, name: &str, open: usize) -> bool {
        let Some(known) = meaning(name) else { return false };
        // To call it is to fail, whatever is in its body.
        if known == Known::Failure {
            return true;
        }
        let Some(close) = self.closing(open) else { return false };
        says(known, &self.tokens[open + 1..close], self.text)
    }
}

/// The same for `#define assert(c) if (!(c)) …`, whose tokens are those of another text.
pub(super) fn is_macro_as_known(name: &str, tokens: &[Token], text: &str) -> bool {
    meaning(name).is_some_and(|known| says(known, tokens, text))
}

/// Do these tokens say it?
fn says(known: Known, tokens: &[Token], text: &str) -> bool {
    let words: Vec<&str> =
        tokens.iter().map(|token| &text[token.span.start as usize..token.span.end as usize]).collect();
    if known == Known::Failure {
        return tokens.iter().zip(&words).all(|(token, word)| is_harmless(token, word) || fails(word));
    }
    // `if (!c) …`, where `c` is any name.
    let start = words.first().copied().unwrap_or_default();
    let is_loop = start == "while" && known == Known::Assumption;
    if start != "if" && !is_loop {
        return false;
    }
    let Some(end) = closed(&words, 1) else { return false };
    let condition = &words[2..end];
    let is_negated = matches!(condition, ["!", _] | ["!", "(", _, ")"] | [_, "==", "0"] | ["0", "==", _]);
    if !is_negated {
        return false;
    }
    let then = end + 1;
    let after = match words.get(then) {
        Some(&"{") => closed(&words, then).map(|close| close + 1),
        _ => words[then..].iter().position(|word| *word == ";").map(|i| then + i + 1),
    };
    // Where a macro has no semicolon, its use has.
    let after = after.unwrap_or(words.len());
    let is_plain = tokens[then..after]
        .iter()
        .zip(&words[then..after])
        .all(|(token, word)| is_harmless(token, word) || fails(word));
    let is_failure = words[then..after].iter().any(|word| fails(word));
    let does_end = is_loop || words[then..after].iter().any(|word| matches!(*word, "abort" | "exit"));
    let is_rest_plain = words[after..].iter().all(|word| matches!(*word, "return" | ";"));
    is_plain && is_rest_plain && if known == Known::Assertion { is_failure } else { does_end && !is_failure }
}

fn fails(word: &str) -> bool {
    matches!(word, "__VERIFIER_error" | "reach_error" | "__assert_fail" | "assert" | "ERROR")
}

/// What changes nothing about what is said.
fn is_harmless(token: &Token, word: &str) -> bool {
    match token.kind {
        TokenKind::Sign(sign) => matches!(sign, "(" | ")" | "{" | "}" | ";" | ":" | "," | "!"),
        TokenKind::Quoted | TokenKind::Number(_) => true,
        TokenKind::Word => matches!(
            word,
            "abort"
                | "exit"
                | "return"
                | "goto"
                | "void"
                | "sizeof"
                | "__extension__"
                | "__PRETTY_FUNCTION__"
        ),
        _ => false,
    }
}

/// The position of the sign that closes the one at a position.
fn closed(words: &[&str], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, word) in words.iter().enumerate().skip(open) {
        match *word {
            "(" | "{" => depth += 1,
            ")" | "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(i);
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}
