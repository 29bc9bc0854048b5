//! What a picture shows, and where.

use std::fmt;
use std::rc::Rc;

use hornbook::formula::{FormulaText, PieceKind};

use crate::draw::notation::{self, Piece, Style};

use super::{Direction, EdgeKey, NodeKey, Point, Rect};

/// A picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What it is a picture of.
    pub title: String,
    /// What is drawn together, behind the rest.
    pub groups: Vec<Group>,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// The part of the plane that is shown at first. It may be larger than what there is to see, so that
    /// pictures of successive steps agree.
    pub frame: Rect,
    /// What did not fit.
    pub omitted: Option<Omitted>,
    /// What the colours mean, if that is not plain.
    pub legend: Vec<(Role, String)>,
    /// Which way it grows.
    pub direction: Direction,
    /// It says little in parts, so that it is shown whole at first, however small.
    pub is_whole: bool,
}

/// A frame around nodes that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    pub title: String,
    pub place: Rect,
}

/// There is more than is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Omitted {
    pub shown: usize,
    pub total: usize,
}

/// A box, or another place at which edges meet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    pub id: NodeKey,
    /// A short name, shown in a corner.
    pub tag: String,
    pub lines: Vec<Line>,
    /// All there is to say, if the box has no room for it. It may be much, and is the same at many steps.
    pub unabridged: Rc<[Line]>,
    pub shape: Shape,
    pub role: Role,
    pub mark: Option<Mark>,
    /// The colours of the sets that it belongs to; the tag has their numbers. Places alone show them.
    pub sets: Vec<Role>,
    pub is_selected: bool,
    /// A thing that plays no part any more, such as a covered node.
    pub is_faint: bool,
    pub place: Rect,
    /// Where it hangs in a tree, for lists.
    pub parent: Option<NodeKey>,
    /// What the picture says by position, colour and style, in words; follows the lines in lists.
    pub remark: String,
}

/// The outline of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    #[default]
    Box,
    /// Small, with the number of a clause.
    Circle,
    /// A box with an arrow from nowhere: something begins here.
    Initial,
    /// A box in a box: something ends here.
    Final,
    /// A circle with its name below it.
    Place,
    /// A bar with its name below it.
    Bar,
    /// Nothing but its lines.
    Plain,
}

impl Shape {
    /// Whether the first line is below the outline, and not inside of it.
    pub fn has_name_below(self) -> bool {
        matches!(self, Shape::Place | Shape::Bar)
    }
}

/// What a node or edge stands for; each has its colour, which is the same in all views.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    #[default]
    Plain,
    /// On the A side of an interpolation problem.
    A,
    B,
    Interpolant,
    Feasible,
    Maximal,
    Infeasible,
    /// On the way to `false`.
    Alarm,
}

impl Role {
    /// For style sheets.
    pub fn class(self) -> &'static str {
        match self {
            Role::Plain => "plain",
            Role::A => "a",
            Role::B => "b",
            Role::Interpolant => "interpolant",
            Role::Feasible => "feasible",
            Role::Maximal => "maximal",
            Role::Infeasible => "infeasible",
            Role::Alarm => "alarm",
        }
    }
}

/// What the step did to a part, in a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub change: Change,
    /// Such as `new` or `covered`.
    pub word: &'static str,
}

impl Mark {
    pub fn new(change: Change, word: &'static str) -> Mark {
        Mark { change, word }
    }
}

/// The kinds of changes; each has an icon and a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    Added,
    Changed,
    Removed,
}

impl Change {
    pub const ALL: [Change; 3] = [Change::Added, Change::Changed, Change::Removed];

    pub fn icon(self) -> &'static str {
        match self {
            Change::Added => "+",
            Change::Changed => "∗",
            Change::Removed => "−",
        }
    }

    /// For style sheets.
    pub fn class(self) -> &'static str {
        match self {
            Change::Added => "added",
            Change::Changed => "changed",
            Change::Removed => "removed",
        }
    }

    /// For legends.
    pub fn meaning(self) -> &'static str {
        match self {
            Change::Added => "added by this step",
            Change::Changed => "changed by this step",
            Change::Removed => "removed by this step",
        }
    }
}

/// A line of text in a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub pieces: Vec<Piece>,
    pub kind: LineKind,
}

/// What a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// What the box is.
    Name,
    Formula,
    Interpolant,
    /// A constraint that is part of a contradiction.
    Contradicting,
    /// A word about it, such as how much is not shown.
    Remark,
}

impl Line {
    pub fn new(kind: LineKind, pieces: Vec<Piece>) -> Line {
        Line { pieces, kind }
    }

    pub fn formula(text: &FormulaText) -> Line {
        Line::new(LineKind::Formula, notation::pieces(text))
    }

    /// The number of a clause.
    pub fn number(number: impl fmt::Display) -> Line {
        Line::formula(&FormulaText::of(PieceKind::Number, &number.to_string()))
    }

    /// `false`, as the name of a box.
    pub fn falsity() -> Line {
        Line::new(LineKind::Name, notation::pieces(&FormulaText::constant(false)))
    }

    pub fn remark(text: impl Into<String>) -> Line {
        Line::new(LineKind::Remark, vec![Piece { style: Style::Upright, text: text.into() }])
    }

    pub fn plain(&self) -> String {
        notation::plain(&self.pieces)
    }
}

/// An edge from any number of nodes to one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edge {
    pub id: EdgeKey,
    pub kind: EdgeKind,
    pub tails: Vec<NodeKey>,
    pub head: NodeKey,
    /// The number of its clause, shown where its tails meet.
    pub label: String,
    pub role: Role,
    pub mark: Option<Mark>,
    pub is_selected: bool,
    /// What is written at it, and where.
    pub lines: Vec<Line>,
    pub place: Rect,
    /// Where its tails meet, if it has a label.
    pub junction: Option<Point>,
    pub paths: Vec<Path>,
    /// What it is, in words, for lists.
    pub remark: String,
}

impl Edge {
    /// An edge of an order, from the lower of two numbered nodes to the higher.
    pub fn of_order(low: usize, high: usize, path: Path, remark: String) -> Edge {
        let (tail, head) = (NodeKey::number(low), NodeKey::number(high));
        Edge {
            id: EdgeKey::Between(tail, head),
            kind: EdgeKind::Order,
            tails: vec![tail],
            head,
            paths: vec![path],
            remark,
            ..Edge::default()
        }
    }
}

/// What an edge says about the nodes it joins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EdgeKind {
    /// A clause derives the head from the tails.
    #[default]
    Derives,
    /// A clause derives what the head allows, and more is known.
    Subsumed,
    /// The head allows all that the tail allows.
    Covers,
    /// A clause would derive the head, but contradicts its tails.
    Contradicts,
    /// From a part of a tree to what it is made of.
    Branch,
    /// One of several branches.
    Choice,
    /// From less to more, in an order.
    Order,
    /// A transition of a model.
    Transition,
}

impl EdgeKind {
    /// For style sheets.
    pub fn class(self) -> &'static str {
        match self {
            EdgeKind::Derives => "derives",
            EdgeKind::Subsumed => "subsumed",
            EdgeKind::Covers => "covers",
            EdgeKind::Contradicts => "contradicts",
            EdgeKind::Branch => "branch",
            EdgeKind::Choice => "choice",
            EdgeKind::Order => "order",
            EdgeKind::Transition => "transition",
        }
    }

    pub fn has_arrow(self) -> bool {
        !matches!(self, EdgeKind::Branch | EdgeKind::Choice | EdgeKind::Order)
    }
}

/// A smooth line: a start, and cubic curves, each with two points of control and an end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    pub start: Point,
    pub curves: Vec<[Point; 3]>,
    pub has_arrow: bool,
}

impl Path {
    pub fn end(&self) -> Point {
        self.curves.last().map_or(self.start, |curve| curve[2])
    }
}

impl Node {
    /// The box with what hangs on it.
    pub fn extent(&self) -> Rect {
        let tab = self.mark.as_ref().map(|mark| super::paint::tab_place(self, mark));
        tab.map_or(self.place, |tab| self.place.union(&tab))
    }
}

impl Edge {
    /// A rectangle around its paths, with room for their arrows and for what stands where its tails meet.
    pub fn extent(&self) -> Rect {
        let paths = self
            .paths
            .iter()
            .flat_map(|path| std::iter::once(path.start).chain(path.curves.iter().flatten().copied()));
        let points = paths.chain(self.junction).map(|point| Rect::at(point).grown(20.0));
        let place = (!self.lines.is_empty()).then_some(self.place);
        Rect::around(points.chain(place)).unwrap_or_default()
    }
}

impl Scene {
    pub fn node(&self, id: NodeKey) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }

    /// The rectangle around all that there is to see, which may be smaller than the frame.
    pub fn extent(&self) -> Rect {
        let nodes = self.nodes.iter().map(Node::extent);
        let points = self.edges.iter().flat_map(|edge| {
            let path =
                edge.paths.iter().flat_map(|p| std::iter::once(p.start).chain(p.curves.iter().map(|c| c[2])));
            path.chain(edge.junction)
        });
        let points = points.map(|p| Rect::at(p).grown(10.0));
        let groups = self.groups.iter().map(|group| group.place);
        let labels = self.edges.iter().filter(|edge| !edge.lines.is_empty()).map(|edge| edge.place);
        Rect::around(nodes.chain(points).chain(groups).chain(labels)).unwrap_or_default()
    }

    /// The kinds of changes that are marked.
    pub fn changes(&self) -> Vec<Change> {
        let marks = self.nodes.iter().filter_map(|n| n.mark.as_ref());
        let marks: Vec<Change> =
            marks.chain(self.edges.iter().filter_map(|e| e.mark.as_ref())).map(|mark| mark.change).collect();
        Change::ALL.into_iter().filter(|change| marks.contains(change)).collect()
    }

    /// The rectangle around what the step changed, if it changed anything.
    pub fn changed_area(&self) -> Option<Rect> {
        let nodes = self.nodes.iter().filter(|n| n.mark.is_some()).map(|n| n.place);
        let edges = self.edges.iter().filter(|e| e.mark.is_some());
        let junctions = edges.filter_map(|e| e.junction);
        let junctions = junctions.map(|p| Rect::at(p).grown(12.0));
        Rect::around(nodes.chain(junctions))
    }
}
