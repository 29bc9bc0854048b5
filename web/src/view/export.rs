//! Pictures as files.

use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement,
    Url,
};

use crate::draw::{Element, Rect, Scene, Theme, dot, file, standalone};

/// A way to write a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Svg,
    Png,
    Dot,
}

impl Format {
    pub(crate) const ALL: [Format; 3] = [Format::Svg, Format::Png, Format::Dot];

    pub(crate) fn label(self) -> &'static str {
        match self {
            Format::Svg => "SVG",
            Format::Png => "PNG",
            Format::Dot => "DOT",
        }
    }
}

/// Pixels of a PNG for each of the picture, so that it is sharp on a projector.
const SHARPNESS: f64 = 2.0;

/// No side of a PNG has more pixels: browsers refuse larger canvases.
const MOST_PIXELS: f64 = 8_000.0;

/// Lets the user save a picture.
pub(crate) fn save(scene: &Scene, name: &str, format: Format) {
    // A browser that refuses leaves nothing to be done; the picture is still on the page.
    match format {
        Format::Svg => save_text(&standalone(scene, theme()), "image/svg+xml", &format!("{name}.svg")).ok(),
        Format::Dot => save_text(&dot(scene), "text/vnd.graphviz", &format!("{name}.dot")).ok(),
        Format::Png => save_png(&standalone(scene, theme()), &format!("{name}.png")).ok(),
    };
}

/// Lets the user save a picture that is no scene.
pub(crate) fn save_elements(elements: &[Element], area: Rect, name: &str, format: Format) {
    let text = file(elements.iter().cloned(), &area, name, theme());
    match format {
        Format::Png => save_png(&text, &format!("{name}.png")).ok(),
        Format::Svg | Format::Dot => save_text(&text, "image/svg+xml", &format!("{name}.svg")).ok(),
    };
}

/// As the page is: what the user has chosen, or else what the system asks for.
fn theme() -> Theme {
    let window = web_sys::window();
    let root = window.as_ref().and_then(|window| window.document()?.document_element());
    let query = "(prefers-color-scheme: dark)";
    match root.and_then(|root| root.get_attribute("data-theme")).as_deref() {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => {
            let is_dark = window
                .and_then(|window| window.match_media(query).ok().flatten())
                .is_some_and(|q| q.matches());
            if is_dark { Theme::Dark } else { Theme::Light }
        }
    }
}

fn blob_url(text: &str, kind: &str) -> Result<String, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = Array::of1(&JsValue::from_str(text));
    Url::create_object_url_with_blob(&Blob::new_with_str_sequence_and_options(&parts, &options)?)
}

fn save_text(text: &str, kind: &str, name: &str) -> Result<(), JsValue> {
    let url = blob_url(text, kind)?;
    download(&url, name)?;
    Url::revoke_object_url(&url)
}

fn download(url: &str, name: &str) -> Result<(), JsValue> {
    let anchor: HtmlAnchorElement = element("a")?;
    anchor.set_href(url);
    anchor.set_download(name);
    anchor.click();
    Ok(())
}

fn element<T: JsCast>(tag: &str) -> Result<T, JsValue> {
    let document = web_sys::window().and_then(|window| window.document()).ok_or(JsValue::NULL)?;
    document.create_element(tag)?.dyn_into().map_err(JsValue::from)
}

/// The picture is drawn by the browser as an image, and the image on a canvas.
fn save_png(text: &str, name: &str) -> Result<(), JsValue> {
    let url: Rc<str> = blob_url(text, "image/svg+xml")?.into();
    let image = HtmlImageElement::new()?;
    let name = name.to_owned();
    let loaded = Closure::once_into_js({
        let (image, url) = (image.clone(), Rc::clone(&url));
        move || {
            draw_and_save(&image, name).ok();
            Url::revoke_object_url(&url).ok();
        }
    });
    image.set_onload(Some(loaded.unchecked_ref()));
    image.set_src(&url);
    Ok(())
}

fn draw_and_save(image: &HtmlImageElement, name: String) -> Result<(), JsValue> {
    let (width, height) = (f64::from(image.width()), f64::from(image.height()));
    let scale = SHARPNESS.min(MOST_PIXELS / width.max(height).max(1.0));
    let canvas: HtmlCanvasElement = element("canvas")?;
    #[expect(clippy::cast_sign_loss, reason = "sizes are positive")]
    let pixels = |length: f64| (length * scale).ceil() as u32;
    canvas.set_width(pixels(width));
    canvas.set_height(pixels(height));
    let context: CanvasRenderingContext2d =
        canvas.get_context("2d")?.ok_or(JsValue::NULL)?.dyn_into().map_err(JsValue::from)?;
    context.draw_image_with_html_image_element_and_dw_and_dh(
        image,
        0.0,
        0.0,
        width * scale,
        height * scale,
    )?;
    let drawn = Closure::once_into_js(move |blob: Option<Blob>| {
        let url = blob.and_then(|blob| Url::create_object_url_with_blob(&blob).ok());
        if let Some(url) = url {
            download(&url, &name).ok();
            Url::revoke_object_url(&url).ok();
        }
    });
    canvas.to_blob(drawn.unchecked_ref())
}
