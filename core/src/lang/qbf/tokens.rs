//! The words and signs of a formula.

use crate::lang::Span;
use crate::lang::common::report::Report;

/// What a word or sign is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A variable or a word of the language; the text says which.
    Word,
    Open,
    Close,
    /// The full stop or colon after quantified variables.
    Stop,
    Comma,
    Not,
    And,
    Or,
    Implies,
    Iff,
}

/// The longest signs come first.
const SIGNS: &[(&str, Token)] = &[
    ("<->", Token::Iff),
    ("<=>", Token::Iff),
    ("↔", Token::Iff),
    ("->", Token::Implies),
    ("=>", Token::Implies),
    ("→", Token::Implies),
    ("&&", Token::And),
    ("/\\", Token::And),
    ("&", Token::And),
    ("∧", Token::And),
    ("||", Token::Or),
    ("\\/", Token::Or),
    ("|", Token::Or),
    ("∨", Token::Or),
    ("~", Token::Not),
    ("!", Token::Not),
    ("¬", Token::Not),
    ("-", Token::Not),
    ("(", Token::Open),
    (")", Token::Close),
    (".", Token::Stop),
    (":", Token::Stop),
    (",", Token::Comma),
];

/// All words and signs, with their places; what is none of them is reported. `%` begins a comment.
pub(super) fn tokens(text: &str, report: &mut Report) -> Vec<(Token, Span)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() || c == '\u{feff}' {
            at += c.len_utf8();
            continue;
        }
        if c == '%' {
            at += rest.find(['\n', '\r']).unwrap_or(rest.len());
            continue;
        }
        let start = at;
        if let Some((sign, token)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            at += sign.len();
            tokens.push((*token, Span::new(start, at)));
            continue;
        }
        let is_quantifier = c == '∀' || c == '∃';
        let is_inside = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        if is_quantifier {
            at += c.len_utf8();
        } else {
            at += rest.find(|c| !is_inside(c)).unwrap_or(rest.len());
        }
        if at == start {
            at += c.len_utf8();
            report.error(Span::new(start, at), format!("`{}` has no meaning here", c.escape_debug()));
            continue;
        }
        let token = match &text[start..at] {
            "and" => Token::And,
            "or" => Token::Or,
            "not" => Token::Not,
            _ => Token::Word,
        };
        tokens.push((token, Span::new(start, at)));
        if !report.spend(1, Span::new(start, at)) {
            break;
        }
    }
    tokens
}
