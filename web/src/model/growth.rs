//! How expansions grow, as curves over n; the scale is logarithmic, so that exponential growth is a straight
//! line.
//!
//! ```text
//! 1000 ┤            ╱ body-disjoint
//!  100 ┤        ╱
//!   10 ┤    ╱  ______ clauses
//!    1 ┼────┬────┬────
//!      1    2    3   n
//! ```

use hornbook::recursion_free::{Growth, GrowthRow};

use crate::draw::notation::{Piece, Style};
use crate::draw::{
    Edge, EdgeKey, EdgeKind, Group, Line, LineKind, Node, NodeKey, Path, Point, Rect, Role, Scene, Shape,
    text_width,
};

/// The room for the curves.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 200.0;
/// The height of a line of text.
const LINE: f64 = 20.0;

/// What is counted, in the order of the table.
pub const KINDS: [&str; 3] = ["clauses", "body-disjoint", "CDD"];

/// The decimal logarithm of what is counted, where it is known.
fn logarithm(row: &GrowthRow, kind: usize) -> Option<f64> {
    let size = match kind {
        0 => number(row.clauses),
        1 => return Some(decimal_logarithm(&row.body_disjoint.to_string())),
        _ => number(row.disjoint?),
    };
    Some(size.max(1.0).log10())
}

/// Of a number that may be too large for a float, by its digits.
fn decimal_logarithm(digits: &str) -> f64 {
    let leading = &digits[..digits.len().min(15)];
    let first: f64 = leading.parse().unwrap_or(1.0);
    first.max(1.0).log10() + number(digits.len() - leading.len())
}

#[expect(clippy::cast_precision_loss, reason = "sizes, depths and digits are few")]
fn number(count: usize) -> f64 {
    count as f64
}

/// A logarithm that was rounded up.
#[expect(clippy::cast_sign_loss, reason = "logarithms of counts are not negative")]
fn whole(logarithm: f64) -> usize {
    logarithm as usize
}

/// The curves; nothing if there are fewer than two points.
pub fn scene(growth: &Growth) -> Option<Scene> {
    let (first, last) = (growth.rows.first()?, growth.rows.last()?);
    if first.n == last.n {
        return None;
    }
    let all = growth.rows.iter().flat_map(|row| (0..KINDS.len()).filter_map(|kind| logarithm(row, kind)));
    let most = all.fold(1.0, f64::max).ceil();
    let x = |n: usize| number(n - first.n) / number(last.n - first.n) * WIDTH;
    let y = |logarithm: f64| HEIGHT - logarithm / most * HEIGHT;
    let mut chart =
        Chart { scene: Scene { title: "Growth of the expansions".to_owned(), ..Scene::default() }, next: 0 };
    // Powers of ten, as many as there is room for.
    let powers = whole(most);
    for power in (0..=powers).step_by(powers.div_ceil(8).max(1)) {
        let text = if power < 4 { 10_u32.pow(power as u32).to_string() } else { format!("10^{power}") };
        let width = text_width(&text) + 8.0;
        let at = y(number(power));
        let place = Rect { x: -width - 8.0, y: at - LINE / 2.0, width, height: LINE };
        chart.text(&text, place);
    }
    // The last one says what is counted, and has its place before the others.
    let label = |n: usize| if n == last.n { format!("n = {n}") } else { n.to_string() };
    let reserved = x(last.n) - text_width(&label(last.n)) / 2.0 - 4.0;
    let mut free_from = f64::NEG_INFINITY;
    for row in &growth.rows {
        let text = label(row.n);
        let width = text_width(&text) + 8.0;
        let is_free = row.n == last.n || x(row.n) + width / 2.0 <= reserved;
        if is_free && x(row.n) - width / 2.0 >= free_from {
            let place = Rect { x: x(row.n) - width / 2.0, y: HEIGHT + 12.0, width, height: LINE };
            chart.text(&text, place);
            free_from = x(row.n) + width / 2.0;
        }
    }
    let ends = label_heights(growth, y);
    for (kind, name) in KINDS.iter().enumerate() {
        let known = growth.rows.iter().filter_map(|row| Some((row, logarithm(row, kind)?)));
        let points: Vec<Point> = known.clone().map(|(row, log)| Point::new(x(row.n), y(log))).collect();
        let Some(end) = points.last().copied() else { continue };
        let words: Vec<String> = known.map(|(row, _)| format!("{} at {}", size(row, kind), row.n)).collect();
        let width = text_width(name) + 8.0;
        let place = Rect { x: end.x + 6.0, y: ends[kind] - LINE / 2.0, width, height: LINE };
        let label = chart.text(name, place);
        let role = [Role::Plain, Role::Infeasible, Role::Feasible][kind];
        chart.line(label, points, role, &words.join(", "));
    }
    let mut scene = chart.scene;
    let place = Rect { x: 0.0, y: 0.0, width: WIDTH, height: HEIGHT };
    scene.groups.push(Group { title: String::new(), place });
    scene.frame = scene.extent().grown(8.0);
    scene.is_whole = true;
    Some(scene)
}

/// What a cell of the table says.
pub fn size(row: &GrowthRow, kind: usize) -> String {
    match kind {
        0 => row.clauses.to_string(),
        1 => row.body_disjoint.to_string(),
        _ => row.disjoint.map_or_else(
            || format!("more than {}", hornbook::recursion_free::GROWTH_LIMIT),
            |size| size.to_string(),
        ),
    }
}

/// Where the names of the curves stand: at their ends, but apart.
fn label_heights(growth: &Growth, y: impl Fn(f64) -> f64) -> [f64; KINDS.len()] {
    let end = |kind: usize| growth.rows.iter().rev().find_map(|row| logarithm(row, kind));
    let mut heights: [f64; KINDS.len()] = std::array::from_fn(|kind| end(kind).map_or(HEIGHT, &y));
    // From the bottom: clauses are the fewest, body-disjoint expansions the largest.
    for (lower, upper) in [(0, 2), (2, 1)] {
        heights[upper] = heights[upper].min(heights[lower] - LINE - 2.0);
    }
    heights
}

struct Chart {
    scene: Scene,
    next: usize,
}

impl Chart {
    fn text(&mut self, text: &str, place: Rect) -> NodeKey {
        let id = NodeKey::number(self.next);
        self.next += 1;
        let piece = Piece { style: Style::Upright, text: text.to_owned() };
        let lines = vec![Line::new(LineKind::Remark, vec![piece])];
        self.scene.nodes.push(Node { id, lines, shape: Shape::Plain, place, ..Node::default() });
        id
    }

    fn line(&mut self, label: NodeKey, points: Vec<Point>, role: Role, remark: &str) {
        let Some(start) = points.first().copied() else { return };
        let mut path = Path { start, ..Path::default() };
        for to in points.into_iter().skip(1) {
            let from = path.end();
            let at = |part: f64| Point::new(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
            path.curves.push([at(1.0 / 3.0), at(2.0 / 3.0), to]);
        }
        let id = EdgeKey::Number(self.scene.edges.len() as u32);
        self.scene.edges.push(Edge {
            id,
            kind: EdgeKind::Order,
            head: label,
            role,
            paths: vec![path],
            remark: remark.to_owned(),
            ..Edge::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::text_alternative;
    use hornbook::recursion_free::GrowthBy;

    fn doubling(rows: usize) -> Growth {
        let row = |n: usize| GrowthRow {
            n,
            clauses: n + 1,
            body_disjoint: format!("1{}", "0".repeat(n)).parse().unwrap_or_default(),
            disjoint: (n < 4).then_some(n + 1),
        };
        Growth { by: GrowthBy::Levels(rows), rows: (1..=rows).map(row).collect() }
    }

    /// What grows tenfold is a straight line, also where numbers are larger than floats are exact.
    #[test]
    fn exponential_growth_is_a_straight_line() {
        let scene = scene(&doubling(40)).unwrap();
        let curve = scene.edges.iter().find(|edge| edge.remark.contains("10000 at 4")).unwrap();
        let path = &curve.paths[0];
        let slopes =
            path.curves.windows(2).map(|two| (two[1][2].y - two[0][2].y) / (two[1][2].x - two[0][2].x));
        let slopes: Vec<f64> = slopes.collect();
        assert!(slopes.iter().all(|slope| (slope - slopes[0]).abs() < 1e-9 && *slope < 0.0), "{slopes:?}");
        let words: Vec<String> = text_alternative(&scene).into_iter().map(|item| item.text).collect();
        assert!(words.iter().any(|text| text.contains("body-disjoint")), "{words:?}");
        assert!(words.iter().any(|text| text.contains("2 at 1, 3 at 2, 4 at 3")), "{words:?}");
    }

    /// The last number is on the axis, also where there is no room for the one before it.
    #[test]
    fn the_axis_ends_with_the_last_number() {
        let scene = scene(&doubling(14)).unwrap();
        let words: Vec<String> = text_alternative(&scene).into_iter().map(|item| item.text).collect();
        assert!(words.iter().any(|text| text.contains("n = 14")), "{words:?}");
        for (i, one) in scene.nodes.iter().enumerate() {
            assert!(scene.nodes[..i].iter().all(|other| !one.place.overlaps(&other.place)), "{one:?}");
        }
    }

    #[test]
    fn names_are_apart_and_one_point_is_no_curve() {
        let scene = super::scene(&doubling(3)).unwrap();
        for (i, one) in scene.nodes.iter().enumerate() {
            assert!(scene.nodes[..i].iter().all(|other| !one.place.overlaps(&other.place)), "{one:?}");
        }
        assert_eq!(super::scene(&doubling(1)), None);
    }
}
