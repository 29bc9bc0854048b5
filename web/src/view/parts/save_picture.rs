//! Pictures as files.

use gloo_file::{Blob, ObjectUrl};
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use crate::browser::download::download_blob;
use crate::browser::environment::matches_media;
use crate::draw::{Element, Ground, Rect, Scene, Theme, dot, file, standalone, tikz};

/// A way to write a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Svg,
    Png,
    Dot,
    Tikz,
}

impl Format {
    pub(crate) const ALL: [Format; 4] = [Format::Svg, Format::Png, Format::Dot, Format::Tikz];

    pub(crate) fn label(self) -> &'static str {
        match self {
            Format::Svg => "SVG",
            Format::Png => "PNG",
            Format::Dot => "DOT",
            Format::Tikz => "TikZ",
        }
    }
}

/// Pixels of a PNG for each of the picture, so that it is sharp on a projector.
const SHARPNESS: f64 = 2.0;

/// No side of a PNG has more pixels: browsers refuse larger canvases.
const MOST_PIXELS: f64 = 8_000.0;

/// Lets the user save a picture. Of the name, which tells problem and step, the caption is made.
pub(crate) fn save(scene: &Scene, name: &str, format: Format) {
    let caption = caption(name);
    // A browser that refuses leaves nothing to be done; the picture is still on the page.
    match format {
        Format::Svg => save_text(
            &standalone(scene, &caption, theme(), Ground::Paper),
            "image/svg+xml",
            &format!("{name}.svg"),
        ),
        Format::Dot => save_text(&dot(scene), "text/vnd.graphviz", &format!("{name}.dot")),
        Format::Tikz => save_text(&tikz(scene, &caption), "application/x-tex", &format!("{name}.tex")),
        // On a slide there is something behind it.
        Format::Png => {
            drop(save_png(&standalone(scene, &caption, theme(), Ground::Transparent), format!("{name}.png")));
        }
    }
}

/// What a picture is of, as its file is called.
fn caption(name: &str) -> String {
    format!("{} (Hornbook)", name.replace('-', " "))
}

/// Lets the user save a picture that is no scene.
pub(crate) fn save_elements(elements: &[Element], area: Rect, name: &str, format: Format) {
    let ground = if format == Format::Png { Ground::Transparent } else { Ground::Paper };
    let text = file(elements.iter().cloned(), &area, name, theme(), ground);
    match format {
        Format::Png => drop(save_png(&text, format!("{name}.png"))),
        Format::Svg | Format::Dot | Format::Tikz => save_text(&text, "image/svg+xml", &format!("{name}.svg")),
    }
}

/// As the page is: what the user has chosen, or else what the system asks for.
fn theme() -> Theme {
    match gloo_utils::document_element().get_attribute("data-theme").as_deref() {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ if matches_media("(prefers-color-scheme: dark)") => Theme::Dark,
        _ => Theme::Light,
    }
}

fn save_text(text: &str, kind: &str, name: &str) {
    download_blob(Blob::new_with_options(text, Some(kind)), name);
}

/// The picture is drawn by the browser as an image, and the image on a canvas.
fn save_png(text: &str, name: String) -> Result<(), JsValue> {
    let address = ObjectUrl::from(Blob::new_with_options(text, Some("image/svg+xml")));
    let image = HtmlImageElement::new()?;
    let source = address.clone();
    let loaded = Closure::once_into_js({
        let image = image.clone();
        move || {
            draw_and_save(&image, name).ok();
            // Dropped here, and not earlier: the image is read from there.
            drop(address);
        }
    });
    image.set_onload(Some(loaded.unchecked_ref()));
    image.set_src(&source);
    Ok(())
}

fn draw_and_save(image: &HtmlImageElement, name: String) -> Result<(), JsValue> {
    let (width, height) = (f64::from(image.width()), f64::from(image.height()));
    let scale = SHARPNESS.min(MOST_PIXELS / width.max(height).max(1.0));
    let canvas: HtmlCanvasElement =
        gloo_utils::document().create_element("canvas")?.dyn_into().map_err(JsValue::from)?;
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
    let drawn = Closure::once_into_js(move |blob: Option<web_sys::Blob>| {
        if let Some(blob) = blob {
            download_blob(blob.into(), &name);
        }
    });
    canvas.to_blob(drawn.unchecked_ref())
}
