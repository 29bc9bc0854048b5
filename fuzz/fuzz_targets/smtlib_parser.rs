//! Any text is answered, and the clauses that were understood read back as the same problem.
#![no_main]

use hornbook::lang::{Severity, smtlib};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (problem, _) = smtlib::parse(text);
    let printed = smtlib::print(&problem);
    let (again, diagnostics) = smtlib::parse(&printed);
    assert!(diagnostics.iter().all(|d| d.severity == Severity::Warning), "{printed}");
    assert!(problem.same_as(&again), "{printed}");
});
