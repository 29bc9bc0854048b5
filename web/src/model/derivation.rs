//! A derivation of `false` as a tree with numbers: a box for each fact, and a circle for the clause that
//! derives it.
//!
//! A step may be used several times; in the tree it then stands as often.

use hornbook::engine::{FoldedRounds, StepText};
use hornbook::formula::{FormulaText, PieceKind};

use super::names::values_text;
use hornbook::horn::SystemClauseId;

use crate::draw::notation;
use crate::draw::{
    self, Edge, EdgeKey, EdgeKind, Line, LineKind, Node, NodeKey, Omitted, Part, Rect, Role, Scene, Shape,
    box_size, broken, route,
};
use crate::run::selection::Selection;

/// At most this many facts are shown at first.
pub const USUAL_LIMIT: usize = 120;

/// Boxes are no wider, if possible.
const WIDEST: f64 = 260.0;

const GAP: (f64, f64) = (26.0, 22.0);

const CIRCLE: f64 = 22.0;

/// A fact in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The step of the derivation.
    pub step: usize,
    pub parent: Option<usize>,
    /// The root has depth 0.
    pub depth: usize,
}

/// The facts of the tree, from `false` downwards and level by level; and how many there are in all, if they
/// can be counted.
pub fn places(derivation: &[StepText], limit: usize) -> (Vec<Place>, usize) {
    let mut places: Vec<Place> = Vec::new();
    if let Some(root) = derivation.len().checked_sub(1) {
        places.push(Place { step: root, parent: None, depth: 0 });
    }
    let mut next = 0;
    while let Some(place) = places.get(next).copied() {
        let premises = &derivation[place.step].premises;
        // Premises are earlier steps, so this ends.
        let below = premises.iter().filter(|step| **step < place.step);
        if places.len() + premises.len() > limit {
            break;
        }
        places.extend(below.map(|step| Place { step: *step, parent: Some(next), depth: place.depth + 1 }));
        next += 1;
    }
    (places, size(derivation))
}

/// How many facts the whole tree has.
fn size(derivation: &[StepText]) -> usize {
    let mut sizes: Vec<usize> = Vec::with_capacity(derivation.len());
    for step in derivation {
        let below = step.premises.iter().filter_map(|premise| sizes.get(*premise));
        let size = below.fold(1, |sum: usize, size| sum.saturating_add(*size));
        sizes.push(size);
    }
    sizes.last().copied().unwrap_or(0)
}

/// The fact that a step derives: `gcd(4, 6, 2)`.
pub fn fact(step: &StepText) -> FormulaText {
    step.instance.head.as_ref().map_or_else(|| FormulaText::constant(false), |head| head.instance.text())
}

/// `M = 4, N = 6`: the values of a step.
pub fn values(step: &StepText) -> FormulaText {
    values_text(&step.instance.values, PieceKind::Punctuation, ", ")
}

/// How a fact is derived, in words.
fn remark(step: &StepText) -> String {
    let number = step.clause.number();
    let with =
        if step.instance.values.is_empty() { String::new() } else { format!(", with {}", values(step)) };
    let from = if step.premises.is_empty() { "" } else { ", from:" };
    format!("by clause {number}{with}{from}")
}

/// The tree as a picture. `clause` finds the clause of the engine that stands for one of the user's. A step
/// may be marked beside what is selected: that of the row of a model's run.
pub fn scene(
    derivation: &[StepText],
    folded: &[FoldedRounds],
    clause: &dyn Fn(hornbook::lang::ClauseId) -> Option<SystemClauseId>,
    (selection, marked): (Selection, Option<usize>),
    limit: usize,
) -> Scene {
    let (places, total) = places(derivation, limit.max(1));
    let count = places.len();
    // Facts first, then their clauses.
    let mut children = vec![Vec::new(); 2 * count];
    let mut sizes = vec![(CIRCLE, CIRCLE); 2 * count];
    let mut lines: Vec<Vec<Line>> = Vec::with_capacity(count);
    for (i, place) in places.iter().enumerate() {
        children[i].push(count + i);
        if let Some(parent) = place.parent {
            children[count + parent].push(i);
        }
        let mut own = fact_lines(&derivation[place.step]);
        own.extend(more_rounds(folded, place.step).map(Line::remark));
        sizes[i] = box_size(&own, "");
        lines.push(own);
    }
    let rects = draw::tidy(0, &children, &sizes, GAP);
    let mut scene = Scene { title: "Derivation of false".to_owned(), ..Scene::default() };
    for (i, (place, lines)) in places.iter().zip(lines).enumerate() {
        let step = &derivation[place.step];
        let number = step.clause.number();
        let is_selected = marked == Some(place.step)
            || clause(step.clause).is_some_and(|own| selection == Selection::Clause(own));
        let node = Node {
            id: NodeKey::number(i),
            lines,
            role: if place.parent.is_none() { Role::Alarm } else { Role::Plain },
            place: rects[i],
            parent: place.parent.map(NodeKey::clause),
            ..Node::default()
        };
        let circle = Node {
            id: NodeKey::clause(i),
            lines: vec![Line::number(number)],
            shape: Shape::Circle,
            is_selected,
            place: rects[count + i],
            parent: Some(NodeKey::number(i)),
            remark: remark(step),
            ..Node::default()
        };
        scene.edges.push(branch(NodeKey::number(i), NodeKey::clause(i), [&rects[i], &rects[count + i]]));
        if let Some(parent) = place.parent {
            let ends = [&rects[count + parent], &rects[i]];
            scene.edges.push(branch(NodeKey::clause(parent), NodeKey::number(i), ends));
        }
        scene.nodes.push(node);
        scene.nodes.push(circle);
    }
    scene.frame = scene.extent().grown(16.0);
    scene.omitted = (count < total).then_some(Omitted { shown: count, total });
    scene
}

/// `99998 more rounds`: what is left out below a step.
pub fn more_rounds(folded: &[FoldedRounds], step: usize) -> Option<String> {
    let rounds = folded.iter().find(|rounds| rounds.before == step)?;
    Some(format!("after {} more rounds like these", rounds.rounds))
}

/// The step that a part of the picture belongs to.
pub fn step_of(part: Part, derivation: &[StepText], limit: usize) -> Option<usize> {
    let (Part::Node(id) | Part::Edge(EdgeKey::Between(_, id))) = part else { return None };
    let (NodeKey::Number(index) | NodeKey::Clause(index)) = id else { return None };
    let (places, _) = places(derivation, limit.max(1));
    places.get(index as usize).map(|place| place.step)
}

fn fact_lines(step: &StepText) -> Vec<Line> {
    let mut lines = broken(Line::new(LineKind::Name, notation::pieces(&fact(step))), WIDEST);
    for check in &step.instance.constraint {
        let sign = if check.holds { "✓" } else { "✗" };
        let checked = check.instance.clone().with(PieceKind::Punctuation, &format!(" {sign}"));
        lines.extend(broken(Line::formula(&checked), WIDEST));
    }
    lines
}

fn branch(parent: NodeKey, child: NodeKey, [from, to]: [&Rect; 2]) -> Edge {
    Edge {
        id: EdgeKey::Between(parent, child),
        kind: EdgeKind::Branch,
        tails: vec![parent],
        head: child,
        label: String::new(),
        role: Role::Plain,
        mark: None,
        is_selected: false,
        junction: None,
        paths: vec![route::between(from, to)],
        remark: String::new(),
        ..Edge::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::examples::Example;
    use crate::wire::protocol::RunId;
    use crate::worker::runner::Runner;
    use expect_test::expect;
    use hornbook::engine::{Event, VerdictText};
    use hornbook::settings::RunSettings;

    fn derivation(name: &str) -> Vec<StepText> {
        let mut runner = Runner::default();
        runner.begin(RunId(1), Example::named(name).unwrap().text, &RunSettings::default(), &[]);
        let mut last = None;
        while let Some(event) = runner.step(RunId(1)) {
            last = Some(event);
        }
        match last {
            Some(Event::Verdict(VerdictText::Unsafe { derivation, .. })) => derivation,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_tree_of_gcd_bug_has_its_numbers() {
        let derivation = derivation("gcd-bug");
        let scene = scene(&derivation, &[], &|_| None, (Selection::Nothing, None), USUAL_LIMIT);
        let words: Vec<String> = draw::text_alternative(&scene)
            .into_iter()
            .map(|item| format!("{}{}", "  ".repeat(item.level - 1), item.text))
            .collect();
        expect![[r#"
            false: 2 ≠ 1 ✓
              by clause 4, with R = 2, from:
                gcd(4, 6, 2): 4 < 6 ✓, 6 = 4 + 2 ✓
                  by clause 3, with M = 4, N = 6, R = 2, N1 = 2, from:
                    gcd(4, 2, 2): 4 > 2 ✓, 4 = 2 + 2 ✓
                      by clause 2, with M = 4, N = 2, R = 2, M1 = 2, from:
                        gcd(2, 2, 2): 2 = 2 ✓, 2 = 2 ✓
                          by clause 1, with M = 2, N = 2, R = 2"#]]
        .assert_eq(&words.join("\n"));
        assert_eq!(scene.omitted, None);
    }

    #[test]
    fn a_limit_is_told() {
        let derivation = derivation("gcd-bug");
        let scene = scene(&derivation, &[], &|_| None, (Selection::Nothing, None), 2);
        assert_eq!(scene.omitted, Some(Omitted { shown: 2, total: places(&derivation, 99).0.len() }));
    }
}
