//! A problem together with the templates of the settings.

use hornbook::budget::Budget;
use hornbook::lang::{self, Diagnostic, Language, Problem};
use hornbook::settings::templates;

/// A problem with the templates of the settings, the diagnostics of its text, and what is wrong with the
/// templates. When the budget ends, so does reading, with a diagnostic.
pub fn parse(text: &str, templates: &str, budget: &mut Budget) -> (Problem, Vec<Diagnostic>, Vec<String>) {
    let (mut problem, diagnostics) = lang::parse_within(text, Language::detect(text), budget);
    let faults = templates::add(&mut problem, templates).err().unwrap_or_default();
    (problem, diagnostics, faults)
}
