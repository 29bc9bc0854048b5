//! The page's end of the connection to a worker.

use gloo_events::{EventListener, EventListenerOptions};
use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

use crate::state::Action;
use crate::state::workers::Speaker;
use crate::wire::bytes::bytes_of;
use crate::wire::protocol::{Call, Message, decode, encode};

/// A worker with this name waits for the module as its first message (`web/loader/worker.js`).
const GIVEN_MODULE: &str = "given-module";

/// A running worker. Dropping the link terminates it at once, whatever it is doing.
#[derive(Debug)]
pub(crate) struct WorkerLink {
    worker: Worker,
    /// Kept because nothing is heard any more once they are dropped.
    _listeners: [EventListener; 2],
}

impl WorkerLink {
    /// Starts a worker; what it says is handed to `heard` as actions.
    pub(crate) fn spawn(url: &str, speaker: Speaker, heard: &Callback<Action>) -> Result<Self, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name(GIVEN_MODULE);
        let worker = Worker::new_with_options(url, &options).map_err(|error| format!("{error:?}"))?;
        let on_message = EventListener::new(&worker, "message", {
            let heard = heard.clone();
            move |event| {
                let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
                heard.emit(match decode::<Message>(&bytes_of(event)) {
                    Ok(message) => Action::Heard(speaker, message),
                    Err(error) => Action::WorkerFailed(
                        speaker,
                        format!("the page does not understand its worker: {error}").into(),
                    ),
                });
            }
        });
        let options = EventListenerOptions::enable_prevent_default();
        let on_error = EventListener::new_with_options(&worker, "error", options, {
            let heard = heard.clone();
            move |event| {
                // Otherwise the browser reports the error to the page as well, as if the page had failed.
                event.prevent_default();
                heard.emit(Action::WorkerFailed(speaker, describe(event).into()));
            }
        });
        // The page's own module, which is compiled already; a copy of it is a reference to the same code.
        worker.post_message(&wasm_bindgen::module()).map_err(|error| format!("{error:?}"))?;
        Ok(Self { worker, _listeners: [on_message, on_error] })
    }

    /// Sends a call to the worker.
    pub(crate) fn send(&self, call: &Call) {
        // This fails only for values that can't be copied; bytes can.
        self.worker.post_message(&Uint8Array::from(&*encode(call))).ok();
    }
}

impl Drop for WorkerLink {
    fn drop(&mut self) {
        // A worker that is ended because it has panicked may still report the error that follows the panic.
        // Without a listener the browser would take it for an error of the page. What this leaks is a few
        // bytes per worker.
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(&self.worker, "error", options, Event::prevent_default).forget();
        self.worker.terminate();
    }
}

/// A worker that fails to load reports a plain event; one that fails later reports what happened.
fn describe(event: &Event) -> String {
    match event.dyn_ref::<web_sys::ErrorEvent>() {
        Some(error) => format!("{} ({}:{})", error.message(), error.filename(), error.lineno()),
        None => "the worker could not be loaded".to_owned(),
    }
}
