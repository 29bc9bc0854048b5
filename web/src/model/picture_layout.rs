//! Where the parts of a model stand: a layered drawing for each group, and the groups side by side as far as
//! there is room, and otherwise below each other.
//!
//! What is written at an edge has a place of its own in the layers (Sugiyama, Tagawa, Toda 1981), so that no
//! text lies on another. Edges that close a cycle are turned round for the layout and drawn from below.
//! The layout is a function of the picture, and of the reading once that is known: nothing moves between the
//! steps of a run.
//!
//! ```text
//! l0 ── x := 0 ──▶ l1 ── x < 9, x := x + 1 ──▶ l1     the first two in a column, the loop beside it
//! ```

use hornbook::lang::model::{PartId, Picture, PictureEdge, PictureNode, Reading, Shape as ModelShape};
use hornbook::order::Map;

use crate::draw::notation::{Piece, Style};
use crate::draw::{
    self, Group, LINE_HEIGHT, Layered, Line, LineKind, Path, Point, Rect, START, Shape, box_size, broken,
    joined, lines_size, longest_chains, route,
};

/// At most this many nodes are shown at first.
pub const USUAL_LIMIT: usize = 120;

/// Boxes and labels are no wider, if possible.
const WIDEST: f64 = 230.0;

/// More lines than this are left out of a box or a label; they are told where there is room.
const MOST_LINES: usize = 5;

/// The room between neighbours in a row, and between rows.
const GAP: (f64, f64) = (22.0, 17.0);

/// The room inside of the frame of a group, and between groups.
const FRAME: f64 = 16.0;
const GROUP_GAP: f64 = 28.0;

/// The height of the title of a group.
const TITLE: f64 = 24.0;

/// A row of groups is no wider, if it has more than one, even if there is room.
const WIDEST_ROW: f64 = 1100.0;

/// The size of the circle of a place and of the bar of an action.
const PLACE: f64 = 40.0;
const BAR: (f64, f64) = (46.0, 11.0);

/// The room that the two lines of a loop keep.
const LOOP: f64 = 9.0;

/// The places of a picture's parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureLayout {
    /// By the index of the node; as many as are shown.
    pub nodes: Vec<PlacedNode>,
    /// By the index of the edge; none if an end is not shown.
    pub edges: Vec<Option<PlacedEdge>>,
    pub groups: Vec<Group>,
    pub total: usize,
}

/// A node with what is written in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlacedNode {
    pub place: Rect,
    pub shape: Shape,
    /// The name, and what the model says at it.
    pub lines: Vec<Line>,
    /// What a solution says at it.
    pub reading: Vec<Line>,
    /// All of it, if there is more.
    pub unabridged: Vec<Line>,
}

/// An edge with what is written at it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlacedEdge {
    pub paths: Vec<Path>,
    pub lines: Vec<Line>,
    pub place: Rect,
}

impl PictureLayout {
    /// Lays out the first nodes of a picture, up to a limit.
    pub fn new(picture: &Picture, reading: Option<&Reading>, limit: usize) -> PictureLayout {
        PictureLayout::within(WIDEST_ROW, picture, reading, limit)
    }

    /// The same where there is room for rows of groups of a width.
    pub fn within(room: f64, picture: &Picture, reading: Option<&Reading>, limit: usize) -> PictureLayout {
        let widest = if room > 0.0 { room.min(WIDEST_ROW) } else { WIDEST_ROW };
        let shown = &picture.nodes[..picture.nodes.len().min(limit)];
        let index: Map<PartId, usize> = shown.iter().enumerate().map(|(i, node)| (node.part, i)).collect();
        let mut layout = PictureLayout {
            nodes: shown.iter().map(|node| unplaced(node, reading)).collect(),
            edges: vec![None; picture.edges.len()],
            groups: Vec::new(),
            total: picture.nodes.len(),
        };
        let ends: Vec<Option<(usize, usize)>> =
            picture.edges.iter().map(|edge| Some((*index.get(&edge.from)?, *index.get(&edge.to)?))).collect();
        let count = shown.iter().map(|node| node.group + 1).max().unwrap_or(0);
        let mut corner = Point::default();
        let mut row_height = 0.0_f64;
        for group in 0..count {
            let members: Vec<usize> = (0..shown.len()).filter(|i| shown[*i].group == group).collect();
            if members.is_empty() {
                continue;
            }
            let title = picture.groups.get(group).map_or("", |group| &group.title);
            let own: Vec<usize> = (0..ends.len())
                .filter(|edge| {
                    ends[*edge].is_some_and(|(a, b)| shown[a].group == group && shown[b].group == group)
                })
                .collect();
            let extent = layout.place_group(picture, &members, &own, &ends);
            let has_frame = count > 1 || !title.is_empty();
            let mut frame = extent;
            if has_frame {
                frame = extent.grown(FRAME);
                frame.y -= TITLE;
                frame.height += TITLE;
                frame.width = frame.width.max(draw::text_width(title) + 2.0 * FRAME);
            }
            if corner.x > 0.0 && corner.x + frame.width > widest {
                corner = Point::new(0.0, corner.y + row_height + GROUP_GAP);
                row_height = 0.0;
            }
            let (dx, dy) = (corner.x - frame.x, corner.y - frame.y);
            layout.shift(&members, &own, dx, dy);
            if has_frame {
                let place = Rect { x: corner.x, y: corner.y, ..frame };
                layout.groups.push(Group { title: title.to_owned(), place });
            }
            corner.x += frame.width + GROUP_GAP;
            row_height = row_height.max(frame.height);
        }
        for (edge, ends) in ends.iter().enumerate() {
            let Some((a, b)) = ends.filter(|(a, b)| shown[*a].group != shown[*b].group) else { continue };
            layout.edges[edge] = Some(layout.across(&picture.edges[edge], a, b));
        }
        layout
    }

    /// Places the members of a group and the edges between them around the origin; what they take.
    fn place_group(
        &mut self,
        picture: &Picture,
        members: &[usize],
        own: &[usize],
        ends: &[Option<(usize, usize)>],
    ) -> Rect {
        let local: Map<usize, usize> = members.iter().enumerate().map(|(i, node)| (*node, i)).collect();
        let local = |node: usize| local.get(&node).copied().unwrap_or(0);
        let pairs: Vec<(usize, usize)> =
            own.iter().filter_map(|edge| ends[*edge]).map(|(a, b)| (local(a), local(b))).collect();
        let starts: Vec<usize> = (0..members.len())
            .filter(|i| picture.nodes[members[*i]].shape == ModelShape::Initial)
            .chain(0..members.len())
            .collect();
        let is_turned = closing(members.len(), &pairs, &starts);
        // Boxes first, then the labels of edges. A loop has a label in any case, so that it is seen.
        let mut sizes: Vec<(f64, f64)> = members.iter().map(|node| layout_size(&self.nodes[*node])).collect();
        let mut lines: Vec<(usize, usize)> = Vec::new();
        let mut ways: Vec<(Option<usize>, usize)> = Vec::new();
        let labels: Vec<Vec<Line>> = own.iter().map(|edge| label(&picture.edges[*edge])).collect();
        for (k, (a, b)) in pairs.iter().copied().enumerate() {
            let (upper, lower) = if is_turned[k] { (b, a) } else { (a, b) };
            let is_loop = a == b;
            if labels[k].is_empty() && !is_loop {
                ways.push((None, lines.len()));
                lines.push((upper, lower));
                continue;
            }
            let size = if labels[k].is_empty() { (2.0 * LOOP, LOOP) } else { lines_size(&labels[k]) };
            ways.push((Some(sizes.len()), lines.len()));
            lines.push((upper, sizes.len()));
            if !is_loop {
                lines.push((sizes.len(), lower));
            }
            sizes.push(size);
        }
        let ranks = longest_chains(sizes.len(), &lines);
        let graph = Layered { sizes: &sizes, ranks: &ranks, edges: &lines, gap: GAP, upwards: false };
        let (places, paths) = joined(&graph);
        for (i, node) in members.iter().enumerate() {
            self.nodes[*node].place = own_place(&self.nodes[*node], places[i]);
        }
        for (k, edge) in own.iter().enumerate() {
            let (box_of_label, first) = ways[k];
            let (a, b) = pairs[k];
            let [from, to] = [a, b].map(|i| self.nodes[members[i]].place);
            let label_place = box_of_label.map(|i| places[i]);
            let pieces = match label_place {
                Some(label) if a == b => around(&from, &label),
                Some(_) => vec![paths[first].clone(), paths[first + 1].clone()],
                None => vec![paths[first].clone()],
            };
            let pieces = if a == b {
                pieces
            } else if is_turned[k] {
                directed(pieces.iter().rev().map(reversed).collect(), &from, &to)
            } else {
                directed(pieces, &from, &to)
            };
            self.edges[*edge] = Some(PlacedEdge {
                paths: pieces,
                lines: labels[k].clone(),
                place: label_place.unwrap_or_default(),
            });
        }
        let nodes = members.iter().map(|node| {
            let node = &self.nodes[*node];
            let room = if node.shape == Shape::Initial { START } else { 0.0 };
            Rect { x: node.place.x - room, width: node.place.width + room, ..node.place }
        });
        let edges = own.iter().filter_map(|edge| self.edges[*edge].as_ref()).flat_map(edge_points);
        Rect::around(nodes.chain(edges)).unwrap_or_default()
    }

    fn shift(&mut self, members: &[usize], own: &[usize], dx: f64, dy: f64) {
        let moved = |rect: &Rect| Rect { x: rect.x + dx, y: rect.y + dy, ..*rect };
        for node in members {
            self.nodes[*node].place = moved(&self.nodes[*node].place);
        }
        for index in own {
            let Some(edge) = self.edges[*index].as_mut() else { continue };
            edge.place = moved(&edge.place);
            for path in &mut edge.paths {
                *path = mapped(path, |p| Point::new(p.x + dx, p.y + dy));
            }
        }
    }

    /// An edge from one group to another, straight.
    fn across(&self, edge: &PictureEdge, from: usize, to: usize) -> PlacedEdge {
        let [from, to] = [from, to].map(|i| self.nodes[i].place);
        let is_right = from.middle().x < to.middle().x;
        let start = Point::new(if is_right { from.right() } else { from.x }, from.middle().y);
        let end = Point::new(if is_right { to.x } else { to.right() }, to.middle().y);
        let lines = label(edge);
        let (width, height) = lines_size(&lines);
        let middle = Point::new(f64::midpoint(start.x, end.x), f64::midpoint(start.y, end.y) - height / 2.0);
        PlacedEdge {
            paths: vec![route::arrow(start, end)],
            place: Rect::hanging(middle, width, height),
            lines,
        }
    }
}

/// A node with its lines, which has no place yet.
fn unplaced(node: &PictureNode, reading: Option<&Reading>) -> PlacedNode {
    let name = Line::new(LineKind::Name, vec![Piece { style: Style::Upright, text: node.label.clone() }]);
    let mut lines = vec![name];
    lines.extend(node.lines.iter().map(|line| Line::remark(line.clone())));
    let notes = reading.into_iter().flat_map(|reading| &reading.notes).filter(|n| n.part == Some(node.part));
    let whole: Vec<Line> = notes
        .flat_map(|note| {
            let formula = crate::draw::notation::pieces(&note.formula);
            broken(Line::new(LineKind::Interpolant, formula), WIDEST)
        })
        .collect();
    let shape = match node.shape {
        ModelShape::Location | ModelShape::Error => Shape::Box,
        ModelShape::Initial => Shape::Initial,
        ModelShape::Final => Shape::Final,
        ModelShape::Place => Shape::Place,
        ModelShape::Action => Shape::Bar,
    };
    let unabridged = if lines.len() + whole.len() > 1 + MOST_LINES {
        lines.iter().chain(&whole).cloned().collect()
    } else {
        Vec::new()
    };
    let reading = shortened(whole, MOST_LINES);
    let lines = shortened(lines, 1 + MOST_LINES);
    PlacedNode { place: Rect::default(), shape, lines, reading, unabridged }
}

/// The first lines, and a sign that there are more.
fn shortened(mut lines: Vec<Line>, most: usize) -> Vec<Line> {
    if lines.len() > most {
        lines.truncate(most - 1);
        lines.push(Line::remark("…"));
    }
    lines
}

/// What is written at an edge.
fn label(edge: &PictureEdge) -> Vec<Line> {
    let line = |text: &String| {
        broken(
            Line::new(LineKind::Formula, vec![Piece { style: Style::Upright, text: text.clone() }]),
            WIDEST,
        )
    };
    shortened(edge.lines.iter().filter(|line| !line.is_empty()).flat_map(line).collect(), MOST_LINES)
}

/// The room that a node takes in its row.
fn layout_size(node: &PlacedNode) -> (f64, f64) {
    let (name_width, _) = lines_size(&node.lines[..node.lines.len().min(1)]);
    match node.shape {
        Shape::Place => (PLACE.max(name_width + 12.0), PLACE + LINE_HEIGHT),
        Shape::Bar => (BAR.0.max(name_width + 12.0), BAR.1 + LINE_HEIGHT),
        shape => {
            let all: Vec<Line> = node.lines.iter().chain(&node.reading).cloned().collect();
            let (width, height) = box_size(&all, "");
            // Names are bold, which takes more room than is measured; the arrow of a start stands on the
            // left.
            (width + 8.0 + if shape == Shape::Initial { 2.0 * START } else { 0.0 }, height)
        }
    }
}

/// The box itself within that room.
fn own_place(node: &PlacedNode, place: Rect) -> Rect {
    match node.shape {
        Shape::Initial => Rect { x: place.x + START, width: place.width - 2.0 * START, ..place },
        Shape::Bar => Rect::hanging(Point::new(place.middle().x, place.y), BAR.0, place.height),
        _ => place,
    }
}

/// Which edges close a cycle: those that a search in depth meets from below, as it goes through the starts.
fn closing(count: usize, edges: &[(usize, usize)], starts: &[usize]) -> Vec<bool> {
    let mut next: Vec<Vec<(usize, usize)>> = vec![Vec::new(); count];
    for (k, (a, b)) in edges.iter().enumerate() {
        next[*a].push((k, *b));
    }
    let mut closing = vec![false; edges.len()];
    let mut is_seen = vec![false; count];
    let mut is_open = vec![false; count];
    for start in starts {
        if std::mem::replace(&mut is_seen[*start], true) {
            continue;
        }
        is_open[*start] = true;
        let mut stack = vec![(*start, 0)];
        while let Some((node, position)) = stack.last_mut() {
            let node = *node;
            let Some((edge, to)) = next[node].get(*position).copied() else {
                is_open[node] = false;
                stack.pop();
                continue;
            };
            *position += 1;
            if is_open[to] {
                closing[edge] = to != node;
            } else if !std::mem::replace(&mut is_seen[to], true) {
                is_open[to] = true;
                stack.push((to, 0));
            }
        }
    }
    closing
}

/// A loop: from a box down to its label, and back.
fn around(node: &Rect, label: &Rect) -> Vec<Path> {
    let x = label.middle().x.clamp(node.x + 2.0 * LOOP, (node.right() - 2.0 * LOOP).max(node.x + 2.0 * LOOP));
    let down =
        route::arrow(Point::new(x - LOOP, node.bottom()), Point::new(label.middle().x - LOOP, label.y));
    let up = route::arrow(Point::new(label.middle().x + LOOP, label.y), Point::new(x + LOOP, node.bottom()));
    vec![Path { has_arrow: false, ..down }, up]
}

/// The pieces of a way, with an arrow at its end. It leaves and reaches boxes where it comes from.
fn directed(mut pieces: Vec<Path>, from: &Rect, to: &Rect) -> Vec<Path> {
    if let Some(first) = pieces.first_mut() {
        let towards = first.curves.first().map_or(first.start.x, |curve| curve[2].x);
        let inset = (from.width / 2.0).min(12.0);
        let shift = towards.clamp(from.x + inset, from.right() - inset) - first.start.x;
        let is_straight = first.curves.len() == 1;
        first.start.x += shift;
        if let Some(curve) = first.curves.first_mut() {
            curve[0].x += if is_straight { shift * 2.0 / 3.0 } else { shift };
            curve[1].x += if is_straight { shift / 3.0 } else { 0.0 };
        }
    }
    if let Some(last) = pieces.last_mut() {
        let is_straight = last.curves.len() == 1;
        let before = match &last.curves[..] {
            [.., before, _] => before[2].x,
            _ => last.start.x,
        };
        let inset = (to.width / 2.0).min(12.0);
        let shift = before.clamp(to.x + inset, to.right() - inset) - last.end().x;
        if let Some(curve) = last.curves.last_mut() {
            curve[2].x += shift;
            curve[1].x += if is_straight { shift * 2.0 / 3.0 } else { shift };
            curve[0].x += if is_straight { shift / 3.0 } else { 0.0 };
        }
        last.has_arrow = true;
    }
    pieces
}

/// The same way from its end to its start.
fn reversed(path: &Path) -> Path {
    let mut curves = Vec::with_capacity(path.curves.len());
    for (i, [one, two, _]) in path.curves.iter().enumerate().rev() {
        let start = if i == 0 { path.start } else { path.curves[i - 1][2] };
        curves.push([*two, *one, start]);
    }
    Path { start: path.end(), curves, has_arrow: false }
}

fn mapped(path: &Path, map: impl Fn(Point) -> Point) -> Path {
    let curves = path.curves.iter().map(|curve| curve.map(&map)).collect();
    Path { start: map(path.start), curves, has_arrow: path.has_arrow }
}

/// The room that an edge takes.
fn edge_points(edge: &PlacedEdge) -> Vec<Rect> {
    let point = |p: Point| Rect { x: p.x, y: p.y, width: 0.0, height: 0.0 };
    let points = edge.paths.iter().flat_map(|path| {
        std::iter::once(path.start).chain(path.curves.iter().map(|curve| curve[2])).map(point)
    });
    let label = Some(edge.place).filter(|_| !edge.lines.is_empty());
    points.chain(label).collect()
}

#[cfg(test)]
mod tests {
    use hornbook::lang::model::PictureGroup;

    use super::*;
    use crate::model::picture::tests::{loop_of_a_program, net};

    /// Nothing lies on anything else: neither boxes nor what is written at edges.
    #[test]
    fn nothing_overlaps_and_every_edge_has_an_arrow() {
        for picture in [loop_of_a_program(), net()] {
            let layout = PictureLayout::new(&picture, None, USUAL_LIMIT);
            let labels = layout.edges.iter().flatten().filter(|edge| !edge.lines.is_empty());
            let rects: Vec<Rect> =
                layout.nodes.iter().map(|n| n.place).chain(labels.map(|e| e.place)).collect();
            for i in 0..rects.len() {
                for j in 0..i {
                    assert!(!rects[i].overlaps(&rects[j]), "{i} and {j}: {rects:?}");
                }
            }
            assert_eq!(layout.edges.iter().flatten().count(), picture.edges.len());
            for edge in layout.edges.iter().flatten() {
                assert!(edge.paths.last().is_some_and(|path| path.has_arrow));
            }
        }
    }

    #[test]
    fn edges_lead_from_box_to_box() {
        let picture = loop_of_a_program();
        let layout = PictureLayout::new(&picture, None, USUAL_LIMIT);
        for (edge, placed) in picture.edges.iter().zip(layout.edges.iter().flatten()) {
            let place = |part| {
                let index = picture.nodes.iter().position(|node| node.part == part).unwrap();
                layout.nodes[index].place.grown(0.5)
            };
            let touches = |rect: Rect, p: Point| {
                rect.x <= p.x && p.x <= rect.right() && rect.y <= p.y && p.y <= rect.bottom()
            };
            assert!(touches(place(edge.from), placed.paths[0].start), "{edge:?} {placed:?}");
            assert!(touches(place(edge.to), placed.paths.last().unwrap().end()), "{edge:?} {placed:?}");
        }
    }

    #[test]
    fn groups_stand_below_each_other_where_there_is_no_room_beside() {
        let mut picture = loop_of_a_program();
        let other = PictureNode { group: 1, part: PartId(1000), ..picture.nodes[0].clone() };
        picture.nodes.push(other);
        picture.groups = ["main", "other"].map(|title| PictureGroup { title: title.to_owned() }).into();
        let groups = |room| {
            let layout = PictureLayout::within(room, &picture, None, USUAL_LIMIT);
            let places: Vec<Rect> = layout.groups.iter().map(|group| group.place).collect();
            assert!(!places[0].overlaps(&places[1]), "{places:?}");
            places
        };
        let beside = groups(1000.0);
        assert!(beside[1].x > beside[0].right() && beside[1].right() <= 1000.0, "{beside:?}");
        let below = groups(beside[0].width + 10.0);
        assert!(below[1].y > below[0].bottom() && below[1].x < below[0].right(), "{below:?}");
        assert_eq!(groups(0.0), beside, "before the room is known");
    }

    #[test]
    fn a_limit_leaves_out_nodes_and_their_edges() {
        let picture = loop_of_a_program();
        let layout = PictureLayout::new(&picture, None, 2);
        assert_eq!((layout.nodes.len(), layout.total), (2, picture.nodes.len()));
        assert!(layout.edges.iter().flatten().count() < picture.edges.len());
        assert_eq!(PictureLayout::new(&Picture::default(), None, 5).nodes, []);
    }
}
