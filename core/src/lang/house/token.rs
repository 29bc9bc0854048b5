//! The words and signs of the house syntax.

use super::name::Name;
use crate::formula::Sort;
use crate::lang::Span;
pub(in crate::lang) use crate::lang::common::shortened;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum Comparison {
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Divides,
    NotDivides,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum TokenKind {
    Number,
    /// A variable; the sort is written only where one name stands for a variable of each sort.
    Variable(Name, Option<Sort>),
    /// `_`
    Anonymous,
    /// A relation symbol, or a word of a directive.
    Name(Name),
    Let,
    True,
    False,
    Open,
    Close,
    Comma,
    And,
    Semicolon,
    Or,
    Not,
    Implies,
    Iff,
    Compare(Comparison),
    Plus,
    Minus,
    Times,
    Div,
    Mod,
    /// `:-`
    Neck,
    /// `<-`: a neck in other languages, `<` and `-` here.
    LessMinus,
    /// `:=`
    Define,
    Colon,
    Dot,
    /// `=>`, which some read as "implies" and some as "at least"; already reported.
    Ambiguous,
    /// Already reported.
    Unknown,
    End,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::lang) struct Token {
    pub(in crate::lang) kind: TokenKind,
    pub(in crate::lang) span: Span,
    /// Is it the first token of its line?
    pub(in crate::lang) first_of_line: bool,
}

/// Signs in the order in which they are tried: of two that start alike, the longer comes first.
pub(in crate::lang) const SIGNS: [(&str, TokenKind); 57] = {
    use Comparison::{AtLeast, AtMost, Different, Divides, Equal, Greater, Less, NotDivides};
    use TokenKind::{
        And, Close, Colon, Comma, Compare, Define, Dot, Iff, Implies, LessMinus, Minus, Neck, Not, Open, Or,
        Plus, Semicolon, Times,
    };
    [
        ("<->", Iff),
        ("<=>", Iff),
        (":-", Neck),
        (":=", Define),
        ("<=", Compare(AtMost)),
        (">=", Compare(AtLeast)),
        ("!=", Compare(Different)),
        ("<-", LessMinus),
        ("->", Implies),
        ("/\\", And),
        ("\\/", Or),
        ("\\+", Not),
        (",", Comma),
        (";", Semicolon),
        (".", Dot),
        ("(", Open),
        (")", Close),
        ("=", Compare(Equal)),
        ("<", Compare(Less)),
        (">", Compare(Greater)),
        ("|", Compare(Divides)),
        ("!", Not),
        ("+", Plus),
        ("-", Minus),
        ("*", Times),
        (":", Colon),
        ("←", Neck),
        ("⇐", Neck),
        ("⟵", Neck),
        ("∧", And),
        ("⋀", And),
        ("∨", Or),
        ("⋁", Or),
        ("¬", Not),
        ("→", Implies),
        ("⇒", Implies),
        ("⟶", Implies),
        ("↔", Iff),
        ("⇔", Iff),
        ("≡", Iff),
        ("≤", Compare(AtMost)),
        ("⩽", Compare(AtMost)),
        ("≥", Compare(AtLeast)),
        ("⩾", Compare(AtLeast)),
        ("≠", Compare(Different)),
        ("∣", Compare(Divides)),
        ("∤", Compare(NotDivides)),
        ("−", Minus),
        ("–", Minus),
        ("·", Times),
        ("⋅", Times),
        ("×", Times),
        ("∗", Times),
        ("⊤", TokenKind::True),
        ("⊥", TokenKind::False),
        ("↦", Define),
        ("≔", Define),
    ]
};

/// Signs of other languages: what is meant, and what to write for it. Tried before [`SIGNS`].
pub(in crate::lang) const MISTAKES: [(&str, TokenKind, &str); 15] = {
    use TokenKind::{And, Compare, Not, Or};
    [
        ("!==", Compare(Comparison::Different), "write `!=`"),
        ("=:=", Compare(Comparison::Equal), "write `=`"),
        ("=\\=", Compare(Comparison::Different), "write `!=`"),
        ("===", Compare(Comparison::Equal), "write `=`"),
        ("==", Compare(Comparison::Equal), "write `=`"),
        ("=<", Compare(Comparison::AtMost), "write `<=`"),
        ("<>", Compare(Comparison::Different), "write `!=`"),
        ("\\=", Compare(Comparison::Different), "write `!=`"),
        ("/=", Compare(Comparison::Different), "write `!=`"),
        ("~=", Compare(Comparison::Different), "write `!=`"),
        ("=>", TokenKind::Ambiguous, "write `->` for \"implies\" and `>=` for \"at least\""),
        ("&&", And, "write `,` for \"and\""),
        ("&", And, "write `,` for \"and\""),
        ("||", Or, "write `;` for \"or\""),
        ("~", Not, "write `!` for \"not\""),
    ]
};

impl TokenKind {
    /// How a message calls what was found.
    pub(in crate::lang) fn describe(self, text: &str) -> String {
        match self {
            TokenKind::End => "the end of the text".to_owned(),
            TokenKind::Dot => "the full stop".to_owned(),
            TokenKind::Number => format!("the number `{}`", shortened(text)),
            TokenKind::Variable(..) | TokenKind::Anonymous => format!("the variable `{}`", shortened(text)),
            _ => format!("`{}`", shortened(text)),
        }
    }
}
