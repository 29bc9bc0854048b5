//! Stretches without loops as one transition.
//!
//! ```text
//! s -> m { x' = x + 1 }        becomes        s -> t { x' = x + 1 && y' = x + 1 }
//! m -> t { y' = x }
//! ```
//!
//! Two relations in sequence are composed, with a value in between for what both change. In the large-block
//! encoding two relations with the same ends become one disjunction as well, so that a stretch without loops
//! is one clause. The [`Course`] of a block is the way back: it tells from the values of a clause which
//! transitions were taken, and with which values.

use super::system::{Action, Nts, Relation};
use crate::formula::{Formula, LinearTerm, Node, Sort, Substitution, Symbol, Valuation, Value};
use crate::lang::common::report::Report;

/// At most this many transitions become one; the next begins a block of its own.
pub const BLOCK_LIMIT: usize = 200;

/// A state is left out only if it has at most this many pairs of transitions to it and from it.
const PAIR_LIMIT: usize = 16;

/// A transition between states that are kept.
#[derive(Clone, Debug)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub kind: EdgeKind,
}

#[derive(Clone, Debug)]
pub enum EdgeKind {
    /// A call, by its transition.
    Call(usize),
    Block(Block),
}

/// One or more transitions as one relation.
#[derive(Clone, Debug)]
pub struct Block {
    pub relation: Relation,
    course: Course,
    /// How many transitions there are in it.
    size: usize,
    /// Values in between that an equation determines, with their terms over the symbols of the relation.
    defined: Vec<(Symbol, LinearTerm)>,
}

/// What a block consists of.
#[derive(Clone, Debug)]
enum Course {
    /// A transition, with the symbols of the values that its changes have afterwards.
    Taken(usize, Vec<Symbol>),
    Sequence(Vec<Course>),
    /// Alternatives, each with what holds if it is taken.
    Choice(Vec<(Formula, Course)>),
}

/// A transition that was taken, and the values of what it changes afterwards.
pub(super) type Taken = (usize, Vec<Value>);

/// How far states are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Those that the system marks as inner; every path is a transition of its own.
    Marked,
    /// All that are in no cycle and beside no call, with one transition for all paths.
    Large,
}

/// The edges of a procedure. Composing transitions is work that the text causes.
pub(super) fn edges(nts: &mut Nts, procedure: usize, extent: Extent, report: &mut Report) -> Vec<Edge> {
    let mut edges: Vec<Option<Edge>> = Vec::new();
    for (i, transition) in nts.procedures[procedure].transitions.iter().enumerate() {
        let kind = match &transition.action {
            Action::Call { .. } => EdgeKind::Call(i),
            Action::Relation(relation) => {
                let next = relation.changes.iter().map(|v| nts.variable_of(procedure, *v).next).collect();
                EdgeKind::Block(Block {
                    relation: relation.clone(),
                    course: Course::Taken(i, next),
                    size: 1,
                    defined: Vec::new(),
                })
            }
        };
        edges.push(Some(Edge { from: transition.from, to: transition.to, kind }));
    }
    let states = &nts.procedures[procedure].states;
    let mut inner: Vec<bool> = states
        .iter()
        .map(|state| {
            let is_end = state.is_initial || state.is_final || state.is_error;
            !is_end && (extent == Extent::Large || state.is_inner)
        })
        .collect();
    if !inner.contains(&true) {
        return edges.into_iter().flatten().collect();
    }
    for edge in edges.iter().flatten() {
        if matches!(edge.kind, EdgeKind::Call(_)) {
            inner[edge.from] = false;
            inner[edge.to] = false;
        }
    }
    for head in cycle_heads(states.len(), &edges) {
        inner[head] = false;
    }
    let mut work =
        Work { nts, procedure, extent, edges, into: vec![Vec::new(); inner.len()], from: Vec::new(), report };
    work.from.clone_from(&work.into);
    for (i, edge) in work.edges.iter().enumerate() {
        if let Some(edge) = edge {
            work.into[edge.to].push(i);
            work.from[edge.from].push(i);
        }
    }
    if extent == Extent::Large {
        for state in 0..inner.len() {
            work.merge_from(state);
        }
    }
    loop {
        let mut is_changed = false;
        for (state, is_inner) in inner.iter_mut().enumerate() {
            if *is_inner && work.leave_out(state) {
                *is_inner = false;
                is_changed = true;
            }
        }
        if !is_changed {
            break;
        }
    }
    let mut edges: Vec<Edge> = work.edges.into_iter().flatten().collect();
    crate::order::sort_by_key(&mut edges, Edge::first);
    edges
}

/// States such that every cycle goes through one of them: the ends of edges that close a cycle in a search.
fn cycle_heads(states: usize, edges: &[Option<Edge>]) -> Vec<usize> {
    let mut next = vec![Vec::new(); states];
    for edge in edges.iter().flatten() {
        next[edge.from].push(edge.to);
    }
    // 0: not seen, 1: on the path, 2: left.
    let mut colour = vec![0u8; states];
    let mut heads = Vec::new();
    for root in 0..states {
        let mut path = vec![(root, 0)];
        if colour[root] != 0 {
            continue;
        }
        colour[root] = 1;
        while let Some((state, position)) = path.last_mut() {
            if let Some(target) = next[*state].get(*position) {
                *position += 1;
                match colour[*target] {
                    0 => {
                        colour[*target] = 1;
                        path.push((*target, 0));
                    }
                    1 => heads.push(*target),
                    _ => {}
                }
            } else {
                colour[*state] = 2;
                path.pop();
            }
        }
    }
    heads
}

struct Work<'a, 'r> {
    nts: &'a mut Nts,
    report: &'a mut Report<'r>,
    procedure: usize,
    extent: Extent,
    edges: Vec<Option<Edge>>,
    into: Vec<Vec<usize>>,
    from: Vec<Vec<usize>>,
}

impl Work<'_, '_> {
    /// Composes every edge to a state with every edge from it; `false` if the state has to stay.
    fn leave_out(&mut self, state: usize) -> bool {
        let (into, from) = (self.into[state].clone(), self.from[state].clone());
        let size = |list: &[usize]| -> Vec<usize> {
            list.iter()
                .map(|i| match &self.edges[*i] {
                    Some(Edge { kind: EdgeKind::Block(block), .. }) => block.size,
                    _ => 0,
                })
                .collect()
        };
        let (first, second) = (size(&into), size(&from));
        let most = |sizes: &[usize]| sizes.iter().copied().max().unwrap_or(0);
        let is_loop = into.iter().any(|i| from.contains(i));
        if is_loop || into.len() * from.len() > PAIR_LIMIT || most(&first) + most(&second) > BLOCK_LIMIT {
            return false;
        }
        let composed: usize =
            first.iter().sum::<usize>() * from.len() + second.iter().sum::<usize>() * into.len();
        let span = self.nts.procedures[self.procedure].states[state].span;
        if !self.report.spend(composed as u64, span) {
            return false;
        }
        let mut starts = Vec::new();
        for i in &into {
            for j in &from {
                let (Some(a), Some(b)) = (&self.edges[*i], &self.edges[*j]) else { continue };
                let (EdgeKind::Block(x), EdgeKind::Block(y)) = (&a.kind, &b.kind) else { continue };
                let (start, end) = (a.from, b.to);
                let (x, y) = (x.clone(), y.clone());
                let block = self.sequence(x, y);
                if block.relation.formula == self.nts.arena.false_() {
                    continue;
                }
                let index = self.edges.len();
                self.edges.push(Some(Edge { from: start, to: end, kind: EdgeKind::Block(block) }));
                self.from[start].push(index);
                self.into[end].push(index);
                starts.push(start);
            }
        }
        for i in into.iter().chain(&from) {
            self.remove(*i);
        }
        if self.extent == Extent::Large {
            starts.sort_unstable();
            starts.dedup();
            for start in starts {
                self.merge_from(start);
            }
        }
        true
    }

    fn remove(&mut self, index: usize) {
        if let Some(edge) = self.edges[index].take() {
            self.from[edge.from].retain(|i| *i != index);
            self.into[edge.to].retain(|i| *i != index);
        }
    }

    /// Makes one edge of those from a state that have the same end.
    fn merge_from(&mut self, state: usize) {
        let mut position = 0;
        while position < self.from[state].len() {
            let first = self.from[state][position];
            let twin =
                self.from[state][position + 1..].iter().copied().find(|j| self.are_parallel(first, *j));
            let Some(second) = twin else {
                position += 1;
                continue;
            };
            let (Some(a), Some(b)) = (self.edges[first].clone(), self.edges[second].clone()) else { break };
            let (EdgeKind::Block(x), EdgeKind::Block(y)) = (a.kind, b.kind) else { break };
            if x.size + y.size > BLOCK_LIMIT {
                position += 1;
                continue;
            }
            let block = self.choice(x, y);
            self.remove(second);
            self.edges[first] = Some(Edge { from: a.from, to: a.to, kind: EdgeKind::Block(block) });
        }
    }

    fn are_parallel(&self, first: usize, second: usize) -> bool {
        match (&self.edges[first], &self.edges[second]) {
            (Some(a), Some(b)) => {
                let is_block = |edge: &Edge| matches!(edge.kind, EdgeKind::Block(_));
                a.to == b.to && is_block(a) && is_block(b)
            }
            _ => false,
        }
    }

    /// First one, then the other.
    fn sequence(&mut self, mut first: Block, mut second: Block) -> Block {
        let (mut before, mut after, mut between) = (Vec::new(), Vec::new(), Vec::new());
        for index in &first.relation.changes {
            let variable = self.nts.variable_of(self.procedure, *index).clone();
            if second.relation.changes.contains(index) {
                let sort = self.nts.arena.sort(variable.now);
                let hint = self.nts.arena.name(variable.now).to_owned();
                let value = self.nts.value(&hint, sort);
                before.push((variable.next, value));
                after.push((variable.now, value));
                between.push(value);
            } else {
                after.push((variable.now, variable.next));
            }
        }
        self.rename(&mut first, &before);
        self.rename(&mut second, &after);
        let mut changes = first.relation.changes;
        changes.extend(second.relation.changes);
        changes.sort_unstable();
        changes.dedup();
        let mut exists = first.relation.exists;
        for symbol in second.relation.exists.into_iter().chain(between.iter().copied()) {
            if !exists.contains(&symbol) {
                exists.push(symbol);
            }
        }
        let formula = self.nts.arena.and([first.relation.formula, second.relation.formula]);
        let mut parts = Vec::new();
        for course in [first.course, second.course] {
            match course {
                Course::Sequence(more) => parts.extend(more),
                other => parts.push(other),
            }
        }
        let mut defined = first.defined;
        defined.extend(second.defined);
        let mut block = Block {
            relation: Relation { formula, changes, exists },
            course: Course::Sequence(parts),
            size: first.size + second.size,
            defined,
        };
        for value in between {
            self.solve(&mut block, value);
        }
        block
    }

    /// Replaces a value in between by the term that it equals, if an equation says which.
    fn solve(&mut self, block: &mut Block, value: Symbol) {
        let arena = &mut self.nts.arena;
        if arena.sort(value) != Sort::Int {
            return;
        }
        let solved = |formula: Formula| match arena.node(formula) {
            Node::Eq(term) => {
                let coefficient = term.coefficient(value);
                let rest = term.plus_scaled(&-&coefficient, &LinearTerm::symbol(value));
                coefficient.abs().is_one().then(|| if coefficient.is_one() { -&rest } else { rest })
            }
            _ => None,
        };
        let formula = block.relation.formula;
        let term = match arena.node(formula) {
            Node::And(parts) => parts.iter().copied().find_map(solved),
            _ => solved(formula),
        };
        let Some(term) = term else { return };
        let mut substitution = Substitution::new();
        substitution.term(value, term.clone());
        block.relation.formula = substitution.apply(arena, formula);
        for (_, other) in &mut block.defined {
            *other = substitution.apply_to_term(other);
        }
        substitute(arena, &mut block.course, &substitution);
        block.relation.exists.retain(|symbol| *symbol != value);
        block.defined.push((value, term));
    }

    /// One or the other.
    fn choice(&mut self, first: Block, second: Block) -> Block {
        let mut changes = first.relation.changes.clone();
        changes.extend(&second.relation.changes);
        changes.sort_unstable();
        changes.dedup();
        let mut alternatives = Vec::new();
        let mut defined = first.defined;
        defined.extend(second.defined);
        let mut exists = Vec::new();
        for (relation, course) in [(first.relation, first.course), (second.relation, second.course)] {
            let kept: Vec<Formula> = changes
                .iter()
                .filter(|index| !relation.changes.contains(index))
                .map(|index| {
                    let variable = self.nts.variable_of(self.procedure, *index).clone();
                    let arena = &mut self.nts.arena;
                    match arena.sort(variable.now) {
                        Sort::Int => {
                            arena.equal(&LinearTerm::symbol(variable.next), &LinearTerm::symbol(variable.now))
                        }
                        Sort::Bool => {
                            let (now, next) = (arena.boolean(variable.now), arena.boolean(variable.next));
                            arena.iff(now, next)
                        }
                    }
                })
                .collect();
            for symbol in relation.exists {
                if !exists.contains(&symbol) {
                    exists.push(symbol);
                }
            }
            let formula = self.nts.arena.and(kept.iter().copied().chain([relation.formula]));
            match course {
                Course::Choice(more) => {
                    for (part, course) in more {
                        let part = self.nts.arena.and(kept.iter().copied().chain([part]));
                        alternatives.push((part, course));
                    }
                }
                course => alternatives.push((formula, course)),
            }
        }
        let formula = self.nts.arena.or(alternatives.iter().map(|(formula, _)| *formula));
        Block {
            relation: Relation { formula, changes, exists },
            course: Course::Choice(alternatives),
            size: first.size + second.size,
            defined,
        }
    }

    fn rename(&mut self, block: &mut Block, pairs: &[(Symbol, Symbol)]) {
        if pairs.is_empty() {
            return;
        }
        let arena = &mut self.nts.arena;
        let renaming = Substitution::renaming_pairs(arena, pairs.iter().copied());
        block.relation.formula = renaming.apply(arena, block.relation.formula);
        for (_, term) in &mut block.defined {
            *term = renaming.apply_to_term(term);
        }
        substitute(arena, &mut block.course, &renaming);
        relabel(&mut block.course, pairs);
    }
}

fn substitute(arena: &mut crate::formula::Arena, course: &mut Course, substitution: &Substitution) {
    match course {
        Course::Taken(..) => {}
        Course::Sequence(parts) => {
            for part in parts {
                substitute(arena, part, substitution);
            }
        }
        Course::Choice(alternatives) => {
            for (formula, part) in alternatives {
                *formula = substitution.apply(arena, *formula);
                substitute(arena, part, substitution);
            }
        }
    }
}

fn relabel(course: &mut Course, pairs: &[(Symbol, Symbol)]) {
    match course {
        Course::Taken(_, symbols) => {
            for symbol in symbols {
                if let Some((_, to)) = pairs.iter().find(|(from, _)| from == symbol) {
                    *symbol = *to;
                }
            }
        }
        Course::Sequence(parts) => parts.iter_mut().for_each(|part| relabel(part, pairs)),
        Course::Choice(alternatives) => alternatives.iter_mut().for_each(|(_, part)| relabel(part, pairs)),
    }
}

impl Block {
    /// The transitions that were taken, given the values of the symbols of the relation, which is extended by
    /// the values in between. `None` if the values satisfy no alternative.
    pub(super) fn taken(&self, nts: &Nts, valuation: &mut Valuation) -> Option<Vec<Taken>> {
        for (symbol, term) in &self.defined {
            let value = term.evaluate(valuation);
            valuation.set_int(*symbol, value);
        }
        let mut taken = Vec::new();
        let mut open = vec![&self.course];
        while let Some(course) = open.pop() {
            match course {
                Course::Taken(transition, symbols) => {
                    let values = symbols.iter().map(|symbol| match nts.arena.sort(*symbol) {
                        Sort::Int => Value::Int(valuation.int(*symbol).clone()),
                        Sort::Bool => Value::Bool(valuation.bool(*symbol)),
                    });
                    taken.push((*transition, values.collect()));
                }
                Course::Sequence(parts) => open.extend(parts.iter().rev()),
                Course::Choice(alternatives) => {
                    let (_, course) =
                        alternatives.iter().find(|(formula, _)| nts.arena.evaluate(*formula, valuation))?;
                    open.push(course);
                }
            }
        }
        Some(taken)
    }

    /// The first transition in it, whose place stands for the block.
    pub fn first(&self) -> usize {
        let mut course = &self.course;
        loop {
            course = match course {
                Course::Taken(transition, _) => return *transition,
                Course::Sequence(parts) => &parts[0],
                Course::Choice(alternatives) => &alternatives[0].1,
            };
        }
    }

    /// The last transition on the way that is tried first.
    pub fn last(&self) -> usize {
        let mut course = &self.course;
        loop {
            course = match course {
                Course::Taken(transition, _) => return *transition,
                Course::Sequence(parts) => &parts[parts.len() - 1],
                Course::Choice(alternatives) => &alternatives[0].1,
            };
        }
    }

    /// The transitions in it, if it is one way without alternatives.
    pub fn path(&self) -> Option<Vec<usize>> {
        match &self.course {
            Course::Taken(transition, _) => Some(vec![*transition]),
            Course::Choice(_) => None,
            Course::Sequence(parts) => parts
                .iter()
                .map(|part| if let Course::Taken(transition, _) = part { Some(*transition) } else { None })
                .collect(),
        }
    }
}

impl Edge {
    /// The relation, unless it is a call.
    pub fn relation(&self) -> Option<&Relation> {
        match &self.kind {
            EdgeKind::Block(block) => Some(&block.relation),
            EdgeKind::Call(_) => None,
        }
    }

    /// The transition whose place and words stand for it.
    pub fn first(&self) -> usize {
        match &self.kind {
            EdgeKind::Call(transition) => *transition,
            EdgeKind::Block(block) => block.first(),
        }
    }
}
