//! Programs: declarations and procedures. Statements and expressions are in files of their own, and so are
//! macros, names for types, and what everybody knows.
//!
//! Both notations are one language: `int f(int x) { … }` as in C, and `def f(x: Int) returns r: Int { … }` as
//! in thesis, Fig. 2.1. What C has and this language has not is named, with its place; reading goes on at the
//! next statement.

use rustc_hash::{FxHashMap, FxHashSet};

use super::syntax::{Program, ProgramProcedure, Statement, VariableInfo};
use crate::formula::Sort;
use crate::lang::common::report::Report;
use crate::lang::common::scan::{Cursor, Token, TokenKind, tokens};
use crate::lang::common::shortened;
use crate::lang::{Diagnostic, Span};
use crate::num::Int;

/// The part at hand cannot be understood, and why has been reported.
#[derive(Debug)]
pub(super) struct Failed;

pub(super) type Parsed<T> = Result<T, Failed>;

/// A type of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Type {
    /// `None` is `void`.
    pub(super) sort: Option<Sort>,
    pub(super) is_unsigned: bool,
    pub(super) is_const: bool,
}

/// What is known of a procedure before its body is read.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) index: usize,
    pub(super) results: Vec<Sort>,
    pub(super) parameters: Vec<Sort>,
}

pub(super) struct Parser<'a, 'r> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) position: usize,
    pub(super) report: &'a mut Report<'r>,
    pub(super) program: Program,
    pub(super) signatures: FxHashMap<String, Signature>,
    /// Procedures without a body, with their results: they return any value.
    pub(super) prototypes: FxHashMap<String, Type>,
    /// Those of them that a warning was given for.
    pub(super) warned: FxHashSet<String>,
    /// Names for numbers: `#define N 10`.
    pub(super) constants: FxHashMap<String, Int>,
    /// Names for types: `typedef unsigned int u32;`.
    pub(super) types: FxHashMap<String, Type>,
    pub(super) scopes: Vec<FxHashMap<String, usize>>,
    /// The names in use in the procedure at hand, and how often.
    names: FxHashMap<String, usize>,
    /// The names of the `static` variables of procedures, which are global.
    statics: Vec<String>,
    /// Is a `static` variable of a procedure being declared?
    pub(super) is_static: bool,
    pub(super) procedure: ProgramProcedure,
    pub(super) depth: usize,
    /// Loops around the statement at hand, and loops or `switch`.
    pub(super) loops: usize,
    pub(super) breaks: usize,
    /// Where `goto` leads and where labels are, with their places.
    pub(super) targets: Vec<(String, Span)>,
    pub(super) labels: FxHashMap<String, Span>,
}

/// Words that are part of a type, with what they say.
const TYPE_WORDS: [&str; 34] = [
    "enum",
    "restrict",
    "int",
    "Int",
    "long",
    "short",
    "char",
    "signed",
    "unsigned",
    "const",
    "static",
    "volatile",
    "register",
    "auto",
    "inline",
    "__inline",
    "void",
    "bool",
    "Bool",
    "_Bool",
    "boolean",
    "Boolean",
    "size_t",
    "integer",
    "uint",
    "Unit",
    "ssize_t",
    "ptrdiff_t",
    "__inline__",
    "__const",
    "__signed__",
    "__volatile__",
    "_Noreturn",
    "__extension__",
];

/// What C has and this language has not.
const REFUSED: [(&str, &str); 10] = [
    ("float", "floating-point numbers"),
    ("double", "floating-point numbers"),
    ("struct", "structures"),
    ("union", "unions"),
    ("typedef", "definitions of types"),
    ("case", "cases outside of a `switch`, or deeper inside,"),
    ("default", "cases outside of a `switch`, or deeper inside,"),
    ("sizeof", "`sizeof`"),
    ("asm", "machine code"),
    ("__asm__", "machine code"),
];

pub(super) fn parse(text: &str, report: &mut Report) -> Program {
    let tokens = tokens(text, false, report);
    let mut parser = Parser::of(text, tokens, report);
    parser.directives();
    parser.definitions();
    parser.announce();
    while !parser.is_end() {
        let before = parser.position;
        parser.depth = 0;
        if parser.item().is_err() {
            parser.scopes.truncate(1);
            parser.skip_item(before);
        }
    }
    parser.compare_heads();
    let main = parser.program.procedures.iter().position(|p| p.name == "main");
    parser.program.main = main;
    if main.is_none() && parser.report.errors() == 0 {
        let end = parser.peek().span;
        parser.report.hinted(end, "there is no procedure `main`", "write `void main() { … }`");
    }
    parser.program
}

impl<'a, 'r> Parser<'a, 'r> {
    pub(super) fn of(text: &'a str, tokens: Vec<Token>, report: &'a mut Report<'r>) -> Parser<'a, 'r> {
        Parser {
            text,
            tokens,
            position: 0,
            report,
            program: Program::default(),
            signatures: FxHashMap::default(),
            prototypes: FxHashMap::default(),
            warned: FxHashSet::default(),
            constants: FxHashMap::default(),
            types: FxHashMap::default(),
            scopes: vec![FxHashMap::default()],
            names: FxHashMap::default(),
            statics: Vec::new(),
            is_static: false,
            procedure: ProgramProcedure::default(),
            depth: 0,
            loops: 0,
            breaks: 0,
            targets: Vec::new(),
            labels: FxHashMap::default(),
        }
    }
}

impl Cursor for Parser<'_, '_> {
    fn text(&self) -> &str {
        self.text
    }

    fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    fn position(&self) -> usize {
        self.position
    }

    fn go_to(&mut self, position: usize) {
        self.position = position;
    }
}

impl Parser<'_, '_> {
    pub(super) fn token(&self, position: usize) -> &Token {
        &self.tokens[position]
    }

    pub(super) fn unexpected(&mut self, wanted: &str) -> Failed {
        let span = self.peek().span;
        let word = self.text_of(span).to_owned();
        if let Some((_, what)) = REFUSED.iter().find(|(refused, _)| *refused == word) {
            return self.refuse(span, what);
        }
        let found = self.found();
        self.report.error(span, format!("expected {wanted}, found {found}"));
        Failed
    }

    /// Something of C that this language has not.
    pub(super) fn refuse(&mut self, span: Span, what: &str) -> Failed {
        let hint = "programs have integers and truth values: docs/programs.md says what is understood";
        self.report.hinted(span, format!("{what} are not supported").replace("` are", "` is"), hint);
        Failed
    }

    pub(super) fn expect(&mut self, sign: &str) -> Parsed<Span> {
        if self.peek().is(sign) { Ok(self.advance()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    pub(super) fn name(&mut self, wanted: &str) -> Parsed<(String, Span)> {
        if let Some(word) = self.word() {
            let word = word.to_owned();
            Ok((word, self.advance()))
        } else {
            if self.peek().is("*") {
                let span = self.peek().span;
                return Err(self.refuse(span, "pointers"));
            }
            Err(self.unexpected(wanted))
        }
    }

    /// Finds the procedures, so that they can be called before they are read.
    fn announce(&mut self) {
        let mut depth = 0usize;
        let mut index = 0;
        let mut start = 0;
        for i in 0..self.tokens.len() {
            let token = &self.tokens[i];
            if token.is("{") {
                depth += 1;
            } else if token.is("}") {
                depth = depth.saturating_sub(1);
                start = i + 1;
            } else if token.is(";") && depth == 0 {
                start = i + 1;
            }
            let is_word = matches!(token.kind, TokenKind::Word);
            let follows = self.tokens.get(i + 1).is_some_and(|next| next.is("("));
            if depth > 0 || !is_word || !follows {
                continue;
            }
            let name = self.text_of(token.span).to_owned();
            // `procedure two(a: Int) returns (b: Int)`
            let is_list_of_results = name == "returns" && i > 0 && self.tokens[i - 1].is(")");
            if name.starts_with("__attribute") || is_list_of_results {
                continue;
            }
            let Some(close) = self.closing(i + 1) else { continue };
            // In old C, a procedure without a type returns `int`.
            if i == start && !self.is_old_procedure(i) {
                continue;
            }
            start = self.head_start(start, i);
            let words: Vec<&str> = self.tokens[start..i].iter().map(|t| self.text_of(t.span)).collect();
            let is_definition = is_definition_word(words.last().copied().unwrap_or_default());
            let parameters = self.parameter_sorts(i + 2, close, is_definition);
            let mut after = close + 1;
            let mut results: Vec<Sort> = Vec::new();
            if is_definition && self.word_of(after) == Some("returns") {
                let is_end = |token: &Token| token.is("{") || token.is("=") || token.kind == TokenKind::End;
                let length = self.tokens[after..].iter().take_while(|token| !is_end(token)).count();
                results = self.parameter_sorts(after + 1, after + length, true);
            } else if is_definition {
                while let Some(token) = self.tokens.get(after)
                    && !token.is("{")
                    && token.kind != TokenKind::End
                {
                    match self.text_of(token.span) {
                        "Int" | "int" | "integer" => results.push(Sort::Int),
                        "Bool" | "bool" | "boolean" | "Boolean" => results.push(Sort::Bool),
                        _ => {}
                    }
                    after += 1;
                }
            } else {
                if i > start && !words.iter().any(|word| self.is_type(word)) {
                    continue;
                }
                let is_truth = |word: &&str| self.is_truth_type(word);
                if !words.contains(&"void") {
                    results.push(if words.iter().any(is_truth) { Sort::Bool } else { Sort::Int });
                }
                while self.word_of(after).is_some_and(|word| word.starts_with("__attribute"))
                    && self.tokens.get(after + 1).is_some_and(|token| token.is("("))
                {
                    let Some(end) = self.closing(after + 1) else { break };
                    after = end + 1;
                }
                if !self.tokens.get(after).is_some_and(|token| token.is("{")) {
                    let is_other = |token: &Token| token.is("*") || token.is("=") || token.is("(");
                    if !self.tokens[start..i].iter().any(is_other) {
                        let is_unsigned = words.contains(&"unsigned");
                        let kind = Type { sort: results.pop(), is_unsigned, is_const: false };
                        self.prototypes.insert(name, kind);
                    }
                    continue;
                }
            }
            if self.is_as_known(&name, after) {
                continue;
            }
            if self.signatures.contains_key(&name) {
                let message = format!("there are two procedures `{}`", shortened(&name));
                self.report.error(self.tokens[i].span, message);
            }
            self.signatures.insert(name, Signature { index, results, parameters });
            index += 1;
        }
    }

    /// Where the head of a procedure begins whose name is at a position: not before a line that begins behind
    /// something else than a type, since a variable needs no `;` at the end of its line.
    fn head_start(&self, start: usize, name: usize) -> usize {
        let is_open = |at: usize| {
            let word = self.word_of(at).unwrap_or_default();
            self.is_type(word) || word.starts_with("__attribute") || is_definition_word(word)
        };
        let begins = |at: &usize| {
            let before = *at - 1;
            let is_attribute = *at == name && self.tokens[before].is(")");
            self.tokens[*at].is_first && !is_open(before) && !is_attribute
        };
        (start + 1..=name).rev().find(begins).unwrap_or(start)
    }

    /// Sees that procedures are called as they were read: a head that was announced with other sorts would
    /// make other clauses.
    fn compare_heads(&mut self) {
        if self.report.errors() > 0 {
            return;
        }
        let mut announced: Vec<(&String, &Signature)> = self.signatures.iter().collect();
        announced.sort_unstable_by_key(|(_, signature)| signature.index);
        let variables = &self.program.variables;
        let is_read = |(name, signature): &(&String, &Signature)| {
            let sorts_are = |these: &[usize], sorts: &[Sort]| {
                these.iter().map(|variable| variables[*variable].sort).eq(sorts.iter().copied())
            };
            self.program.procedures.get(signature.index).is_some_and(|procedure| {
                // Nobody calls `main`, and not all of its head is read.
                procedure.name == **name
                    && (*name == "main"
                        || sorts_are(&procedure.parameters, &signature.parameters)
                            && sorts_are(&procedure.results, &signature.results))
            })
        };
        let Some((name, signature)) = announced.into_iter().find(|found| !is_read(found)) else { return };
        let message = format!("the head of `{}` is not clear", shortened(name));
        let place = self.program.procedures.get(signature.index).map_or(self.peek().span, |p| p.span);
        self.report.hinted(
            place,
            message,
            "end what stands before it with `;`, and give each parameter a type",
        );
    }

    /// The position of the sign that closes the bracket at a position.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (i, token) in self.tokens.iter().enumerate().skip(open) {
            if token.is("(") || token.is("{") || token.is("[") {
                depth += 1;
            } else if token.is(")") || token.is("}") || token.is("]") {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(i);
                }
            }
        }
        None
    }

    /// The sorts of parameters between two positions. In a definition the type is behind the names, and may
    /// be that of several.
    fn parameter_sorts(&self, start: usize, end: usize, is_definition: bool) -> Vec<Sort> {
        let is_truth = |token: &Token| self.is_truth_type(self.text_of(token.span));
        let parts = self.tokens[start..end].split(|token| token.is(",") || token.is(";"));
        let parts = parts.filter(|part| match part {
            [] => false,
            [one] => self.text_of(one.span) != "void",
            _ => true,
        });
        let mut sort = Sort::Int;
        let mut sorts: Vec<Sort> = Vec::new();
        for part in parts.collect::<Vec<_>>().into_iter().rev() {
            if !is_definition || part.iter().any(|token| token.is(":")) {
                sort = if part.iter().any(is_truth) { Sort::Bool } else { Sort::Int };
            }
            sorts.push(sort);
        }
        sorts.reverse();
        sorts
    }

    /// Goes on after what could not be understood.
    fn skip_item(&mut self, before: usize) {
        self.position = self.position.max(before);
        // If it failed inside of braces, they are left first.
        let part = &self.tokens[before..self.position];
        let mut depth = part.iter().filter(|t| t.is("{")).count();
        depth -= depth.min(part.iter().filter(|t| t.is("}")).count());
        let is_moved = self.position > before;
        self.skip(depth, is_moved, false);
    }

    /// Goes on after a semicolon or a closing brace, or at the first token of a line; braces belong together.
    /// Inside of a block the brace that closes it is left.
    pub(super) fn skip(&mut self, mut depth: usize, mut is_moved: bool, in_block: bool) {
        while !self.is_end() {
            let token = self.peek();
            if token.is("{") {
                depth += 1;
            } else if token.is("}") {
                if in_block && depth == 0 {
                    return;
                }
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    self.advance();
                    return;
                }
            } else if token.is(";") && depth == 0 {
                self.advance();
                return;
            } else if depth == 0 && is_moved && token.is_first {
                return;
            }
            self.advance();
            is_moved = true;
        }
    }

    fn item(&mut self) -> Parsed<()> {
        if self.accept(";") {
            return Ok(());
        }
        match self.word() {
            // A variable of another file: its first value is arbitrary.
            Some("extern") if self.is_extern_variable() => {
                self.advance();
                let kind = self.type_words()?;
                let (name, span) = self.name("a name")?;
                let statements = self.declarators(kind, name, span, false)?;
                self.end()?;
                self.globals(&statements);
                Ok(())
            }
            Some("extern") if self.is_definition() => {
                self.advance();
                Ok(())
            }
            Some("extern") => {
                while !self.is_end() && !self.peek().is(";") && !self.peek().is("{") {
                    self.advance();
                }
                self.accept(";");
                Ok(())
            }
            Some(word) if is_definition_word(word) => {
                self.advance();
                let (name, span) = self.name("the name of a procedure")?;
                self.definition(name, span)
            }
            Some("var" | "val" | "global") => {
                let statements = self.variables_after_var(true)?;
                self.globals(&statements);
                Ok(())
            }
            Some(word) if self.is_type(word) => {
                let kind = self.type_words()?;
                // `enum { A, B };`
                if self.accept(";") {
                    return Ok(());
                }
                self.attributes();
                let (name, span) = self.name("a name")?;
                if self.peek().is("(") {
                    self.function(kind, name, span)
                } else {
                    let statements = self.declarators(kind, name, span, true)?;
                    self.globals(&statements);
                    Ok(())
                }
            }
            // Other names for integers are taken out before.
            Some("typedef") => {
                let _ = self.unexpected("a type");
                while !self.is_end() && !self.peek().is(";") {
                    if self.peek().is("{")
                        && let Some(close) = self.closing(self.position)
                    {
                        self.position = close;
                    }
                    self.advance();
                }
                self.accept(";");
                Ok(())
            }
            Some("__attribute__") => {
                self.attributes();
                Ok(())
            }
            Some(_) if self.is_old_procedure(self.position) => {
                let (name, span) = self.name("a name")?;
                self.function(INT, name, span)
            }
            _ => Err(self.unexpected("a procedure or a variable, such as `int main() { … }`")),
        }
    }

    /// `main() { … }`, without a type, as in old C.
    fn is_old_procedure(&self, position: usize) -> bool {
        let is_called = self.tokens.get(position + 1).is_some_and(|token| token.is("("));
        let close = if is_called { self.closing(position + 1) } else { None };
        close.is_some_and(|close| self.tokens.get(close + 1).is_some_and(|token| token.is("{")))
    }

    fn word_of(&self, position: usize) -> Option<&str> {
        let token = self.tokens.get(position).filter(|token| token.kind == TokenKind::Word)?;
        Some(self.text_of(token.span))
    }

    /// Does an `extern` declaration go on without parentheses?
    fn is_extern_variable(&self) -> bool {
        let rest = self.tokens[self.position..].iter();
        rest.take_while(|t| !t.is(";") && !t.is("{")).all(|t| !t.is("("))
    }

    /// Does a block come before the next semicolon?
    fn is_definition(&self) -> bool {
        self.tokens[self.position..].iter().find(|t| t.is(";") || t.is("{")).is_some_and(|t| t.is("{"))
    }

    /// `__attribute__ ((…))`
    pub(super) fn attributes(&mut self) {
        while self.word().is_some_and(|word| word.starts_with("__attribute")) {
            self.advance();
            if self.peek().is("(")
                && let Some(close) = self.closing(self.position)
            {
                self.position = close;
                self.advance();
            }
        }
    }

    /// The global variables of a declaration, with their first values.
    pub(super) fn globals(&mut self, statements: &[Statement]) {
        use super::syntax::StatementKind;
        for statement in statements {
            match &statement.kind {
                StatementKind::Assign(pairs) => {
                    for (variable, value) in pairs {
                        let is_simple = !value.has_effects() && !value.asks();
                        if !is_simple {
                            let message = "the first value of a global variable is computed without calls";
                            self.report.hinted(statement.span, message, "assign it at the start of `main`");
                        }
                        self.program.globals.push((*variable, Some(value.clone())));
                    }
                }
                StatementKind::Declare(variable) => self.program.globals.push((*variable, None)),
                StatementKind::Call(variables, ..) => {
                    let message = "the first value of a global variable is computed without calls";
                    self.report.hinted(statement.span, message, "assign it at the start of `main`");
                    self.program.globals.extend(variables.iter().map(|variable| (*variable, None)));
                }
                _ => {}
            }
        }
    }

    /// `int`, `unsigned long`, `const bool`
    pub(super) fn type_words(&mut self) -> Parsed<Type> {
        let mut kind = INT;
        let (mut is_any, mut is_qualifier) = (false, true);
        while let Some(word) = self.word() {
            let is_one = QUALIFIERS.contains(&word);
            match word {
                "unsigned" | "size_t" | "uint" => kind.is_unsigned = true,
                "const" | "__const" => kind.is_const = true,
                word if self.is_truth_type(word) => kind.sort = Some(Sort::Bool),
                "void" | "Unit" => kind.sort = None,
                word if word.ends_with("_t") && word.starts_with("uint") => kind.is_unsigned = true,
                word if is_type_word(word) => {}
                word => match self.types.get(word) {
                    Some(own) if !is_any || is_qualifier => {
                        kind = Type { is_const: kind.is_const || own.is_const, ..*own };
                    }
                    _ => break,
                },
            }
            is_any = true;
            is_qualifier &= is_one;
            self.advance();
        }
        if !is_any {
            return Err(self.unexpected("a type, such as `int`"));
        }
        self.attributes();
        if self.peek().is("*") {
            let span = self.peek().span;
            return Err(self.refuse(span, "pointers"));
        }
        Ok(kind)
    }

    /// A variable with a name that no other has, in the innermost block.
    pub(super) fn declare(&mut self, name: &str, kind: Type, span: Span) -> usize {
        let is_global = self.scopes.len() == 1 || self.is_static;
        let scope = self.scopes.last().and_then(|scope| scope.get(name)).copied();
        if let Some(first) = scope {
            let message = format!("`{}` is declared already", shortened(name));
            let place = self.program.variables[first].span;
            self.report.push(Diagnostic::error(span, message).with_related(place, "here"));
        }
        let own = if self.is_static { self.static_name(name) } else { self.own_name(name) };
        if kind.sort.is_none() {
            self.report.error(span, "a variable can't be `void`");
        }
        let index = self.program.variables.len();
        self.program.variables.push(VariableInfo {
            name: own,
            sort: kind.sort.unwrap_or(Sort::Int),
            is_unsigned: kind.is_unsigned,
            is_global,
            constant: None,
            span,
        });
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), index);
        }
        if !is_global {
            self.procedure.variables.push(index);
        }
        index
    }

    /// A name that no other variable of the procedure has.
    fn own_name(&mut self, name: &str) -> String {
        let count = self.names.entry(name.to_owned()).or_default();
        *count += 1;
        let mut own = if *count == 1 { name.to_owned() } else { format!("{name}_{count}") };
        while *self.names.get(&own).unwrap_or(&0) > usize::from(own == name) {
            own.push('_');
        }
        if own != name {
            self.names.insert(own.clone(), 1);
        }
        own
    }

    /// A name that no other variable of the program has so far, and none of a later procedure will have.
    fn static_name(&mut self, name: &str) -> String {
        let mut own = format!("{}_{name}", self.procedure.name);
        while self.program.variables.iter().any(|variable| variable.name == own) {
            own.push('_');
        }
        self.names.insert(own.clone(), 1);
        self.statics.push(own.clone());
        own
    }

    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    fn begin(&mut self, name: String, span: Span) {
        self.procedure = ProgramProcedure { name, span, ..ProgramProcedure::default() };
        self.names = self.scopes[0].keys().chain(&self.statics).map(|name| (name.clone(), 1)).collect();
        self.scopes.push(FxHashMap::default());
        (self.loops, self.breaks) = (0, 0);
        self.targets.clear();
        self.labels.clear();
    }

    /// `int f(int x, int y) { … }` after its name.
    fn function(&mut self, kind: Type, name: String, span: Span) -> Parsed<()> {
        let open = self.position;
        let Some(close) = self.closing(open) else { return Err(self.unexpected("`)`")) };
        // A prototype, or a procedure that everybody knows.
        let start = self.position;
        self.position = close;
        self.advance();
        self.attributes();
        if self.accept(";") {
            return Ok(());
        }
        if self.peek().is("{") && self.is_as_known(&name, self.position) {
            let end = self.closing(self.position).unwrap_or(self.tokens.len() - 1);
            self.position = end;
            self.advance();
            return Ok(());
        }
        let body = self.position;
        self.position = start;
        self.begin(name, span);
        self.advance();
        if self.word() == Some("void") && self.ahead(1).is(")") {
            self.advance();
        }
        while !self.peek().is(")") {
            if self.peek().is("...") {
                let span = self.peek().span;
                return Err(self.refuse(span, "variable numbers of arguments"));
            }
            // What `main` is given from outside as texts is of no use here.
            let end = self.parameter_end();
            let is_text = |token: &Token| token.is("*") || token.is("[");
            if self.procedure.name == "main" && self.tokens[self.position..end].iter().any(is_text) {
                self.position = end;
                if !self.accept(",") {
                    break;
                }
                continue;
            }
            let kind = self.type_words()?;
            let (name, span) = self.name("the name of a parameter")?;
            if self.peek().is("[") {
                let span = self.peek().span;
                return Err(self.refuse(span, "arrays"));
            }
            let variable = self.declare(&name, kind, span);
            self.procedure.parameters.push(variable);
            if !self.accept(",") {
                break;
            }
        }
        self.expect(")")?;
        self.position = body;
        if kind.sort.is_some() && self.procedure.name != "main" {
            let variable = self.hidden("result", kind);
            self.procedure.results.push(variable);
        }
        self.body()
    }

    /// Where the parameter at hand ends.
    fn parameter_end(&self) -> usize {
        let mut end = self.position;
        while !self.tokens[end].is(",")
            && !self.tokens[end].is(")")
            && self.tokens[end].kind != TokenKind::End
        {
            end += 1;
        }
        end
    }

    /// A variable that the text can't name.
    fn hidden(&mut self, hint: &str, kind: Type) -> usize {
        self.scopes.push(FxHashMap::default());
        let variable = self.declare(hint, kind, self.procedure.span);
        self.scopes.pop();
        variable
    }

    /// `def f(x: Int, y: Int) returns r: Int = { … }` after its name.
    fn definition(&mut self, name: String, span: Span) -> Parsed<()> {
        self.begin(name, span);
        self.expect("(")?;
        while !self.peek().is(")") {
            let (names, kind) = self.typed_names()?;
            for (name, span) in names {
                let variable = self.declare(&name, kind, span);
                self.procedure.parameters.push(variable);
            }
            if !self.accept(",") && !self.accept(";") {
                break;
            }
        }
        self.expect(")")?;
        if self.accept(":") {
            let kind = self.type_words()?;
            if kind.sort.is_some() {
                let variable = self.hidden("result", kind);
                self.procedure.results.push(variable);
            }
        } else if self.accept_word("returns") {
            let is_list = self.accept("(");
            loop {
                let (names, kind) = self.typed_names()?;
                for (name, span) in names {
                    let variable = self.declare(&name, kind, span);
                    self.procedure.results.push(variable);
                }
                if !self.accept(",") {
                    break;
                }
            }
            if is_list {
                self.expect(")")?;
            }
            self.procedure.has_named_results = true;
        }
        self.accept("=");
        self.procedure.is_labelled = true;
        self.body()
    }

    /// `x, y: Int`, or `x: Int` where each has a type of its own.
    fn typed_names(&mut self) -> Parsed<(Vec<(String, Span)>, Type)> {
        let mut names = vec![self.name("a variable")?];
        while self.peek().is(",") && !self.ahead(2).is(":") {
            self.advance();
            names.push(self.name("a variable")?);
        }
        if self.peek().is(",") {
            // `x, y: Int`: the type is behind the last.
            self.advance();
            names.push(self.name("a variable")?);
        }
        self.expect(":")?;
        Ok((names, self.type_words()?))
    }

    fn body(&mut self) -> Parsed<()> {
        let statements = self.block();
        self.scopes.truncate(1);
        let statements = statements?;
        let has_labels = !self.labels.is_empty();
        let mut procedure = std::mem::take(&mut self.procedure);
        procedure.body = statements;
        procedure.is_labelled &= has_labels;
        for (name, span) in std::mem::take(&mut self.targets) {
            if !self.labels.contains_key(&name) && name != "ERROR" {
                self.report.error(span, format!("there is no label `{}`", shortened(&name)));
            }
        }
        // The announced order is the order of the text.
        self.program.procedures.push(procedure);
        Ok(())
    }
}

impl Parser<'_, '_> {
    /// Is it a word of a type, or a name for one?
    pub(super) fn is_type(&self, word: &str) -> bool {
        is_type_word(word) || self.types.contains_key(word)
    }

    fn is_truth_type(&self, word: &str) -> bool {
        matches!(word, "bool" | "Bool" | "_Bool" | "boolean" | "Boolean")
            || self.types.get(word).is_some_and(|kind| kind.sort == Some(Sort::Bool))
    }
}

/// `int`
pub(super) const INT: Type = Type { sort: Some(Sort::Int), is_unsigned: false, is_const: false };

/// Words that may come before the name of a type.
const QUALIFIERS: [&str; 9] =
    ["const", "static", "volatile", "register", "auto", "inline", "__const", "_Noreturn", "__extension__"];

fn is_definition_word(word: &str) -> bool {
    matches!(word, "def" | "procedure" | "proc" | "function" | "fun")
}

pub(super) fn is_type_word(word: &str) -> bool {
    TYPE_WORDS.contains(&word)
        || (word.ends_with("_t") && (word.starts_with("int") || word.starts_with("uint")))
}
