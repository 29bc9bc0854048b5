//! Menus: `<details>` whose content lies over the page. They close with Escape, and when the focus or a click
//! goes elsewhere. What a large one holds is made when somebody comes near, and dropped when it is closed:
//! otherwise the page would carry it along through every step.

use gloo_events::EventListener;
use gloo_utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, Node};
use yew::prelude::*;

/// The reference is for the `<details>` element.
#[hook]
pub(crate) fn use_menu() -> NodeRef {
    let menu = use_node_ref();
    use_closing(&menu);
    menu
}

/// The same for a menu that holds much, and whether it is wanted: from the moment at which the pointer or the
/// focus comes to it until it is closed.
#[hook]
pub(crate) fn use_large_menu() -> (NodeRef, bool) {
    let menu = use_menu();
    let is_wanted = use_state_eq(|| false);
    use_effect_with(menu.clone(), {
        let setter = is_wanted.setter();
        move |menu| {
            let listeners = menu.cast::<Element>().map(|element| {
                let comes = |event: &'static str| {
                    let setter = setter.clone();
                    EventListener::new(&element, event, move |_| setter.set(true))
                };
                let is_toggled = {
                    let (menu, setter) = (element.clone(), setter.clone());
                    EventListener::new(&element, "toggle", move |_| setter.set(menu.has_attribute("open")))
                };
                [comes("pointerenter"), comes("focusin"), is_toggled]
            });
            move || drop(listeners)
        }
    });
    (menu, *is_wanted)
}

#[hook]
fn use_closing(menu: &NodeRef) {
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
}
