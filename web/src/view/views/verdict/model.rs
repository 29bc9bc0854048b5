//! What the verdict says in the words of the model: invariants and contracts, or a run.

use hornbook::lang::LineColumn;
use hornbook::lang::model::{Account, Note, Reading};
use yew::prelude::*;

use crate::run::selection::Selection;
use crate::state::Action;
use crate::state::views::View;
use crate::view::parts::math::math;
use crate::view::parts::prose::prose;
use crate::view::parts::sign::{Sign, sign};
use crate::view::views::ViewProperties;

/// More notes than this are not listed.
const NOTES: usize = 200;

/// What a solution says about the model, with the lines of the text.
pub(super) fn reading(reading: &Reading, properties: &ViewProperties) -> Html {
    let notes = &reading.notes;
    html! {
        <section class="reading">
            <h3>{ "What that says about the model" }</h3>
            if !reading.sentence.is_empty() {
                <p class="lead">{ prose(&reading.sentence) }</p>
            }
            <ul class="notes">{ for notes.iter().take(NOTES).map(|found| note(found, properties)) }</ul>
            if notes.len() > NOTES {
                <p class="note">{ format!("The first {NOTES} of {} are listed.", notes.len()) }</p>
            }
        </section>
    }
}

fn note(note: &Note, properties: &ViewProperties) -> Html {
    let ViewProperties { run, selection, act, .. } = properties;
    let place = note.span.map(|span| format!("line {}", LineColumn::of(&run.text, span.start).line));
    let target = note.part.map(Selection::Part);
    let is_selected = target == Some(*selection);
    let onclick = target.map(|target| {
        let next = selection.clicked(target);
        act.reform(move |_: MouseEvent| Action::Select(next))
    });
    let title = [Some(note.title.clone()), place].into_iter().flatten().collect::<Vec<_>>().join(", ");
    html! {
        <li class={classes!(is_selected.then_some("selected"))}>
            if let Some(onclick) = onclick {
                <button type="button" class="thing" {onclick} aria-pressed={is_selected.to_string()}>{ title }</button>
            } else {
                <span>{ title }</span>
            }
            { " " }{ math(&note.formula) }
        </li>
    }
}

/// What a derivation says about the model.
pub(super) fn account(account: &Account, properties: &ViewProperties) -> Html {
    match account {
        Account::Real(run) => {
            let show = properties.act.reform(|_: MouseEvent| Action::Show(View::Run, true));
            html! {
                <section class="reading">
                    <h3>{ "What that says about the model" }</h3>
                    <p class="lead">{ prose(&run.sentence) }</p>
                    <p class="checked">
                        { sign(Sign::Check) }
                        { "Replayed by an interpreter of the model, which knows no clauses." }
                    </p>
                    <p class="actions"><button type="button" class="quiet" onclick={show}>{ "Show the run" }</button></p>
                </section>
            }
        }
        Account::Untold(sentence) | Account::NoVerdict(sentence) | Account::Refused(sentence) => {
            html! { <p class="lead">{ prose(sentence) }</p> }
        }
    }
}
