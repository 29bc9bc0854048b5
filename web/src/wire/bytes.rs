//! Messages as the browser hands them over.

use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use web_sys::MessageEvent;

/// The bytes that a message consists of.
pub(crate) fn bytes_of(event: &MessageEvent) -> Vec<u8> {
    event.data().dyn_ref::<Uint8Array>().map(Uint8Array::to_vec).unwrap_or_default()
}
