//! Writing SMT-LIB: expressions as strings, and scripts line by line.

use hornbook::formula::{Arena, Formula, LinearTerm, Node, Symbol};
use hornbook::num::Int;

/// An integer; SMT-LIB has no negative numerals.
pub fn number(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

/// `(operator part …)`, or the only part.
pub fn apply(operator: &str, parts: &[String]) -> String {
    match parts {
        [only] if matches!(operator, "and" | "or" | "+") => only.clone(),
        _ => format!("({operator} {})", parts.join(" ")),
    }
}

/// `a₁·x₁ + … + aₙ·xₙ`, without the summands that are 0.
pub fn sum<S: AsRef<str>>(summands: impl IntoIterator<Item = (i64, S)>) -> String {
    let parts: Vec<String> = summands
        .into_iter()
        .filter(|(a, _)| *a != 0)
        .map(|(a, x)| match a {
            1 => x.as_ref().to_owned(),
            _ => format!("(* {} {})", number(a), x.as_ref()),
        })
        .collect();
    if parts.is_empty() { "0".to_owned() } else { apply("+", &parts) }
}

/// A formula of an arena, read back as SMT-LIB. It recurses, so it is for formulae of shallow nesting.
pub fn formula(arena: &Arena, what: Formula) -> String {
    let parts = |list: &[Formula]| list.iter().map(|f| formula(arena, *f)).collect::<Vec<String>>();
    match arena.node(what) {
        Node::True => "true".to_owned(),
        Node::False => "false".to_owned(),
        Node::Bool(b) => symbol(arena.name(*b)),
        Node::NotBool(b) => format!("(not {})", symbol(arena.name(*b))),
        Node::Le(t) => format!("(<= {} 0)", term(arena, t)),
        Node::Eq(t) => format!("(= {} 0)", term(arena, t)),
        Node::Ne(t) => format!("(not (= {} 0))", term(arena, t)),
        Node::Divides(k, t) => format!("(= (mod {} {k}) 0)", term(arena, t)),
        Node::NotDivides(k, t) => format!("(not (= (mod {} {k}) 0))", term(arena, t)),
        Node::And(list) => apply("and", &parts(list)),
        Node::Or(list) => apply("or", &parts(list)),
    }
}

fn term(arena: &Arena, t: &LinearTerm) -> String {
    let product = |(s, a): &(Symbol, Int)| match integer(a).as_str() {
        "1" => symbol(arena.name(*s)),
        a => format!("(* {a} {})", symbol(arena.name(*s))),
    };
    let mut parts: Vec<String> = t.summands().iter().map(product).collect();
    let constant = integer(t.constant_part());
    if constant != "0" || parts.is_empty() {
        parts.push(constant);
    }
    apply("+", &parts)
}

/// An integer of any size.
fn integer(value: &Int) -> String {
    let digits = value.to_string();
    digits.strip_prefix('-').map_or(digits.clone(), |positive| format!("(- {positive})"))
}

/// A name, quoted unless it is a simple symbol.
pub fn symbol(name: &str) -> String {
    let simple = name.chars().all(|c| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c));
    if simple && !name.starts_with(|c: char| c.is_ascii_digit()) {
        name.to_owned()
    } else {
        format!("|{name}|")
    }
}

/// A script in the making.
#[derive(Clone, Debug)]
pub struct Script {
    text: String,
}

impl Script {
    /// A script of `QF_LIA` that says what it is about.
    pub fn new(about: &str) -> Script {
        Script { text: format!("; {about}\n(set-logic QF_LIA)\n") }
    }

    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    pub fn int(&mut self, name: &str) {
        self.line(&format!("(declare-const {name} Int)"));
    }

    pub fn bool(&mut self, name: &str) {
        self.line(&format!("(declare-const {name} Bool)"));
    }

    /// Declares an integer and bounds it.
    pub fn int_between(&mut self, name: &str, low: i64, high: i64) {
        self.int(name);
        self.assert(&format!("(<= {} {name} {})", number(low), number(high)));
    }

    pub fn assert(&mut self, formula: &str) {
        self.line(&format!("(assert {formula})"));
    }

    /// Ends the script with its one query.
    pub fn checked(mut self) -> String {
        self.line("(check-sat)");
        self.text
    }

    pub fn finish(self) -> String {
        self.text
    }
}
