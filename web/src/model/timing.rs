//! The timing diagram of a run in which time passes: a lane for each automaton, with a bar for each location
//! that it is in, and a lane for each clock, which rises with time and falls when it is reset.
//!
//! Actions take no time, so they stand side by side at one time; what lies between is as long as it lasts.
//! A column of the run is a clock if it grows by just the time that passes, whenever time passes.
//!
//! ```text
//! light   | off      | on     | off |
//! x       ╱╱╱╱╱╱╱╱╱╱ |╱╱╱╱╱╱╱ |
//!         0          5        9
//! ```

use std::rc::Rc;

use hornbook::formula::Value;
use hornbook::lang::model::{PartId, Picture, Run, Shape as ModelShape};
use hornbook::num::Int;

use super::picture::locations;
use crate::draw::notation::{Piece, Style};
use crate::draw::{
    Edge, EdgeKey, EdgeKind, Line, LineKind, Node, NodeKey, Part, Path, Point, Rect, Role, Scene, Shape,
    text_width,
};

/// Rows beyond this are not drawn; the table has them.
pub const MOST_ROWS: usize = 300;

/// The width of an action, which takes no time, and the least and usual width of a stretch of time.
const ACTION: f64 = 16.0;
const LEAST_STRETCH: f64 = 30.0;
const ALL_STRETCHES: f64 = 560.0;

/// The heights of lanes, and the room between them.
const BAR: f64 = 30.0;
const CLOCK: f64 = 34.0;
const BETWEEN: f64 = 10.0;

/// The diagram, if time passes in the run and automata are known. The parts of a row that is looked at stand
/// out.
pub fn scene(picture: &Picture, run: &Run, current: Option<usize>) -> Option<Scene> {
    let rows = &run.rows[..run.rows.len().min(MOST_ROWS)];
    let times: Vec<&Int> = rows.iter().map(|row| row.time.as_ref()).collect::<Option<_>>()?;
    if times.len() < 2 {
        return None;
    }
    let ends = stretches(&times);
    let scene = Scene { title: "Timing diagram".to_owned(), ..Scene::default() };
    let mut diagram = Diagram { scene, next: 0, ends: &ends, current };
    let names =
        picture.groups.iter().map(|group| group.title.as_str()).chain(run.columns.iter().map(|c| &**c));
    let left = names.map(text_width).fold(0.0, f64::max) + 14.0;
    let mut y = 0.0;
    for (group, title) in picture.groups.iter().enumerate() {
        if picture.nodes.iter().any(|node| node.group == group) {
            diagram.title(&title.title, left, y, BAR);
            diagram.lane(picture, run, group, y);
            y += BAR + BETWEEN;
        }
    }
    for column in clocks(run, &times) {
        let title = diagram.title(&run.columns[column], left, y, CLOCK);
        diagram.clock(run, column, title, y);
        y += CLOCK + BETWEEN;
    }
    diagram.axis(&times, y);
    let mut scene = diagram.scene;
    scene.legend.push((Role::A, "the row that is looked at".to_owned()));
    scene.frame = scene.extent().grown(8.0);
    Some(scene)
}

/// The row that a part of the diagram stands for.
pub fn row_of(part: Part) -> Option<usize> {
    match part {
        Part::Node(NodeKey::Clause(row)) => Some(row as usize),
        _ => None,
    }
}

/// The columns that grow with time.
fn clocks(run: &Run, times: &[&Int]) -> Vec<usize> {
    let value = |row: usize, column: usize| match run.rows[row].values.get(column) {
        Some(Some(Value::Int(number))) => Some(number),
        _ => None,
    };
    // Between a row and the one after rounds that are not rows, clocks may have been reset.
    let is_passing = |row: &usize| times[*row] != times[row - 1] && run.rows[row - 1].repeated.is_none();
    let passing: Vec<usize> = (1..times.len()).filter(is_passing).collect();
    let is_clock = |column: &usize| {
        passing.iter().all(|row| {
            let (before, after) = (value(row - 1, *column), value(*row, *column));
            before.zip(after).is_some_and(|(before, after)| after - before == times[*row] - times[row - 1])
        })
    };
    if passing.is_empty() { Vec::new() } else { (0..run.columns.len()).filter(is_clock).collect() }
}

/// Where each row ends: time is drawn to scale as far as its stretches are seen.
fn stretches(times: &[&Int]) -> Vec<f64> {
    let total = (times[times.len() - 1] - times[0]).to_f64().max(1.0);
    let mut x = 0.0;
    let mut ends = Vec::with_capacity(times.len());
    for (row, time) in times.iter().enumerate() {
        let passed = row.checked_sub(1).map_or(0.0, |before| (*time - times[before]).to_f64());
        x += if passed > 0.0 { (passed / total * ALL_STRETCHES).max(LEAST_STRETCH) } else { ACTION };
        ends.push(x);
    }
    ends
}

struct Diagram<'a> {
    scene: Scene,
    /// The number of the next title.
    next: usize,
    /// Where each row ends.
    ends: &'a [f64],
    current: Option<usize>,
}

impl Diagram<'_> {
    /// What a lane is called, on the left.
    fn title(&mut self, text: &str, left: f64, y: f64, height: f64) -> NodeKey {
        let place = Rect { x: -left, y, width: left - 8.0, height };
        self.plain(text, place, LineKind::Name)
    }

    fn plain(&mut self, text: &str, place: Rect, kind: LineKind) -> NodeKey {
        let id = NodeKey::number(self.next);
        self.next += 1;
        let lines = vec![Line::new(kind, vec![Piece { style: Style::Upright, text: text.to_owned() }])];
        self.scene.nodes.push(Node { id, lines, shape: Shape::Plain, place, ..Node::default() });
        id
    }

    fn start(&self, row: usize) -> f64 {
        row.checked_sub(1).map_or(0.0, |before| self.ends[before])
    }

    /// The locations of an automaton, one bar for as long as it stays.
    fn lane(&mut self, picture: &Picture, run: &Run, group: usize, y: f64) {
        let location = |row: usize| locations(picture, &run.rows[..=row])[group];
        let mut from = 0;
        while from < self.ends.len() {
            let here = location(from);
            let to = (from..self.ends.len()).take_while(|row| location(*row) == here).last().unwrap_or(from);
            self.bar(picture, run, here, (from, to), y);
            from = to + 1;
        }
    }

    fn bar(
        &mut self,
        picture: &Picture,
        run: &Run,
        here: Option<PartId>,
        (from, to): (usize, usize),
        y: f64,
    ) {
        let node = here.and_then(|part| picture.nodes.iter().find(|node| node.part == part));
        let name = node.map_or("?", |node| node.label.as_str());
        let place = Rect { x: self.start(from), y, width: self.ends[to] - self.start(from), height: BAR };
        let is_error = node.is_some_and(|node| node.shape == ModelShape::Error);
        let is_current = self.current.is_some_and(|row| (from..=to).contains(&row));
        // A name that does not fit is told in words and by the title of the bar.
        let shown = if text_width(name) + 6.0 <= place.width { name } else { "" };
        let time = |row: usize| run.rows[row].time.as_ref().map_or_else(String::new, Int::to_string);
        let line = |text: &str| {
            Line::new(LineKind::Formula, vec![Piece { style: Style::Upright, text: text.to_owned() }])
        };
        self.scene.nodes.push(Node {
            id: NodeKey::clause(from),
            lines: vec![line(shown)],
            unabridged: if shown.is_empty() { Rc::from([line(name)]) } else { Rc::default() },
            role: if is_current {
                Role::A
            } else if is_error {
                Role::Alarm
            } else {
                Role::Plain
            },
            place,
            remark: format!(
                "from time {} to {}{}",
                time(from.saturating_sub(1)),
                time(to),
                if is_current { ", looked at" } else { "" }
            ),
            ..Node::default()
        });
    }

    /// The values of a clock as a line that rises and falls.
    fn clock(&mut self, run: &Run, column: usize, title: NodeKey, y: f64) {
        let value = |row: usize| match run.rows[row].values.get(column) {
            Some(Some(Value::Int(number))) => number.to_f64(),
            _ => 0.0,
        };
        let most = (0..self.ends.len()).map(value).fold(1.0, f64::max);
        let height = |row: usize| y + CLOCK - 2.0 - value(row) / most * (CLOCK - 6.0);
        let mut path = Path { start: Point::new(0.0, height(0)), ..Path::default() };
        for row in 0..self.ends.len() {
            let (from, to) = (path.end(), Point::new(self.ends[row], height(row)));
            let third = |a: f64, b: f64, part: f64| a + (b - a) * part;
            let at = |part: f64| Point::new(third(from.x, to.x, part), third(from.y, to.y, part));
            path.curves.push([at(1.0 / 3.0), at(2.0 / 3.0), to]);
        }
        let values: Vec<String> = run.rows[..self.ends.len()]
            .iter()
            .map(|row| super::run_table::value_text(row.values.get(column).and_then(Option::as_ref)))
            .collect();
        self.scene.edges.push(Edge {
            id: EdgeKey::Number(column as u32),
            kind: EdgeKind::Order,
            head: title,
            paths: vec![path],
            remark: format!("row by row: {}", values.join(", ")),
            ..Edge::default()
        });
    }

    /// The times at which something happens, as far as there is room for them.
    fn axis(&mut self, times: &[&Int], y: f64) {
        let mut free_from = f64::NEG_INFINITY;
        for (row, time) in times.iter().enumerate() {
            if row > 0 && times[row - 1] == *time {
                continue;
            }
            let text = time.to_string();
            let (x, width) = (self.ends[row], text_width(&text) + 10.0);
            if x - width / 2.0 >= free_from {
                let place = Rect { x: x - width / 2.0, y, width, height: 20.0 };
                self.plain(&text, place, LineKind::Remark);
                free_from = x + width / 2.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::text_alternative;
    use hornbook::lang::model::{PictureEdge, PictureGroup, PictureNode, Row};

    /// A light that goes on after 5, and off after 4 more.
    fn light() -> (Picture, Run) {
        let node = |part: u32, label: &str| PictureNode {
            part: PartId(part),
            label: label.to_owned(),
            shape: if part == 0 { ModelShape::Initial } else { ModelShape::Location },
            ..PictureNode::default()
        };
        let edge = |part: u32, from: u32, to: u32| PictureEdge {
            part: PartId(part),
            from: PartId(from),
            to: PartId(to),
            ..PictureEdge::default()
        };
        let picture = Picture {
            groups: vec![PictureGroup { title: "light".to_owned() }],
            nodes: vec![node(0, "off"), node(1, "on")],
            edges: vec![edge(2, 0, 1), edge(3, 1, 0)],
            ..Picture::default()
        };
        let row = |time: i64, x: i64, count: i64, parts: &[u32]| Row {
            time: Some(Int::from(time)),
            values: [x, count].map(|value| Some(Value::Int(Int::from(value)))).to_vec(),
            parts: parts.iter().map(|part| PartId(*part)).collect(),
            ..Row::default()
        };
        let rows = vec![
            row(0, 0, 0, &[]),
            row(5, 5, 0, &[]),
            row(5, 0, 1, &[2, 1]),
            row(9, 4, 1, &[]),
            row(9, 4, 2, &[3]),
        ];
        (picture, Run { columns: vec!["x".to_owned(), "count".to_owned()], rows, ..Run::default() })
    }

    #[test]
    fn locations_are_bars_and_clocks_are_found() {
        let (picture, run) = light();
        let scene = scene(&picture, &run, Some(3)).unwrap();
        let words: Vec<String> = text_alternative(&scene).into_iter().map(|item| item.text).collect();
        let bars: Vec<&String> = words.iter().filter(|text| text.contains("from time")).collect();
        assert_eq!(
            bars,
            ["off, from time 0 to 5", "on, from time 5 to 9, looked at", "off, from time 9 to 9"]
        );
        assert!(words.contains(&"row by row: 0, 5, 0, 4, 4".to_owned()), "{words:?}");
        assert_eq!(scene.edges.len(), 1, "a counter is no clock");
        let places: Vec<Rect> = scene.nodes.iter().map(|node| node.place).collect();
        for i in 0..places.len() {
            for j in 0..i {
                assert!(!places[i].overlaps(&places[j]), "{i} {j}");
            }
        }
        assert_eq!(row_of(Part::Node(NodeKey::clause(2))), Some(2));
    }

    #[test]
    fn without_time_there_is_no_diagram() {
        let (picture, mut run) = light();
        run.rows[1].time = None;
        assert_eq!(scene(&picture, &run, None), None);
    }
}
