//! Files and their errors.

use std::io::Read;
use std::path::{Path, PathBuf};

use hornbook::budget::{Budget, Exhausted};
use hornbook::lang::{Diagnostic, Language, Problem, Severity, parse_within, render};

use crate::output::{complain, complain_text};

/// The text of a file; `-` is the standard input.
///
/// A standard input with nothing in it is an error, because an empty text is a problem with an answer, and
/// nobody asks for that: the input is closed, or the program that should have written it has failed.
pub(crate) fn read(file: &PathBuf) -> Result<String, String> {
    let is_standard_input = file == Path::new("-");
    let bytes = if is_standard_input {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    let bytes = bytes.map_err(|error| format!("{}: {error}", file.display()))?;
    if is_standard_input && bytes.is_empty() {
        return Err("-: the standard input is empty or closed".to_owned());
    }
    String::from_utf8(bytes).map_err(|_| format!("{}: not UTF-8 text", file.display()))
}

/// Why there is no problem.
pub(crate) enum Unread {
    /// It is wrong, and that has been printed.
    Wrong,
    /// The budget ended before it was read.
    Ended(Exhausted),
}

/// The problem in a file, and the language that its name or its text tells; what is wrong is printed.
pub(crate) fn problem(file: &PathBuf, budget: &mut Budget) -> Result<(Problem, Language), Unread> {
    let text = read(file).map_err(|message| {
        complain(message);
        Unread::Wrong
    })?;
    let language = file.to_str().and_then(Language::of_file).unwrap_or_else(|| Language::detect(&text));
    let (problem, diagnostics) = parse_within(&text, language, budget);
    budget.take(0).map_err(Unread::Ended)?;
    if report(file, &text, &diagnostics) { Err(Unread::Wrong) } else { Ok((problem, language)) }
}

/// Prints diagnostics; is one of them an error?
pub(crate) fn report(file: &Path, text: &str, diagnostics: &[Diagnostic]) -> bool {
    complain_text(&render(diagnostics, text, &file.display().to_string()));
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
