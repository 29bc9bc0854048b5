//! The and/or tree of the counterexample at a step, with its interpolants once they are found.
//!
//! A box is a position, at which a relation symbol is derived; a circle is a clause, all of whose children
//! are needed. Where several circles hang below one box there is a choice between them. If circles share
//! boxes it is a dag, and laid out in ranks.

use std::rc::Rc;

use hornbook::engine::{AndOrTree, Event, InterpolantText, NodeId, Position, PositionId, VerdictText};
use hornbook::formula::{AtomText, FormulaText};
use hornbook::horn::SystemRelationId;
use hornbook::inspect::{ContradictionText, InstanceConstraints};
use hornbook::order::Map;
use hornbook::order::Set;

use super::graph::Step;
use super::{Names, names};
use crate::draw::notation;
use crate::draw::{
    self, Change, Direction, Edge, EdgeKey, EdgeKind, Layered, Line, LineKind, Mark, Node, NodeKey, Omitted,
    Part, Path, Rect, Role, Scene, Shape, box_size, broken, route,
};
use crate::run::selection::Selection;

/// At most this many positions are shown at first.
pub const USUAL_LIMIT: usize = 120;

/// Interpolants are broken so that boxes are no wider, if possible.
const WIDEST: f64 = 230.0;

/// A relation symbol shows at most this many arguments; the rest is counted.
const MOST_ARGUMENTS: usize = 8;

/// An interpolant takes at most this many lines.
const MOST_LINES: usize = 4;

const GAP: (f64, f64) = (26.0, 24.0);

const CIRCLE: f64 = 22.0;

/// The tree after a step; none if there is no counterexample. `interpolants` are those of this tree, if they
/// are known at any later step: they need room from the start, so that nothing moves when they appear.
pub fn scene(
    step: Step,
    interpolants: &[InterpolantText],
    names: Names,
    selection: Selection,
    limit: usize,
) -> Option<Scene> {
    scene_with(step, interpolants, None, names, selection, limit, None)
}

/// The same with the constraints of the clauses, and those that contradict each other marked, if they are
/// known; and in the direction in which a room shows more of it, if there is one.
pub fn scene_with(
    step: Step,
    interpolants: &[InterpolantText],
    reason: Option<&ContradictionText>,
    names: Names,
    selection: Selection,
    limit: usize,
    room: Option<(f64, f64)>,
) -> Option<Scene> {
    let tree = step.after.counterexample.as_ref()?;
    let found = &step.after.interpolants;
    let interpolants = if found.is_empty() { interpolants } else { found };
    let forest = Forest::new(tree, limit);
    // Whether it is real is told by a later step, so that is when it is marked.
    let is_refuted = step.after.is_refuted;
    let picture = Picture { tree, forest, step, interpolants, reason, is_refuted, names, selection };
    let down = picture.scene(Direction::Down);
    let size = |scene: &Scene| (scene.frame.width, scene.frame.height);
    let fits = |room: (f64, f64)| Direction::with_room(room, size(&down), (0.0, 0.0)) == Direction::Down;
    let Some(room) = room.filter(|room| !fits(*room)) else { return Some(down) };
    let sideways = picture.scene(Direction::Sideways);
    Some(match Direction::with_room(room, size(&down), size(&sideways)) {
        Direction::Down => down,
        Direction::Sideways => sideways,
    })
}

/// What a part of the picture stands for.
pub fn selected(part: Part, step: &Step) -> Selection {
    let Some(tree) = &step.after.counterexample else { return Selection::Nothing };
    // An edge stands for what it leads to.
    let (Part::Node(id) | Part::Edge(EdgeKey::Between(_, id))) = part else { return Selection::Nothing };
    let mut alternatives = tree.positions.iter().flat_map(|position| &position.alternatives);
    match id {
        NodeKey::Number(position) => Selection::Position(PositionId(position)),
        NodeKey::Clause(k) => {
            alternatives.nth(k as usize).map(|way| Selection::Clause(way.clause)).unwrap_or_default()
        }
        NodeKey::Goal => Selection::Nothing,
    }
}

/// Positions and alternatives in one numbering: first the former, then the latter.
struct Forest {
    positions: usize,
    /// The clause and the position of each alternative.
    alternatives: Vec<(usize, usize)>,
    /// Of what is shown.
    children: Vec<Vec<usize>>,
    is_shown: Vec<bool>,
    /// How many positions are shown.
    shown: usize,
    /// Some position has several parents.
    is_dag: bool,
}

impl Forest {
    /// Which node of the picture this is.
    fn key(&self, i: usize) -> NodeKey {
        i.checked_sub(self.positions).map_or_else(|| NodeKey::number(i), NodeKey::clause)
    }

    /// From the root downwards, until there are enough.
    fn new(tree: &AndOrTree, limit: usize) -> Forest {
        let positions = tree.positions.len();
        let mut alternatives = Vec::new();
        let mut first = Vec::with_capacity(positions);
        for (i, position) in tree.positions.iter().enumerate() {
            first.push(positions + alternatives.len());
            alternatives.extend((0..position.alternatives.len()).map(|k| (i, k)));
        }
        let mut children = vec![Vec::new(); positions + alternatives.len()];
        let mut is_shown = vec![false; children.len()];
        let mut order: Vec<usize> = positions.checked_sub(1).into_iter().collect();
        let mut is_met = vec![false; positions];
        let mut is_dag = false;
        let mut next = 0;
        while let Some(i) = order.get(next).copied() {
            next += 1;
            is_shown[i] = true;
            for (k, way) in tree.positions[i].alternatives.iter().enumerate() {
                // Children come before their parents, so that there are no cycles.
                let mut below: Vec<usize> =
                    way.children.iter().map(|child| child.index()).filter(|child| *child < i).collect();
                let new = below.iter().filter(|c| !is_met[**c]).count();
                if order.len() + new > limit.max(1) {
                    continue;
                }
                let alternative = first[i] + k;
                is_shown[alternative] = true;
                children[i].push(alternative);
                children[alternative].clone_from(&below);
                is_dag |= new < below.len();
                below.retain(|c| !std::mem::replace(&mut is_met[*c], true));
                is_dag |= below.len() < new;
                order.extend(below);
            }
        }
        Forest { positions, alternatives, children, is_shown, shown: order.len(), is_dag }
    }

    /// The places of all, and the lines between those of a dag, by their ends.
    fn places(&self, sizes: &[(f64, f64)]) -> (Vec<Rect>, Lines) {
        if !self.is_dag {
            let places = draw::tidy(self.positions.saturating_sub(1), &self.children, sizes, GAP);
            return (places, Lines::new());
        }
        let shown: Vec<usize> = (0..sizes.len()).filter(|i| self.is_shown[*i]).collect();
        let mut index = vec![0; sizes.len()];
        for (k, i) in shown.iter().enumerate() {
            index[*i] = k;
        }
        let edges =
            shown.iter().flat_map(|i| self.children[*i].iter().map(|child| (index[*i], index[*child])));
        let edges: Vec<(usize, usize)> = edges.collect();
        let ranks = draw::longest_chains(shown.len(), &edges);
        let shown_sizes: Vec<(f64, f64)> = shown.iter().map(|i| sizes[*i]).collect();
        let graph = Layered { sizes: &shown_sizes, ranks: &ranks, edges: &edges, gap: GAP, upwards: false };
        let mut places = vec![Rect::default(); sizes.len()];
        let (shown_places, paths) = draw::joined(&graph);
        let ends = edges.iter().map(|(i, child)| (shown[*i], shown[*child]));
        let lines = ends.zip(paths).collect();
        for (i, place) in shown.into_iter().zip(shown_places) {
            places[i] = place;
        }
        (places, lines)
    }
}

/// Lines between parents and children.
type Lines = Map<(usize, usize), Path>;

struct Picture<'a> {
    tree: &'a AndOrTree,
    forest: Forest,
    step: Step<'a>,
    interpolants: &'a [InterpolantText],
    reason: Option<&'a ContradictionText>,
    /// Whether it is known that it is spurious.
    is_refuted: bool,
    names: Names<'a>,
    selection: Selection,
}

impl Picture<'_> {
    fn scene(&self, direction: Direction) -> Scene {
        let count = self.forest.children.len();
        let lines: Vec<Vec<Line>> = (0..count).map(|i| self.lines(i, MOST_LINES)).collect();
        let size = |i: usize| {
            if i < self.forest.positions || lines[i].len() > 1 {
                box_size(&lines[i], &self.tag(i))
            } else {
                (CIRCLE, CIRCLE)
            }
        };
        let sizes: Vec<(f64, f64)> = (0..count).map(|i| direction.size(size(i))).collect();
        let (places, paths) = self.forest.places(&sizes);
        let sides = self.sides();
        let mut parents = vec![None; count];
        // From the root down, so that the parent is the one that is met first.
        for (i, children) in self.forest.children.iter().enumerate().rev() {
            for child in children {
                parents[*child] = parents[*child].or(Some(i));
            }
        }
        let mut scene =
            Scene { title: format!("Counterexample after step {}", self.step.number), ..Scene::default() };
        for (i, lines) in lines.into_iter().enumerate().filter(|(i, _)| self.forest.is_shown[*i]) {
            let node = self.node(i, lines, places[i], sides[i], parents[i]);
            if let Some(parent) = parents[i] {
                scene.edges.push(self.branch((parent, i), (&places, &paths), sides[i]));
            }
            scene.nodes.push(node);
        }
        let further = self.forest.children.iter().enumerate().flat_map(|(i, children)| {
            let parents = &parents;
            children
                .iter()
                .copied()
                .filter(move |child| parents[*child] != Some(i))
                .map(move |child| (i, child))
        });
        // A body that needs a shared position twice leads there by one line.
        let further: Set<(usize, usize)> = further.collect();
        for (parent, child) in further.iter().copied() {
            let mut edge = self.branch((parent, child), (&places, &paths), sides[child]);
            edge.remark = format!("also needed by clause {}", self.clause_number(parent));
            scene.edges.push(edge);
        }
        // The list is read from the root, so that is where the nodes begin.
        scene.nodes.reverse();
        scene.turn(direction);
        scene.frame = scene.extent().grown(16.0);
        let total = self.forest.positions;
        scene.omitted = (self.forest.shown < total).then_some(Omitted { shown: self.forest.shown, total });
        if let Some(position) = self.selected_position() {
            let here = self.plain_name(position);
            scene.legend = vec![
                (Role::A, format!("A: what derives {here}")),
                (Role::Interpolant, format!("interpolant at {here}")),
                (Role::B, "B: the rest".to_owned()),
            ];
        }
        let is_marked = |node: &Node| node.lines.iter().any(|line| line.kind == LineKind::Contradicting);
        if scene.nodes.iter().any(is_marked) {
            scene.legend.push((Role::Alarm, "contradict each other".to_owned()));
        }
        scene
    }

    /// The relation symbol of a position; none at the root.
    fn relation(&self, position: usize) -> Option<SystemRelationId> {
        let Position { node, alternatives } = &self.tree.positions[position];
        let states = [self.step.after, self.step.before];
        let of_node = |node: NodeId| states.iter().find_map(|state| state.nodes.get(&node));
        let known = node.and_then(of_node).map(|node| node.relation);
        // Where there is no graph, what its clauses derive.
        let derived = || alternatives.first().and_then(|way| self.names.head(way.clause));
        let known = known.or_else(|| derived().map(|head| head.relation));
        known.or_else(|| self.interpolants.get(position).map(|interpolant| interpolant.relation))
    }

    fn plain_name(&self, position: usize) -> String {
        let relation = self.relation(position).map_or("false", |relation| self.names.relation(relation));
        format!("{relation} {}", self.tag(position)).trim_end().to_owned()
    }

    fn tag(&self, position: usize) -> String {
        self.tree
            .positions
            .get(position)
            .and_then(|position| position.node)
            .map(names::node)
            .unwrap_or_default()
    }

    /// What a box says, with an interpolant of at most this many lines.
    fn lines(&self, i: usize, most: usize) -> Vec<Line> {
        if i >= self.forest.positions {
            return self.clause_lines(i, most);
        }
        let Some(relation) = self.relation(i) else {
            return vec![Line::falsity()];
        };
        let mut lines = broken(Line::formula(&self.atom(i, relation)), WIDEST);
        if let Some(interpolant) = self.interpolants.get(i) {
            let line = Line::new(LineKind::Interpolant, notation::pieces(&interpolant.text));
            let mut parts = broken(line, WIDEST);
            if parts.len() > most {
                parts.truncate(most - 1);
                parts.push(Line::new(LineKind::Interpolant, notation::ellipsis()));
            }
            lines.extend(parts);
        }
        if self.tree.positions[i].alternatives.is_empty() {
            lines.push(Line::remark("open"));
        }
        let hidden = self.hidden_below(i);
        if hidden > 0 {
            lines.push(Line::remark(format!("{hidden} more below")));
        }
        lines
    }

    /// A relation symbol with the arguments of this position, which have names of their own.
    fn atom(&self, i: usize, relation: SystemRelationId) -> FormulaText {
        let known = self.reason.and_then(|reason| {
            reason.arguments.iter().find(|(position, _)| position.index() == i).map(|(_, names)| names)
        });
        match known {
            Some(arguments) => {
                AtomText::over(relation, self.names.relation(relation), arguments).text_within(MOST_ARGUMENTS)
            }
            None => self.names.atom(relation),
        }
    }

    /// What a clause says: its number, and its constraints as far as they are known.
    fn clause_lines(&self, i: usize, most: usize) -> Vec<Line> {
        let (position, k) = self.forest.alternatives[i - self.forest.positions];
        let number = self.clause_number(i);
        let instances = self.reason.map_or(&[][..], |reason| &reason.instances);
        let is_this = |instance: &&InstanceConstraints| {
            instance.position.index() == position && instance.alternative == k
        };
        let constraints = instances.iter().find(is_this).map_or(&[][..], |found| &found.constraints);
        if constraints.is_empty() {
            return vec![Line::number(number)];
        }
        let mut lines = vec![Line::remark(format!("clause {number}"))];
        // Those that matter come first.
        let marked = constraints.iter().filter(|(_, is_marked)| *is_marked);
        let others = constraints.iter().filter(|(_, is_marked)| !*is_marked);
        let ordered: Vec<&(FormulaText, bool)> =
            if self.is_refuted { marked.chain(others).collect() } else { constraints.iter().collect() };
        let mut told = 0;
        for (text, is_marked) in ordered {
            let kind =
                if *is_marked && self.is_refuted { LineKind::Contradicting } else { LineKind::Formula };
            let parts = broken(Line::new(kind, notation::pieces(text)), WIDEST);
            if told > 0 && lines.len() + parts.len() > most.saturating_add(2) {
                break;
            }
            lines.extend(parts);
            told += 1;
        }
        if told < constraints.len() {
            lines.push(Line::remark(format!("and {} more", constraints.len() - told)));
        }
        lines
    }

    /// How many alternatives of a position are not shown.
    fn hidden_below(&self, i: usize) -> usize {
        if !self.forest.is_shown[i] {
            return 0;
        }
        self.tree.positions[i].alternatives.len() - self.forest.children[i].len()
    }

    fn clause_number(&self, i: usize) -> String {
        let (position, k) = self.forest.alternatives[i - self.forest.positions];
        self.tree.positions[position].alternatives[k].clause.number().to_string()
    }

    fn selected_position(&self) -> Option<usize> {
        match self.selection {
            Selection::Position(position) => {
                let i = position.index();
                (i + 1 < self.forest.positions && self.forest.is_shown[i]).then_some(i)
            }
            _ => None,
        }
    }

    /// Which side of the selected position everything is on.
    fn sides(&self) -> Vec<Role> {
        let Some(position) = self.selected_position() else {
            return vec![Role::Plain; self.forest.children.len()];
        };
        let mut sides = vec![Role::B; self.forest.children.len()];
        let mut open = self.forest.children[position].clone();
        while let Some(i) = open.pop() {
            if std::mem::replace(&mut sides[i], Role::A) != Role::A {
                open.extend(&self.forest.children[i]);
            }
        }
        sides[position] = Role::Interpolant;
        sides
    }

    fn node(&self, i: usize, lines: Vec<Line>, place: Rect, side: Role, parent: Option<usize>) -> Node {
        let is_position = i < self.forest.positions;
        let lines_count = lines.len();
        let remark = match (side, is_position) {
            (_, false) => self.clause_remark(i, side),
            (Role::A, _) => "A side".to_owned(),
            (Role::B, _) => "B side".to_owned(),
            (Role::Interpolant, _) => "between A and B".to_owned(),
            _ => String::new(),
        };
        let is_root = i + 1 == self.forest.positions;
        let has_interpolants = !self.step.after.interpolants.is_empty();
        let is_whole = has_interpolants || !is_position;
        let unabridged = if is_whole { self.lines(i, usize::MAX / 2) } else { Vec::new() };
        Node {
            id: self.forest.key(i),
            unabridged: if unabridged == lines { Rc::default() } else { unabridged.into() },
            tag: if is_position { self.tag(i) } else { String::new() },
            lines: if is_position && !has_interpolants { told(lines) } else { lines },
            shape: if is_position || lines_count > 1 { Shape::Box } else { Shape::Circle },
            role: if is_root && side == Role::Plain { Role::Alarm } else { side },
            mark: self.mark(i),
            is_selected: self.is_selected(i),
            place,
            parent: parent.map(|parent| self.forest.key(parent)),
            remark,
            ..Node::default()
        }
    }

    fn clause_remark(&self, i: usize, side: Role) -> String {
        let (position, _) = self.forest.alternatives[i - self.forest.positions];
        let choice = if self.tree.positions[position].alternatives.len() > 1 { "one way: " } else { "" };
        let side = match side {
            Role::A => ", A side",
            Role::B => ", B side",
            _ => "",
        };
        format!("{choice}by clause {}{side}", self.clause_number(i))
    }

    fn mark(&self, i: usize) -> Option<Mark> {
        let is_root = i + 1 == self.forest.positions;
        match self.step.event? {
            Event::CounterexampleFound { .. } if is_root => Some(Mark::new(Change::Added, "found")),
            Event::Restructured { factored, .. } if factored.contains(&PositionId::at(i)) => {
                Some(Mark::new(Change::Changed, "factored out"))
            }
            Event::SubtreesCopied { copied, .. } if copied.contains(&PositionId::at(i)) => {
                Some(Mark::new(Change::Added, "copied"))
            }
            Event::Refuted if is_root => Some(Mark::new(Change::Changed, "spurious")),
            Event::Verdict(VerdictText::Unsafe { .. }) if is_root => Some(Mark::new(Change::Changed, "real")),
            Event::InterpolantsFound { interpolants } if i < interpolants.len() => {
                Some(Mark::new(Change::Added, "interpolant"))
            }
            _ => None,
        }
    }

    fn is_selected(&self, i: usize) -> bool {
        if i >= self.forest.positions {
            let (position, k) = self.forest.alternatives[i - self.forest.positions];
            let way = &self.tree.positions[position].alternatives[k];
            return self.selection == Selection::Clause(way.clause)
                || way.edge.is_some_and(|edge| self.selection == Selection::Edge(edge));
        }
        match self.selection {
            Selection::Position(position) => position.index() == i,
            Selection::Node(node) => self.tree.positions[i].node == Some(node),
            Selection::Relation(relation) => self.relation(i) == Some(relation),
            _ => false,
        }
    }

    fn branch(
        &self,
        (parent, child): (usize, usize),
        (places, lines): (&[Rect], &Lines),
        side: Role,
    ) -> Edge {
        let is_choice = parent < self.forest.positions && self.tree.positions[parent].alternatives.len() > 1;
        let (tail, head) = (self.forest.key(parent), self.forest.key(child));
        let path = lines.get(&(parent, child)).cloned();
        let path = path.unwrap_or_else(|| route::between(&places[parent], &places[child]));
        Edge {
            id: EdgeKey::Between(tail, head),
            kind: if is_choice { EdgeKind::Choice } else { EdgeKind::Branch },
            tails: vec![tail],
            head,
            label: String::new(),
            role: if side == Role::Interpolant { Role::B } else { side },
            mark: None,
            is_selected: false,
            junction: None,
            paths: vec![path],
            remark: String::new(),
            ..Edge::default()
        }
    }
}

/// Without the lines that are not to be seen yet.
fn told(lines: Vec<Line>) -> Vec<Line> {
    lines.into_iter().filter(|line| line.kind != LineKind::Interpolant).collect()
}
