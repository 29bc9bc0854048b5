//! Random clauses as text: small, recursive, with Booleans, disjunctions, remainders and constants that are
//! sometimes huge.
//!
//! Each is written in one of the languages, with what that language alone has: `let` and quotients here,
//! `ite`, `xor`, `distinct` and `exists` there.

use hornbook::lang::Language;
use hornbook_random::Random;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Int,
    Bool,
}

struct Relation {
    name: String,
    sorts: Vec<Sort>,
}

struct Writer<'a> {
    language: Language,
    random: &'a mut Random,
    relations: Vec<Relation>,
}

const INTS: [&str; 3] = ["X", "Y", "Z"];
const BOOLS: [&str; 2] = ["B", "C"];

/// A random system in a language.
pub fn system(language: Language, random: &mut Random) -> String {
    let relations = (0..random.count(1, 3))
        .map(|i| Relation {
            name: format!("r{i}"),
            sorts: (0..random.count(0, 3))
                .map(|_| if random.chance(4) { Sort::Bool } else { Sort::Int })
                .collect(),
        })
        .collect();
    let mut writer = Writer { language, random, relations };
    let mut clauses = writer.declarations();
    for _ in 0..writer.random.count(1, 2) {
        clauses.push(writer.clause(Head::Relation, 0));
    }
    for _ in 0..writer.random.count(1, 4) {
        let body = *writer.random.pick(&[1, 1, 1, 2]);
        clauses.push(writer.clause(Head::Relation, body));
    }
    for _ in 0..writer.random.count(1, 2) {
        let body = *writer.random.pick(&[1, 1, 2]);
        clauses.push(writer.clause(Head::False, body));
    }
    clauses.join("\n") + "\n"
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    Relation,
    False,
}

impl Writer<'_> {
    fn declarations(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.language == Language::SmtLib {
            lines.push("(set-logic HORN)".to_owned());
        }
        for relation in &self.relations {
            let sorts: Vec<&str> = relation
                .sorts
                .iter()
                .map(|sort| match (self.language, sort) {
                    (Language::SmtLib, Sort::Int) => "Int",
                    (Language::SmtLib, Sort::Bool) => "Bool",
                    (_, Sort::Int) => "int",
                    (_, Sort::Bool) => "bool",
                })
                .collect();
            lines.push(match self.language {
                Language::SmtLib => format!("(declare-fun {} ({}) Bool)", relation.name, sorts.join(" ")),
                _ if sorts.is_empty() => format!(":- relation {}.", relation.name),
                _ => format!(":- relation {}({}).", relation.name, sorts.join(", ")),
            });
        }
        lines
    }

    fn clause(&mut self, head: Head, body: usize) -> String {
        let head = (head == Head::Relation).then(|| {
            let relation = self.random.below(self.relations.len());
            self.atom(relation, false)
        });
        let mut parts: Vec<String> = (0..body)
            .map(|_| {
                let relation = self.random.below(self.relations.len());
                self.atom(relation, true)
            })
            .collect();
        for _ in 0..self.random.below(4) {
            let depth = self.random.below(3);
            parts.push(self.constraint(depth));
        }
        if self.language == Language::SmtLib {
            let mut body = format!("(and true {})", parts.join(" "));
            if self.random.chance(6) {
                body = format!("(exists ((Z Int)) {body})");
            }
            let head = head.unwrap_or_else(|| "false".to_owned());
            let variables = "(X Int) (Y Int) (Z Int) (B Bool) (C Bool)";
            let matrix = match self.random.below(4) {
                0 => format!("(or (not {body}) {head})"),
                1 => format!("(let ((h {head})) (=> {body} h))"),
                _ => format!("(=> {body} {head})"),
            };
            return format!("(assert (forall ({variables}) {matrix}))");
        }
        if self.random.chance(6) {
            let term = self.term(1);
            let bound = self.constant();
            parts.push(format!("let D = {term}, D >= {bound}"));
        }
        let head = head.unwrap_or_else(|| "false".to_owned());
        let body = if parts.is_empty() { "true".to_owned() } else { parts.join(", ") };
        format!("{head} :- {body}.")
    }

    /// A relation symbol with arguments, mostly variables in a body.
    fn atom(&mut self, relation: usize, is_in_body: bool) -> String {
        let sorts = self.relations[relation].sorts.clone();
        let arguments: Vec<String> = sorts
            .iter()
            .map(|sort| match sort {
                Sort::Int if is_in_body && !self.random.chance(5) => (*self.random.pick(&INTS)).to_owned(),
                Sort::Int => self.term(1),
                Sort::Bool if self.random.coin() => (*self.random.pick(&BOOLS)).to_owned(),
                Sort::Bool => {
                    let depth = self.random.below(2);
                    self.constraint(depth)
                }
            })
            .collect();
        let name = &self.relations[relation].name;
        match self.language {
            _ if arguments.is_empty() => name.clone(),
            Language::SmtLib => format!("({name} {})", arguments.join(" ")),
            _ => format!("{name}({})", arguments.join(", ")),
        }
    }

    fn constant(&mut self) -> String {
        let value = match self.random.below(30) {
            0 => self.random.range(-1_000, 1_000),
            1 => i64::MAX - self.random.range(0, 2),
            _ => self.random.range(-4, 6),
        };
        self.number(value)
    }

    fn number(&self, value: i64) -> String {
        match self.language {
            Language::SmtLib if value < 0 => format!("(- {})", value.unsigned_abs()),
            _ => value.to_string(),
        }
    }

    fn term(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(4) {
            return if self.random.chance(3) {
                self.constant()
            } else {
                (*self.random.pick(&INTS)).to_owned()
            };
        }
        let (a, b) = (self.term(depth - 1), self.term(depth - 1));
        let factor = self.random.range(-3, 3);
        let factor = self.number(factor);
        let divisor = self.random.range(2, 5);
        let is_script = self.language == Language::SmtLib;
        match self.random.below(10) {
            0..=3 if is_script => format!("(+ {a} {b})"),
            0..=3 => format!("({a} + {b})"),
            4 | 5 if is_script => format!("(- {a} {b})"),
            4 | 5 => format!("({a} - {b})"),
            6 if is_script => format!("(* {factor} {a})"),
            6 => format!("({factor} * ({a}))"),
            7 if is_script => format!("(mod {a} {divisor})"),
            7 => format!("(({a}) mod {divisor})"),
            8 if is_script => format!("(div {a} {divisor})"),
            8 => format!("(({a}) div {divisor})"),
            _ if is_script => {
                let condition = self.constraint(0);
                format!("(ite {condition} {a} {b})")
            }
            _ => a,
        }
    }

    fn constraint(&mut self, depth: usize) -> String {
        let is_script = self.language == Language::SmtLib;
        if depth > 0 && !self.random.chance(4) {
            let (a, b) = (self.constraint(depth - 1), self.constraint(depth - 1));
            return match self.random.below(8) {
                0 | 1 if is_script => format!("(or {a} {b})"),
                0 | 1 => format!("({a}; {b})"),
                2 | 3 if is_script => format!("(and {a} {b})"),
                2 | 3 => format!("({a}, {b})"),
                4 if is_script => format!("(not {a})"),
                4 => format!("!({a})"),
                5 if is_script => format!("(= {a} {b})"),
                5 => format!("(({a}) <-> ({b}))"),
                6 if is_script => format!("(xor {a} {b})"),
                6 => format!("(({a}) -> ({b}))"),
                _ if is_script => format!("(=> {a} {b})"),
                _ => format!("({a}; !({b}))"),
            };
        }
        match self.random.below(12) {
            0 => (*self.random.pick(&BOOLS)).to_owned(),
            1 if is_script => {
                let (a, b) = (self.term(1), self.term(0));
                format!("(distinct {a} {b} Z)")
            }
            1 | 2 => {
                let (divisor, a) = (self.random.range(2, 5), self.term(1));
                if is_script {
                    format!("((_ divisible {divisor}) {a})")
                } else {
                    format!("({divisor} | {a})")
                }
            }
            _ => {
                let relations =
                    if is_script { ["=", "<", "<=", ">", ">="] } else { ["=", "!=", "<=", ">", ">="] };
                let (a, b, relation) = (self.term(1), self.term(1), *self.random.pick(&relations));
                if is_script { format!("({relation} {a} {b})") } else { format!("({a} {relation} {b})") }
            }
        }
    }
}
