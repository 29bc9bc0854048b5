//! UPPAAL's XML files: the same content as XTA, one label to an element.
//!
//! ```text
//! <nta><template><name>Light</name><location id="id0"><name>Red</name></location> … </template>
//! <system>system Light;</system><queries><query><formula>A[] …</formula></query></queries></nta>
//! ```
//!
//! Coordinates, colours and comments are left out; branch points and Live Sequence Charts are refused.

use super::parser::Parser;
use super::question;
use super::source::Source;
use super::syntax::{EdgeSyntax, LocationSyntax, Name, Process, Syntax};
use crate::lang::Span;
use crate::lang::common::report::Report;

/// A tag or the text between two.
#[derive(Debug)]
enum Piece {
    Open { name: String, attributes: Vec<(String, String)>, span: Span, is_empty: bool },
    Close { name: String },
    Text(Source),
}

/// Reads a file.
pub(super) fn parse(text: &str, report: &mut Report, syntax: &mut Syntax) {
    let pieces = pieces(text, report);
    let mut reader = Reader { syntax, report, process: None, edge: None, location: None, system: None };
    // The names of the elements that are open, and the kind of the label.
    let mut open: Vec<String> = Vec::new();
    let mut label = String::new();
    let mut content = Source::default();
    for piece in pieces {
        match piece {
            Piece::Open { name, attributes, span, is_empty } => {
                attribute(&attributes, "kind").unwrap_or_default().clone_into(&mut label);
                content = Source::default();
                reader.opened(&name, &attributes, span);
                if is_empty {
                    reader.closed(&name, &label, &content, open.last().map_or("", String::as_str), span);
                } else {
                    open.push(name);
                }
            }
            Piece::Text(source) => content = source,
            Piece::Close { name } => {
                if open.last() == Some(&name) {
                    open.pop();
                }
                let span = content.span(0, content.text.len());
                let content = std::mem::take(&mut content);
                reader.closed(&name, &label, &content, open.last().map_or("", String::as_str), span);
            }
        }
    }
    if let Some(source) = reader.system.take() {
        Parser::new(&source, report).system(syntax);
    }
}

fn attribute<'a>(attributes: &'a [(String, String)], name: &str) -> Option<&'a str> {
    attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

struct Reader<'a, 'r> {
    syntax: &'a mut Syntax,
    report: &'a mut Report<'r>,
    process: Option<Process>,
    edge: Option<EdgeSyntax>,
    location: Option<LocationSyntax>,
    /// The system is read last, since XTA allows declarations in it.
    system: Option<Source>,
}

impl Reader<'_, '_> {
    fn opened(&mut self, name: &str, attributes: &[(String, String)], span: Span) {
        let reference = |key| Name { text: attribute(attributes, key).unwrap_or_default().to_owned(), span };
        match name {
            "template" => {
                self.process =
                    Some(Process { name: Name { text: String::new(), span }, ..Process::default() });
            }
            "location" => {
                let id = reference("id");
                self.location = Some(LocationSyntax { id: id.text.clone(), name: id, invariant: None });
            }
            "transition" => self.edge = Some(EdgeSyntax { span, ..EdgeSyntax::default() }),
            "source" => {
                if let Some(edge) = &mut self.edge {
                    edge.from = reference("ref");
                }
            }
            "target" => {
                if let Some(edge) = &mut self.edge {
                    edge.to = reference("ref");
                }
            }
            "init" => {
                if let Some(process) = &mut self.process {
                    process.initial = Some(reference("ref"));
                }
            }
            "branchpoint" => self.report.error(span, "branch points are outside of what is read here"),
            "lsc" | "instantiation" => {
                self.report.error(span, format!("the element `{name}` is outside of what is read here"));
            }
            _ => {}
        }
    }

    fn closed(&mut self, name: &str, label: &str, content: &Source, parent: &str, span: Span) {
        let text = content.slice(0, content.text.len());
        match (name, parent) {
            ("name", "template") => {
                if let Some(process) = &mut self.process {
                    process.name = Name { text, span };
                }
            }
            ("name", "location") => {
                if let Some(location) = &mut self.location
                    && !text.is_empty()
                {
                    location.name = Name { text, span };
                }
            }
            ("parameter", _) => {
                let mut parser = Parser::new(content, self.report);
                let parameters = parser.parameters().unwrap_or_default();
                parser.finish();
                if let Some(process) = &mut self.process {
                    process.parameters = parameters;
                }
            }
            ("declaration", _) => {
                let mut declarations = Parser::new(content, self.report).declarations();
                match &mut self.process {
                    Some(process) => process.declarations.append(&mut declarations),
                    None => self.syntax.declarations.append(&mut declarations),
                }
            }
            ("label", _) => self.label(label, content),
            ("urgent" | "committed", "location") => {
                if let (Some(process), Some(location)) = (&mut self.process, &self.location) {
                    let id = Name { text: location.id.clone(), span: location.name.span };
                    if name == "urgent" { process.urgent.push(id) } else { process.committed.push(id) }
                }
            }
            ("location", _) => {
                if let (Some(process), Some(location)) = (&mut self.process, self.location.take()) {
                    process.locations.push(location);
                }
            }
            ("transition", _) => {
                if let (Some(process), Some(edge)) = (&mut self.process, self.edge.take()) {
                    process.edges.push(edge);
                }
            }
            ("template", _) => {
                if let Some(process) = self.process.take() {
                    self.syntax.processes.push(process);
                }
            }
            ("system", _) => self.system = Some(content.clone()),
            ("formula", _) if !text.is_empty() => {
                let query = question::parse(content, self.report);
                self.syntax.queries.push(query);
            }
            _ => {}
        }
    }

    fn label(&mut self, kind: &str, content: &Source) {
        if content.text.trim().is_empty() {
            return;
        }
        let mut parser = Parser::new(content, self.report);
        match kind {
            "invariant" => {
                let invariant = parser.invariant();
                parser.finish();
                if let Some(location) = &mut self.location {
                    location.invariant = invariant;
                }
            }
            "guard" | "synchronisation" | "assignment" | "select" => {
                let Some(edge) = &mut self.edge else { return };
                let read = match kind {
                    "guard" => parser.guard(edge),
                    "synchronisation" => parser.synchronisation(edge),
                    "assignment" => parser.updates(edge),
                    _ => parser.selection(edge),
                };
                if read.is_some() {
                    parser.finish();
                }
            }
            "comments" | "testcode" | "testcodeEnter" | "testcodeExit" => {}
            _ => {
                let span = content.span(0, content.text.len());
                self.report.error(span, format!("labels of kind `{kind}` are outside of what is read here"));
            }
        }
    }
}

/// The tags and texts of a file. Comments, declarations of XML and of the document type are left out.
fn pieces(text: &str, report: &mut Report) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut content = Source::default();
    while at < text.len() {
        let rest = &text[at..];
        if !report.spend(1, Span::new(at, at)) {
            break;
        }
        let skip = |end: &str| rest.find(end).map_or(rest.len(), |found| found + end.len());
        if rest.starts_with("<!--") {
            at += skip("-->");
        } else if rest.starts_with("<![CDATA[") {
            let length = skip("]]>");
            let inner = &rest[9..length.saturating_sub(3).max(9)];
            for (i, c) in inner.char_indices() {
                content.push(c, at + 9 + i, at + 9 + i + c.len_utf8());
            }
            at += length;
        } else if rest.starts_with("<?") || rest.starts_with("<!") {
            at += skip(">");
        } else if rest.starts_with('<') {
            let length = skip(">");
            if !content.text.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut content)));
            }
            match tag(&rest[..length], Span::new(at, at + length)) {
                Some(piece) => pieces.push(piece),
                None => report.error(Span::new(at, at + length), "this tag can't be read"),
            }
            at += length;
        } else {
            let (c, length) = character(rest, report, at);
            content.push(c, at, at + length);
            at += length;
        }
    }
    pieces
}

/// The next character, with escapes replaced, and how many bytes it takes.
fn character(rest: &str, report: &mut Report, at: usize) -> (char, usize) {
    let first = rest.chars().next().unwrap_or(' ');
    if first != '&' {
        return (first, first.len_utf8());
    }
    let end = rest.char_indices().take(LONGEST_ESCAPE).find(|(_, c)| *c == ';').map(|(end, _)| end);
    let escape = end.map(|end| &rest[1..end]).unwrap_or_default();
    let decoded = match escape {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = escape.strip_prefix('#').map(|digits| match digits.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            });
            number.and_then(Result::ok).and_then(char::from_u32)
        }
    };
    if let (Some(c), Some(end)) = (decoded, end) {
        return (c, end + 1);
    }
    report.hinted(Span::new(at, at + 1), "`&` starts an escape in XML", "write `&amp;&amp;` for `&&`");
    ('&', 1)
}

/// No escape has more characters.
const LONGEST_ESCAPE: usize = 12;

/// `<name key="value">`, `</name>` or `<name/>`
fn tag(text: &str, span: Span) -> Option<Piece> {
    let inner = text.strip_prefix('<')?.strip_suffix('>')?;
    if let Some(name) = inner.strip_prefix('/') {
        return Some(Piece::Close { name: name.trim().to_owned() });
    }
    let (inner, is_empty) = match inner.strip_suffix('/') {
        Some(inner) => (inner, true),
        None => (inner, false),
    };
    let end = inner.find(char::is_whitespace).unwrap_or(inner.len());
    let (name, mut rest) = inner.split_at(end);
    let mut attributes = Vec::new();
    while let Some((key, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, further) = after[1..].split_once(quote)?;
        attributes.push((key.trim().to_owned(), value.to_owned()));
        rest = further;
    }
    let is_name = !name.is_empty() && rest.trim().is_empty();
    is_name.then(|| Piece::Open { name: name.to_owned(), attributes, span, is_empty })
}
