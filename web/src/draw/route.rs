//! How edges run: down through the gaps between boxes, or round the side and in from above.

use super::grid::TURN;
use super::{Path, Point, Rect};

/// The radius of the circle where the tails of an edge meet.
pub const RADIUS: f64 = 10.0;

/// How far lines keep away from boxes.
const CLEARANCE: f64 = 12.0;

/// The radius of corners.
const CORNER: f64 = 12.0;

/// From the lower side of a box down to a place where tails meet. `rows` are the boxes of the rows in
/// between, row by row.
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

/// From the right side of a box round to a place above another, or above itself. `turn` counts the edges that
/// come round to the same head: the first is innermost.
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

/// From a box down to one that need not be in the next row: straight if nothing is in the way; otherwise by
/// way of places that are kept free for it, in a sweep, or where that touches a box, upright from row to row.
pub fn through(upper: &Rect, lower: &Rect, via: &[Rect], boxes: &[Rect]) -> Path {
    let direct = between(upper, lower);
    let is_free = |path: &Path| {
        let obstacles = boxes.iter().filter(|r| *r != upper && *r != lower).map(|r| r.grown(CLEARANCE / 2.0));
        let points = points_of(path);
        obstacles
            .into_iter()
            .all(|r| points.iter().all(|p| p.x <= r.x || p.x >= r.right() || p.y <= r.y || p.y >= r.bottom()))
    };
    if via.is_empty() || is_free(&direct) {
        return direct;
    }
    let stops: Vec<Point> = std::iter::once(direct.start)
        .chain(via.iter().map(Rect::middle))
        .chain(std::iter::once(direct.end()))
        .collect();
    let sweep = swept(&stops);
    if is_free(&sweep) {
        return sweep;
    }
    let mut path = Path { start: direct.start, ..Path::default() };
    for place in via {
        let x = place.middle().x;
        slide(&mut path, Point::new(x, place.y));
        straight(&mut path, Point::new(x, place.bottom()));
    }
    slide(&mut path, direct.end());
    path
}

/// A smooth curve through points: at each it runs as from the point before to the point after (Catmull and
/// Rom 1974).
fn swept(stops: &[Point]) -> Path {
    let mut path = Path { start: stops.first().copied().unwrap_or_default(), ..Path::default() };
    let at = |i: usize| stops[i.min(stops.len() - 1)];
    for i in 1..stops.len() {
        let (before, from, to, after) = (at(i.saturating_sub(2)), at(i - 1), at(i), at(i + 1));
        let lead = |p: Point, a: Point, b: Point, sign: f64| {
            Point::new(p.x + sign * (b.x - a.x) / 6.0, p.y + sign * (b.y - a.y) / 6.0)
        };
        path.curves.push([lead(from, before, to, 1.0), lead(to, from, after, -1.0), to]);
    }
    path
}

/// Points along a path, close to each other.
fn points_of(path: &Path) -> Vec<Point> {
    const PARTS: u32 = 24;
    let mut points = vec![path.start];
    for [one, two, end] in &path.curves {
        let from = points.last().copied().unwrap_or_default();
        for k in 1..=PARTS {
            let t = f64::from(k) / f64::from(PARTS);
            let s = 1.0 - t;
            let mix = |a: f64, b: f64, c: f64, d: f64| {
                s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
            };
            points.push(Point::new(mix(from.x, one.x, two.x, end.x), mix(from.y, one.y, two.y, end.y)));
        }
    }
    points
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_straight_or_smooth_and_pass_beside_boxes() {
        let square = |x: f64, y: f64| Rect::hanging(Point::new(x, y), 60.0, 30.0);
        let (upper, lower) = (square(0.0, 0.0), square(0.0, 200.0));
        let via = [Rect::hanging(Point::new(-60.0, 100.0), 8.0, 8.0)];
        let beside = [upper, lower, square(80.0, 90.0)];
        assert_eq!(through(&upper, &lower, &via, &beside), between(&upper, &lower));
        let between = [upper, lower, square(0.0, 90.0)];
        let path = through(&upper, &lower, &via, &between);
        assert!(path.curves.len() > 1);
        let obstacle = between[2];
        assert!(points_of(&path).iter().all(|p| {
            p.x < obstacle.x || p.x > obstacle.right() || p.y < obstacle.y || p.y > obstacle.bottom()
        }));
        // No corner: where two curves meet, they run the same way.
        for pair in path.curves.windows(2) {
            let ([_, before, at], [after, ..]) = (pair[0], pair[1]);
            let cross = (at.x - before.x) * (after.y - at.y) - (at.y - before.y) * (after.x - at.x);
            assert!(cross.abs() < 0.01, "{path:?}");
        }
    }
}
