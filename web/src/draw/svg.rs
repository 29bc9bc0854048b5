//! Scenes as files: SVG that needs nothing else, fit for a slide.

use super::element::number;
use super::metric::text_width;
use super::{Child, Element, Rect, Scene, Theme, paint};

/// The room around a picture.
const MARGIN: f64 = 18.0;

/// What lies behind a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    Paper,
    /// Whatever the slide has.
    Transparent,
}

/// A scene as a file of its own. All that there is to see is in it, and no more; the caption says what it is
/// a picture of.
pub fn standalone(scene: &Scene, caption: &str, theme: Theme, ground: Ground) -> String {
    let mut extent = scene.extent().grown(MARGIN);
    let below = below(scene, caption, &mut extent);
    file(paint(scene).into_iter().chain(below), &extent, &scene.title, theme, ground)
}

/// Scenes below each other in one file, each with its caption: a program for slides or paper takes them apart
/// by their groups.
pub fn series(title: &str, pictures: &[(Scene, String)], theme: Theme) -> String {
    let mut elements = Vec::new();
    let mut area = Rect::default();
    for (scene, caption) in pictures {
        let mut extent = scene.extent().grown(MARGIN);
        let below = below(scene, caption, &mut extent);
        let mut picture = root(&extent).at("x", 0.0).at("y", area.height);
        picture = picture.at("width", extent.width).at("height", extent.height);
        for element in paint(scene).into_iter().chain(below) {
            picture = picture.child(element);
        }
        elements.push(picture);
        area.width = area.width.max(extent.width);
        area.height += extent.height;
    }
    file(elements.into_iter(), &area, title, theme, Ground::Paper)
}

/// Elements as a file of their own; the area is what is to be seen of them.
pub fn file(
    elements: impl Iterator<Item = Element>,
    extent: &Rect,
    title: &str,
    theme: Theme,
    ground: Ground,
) -> String {
    let mut svg = root(extent)
        .with("xmlns", "http://www.w3.org/2000/svg")
        .at("width", extent.width)
        .at("height", extent.height)
        .child(Element::new("title").text(title))
        .child(Element::new("style").text(theme.style_sheet()));
    if ground == Ground::Paper {
        svg = svg.child(
            Element::new("rect")
                .class("paper")
                .at("x", extent.x)
                .at("y", extent.y)
                .at("width", extent.width)
                .at("height", extent.height),
        );
    }
    for element in elements {
        svg = svg.child(element);
    }
    element_to_string(&svg)
}

/// What the colours mean and how much is not shown, line by line below the picture, which grows by that.
fn below(scene: &Scene, caption: &str, extent: &mut Rect) -> Vec<Element> {
    let left = extent.x + MARGIN;
    let mut elements = Vec::new();
    let mut line = |swatch: Option<&'static str>, text: String| {
        let y = extent.bottom();
        extent.height += 24.0;
        let indent = if swatch.is_some() { 30.0 } else { 0.0 };
        extent.width = extent.width.max(2.0 * MARGIN + indent + text_width(&text));
        if let Some(class) = swatch {
            let body = Element::new("rect").class("body").at("x", left).at("y", y - 4.0);
            let body = body.with("width", "20").with("height", "14").with("rx", "3");
            elements.push(Element::new("g").class(format!("node {class}")).child(body));
        }
        let text = Element::new("text").class("remark").text(text);
        elements.push(text.at("x", left + indent).at("y", y + 7.0));
    };
    for (role, meaning) in &scene.legend {
        line(Some(role.class()), meaning.clone());
    }
    if let Some(omitted) = scene.omitted {
        line(None, format!("showing {} of {}", omitted.shown, omitted.total));
    }
    if !caption.is_empty() {
        line(None, caption.to_owned());
    }
    elements
}

fn root(area: &Rect) -> Element {
    let view_box = [area.x, area.y, area.width, area.height].map(number).join(" ");
    Element::new("svg").class("picture").with("viewBox", view_box)
}

/// An element as text. The depth of elements is fixed by who makes them, so this may recurse.
pub fn element_to_string(element: &Element) -> String {
    let mut text = String::new();
    write(element, &mut text);
    text
}

fn write(element: &Element, out: &mut String) {
    out.push('<');
    out.push_str(element.tag);
    for (name, value) in &element.attributes {
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        escape(value, out);
        out.push('"');
    }
    if element.children.is_empty() {
        out.push_str("/>");
        return;
    }
    out.push('>');
    for child in &element.children {
        match child {
            Child::Element(inner) => write(inner, out),
            Child::Text(text) => escape(text, out),
        }
    }
    out.push_str("</");
    out.push_str(element.tag);
    out.push('>');
}

fn escape(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // These are no part of XML, whatever a name may contain.
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            letter if letter.is_control() && !matches!(letter, '\n' | '\t') => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_breaks_the_file() {
        let name = "a\u{fffe}b\u{ffff}c\u{0}d\u{1b}e\u{7f}f\u{85}<&\">\n";
        let element = Element::new("text").with("id", name).text(name);
        let escaped = "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}e\u{fffd}f\u{fffd}&lt;&amp;&quot;&gt;\n";
        assert_eq!(element_to_string(&element), format!("<text id=\"{escaped}\">{escaped}</text>"));
    }
}
