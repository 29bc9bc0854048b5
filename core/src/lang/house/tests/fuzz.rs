//! Texts of no sense: no panic, no endless loop, and what was understood can be printed and read again.
//!
//! The same runs each time; `fuzz/` has the open-ended version.

use super::*;
use crate::testing::{Random, soup};

fn survives(text: &str) {
    let (problem, diagnostics) = parse(text);
    for diagnostic in &diagnostics {
        assert!(diagnostic.span.end as usize <= text.len(), "{diagnostic:?}");
        assert!(text.is_char_boundary(diagnostic.span.start as usize), "{diagnostic:?}");
        assert!(text.is_char_boundary(diagnostic.span.end as usize), "{diagnostic:?}");
    }
    let _ = crate::lang::render(&diagnostics, text, "fuzz");
    let printed = print(&problem);
    let (again, diagnostics) = parse(&printed);
    assert_eq!(errors(diagnostics), [], "{text}\nprinted as\n{printed}");
    assert!(problem.same_as(&again), "{text}\nprinted as\n{printed}");
    let mut target = problem;
    let _ = parse_solution(text, &mut target);
}

const SOUP: [&str; 63] = [
    "p",
    "q",
    "loop",
    "X",
    "Y",
    "X'",
    "_",
    "B",
    "0",
    "1",
    "2",
    "17",
    "99999999999999999999",
    "(",
    ")",
    ",",
    ";",
    ".",
    ":-",
    ":=",
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "|",
    "!",
    "->",
    "<->",
    "+",
    "-",
    "*",
    "div",
    "mod",
    "not",
    "true",
    "false",
    "let",
    "'",
    "`",
    "'a b'",
    "`c`",
    "`c`:bool",
    "\n",
    " ",
    "%",
    "←",
    "∧",
    "∨",
    "≤",
    "∣",
    "⊥",
    "==",
    "=>",
    "<-",
    "#",
    ":",
    "template",
    "cost",
    "relation",
    "int",
    "2X",
];

#[test]
fn token_soup() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..20_000 {
        survives(&soup(&mut random, &SOUP, 30));
    }
}

#[test]
fn mutated_examples() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut texts: Vec<String> = examples().into_iter().map(|(_, text)| text).collect();
    texts.push(
        "p(X mod 3, B) :- (q(X); X div 2 > 1, !B), let D = (X > 0; B), (D -> 2 | X).\n\
         :- template p(X, B): X cost 2; inequality X; predicate B.\n:- predicate p(X, B): B, X mod 2 = 1.\n"
            .to_owned(),
    );
    for _ in 0..6_000 {
        let mut text: Vec<char> = texts[random.below(texts.len())].chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len() + 1);
            match random.below(4) {
                0 => {
                    text.truncate(text.len().min(at.max(40)));
                }
                1 => {
                    let end = (at + random.below(6)).min(text.len());
                    text.drain(at..end);
                }
                2 => {
                    text.splice(at..at, random.pick(&SOUP).chars());
                }
                _ => {
                    let from = random.below(text.len().max(1));
                    let end = (from + random.below(20)).min(text.len());
                    let copy: Vec<char> = text[from..end].to_vec();
                    text.splice(at..at, copy);
                }
            }
            if text.is_empty() {
                break;
            }
        }
        survives(&text.into_iter().collect::<String>());
    }
}

/// As deep as memory allows, on a small stack such as that of a page.
#[test]
fn deep_nesting() {
    let run = || {
        for text in deep_texts(100_000) {
            let (_, diagnostics) = parse(&text);
            let _ = crate::lang::render(&diagnostics, &text, "deep");
        }
        for text in deep_texts(1_000) {
            let (problem, diagnostics) = parse(&text);
            if errors(diagnostics).is_empty() {
                assert!(!problem.clauses.is_empty(), "{}", &text[..40]);
                let (again, diagnostics) = parse(&print(&problem));
                assert_eq!(errors(diagnostics), []);
                assert!(problem.same_as(&again), "{}", &text[..40]);
            }
        }
    };
    std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(run)
        .expect("a thread")
        .join()
        .expect("no overflow");
}

fn deep_texts(depth: usize) -> Vec<String> {
    let nested = |open: &str, inner: &str, close: &str| open.repeat(depth) + inner + &close.repeat(depth);
    vec![
        format!("p(X) :- {}.", nested("(", "X = 1", ")")),
        format!("p(X) :- {}.", nested("(", "X = 1", "")),
        format!("p(X) :- {}.", nested("!", "X = 1", "")),
        format!("p(X) :- {}.", nested("!(", "X = 1", ")")),
        format!("p({}).", nested("-", "X", "")),
        format!("p({}).", nested("1 - (", "X", ")")),
        format!("p({}).", nested("2*(X + ", "X", ")")),
        format!("p({}).", nested("(1 + ", "X", ") div 2")),
        nested("p(", "X", ")"),
        format!("p(X) :- {}.", nested("X > 0, (X < 9; ", "X = 1", ")")),
        format!("p(X) :- {}.", nested("q(X), (", "r(X)", "; s(X))")),
        format!("p(X) :- {}.", nested("X = 1 -> ", "X = 1", "")),
        format!("p(X) :- {}.", nested("(B <-> ", "X = 1", ")")),
        format!("p(X) :- {}.", nested("X = ", "X", "")),
        format!("p(B) :- {}.", nested("B = (", "B", ")")),
        format!("p(X) :- {}.", nested("X = (", "X", ")")),
        format!("p(X) :- {}.", nested("let A = ", "X", "")),
        format!("p(X) :- {}.", nested("(q(X); r(X)), ", "X = 1", "")),
        ")".repeat(depth),
        ":-".repeat(depth),
        "p(X) :- ".repeat(depth),
        "'".repeat(depth),
    ]
}
