//! A picture with its tools: zoom and pan by buttons, wheel, fingers and keys; selection; export; and the twin.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use web_sys::{AddEventListenerOptions, Element, ResizeObserver, WheelEvent};
use yew::prelude::*;

use super::export::{Format, save};
use super::icon::{Icon, icon};
use super::svg::html_of;
use super::twin::Twin;
use crate::draw::{Camera, Omitted, Part, Point, Scene, paint, part_named, twin};

/// A step of the buttons and keys.
const ZOOM: f64 = 1.25;
const PAN: f64 = 80.0;

/// A pointer that moves less than this many pixels clicks; one that moves more drags.
const DRAG: f64 = 4.0;

#[derive(Properties, PartialEq)]
pub(crate) struct DrawingProperties {
    pub(crate) scene: Rc<Scene>,
    /// For exported files.
    pub(crate) name: AttrValue,
    pub(crate) select: Callback<Part>,
    /// Show more: twice as much, or everything.
    pub(crate) raise: Callback<bool>,
}

/// What the user does with the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gesture {
    Zoom(f64, Option<Point>),
    Pan(f64, f64),
    Fit,
}

/// Fingers and mouse buttons that are down, and whether they have moved.
#[derive(Debug, Default)]
struct Pointers {
    down: Vec<(i32, Point)>,
    have_moved: bool,
}

#[function_component]
pub(crate) fn Drawing(properties: &DrawingProperties) -> Html {
    let DrawingProperties { scene, name, select, raise } = properties;
    let canvas = use_node_ref();
    let camera = use_mut_ref(Camera::default);
    let redraw = use_force_update();
    let shows_twin = use_state(|| false);
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
    use_window_size(&canvas, &camera, &redraw);
    use_wheel(&canvas, &gesture);

    camera.borrow_mut().look(scene);
    let area = camera.borrow().area(scene);
    let view_box = format!("{:.1} {:.1} {:.1} {:.1}", area.x, area.y, area.width, area.height);
    let painted = use_memo(Rc::clone(scene), |scene| paint(scene).iter().map(html_of).collect::<Html>());
    let items = use_memo(Rc::clone(scene), |scene| twin(scene));

    let onkeydown = keys(&gesture);
    let onclick = {
        let (select, pointers) = (select.clone(), Rc::clone(&pointers));
        Callback::from(move |event: MouseEvent| {
            if !std::mem::take(&mut pointers.borrow_mut().have_moved)
                && let Some(part) = part_at(&event)
            {
                select.emit(part);
            }
        })
    };
    let onpointerdown = {
        let pointers = Rc::clone(&pointers);
        Callback::from(move |event: PointerEvent| {
            let mut pointers = pointers.borrow_mut();
            if pointers.down.is_empty() {
                pointers.have_moved = false;
            }
            if event.button() == 0 {
                pointers.down.push((event.pointer_id(), place(&event)));
            }
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
            pointers.borrow_mut().down.retain(|(id, _)| *id != event.pointer_id());
        })
    };
    let button = |label: &'static str, picture: Icon, what: Gesture| {
        let onclick = gesture.reform(move |_: MouseEvent| what);
        html! {
            <button type="button" class="quiet tool" aria-label={label} title={label} {onclick}>{ icon(picture) }</button>
        }
    };
    let toggle = {
        let shows_twin = shows_twin.clone();
        Callback::from(move |_: MouseEvent| shows_twin.set(!*shows_twin))
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
    html! {
        <figure class={classes!("drawing", shows_twin.then_some("with-twin"))}>
            <div
                class="canvas"
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
                <svg class="picture" viewBox={view_box} aria-hidden="true" focusable="false">{ (*painted).clone() }</svg>
            </div>
            <figcaption>
                { legend(scene) }
                if let Some(omitted) = scene.omitted {
                    { omission(omitted, raise) }
                }
                <div class="tools" role="group" aria-label="Tools of the picture">
                    { button("Zoom in", Icon::Plus, Gesture::Zoom(ZOOM, None)) }
                    { button("Zoom out", Icon::Minus, Gesture::Zoom(1.0 / ZOOM, None)) }
                    { button("Show all", Icon::Fit, Gesture::Fit) }
                    <button type="button" class="quiet toggle" aria-pressed={shows_twin.to_string()} onclick={toggle}>
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
            </figcaption>
            <Twin
                title={scene.title.clone()}
                items={(*items).clone()}
                is_visible={*shows_twin}
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

impl Pointers {
    /// What the movement of a pointer means: dragging with one, and pinching with two.
    fn moved(&mut self, event: &PointerEvent, canvas: &NodeRef) -> Vec<Gesture> {
        let to = place(event);
        let Some(index) = self.down.iter().position(|(id, _)| *id == event.pointer_id()) else {
            return Vec::new();
        };
        let from = self.down[index].1;
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        if !self.have_moved && dx.abs() + dy.abs() < DRAG {
            return Vec::new();
        }
        let Some(canvas) = canvas.cast::<Element>() else { return Vec::new() };
        if !std::mem::replace(&mut self.have_moved, true) {
            // From here on it is no click, so it may leave the picture.
            canvas.set_pointer_capture(event.pointer_id()).ok();
        }
        self.down[index].1 = to;
        match self.down[..] {
            [_] => vec![Gesture::Pan(-dx, -dy)],
            [one, two] => {
                let other = if index == 0 { two.1 } else { one.1 };
                let distance = |p: Point| ((p.x - other.x).powi(2) + (p.y - other.y).powi(2)).sqrt().max(1.0);
                let window = canvas.get_bounding_client_rect();
                let middle = Point::new(
                    f64::midpoint(to.x, other.x) - window.left(),
                    f64::midpoint(to.y, other.y) - window.top(),
                );
                vec![
                    Gesture::Zoom(distance(to) / distance(from), Some(middle)),
                    Gesture::Pan(-dx / 2.0, -dy / 2.0),
                ]
            }
            _ => Vec::new(),
        }
    }
}

fn place(event: &PointerEvent) -> Point {
    Point::new(f64::from(event.client_x()), f64::from(event.client_y()))
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
    html! { <ul class="legend">{ for roles.chain(changes) }</ul> }
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

/// Keeps the camera informed of the size of its window.
#[hook]
fn use_window_size(canvas: &NodeRef, camera: &Rc<RefCell<Camera>>, redraw: &UseForceUpdateHandle) {
    let (camera, redraw) = (Rc::clone(camera), redraw.clone());
    use_effect_with(canvas.clone(), move |canvas| {
        let canvas = canvas.cast::<Element>();
        let measured = canvas.clone();
        let resized = Closure::<dyn Fn()>::new(move || {
            let Some(canvas) = &measured else { return };
            let window = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
            if camera.borrow().window != window {
                camera.borrow_mut().window = window;
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

/// The wheel zooms if Ctrl is held or the picture has the focus; otherwise it scrolls the page. The listener must be able to
/// prevent scrolling, which those of the framework are not.
#[hook]
fn use_wheel(canvas: &NodeRef, gesture: &Callback<Gesture>) {
    use_effect_with((canvas.clone(), gesture.clone()), move |(canvas, gesture)| {
        let canvas = canvas.cast::<Element>();
        let gesture = gesture.clone();
        let listener = Closure::<dyn Fn(WheelEvent)>::new({
            let canvas = canvas.clone();
            move |event: WheelEvent| {
                let Some(canvas) = &canvas else { return };
                if !(event.ctrl_key() || event.meta_key() || has_focus(canvas)) {
                    return;
                }
                event.prevent_default();
                let window = canvas.get_bounding_client_rect();
                let at = Point::new(
                    f64::from(event.client_x()) - window.left(),
                    f64::from(event.client_y()) - window.top(),
                );
                let factor = if event.delta_y() < 0.0 { 1.1 } else { 1.0 / 1.1 };
                gesture.emit(Gesture::Zoom(factor, Some(at)));
            }
        });
        if let Some(canvas) = &canvas {
            let options = AddEventListenerOptions::new();
            options.set_passive(false);
            canvas
                .add_event_listener_with_callback_and_add_event_listener_options(
                    "wheel",
                    listener.as_ref().unchecked_ref(),
                    &options,
                )
                .ok();
        }
        move || {
            if let Some(canvas) = canvas {
                canvas.remove_event_listener_with_callback("wheel", listener.as_ref().unchecked_ref()).ok();
            }
        }
    });
}

fn has_focus(canvas: &Element) -> bool {
    let active = web_sys::window().and_then(|window| window.document()?.active_element());
    active.as_ref() == Some(canvas)
}
