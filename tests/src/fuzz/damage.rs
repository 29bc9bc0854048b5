//! Texts, and ways to damage them.

use hornbook::lang::Language;
use hornbook_random::Random;

use super::systems::system;

/// Texts that are in order, from which damaged ones are made, and their languages.
const CORPUS: [(Language, &str); 37] = [
    (Language::House, include_str!("../../../static/examples/gcd.horn")),
    (Language::House, include_str!("../../../static/examples/merge.horn")),
    (Language::House, include_str!("../../../static/examples/loop50.horn")),
    (
        Language::House,
        "gcd(M, N, R) := M = N -> M >= R.\n:- template p(I, X): X - I; inequality X cost 2.\n\
         :- predicate p(X): 2 | X.",
    ),
    (Language::House, "p(X); q(X) :- 2 | X, not r(X).\nr(X) :- not q(X).\nfalse :- p(X), r(X)."),
    (Language::SmtLib, include_str!("../../../core/tests/corpus/smtlib/counter.smt2")),
    (Language::SmtLib, include_str!("../../../core/tests/corpus/smtlib/model.smt2")),
    (Language::SmtLib, include_str!("../../../core/tests/corpus/smtlib/rules.smt2")),
    (Language::SmtLib, include_str!("../../../core/tests/corpus/smtlib/script.smt2")),
    (Language::SmtLib, include_str!("../../../core/tests/corpus/smtlib/shapes.smt2")),
    (Language::SmtLib, include_str!("../../../core/tests/corpus/smtlib/sorts.smt2")),
    (Language::Timed, include_str!("texts/small.xta")),
    (Language::Timed, include_str!("texts/small.xml")),
    (Language::Timed, include_str!("../../../static/examples/fischer.xta")),
    (Language::Timed, include_str!("../../../static/examples/pedestrian.xta")),
    (Language::Nts, include_str!("texts/small.nts")),
    (Language::Nts, "nts a; main { x : int; initial s; error e; s -> s { x' = x + 2 } s -> e { x = 7 } }"),
    (Language::Program, include_str!("texts/small.c")),
    (Language::Program, include_str!("texts/small.imp")),
    (Language::Program, include_str!("../../../static/examples/gcd.imp")),
    (Language::Program, include_str!("../../../static/examples/mccarthy91.imp")),
    (Language::Program, include_str!("../../../static/examples/turns.imp")),
    (Language::Qbf, include_str!("texts/small.qbf")),
    (Language::Qbf, include_str!("texts/small.qdimacs")),
    (Language::Qbf, include_str!("../../../static/examples/opposites.qbf")),
    (Language::Qbf, include_str!("../../../static/examples/pairs.qbf")),
    (Language::Turing, include_str!("texts/small.turing")),
    (Language::Turing, include_str!("../../../static/examples/beaver.turing")),
    (Language::Spec, include_str!("texts/small.spec")),
    (
        Language::Spec,
        "vars x y\nrules\nx >= 1 -> x' = x - 1, y' = y + 2;\ninit x = 2, y = 0\ntarget y >= 4\n",
    ),
    (Language::Net, include_str!("texts/small.net")),
    (Language::Net, include_str!("../../../static/examples/mutual-exclusion.net")),
    (Language::Net, include_str!("../../../static/examples/exponential.net")),
    (Language::Net, include_str!("../../../static/examples/readers-writers-bug.net")),
    (Language::Prolog, include_str!("texts/small.pl")),
    (
        Language::Prolog,
        "P(x, y) :- x >= 0, y = x.\nP(x, y) :- P(z, y), x = z - 1, x >= 0.\nfalse :- P(x, y), x > y.",
    ),
    // A lesson, or what is typed: no language reads it, all of them refuse it.
    (Language::House, include_str!("texts/small.md")),
];

/// Choices, facts, derivations and the like, as people type them.
const TYPED: [&str; 6] = [
    "@2a2(0)@3a3(0)@4r0,1(0),2(0)@7i1:M = N -> M >= R@8k1,2@10f0@12t1,2:M - N; R",
    "1. gcd(2, 2, 2) by clause 1\n2. gcd(4, 2, 2) by clause 2 from 1\n3. false by clause 4 from 2",
    "enter\n3 * leave\nenter",
    "gcd(M, N, R) := M = N -> M >= R.",
    "example=gcd&method=cav13-di&step=16&views=graph,tree&select=position 0",
    include_str!("texts/small.md"),
];

/// Pieces that mean something somewhere.
const PIECES: [&str; 108] = [
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
    "{",
    "}",
    "[",
    "]",
    "/*",
    "//",
    "#",
    "<",
    "</",
    "<![CDATA[",
    "&amp;",
    "&&",
    "||",
    "==",
    "!=",
    "++",
    "<?",
    "?",
    "->",
    "' = ",
    "havoc(",
    "while (x > 0) ",
    "if (",
    "else ",
    "goto L;",
    "int ",
    "bool ",
    "clock ",
    "chan c[",
    "trans ",
    "sync c!; ",
    "forall (i : int[0, 2]) ",
    "forall x. ",
    "exists k : int . ",
    "nts ",
    "turing\n",
    "power 64",
    "p cnf ",
    "vars ",
    "rules\n",
    "cover ",
    "\\+ ",
    "@3f0",
    "\n@question real\n",
];

/// A text in order and its language, half of the time one that nobody has written.
pub fn text(random: &mut Random) -> (Language, String) {
    match random.below(6) {
        0 => (Language::House, system(Language::House, random)),
        1 => (Language::SmtLib, system(Language::SmtLib, random)),
        _ => {
            let (language, text) = *random.pick(&CORPUS);
            (language, text.to_owned())
        }
    }
}

/// A model in order, or one with other numbers and signs here and there, which may mean something else.
pub fn model(random: &mut Random) -> (Language, String) {
    let models: Vec<&(Language, &str)> =
        CORPUS.iter().filter(|(language, _)| language.front_end().model.is_some()).collect();
    let (language, text) = **random.pick(&models);
    let mut text = text.to_owned();
    for _ in 0..random.below(4) {
        exchange(&mut text, random);
    }
    (language, text)
}

/// What can stand in each other's place.
const EXCHANGES: [&[&str]; 6] = [
    &["0", "1", "2", "3", "4", "7"],
    &["<", "<=", ">", ">=", "==", "!=", "="],
    &["+", "-"],
    &["&&", "||", "and", "or"],
    &["x", "y", "z"],
    &["p1", "p2", "p3"],
];

/// Puts one of a few words in the place of another.
fn exchange(text: &mut String, random: &mut Random) {
    let words = *random.pick(&EXCHANGES);
    let (old, new) = (*random.pick(words), *random.pick(words));
    let places: Vec<usize> = text.match_indices(old).map(|(at, _)| at).collect();
    if !places.is_empty() {
        let at = *random.pick(&places);
        text.replace_range(at..at + old.len(), new);
    }
}

/// A damaged text, or pieces in no order.
pub fn damaged(random: &mut Random) -> String {
    damaged_in_a_language(random).1
}

/// A damaged text and the language that it was in.
pub fn damaged_in_a_language(random: &mut Random) -> (Language, String) {
    if random.chance(8) {
        let pieces = (0..random.below(50)).map(|_| piece(random)).collect();
        return (*random.pick(Language::ALL), pieces);
    }
    let (language, mut text) = text(random);
    damage(&mut text, random);
    (language, text)
}

/// Something that people type beside problems, damaged.
pub fn typed(random: &mut Random) -> String {
    let mut text = (*random.pick(&TYPED)).to_owned();
    damage(&mut text, random);
    text
}

fn damage(text: &mut String, random: &mut Random) {
    for _ in 0..random.below(5) {
        let (from, to) = {
            let start = place(text, random);
            let rest: Vec<usize> = text[start..].char_indices().map(|(i, _)| start + i).take(12).collect();
            (start, rest.get(random.below(12)).copied().unwrap_or(start))
        };
        match random.below(6) {
            0 => text.replace_range(from..to, ""),
            1 => text.insert_str(from, piece(random)),
            2 => text.replace_range(from..to, piece(random)),
            3 => {
                let piece = text[from..to].to_owned();
                let at = place(text, random);
                text.insert_str(at, &piece);
            }
            4 => text.truncate(from),
            _ => {
                let other = self::text(random).1;
                let at = place(&other, random);
                text.replace_range(from.., &other[at..]);
            }
        }
    }
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
