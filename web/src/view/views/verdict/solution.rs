//! The solution of a safe problem, and under it every clause with its proof.

use hornbook::engine::{DefinitionText, SourceText, VerdictText};
use hornbook::formula::AtomText;
use hornbook::lang::ClauseId;
use yew::prelude::*;

use super::proof::ProofView;
use crate::model::clauses::clause_of;
use crate::model::excerpt::{ROWS, excerpt};
use crate::run::glossary::Term;
use crate::run::selection::Selection;
use crate::state::Action;
use crate::view::parts::glossary::term;
use crate::view::parts::math::math;
use crate::view::parts::more::more_rows;
use crate::view::parts::sign::{Sign, sign};
use crate::view::views::ViewProperties;

#[function_component]
pub(super) fn SolutionView(properties: &ViewProperties) -> Html {
    let ViewProperties { run, header, selection, .. } = properties;
    let (most_symbols, most) = (use_state(|| ROWS), use_state(|| ROWS));
    let Some(VerdictText::Safe { solution }) = &run.moment.after.verdict else { return Html::default() };
    let sources = &header.sources;
    let defined = excerpt(solution.len(), None, *most_symbols);
    let selected = match selection {
        Selection::Clause(id) => header.clauses.get(id.index()).and_then(|clause| clause.sources.first()),
        _ => None,
    };
    let shown = excerpt(sources.len(), selected.map(|source| source.index()), *most);
    html! {
        <>
            <h3>{ "A " }{ term(Term::Solution, "solution") }</h3>
            { more_rows("relation symbols", &defined, solution.len(), &most_symbols) }
            <dl class="solution">{ for solution[defined].iter().map(definition) }</dl>
            <h3>{ "Why every clause holds" }</h3>
            <p class="lead">
                { "Put these formulae in the places of the relation symbols: every clause becomes true for all integers. \
                   Open a clause to see its proof." }
            </p>
            <ol class="proved">
                { for sources.iter().enumerate().skip(shown.start).take(shown.len()).map(|(i, source)| clause(i, source, properties)) }
            </ol>
            { more_rows("clauses, all of which are proved,", &shown, sources.len(), &most) }
        </>
    }
}

fn definition(definition: &DefinitionText) -> Html {
    let DefinitionText { name, parameters, text } = definition;
    let atom = AtomText::over((), name, parameters).text();
    html! {
        <div>
            <dt>{ math(&atom) }</dt>
            <dd><span class="maps-to" aria-label="means">{ "↦" }</span>{ math(text) }</dd>
        </div>
    }
}

/// A clause with its check mark; unfolded, with its proof.
fn clause(index: usize, source: &SourceText, properties: &ViewProperties) -> Html {
    let ViewProperties { run, header, side, selection, act, .. } = properties;
    let id = ClauseId(index as u32);
    let proof = run.proofs.open(id);
    let is_open = proof.is_some();
    let own = clause_of(header, id).map(Selection::Clause);
    let is_selected = own == Some(*selection);
    let onclick = {
        let (act, side) = (act.clone(), *side);
        Callback::from(move |_: MouseEvent| {
            act.emit(Action::Unfold(side, id, !is_open));
            if let Some(own) = own.filter(|_| !is_open) {
                act.emit(Action::Select(own));
            }
        })
    };
    let region = format!("proof-{}-{index}", *side as u8);
    html! {
        <li key={index} class={classes!(is_selected.then_some("selected"))}>
            <button
                type="button"
                class="entry"
                {onclick}
                aria-expanded={is_open.to_string()}
                aria-controls={region.clone()}
                title={if is_open { "Hide the proof" } else { "Show the proof" }}
            >
                <span class="holds">{ sign(Sign::Check) }<span class="only-heard">{ "holds: " }</span></span>
                <span class="ordinal">{ id.number() }</span>
                { math(&source.text) }
                <span class="fold" aria-hidden="true" />
            </button>
            <div id={region.clone()} class="proof" hidden={!is_open}>
                if let Some(proof) = proof {
                    <ProofView proof={proof.clone()} {region} />
                }
            </div>
        </li>
    }
}
