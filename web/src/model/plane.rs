//! The plane picture: integer points of A and B, the region of an interpolant, and what templates leave of
//! the sides.
//!
//! A is drawn with discs and B with squares, so that they can be told apart without colours. A row of points
//! is one dashed line, so that the picture stays small however many points there are.

use hornbook::engine::ClosureText;
use hornbook::formula::{FormulaText, PieceKind, Sort, Value};
use hornbook::inspect::{Inspection, Layer, LayerKind, Others, Pin, Plane, Query, RoundsText};
use hornbook::num::Int;
use hornbook::order::sort_by_key;

use crate::draw::Element;
use crate::draw::notation::{self, Style};
use crate::state::inspection::PlaneChoice;

mod frame;

pub use frame::{CLOSEST, Frame, Glass, WIDEST, area};
use frame::{LEFT, MARGIN, SIDE, small};

/// The arguments that may be axes, those first that make the picture say most: those that the refinement's
/// interpolant speaks of, those that have more than one value, and those that any interpolant may speak of.
pub fn axes(inspection: &Inspection) -> Vec<&str> {
    let taken = inspection.lattice.as_ref().ok().and_then(|lattice| lattice.points.get(lattice.chosen?));
    let is_named = |name: &str| {
        let mut pieces = taken.into_iter().flat_map(|point| point.text.pieces());
        pieces.any(|piece| piece.kind == PieceKind::Variable && piece.text == name)
    };
    let mut integers: Vec<_> = inspection.parameters.iter().filter(|p| p.sort == Sort::Int).collect();
    sort_by_key(&mut integers, |p| (!is_named(&p.name), pin(inspection, &p.name).is_some(), !p.common));
    integers.into_iter().map(|p| p.name.as_str()).collect()
}

fn pin<'a>(inspection: &'a Inspection, name: &str) -> Option<&'a Pin> {
    inspection.pins.iter().find(|pin| pin.name == name)
}

/// The value of an argument that is no axis, as typed: what the user says, or else what a side says. None if
/// it may be any.
pub fn value(inspection: &Inspection, choice: &PlaneChoice, name: &str) -> Option<String> {
    match choice.fixed.iter().find(|(known, _)| **known == *name) {
        Some((_, typed)) => Some(typed.to_string()).filter(|typed| !typed.trim().is_empty()),
        None => pin(inspection, name).map(|pin| pin.value.to_string()),
    }
}

/// What to ask for; `None` if there are no two integers.
pub fn query(
    inspection: &Inspection,
    choice: &PlaneChoice,
    formulae: Vec<FormulaText>,
    abstraction: Option<(String, Vec<usize>)>,
) -> Option<Query> {
    let names = axes(inspection);
    let known = |name: &str| names.contains(&name);
    let (x, y) = match &choice.axes {
        Some((x, y)) if x != y && known(x) && known(y) => (x.to_string(), y.to_string()),
        // In the order of the arguments.
        _ => {
            let best = [*names.first()?, *names.get(1)?];
            let mut best =
                inspection.parameters.iter().map(|p| &p.name).filter(|name| best.contains(&&***name));
            (best.next()?.clone(), best.next()?.clone())
        }
    };
    let others =
        inspection.parameters.iter().filter(|p| p.name != x && p.name != y).filter_map(|parameter| {
            let text = value(inspection, choice, &parameter.name)?;
            let value = match parameter.sort {
                Sort::Int => Value::Int(text.trim().parse::<Int>().ok()?),
                Sort::Bool => Value::Bool(text.trim().parse().ok()?),
            };
            Some((parameter.name.clone(), Others::Fixed(value)))
        });
    let others = others.collect();
    Some(Query {
        x,
        y,
        window: frame(inspection, choice).window(),
        others,
        formulae,
        abstraction,
        rounds: None,
    })
}

/// What to ask for if the rounds of a loop are shown: by default, an argument before and after.
pub fn rounds_query(inspection: &Inspection, choice: &PlaneChoice, closure: &ClosureText) -> Option<Query> {
    let names = axes_of_rounds(inspection);
    let known = |name: &str| names.iter().any(|known| known == name);
    let (x, y) = match &choice.axes {
        Some((x, y)) if x != y && known(x) && known(y) => (x.to_string(), y.to_string()),
        _ => (names.first()?.clone(), names.get(1)?.clone()),
    };
    let rounds = RoundsText { text: closure.rounds.clone(), number: closure.number.clone() };
    let window = frame(inspection, choice).window();
    let (others, formulae) = (Vec::new(), Vec::new());
    Some(Query { x, y, window, others, formulae, abstraction: None, rounds: Some(Box::new(rounds)) })
}

/// The arguments before and after the rounds of a loop that may be axes.
pub fn axes_of_rounds(inspection: &Inspection) -> Vec<String> {
    axes(inspection).into_iter().flat_map(|name| [name.to_owned(), format!("{name}'")]).collect()
}

/// What the picture assumes about the arguments that it does not show, in sentences.
pub fn assumptions(inspection: &Inspection, choice: &PlaneChoice, query: &Query) -> Vec<String> {
    if query.rounds.is_some() {
        return vec![
            "A point is in a set if it is for some values of all others, before and after.".to_owned(),
        ];
    }
    let mut sentences = Vec::new();
    let mut free = Vec::new();
    for parameter in inspection.parameters.iter().filter(|p| p.name != query.x && p.name != query.y) {
        let name = &parameter.name;
        let fixed = query.others.iter().find(|(known, _)| known == name);
        let chosen = choice.fixed.iter().any(|(known, _)| **known == **name);
        match (fixed, pin(inspection, name)) {
            (None, _) => free.push(name.as_str()),
            (Some(_), Some(pin)) if !chosen => {
                let side = if pin.is_by_a { "A" } else { "B" };
                sentences.push(format!(
                    "This is the slice at {name} = {}: {side} leaves {name} no other value.",
                    pin.value.to_string().replace('-', "−")
                ));
            }
            (Some((_, value)), _) => {
                let value = match value {
                    Others::Fixed(Value::Int(value)) => value.to_string().replace('-', "−"),
                    Others::Fixed(Value::Bool(value)) => value.to_string(),
                    Others::Some => continue,
                };
                sentences.push(format!("This is the slice at {name} = {value}."));
            }
        }
    }
    if !free.is_empty() {
        let (last, before) = free.split_last().unwrap_or((&"", &[]));
        let names =
            if before.is_empty() { (*last).to_owned() } else { format!("{} and {last}", before.join(", ")) };
        sentences.push(format!("A point is in a set if it is for some value of {names}."));
    }
    sentences
}

/// What is shown.
pub fn frame(inspection: &Inspection, choice: &PlaneChoice) -> Frame {
    match choice.window {
        Some((left, bottom, side)) => Frame { left, bottom, side },
        None => Frame::usual(inspection),
    }
}

/// A set of points, for quick looks.
struct Points<'a> {
    layer: &'a Layer,
    left: i64,
    bottom: i64,
}

impl Points<'_> {
    fn of(layer: &Layer) -> Option<Points<'_>> {
        Some(Points { layer, left: layer.window.left.to_i64()?, bottom: layer.window.bottom.to_i64()? })
    }

    /// The runs of points in a row: where they start, and how long they are, as far as they are in the frame.
    fn runs(&self, y: i64, frame: Frame) -> Vec<(i64, i64)> {
        let row = usize::try_from(y - self.bottom).ok().and_then(|j| self.layer.rows.get(j));
        let (low, high) = (frame.left, frame.left + i64::from(frame.side));
        let mut at = self.left;
        let mut found = Vec::new();
        for (k, length) in row.into_iter().flatten().enumerate() {
            let (start, end) = (at, at + i64::from(*length));
            at = end;
            let (start, end) = (start.max(low), end.min(high));
            if k % 2 == 1 && start < end {
                found.push((start, end - start));
            }
        }
        found
    }

    fn contains(&self, (x, y): (i64, i64)) -> bool {
        let frame = Frame { left: x, bottom: y, side: 1 };
        !self.runs(y, frame).is_empty()
    }
}

/// The elements of the picture, from the back to the front.
pub fn paint(plane: &Plane, frame: Frame, cursor: Option<(i64, i64)>) -> Vec<Element> {
    let mut elements = vec![plot("plot")];
    let layer = |kind: LayerKind| plane.layers.iter().find(|l| l.kind == kind).and_then(Points::of);
    for (kind, class) in
        [(LayerKind::AbstractA, "region abstract a"), (LayerKind::AbstractB, "region abstract b")]
    {
        elements.extend(layer(kind).map(|points| region(&points, frame, class)));
    }
    for kind in [LayerKind::Formula(0), LayerKind::Rounds(None)] {
        elements.extend(layer(kind).map(|points| region(&points, frame, "region interpolant")));
    }
    elements.extend(grid(plane, frame));
    for kind in [LayerKind::A, LayerKind::Rounds(Some(1))] {
        elements.extend(layer(kind).map(|points| discs(&points, frame, "points a", 0.8)));
    }
    for kind in [LayerKind::B, LayerKind::Rounds(Some(2))] {
        elements.extend(layer(kind).map(|points| squares(&points, frame)));
    }
    elements
        .extend(layer(LayerKind::Rounds(Some(3))).map(|points| discs(&points, frame, "points third", 0.3)));
    elements.push(plot("frame"));
    if let Some((x, y)) = cursor.filter(|at| frame.contains(*at)) {
        let (cx, cy) = frame.place(x, y);
        let radius = (frame.cell() * 0.62).max(6.0);
        elements.push(Element::new("circle").class("cursor").at("cx", cx).at("cy", cy).at("r", radius));
    }
    elements
}

fn plot(class: &str) -> Element {
    Element::new("rect").class(class).at("x", LEFT).at("y", MARGIN).at("width", SIDE).at("height", SIDE)
}

/// Cells as an area with an outline.
fn region(points: &Points, frame: Frame, class: &str) -> Element {
    let half = frame.cell() / 2.0;
    let (mut area, mut outline) = (String::new(), String::new());
    let rows: Vec<Vec<(i64, i64)>> =
        (0..i64::from(frame.side)).map(|j| points.runs(frame.bottom + j, frame)).collect();
    let mut open: Vec<(i64, i64, usize)> = Vec::new();
    let none = Vec::new();
    for j in 0..=rows.len() {
        let row = rows.get(j).unwrap_or(&none);
        // Equal runs of neighbouring rows are one rectangle.
        open.retain(|(start, length, from)| {
            let goes_on = row.contains(&(*start, *length));
            if !goes_on {
                rectangle(&mut area, frame, (*start, *length), *from, j);
            }
            goes_on
        });
        for (start, length) in row {
            if !open.iter().any(|(s, l, _)| (s, l) == (start, length)) {
                open.push((*start, *length, j));
            }
            let (x, y) = frame.place(*start, frame.bottom + small_index(j));
            for side in [x - half, x - half + small(*length) * frame.cell()] {
                outline += &format!("M{side:.1} {:.1}v{:.1}", y - half, 2.0 * half);
            }
        }
        let below = j.checked_sub(1).and_then(|k| rows.get(k)).unwrap_or(&none);
        for (start, length) in differences(below, row) {
            let (x, y) = frame.place(start, frame.bottom + small_index(j));
            outline += &format!("M{:.1} {:.1}h{:.1}", x - half, y + half, small(length) * frame.cell());
        }
    }
    Element::new("g")
        .class(class)
        .child(Element::new("path").class("area").with("d", area))
        .child(Element::new("path").class("outline").with("d", outline))
}

fn small_index(j: usize) -> i64 {
    i64::try_from(j).unwrap_or(0)
}

fn rectangle(area: &mut String, frame: Frame, (start, length): (i64, i64), from: usize, to: usize) {
    let half = frame.cell() / 2.0;
    let (x, y) = frame.place(start, frame.bottom + small_index(from));
    let (width, height) =
        (small(length) * frame.cell(), small(small_index(to) - small_index(from)) * frame.cell());
    *area += &format!("M{:.1} {:.1}h{width:.1}v{:.1}h{:.1}z", x - half, y + half, -height, -width);
}

/// Where exactly one of two rows has points.
fn differences(one: &[(i64, i64)], two: &[(i64, i64)]) -> Vec<(i64, i64)> {
    let mut bounds: Vec<i64> =
        one.iter().chain(two).flat_map(|(start, length)| [*start, start + length]).collect();
    bounds.sort_unstable();
    // A bound of both rows is no change of their difference.
    let mut changes: Vec<i64> = Vec::new();
    for bound in bounds {
        if changes.last() == Some(&bound) {
            changes.pop();
        } else {
            changes.push(bound);
        }
    }
    changes.chunks_exact(2).map(|pair| (pair[0], pair[1] - pair[0])).collect()
}

fn discs(points: &Points, frame: Frame, class: &'static str, share: f64) -> Element {
    // A few points must not be overlooked.
    let least: f64 = if points.layer.count <= NAMED { 11.0 } else { 1.5 };
    let width = (frame.cell() * share).clamp(least.min(14.0 * share), 14.0 * share);
    let mut d = String::new();
    each_run(points, frame, |x, y, length| {
        d += &format!("M{x:.1} {y:.1}h{:.2}", (length - 1.0) * frame.cell() + 0.01);
    });
    Element::new("path")
        .class(class)
        .with("d", d)
        .with("stroke-width", format!("{width:.1}"))
        .with("stroke-dasharray", format!("0 {:.4}", frame.cell()))
        .with("stroke-linecap", "round")
}

fn squares(points: &Points, frame: Frame) -> Element {
    let least = if points.layer.count <= NAMED { 9.0 } else { 1.2 };
    let width = (frame.cell() * 0.46).clamp(least, 9.0);
    let mut d = String::new();
    each_run(points, frame, |x, y, length| {
        d += &format!("M{:.2} {y:.1}h{:.2}", x - width / 2.0, (length - 1.0) * frame.cell() + width);
    });
    Element::new("path")
        .class("points b")
        .with("d", d)
        .with("stroke-width", format!("{width:.1}"))
        .with("stroke-dasharray", format!("{width:.4} {:.4}", frame.cell() - width))
}

fn each_run(points: &Points, frame: Frame, mut draw: impl FnMut(f64, f64, f64)) {
    for y in frame.bottom..frame.bottom + i64::from(frame.side) {
        for (start, length) in points.runs(y, frame) {
            let (cx, cy) = frame.place(start, y);
            draw(cx, cy, small(length));
        }
    }
}

/// Lines and numbers of the axes, and their names.
fn grid(plane: &Plane, frame: Frame) -> Vec<Element> {
    let step = nice_step(frame.side);
    let side = i64::from(frame.side);
    let mut elements = Vec::new();
    let ticks = |from: i64| {
        let first = from.div_euclid(step) * step;
        (0..=side / step + 1).map(move |k| first + k * step).filter(move |n| (from..from + side).contains(n))
    };
    let text = |x: f64, y: f64, anchor: &'static str, text: String| {
        Element::new("text").class("tick").with("text-anchor", anchor).at("x", x).at("y", y).text(text)
    };
    let line = |is_axis: bool, d: String| {
        Element::new("path").class(if is_axis { "axis" } else { "rule" }).with("d", d)
    };
    for n in ticks(frame.left) {
        let (x, _) = frame.place(n, frame.bottom);
        elements.push(line(n == 0, format!("M{x:.1} {MARGIN:.1}v{SIDE:.1}")));
        elements.push(text(x, MARGIN + SIDE + 18.0, "middle", minus(n)));
    }
    for n in ticks(frame.bottom) {
        let (_, y) = frame.place(frame.left, n);
        elements.push(line(n == 0, format!("M{LEFT:.1} {y:.1}h{SIDE:.1}")));
        elements.push(text(LEFT - 7.0, y + 4.5, "end", minus(n)));
    }
    let name = |x: f64, y: f64, text: &str| {
        let place =
            Element::new("text").class("axis-name").with("text-anchor", "middle").at("x", x).at("y", y);
        notation::variable(text).into_iter().fold(place, |text, piece| {
            let part = Element::new("tspan").text(piece.text);
            text.child(match piece.style {
                Style::Variable => part.class("v"),
                Style::Subscript => part.class("sub").at("dy", 4.0),
                Style::Upright => part.class("u"),
            })
        })
    };
    elements.push(name(LEFT + SIDE / 2.0, MARGIN + SIDE + 38.0, &plane.x));
    elements.push(name(14.0, MARGIN + SIDE / 2.0, &plane.y));
    elements
}

fn minus(n: i64) -> String {
    n.to_string().replace('-', "−")
}

/// So that there are about ten numbers along an axis, or fewer.
fn nice_step(side: u32) -> i64 {
    [1, 2, 5, 10, 20, 25, 50].into_iter().find(|step| i64::from(side) / step <= 10).unwrap_or(50)
}

/// What a layer is called.
pub fn layer_name(kind: LayerKind) -> &'static str {
    match kind {
        LayerKind::A => "A",
        LayerKind::B => "B",
        LayerKind::Formula(_) => "the interpolant",
        LayerKind::AbstractA => "the abstraction of A",
        LayerKind::AbstractB => "the abstraction of B",
        LayerKind::Rounds(None) => "any number of rounds",
        LayerKind::Rounds(Some(1)) => "one round",
        LayerKind::Rounds(Some(2)) => "two rounds",
        LayerKind::Rounds(Some(_)) => "three rounds",
    }
}

/// What there is at a point.
pub fn at_point(plane: &Plane, (x, y): (i64, i64)) -> String {
    let layers = plane.layers.iter().filter_map(Points::of).filter(|points| points.contains((x, y)));
    let names: Vec<&str> = layers.map(|points| layer_name(points.layer.kind)).collect();
    let place = format!("{} = {}, {} = {}", plane.x, minus(x), plane.y, minus(y));
    if names.is_empty() {
        format!("{place}: in none of them")
    } else {
        format!("{place}: in {}", names.join(", in "))
    }
}

/// At most this many points are named one by one.
const NAMED: usize = 6;

/// What the picture says, in sentences.
pub fn told(plane: &Plane) -> Vec<String> {
    let mut sentences = Vec::new();
    for layer in &plane.layers {
        let mut name = layer_name(layer.kind).to_owned();
        if let Some(first) = name.get(..1) {
            name = first.to_uppercase() + &name[1..];
        }
        if layer.rows.is_empty() {
            sentences.push(format!("{name}: could not be drawn within the limit of steps."));
            continue;
        }
        let total = layer.window.width as usize * layer.window.height as usize;
        let points = match layer.count {
            0 => "no point".to_owned(),
            1 => "1 point".to_owned(),
            n if n == total => format!("all {n} points"),
            n => format!("{n} points"),
        };
        let mut sentence = format!("{name}: {points} in the window");
        if layer.count <= NAMED && layer.count > 0 {
            sentence += &format!(", {}", named(layer).join(", "));
        }
        sentence.push('.');
        if layer.missing.is_some() {
            sentence +=
                " Elimination took too long, so only the middle of the window was asked, point by point.";
        }
        sentences.push(sentence);
    }
    sentences
}

fn named(layer: &Layer) -> Vec<String> {
    let Some(points) = Points::of(layer) else { return Vec::new() };
    let frame = Frame { left: points.left, bottom: points.bottom, side: layer.window.width };
    let mut names = Vec::new();
    for j in 0..layer.rows.len() {
        let y = points.bottom + small_index(j);
        for (start, length) in points.runs(y, frame) {
            names.extend((start..start + length).map(|x| format!("({}, {})", minus(x), minus(y))));
        }
    }
    names
}

#[cfg(test)]
mod tests;
