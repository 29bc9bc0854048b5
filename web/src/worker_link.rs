//! The page's end of the connection to a worker.

use std::fmt;

use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

use crate::protocol::{Call, Message, decode, encode};
use crate::state::Action;
use crate::workers::Speaker;

/// A running worker. Dropping the link terminates it at once, whatever it is doing.
pub(crate) struct WorkerLink {
    worker: Worker,
    // Kept because the worker refers to them.
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(Event)>,
}

impl WorkerLink {
    /// Starts a worker; what it says is handed to `heard` as actions.
    pub(crate) fn spawn(url: &str, speaker: Speaker, heard: &Callback<Action>) -> Result<Self, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(url, &options).map_err(|error| format!("{error:?}"))?;
        let on_message = Closure::<dyn Fn(MessageEvent)>::new({
            let heard = heard.clone();
            move |event: MessageEvent| {
                heard.emit(match decode::<Message>(&bytes_of(&event)) {
                    Ok(message) => Action::Heard(speaker, message),
                    Err(error) => Action::WorkerFailed(
                        speaker,
                        format!("the page does not understand its worker: {error}").into(),
                    ),
                });
            }
        });
        let on_error = Closure::<dyn Fn(Event)>::new({
            let heard = heard.clone();
            move |event: Event| {
                // Otherwise the browser reports the error to the page as well, as if the page had failed.
                event.prevent_default();
                heard.emit(Action::WorkerFailed(speaker, describe(&event).into()));
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { worker, _on_message: on_message, _on_error: on_error })
    }

    /// Sends a call to the worker.
    pub(crate) fn send(&self, call: &Call) {
        // This fails only for values that can't be copied; bytes can.
        self.worker.post_message(&Uint8Array::from(&*encode(call))).ok();
    }
}

impl Drop for WorkerLink {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl fmt::Debug for WorkerLink {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("WorkerLink").finish_non_exhaustive()
    }
}

/// The bytes that a message consists of.
pub(crate) fn bytes_of(event: &MessageEvent) -> Vec<u8> {
    event.data().dyn_ref::<Uint8Array>().map(Uint8Array::to_vec).unwrap_or_default()
}

/// A worker that fails to load reports a plain event; one that fails later reports what happened.
fn describe(event: &Event) -> String {
    match event.dyn_ref::<web_sys::ErrorEvent>() {
        Some(error) => format!("{} ({}:{})", error.message(), error.filename(), error.lineno()),
        None => "the worker could not be loaded".to_owned(),
    }
}
