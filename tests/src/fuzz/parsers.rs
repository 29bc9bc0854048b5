//! Damaged texts through everything that reads text: each is answered, and what was understood reads back as
//! the same.

use hornbook::guide::parse_templates;
use hornbook::lang::smtlib::script::{self, Command};
use hornbook::lang::{
    Diagnostic, Language, Severity, parse, parse_solution, print, print_solution, render, smtlib,
};
use hornbook_random::Random;

use super::{Case, damage};

pub(super) fn judge(random: &mut Random, case: &mut Case) -> Result<(), String> {
    case.input = damage::damaged(random);
    let text = case.input.as_str();
    for language in [Language::House, Language::SmtLib, Language::Prolog] {
        let (problem, diagnostics) = parse(text, language);
        places(text, &diagnostics)?;
        drop(render(&diagnostics, text, "fuzz"));
        if !has_errors(&diagnostics) {
            case.events.push("read");
        }
        let printed = print(&problem, language);
        let (again, diagnostics) = parse(&printed, language);
        if has_errors(&diagnostics) {
            return Err(format!("what was printed for {} is refused:\n{printed}", language.name()));
        }
        // A variable whose name is a relation symbol's gets another one, and so does a relation symbol whose
        // name is refused; from then on they keep it.
        if !problem.same_as(&again) && !again.same_as(&parse(&print(&again, language), language).0) {
            return Err(format!("what was printed for {} means something else:\n{printed}", language.name()));
        }
        let mut reader = problem;
        for language in Language::ALL {
            let (solution, diagnostics) = parse_solution(text, &mut reader, *language);
            places(text, &diagnostics)?;
            drop(print_solution(&reader, &solution, *language));
        }
        if let Some(relation) = reader.relations.first() {
            let sorts = relation.sorts.clone();
            let names = ["X", "Y", "Z"].iter().zip(&sorts);
            let parameters: Vec<_> = names.map(|(name, sort)| reader.arena.symbol(name, *sort)).collect();
            drop(parse_templates(&mut reader.arena, &parameters, text));
        }
    }
    let (script, diagnostics) = script::parse(text);
    places(text, &diagnostics)?;
    for command in &script.commands {
        if let Command::Assert { formula, .. } = command {
            drop(smtlib::print_formula(&script.arena, *formula));
        }
    }
    Ok(())
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

/// Whatever is complained about must be a part of the text.
fn places(text: &str, diagnostics: &[Diagnostic]) -> Result<(), String> {
    for diagnostic in diagnostics {
        let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
        if text.get(start..end).is_none() {
            return Err(format!("no part of the text: {start}..{end} of `{}`", diagnostic.message));
        }
    }
    Ok(())
}
