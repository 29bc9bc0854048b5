//! What a text says: a problem, the model that it comes from if there is one, and the problem together with
//! the templates of the settings.

use hornbook::budget::Budget;
use hornbook::lang::{self, Diagnostic, Encoding, Language, Model, Problem};
use hornbook::settings::templates;

/// What a text says.
#[derive(Debug)]
pub struct Parsed {
    pub problem: Problem,
    /// What the problem comes from, if the text is more than clauses.
    pub model: Option<Box<dyn Model>>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a text. When the budget ends, so does reading, with a diagnostic.
pub fn read(text: &str, encoding: Encoding, budget: &mut Budget) -> Parsed {
    let language = Language::detect(text);
    if let Some((model, diagnostics)) = lang::parse_model(text, language, encoding, budget) {
        return Parsed { problem: model.problem().clone(), model: Some(model), diagnostics };
    }
    let (problem, diagnostics) = lang::parse_within(text, language, budget);
    Parsed { problem, model: None, diagnostics }
}

/// A text with the templates of the settings, and what is wrong with these.
pub fn parse(text: &str, templates: &str, encoding: Encoding, budget: &mut Budget) -> (Parsed, Vec<String>) {
    let mut parsed = read(text, encoding, budget);
    let faults = templates::add(&mut parsed.problem, templates).err().unwrap_or_default();
    (parsed, faults)
}
