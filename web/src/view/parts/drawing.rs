//! A picture with its tools: zoom and pan by buttons, wheel, fingers and keys; selection; export; and the
//! text alternative.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

use crate::draw::{
    Camera, EdgeKind, Line, Node, Omitted, Part, Role, Scene, paint, paint_within, painted_area, part_named,
    text_alternative,
};
use crate::view::parts::gestures::{Gesture, PAN, Pointers, ZOOM, use_wheel};
use crate::view::parts::icon::{Icon, icon};
use crate::view::parts::math::typeset;
use crate::view::parts::save_picture::{Format, save};
use crate::view::parts::svg::html_of;
use crate::view::parts::text_alternative::TextAlternative;

#[derive(Properties, PartialEq)]
pub(crate) struct DrawingProperties {
    pub(crate) scene: Rc<Scene>,
    /// For exported files.
    pub(crate) name: AttrValue,
    pub(crate) select: Callback<Part>,
    /// Show more: twice as much, or everything.
    pub(crate) raise: Callback<bool>,
    /// Told how much room there is at the usual size, for pictures that grow where there is some.
    #[prop_or_default]
    pub(crate) room: Callback<(f64, f64)>,
    /// What stands beside the tools.
    #[prop_or_default]
    pub(crate) aside: Html,
}

#[function_component]
pub(crate) fn Drawing(properties: &DrawingProperties) -> Html {
    let DrawingProperties { scene, name, select, raise, room, aside } = properties;
    let canvas = use_node_ref();
    let camera = use_mut_ref(Camera::default);
    let redraw = use_force_update();
    let shows_alternative = use_state(|| false);
    let pointers: Rc<RefCell<Pointers>> = use_mut_ref(Pointers::default);

    let gesture = use_callback(Rc::clone(scene), {
        let (camera, redraw) = (Rc::clone(&camera), redraw.clone());
        move |gesture: Gesture, scene| {
            let mut camera = camera.borrow_mut();
            match gesture {
                Gesture::Zoom(factor, at) => camera.zoom(scene, factor, at),
                Gesture::Pan(dx, dy) => camera.pan(scene, dx, dy),
                Gesture::Fit => camera.fit(scene),
            }
            redraw.force_update();
        }
    });
    use_window_size(&canvas, &camera, &redraw, room);
    use_wheel(&canvas, &gesture);

    camera.borrow_mut().look(scene);
    let area = camera.borrow().area(scene);
    let view_box = format!("{:.1} {:.1} {:.1} {:.1}", area.x, area.y, area.width, area.height);
    // A picture that is seen whole takes the room that it needs; the style sheet says how much there is.
    let height = scene.is_whole.then(|| camera.borrow().whole_height(scene).to_string());
    let painted = use_memo((Rc::clone(scene), painted_area(scene, &area)), |(scene, area)| {
        let elements = area.map_or_else(|| paint(scene), |area| paint_within(scene, &area));
        elements.iter().map(html_of).collect::<Html>()
    });
    let items = use_memo(Rc::clone(scene), |scene| text_alternative(scene));

    let onkeydown = keys(&gesture);
    let onclick = {
        let (select, pointers) = (select.clone(), Rc::clone(&pointers));
        Callback::from(move |event: MouseEvent| {
            if pointers.borrow_mut().have_clicked()
                && let Some(part) = part_at(&event)
            {
                select.emit(part);
            }
        })
    };
    let onpointerdown = {
        let pointers = Rc::clone(&pointers);
        Callback::from(move |event: PointerEvent| {
            pointers.borrow_mut().pressed(&event);
        })
    };
    let onpointermove = {
        let (pointers, gesture, canvas) = (Rc::clone(&pointers), gesture.clone(), canvas.clone());
        Callback::from(move |event: PointerEvent| {
            let moved = pointers.borrow_mut().moved(&event, &canvas);
            for one in moved {
                gesture.emit(one);
            }
        })
    };
    let onpointerup = {
        let pointers = Rc::clone(&pointers);
        Callback::from(move |event: PointerEvent| {
            pointers.borrow_mut().released(&event);
        })
    };
    let button = |label: &'static str, picture: Icon, what: Gesture| {
        let onclick = gesture.reform(move |_: MouseEvent| what);
        html! {
            <button type="button" class="quiet tool" aria-label={label} title={label} {onclick}>{ icon(picture) }</button>
        }
    };
    let toggle = {
        let shows_alternative = shows_alternative.clone();
        Callback::from(move |_: MouseEvent| shows_alternative.set(!*shows_alternative))
    };
    let save_as = |format: Format| {
        let (scene, name) = (Rc::clone(scene), name.clone());
        let onclick = Callback::from(move |_: MouseEvent| save(&scene, &name, format));
        let label = format!("Save as {}", format.label());
        html! {
            <button type="button" class="quiet" aria-label={label.clone()} title={label} {onclick}>{ format.label() }</button>
        }
    };
    let label = format!("{}. Its parts are listed below.", scene.title);
    let is_in_part = !camera.borrow().sees_all(scene);
    html! {
        <figure class={classes!("drawing", shows_alternative.then_some("with-text-alternative"))}>
            <div
                class={classes!("canvas", scene.is_whole.then_some("fitted"))}
                ref={canvas}
                role="img"
                tabindex="0"
                aria-label={label}
                title="Drag to move; plus, minus and 0 to zoom; Ctrl and wheel to zoom"
                {onkeydown}
                {onclick}
                {onpointerdown}
                {onpointermove}
                onpointerup={onpointerup.clone()}
                onpointercancel={onpointerup}
            >
                <svg class="picture" viewBox={view_box} {height} aria-hidden="true" focusable="false">{ (*painted).clone() }</svg>
            </div>
            { for scene.omitted.map(|omitted| omission(omitted, raise)) }
            { for scene.nodes.iter().filter(|node| node.is_selected && !node.unabridged.is_empty()).take(1).map(unabridged) }
            <figcaption>
                { legend(scene) }
                <div class="tools-row">
                { aside.clone() }
                if is_in_part {
                    <span class="in-part">{ "Shown in part" }</span>
                }
                <div class="tools" role="group" aria-label="Tools of the picture">
                    { button("Zoom in", Icon::Plus, Gesture::Zoom(ZOOM, None)) }
                    { button("Zoom out", Icon::Minus, Gesture::Zoom(1.0 / ZOOM, None)) }
                    { button("Show all", Icon::Fit, Gesture::Fit) }
                    <button type="button" class="quiet toggle" aria-pressed={shows_alternative.to_string()} onclick={toggle}>
                        { "In words" }
                    </button>
                    <details>
                        <summary aria-label="Move and save" title="Move and save">{ "⋯" }</summary>
                        <div class="more">
                            { button("Move left", Icon::Left, Gesture::Pan(-PAN, 0.0)) }
                            { button("Move up", Icon::Up, Gesture::Pan(0.0, -PAN)) }
                            { button("Move down", Icon::Down, Gesture::Pan(0.0, PAN)) }
                            { button("Move right", Icon::Right, Gesture::Pan(PAN, 0.0)) }
                            { for Format::ALL.into_iter().map(save_as) }
                        </div>
                    </details>
                </div>
                </div>
            </figcaption>
            <TextAlternative
                title={scene.title.clone()}
                items={(*items).clone()}
                is_visible={*shows_alternative}
                select={select.clone()}
            />
        </figure>
    }
}

/// Keys that move and zoom.
fn keys(gesture: &Callback<Gesture>) -> Callback<KeyboardEvent> {
    let gesture = gesture.clone();
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let what = match event.key().as_str() {
            "+" | "=" => Gesture::Zoom(ZOOM, None),
            "-" => Gesture::Zoom(1.0 / ZOOM, None),
            "0" => Gesture::Fit,
            "ArrowLeft" => Gesture::Pan(-PAN, 0.0),
            "ArrowRight" => Gesture::Pan(PAN, 0.0),
            "ArrowUp" => Gesture::Pan(0.0, -PAN),
            "ArrowDown" => Gesture::Pan(0.0, PAN),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        gesture.emit(what);
    })
}

/// The part of the picture under the pointer.
fn part_at(event: &MouseEvent) -> Option<Part> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let part = target.closest("[data-part]").ok()??;
    part_named(&part.get_attribute("data-part")?)
}

fn legend(scene: &Scene) -> Html {
    let changes = scene.changes().into_iter().map(|change| {
        html! {
            <li class={change.class()}><span class="sign" aria-hidden="true">{ change.icon() }</span>{ change.meaning() }</li>
        }
    });
    let roles = scene.legend.iter().map(|(role, meaning)| {
        html! { <li class={role.class()}><span class="swatch" aria-hidden="true" />{ meaning.clone() }</li> }
    });
    let has = |kinds: &[EdgeKind]| scene.edges.iter().any(|edge| kinds.contains(&edge.kind));
    let lines = [
        ("dashed", "derives nothing new", has(&[EdgeKind::Subsumed, EdgeKind::Covers])),
        ("crossed", "does not apply", has(&[EdgeKind::Contradicts])),
        ("way", "the way to false", scene.edges.iter().any(|edge| edge.role == Role::Alarm)),
    ];
    let lines = lines.into_iter().filter(|(.., is_there)| *is_there).map(|(class, meaning, _)| {
        html! { <li class={class}><span class="stroke" aria-hidden="true" />{ meaning }</li> }
    });
    html! { <ul class="legend">{ for roles.chain(changes).chain(lines) }</ul> }
}

/// All that there is to say about a box that has no room for it.
fn unabridged(node: &Node) -> Html {
    let line = |line: &Line| html! { <li>{ typeset(&line.pieces) }</li> };
    html! {
        <ul class="unabridged" aria-label={format!("All of {}", node.tag)} tabindex="0">
            { for node.unabridged.iter().map(line) }
        </ul>
    }
}

/// Says that there is more, and offers to show it.
fn omission(omitted: Omitted, raise: &Callback<bool>) -> Html {
    let Omitted { shown, total } = omitted;
    let more = raise.reform(|_: MouseEvent| false);
    let all = raise.reform(|_: MouseEvent| true);
    html! {
        <p class="omission">
            { format!("Showing {shown} of {total}.") }
            <button type="button" class="quiet" onclick={more}>{ "Show more" }</button>
            <button type="button" class="quiet" onclick={all}>{ "Show all" }</button>
        </p>
    }
}

/// The room is told in steps of this many pixels, so that pictures do not turn at every move of an edge.
pub(crate) const ROOM_STEP: f64 = 40.0;

/// Keeps the camera informed of the size of its window, and whoever lays pictures out.
#[hook]
fn use_window_size(
    canvas: &NodeRef,
    camera: &Rc<RefCell<Camera>>,
    redraw: &UseForceUpdateHandle,
    room: &Callback<(f64, f64)>,
) {
    let (camera, redraw, room) = (Rc::clone(camera), redraw.clone(), room.clone());
    use_effect_with(canvas.clone(), move |canvas| {
        let canvas = canvas.cast::<Element>();
        let measured = canvas.clone();
        let resized = Closure::<dyn Fn()>::new(move || {
            let Some(canvas) = &measured else { return };
            let window = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
            let unit = type_size();
            if (camera.borrow().window, camera.borrow().unit) != (window, unit) {
                camera.borrow_mut().window = window;
                camera.borrow_mut().unit = unit;
                let (width, height) = camera.borrow().room();
                let rounded = |length: f64| (length / ROOM_STEP).round() * ROOM_STEP;
                room.emit((rounded(width), rounded(height)));
                redraw.force_update();
            }
        });
        let observer = ResizeObserver::new(resized.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(canvas)) = (&observer, &canvas) {
            observer.observe(canvas);
        }
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop(resized);
        }
    });
}

/// The size of the page's type, where 1 is usual.
fn type_size() -> f64 {
    /// What browsers take for usual, in pixels.
    const USUAL: f64 = 16.0;
    let style = gloo_utils::window().get_computed_style(&gloo_utils::document_element()).ok().flatten();
    let size = style.and_then(|style| style.get_property_value("font-size").ok());
    let size = size.and_then(|size| size.trim_end_matches("px").parse::<f64>().ok());
    size.map_or(1.0, |size| (size / USUAL).clamp(0.5, 4.0))
}
