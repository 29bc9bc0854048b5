//! Derivations as runs of the system, replayed transition by transition.
//!
//! ```text
//! clause instances            l4(0, 0) → l5(100, 0) → l6(100, 91) → false, with mc91(100, 91) beside
//! run                         l4 → l5, call mc91 [ … ] return, l6 → err
//! ```
//!
//! Each step is looked at once: the transitions of its edge must lead from the values before to the values
//! after, and the values after must be those with which the next step begins. What a transition allows is
//! decided by evaluating its relation; clauses play no part in that.

use super::block::{Edge, EdgeKind};
use super::encode::{Encoded, Layout, Origin};
use super::system::{Action, Nts, Relation};
use crate::budget::Budget;
use crate::formula::{Sort, Steady, Symbol, Valuation, Value};
use crate::lang::{Argument, Derivation, Repetition};
use crate::num::Int;
use std::borrow::Cow;

/// Calls are written out until a run has this many rows; later ones are one row each.
pub const ROW_LIMIT: usize = 5_000;

/// At most this many values from outside are collected for a run.
pub const ASKED_LIMIT: usize = 1_000_000;

/// The values of the variables of a procedure; `None` for those that its clauses do not mention.
pub type Values = Vec<Option<Value>>;

/// Something that happens in a run.
#[derive(Clone, Debug)]
pub struct Moment {
    pub what: What,
    pub procedure: usize,
    /// The edge that it belongs to.
    pub edge: Option<usize>,
    pub depth: u32,
    pub values: Values,
    pub step: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The procedure begins at a state.
    Start(usize),
    Taken(usize),
    /// So many rounds that are not written down.
    Rounds(u64),
    /// A call, by its transition; its rows follow unless it is left out.
    Call {
        transition: usize,
        is_left_out: bool,
    },
    /// The procedure at hand has ended, and a call is done.
    Return(usize),
}

/// A derivation as a run.
#[derive(Clone, Debug)]
pub struct Replay {
    pub moments: Vec<Moment>,
    /// The values that came from outside, in order; `None` if there are more than [`ASKED_LIMIT`], or if
    /// rounds are not written down.
    pub asked: Option<Vec<Value>>,
    /// The transition that leads to the error, with its procedure; `None` if the run begins with it.
    pub failing: Option<(usize, usize)>,
}

/// What is known about a step.
#[derive(Clone, Debug, Default)]
struct StepRecord {
    procedure: usize,
    after: Values,
    /// The transitions taken, with the values after each and those asked for.
    taken: Vec<(usize, Values, Vec<Value>)>,
    /// The values with which each was evaluated, if there are rounds that are not written down.
    given: Vec<Valuation>,
    /// The step with which its procedure begins.
    start: usize,
    /// Is any value asked for on the way from the start of its procedure?
    has_asked: bool,
}

pub(super) struct Replayer<'a> {
    pub(super) nts: &'a Nts,
    pub(super) edges: &'a [Vec<Edge>],
    pub(super) encoded: &'a Encoded,
}

impl Replayer<'_> {
    fn layout(&self, procedure: usize) -> &Layout {
        &self.encoded.layouts[procedure]
    }

    /// The values of the visible variables, where some have their next values.
    fn values(&self, p: usize, valuation: &Valuation, changes: &[usize]) -> Values {
        let mut values = vec![None; self.nts.variable_count(p)];
        for index in &self.layout(p).visible {
            let variable = self.nts.variable_of(p, *index);
            let symbol = if changes.contains(index) { variable.next } else { variable.now };
            values[*index] = Some(value_of(self.nts, valuation, symbol));
        }
        values
    }

    /// Does a relation lead from some values to others? Values under its quantifier are those of a valuation.
    /// If it does, the values with which it was evaluated.
    fn holds(
        &self,
        p: usize,
        relation: &Relation,
        before: &Values,
        after: &Values,
        given: &Valuation,
    ) -> Option<Valuation> {
        let mut valuation = Valuation::new();
        for symbol in &relation.exists {
            if let Some(value) = given.get(*symbol) {
                valuation.set(*symbol, value.clone());
            }
        }
        for index in 0..before.len() {
            let variable = self.nts.variable_of(p, index);
            if let Some(value) = &before[index] {
                valuation.set(variable.now, value.clone());
            }
            if relation.changes.contains(&index) {
                if let Some(value) = &after[index] {
                    valuation.set(variable.next, value.clone());
                }
            } else if before[index] != after[index] {
                return None;
            }
        }
        self.nts.arena.evaluate(relation.formula, &valuation).then_some(valuation)
    }

    pub(super) fn replay(&self, derivation: &Derivation, budget: &mut Budget) -> Result<Replay, String> {
        let mut seen: Vec<StepRecord> = Vec::with_capacity(derivation.steps.len());
        for index in 0..derivation.steps.len() {
            budget.take(1).map_err(|reason| format!("it was not replayed: {reason}"))?;
            let next =
                self.see(derivation, index, &seen).map_err(|fault| format!("step {}: {fault}", index + 1))?;
            seen.push(next);
            for rounds in &derivation.repetitions {
                if rounds.last + rounds.period == index + 1 {
                    self.rounds_hold(rounds, &seen)
                        .ok_or_else(|| format!("step {}: rounds before it are not clear", index + 1))?;
                }
            }
        }
        let Some(last) = derivation.steps.len().checked_sub(1) else {
            return Err("it has no steps".to_owned());
        };
        let moments = self.moments(derivation, &seen, last);
        let asked = if derivation.repetitions.is_empty() {
            self.asked(derivation, &seen, last, budget)
        } else {
            None
        };
        let failing = seen[last].taken.last().map(|(transition, ..)| (seen[last].procedure, *transition));
        Ok(Replay { moments, asked, failing })
    }

    /// A procedure has been entered.
    fn beginning(&self, procedure: usize, after: Values, start: usize) -> StepRecord {
        let has_asked = self.has_undetermined(procedure);
        StepRecord { procedure, after, start, has_asked, ..StepRecord::default() }
    }

    fn see(
        &self,
        derivation: &Derivation,
        index: usize,
        seen: &[StepRecord],
    ) -> Result<StepRecord, &'static str> {
        let step = &derivation.steps[index];
        let valuation = &step.valuation;
        let origin = *self.encoded.origins.get(step.clause.index()).ok_or("there is no such clause")?;
        let premise = step.premises.first().and_then(|p| Self::premise(derivation, index, *p, seen));
        let premise = premise.as_deref();
        match origin {
            Origin::Entry { procedure, .. } => {
                let after = self.values(procedure, valuation, &[]);
                let mut now = Valuation::new();
                self.set(procedure, &after, &mut now);
                let holds = self
                    .nts
                    .precondition
                    .is_none_or(|f| procedure != self.nts.main || self.nts.arena.evaluate(f, &now));
                if !holds {
                    return Err("the precondition does not hold");
                }
                Ok(self.beginning(procedure, after, index))
            }
            Origin::Context { procedure, caller, edge, .. } => {
                let premise = premise.ok_or("the call has no place")?;
                let head =
                    self.encoded.problem.clauses[step.clause.index()].head.as_ref().ok_or("no head")?;
                let mut after = vec![None; self.nts.variable_count(procedure)];
                let layout = self.layout(procedure);
                let arguments = &head.arguments[layout.starts.len()..];
                for (argument, index) in arguments.iter().zip(&layout.visible) {
                    after[*index] = Some(evaluate(self.nts, argument, valuation));
                }
                self.enters(caller, edge, procedure, &premise.after, &after)?;
                Ok(self.beginning(procedure, after, index))
            }
            Origin::Return { procedure, .. } | Origin::Error { procedure, .. } => {
                let premise = premise.ok_or("it has no beginning")?;
                Ok(StepRecord {
                    procedure,
                    after: premise.after.clone(),
                    start: premise.start,
                    has_asked: premise.has_asked,
                    ..StepRecord::default()
                })
            }
            Origin::Edge { procedure, edge } => {
                let premise = premise.ok_or("it has no beginning")?;
                let before = self.values(procedure, valuation, &[]);
                if premise.procedure != procedure || premise.after != before {
                    return Err("it does not begin with the values that the step before ends with");
                }
                let mut next = StepRecord {
                    procedure,
                    start: premise.start,
                    has_asked: premise.has_asked,
                    ..StepRecord::default()
                };
                match &self.edges[procedure][edge].kind {
                    EdgeKind::Block(block) => {
                        let mut valuation = valuation.clone();
                        let taken =
                            block.taken(self.nts, &mut valuation).ok_or("no transition fits its values")?;
                        let mut now = before;
                        for (transition, values) in taken {
                            let rule = &self.nts.procedures[procedure].transitions[transition];
                            let Action::Relation(relation) = &rule.action else {
                                return Err("a call is no relation");
                            };
                            let mut after = now.clone();
                            for (index, value) in relation.changes.iter().zip(values) {
                                after[*index] = Some(value);
                            }
                            let given = self
                                .holds(procedure, relation, &now, &after, &valuation)
                                .ok_or("a transition does not allow its values")?;
                            if !derivation.repetitions.is_empty() {
                                next.given.push(given);
                            }
                            let asked = rule
                                .asked
                                .iter()
                                .map(|symbol| self.asked_value(procedure, *symbol, &after, &valuation))
                                .collect();
                            next.taken.push((transition, after.clone(), asked));
                            now = after;
                        }
                        next.has_asked |= next.taken.iter().any(|(_, _, asked)| !asked.is_empty());
                        next.after = now;
                    }
                    EdgeKind::Call(transition) => {
                        let called = step.premises.get(1);
                        let called = called.and_then(|p| Self::premise(derivation, index, *p, seen));
                        let called = called.as_deref().ok_or("the call has no end")?;
                        let start = &seen[called.start];
                        self.enters(procedure, edge, called.procedure, &before, &start.after)?;
                        let Action::Call { results, .. } =
                            &self.nts.procedures[procedure].transitions[*transition].action
                        else {
                            return Err("a relation is no call");
                        };
                        let mut after = before;
                        for (index, value) in after.iter_mut().enumerate().take(self.nts.globals.len()) {
                            if self.layout(called.procedure).visible.contains(&index) && value.is_some() {
                                value.clone_from(&called.after[index]);
                            }
                        }
                        for (result, output) in
                            results.iter().zip(&self.nts.procedures[called.procedure].outputs)
                        {
                            after[*result].clone_from(&called.after[*output]);
                        }
                        next.taken.push((*transition, after.clone(), Vec::new()));
                        next.has_asked |= called.has_asked;
                        next.after = after;
                    }
                }
                Ok(next)
            }
        }
    }

    /// What is known about a premise. In the last of some rounds, one in the round written down before it
    /// stands for the same step of the round left out last.
    fn premise<'s>(
        derivation: &Derivation,
        index: usize,
        premise: usize,
        seen: &'s [StepRecord],
    ) -> Option<Cow<'s, StepRecord>> {
        let plain = seen.get(premise)?;
        let rounds = derivation.repetitions.iter().find(|rounds| {
            let Repetition { last, period, .. } = **rounds;
            (last..last + period).contains(&index) && (last.saturating_sub(period)..last).contains(&premise)
        });
        let Some(Repetition { period, more, .. }) = rounds else { return Some(Cow::Borrowed(plain)) };
        let before = seen.get(premise.checked_sub(*period)?)?;
        let after = continued(&before.after, &plain.after, &Int::from(*more))?;
        Some(Cow::Owned(StepRecord { after, ..plain.clone() }))
    }

    /// Are the rounds that are not written down rounds of the system? In the two before them and in the last,
    /// the same transitions are taken, and values change by the same amount from round to round. What a
    /// transition needs holds in all rounds if that follows from the ends ([`Steady`]); where one step
    /// begins with the values of another, these are equal in all rounds, as they are in two.
    fn rounds_hold(&self, rounds: &Repetition, seen: &[StepRecord]) -> Option<()> {
        let (first, second) = rounds.rounds_before()?;
        let more = &Int::from(rounds.more) + &Int::ONE;
        for k in 0..rounds.period {
            let [a, b, c] = [first, second, rounds.last].map(|start| seen.get(start + k));
            let (a, b, c) = (a?, b?, c?);
            let is_alike = |other: &StepRecord| {
                other.procedure == b.procedure
                    && other.taken.iter().map(|t| t.0).eq(b.taken.iter().map(|t| t.0))
            };
            let is_steady = is_alike(a) && is_alike(c) && continued(&a.after, &b.after, &more)? == c.after;
            if !is_steady {
                return None;
            }
            // Calls have no relation: that they begin and end with the right values is an equation of values.
            let relations = b.taken.iter().filter_map(|(transition, ..)| {
                match &self.nts.procedures[b.procedure].transitions[*transition].action {
                    Action::Relation(relation) => Some(relation),
                    Action::Call { .. } => None,
                }
            });
            let given = a.given.iter().zip(&b.given).zip(&c.given);
            for (relation, ((before, from), to)) in relations.zip(given) {
                let values = Steady { arena: &self.nts.arena, before, from, to };
                let holds = values.formula(relation.formula) == Some(true);
                if !holds || !from.continued(before, &more).agrees(to) {
                    return None;
                }
            }
        }
        Some(())
    }

    fn has_undetermined(&self, procedure: usize) -> bool {
        !self.nts.procedures[procedure].undetermined.is_empty()
    }

    /// A value that a transition asks for: that of a variable afterwards, or one under its quantifier.
    fn asked_value(&self, p: usize, symbol: Symbol, after: &Values, valuation: &Valuation) -> Value {
        let variable = (0..after.len()).find(|index| self.nts.variable_of(p, *index).next == symbol);
        match variable.and_then(|index| after[index].clone()) {
            Some(value) => value,
            None => value_of(self.nts, valuation, symbol),
        }
    }

    fn set(&self, p: usize, values: &Values, valuation: &mut Valuation) {
        for (index, value) in values.iter().enumerate() {
            if let Some(value) = value {
                valuation.set(self.nts.variable_of(p, index).now, value.clone());
            }
        }
    }

    /// Does a procedure begin with the arguments of a call, and with the global variables of the caller?
    fn enters(
        &self,
        caller: usize,
        edge: usize,
        callee: usize,
        before: &Values,
        start: &Values,
    ) -> Result<(), &'static str> {
        let EdgeKind::Call(transition) = &self.edges[caller][edge].kind else { return Err("it is no call") };
        let Action::Call { callee: named, arguments, .. } =
            &self.nts.procedures[caller].transitions[*transition].action
        else {
            return Err("it is no call");
        };
        let mut valuation = Valuation::new();
        self.set(caller, before, &mut valuation);
        let inputs = &self.nts.procedures[callee].inputs;
        let fits = *named == callee
            && inputs.iter().zip(arguments).all(|(input, argument)| {
                start[*input].as_ref() == Some(&evaluate(self.nts, argument, &valuation))
            })
            && (0..self.nts.globals.len()).all(|index| {
                start[index].is_none() || before[index].is_none() || start[index] == before[index]
            });
        if fits { Ok(()) } else { Err("a call does not begin with its arguments") }
    }

    /// The steps from the start of the procedure of a step to it; from that of the main procedure if `all`,
    /// with how many calls each is deep.
    fn chain(&self, derivation: &Derivation, step: usize, all: bool) -> Vec<(usize, u32)> {
        let mut chain = Vec::new();
        let mut at = step;
        let mut depth = 0;
        loop {
            chain.push((at, depth));
            let step = &derivation.steps[at];
            let origin = self.encoded.origins[step.clause.index()];
            let goes_on = match origin {
                Origin::Entry { .. } => false,
                Origin::Context { .. } => all,
                _ => true,
            };
            match step.premises.first() {
                Some(premise) if goes_on => {
                    if matches!(origin, Origin::Context { .. }) {
                        depth += 1;
                    }
                    at = *premise;
                }
                _ => break,
            }
        }
        chain.reverse();
        // Depths were counted from the end.
        for (_, steps_up) in &mut chain {
            *steps_up = depth - *steps_up;
        }
        chain
    }

    fn moments(&self, derivation: &Derivation, seen: &[StepRecord], last: usize) -> Vec<Moment> {
        enum Task {
            Step(usize, u32),
            Return(usize, u32),
        }
        let mut moments = Vec::new();
        let tasks = |step: usize, depth: u32, all: bool| -> Vec<Task> {
            let chain = self.chain(derivation, step, all);
            chain.into_iter().rev().map(|(step, deeper)| Task::Step(step, depth + deeper)).collect()
        };
        let mut open = tasks(last, 0, true);
        let mut told: Vec<usize> = Vec::new();
        while let Some(task) = open.pop() {
            match task {
                Task::Step(index, depth) => {
                    let StepRecord { procedure, after, taken, .. } = &seen[index];
                    let is_last = |rounds: &&Repetition| {
                        (rounds.last..rounds.last + rounds.period).contains(&index)
                            && !told.contains(&rounds.last)
                    };
                    if let Some(rounds) = derivation.repetitions.iter().find(is_last) {
                        told.push(rounds.last);
                        moments.push(Moment {
                            what: What::Rounds(rounds.more),
                            procedure: *procedure,
                            edge: None,
                            depth,
                            values: vec![None; after.len()],
                            step: index,
                        });
                    }
                    let step = &derivation.steps[index];
                    let moment = |what, edge, values: &Values| Moment {
                        what,
                        procedure: *procedure,
                        edge,
                        depth,
                        values: values.clone(),
                        step: index,
                    };
                    match self.encoded.origins[step.clause.index()] {
                        Origin::Entry { state, .. } => moments.push(moment(What::Start(state), None, after)),
                        Origin::Context { caller, edge, state, .. } => {
                            let transition = self.edges[caller][edge].first();
                            let premise = &seen[step.premises[0]];
                            moments.push(Moment {
                                what: What::Call { transition, is_left_out: false },
                                procedure: caller,
                                edge: Some(edge),
                                depth: depth.saturating_sub(1),
                                values: premise.after.clone(),
                                step: index,
                            });
                            moments.push(moment(What::Start(state), None, after));
                        }
                        Origin::Return { .. } | Origin::Error { .. } => {}
                        Origin::Edge { edge, .. } => match &self.edges[*procedure][edge].kind {
                            EdgeKind::Block(_) => {
                                for (transition, values, _) in taken {
                                    moments.push(moment(What::Taken(*transition), Some(edge), values));
                                }
                            }
                            EdgeKind::Call(transition) => {
                                let is_left_out = moments.len() + open.len() > ROW_LIMIT;
                                let before = self.values(*procedure, &step.valuation, &[]);
                                let what = What::Call { transition: *transition, is_left_out };
                                moments.push(moment(what, Some(edge), &before));
                                open.push(Task::Return(index, depth));
                                if !is_left_out {
                                    open.extend(tasks(step.premises[1], depth + 1, false));
                                }
                            }
                        },
                    }
                }
                Task::Return(index, depth) => {
                    let StepRecord { procedure, after, taken, .. } = &seen[index];
                    let Some((transition, ..)) = taken.last() else { continue };
                    let edge = match self.encoded.origins[derivation.steps[index].clause.index()] {
                        Origin::Edge { edge, .. } => Some(edge),
                        _ => None,
                    };
                    let what = What::Return(*transition);
                    moments.push(Moment {
                        what,
                        procedure: *procedure,
                        edge,
                        depth,
                        values: after.clone(),
                        step: index,
                    });
                }
            }
        }
        moments
    }

    /// All values that come from outside, in the order of the run.
    fn asked(
        &self,
        derivation: &Derivation,
        seen: &[StepRecord],
        last: usize,
        budget: &mut Budget,
    ) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        let steps = |step: usize, all: bool| -> Vec<usize> {
            self.chain(derivation, step, all).into_iter().rev().map(|(step, _)| step).collect()
        };
        let mut open = steps(last, true);
        while let Some(index) = open.pop() {
            budget.take(1).ok()?;
            let step = &derivation.steps[index];
            let StepRecord { procedure, after, taken, .. } = &seen[index];
            match self.encoded.origins[step.clause.index()] {
                Origin::Entry { .. } | Origin::Context { .. } => {
                    for variable in &self.nts.procedures[*procedure].undetermined {
                        let symbol = self.nts.variable_of(*procedure, *variable).now;
                        let any = value_of(self.nts, &Valuation::new(), symbol);
                        values.push(after[*variable].clone().unwrap_or(any));
                    }
                }
                Origin::Edge { .. } => {
                    values.extend(taken.iter().flat_map(|(_, _, asked)| asked.iter().cloned()));
                    if let Some(called) = step.premises.get(1)
                        && seen[*called].has_asked
                    {
                        open.extend(steps(*called, false));
                    }
                }
                Origin::Return { .. } | Origin::Error { .. } => {}
            }
            if values.len() > ASKED_LIMIT {
                return None;
            }
        }
        Some(values)
    }
}

/// Values after so many changes more like the one from some values to others; `None` where Booleans change.
fn continued(before: &Values, after: &Values, times: &Int) -> Option<Values> {
    let one = |(a, b): (&Option<Value>, &Option<Value>)| match (a, b) {
        (Some(Value::Int(a)), Some(Value::Int(b))) => {
            let change = b - a;
            Some(Some(Value::Int(b + &(&change * times))))
        }
        (a, b) => (a == b).then(|| b.clone()),
    };
    before.iter().zip(after).map(one).collect()
}

fn value_of(nts: &Nts, valuation: &Valuation, symbol: Symbol) -> Value {
    match nts.arena.sort(symbol) {
        Sort::Int => Value::Int(valuation.int(symbol).clone()),
        Sort::Bool => Value::Bool(valuation.bool(symbol)),
    }
}

fn evaluate(nts: &Nts, argument: &Argument, valuation: &Valuation) -> Value {
    match argument {
        Argument::Int(term) => Value::Int(term.evaluate(valuation)),
        Argument::Bool(formula) => Value::Bool(nts.arena.evaluate(*formula, valuation)),
    }
}
