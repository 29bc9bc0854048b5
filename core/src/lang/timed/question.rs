//! The question: `A[] not (P(1).cs and P(2).cs)`, in a comment, a `.q` file, or among the queries of an XML
//! file.
//!
//! The last comment line `// query: …` counts, before any query of the XML file; a question from the command
//! line or from a `.q` file is carried into the text as such a line ([`with_query`]).

use super::parser::Parser;
use super::source::{Kind, Source};
use super::syntax::{Query, QueryKind};
use crate::lang::Span;
use crate::lang::common::report::Report;

/// How the comment begins that holds a question.
const MARK: &str = "query:";

/// The text with another question, which counts more than those it has.
pub fn with_query(text: &str, query: &str) -> String {
    let query = query.split_whitespace().collect::<Vec<_>>().join(" ");
    let newline = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    if super::is_xml(text) {
        // A comment of XML can't have two dashes in it.
        format!("{text}{newline}<!-- query: {} -->\n", query.replace("--", "- -"))
    } else {
        format!("{text}{newline}// query: {query}\n")
    }
}

/// The questions of a `.q` file: one to a line, with comments between them.
pub fn queries_of_file(text: &str) -> Vec<String> {
    let mut without = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        without.push_str(&rest[..start]);
        rest = rest[start..].find("*/").map_or("", |end| &rest[start + end + 2..]);
    }
    without.push_str(rest);
    let without = without.replace("\\\n", " ");
    let lines = without.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// The question in the last comment that holds one.
pub(super) fn in_comments(text: &str, report: &mut Report) -> Option<Query> {
    let mut found = None;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        for opening in ["//", "<!--"] {
            let Some(start) = line.find(opening) else { continue };
            let comment = &line[start + opening.len()..];
            let content = comment.trim_start();
            let Some(query) = content.strip_prefix(MARK) else { continue };
            let at = offset + start + opening.len() + (comment.len() - content.len()) + MARK.len();
            let end = if opening == "<!--" { query.find("-->").unwrap_or(query.len()) } else { query.len() };
            found = Some(Source::at(&query[..end], at));
        }
        offset += line.len();
    }
    found.map(|source| parse(&source, report))
}

/// A question by itself.
pub(super) fn parse(source: &Source, report: &mut Report) -> Query {
    let text = source.slice(0, source.text.len());
    let start = source.text.len() - source.text.trim_start().len();
    let span = source.span(start, source.text.trim_end().len().max(start));
    let mut parser = Parser::new(source, report);
    let kind = query(&mut parser, span);
    Query { text, span, kind }
}

fn query(parser: &mut Parser, span: Span) -> QueryKind {
    let refused = |reason: &str| QueryKind::Refused(reason.to_owned());
    let quantifier = match parser.kind() {
        Kind::Word(word) => word.clone(),
        _ => String::new(),
    };
    parser.advance();
    let kind = match quantifier.as_str() {
        "A" if parser.accept("[") => {
            parser.expect("]");
            true
        }
        "E" if parser.accept("<") => {
            parser.expect(">");
            false
        }
        "A" | "E" => {
            return refused(
                "only `A[] φ` (always) and `E<> φ` (possibly) can be asked: what must happen some day is about \
                 infinite runs, and Horn clauses are about finite ones",
            );
        }
        _ => {
            return refused("a question has the form `A[] φ` (φ holds always) or `E<> φ` (φ is possible)");
        }
    };
    let Some(expression) = parser.expression() else {
        return refused("the question can't be read");
    };
    if parser.is("-->") {
        return refused("`-->` (leads to) is about infinite runs, and Horn clauses are about finite ones");
    }
    if !parser.at_end() {
        parser.unexpected("the end of the question");
        return refused("the question can't be read");
    }
    let _ = span;
    if kind { QueryKind::Always(expression) } else { QueryKind::Possibly(expression) }
}
