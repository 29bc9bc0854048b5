//! Diagnostics as text for the command line.
//!
//! ```text
//! error: `==` is not a sign of this language
//!  --> gcd.horn:2:19
//!   |
//! 2 | gcd(M, N, R) :- M == N, R = M.
//!   |                   ^^
//!   = hint: write `=`
//! ```

use super::printable::{is_hidden, printable};
use super::{Diagnostic, LineColumn, Severity, Span};

/// How much of a line is shown.
const WIDTH: usize = 110;

/// All diagnostics, one after the other.
pub fn render(diagnostics: &[Diagnostic], text: &str, file_name: &str) -> String {
    let lines = Lines::of(text);
    let file_name = &printable(file_name);
    let mut output = String::new();
    for diagnostic in diagnostics {
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        output += &format!("{severity}: {}\n", printable(&diagnostic.message));
        let gutter = diagnostic
            .related
            .iter()
            .map(|(span, _)| *span)
            .chain([diagnostic.span])
            .map(|span| lines.place(span.start).line.to_string().len())
            .max()
            .unwrap_or(1);
        excerpt(&mut output, &lines, file_name, gutter, diagnostic.span, '^');
        if let Some(hint) = &diagnostic.hint {
            output += &format!("{:gutter$} = hint: {}\n", "", printable(hint));
        }
        if let Some((span, note)) = &diagnostic.related {
            output += &format!("{:gutter$} = note: {}\n", "", printable(note));
            excerpt(&mut output, &lines, file_name, gutter, *span, '-');
        }
        output.push('\n');
    }
    output
}

fn excerpt(output: &mut String, lines: &Lines, file_name: &str, gutter: usize, span: Span, mark: char) {
    let place = lines.place(span.start);
    let line = lines.line(place.line);
    let (start, length) = lines.columns(span);
    // Far to the right, begin a little before the marks.
    let skipped = if start + length.min(WIDTH / 2) <= WIDTH { 0 } else { start.saturating_sub(WIDTH / 4) };
    let shown: String = line
        .chars()
        .skip(skipped)
        .take(WIDTH)
        // One column for each character, whatever it would do to a terminal.
        .map(|c| if is_hidden(c) { ' ' } else { c })
        .collect();
    let cut = if skipped > 0 { "…" } else { "" };
    let marks: String =
        std::iter::repeat_n(mark, length.clamp(1, (WIDTH + skipped - start).max(1))).collect();
    let indent = start - skipped + cut.chars().count();
    output.push_str(&format!("{:gutter$}--> {file_name}:{}:{}\n", "", place.line, place.column));
    output.push_str(&format!("{:gutter$} |\n", ""));
    output.push_str(&format!("{:>gutter$} | {cut}{}\n", place.line, shown.trim_end()));
    output.push_str(&format!("{:gutter$} | {:indent$}{marks}\n", "", ""));
}

/// Where the lines of a text start, so that many places are found quickly.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Lines<'a> {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        Lines { text, starts }
    }

    fn boundary(&self, offset: u32) -> usize {
        self.text.floor_char_boundary(offset as usize)
    }

    fn place(&self, offset: u32) -> LineColumn {
        let offset = self.boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset);
        let column = self.text[self.starts[line - 1]..offset].chars().count() + 1;
        LineColumn { line: line as u32, column: column as u32 }
    }

    fn line(&self, line: u32) -> &'a str {
        let start = self.starts[line as usize - 1];
        let end = self.starts.get(line as usize).map_or(self.text.len(), |next| next - 1);
        &self.text[start..end]
    }

    /// The first column of a span, from 0, and how many columns of its first line it covers.
    fn columns(&self, span: Span) -> (usize, usize) {
        let place = self.place(span.start);
        let start = self.boundary(span.start);
        let line_end = self.starts[place.line as usize - 1] + self.line(place.line).len();
        let end = self.boundary(span.end).clamp(start, line_end.max(start));
        (place.column as usize - 1, self.text[start..end].chars().count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn shows_the_place_the_hint_and_the_other_place() {
        let text = "% ≤\np(X).\n\tq(X) :- p(X, Y).\n";
        let start = text.find("p(X, Y)").unwrap_or(0);
        let first = text.find("p(X).").unwrap_or(0);
        let diagnostic = Diagnostic::error(Span::new(start, start + 7), "`p` has 2 arguments here")
            .with_hint("remove one")
            .with_related(Span::new(first, first + 4), "`p` with 1 argument");
        expect![[r"
            error: `p` has 2 arguments here
             --> a.horn:3:10
              |
            3 |  q(X) :- p(X, Y).
              |          ^^^^^^^
              = hint: remove one
              = note: `p` with 1 argument
             --> a.horn:2:1
              |
            2 | p(X).
              | ----

        "]]
        .assert_eq(&render(&[diagnostic], text, "a.horn"));
    }

    #[test]
    fn places_outside_of_the_text_are_harmless() {
        let long = "x".repeat(500);
        for (text, span) in [
            ("", Span::new(3, 9)),
            ("≤≤", Span::new(1, 2)),
            ("a\nb", Span::new(0, 900)),
            (long.as_str(), Span::new(450, 500)),
            (long.as_str(), Span::new(0, 500)),
        ] {
            let output = render(&[Diagnostic::warning(span, "here")], text, "t");
            assert!(output.lines().all(|line| line.chars().count() < WIDTH + 20), "{output}");
        }
    }
}
