//! Definitions of terms. A term is a button; its definition is a card that opens by mouse, finger and key,
//! and closes with Escape or by a click elsewhere. The browser does all of that: cards are popovers.

use gloo_events::EventListener;
use gloo_utils::window;
use yew::prelude::*;

use crate::run::glossary::Term;

/// The window hears this once all parts of the module are there (`web/loader/parts.js`).
const IS_WHOLE: &str = "hornbook-whole";

/// A word with a definition.
pub(crate) fn term(term: Term, word: &str) -> Html {
    html! {
        <button type="button" class="term" popovertarget={term.id()} aria-haspopup="dialog">{ word }</button>
    }
}

/// The button that opens the list of all terms.
pub(crate) fn all_terms() -> Html {
    html! {
        <button type="button" class="term" popovertarget="terms" aria-haspopup="dialog">{ "all terms" }</button>
    }
}

/// All definitions, once on the page; hidden until asked for. They are in a part of the module, and made when
/// that is there, so that nobody waits for them.
#[function_component]
pub(crate) fn Glossary() -> Html {
    let is_due = use_state_eq(|| false);
    use_effect_with((), {
        let setter = is_due.setter();
        move |()| {
            let listener = EventListener::once(&window(), IS_WHOLE, move |_| setter.set(true));
            move || drop(listener)
        }
    });
    if *is_due { cards() } else { Html::default() }
}

#[inline(never)]
fn cards() -> Html {
    html! {
        <div class="definitions">
            { for Term::ALL.into_iter().map(card) }
            <div id="terms" class="card terms" popover="auto" role="dialog" aria-label="All terms">
                <p class="card-title">{ "Terms" }</p>
                <ul>{ for Term::ALL.into_iter().map(|each| html! { <li>{ term(each, each.word()) }</li> }) }</ul>
                { close("terms") }
            </div>
        </div>
    }
}

fn card(of: Term) -> Html {
    let id = of.id();
    html! {
        <div id={id.clone()} class="card" popover="auto" role="dialog" aria-label={of.word()}>
            <p class="card-title"><dfn>{ of.word() }</dfn></p>
            <p>{ of.definition() }</p>
            <p class="related">
                { "See also: " }
                { for of.related().iter().enumerate().map(|(i, other)| html! {
                    <>{ if i > 0 { ", " } else { "" } }{ term(*other, other.word()) }</>
                }) }
                { "; " }
                { all_terms() }
            </p>
            { close(&id) }
        </div>
    }
}

fn close(id: &str) -> Html {
    html! {
        <button type="button" class="quiet" popovertarget={id.to_owned()} popovertargetaction="hide">{ "Close" }</button>
    }
}
