//! Sets of templates as a lattice: the whole set at the bottom, which abstracts nothing, and the empty set at
//! the top.
//!
//! The search may be replayed: after some of its steps only what was tried is known.

mod recorded;

pub use recorded::{Recorded, SETS_SHOWN};

use std::rc::Rc;

use hornbook::formula::{FormulaText, PieceKind};
use hornbook::guide::{ElementText, Portrait, SearchStep, TemplateText};

use crate::draw::notation::{self, Piece, Style};
use crate::draw::{
    Change, Edge, Layered, Line, LineKind, Mark, Node, NodeKey, Rect, Role, Scene, box_size, broken, joined,
    longest_chains,
};

const WIDEST: f64 = 190.0;
const GAP: (f64, f64) = (22.0, 36.0);

/// A larger set is told by what it lacks, or in part.
const MOST_NAMED: usize = 6;

/// More templates than this are called by their numbers.
pub const MOST_SPELLED: usize = 6;

/// What is known about an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Knowledge {
    Unknown,
    Infeasible,
    Feasible,
    Maximal,
}

/// The diagram after this many steps of the search for the frontier, or with all that is known.
pub fn scene(portrait: &Portrait, selected: Option<&[usize]>, after: Option<usize>, title: String) -> Scene {
    let known = knowledge(portrait, after);
    let current = after.and_then(|n| portrait.frontier_steps.get(n.checked_sub(1)?));
    let elements = &portrait.elements;
    let count = elements.len();
    let edges = covers(elements);
    let ranks = longest_chains(count, &edges);
    let lines: Vec<Vec<Line>> =
        elements.iter().map(|e| lines(portrait, &e.templates, e.cost, MOST_NAMED)).collect();
    let sizes: Vec<(f64, f64)> = lines.iter().map(|lines| box_size(lines, "")).collect();
    let graph = Layered { sizes: &sizes, ranks: &ranks, edges: &edges, gap: GAP, upwards: true };
    let (places, paths) = joined(&graph);
    let mut scene = Scene { title, is_whole: true, ..Scene::default() };
    for (i, lines) in lines.into_iter().enumerate().take(count) {
        let element = &elements[i].templates;
        let whole = self::lines(portrait, element, elements[i].cost, usize::MAX);
        let (role, remark) = match known[i] {
            Knowledge::Unknown => (Role::Plain, "not known yet"),
            Knowledge::Infeasible => (Role::Infeasible, "infeasible"),
            Knowledge::Feasible => (Role::Feasible, "feasible"),
            Knowledge::Maximal => (Role::Maximal, "maximal feasible"),
        };
        scene.nodes.push(Node {
            id: NodeKey::number(i),
            unabridged: if whole == lines { Rc::default() } else { whole.into() },
            lines,
            role,
            mark: current.filter(|step| element_of(step) == element).map(mark),
            is_selected: selected == Some(element),
            is_faint: known[i] == Knowledge::Infeasible,
            place: places[i],
            remark: remark.to_owned(),
            ..Node::default()
        });
    }
    for ((low, high), path) in edges.into_iter().zip(paths) {
        let less = notation::words(&set_text(&portrait.templates, &elements[low].templates));
        scene.edges.push(Edge::of_order(low, high, path, format!("abstracts more than {less}")));
    }
    // Marks come and go while the search is replayed, and find room in the margin.
    scene.frame = Rect::around(places).unwrap_or_default().grown(24.0);
    let meanings = [
        (Role::Feasible, "feasible: an interpolant remains"),
        (Role::Maximal, "maximal feasible: the frontier"),
        (Role::Infeasible, "infeasible"),
        (Role::Plain, "not known yet"),
    ];
    let is_shown = |role: Role| scene.nodes.iter().any(|node| node.role == role);
    scene.legend = meanings
        .into_iter()
        .filter(|(role, _)| is_shown(*role))
        .map(|(role, text)| (role, text.to_owned()))
        .collect();
    scene
}

/// The Hasse diagram: pairs of a set and one with fewer templates, with none in between.
fn covers(elements: &[ElementText]) -> Vec<(usize, usize)> {
    let is_above = |low: usize, high: usize| {
        let (low, high) = (&elements[low].templates, &elements[high].templates);
        high.len() < low.len() && high.iter().all(|t| low.contains(t))
    };
    let mut pairs = Vec::new();
    for low in 0..elements.len() {
        let above: Vec<usize> = (0..elements.len()).filter(|high| is_above(low, *high)).collect();
        let is_next = |high: &&usize| !above.iter().any(|between| is_above(*between, **high));
        pairs.extend(above.iter().filter(is_next).map(|high| (low, *high)));
    }
    pairs
}

/// What is known about each element after this many steps, or in the end.
pub fn knowledge(portrait: &Portrait, after: Option<usize>) -> Vec<Knowledge> {
    let Some(after) = after else {
        let known = |e: &ElementText| match (e.maximal, e.feasible) {
            (true, _) => Knowledge::Maximal,
            (false, true) => Knowledge::Feasible,
            (false, false) => Knowledge::Infeasible,
        };
        return portrait.elements.iter().map(known).collect();
    };
    let mut known = vec![Knowledge::Unknown; portrait.elements.len()];
    for step in portrait.frontier_steps.iter().take(after) {
        let (at, knowledge) = match step {
            SearchStep::Tried { element, feasible: true } | SearchStep::Needs { element } => {
                (element, Knowledge::Feasible)
            }
            SearchStep::Tried { element, feasible: false } => (element, Knowledge::Infeasible),
            SearchStep::Maximal { element, .. } => (element, Knowledge::Maximal),
            SearchStep::Bound { .. } | SearchStep::TooCostly { .. } => continue,
        };
        for (element, known) in portrait.elements.iter().zip(&mut known) {
            // With more templates it is feasible all the more, with fewer infeasible.
            let has_all = |more: &[usize], less: &[usize]| less.iter().all(|i| more.contains(i));
            if element.templates == *at {
                *known = (*known).max(knowledge);
            } else if knowledge >= Knowledge::Feasible && has_all(&element.templates, at) {
                *known = (*known).max(Knowledge::Feasible);
            } else if knowledge == Knowledge::Infeasible && has_all(at, &element.templates) {
                *known = (*known).max(Knowledge::Infeasible);
            }
        }
    }
    known
}

/// A step of the search, in words.
pub fn told(templates: &[TemplateText], step: &SearchStep<Vec<usize>>) -> String {
    let set = notation::words(&set_text(templates, element_of(step)));
    match step {
        SearchStep::Tried { feasible: true, .. } => format!("{set} is tried: it is feasible."),
        SearchStep::Tried { feasible: false, .. } => {
            format!("{set} is tried: it is infeasible, and so is all that is above it.")
        }
        SearchStep::Needs { .. } => {
            format!("The contradiction needs no more than {set}, so that is feasible as well.")
        }
        SearchStep::Bound { .. } => format!("Nothing feasible is above {set}."),
        SearchStep::Maximal { cost, .. } => {
            format!("Nothing above {set} is feasible: it is maximal, at a cost of {cost}.")
        }
        SearchStep::TooCostly { cost, .. } => {
            format!("Whatever is above {set} costs {cost} or more, which is too much.")
        }
    }
}

/// A set of templates, as text.
pub fn set_text(templates: &[TemplateText], element: &[usize]) -> FormulaText {
    if element.is_empty() {
        return FormulaText::of(PieceKind::Sign, "∅");
    }
    let texts: Vec<FormulaText> =
        element.iter().filter_map(|i| templates.get(*i)).map(TemplateText::text).collect();
    FormulaText::of(PieceKind::Punctuation, "{")
        .and(&FormulaText::joined(&texts, PieceKind::Punctuation, ", "))
        .with(PieceKind::Punctuation, "}")
}

fn element_of(step: &SearchStep<Vec<usize>>) -> &Vec<usize> {
    match step {
        SearchStep::Tried { element, .. }
        | SearchStep::Needs { element }
        | SearchStep::Bound { element }
        | SearchStep::Maximal { element, .. }
        | SearchStep::TooCostly { element, .. } => element,
    }
}

fn mark(step: &SearchStep<Vec<usize>>) -> Mark {
    match step {
        SearchStep::Tried { feasible: true, .. } => Mark::new(Change::Changed, "feasible"),
        SearchStep::Tried { feasible: false, .. } => Mark::new(Change::Changed, "infeasible"),
        SearchStep::Needs { .. } => Mark::new(Change::Changed, "enough"),
        SearchStep::Bound { .. } => Mark::new(Change::Changed, "bound"),
        SearchStep::Maximal { .. } => Mark::new(Change::Added, "maximal"),
        SearchStep::TooCostly { .. } => Mark::new(Change::Changed, "too costly"),
    }
}

/// A set with its cost; of a large one only some templates are named.
fn lines(portrait: &Portrait, element: &[usize], cost: u64, most: usize) -> Vec<Line> {
    let upright = |text: String| Piece { style: Style::Upright, text };
    let total = portrait.templates.len();
    let lacking: Vec<usize> = (0..total).filter(|i| !element.contains(i)).collect();
    let (before, named, after) = match (element.len() <= most, lacking.len() < most) {
        (true, _) if element.is_empty() => ("∅".to_owned(), element, String::new()),
        (true, _) => ("{".to_owned(), element, "}".to_owned()),
        (false, _) if lacking.is_empty() => (format!("all {total} templates"), &lacking[..], String::new()),
        (false, true) => ("all but ".to_owned(), &lacking[..], String::new()),
        (false, false) => {
            ("{".to_owned(), &element[..most - 2], format!(" and {} more}}", element.len() + 2 - most))
        }
    };
    let mut pieces = vec![upright(before)];
    for (k, i) in named.iter().enumerate() {
        if k > 0 {
            pieces.push(upright(", ".to_owned()));
        }
        match portrait.templates.get(*i) {
            Some(template) if total <= MOST_SPELLED || most > total => {
                pieces.extend(notation::pieces(&template.text()));
            }
            _ => pieces.push(upright((i + 1).to_string())),
        }
    }
    pieces.push(upright(after));
    let mut lines = broken(Line::new(LineKind::Formula, pieces), WIDEST);
    lines.push(Line::remark(format!("cost {cost}")));
    lines
}

#[cfg(test)]
mod tests {
    use hornbook::guide::TemplateForm;

    use super::*;

    fn portrait() -> Portrait {
        let template = |text: &str| TemplateText {
            form: TemplateForm::Term,
            subject: FormulaText::of(PieceKind::Variable, text),
            cost: 1,
            why: String::new(),
        };
        let element = |templates: Vec<usize>, feasible, maximal| ElementText {
            cost: templates.len() as u64,
            canonical: templates.clone(),
            templates,
            feasible,
            maximal,
        };
        Portrait {
            templates: vec![template("X - I"), template("J")],
            elements: vec![
                element(vec![], false, false),
                element(vec![0], true, true),
                element(vec![1], false, false),
                element(vec![0, 1], true, false),
            ],
            frontier: vec![vec![0]],
            cheapest: vec![vec![0]],
            ends: Vec::new(),
            frontier_steps: vec![
                SearchStep::Tried { element: vec![0, 1], feasible: true },
                SearchStep::Tried { element: vec![1], feasible: false },
                SearchStep::Maximal { element: vec![0], cost: 1 },
            ],
            cheapest_steps: Vec::new(),
            stopped: None,
        }
    }

    #[test]
    fn the_search_is_replayed() {
        use Knowledge::{Feasible, Infeasible, Maximal, Unknown};
        let portrait = portrait();
        assert_eq!(knowledge(&portrait, Some(0)), [Unknown; 4]);
        assert_eq!(knowledge(&portrait, Some(2)), [Infeasible, Unknown, Infeasible, Feasible]);
        assert_eq!(knowledge(&portrait, None), [Infeasible, Maximal, Infeasible, Feasible]);
        let scene = scene(&portrait, Some(&[0, 1]), Some(2), "Frontier".to_owned());
        let marked: Vec<NodeKey> = scene.nodes.iter().filter(|n| n.mark.is_some()).map(|n| n.id).collect();
        assert_eq!(marked, [NodeKey::Number(2)]);
        assert!(scene.node(NodeKey::Number(3)).is_some_and(|n| n.is_selected));
    }

    #[test]
    fn the_whole_set_is_at_the_bottom() {
        let scene = scene(&portrait(), None, None, "Frontier".to_owned());
        let y = |id: u32| scene.node(NodeKey::Number(id)).map_or(0.0, |node| node.place.y);
        assert!(y(3) > y(1) && y(1) > y(0));
        assert_eq!(scene.edges.len(), 4);
        assert_eq!(set_text(&portrait().templates, &[0, 1]).as_str(), "{X - I, J}");
    }
}
