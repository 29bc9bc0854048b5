//! Refinement with ABS (1) to (4) (Acta'16, Sect. 8.2).
//!
//! The abstraction points are loop heads that recur in the counterexample, each with a lattice of its own:
//! the search is in their product, so that what is shared after the first round need not be what is shared
//! after the tenth. All maximal feasible elements of least cost are used, and each gives interpolants of its
//! own.
//!
//! ```text
//! loop(0, J, J) ── loop(1, J + 1, J) ── loop(2, J + 2, J) ── I ≥ 50 ∧ X < 50 ∧ J = 0
//!                   point: X - I, J       point: X - I, J
//! ```
//!
//! The search is Algorithm 3. Where that takes too long, as it does in products of many lattices, the same
//! elements are looked for from below ([`crate::guide::least`]).
//!
//! The paper leaves open which interpolant of an abstract problem is taken. Here it is that of the policy. If
//! a factor in it is larger than those of the templates, that may count rounds: `3·(A - C) = B - D`. Then a
//! weak one, made of what the query forbids (Lemma 4: the upper end of what an element leaves), is taken as
//! well, if few literals say it: `A ≠ C ∨ B = D`.
//!
//! The ordinary interpolants of the counterexample become predicates as well, as in the implementation that
//! the paper measured: guidance adds predicates and takes none away.

use super::unfolding::Unfolding;
use super::{Engine, Event, PositionId, StopReason};
use crate::budget::Work;
use crate::formula::{Arena, Formula, LinearTerm};
use crate::guide::{Exploration, Group, Kind, Subset, Wanted};
use crate::horn::SystemRelationId;
use crate::num::Int;
use crate::order::{Map, sort_by_key};
use crate::solver::{Budget, Unknown};

/// A loop head recurs where it occurs for the second time, counted from the leaves: after one round.
const RECURRENCE: usize = 2;
/// At most this many points. Those come first whose ordinary interpolant says something: elsewhere the
/// contradiction needs nothing that is shared. Of these, the nearest to the query come first.
const POINT_LIMIT: usize = 10;
/// Of the elements of least cost at most this many are used, no two of them with the same abstraction.
const ELEMENT_LIMIT: usize = 4;
/// The steps that Algorithm 3 may take for one counterexample.
const SEARCH_STEPS: u64 = 200_000;
/// The steps that the search from below may take, if that was not enough.
const LEAST_STEPS: u64 = 2_000_000;
/// The steps that it may take to tell which other elements have the abstraction of one.
const CLASS_STEPS: u64 = 50_000;
/// The steps that the interpolants of one abstract problem may take.
const INTERPOLATION_STEPS: u64 = 1_000_000;
/// The steps that its weak interpolants may take, and the literals that one of them may have.
const WEAK_STEPS: u64 = 100_000;
const WEAK_LITERALS: u64 = 4;

impl Engine {
    /// The interpolants of the abstract problems of least cost, for each position but the root, and the event
    /// that tells of the search; none if no loop head recurs. The ordinary interpolants of the counterexample
    /// say where to abstract.
    pub(super) fn abstract_interpolants(
        &mut self,
        unfolding: &Unfolding,
        ordinary: &[Formula],
        budget: &mut Budget,
    ) -> Result<(Vec<Vec<Formula>>, Option<Event>), StopReason> {
        let points = self.abstraction_points(unfolding, ordinary);
        let Some(guide) = self.guide.as_ref().filter(|_| !points.is_empty()) else {
            return Ok((Vec::new(), None));
        };
        let heads = unfolding.heads();
        let mut groups = Vec::new();
        for point in &points {
            let (relation, symbols) = &heads[point.index()];
            let templates = guide.of(*relation).map_or(&[][..], |s| &s.all);
            groups.push(Group {
                parameters: self.system[*relation].parameters().to_vec(),
                templates: templates.iter().map(|s| s.template.clone()).collect(),
                occurrences: vec![(point.index(), symbols.clone())],
            });
        }
        let templates = groups.iter().flat_map(|group| &group.templates);
        let usual = templates.map(|template| coefficient(&template.kind)).fold(Int::ONE, Int::max);
        let relations = points.iter().map(|p| heads[p.index()].0).collect();
        let arena = &mut self.arena;
        let tree = unfolding.as_tree(arena);
        let Some(mut exploration) = Exploration::new(arena, &tree, groups) else {
            return Ok((Vec::new(), None));
        };
        let mut found = budget.on(Work::FeasibilitySearch, |budget| {
            budget.within(SEARCH_STEPS, |part| exploration.cheapest(arena, Wanted::All, part))
        })?;
        let distinct = if found.stopped.is_none() {
            self.distinct(&exploration, &found.elements, budget)?
        } else {
            let known = found.elements.first().copied();
            let below = budget.on(Work::FeasibilitySearch, |budget| {
                let limits = (ELEMENT_LIMIT, CLASS_STEPS);
                budget.within(LEAST_STEPS, |part| exploration.least(arena, known, limits, part))
            })?;
            found.steps.extend(below.steps);
            found.stopped = below.stopped;
            found.elements.clone_from(&below.elements);
            below.elements
        };
        let (mut all, mut chosen) = (Vec::new(), Vec::new());
        for element in distinct {
            let problem = exploration.abstracted(&mut self.arena, element);
            let (arena, system, policy) = (&mut self.arena, &self.system, self.settings.policy);
            let interpolants = budget.within(INTERPOLATION_STEPS, |part| {
                unfolding.guided_interpolants(arena, system, &problem, policy, part)
            })?;
            let found = match interpolants {
                Ok(Some(found)) => found,
                Ok(None) | Err(Unknown::Budget | Unknown::Unchecked) => continue,
                Err(reason) => return Err(reason.into()),
            };
            let counts_rounds = found.iter().any(|f| largest_coefficient(arena, *f) > usual);
            all.push(found);
            chosen.push(list(element));
            if counts_rounds {
                let weak = budget.within(WEAK_STEPS, |part| {
                    unfolding.weak_interpolants(arena, system, &problem, WEAK_LITERALS, part)
                })?;
                match weak {
                    Ok(weak) => all.extend(weak),
                    Err(Unknown::Budget | Unknown::Unchecked) => {}
                    Err(reason) => return Err(reason.into()),
                }
            }
        }
        let event = Event::Explored {
            relations,
            points,
            frontier: found.elements.iter().map(|e| list(*e)).collect(),
            steps: found.steps.into_iter().map(|s| s.map(list)).collect(),
            chosen,
            stopped: found.stopped,
        };
        Ok((all, Some(event)))
    }

    /// Elements with different abstractions, as many as are used: `{X, X - I}` and `{I, X - I}` share the
    /// same, and have the same canonical representative (Sect. 7.2).
    fn distinct(
        &mut self,
        exploration: &Exploration,
        elements: &[Subset],
        budget: &mut Budget,
    ) -> Result<Vec<Subset>, StopReason> {
        let arena = &mut self.arena;
        let (mut distinct, mut classes) = (Vec::new(), Vec::new());
        for element in elements {
            let class = budget.on(Work::FeasibilitySearch, |budget| {
                budget.within(CLASS_STEPS, |part| exploration.feasibility.canonical(arena, *element, part))
            })?;
            let class = match class {
                Ok(class) => class,
                Err(Unknown::Budget) => *element,
                Err(reason) => return Err(reason.into()),
            };
            if !classes.contains(&class) {
                classes.push(class);
                distinct.push(*element);
            }
            if distinct.len() == ELEMENT_LIMIT {
                break;
            }
        }
        Ok(distinct)
    }

    /// The positions of loop heads that recur, as many as fit into one lattice.
    fn abstraction_points(&self, unfolding: &Unfolding, ordinary: &[Formula]) -> Vec<PositionId> {
        let Some(guide) = &self.guide else { return Vec::new() };
        let heads = unfolding.heads();
        let rounds = occurrences_below(unfolding);
        let distances = unfolding.tree().distances();
        let recurs =
            |i: &PositionId| rounds[i.index()] >= RECURRENCE && guide.of(heads[i.index()].0).is_some();
        let mut points: Vec<PositionId> = (0..heads.len()).map(PositionId::at).filter(recurs).collect();
        let constants = [self.arena.true_(), self.arena.false_()];
        let says_nothing = |i: PositionId| ordinary.get(i.index()).is_some_and(|f| constants.contains(f));
        sort_by_key(&mut points, |i| (says_nothing(*i), distances[i.index()], *i));
        points.truncate(POINT_LIMIT);
        let mut templates = 0;
        let fits = |i: &PositionId| {
            templates += guide.of(heads[i.index()].0).map_or(0, |s| s.all.len());
            templates <= Subset::LIMIT
        };
        points.into_iter().take_while(fits).collect()
    }
}

/// For each position but the root, how often its relation symbol is derived on a way from there to a leaf, at
/// most.
fn occurrences_below(unfolding: &Unfolding) -> Vec<usize> {
    let heads = unfolding.heads();
    let positions = &unfolding.tree().positions;
    let mut below: Vec<Map<SystemRelationId, usize>> = vec![Map::new(); positions.len()];
    let mut counts = vec![0; heads.len()];
    for (i, (relation, _)) in heads.iter().enumerate() {
        let mut own: Map<SystemRelationId, usize> = Map::new();
        for child in positions[i].alternatives.iter().flat_map(|a| &a.children) {
            for (relation, times) in &below[child.index()] {
                let most = own.get_or_default(*relation);
                *most = (*times).max(*most);
            }
        }
        let count = own.get_or_default(*relation);
        *count += 1;
        counts[i] = *count;
        below[i] = own;
    }
    counts
}

/// The largest factor of a symbol in a formula.
fn largest_coefficient(arena: &Arena, formula: Formula) -> Int {
    let terms = arena.literals_of(formula).into_iter().filter_map(|literal| arena.node(literal).term());
    terms.map(largest_in).fold(Int::ONE, Int::max)
}

fn coefficient(kind: &Kind) -> Int {
    match kind {
        Kind::Term(term) | Kind::Inequality(term) => largest_in(term),
        _ => Int::ONE,
    }
}

fn largest_in(term: &LinearTerm) -> Int {
    term.summands().iter().map(|(_, factor)| factor.abs()).fold(Int::ONE, Int::max)
}

fn list(element: Subset) -> Vec<usize> {
    element.positions().collect()
}
