//! The picture of a model: a control-flow graph, a net, automata; with what a step of the solver is about,
//! what a solution says at each location, where a run of the model is, and what can be played.
//!
//! The parts lead to what stands for them: a location to its relation symbol, and with that to the nodes of
//! the graph; a transition to its clauses, and with those to the text.

use hornbook::engine::{Event, Header};
use hornbook::formula::Value;
use hornbook::horn::{SystemClauseId, SystemRelationId};
use hornbook::lang::model::{Move, PartId, Picture, PictureNode, Row, Shape as ModelShape};
use hornbook::lang::{ClauseId, RelationId, Span};
use hornbook::order::Set;

use super::clause_in_use;
use super::clauses::{clause_of, selected_clauses, selected_relation};
use super::picture_layout::{PictureLayout, PlacedNode};
use crate::draw::notation::{Piece, Style};
use crate::draw::{
    Change, Edge, EdgeKey, EdgeKind, Line, LineKind, Mark, Node, NodeKey, Omitted, Part, Role, Scene,
};
use crate::run::Run;
use crate::run::narrate::count;
use crate::run::selection::Selection;

/// More tokens than this are written as a number.
const MOST_DOTS: i64 = 5;

/// What is to be seen of a model at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelMoment {
    /// What is selected, as far as the model knows it.
    relations: Vec<RelationId>,
    clauses: Vec<ClauseId>,
    parts: Vec<PartId>,
    /// What the step of the solver is about.
    used: Vec<ClauseId>,
    reached: Option<RelationId>,
    /// Where the run of the model is: its parts, and the values.
    here: Set<PartId>,
    values: Vec<Option<Value>>,
    has_row: bool,
    /// What can be played.
    moves: Vec<Move>,
    /// Whether what a solution says is written at the locations.
    is_read: bool,
}

impl ModelMoment {
    /// At the moment of a run of the solver.
    pub fn at(run: &Run, header: &Header, selection: Selection) -> ModelMoment {
        let event = run.moment.event.as_deref();
        let used = event.and_then(clause_in_use).map_or(Vec::new(), |clause| sources(header, clause));
        let reached = match event {
            Some(Event::NodeAdded { relation, .. }) => source(header, *relation),
            _ => None,
        };
        let clauses = selected_clauses(run, selection);
        let mut look = ModelMoment {
            relations: selected_relation(run, selection)
                .and_then(|id| source(header, id))
                .into_iter()
                .collect(),
            clauses: clauses.iter().flat_map(|clause| sources(header, *clause)).collect(),
            used,
            reached,
            is_read: run.reading().is_some() && run.moment.after.verdict.is_some(),
            ..ModelMoment::default()
        };
        if let Selection::Part(part) = selection {
            look.parts.push(part);
        }
        if let (Some((index, _)), Some(model_run)) = (run.current_row(), run.model_run()) {
            look.stand(run.picture.as_deref(), &model_run.rows, index);
        }
        look
    }

    /// While somebody plays.
    pub fn of_game(picture: &Picture, rows: &[Row], moves: &[Move], selection: Selection) -> ModelMoment {
        let mut look = ModelMoment { moves: moves.to_vec(), ..ModelMoment::default() };
        if let Selection::Part(part) = selection {
            look.parts.push(part);
        }
        if let Some(last) = rows.len().checked_sub(1) {
            look.stand(Some(picture), rows, last);
        }
        look
    }

    /// Shows a row of a run of the model. Where time passes, each automaton stays where it was last.
    fn stand(&mut self, picture: Option<&Picture>, rows: &[Row], index: usize) {
        let Some(row) = rows.get(index) else { return };
        self.here = row.parts.iter().copied().collect();
        self.values.clone_from(&row.values);
        self.has_row = true;
        if let Some(picture) = picture.filter(|_| rows.iter().any(|row| row.time.is_some())) {
            self.here.extend(locations(picture, &rows[..=index]).into_iter().flatten());
        }
    }

    fn is_selected(&self, part: PartId) -> bool {
        self.parts.contains(&part)
    }
}

/// The location of each group after some rows, if it has been told.
pub fn locations(picture: &Picture, rows: &[Row]) -> Vec<Option<PartId>> {
    let mut locations = vec![None; picture.groups.len().max(1)];
    let initial = picture.nodes.iter().filter(|node| node.shape == ModelShape::Initial);
    for node in initial {
        if let Some(location) = locations.get_mut(node.group) {
            location.get_or_insert(node.part);
        }
    }
    for row in rows {
        for part in &row.parts {
            let edge = picture.edges.iter().find(|edge| edge.part == *part).map(|edge| edge.to);
            let node = picture.nodes.iter().find(|node| node.part == edge.unwrap_or(*part));
            if let Some(location) = node.and_then(|node| locations.get_mut(node.group)) {
                *location = node.map(|node| node.part);
            }
        }
    }
    locations
}

fn sources(header: &Header, clause: SystemClauseId) -> Vec<ClauseId> {
    header.clauses.get(clause.index()).map_or(Vec::new(), |clause| clause.sources.clone())
}

fn source(header: &Header, relation: SystemRelationId) -> Option<RelationId> {
    header.relations.get(relation.index()).map(|relation| relation.source)
}

/// The picture.
pub fn scene(picture: &Picture, layout: &PictureLayout, look: &ModelMoment) -> Scene {
    let mut scene = Scene { title: title(picture), groups: layout.groups.clone(), ..Scene::default() };
    for (index, (node, placed)) in picture.nodes.iter().zip(&layout.nodes).enumerate() {
        let selected_edge =
            node.shape == ModelShape::Action && is_chosen(&clauses_at(picture, node.part), look);
        let is_relation = node.relation.is_some_and(|id| look.relations.contains(&id));
        let is_here = look.here.contains(&node.part);
        let is_move = look.moves.iter().any(|one| one.part == Some(node.part));
        let is_reached = look.reached.is_some() && own_relation(picture, node) == look.reached;
        let is_used = node.shape == ModelShape::Action && uses(&clauses_at(picture, node.part), look);
        let mark = if is_reached {
            Some(Mark::new(Change::Added, "reached"))
        } else {
            is_used.then(|| Mark::new(Change::Changed, "in use"))
        };
        let value = node.column.and_then(|column| look.values.get(column)?.as_ref());
        let (lines, remark) = contents(placed, value, look);
        let mut remarks: Vec<String> = Vec::new();
        if picture.groups.len() > 1 {
            remarks.extend(picture.groups.get(node.group).map(|group| format!("in {}", group.title)));
        }
        remarks.extend(shape_words(node.shape).map(str::to_owned));
        let own_sets = || (0..).zip(&picture.sets).filter(|(_, set)| set.parts.contains(&node.part));
        remarks.extend(own_sets().map(|(_, set)| format!("in {}", set.title)));
        remarks.extend(remark);
        remarks.extend(is_here.then(|| "the run is here".to_owned()));
        remarks.extend(is_move.then(|| "can be played".to_owned()));
        scene.nodes.push(Node {
            id: NodeKey::number(index),
            lines,
            unabridged: placed.unabridged.as_slice().into(),
            shape: placed.shape,
            role: role(node.shape == ModelShape::Error, is_here, is_move),
            mark,
            tag: own_sets().map(|(i, _)| circled(i)).collect(),
            sets: own_sets().map(|(i, _)| set_role(i)).collect(),
            is_selected: look.is_selected(node.part) || is_relation || selected_edge,
            place: placed.place,
            remark: remarks.join(", "),
            ..Node::default()
        });
    }
    let name = |part: PartId| {
        picture.nodes.iter().find(|node| node.part == part).map_or("?", |node| node.label.as_str())
    };
    for (index, (edge, placed)) in picture.edges.iter().zip(&layout.edges).enumerate() {
        let Some(placed) = placed else { continue };
        let key = |part: PartId| {
            NodeKey::number(picture.nodes.iter().position(|node| node.part == part).unwrap_or_default())
        };
        let is_move = look.moves.iter().any(|one| one.part == Some(edge.part));
        let mut remark = format!("from {}", name(edge.from));
        if !edge.lines.is_empty() {
            remark += &format!(": {}", edge.lines.join(", "));
        }
        if is_move {
            remark += ", can be played";
        }
        scene.edges.push(Edge {
            id: EdgeKey::Number(index as u32),
            kind: EdgeKind::Transition,
            tails: vec![key(edge.from)],
            head: key(edge.to),
            role: role(false, look.here.contains(&edge.part), is_move),
            mark: uses(&edge.clauses, look).then(|| Mark::new(Change::Changed, "in use")),
            is_selected: look.is_selected(edge.part) || is_chosen(&edge.clauses, look),
            lines: placed.lines.clone(),
            place: placed.place,
            paths: placed.paths.clone(),
            remark,
            ..Edge::default()
        });
    }
    if look.has_row {
        scene.legend.push((Role::A, "the run is here".to_owned()));
    }
    if !look.moves.is_empty() {
        scene.legend.push((Role::Feasible, "can be played: click on it".to_owned()));
    }
    let sets =
        (0..).zip(&picture.sets).map(|(i, set)| (set_role(i), format!("{} {}", circled(i), set.title)));
    scene.legend.extend(sets);
    if picture.further_sets > 0 {
        scene.legend.push((Role::Plain, format!("{} more are not coloured", picture.further_sets)));
    }
    scene.omitted = (layout.nodes.len() < layout.total)
        .then_some(Omitted { shown: layout.nodes.len(), total: layout.total });
    scene.frame = scene.extent().grown(10.0);
    scene
}

/// The colour of a set, by its position; sets of the same colour are told by their numbers.
fn set_role(index: u32) -> Role {
    [Role::Interpolant, Role::Maximal, Role::B][index as usize % 3]
}

/// The number of a set: ① for the first.
fn circled(index: u32) -> char {
    char::from_u32(u32::from('①') + index).filter(|_| index < 20).unwrap_or('◯')
}

fn title(picture: &Picture) -> String {
    let parts = count(picture.nodes.len(), "part", "parts");
    format!("{}, {parts} and {}", picture.title, count(picture.edges.len(), "edge", "edges"))
}

fn role(is_error: bool, is_here: bool, is_move: bool) -> Role {
    if is_move {
        Role::Feasible
    } else if is_here {
        Role::A
    } else if is_error {
        Role::Alarm
    } else {
        Role::Plain
    }
}

/// What a shape says, in words.
fn shape_words(shape: ModelShape) -> Option<&'static str> {
    match shape {
        ModelShape::Initial => Some("the start"),
        ModelShape::Final => Some("an end"),
        ModelShape::Error => Some("an error"),
        ModelShape::Place => Some("a place"),
        ModelShape::Action => Some("an action"),
        ModelShape::Location => None,
    }
}

/// What is written in a node at the moment, and in words what the picture says by dots.
fn contents(placed: &PlacedNode, value: Option<&Value>, look: &ModelMoment) -> (Vec<Line>, Option<String>) {
    let mut lines = placed.lines.clone();
    if look.is_read {
        lines.extend(placed.reading.iter().cloned());
    }
    let Some(Value::Int(tokens)) = value else { return (lines, None) };
    let text = match tokens.to_i64() {
        Some(0) => String::new(),
        Some(few @ 1..=MOST_DOTS) => "●".repeat(usize::try_from(few).unwrap_or_default()),
        _ => tokens.to_string(),
    };
    if placed.shape.has_name_below() {
        lines.truncate(1);
        lines.push(Line::new(LineKind::Formula, vec![Piece { style: Style::Upright, text }]));
    } else {
        lines.push(Line::remark(tokens.to_string()));
    }
    let words = if tokens.is_one() { "1 token".to_owned() } else { format!("{tokens} tokens") };
    (lines, Some(words))
}

fn uses(clauses: &[ClauseId], look: &ModelMoment) -> bool {
    clauses.iter().any(|clause| look.used.contains(clause))
}

fn is_chosen(clauses: &[ClauseId], look: &ModelMoment) -> bool {
    clauses.iter().any(|clause| look.clauses.contains(clause))
}

/// The clauses of the edges at an action.
fn clauses_at(picture: &Picture, part: PartId) -> Vec<ClauseId> {
    let edges = picture.edges.iter().filter(|edge| edge.from == part || edge.to == part);
    edges.flat_map(|edge| edge.clauses.iter().copied()).collect()
}

/// The part of the model that a part of the picture is.
pub fn part_of(picture: &Picture, part: Part) -> Option<PartId> {
    match part {
        Part::Node(key) => Some(picture.nodes.get(key.index()?)?.part),
        Part::Edge(EdgeKey::Number(index)) => Some(picture.edges.get(index as usize)?.part),
        Part::Edge(_) => None,
    }
}

/// What a part of the picture stands for: a relation symbol, a clause, or nothing but itself.
pub fn selected(picture: &Picture, header: &Header, part: Part) -> Selection {
    let clause = |clauses: &[ClauseId]| clauses.iter().find_map(|clause| clause_of(header, *clause));
    let found = match part {
        Part::Node(key) => key.index().and_then(|index| picture.nodes.get(index)).and_then(|node| {
            let relation = own_relation(picture, node)
                .and_then(|id| header.relations.iter().position(|relation| relation.source == id));
            let relation = relation.map(|index| Selection::Relation(SystemRelationId(index as u32)));
            let is_action = node.shape == ModelShape::Action;
            let clauses = if is_action { clauses_at(picture, node.part) } else { Vec::new() };
            relation.or_else(|| clause(&clauses).map(Selection::Clause))
        }),
        Part::Edge(EdgeKey::Number(index)) => {
            picture.edges.get(index as usize).and_then(|edge| clause(&edge.clauses)).map(Selection::Clause)
        }
        Part::Edge(_) => None,
    };
    found.or_else(|| part_of(picture, part).map(Selection::Part)).unwrap_or_default()
}

/// The relation symbol that stands for a node, and for no other.
fn own_relation(picture: &Picture, node: &PictureNode) -> Option<RelationId> {
    let others = picture.nodes.iter().filter(|other| other.relation == node.relation);
    node.relation.filter(|_| others.count() == 1)
}

/// Where the text speaks of the parts that are selected.
pub fn spans(picture: &Picture, header: &Header, run: &Run, selection: Selection) -> Vec<Span> {
    let relation = selected_relation(run, selection).and_then(|id| source(header, id));
    let nodes = picture.nodes.iter().filter(|node| {
        let is_own = relation.is_some() && own_relation(picture, node) == relation;
        is_own || selection == Selection::Part(node.part)
    });
    let edges = picture.edges.iter().filter(|edge| selection == Selection::Part(edge.part));
    nodes.filter_map(|node| node.span).chain(edges.filter_map(|edge| edge.span)).collect()
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::draw::{Ground, Theme, dot, standalone, text_alternative};
    use crate::model::picture_layout::USUAL_LIMIT;
    use hornbook::lang::model::{PictureEdge, PictureGroup, PictureSet};
    use hornbook::num::Int;

    fn node(part: u32, label: &str, shape: ModelShape) -> PictureNode {
        PictureNode { part: PartId(part), label: label.to_owned(), shape, ..PictureNode::default() }
    }

    fn edge(part: u32, from: u32, to: u32, line: &str) -> PictureEdge {
        let lines = if line.is_empty() { Vec::new() } else { vec![line.to_owned()] };
        PictureEdge {
            part: PartId(part),
            from: PartId(from),
            to: PartId(to),
            lines,
            ..PictureEdge::default()
        }
    }

    /// `x := 0; while (x < 9) { if (*) x := x + 1 } assert(x == 9)` with a transition to itself.
    pub fn loop_of_a_program() -> Picture {
        Picture {
            title: "control-flow graph".to_owned(),
            groups: vec![PictureGroup { title: "main".to_owned() }],
            nodes: vec![
                PictureNode { relation: Some(RelationId(0)), ..node(0, "start", ModelShape::Initial) },
                node(1, "loop", ModelShape::Location),
                node(2, "body", ModelShape::Location),
                node(3, "end", ModelShape::Final),
                node(4, "error", ModelShape::Error),
            ],
            edges: vec![
                PictureEdge { clauses: vec![ClauseId(1)], ..edge(10, 0, 1, "x := 0") },
                edge(11, 1, 2, "x < 9"),
                edge(12, 2, 1, "x := x + 1"),
                edge(13, 2, 1, ""),
                edge(14, 1, 1, "skip"),
                edge(15, 1, 3, "x = 9"),
                edge(16, 1, 4, "x > 9"),
            ],
            ..Picture::default()
        }
    }

    /// Two places that feed each other.
    pub fn net() -> Picture {
        let place = |part, label, column| PictureNode {
            column: Some(column),
            ..node(part, label, ModelShape::Place)
        };
        Picture {
            title: "Petri net".to_owned(),
            groups: vec![PictureGroup::default()],
            nodes: vec![
                place(0, "p1", 0),
                place(1, "p2", 1),
                node(2, "a1", ModelShape::Action),
                node(3, "a2", ModelShape::Action),
            ],
            edges: vec![edge(4, 0, 2, ""), edge(5, 2, 1, "2"), edge(6, 1, 3, ""), edge(7, 3, 0, "")],
            ..Picture::default()
        }
    }

    fn words(picture: &Picture, look: &ModelMoment) -> Vec<String> {
        let layout = PictureLayout::new(picture, None, USUAL_LIMIT);
        let scene = scene(picture, &layout, look);
        assert!(standalone(&scene, "a picture", Theme::Light, Ground::Paper).starts_with("<svg"));
        assert!(dot(&scene).starts_with("digraph"));
        text_alternative(&scene)
            .into_iter()
            .map(|item| format!("{}{}", "  ".repeat(item.level - 1), item.text))
            .collect()
    }

    #[test]
    fn a_program_in_words() {
        let look =
            ModelMoment { used: vec![ClauseId(1)], reached: Some(RelationId(0)), ..ModelMoment::default() };
        expect_test::expect![[r#"
            start, the start (reached in this step)
            loop
              from start: x := 0 (in use in this step)
              from body: x := x + 1
              from body
              from loop: skip
            body
              from loop: x < 9
            end, an end
              from loop: x = 9
            error, an error
              from loop: x > 9"#]]
        .assert_eq(&words(&loop_of_a_program(), &look).join("\n"));
    }

    #[test]
    fn tokens_and_moves_are_told() {
        let picture = net();
        let values = vec![Some(Value::Int(Int::from(1))), Some(Value::Int(Int::from(12)))];
        let rows = [Row { values, parts: vec![PartId(2)], ..Row::default() }];
        let moves = [Move { label: "a2 fires".to_owned(), part: Some(PartId(3)) }];
        let words = words(&picture, &ModelMoment::of_game(&picture, &rows, &moves, Selection::Nothing));
        assert_eq!(words[0], "p1, a place, 1 token");
        assert!(words.contains(&"p2, a place, 12 tokens".to_owned()), "{words:?}");
        assert!(words.contains(&"a1, an action, the run is here".to_owned()), "{words:?}");
        assert!(words.contains(&"a2, an action, can be played".to_owned()), "{words:?}");
    }

    /// The place invariants are coloured, numbered beside the places, and told in words.
    #[test]
    fn sets_have_colours_numbers_and_words() {
        let mut picture = net();
        picture.sets = ["place invariant p1 + p2 = 1", "place invariant p1 = 1"]
            .iter()
            .zip([vec![PartId(0), PartId(1)], vec![PartId(0)]])
            .map(|(title, parts)| PictureSet { title: (*title).to_owned(), parts })
            .collect();
        picture.further_sets = 3;
        let layout = PictureLayout::new(&picture, None, USUAL_LIMIT);
        let scene = scene(&picture, &layout, &ModelMoment::default());
        let place = |label: &str| scene.nodes.iter().find(|n| n.lines[0].plain() == label).unwrap();
        assert_eq!((&*place("p1").tag, place("p1").sets.len()), ("①②", 2));
        assert_eq!((&*place("p2").tag, &place("p2").sets[..]), ("①", &[Role::Interpolant][..]));
        assert!(place("p1").remark.contains("in place invariant p1 + p2 = 1, in place invariant p1 = 1"));
        let legend: Vec<&str> = scene.legend.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(
            legend,
            ["① place invariant p1 + p2 = 1", "② place invariant p1 = 1", "3 more are not coloured"]
        );
        let file = standalone(&scene, "a picture", Theme::Light, Ground::Paper);
        assert_eq!(file.matches("class=\"arc ").count(), 3);
    }

    #[test]
    fn automata_stay_where_they_were_told_to_be_last() {
        let mut picture = loop_of_a_program();
        picture.groups.push(PictureGroup { title: "other".to_owned() });
        picture.nodes.push(PictureNode { group: 1, ..node(20, "idle", ModelShape::Initial) });
        let row =
            |parts: &[u32]| Row { parts: parts.iter().map(|id| PartId(*id)).collect(), ..Row::default() };
        let rows = [row(&[0, 20]), row(&[10, 1]), row(&[12])];
        assert_eq!(locations(&picture, &rows[..1]), [Some(PartId(0)), Some(PartId(20))]);
        assert_eq!(locations(&picture, &rows), [Some(PartId(1)), Some(PartId(20))]);
    }
}
