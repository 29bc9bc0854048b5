//! Is a text in this dialect or in the house syntax? Told by signs that only one of the two has.
//!
//! ```text
//! p(X) :- X =< 3.      `=<` is ours
//! P(X) :- X > 3.       so is a relation symbol with a capital
//! p(x) :- x > 3.       so are variables that all begin with small letters
//! p(X) :- X > 3.       means the same in both
//! p(X, y) :- X > y.    is refused by the house syntax, and what it asks for is in its message
//! ```

use crate::lang::house::name::{continues_name, starts_name};

/// What occurs somewhere in a text.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is found or not, by itself")]
struct Found {
    neck: bool,
    defines: bool,
    prolog: bool,
    house: bool,
    small_variable: bool,
    capital_variable: bool,
}

pub(super) fn is_prolog(text: &str) -> bool {
    let found = scan(text);
    found.neck && !found.house && (found.prolog || (found.small_variable && !found.capital_variable))
}

/// Definitions are written with `:-` here, and with `:=` in the house syntax.
pub(super) fn is_solution(text: &str) -> bool {
    let found = scan(text);
    found.neck && !found.defines
}

/// Of two signs that start alike, the longer comes first.
const SIGNS: [&str; 18] = [
    "<->", "<=>", "=\\=", "=:=", ":-", ":=", "=<", "<=", ">=", "!=", "\\+", "\\=", "\\/", "/\\", "->", "<-",
    "-[", "//",
];
const OURS: [&str; 6] = ["=\\=", "=:=", "=<", "\\=", "-[", "/"];
const THEIRS: [&str; 12] = ["<->", "<=>", ":=", "<=", "->", "\\/", "|", "!", "≤", "≥", "∧", "∨"];
/// Next to one of these stands a term.
const BESIDE_TERMS: [&str; 14] =
    ["=\\=", "=:=", "=<", "<=", ">=", "!=", "\\=", "=", "<", ">", "+", "-", "*", "/"];

fn scan(text: &str) -> Found {
    let mut found = Found::default();
    let mut at = 0;
    let mut before = ".";
    // Of the open parentheses, whether they hold arguments.
    let mut calls: Vec<bool> = Vec::new();
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() || first == '\u{feff}' {
            at += first.len_utf8();
        } else if first == '%' {
            at += rest.find(['\n', '\r']).unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if matches!(first, '\'' | '`') {
            let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
            at += rest[1..line].find(first).map_or(line, |end| end + 2);
            before = "name";
        } else if first.is_ascii_digit() {
            at += rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            before = "number";
        } else if starts_name(first) {
            let length = rest.find(|c| !continues_name(c)).unwrap_or(rest.len());
            let is_in_call = calls.contains(&true);
            before = word(&rest[..length], before, rest[length..].trim_start(), is_in_call, &mut found);
            at += length;
        } else {
            let length = first.len_utf8();
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign)).unwrap_or(&rest[..length]);
            match sign {
                "(" | "-[" => calls.push(before == "name"),
                ")" | "]" => _ = calls.pop(),
                "." => calls.clear(),
                _ => {}
            }
            found.neck |= sign == ":-";
            found.defines |= sign == ":=";
            found.prolog |= OURS.contains(&sign);
            found.house |= THEIRS.contains(&sign);
            before = sign;
            at += sign.len();
        }
    }
    found
}

/// What a word says; what it is for the next one.
fn word<'a>(word: &str, before: &str, after: &'a str, is_in_call: bool, found: &mut Found) -> &'a str {
    if matches!(word, "mod" | "div" | "is" | "not" | "true" | "false" | "let") {
        found.house |= word == "let" && after.starts_with(starts_name);
        return if matches!(word, "true" | "false") { "name" } else { "+" };
    }
    let is_capital = word.starts_with(|c: char| c.is_uppercase());
    let is_called = after.starts_with('(') || after.starts_with("-[");
    let is_head = before == "." && (after.starts_with(":-") || after.starts_with('.'));
    let sign = SIGNS.into_iter().find(|sign| after.starts_with(sign));
    let sign = sign.or_else(|| after.get(..1)).unwrap_or_default();
    let is_remainder = after.strip_prefix("mod").is_some_and(|rest| !rest.starts_with(continues_name));
    if is_called || is_head {
        found.prolog |= is_capital;
    } else if is_in_call || is_remainder || BESIDE_TERMS.contains(&before) || BESIDE_TERMS.contains(&sign) {
        found.capital_variable |= is_capital || word.starts_with('_');
        found.small_variable |= word.starts_with(char::is_lowercase);
    }
    "name"
}
