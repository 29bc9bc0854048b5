//! Menus: `<details>` whose content lies over the page. They close with Escape, and when the focus or a click
//! goes elsewhere.

use gloo_events::EventListener;
use gloo_utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, Node};
use yew::prelude::*;

/// The reference is for the `<details>` element.
#[hook]
pub(crate) fn use_menu() -> NodeRef {
    let menu = use_node_ref();
    use_effect_with(menu.clone(), |menu| {
        let element = menu.cast::<Element>();
        let outside = |event: &str, element: Option<Element>| {
            EventListener::new(&document(), event.to_owned(), move |event| {
                let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
                if let Some(element) = element.as_ref().filter(|element| element.has_attribute("open"))
                    && !element.contains(target.as_ref())
                {
                    element.remove_attribute("open").ok();
                }
            })
        };
        let listeners = [outside("pointerdown", element.clone()), outside("focusin", element.clone())];
        let keys = element.map(|element| {
            let menu = element.clone();
            EventListener::new(&element, "keydown", move |event| {
                let is_escape = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape");
                if is_escape && menu.has_attribute("open") {
                    event.stop_propagation();
                    menu.remove_attribute("open").ok();
                    let summary = menu.query_selector("summary").ok().flatten();
                    if let Some(summary) = summary.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
                        summary.focus().ok();
                    }
                }
            })
        });
        move || drop((listeners, keys))
    });
    menu
}
