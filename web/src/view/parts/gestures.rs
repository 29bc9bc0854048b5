//! What hands do with a picture: they drag with one finger or the mouse, pinch with two, turn the wheel, and
//! press keys.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, TouchEvent, WheelEvent};
use yew::prelude::*;

use crate::draw::Point;

/// A step of the buttons and keys.
pub(in crate::view) const ZOOM: f64 = 1.25;
pub(in crate::view) const PAN: f64 = 80.0;

/// A pointer that moves less than this many pixels clicks; one that moves more drags.
const DRAG: f64 = 4.0;

/// What the user wants of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::view) enum Gesture {
    /// By a factor, around a place of the window; its middle if there is none.
    Zoom(f64, Option<Point>),
    /// By this many pixels.
    Pan(f64, f64),
    Fit,
}

/// Fingers and mouse buttons that are down, and whether they have moved.
#[derive(Debug, Default)]
pub(in crate::view) struct Pointers {
    down: Vec<(i32, Point)>,
    have_moved: bool,
}

impl Pointers {
    pub(in crate::view) fn pressed(&mut self, event: &PointerEvent) {
        if self.down.is_empty() {
            self.have_moved = false;
        }
        if event.button() == 0 {
            self.down.push((event.pointer_id(), place(event)));
        }
    }

    pub(in crate::view) fn released(&mut self, event: &PointerEvent) {
        self.down.retain(|(id, _)| *id != event.pointer_id());
    }

    pub(in crate::view) fn are_down(&self) -> bool {
        !self.down.is_empty()
    }

    /// Whether what was just released was a click; asked once.
    pub(in crate::view) fn have_clicked(&mut self) -> bool {
        !std::mem::take(&mut self.have_moved)
    }

    /// What the movement of a pointer means: dragging with one, and pinching with two.
    pub(in crate::view) fn moved(&mut self, event: &PointerEvent, canvas: &NodeRef) -> Vec<Gesture> {
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

/// The wheel zooms if Ctrl is held or the picture has the focus; otherwise it scrolls the page. Two fingers
/// are for the picture, one finger may scroll the page. The listeners must be able to prevent scrolling,
/// which those of the framework are not.
#[hook]
pub(in crate::view) fn use_wheel(canvas: &NodeRef, gesture: &Callback<Gesture>) {
    // The latest callback, so that listeners need not come and go with every gesture.
    let latest = use_mut_ref(|| gesture.clone());
    latest.replace(gesture.clone());
    let listeners = use_mut_ref(|| None::<(Element, [EventListener; 2])>);
    let canvas = canvas.clone();
    use_effect(move || {
        let now = canvas.cast::<Element>();
        let mut listeners = listeners.borrow_mut();
        if listeners.as_ref().map(|(element, _)| element) != now.as_ref() {
            *listeners = now.map(|canvas| {
                let wheel = turned(canvas.clone(), latest);
                let options = EventListenerOptions::enable_prevent_default();
                let both = [
                    EventListener::new_with_options(&canvas, "wheel", options, wheel),
                    EventListener::new_with_options(&canvas, "touchmove", options, pinched),
                ];
                (canvas, both)
            });
        }
    });
}

fn pinched(event: &Event) {
    if event.dyn_ref::<TouchEvent>().is_some_and(|event| event.touches().length() > 1) && event.cancelable() {
        event.prevent_default();
    }
}

fn turned(canvas: Element, latest: Rc<RefCell<Callback<Gesture>>>) -> impl Fn(&Event) + 'static {
    move |event: &Event| {
        let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
        if !(event.ctrl_key() || event.meta_key() || has_focus(&canvas)) {
            return;
        }
        event.prevent_default();
        let window = canvas.get_bounding_client_rect();
        let at = Point::new(
            f64::from(event.client_x()) - window.left(),
            f64::from(event.client_y()) - window.top(),
        );
        let factor = if event.delta_y() < 0.0 { 1.1 } else { 1.0 / 1.1 };
        latest.borrow().emit(Gesture::Zoom(factor, Some(at)));
    }
}

fn has_focus(canvas: &Element) -> bool {
    gloo_utils::document().active_element().as_ref() == Some(canvas)
}
