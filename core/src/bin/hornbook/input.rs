//! Files and their errors.

use std::io::Read;
use std::path::{Path, PathBuf};

use hornbook::budget::{Budget, Exhausted};
use hornbook::lang::{
    Diagnostic, Encoding, Language, Model, Problem, Severity, parse_model, parse_within, render, timed,
};

use crate::output::{complain, complain_text};

/// The text of a file; `-` is the standard input.
///
/// A standard input with nothing in it is an error, because an empty text is a problem with an answer, and
/// nobody asks for that: the input is closed, or the program that should have written it has failed. More
/// than [`LARGEST_INPUT`] is an error before all of it is read: some files have no end.
pub(crate) fn read(file: &PathBuf, budget: &mut Budget) -> Result<String, Unread> {
    let wrong = |message: String| {
        complain(message);
        Unread::Wrong
    };
    let failed = |error: std::io::Error| wrong(format!("{}: {error}", file.display()));
    let is_standard_input = file == Path::new("-");
    let mut source: Box<dyn Read> = if is_standard_input {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(file).map_err(failed)?)
    };
    let mut bytes = Vec::new();
    loop {
        budget.take(PIECE as u64 / BYTES_IN_A_STEP).map_err(Unread::Ended)?;
        if source.by_ref().take(PIECE as u64).read_to_end(&mut bytes).map_err(failed)? == 0 {
            break;
        }
        if bytes.len() > LARGEST_INPUT {
            return Err(wrong(format!(
                "{}: too large: it has more than {} megabytes",
                file.display(),
                LARGEST_INPUT >> 20
            )));
        }
    }
    if is_standard_input && bytes.is_empty() {
        return Err(wrong("-: the standard input is empty or closed".to_owned()));
    }
    let is_spec = file.to_str().and_then(Language::of_file) == Some(Language::Spec);
    match String::from_utf8(bytes) {
        // Nets in the format of mist are older than UTF-8 is common, and have names in their comments.
        Err(error) if is_spec => Ok(error.into_bytes().into_iter().map(char::from).collect()),
        read => read.map_err(|_| wrong(format!("{}: not UTF-8 text", file.display()))),
    }
}

/// Nothing larger is read, in bytes; the languages refuse it anyway.
const LARGEST_INPUT: usize = 64 << 20;

/// Files are read in pieces, with a look at the watch after each.
const PIECE: usize = 1 << 20;
const BYTES_IN_A_STEP: u64 = 256;

/// Why there is no problem.
pub(crate) enum Unread {
    /// It is wrong, and that has been printed.
    Wrong,
    /// The budget ended before it was read.
    Ended(Exhausted),
}

/// What is in a file.
pub(crate) struct Input {
    pub(crate) text: String,
    /// The language that the name of the file or its text tells.
    pub(crate) language: Language,
    pub(crate) problem: Problem,
    /// What the problem comes from, if the text is more than clauses.
    pub(crate) model: Option<Box<dyn Model>>,
}

/// The problem in a file, and the language that its name or its text tells; what is wrong is printed.
pub(crate) fn problem(file: &PathBuf, budget: &mut Budget) -> Result<(Problem, Language), Unread> {
    let text = asked(file, read(file, budget)?, None, budget)?;
    let input = understand(file, text, Encoding::Standard, budget)?;
    Ok((input.problem, input.language))
}

/// The text with the question of the command line, or of the `.q` file beside it, if it is a network of timed
/// automata. No other language has questions of their own.
pub(crate) fn asked(
    file: &Path,
    text: String,
    query: Option<&str>,
    budget: &mut Budget,
) -> Result<String, Unread> {
    let language = Language::of(file.to_str().unwrap_or_default(), &text);
    if language != Language::Timed {
        if query.is_some() {
            complain("--query is for networks of timed automata");
            return Err(Unread::Wrong);
        }
        return Ok(text);
    }
    if let Some(query) = query {
        return Ok(timed::with_query(&text, query));
    }
    let beside = file.with_extension("q");
    if beside == file || !beside.is_file() {
        return Ok(text);
    }
    let queries = timed::queries_of_file(&read(&beside, budget)?);
    if queries.len() > 1 {
        complain(format_args!(
            "{}: the first of {} questions is asked; ask the others with --query",
            beside.display(),
            queries.len()
        ));
    }
    Ok(queries.first().map_or(text.clone(), |query| timed::with_query(&text, query)))
}

/// What the text of a file says; what is wrong is printed.
pub(crate) fn understand(
    file: &Path,
    text: String,
    encoding: Encoding,
    budget: &mut Budget,
) -> Result<Input, Unread> {
    let language = Language::of(file.to_str().unwrap_or_default(), &text);
    let (problem, model, diagnostics) =
        if let Some((model, diagnostics)) = parse_model(&text, language, encoding, budget) {
            (model.problem().clone(), Some(model), diagnostics)
        } else {
            let (problem, diagnostics) = parse_within(&text, language, budget);
            (problem, None, diagnostics)
        };
    budget.take(0).map_err(Unread::Ended)?;
    if report(file, &text, &diagnostics) {
        Err(Unread::Wrong)
    } else {
        Ok(Input { text, language, problem, model })
    }
}

/// Prints diagnostics; is one of them an error?
pub(crate) fn report(file: &Path, text: &str, diagnostics: &[Diagnostic]) -> bool {
    complain_text(&render(diagnostics, text, &file.display().to_string()));
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
