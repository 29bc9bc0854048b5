//! Pictures of real runs: every example, every step.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use hornbook::engine::{Engine, Event, Header, PositionId, Settings, Strategy};
use hornbook::lang;
use hornbook::solver::Budget;
use hornbook::trace::State;

use super::expansion::{self, Coming};
use super::graph::{self, Step};
use super::graph_layout::GraphLayout;
use super::{Names, tree};
use crate::draw::{
    Change, Edge, EdgeKey, EdgeKind, Ground, NodeKey, Part, Rect, Role, Scene, Theme, dot, standalone,
    text_alternative,
};
use crate::run::selection::Selection;
use crate::text::examples::EXAMPLES;

/// The examples do not all end; this many steps of work show enough of them.
const WORK: u64 = 40_000;

/// Enough for any example.
const MANY: usize = 1_000;

struct Recorded {
    name: String,
    header: Header,
    events: Vec<Event>,
}

fn recorded() -> &'static [Recorded] {
    static RUNS: LazyLock<Vec<Recorded>> = LazyLock::new(record);
    &RUNS
}

/// A counterexample that is a dag: positions are factored out, and copied when a model asks for it.
const DAG: &str = "p0(X) :- X = 0. p0(X) :- X = 1. p1(X + Y) :- p0(X), p0(Y). p2(X + Y) :- p1(X), p1(Y).
    r(X) :- p2(X). r(X + 1) :- p2(X). false :- r(X), X < 0.";

fn record() -> Vec<Recorded> {
    let examples = EXAMPLES.iter().map(|example| (example.name, example.text, 60));
    let mut runs = Vec::new();
    for (name, text, choices_written_out) in examples.chain([("dag", DAG, 0)]) {
        for strategy in Strategy::ALL {
            let (problem, _) = lang::parse(text, lang::Language::detect(text));
            let settings = Settings { strategy, choices_written_out, ..Settings::default() };
            let mut engine = Engine::new(problem, settings);
            let header = engine.header();
            let mut budget = Budget::steps(WORK);
            let mut events = Vec::new();
            while engine.verdict().is_none() {
                events.push(engine.step(&mut budget));
            }
            runs.push(Recorded { name: format!("{name} {strategy:?}"), header, events });
        }
    }
    runs
}

/// Looks at every step of a run.
fn for_each_step(run: &Recorded, mut look: impl FnMut(Step)) {
    let mut before = State::default();
    for (index, event) in run.events.iter().enumerate() {
        let mut after = before.clone();
        after.apply(event);
        look(Step { number: index + 1, event: Some(event), before: &before, after: &after });
        before = after;
    }
}

fn graph(run: &Recorded, layout: &GraphLayout, step: Step) -> Scene {
    graph::scene(layout, step, Names(&run.header), Selection::Nothing, MANY)
}

/// As the view finds them.
fn tree(run: &Recorded, step: Step, selection: Selection) -> Option<Scene> {
    let coming = run.events[step.number..].iter().take(2).find_map(|event| match event {
        Event::InterpolantsFound { interpolants } => Some(interpolants.clone()),
        _ => None,
    });
    tree::scene(step, &coming.unwrap_or_default(), Names(&run.header), selection, MANY)
}

fn copies(run: &Recorded, step: Step) -> Option<Scene> {
    let coming = Coming::of(&run.events[step.number..]);
    expansion::scene(step, coming, Names(&run.header), Selection::Nothing, MANY)
}

fn assert_no_overlap(scene: &Scene, what: &str) {
    for (i, one) in scene.nodes.iter().enumerate() {
        for other in &scene.nodes[..i] {
            assert!(
                !one.place.overlaps(&other.place),
                "{what}: {} and {} in {}",
                one.id,
                other.id,
                scene.title
            );
        }
    }
}

#[test]
fn nodes_of_the_graph_stay_apart_and_where_they_are() {
    for run in recorded() {
        let layout = GraphLayout::new(&run.events, Names(&run.header));
        let mut places: BTreeMap<NodeKey, Rect> = BTreeMap::new();
        let mut frame: Option<Rect> = None;
        for_each_step(run, |step| {
            let scene = graph(run, &layout, step);
            assert_no_overlap(&scene, &run.name);
            let shown: BTreeMap<NodeKey, Rect> =
                scene.nodes.iter().filter(|n| n.id != NodeKey::Goal).map(|n| (n.id, n.place)).collect();
            for (id, place) in &shown {
                if let Some(before) = places.get(id) {
                    assert_eq!(before, place, "{}: n{id} moved at step {}", run.name, step.number);
                }
            }
            let frame_now = layout.frame(step.number);
            if let Some(before) = frame.replace(frame_now) {
                assert!(
                    frame_now.contains(&before),
                    "{}: the frame shrinks at step {}",
                    run.name,
                    step.number
                );
            }
            assert!(scene.nodes.iter().all(|n| scene.frame.contains(&n.place)));
            places = shown;
        });
    }
}

/// While a run comes in, nodes may get more room, but none changes sides with another.
#[test]
fn nodes_stay_in_their_columns_while_a_run_comes_in() {
    for run in recorded() {
        let whole = GraphLayout::new(&run.events, Names(&run.header));
        for part in [run.events.len() / 3, run.events.len() / 2] {
            let known = GraphLayout::new(&run.events[..part], Names(&run.header));
            let announced = matches!(run.events[..part].last(), Some(Event::NodeAdded { .. }));
            for (id, node) in known.nodes.iter().rev().skip(usize::from(announced)) {
                assert_eq!(
                    whole.nodes.get(id).unwrap().slot,
                    node.slot,
                    "{}: n{} after {part} events",
                    run.name,
                    id.0
                );
            }
        }
    }
}

#[test]
fn the_graph_shows_what_there_is_and_what_changed() {
    for run in recorded() {
        let layout = GraphLayout::new(&run.events, Names(&run.header));
        for_each_step(run, |step| {
            let scene = graph(run, &layout, step);
            let marked = |change: Change| {
                let nodes = scene.nodes.iter().filter(|n| n.id != NodeKey::Goal);
                nodes.filter(|n| n.mark.as_ref().is_some_and(|mark| mark.change == change)).count()
            };
            let present = scene
                .nodes
                .iter()
                .filter(|n| step.after.nodes.keys().any(|id| NodeKey::Number(id.0) == n.id))
                .count();
            assert_eq!(present, step.after.nodes.len(), "{} step {}", run.name, step.number);
            let clauses = scene
                .edges
                .iter()
                .filter(|e| step.after.edges.keys().any(|id| EdgeKey::Number(id.0) == e.id))
                .count();
            assert_eq!(clauses, step.after.edges.len(), "{} step {}", run.name, step.number);
            let covered = step.after.nodes.values().filter(|node| node.covered_by.is_some()).count();
            let covers = scene.edges.iter().filter(|e| e.kind == EdgeKind::Covers).count();
            assert!(covers >= covered, "{} step {}", run.name, step.number);
            match step.event {
                Some(Event::NodeAdded { .. }) => assert_eq!(marked(Change::Added), 1),
                Some(Event::NodesRemoved { nodes, .. }) => assert_eq!(marked(Change::Removed), nodes.len()),
                Some(Event::Covered { nodes, .. } | Event::Uncovered { nodes }) => {
                    assert_eq!(marked(Change::Changed), nodes.len());
                }
                Some(Event::EdgeAdded { .. }) => {
                    let new = scene.edges.iter().filter(|e| e.mark.is_some()).count();
                    assert_eq!(new, 1, "{} step {}", run.name, step.number);
                }
                _ => {}
            }
        });
    }
}

#[test]
fn trees_stay_while_their_interpolants_appear() {
    let mut seen = 0;
    for run in recorded() {
        let mut places: Vec<Rect> = Vec::new();
        for_each_step(run, |step| {
            let Some(scene) = tree(run, step, Selection::Nothing) else { return };
            seen += 1;
            assert_no_overlap(&scene, &run.name);
            let now: Vec<Rect> = scene.nodes.iter().map(|n| n.place).collect();
            if step.event.is_none_or(|event| event.counterexample().is_none()) {
                assert_eq!(places, now, "{} moved at step {}", run.name, step.number);
            }
            places = now;
            let positions = step.after.counterexample.as_ref().map_or(0, |tree| tree.positions.len());
            assert!(scene.nodes.len() > positions, "every position and its clauses");
            for node in scene.nodes.iter().filter(|n| {
                !step.after.interpolants.is_empty() && n.id.index().is_some_and(|i| i + 1 < positions)
            }) {
                let text = node.lines.iter().map(crate::draw::Line::plain).collect::<Vec<_>>().join(" ");
                let interpolant = &step.after.interpolants[node.id.index().unwrap()].text;
                let first = interpolant.as_str().split(' ').next().unwrap_or_default();
                let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
                assert!(digits(&text).contains(&digits(first)), "{text} has no {interpolant}");
            }
        });
    }
    assert!(seen > 50);
}

#[test]
fn copies_stay_while_they_are_solved_and_collapsed() {
    let mut seen = 0;
    for run in recorded() {
        let mut places: Vec<Rect> = Vec::new();
        for_each_step(run, |step| {
            let Some(scene) = copies(run, step) else { return };
            assert_no_overlap(&scene, &run.name);
            let now: Vec<Rect> = scene.nodes.iter().map(|n| n.place).collect();
            let is_made = matches!(
                step.event,
                Some(
                    Event::Expanding { .. }
                        | Event::RelationCopied { .. }
                        | Event::CopiesMerged { .. }
                        | Event::Expanded { .. }
                )
            );
            if !is_made {
                assert_eq!(places, now, "{} moved at step {}", run.name, step.number);
            }
            places = now;
            let state = step.after.expansion.as_ref().unwrap();
            let solved = state.formulae.iter().flatten().count();
            let shown = scene.nodes.iter().filter(|n| n.role == Role::Interpolant).count();
            assert_eq!(shown, solved, "{} step {}", run.name, step.number);
            let told = text_alternative(&scene).iter().filter(|item| item.text.contains(", solved")).count();
            assert_eq!(told, solved, "{} step {}", run.name, step.number);
            let marked: Vec<NodeKey> =
                scene.nodes.iter().filter(|n| n.mark.is_some()).map(|n| n.id).collect();
            match step.event {
                Some(Event::CopySolved { copy, .. }) => {
                    seen += 1;
                    assert_eq!(marked, [NodeKey::number(copy.index())]);
                    let relation = state.expansion.copies[copy.index()];
                    let part = Part::Node(NodeKey::number(copy.index()));
                    assert_eq!(expansion::selected(part, &step), Selection::Relation(relation));
                    // PRE and POST of the copy that was just solved, or of all that are selected.
                    let sides = expansion::sides(&step, Selection::Nothing);
                    assert_eq!(sides.len(), usize::from(state.sides[copy.index()].is_some()));
                    let selected = expansion::sides(&step, Selection::Relation(relation));
                    assert!(selected.len() >= sides.len() && selected.iter().all(|of| of.0 == relation));
                }
                Some(Event::Collapsed { solution }) => {
                    assert_eq!(marked.is_empty(), solution.is_empty(), "{}", run.name);
                    assert!(!marked.contains(&NodeKey::Goal));
                }
                Some(Event::Expanding { .. } | Event::Expanded { .. }) => assert_eq!(marked, [NodeKey::Goal]),
                Some(Event::RelationCopied { clause, copy, .. }) => {
                    let own = [NodeKey::number(copy.index()), NodeKey::clause(clause.index())];
                    assert!(own.iter().all(|key| marked.contains(key)), "{marked:?}");
                }
                Some(Event::CopiesMerged { .. }) => {}
                _ => assert!(marked.is_empty()),
            }
        });
    }
    assert!(seen > 20);
}

#[test]
fn text_alternatives_say_what_pictures_say() {
    for run in recorded() {
        let layout = GraphLayout::new(&run.events, Names(&run.header));
        for_each_step(run, |step| {
            let trees = tree(run, step, Selection::Position(PositionId(0)));
            for scene in [Some(graph(run, &layout, step)), trees, copies(run, step)].into_iter().flatten() {
                let items = text_alternative(&scene);
                let mut told: Vec<Part> = items.iter().map(|item| item.part).collect();
                told.sort_unstable();
                let nodes = scene.nodes.iter().map(|node| Part::Node(node.id));
                let is_branch = |kind| matches!(kind, EdgeKind::Branch | EdgeKind::Choice);
                let is_nesting = |e: &Edge| {
                    is_branch(e.kind) && scene.node(e.head).unwrap().parent == e.tails.first().copied()
                };
                let edges = scene.edges.iter().filter(|e| !is_nesting(e)).map(|edge| Part::Edge(edge.id));
                let mut drawn: Vec<Part> = nodes.chain(edges).collect();
                drawn.sort_unstable();
                assert_eq!(told, drawn, "{} step {}", run.name, step.number);
                for item in &items {
                    let (mark, is_selected) = match item.part {
                        Part::Node(id) => scene.node(id).map(|n| (&n.mark, n.is_selected)).unwrap(),
                        Part::Edge(id) => {
                            scene.edges.iter().find(|e| e.id == id).map(|e| (&e.mark, e.is_selected)).unwrap()
                        }
                    };
                    assert_eq!((&item.mark, item.is_selected), (mark, is_selected));
                    assert_eq!(item.text.contains("in this step"), mark.is_some(), "{}", item.text);
                    assert!(!item.text.is_empty());
                }
                let hanging = scene.nodes.iter().filter(|node| node.parent.is_some()).count();
                assert_eq!(scene.edges.iter().filter(|e| is_nesting(e)).count(), hanging);
            }
        });
    }
}

/// The page tells parts from each other by their ids.
#[test]
fn parts_have_ids_of_their_own() {
    for run in recorded() {
        let layout = GraphLayout::new(&run.events, Names(&run.header));
        for_each_step(run, |step| {
            let scenes =
                [Some(graph(run, &layout, step)), tree(run, step, Selection::Nothing), copies(run, step)];
            for scene in scenes.into_iter().flatten() {
                let nodes: BTreeSet<NodeKey> = scene.nodes.iter().map(|node| node.id).collect();
                let edges: BTreeSet<EdgeKey> = scene.edges.iter().map(|edge| edge.id).collect();
                assert_eq!(
                    (nodes.len(), edges.len()),
                    (scene.nodes.len(), scene.edges.len()),
                    "{}",
                    run.name
                );
            }
        });
    }
}

#[test]
fn files_are_well_formed() {
    for run in recorded().iter().step_by(3) {
        let layout = GraphLayout::new(&run.events, Names(&run.header));
        for_each_step(run, |step| {
            if step.number % 7 != 0 {
                return;
            }
            for scene in
                [Some(graph(run, &layout, step)), tree(run, step, Selection::Nothing), copies(run, step)]
                    .into_iter()
                    .flatten()
            {
                assert_well_formed(&standalone(&scene, "a <caption>", Theme::Dark, Ground::Paper));
                let dot = dot(&scene);
                assert!(dot.starts_with("digraph \"") && dot.ends_with("}\n"), "{dot}");
                assert_eq!(dot.matches('"').count() % 2, 0);
                // Edges with a label are declared, too, in small type.
                let declared =
                    dot.lines().filter(|line| line.contains("[label=") && !line.contains("fontsize")).count();
                assert_eq!(declared, scene.nodes.len());
                assert!(!dot.contains(&u32::MAX.to_string()), "{dot}");
            }
        });
    }
}

/// Every element that is opened is closed, in order, and attributes are quoted.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "{}", &rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_cut_is_announced_and_keeps_what_the_step_is_about() {
    for run in recorded() {
        let layout = GraphLayout::new(&run.events, Names(&run.header));
        for_each_step(run, |step| {
            let whole = graph(run, &layout, step);
            let cut = graph::scene(&layout, step, Names(&run.header), Selection::Nothing, 3);
            let nodes = whole.nodes.iter().filter(|n| n.id != NodeKey::Goal).count();
            assert_eq!(cut.omitted.map(|omitted| omitted.total), (nodes > 3).then_some(nodes));
            let (folded, shown): (Vec<_>, Vec<_>) =
                cut.nodes.iter().partition(|node| node.remark.starts_with("folded"));
            assert!(folded.is_empty() || nodes > 3);
            for node in &folded {
                assert!(shown.iter().all(|shown| shown.id != node.id && !shown.place.overlaps(&node.place)));
            }
            for node in shown {
                if let Some(same) = whole.node(node.id) {
                    assert_eq!(same.place, node.place);
                }
            }
            if let Some(Event::NodeAdded { node, .. }) = step.event {
                assert!(cut.node(NodeKey::Number(node.0)).is_some());
            }
        });
    }
}

/// What is factored out or copied is marked at the step that does so, and what is open says so.
#[test]
fn dags_show_what_is_factored_out_copied_and_open() {
    let run = recorded().iter().find(|run| run.name == "dag Disjunctive").unwrap();
    let (mut marks, mut open) = (BTreeSet::new(), false);
    for_each_step(run, |step| {
        let Some(scene) = tree(run, step, Selection::Nothing) else { return };
        let (Some(Event::Restructured { .. } | Event::SubtreesCopied { .. }), nodes) =
            (step.event, &scene.nodes)
        else {
            return;
        };
        marks.extend(nodes.iter().filter_map(|node| node.mark.as_ref()).map(|mark| mark.word.to_owned()));
        open |= nodes.iter().flat_map(|node| &node.lines).any(|line| line.plain() == "open");
    });
    assert_eq!(marks.into_iter().collect::<Vec<_>>(), ["copied", "factored out"]);
    assert!(open);
}

#[test]
fn a_selected_position_parts_the_tree() {
    for run in recorded() {
        for_each_step(run, |step| {
            let Some(found) = step.event.and_then(Event::counterexample) else { return };
            for position in 0..found.positions.len() - 1 {
                let scene = tree(run, step, Selection::Position(PositionId::at(position))).unwrap();
                let role = |id: usize| scene.node(NodeKey::number(id)).unwrap().role.class();
                assert_eq!(role(position), "interpolant");
                assert_eq!(role(found.positions.len() - 1), "b");
                for child in found.positions[position].alternatives.iter().flat_map(|way| &way.children) {
                    assert_eq!(role(child.index()), "a");
                }
                assert_eq!(scene.legend.len(), 3);
            }
        });
    }
}
