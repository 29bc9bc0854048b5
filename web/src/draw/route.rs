//! How edges run: down through the gaps between boxes, or round the side and in from above.

use super::grid::TURN;
use super::{Path, Point, Rect};

/// The radius of the circle where the tails of an edge meet.
pub const RADIUS: f64 = 10.0;

/// How far lines keep away from boxes.
const CLEARANCE: f64 = 12.0;

/// The radius of corners.
const CORNER: f64 = 12.0;

/// From the lower side of a box down to a place where tails meet. `rows` are the boxes of the rows in between, row by row.
pub fn down(tail: &Rect, junction: Point, rows: &[Vec<Rect>]) -> Path {
    let inset = (tail.width / 2.0).min(14.0);
    let start = Point::new(junction.x.clamp(tail.x + inset, tail.right() - inset), tail.bottom());
    let end = Point::new(junction.x, junction.y - RADIUS);
    let mut path = Path { start, ..Path::default() };
    for row in rows {
        let from = path.end();
        let (Some(top), Some(bottom)) =
            (row.iter().map(|r| r.y).reduce(f64::min), row.iter().map(Rect::bottom).reduce(f64::max))
        else {
            continue;
        };
        let progress = ((f64::midpoint(top, bottom) - from.y) / (end.y - from.y)).clamp(0.0, 1.0);
        let x = free(from.x + (end.x - from.x) * progress, row);
        slide(&mut path, Point::new(x, top - CLEARANCE / 2.0));
        straight(&mut path, Point::new(x, bottom + CLEARANCE / 2.0));
    }
    slide(&mut path, end);
    path
}

/// The nearest place that no box of a row is in the way of.
fn free(x: f64, row: &[Rect]) -> f64 {
    let hit = |x: f64| row.iter().find(|r| r.x - CLEARANCE < x && x < r.right() + CLEARANCE);
    let escape = |to_the_left: bool| {
        let mut at = x;
        for _ in 0..=row.len() {
            match hit(at) {
                Some(r) if to_the_left => at = r.x - CLEARANCE,
                Some(r) => at = r.right() + CLEARANCE,
                None => break,
            }
        }
        at
    };
    let (left, right) = (escape(true), escape(false));
    if x - left < right - x { left } else { right }
}

/// From the right side of a box round to a place above another, or above itself. `turn` counts the edges that come round to
/// the same head: the first is innermost.
pub fn round(tail: &Rect, junction: Point, turn: usize, boxes: &[Rect]) -> Path {
    #[expect(clippy::cast_precision_loss, reason = "few edges lead to one node")]
    let turn = turn as f64;
    let start = Point::new(tail.right(), tail.middle().y - (turn * 6.0).min(tail.height / 2.0 - 6.0));
    let top = if turn > 0.0 { junction.y - RADIUS - TURN * turn } else { junction.y };
    let lane = lane(
        tail.right().max(junction.x + RADIUS) + CLEARANCE + 10.0 + TURN * turn,
        (top, start.y),
        boxes,
        1.0,
    );
    let mut path = Path { start, ..Path::default() };
    corner(&mut path, Point::new(lane, start.y), Point::new(lane, top));
    if turn > 0.0 {
        corner(&mut path, Point::new(lane, top), Point::new(junction.x, top));
        corner(&mut path, Point::new(junction.x, top), Point::new(junction.x, junction.y - RADIUS));
        straight(&mut path, Point::new(junction.x, junction.y - RADIUS));
    } else {
        corner(&mut path, Point::new(lane, top), Point::new(junction.x + RADIUS, top));
        straight(&mut path, Point::new(junction.x + RADIUS, junction.y));
    }
    path
}

/// From the left side of a box to the left side of another.
pub fn beside(from: &Rect, to: &Rect, boxes: &[Rect]) -> Path {
    let (start, end) = (Point::new(from.x, from.middle().y), Point::new(to.x, to.middle().y));
    let mut path = Path { start, has_arrow: true, ..Path::default() };
    if (start.y - end.y).abs() < 1.0 {
        // In one row: below it.
        let (start, end) =
            (Point::new(from.middle().x, from.bottom()), Point::new(to.middle().x, to.bottom()));
        let depth = from.bottom().max(to.bottom()) + 30.0;
        path.start = start;
        path.curves.push([Point::new(start.x, depth), Point::new(end.x, depth), end]);
        return path;
    }
    let range = (start.y.min(end.y), start.y.max(end.y));
    let lane = lane(from.x.min(to.x) - CLEARANCE - 10.0, range, boxes, -1.0);
    corner(&mut path, Point::new(lane, start.y), Point::new(lane, end.y));
    corner(&mut path, Point::new(lane, end.y), end);
    straight(&mut path, end);
    path
}

/// The nearest vertical line without boxes, in one direction.
fn lane(from: f64, (top, bottom): (f64, f64), boxes: &[Rect], direction: f64) -> f64 {
    let mut x = from;
    for _ in 0..=boxes.len() {
        let hit = boxes
            .iter()
            .find(|r| r.y < bottom && top < r.bottom() && r.x - CLEARANCE < x && x < r.right() + CLEARANCE);
        match hit {
            Some(r) if direction > 0.0 => x = r.right() + CLEARANCE,
            Some(r) => x = r.x - CLEARANCE,
            None => break,
        }
    }
    x
}

/// From the middle of a box straight to another, between the sides that face each other.
pub fn between(upper: &Rect, lower: &Rect) -> Path {
    let (start, end) = (Point::new(upper.middle().x, upper.bottom()), Point::new(lower.middle().x, lower.y));
    let mut path = Path { start, ..Path::default() };
    straight(&mut path, end);
    path
}

fn straight(path: &mut Path, to: Point) {
    let from = path.end();
    let third = |a: f64, b: f64, part: f64| a + (b - a) * part;
    let at = |part: f64| Point::new(third(from.x, to.x, part), third(from.y, to.y, part));
    path.curves.push([at(1.0 / 3.0), at(2.0 / 3.0), to]);
}

/// Down, with a bend to the side.
fn slide(path: &mut Path, to: Point) {
    let from = path.end();
    if (from.x - to.x).abs() < 0.5 {
        return straight(path, to);
    }
    let bend = (to.y - from.y) * 0.55;
    path.curves.push([Point::new(from.x, from.y + bend), Point::new(to.x, to.y - bend), to]);
}

/// Straight towards a corner, and around it towards the next point.
fn corner(path: &mut Path, corner: Point, next: Point) {
    let from = path.end();
    let near = |other: Point| {
        let (dx, dy) = (other.x - corner.x, other.y - corner.y);
        let length = dx.abs().max(dy.abs());
        let part = if length > 0.0 { (CORNER / length).min(0.5) } else { 0.0 };
        Point::new(corner.x + dx * part, corner.y + dy * part)
    };
    straight(path, near(from));
    path.curves.push([corner, corner, near(next)]);
}

/// A straight arrow.
pub fn arrow(start: Point, end: Point) -> Path {
    let mut path = Path { start, has_arrow: true, ..Path::default() };
    straight(&mut path, end);
    path
}
