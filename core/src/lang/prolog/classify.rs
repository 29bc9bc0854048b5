//! Which names are variables and which are relation symbols, told by where they stand.
//!
//! ```text
//! P(x, Y) :- q, (R), (x) = Y.
//! ```
//!
//! `P` has arguments, and `q` and `(R)` stand alone as literals, so these are relation symbols. All else are
//! variables. A name between quotes is what its quotes say.

use crate::lang::house::name::{Names, RELATION_QUOTE, starts_name};
use crate::lang::house::token::{Comparison, Token, TokenKind};

/// Words of directives, which are no variables there.
const DIRECTIVE_WORDS: [&str; 12] = [
    "relation",
    "template",
    "predicate",
    "term",
    "inequality",
    "cost",
    "identity",
    "top",
    "conjunction",
    "disjunction",
    "complement",
    "composition",
];

pub(super) fn is_directive_word(word: &str) -> bool {
    DIRECTIVE_WORDS.contains(&word)
}

/// What a word is by itself, and by its neighbours; `None` is a name.
pub(super) fn word(word: &str, before: Option<TokenKind>, after: &str) -> Option<TokenKind> {
    let is_called = after.starts_with('(');
    let follows_term = matches!(
        before,
        Some(TokenKind::Name(_) | TokenKind::Number | TokenKind::Close | TokenKind::Variable(..))
    );
    Some(match word {
        "_" => TokenKind::Anonymous,
        "mod" => TokenKind::Mod,
        "true" => TokenKind::True,
        "false" => TokenKind::False,
        "div" if follows_term => TokenKind::Div,
        "is" if follows_term => TokenKind::Compare(Comparison::Equal),
        "not" if is_called => TokenKind::Not,
        "let" if after.starts_with('`') || after.starts_with(starts_name) => TokenKind::Let,
        _ => return None,
    })
}

/// Turns names that stand where terms do into variables.
pub(super) fn classify(text: &str, tokens: &mut Vec<Token>, names: &Names) {
    drop_answer(text, tokens);
    let mut is_variable = vec![false; tokens.len()];
    // Of the open parentheses, whether they hold arguments.
    let mut calls: Vec<bool> = Vec::new();
    let mut depth = 0_usize;
    let mut directive = None;
    for (i, token) in tokens.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| tokens[i].kind);
        let after = tokens.get(i + 1).map(|token| token.kind);
        match token.kind {
            TokenKind::Open => {
                let is_call = matches!(before, Some(TokenKind::Name(_))) && directive != Some("template");
                depth += usize::from(is_call);
                calls.push(is_call);
            }
            TokenKind::Close => depth -= usize::from(calls.pop() == Some(true)),
            TokenKind::Dot => {
                (depth, directive) = (0, None);
                calls.clear();
            }
            TokenKind::Neck if matches!(before, None | Some(TokenKind::Dot)) => {
                directive = directive_at(&tokens[i + 1..], names);
            }
            TokenKind::Name(name) if !is_quoted(text, token) => {
                is_variable[i] = match directive {
                    Some("relation") => false,
                    // The keyword and the relation symbol.
                    Some(_) if matches!(before, Some(TokenKind::Neck)) => false,
                    Some(_) if matches!(before, Some(TokenKind::Name(_))) && after_neck(tokens, i) => false,
                    Some(_) => !is_directive_word(names.text(name)),
                    None if after == Some(TokenKind::Open) => false,
                    None => depth > 0 || !is_literal(tokens, i),
                };
            }
            _ => {}
        }
    }
    for (token, is_variable) in tokens.iter_mut().zip(is_variable) {
        if let (TokenKind::Name(name), true) = (token.kind, is_variable) {
            token.kind = TokenKind::Variable(name, None);
        }
    }
}

/// Leaves out the answer before a solution, and the empty parameters of `false-[]`.
fn drop_answer(text: &str, tokens: &mut Vec<Token>) {
    let word = |token: &Token| &text[token.span.start as usize..token.span.end as usize];
    if let [answer, next, ..] = &tokens[..]
        && matches!(word(answer), "SOLVABLE" | "sat")
        && next.first_of_line
    {
        tokens.remove(0);
    }
    let mut at = 0;
    while at + 2 < tokens.len() {
        let is_empty = tokens[at].kind == TokenKind::False
            && word(&tokens[at + 1]) == "-["
            && tokens[at + 2].kind == TokenKind::Close;
        if is_empty {
            tokens.drain(at + 1..at + 3);
        }
        at += 1;
    }
}

/// The directive after `:-`: its keyword and a name.
fn directive_at(tokens: &[Token], names: &Names) -> Option<&'static str> {
    let [Token { kind: TokenKind::Name(keyword), .. }, Token { kind: TokenKind::Name(_), .. }, ..] = tokens
    else {
        return None;
    };
    ["relation", "template", "predicate"].into_iter().find(|word| *word == names.text(*keyword))
}

/// Is this the second token after `:-`?
fn after_neck(tokens: &[Token], at: usize) -> bool {
    at.checked_sub(2).is_some_and(|i| tokens[i].kind == TokenKind::Neck)
}

pub(super) fn is_quoted(text: &str, token: &Token) -> bool {
    text[token.span.start as usize..].starts_with(RELATION_QUOTE)
}

/// Does a name outside of all arguments stand alone, maybe in parentheses?
fn is_literal(tokens: &[Token], at: usize) -> bool {
    let (mut left, mut right) = (at.checked_sub(1), at + 1);
    while let Some(i) = left
        && tokens[i].kind == TokenKind::Open
        && tokens.get(right).is_some_and(|token| token.kind == TokenKind::Close)
    {
        (left, right) = (i.checked_sub(1), right + 1);
    }
    let ends = |kind: TokenKind| {
        use TokenKind::{And, Comma, Define, Dot, Iff, Implies, Neck, Or, Semicolon};
        matches!(kind, And | Comma | Define | Dot | Iff | Implies | Neck | Or | Semicolon)
    };
    let left = left.map(|i| tokens[i].kind);
    let right = tokens.get(right).map(|token| token.kind);
    let starts = left.is_none_or(|kind| ends(kind) || matches!(kind, TokenKind::Open | TokenKind::Not));
    starts && right.is_none_or(|kind| ends(kind) || matches!(kind, TokenKind::Close | TokenKind::End))
}
