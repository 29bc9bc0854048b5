//! Templates as a person types them for a relation symbol: `X1 - I1; I1; J cost 2; inequality X1; X1 >= J`.
//!
//! Templates of combinations, such as `disjunction(X1; J)`, are computed when they are read.
//!
//! It is the syntax of the directive `:- template`, over the names of the symbol's parameters.

use super::{COMBINATION_STEPS, Kind, Template};
use crate::formula::{Arena, Importer, LinearTerm, Sort, Substitution, Symbol};
use crate::lang::typed::{NAME, as_problem, head, moved};
use crate::lang::{self, Diagnostic, Severity, house};
use crate::num::Int;
use crate::solver::Budget;

/// The templates in a text, over the given parameters; or what is wrong with it. Places in the messages count
/// within the text.
pub fn parse_templates(
    arena: &mut Arena,
    parameters: &[Symbol],
    text: &str,
) -> Result<Vec<Template>, Vec<Diagnostic>> {
    let head = head(&as_problem(arena, parameters), parameters);
    let head = head.trim_end().trim_end_matches(":=");
    let sort = |s: &Symbol| if arena.sort(*s) == Sort::Int { "int" } else { "bool" };
    let sorts: Vec<&str> = parameters.iter().map(sort).collect();
    let arguments = if sorts.is_empty() { String::new() } else { format!("({})", sorts.join(", ")) };
    let before = format!(":- relation {NAME}{arguments}.\n:- template {head}: ");
    let body = text.trim_end().trim_end_matches('.');
    let (problem, mut diagnostics) = house::parse(&format!("{before}{body}\n."));
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        moved(&mut diagnostics, before.len(), body.len());
        return Err(diagnostics);
    }
    let mut importer = Importer::new(&problem.arena);
    let mut found = Vec::new();
    for template in &problem.templates {
        found.push(typed(arena, &mut importer, parameters, template).map_err(|problem| {
            let mut problems = vec![problem];
            moved(&mut problems, before.len(), body.len());
            problems
        })?);
    }
    Ok(found)
}

/// A template of a text that was typed, over parameters in their order; or that it is too large.
fn typed(
    arena: &mut Arena,
    importer: &mut Importer,
    parameters: &[Symbol],
    template: &lang::Template,
) -> Result<Template, Diagnostic> {
    let own: Vec<Symbol> = template.parameters.iter().map(|p| importer.symbol(arena, *p)).collect();
    let given = template.kind.imported(arena, importer);
    let mut budget = Budget::steps(COMBINATION_STEPS);
    let kind = Kind::of(arena, &own, &given, &mut budget).map_err(|_| {
        Diagnostic::error(template.span, "this combination of templates is too large to be computed")
    })?;
    let renaming = Substitution::renaming_pairs(arena, own.into_iter().zip(parameters.iter().copied()));
    Ok(Template { kind: kind.renamed(arena, &renaming), cost: cost(&template.cost) })
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
