//! The entry point of the worker.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::answer::answer;
use crate::protocol::{Call, Message};

/// Called by `worker.js` once the module is loaded.
#[wasm_bindgen]
pub fn start_worker() {
    std::panic::set_hook(Box::new(|panic| post(&Message::Panicked { message: panic.to_string() })));
    let listener = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        match serde_json::from_str::<Call>(&text) {
            Ok(call) => post(&Message::Answer { id: call.id, answer: answer(&call.request) }),
            Err(error) => post(&Message::Panicked {
                message: format!("the worker does not understand the page: {error}"),
            }),
        }
    });
    scope().set_onmessage(Some(listener.as_ref().unchecked_ref()));
    // The listener lives as long as the worker.
    listener.forget();
    post(&Message::Ready);
}

fn post(message: &Message) {
    let text = serde_json::to_string(message).unwrap_or_default();
    // This fails only for values that can't be copied; a string can.
    scope().post_message(&text.into()).ok();
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}
