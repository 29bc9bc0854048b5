//! The plane picture: points of A and B, the interpolant and the abstractions over two integers.

use std::rc::Rc;

use hornbook::formula::Sort;
use hornbook::inspect::{Inspection, LayerKind, Plane as Picture, Query};
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::export::{self, Format};
use super::icon::{Icon, icon};
use super::math::math;
use super::spot::{
    inspection_of, no_counterexample, position_choice, use_here, use_inspection, use_sight, waiting,
};
use super::stage::ViewProperties;
use super::svg::html_of;
use crate::look::{Glance, PlaneChoice, Question, Sight};
use crate::model::frontier::set_text;
use crate::model::plane::{self, Frame, area, at_point, axes, paint, told};
use crate::state::Action;

#[function_component]
pub(crate) fn Plane(properties: &ViewProperties) -> Html {
    let ViewProperties { look, act, .. } = properties;
    let here = use_here(properties);
    let sight = use_inspection(properties, here.as_ref());
    let inspection = inspection_of(sight.as_deref());
    let spot = here.as_ref().map(|here| here.spot);
    let formula = inspection.and_then(|inspection| shown(inspection, look.point.as_deref()));
    let abstraction = abstraction(properties, inspection);
    let query = inspection.and_then(|inspection| {
        let formulae = formula.iter().map(|(_, typed)| typed.clone()).collect();
        plane::query(
            inspection,
            &look.plane,
            formulae,
            abstraction.clone().map(|(text, element, _)| (text, element)),
        )
    });
    let picture = use_sight(properties, spot, query.clone().map(Question::Plane));
    let drag = use_mut_ref(|| None::<(i32, f64, f64, Frame, bool)>);
    let canvas = use_node_ref();
    let Some(here) = here else { return no_counterexample(properties) };
    let Some(inspection) = inspection else { return waiting(sight.as_deref()) };
    let Some(query) = query else {
        return html! {
            <>
                { position_choice(properties, &here) }
                <p class="nothing">{ "This relation symbol has fewer than two integer arguments." }</p>
            </>
        };
    };
    // While the answer is on its way, what is known of the same plane is shown.
    let fits = |question: &Question| matches!(question, Question::Plane(known) if same_plane(known, &query));
    let picture = picture.or_else(|| look.latest(here.spot, fits));
    let Some(Sight::Plane(Ok(picture))) = picture.as_deref() else { return waiting(picture.as_deref()) };
    let frame = plane::frame(inspection, &look.plane);
    let choose = {
        let (act, plane) = (act.clone(), look.plane.clone());
        Callback::from(move |change: Change| {
            act.emit(Action::Look(Glance::Plane(change.applied(&plane, frame))));
        })
    };
    let elements = paint(picture, frame, look.plane.cursor);
    let place = {
        let canvas = canvas.clone();
        Rc::new(move |x: i32, y: i32| -> Option<(f64, f64, f64)> {
            let rect = canvas.cast::<Element>()?.get_bounding_client_rect();
            let scale = area().width / rect.width().max(1.0);
            Some(((f64::from(x) - rect.left()) * scale, (f64::from(y) - rect.top()) * scale, scale))
        })
    };
    let onpointerdown = {
        let (drag, place) = (Rc::clone(&drag), Rc::clone(&place));
        Callback::from(move |event: PointerEvent| {
            if let (0, Some((x, y, _))) = (event.button(), place(event.client_x(), event.client_y())) {
                *drag.borrow_mut() = Some((event.pointer_id(), x, y, frame, false));
            }
        })
    };
    let onpointermove = {
        let (drag, place, choose, canvas) =
            (Rc::clone(&drag), Rc::clone(&place), choose.clone(), canvas.clone());
        Callback::from(move |event: PointerEvent| {
            let Some((x, y, _)) = place(event.client_x(), event.client_y()) else { return };
            let mut dragged = drag.borrow_mut();
            match &mut *dragged {
                Some((id, from_x, from_y, start, has_moved)) if *id == event.pointer_id() => {
                    let (dx, dy) = (start.steps(*from_x - x), start.steps(y - *from_y));
                    if (dx, dy) != (0, 0) || *has_moved {
                        if !std::mem::replace(has_moved, true)
                            && let Some(canvas) = canvas.cast::<Element>()
                        {
                            canvas.set_pointer_capture(event.pointer_id()).ok();
                        }
                        choose.emit(Change::Frame(start.moved(dx, dy)));
                    }
                }
                _ => choose.emit(Change::Cursor(frame.point(x, y))),
            }
        })
    };
    let onpointerup = {
        let drag = Rc::clone(&drag);
        Callback::from(move |_: PointerEvent| *drag.borrow_mut() = None)
    };
    let onkeydown = keys(&choose, frame, look.plane.cursor);
    let view = area();
    let view_box = format!("0 0 {} {}", view.width, view.height);
    let label = format!("Plane over {} and {}. What it shows is told below.", query.x, query.y);
    let cursor = look.plane.cursor.filter(|at| frame.contains(*at));
    html! {
        <div class="inspection">
            <div class="column">
                { position_choice(properties, &here) }
                { axis_choice(inspection, &query, &look.plane, &choose) }
                <figure class="drawing plane">
                    <svg ref={canvas} class="picture plane-picture" viewBox={view_box} role="img" tabindex="0" aria-label={label}
                        {onkeydown} {onpointerdown} {onpointermove} onpointerup={onpointerup.clone()} onpointercancel={onpointerup}>
                        <title>{ "Drag to move; arrows move the cursor, with Shift the window; plus and minus zoom" }</title>
                        { for elements.iter().map(html_of) }
                    </svg>
                    <figcaption>
                        { legend(picture, formula.as_ref().map(|(text, _)| text.as_str()), abstraction.map(|(_, _, set)| set).as_deref()) }
                        { tools(&choose, frame, picture, look.plane.cursor) }
                    </figcaption>
                </figure>
            </div>
            <div class="column">
                <p class="cursor-text" aria-live="polite">
                    { cursor.map_or_else(|| "Point at the plane, or move with the arrow keys.".to_owned(), |at| at_point(picture, at)) }
                </p>
                <ul class="told" aria-label="What the picture shows">
                    { for told(picture).into_iter().map(|sentence| html! { <li>{ sentence }</li> }) }
                </ul>
            </div>
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
                if !value.trim().is_empty() {
                    new.fixed.push((name.into(), value.into()));
                }
            }
        }
        new
    }
}

fn same_plane(known: &Query, wanted: &Query) -> bool {
    (&known.x, &known.y, &known.others) == (&wanted.x, &wanted.y, &wanted.others)
}

/// The interpolant whose region is drawn: the selected point of the lattice.
fn shown(inspection: &Inspection, picked: Option<&str>) -> Option<(String, String)> {
    let lattice = inspection.lattice.as_ref().ok()?;
    let picked = picked.and_then(|typed| lattice.points.iter().find(|point| point.typed == typed));
    let chosen = lattice.chosen.and_then(|i| lattice.points.get(i));
    let point = picked.or(chosen).or_else(|| lattice.points.get(lattice.points.len() / 2))?;
    Some((point.text.clone(), point.typed.clone()))
}

/// The set of templates that was picked in the frontier: the templates, the set, and its name.
fn abstraction(
    properties: &ViewProperties,
    inspection: Option<&Inspection>,
) -> Option<(String, Vec<usize>, String)> {
    let look = &properties.look;
    let element = look.element.clone()?;
    let templates = look.templates.clone().unwrap_or_else(|| inspection.map_or("", |i| &i.templates).into());
    let asked = Question::Frontier(templates.trim().to_owned());
    let known = look
        .latest(crate::look::Spot { run: properties.run.id, ..spot_of(properties)? }, |question| {
            *question == asked
        })?;
    match &*known {
        Sight::Frontier(Ok(found)) => {
            let name = set_text(&found.portrait.templates, &element);
            Some((templates.trim().to_owned(), element, name))
        }
        _ => None,
    }
}

fn spot_of(properties: &ViewProperties) -> Option<crate::look::Spot> {
    let found = crate::look::Found::at(&properties.run)?;
    let position = found.position(properties.selection)?;
    Some(crate::look::Spot { run: properties.run.id, step: found.step, position })
}

/// Which arguments are drawn, and what becomes of the others.
fn axis_choice(
    inspection: &Inspection,
    query: &Query,
    choice: &PlaneChoice,
    choose: &Callback<Change>,
) -> Html {
    let names: Vec<String> = axes(inspection).into_iter().map(str::to_owned).collect();
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
        let value = choice
            .fixed
            .iter()
            .find(|(known, _)| **known == *name)
            .map(|(_, v)| v.to_string())
            .unwrap_or_default();
        let oninput = {
            let name = name.clone();
            choose.reform(move |event: InputEvent| {
                let field: HtmlInputElement = event.target_unchecked_into();
                Change::Fix(name.clone(), field.value())
            })
        };
        let mode = if parameter.sort == Sort::Int { "numeric" } else { "text" };
        html! {
            <label>{ math(&name) }{ " " }
                <input type="text" inputmode={mode} size="10" placeholder="some value" {value} {oninput}
                    aria-label={format!("{name}, fixed to a value; empty for some value")} />
            </label>
        }
    };
    html! {
        <div class="choices" role="group" aria-label="Axes">
            { axis("Across", &query.x, &query.y, true) }
            { axis("Up", &query.y, &query.x, false) }
            { for others.map(other) }
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
        let onclick =
            Callback::from(move |_: MouseEvent| export::save_elements(&elements, area(), "plane", format));
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

/// Arrows move the cursor, with Shift the window; plus and minus zoom.
fn keys(choose: &Callback<Change>, frame: Frame, cursor: Option<(i64, i64)>) -> Callback<KeyboardEvent> {
    let choose = choose.clone();
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let middle = (frame.left + i64::from(frame.side) / 2, frame.bottom + i64::from(frame.side) / 2);
        let (x, y) = cursor.filter(|at| frame.contains(*at)).unwrap_or(middle);
        let moved = |dx: i64, dy: i64| {
            if event.shift_key() {
                Change::Frame(frame.moved(dx, dy))
            } else {
                Change::Cursor(Some((x + dx, y + dy)))
            }
        };
        let change = match event.key().as_str() {
            "ArrowLeft" => moved(-1, 0),
            "ArrowRight" => moved(1, 0),
            "ArrowUp" => moved(0, 1),
            "ArrowDown" => moved(0, -1),
            "+" | "=" => Change::Frame(frame.nearer()),
            "-" => Change::Frame(frame.farther()),
            "0" => Change::Fit,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        choose.emit(change);
    })
}

/// What the shapes and colours mean.
fn legend(picture: &Picture, formula: Option<&str>, set: Option<&str>) -> Html {
    let entry = |kind: LayerKind| match kind {
        LayerKind::A => html! { <li class="a"><span class="disc" aria-hidden="true" />{ "A" }</li> },
        LayerKind::B => html! { <li class="b"><span class="square" aria-hidden="true" />{ "B" }</li> },
        LayerKind::Formula(_) => html! {
            <li class="interpolant"><span class="swatch" aria-hidden="true" />{ formula.map(math) }</li>
        },
        LayerKind::AbstractA => html! {
            <li class="a"><span class="swatch" aria-hidden="true" />{ "what " }{ set.map(math) }{ " leaves of A" }</li>
        },
        LayerKind::AbstractB => html! {
            <li class="b"><span class="swatch" aria-hidden="true" />{ "what " }{ set.map(math) }{ " leaves of B" }</li>
        },
    };
    html! { <ul class="legend">{ for picture.layers.iter().map(|layer| entry(layer.kind)) }</ul> }
}
