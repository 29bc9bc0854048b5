//! An analysis that can be cut short, and gone on with.
//!
//! Whatever it searches for comes closer with every model: bounds only fall, spaces only grow, properties
//! become fewer. So a search that its budget has ended goes on from where it was. Each has an allowance of
//! its own, counted over all pieces, after which it is given up.

use super::affine::{effects, hulls, term};
use super::bounds::AllBounds;
use super::loop_facts::{ANALYSIS_STEPS, Analysis, Loop, changes, divisors, formulae, invariants, sorted};
use super::loops::loop_heads;
use super::phases::Phases;
use super::places::Places;
use super::properties::properties;
use super::reduce::irredundant;
use super::strides::strides;
use crate::budget::Allowance;
use crate::formula::{Arena, Formula, LinearTerm};
use crate::horn::{Clause, ClauseSystem, Dependence, SystemRelationId};
use crate::solver::{Budget, Unknown};
use crate::space::Space;

/// The steps that each search for inductive bounds, properties or phases may take.
const BOUND_STEPS: u64 = 3_000_000;

/// A search with its own allowance.
#[derive(Debug)]
struct Search<S> {
    state: S,
    allowance: Allowance,
    /// Has it come to its end; or, if not, was it given up? Nothing as long as it goes on.
    is_complete: Option<bool>,
}

impl<S> Search<S> {
    fn new(state: S) -> Search<S> {
        Search { state, allowance: Allowance::of(BOUND_STEPS), is_complete: None }
    }

    /// Goes on, unless it is over. An error is the end of the whole budget.
    fn go_on<'a>(
        &mut self,
        budget: &mut Budget<'a>,
        search: impl FnOnce(&mut S, &mut Budget<'a>) -> Result<(), Unknown>,
    ) -> Result<(), Unknown> {
        let Search { state, allowance, is_complete } = self;
        if is_complete.is_none() {
            *is_complete = Some(allowance.spend(budget, |part| search(state, part))?.is_ok());
        }
        Ok(())
    }

    /// What it has found, if it came to its end.
    fn found(&self) -> Option<&S> {
        (self.is_complete == Some(true)).then_some(&self.state)
    }
}

/// An analysis of loops that may not be complete yet.
#[derive(Debug)]
pub struct Analyst {
    places: Places,
    components: Vec<usize>,
    /// For hulls, effects and strides together.
    allowance: Allowance,
    bounds: Search<AllBounds>,
    hulls: Search<Vec<Space>>,
    properties: Search<Vec<Vec<Formula>>>,
    phases: Search<Option<Phases>>,
    /// Bounds and equations that hold in all that each relation symbol derives.
    known: Vec<Vec<Formula>>,
    /// The same without bounds that follow from others, and with properties.
    facts: Vec<Vec<Formula>>,
    /// The loops that are left, last first.
    left: Vec<SystemRelationId>,
    /// What is known so far.
    pub(super) analysis: Analysis,
}

impl Analyst {
    pub fn new(arena: &mut Arena, system: &ClauseSystem) -> Analyst {
        let mut left = loop_heads(system);
        left.reverse();
        Analyst {
            places: Places::of_relations(arena, system),
            components: Dependence::of(system).components(),
            allowance: Allowance::of(ANALYSIS_STEPS),
            bounds: Search::new(AllBounds::default()),
            hulls: Search::new(Vec::new()),
            properties: Search::new(Vec::new()),
            phases: Search::new(Phases::new(arena, system)),
            known: Vec::new(),
            facts: Vec::new(),
            left,
            analysis: Analysis::default(),
        }
    }

    /// What was found, once it is complete.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// What holds in all that each relation symbol derives, over its parameters, once it has been found out.
    pub fn facts(&self) -> &[Vec<Formula>] {
        &self.facts
    }

    /// Goes on until it is known what holds in all that is derived. It must always be given the same system,
    /// and the same arena or a later one.
    pub fn find_facts(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        budget: &mut Budget,
    ) -> Result<(), Unknown> {
        if !self.facts.is_empty() {
            return Ok(());
        }
        let Analyst { places, allowance, .. } = self;
        self.bounds.go_on(budget, |all, part| all.search(arena, system, places, part))?;
        let bounds = self.bounds.found().map(AllBounds::known);
        let fewer: Option<Vec<_>> = bounds.as_ref().map(|all| all.iter().map(|b| irredundant(b)).collect());
        if self.hulls.is_complete.is_none() {
            let (spaces, given) = (&mut self.hulls.state, fewer.as_deref().unwrap_or_default());
            let found = allowance.spend(budget, |part| hulls(arena, system, places, given, spaces, part))?;
            self.hulls.is_complete = Some(found.is_ok());
        }
        let hulls = self.hulls.found().map(Vec::as_slice);
        self.known = formulae(arena, system, bounds.as_deref(), hulls);
        self.properties.go_on(budget, |all, part| properties(arena, system, &self.known, all, part))?;
        self.facts = formulae(arena, system, fewer.as_deref(), hulls);
        for (facts, properties) in self.facts.iter_mut().zip(self.properties.found().into_iter().flatten()) {
            facts.extend_from_slice(properties);
        }
        Ok(())
    }

    /// Goes on until the analysis is complete, like [`Analyst::find_facts`].
    pub fn go_on(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        budget: &mut Budget,
    ) -> Result<(), Unknown> {
        self.find_facts(arena, system, budget)?;
        self.phases.go_on(budget, |phases, part| match phases {
            Some(phases) => phases.search(arena, system, part),
            None => Err(Unknown::Unchecked),
        })?;
        let bounds = self.bounds.found().map(AllBounds::known);
        let is_missing = [
            bounds.is_none(),
            self.hulls.found().is_none(),
            self.properties.found().is_none(),
            self.phases.found().is_none(),
        ];
        self.analysis.incomplete |= is_missing.contains(&true);
        while let Some(head) = self.left.last().copied() {
            let of = self.of_loop(arena, system, head, bounds.as_deref(), budget)?;
            self.analysis.loops.push(of);
            self.left.pop();
        }
        Ok(())
    }

    /// What is known about a loop.
    fn of_loop(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        head: SystemRelationId,
        bounds: Option<&[Vec<LinearTerm>]>,
        budget: &mut Budget,
    ) -> Result<Loop, Unknown> {
        let Analyst { allowance, components, .. } = self;
        let (parameters, booleans) = sorted(arena, system, head);
        let hulls = self.hulls.found();
        let own = hulls.map(|h| &h[head.index()]).filter(|h| !h.is_zero());
        let equations = own.map_or_else(Vec::new, Space::orthogonal);
        let equations = equations.iter().map(|v| term(&parameters, v)).collect();
        let space = match hulls {
            Some(hulls) => {
                allowance.spend(budget, |part| effects(arena, system, head, hulls, components, part))?.ok()
            }
            None => None,
        };
        let invariants = invariants(&parameters, space.as_ref());
        let strides =
            allowance.spend(budget, |part| strides(arena, system, head, components, part))?.ok().flatten();
        self.analysis.incomplete |= space.is_none() || strides.is_none();
        let changes = changes(&parameters, &invariants, strides.as_deref());
        let divisors = divisors(arena, system, head, components);
        let bounds = bounds.map_or_else(Vec::new, |b| b[head.index()].clone());
        let inside = |r: SystemRelationId| components[r.index()] == components[head.index()];
        let forks = |c: &Clause| c.body.iter().filter(|a| inside(a.relation)).count() > 1;
        let is_linear = !system.clauses().iter().any(|c| c.head_relation().is_some_and(inside) && forks(c));
        let properties = self.properties.found().map_or_else(Vec::new, |p| p[head.index()].clone());
        let phases = self.phases.found().and_then(Option::as_ref);
        let mut phases = phases.map_or_else(Vec::new, |p| p.of_loop(arena, system, head, components));
        phases.retain(|f| !self.known[head.index()].contains(f));
        Ok(Loop {
            head,
            changes,
            booleans,
            invariants,
            equations,
            bounds,
            properties,
            phases,
            is_linear,
            divisors,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::house;

    fn system(text: &str) -> (Arena, ClauseSystem) {
        let (problem, diagnostics) = house::parse(text);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let mut arena = problem.arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
        (arena, system)
    }

    fn shown(arena: &Arena, analyst: &Analyst) -> Vec<Vec<String>> {
        let facts = analyst.facts().iter();
        let mut all: Vec<Vec<String>> =
            facts.map(|own| own.iter().map(|f| arena.show(*f).to_string()).collect()).collect();
        for own in &mut all {
            own.sort_unstable();
        }
        all
    }

    const NESTED: &str =
        "p(N, 0) :- N >= 0. q(N, I, 0) :- p(N, I), I < N. q(N, I, J + 1) :- q(N, I, J), J < N.
        p(N, I + 1) :- q(N, I, J), J >= N. false :- q(N, I, J), J > N.";

    #[test]
    fn what_was_cut_short_is_gone_on_with() {
        let (mut arena, mut whole) = system(NESTED);
        let mut budget = Budget::unlimited();
        let mut analyst = Analyst::new(&mut arena, &whole);
        analyst.go_on(&mut arena, &mut whole, &mut budget).unwrap();
        let (expected, steps) = (shown(&arena, &analyst), budget.used());
        assert!(expected[1].contains(&"N ≥ J".to_owned()), "{expected:?}");
        assert!(!analyst.analysis().incomplete);

        let (mut arena, mut cut) = system(NESTED);
        let mut analyst = Analyst::new(&mut arena, &cut);
        let (mut pieces, mut taken) = (0, 0);
        loop {
            let mut budget = Budget::steps(steps / 4);
            let end = analyst.go_on(&mut arena, &mut cut, &mut budget);
            (pieces, taken) = (pieces + 1, taken + budget.used());
            match end {
                Ok(()) => break,
                Err(reason) => assert_eq!(reason, Unknown::Budget),
            }
        }
        assert!(pieces > 3, "{pieces}");
        assert!(taken < 3 * steps, "{taken} steps in pieces, {steps} at once");
        assert_eq!(shown(&arena, &analyst), expected);
        assert_eq!(analyst.analysis().loops.len(), 1);
    }

    /// That `2N = I + J` is kept needs `0 ≤ J ≤ 1`.
    #[test]
    fn equations_that_hold_within_bounds() {
        let text =
            "p(0, 0, 0). p(I + 1, N + 1, 1) :- p(I, N, J), J = 0. p(I + 1, N, 0) :- p(I, N, J), J != 0.
            false :- p(I, N, J), N > I.";
        let (mut arena, mut system) = system(text);
        let mut analyst = Analyst::new(&mut arena, &system);
        analyst.find_facts(&mut arena, &mut system, &mut Budget::unlimited()).unwrap();
        let [i, n, j] = [0, 1, 2].map(|p| LinearTerm::symbol(system.relations()[0].parameters()[p]));
        let wanted = arena.equal(&(&n + &n), &(&i + &j));
        assert!(analyst.facts()[0].contains(&wanted), "{:?}", shown(&arena, &analyst));
    }
}
