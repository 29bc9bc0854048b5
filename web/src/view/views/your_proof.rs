//! A proof of one's own: a formula for each relation symbol, judged clause by clause; or a derivation or a
//! run, replayed line by line.

use std::rc::Rc;

use hornbook::claim::{ClauseOpinion, Completion, LineText, ReplayText};
use hornbook::explain::InstanceText;
use hornbook::formula::Value;
use hornbook::lang::ClauseId;
use hornbook::lang::model::Account;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::state::Action;
use crate::state::own::OwnAction;
use crate::view::parts::math::math;
use crate::view::parts::run_table::{RunTable, TableSource};
use crate::view::views::ViewProperties;
use crate::view::views::interpolants::marked;
use crate::wire::protocol::{Claimed, Modelled};

#[function_component]
pub(crate) fn YourProof(properties: &ViewProperties) -> Html {
    let ViewProperties { act, own, side, run, .. } = properties;
    let ask = |completes| act.reform(move |_: MouseEvent| Action::Own(OwnAction::Ask { completes }));
    // Whoever opens the view finds something to begin with.
    use_effect_with(own.claim.is_none(), {
        let act = act.clone();
        move |is_blank| {
            if *is_blank {
                act.emit(Action::Own(OwnAction::Ask { completes: false }));
            }
        }
    });
    let oninput = act.reform(|event: InputEvent| {
        let field: HtmlTextAreaElement = event.target_unchecked_into();
        Action::Own(OwnAction::Type(field.value().into()))
    });
    let id = format!("your-proof-{}", *side as u8);
    let value = own.claim.as_deref().unwrap_or_default().to_owned();
    let answer = own.answer.as_ref().filter(|(claim, _)| claim.text == run.text);
    html! {
        <div class="your-proof">
            <label for={id.clone()}>{ "A formula for each relation symbol; leave a line out to have it found" }</label>
            <p class="note">
                { "Or a derivation, a fact in each line, such as “p(1, 2) by clause 3 from 1”, with false as the last; or a run of a model that can be played, a move in each line." }
            </p>
            <textarea {id} rows="6" spellcheck="false" autocomplete="off" autocapitalize="off" {value} {oninput} />
            <p class="actions">
                <button type="button" class="quiet" onclick={ask(false)}>{ "Check it" }</button>
                <button type="button" class="quiet" onclick={ask(true)}>{ "Complete it" }</button>
            </p>
            <div class="opinion" aria-live="polite">
                { for answer.map(|(claim, answer)| match answer {
                    Ok(claimed) => told(properties, claimed, &claim.claim),
                    Err(reason) => html! { <p class="nothing">{ reason.to_string() }</p> },
                }) }
            </div>
        </div>
    }
}

fn told(properties: &ViewProperties, claimed: &Claimed, typed: &str) -> Html {
    match claimed {
        Claimed::Blank(_) => Html::default(),
        Claimed::Completed(Completion::Completed { .. }) => {
            html! { <p class="accepted">{ "✓ Completed: every clause holds, proved and checked." }</p> }
        }
        Claimed::Completed(Completion::Impossible { clauses, instead }) => html! {
            <>
                <p class="refused">{ "✗ No solution has these definitions; these clauses contradict them:" }</p>
                <ul>{ for clauses.iter().map(|id| html! { <li>{ clause(properties, *id) }</li> }) }</ul>
                if let Some(other) = instead {
                    <p>{ "With your formulae as templates the solver has found this one, proved and checked:" }</p>
                    <pre>{ other.clone() }</pre>
                }
            </>
        },
        Claimed::Replayed(replay, account) => replayed(properties, replay, account.as_ref()),
        Claimed::Played(played) => {
            let source = TableSource::Played(Rc::new(played.play.clone()));
            html! {
                <>
                    { match &played.refused {
                        Some(why) => html! { <p class="refused">{ format!("✗ {why}.") }</p> },
                        None => html! { <p class="accepted">{ "✓ A run: the model can make all of these moves." }</p> },
                    } }
                    { for played.play.remark.clone() }
                    <RunTable {source} current={None::<usize>} pick={Callback::noop()} />
                </>
            }
        }
        Claimed::Completed(Completion::Unknown(reason)) => {
            html! { <p class="nothing">{ format!("Not completed: {reason}.") }</p> }
        }
        Claimed::Judged(claim) if !claim.findings.is_empty() && claim.clauses.is_empty() => html! {
            <ul class="errors">
                { for claim.findings.iter().map(|finding| html! {
                    <li>{ marked(typed, finding.span.start as usize, finding.span.end as usize) }{ format!("{}.", finding.message) }</li>
                }) }
            </ul>
        },
        Claimed::Judged(claim) => {
            let lead = if claim.is_solution() {
                html! { <p class="accepted">{ "✓ A solution: every clause holds, proved and checked." }</p> }
            } else if claim.missing.is_empty() {
                html! { <p class="refused">{ "✗ Not a solution." }</p> }
            } else {
                html! { <p class="nothing">{ format!("Without a definition: {}.", claim.missing.join(", ")) }</p> }
            };
            let row = |(index, opinion): (usize, &ClauseOpinion)| {
                let id = ClauseId(index as u32);
                let (class, words) = match opinion {
                    ClauseOpinion::Holds => ("accepted", "✓ holds".to_owned()),
                    ClauseOpinion::Open => ("nothing", "not judged: a definition is missing".to_owned()),
                    ClauseOpinion::Unknown(reason) => ("nothing", format!("undecided: {reason}")),
                    ClauseOpinion::Fails(_) => ("refused", "✗ does not hold".to_owned()),
                };
                html! {
                    <li>
                        { clause(properties, id) }
                        <span class={class}>{ format!(" {words}") }</span>
                        if let ClauseOpinion::Fails(instance) = opinion {
                            { numbers(instance) }
                        }
                    </li>
                }
            };
            html! { <>{ lead }<ol class="claimed-clauses">{ for claim.clauses.iter().enumerate().map(row) }</ol></> }
        }
    }
}

/// A derivation line by line, and the run of the model that it stands for.
fn replayed(properties: &ViewProperties, replay: &ReplayText, account: Option<&Account>) -> Html {
    let is_sound = replay.lines.iter().all(|line| line.opinion.is_ok());
    let line = |line: &LineText| {
        html! {
            <li>
                { line.text.clone() }
                { match &line.opinion {
                    Ok(by) => html! {
                        <>
                            <span class="accepted">{ format!(" ✓ by clause {}", by.0.number()) }</span>
                            <p class="witnesses">{ clause(properties, by.0) }</p>
                        </>
                    },
                    Err(why) => html! { <span class="refused">{ format!(" ✗ {}", why.trim_end_matches('.')) }</span> },
                } }
            </li>
        }
    };
    html! {
        <>
            if replay.is_derivation {
                <p class="accepted">{ "✓ A derivation of false: every line was replayed." }</p>
            } else if is_sound {
                <p class="nothing">{ "Every line follows, but the last is not false yet." }</p>
            } else {
                <p class="refused">{ "✗ Not a derivation." }</p>
            }
            { match account {
                Some(found @ Account::Real(_)) => {
                    let source = TableSource::Found(Rc::new(Modelled::Account(found.clone())));
                    html! { <RunTable {source} current={None::<usize>} pick={Callback::noop()} /> }
                }
                Some(Account::Untold(words) | Account::NoVerdict(words) | Account::Refused(words)) => {
                    html! { <p>{ words.clone() }</p> }
                }
                None => Html::default(),
            } }
            <ol class="claimed-clauses">{ for replay.lines.iter().map(line) }</ol>
        </>
    }
}

fn clause(properties: &ViewProperties, id: ClauseId) -> Html {
    properties.header.sources.get(id.index()).map_or_else(Html::default, |source| math(&source.text))
}

/// The numbers that break a clause.
fn numbers(instance: &InstanceText) -> Html {
    let value = |(name, value): &(String, Value)| match value {
        Value::Int(n) => format!("{name} = {n}"),
        Value::Bool(b) => format!("{name} = {b}"),
    };
    let values: Vec<String> = instance.values.iter().map(value).collect();
    html! {
        <p class="witnesses">
            { format!("With {}: ", values.join(", ")) }
            { for instance.body.iter().map(|atom| html! { <>{ math(&atom.instance.text()) }{ " is allowed, " }</> }) }
            { match &instance.head {
                Some(head) => html! { <>{ math(&head.instance.text()) }{ " is not." }</> },
                None => html! { "which the clause forbids." },
            } }
        </p>
    }
}
