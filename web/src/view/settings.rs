//! The settings of the next run, each with a sentence that says what it does.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::settings::{Choice, LARGEST_LIMIT, RunSettings};
use crate::state::{Action, Side};

#[derive(Properties, PartialEq)]
pub(crate) struct SettingsProperties {
    pub(crate) settings: [RunSettings; 2],
    pub(crate) compares: bool,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Settings(properties: &SettingsProperties) -> Html {
    let SettingsProperties { settings, compares, act } = properties;
    let compare = act
        .reform(|event: Event| Action::Compare(event.target_unchecked_into::<HtmlInputElement>().checked()));
    html! {
        <details class="settings">
            <summary>{ "Settings" }</summary>
            <label class="check">
                <input type="checkbox" checked={*compares} onchange={compare} />
                { "Compare two runs side by side" }
            </label>
            <div class="sides">
                <Fields name={if *compares { "Left run" } else { "The run" }} side={Side::Left} settings={settings[0].clone()} act={act.clone()} />
                if *compares {
                    <Fields name="Right run" side={Side::Right} settings={settings[1].clone()} act={act.clone()} />
                }
            </div>
        </details>
    }
}

#[derive(Properties, PartialEq)]
struct FieldsProperties {
    name: &'static str,
    side: Side,
    settings: RunSettings,
    act: Callback<Action>,
}

#[function_component]
fn Fields(properties: &FieldsProperties) -> Html {
    let FieldsProperties { name, side, settings, act } = properties;
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
            Change::Limit(text) => {
                settings.limit = text.parse().unwrap_or(settings.limit).clamp(1, LARGEST_LIMIT);
            }
        }
        act.emit(Action::Set(side, settings));
    });
    let preprocess = set.reform(|event: Event| {
        Change::Preprocessing(event.target_unchecked_into::<HtmlInputElement>().checked())
    });
    let limit =
        set.reform(|event: Event| Change::Limit(event.target_unchecked_into::<HtmlInputElement>().value()));
    let templates = set
        .reform(|event: Event| Change::Templates(event.target_unchecked_into::<HtmlInputElement>().value()));
    html! {
        <fieldset>
            <legend>{ *name }</legend>
            { select("Strategy", settings.strategy, &set.reform(Change::Strategy)) }
            { select("Abstraction", settings.abstraction, &set.reform(Change::Abstraction)) }
            <label>
                <span>{ "Templates" }</span>
                <input type="text" value={settings.templates.clone()} onchange={templates} spellcheck="false" />
                <small>{ "Terms that interpolants should be built from, separated by semicolons." }</small>
            </label>
            <label class="check">
                <input type="checkbox" checked={settings.preprocessing} onchange={preprocess} />
                { "Simplify the clauses first" }
                <small>{ "Off, the run speaks of the clauses as you typed them." }</small>
            </label>
            <label>
                <span>{ "Pause after" }</span>
                <input type="number" min="1" max={LARGEST_LIMIT.to_string()} value={settings.limit.to_string()} onchange={limit} />
                <small>{ "Million steps of work; the run can then be continued." }</small>
            </label>
        </fieldset>
    }
}

enum Change {
    Strategy(String),
    Abstraction(String),
    Templates(String),
    Preprocessing(bool),
    Limit(String),
}

/// A choice with the sentence of the chosen value.
fn select<C: Choice>(name: &str, chosen: C, set: &Callback<String>) -> Html {
    let onchange = set.reform(|event: Event| event.target_unchecked_into::<HtmlSelectElement>().value());
    html! {
        <label>
            <span>{ name }</span>
            <select {onchange}>
                { for C::ALL.iter().map(|choice| html! {
                    <option value={choice.name()} selected={*choice == chosen}>{ choice.label() }</option>
                }) }
            </select>
            <small>{ chosen.sentence() }</small>
        </label>
    }
}
