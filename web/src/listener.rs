//! A listener for events that no component of the page gets, such as those of the window.

use std::fmt;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{AddEventListenerOptions, Event, EventTarget};

/// Listens until it is dropped.
pub(crate) struct Listener {
    target: EventTarget,
    kind: &'static str,
    heard: Closure<dyn Fn(Event)>,
}

impl Listener {
    pub(crate) fn on(target: EventTarget, kind: &'static str, heard: impl Fn(Event) + 'static) -> Self {
        let heard = Closure::<dyn Fn(Event)>::new(heard);
        // This fails only for what is no function.
        target.add_event_listener_with_callback(kind, heard.as_ref().unchecked_ref()).ok();
        Self { target, kind, heard }
    }

    /// May prevent what the browser does by itself, such as scrolling.
    pub(crate) fn first_on(target: EventTarget, kind: &'static str, heard: impl Fn(Event) + 'static) -> Self {
        let heard = Closure::<dyn Fn(Event)>::new(heard);
        let options = AddEventListenerOptions::new();
        options.set_passive(false);
        let callback = heard.as_ref().unchecked_ref();
        target.add_event_listener_with_callback_and_add_event_listener_options(kind, callback, &options).ok();
        Self { target, kind, heard }
    }

    pub(crate) fn on_window(kind: &'static str, heard: impl Fn(Event) + 'static) -> Option<Self> {
        web_sys::window().map(|window| Self::on(window.into(), kind, heard))
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.target.remove_event_listener_with_callback(self.kind, self.heard.as_ref().unchecked_ref()).ok();
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Listener").field("kind", &self.kind).finish_non_exhaustive()
    }
}
