//! The list of keys, the glossary and the way to the list of the papers, in a dialog of the browser: it keeps
//! the focus in, and gives it back.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::run::glossary::Term;
use crate::state::Action;
use crate::state::keys::{SHORTCUTS, Shortcut};
use crate::view::shell::dialog::use_modal;

#[derive(Properties, PartialEq)]
pub(crate) struct HelpProperties {
    pub(crate) is_open: bool,
    pub(crate) single_keys: bool,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Help(properties: &HelpProperties) -> Html {
    let HelpProperties { is_open, single_keys, act } = properties;
    let dialog = use_modal(*is_open);
    let close = act.reform(|_: MouseEvent| Action::ShowHelp(false));
    let onclose = act.reform(|_: Event| Action::ShowHelp(false));
    let switch = act.reform(|event: Event| {
        Action::SetSingleKeys(event.target_unchecked_into::<HtmlInputElement>().checked())
    });
    html! {
        <dialog class="help" ref={dialog} aria-labelledby="help-title" {onclose} closedby="any">
            <header>
                <h2 id="help-title">{ "Keys and terms" }</h2>
                <button type="button" class="quiet" onclick={close}>{ "Close" }</button>
            </header>
            // What is inside is long; it is drawn only while somebody looks.
            if *is_open {
                <div class="help-body">
                    <section aria-labelledby="help-keys">
                        <h3 id="help-keys">{ "Keys" }</h3>
                        <table class="keys">
                            <tbody>{ for SHORTCUTS.iter().map(line) }</tbody>
                        </table>
                        <label class="check">
                            <input type="checkbox" checked={*single_keys} onchange={switch} />
                            { "Single keys" }
                            <small>{ "Off, only keys with Ctrl (on a Macintosh, ⌘) and Esc do something." }</small>
                        </label>
                        <h3>{ "Papers" }</h3>
                        <p><a href="papers.html" target="_blank">{ "Where to find what is in the papers" }</a></p>
                    </section>
                    <section aria-labelledby="help-terms">
                        <h3 id="help-terms">{ "Terms" }</h3>
                        <dl class="term-list">
                            { for Term::ALL.into_iter().map(|term| html! {
                                <div><dt>{ term.word() }</dt><dd>{ term.definition() }</dd></div>
                            }) }
                        </dl>
                    </section>
                </div>
            }
        </dialog>
    }
}

fn line(shortcut: &Shortcut) -> Html {
    let keys = shortcut.keys.iter().map(|combination| {
        let keys = combination.split(' ').map(|key| match key {
            "…" => html! { { " … " } },
            key => html! { <kbd>{ key }</kbd> },
        });
        html! { <span class="combination">{ for keys }</span> }
    });
    html! {
        <tr>
            <th scope="row">{ for keys }</th>
            <td>{ shortcut.does }</td>
        </tr>
    }
}
