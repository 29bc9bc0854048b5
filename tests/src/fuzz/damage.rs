//! Texts, and ways to damage them.

use hornbook::lang::Language;
use hornbook_random::Random;

use super::systems::system;

/// Texts that are in order, from which damaged ones are made.
const CORPUS: [&str; 10] = [
    include_str!("../../../static/examples/gcd.horn"),
    include_str!("../../../static/examples/merge.horn"),
    include_str!("../../../static/examples/loop50.horn"),
    include_str!("../../../core/tests/corpus/smtlib/counter.smt2"),
    include_str!("../../../core/tests/corpus/smtlib/model.smt2"),
    include_str!("../../../core/tests/corpus/smtlib/rules.smt2"),
    include_str!("../../../core/tests/corpus/smtlib/script.smt2"),
    include_str!("../../../core/tests/corpus/smtlib/shapes.smt2"),
    include_str!("../../../core/tests/corpus/smtlib/sorts.smt2"),
    "gcd(M, N, R) := M = N -> M >= R.\n:- template p(I, X): X - I; inequality X cost 2.\n:- predicate p(X): 2 | X.",
];

/// Pieces that mean something somewhere.
const PIECES: [&str; 64] = [
    "(",
    ")",
    "(",
    ")",
    ".",
    ",",
    ";",
    ":-",
    "!",
    "->",
    "<->",
    "|",
    "'",
    "`",
    "\"",
    "%",
    "\n",
    "\r",
    "\t",
    " ",
    "\u{0}",
    "\u{feff}",
    "\u{fffe}",
    "\u{2028}",
    "é",
    "≤",
    "∧",
    "←",
    "0",
    "1",
    "-1",
    "99999999999999999999999",
    "X",
    "B",
    "p",
    "false",
    "true",
    "let ",
    "not",
    "mod",
    "div",
    ":=",
    ":- template",
    ":- predicate",
    ":- relation",
    "_",
    "(assert ",
    "(declare-fun ",
    "(define-fun ",
    "(forall ((x Int)) ",
    "(exists ((y Bool)) ",
    "(let ((x ",
    "(ite ",
    "(distinct ",
    "(xor ",
    "(=> ",
    "(push 1)",
    "(pop 1)",
    "(check-sat)",
    "(get-model)",
    "#b01",
    "#xFF",
    "1.5",
    "(! x :named y)",
];

/// A text in order, half of the time one that nobody has written.
pub fn text(random: &mut Random) -> String {
    match random.below(4) {
        0 => system(Language::House, random),
        1 => system(Language::SmtLib, random),
        _ => (*random.pick(&CORPUS)).to_owned(),
    }
}

/// A damaged text, or pieces in no order.
pub fn damaged(random: &mut Random) -> String {
    if random.chance(8) {
        return (0..random.below(50)).map(|_| piece(random)).collect();
    }
    let mut text = text(random);
    for _ in 0..random.below(5) {
        let (from, to) = {
            let start = place(&text, random);
            let rest: Vec<usize> = text[start..].char_indices().map(|(i, _)| start + i).take(12).collect();
            (start, rest.get(random.below(12)).copied().unwrap_or(start))
        };
        match random.below(6) {
            0 => text.replace_range(from..to, ""),
            1 => text.insert_str(from, piece(random)),
            2 => text.replace_range(from..to, piece(random)),
            3 => {
                let piece = text[from..to].to_owned();
                let at = place(&text, random);
                text.insert_str(at, &piece);
            }
            4 => text.truncate(from),
            _ => {
                let other = self::text(random);
                let at = place(&other, random);
                text.replace_range(from.., &other[at..]);
            }
        }
    }
    text
}

/// A place between two characters.
fn place(text: &str, random: &mut Random) -> usize {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn piece(random: &mut Random) -> &'static str {
    random.pick::<&str>(&PIECES)
}
