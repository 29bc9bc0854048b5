//! Files that the user saves.

use gloo_file::{Blob, ObjectUrl};
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::HtmlAnchorElement;

use crate::out::export::File;

/// The browser reads what an address stands for some time after the click; by then it has.
const MILLISECONDS_TO_READ: u32 = 60_000;

/// Lets the user save a text.
pub(crate) fn download(file: &File) {
    download_blob(Blob::new_with_options(&*file.content, Some("text/plain;charset=utf-8")), &file.name);
}

/// Lets the user save some bytes under a name. A browser that refuses leaves nothing to be done.
pub(crate) fn download_blob(content: Blob, name: &str) {
    let Ok(anchor) = gloo_utils::document().create_element("a") else { return };
    let Ok(anchor) = anchor.dyn_into::<HtmlAnchorElement>() else { return };
    let address = ObjectUrl::from(content);
    anchor.set_href(&address);
    anchor.set_download(name);
    anchor.click();
    // Dropping the address revokes it.
    Timeout::new(MILLISECONDS_TO_READ, move || drop(address)).forget();
}
