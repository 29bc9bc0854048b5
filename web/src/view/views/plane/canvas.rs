//! The plane itself, under mouse, fingers and keys.

use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use super::Change;
use crate::draw;
use crate::model::plane::{Frame, Glass, area};
use crate::view::parts::gestures::{Gesture, Pointers, use_wheel};
use crate::view::parts::svg::html_of;

#[derive(Properties, PartialEq)]
pub(super) struct CanvasProperties {
    pub(super) elements: Rc<Vec<draw::Element>>,
    pub(super) label: AttrValue,
    pub(super) frame: Frame,
    pub(super) cursor: Option<(i64, i64)>,
    pub(super) choose: Callback<Change>,
}

#[function_component]
pub(super) fn Canvas(properties: &CanvasProperties) -> Html {
    let CanvasProperties { elements, label, frame, cursor, choose } = properties;
    let (frame, cursor) = (*frame, *cursor);
    let canvas = use_node_ref();
    let pointers = use_mut_ref(Pointers::default);
    // Points are whole numbers, but hands move by less; what was shown last, and what it was meant to be.
    let glass = use_mut_ref(|| None::<(Frame, Glass)>);
    let scale = {
        let canvas = canvas.clone();
        move || {
            let rect = canvas.cast::<Element>().map(|canvas| canvas.get_bounding_client_rect());
            rect.map_or(1.0, |rect| area().width / rect.width().max(1.0))
        }
    };
    // Several at once are one movement: the pinch of two fingers zooms and moves.
    let apply = {
        let (choose, scale) = (choose.clone(), scale.clone());
        move |gestures: &[Gesture]| {
            let meant = glass.borrow().filter(|(shown, _)| *shown == frame).map(|(_, meant)| meant);
            let mut meant = meant.unwrap_or_else(|| Glass::of(frame));
            let scale = scale();
            for gesture in gestures {
                meant = match *gesture {
                    Gesture::Pan(dx, dy) => meant.moved(dx * scale, dy * scale),
                    Gesture::Zoom(factor, at) => {
                        meant.zoomed(factor, at.map(|at| draw::Point::new(at.x * scale, at.y * scale)))
                    }
                    Gesture::Fit => return choose.emit(Change::Fit),
                };
            }
            glass.replace(Some((meant.frame(), meant)));
            choose.emit(Change::Frame(meant.frame()));
        }
    };
    let gesture = {
        let apply = apply.clone();
        Callback::from(move |gesture: Gesture| apply(&[gesture]))
    };
    use_wheel(&canvas, &gesture);
    let point_at = {
        let canvas = canvas.clone();
        move |event: &MouseEvent| {
            let rect = canvas.cast::<Element>()?.get_bounding_client_rect();
            let (x, y) =
                (f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top());
            Some(frame.point(x * scale(), y * scale()))
        }
    };
    let onpointerdown = {
        let pointers = Rc::clone(&pointers);
        Callback::from(move |event: PointerEvent| pointers.borrow_mut().pressed(&event))
    };
    let onpointermove = {
        let (pointers, choose) = (Rc::clone(&pointers), choose.clone());
        let (point_at, canvas) = (point_at.clone(), canvas.clone());
        Callback::from(move |event: PointerEvent| {
            if pointers.borrow().are_down() {
                let moved = pointers.borrow_mut().moved(&event, &canvas);
                if !moved.is_empty() {
                    apply(&moved);
                }
            } else if let Some(at) = point_at(&event) {
                choose.emit(Change::Cursor(at));
            }
        })
    };
    let onpointerup = {
        let pointers = Rc::clone(&pointers);
        Callback::from(move |event: PointerEvent| pointers.borrow_mut().released(&event))
    };
    let onclick = {
        let choose = choose.clone();
        Callback::from(move |event: MouseEvent| {
            if pointers.borrow_mut().have_clicked()
                && let Some(at) = point_at(&event)
            {
                choose.emit(Change::Cursor(at));
            }
        })
    };
    let onkeydown = keys(choose, frame, cursor);
    let view = area();
    let view_box = format!("0 0 {} {}", view.width, view.height);
    html! {
        <svg ref={canvas} class="picture plane-picture" viewBox={view_box} role="img" tabindex="0" aria-label={label}
            {onkeydown} {onclick} {onpointerdown} {onpointermove}
            onpointerup={onpointerup.clone()} onpointercancel={onpointerup}>
            <title>{ "Drag to move, pinch or Ctrl and wheel to zoom; arrows move the cursor, with Shift the window; plus, minus and 0 zoom" }</title>
            { for elements.iter().map(html_of) }
        </svg>
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
