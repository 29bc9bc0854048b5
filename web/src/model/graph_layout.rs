//! Where the nodes of an abstract reachability graph stand, at all steps of a run.
//!
//! The rank of a node is the height of the derivation that was found first. Every relation symbol has its
//! home column, which depends on the clauses; a node stands in the home column of its relation symbol, moved
//! to the side as the nodes are that it is derived from, or in the nearest slot that is free. Since slots are
//! given when nodes appear and kept until they go, what survives a step keeps its place.

use std::rc::Rc;

use hornbook::engine::{ClauseText, EdgeId, Event, NodeId, PredicateId};
use hornbook::formula::FormulaText;
use hornbook::horn::SystemRelationId;
use hornbook::order::Map;

use super::{Names, names};

use crate::draw::notation;
use crate::draw::{
    self, Direction, Grid, Layered, Line, Measured, NodeKey, Port, Rect, Slot, box_size, broken,
};

/// A box shows at most this many lines of predicates, and says how many more there are.
const MOST_LINES: usize = 5;

/// Predicates are broken so that boxes are no wider, if possible.
const WIDEST: f64 = 190.0;

/// A node of the graph with its place.
#[derive(Clone, Debug)]
pub struct PlacedNode {
    pub slot: Slot,
    pub size: (f64, f64),
    pub lines: Vec<Line>,
    /// With all predicates, if the box has no room for them.
    pub unabridged: Rc<[Line]>,
    pub relation: SystemRelationId,
}

/// An edge with the place where its tails meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedEdge {
    pub head: NodeId,
    pub port: Port,
}

/// The layout of a run.
#[derive(Clone, Debug, Default)]
pub struct GraphLayout {
    grid: Grid,
    pub nodes: Map<NodeId, PlacedNode>,
    pub edges: Map<EdgeId, PlacedEdge>,
    /// From the step at which a clause was tried in vain, or a counterexample was found: where its head is
    /// shown.
    goals: Map<usize, Slot>,
    /// The slots that were in use up to a step, where that changed: ranks, and columns from and to.
    extents: Vec<(usize, usize, i32, i32)>,
    /// Which way it grows. Places are those of a layout that grows downwards, with boxes turned.
    pub direction: Direction,
}

/// The size of the box of a clause head that is not reached.
pub const GOAL_SIZE: (f64, f64) = (78.0, 37.0);

/// Which node of the picture this is.
pub(super) fn key(node: NodeId) -> NodeKey {
    NodeKey::Number(node.0)
}

impl GraphLayout {
    /// The layout of all steps of a log.
    pub fn new(events: &[Event], names: Names) -> GraphLayout {
        GraphLayout::towards(Direction::Down, events, names)
    }

    /// The same in the direction in which a room shows more of it.
    pub fn within(room: (f64, f64), events: &[Event], names: Names) -> GraphLayout {
        let down = GraphLayout::new(events, names);
        match Direction::with_room(room, down.size(), down.turned_size()) {
            Direction::Down => down,
            sideways @ Direction::Sideways => GraphLayout::towards(sideways, events, names),
        }
    }

    fn towards(direction: Direction, events: &[Event], names: Names) -> GraphLayout {
        let mut builder = Builder::new(names, Homes::of(names));
        builder.layout.direction = direction;
        for (index, event) in events.iter().enumerate() {
            builder.apply(index + 1, event);
        }
        builder.finish(events.len());
        builder.layout
    }

    pub fn measured(&self) -> Measured<'_> {
        self.grid.measured()
    }

    /// Where the head is shown of a clause that is tried at a step, or of the counterexample at hand.
    pub fn goal(&self, step: usize) -> Option<Slot> {
        self.goals.at_most(&step).map(|(_, slot)| *slot)
    }

    /// The size of a box in the layout.
    pub fn box_size(&self, node: &PlacedNode) -> (f64, f64) {
        self.direction.size(node.size)
    }

    /// The room that all steps need.
    fn size(&self) -> (f64, f64) {
        let frame = self.frame(usize::MAX);
        (frame.width, frame.height)
    }

    /// About the room that they would need if the graph grew sideways.
    fn turned_size(&self) -> (f64, f64) {
        let Some((_, ranks, from, to)) = self.extents.last().copied() else { return (0.0, 0.0) };
        let sizes = || self.nodes.values().map(|node| node.size);
        let widest = sizes().map(|size| size.0).fold(GOAL_SIZE.0, f64::max);
        let highest = sizes().map(|size| size.1).fold(GOAL_SIZE.1, f64::max);
        let ranks = u32::try_from(ranks + 1).unwrap_or(u32::MAX);
        Grid::about(f64::from(ranks), f64::from(to - from) / 2.0 + 1.0, (highest, widest))
    }

    /// The part of the plane that was in use up to a step.
    pub fn frame(&self, step: usize) -> Rect {
        let known = self.extents.partition_point(|extent| extent.0 <= step);
        let Some((_, rank, from, to)) = known.checked_sub(1).and_then(|i| self.extents.get(i)) else {
            return Rect::default();
        };
        let measured = self.measured();
        let corners = [(0, *from), (*rank, *to)].map(|(rank, column)| measured.cell(Slot { rank, column }));
        corners[0].union(&corners[1])
    }
}

struct Builder<'a> {
    layout: GraphLayout,
    names: Names<'a>,
    homes: Homes,
    predicates: Vec<FormulaText>,
    /// A node has been announced; the edge that derives it is the next event.
    announced: Option<(NodeId, SystemRelationId, Vec<PredicateId>)>,
    /// The slot of the clause head that is shown at present.
    goal: Option<Slot>,
}

impl<'a> Builder<'a> {
    fn new(names: Names<'a>, homes: Homes) -> Builder<'a> {
        Builder {
            layout: GraphLayout::default(),
            names,
            homes,
            predicates: Vec::new(),
            announced: None,
            goal: None,
        }
    }

    /// A node whose edge is not told yet must stand somewhere.
    fn finish(&mut self, step: usize) {
        if let Some((node, relation, predicates)) = self.announced.take() {
            self.place_node(step, node, relation, &predicates, &[]);
        }
    }

    fn apply(&mut self, step: usize, event: &Event) {
        if let Some((node, relation, predicates)) = self.announced.take() {
            let body = match event {
                Event::EdgeAdded { body, head, .. } if *head == node => &body[..],
                _ => &[],
            };
            self.place_node(step - 1, node, relation, &predicates, body);
        }
        match event {
            Event::NodeAdded { node, relation, predicates } => {
                self.announced = Some((*node, *relation, predicates.clone()));
            }
            Event::EdgeAdded { edge, body, head, .. } => self.place_edge(*edge, body, *head),
            Event::Subsumed { edge, body, by, .. } => self.place_edge(*edge, body, *by),
            Event::PredicatesAdded { predicates } => {
                self.predicates.extend(predicates.iter().map(|predicate| predicate.text.clone()));
            }
            Event::NodesRemoved { nodes, edges } => {
                for edge in edges {
                    if let Some(placed) = self.layout.edges.get(edge) {
                        self.layout.grid.release_port(key(placed.head), placed.port);
                    }
                }
                for node in nodes.iter().filter_map(|id| self.layout.nodes.get(id)) {
                    self.layout.grid.release(node.slot);
                }
            }
            Event::CounterexampleFound { tree } => {
                let root = tree.positions.last().map_or(&[][..], |root| &root.alternatives);
                let below = root.iter().flat_map(|a| &a.children).filter_map(|c| tree.get(*c));
                let body: Vec<NodeId> = below.filter_map(|position| position.node).collect();
                self.aim(step, &body);
            }
            Event::Contradictory { body, .. } => self.aim(step, body),
            _ => {}
        }
        // What is shown for a moment only takes no slot from those that stay.
        if !matches!(event, Event::CounterexampleFound { .. } | Event::Contradictory { .. })
            && let Some(slot) = self.goal.take()
        {
            self.layout.grid.release(slot);
        }
    }

    fn place_node(
        &mut self,
        step: usize,
        node: NodeId,
        relation: SystemRelationId,
        predicates: &[PredicateId],
        body: &[NodeId],
    ) {
        let (lines, unabridged) = self.lines(relation, predicates);
        let size = box_size(&lines, &names::node(node));
        let (rank, aside) = self.above(body);
        let turned = self.layout.direction.size(size);
        let slot = self.layout.grid.take(rank, self.homes.column(Some(relation)) + aside, turned);
        self.extend(step, slot);
        self.layout.nodes.insert(node, PlacedNode { slot, size, lines, unabridged, relation });
    }

    /// The rank below some nodes, and how far they are off their homes on average.
    fn above(&self, body: &[NodeId]) -> (usize, i32) {
        let placed: Vec<&PlacedNode> = body.iter().filter_map(|id| self.layout.nodes.get(id)).collect();
        let rank = placed.iter().map(|node| node.slot.rank + 1).max().unwrap_or(0);
        let aside: i32 =
            placed.iter().map(|node| node.slot.column - self.homes.column(Some(node.relation))).sum();
        (rank, aside / i32::try_from(placed.len().max(1)).unwrap_or(1))
    }

    /// What a box says, and what it would say if there were room for all, if there is not.
    fn lines(&self, relation: SystemRelationId, predicates: &[PredicateId]) -> (Vec<Line>, Rc<[Line]>) {
        let mut lines = vec![name_line(self.names.relation(relation))];
        let formula = |id: &PredicateId| match self.predicates.get(id.0 as usize) {
            Some(text) => Line::formula(text),
            None => Line::remark("?"),
        };
        let mut shown = 0;
        for (i, id) in predicates.iter().enumerate() {
            let parts = broken(formula(id), WIDEST);
            let is_last = i + 1 == predicates.len();
            // The last line is for the predicates that are left, unless there is one only and it fits.
            if i > 0 && lines.len() - 1 + parts.len() > MOST_LINES - usize::from(!is_last) {
                break;
            }
            lines.extend(parts);
            shown = i + 1;
        }
        let mut unabridged = Vec::new();
        if predicates.is_empty() {
            lines.push(Line::remark("no predicates"));
        } else if shown < predicates.len() {
            lines.push(Line::remark(format!("and {} more", predicates.len() - shown)));
            unabridged.push(name_line(self.names.relation(relation)));
            unabridged.extend(predicates.iter().map(formula));
        }
        (lines, unabridged.into())
    }

    fn place_edge(&mut self, edge: EdgeId, body: &[NodeId], head: NodeId) {
        let Some(node) = self.layout.nodes.get(&head) else { return };
        if let Some(placed) = self.layout.edges.get(&edge) {
            if placed.head == head {
                return;
            }
            self.layout.grid.release_port(key(placed.head), placed.port);
        }
        let rank = node.slot.rank;
        let mut placed = body.iter().filter_map(|id| self.layout.nodes.get(id));
        let comes_round = placed.any(|tail| tail.slot.rank >= rank);
        let port = self.layout.grid.take_port(key(head), rank, comes_round);
        self.layout.edges.insert(edge, PlacedEdge { head, port });
    }

    fn aim(&mut self, step: usize, body: &[NodeId]) {
        if let Some(slot) = self.goal.take() {
            self.layout.grid.release(slot);
        }
        let (rank, aside) = self.above(body);
        let turned = self.layout.direction.size(GOAL_SIZE);
        let slot = self.layout.grid.take(rank, self.homes.column(None) + aside, turned);
        self.extend(step, slot);
        self.layout.goals.insert(step, slot);
        self.goal = Some(slot);
    }

    fn extend(&mut self, step: usize, slot: Slot) {
        let (_, rank, from, to) =
            self.layout.extents.last().copied().unwrap_or((0, 0, slot.column, slot.column));
        let next = (step, rank.max(slot.rank), from.min(slot.column), to.max(slot.column));
        if self.layout.extents.last().is_none_or(|last| (last.1, last.2, last.3) != (next.1, next.2, next.3))
        {
            self.layout.extents.push(next);
        }
    }
}

fn name_line(relation: &str) -> Line {
    Line::new(draw::LineKind::Name, notation::relation(relation))
}

/// The home columns of relation symbols, and of `false` as the last: a layout of the clauses. It does not
/// depend on the run, so that homes are the same however much of the run is known.
#[derive(Clone, Debug, Default)]
struct Homes(Vec<i32>);

impl Homes {
    fn of(names: Names) -> Homes {
        let clauses = clauses(names);
        let count = names.0.relations.len() + 1;
        let ranks = heights(count, &clauses);
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for (body, head) in &clauses {
            edges.extend(body.iter().map(|tail| (*tail, *head)).filter(|(tail, head)| tail != head));
        }
        edges.sort_unstable();
        edges.dedup();
        // Sizes are such that a half of a column is one unit.
        let sizes = vec![(2.0, 1.0); count];
        let graph = Layered { sizes: &sizes, ranks: &ranks, edges: &edges, gap: (0.0, 0.0), upwards: false };
        #[expect(clippy::cast_possible_truncation, reason = "there are not that many relation symbols")]
        let columns = draw::layered(&graph).into_iter().map(|place| place.middle().x.round() as i32);
        Homes(columns.collect())
    }

    /// The home of a relation symbol, or of `false`.
    fn column(&self, relation: Option<SystemRelationId>) -> i32 {
        let home = match relation {
            Some(relation) => self.0.get(relation.index()),
            None => self.0.last(),
        };
        home.copied().unwrap_or_default()
    }
}

/// The relation symbols in the body and in the head of each clause; `false` comes after all others.
fn clauses(names: Names) -> Vec<(Vec<usize>, usize)> {
    let clause = |clause: &ClauseText| {
        let head = clause.head.as_ref().map_or(names.0.relations.len(), |head| head.relation.index());
        (clause.body.iter().map(|atom| atom.relation.index()).collect(), head)
    };
    names.0.clauses.iter().map(clause).collect()
}

/// The height of the lowest derivation that each relation symbol may have, as far as the clauses tell without
/// their constraints.
fn heights(count: usize, clauses: &[(Vec<usize>, usize)]) -> Vec<usize> {
    let mut heights: Vec<Option<usize>> = vec![None; count];
    for height in 0..count {
        let mut is_higher = false;
        let before = heights.clone();
        for (body, head) in clauses {
            if before[*head].is_none() && body.iter().all(|tail| before[*tail].is_some()) {
                heights[*head] = Some(height);
                is_higher = true;
            }
        }
        if !is_higher {
            break;
        }
    }
    heights.into_iter().map(Option::unwrap_or_default).collect()
}
