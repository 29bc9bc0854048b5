//! The words of SMT-LIB terms, so that elaboration compares numbers instead of strings.

use super::sexpr::NameId;

/// A word with a meaning of its own inside terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    True,
    False,
    Let,
    Forall,
    Exists,
    Annotation,
    Indexed,
    As,
    Match,
    And,
    Or,
    Not,
    Implies,
    Xor,
    Equal,
    Distinct,
    Ite,
    AtMost,
    Less,
    AtLeast,
    Greater,
    Plus,
    Minus,
    Times,
    Div,
    Mod,
    Rem,
    Abs,
    Divisible,
    Int,
    Bool,
}

/// In the order in which every tree interns them, so a word's name is its position here.
pub(super) const WORDS: [(&str, Word); 31] = [
    ("true", Word::True),
    ("false", Word::False),
    ("let", Word::Let),
    ("forall", Word::Forall),
    ("exists", Word::Exists),
    ("!", Word::Annotation),
    ("_", Word::Indexed),
    ("as", Word::As),
    ("match", Word::Match),
    ("and", Word::And),
    ("or", Word::Or),
    ("not", Word::Not),
    ("=>", Word::Implies),
    ("xor", Word::Xor),
    ("=", Word::Equal),
    ("distinct", Word::Distinct),
    ("ite", Word::Ite),
    ("<=", Word::AtMost),
    ("<", Word::Less),
    (">=", Word::AtLeast),
    (">", Word::Greater),
    ("+", Word::Plus),
    ("-", Word::Minus),
    ("*", Word::Times),
    ("div", Word::Div),
    ("mod", Word::Mod),
    ("rem", Word::Rem),
    ("abs", Word::Abs),
    ("divisible", Word::Divisible),
    ("Int", Word::Int),
    ("Bool", Word::Bool),
];

impl Word {
    pub(super) fn of(name: NameId) -> Option<Word> {
        WORDS.get(name.index()).map(|(_, word)| *word)
    }

    /// May a user not give this name to something else?
    pub(super) fn is_reserved(name: &str) -> bool {
        WORDS.iter().any(|(text, word)| *text == name && *word != Word::Divisible)
    }
}

/// Why a well-known operator of SMT-LIB is outside of what Hornbook reads.
pub(super) fn reason_outside(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "select" | "store" | "const" => "arrays are not supported",
        "/" | "to_real" | "to_int" | "is_int" => "reals are not supported",
        "concat" | "extract" | "repeat" | "zero_extend" | "sign_extend" | "rotate_left" | "rotate_right"
        | "int2bv" | "bv2int" | "bv2nat" | "nat2bv" => "bit-vectors are not supported",
        "exp" | "^" | "**" => "powers are not linear arithmetic",
        _ if operator.starts_with("bv") && operator.len() > 3 => "bit-vectors are not supported",
        _ if operator.starts_with("str.") || operator.starts_with("re.") => "strings are not supported",
        _ if operator.starts_with("seq.") => "sequences are not supported",
        _ if operator.starts_with("fp.") => "floating-point numbers are not supported",
        _ => return None,
    })
}
