//! Templates that are typed into the settings, beside those of the text.
//!
//! Each line is what a directive of the text has after its keyword: `loop(I, X, J): X - I; J cost 2`. Whether
//! it fits is up to the parser of the house language, with the relation symbols of the problem.

use crate::formula::Importer;
use crate::lang::{Problem, Template, house};

/// What templates may look like.
pub const EXAMPLE: &str = "loop(I, X, J): X - I; J cost 2";

/// Adds templates to a problem, or says what is wrong with them and leaves the problem as it is.
pub fn add(problem: &mut Problem, templates: &str) -> Result<(), Vec<String>> {
    if templates.trim().is_empty() {
        return Ok(());
    }
    let declared = Problem { relations: problem.relations.clone(), ..Problem::default() };
    let mut text = house::print(&declared);
    let mut starts = Vec::new();
    for line in templates.lines().filter(|line| !line.trim().is_empty()) {
        starts.push(text.len());
        text.push_str("\n:- template ");
        text.push_str(line.trim().trim_end_matches('.'));
        text.push('.');
    }
    let (found, diagnostics) = house::parse(&text);
    let known: Vec<String> =
        problem.relations.iter().map(|own| format!("{}/{}", own.name, own.sorts.len())).collect();
    let strangers = found.relations.iter().skip(problem.relations.len()).map(|relation| {
        format!("`{}` is no relation symbol of the problem, which has {}.", relation.name, known.join(", "))
    });
    let faults = diagnostics.iter().map(|diagnostic| {
        let number = starts.iter().take_while(|start| **start < diagnostic.span.end as usize).count();
        let place = if starts.len() > 1 { format!("line {number}: ") } else { String::new() };
        let hint = diagnostic.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"));
        format!("{place}{}{hint}.", diagnostic.message)
    });
    let faults: Vec<String> = strangers.chain(faults).collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut importer = Importer::new(&found.arena);
    for template in found.templates {
        let arena = &mut problem.arena;
        let parameters = template.parameters.iter().map(|p| importer.symbol(arena, *p)).collect();
        let kind = template.kind.imported(arena, &mut importer);
        problem.templates.push(Template { parameters, kind, ..template });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{self, Language};

    fn loop50() -> Problem {
        house::parse(include_str!("../../../static/examples/loop50.horn")).0
    }

    #[test]
    fn templates_join_those_of_the_text() {
        let (plain, mut problem) = (loop50(), loop50());
        assert_eq!(add(&mut problem, "loop(I, X, J): X - I; J cost 2.\n\n"), Ok(()));
        assert_eq!(problem.templates.len(), plain.templates.len() + 2);
        problem.templates.truncate(plain.templates.len());
        assert!(problem.same_as(&plain));
    }

    #[test]
    fn templates_in_the_settings_are_those_in_the_text() {
        let text = include_str!("../../../static/examples/loop50.horn");
        let lines = "loop(I, X, J): X - I; inequality J; predicate X >= J cost 3; disjunction(X; I) cost 2";
        let (in_text, diagnostics) = house::parse(&format!("{text}\n:- template {lines}."));
        assert_eq!(diagnostics, []);
        let mut in_settings = loop50();
        assert_eq!(add(&mut in_settings, lines), Ok(()));
        assert!(in_settings.same_as(&in_text));
        assert_eq!(house::print(&in_settings), house::print(&in_text));
    }

    #[test]
    fn problems_in_smtlib_have_templates_too() {
        let text = lang::print(&loop50(), Language::SmtLib);
        let mut problem = lang::parse(&text, Language::SmtLib).0;
        assert_eq!(add(&mut problem, "loop(A, B, C): B - A"), Ok(()));
        assert_eq!(problem.templates.last().map(|t| problem[t.relation].name.as_str()), Some("loop"));
    }

    #[test]
    fn faults_say_what_is_wrong_and_where() {
        let mut problem = loop50();
        let faults = add(&mut problem, "loop(I, X, J): X\nlop(I): I\nloop(I, X, J): X -").unwrap_err();
        assert!(
            faults[0].starts_with("`lop` is no relation symbol of the problem, which has loop/3"),
            "{faults:?}"
        );
        assert!(faults.iter().any(|fault| fault.starts_with("line 3: ")), "{faults:?}");
        assert!(problem.same_as(&loop50()));
    }
}
