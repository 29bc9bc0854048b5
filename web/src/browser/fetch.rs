//! Texts from the host of the page: lessons, which are fetched when somebody reads one.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

use crate::text::file;

/// The text at an address of this host, or a sentence about why it is not there. The policy of the page lets
/// nothing be fetched from elsewhere.
pub(crate) async fn fetch_text(address: &str) -> Result<Rc<str>, Rc<str>> {
    let missing = || -> Rc<str> {
        format!("{address} can't be fetched. Is this page offline, or the address wrong?").into()
    };
    let answer = JsFuture::from(gloo_utils::window().fetch_with_str(address)).await.map_err(|_| missing())?;
    let response = answer.dyn_into::<Response>().ok().filter(Response::ok).ok_or_else(missing)?;
    let text = JsFuture::from(response.text().map_err(|_| missing())?).await.map_err(|_| missing())?;
    let text = text.as_string().ok_or_else(missing)?;
    file::check_size(address, text.len() as u64)?;
    Ok(text.into())
}
