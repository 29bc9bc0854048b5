//! The abstract reachability graph at a step, with what the step did.

use std::cmp::Reverse;

use hornbook::engine::{AndOrTree, EdgeId, Event, NodeId, PredicateId, VerdictText};
use hornbook::horn::SystemClauseId;
use hornbook::order::{Map, Set, sort_by, sort_by_key};
use hornbook::trace::{EdgeState, NodeState, State};

use super::graph_layout::{GOAL_SIZE, GraphLayout, key};
use super::{Names, names};
use crate::draw::notation;
use crate::draw::{
    Change, Edge, EdgeKey, EdgeKind, Line, LineKind, Mark, Measured, Node, NodeKey, Omitted, Part, Path,
    Point, Port, Rect, Role, Scene, route,
};
use crate::run::narrate::count;
use crate::run::selection::Selection;

/// At most this many nodes are shown at first.
pub const USUAL_LIMIT: usize = 120;

/// The size of a box that stands for nodes which are not shown.
const FOLDED_SIZE: (f64, f64) = (104.0, 34.0);

/// A step of a run.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    pub number: usize,
    pub event: Option<&'a Event>,
    pub before: &'a State,
    pub after: &'a State,
}

/// The graph after a step. What the step removed is shown as well, and marked.
pub fn scene(layout: &GraphLayout, step: Step, names: Names, selection: Selection, limit: usize) -> Scene {
    let measured = layout.measured();
    let shown = shown(&step, selection, limit);
    let mut picture =
        Picture { layout, measured, step, names, selection, places: Map::new(), scene: Scene::default() };
    picture.nodes(&shown.nodes);
    let goal = Goal::of(&step, names);
    if let Some(goal) = &goal {
        picture.goal(goal);
    }
    picture.edges();
    picture.covers();
    picture.folded(&shown.folded);
    if let Some(goal) = &goal {
        picture.goal_edge(goal);
    }
    let mut scene = picture.scene;
    scene.title = format!("Abstract reachability graph after step {}", step.number);
    let total = all_nodes(&step).count();
    scene.omitted = (shown.nodes.len() < total).then_some(Omitted { shown: shown.nodes.len(), total });
    scene.frame = layout.frame(step.number);
    scene.turn(layout.direction);
    if !scene.nodes.is_empty() {
        scene.frame = scene.frame.union(&scene.extent().grown(8.0));
    }
    scene
}

/// What a part of the picture stands for.
pub fn selected(part: Part, step: &Step) -> Selection {
    match part {
        Part::Node(NodeKey::Goal) | Part::Edge(EdgeKey::Goal) => match step.event {
            Some(Event::Contradictory { clause, .. }) => Selection::Clause(*clause),
            _ => match step
                .after
                .counterexample
                .as_ref()
                .and_then(|tree| Some(tree.positions.last()?.alternatives.first()?.clause))
            {
                Some(clause) => Selection::Clause(clause),
                None => Selection::Nothing,
            },
        },
        Part::Node(NodeKey::Number(id)) | Part::Edge(EdgeKey::Covers(id)) => Selection::Node(NodeId(id)),
        Part::Edge(EdgeKey::Number(id)) => Selection::Edge(EdgeId(id)),
        Part::Node(NodeKey::Clause(_)) | Part::Edge(EdgeKey::Between(..)) => Selection::Nothing,
    }
}

/// The nodes after a step, and those that it removed.
fn all_nodes<'a>(step: &Step<'a>) -> impl Iterator<Item = (NodeId, &'a NodeState)> + use<'a> {
    let after = step.after;
    let gone = step.before.nodes.iter().filter(|(id, _)| !after.nodes.contains_key(id));
    after.nodes.iter().chain(gone).map(|(id, node)| (*id, node))
}

fn all_edges<'a>(step: &Step<'a>) -> impl Iterator<Item = (EdgeId, &'a EdgeState)> + use<'a> {
    let after = step.after;
    let gone = step.before.edges.iter().filter(|(id, _)| !after.edges.contains_key(id));
    after.edges.iter().chain(gone).map(|(id, edge)| (*id, edge))
}

/// What is shown of a graph: the nodes near what the step is about, and how the rest is folded.
struct Shown {
    nodes: Set<NodeId>,
    /// Parts of the graph that are not shown and hang together, each with a node that stands for it, the
    /// number of its nodes, and the shown nodes that it is joined to.
    folded: Vec<Folded>,
}

struct Folded {
    node: NodeId,
    count: usize,
    joined: Set<NodeId>,
}

/// If there are too many nodes: those that the step is about come first and what is selected, then their
/// neighbours, then the neighbours of these, and so on. If the step is about none, the newest is the first.
/// What is left over is finished, as far as the step is concerned: it is folded.
fn shown(step: &Step, selection: Selection, limit: usize) -> Shown {
    let mut order: Vec<NodeId> = all_nodes(step).map(|(id, _)| id).collect();
    if order.len() <= limit {
        return Shown { nodes: order.into_iter().collect(), folded: Vec::new() };
    }
    // What is not connected with what the step is about comes last, the newest first.
    sort_by_key(&mut order, |id| Reverse(*id));
    let index = |id: &NodeId| order.binary_search_by(|other| id.cmp(other)).ok();
    let near = neighbours(step, order.len(), &index);
    let concerned = concerned(step, selection);
    let mut queue: Vec<usize> = concerned.iter().filter_map(index).collect();
    let mut is_shown = vec![false; order.len()];
    let (mut count, mut next, mut rest) = (0, 0, 0);
    while count < limit && rest < order.len() {
        let at = if let Some(at) = queue.get(next) {
            next += 1;
            *at
        } else {
            rest += 1;
            rest - 1
        };
        if !std::mem::replace(&mut is_shown[at], true) {
            count += 1;
            queue.extend(near[at].iter().filter(|near| !is_shown[**near]));
        }
    }
    let folded = folded(&order, &near, &is_shown);
    let nodes = order.iter().zip(is_shown).filter(|(_, is_shown)| *is_shown).map(|(id, _)| *id);
    Shown { nodes: nodes.collect(), folded }
}

/// The nodes that a step is about, and the one that is selected.
fn concerned(step: &Step, selection: Selection) -> Set<NodeId> {
    let mut concerned: Set<NodeId> = match step.event {
        Some(Event::NodeAdded { node, .. }) => std::iter::once(*node).collect(),
        Some(Event::EdgeAdded { body, head, .. } | Event::Subsumed { body, by: head, .. }) => {
            body.iter().chain([head]).copied().collect()
        }
        Some(Event::Contradictory { body, .. }) => body.iter().copied().collect(),
        Some(Event::Covered { nodes, by }) => nodes.iter().chain([by]).copied().collect(),
        Some(Event::NodesRemoved { nodes, .. } | Event::Uncovered { nodes }) => {
            nodes.iter().copied().collect()
        }
        _ => Set::new(),
    };
    if let Some(tree) = &step.after.counterexample {
        concerned.extend(tree.positions.iter().filter_map(|position| position.node));
    }
    if let Selection::Node(id) = selection {
        concerned.insert(id);
    }
    concerned
}

/// For each node, by its index, the nodes that an edge joins with it.
fn neighbours(step: &Step, count: usize, index: &impl Fn(&NodeId) -> Option<usize>) -> Vec<Vec<usize>> {
    let mut near = vec![Vec::new(); count];
    let mut join = |a: NodeId, b: NodeId| {
        if let (Some(a), Some(b)) = (index(&a), index(&b)) {
            near[a].push(b);
            near[b].push(a);
        }
    };
    for (_, edge) in all_edges(step) {
        for tail in &edge.body {
            join(*tail, edge.head);
        }
    }
    for (id, node) in all_nodes(step) {
        if let Some(by) = node.covered_by {
            join(id, by);
        }
    }
    near
}

/// The parts that are not shown, each of which hangs together and is joined to something that is shown. The
/// node that stands for one is the first that is met from there.
fn folded(order: &[NodeId], near: &[Vec<usize>], is_shown: &[bool]) -> Vec<Folded> {
    let mut is_met = is_shown.to_vec();
    let mut parts = Vec::new();
    for at in 0..order.len() {
        for start in near[at].iter().copied().filter(|_| is_shown[at]) {
            if std::mem::replace(&mut is_met[start], true) {
                continue;
            }
            let mut part = vec![start];
            let mut joined = Set::new();
            let mut next = 0;
            while let Some(at) = part.get(next).copied() {
                next += 1;
                for other in &near[at] {
                    if is_shown[*other] {
                        joined.insert(order[*other]);
                    } else if !std::mem::replace(&mut is_met[*other], true) {
                        part.push(*other);
                    }
                }
            }
            parts.push(Folded { node: order[start], count: part.len(), joined });
        }
    }
    parts
}

/// The head of a clause that is not in the graph: `false`, or what a clause failed to derive.
struct Goal {
    clause: SystemClauseId,
    body: Vec<NodeId>,
    is_contradiction: bool,
    mark: Option<Mark>,
    remark: &'static str,
    is_faint: bool,
}

impl Goal {
    fn of(step: &Step, names: Names) -> Option<Goal> {
        if let Some(Event::Contradictory { clause, body }) = step.event {
            let remark = if names.head(*clause).is_none() { "not reached" } else { "not derived" };
            let mark = Some(Mark::new(Change::Changed, remark));
            return Some(Goal {
                clause: *clause,
                body: body.clone(),
                is_contradiction: true,
                mark,
                remark,
                is_faint: true,
            });
        }
        let tree = step.after.counterexample.as_ref()?;
        let query = tree.positions.last()?.alternatives.first()?;
        let body = query.children.iter().filter_map(|child| tree.get(*child)?.node).collect();
        let is_spurious = is_refuted(step);
        let (mark, remark) = match step.event {
            Some(Event::CounterexampleFound { .. }) => (Some(Mark::new(Change::Added, "reached")), "reached"),
            Some(Event::Refuted) => (Some(Mark::new(Change::Changed, "spurious")), "reached, but not really"),
            Some(Event::Verdict(VerdictText::Unsafe { .. })) => {
                (Some(Mark::new(Change::Changed, "really reached")), "reached")
            }
            _ if is_spurious => (None, "reached, but not really"),
            _ => (None, "reached"),
        };
        Some(Goal {
            clause: query.clause,
            body,
            is_contradiction: false,
            mark,
            remark,
            is_faint: is_spurious,
        })
    }
}

struct Picture<'a> {
    layout: &'a GraphLayout,
    measured: Measured<'a>,
    step: Step<'a>,
    names: Names<'a>,
    selection: Selection,
    /// The boxes that are shown.
    places: Map<NodeKey, Rect>,
    scene: Scene,
}

impl Picture<'_> {
    fn nodes(&mut self, shown: &Set<NodeId>) {
        let step = self.step;
        for (id, node) in all_nodes(&step).filter(|(id, _)| shown.contains(id)) {
            let Some(placed) = self.layout.nodes.get(&id) else { continue };
            let place = self.measured.place(placed.slot, self.layout.box_size(placed));
            self.places.insert(key(id), place);
            let covered = node.covered_by.map(|by| format!("covered by {}", names::node(by)));
            self.scene.nodes.push(Node {
                id: key(id),
                tag: names::node(id),
                lines: placed.lines.clone(),
                unabridged: placed.unabridged.clone(),
                role: if self.is_counterexample_node(id) { Role::Alarm } else { Role::Plain },
                mark: self.node_mark(id, node),
                is_selected: self.is_selected_node(id, node),
                is_faint: covered.is_some(),
                place,
                remark: covered.unwrap_or_default(),
                ..Node::default()
            });
        }
    }

    fn node_mark(&self, id: NodeId, node: &NodeState) -> Option<Mark> {
        if !self.step.after.nodes.contains_key(&id) {
            return Some(Mark::new(Change::Removed, "removed"));
        }
        match self.step.before.nodes.get(&id).map(|before| before.covered_by) {
            None => Some(Mark::new(Change::Added, "new")),
            Some(covered_by) if covered_by == node.covered_by => None,
            Some(_) if node.covered_by.is_some() => Some(Mark::new(Change::Changed, "covered")),
            Some(_) => Some(Mark::new(Change::Changed, "uncovered")),
        }
    }

    fn is_selected_node(&self, id: NodeId, node: &NodeState) -> bool {
        match self.selection {
            Selection::Node(selected) => selected == id,
            Selection::Relation(relation) => relation == node.relation,
            Selection::Predicate(predicate) => node.predicates.contains(&predicate),
            Selection::Position(index) => self.tree().and_then(|tree| tree.get(index)?.node) == Some(id),
            _ => false,
        }
    }

    fn tree(&self) -> Option<&AndOrTree> {
        self.step.after.counterexample.as_ref()
    }

    fn is_counterexample_node(&self, id: NodeId) -> bool {
        self.tree().is_some_and(|tree| tree.positions.iter().any(|position| position.node == Some(id)))
    }

    fn goal(&mut self, goal: &Goal) {
        let Some(slot) = self.layout.goal(self.step.number) else { return };
        if !goal.body.iter().all(|id| self.places.contains_key(&key(*id))) {
            return;
        }
        let place = self.measured.place(slot, self.layout.direction.size(GOAL_SIZE));
        self.places.insert(NodeKey::Goal, place);
        let line = match self.names.head(goal.clause) {
            None => Line::falsity(),
            Some(head) => Line::new(LineKind::Name, notation::relation(&head.name)),
        };
        self.scene.nodes.push(Node {
            id: NodeKey::Goal,
            lines: vec![line],
            role: if goal.is_contradiction { Role::Plain } else { Role::Alarm },
            mark: goal.mark.clone(),
            is_faint: goal.is_faint,
            place,
            remark: goal.remark.to_owned(),
            ..Node::default()
        });
    }

    fn edges(&mut self) {
        let step = self.step;
        let in_counterexample: Set<EdgeId> =
            self.tree().map(|tree| tree.edges().collect()).unwrap_or_default();
        for (id, edge) in all_edges(&step) {
            let Some(placed) = self.layout.edges.get(&id) else { continue };
            let ends = edge.body.iter().chain([&edge.head]);
            if !ends.clone().all(|node| self.places.contains_key(&key(*node))) {
                continue;
            }
            let (Some(head), Some(head_node)) =
                (self.places.get(&key(edge.head)), self.layout.nodes.get(&edge.head))
            else {
                continue;
            };
            let junction = self.measured.junction(key(edge.head), head, head_node.slot, placed.port);
            let paths = self.paths(&edge.body, *head, junction, placed.port.index);
            let kind = if edge.subsumed.is_some() { EdgeKind::Subsumed } else { EdgeKind::Derives };
            self.scene.edges.push(Edge {
                id: EdgeKey::Number(id.0),
                kind,
                tails: edge.body.iter().map(|node| key(*node)).collect(),
                head: key(edge.head),
                label: edge.clause.number().to_string(),
                role: if in_counterexample.contains(&id) { Role::Alarm } else { Role::Plain },
                mark: self.edge_mark(id, edge),
                is_selected: self.selection == Selection::Edge(id)
                    || self.selection == Selection::Clause(edge.clause),
                junction: Some(junction),
                paths,
                remark: self.edge_remark(edge),
                ..Edge::default()
            });
        }
    }

    fn edge_mark(&self, id: EdgeId, edge: &EdgeState) -> Option<Mark> {
        if !self.step.after.edges.contains_key(&id) {
            return Some(Mark::new(Change::Removed, "removed"));
        }
        match self.step.before.edges.get(&id) {
            None => Some(Mark::new(Change::Added, "new")),
            Some(before) if before.subsumed == edge.subsumed => None,
            Some(_) => Some(Mark::new(Change::Changed, "subsumed")),
        }
    }

    fn edge_remark(&self, edge: &EdgeState) -> String {
        let clause = edge.clause.number();
        let derived = if edge.body.is_empty() {
            format!("by clause {clause}, a fact")
        } else {
            format!("by clause {clause} from {}", names::nodes(&edge.body))
        };
        match &edge.subsumed {
            None => derived,
            Some(computed) => format!("{derived}, subsumed: it computes {}", self.predicates(computed)),
        }
    }

    fn predicates(&self, ids: &[PredicateId]) -> String {
        if ids.is_empty() {
            return "nothing".to_owned();
        }
        let text =
            |id: &PredicateId| self.step.after.predicates.get(id.0 as usize).map_or("?", |p| p.text.as_str());
        ids.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    /// From the tails to where they meet, and on to the head.
    fn paths(&self, body: &[NodeId], head: Rect, junction: Point, turn: usize) -> Vec<Path> {
        let boxes: Vec<Rect> = self.places.values().copied().collect();
        let mut tails: Vec<NodeId> = body.to_vec();
        tails.sort_unstable();
        tails.dedup();
        let mut paths: Vec<Path> = Vec::new();
        for tail in tails.iter().filter_map(|id| self.places.get(&key(*id))) {
            paths.push(if tail.bottom() < junction.y - route::RADIUS {
                route::down(tail, junction, &rows_between(&boxes, tail.bottom(), junction.y))
            } else {
                route::round(tail, junction, turn, &boxes)
            });
        }
        let start = Point::new(junction.x, junction.y + route::RADIUS);
        let end = Point::new(junction.x.clamp(head.x + 8.0, head.right() - 8.0), head.y);
        paths.push(route::arrow(start, end));
        paths
    }

    fn covers(&mut self) {
        let step = self.step;
        let boxes: Vec<Rect> = self.places.values().copied().collect();
        for (id, node) in all_nodes(&step) {
            let Some(by) = node.covered_by else { continue };
            let (Some(from), Some(to)) = (self.places.get(&key(id)), self.places.get(&key(by))) else {
                continue;
            };
            let is_new =
                step.before.nodes.get(&id).is_some_and(|before| before.covered_by != node.covered_by);
            let path = route::beside(from, to, &boxes);
            self.scene.edges.push(Edge {
                id: EdgeKey::Covers(id.0),
                kind: EdgeKind::Covers,
                tails: vec![key(id)],
                head: key(by),
                label: String::new(),
                role: Role::Plain,
                mark: is_new.then(|| Mark::new(Change::Added, "new")),
                is_selected: false,
                junction: None,
                paths: vec![path],
                remark: format!("covers {}", names::node(id)),
                ..Edge::default()
            });
        }
    }

    /// Parts that are not shown, as a box for each at the place of a node of it. Whoever selects that sees
    /// what is near it.
    fn folded(&mut self, parts: &[Folded]) {
        for part in parts {
            let Some(placed) = self.layout.nodes.get(&part.node) else { continue };
            let size = self.layout.direction.size(FOLDED_SIZE);
            let place = self.measured.place(placed.slot, size);
            let nodes = count(part.count, "node", "nodes");
            for shown in part.joined.iter().filter_map(|id| Some((*id, self.places.get(&key(*id))?))) {
                let (id, other) = shown;
                let (upper, lower) = if place.y < other.y { (&place, other) } else { (other, &place) };
                self.scene.edges.push(Edge {
                    id: EdgeKey::Between(key(part.node), key(id)),
                    kind: EdgeKind::Branch,
                    tails: vec![key(part.node)],
                    head: key(id),
                    paths: vec![route::between(upper, lower)],
                    remark: "joined by edges that are not shown".to_owned(),
                    ..Edge::default()
                });
            }
            self.scene.nodes.push(Node {
                id: key(part.node),
                lines: vec![Line::remark(format!("… {nodes}"))],
                is_faint: true,
                place,
                remark: "folded, since this step is not about them; select it to see some".to_owned(),
                ..Node::default()
            });
        }
    }

    fn goal_edge(&mut self, goal: &Goal) {
        let Some(place) = self.places.get(&NodeKey::Goal).copied() else { return };
        let Some(slot) = self.layout.goal(self.step.number) else { return };
        let junction = self.measured.junction(NodeKey::Goal, &place, slot, Port::default());
        let kind = if goal.is_contradiction { EdgeKind::Contradicts } else { EdgeKind::Derives };
        let verb = if goal.is_contradiction { "contradicts" } else { "leads here from" };
        self.scene.edges.push(Edge {
            id: EdgeKey::Goal,
            kind,
            tails: goal.body.iter().map(|node| key(*node)).collect(),
            head: NodeKey::Goal,
            label: goal.clause.number().to_string(),
            role: if goal.is_contradiction { Role::Plain } else { Role::Alarm },
            mark: goal.mark.clone(),
            is_selected: self.selection == Selection::Clause(goal.clause),
            junction: Some(junction),
            paths: self.paths(&goal.body, place, junction, 0),
            remark: format!("clause {} {verb} {}", goal.clause.number(), names::nodes(&goal.body)),
            ..Edge::default()
        });
    }
}

/// Whether it is known by now that the counterexample at hand is spurious.
fn is_refuted(step: &Step) -> bool {
    step.after.is_refuted
}

/// The boxes between two heights, row by row from the top.
fn rows_between(boxes: &[Rect], top: f64, bottom: f64) -> Vec<Vec<Rect>> {
    let mut between: Vec<Rect> = boxes.iter().filter(|r| r.y > top && r.bottom() < bottom).copied().collect();
    sort_by(&mut between, |a, b| a.middle().y.total_cmp(&b.middle().y));
    let mut rows: Vec<Vec<Rect>> = Vec::new();
    for rect in between {
        match rows.last_mut() {
            Some(row) if row.last().is_some_and(|last| (last.middle().y - rect.middle().y).abs() < 1.0) => {
                row.push(rect);
            }
            _ => rows.push(vec![rect]),
        }
    }
    rows
}
