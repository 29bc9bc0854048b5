//! Damaged texts through everything that reads text: each is answered, and what was understood reads back as
//! the same.
//!
//! A text is read in the language that it was in before it was damaged, and in any other one.

use std::hint::black_box;

use hornbook::budget::Budget;
use hornbook::claim;
use hornbook::engine::Choice;
use hornbook::guide::parse_templates;
use hornbook::lang::smtlib::script::{self, Command};
use hornbook::lang::{
    Diagnostic, Encoding, Language, Model, Problem, Severity, parse, parse_model, parse_solution, print,
    print_solution, render, smtlib,
};
use hornbook_random::Random;
use hornbook_web::state::{address, lesson, link};
use hornbook_web::wire::goal::Goal;

use super::{Case, damage};

/// Steps of work for what is known of a model before anything is solved, and for replaying what was typed.
const STEPS: u64 = 20_000;

/// At most this many moves are played.
const MOVES: usize = 12;

/// All encodings of models.
const ENCODINGS: [Encoding; 6] = [
    Encoding::Standard,
    Encoding::LargeBlock,
    Encoding::Product,
    Encoding::OwickiGries,
    Encoding::RelyGuarantee,
    Encoding::Parameterised,
];

pub(super) fn judge(random: &mut Random, case: &mut Case) -> Result<(), String> {
    let (own, text) = damage::damaged_in_a_language(random);
    case.input = text;
    let text = case.input.as_str();
    let other = *random.pick(Language::ALL);
    for language in [own, other] {
        let problem = read(text, language, &mut case.events)?;
        of_problem(problem, text, random)?;
        let encoding = *random.pick(&ENCODINGS);
        if let Some((model, diagnostics)) = parse_model(text, language, encoding, &mut Budget::unlimited()) {
            places(text, &diagnostics)?;
            of_model(&*model, has_errors(&diagnostics), random)?;
            case.events.push("model");
        }
    }
    black_box((Language::detect(text), Language::detect_solution(text)));
    let (script, diagnostics) = script::parse(text);
    places(text, &diagnostics)?;
    for command in &script.commands {
        if let Command::Assert { formula, .. } = command {
            drop(smtlib::print_formula(&script.arena, *formula));
        }
    }
    typed(text)?;
    typed(&damage::typed(random))
}

/// What is read of a text prints and reads back as the same.
fn read(text: &str, language: Language, events: &mut Vec<&'static str>) -> Result<Problem, String> {
    let (problem, diagnostics) = parse(text, language);
    places(text, &diagnostics)?;
    drop(render(&diagnostics, text, "fuzz"));
    if !has_errors(&diagnostics) {
        events.push("read");
    }
    // Clauses of models are printed in the house syntax.
    let printed_in = if language.front_end().print.is_some() { language } else { Language::House };
    let printed = print(&problem, printed_in);
    let (again, diagnostics) = parse(&printed, printed_in);
    if has_errors(&diagnostics) {
        return Err(format!("what was printed for {} is refused:\n{printed}", printed_in.name()));
    }
    // A variable whose name is a relation symbol's gets another one, and so does a relation symbol whose
    // name is refused; from then on they keep it.
    if !problem.same_as(&again) && !again.same_as(&parse(&print(&again, printed_in), printed_in).0) {
        return Err(format!("what was printed for {} means something else:\n{printed}", printed_in.name()));
    }
    Ok(problem)
}

/// Solutions, templates, facts and derivations of a problem.
fn of_problem(mut problem: Problem, text: &str, random: &mut Random) -> Result<(), String> {
    for language in [*random.pick(Language::ALL), Language::House] {
        let (solution, diagnostics) = parse_solution(text, &mut problem, language);
        places(text, &diagnostics)?;
        drop(print_solution(&problem, &solution, language));
    }
    if let Some(relation) = problem.relations.first() {
        let sorts = relation.sorts.clone();
        let names = ["X", "Y", "Z"].iter().zip(&sorts);
        let parameters: Vec<_> = names.map(|(name, sort)| problem.arena.symbol(name, *sort)).collect();
        drop(parse_templates(&mut problem.arena, &parameters, text));
    }
    let typed = damage::typed(random);
    black_box(claim::is_derivation(&problem, &typed));
    drop(claim::replay(&problem, &typed, &mut Budget::steps(STEPS)));
    drop(claim::fact(&mut problem, &typed));
    drop(claim::blank(&problem));
    Ok(())
}

/// What a model offers beside its clauses, whether or not all of its text was understood.
fn of_model(model: &dyn Model, has_errors: bool, random: &mut Random) -> Result<(), String> {
    drop(model.picture());
    drop(model.facts(&mut Budget::steps(STEPS)));
    let mut moves = Vec::new();
    while let Some(play) = model.play(&moves)
        && moves.len() < MOVES
        && !play.moves.is_empty()
    {
        // Now and then a move that is not possible.
        let count = play.moves.len() + usize::from(random.chance(9));
        moves.push(random.below(count));
    }
    drop(claim::played(model, &damage::typed(random)));
    if has_errors {
        return Ok(());
    }
    for language in Language::ALL {
        let Some(text) = model.translated(*language) else { continue };
        let (_, diagnostics) = parse(&text, *language);
        if let Some(error) = diagnostics.iter().find(|d| d.severity == Severity::Error) {
            let name = language.name();
            return Err(format!("the translation to {name} is refused: {}\n{text}", error.message));
        }
    }
    Ok(())
}

/// What people type beside problems.
fn typed(text: &str) -> Result<(), String> {
    if let Ok(choices) = Choice::read_all(text) {
        // What leaves everything to the strategy need not be written.
        let written = Choice::write_all(&choices);
        if Choice::read_all(&written).map(|again| Choice::write_all(&again)).as_ref() != Ok(&written) {
            return Err(format!("choices are written as others: {written}"));
        }
    }
    drop(lesson::parse(text));
    drop(text.parse::<Goal>());
    drop(address::read(text));
    drop(link::text_of(text));
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
