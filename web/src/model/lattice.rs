//! The interpolants of a position as a Hasse diagram, from the strongest at the bottom to the weakest at the top.

use hornbook::inspect::LatticeText;
use hornbook::interpolate::{Origin, Strength};

use crate::draw::{
    Edge, EdgeKind, Layered, Line, LineKind, Node, Role, Scene, box_size, broken, joined, longest_chains,
};
use crate::notation;

/// Formulae are broken so that boxes are no wider, if possible.
const WIDEST: f64 = 230.0;
/// A formula takes so many lines at most.
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
            id: i as u32,
            unabridged: whole.unwrap_or_default(),
            lines,
            role: if is_chosen { Role::Interpolant } else { Role::Plain },
            is_selected: i == selected,
            place: places[i],
            remark: if is_chosen { "taken by the refinement".to_owned() } else { String::new() },
            ..Node::default()
        });
    }
    for (k, (low, high)) in lattice.covers.iter().enumerate() {
        scene.edges.push(Edge {
            id: k as u32,
            kind: EdgeKind::Order,
            tails: vec![*low as u32],
            head: *high as u32,
            label: String::new(),
            role: Role::Plain,
            mark: None,
            is_selected: false,
            junction: None,
            paths: vec![paths[k].clone()],
            remark: format!("follows from {}", lattice.points[*low].text),
        });
    }
    scene.frame = scene.extent().grown(14.0);
    if lattice.chosen.is_some() {
        scene.legend = vec![(Role::Interpolant, "taken by the refinement".to_owned())];
    }
    scene
}

/// What a box says, in so many lines at most, and whether it is an end.
fn lines(lattice: &LatticeText, index: usize, most: usize) -> Vec<Line> {
    let point = &lattice.points[index];
    let mut lines = broken(Line::formula(&point.text), WIDEST);
    if lines.len() > most {
        lines.truncate(most - 1);
        lines.push(Line::new(LineKind::Formula, notation::pieces("…")));
    }
    match (is_end(lattice, index, Origin::Strongest), is_end(lattice, index, Origin::Weakest)) {
        (true, true) => lines.push(Line::remark("the only one")),
        (true, false) => lines.push(Line::remark("strongest")),
        (false, true) => lines.push(Line::remark("weakest")),
        (false, false) => {}
    }
    lines
}

fn is_end(lattice: &LatticeText, index: usize, end: Origin) -> bool {
    lattice.points[index].origins.contains(&end)
}

/// Where a point comes from, in words.
pub fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Strongest => "A without its own symbols: the strongest",
        Origin::Weakest => "the opposite of B without its own symbols: the weakest",
        Origin::Proof(Strength::Strong) => "read off the proof",
        Origin::Proof(Strength::Relaxed) => "read off the proof, relaxed as far as its sums allow",
        Origin::Proof(Strength::Weak) => "read off the proof with the sides exchanged",
        Origin::Chosen => "the simplest that the policy finds for this position alone",
        Origin::Relational => "relations without constants",
        Origin::Dropped => "the strongest without one of its parts",
        Origin::Relaxed => "the strongest with an equation relaxed to an inequality",
        Origin::Given => "taken by the refinement",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook::inspect::PointText;

    #[test]
    fn the_strongest_is_at_the_bottom() {
        let point = |text: &str, origins: Vec<Origin>| PointText {
            text: text.to_owned(),
            typed: text.to_owned(),
            origins,
        };
        let lattice = LatticeText {
            points: vec![
                point("X = 1", vec![Origin::Strongest]),
                point("X ≥ 1", vec![Origin::Relaxed]),
                point("X ≤ 1", vec![Origin::Given]),
                point("true", vec![Origin::Weakest]),
            ],
            covers: vec![(0, 1), (0, 2), (1, 3), (2, 3)],
            chosen: Some(2),
            ..LatticeText::default()
        };
        let scene = scene(&lattice, 1, "Interpolants".to_owned());
        let y = |id: u32| scene.node(id).map_or(0.0, |node| node.place.y);
        assert!(y(0) > y(1) && y(1) > y(3));
        assert!((y(1) - y(2)).abs() < 1.0);
        assert_eq!(scene.node(2).map(|n| n.role), Some(Role::Interpolant));
        assert!(scene.nodes.iter().filter(|n| n.is_selected).map(|n| n.id).eq([1]));
        assert_eq!(scene.edges.len(), 4);
    }
}
