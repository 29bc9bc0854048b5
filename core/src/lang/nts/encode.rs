//! Transition systems to clauses (thesis, Sect. 2.3): a relation symbol for each control state over the
//! visible variables, a summary for each procedure, one clause for each transition.
//!
//! ```text
//! l2 -> l3 { rec' = mc91(n + 11) }        l3(N, Rec') ← l2(N, Rec) ∧ mc91(N + 11, Rec')
//! l1 -> lf { rec' = n - 10 }, final       mc91(N, Rec') ← l1(N, Rec) ∧ Rec' = N - 10
//! l6 -> err { y != 91 }                   false ← l6(X, Y) ∧ Y ≠ 91
//! ```
//!
//! There is no symbol for error states. The thesis begins every procedure with any values; where a procedure
//! can reach an error itself, that would find errors in calls that nobody makes, so such a procedure begins
//! with the values of its calls. A variable that a procedure receives and changes has a second argument for
//! the value that it began with. Of the global variables only those are visible that the procedure or those
//! it calls mention.

use rustc_hash::FxHashSet;

use super::block::{Edge, EdgeKind};
use super::system::{Action, Nts, Procedure};
use crate::formula::{Formula, LinearTerm, Sort, Symbol};
use crate::lang::{Application, Argument, Clause, Problem, Relation, RelationId, Span};

/// The clauses of a system, and what each stands for.
#[derive(Clone, Debug, Default)]
pub struct Encoded {
    pub problem: Problem,
    pub origins: Vec<Origin>,
    pub layouts: Vec<Layout>,
}

/// Where a clause comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The procedure begins at a state.
    Entry { procedure: usize, state: usize },
    /// The procedure begins at a state with the values of a call: an edge of another procedure.
    Context { procedure: usize, state: usize, caller: usize, edge: usize },
    /// An edge, to another state or to the end of the procedure.
    Edge { procedure: usize, edge: usize },
    /// A state where the procedure may end or go on.
    Return { procedure: usize, state: usize },
    /// A procedure begins with an error.
    Error { procedure: usize, state: usize },
}

/// What the relation symbols of a procedure are about.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The relation symbols of its states.
    pub states: Vec<Option<RelationId>>,
    pub summary: Option<RelationId>,
    /// The arguments of a state: first the values at the start of the procedure that have changed since, and
    /// then the visible variables.
    pub starts: Vec<(usize, Symbol)>,
    pub visible: Vec<usize>,
    /// The arguments of the summary: values at the start, and at the end.
    pub received: Vec<usize>,
    pub returned: Vec<usize>,
    /// Can the main procedure reach it?
    pub is_reached: bool,
}

/// What the procedures do to global variables, directly or by calls.
struct Effects {
    mentions: Vec<FxHashSet<usize>>,
    changes: Vec<FxHashSet<usize>>,
    can_fail: Vec<bool>,
    is_reached: Vec<bool>,
    is_called: Vec<bool>,
}

fn calls<'a>(procedure: &'a Procedure, edges: &'a [Edge]) -> impl Iterator<Item = usize> + 'a {
    edges.iter().filter_map(|edge| match &edge.kind {
        EdgeKind::Call(transition) => match &procedure.transitions[*transition].action {
            Action::Call { callee, .. } => Some(*callee),
            Action::Relation(_) => None,
        },
        EdgeKind::Block(_) => None,
    })
}

impl Effects {
    fn of(nts: &Nts, edges: &[Vec<Edge>]) -> Effects {
        let count = nts.procedures.len();
        let mut effects = Effects {
            mentions: vec![FxHashSet::default(); count],
            changes: vec![FxHashSet::default(); count],
            can_fail: vec![false; count],
            is_reached: vec![false; count],
            is_called: vec![false; count],
        };
        for (p, procedure) in nts.procedures.iter().enumerate() {
            effects.own(nts, p, procedure, &edges[p]);
        }
        let mut callers = vec![Vec::new(); count];
        let mut open = vec![nts.main];
        while let Some(p) = open.pop() {
            if std::mem::replace(&mut effects.is_reached[p], true) {
                continue;
            }
            for callee in calls(&nts.procedures[p], &edges[p]) {
                effects.is_called[callee] = true;
                callers[callee].push(p);
                open.push(callee);
            }
        }
        let mut open: Vec<usize> = (0..count).collect();
        while let Some(callee) = open.pop() {
            for caller in callers[callee].clone() {
                let before =
                    (effects.mentions[caller].len(), effects.changes[caller].len(), effects.can_fail[caller]);
                let (mentions, changes) = (effects.mentions[callee].clone(), effects.changes[callee].clone());
                effects.mentions[caller].extend(mentions);
                effects.changes[caller].extend(changes);
                effects.can_fail[caller] |= effects.can_fail[callee];
                let after =
                    (effects.mentions[caller].len(), effects.changes[caller].len(), effects.can_fail[caller]);
                if before != after {
                    open.push(caller);
                }
            }
        }
        effects
    }

    fn own(&mut self, nts: &Nts, p: usize, procedure: &Procedure, edges: &[Edge]) {
        let globals = nts.globals.len();
        let mut symbols: FxHashSet<Symbol> = FxHashSet::default();
        for edge in edges {
            self.can_fail[p] |= procedure.states[edge.to].is_error;
            match &edge.kind {
                EdgeKind::Block(block) => {
                    symbols.extend(nts.arena.symbols_of(block.relation.formula));
                    let changed = block.relation.changes.iter().copied().filter(|index| *index < globals);
                    self.changes[p].extend(changed);
                }
                EdgeKind::Call(transition) => {
                    let Action::Call { arguments, results, .. } = &procedure.transitions[*transition].action
                    else {
                        continue;
                    };
                    for argument in arguments {
                        match argument {
                            Argument::Int(term) => symbols.extend(term.symbols()),
                            Argument::Bool(formula) => symbols.extend(nts.arena.symbols_of(*formula)),
                        }
                    }
                    self.changes[p].extend(results.iter().copied().filter(|index| *index < globals));
                }
            }
        }
        self.can_fail[p] |= procedure.states.iter().any(|state| state.is_initial && state.is_error);
        if p == nts.main
            && let Some(formula) = nts.precondition
        {
            symbols.extend(nts.arena.symbols_of(formula));
        }
        for (i, global) in nts.globals.iter().enumerate() {
            let is_output = procedure.outputs.contains(&i) || procedure.inputs.contains(&i);
            if is_output
                || symbols.contains(&global.now)
                || symbols.contains(&global.next)
                || self.changes[p].contains(&i)
            {
                self.mentions[p].insert(i);
            }
        }
    }
}

/// The clauses of a system with the edges of its procedures.
pub(super) fn encode(nts: &mut Nts, edges: &[Vec<Edge>]) -> Encoded {
    if nts.procedures.is_empty() {
        return Encoded::default();
    }
    let effects = Effects::of(nts, edges);
    let mut encoder =
        Encoder { nts, edges, effects: &effects, encoded: Encoded::default(), names: FxHashSet::default() };
    for procedure in 0..edges.len() {
        encoder.lay_out(procedure);
    }
    for procedure in 0..edges.len() {
        if effects.is_reached[procedure] {
            encoder.procedure(procedure);
        }
    }
    let mut encoded = encoder.encoded;
    encoded.problem.arena = nts.arena.clone();
    encoded
}

struct Encoder<'a> {
    nts: &'a mut Nts,
    edges: &'a [Vec<Edge>],
    effects: &'a Effects,
    encoded: Encoded,
    names: FxHashSet<String>,
}

impl Encoder<'_> {
    fn relation(&mut self, name: &str, variables: &[Symbol], span: Span) -> RelationId {
        let mut own = name.to_owned();
        let mut number = 1;
        while !self.names.insert(own.clone()) {
            number += 1;
            own = format!("{name}_{number}");
        }
        let sorts = variables.iter().map(|symbol| self.nts.arena.sort(*symbol)).collect();
        let relations = &mut self.encoded.problem.relations;
        relations.push(Relation { name: own, sorts, span });
        RelationId(relations.len() as u32 - 1)
    }

    fn now(&self, procedure: usize, index: usize) -> Symbol {
        self.nts.variable_of(procedure, index).now
    }

    fn lay_out(&mut self, p: usize) {
        let mut layout = Layout { is_reached: self.effects.is_reached[p], ..Layout::default() };
        let globals = self.nts.globals.len();
        let mentioned: Vec<usize> = (0..globals).filter(|i| self.effects.mentions[p].contains(i)).collect();
        layout.visible.clone_from(&mentioned);
        layout.visible.extend(globals..self.nts.variable_count(p));
        let procedure = &self.nts.procedures[p];
        let mut changed: FxHashSet<usize> = self.effects.changes[p].clone();
        for edge in &self.edges[p] {
            match &edge.kind {
                EdgeKind::Block(block) => changed.extend(block.relation.changes.iter().copied()),
                EdgeKind::Call(transition) => {
                    if let Action::Call { results, .. } = &procedure.transitions[*transition].action {
                        changed.extend(results.iter().copied());
                    }
                }
            }
        }
        layout.received.clone_from(&mentioned);
        layout.received.extend(procedure.inputs.iter().filter(|i| **i >= globals));
        layout.returned = mentioned.iter().copied().filter(|i| self.effects.changes[p].contains(i)).collect();
        layout.returned.extend(procedure.outputs.iter().filter(|i| **i >= globals));
        if self.effects.is_called[p] {
            for index in layout.received.clone() {
                if changed.contains(&index) {
                    let variable = self.nts.variable_of(p, index);
                    let (hint, sort) = (
                        self.nts.arena.name(variable.now).to_owned() + "_start",
                        self.nts.arena.sort(variable.now),
                    );
                    let symbol = self.nts.named_value(&hint, sort);
                    layout.starts.push((index, symbol));
                }
            }
        }
        let procedure = &self.nts.procedures[p];
        layout.states = vec![None; procedure.states.len()];
        if layout.is_reached {
            let mut used = vec![false; procedure.states.len()];
            for (i, state) in procedure.states.iter().enumerate() {
                used[i] = state.is_initial;
            }
            let mut left = vec![false; procedure.states.len()];
            for edge in &self.edges[p] {
                used[edge.from] = true;
                used[edge.to] = true;
                left[edge.from] = true;
            }
            let name = procedure.name.clone();
            let states: Vec<(usize, String, Span)> = procedure
                .states
                .iter()
                .enumerate()
                .filter(|(i, state)| {
                    let is_end = state.is_error || (state.is_final && !left[*i]);
                    used[*i] && (!is_end || state.is_initial)
                })
                .map(|(i, state)| (i, state.name.clone(), state.span))
                .collect();
            let several = self.effects.is_reached.iter().filter(|reached| **reached).count() > 1;
            let symbols: Vec<Symbol> = layout
                .starts
                .iter()
                .map(|(_, symbol)| *symbol)
                .chain(layout.visible.iter().map(|i| self.now(p, *i)))
                .collect();
            for (i, state, span) in states {
                let full = if several { format!("{name}_{state}") } else { state };
                layout.states[i] = Some(self.relation(&full, &symbols, span));
            }
            if self.effects.is_called[p] {
                let symbols: Vec<Symbol> =
                    layout.received.iter().chain(&layout.returned).map(|i| self.now(p, *i)).collect();
                let span = self.nts.procedures[p].span;
                layout.summary = Some(self.relation(&name, &symbols, span));
            }
        }
        self.encoded.layouts.push(layout);
    }

    fn argument(&mut self, symbol: Symbol) -> Argument {
        match self.nts.arena.sort(symbol) {
            Sort::Int => Argument::Int(LinearTerm::symbol(symbol)),
            Sort::Bool => Argument::Bool(self.nts.arena.boolean(symbol)),
        }
    }

    fn arguments(&mut self, symbols: Vec<Symbol>) -> Vec<Argument> {
        symbols.into_iter().map(|symbol| self.argument(symbol)).collect()
    }

    /// A state, with the next values of some variables.
    fn at(&mut self, p: usize, state: usize, changes: &[usize], span: Span) -> Option<Application> {
        let layout = &self.encoded.layouts[p];
        let relation = layout.states[state]?;
        let mut symbols: Vec<Symbol> = layout.starts.iter().map(|(_, symbol)| *symbol).collect();
        symbols.extend(layout.visible.iter().map(|i| self.value(p, *i, changes)));
        Some(Application { relation, arguments: self.arguments(symbols), span })
    }

    fn value(&self, p: usize, index: usize, changes: &[usize]) -> Symbol {
        let variable = self.nts.variable_of(p, index);
        if changes.contains(&index) { variable.next } else { variable.now }
    }

    /// The end of a procedure.
    fn end(&mut self, p: usize, changes: &[usize], span: Span) -> Option<Application> {
        let layout = &self.encoded.layouts[p];
        let relation = layout.summary?;
        let start = |index: &usize| layout.starts.iter().find(|(i, _)| i == index).map(|(_, symbol)| *symbol);
        let mut symbols: Vec<Symbol> =
            layout.received.iter().map(|i| start(i).unwrap_or_else(|| self.now(p, *i))).collect();
        symbols.extend(layout.returned.iter().map(|i| self.value(p, *i, changes)));
        Some(Application { relation, arguments: self.arguments(symbols), span })
    }

    fn clause(
        &mut self,
        origin: Origin,
        head: Option<Application>,
        body: Vec<Application>,
        constraint: Formula,
        span: Span,
    ) {
        self.encoded.origins.push(origin);
        self.encoded.problem.clauses.push(Clause { head, body, constraint, span });
    }

    fn procedure(&mut self, p: usize) {
        let true_ = self.nts.arena.true_();
        let states = self.nts.procedures[p].states.clone();
        for (state, named) in states.iter().enumerate() {
            let span = named.span;
            if named.is_initial && (p == self.nts.main || !self.effects.can_fail[p]) {
                let Some(mut head) = self.at(p, state, &[], span) else { continue };
                let starts = self.encoded.layouts[p].starts.clone();
                for (argument, (index, _)) in head.arguments.iter_mut().zip(&starts) {
                    let symbol = self.nts.variable_of(p, *index).now;
                    *argument = match self.nts.arena.sort(symbol) {
                        Sort::Int => Argument::Int(LinearTerm::symbol(symbol)),
                        Sort::Bool => Argument::Bool(self.nts.arena.boolean(symbol)),
                    };
                }
                let condition = self.nts.precondition.filter(|_| p == self.nts.main).unwrap_or(true_);
                self.clause(Origin::Entry { procedure: p, state }, Some(head), Vec::new(), condition, span);
            }
            if named.is_error
                && let Some(body) = self.at(p, state, &[], span)
            {
                self.clause(Origin::Error { procedure: p, state }, None, vec![body], true_, span);
            }
            if named.is_final
                && let (Some(head), Some(body)) = (self.end(p, &[], span), self.at(p, state, &[], span))
            {
                let origin = Origin::Return { procedure: p, state };
                self.clause(origin, Some(head), vec![body], true_, span);
            }
        }
        for (i, edge) in self.edges[p].iter().enumerate() {
            if !states[edge.from].is_error {
                self.edge(p, i, edge);
            }
        }
    }

    fn edge(&mut self, p: usize, i: usize, edge: &Edge) {
        let procedure = &self.nts.procedures[p];
        let transition = procedure.transitions[edge.first()].clone();
        let target = procedure.states[edge.to].clone();
        let span = transition.span;
        let Some(before) = self.at(p, edge.from, &[], span) else { return };
        let mut body = vec![before];
        let (constraint, changes) = match (&edge.kind, &transition.action) {
            (EdgeKind::Block(block), _) => (block.relation.formula, block.relation.changes.clone()),
            (EdgeKind::Call(_), Action::Call { callee, arguments, results }) => {
                let (called, changes) = self.called(p, *callee, arguments, results, span);
                self.contexts(p, i, *callee, arguments, &body[0]);
                body.push(called);
                (self.nts.arena.true_(), changes)
            }
            _ => return,
        };
        let origin = Origin::Edge { procedure: p, edge: i };
        if target.is_error {
            self.clause(origin, None, body, constraint, span);
            return;
        }
        if let Some(head) = self.at(p, edge.to, &changes, span) {
            self.clause(origin, Some(head), body, constraint, span);
        } else if target.is_final
            && let Some(head) = self.end(p, &changes, span)
        {
            self.clause(origin, Some(head), body, constraint, span);
        }
    }

    /// The summary of a call, and what the call changes.
    fn called(
        &mut self,
        p: usize,
        callee: usize,
        arguments: &[Argument],
        results: &[usize],
        span: Span,
    ) -> (Application, Vec<usize>) {
        let globals = self.nts.globals.len();
        let layout = self.encoded.layouts[callee].clone();
        let mut given = self.given(callee, arguments, &layout.received);
        let mut changes: Vec<usize> = Vec::new();
        let outputs = self.nts.procedures[callee].outputs.clone();
        for index in &layout.returned {
            let result = outputs.iter().position(|output| output == index).and_then(|k| results.get(k));
            let symbol = if *index < globals && !results.contains(index) {
                changes.push(*index);
                self.nts.globals[*index].next
            } else if let Some(result) = result.filter(|_| *index >= globals) {
                changes.push(*result);
                self.nts.variable_of(p, *result).next
            } else {
                // A result of the call takes the place of the global variable's value.
                let sort = self.nts.arena.sort(self.nts.globals[*index].now);
                self.nts.value("Lost", sort)
            };
            let argument = self.argument(symbol);
            given.push(argument);
        }
        // Outputs that are global variables of the callee are results in the caller.
        let relation = layout.summary.unwrap_or(RelationId(0));
        (Application { relation, arguments: given, span }, changes)
    }

    /// What a procedure receives by a call.
    fn given(&mut self, callee: usize, arguments: &[Argument], received: &[usize]) -> Vec<Argument> {
        let inputs = self.nts.procedures[callee].inputs.clone();
        received
            .iter()
            .map(|index| {
                if let Some(argument) =
                    inputs.iter().position(|input| input == index).and_then(|k| arguments.get(k))
                {
                    argument.clone()
                } else {
                    let symbol = self.nts.variable_of(callee, *index).now;
                    self.argument(symbol)
                }
            })
            .collect()
    }

    /// A procedure that can fail begins with the values of its calls.
    fn contexts(
        &mut self,
        p: usize,
        edge: usize,
        callee: usize,
        arguments: &[Argument],
        before: &Application,
    ) {
        if !self.effects.can_fail[callee] {
            return;
        }
        let layout = self.encoded.layouts[callee].clone();
        let given = self.given(callee, arguments, &layout.received);
        let received =
            |index: &usize| layout.received.iter().position(|i| i == index).map(|k| given[k].clone());
        let states: Vec<usize> = (0..layout.states.len())
            .filter(|state| self.nts.procedures[callee].states[*state].is_initial)
            .collect();
        for state in states {
            let Some(relation) = layout.states[state] else { continue };
            let indices: Vec<usize> =
                layout.starts.iter().map(|(i, _)| *i).chain(layout.visible.iter().copied()).collect();
            let mut head = Vec::new();
            for index in indices {
                head.push(received(&index).unwrap_or_else(|| {
                    // A variable of the callee has nothing to do with one of the same name in the caller.
                    let symbol = self.nts.variable_of(callee, index).now;
                    let (hint, sort) = (self.nts.arena.name(symbol).to_owned(), self.nts.arena.sort(symbol));
                    let own = self.nts.value(&hint, sort);
                    self.argument(own)
                }));
            }
            let span = before.span;
            let head = Application { relation, arguments: head, span };
            let origin = Origin::Context { procedure: callee, state, caller: p, edge };
            let true_ = self.nts.arena.true_();
            self.clause(origin, Some(head), vec![before.clone()], true_, span);
        }
    }
}
