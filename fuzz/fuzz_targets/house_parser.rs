//! Any text is answered, and what was understood reads back as the same problem.
#![no_main]

use hornbook::lang::{Severity, house, render};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (problem, diagnostics) = house::parse(text);
    let _ = render(&diagnostics, text, "fuzz");
    let printed = house::print(&problem);
    let (again, diagnostics) = house::parse(&printed);
    assert!(diagnostics.iter().all(|d| d.severity == Severity::Warning), "{printed}");
    assert!(problem.same_as(&again), "{printed}");
    let mut problem = problem;
    let _ = house::parse_solution(text, &mut problem);
});
