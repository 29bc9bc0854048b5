//! The house syntax as a whole: examples, meanings, messages, round trips, and texts of no sense.

mod fuzz;
mod meaning;
mod messages;
mod renaming;
mod round_trip;

use super::*;

/// The errors alone; a warning does not keep a problem from being used.
fn errors(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.into_iter().filter(|d| d.severity == crate::lang::Severity::Error).collect()
}

/// The problem of a text without mistakes.
fn parsed(text: &str) -> Problem {
    let (problem, diagnostics) = parse(text);
    assert_eq!(errors(diagnostics), [], "{text}");
    problem
}

fn examples() -> Vec<(String, String)> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples");
    let mut examples: Vec<_> = std::fs::read_dir(directory)
        .expect("the examples are part of the repository")
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_stem()?.to_str()?.to_owned();
            (path.extension()? == "horn").then(|| (name, std::fs::read_to_string(&path).expect("readable")))
        })
        .collect();
    examples.sort();
    assert!(examples.len() >= 15);
    examples
}
