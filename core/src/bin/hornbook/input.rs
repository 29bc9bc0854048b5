//! Files and their errors.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hornbook::lang::{Diagnostic, Language, Problem, Severity, parse, render};

use crate::BAD_INPUT;

/// The text of a file; `-` is the standard input.
pub(crate) fn read(file: &PathBuf) -> Result<String, String> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    let bytes = bytes.map_err(|error| format!("{}: {error}", file.display()))?;
    String::from_utf8(bytes).map_err(|_| format!("{}: not UTF-8 text", file.display()))
}

/// The problem in a file, and the language that its name or its text tells; what is wrong is printed.
pub(crate) fn problem(file: &PathBuf) -> Result<(Problem, Language), ExitCode> {
    let text = read(file).map_err(|message| {
        eprintln!("{message}");
        ExitCode::from(BAD_INPUT)
    })?;
    let language = file.to_str().and_then(Language::of_file).unwrap_or_else(|| Language::detect(&text));
    let (problem, diagnostics) = parse(&text, language);
    if report(file, &text, &diagnostics) { Err(ExitCode::from(BAD_INPUT)) } else { Ok((problem, language)) }
}

/// Prints diagnostics; is one of them an error?
pub(crate) fn report(file: &Path, text: &str, diagnostics: &[Diagnostic]) -> bool {
    eprint!("{}", render(diagnostics, text, &file.display().to_string()));
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
