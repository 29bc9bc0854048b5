//! The edge between two parts of the window: it is moved by mouse, finger and key.
//!
//! While it is dragged only the style sheet hears of it, through a custom property at the root of the page;
//! the state hears of the place where it is let go.

use gloo_utils::document_element;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use crate::state::Action;
use crate::state::layout::{Edge, Layout};

/// A press of a key moves an edge by this many thousandths.
const STEP: u16 = 20;

#[derive(Properties, PartialEq)]
pub(crate) struct SplitterProperties {
    pub(crate) edge: Edge,
    /// The present part of the room, in thousandths.
    pub(crate) size: u16,
    pub(crate) act: Callback<Action>,
}

#[function_component]
pub(crate) fn Splitter(properties: &SplitterProperties) -> Html {
    let SplitterProperties { edge, size, act } = properties;
    let (edge, size) = (*edge, *size);
    let dragged = use_mut_ref(|| None::<u16>);
    let onpointerdown = {
        let dragged = dragged.clone();
        Callback::from(move |event: PointerEvent| {
            if let Some(handle) = target(&event) {
                event.prevent_default();
                handle.set_pointer_capture(event.pointer_id()).ok();
                *dragged.borrow_mut() = Some(size);
            }
        })
    };
    let onpointermove = {
        let dragged = dragged.clone();
        Callback::from(move |event: PointerEvent| {
            let mut dragged = dragged.borrow_mut();
            if dragged.is_some()
                && let Some(part) = target(&event).and_then(|handle| part_at(edge, &handle, &event))
            {
                *dragged = Some(part);
                set_part(edge, part);
            }
        })
    };
    let onpointerup = {
        let (dragged, act) = (dragged.clone(), act.clone());
        Callback::from(move |_: PointerEvent| {
            if let Some(part) = dragged.borrow_mut().take() {
                act.emit(Action::Resize(edge, part));
            }
        })
    };
    let onkeydown = {
        let act = act.clone();
        Callback::from(move |event: KeyboardEvent| {
            let (least, most) = edge.limits();
            // The keys go where they point to; the right pane and the pane below grow towards the start.
            let grows = matches!(edge, Edge::Problem);
            let to = match event.key().as_str() {
                "ArrowRight" | "ArrowDown" if grows => size.saturating_add(STEP),
                "ArrowLeft" | "ArrowUp" if grows => size.saturating_sub(STEP),
                "ArrowRight" | "ArrowDown" => size.saturating_sub(STEP),
                "ArrowLeft" | "ArrowUp" => size.saturating_add(STEP),
                "Home" => least,
                "End" => most,
                "Enter" => Layout::default().size(edge),
                _ => return,
            };
            event.prevent_default();
            act.emit(Action::Resize(edge, to));
        })
    };
    let ondblclick = act.reform(move |_: MouseEvent| Action::Resize(edge, Layout::default().size(edge)));
    let (label, orientation) = match edge {
        Edge::Problem => ("Width of the problem", "vertical"),
        Edge::Beside => ("Width of the right pane", "vertical"),
        Edge::Below => ("Height of the pane below", "horizontal"),
    };
    let (least, most) = edge.limits();
    html! {
        <div
            class={classes!("splitter", edge.name())}
            role="separator"
            tabindex="0"
            aria-label={label}
            aria-orientation={orientation}
            aria-valuemin={(least / 10).to_string()}
            aria-valuemax={(most / 10).to_string()}
            aria-valuenow={(size / 10).to_string()}
            title="Drag, or use the arrow keys; a double click puts it back"
            {onpointerdown}
            {onpointermove}
            onpointerup={onpointerup.clone()}
            onpointercancel={onpointerup}
            {onkeydown}
            {ondblclick}
        />
    }
}

fn target(event: &PointerEvent) -> Option<Element> {
    event.current_target()?.dyn_into().ok()
}

/// Which part of the room there is on the side of an edge that it is about, were the edge at the pointer.
fn part_at(edge: Edge, handle: &Element, event: &PointerEvent) -> Option<u16> {
    let room = handle.parent_element()?.get_bounding_client_rect();
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    let part = match edge {
        Edge::Problem => (x - room.left()) / room.width(),
        Edge::Beside => (room.right() - x) / room.width(),
        Edge::Below => (room.bottom() - y) / room.height(),
    };
    let (least, most) = edge.limits();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to its limits")]
    part.is_finite().then(|| (part * 1000.0).clamp(f64::from(least), f64::from(most)).round() as u16)
}

/// Tells the style sheet how large a part of the window is.
pub(crate) fn set_part(edge: Edge, size: u16) {
    if let Ok(root) = document_element().dyn_into::<HtmlElement>() {
        let percent = format!("{}.{}%", size / 10, size % 10);
        root.style().set_property(&format!("--{}-part", edge.name()), &percent).ok();
    }
}
