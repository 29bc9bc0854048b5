//! Which of these formulae is an interpolant at a position? Each is judged anew, by the same judge that looks
//! at what people type ([`Inspector::explain`]), so that an answer can be called wrong with numbers that show
//! why.

use hornbook::budget::Budget;
use hornbook::engine::{self, Event, PositionId};
use hornbook::formula::{FormulaText, Value};
use hornbook::inspect::{Inspector, Opinion, Witness};
use hornbook::trace;

use super::{Asked, Choice, Made, math, words};
use crate::run::narrate::{Part, relation_name};
use crate::worker::templates;

/// Longer texts are not asked about in this way: to read one and to judge its formulae takes the page's own
/// time.
const LONGEST_TEXT: usize = 20_000;

/// The work that may be done for one such question.
const STEPS: u64 = 300_000;

/// At most this many formulae.
const FORMULAE: usize = 4;

pub(super) fn interpolant(run: Asked<'_>, at: usize, state: &trace::State) -> Option<Made> {
    let Event::InterpolantsFound { interpolants } = run.events.get(at)? else { return None };
    let tree = state.counterexample.as_ref()?;
    if run.text.len() > LONGEST_TEXT || tree.is_open() || state.method.is_some() {
        return None;
    }
    let index = interpolants.iter().position(|found| found.text.truth().is_none())?;
    let (position, taken) = (PositionId(u32::try_from(index).ok()?), &interpolants[index]);
    let mut budget = Budget::steps(STEPS);
    let parsed = templates::read(run.text, run.settings.encoding, &mut budget);
    let pipeline = engine::Settings::from(run.settings).pipeline_for(&parsed.problem);
    let mut inspector = Inspector::new(&parsed.problem, &pipeline, tree, &[], position, &mut budget).ok()?;
    let relation = taken.relation;
    let mut texts: Vec<&FormulaText> = vec![&taken.text];
    let others = interpolants.iter().filter(|found| found.relation == relation).map(|found| &found.text);
    let known = state.predicates.iter().filter(|known| known.relation == relation).map(|known| &known.text);
    let constants = [FormulaText::constant(true), FormulaText::constant(false)];
    for text in others.chain(known).chain(&constants) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let mut choices = Vec::new();
    for text in texts {
        let is_right = match inspector.explain(text, &mut budget).opinion {
            Opinion::Interpolant(_) => Ok(()),
            Opinion::NotInterpolant { outside, inside } => Err((outside, inside)),
            _ => continue,
        };
        let why = match &is_right {
            Ok(()) => words(
                "It holds for all that is derived below the position, and contradicts the rest of the tree.",
            ),
            Err(witnesses) => refusal(witnesses),
        };
        choices.push(Choice { text: vec![math(text)], is_right: is_right.is_ok(), why });
        if choices.len() == FORMULAE {
            break;
        }
    }
    let mut prompt = words("Which of these is an interpolant at position ");
    prompt.extend(words(format!("{}, for {}?", position.number(), relation_name(run.header, relation))));
    Some((at + 1, prompt, choices))
}

/// Why a formula is none, with numbers.
fn refusal((outside, inside): &(Option<Witness>, Option<Witness>)) -> Vec<Part> {
    let values = |witness: &Witness| {
        let parts: Vec<String> =
            witness.values.iter().map(|(name, value)| format!("{name} = {}", number(value))).collect();
        parts.join(", ")
    };
    let outside = outside.as_ref().map(|point| {
        format!("{} can be derived below the position, and it does not hold there.", values(point))
    });
    let inside = inside.as_ref().map(|point| {
        format!("It holds for {}, from where the rest of the tree derives false.", values(point))
    });
    words(outside.into_iter().chain(inside).collect::<Vec<_>>().join(" "))
}

fn number(value: &Value) -> String {
    match value {
        Value::Int(number) => number.to_string().replace('-', "−"),
        Value::Bool(value) => value.to_string(),
    }
}
