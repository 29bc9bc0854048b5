//! A run without a verdict: why, what was learnt, and what to try.

use hornbook::engine::{Growth, Learnt, PredicateText, Stopped, VerdictText};
use yew::prelude::*;

use crate::run::Cut;
use crate::run::advice::{Advice, advice, reason};
use crate::run::glossary::Term;
use crate::run::narrate::count;
use crate::state::Action;
use crate::view::parts::glossary::term;
use crate::view::parts::math::{math, symbol};
use crate::view::parts::sign::{Sign, sign};
use crate::view::views::ViewProperties;

/// At most this many predicates of a relation symbol are listed; the table of predicates has all.
const PREDICATES: usize = 8;

#[function_component]
pub(super) fn StoppedView(properties: &ViewProperties) -> Html {
    let ViewProperties { run, .. } = properties;
    let Some(VerdictText::Stopped(stopped)) = &run.moment.after.verdict else { return Html::default() };
    let Stopped { reason: why, learnt } = stopped;
    let suggestions = advice(stopped, &run.settings, run.can_be_continued());
    html! {
        <>
            <p class="lead">{ reason(why, &run.settings, run.is_asked_for) }</p>
            if !learnt.growth.is_empty() {
                <h3>{ "Why it may go on forever" }</h3>
                { for learnt.growth.iter().take(3).map(|growth| pattern(growth, properties)) }
            }
            <h3>{ "What was learnt" }</h3>
            <p class="lead">{ learnt_words(learnt) }</p>
            { predicates(&learnt.predicates, properties) }
            if !suggestions.is_empty() {
                <h3>{ "What to try" }</h3>
                <ul class="advice">{ for suggestions.into_iter().map(|one| suggestion(one, properties)) }</ul>
            }
        </>
    }
}

/// A run that was ended before it paused.
pub(super) fn cut(why: Cut, properties: &ViewProperties) -> Html {
    let state = &properties.run.moment.after;
    let learnt =
        Learnt { refinements: state.refinements, predicates: state.predicates.clone(), ..Learnt::default() };
    html! {
        <div class="verdict">
            <p class="ruling stopped">{ sign(Sign::Pause) }<strong>{ "Stopped" }</strong><span>{ why.sentence() }{ " All its steps so far are kept." }</span></p>
            <h3>{ "What was learnt" }</h3>
            <p class="lead">{ learnt_words(&learnt) }</p>
            { predicates(&learnt.predicates, properties) }
        </div>
    }
}

fn learnt_words(learnt: &Learnt) -> Html {
    let Learnt { refinements, depth, predicates, .. } = learnt;
    html! {
        <>
            { format!("{} led to ", count(*refinements, "spurious counterexample", "spurious counterexamples")) }
            { count(predicates.len(), "", "").trim().to_owned() }{ " " }
            { term(Term::Predicate, if predicates.len() == 1 { "predicate" } else { "predicates" }) }
            { "." }
            if *depth > 1 {
                { format!(" No derivation of false is lower than {depth} clauses.") }
            }
        </>
    }
}

fn pattern(growth: &Growth, properties: &ViewProperties) -> Html {
    html! {
        <figure class="growth">
            <p>
                { for growth.members.iter().map(|member| html! { <><span class="member">{ math(member) }</span>{ ", " }</> }) }
                { "…" }
            </p>
            <figcaption>
                { format!("{} predicates for ", growth.count) }{ symbol(properties.names().relation(growth.relation)) }
                { " differ in a number only, which grows. Each refutes one more round of a loop, and there is always a next one." }
            </figcaption>
        </figure>
    }
}

/// What is known about each relation symbol.
fn predicates(all: &[PredicateText], properties: &ViewProperties) -> Html {
    let mut relations: Vec<_> = all.iter().map(|predicate| predicate.relation).collect();
    relations.sort_unstable();
    relations.dedup();
    let row = |relation| {
        let own: Vec<&PredicateText> =
            all.iter().filter(|predicate| predicate.relation == relation).collect();
        let more = own.len().saturating_sub(PREDICATES);
        html! {
            <div>
                <dt>{ math(&properties.names().atom(relation)) }</dt>
                <dd>
                    { for own.iter().take(PREDICATES).map(|predicate| html! { <span class="member">{ math(&predicate.text) }</span> }) }
                    if more > 0 {
                        <span class="note">{ format!("and {more} more") }</span>
                    }
                </dd>
            </div>
        }
    };
    html! { <dl class="learnt">{ for relations.into_iter().map(row) }</dl> }
}

fn suggestion(one: Advice, properties: &ViewProperties) -> Html {
    let ViewProperties { act, side, .. } = properties;
    let (act, side) = (act.clone(), *side);
    let settings = one.settings;
    let onclick = Callback::from(move |_: MouseEvent| match &settings {
        None => act.emit(Action::Continue),
        Some(settings) => {
            act.emit(Action::Set(side, settings.clone()));
            act.emit(Action::Solve);
        }
    });
    html! {
        <li>
            <button type="button" class="quiet" {onclick}>{ one.label }</button>
            <span>{ one.why }</span>
        </li>
    }
}
