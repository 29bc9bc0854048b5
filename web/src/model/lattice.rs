//! The interpolants of a position as a Hasse diagram, from the strongest at the bottom to the weakest at the
//! top.

use hornbook::inspect::{LatticeText, SubLatticeText};
use hornbook::interpolate::PointOrigin;

use crate::draw::notation;
use crate::draw::{
    Edge, Layered, Line, LineKind, Node, NodeKey, Role, Scene, box_size, broken, joined, longest_chains,
};

/// Formulae are broken so that boxes are no wider, if possible.
const WIDEST: f64 = 230.0;
/// A formula takes at most this many lines.
const MOST_LINES: usize = 4;
const GAP: (f64, f64) = (24.0, 34.0);

/// The diagram; one point is selected.
pub fn scene(lattice: &LatticeText, selected: usize, title: String) -> Scene {
    let count = lattice.points.len();
    let ranks = longest_chains(count, &lattice.covers);
    let lines: Vec<Vec<Line>> = (0..count).map(|i| lines(lattice, i, MOST_LINES)).collect();
    let sizes: Vec<(f64, f64)> = lines.iter().map(|lines| box_size(lines, "")).collect();
    let graph = Layered { sizes: &sizes, ranks: &ranks, edges: &lattice.covers, gap: GAP, upwards: true };
    let (places, paths) = joined(&graph);
    let mut scene = Scene { title, is_whole: true, ..Scene::default() };
    for (i, lines) in lines.into_iter().enumerate() {
        let is_chosen = lattice.chosen == Some(i);
        let whole = Some(self::lines(lattice, i, usize::MAX)).filter(|whole| *whole != lines);
        scene.nodes.push(Node {
            id: NodeKey::number(i),
            unabridged: whole.unwrap_or_default().into(),
            lines,
            role: if is_chosen { Role::Interpolant } else { Role::Plain },
            is_selected: i == selected,
            place: places[i],
            remark: remark(lattice, i),
            ..Node::default()
        });
    }
    for ((low, high), path) in lattice.covers.iter().zip(paths) {
        let remark = format!("follows from {}", notation::words(&lattice.points[*low].text));
        scene.edges.push(Edge::of_order(*low, *high, path, remark));
    }
    scene.frame = scene.extent().grown(14.0);
    if lattice.chosen.is_some() {
        scene.legend.push((Role::Interpolant, TAKEN.to_owned()));
    }
    for (k, sub) in lattice.sub_lattices.iter().enumerate() {
        scene.legend.push((
            Role::Plain,
            format!("{} the sub-lattice of {}", mark(k), notation::words(&sub.templates)),
        ));
    }
    scene
}

const TAKEN: &str = "taken by the refinement";

/// What stands for a sub-lattice in the boxes of its points.
pub fn mark(index: usize) -> &'static str {
    ["①", "②", "③"].get(index).copied().unwrap_or("…")
}

/// The sub-lattices that a point is in.
fn within(lattice: &LatticeText, index: usize) -> impl Iterator<Item = (usize, &SubLatticeText)> {
    lattice.sub_lattices.iter().enumerate().filter(move |(_, sub)| sub.points.contains(&index))
}

/// What is said of a point beside its formula.
fn remark(lattice: &LatticeText, index: usize) -> String {
    let taken = (lattice.chosen == Some(index)).then(|| TAKEN.to_owned());
    let within = within(lattice, index)
        .map(|(_, sub)| format!("in the sub-lattice of {}", notation::words(&sub.templates)));
    taken.into_iter().chain(within).collect::<Vec<_>>().join("; ")
}

/// What a box says, in at most this many lines, and whether it is an end.
fn lines(lattice: &LatticeText, index: usize, most: usize) -> Vec<Line> {
    let point = &lattice.points[index];
    let mut lines = broken(Line::formula(&point.text), WIDEST);
    if lines.len() > most {
        lines.truncate(most - 1);
        lines.push(Line::new(LineKind::Formula, notation::ellipsis()));
    }
    match (is_end(lattice, index, PointOrigin::Strongest), is_end(lattice, index, PointOrigin::Weakest)) {
        (true, true) => lines.push(Line::remark("the only one")),
        (true, false) => lines.push(Line::remark("strongest")),
        (false, true) => lines.push(Line::remark("weakest")),
        (false, false) => {}
    }
    let marks: Vec<&str> = within(lattice, index).map(|(k, _)| mark(k)).collect();
    if !marks.is_empty() {
        lines.push(Line::remark(marks.join(" ")));
    }
    lines
}

fn is_end(lattice: &LatticeText, index: usize, end: PointOrigin) -> bool {
    lattice.points[index].origins.contains(&end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook::formula::{FormulaText, PieceKind};
    use hornbook::inspect::PointText;

    #[test]
    fn the_strongest_is_at_the_bottom() {
        let point = |text: &str, origins: Vec<PointOrigin>| PointText {
            text: FormulaText::of(PieceKind::Variable, text),
            origins,
        };
        let lattice = LatticeText {
            points: vec![
                point("X = 1", vec![PointOrigin::Strongest]),
                point("X ≥ 1", vec![PointOrigin::Relaxed]),
                point("X ≤ 1", vec![PointOrigin::Given]),
                point("true", vec![PointOrigin::Weakest]),
            ],
            covers: vec![(0, 1), (0, 2), (1, 3), (2, 3)],
            chosen: Some(2),
            sub_lattices: vec![SubLatticeText {
                templates: FormulaText::of(PieceKind::Variable, "{X}"),
                points: vec![0, 2],
            }],
            ..LatticeText::default()
        };
        let scene = scene(&lattice, 1, "Interpolants".to_owned());
        let y = |id: u32| scene.node(NodeKey::Number(id)).map_or(0.0, |node| node.place.middle().y);
        assert!(y(0) > y(1) && y(1) > y(3));
        assert!((y(1) - y(2)).abs() < 1.0);
        assert_eq!(scene.node(NodeKey::Number(2)).map(|n| n.role), Some(Role::Interpolant));
        assert!(scene.nodes.iter().filter(|n| n.is_selected).map(|n| n.id).eq([NodeKey::Number(1)]));
        assert_eq!(scene.edges.len(), 4);
        // The points of a sub-lattice are marked, in the picture and in words (Acta'16, Fig. 2).
        let said: Vec<&str> = scene.nodes.iter().map(|n| n.remark.as_str()).collect();
        let sub = "in the sub-lattice of {X}";
        assert_eq!(said, [sub, "", &format!("taken by the refinement; {sub}"), ""]);
        let marked = scene.nodes.iter().filter(|n| n.lines.iter().any(|l| l.plain().contains('①')));
        assert_eq!(marked.count(), 2);
        assert_eq!(scene.legend.last().map(|(_, text)| text.as_str()), Some("① the sub-lattice of {X}"));
    }
}
