//! Templates as a person types them for a relation symbol: `X1 - I1; I1; J cost 2; inequality X1; X1 >= J`.
//!
//! It is the syntax of the directive `:- template`, over the names of the symbol's parameters.

use super::{Kind, Template};
use crate::formula::{Arena, Importer, LinearTerm, Sort, Symbol};
use crate::lang::{Diagnostic, Severity, house};
use crate::num::Int;

/// The templates in a text, over the given parameters; or what is wrong with it. Places in the messages count
/// from the start of a directive that surrounds the text.
pub fn parse_templates(
    arena: &mut Arena,
    parameters: &[Symbol],
    text: &str,
) -> Result<Vec<Template>, Vec<Diagnostic>> {
    let sort = |s: &Symbol| if arena.sort(*s) == Sort::Int { "int" } else { "bool" };
    let sorts: Vec<&str> = parameters.iter().map(sort).collect();
    let names: Vec<String> = parameters.iter().map(|s| house::spell_variable(arena.name(*s))).collect();
    let directive =
        format!(":- relation p({}).\n:- template p({}): {text}.\n", sorts.join(", "), names.join(", "));
    let (problem, diagnostics) = house::parse(&directive);
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Err(diagnostics);
    }
    let mut importer = Importer::new(&problem.arena);
    let mut found = Vec::new();
    for template in &problem.templates {
        let kind = match Kind::from(template.kind.clone()) {
            Kind::Term(t) => Kind::Term(importer.term(arena, &t)),
            Kind::Inequality(t) => Kind::Inequality(importer.term(arena, &t)),
            Kind::Remainder(t, m) => Kind::Remainder(importer.term(arena, &t), m),
            Kind::Predicate(f) => Kind::Predicate(importer.formula(arena, f)),
            Kind::Truth(f) => Kind::Truth(importer.formula(arena, f)),
        };
        found.push(Template { kind, cost: cost(&template.cost) });
    }
    Ok(found)
}

/// A cost as a number for sums; what is too large for that is as good as infinite.
pub(crate) fn cost(cost: &Int) -> u64 {
    cost.to_i64().and_then(|c| u64::try_from(c).ok()).unwrap_or(u64::MAX)
}

/// Every argument as a term, for a symbol of which nothing else is known.
pub fn all_arguments(arena: &mut Arena, parameters: &[Symbol]) -> Vec<Template> {
    let argument = |s: &Symbol| match arena.sort(*s) {
        Sort::Int => Kind::Term(LinearTerm::symbol(*s)),
        Sort::Bool => Kind::Truth(arena.boolean(*s)),
    };
    let kinds: Vec<Kind> = parameters.iter().map(argument).collect();
    kinds.into_iter().map(|kind| Template { kind, cost: 1 }).collect()
}
