//! The user in the place of the solver: what there is to choose at this moment, and the branches so far.

use hornbook::engine::{Choice, NodeId, PositionId, Taken};
use hornbook::formula::FormulaText;
use hornbook::inspect::{Judgement, Opinion};
use hornbook::trace::Application;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::model::your_move::{Alternatives, New, Way, Work, moment_of, offers};
use crate::run::narrate::your_choice;
use crate::state::Action;
use crate::state::inspection::InspectionAction;
use crate::state::own::{Branch, OwnAction};
use crate::view::parts::math::math;
use crate::view::views::ViewProperties;
use crate::view::views::interpolants::opinion;
use crate::view::views::position::{
    ShownPosition, inspection_of, position_choice, use_inspection, use_reply, use_shown_position, waiting,
};
use crate::wire::inspection::{Question, Reply};

#[function_component]
pub(crate) fn YourMove(properties: &ViewProperties) -> Html {
    let ViewProperties { run, header, .. } = properties;
    let offered = use_memo((run.moment.clone(), run.log.clone()), |_| offers(run, header));
    let shown = use_shown_position(properties).filter(|_| offered.interpolants.is_some());
    let reply = use_inspection(properties, shown.as_ref());
    let inspected = shown.as_ref().map(|shown| shown.inspected);
    let typed = properties.inspections.own.trim();
    let judged = (!typed.is_empty()).then(|| Question::Judge(typed.to_owned()));
    let judgement = use_reply(properties, inspected, judged);
    let interpolants = match (offered.interpolants, &shown) {
        (Some(step), Some(shown)) => {
            interpolants(properties, step, shown, reply.as_deref(), judgement.as_deref())
        }
        _ => Html::default(),
    };
    let nothing = offered.work.is_none()
        && offered.counterexample.is_none()
        && offered.interpolants.is_none()
        && offered.fold.is_none()
        && offered.predicates.is_none();
    html! {
        <div class="your-move">
            if let Some(misfit) = run.misfit() {
                <p class="refused" role="status">{ misfit }</p>
            }
            if nothing {
                <p class="nothing">{ "There is nothing to choose at this step. Go on or back: clauses, counterexamples, folds, interpolants and predicates can be chosen." }</p>
            }
            { for offered.work.as_ref().map(|work| work_list(properties, work)) }
            { for offered.counterexample.as_ref().map(|found| counterexample(properties, found)) }
            { for offered.fold.map(|step| fold(properties, step)) }
            { interpolants }
            { for offered.predicates.as_ref().map(|new| predicates(properties, new)) }
            { branches(properties) }
        </div>
    }
}

fn choose(properties: &ViewProperties, step: usize, taken: Taken) -> Callback<MouseEvent> {
    let choice = Choice { step, taken };
    properties.act.reform(move |_: MouseEvent| Action::Own(OwnAction::Choose(choice.clone())))
}

fn nodes(body: &[NodeId]) -> String {
    body.iter().map(|node| format!("n{}", node.0)).collect::<Vec<_>>().join(", ")
}

/// The clauses that wait, with nodes for their bodies.
fn work_list(properties: &ViewProperties, work: &Work) -> Html {
    let entry = |(clause, body): &Application| {
        let taken = Taken::Work { clause: *clause, body: body.clone() };
        let is_taken = work.taken.as_ref() == Some(&(*clause, body.clone()));
        let onclick = choose(properties, work.step, taken);
        let text = properties.header.clauses.get(clause.index()).map(hornbook::engine::ClauseText::text);
        let to = if body.is_empty() { String::new() } else { format!(" to {}", nodes(body)) };
        html! {
            <li>
                <button type="button" class="quiet" aria-pressed={is_taken.to_string()} {onclick}>
                    <span class="place">{ format!("Apply clause {}{to}", clause.number()) }</span>
                    { for text.as_ref().map(math) }
                    if is_taken {
                        <span class="by">{ "the run takes this" }</span>
                    }
                </button>
            </li>
        }
    };
    html! {
        <section aria-label="What next?">
            <h3>{ "What next?" }</h3>
            <ul class="rows">{ for work.waiting.iter().map(entry) }</ul>
            if work.has_more {
                <p class="omission">{ "More clauses are waiting than are listed." }</p>
            }
        </section>
    }
}

/// The derivations that the counterexample is made of.
fn counterexample(properties: &ViewProperties, found: &Alternatives) -> Html {
    let way = |way: &Way| {
        let change = way.change.clone();
        let is_fixed = change.is_none();
        let onclick = properties.act.reform(move |_: MouseEvent| match &change {
            Some(choice) => Action::Own(OwnAction::Choose(choice.clone())),
            None => Action::Notice(None),
        });
        let from = if way.body.is_empty() { String::new() } else { format!(" from {}", nodes(&way.body)) };
        html! {
            <li>
                <button type="button" class="quiet" aria-pressed={way.is_followed.to_string()} disabled={is_fixed} {onclick}>
                    { format!("by clause {}{from}", way.clause.number()) }
                </button>
            </li>
        }
    };
    let position = |(id, node, ways): &(PositionId, NodeId, Vec<Way>)| {
        let label = format!("Position {}, n{}, is derived", id.number(), node.0);
        html! { <div><p class="caption">{ label.clone() }</p><ul class="rows" aria-label={label}>{ for ways.iter().map(way) }</ul></div> }
    };
    if found.positions.is_empty() {
        return Html::default();
    }
    html! {
        <section aria-label="Which derivations?">
            <h3>{ "Which derivations are refuted at once?" }</h3>
            { for found.positions.iter().map(position) }
        </section>
    }
}

/// When the loops of a counterexample are folded.
fn fold(properties: &ViewProperties, step: usize) -> Html {
    let chosen = Choice::read_all(&properties.run.settings.choices).unwrap_or_default();
    let entry = |(delay, label): (Option<usize>, &'static str)| {
        let taken = Taken::Fold { delay };
        let is_taken = chosen.iter().any(|choice| choice.step == step && choice.taken == taken);
        let onclick = choose(properties, step, taken);
        html! { <li><button type="button" class="quiet" aria-pressed={is_taken.to_string()} {onclick}>{ label }</button></li> }
    };
    let all = [
        (Some(0), "Fold them now"),
        (Some(1), "Fold what has one round more than that"),
        (Some(2), "Fold what has two rounds more"),
        (None, "Do not fold"),
    ];
    html! {
        <section aria-label="Fold loops?">
            <h3>{ "Are the loops of this path folded?" }</h3>
            <ul class="rows">{ for all.into_iter().map(entry) }</ul>
        </section>
    }
}

/// The interpolant of a position: a point of the lattice, or one's own.
fn interpolants(
    properties: &ViewProperties,
    step: usize,
    shown: &ShownPosition,
    reply: Option<&Reply>,
    judgement: Option<&Reply>,
) -> Html {
    let ViewProperties { inspections, act, side, .. } = properties;
    let position = shown.inspected.position;
    let take = |formula: String| choose(properties, step, Taken::Interpolant { position, formula });
    let point = |text: &FormulaText| {
        let onclick = take(text.as_str().to_owned());
        html! { <li><button type="button" class="quiet" {onclick}>{ "Take " }{ math(text) }</button></li> }
    };
    let lattice = inspection_of(reply).and_then(|inspection| inspection.lattice.as_ref().ok());
    let typed = inspections.own.trim().to_owned();
    let judgement = match judgement {
        Some(Reply::Judgement(judgement)) if !typed.is_empty() => Some(judgement),
        _ => None,
    };
    let is_right = matches!(judgement, Some(Judgement { opinion: Opinion::Interpolant(_), .. }));
    let id = format!("your-interpolant-{}", *side as u8);
    let oninput = act.reform(|event: InputEvent| {
        let field: HtmlInputElement = event.target_unchecked_into();
        Action::Inspect(InspectionAction::Own(field.value().into()))
    });
    html! {
        <section aria-label="Which interpolant?">
            <h3>{ "Which interpolant?" }</h3>
            { position_choice(properties, shown) }
            if let Some(lattice) = lattice {
                <ul class="rows" aria-label="Points of the lattice">{ for lattice.points.iter().map(|p| point(&p.text)) }</ul>
            } else {
                { waiting(reply) }
            }
            <div class="own">
                <label for={id.clone()}>{ "Your own interpolant" }</label>
                <input {id} type="text" spellcheck="false" autocomplete="off" autocapitalize="off" value={inspections.own.to_string()} {oninput} />
                <button type="button" class="quiet" disabled={!is_right} onclick={take(typed.clone())}>{ "Use it" }</button>
                <div class="opinion" aria-live="polite">{ for judgement.map(|judgement| opinion(judgement, &typed)) }</div>
            </div>
        </section>
    }
}

/// New predicates, any of which may be left out.
fn predicates(properties: &ViewProperties, new: &New) -> Html {
    let entry = |(place, predicate): (usize, &hornbook::engine::PredicateText)| {
        let kept = (0..new.predicates.len()).filter(|other| *other != place).collect();
        let onclick = choose(properties, new.step, Taken::Keep { predicates: kept });
        html! { <li><button type="button" class="quiet" {onclick}>{ "Leave out " }{ math(&predicate.text) }</button></li> }
    };
    html! {
        <section aria-label="Which predicates?">
            <h3>{ "Which predicates are kept?" }</h3>
            <ul class="rows">{ for new.predicates.iter().enumerate().map(entry) }</ul>
        </section>
    }
}

/// What was chosen on the way here, and the other ways.
fn branches(properties: &ViewProperties) -> Html {
    let ViewProperties { run, act, own, .. } = properties;
    let chosen = Choice::read_all(&run.settings.choices).unwrap_or_default();
    let undo = act.reform(|_: MouseEvent| Action::Own(OwnAction::Undo));
    let step = moment_of(run);
    let go_on = act.reform(move |_: MouseEvent| Action::Own(OwnAction::GoOn(step)));
    let made = |choice: &Choice| {
        let step = choice.step;
        let onclick = act.reform(move |_: MouseEvent| Action::Own(OwnAction::GoOn(step)));
        html! {
            <li>
                { format!("after step {step}: {} ", your_choice(&choice.to_string())) }
                <button type="button" class="quiet" {onclick}>{ "Undo back to here" }</button>
            </li>
        }
    };
    let branch = |(index, branch): (usize, &Branch)| {
        let onclick = act.reform(move |_: MouseEvent| Action::Own(OwnAction::Return(index)));
        let is_shown = branch.settings.choices == run.settings.choices;
        let beside = act.reform(move |_: MouseEvent| Action::Own(OwnAction::Beside(index)));
        let label = format!("Compare with this run: {}", branch.name());
        html! {
            <tr>
                <th scope="row"><button type="button" class="entry" aria-pressed={is_shown.to_string()} {onclick}>{ branch.name() }</button></th>
                <td>{ branch.outcome }</td>
                <td>{ branch.refinements }</td>
                <td>{ branch.predicates }</td>
                <td class="beside">
                    if !is_shown {
                        <button type="button" class="quiet" aria-label={label} onclick={beside}>{ "Compare" }</button>
                    }
                </td>
            </tr>
        }
    };
    let known: Vec<(usize, &Branch)> =
        own.branches.iter().enumerate().filter(|(_, b)| b.is_way_of(run)).collect();
    html! {
        <section aria-label="Branches">
            if !chosen.is_empty() {
                <h3>{ "Your choices" }</h3>
                <ol>{ for chosen.iter().map(made) }</ol>
                <p class="actions">
                    <button type="button" class="quiet" onclick={undo}>{ "Undo the last choice" }</button>
                    <button type="button" class="quiet" onclick={go_on}>{ "Let the solver go on" }</button>
                </p>
            }
            if !known.is_empty() {
                <table class="branches">
                    <caption>{ "Branches of this run" }</caption>
                    <thead><tr><th scope="col">{ "Way" }</th><th scope="col">{ "Outcome" }</th><th scope="col">{ "Refinements" }</th><th scope="col">{ "Predicates" }</th><td class="beside"></td></tr></thead>
                    <tbody>{ for known.into_iter().map(branch) }</tbody>
                </table>
            }
        </section>
    }
}
