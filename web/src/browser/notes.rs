//! The line between a page and the window with its notes: messages of words, within one browser, by way of no
//! server. Each page has a line of its own, which the address of the window names.

use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};
use yew::Callback;

use crate::browser::environment::address;
use crate::browser::storage;

/// Precedes what a page tells; what a window says has one word.
pub(crate) const TOLD: &str = "told";
/// Said by a window that has opened, and by a page that has.
pub(crate) const HELLO: &str = "hello";

pub(crate) struct NotesLine {
    channel: BroadcastChannel,
    _heard: Closure<dyn Fn(MessageEvent)>,
}

impl NotesLine {
    /// Opens the line of this name, if the browser has such lines.
    pub(crate) fn open(name: &str, heard: Callback<Vec<String>>) -> Option<NotesLine> {
        let channel = BroadcastChannel::new(&format!("hornbook.notes.{name}")).ok()?;
        let heard = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let words = Array::from(&event.data());
            heard.emit(words.iter().filter_map(|word| word.as_string()).collect());
        });
        channel.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        Some(NotesLine { channel, _heard: heard })
    }

    pub(crate) fn say<'a>(&self, words: impl IntoIterator<Item = &'a str>) {
        let words: Array = words.into_iter().map(JsValue::from_str).collect();
        self.channel.post_message(&words).ok();
    }
}

impl Drop for NotesLine {
    fn drop(&mut self) {
        self.channel.close();
    }
}

/// Opens the window with the notes, or brings it to the front.
pub(crate) fn open_window() {
    let name = storage::own_name();
    let url = format!("{}?notes={name}", address());
    let target = format!("hornbook-notes-{name}");
    let window = gloo_utils::window();
    window.open_with_url_and_target_and_features(&url, &target, "popup,width=760,height=720").ok();
}
