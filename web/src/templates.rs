//! Templates that are typed into the settings, beside those of the text.
//!
//! Each line is what a directive of the text has after its keyword: `loop(I, X, J): X - I; J cost 2`. Whether it fits is up to
//! the parser of the language, with the relation symbols of the problem.

use hornbook::lang::{self, Diagnostic, Language, Problem, house};

/// What an input may look like.
pub const PLACEHOLDER: &str = "loop(I, X, J): X - I; J cost 2";

/// A problem with the templates of the settings, the diagnostics of its text, and what is wrong with the templates.
pub fn parse(text: &str, templates: &str) -> (Problem, Vec<Diagnostic>, Vec<String>) {
    let language = Language::detect(text);
    let (problem, diagnostics) = lang::parse(text, language);
    if templates.trim().is_empty() {
        return (problem, diagnostics, Vec::new());
    }
    // Templates are written in the house syntax, so the problem is, too.
    let base = match language {
        Language::House => text.to_owned(),
        Language::SmtLib => lang::print(&problem, Language::House),
    };
    let mut all = base.clone();
    let mut starts = Vec::new();
    for line in templates.lines().filter(|line| !line.trim().is_empty()) {
        starts.push(all.len());
        all.push_str("\n:- template ");
        all.push_str(line.trim().trim_end_matches('.'));
        all.push('.');
    }
    let (mut extended, found) = house::parse(&all);
    let mut faults: Vec<String> = found
        .iter()
        .filter(|diagnostic| diagnostic.span.end as usize > base.len())
        .map(|diagnostic| {
            let number = starts.iter().take_while(|start| **start < diagnostic.span.end as usize).count();
            let place = if starts.len() > 1 { format!("line {number}: ") } else { String::new() };
            let hint = diagnostic.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"));
            format!("{place}{}{hint}.", diagnostic.message)
        })
        .collect();
    let strangers = extended.relations.iter().skip(problem.relations.len()).map(|relation| {
        let known: Vec<String> =
            problem.relations.iter().map(|own| format!("{}/{}", own.name, own.sorts.len())).collect();
        format!("`{}` is no relation symbol of the problem, which has {}.", relation.name, known.join(", "))
    });
    faults.splice(0..0, strangers.collect::<Vec<String>>());
    if !faults.is_empty() || extended.clauses.len() != problem.clauses.len() {
        return (problem, diagnostics, faults);
    }
    for (clause, own) in extended.clauses.iter_mut().zip(&problem.clauses) {
        clause.span = own.span;
    }
    (extended, diagnostics, faults)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::Example;

    fn loop50() -> &'static str {
        Example::named("loop50").unwrap().text
    }

    #[test]
    fn templates_join_those_of_the_text() {
        let (plain, ..) = parse(loop50(), "");
        let (problem, diagnostics, faults) = parse(loop50(), "loop(I, X, J): X - I; J cost 2.\n\n");
        assert_eq!((diagnostics.len(), faults), (0, Vec::<String>::new()));
        assert_eq!(problem.templates.len(), plain.templates.len() + 2);
        assert_eq!(problem.clauses[1].span, plain.clauses[1].span);
    }

    #[test]
    fn problems_in_smtlib_have_templates_too() {
        let (plain, ..) = parse(loop50(), "");
        let text = lang::print(&plain, Language::SmtLib);
        let (problem, _, faults) = parse(&text, "loop(A, B, C): B - A");
        assert_eq!(faults, Vec::<String>::new());
        assert_eq!(problem.templates.last().map(|t| problem[t.relation].name.as_str()), Some("loop"));
    }

    #[test]
    fn faults_say_what_is_wrong_and_where() {
        let (_, diagnostics, faults) = parse(loop50(), "loop(I, X, J): X\nlop(I): I\nloop(I, X, J): X -");
        assert_eq!(diagnostics, []);
        assert!(
            faults[0].starts_with("`lop` is no relation symbol of the problem, which has loop/3"),
            "{faults:?}"
        );
        assert!(faults.iter().any(|fault| fault.starts_with("line 3: ")), "{faults:?}");
    }
}
