//! `hornbook lattice`: the abstraction lattice of a counterexample at a relation symbol.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hornbook::budget::Budget;
use hornbook::engine::{Engine, Event, Settings};
use hornbook::formula::FormulaText;
use hornbook::guide::{
    Exploration, Group, InterpolationAbstraction, Portrait, Template, TemplateText, all_arguments,
    parse_templates,
};
use hornbook::horn::SystemRelationId;

use crate::limits::{self, Limits};
use crate::output::{Answer, complain};
use crate::{BAD_INPUT, input};

/// Explore the interpolants of a counterexample at a relation symbol, by sets of templates.
///
/// For the first counterexample in which the symbol occurs: which sets of templates are feasible, the maximal
/// feasible ones (the frontier), their costs, and the strongest and the weakest interpolant that each leaves.
/// Templates are separated by `;`, as in the directive `:- template`. Without any, those of the text are
/// taken, then those that an analysis of the loop suggests, then all arguments.
///
/// The exit code is 0, 2 for bad input, and 3 if there is no such counterexample within the limits.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The problem; `-` reads the standard input.
    file: PathBuf,
    /// The relation symbol where to abstract.
    #[arg(long, value_name = "P")]
    symbol: String,
    /// The templates, over the names of the symbol's arguments.
    #[arg(long, value_name = "TEMPLATES")]
    templates: Option<String>,
    /// Which of the counterexamples with this symbol, counted from 1.
    #[arg(long, value_name = "N", default_value_t = 1)]
    counterexample: usize,
    /// Give up after this many steps of work.
    #[arg(long, value_name = "N", value_parser = limits::steps, allow_negative_numbers = true)]
    steps: Option<u64>,
    #[command(flatten)]
    limits: Limits,
    /// Print JSON for programs, with every step of the search.
    #[arg(long)]
    json: bool,
}

const NOTHING: u8 = 3;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let watch = arguments.limits.watch();
    let mut look = || watch.look();
    let mut budget = limits::budget(arguments.steps, &mut look);
    let (problem, _) = match input::problem(&arguments.file, &mut budget) {
        Ok(read) => read,
        Err(unread) => return arguments.limits.unread(unread),
    };
    let engine = Engine::within(problem, Settings::default(), &mut budget);
    match explore(arguments, engine, &mut budget) {
        Ok(portrait) => {
            let mut answer = Answer::begin();
            if arguments.json {
                answer.indented_json(&portrait);
            } else {
                answer.text(&describe(&portrait));
            }
            answer.finish(ExitCode::SUCCESS)
        }
        Err((message, code)) => {
            complain(format_args!("{}: {message}", arguments.file.display()));
            ExitCode::from(code)
        }
    }
}

fn explore(arguments: &Arguments, mut engine: Engine, budget: &mut Budget) -> Result<Portrait, (String, u8)> {
    let system = engine.system();
    let Some(relation) = system.relation_ids().find(|r| system[*r].name == arguments.symbol) else {
        let known: Vec<&str> = system.relations().iter().map(|r| r.name.as_str()).collect();
        let message = format!("no relation symbol {}; there are {}", arguments.symbol, known.join(", "));
        return Err((message, BAD_INPUT));
    };
    let parameters = engine.system()[relation].parameters().to_vec();
    let templates = templates(arguments, &mut engine, relation, budget)?;
    let mut seen = 0;
    let (tree, occurrences) = loop {
        if let Err(reason) = budget.take(0) {
            return Err((arguments.limits.reason(reason), NOTHING));
        }
        if engine.verdict().is_some() {
            return Err((
                format!("no counterexample {} with this symbol", arguments.counterexample),
                NOTHING,
            ));
        }
        if !matches!(engine.step(budget), Event::CounterexampleFound { .. }) {
            continue;
        }
        if let Some((tree, occurrences)) = engine.interpolation_problem(relation)
            && !occurrences.is_empty()
        {
            seen += 1;
            if seen == arguments.counterexample {
                break (tree, occurrences);
            }
        }
    };
    let last = occurrences.len() - 1;
    let arena = engine.arena_mut();
    let (templates, texts): (Vec<Template>, Vec<TemplateText>) = templates
        .into_iter()
        .map(|(template, why)| {
            let text = template.text(arena, why);
            (template, text)
        })
        .unzip();
    let group = Group { parameters: parameters.clone(), templates, occurrences };
    let unfit = || ("the counterexample does not fit".to_owned(), NOTHING);
    let mut exploration = Exploration::new(arena, &tree, vec![group]).ok_or_else(unfit)?;
    Portrait::of(arena, &mut exploration, last, &parameters, texts, budget)
        .map_err(|reason| (why(arguments, &reason, budget), NOTHING))
}

/// The limit that was reached, or what else was in the way.
fn why(arguments: &Arguments, reason: &impl ToString, budget: &mut Budget) -> String {
    budget.take(0).map_or_else(|ended| arguments.limits.reason(ended), |()| reason.to_string())
}

/// The templates that were typed, or those of the text, or those that are suggested, or all arguments.
fn templates(
    arguments: &Arguments,
    engine: &mut Engine,
    relation: SystemRelationId,
    budget: &mut Budget,
) -> Result<Vec<(Template, String)>, (String, u8)> {
    let parameters = engine.system()[relation].parameters().to_vec();
    if let Some(text) = &arguments.templates {
        let arena = engine.arena_mut();
        let typed = parse_templates(arena, &parameters, text).map_err(|diagnostics| {
            let messages: Vec<String> = diagnostics.iter().map(|d| d.message.clone()).collect();
            (format!("in the templates: {}", messages.join("; ")), BAD_INPUT)
        })?;
        return Ok(typed.into_iter().map(|t| (t, "typed".to_owned())).collect());
    }
    for family in [InterpolationAbstraction::User, InterpolationAbstraction::Auto] {
        let found = engine.suggested_templates(family, relation, budget);
        let found = found.map_err(|reason| (why(arguments, &reason, budget), NOTHING))?;
        if !found.is_empty() {
            return Ok(found.into_iter().map(|s| (s.template, s.why)).collect());
        }
    }
    let all = all_arguments(engine.arena_mut(), &parameters);
    Ok(all.into_iter().map(|t| (t, "an argument".to_owned())).collect())
}

fn describe(portrait: &Portrait) -> String {
    let set = |positions: &[usize]| -> String {
        let texts: Vec<String> = positions.iter().map(|i| portrait.templates[*i].text().into()).collect();
        format!("{{{}}}", texts.join(", "))
    };
    let mut text = "templates:\n".to_owned();
    for template in &portrait.templates {
        let _ = writeln!(text, "  {:<24} cost {:<4} {}", template.text(), template.cost, template.why);
    }
    if portrait.elements.is_empty() {
        let _ = writeln!(text, "{} templates: too many elements to list", portrait.templates.len());
    } else {
        text += "elements:\n";
    }
    for element in &portrait.elements {
        let word = match (element.maximal, element.feasible) {
            (true, _) => "feasible, maximal",
            (false, true) => "feasible",
            (false, false) => "infeasible",
        };
        let _ = write!(text, "  cost {:<4} {word:<18} {}", element.cost, set(&element.templates));
        if element.canonical != element.templates {
            let _ = write!(text, " = {}", set(&element.canonical));
        }
        text.push('\n');
    }
    text += "frontier:\n";
    if portrait.frontier.is_empty() {
        text += "  no set of these templates is feasible\n";
    }
    for element in &portrait.frontier {
        let mark = if portrait.cheapest.contains(element) { "  the cheapest" } else { "" };
        let _ = writeln!(text, "  {}{mark}", set(element));
    }
    for ends in &portrait.ends {
        let shown = |end: &Option<FormulaText>| {
            end.clone().map_or_else(|| "too large to be computed".to_owned(), String::from)
        };
        let _ = writeln!(text, "interpolants from {}:", set(&ends.templates));
        let _ = writeln!(text, "  strongest  {}", shown(&ends.strongest));
        let _ = writeln!(text, "  weakest    {}", shown(&ends.weakest));
        let _ = writeln!(text, "  chosen     {}", ends.chosen);
    }
    if let Some(reason) = &portrait.stopped {
        let _ = writeln!(text, "the search is incomplete: {reason}");
    }
    text
}
