//! Texts to read, and ways to damage them.

use crate::support::Random;

/// The corpus: names and texts.
pub(crate) fn corpus() -> &'static [(&'static str, &'static str)] {
    &[
        ("counter", include_str!("../corpus/smtlib/counter.smt2")),
        ("rules", include_str!("../corpus/smtlib/rules.smt2")),
        ("shapes", include_str!("../corpus/smtlib/shapes.smt2")),
        ("sorts", include_str!("../corpus/smtlib/sorts.smt2")),
        ("script", include_str!("../corpus/smtlib/script.smt2")),
        ("model", include_str!("../corpus/smtlib/model.smt2")),
    ]
}

/// A text of the corpus with a few tokens removed, doubled, moved or replaced.
pub(crate) fn damaged(random: &mut Random, corpus: &[(&str, &str)]) -> String {
    let text = random.pick(corpus).1;
    let mut tokens = tokens(text);
    let others = self::tokens(random.pick(corpus).1);
    for _ in 0..=random.below(4) {
        let at = random.below(tokens.len());
        match random.below(5) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[random.below(tokens.len())]),
            2 => tokens[at] = others[random.below(others.len())],
            3 => {
                let with = random.below(tokens.len());
                tokens.swap(at, with);
            }
            _ => tokens[at] = SOUP[random.below(SOUP.len())],
        }
        if tokens.is_empty() {
            break;
        }
    }
    tokens.concat()
}

/// Words that mean something, in no order.
pub(crate) fn soup(random: &mut Random) -> String {
    (0..random.below(60)).map(|_| [random.pick(&SOUP), " "].concat()).collect()
}

const SOUP: [&str; 54] = [
    "(",
    "(",
    "(",
    ")",
    ")",
    ")",
    "(assert",
    "(declare-fun",
    "(define-fun",
    "(forall ((x Int))",
    "(exists ((y Bool))",
    "(let ((x",
    "(and",
    "(or",
    "(not",
    "(=>",
    "(xor",
    "(=",
    "(distinct",
    "(ite",
    "(<=",
    "(+",
    "(-",
    "(*",
    "(div",
    "(mod",
    "(rem",
    "(abs",
    "((_ divisible 3)",
    "(!",
    ":named",
    "x",
    "p",
    "counter",
    "Int",
    "Bool",
    "true",
    "false",
    "0",
    "7",
    "99999999999999999999999",
    "1.5",
    "#xF",
    "\"a",
    "|b",
    "|",
    "\"",
    ";",
    "\n",
    "é",
    "(check-sat)",
    "(query",
    "(rule",
    "(get-interpolants",
];

/// The pieces of a text, blanks included, so that joining them gives the text again.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| !c.is_whitespace() && !"()".contains(c);
        let length =
            if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (token, tail) = rest.split_at(length);
        tokens.push(token);
        rest = tail;
    }
    tokens
}
