//! The verdict: a solution, a derivation with numbers, or the reason why there is none.

mod derivation;
mod proof;
mod solution;
mod stopped;

use hornbook::engine::VerdictText;
use yew::prelude::*;

use self::derivation::Derivation;
use self::solution::SolutionView;
use self::stopped::{StoppedView, cut};
use crate::run::RunStatus;
use crate::run::glossary::Term;
use crate::state::{Action, Move};
use crate::view::parts::glossary::term;
use crate::view::parts::sign::{Sign, sign};
use crate::view::views::ViewProperties;

#[function_component]
pub(crate) fn Verdict(properties: &ViewProperties) -> Html {
    let ViewProperties { run, .. } = properties;
    match &run.moment.after.verdict {
        None => no_verdict(properties),
        Some(VerdictText::Safe { .. }) => html! {
            <div class="verdict">
                { ruling("safe", Sign::Check, Term::Safe, "Safe", "The clauses cannot derive false: they have a solution, and each of them has been proved under it.") }
                <SolutionView ..properties.clone() />
            </div>
        },
        Some(VerdictText::Unsafe { .. }) => html! {
            <div class="verdict">
                { ruling("unsafe", Sign::Cross, Term::Unsafe, "Unsafe", "The clauses derive false, with these numbers.") }
                <Derivation ..properties.clone() />
            </div>
        },
        Some(VerdictText::Stopped(_)) => html! {
            <div class="verdict">
                { ruling("stopped", Sign::Pause, Term::Safe, "No verdict", "The run has stopped before it knew.") }
                <StoppedView ..properties.clone() />
            </div>
        },
    }
}

/// The verdict in a word and a sentence.
fn ruling(class: &'static str, picture: Sign, of: Term, word: &'static str, sentence: &'static str) -> Html {
    let word = if class == "stopped" {
        html! { { word } }
    } else {
        term(of, word)
    };
    html! {
        <p class={classes!("ruling", class)}>
            { sign(picture) }
            <strong>{ word }</strong>
            <span>{ sentence }</span>
        </p>
    }
}

/// Says when there will be one.
fn no_verdict(properties: &ViewProperties) -> Html {
    let ViewProperties { run, act, .. } = properties;
    let end = act.reform(|_: MouseEvent| Action::Move(Move::End));
    let is_last = run.moment.step == run.log.len();
    match run.status {
        RunStatus::Cut(why) if is_last => cut(why, properties),
        RunStatus::Ended if !is_last => html! {
            <div class="verdict">
                <p class="nothing">{ format!("No verdict yet at this step. It comes with step {}.", run.log.len()) }</p>
                <p class="actions"><button type="button" class="quiet" onclick={end}>{ "Show the verdict" }</button></p>
            </div>
        },
        _ => html! { <p class="nothing">{ "No verdict yet." }</p> },
    }
}
