//! The clauses that the engine works on; the one in use at this step is marked.

use hornbook::engine::ClauseText;
use hornbook::formula::{FormulaText, PieceKind};
use hornbook::horn::{SystemClauseId, SystemRelationId};
use hornbook::lang::model::ClauseGroup;
use yew::prelude::*;

use crate::model::clause_in_use;
use crate::model::clauses::{Atom, MOST_ARGUMENTS, body, head, selected_clauses, selected_relation};
use crate::model::excerpt::{ROWS, excerpt};
use crate::run::selection::Selection;
use crate::state::Action;
use crate::state::inspection::core_of;
use crate::view::parts::math::math;
use crate::view::parts::more::more_rows;
use crate::view::parts::sign::{Sign, sign};
use crate::view::views::ViewProperties;
use crate::view::views::position::use_reason;

#[function_component]
pub(crate) fn Clauses(properties: &ViewProperties) -> Html {
    let ViewProperties { run, header, selection, act, .. } = properties;
    let most = use_state(|| ROWS);
    let in_use = run.moment.event.as_deref().and_then(clause_in_use);
    let selected = selected_clauses(run, *selection);
    let marked = selected_relation(run, *selection);
    let (reason, _) = use_reason(properties, &run.moment);
    let core = if run.moment.after.is_refuted { core_of(reason.as_deref()) } else { Vec::new() };
    let is_changed =
        header.clauses.iter().enumerate().any(|(i, clause)| clause.sources.iter().any(|s| s.index() != i));
    let groups = run.picture.as_ref().map_or(&[][..], |picture| &picture.clause_groups[..]);
    // What a clause is for: the group of the first of the user's clauses that it is made from.
    let group_of = |clause: &ClauseText| {
        let is_of = |group: &ClauseGroup| clause.sources.iter().any(|source| group.clauses.contains(source));
        groups.iter().position(is_of)
    };
    let count = header.clauses.len();
    if count == 0 {
        return html! { <p class="nothing">{ "The solver has nothing left to do: your clauses were simplified, and none of them remained." }</p> };
    }
    let around = in_use.or(selected.first().copied()).map(SystemClauseId::index);
    let shown = excerpt(count, around, *most);
    let entry = |(index, clause): (usize, &ClauseText)| {
        let group = group_of(clause);
        let before = header.clauses.get(index.wrapping_sub(1)).filter(|_| index > shown.start);
        let title = group.filter(|_| before.is_none_or(|before| group_of(before) != group));
        let id = SystemClauseId(index as u32);
        let is_selected = selected.contains(&id);
        let target = if is_selected { Selection::Nothing } else { Selection::Clause(id) };
        let onclick = act.reform(move |_: MouseEvent| Action::Select(target));
        let is_in_use = in_use == Some(id);
        let refuting = core.iter().find(|(clause, _)| *clause == id).map(|(_, texts)| texts);
        html! {
            <li key={index} class={classes!(is_in_use.then_some("in-use"), refuting.map(|_| "contradicting"), group.map(|group| format!("grouped hue-{}", group % 8)))}>
                if let Some(title) = title {
                    <p class="group">{ groups[title].title.clone() }</p>
                }
                <button type="button" class="entry clause-row" {onclick} aria-pressed={is_selected.to_string()}>
                    <span class="ordinal">{ id.number() }</span>
                    { clause_text(clause, marked, is_selected) }
                    if is_in_use {
                        <span class="badge">{ sign(Sign::Arrow) }{ "in use" }</span>
                    }
                </button>
                if let Some(texts) = refuting {
                    <p class="refuting">
                        { "contradicts: " }
                        { math(&FormulaText::joined(texts, PieceKind::Punctuation, ", ")) }
                    </p>
                }
                if is_changed {
                    <p class="sources">{ sources(clause) }</p>
                }
            </li>
        }
    };
    html! {
        <>
            { more_rows("clauses", &shown, count, &most) }
            <ol class="clauses" start={(shown.start + 1).to_string()}>
                { for header.clauses.iter().enumerate().skip(shown.start).take(shown.len()).map(entry) }
            </ol>
        </>
    }
}

/// A clause, with its head to the left of the arrow and its body to the right.
fn clause_text(clause: &ClauseText, marked: Option<SystemRelationId>, is_whole: bool) -> Html {
    // Whoever selects a clause sees all of its arguments.
    let most = if is_whole { usize::MAX } else { MOST_ARGUMENTS };
    let atoms = body(clause, marked, most);
    html! {
        <span class="clause-text">
            <span class="clause-head">{ draw_atom(&head(clause, marked, most)) }<span class="math">{ "\u{a0}← " }</span></span>
            <span class="clause-body">
                { for atoms.iter().enumerate().map(|(i, atom)| html! {
                    <>
                        if i > 0 {
                            <span class="math">{ " ∧\u{a0}" }</span>
                        }
                        { draw_atom(atom) }
                    </>
                }) }
            </span>
        </span>
    }
}

fn draw_atom(atom: &Atom) -> Html {
    let text = math(&atom.text);
    if atom.is_marked {
        html! { <mark>{ text }</mark> }
    } else {
        text
    }
}

/// Which of the user's clauses it comes from.
fn sources(clause: &ClauseText) -> String {
    let numbers: Vec<String> = clause.sources.iter().map(|source| source.number().to_string()).collect();
    match numbers.as_slice() {
        [one] => format!("your clause {one}"),
        _ => format!("made from your clauses {}", numbers.join(", ")),
    }
}
