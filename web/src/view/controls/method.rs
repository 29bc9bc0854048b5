//! The choice of a method: all settings of a publication at once.

use hornbook::settings::{METHODS, Method, RunSettings};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::state::{Action, Side};

#[derive(Properties, PartialEq)]
pub(crate) struct MethodChoiceProperties {
    pub(crate) id: AttrValue,
    pub(crate) label: &'static str,
    pub(crate) side: Side,
    pub(crate) settings: RunSettings,
    pub(crate) act: Callback<Action>,
}

/// A list of the methods. Settings that are those of no method are listed, too, as custom ones.
#[function_component]
pub(crate) fn MethodChoice(properties: &MethodChoiceProperties) -> Html {
    let MethodChoiceProperties { id, label, side, settings, act } = properties;
    let side = *side;
    let chosen = settings.method().map_or("", |method| method.name);
    let list = use_node_ref();
    // The browser remembers what was picked; what is chosen may have changed since.
    use_effect_with((list.clone(), chosen), |(list, chosen)| {
        if let Some(list) = list.cast::<HtmlSelectElement>() {
            list.set_value(chosen);
        }
    });
    let onchange = {
        let (settings, act) = (settings.clone(), act.clone());
        move |event: Event| {
            if let Some(method) = Method::named(&event.target_unchecked_into::<HtmlSelectElement>().value()) {
                let mut settings = settings.clone();
                method.apply(&mut settings);
                act.emit(Action::Set(side, settings));
            }
        }
    };
    let option = |method: &'static Method| {
        html! { <option value={method.name} selected={method.name == chosen}>{ method.label }</option> }
    };
    html! {
        <select ref={list} {id} {onchange} aria-label={*label} title={Method::nearest(settings).sentence}>
            if chosen.is_empty() {
                <option value="" selected=true>{ settings.method_words() }</option>
            }
            { for METHODS.iter().map(option) }
        </select>
    }
}
