//! The verdict: a solution, a derivation with numbers, or the reason why there is none.

mod derivation;
mod model;
mod proof;
mod solution;
mod stopped;

use hornbook::engine::VerdictText;
use hornbook::lang::model::Account;
use yew::prelude::*;

use self::derivation::Derivation;
use self::model::{account, reading};
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
                { for run.reading().map(|found| reading(found, properties)) }
                <SolutionView ..properties.clone() />
            </div>
        },
        Some(VerdictText::Unsafe { .. }) => {
            let (class, picture, word, sentence) = unsafe_ruling(run.account());
            html! {
                <div class="verdict">
                    { ruling(class, picture, Term::Unsafe, word, sentence) }
                    { for run.account().map(|found| account(found, properties)) }
                    <Derivation ..properties.clone() />
                </div>
            }
        }
        Some(VerdictText::Stopped(_)) => html! {
            <div class="verdict">
                { ruling("stopped", Sign::Pause, Term::Safe, "No verdict", "The run has stopped before it found a verdict.") }
                <StoppedView ..properties.clone() />
            </div>
        },
    }
}

/// What a derivation comes to: a verdict about clauses, and about a model only if that runs like that.
fn unsafe_ruling(account: Option<&Account>) -> (&'static str, Sign, &'static str, &'static str) {
    match account {
        None => ("unsafe", Sign::Cross, "Unsafe", "The clauses derive false, with these numbers."),
        Some(Account::Real(_)) => {
            ("unsafe", Sign::Cross, "Unsafe", "The model can go wrong, and this run shows how.")
        }
        Some(Account::Untold(_)) => (
            "unsafe",
            Sign::Cross,
            "Unsafe",
            "The model can go wrong: its clauses derive false, with these numbers.",
        ),
        Some(Account::NoVerdict(_)) => (
            "stopped",
            Sign::Pause,
            "No proof of this form",
            "The clauses of this encoding derive false. Whether the model can go wrong is open.",
        ),
        Some(Account::Refused(_)) => (
            "stopped",
            Sign::Pause,
            "No verdict",
            "The clauses derive false, but the model does not run like that. This is a bug in Hornbook; please report it.",
        ),
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
                if properties.hides_later {
                    <p class="nothing">{ "No verdict yet at this step." }</p>
                } else {
                    <p class="nothing">{ format!("No verdict yet at this step. It comes with step {}.", run.log.len()) }</p>
                }
                <p class="actions"><button type="button" class="quiet" onclick={end}>{ "Show the verdict" }</button></p>
            </div>
        },
        _ => html! { <p class="nothing">{ "No verdict yet." }</p> },
    }
}
