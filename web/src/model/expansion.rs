//! A counterexample or an unwinding, written out with copies of relation symbols, while it is solved (SHARA:
//! EXPAND, SOLVECDD, COLLAPSE).
//!
//! A box is a copy of a relation symbol, a circle a clause between copies. EXPAND makes copies one by one;
//! then they are solved from the bottom up, each by an interpolant of its PRE and POST; in the end the copies
//! of each relation symbol are taken together.

use std::rc::Rc;

use hornbook::engine::{Event, ExpansionText, InterpolantText, SidesText, Subject};
use hornbook::formula::FormulaText;
use hornbook::horn::SystemRelationId;
use hornbook::order::Map;
use hornbook::recursion_free::CopyId;
use hornbook::trace::ExpansionState;

use super::Names;
use super::graph::Step;
use crate::draw::notation::{self, Piece, Style};
use crate::draw::{
    self, Change, Edge, EdgeKey, EdgeKind, Layered, Line, LineKind, Mark, Node, NodeKey, Omitted, Part, Role,
    Scene, Shape, box_size, broken,
};
use crate::run::selection::Selection;

/// Formulae are broken so that boxes are no wider, if possible.
const WIDEST: f64 = 210.0;

/// A formula takes at most this many lines.
const MOST_LINES: usize = 3;

const GAP: (f64, f64) = (24.0, 22.0);

const CIRCLE: f64 = 22.0;

/// What the steps that follow find out; it needs room from the start, so that nothing moves when it appears.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coming {
    formulae: Map<CopyId, FormulaText>,
    together: Map<SystemRelationId, FormulaText>,
}

impl Coming {
    /// From the events after a step, up to the end of this expansion.
    pub fn of(later: &[Event]) -> Coming {
        let mut coming = Coming::default();
        for event in later {
            match event {
                Event::CopySolved { copy, interpolant, .. } => {
                    coming.formulae.insert(*copy, interpolant.text.clone());
                }
                Event::Collapsed { solution } => coming.collapse(solution),
                Event::Expanding { .. }
                | Event::Expanded { .. }
                | Event::NodeAdded { .. }
                | Event::CounterexampleFound { .. } => break,
                _ => {}
            }
        }
        coming
    }

    fn collapse(&mut self, solution: &[InterpolantText]) {
        self.together.extend(solution.iter().map(|found| (found.relation, found.text.clone())));
    }
}

/// The expansion after a step, if one is being solved.
pub fn scene(
    step: Step,
    mut coming: Coming,
    names: Names,
    selection: Selection,
    limit: usize,
) -> Option<Scene> {
    let state = step.after.expansion.as_ref()?;
    let known = state.formulae.iter().enumerate().filter_map(|(i, f)| Some((CopyId::at(i), f.clone()?)));
    coming.formulae.extend(known);
    coming.collapse(&state.collapsed);
    Some(Picture { state, coming, step, names, selection }.scene(limit))
}

/// What a part of the picture stands for.
pub fn selected(part: Part, step: &Step) -> Selection {
    let Some(ExpansionState { expansion, .. }) = &step.after.expansion else { return Selection::Nothing };
    // An edge stands for what it leads to.
    let (Part::Node(id) | Part::Edge(EdgeKey::Between(_, id))) = part else { return Selection::Nothing };
    let found = match id {
        NodeKey::Number(copy) => expansion.copies.get(copy as usize).copied().map(Selection::Relation),
        NodeKey::Clause(k) => {
            expansion.clauses.get(k as usize).map(|clause| Selection::Clause(clause.clause))
        }
        NodeKey::Goal => None,
    };
    found.unwrap_or_default()
}

/// The interpolation problems that are of interest at a step, with the number of the copy if there are
/// several: those of the copies of the selected relation symbol, or that of the copy which the step has
/// solved.
pub fn sides<'a>(
    step: &Step<'a>,
    selection: Selection,
) -> Vec<(SystemRelationId, Option<usize>, &'a SidesText)> {
    let Some(state) = &step.after.expansion else { return Vec::new() };
    let copies = &state.expansion.copies;
    let mut found = Vec::new();
    for (i, (relation, sides)) in copies.iter().zip(&state.sides).enumerate() {
        let is_wanted = match (selection, step.event) {
            (Selection::Relation(selected), _) => selected == *relation,
            (_, Some(Event::CopySolved { copy, .. })) => copy.index() == i,
            _ => false,
        };
        let same = |of: &&SystemRelationId| *of == relation;
        let number = copies[..=i].iter().filter(same).count();
        let is_only = copies.iter().filter(same).count() == 1;
        if let Some(sides) = sides.as_ref().filter(|_| is_wanted) {
            found.push((*relation, (!is_only).then_some(number), sides));
        }
    }
    found
}

struct Picture<'a> {
    state: &'a ExpansionState,
    coming: Coming,
    step: Step<'a>,
    names: Names<'a>,
    selection: Selection,
}

impl Picture<'_> {
    fn expansion(&self) -> &ExpansionText {
        &self.state.expansion
    }

    /// First the copies, then `false`, then the clauses.
    fn root(&self) -> usize {
        self.expansion().copies.len()
    }

    /// From `false` downwards, until there are enough copies: what is shown, and the lines between.
    fn shown(&self, limit: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
        let root = self.root();
        let mut heads: Map<usize, Vec<usize>> = Map::new();
        for (k, clause) in self.expansion().clauses.iter().enumerate() {
            heads.get_or_default(clause.head.map_or(root, CopyId::index)).push(k);
        }
        let mut is_met = vec![false; root + 1];
        let (mut order, mut shown, mut edges) = (vec![root], Vec::new(), Vec::new());
        let mut next = 0;
        while let Some(head) = order.get(next).copied() {
            next += 1;
            shown.push(head);
            for k in heads.get(&head).into_iter().flatten() {
                let body: Vec<usize> =
                    self.expansion().clauses[*k].body.iter().map(|copy| copy.index()).collect();
                let mut new: Vec<usize> = body.iter().copied().filter(|c| *c < root && !is_met[*c]).collect();
                new.sort_unstable();
                new.dedup();
                if order.len() + new.len() > limit.max(2) {
                    continue;
                }
                let circle = root + 1 + k;
                shown.push(circle);
                edges.push((head, circle));
                for (i, copy) in body.iter().enumerate() {
                    if *copy < root && !body[..i].contains(copy) {
                        edges.push((circle, *copy));
                    }
                }
                for copy in new {
                    is_met[copy] = true;
                    order.push(copy);
                }
            }
        }
        (shown, edges)
    }

    fn scene(&self, limit: usize) -> Scene {
        let root = self.root();
        let (shown, edges) = self.shown(limit);
        let index: Map<usize, usize> = shown.iter().enumerate().map(|(k, id)| (*id, k)).collect();
        let lines: Vec<Vec<Line>> = shown.iter().map(|id| self.lines(*id, MOST_LINES, true)).collect();
        let size = |(id, lines): (&usize, &Vec<Line>)| {
            if *id > root { (CIRCLE, CIRCLE) } else { box_size(lines, "") }
        };
        let sizes: Vec<(f64, f64)> = shown.iter().zip(&lines).map(size).collect();
        let joints: Vec<(usize, usize)> =
            edges.iter().filter_map(|(a, b)| Some((*index.get(a)?, *index.get(b)?))).collect();
        let ranks = draw::longest_chains(shown.len(), &joints);
        let graph = Layered { sizes: &sizes, ranks: &ranks, edges: &joints, gap: GAP, upwards: false };
        let (places, paths) = draw::joined(&graph);
        let title = match self.expansion().subject {
            Subject::Unwinding { depth } => {
                format!("Derivations up to depth {depth} with copies, after step {}", self.step.number)
            }
            Subject::Clauses => format!("Clauses with copies, after step {}", self.step.number),
        };
        let mut scene = Scene { title, ..Scene::default() };
        let mut parents: Map<usize, usize> = Map::new();
        for ((upper, lower), path) in edges.iter().zip(paths) {
            let first = *parents.get_or_insert_with(*lower, || *upper);
            let (tail, head) = (self.key(*upper), self.key(*lower));
            scene.edges.push(Edge {
                id: EdgeKey::Between(tail, head),
                kind: EdgeKind::Branch,
                tails: vec![tail],
                head,
                paths: vec![path],
                remark: if first == *upper {
                    String::new()
                } else {
                    format!("also needed by {}", self.plain(*upper))
                },
                ..Edge::default()
            });
        }
        for (id, place) in shown.iter().zip(places) {
            let (id, parent) = (*id, parents.get(id).map(|parent| self.key(*parent)));
            let lines = self.lines(id, MOST_LINES, false);
            let whole = self.lines(id, usize::MAX, false);
            scene.nodes.push(Node {
                id: self.key(id),
                unabridged: if whole == lines { Rc::default() } else { whole.into() },
                lines,
                shape: if id > root { Shape::Circle } else { Shape::Box },
                role: self.role(id),
                mark: self.mark(id),
                is_selected: self.is_selected(id),
                place,
                parent,
                remark: if id > root { format!("by {}", self.plain(id)) } else { self.remark(id) },
                ..Node::default()
            });
        }
        scene.frame = scene.extent().grown(16.0);
        let copies = shown.iter().filter(|id| **id < root).count();
        let total = self.shown(usize::MAX).0.iter().filter(|id| **id < root).count();
        scene.omitted = (copies < total).then_some(Omitted { shown: copies, total });
        scene.legend = vec![(Role::Interpolant, "copy with its interpolant".to_owned())];
        scene
    }

    /// Which copy of its relation symbol it is, of how many; nothing if it is the only one.
    fn number(&self, copy: usize) -> Option<(usize, usize)> {
        let copies = &self.expansion().copies;
        let same = |relation: &&SystemRelationId| Some(*relation) == copies.get(copy);
        let total = copies.iter().filter(same).count();
        (total > 1).then(|| (copies[..=copy].iter().filter(same).count(), total))
    }

    /// Which node this is: copies come first, then the root, then clauses.
    fn key(&self, id: usize) -> NodeKey {
        let copies = self.state.expansion.copies.len();
        match id.checked_sub(copies) {
            None => NodeKey::number(id),
            Some(0) => NodeKey::Goal,
            Some(after) => NodeKey::clause(after - 1),
        }
    }

    fn plain(&self, id: usize) -> String {
        let root = self.root();
        match (self.expansion().copies.get(id), id.checked_sub(root + 1)) {
            (Some(relation), _) => self.names.relation(*relation).to_owned(),
            (None, None) => "false".to_owned(),
            (None, Some(k)) => format!("clause {}", self.expansion().clauses[k].clause.number()),
        }
    }

    /// What is said, with formulae of at most this many lines; with what is still to come, too, if that is
    /// asked for.
    fn lines(&self, id: usize, most: usize, with_coming: bool) -> Vec<Line> {
        let root = self.root();
        if let Some(k) = id.checked_sub(root + 1) {
            return vec![Line::number(self.expansion().clauses[k].clause.number())];
        }
        let Some(relation) = self.expansion().copies.get(id).copied() else {
            return vec![Line::falsity()];
        };
        let mut lines = broken(Line::formula(&self.names.atom(relation)), WIDEST);
        if let Some((number, total)) = self.number(id) {
            lines.push(Line::remark(format!("copy {number} of {total}")));
        }
        let cut = |line: Line| {
            let mut parts = broken(line, WIDEST);
            if parts.len() > most {
                parts.truncate(most - 1);
                parts.push(Line::new(LineKind::Interpolant, notation::ellipsis()));
            }
            parts
        };
        let is_solved = self.state.formulae.get(id).is_some_and(Option::is_some);
        if let Some(text) = self.coming.formulae.get(&CopyId::at(id)).filter(|_| with_coming || is_solved) {
            lines.extend(cut(Line::new(LineKind::Interpolant, notation::pieces(text))));
        }
        let is_collapsed = with_coming || !self.state.collapsed.is_empty();
        if let Some(text) =
            self.coming.together.get(&relation).filter(|_| is_collapsed && self.number(id).is_some())
        {
            let mut pieces = vec![Piece { style: Style::Upright, text: "together ".to_owned() }];
            pieces.extend(notation::pieces(text));
            lines.extend(cut(Line::new(LineKind::Interpolant, pieces)));
        }
        lines
    }

    fn role(&self, id: usize) -> Role {
        match self.state.formulae.get(id) {
            Some(Some(_)) => Role::Interpolant,
            None if id == self.root() => Role::Alarm,
            _ => Role::Plain,
        }
    }

    fn remark(&self, id: usize) -> String {
        match self.state.formulae.get(id) {
            Some(Some(_)) => "solved".to_owned(),
            Some(None) => "not solved yet".to_owned(),
            None => String::new(),
        }
    }

    fn mark(&self, id: usize) -> Option<Mark> {
        let relation = self.expansion().copies.get(id);
        match self.step.event? {
            Event::Expanding { .. } | Event::Expanded { .. } if id == self.root() => {
                Some(Mark::new(Change::Added, "written out"))
            }
            Event::RelationCopied { copy, .. } if copy.index() == id => {
                Some(Mark::new(Change::Added, "copy"))
            }
            Event::RelationCopied { clause, .. } if self.root() + 1 + clause.index() == id => {
                Some(Mark::new(Change::Changed, "uses it"))
            }
            Event::CopiesMerged { kept, .. } if kept.index() == id => {
                Some(Mark::new(Change::Changed, "merged"))
            }
            Event::CopySolved { copy, .. } if copy.index() == id => Some(Mark::new(Change::Added, "solved")),
            Event::Collapsed { solution }
                if solution.iter().any(|found| Some(&found.relation) == relation) =>
            {
                Some(Mark::new(Change::Changed, "collapsed"))
            }
            _ => None,
        }
    }

    fn is_selected(&self, id: usize) -> bool {
        let clause = id.checked_sub(self.root() + 1).and_then(|k| self.expansion().clauses.get(k));
        match self.selection {
            Selection::Relation(relation) => self.expansion().copies.get(id) == Some(&relation),
            Selection::Clause(selected) => clause.is_some_and(|copy| copy.clause == selected),
            _ => false,
        }
    }
}
