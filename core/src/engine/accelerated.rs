//! CEGAAR: counterexamples folded into trace schemes, and refuted for any number of rounds at once (thesis,
//! Fig. 4.2 and 4.4).
//!
//! ```text
//! count(0) → count(1) → count(2) → false        folds into        count (clause 2)* → false
//! ```
//!
//! The least infeasible end of the path is folded first, and if its scheme is feasible, all of the path. If
//! there are several loops at a state, an octagon around them is tried, and then one loop after the other in
//! the order of the path. Schemes without values give interpolants that are inductive; a scheme of the whole
//! path with values, unless it is an over-approximation, gives a derivation, whose rounds are made one by
//! one.
//!
//! Relation symbols are the control states, and clauses with one relation symbol in their bodies are the
//! steps. A counterexample with other clauses is left alone.

use super::unfolding::{Judged, Unfolding};
use super::{
    AndOrTree, ClosureText, Engine, Event, InductiveText, NotFolded, PositionId, Precision, Proposal,
    SchemeOutcome, SchemeStateText, SchemeText, StopReason,
};
use crate::accelerate::{
    Closed, Closure, Fate, Inductive, Link, NotClosed, Path, Place, Scheme, Transition, close, decide, fold,
    hull, unroll, with_primes,
};
use crate::budget::Work;
use crate::formula::{Arena, Formula, FormulaText, Sort, Symbol, Valuation, Value};
use crate::horn::{SystemClauseId, SystemDerivation, SystemDerivationStep, SystemRelationId};
use crate::num::Int;
use crate::order::{Map, Set};
use crate::settings::Acceleration;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// The steps that the schemes of one counterexample may take.
const SCHEME_STEPS: u64 = 3_000_000;
/// The steps that an octagon around a loop without a closure may take.
const HULL_STEPS: u64 = 300_000;
/// With `auto`, at least this many, or half of what the run has taken so far.
const AUTO_STEPS: u64 = 200_000;
/// With `auto`, counterexamples that templates might refute are folded from this refinement on.
const AUTO_FIRST: usize = 5;
/// The steps that writing down a closure may take.
const SHOWN_STEPS: u64 = 200_000;
/// A scheme may have this many links.
const LINK_LIMIT: usize = 200;

/// The closures of cycles, by their clauses.
#[derive(Debug)]
pub(super) struct Accelerator {
    known: Map<Vec<SystemClauseId>, Known>,
    /// Why counterexamples were not folded, as far as that was told.
    told: Vec<NotFolded>,
    /// With `auto`, the refinement at which a counterexample is folded before templates are tried.
    next: usize,
}

impl Default for Accelerator {
    fn default() -> Accelerator {
        Accelerator { known: Map::default(), told: Vec::new(), next: AUTO_FIRST }
    }
}

#[derive(Clone, Debug)]
struct Known {
    closed: Result<Closed, NotClosed>,
    /// Of a loop without a closure, that of an octagon around it (Sect. 4.5.2).
    around: Option<Closure>,
    /// The cases for human eyes.
    texts: Vec<ClosureText>,
}

impl Accelerator {
    /// With `auto`: is it time to fold a counterexample before templates are tried? A run that needs several
    /// refinements may be learning one round after the other.
    pub(super) fn is_due(&self, refinements: usize) -> bool {
        refinements >= self.next
    }

    /// As long as it pays, every other counterexample is folded; otherwise the next after twice as many.
    pub(super) fn tried(&mut self, refinements: usize, pays: bool) {
        self.next = if pays { refinements + 2 } else { 2 * refinements };
    }

    /// Remembers what is about to be told.
    pub(super) fn tell(&mut self, events: &[Event]) {
        for event in events {
            if let Event::NotFolded { reason } = event {
                self.told.push(reason.clone());
            }
        }
    }
}

/// What acceleration makes of a counterexample.
#[derive(Debug)]
pub(super) enum Accelerated {
    /// For each position but the root, over the parameters of its relation symbol; checked.
    Interpolants(Vec<Formula>),
    Real(SystemDerivation),
}

/// The links of an over-approximation, and the octagons in it.
type Overapproximated = (Vec<Chained>, Vec<ClosureText>);

/// A link of a meta-trace with all that it is made of.
struct Chained {
    relation: Transition,
    /// The clauses of a step, or of each round of a loop.
    rounds: Vec<Vec<SystemClauseId>>,
    closure: Option<Closure>,
    parameters: Vec<Symbol>,
    /// The state of the scheme, and which of its runs; all of them if there is no number.
    state: usize,
    run: Option<usize>,
}

impl Engine {
    /// Folds a counterexample with a delay and decides its schemes. `None` if that is of no use, or never to
    /// be done.
    pub(super) fn accelerated(
        &mut self,
        unfolding: &Unfolding,
        delay: Option<usize>,
        events: &mut Vec<Event>,
        budget: &mut Budget,
    ) -> Result<Option<Accelerated>, StopReason> {
        let Some(delay) = delay else { return Ok(None) };
        if !repeats(unfolding) {
            return Ok(None);
        }
        let Some(clauses) = path(unfolding.tree()) else {
            self.not_folded(&NotFolded::Forks, events);
            return Ok(None);
        };
        let mut own = Vec::new();
        let steps = match self.settings.acceleration {
            Acceleration::Auto => SCHEME_STEPS.min(AUTO_STEPS.max(self.statistics.steps / 2)),
            _ => SCHEME_STEPS,
        };
        let found = budget.on(Work::Acceleration, |budget| {
            budget.within(steps, |part| self.by_schemes(unfolding, &clauses, delay, &mut own, part))
        })?;
        events.append(&mut own);
        match found {
            Ok(found) => Ok(found),
            Err(Unknown::Budget | Unknown::Unchecked) => {
                let (precision, outcome) = (Precision::Exact, SchemeOutcome::Undecided);
                events.push(Event::Accelerated { precision, outcome });
                Ok(None)
            }
            Err(reason) => Err(reason.into()),
        }
    }

    fn not_folded(&self, reason: &NotFolded, events: &mut Vec<Event>) {
        let event = Event::NotFolded { reason: reason.clone() };
        if !self.accelerator.told.contains(reason) && !events.contains(&event) {
            events.push(event);
        }
    }

    /// Fig. 4.2: the least infeasible end of the path, then all of it.
    fn by_schemes(
        &mut self,
        unfolding: &Unfolding,
        clauses: &[SystemClauseId],
        delay: usize,
        events: &mut Vec<Event>,
        budget: &mut Budget,
    ) -> Result<Option<Accelerated>, Unknown> {
        let labels: Vec<Formula> =
            unfolding.as_tree(&mut self.arena).nodes().iter().map(|node| node.label).collect();
        let Some(least) = least_infeasible_end(&mut self.arena, &labels, budget)? else { return Ok(None) };
        // The state before the first fact, those of the relation symbols, and `false`.
        let relations: Vec<SystemRelationId> = unfolding.relations().collect();
        let states: Vec<usize> =
            [0].into_iter().chain(relations.iter().map(|r| r.index() + 1)).chain([usize::MAX]).collect();
        let steps: Vec<usize> = clauses.iter().map(|c| c.index()).collect();
        let mut starts = vec![least, 0];
        starts.dedup();
        for from in starts {
            let part = Path { states: states[from..].to_vec(), steps: steps[from..].to_vec() };
            let mut refused = Vec::new();
            let scheme = fold(&part, Some(delay), |cycle| {
                let clauses = cycle.iter().map(|c| SystemClauseId(*c as u32)).collect();
                self.closes(clauses, &mut refused, budget)
            })?;
            for reason in refused {
                self.not_folded(&reason, events);
            }
            if !scheme.has_loops() {
                continue;
            }
            let pivot = from.checked_sub(1);
            events.push(Event::Folded { delay, scheme: self.scheme_text(&scheme, pivot) });
            match self.decided(&scheme, from == 0, events, budget)? {
                Some(Accelerated::Real(derivation)) => return Ok(Some(Accelerated::Real(derivation))),
                Some(Accelerated::Interpolants(found)) => {
                    let mut all = vec![self.arena.true_(); from.saturating_sub(1)];
                    // The path begins before the first position, or at one.
                    all.extend(found.into_iter().skip(usize::from(from == 0)));
                    all.truncate(relations.len());
                    let proposal = Proposal::Instead(all);
                    if let Judged::Accepted(found) =
                        unfolding.proposed(&mut self.arena, &self.system, &proposal, budget)?
                    {
                        return Ok(Some(Accelerated::Interpolants(found)));
                    }
                }
                None => {}
            }
        }
        Ok(None)
    }

    /// Is the closure of a cycle known? It is computed when it is asked for first.
    fn closes(
        &mut self,
        clauses: Vec<SystemClauseId>,
        refused: &mut Vec<NotFolded>,
        budget: &mut Budget,
    ) -> Result<bool, Unknown> {
        if self.accelerator.known.get(&clauses).is_none() {
            let known = self.known(&clauses, budget)?;
            self.accelerator.known.insert(clauses.clone(), known);
        }
        match self.accelerator.known.get(&clauses) {
            Some(Known { closed: Err(reason), around: None, .. }) => {
                refused.push(NotFolded::NotClosed { clauses, reason: reason.clone() });
                Ok(false)
            }
            other => Ok(other.is_some()),
        }
    }

    fn known(&mut self, clauses: &[SystemClauseId], budget: &mut Budget) -> Result<Known, Unknown> {
        let steps: Vec<Transition> = clauses.iter().filter_map(|c| self.system[*c].transition()).collect();
        let refs: Vec<&Transition> = steps.iter().collect();
        let composed =
            budget.within(SHOWN_STEPS, |part| Transition::composed(&mut self.arena, &refs, part))?;
        let mut around = None;
        let closed = match composed {
            Ok(Some(round)) => {
                let closed = close(&mut self.arena, &round, budget)?;
                if closed.is_err() {
                    around = budget
                        .within(HULL_STEPS, |part| hull(&mut self.arena, &[round], part))?
                        .or_else(|reason| if reason == Unknown::Budget { Ok(None) } else { Err(reason) })?
                        .filter(|around| around.relation.formula != self.arena.true_());
                }
                closed
            }
            Ok(None) | Err(Unknown::Budget) => Err(NotClosed::TooLong),
            Err(reason) => return Err(reason),
        };
        let mut texts = Vec::new();
        let head = clauses.last().and_then(|c| self.system[*c].head_relation());
        if let (Ok(Closed { cases }), Some(head)) = (&closed, head) {
            for case in cases {
                texts.push(self.closure_text(case, head, clauses, budget)?);
            }
        }
        if let (Some(around), Some(head)) = (&around, head) {
            texts.push(ClosureText { is_around: true, ..self.closure_text(around, head, clauses, budget)? });
        }
        Ok(Known { closed, around, texts })
    }

    fn closure_text(
        &mut self,
        closure: &Closure,
        relation: SystemRelationId,
        clauses: &[SystemClauseId],
        budget: &mut Budget,
    ) -> Result<ClosureText, Unknown> {
        let arena = &mut self.arena;
        let parameters = self.system[relation].parameters();
        let shown = |arena: &mut Arena, formula: Formula| -> FormulaText {
            let formula = with_primes(arena, formula, &closure.relation, parameters);
            arena.show(formula).text()
        };
        let round = shown(arena, closure.relation.formula);
        // A name that no argument has.
        let mut number = "n".to_owned();
        while parameters.iter().any(|p| arena.name(*p).trim_end_matches('\'') == number) {
            number.push('n');
        }
        let named = arena.symbol(&number, Sort::Int);
        let rounds = arena.renamed(closure.formula, &[closure.rounds], &[named]);
        let rounds = shown(arena, rounds);
        let reachable = budget.within(SHOWN_STEPS, |part| closure.reachable(arena, part))?;
        let closure_text = match reachable {
            Ok(formula) => Some(shown(arena, formula)),
            Err(Unknown::Budget) => None,
            Err(reason) => return Err(reason),
        };
        let (clauses, class) = (clauses.to_vec(), closure.class);
        Ok(ClosureText { clauses, round, class, rounds, number, closure: closure_text, is_around: false })
    }

    fn scheme_text(&self, scheme: &Scheme, pivot: Option<usize>) -> SchemeText {
        let states = scheme.states.iter().enumerate().map(|(i, state)| {
            let clause = i.checked_sub(1).and_then(|i| scheme.steps.get(i));
            let loops = state.cycles.iter().filter_map(|cycle| {
                let clauses: Vec<SystemClauseId> = cycle.iter().map(|c| SystemClauseId(*c as u32)).collect();
                self.accelerator.known.get(&clauses)
            });
            SchemeStateText {
                clause: clause.map(|c| SystemClauseId(*c as u32)),
                relation: relation_of(state.state),
                loops: loops.flat_map(|known| known.texts.clone()).collect(),
            }
        });
        SchemeText { pivot, states: states.collect() }
    }

    /// Decides a scheme: exactly if it is bounded, or by an over-approximation and then an
    /// under-approximation. The interpolants are those of the states of the path.
    fn decided(
        &mut self,
        scheme: &Scheme,
        is_whole: bool,
        events: &mut Vec<Event>,
        budget: &mut Budget,
    ) -> Result<Option<Accelerated>, Unknown> {
        let is_around = self.has_approximations(scheme);
        let is_bounded = !is_around && self.cases(scheme).iter().all(|cases| cases.len() <= 1);
        if !is_bounded && let Some((links, hulls)) = self.over_approximated(scheme, budget)? {
            let precision = Precision::Over { hulls };
            let fate = self.fate(&links, budget)?;
            if let Some(Fate::Infeasible(found)) = &fate {
                let interpolants = self.along(scheme, &links, found);
                let outcome = self.infeasible(&links, found);
                events.push(Event::Accelerated { precision, outcome });
                return Ok(interpolants.map(Accelerated::Interpolants));
            }
            let outcome = match &fate {
                Some(Fate::Feasible(values)) => SchemeOutcome::Feasible { rounds: rounds(&links, values) },
                _ => SchemeOutcome::Undecided,
            };
            events.push(Event::Accelerated { precision, outcome });
        }
        if is_around {
            // There is no closure to take the loops in order with; the counterexample is refuted as it is.
            return Ok(None);
        }
        let links = self.in_order(scheme);
        let precision = if is_bounded { Precision::Exact } else { Precision::Under };
        if links.len() > LINK_LIMIT {
            events.push(Event::Accelerated { precision, outcome: SchemeOutcome::Undecided });
            return Ok(None);
        }
        let (found, outcome) = match self.fate(&links, budget)? {
            None => (None, SchemeOutcome::Undecided),
            Some(Fate::Infeasible(found)) => {
                let interpolants = self.along(scheme, &links, &found);
                (interpolants.map(Accelerated::Interpolants), self.infeasible(&links, &found))
            }
            Some(Fate::Feasible(values)) => {
                let counts = rounds(&links, &values);
                let real = if is_whole { self.unrolled(&links, &values, budget)? } else { None };
                let outcome = if is_whole && real.is_none() {
                    SchemeOutcome::TooManyRounds { rounds: counts }
                } else {
                    SchemeOutcome::Feasible { rounds: counts }
                };
                (real.map(Accelerated::Real), outcome)
            }
        };
        events.push(Event::Accelerated { precision, outcome });
        Ok(found)
    }

    /// For each state of a scheme the cases of its loops, each with the position of its cycle.
    fn cases(&self, scheme: &Scheme) -> Vec<Vec<(usize, Closure)>> {
        let of_state = |state: &crate::accelerate::SchemeState| {
            let mut cases = Vec::new();
            for (i, cycle) in state.cycles.iter().enumerate() {
                let clauses: Vec<SystemClauseId> = cycle.iter().map(|c| SystemClauseId(*c as u32)).collect();
                if let Some(known) = self.accelerator.known.get(&clauses) {
                    let exact = known.closed.iter().flat_map(|closed| &closed.cases);
                    cases.extend(exact.chain(&known.around).map(|case| (i, case.clone())));
                }
            }
            cases
        };
        scheme.states.iter().map(of_state).collect()
    }

    /// Is there a loop of which only something around it has a closure?
    fn has_approximations(&self, scheme: &Scheme) -> bool {
        let mut cycles = scheme.states.iter().flat_map(|state| &state.cycles);
        cycles.any(|cycle| self.accelerator.known.get(&clause_ids(cycle)).is_some_and(|k| k.around.is_some()))
    }

    /// One octagon around all loops of a state; `None` if one has no closure.
    fn over_approximated(
        &mut self,
        scheme: &Scheme,
        budget: &mut Budget,
    ) -> Result<Option<Overapproximated>, Unknown> {
        let cases = self.cases(scheme);
        let (mut links, mut hulls) = (Vec::new(), Vec::new());
        for (i, (state, cases)) in scheme.states.iter().zip(cases).enumerate() {
            self.step_to(scheme, i, &mut links);
            let closure = match &cases[..] {
                [] => continue,
                [(_, single)] => single.clone(),
                several => {
                    let relations: Vec<Transition> =
                        several.iter().map(|(_, c)| c.relation.clone()).collect();
                    let Some(around) = hull(&mut self.arena, &relations, budget)? else { return Ok(None) };
                    if let Some(relation) = relation_of(state.state) {
                        hulls.push(self.closure_text(&around, relation, &[], budget)?);
                    }
                    around
                }
            };
            let rounds = state.cycles.iter().map(|c| clause_ids(c)).collect();
            links.push(self.rounds_of(closure, rounds, i, None, state.state));
        }
        Ok(Some((links, hulls)))
    }

    /// One loop after the other, in the order in which the path makes their rounds.
    fn in_order(&self, scheme: &Scheme) -> Vec<Chained> {
        let cases = self.cases(scheme);
        let mut links = Vec::new();
        for (i, (state, cases)) in scheme.states.iter().zip(cases).enumerate() {
            self.step_to(scheme, i, &mut links);
            for (run, cycle) in state.runs.iter().enumerate() {
                for (_, closure) in cases.iter().filter(|(of, _)| of == cycle) {
                    let rounds = vec![clause_ids(&state.cycles[*cycle])];
                    links.push(self.rounds_of(closure.clone(), rounds, i, Some(run), state.state));
                }
            }
        }
        links
    }

    /// The step that leads to a state of a scheme.
    fn step_to(&self, scheme: &Scheme, state: usize, links: &mut Vec<Chained>) {
        let Some(step) = state.checked_sub(1).and_then(|i| scheme.steps.get(i)) else { return };
        let clause = SystemClauseId(*step as u32);
        if let Some(relation) = self.system[clause].transition() {
            let parameters = self.parameters(scheme.states[state].state);
            let rounds = vec![vec![clause]];
            links.push(Chained { relation, rounds, closure: None, parameters, state, run: None });
        }
    }

    fn rounds_of(
        &self,
        closure: Closure,
        rounds: Vec<Vec<SystemClauseId>>,
        state: usize,
        run: Option<usize>,
        control: usize,
    ) -> Chained {
        let relation = Transition { formula: closure.formula, ..closure.relation.clone() };
        let parameters = self.parameters(control);
        Chained { relation, rounds, closure: Some(closure), parameters, state, run }
    }

    fn parameters(&self, state: usize) -> Vec<Symbol> {
        relation_of(state).map_or_else(Vec::new, |r| self.system[r].parameters().to_vec())
    }

    fn fate(&mut self, links: &[Chained], budget: &mut Budget) -> Result<Option<Fate>, Unknown> {
        let steps: Vec<Vec<Vec<Transition>>> = links
            .iter()
            .map(|link| {
                let transitions = |round: &Vec<SystemClauseId>| {
                    round.iter().filter_map(|c| self.system[*c].transition()).collect()
                };
                link.rounds.iter().filter(|_| link.closure.is_some()).map(transitions).collect()
            })
            .collect();
        let linked: Vec<Link> = links
            .iter()
            .zip(&steps)
            .map(|(link, rounds)| Link {
                relation: &link.relation,
                rounds: rounds.iter().map(|round| round.iter().collect()).collect(),
                parameters: &link.parameters,
            })
            .collect();
        decide(&mut self.arena, &linked, self.settings.policy, budget)
    }

    /// The predicates at the states of the path but the last, by their places in the scheme.
    fn along(&mut self, scheme: &Scheme, links: &[Chained], found: &[Inductive]) -> Option<Vec<Formula>> {
        let mut formulae = Vec::with_capacity(scheme.places.len());
        let count = scheme.places.len().saturating_sub(1);
        for Place { state, run, inside } in scheme.places.iter().take(count).copied() {
            let here = |link: &Chained| link.state == state && link.run.is_none_or(|r| r == run);
            let at = links.iter().rposition(here);
            let Some(at) = at else {
                // Before the first step nothing is known.
                formulae.push(self.arena.true_());
                continue;
            };
            let predicate = found.get(at)?;
            if inside == 0 {
                formulae.push(predicate.taken);
                continue;
            }
            let cycle = *scheme.states[state].runs.get(run)?;
            let round = if links[at].run.is_some() { 0 } else { cycle };
            let formula = *predicate.inside.get(round)?.get(inside - 1)?;
            let clause = *links[at].rounds.get(round)?.get(inside - 1)?;
            let head = self.system[clause].head.clone()?;
            let parameters = self.system[head.relation].parameters().to_vec();
            formulae.push(self.arena.renamed(formula, &head.arguments, &parameters));
        }
        Some(formulae)
    }

    fn infeasible(&self, links: &[Chained], found: &[Inductive]) -> SchemeOutcome {
        let text = |f: Formula| self.arena.show(f).text();
        let loops = links.iter().zip(found).filter(|(link, _)| link.closure.is_some());
        let inductive = loops.filter_map(|(link, found)| {
            let clause = *link.rounds.first()?.last()?;
            Some(InductiveText {
                relation: self.system[clause].head_relation()?,
                sp: found.sp.map(text),
                wp: found.wp.map(text),
                taken: text(found.taken),
            })
        });
        SchemeOutcome::Infeasible { inductive: inductive.collect() }
    }

    /// The derivation that values of a scheme stand for; `None` if its rounds cannot be written down.
    fn unrolled(
        &mut self,
        links: &[Chained],
        values: &[Valuation],
        budget: &mut Budget,
    ) -> Result<Option<SystemDerivation>, Unknown> {
        let mut steps: Vec<SystemDerivationStep> = Vec::new();
        let mut repetitions = Vec::new();
        let push = |steps: &mut Vec<SystemDerivationStep>, clause: SystemClauseId, valuation: Valuation| {
            let premises = steps.len().checked_sub(1).into_iter().collect();
            steps.push(SystemDerivationStep { clause, valuation, premises });
        };
        for (link, values) in links.iter().zip(values) {
            let Some(clauses) = link.rounds.first() else { continue };
            let Some(closure) = &link.closure else {
                if let Some(clause) = clauses.first() {
                    push(&mut steps, *clause, values.clone());
                }
                continue;
            };
            let Ok(count) = values.int(closure.rounds).to_string().parse::<u64>() else { return Ok(None) };
            let at = |symbols: &[Symbol]| -> Vec<Value> {
                let zero = |s: &Symbol| values.get(*s).cloned().unwrap_or_else(|| default(&self.arena, *s));
                symbols.iter().map(zero).collect()
            };
            let ends = (at(&closure.relation.before), at(&closure.relation.after));
            let transitions: Vec<Transition> =
                clauses.iter().filter_map(|c| self.system[*c].transition()).collect();
            let refs: Vec<&Transition> = transitions.iter().collect();
            let made = unroll(&mut self.arena, closure, &refs, count, (&ends.0, &ends.1), budget)?;
            let Some(made) = made else { return Ok(None) };
            repetitions.extend(made.repetitions_from(steps.len(), clauses.len()));
            for round in made.rounds {
                for (clause, valuation) in clauses.iter().zip(round) {
                    push(&mut steps, *clause, valuation);
                }
            }
        }
        Ok(Some(SystemDerivation { steps, repetitions }))
    }
}

fn default(arena: &Arena, symbol: Symbol) -> Value {
    match arena.sort(symbol) {
        Sort::Int => Value::Int(Int::ZERO),
        Sort::Bool => Value::Bool(false),
    }
}

fn clause_ids(cycle: &[usize]) -> Vec<SystemClauseId> {
    cycle.iter().map(|c| SystemClauseId(*c as u32)).collect()
}

/// The relation symbol of a control state; none before the first fact, and for `false`.
fn relation_of(state: usize) -> Option<SystemRelationId> {
    (state != usize::MAX).then(|| state.checked_sub(1)).flatten().map(|r| SystemRelationId(r as u32))
}

/// The numbers of rounds that values of a scheme say.
fn rounds(links: &[Chained], values: &[Valuation]) -> Vec<Int> {
    let count = |(link, values): (&Chained, &Valuation)| {
        link.closure.as_ref().map(|closure| values.int(closure.rounds).clone())
    };
    links.iter().zip(values).filter_map(count).collect()
}

/// Does a relation symbol occur twice?
fn repeats(unfolding: &Unfolding) -> bool {
    let mut seen = Set::default();
    unfolding.relations().any(|r| !seen.insert(r))
}

/// Is there anything to fold: is it a path on which a relation symbol recurs?
pub(super) fn can_be_folded(unfolding: &Unfolding) -> bool {
    repeats(unfolding) && path(unfolding.tree()).is_some()
}

/// The clauses of a counterexample that is a path, from the fact to the query.
fn path(tree: &AndOrTree) -> Option<Vec<SystemClauseId>> {
    let mut clauses = Vec::with_capacity(tree.positions.len());
    for (i, position) in tree.positions.iter().enumerate() {
        let [way] = &position.alternatives[..] else { return None };
        let is_next = match i.checked_sub(1) {
            None => way.children.is_empty(),
            Some(below) => way.children == [PositionId::at(below)],
        };
        if !is_next {
            return None;
        }
        clauses.push(way.clause);
    }
    Some(clauses)
}

/// Where the shortest end of a path begins that has no values; `None` if the whole path has some.
fn least_infeasible_end(
    arena: &mut Arena,
    labels: &[Formula],
    budget: &mut Budget,
) -> Result<Option<usize>, Unknown> {
    let mut infeasible =
        |from: usize, budget: &mut Budget| match Solver::new().check(arena, &labels[from..], budget) {
            Answer::Unsat(_) => Ok(true),
            Answer::Sat(_) => Ok(false),
            Answer::Unknown(reason) => Err(reason),
        };
    if !infeasible(0, budget)? {
        return Ok(None);
    }
    // A longer end has no values either.
    let (mut low, mut high) = (0, labels.len());
    while low + 1 < high {
        let middle = usize::midpoint(low, high);
        if infeasible(middle, budget)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(Some(low))
}
