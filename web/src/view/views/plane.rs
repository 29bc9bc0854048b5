//! The plane picture: points of A and B, the interpolant and the abstractions over two integers.

mod canvas;

use std::rc::Rc;

use hornbook::engine::ClosureText;
use hornbook::formula::FormulaText;
use hornbook::formula::Sort;
use hornbook::inspect::{Inspection, LayerKind, Plane as Picture, Query};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use self::canvas::Canvas;
use crate::model::frontier::set_text;
use crate::model::plane::{self, Frame, area, at_point, axes, axes_of_rounds, paint, told};
use crate::model::scheme::{clauses, loops};
use crate::state::Action;
use crate::state::inspection::{Found, InspectionAction, PlaneChoice};
use crate::view::parts::icon::{Icon, icon};
use crate::view::parts::math::{argument, math};
use crate::view::parts::save_picture::{self, Format};
use crate::view::views::ViewProperties;
use crate::view::views::position::{
    inspection_of, no_counterexample, position_choice, use_inspection, use_reply, use_shown_position, waiting,
};
use crate::wire::inspection::{InspectedPosition, Question, Reply};

#[function_component]
pub(crate) fn Plane(properties: &ViewProperties) -> Html {
    let ViewProperties { inspections, act, .. } = properties;
    let shown = use_shown_position(properties);
    let reply = use_inspection(properties, shown.as_ref());
    let inspection = inspection_of(reply.as_deref());
    let inspected = shown.as_ref().map(|shown| shown.inspected);
    let formula = inspection.and_then(|inspection| shown_formula(inspection, inspections.point.as_deref()));
    let abstraction = abstraction(properties, inspection);
    let folded = properties.run.moment.after.folded.as_ref();
    let closures = inspection.map_or_else(Vec::new, |inspection| loops(folded, inspection.relation));
    let closure = inspections.plane.rounds.and_then(|index| closures.get(index).copied());
    let query = inspection.and_then(|inspection| {
        if let Some(closure) = closure {
            return plane::rounds_query(inspection, &inspections.plane, closure);
        }
        // A text that does not say all cannot be drawn.
        let formulae = formula.iter().filter(|text| text.is_whole()).cloned().collect();
        plane::query(
            inspection,
            &inspections.plane,
            formulae,
            abstraction.clone().map(|(text, element, _)| (text, element)),
        )
    });
    let picture = use_reply(properties, inspected, query.clone().map(Question::Plane));
    let Some(shown) = shown else { return no_counterexample(properties) };
    let Some(inspection) = inspection else { return waiting(reply.as_deref()) };
    let Some(query) = query else {
        return html! {
            <>
                { position_choice(properties, &shown) }
                { loop_choice(&closures, inspection, &inspections.plane, act) }
                <p class="nothing">{ "This relation symbol has fewer than two integer arguments." }</p>
            </>
        };
    };
    // While the answer is on its way, what is known of the same plane is shown.
    let fits = |question: &Question| matches!(question, Question::Plane(known) if same_plane(known, &query));
    let picture = picture.or_else(|| inspections.latest(shown.inspected, fits));
    let Some(Reply::Plane(Ok(picture))) = picture.as_deref() else { return waiting(picture.as_deref()) };
    let frame = plane::frame(inspection, &inspections.plane);
    let choose = {
        let (act, plane) = (act.clone(), inspections.plane.clone());
        Callback::from(move |change: Change| {
            act.emit(Action::Inspect(InspectionAction::Plane(change.applied(&plane, frame))));
        })
    };
    let elements = paint(picture, frame, inspections.plane.cursor);
    let label = format!("Plane over {} and {}. What it shows is told below.", query.x, query.y);
    let cursor = inspections.plane.cursor.filter(|at| frame.contains(*at));
    html! {
        <div class="inspection">
            <div class="column">
                { position_choice(properties, &shown) }
                { loop_choice(&closures, inspection, &inspections.plane, act) }
                { axis_choice(inspection, &query, &inspections.plane, &choose) }
                <figure class="drawing plane">
                    <Canvas elements={Rc::new(elements)} {label} {frame} cursor={inspections.plane.cursor} choose={choose.clone()} />
                    <figcaption>
                        { legend(picture, formula.as_ref(), abstraction.map(|(_, _, set)| set).as_ref()) }
                        { tools(&choose, frame, picture, inspections.plane.cursor) }
                    </figcaption>
                </figure>
            </div>
            <div class="column">
                <p class="cursor-text" aria-live="polite">
                    { cursor.map_or_else(|| "Point at the plane, or move with the arrow keys.".to_owned(), |at| at_point(picture, at)) }
                </p>
                <ul class="told" aria-label="What the picture shows">
                    { for plane::assumptions(inspection, &inspections.plane, &query).into_iter().map(|sentence| html! { <li>{ sentence }</li> }) }
                    { for told(picture).into_iter().map(|sentence| html! { <li>{ sentence }</li> }) }
                </ul>
            </div>
        </div>
    }
}

/// Whether the sides are shown or the rounds of a loop, if there is one here.
fn loop_choice(
    closures: &[&ClosureText],
    inspection: &Inspection,
    choice: &PlaneChoice,
    act: &Callback<Action>,
) -> Html {
    if closures.is_empty() || axes(inspection).is_empty() {
        return Html::default();
    }
    let onchange = act.reform(|event: web_sys::Event| {
        let field: HtmlSelectElement = event.target_unchecked_into();
        let rounds = field.value().parse().ok();
        Action::Inspect(InspectionAction::Plane(PlaneChoice { rounds, ..PlaneChoice::default() }))
    });
    let entry = |(index, closure): (usize, &&ClosureText)| {
        let label = format!("the rounds by {}", clauses(&closure.clauses));
        html! { <option value={index.to_string()} selected={choice.rounds == Some(index)}>{ label }</option> }
    };
    html! {
        <div class="choices">
            <label>{ "Show " }
                <select {onchange}>
                    <option value="" selected={choice.rounds.is_none()}>{ "A and B" }</option>
                    { for closures.iter().enumerate().map(entry) }
                </select>
            </label>
        </div>
    }
}

/// What the user does with the plane.
enum Change {
    Frame(Frame),
    /// Back to the usual window.
    Fit,
    Cursor(Option<(i64, i64)>),
    Axes(String, String),
    Fix(String, String),
}

impl Change {
    fn applied(self, old: &PlaneChoice, frame: Frame) -> PlaneChoice {
        let mut new = old.clone();
        match self {
            Change::Frame(frame) => new.window = Some((frame.left, frame.bottom, frame.side)),
            Change::Fit => new.window = None,
            Change::Cursor(at) => {
                new.cursor = at;
                // The window follows a cursor that leaves it.
                if let Some((x, y)) = at
                    && !frame.contains((x, y))
                {
                    let side = i64::from(frame.side);
                    let shift =
                        |n: i64, low: i64| if n < low { n - low } else { (n - (low + side - 1)).max(0) };
                    let moved = frame.moved(shift(x, frame.left), shift(y, frame.bottom));
                    new.window = Some((moved.left, moved.bottom, moved.side));
                }
            }
            Change::Axes(x, y) => new.axes = Some((x.into(), y.into())),
            Change::Fix(name, value) => {
                new.fixed.retain(|(known, _)| **known != *name);
                // An empty text stands for any value, also where a side says which.
                new.fixed.push((name.into(), value.into()));
            }
        }
        new
    }
}

fn same_plane(known: &Query, wanted: &Query) -> bool {
    (&known.x, &known.y, &known.others, &known.rounds)
        == (&wanted.x, &wanted.y, &wanted.others, &wanted.rounds)
}

/// The interpolant whose region is drawn: the selected point of the lattice.
fn shown_formula(inspection: &Inspection, picked: Option<&FormulaText>) -> Option<FormulaText> {
    let lattice = inspection.lattice.as_ref().ok()?;
    let picked = picked.and_then(|picked| lattice.points.iter().find(|point| point.text == *picked));
    let chosen = lattice.chosen.and_then(|i| lattice.points.get(i));
    let point = picked.or(chosen).or_else(|| lattice.points.get(lattice.points.len() / 2))?;
    Some(point.text.clone())
}

/// The set of templates that was picked in the frontier: the templates, the set, and its name.
fn abstraction(
    properties: &ViewProperties,
    inspection: Option<&Inspection>,
) -> Option<(String, Vec<usize>, FormulaText)> {
    let inspections = &properties.inspections;
    let element = inspections.element.clone()?;
    let templates =
        inspections.templates.clone().unwrap_or_else(|| inspection.map_or("", |i| &i.templates).into());
    let asked = Question::Frontier(templates.trim().to_owned());
    let known = inspections.latest(inspected_position(properties)?, |question| *question == asked)?;
    match &*known {
        Reply::Frontier(Ok(found)) => {
            let name = set_text(&found.portrait.templates, &element);
            Some((templates.trim().to_owned(), element, name))
        }
        _ => None,
    }
}

fn inspected_position(properties: &ViewProperties) -> Option<InspectedPosition> {
    let found = Found::at(&properties.run)?;
    let position = found.position(properties.selection)?;
    Some(InspectedPosition { run: properties.run.id, step: found.step, position })
}

/// Which arguments are drawn, and what becomes of the others.
fn axis_choice(
    inspection: &Inspection,
    query: &Query,
    choice: &PlaneChoice,
    choose: &Callback<Change>,
) -> Html {
    let names: Vec<String> = match query.rounds {
        Some(_) => axes_of_rounds(inspection),
        None => axes(inspection).into_iter().map(str::to_owned).collect(),
    };
    let axis = |label: &'static str, current: &str, other: &str, is_x: bool| {
        let (current, other) = (current.to_owned(), other.to_owned());
        let onchange = {
            let (current, other) = (current.clone(), other.clone());
            choose.reform(move |event: web_sys::Event| {
                let field: HtmlSelectElement = event.target_unchecked_into();
                let picked = field.value();
                // Picking the other axis exchanges the two.
                let rest = if picked == other { current.clone() } else { other.clone() };
                if is_x { Change::Axes(picked, rest) } else { Change::Axes(rest, picked) }
            })
        };
        html! {
            <label>{ label }{ " " }
                <select {onchange}>
                    { for names.iter().map(|name| html! { <option value={name.clone()} selected={*name == current}>{ name }</option> }) }
                </select>
            </label>
        }
    };
    let others = inspection.parameters.iter().filter(|p| p.name != query.x && p.name != query.y);
    let other = |parameter: &hornbook::inspect::Parameter| {
        let name = parameter.name.clone();
        let value = plane::value(inspection, choice, &name).unwrap_or_default();
        let oninput = {
            let name = name.clone();
            choose.reform(move |event: InputEvent| {
                let field: HtmlInputElement = event.target_unchecked_into();
                Change::Fix(name.clone(), field.value())
            })
        };
        let set = |label: String, help: String, to: String| {
            let name = name.clone();
            let onclick = choose.reform(move |_: MouseEvent| Change::Fix(name.clone(), to.clone()));
            html! { <button type="button" class="quiet" aria-label={help} {onclick}>{ label }</button> }
        };
        let pin = inspection.pins.iter().find(|pin| pin.name == name).map(|pin| pin.value.to_string());
        let switch = match pin {
            _ if !value.is_empty() => set("any".to_owned(), format!("Any value of {name}"), String::new()),
            Some(pin) => set(pin.clone(), format!("{name} = {pin}"), pin),
            None => Html::default(),
        };
        let mode = if parameter.sort == Sort::Int { "numeric" } else { "text" };
        html! {
            <span class="fixed">
                <label>{ argument(&name) }{ " = " }
                    <input type="text" inputmode={mode} size="6" placeholder="any" {value} {oninput}
                        aria-label={format!("{name}, fixed to a value; empty for any value")} />
                </label>
                { switch }
            </span>
        }
    };
    html! {
        <div class="choices" role="group" aria-label="Axes">
            { axis("Across", &query.x, &query.y, true) }
            { axis("Up", &query.y, &query.x, false) }
            if query.rounds.is_none() {
                { for others.map(other) }
            }
        </div>
    }
}

fn tools(choose: &Callback<Change>, frame: Frame, picture: &Picture, cursor: Option<(i64, i64)>) -> Html {
    let jump = (i64::from(frame.side) / 5).max(1);
    let button = |label: &'static str, picture: Icon, to: Option<Frame>| {
        let onclick = choose.reform(move |_: MouseEvent| to.map_or(Change::Fit, Change::Frame));
        html! { <button type="button" class="quiet tool" aria-label={label} title={label} {onclick}>{ icon(picture) }</button> }
    };
    let save = |format: Format| {
        let elements = paint(picture, frame, cursor);
        let label = format!("Save as {}", format.label());
        let onclick = Callback::from(move |_: MouseEvent| {
            save_picture::save_elements(&elements, area(), "plane", format);
        });
        html! { <button type="button" class="quiet" aria-label={label.clone()} title={label} {onclick}>{ format.label() }</button> }
    };
    html! {
        <div class="tools">
            <div role="group" aria-label="Zoom and move">
                { button("Zoom in", Icon::Plus, Some(frame.nearer())) }
                { button("Zoom out", Icon::Minus, Some(frame.farther())) }
                { button("Usual window", Icon::Fit, None) }
                { button("Move left", Icon::Left, Some(frame.moved(-jump, 0))) }
                { button("Move up", Icon::Up, Some(frame.moved(0, jump))) }
                { button("Move down", Icon::Down, Some(frame.moved(0, -jump))) }
                { button("Move right", Icon::Right, Some(frame.moved(jump, 0))) }
            </div>
            <div role="group" aria-label="Save the picture">{ save(Format::Svg) }{ save(Format::Png) }</div>
        </div>
    }
}

/// What the shapes and colours mean.
fn legend(picture: &Picture, formula: Option<&FormulaText>, set: Option<&FormulaText>) -> Html {
    let entry = |kind: LayerKind| match kind {
        LayerKind::A => html! { <li class="a"><span class="disc" aria-hidden="true" />{ "A" }</li> },
        LayerKind::B => html! { <li class="b"><span class="square" aria-hidden="true" />{ "B" }</li> },
        LayerKind::Formula(_) => html! {
            <li class="interpolant"><span class="swatch" aria-hidden="true" />{ formula.map(math) }</li>
        },
        LayerKind::Rounds(None) => html! {
            <li class="interpolant"><span class="swatch" aria-hidden="true" />{ "any number of rounds" }</li>
        },
        LayerKind::Rounds(Some(1)) => {
            html! { <li class="a"><span class="disc" aria-hidden="true" />{ "one round" }</li> }
        }
        LayerKind::Rounds(Some(2)) => {
            html! { <li class="b"><span class="square" aria-hidden="true" />{ "two" }</li> }
        }
        LayerKind::Rounds(Some(_)) => {
            html! { <li><span class="disc third" aria-hidden="true" />{ "three" }</li> }
        }
        LayerKind::AbstractA => html! {
            <li class="a"><span class="swatch" aria-hidden="true" />{ "what " }{ set.map(math) }{ " leaves of A" }</li>
        },
        LayerKind::AbstractB => html! {
            <li class="b"><span class="swatch" aria-hidden="true" />{ "what " }{ set.map(math) }{ " leaves of B" }</li>
        },
    };
    html! { <ul class="legend">{ for picture.layers.iter().map(|layer| entry(layer.kind)) }</ul> }
}
