//! Any text is answered in Prolog's manner as well, and what was understood reads back as the same problem.
#![no_main]

use hornbook::lang::{Language, Severity, parse, parse_solution, print, render};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = Language::detect(text);
    let (problem, diagnostics) = parse(text, Language::Prolog);
    let _ = render(&diagnostics, text, "fuzz");
    let printed = print(&problem, Language::Prolog);
    let (again, diagnostics) = parse(&printed, Language::Prolog);
    assert!(diagnostics.iter().all(|d| d.severity == Severity::Warning), "{printed}");
    assert!(problem.same_as(&again), "{printed}");
    let mut problem = problem;
    let _ = parse_solution(text, &mut problem, Language::Prolog);
});
