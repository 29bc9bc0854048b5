//! From a scene to elements of SVG. Colours and fonts are left to a style sheet, which knows the classes used
//! here.

use crate::draw::notation::{Piece, Style};

use super::element::number;
use super::metric::{LINE_HEIGHT, TAG_SCALE, text_width};
use super::route::{RADIUS, arrow};
use super::scene::{Edge, EdgeKind, Group, Line, LineKind, Mark, Node, Path, Scene, Shape};
use super::text_alternative::{edge_text, node_text};
use super::{Element, Point, Rect};

/// How far the ring around what is selected stands off.
const RING: f64 = 4.5;

/// How long the arrow is that leads from nowhere to where something begins.
pub const START: f64 = 20.0;

/// The elements of a scene, from the back to the front: first edges, then nodes.
pub fn paint(scene: &Scene) -> Vec<Element> {
    let edges = scene.edges.iter().map(edge);
    let groups = scene.groups.iter().map(group);
    groups.chain(edges).chain(scene.nodes.iter().map(node)).collect()
}

/// A picture with more nodes and edges than this is painted as far as it is seen.
const MANY_PARTS: usize = 80;

/// The part of a picture that is to be painted so that an area of it can be seen, also when it moves a
/// little; nothing, if there is so little that all of it may be painted.
pub fn painted_area(scene: &Scene, seen: &Rect) -> Option<Rect> {
    if scene.nodes.len() + scene.edges.len() <= MANY_PARTS {
        return None;
    }
    // In tiles of half a window, and one more on each side.
    let (width, height) = (seen.width / 2.0, seen.height / 2.0);
    let (x, y) = ((seen.x / width).floor() - 1.0, (seen.y / height).floor() - 1.0);
    Some(Rect { x: x * width, y: y * height, width: 5.0 * width, height: 5.0 * height })
}

/// The elements of the parts of a scene that lie in an area, at least.
pub fn paint_within(scene: &Scene, area: &Rect) -> Vec<Element> {
    let edges = scene.edges.iter().filter(|part| part.extent().overlaps(area)).map(edge);
    let groups = scene.groups.iter().map(group);
    let nodes = scene.nodes.iter().filter(|part| part.extent().overlaps(area)).map(node);
    groups.chain(edges).chain(nodes).collect()
}

/// A frame with its title in the upper left corner.
fn group(group: &Group) -> Element {
    let place = group.place;
    let title = Element::new("text").class("group-title").at("x", place.x + 10.0).at("y", place.y + 19.0);
    Element::new("g")
        .class("group")
        .child(outline(Shape::Box, &place).class("group-frame"))
        .child(title.text(group.title.clone()))
}

fn node(node: &Node) -> Element {
    let mut classes = format!("node {}", node.role.class());
    decorate(&mut classes, node.mark.as_ref(), node.is_selected, node.is_faint);
    let mut group = Element::new("g").class(classes).with("data-part", node.id.to_string());
    group = group.child(Element::new("title").text(node_text(node)));
    let place = node.place;
    if node.is_selected {
        group = group.child(outline_of(node, &place.grown(RING)).class("ring"));
    }
    if node.shape != Shape::Plain {
        group = group.child(outline_of(node, &place).class("body"));
    }
    if node.shape == Shape::Final {
        group = group.child(outline(Shape::Box, &place.grown(-3.5)).class("inner"));
    }
    if node.shape == Shape::Initial {
        let middle = place.middle();
        let path = arrow(Point::new(place.x - START, middle.y), Point::new(place.x, middle.y));
        let line = Element::new("path").class("line").with("d", outline_of_path(&path));
        group = group.child(line).child(Element::new("path").class("tip").with("d", tip(&path)));
    }
    if node.shape == Shape::Place && !node.sets.is_empty() {
        group = sets(group, node);
    } else if !node.tag.is_empty() {
        let tag = Element::new("text").class("tag").with("text-anchor", "end");
        group = group.child(tag.at("x", place.right() - 6.0).at("y", place.y + 14.0).text(node.tag.clone()));
    }
    group = text_lines(group, node);
    if let Some(mark) = &node.mark {
        group = group.child(tab(mark, node));
    }
    group
}

/// A ring inside of a place, with an arc for each set that it belongs to, and the numbers of the sets beside
/// it.
fn sets(mut group: Element, node: &Node) -> Element {
    let place = node.place;
    let radius = (place.height - LINE_HEIGHT) / 2.0;
    let (x, y) = (place.middle().x, place.y + radius);
    let count = node.sets.len();
    for (i, role) in node.sets.iter().enumerate() {
        // The circumference counts as one unit for each set.
        let arc = Element::new("circle").class(format!("arc {}", role.class()));
        let arc = arc.at("cx", x).at("cy", y).at("r", radius - 3.0).with("pathLength", count.to_string());
        let arc = arc.with("stroke-dasharray", format!("1 {}", count - 1));
        group = group.child(if i == 0 { arc } else { arc.with("stroke-dashoffset", format!("-{i}")) });
    }
    let tag = Element::new("text").class("tag").at("x", x + radius * 0.8).at("y", y - radius * 0.7);
    group.child(tag.text(node.tag.clone()))
}

/// A circle, or what is as high and wider for longer numbers.
#[expect(clippy::cast_precision_loss, reason = "numbers of clauses are short")]
fn disc(middle: Point, radius: f64, letters: usize) -> Element {
    /// A circle has room for so many letters, and each further one takes so much.
    const FITTING: usize = 2;
    const LETTER: f64 = 9.5;
    if letters <= FITTING {
        return Element::new("circle").at("cx", middle.x).at("cy", middle.y).at("r", radius);
    }
    let width = 2.0 * radius + LETTER * (letters - FITTING) as f64;
    Element::new("rect")
        .at("x", middle.x - width / 2.0)
        .at("y", middle.y - radius)
        .at("width", width)
        .at("height", 2.0 * radius)
        .at("rx", radius)
}

/// The outline of a node with what is written in it.
fn outline_of(node: &Node, place: &Rect) -> Element {
    match (node.shape, node.lines.first()) {
        (Shape::Circle, Some(line)) => disc(place.middle(), place.width / 2.0, line.plain().chars().count()),
        (shape, _) => outline(shape, place),
    }
}

fn outline(shape: Shape, place: &Rect) -> Element {
    match shape {
        Shape::Box | Shape::Initial | Shape::Final | Shape::Plain => Element::new("rect")
            .at("x", place.x)
            .at("y", place.y)
            .at("width", place.width)
            .at("height", place.height)
            .with("rx", "4"),
        Shape::Circle => disc(place.middle(), place.width / 2.0, 0),
        Shape::Place => {
            let radius = (place.height - LINE_HEIGHT) / 2.0;
            Element::new("circle").at("cx", place.middle().x).at("cy", place.y + radius).at("r", radius)
        }
        Shape::Bar => Element::new("rect")
            .at("x", place.x)
            .at("y", place.y)
            .at("width", place.width)
            .at("height", place.height - LINE_HEIGHT)
            .with("rx", "2"),
    }
}

fn text_lines(mut group: Element, node: &Node) -> Element {
    let mut inside = node.place;
    let mut lines = &node.lines[..];
    if let Some((name, others)) = lines.split_first().filter(|_| node.shape.has_name_below()) {
        group = group.child(text(name, Point::new(inside.middle().x, inside.bottom() - 4.5)));
        inside.height -= LINE_HEIGHT;
        lines = others;
    }
    centred(group, lines, inside.middle())
}

/// Lines around a point.
fn centred(mut group: Element, lines: &[Line], middle: Point) -> Element {
    #[expect(clippy::cast_precision_loss, reason = "a box has few lines")]
    let first = middle.y - (lines.len() as f64 - 1.0) / 2.0 * LINE_HEIGHT + 5.3;
    let mut y = first;
    for line in lines {
        group = group.child(text(line, Point::new(middle.x, y)));
        y += LINE_HEIGHT;
    }
    group
}

fn text(line: &Line, at: Point) -> Element {
    let class = match line.kind {
        LineKind::Name => "name",
        LineKind::Formula => "formula",
        LineKind::Interpolant => "formula found",
        LineKind::Contradicting => "formula contradicting",
        LineKind::Remark => "remark",
    };
    let mut element =
        Element::new("text").class(class).with("text-anchor", "middle").at("x", at.x).at("y", at.y);
    let mut is_low = false;
    for piece in &line.pieces {
        let becomes_low = piece.style == Style::Subscript;
        element = element.child(tspan(piece, f64::from(i8::from(becomes_low) - i8::from(is_low)) * 4.0));
        is_low = becomes_low;
    }
    element
}

fn tspan(piece: &Piece, shift: f64) -> Element {
    let class = match piece.style {
        Style::Variable => "v",
        Style::Subscript => "sub",
        Style::Upright => "u",
    };
    let element = Element::new("tspan").class(class);
    let element = if shift == 0.0 { element } else { element.at("dy", shift) };
    element.text(piece.text.clone())
}

/// What the step did, as a sign and a word on the lower border.
fn tab(mark: &Mark, node: &Node) -> Element {
    let label = format!("{} {}", mark.change.icon(), mark.word);
    let place = tab_place(node, mark);
    let middle = place.middle();
    let rect = Element::new("rect").at("x", place.x).at("y", place.y).at("width", place.width);
    let text = Element::new("text").with("text-anchor", "middle").at("x", middle.x).at("y", middle.y + 4.0);
    Element::new("g")
        .class("tab")
        .child(rect.at("height", place.height).with("rx", "8"))
        .child(text.text(label))
}

/// Where that is: near the left corner, or in the middle if the box is narrow.
pub(super) fn tab_place(node: &Node, mark: &Mark) -> Rect {
    let width = text_width(mark.word) * TAG_SCALE + 22.0;
    let x = if width + 14.0 < node.place.width {
        node.place.x + 7.0
    } else {
        node.place.middle().x - width / 2.0
    };
    Rect { x, y: node.place.bottom() - 5.0, width, height: 16.0 }
}

fn edge(edge: &Edge) -> Element {
    let mut classes = format!("edge {} {}", edge.kind.class(), edge.role.class());
    decorate(&mut classes, edge.mark.as_ref(), edge.is_selected, false);
    let mut group = Element::new("g").class(classes).with("data-part", edge.id.to_string());
    if !edge.remark.is_empty() {
        group = group.child(Element::new("title").text(edge_text(edge)));
    }
    let outlines: Vec<String> = edge.paths.iter().map(outline_of_path).collect();
    for d in &outlines {
        group = group.child(Element::new("path").class("reach").with("d", d.clone()));
    }
    for (path, d) in edge.paths.iter().zip(outlines) {
        group = group.child(Element::new("path").class("line").with("d", d));
        if path.has_arrow && edge.kind.has_arrow() {
            group = group.child(Element::new("path").class("tip").with("d", tip(path)));
        }
    }
    if let Some(junction) = edge.junction {
        group = label(group, edge, junction);
    }
    if !edge.lines.is_empty() {
        let class = if edge.is_selected { "note ring" } else { "note" };
        group = group.child(outline(Shape::Box, &edge.place).class(class));
        group = centred(group, &edge.lines, edge.place.middle());
    }
    group
}

fn label(mut group: Element, edge: &Edge, at: Point) -> Element {
    let circle = |r: f64| disc(at, r, edge.label.chars().count());
    if edge.is_selected {
        group = group.child(circle(RADIUS + 3.5).class("ring"));
    }
    group = group.child(circle(RADIUS).class("body"));
    let number = Element::new("text").class("number").with("text-anchor", "middle");
    group = group.child(number.at("x", at.x).at("y", at.y + 4.2).text(edge.label.clone()));
    if edge.kind == EdgeKind::Contradicts {
        group = group.child(cross(Point::new(at.x, at.y + RADIUS + 8.0)));
    }
    if let Some(mark) = &edge.mark {
        let sign = Element::new("text").class("sign").with("text-anchor", "middle");
        let (x, y) = (at.x + RADIUS + 4.0, at.y - RADIUS + 3.0);
        group = group.child(sign.at("x", x).at("y", y).text(mark.change.icon()));
    }
    group
}

fn cross(at: Point) -> Element {
    let arm = 5.0;
    let [left, right] = [at.x - arm, at.x + arm].map(number);
    let [top, bottom] = [at.y - arm, at.y + arm].map(number);
    Element::new("path")
        .class("cross")
        .with("d", format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}"))
}

fn decorate(classes: &mut String, mark: Option<&Mark>, is_selected: bool, is_faint: bool) {
    if let Some(mark) = mark {
        classes.push(' ');
        classes.push_str(mark.change.class());
    }
    if is_selected {
        classes.push_str(" selected");
    }
    if is_faint {
        classes.push_str(" faint");
    }
}

fn outline_of_path(path: &Path) -> String {
    let mut d = format!("M{} {}", number(path.start.x), number(path.start.y));
    for curve in &path.curves {
        d.push('C');
        for (i, point) in curve.iter().enumerate() {
            if i > 0 {
                d.push(' ');
            }
            d.push_str(&number(point.x));
            d.push(' ');
            d.push_str(&number(point.y));
        }
    }
    d
}

/// The head of an arrow at the end of a path.
fn tip(path: &Path) -> String {
    let end = path.end();
    let before = path.curves.last().map_or(path.start, |curve| curve[1]);
    let (dx, dy) = (end.x - before.x, end.y - before.y);
    let length = (dx * dx + dy * dy).sqrt();
    let (dx, dy) = if length > 0.0 { (dx / length, dy / length) } else { (0.0, 1.0) };
    let at = |back: f64, side: f64| {
        format!("{} {}", number(end.x - dx * back - dy * side), number(end.y - dy * back + dx * side))
    };
    format!("M{} L{} L{} L{}Z", at(0.0, 0.0), at(8.5, 3.6), at(6.6, 0.0), at(8.5, -3.6))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(count: usize) -> Scene {
        let place = |i: usize| Rect { x: 0.0, y: 100.0 * f64::from(i as u32), width: 80.0, height: 40.0 };
        let node =
            |i: usize| Node { id: super::super::NodeKey::number(i), place: place(i), ..Node::default() };
        Scene { nodes: (0..count).map(node).collect(), ..Scene::default() }
    }

    #[test]
    fn of_many_parts_those_near_what_is_seen_are_painted() {
        let seen = Rect { x: -100.0, y: 1230.0, width: 400.0, height: 300.0 };
        assert_eq!(painted_area(&chain(MANY_PARTS), &seen), None);
        let many = chain(MANY_PARTS + 1);
        let area = painted_area(&many, &seen).unwrap();
        assert!(area.contains(&seen));
        let painted = paint_within(&many, &area);
        assert!((4..=10).contains(&painted.len()), "{}", painted.len());
        // Whoever moves a little sees what is painted already.
        let moved = Rect { y: 1240.0, ..seen };
        assert_eq!(painted_area(&many, &moved), Some(area));
    }
}
