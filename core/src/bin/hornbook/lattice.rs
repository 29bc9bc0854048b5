//! `hornbook lattice`: the abstraction lattice of a counterexample at a relation symbol.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hornbook::engine::{Engine, Event, Settings};
use hornbook::guide::{
    Exploration, Group, Guidance, Portrait, Template, TemplateText, all_arguments, parse_templates,
};
use hornbook::horn::RelId;
use hornbook::solver::Budget;

use crate::{BAD_INPUT, input};

/// Explore the interpolants of a counterexample at a relation symbol, by sets of templates.
///
/// For the first counterexample in which the symbol occurs: which sets of templates are feasible, the maximal feasible ones (the
/// frontier), their costs, and the strongest and the weakest interpolant that each leaves. Templates are separated
/// by `;`, as in the directive `:- template`. Without any, those of the text are taken, then those that an analysis of the loop suggests,
/// then all arguments.
///
/// The exit code is 0, 2 for bad input, and 3 if there is no such counterexample.
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
    /// Give up after so many steps of work.
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Print JSON for programs, with every step of the search.
    #[arg(long)]
    json: bool,
}

const NOTHING: u8 = 3;

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let (problem, _) = match input::problem(&arguments.file) {
        Ok(read) => read,
        Err(code) => return code,
    };
    match explore(arguments, Engine::new(problem, Settings::default())) {
        Ok(text) => {
            // A closed pipe is no reason to stop with a panic.
            match std::io::stdout().write_all(text.as_bytes()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => ExitCode::FAILURE,
            }
        }
        Err((message, code)) => {
            eprintln!("{}: {message}", arguments.file.display());
            ExitCode::from(code)
        }
    }
}

fn explore(arguments: &Arguments, mut engine: Engine) -> Result<String, (String, u8)> {
    let mut budget = arguments.steps.map_or_else(Budget::unlimited, Budget::steps);
    let system = engine.system();
    let Some(relation) = system.relation_ids().find(|r| system[*r].name == arguments.symbol) else {
        let known: Vec<&str> = system.relations().iter().map(|r| r.name.as_str()).collect();
        let message = format!("no relation symbol {}; there are {}", arguments.symbol, known.join(", "));
        return Err((message, BAD_INPUT));
    };
    let parameters = engine.system()[relation].parameters().to_vec();
    let templates = templates(arguments, &mut engine, relation, &mut budget)?;
    let mut seen = 0;
    let (tree, occurrences) = loop {
        if engine.verdict().is_some() {
            return Err((
                format!("no counterexample {} with this symbol", arguments.counterexample),
                NOTHING,
            ));
        }
        if !matches!(engine.step(&mut budget), Event::CounterexampleFound { .. }) {
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
    let arena = &mut engine.system_mut().arena;
    let (templates, texts): (Vec<Template>, Vec<TemplateText>) = templates
        .into_iter()
        .map(|(template, why)| {
            let text = TemplateText { text: template.kind.show(arena), cost: template.cost, why };
            (template, text)
        })
        .unzip();
    let group = Group { parameters: parameters.clone(), templates, occurrences };
    let unfit = || ("the counterexample does not fit".to_owned(), NOTHING);
    let mut exploration = Exploration::new(arena, &tree, vec![group]).ok_or_else(unfit)?;
    let portrait = Portrait::of(arena, &mut exploration, last, &parameters, texts, &mut budget)
        .map_err(|reason| (reason.to_string(), NOTHING))?;
    if arguments.json {
        let json = serde_json::to_string_pretty(&portrait).map_err(|e| (e.to_string(), NOTHING))?;
        return Ok(json + "\n");
    }
    Ok(describe(&portrait))
}

/// The templates that were typed, or those of the text, or those that are suggested, or all arguments.
fn templates(
    arguments: &Arguments,
    engine: &mut Engine,
    relation: RelId,
    budget: &mut Budget,
) -> Result<Vec<(Template, String)>, (String, u8)> {
    let parameters = engine.system()[relation].parameters().to_vec();
    if let Some(text) = &arguments.templates {
        let arena = &mut engine.system_mut().arena;
        let typed = parse_templates(arena, &parameters, text).map_err(|diagnostics| {
            let messages: Vec<String> = diagnostics.iter().map(|d| d.message.clone()).collect();
            (format!("in the templates: {}", messages.join("; ")), BAD_INPUT)
        })?;
        return Ok(typed.into_iter().map(|t| (t, "typed".to_owned())).collect());
    }
    for family in [Guidance::User, Guidance::Auto] {
        let found = engine.suggested_templates(family, relation, budget);
        let found = found.map_err(|reason| (reason.to_string(), NOTHING))?;
        if !found.is_empty() {
            return Ok(found.into_iter().map(|s| (s.template, s.why)).collect());
        }
    }
    let all = all_arguments(&mut engine.system_mut().arena, &parameters);
    Ok(all.into_iter().map(|t| (t, "an argument".to_owned())).collect())
}

fn describe(portrait: &Portrait) -> String {
    let set = |positions: &[usize]| -> String {
        let texts: Vec<&str> = positions.iter().map(|i| portrait.templates[*i].text.as_str()).collect();
        format!("{{{}}}", texts.join(", "))
    };
    let mut text = "templates:\n".to_owned();
    for template in &portrait.templates {
        let _ = writeln!(text, "  {:<24} cost {:<4} {}", template.text, template.cost, template.why);
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
        let shown =
            |end: &Option<String>| end.clone().unwrap_or_else(|| "too large to be computed".to_owned());
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
