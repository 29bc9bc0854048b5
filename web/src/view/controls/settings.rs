//! The settings of the next run, each with a sentence that says what it does and where to read more.

use std::rc::Rc;

use hornbook::guide::InterpolationAbstraction;
use hornbook::lang::Encoding;
use hornbook::settings::{
    ABSTRACTION, Choice, ENCODING, Kind, Method, RunSettings, SETTINGS, Setting, Value,
};
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::model::Names;
use crate::run::{Run, compare};
use crate::state::{Action, Side};
use crate::view::controls::method::MethodChoice;
use crate::view::parts::math::math;
use crate::view::parts::menu::use_large_menu;
use crate::view::parts::more::more_rows;
use crate::view::parts::prose::prose;

#[derive(Properties, PartialEq)]
pub(crate) struct SettingsProperties {
    pub(crate) settings: [RunSettings; 2],
    pub(crate) compares: bool,
    /// What is wrong with the templates of each side.
    pub(crate) faults: [Rc<[String]>; 2],
    /// The runs that are shown, which know what was chosen for them.
    pub(crate) runs: [Option<Run>; 2],
    pub(crate) act: Callback<Action>,
}

/// The encodings that can be chosen for the text in the editor, beside the standard one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct OfferedEncodings(pub(crate) Rc<[Encoding]>);

#[function_component]
pub(crate) fn Settings(properties: &SettingsProperties) -> Html {
    let SettingsProperties { settings, compares, faults, runs, act } = properties;
    let (menu, is_wanted) = use_large_menu();
    let compare = act
        .reform(|event: Event| Action::Compare(event.target_unchecked_into::<HtmlInputElement>().checked()));
    let fields = |name: &'static str, side: Side| {
        let run = runs[side as usize].clone();
        let faults = Rc::clone(&faults[side as usize]);
        html! { <Fields {name} {side} settings={settings[side as usize].clone()} {faults} {run} act={act.clone()} /> }
    };
    html! {
        <details class="settings menu" ref={menu}>
            <summary title={summary(settings, *compares)}>{ "Settings" }</summary>
            if is_wanted {
                <div class="menu-card">
                    <p class="summary-note">{ summary(settings, *compares) }</p>
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
                </div>
            }
        </details>
    }
}

/// The settings in a few words, so that they can be read without opening them: the method, what is not as
/// it has it, and what else is not as usual.
fn summary(settings: &[RunSettings; 2], compares: bool) -> String {
    if compares {
        return compare::names(&settings[0], &settings[1]).join(" against ");
    }
    let method = Method::nearest(&settings[0]);
    let differences = method.differences(&settings[0]);
    let is_told = |setting: &&Setting| {
        differences.contains(setting)
            || (!method.fixes(setting) && setting.get(&settings[0]) != setting.default)
    };
    let words = SETTINGS.iter().filter(is_told).map(|setting| setting.words(&settings[0]));
    [settings[0].method_words()].into_iter().chain(words).collect::<Vec<String>>().join(", ")
}

#[derive(Properties, PartialEq)]
struct FieldsProperties {
    name: &'static str,
    side: Side,
    settings: RunSettings,
    faults: Rc<[String]>,
    run: Option<Run>,
    act: Callback<Action>,
}

#[function_component]
fn Fields(properties: &FieldsProperties) -> Html {
    let FieldsProperties { name, side, settings, faults, run, act } = properties;
    let side = *side;
    let offered = use_context::<OfferedEncodings>().unwrap_or_default();
    let set = use_callback(
        (settings.clone(), act.clone()),
        move |(setting, value): (&'static Setting, String), (settings, act)| {
            let mut settings = settings.clone();
            setting.set(&mut settings, &value);
            act.emit(Action::Set(side, settings));
        },
    );
    let field = |setting: &'static Setting| {
        let value = setting.get(settings);
        let id = format!("{}-{}", setting.name, side as u8);
        let set = set.reform(move |value: String| (setting, value));
        match setting.kind {
            Kind::Choice { .. } if setting.name == ENCODING => {
                encodings(setting, &id, settings.encoding, &offered.0, &set)
            }
            Kind::Choice { values, .. } => html! {
                <>
                    { options(setting.label, &id, &value, &values(), &set) }
                    if setting.name == ABSTRACTION && settings.abstraction == InterpolationAbstraction::Auto {
                        <Why run={run.clone()} />
                    }
                </>
            },
            Kind::Switch { .. } => switch(setting, &value, &set),
            Kind::Number { least, most, unit } => number(setting, id, value, (least, most), unit, &set),
            Kind::Templates { example } => html! {
                <Templates {id} {setting} templates={value} placeholder={example} {faults} {set} />
            },
        }
    };
    html! {
        <fieldset class="run-settings">
            <legend>{ *name }</legend>
            { method(side, settings, act) }
            { for SETTINGS.iter().map(field) }
        </fieldset>
    }
}

/// The encodings of the model, if there is a choice among them, or if one is chosen.
fn encodings(
    setting: &Setting,
    id: &str,
    chosen: Encoding,
    offered: &[Encoding],
    set: &Callback<String>,
) -> Html {
    let is_offered = |encoding: &&Encoding| {
        **encoding == Encoding::Standard || **encoding == chosen || offered.contains(encoding)
    };
    let values: Vec<&'static Value> =
        Encoding::ALL.iter().filter(is_offered).map(|encoding| encoding.value()).collect();
    if values.len() > 1 { options(setting.label, id, chosen.name(), &values, set) } else { Html::default() }
}

/// The method, with what it does and what is not as it has it.
fn method(side: Side, settings: &RunSettings, act: &Callback<Action>) -> Html {
    let id = format!("method-{}", side as u8);
    let nearest = Method::nearest(settings);
    let differences = nearest.differences(settings);
    let differences: Vec<String> = differences.iter().map(|setting| setting.words(settings)).collect();
    html! {
        <div class="field">
            <span class="field-name">{ "Method" }</span>
            <MethodChoice {id} label="Method" {side} settings={settings.clone()} act={act.clone()} />
            <small>
                { note(nearest.sentence, nearest.reference) }
                if !differences.is_empty() {
                    { format!(" Here with: {}.", differences.join(", ")) }
                }
            </small>
        </div>
    }
}

/// What a setting does, and where to read more.
fn note(sentence: &str, reference: &'static str) -> Html {
    html! {
        <>
            { prose(sentence) }
            if !reference.is_empty() {
                { " " }
                <cite>{ reference }</cite>
            }
        </>
    }
}

/// Something that is on or off.
fn switch(setting: &Setting, value: &str, set: &Callback<String>) -> Html {
    let onchange =
        set.reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().checked().to_string());
    html! {
        <label class="check">
            <input type="checkbox" checked={value == "true"} {onchange} />
            <span>{ setting.label }</span>
            <small>{ note(setting.sentence, setting.reference) }</small>
        </label>
    }
}

/// A number with its unit.
fn number(
    setting: &Setting,
    id: String,
    value: String,
    (least, most): (u32, u32),
    unit: &str,
    set: &Callback<String>,
) -> Html {
    let onchange = set.reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().value());
    html! {
        <div class="field">
            <label for={id.clone()}>{ setting.label }</label>
            <span class="with-unit">
                <input {id} type="number" min={least.to_string()} max={most.to_string()} {value} {onchange} />
                { format!(" {unit}") }
            </span>
            <small>{ note(setting.sentence, setting.reference) }</small>
        </div>
    }
}

/// A few values, of which one is chosen, with the sentence of the chosen one.
fn options(
    name: &'static str,
    group: &str,
    chosen: &str,
    values: &[&'static Value],
    set: &Callback<String>,
) -> Html {
    let id = format!("{group}-note");
    let option = |value: &&'static Value| {
        let onchange = set.reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().value());
        html! {
            <label class="option">
                <input
                    type="radio"
                    name={group.to_owned()}
                    value={value.name}
                    checked={value.name == chosen}
                    aria-describedby={id.clone()}
                    {onchange}
                />
                <span>{ value.label }</span>
            </label>
        }
    };
    let chosen = values.iter().find(|value| value.name == chosen);
    html! {
        <div class="field" role="radiogroup" aria-label={name}>
            <span class="field-name">{ name }</span>
            <div class="choices">{ for values.iter().map(option) }</div>
            <small id={id.clone()}>{ for chosen.map(|value| note(value.sentence, value.reference)) }</small>
        </div>
    }
}

/// At most this many relation symbols are listed with their templates at first.
const LOOPS: usize = 12;

#[derive(Properties, PartialEq)]
struct WhyProperties {
    run: Option<Run>,
}

/// What `auto` chose for the run that is shown, and why. A component, so that it is not looked up with every
/// key.
#[function_component]
fn Why(properties: &WhyProperties) -> Html {
    let most = use_state(|| LOOPS);
    let run = properties.run.as_ref();
    let Some((run, header)) = run.and_then(|run| Some((run, run.header.as_ref()?))) else {
        return html! { <p class="why-note">{ "What it chooses, and why, can be read here after a run." }</p> };
    };
    let loops = run.log.state(run.log.len()).templates;
    let shown = 0..(*most).min(loops.len());
    if loops.is_empty() {
        return html! { <p class="why-note">{ "The run that is shown needed no guidance." }</p> };
    }
    html! {
        <details class="why">
            <summary>{ "Why these templates?" }</summary>
            <p>
                { "Each loop was looked at: what does a round change, and by how much? From that come templates, each with a \
                   cost. For every counterexample the cheapest templates that refute it are used." }
            </p>
            { for loops.iter().take(shown.end).map(|of| html! {
                <table class="templates-chosen">
                    <caption>{ math(&Names(header).atom(of.relation)) }</caption>
                    <thead><tr><th scope="col">{ "Template" }</th><th scope="col">{ "Cost" }</th><th scope="col">{ "Why" }</th></tr></thead>
                    <tbody>
                        { for of.templates.iter().map(|template| html! {
                            <tr><td>{ math(&template.text()) }</td><td>{ template.cost }</td><td>{ template.why.clone() }</td></tr>
                        }) }
                    </tbody>
                    if of.left_out > 0 {
                        <tfoot><tr><td colspan="3">{ format!("{} more are left out, the dearest first.", of.left_out) }</td></tr></tfoot>
                    }
                </table>
            }) }
            { more_rows("relation symbols", &shown, loops.len(), &most) }
        </details>
    }
}

#[derive(Properties, PartialEq)]
struct TemplatesProperties {
    id: String,
    setting: &'static Setting,
    templates: String,
    placeholder: &'static str,
    faults: Rc<[String]>,
    set: Callback<String>,
}

/// The user's templates, which the reader checks against the problem.
#[function_component]
fn Templates(properties: &TemplatesProperties) -> Html {
    let TemplatesProperties { id, setting, templates, placeholder, faults, set } = properties;
    let oninput =
        set.reform(|event: InputEvent| event.target_unchecked_into::<HtmlTextAreaElement>().value());
    let note_id = format!("{id}-note");
    html! {
        <div class="field">
            <label for={id.clone()}>{ setting.label }</label>
            <textarea
                id={id.clone()}
                class="templates"
                rows="2"
                value={templates.clone()}
                {oninput}
                placeholder={*placeholder}
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                aria-invalid={(!faults.is_empty()).then_some("true")}
                aria-describedby={note_id.clone()}
            />
            <small id={note_id}>{ note(setting.sentence, setting.reference) }</small>
            if !faults.is_empty() {
                <ul class="faults" role="alert">{ for faults.iter().map(|fault| html! { <li>{ fault }</li> }) }</ul>
            }
        </div>
    }
}
