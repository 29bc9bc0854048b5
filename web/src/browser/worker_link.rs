//! The page's end of the connection to a worker.

use std::cell::RefCell;

use gloo_events::{EventListener, EventListenerOptions};
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

use crate::state::Action;
use crate::state::workers::{Role, Speaker};
use crate::wire::bytes::bytes_of;
use crate::wire::protocol::{Call, Message, decode, encode};

/// A worker with this name waits for the module as its first message (`web/loader/worker.js`).
const GIVEN_MODULE: &str = "given-module";

thread_local! {
    /// The worker that `web/loader/page.js` has started ahead of the page, until it is taken.
    static AHEAD: RefCell<Option<Worker>> = const { RefCell::new(None) };
}

/// Keeps a worker that has the module already, and waits to be called. If it fails before, whoever wants one
/// starts another.
pub(crate) fn keep_ahead(worker: Worker) {
    EventListener::once(&worker, "error", |_| AHEAD.set(None)).forget();
    AHEAD.set(Some(worker));
}

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
        let ahead = if speaker.role == Role::Solver { AHEAD.take() } else { None };
        let is_ahead = ahead.is_some();
        let worker = match ahead {
            Some(worker) => worker,
            None => fresh(url).map_err(|error| format!("{error:?}"))?,
        };
        let on_message = EventListener::new(&worker, "message", {
            let heard = heard.clone();
            move |event| {
                let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
                match decode::<Vec<Message>>(&bytes_of(event)) {
                    Ok(messages) => {
                        for message in messages {
                            heard.emit(Action::Heard(speaker, message));
                        }
                    }
                    Err(error) => heard.emit(Action::WorkerFailed(
                        speaker,
                        format!("the page does not understand its worker: {error}").into(),
                    )),
                }
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
        // One that was started ahead has the module, and waits for anything. The others are given the page's
        // own module, which is compiled already; a copy of it is a reference to the same code.
        let first = if is_ahead { JsValue::UNDEFINED } else { wasm_bindgen::module() };
        worker.post_message(&first).map_err(|error| format!("{error:?}"))?;
        Ok(Self { worker, _listeners: [on_message, on_error] })
    }

    /// Sends a call to the worker.
    pub(crate) fn send(&self, call: &Call) {
        // This fails only for values that can't be copied; bytes can.
        self.worker.post_message(&Uint8Array::from(&*encode(call))).ok();
    }
}

fn fresh(url: &str) -> Result<Worker, JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    options.set_name(GIVEN_MODULE);
    Worker::new_with_options(url, &options)
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
