//! The settings of the next run, each with a sentence that says what it does and where to read more.

use std::rc::Rc;

use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::math::math;
use crate::model::Names;
use crate::narrate::template_words;
use crate::run::Run;
use crate::settings::{Abstraction, Choice, LARGEST_LIMIT, RunSettings};
use crate::state::{Action, Side};
use crate::templates;

/// In a longer text, templates are checked when the problem is solved, and not with every key.
const LARGEST_CHECKED_TEXT: usize = 100_000;

#[derive(Properties, PartialEq)]
pub(crate) struct SettingsProperties {
    pub(crate) settings: [RunSettings; 2],
    pub(crate) compares: bool,
    /// The problem, whose relation symbols templates speak of.
    pub(crate) text: Rc<str>,
    /// The runs that are shown, which know what was chosen for them.
    pub(crate) runs: [Option<Run>; 2],
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Settings(properties: &SettingsProperties) -> Html {
    let SettingsProperties { settings, compares, text, runs, act } = properties;
    let compare = act
        .reform(|event: Event| Action::Compare(event.target_unchecked_into::<HtmlInputElement>().checked()));
    let fields = |name: &'static str, side: Side| {
        let run = runs[side as usize].clone();
        html! { <Fields {name} {side} settings={settings[side as usize].clone()} text={text.clone()} {run} act={act.clone()} /> }
    };
    html! {
        <details class="settings">
            <summary>
                { "Settings" }
                <span class="summary-note">{ summary(settings, *compares) }</span>
            </summary>
            <label class="check">
                <input type="checkbox" checked={*compares} onchange={compare} />
                <span>{ "Compare two runs side by side" }</span>
                <small>{ "The same problem with two settings, refinement by refinement." }</small>
            </label>
            <div class="sides">
                { fields(if *compares { "Left run" } else { "The run" }, Side::Left) }
                if *compares {
                    { fields("Right run", Side::Right) }
                }
            </div>
        </details>
    }
}

/// The settings in a few words, so that they can be read without opening them.
fn summary(settings: &[RunSettings; 2], compares: bool) -> String {
    let words = |settings: &RunSettings| {
        format!("{}, abstraction {}", settings.strategy.name().to_uppercase(), settings.abstraction.name())
    };
    if compares {
        format!("{} against {}", words(&settings[0]), words(&settings[1]))
    } else {
        words(&settings[0])
    }
}

#[derive(Properties, PartialEq)]
struct FieldsProperties {
    name: &'static str,
    side: Side,
    settings: RunSettings,
    text: Rc<str>,
    run: Option<Run>,
    act: Callback<Action>,
}

enum Change {
    Strategy(String),
    Abstraction(String),
    Templates(String),
    Preprocessing(bool),
    LookAhead(bool),
    Limit(String),
}

#[function_component]
fn Fields(properties: &FieldsProperties) -> Html {
    let FieldsProperties { name, side, settings, text, run, act } = properties;
    let side = *side;
    let set = use_callback((settings.clone(), act.clone()), move |change: Change, (settings, act)| {
        let mut settings = settings.clone();
        match change {
            Change::Strategy(name) => settings.strategy = Choice::named(&name).unwrap_or(settings.strategy),
            Change::Abstraction(name) => {
                settings.abstraction = Choice::named(&name).unwrap_or(settings.abstraction);
            }
            Change::Templates(text) => settings.templates = text,
            Change::Preprocessing(is_on) => settings.preprocessing = is_on,
            Change::LookAhead(is_on) => settings.look_ahead = is_on,
            Change::Limit(text) => {
                settings.limit = text.parse().unwrap_or(settings.limit).clamp(1, LARGEST_LIMIT);
            }
        }
        act.emit(Action::Set(side, settings));
    });
    let preprocess = set.reform(|event: Event| {
        Change::Preprocessing(event.target_unchecked_into::<HtmlInputElement>().checked())
    });
    let look_ahead = set.reform(|event: Event| {
        Change::LookAhead(event.target_unchecked_into::<HtmlInputElement>().checked())
    });
    let limit =
        set.reform(|event: Event| Change::Limit(event.target_unchecked_into::<HtmlInputElement>().value()));
    let id = side as u8;
    let limit_id = format!("limit-{id}");
    html! {
        <fieldset class="run-settings">
            <legend>{ *name }</legend>
            { options("Strategy", &format!("strategy-{id}"), settings.strategy, &set.reform(Change::Strategy)) }
            { options("Abstraction", &format!("abstraction-{id}"), settings.abstraction, &set.reform(Change::Abstraction)) }
            if settings.abstraction == Abstraction::Auto {
                <Why run={run.clone()} />
            }
            <Templates {side} templates={settings.templates.clone()} {text} set={set.reform(Change::Templates)} />
            <label class="check">
                <input type="checkbox" checked={settings.preprocessing} onchange={preprocess} />
                <span>{ "Simplify the clauses first" }</span>
                <small>
                    { "Removes and joins clauses where that is easy. Off, the run speaks of the clauses as you typed them; \
                       answers always do." }
                </small>
            </label>
            <label class="check">
                <input type="checkbox" checked={settings.look_ahead} onchange={look_ahead} />
                <span>{ "Look ahead for deep faults" }</span>
                <small>
                    { "Now and then all derivations up to a greater depth are tried at once. A fault that shows after a hundred \
                       rounds of a loop is then found without a hundred refinements." }
                </small>
            </label>
            <div class="field">
                <label for={limit_id.clone()}>{ "Pause after" }</label>
                <span class="with-unit">
                    <input id={limit_id} type="number" min="1" max={LARGEST_LIMIT.to_string()} value={settings.limit.to_string()} onchange={limit} />
                    { " million steps of work" }
                </span>
                <small>{ "A step is the same on every machine. A run that has paused can be continued." }</small>
            </div>
        </fieldset>
    }
}

/// A few options, of which one is chosen, with the sentence of the chosen one.
fn options<C: Choice>(name: &'static str, group: &str, chosen: C, set: &Callback<String>) -> Html {
    let note = format!("{group}-note");
    let option = |choice: &C| {
        let onchange = set.reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().value());
        html! {
            <label class="option">
                <input
                    type="radio"
                    name={group.to_owned()}
                    value={choice.name()}
                    checked={*choice == chosen}
                    aria-describedby={note.clone()}
                    {onchange}
                />
                <span>{ choice.label() }</span>
            </label>
        }
    };
    html! {
        <div class="field" role="radiogroup" aria-label={name}>
            <span class="field-name">{ name }</span>
            <div class="choices">{ for C::ALL.iter().map(option) }</div>
            <small id={note.clone()}>
                { chosen.sentence() }
                { " " }
                <cite>{ chosen.reference() }</cite>
            </small>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct WhyProperties {
    run: Option<Run>,
}

/// What `auto` chose for the run that is shown, and why. A component, so that it is not looked up with every key.
#[function_component]
fn Why(properties: &WhyProperties) -> Html {
    let run = properties.run.as_ref();
    let Some((run, header)) = run.and_then(|run| Some((run, run.header.as_ref()?))) else {
        return html! { <p class="why-note">{ "What it chooses, and why, can be read here after a run." }</p> };
    };
    let loops = run.log.state(run.log.len()).templates;
    if loops.is_empty() {
        return html! { <p class="why-note">{ "The run that is shown needed no guidance." }</p> };
    }
    html! {
        <details class="why">
            <summary>{ "Why did you choose this?" }</summary>
            <p>
                { "Each loop was looked at: what does a round change, and by how much? From that come templates, each with a \
                   cost. For every counterexample the cheapest templates that refute it are used." }
            </p>
            { for loops.iter().map(|of| html! {
                <table class="templates-chosen">
                    <caption>{ math(&Names(header).atom(of.relation)) }</caption>
                    <thead><tr><th scope="col">{ "Template" }</th><th scope="col">{ "Cost" }</th><th scope="col">{ "Why" }</th></tr></thead>
                    <tbody>
                        { for of.templates.iter().map(|template| (template, template_words(&template.text))).map(|(template, (words, formula))| html! {
                            <tr><td>{ words }{ math(formula) }</td><td>{ template.cost }</td><td>{ template.why.clone() }</td></tr>
                        }) }
                    </tbody>
                    if of.left_out > 0 {
                        <tfoot><tr><td colspan="3">{ format!("{} more are left out, the dearest first.", of.left_out) }</td></tr></tfoot>
                    }
                </table>
            }) }
        </details>
    }
}

#[derive(Properties, PartialEq)]
struct TemplatesProperties {
    side: Side,
    templates: String,
    text: Rc<str>,
    set: Callback<String>,
}

/// The user's templates, checked against the problem.
#[function_component]
fn Templates(properties: &TemplatesProperties) -> Html {
    let TemplatesProperties { side, templates, text, set } = properties;
    let faults = use_memo((text.clone(), templates.clone()), |(text, templates)| {
        if templates.trim().is_empty() || text.len() > LARGEST_CHECKED_TEXT {
            return Vec::new();
        }
        templates::parse(text, templates).2
    });
    let oninput =
        set.reform(|event: InputEvent| event.target_unchecked_into::<HtmlTextAreaElement>().value());
    let id = format!("templates-{}", *side as u8);
    let note = format!("{id}-note");
    html! {
        <div class="field">
            <label for={id.clone()}>{ "Templates" }</label>
            <textarea
                {id}
                class="templates"
                rows="2"
                value={templates.clone()}
                {oninput}
                placeholder={templates::PLACEHOLDER}
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                aria-invalid={(!faults.is_empty()).then_some("true")}
                aria-describedby={note.clone()}
            />
            <small id={note}>
                { "Terms that interpolants should speak of, with costs if you like: one relation symbol to a line, terms \
                   separated by semicolons. Also " }
                <code>{ "inequality X" }</code>{ " and " }<code>{ "predicate X >= J" }</code>{ "." }
            </small>
            if !faults.is_empty() {
                <ul class="faults" role="alert">{ for faults.iter().map(|fault| html! { <li>{ fault }</li> }) }</ul>
            }
        </div>
    }
}
