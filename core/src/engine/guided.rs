//! Guided refinement: interpolants from templates at the loop heads of a counterexample (Acta'16, Sect. 8.1
//! and 8.2).
//!
//! The templates come from an analysis of the loops, once, and from the user. For each counterexample the
//! cheapest sets of templates that refute it are searched for, and the interpolants are those of the abstract
//! problem. Where there is no such set, or the search takes too long, refinement goes on without guidance.

use super::phase::Phase;
use super::unfolding::{Judged, Unfolding};
use super::{Engine, Event, LoopText, Proposal, StopReason};
use crate::analysis::{Analysis, Changes, Net, loop_heads};
use crate::budget::Work;
use crate::formula::{Arena, Formula};
use crate::guide::{
    COMBINATION_STEPS, Exploration, Group, InterpolationAbstraction, Kind, Occurrences, Subset, Suggestion,
    Suggestions, Template, Wanted, cost,
};
use crate::horn::{Dependence, SystemRelationId};
use crate::interpolate::{Outcome, Tree, interpolants};
use crate::lang::{self, TemplateKind};
use crate::order::sort_by_key;
use crate::recursion_free::CddProblem;
use crate::solver::{Budget, Unknown};

/// The steps that the search for one counterexample may take.
const SEARCH_STEPS: u64 = 200_000;
/// The steps that the interpolants of an abstract problem may take.
const INTERPOLATION_STEPS: u64 = 2_000_000;

/// The templates of each loop head.
#[derive(Clone, Debug, Default)]
pub(super) struct Guide {
    loops: Vec<(SystemRelationId, Suggestions)>,
    /// The loops that are nets, if templates for nets are wanted.
    pub(super) nets: Vec<Net>,
    /// The loops whose turn has not come yet, with ABS (1) to (4).
    changes: Option<Changes>,
    /// What was chosen, until it is told.
    untold: Option<Event>,
}

impl Guide {
    pub(super) fn of(&self, relation: SystemRelationId) -> Option<&Suggestions> {
        self.loops.iter().find(|(head, _)| *head == relation).map(|(_, s)| s).filter(|s| !s.all.is_empty())
    }
}

impl Engine {
    /// Interpolants for a counterexample, over the parameters of the positions, with what was done to find
    /// them; `None` if no set of templates refutes it.
    pub(super) fn guided(
        &mut self,
        unfolding: &Unfolding,
        budget: &mut Budget,
    ) -> Result<(Option<Vec<Formula>>, Vec<Event>), StopReason> {
        let relations: Vec<SystemRelationId> = unfolding.relations().collect();
        let tree = unfolding.as_tree(&mut self.arena);
        let occurrences = |relation| unfolding.occurrences(relation);
        let (problem, events) = self.searched(&tree, &relations, occurrences, budget)?;
        let Some(problem) = problem else { return Ok((None, events)) };
        Ok((self.of_weaker(unfolding, &problem, INTERPOLATION_STEPS, budget)?, events))
    }

    /// Interpolants of a problem whose labels are weaker than those of a counterexample, by this many steps.
    /// They are interpolants of the counterexample, too (Lemma 1); that is checked.
    pub(super) fn of_weaker(
        &mut self,
        unfolding: &Unfolding,
        problem: &Tree,
        steps: u64,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Formula>>, StopReason> {
        let (arena, system, policy) = (&mut self.arena, &self.system, self.settings.policy);
        let interpolants = budget
            .within(steps, |part| unfolding.guided_interpolants(arena, system, problem, policy, part))?;
        let found = match interpolants {
            Ok(Some(found)) => Proposal::Instead(found),
            Ok(None) | Err(Unknown::Budget | Unknown::Unchecked) => return Ok(None),
            Err(reason) => return Err(reason.into()),
        };
        Ok(match unfolding.proposed(&mut self.arena, &self.system, &found, budget)? {
            Judged::Accepted(found) => Some(found),
            Judged::Nothing | Judged::Rejected => None,
        })
    }

    /// The same for the next copy of a counterexample with shared positions: an interpolant over its
    /// arguments.
    pub(super) fn guided_copy(
        &mut self,
        problem: &CddProblem,
        budget: &mut Budget,
    ) -> Result<(Option<Formula>, Vec<Event>), StopReason> {
        let Some((copy, arguments, tree)) = problem.next_problem(&mut self.arena) else {
            return Ok((None, Vec::new()));
        };
        let relation = problem.expansion.relation(copy);
        let occurrences = |_| vec![(0, arguments.to_vec())];
        let (weaker, events) = self.searched(&tree, &[relation], occurrences, budget)?;
        let Some(weaker) = weaker else { return Ok((None, events)) };
        let (arena, policy) = (&mut self.arena, self.settings.policy);
        let found =
            budget.within(INTERPOLATION_STEPS, |part| interpolants(arena, &weaker, policy, false, part))?;
        match found {
            Ok(Outcome::Interpolants(found)) => Ok((found.first().map(|(formula, _)| *formula), events)),
            Ok(Outcome::Model(_)) | Err(Unknown::Budget | Unknown::Unchecked) => Ok((None, events)),
            Err(reason) => Err(reason.into()),
        }
    }

    /// Has the loops analysed, if templates are wanted and that has not been done yet.
    pub(super) fn prepare_guide(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        let family = self.settings.abstraction;
        if family.is_published() {
            let changes = self.guide.as_ref().and_then(|guide| guide.changes.as_ref());
            let heads = changes.map_or_else(|| loop_heads(&self.system), |changes| changes.open().to_vec());
            return self.prepare_loops(&heads, budget);
        }
        if family == InterpolationAbstraction::Off || self.guide.is_some() {
            return Ok(());
        }
        let (mut guide, event) = budget.on(Work::Preparing, |budget| {
            // Our own mix takes the heuristics for nets where the text is one, and the user has no wishes.
            if family == InterpolationAbstraction::Auto
                && self.problem.is_net
                && self.problem.templates.is_empty()
            {
                let found = self.net_suggestions(InterpolationAbstraction::PetriAll, budget)?;
                if !found.0.nets.is_empty() {
                    return Ok(found);
                }
            }
            self.suggestions(family, budget)
        })?;
        // What is kept of nets is told with each counterexample.
        let is_told = guide.nets.is_empty();
        guide.untold = Some(event).filter(|_| is_told);
        self.guide = Some(guide);
        Ok(())
    }

    /// Has the loops among some relation symbols analysed, as ABS (1) to (4) need them. A loop that no
    /// spurious counterexample comes to is never analysed.
    pub(super) fn prepare_loops(
        &mut self,
        relations: &[SystemRelationId],
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let family = self.settings.abstraction;
        // That there are no loops is told as well, once.
        let is_first = self.guide.is_none();
        let mut guide = self.guide.take().unwrap_or_default();
        let mut changes = guide.changes.take().unwrap_or_else(|| Changes::of(&self.system));
        let before = guide.loops.len();
        let result = budget.on(Work::Preparing, |budget| {
            for relation in relations {
                if let Some(of) = changes.next(&mut self.arena, &mut self.system, *relation, budget)? {
                    guide.loops.push((of.head, Suggestions::of(&mut self.arena, family, &of)));
                }
            }
            Ok(())
        });
        sort_by_key(&mut guide.loops, |(head, _)| *head);
        if is_first || guide.loops.len() > before {
            guide.untold = Some(self.chosen(&guide, family, changes.incomplete));
        }
        guide.changes = Some(changes);
        self.guide = Some(guide);
        result
    }

    /// The templates that were chosen, if that was not told yet. It is told once a counterexample is known to
    /// be spurious, because only then there is something to guide.
    pub(super) fn untold_guide(&mut self) -> Option<Event> {
        self.guide.as_mut()?.untold.take()
    }

    /// The cheapest set of templates that refutes a problem: the abstract problem, and the event that tells
    /// of the search; nothing if none of the relation symbols has templates.
    fn searched(
        &mut self,
        tree: &Tree,
        relations: &[SystemRelationId],
        occurrences: impl Fn(SystemRelationId) -> Occurrences,
        budget: &mut Budget,
    ) -> Result<(Option<Tree>, Vec<Event>), StopReason> {
        let nothing = (None, Vec::new());
        let Some(guide) = &self.guide else { return Ok(nothing) };
        let mut relations: Vec<SystemRelationId> =
            relations.iter().copied().filter(|r| guide.of(*r).is_some()).collect();
        relations.sort_unstable();
        relations.dedup();
        if relations.is_empty() {
            return Ok(nothing);
        }
        let mut groups = Vec::new();
        for relation in &relations {
            let Some(suggestions) = guide.of(*relation) else { continue };
            groups.push(Group {
                parameters: self.system[*relation].parameters().to_vec(),
                templates: suggestions.all.iter().map(|s| s.template.clone()).collect(),
                occurrences: occurrences(*relation),
            });
        }
        let arena = &mut self.arena;
        let Some(mut exploration) = Exploration::new(arena, tree, groups) else { return Ok(nothing) };
        let found = budget.on(Work::FeasibilitySearch, |budget| {
            budget.within(SEARCH_STEPS, |part| exploration.cheapest(arena, Wanted::One, part))
        })?;
        let list = |e: Subset| e.positions().collect::<Vec<usize>>();
        let chosen = found.elements.first().copied();
        let event = Event::Explored {
            relations,
            steps: found.steps.into_iter().map(|s| s.map(list)).collect(),
            frontier: found.elements.iter().map(|e| list(*e)).collect(),
            points: Vec::new(),
            chosen: chosen.map(list).into_iter().collect(),
            stopped: found.stopped,
        };
        Ok((chosen.map(|element| exploration.abstracted(arena, element)), vec![event]))
    }

    /// The interpolation problem of the counterexample that was told last, and the places in it where a
    /// relation symbol is derived; none once the run has gone on.
    pub fn interpolation_problem(&mut self, relation: SystemRelationId) -> Option<(Tree, Occurrences)> {
        let Some(Phase::Examine(examination)) = &self.phase else { return None };
        let unfolding = &examination.unfolding;
        Some((unfolding.as_tree(&mut self.arena), unfolding.occurrences(relation)))
    }

    /// The templates that a family has for a relation symbol.
    pub fn suggested_templates(
        &mut self,
        family: InterpolationAbstraction,
        relation: SystemRelationId,
        budget: &mut Budget,
    ) -> Result<Vec<Suggestion>, StopReason> {
        let (guide, _) = self.suggestions(family, budget)?;
        Ok(guide.of(relation).map_or_else(Vec::new, |s| s.all.clone()))
    }

    /// The arena, to build formulae in.
    pub fn arena_mut(&mut self) -> &mut Arena {
        &mut self.arena
    }

    /// The templates for all loop heads, and the event that tells of them.
    fn suggestions(
        &mut self,
        family: InterpolationAbstraction,
        budget: &mut Budget,
    ) -> Result<(Guide, Event), StopReason> {
        if family.is_for_nets() {
            return self.net_suggestions(family, budget);
        }
        let analysis = if family.is_published() {
            Analysis::of_changes(&mut self.arena, &mut self.system, budget)?
        } else {
            self.analysis(budget)?
        };
        let mut guide = Guide::default();
        for of in &analysis.loops {
            let (given, too_large) = self.given_templates(of.head, budget)?;
            let mut suggestions = Suggestions::of(&mut self.arena, family, of);
            if family == InterpolationAbstraction::User || family == InterpolationAbstraction::Auto {
                suggestions = suggestions.with(given);
                suggestions.left_out += too_large;
            }
            guide.loops.push((of.head, suggestions));
        }
        let event = self.chosen(&guide, family, analysis.incomplete);
        Ok((guide, event))
    }

    /// The event that tells of templates.
    fn chosen(&self, guide: &Guide, family: InterpolationAbstraction, incomplete: bool) -> Event {
        let arena = &self.arena;
        let text = |s: &Suggestion| s.template.text(arena, s.why.clone());
        let loops = guide.loops.iter().map(|(relation, suggestions)| LoopText {
            relation: *relation,
            templates: suggestions.all.iter().map(text).collect(),
            left_out: suggestions.left_out,
        });
        Event::TemplatesChosen { family, loops: loops.collect(), incomplete }
    }

    /// The loops that are nets, with the templates of ABS (1) if these are wanted (Acta'16, Sect. 9.3).
    fn net_suggestions(
        &mut self,
        family: InterpolationAbstraction,
        budget: &mut Budget,
    ) -> Result<(Guide, Event), StopReason> {
        let components = Dependence::of(&self.system).components();
        let mut guide = Guide::default();
        for head in loop_heads(&self.system) {
            let Some(net) = Net::of(&self.arena, &self.system, head, &components, budget)? else { continue };
            if family.is_orthogonal() {
                let all = Engine::orthogonal_templates(&net);
                guide.loops.push((head, Suggestions { all, left_out: 0 }));
            }
            guide.nets.push(net);
        }
        let event = self.chosen(&guide, family, false);
        Ok((guide, event))
    }

    /// The templates that the text gives for a relation symbol, and how many are too large to be computed.
    fn given_templates(
        &mut self,
        relation: SystemRelationId,
        budget: &mut Budget,
    ) -> Result<(Vec<Suggestion>, usize), StopReason> {
        let (mut found, mut too_large) = (Vec::new(), 0);
        for given in self.problem.templates.clone() {
            let truth = self.arena.true_();
            let arena = &mut self.arena;
            let here = self.way_back.predicate(arena, &self.system, given.relation, &given.parameters, truth);
            if here.is_none_or(|(r, _)| r != relation) {
                continue;
            }
            let Some(kind) = self.given_here(&given, &given.kind) else { continue };
            let parameters = self.system[relation].parameters().to_vec();
            let arena = &mut self.arena;
            let kind = budget.within(COMBINATION_STEPS, |part| Kind::of(arena, &parameters, &kind, part))?;
            match kind {
                Ok(kind) => {
                    let template = Template { kind, cost: cost(&given.cost) };
                    found.push(Suggestion { template, why: "the text asks for it".to_owned() });
                }
                Err(_) => too_large += 1,
            }
        }
        Ok((found, too_large))
    }

    /// What a template of the text keeps, over the parameters of the system's relation symbol; nothing if it
    /// speaks of an argument that is gone.
    fn given_here(&mut self, given: &lang::Template, kind: &TemplateKind) -> Option<TemplateKind> {
        let lang::Template { relation, parameters, .. } = given;
        let (arena, system) = (&mut self.arena, &self.system);
        Some(match kind {
            TemplateKind::Term(t) => {
                TemplateKind::Term(self.way_back.term(arena, system, *relation, parameters, t)?.1)
            }
            TemplateKind::Inequality(t) => {
                TemplateKind::Inequality(self.way_back.term(arena, system, *relation, parameters, t)?.1)
            }
            TemplateKind::Predicate(f) => {
                TemplateKind::Predicate(self.way_back.predicate(arena, system, *relation, parameters, *f)?.1)
            }
            TemplateKind::Combined(operation, operands) => {
                let operands: Option<Vec<TemplateKind>> =
                    operands.iter().map(|operand| self.given_here(given, operand)).collect();
                TemplateKind::Combined(*operation, operands?)
            }
        })
    }
}
