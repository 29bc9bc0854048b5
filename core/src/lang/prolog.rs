//! Clauses as Eldarica's users write them, in the manner of Prolog.
//!
//! ```
//! use hornbook::lang::{Language, parse};
//! let text = "Block(x, t) :- \\+(x = 0), t = x / 2. false :- Block(a, b), b =< 0, a mod 2 =\\= 1.";
//! assert_eq!(Language::detect(text), Language::Prolog);
//! let (problem, diagnostics) = parse(text, Language::Prolog);
//! assert_eq!((problem.relations[0].name.as_str(), diagnostics.len()), ("Block", 0));
//! ```
//!
//! It is a dialect of the house syntax (`house::dialect`): its words and signs are other ones, and names are
//! told by where they stand, not by their first letters. A name with arguments, or alone as a literal, is a
//! relation symbol; any other is a variable (`classify`). Relation symbols of one name with different numbers
//! of arguments are different (`names`). A text is recognised by signs that only this dialect has
//! (`detect`). What would mean different things to different readers is refused, with a hint: `,` beside `;`
//! without parentheses, `//`, and a name that could be a Boolean variable.

mod classify;
mod detect;
mod names;

use super::house::dialect::{Dialect, Spelling};
use super::house::name::{RELATION_QUOTE, VARIABLE_QUOTE, continues_name, quoted, starts_name};
use super::house::token::{Comparison, TokenKind};
use super::house::{self};
use super::{Application, Argument, Clause, FrontEnd, Problem, Solution};
use crate::formula::{Arena, LinearTerm, Notation, Sort, Symbol};
use rustc_hash::FxHashSet;

pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "prolog",
    aliases: &["eldarica"],
    title: "clauses in Prolog's manner: `p(X) :- q(X), X =< 0.`",
    text: "Clauses",
    extensions: &["prolog", "horn", "pl"],
    detects: detect::is_prolog,
    detects_solution: detect::is_solution,
    parse: |text, budget| {
        let mut problem = Problem::default();
        let (_, diagnostics) = house::read(text, &PROLOG, &mut problem, false, budget);
        (problem, diagnostics)
    },
    model: None,
    print: Some(print),
    parse_solution: |text, problem, budget| house::read(text, &PROLOG, problem, true, budget),
    print_solution,
};

/// Arguments are variables, since Eldarica reads no others.
fn print(problem: &Problem) -> String {
    house::print_as(&with_variables(problem), PROLOG.spelling)
}

/// The same clauses with a variable of its own for each argument that is a term.
fn with_variables(problem: &Problem) -> Problem {
    let mut problem = problem.clone();
    let arena = &mut problem.arena;
    for clause in &mut problem.clauses {
        let mut equations = vec![clause.constraint];
        let mut number = 0;
        let mut used: Option<FxHashSet<Symbol>> = None;
        for index in 0..=clause.body.len() {
            let Some(count) = atom(clause, index).map(|atom| atom.arguments.len()) else { continue };
            for at in 0..count {
                let term = match atom(clause, index).map(|atom| &atom.arguments[at]) {
                    Some(Argument::Int(term)) if term.as_symbol().is_none() => term.clone(),
                    _ => continue,
                };
                let used = used.get_or_insert_with(|| symbols(arena, clause));
                let variable = loop {
                    number += 1;
                    let variable = arena.symbol(&format!("Arg{number}"), Sort::Int);
                    if used.insert(variable) {
                        break LinearTerm::symbol(variable);
                    }
                };
                equations.push(arena.equal(&variable, &term));
                if let Some(atom) = atom(clause, index) {
                    atom.arguments[at] = Argument::Int(variable);
                }
            }
        }
        clause.constraint = arena.and(equations);
    }
    problem
}

fn symbols(arena: &Arena, clause: &Clause) -> FxHashSet<Symbol> {
    let atoms = clause.head.iter().chain(&clause.body).flat_map(|atom| atom.symbols(arena));
    atoms.chain(arena.symbols_of(clause.constraint)).collect()
}

/// The head of a clause, then the atoms of its body.
fn atom(clause: &mut Clause, index: usize) -> Option<&mut Application> {
    match index.checked_sub(1) {
        None => clause.head.as_mut(),
        Some(index) => clause.body.get_mut(index),
    }
}

fn print_solution(problem: &Problem, solution: &Solution) -> String {
    house::print_solution_as(problem, solution, PROLOG.spelling)
}

const PROLOG: Dialect = Dialect {
    signs: &[
        ("=\\=", TokenKind::Compare(Comparison::Different)),
        ("=:=", TokenKind::Compare(Comparison::Equal)),
        ("\\=", TokenKind::Compare(Comparison::Different)),
        ("!=", TokenKind::Compare(Comparison::Different)),
        ("=<", TokenKind::Compare(Comparison::AtMost)),
        (">=", TokenKind::Compare(Comparison::AtLeast)),
        ("/\\", TokenKind::And),
        // Eldarica also reads the parameters of ARMC: `p-[X, Y]`.
        ("-[", TokenKind::Open),
        ("]", TokenKind::Close),
        ("/", TokenKind::Div),
    ],
    mistakes: &[
        ("<->", TokenKind::Iff, "write the two cases with `,` and `;`"),
        ("<=>", TokenKind::Iff, "write the two cases with `,` and `;`"),
        ("<=", TokenKind::Compare(Comparison::AtMost), "write `=<`"),
        ("=>", TokenKind::Ambiguous, "write `>=` for \"at least\", and `\\+(a); b` for \"a implies b\""),
        ("->", TokenKind::Implies, "write `\\+(a); b` for \"a implies b\""),
        ("==", TokenKind::Compare(Comparison::Equal), "write `=`"),
        ("<>", TokenKind::Compare(Comparison::Different), "write `=\\=`"),
        ("||", TokenKind::Or, "write `;` for \"or\""),
        ("|", TokenKind::Compare(Comparison::Divides), "write `t mod k = 0`"),
        ("&&", TokenKind::And, "write `,` for \"and\""),
        ("&", TokenKind::And, "write `,` for \"and\""),
        ("!", TokenKind::Not, "write `\\+` for \"not\""),
        ("~", TokenKind::Not, "write `\\+` for \"not\""),
    ],
    word: Some(classify::word),
    classify: Some(classify::classify),
    adapt: Some(names::adapt),
    has_block_comments: true,
    has_mixtures: false,
    clauses_define: true,
    spelling: Spelling {
        notation: Notation::Prolog,
        relation: |name| spelled(name, RELATION_QUOTE),
        variable: |name| spelled(name, VARIABLE_QUOTE),
        quotes_booleans: true,
        // Eldarica would take `true` for a relation symbol.
        constants: ["0 = 0", "0 = 1"],
        defines: ":-",
        has_facts: false,
        written: names::written,
    },
};

/// Words that are signs, or could be somewhere.
const RESERVED: [&str; 9] = ["div", "false", "is", "let", "mod", "not", "sat", "SOLVABLE", "true"];

/// A name as the text must spell it.
fn spelled(name: &str, quote: char) -> String {
    let is_plain = name != "_"
        && name.starts_with(starts_name)
        && name.chars().all(continues_name)
        && !RESERVED.contains(&name)
        && !classify::is_directive_word(name);
    if is_plain { name.to_owned() } else { quoted(name, quote) }
}

#[cfg(test)]
mod tests;
