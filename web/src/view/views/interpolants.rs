//! The interpolants at a position: the two sides, the lattice between them, and why each point is one.

use std::rc::Rc;

use hornbook::formula::{FormulaText, NotRead, PieceKind};
use hornbook::inspect::{Inspection, Judgement, LatticeText, NoLattice, Opinion, SideText};
use hornbook::interpolate::{POINT_LIMIT, PointOrigin, origins_in_words};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::draw::Part;
use crate::model::lattice;
use crate::state::Action;
use crate::state::inspection::InspectionAction;
use crate::view::parts::drawing::Drawing;
use crate::view::parts::math::math;
use crate::view::parts::prose::prose;
use crate::view::views::ViewProperties;
use crate::view::views::explanation;
use crate::view::views::position::{
    inspection_of, no_counterexample, positions, use_inspection, use_reply, use_shown_position, waiting,
};
use crate::wire::inspection::{Question, Reply};

#[function_component]
pub(crate) fn Interpolants(properties: &ViewProperties) -> Html {
    let ViewProperties { inspections, act, side, .. } = properties;
    let shown = use_shown_position(properties);
    let reply = use_inspection(properties, shown.as_ref());
    let inspected = shown.as_ref().map(|shown| shown.inspected);
    let inspection = inspection_of(reply.as_deref());
    let typed = inspection.and_then(|found| {
        found.lattice.is_ok().then(|| inspections.templates.as_deref().unwrap_or(&found.templates).trim())
    });
    let within = typed.filter(|text| !text.is_empty()).map(|text| Question::SubLattices(text.to_owned()));
    let within = use_reply(properties, inspected, within);
    // The same lattice with its sub-lattices, once these are known.
    let found = match within.as_deref() {
        Some(Reply::SubLattices(Ok(found))) => Some(found),
        _ => inspection.and_then(|inspection| inspection.lattice.as_ref().ok()),
    };
    // What the refinement takes is known from the step on that has found it.
    let is_taken = shown.as_ref().is_some_and(|shown| !shown.found.interpolants.is_empty());
    let untold = found.filter(|_| !is_taken).map(without_choice);
    let found = untold.as_ref().or(found);
    let selected = found.map(|found| selected(found, inspections.point.as_deref()));
    let explained = found.zip(selected).map(|(found, i)| Question::Explain(found.points[i].text.clone()));
    let explanation = use_reply(properties, inspected, explained);
    let own = inspections.own.trim();
    let judged = (!own.is_empty()).then(|| Question::Judge(own.to_owned()));
    let judgement = use_reply(properties, inspected, judged.clone());
    let scene = use_memo((found.cloned(), selected), |(found, selected)| {
        let (found, selected) = (found.as_ref()?, (*selected)?);
        Some(Rc::new(lattice::scene(found, selected, "Interpolants, from the strongest up".to_owned())))
    });
    let Some(shown) = shown else { return no_counterexample(properties) };
    let Some(inspection) = inspection else {
        return html! { <>{ positions(properties, &shown) }{ waiting(reply.as_deref()) }</> };
    };
    let select = {
        let (act, found) = (act.clone(), found.cloned());
        Callback::from(move |part: Part| {
            let (Part::Node(id), Some(found)) = (part, &found) else { return };
            if let Some(point) = id.index().and_then(|index| found.points.get(index)) {
                act.emit(Action::Inspect(InspectionAction::Point(Rc::new(point.text.clone()))));
            }
        })
    };
    let shown_lattice = found.ok_or_else(|| inspection.lattice.as_ref().err());
    let lattice = match (shown_lattice, &*scene) {
        (Ok(found), Some(scene)) => html! {
            <>
                <Drawing scene={Rc::clone(scene)} name={properties.picture_name("interpolants")} {select} raise={Callback::noop()} />
                { remarks(found, inspection.not_read.as_ref()) }
            </>
        },
        (Err(Some(NoLattice::Real)), _) => html! {
            <p class="nothing">{ "A and B do not contradict each other: this counterexample is real, and there is no interpolant." }</p>
        },
        (Err(Some(NoLattice::Unknown(reason))), _) => html! {
            <p class="nothing">{ format!("The lattice could not be computed: {reason}.") }</p>
        },
        (Err(None), _) | (Ok(_), None) => Html::default(),
    };
    let explained = match (found, selected) {
        (Some(found), Some(selected)) => point(found, selected, explanation.as_deref()),
        _ => Html::default(),
    };
    let id = format!("own-interpolant-{}", *side as u8);
    let oninput = act.reform(|event: InputEvent| {
        let field: HtmlInputElement = event.target_unchecked_into();
        Action::Inspect(InspectionAction::Own(field.value().into()))
    });
    let placeholder = example(inspection);
    html! {
        <div class="inspection">
            <div class="column">
                { positions(properties, &shown) }
                { lattice }
                <div class="sides">
                    { side_list("A", "side-a", "derives it", &inspection.a) }
                    { side_list("B", "side-b", "uses it", &inspection.b) }
                </div>
            </div>
            <div class="column">
            { explained }
            <div class="own">
                <label for={id.clone()}>{ "Try an interpolant of your own over " }{ math(&parameters(inspection)) }</label>
                <input {id} type="text" spellcheck="false" autocomplete="off" autocapitalize="off"
                    value={inspections.own.to_string()} {placeholder} {oninput} />
                <div class="opinion" aria-live="polite">
                    { match (judged, judgement.as_deref()) {
                        (Some(_), Some(Reply::Judgement(judgement))) => opinion(judgement, own),
                        (Some(_), None) => html! { <p class="nothing">{ "Judging …" }</p> },
                        (Some(_), stopped @ Some(Reply::Stopped(_))) => waiting(stopped),
                        _ => Html::default(),
                    } }
                </div>
            </div>
            </div>
        </div>
    }
}

/// The lattice as it is before the refinement has taken anything from it.
fn without_choice(lattice: &LatticeText) -> LatticeText {
    let mut lattice = LatticeText { chosen: None, ..lattice.clone() };
    for point in &mut lattice.points {
        point.origins.retain(|origin| !matches!(origin, PointOrigin::Given));
    }
    lattice
}

/// The point that is explained: the one that the user has picked, or the engine's, or the first that is no
/// end.
fn selected(lattice: &LatticeText, picked: Option<&FormulaText>) -> usize {
    let picked = picked.and_then(|picked| lattice.points.iter().position(|point| point.text == *picked));
    picked.or(lattice.chosen).unwrap_or(lattice.points.len() / 2)
}

fn parameters(inspection: &Inspection) -> FormulaText {
    let common = inspection.parameters.iter().filter(|p| p.common);
    let names: Vec<FormulaText> = common.map(|p| FormulaText::of(PieceKind::Variable, &p.name)).collect();
    FormulaText::joined(&names, PieceKind::Punctuation, ", ")
}

/// The start of something that could be typed.
fn example(inspection: &Inspection) -> String {
    let mut names = inspection.parameters.iter().filter(|p| p.common).map(|p| p.name.as_str());
    match (names.next(), names.next()) {
        (Some(x), Some(y)) => format!("{x} >= {y}, …"),
        (Some(x), None) => format!("{x} >= 0"),
        _ => "true".to_owned(),
    }
}

fn side_list(name: &str, class: &'static str, what: &str, side: &SideText) -> Html {
    let entry = |instance: &hornbook::inspect::SideInstanceText| {
        let choice = if instance.alternatives > 1 {
            format!(", way {} of {}", instance.alternative + 1, instance.alternatives)
        } else {
            String::new()
        };
        html! {
            <li>
                { math(&instance.constraint) }
                <span class="by">
                    { match instance.clause {
                        Some(clause) => format!("clause {} at position {}{choice}", clause.number(), instance.position.number()),
                        None => format!("known at open position {}", instance.position.number()),
                    } }
                </span>
            </li>
        }
    };
    html! {
        <section class={classes!("side-box", class)}>
            <h3>{ format!("{name}: what {what}") }</h3>
            <ul>{ for side.instances.iter().map(entry) }</ul>
            if side.omitted > 0 {
                <p class="omission">{ format!("and {} more clause instances", side.omitted) }</p>
            }
        </section>
    }
}

fn remarks(lattice: &LatticeText, not_read: Option<&NotRead>) -> Html {
    html! {
        <>
            if let Some(reason) = not_read {
                <p class="omission">{ format!("What the refinement took is not shown: {reason}.") }</p>
            }
            { for lattice.sub_lattices.iter().enumerate().map(|(k, sub)| html! {
                <p class="origin">
                    { lattice::mark(k) }{ " marks the interpolants that the templates " }{ math(&sub.templates) }
                    { " leave: the sub-lattice of this maximal feasible abstraction." }
                </p>
            }) }
            if lattice.omitted > 0 {
                <p class="omission">{ format!("Showing {POINT_LIMIT} points; {} more are left out, so that the picture stays readable.", lattice.omitted) }</p>
            }
            if lattice.open_ends {
                <p class="omission">{ "An end of the lattice is not shown: its computation passed the limit of steps." }</p>
            }
        </>
    }
}

fn point(lattice: &LatticeText, selected: usize, explanation: Option<&Reply>) -> Html {
    let Some(point) = lattice.points.get(selected) else { return Html::default() };
    let origins = origins_in_words(&point.origins);
    let proof = match explanation {
        Some(Reply::Judgement(Judgement { opinion: Opinion::Interpolant(explanation), .. })) => {
            explanation::explanation(explanation)
        }
        Some(Reply::Judgement(Judgement { opinion: Opinion::NotRead(reason), .. })) => {
            html! { <p class="nothing">{ format!("It is not explained: {reason}.") }</p> }
        }
        Some(Reply::Judgement(_)) => {
            html! { <p class="nothing">{ "The explanation passed its limit of steps." }</p> }
        }
        other => waiting(other),
    };
    html! {
        <section class="point" aria-label="The selected interpolant">
            <p class="formula found">{ math(&point.text) }</p>
            <p class="origin">{ origins.join("; ") }</p>
            <p class="checked">{ "✓ Checked: A implies it, it contradicts B, and it speaks of common symbols only." }</p>
            { proof }
        </section>
    }
}

/// What is said to the user's own interpolant.
pub(super) fn opinion(judgement: &Judgement, typed: &str) -> Html {
    let shown = judgement.text.as_ref().map(math);
    match &judgement.opinion {
        Opinion::Unreadable(findings) => html! {
            <ul class="errors">
                { for findings.iter().map(|finding| html! {
                    <li>
                        { marked(typed, finding.span.start as usize, finding.span.end as usize) }
                        { prose(&finding.message) }{ "." }
                        if let Some(hint) = &finding.hint {
                            <span class="by">{ " " }{ prose(hint) }</span>
                        }
                    </li>
                }) }
            </ul>
        },
        Opinion::NotRead(reason) => html! { <p class="nothing">{ format!("Not judged: {reason}.") }</p> },
        Opinion::Foreign(names) => html! {
            <p class="refused">{ format!("✗ No: {} {} not shared by A and B.", names.join(", "), if names.len() == 1 { "is" } else { "are" }) }</p>
        },
        Opinion::Interpolant(explanation) => html! {
            <>
                <p class="accepted">{ "✓ Yes, " }{ shown }{ " is an interpolant." }</p>
                { explanation::explanation(explanation) }
            </>
        },
        Opinion::NotInterpolant { outside, inside } => html! {
            <>
                <p class="refused">{ "✗ No, " }{ shown }{ " is no interpolant:" }</p>
                <ul class="witnesses">
                    if let Some(witness) = outside {
                        <li class="side-a">{ math(&explanation::point(witness)) }{ " is in A, but not in it: it is too strong." }</li>
                    }
                    if let Some(witness) = inside {
                        <li class="side-b">{ math(&explanation::point(witness)) }{ " is in B and in it: it is too weak." }</li>
                    }
                </ul>
            </>
        },
        Opinion::Unknown(reason) => html! { <p class="nothing">{ format!("Not decided: {reason}.") }</p> },
    }
}

/// The text with a place in it marked.
pub(crate) fn marked(text: &str, start: usize, end: usize) -> Html {
    let start = text.floor_char_boundary(start);
    let end = text.floor_char_boundary(end).max(start);
    let (before, rest) = text.split_at(start);
    let (marked, after) = rest.split_at(end - start);
    html! { <code class="excerpt">{ before }<mark>{ if marked.is_empty() { "‸" } else { marked } }</mark>{ after }</code> }
}
