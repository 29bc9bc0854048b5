//! S-expressions: tokens, and a flat tree of them.
//!
//! Nodes lie in the order in which they begin, and each knows where its next sibling is, so a list's
//! children are found by hopping. `(f x (g y))` is
//!
//! ```text
//! 0 list → 6   1 f → 2   2 x → 3   3 list → 6   4 g → 5   5 y → 6
//! ```
//!
//! No operation recurses, so no depth of nesting can exhaust the stack. Names are interned: `|x|` and `x` are
//! one.

use rustc_hash::FxHashMap;

use super::vocabulary::WORDS;
use crate::lang::common::limits::TEXT_LIMIT;
use crate::lang::common::report::Report;
use crate::lang::printable::is_hidden;
use crate::lang::{Diagnostic, Span};

/// A name of a [`Tree`]; the words of the vocabulary come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NameId(u32);

impl NameId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A position in a [`Tree`].
pub(super) type NodeId = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    List,
    Symbol(NameId),
    Keyword,
    Numeral,
    Decimal,
    Hexadecimal,
    Binary,
    String,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    /// The position after this node and all that it contains.
    next: NodeId,
    span: Span,
}

/// The s-expressions of a text.
#[derive(Debug)]
pub(super) struct Tree<'t> {
    text: &'t str,
    nodes: Vec<Node>,
    names: Vec<&'t str>,
    ids: FxHashMap<&'t str, NameId>,
}

impl<'t> Tree<'t> {
    /// Reads all s-expressions; what is unbalanced is reported and mended.
    pub(super) fn parse(text: &'t str, report: &mut Report) -> Tree<'t> {
        let mut tree = Tree { text, nodes: Vec::new(), names: Vec::new(), ids: FxHashMap::default() };
        for (word, _) in WORDS {
            tree.intern(word);
        }
        if text.len() > TEXT_LIMIT {
            report.text_too_long();
            return tree;
        }
        tree.nodes.reserve(text.len() / 4);
        Reader { tree: &mut tree, report, open: Vec::new(), at: 0 }.read();
        tree
    }

    fn intern(&mut self, name: &'t str) -> NameId {
        let next = NameId(self.names.len() as u32);
        let id = *self.ids.entry(name).or_insert(next);
        if id == next {
            self.names.push(name);
        }
        id
    }

    pub(super) fn kind(&self, node: NodeId) -> Kind {
        self.nodes[node as usize].kind
    }

    pub(super) fn span(&self, node: NodeId) -> Span {
        self.nodes[node as usize].span
    }

    /// The position after a node and all that it contains.
    pub(super) fn end(&self, node: NodeId) -> NodeId {
        self.nodes[node as usize].next
    }

    /// The source of a node.
    pub(super) fn source(&self, node: NodeId) -> &'t str {
        let span = self.span(node);
        &self.text[span.start as usize..span.end as usize]
    }

    pub(super) fn name(&self, id: NameId) -> &'t str {
        self.names[id.index()]
    }

    pub(super) fn name_count(&self) -> usize {
        self.names.len()
    }

    /// All names, in the order of their first use.
    pub(super) fn all_names(&self) -> impl Iterator<Item = NameId> + use<> {
        (0..self.names.len() as u32).map(NameId)
    }

    /// Does the text use this name anywhere?
    pub(super) fn find_name(&self, name: &str) -> Option<NameId> {
        self.ids.get(name).copied()
    }

    /// The name, when the node is a symbol.
    pub(super) fn symbol(&self, node: NodeId) -> Option<NameId> {
        match self.kind(node) {
            Kind::Symbol(name) => Some(name),
            _ => None,
        }
    }

    /// The text of a symbol.
    pub(super) fn symbol_text(&self, node: NodeId) -> Option<&'t str> {
        self.symbol(node).map(|id| self.name(id))
    }

    pub(super) fn is_list(&self, node: NodeId) -> bool {
        self.kind(node) == Kind::List
    }

    /// The top-level expressions.
    pub(super) fn roots(&self) -> Children<'_, 't> {
        Children { tree: self, at: 0, end: self.nodes.len() as NodeId }
    }

    /// The elements of a list; nothing for an atom.
    pub(super) fn children(&self, node: NodeId) -> Children<'_, 't> {
        let end = if self.is_list(node) { self.nodes[node as usize].next } else { node + 1 };
        Children { tree: self, at: node + 1, end }
    }

    /// The contents of a string, with doubled quotes undone.
    pub(super) fn string(&self, node: NodeId) -> String {
        let source = self.source(node);
        let inner = source.strip_prefix('"').unwrap_or(source);
        inner.strip_suffix('"').unwrap_or(inner).replace("\"\"", "\"")
    }
}

/// Siblings, from left to right.
#[derive(Clone, Debug)]
pub(super) struct Children<'a, 't> {
    tree: &'a Tree<'t>,
    at: NodeId,
    end: NodeId,
}

impl Iterator for Children<'_, '_> {
    type Item = NodeId;
    fn next(&mut self) -> Option<NodeId> {
        (self.at < self.end).then(|| {
            let node = self.at;
            self.at = self.tree.nodes[node as usize].next;
            node
        })
    }
}

struct Reader<'a, 't, 'r> {
    tree: &'a mut Tree<'t>,
    report: &'a mut Report<'r>,
    /// The lists that are not closed yet.
    open: Vec<NodeId>,
    at: usize,
}

impl<'t> Reader<'_, 't, '_> {
    fn read(&mut self) {
        let text = self.tree.text;
        let bytes = text.as_bytes();
        if text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        while let Some(byte) = bytes.get(self.at) {
            let start = self.at;
            match byte {
                0..=b' ' => self.at += 1,
                b';' => self.at += line_length(&bytes[start..]),
                b'(' => {
                    if self.starts_command(start) {
                        self.close_forgotten(start);
                    }
                    self.at += 1;
                    self.open.push(self.tree.nodes.len() as NodeId);
                    self.push(Kind::List, start);
                }
                b')' => {
                    self.at += 1;
                    match self.open.pop() {
                        Some(list) => self.close(list, self.at),
                        None => self.report.push(
                            Diagnostic::error(Span::new(start, self.at), "`)` closes nothing")
                                .with_hint("remove it, or look for a missing `(` before it"),
                        ),
                    }
                }
                b'"' => self.string(start),
                b'|' => self.quoted(start),
                0x80.. if char_at(text, start).is_whitespace() => self.at += char_at(text, start).len_utf8(),
                _ => self.word(start),
            }
        }
        if let Some(outermost) = self.open.first() {
            let place = self.tree.span(*outermost).start as usize;
            let missing = self.open.len();
            self.report.push(
                Diagnostic::error(Span::new(place, place + 1), "`(` is never closed")
                    .with_hint(format!("{} missing at the end of the text", closing(missing))),
            );
            self.close_all(bytes.len());
        }
    }

    /// Pushes a node that ends where the reader stands.
    fn push(&mut self, kind: Kind, start: usize) {
        let next = self.tree.nodes.len() as NodeId + 1;
        self.tree.nodes.push(Node { kind, next, span: Span::new(start, self.at) });
    }

    fn close(&mut self, list: NodeId, end: usize) {
        let next = self.tree.nodes.len() as NodeId;
        let node = &mut self.tree.nodes[list as usize];
        node.next = next;
        node.span.end = end as u32;
    }

    fn close_all(&mut self, end: usize) {
        while let Some(list) = self.open.pop() {
            self.close(list, end);
        }
    }

    /// Does a command begin here, at the start of a line, while an earlier one is still open? No term
    /// contains these words, so the earlier command lacks a parenthesis.
    fn starts_command(&self, start: usize) -> bool {
        let bytes = self.tree.text.as_bytes();
        if self.open.is_empty() || (start > 0 && !matches!(bytes[start - 1], b'\n' | b'\r')) {
            return false;
        }
        let rest = &bytes[start + 1..];
        let length =
            rest.iter().position(|b| matches!(b, 0..=b' ' | b'(' | b')' | b';')).unwrap_or(rest.len());
        match &rest[..length] {
            b"assert"
            | b"rule"
            | b"query"
            | b"check-sat"
            | b"check-sat-assuming"
            | b"set-logic"
            | b"set-info"
            | b"set-option"
            | b"get-model"
            | b"declare-rel"
            | b"declare-var" => true,
            // Models list these inside one pair of parentheses.
            b"declare-fun" | b"declare-const" | b"define-fun" | b"define-const" => self.open.len() > 1,
            _ => false,
        }
    }

    fn close_forgotten(&mut self, start: usize) {
        if let Some(outermost) = self.open.first() {
            let place = self.tree.span(*outermost).start as usize;
            let missing = self.open.len();
            self.report.push(
                Diagnostic::error(Span::new(place, place + 1), "`(` is not closed before the next command")
                    .with_hint(format!("{} missing", closing(missing)))
                    .with_related(Span::new(start, start + 1), "the next command begins here"),
            );
        }
        self.close_all(start);
    }

    fn string(&mut self, start: usize) {
        let bytes = self.tree.text.as_bytes();
        let mut end = start + 1;
        loop {
            match bytes[end..].iter().position(|b| *b == b'"') {
                None => {
                    self.at = bytes.len();
                    self.report.push(Diagnostic::error(
                        Span::new(start, start + 1),
                        "the string that begins here is never closed",
                    ));
                    break;
                }
                // A doubled quote stands for one inside the string.
                Some(length) if bytes.get(end + length + 1) == Some(&b'"') => end += length + 2,
                Some(length) => {
                    self.at = end + length + 1;
                    break;
                }
            }
        }
        self.push(Kind::String, start);
    }

    fn quoted(&mut self, start: usize) {
        let text = self.tree.text;
        let length = text[start + 1..].find('|');
        let end = length.map_or(text.len(), |length| start + 1 + length);
        if length.is_none() {
            let message = "the quoted symbol that begins here is never closed by `|`";
            self.report.push(Diagnostic::error(Span::new(start, start + 1), message));
        }
        self.at = (end + 1).min(text.len());
        let name = self.symbol(&text[start + 1..end], start);
        self.push(Kind::Symbol(name), start);
    }

    /// The name of a symbol. What SMT-LIB does not allow inside of one could not be printed again, so it is
    /// refused.
    fn symbol(&mut self, name: &'t str, start: usize) -> NameId {
        let is_space = |c: char| matches!(c, '\t' | '\n');
        let message = match name.chars().find(|c| *c == '\\' || (is_hidden(*c) && !is_space(*c))) {
            None => None,
            Some('\\') => Some("a symbol cannot contain a backslash".to_owned()),
            Some(c) => Some(format!("a symbol cannot contain the control character U+{:04X}", u32::from(c))),
        };
        if let Some(message) = message {
            self.report.error(Span::new(start, self.at), message);
        }
        self.tree.intern(name)
    }

    /// A symbol, keyword or number: everything up to the next delimiter.
    fn word(&mut self, start: usize) {
        let text = self.tree.text;
        let bytes = text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                0..=b' ' | b'(' | b')' | b'"' | b';' | b'|' => break,
                0x80.. => {
                    let c = char_at(text, self.at);
                    if c.is_whitespace() {
                        break;
                    }
                    self.at += c.len_utf8();
                }
                _ => self.at += 1,
            }
        }
        let word = &text[start..self.at];
        let kind = match word.as_bytes() {
            [b':', ..] => Kind::Keyword,
            [b'#', b'x', ..] => Kind::Hexadecimal,
            [b'#', b'b', ..] => Kind::Binary,
            [b'0'..=b'9', rest @ ..] => {
                if rest.iter().all(u8::is_ascii_digit) {
                    Kind::Numeral
                } else if rest.iter().all(|b| b.is_ascii_digit() || *b == b'.') {
                    Kind::Decimal
                } else {
                    self.report.push(
                        Diagnostic::error(Span::new(start, self.at), format!("`{word}` is not a numeral"))
                            .with_hint("a symbol cannot begin with a digit unless it is quoted: `|…|`"),
                    );
                    Kind::Symbol(self.symbol(word, start))
                }
            }
            _ => Kind::Symbol(self.symbol(word, start)),
        };
        self.push(kind, start);
    }
}

fn char_at(text: &str, at: usize) -> char {
    text[at..].chars().next().unwrap_or(' ')
}

fn line_length(bytes: &[u8]) -> usize {
    bytes.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(bytes.len())
}

fn closing(missing: usize) -> String {
    if missing == 1 { "one `)` is".to_owned() } else { format!("{missing} `)` are") }
}

#[cfg(test)]
mod tests;
