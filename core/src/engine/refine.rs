//! Refinement: from a counterexample to a verdict, or to predicates that rule it out (CAV'13, Fig. 3,
//! "refinement needed").

use super::accelerated::{Accelerated, can_be_folded};
use super::cdd::Purpose;
use super::choices::{chosen, ended, unfit};
use super::extract::{self, Heights, TooLarge, Wanted};
use super::own::own_interpolants;
use super::partial::{Expanded, NoCopy, PartialExpansion};
use super::phase::{Examination, Lesson, Next, Phase, Refutation, Worked};
use super::picked::picked;
use super::prune::{Pruned, prune};
use super::unfolding::{Examined, Judged, Nodes, Picked, Unfolding};
use super::{
    AndOrTree, Choice, Chooser, Edge, Engine, Event, Item, Misfit, PredicateId, Proposal, Settings,
    StopReason, Strategy, Taken, certify,
};
use crate::settings::Acceleration;
use crate::solver::{Budget, Unknown};

/// This many edges that are looked at count as a step.
const EDGES_PER_STEP: u64 = 16;

impl Engine {
    /// Takes the counterexamples of a query out of the graph, as the strategy wants them.
    pub(super) fn counterexample(&mut self, query: &Item, budget: &mut Budget) -> Result<Worked, StopReason> {
        budget.take(1 + self.graph.edges().count() as u64 / EDGES_PER_STEP)?;
        let Settings { strategy, expansion_limit, .. } = self.settings;
        let heights = Heights::of_strategy(&self.graph, strategy);
        if let Some(worked) = self.chosen_counterexample(&heights, query, budget)? {
            return Ok(worked);
        }
        // What a person has chosen is done at once.
        if !self.choices.has(self.happened)
            && let Some(phase) = self.looks_ahead(heights.of_query(query))
        {
            return Ok(Worked::quietly(Next::Go(phase)));
        }
        if strategy == Strategy::Cdd {
            let depth = heights.of_query(query);
            self.statistics.depth = self.statistics.depth.max(depth);
            if let Some(worked) = self.unwound(depth, Purpose::Refinement, budget)? {
                return Ok(worked);
            }
            return self.single(query, expansion_limit, budget);
        }
        match self.extracted(&heights, query, strategy) {
            Ok(dag) => self.found(dag, query, budget),
            Err(TooLarge) => self.too_large(query, takes_one(strategy), budget),
        }
    }

    /// The counterexample that a person has chosen, if anybody has.
    fn chosen_counterexample(
        &mut self,
        heights: &Heights,
        query: &Item,
        budget: &mut Budget,
    ) -> Result<Option<Worked>, StopReason> {
        let own = self.choices.at(self.happened, |taken| matches!(taken, Taken::Counterexample { .. }));
        let Some(Choice { taken: Taken::Counterexample { body }, .. }) = own.first() else { return Ok(None) };
        let limit = self.instance_limit(false);
        Ok(Some(match picked(&self.graph, heights, query, body, self.settings.strategy, limit) {
            Ok(tree) => self.found(tree, query, budget)?.after(chosen(&own[..1])),
            Err(why) => ended(unfit(&own[0], why)),
        }))
    }

    /// The counterexamples that a strategy wants.
    fn extracted(
        &mut self,
        heights: &Heights,
        query: &Item,
        strategy: Strategy,
    ) -> Result<AndOrTree, TooLarge> {
        let limit = self.instance_limit(takes_one(strategy));
        let wanted = Wanted { strategy, deeper: self.settings.deeper, limit };
        if strategy == self.settings.strategy {
            let chooser: Option<&mut dyn Chooser> = Some(&mut *self.chooser);
            if let Ok(dag) = extract::extract(&self.graph, heights, query, wanted, chooser) {
                return Ok(dag);
            }
        }
        extract::extract(&self.graph, heights, query, wanted, None)
    }

    /// How many clause instances a counterexample may have, as far as it is expanded.
    fn instance_limit(&self, is_single: bool) -> usize {
        if is_single { self.settings.tree_limit } else { self.settings.expansion_limit }
    }

    /// A counterexample has more clause instances than allowed. If there are choices, one derivation may be
    /// small enough; but one alone does not say why a global conjunction is too weak.
    fn too_large(
        &mut self,
        query: &Item,
        is_single: bool,
        budget: &mut Budget,
    ) -> Result<Worked, StopReason> {
        let limit = self.instance_limit(is_single);
        if is_single || self.settings.strategy == Strategy::Global {
            return Err(StopReason::TreeTooLarge(limit));
        }
        self.single(query, limit, budget)
    }

    /// Takes a single derivation, since all that the strategy wants are more than the limit allows.
    fn single(&mut self, query: &Item, limit: usize, budget: &mut Budget) -> Result<Worked, StopReason> {
        let heights = Heights::of(&self.graph);
        let dag = self
            .extracted(&heights, query, Strategy::Tree)
            .map_err(|TooLarge| StopReason::TreeTooLarge(self.settings.tree_limit))?;
        let event = Event::TooManyCounterexamples { limit };
        Ok(self.found(dag, query, budget)?.after(vec![event]))
    }

    /// A counterexample: as a tree if that is small, and otherwise as much of it as is needed at first.
    fn found(&mut self, dag: AndOrTree, query: &Item, budget: &mut Budget) -> Result<Worked, StopReason> {
        let depth = dag.depth();
        let Settings { written_out, choices_written_out, .. } = self.settings;
        let at_once = if dag.is_single() { written_out } else { choices_written_out };
        let worked = if dag.is_tree() || dag.instances_as_tree() <= at_once {
            let (tree, _) = dag.as_tree();
            let event = Event::CounterexampleFound { tree: tree.clone() };
            self.examination(tree, query, None).after(vec![event])
        } else {
            let partial = PartialExpansion::new(dag.clone(), budget)?;
            let expanded = partial.expanded();
            let tree = expanded.tree.clone();
            let events = vec![
                Event::CounterexampleFound { tree: dag },
                Event::Restructured { factored: tree.shared(), tree: tree.clone() },
            ];
            self.examination(tree, query, Some(Box::new((partial, expanded)))).after(events)
        };
        self.statistics.depth = self.statistics.depth.max(depth);
        Ok(worked)
    }

    /// What there is to examine, if it fits the clauses.
    fn examination(
        &mut self,
        tree: AndOrTree,
        query: &Item,
        partial: Option<Box<(PartialExpansion, Expanded)>>,
    ) -> Worked {
        let nodes = Nodes { graph: &self.graph, predicates: &self.predicates };
        let origins = partial.as_ref().map_or(&[][..], |partial| &partial.1.origins);
        Worked::quietly(match Unfolding::new(&mut self.arena, &self.system, tree, origins, nodes) {
            Some(unfolding) => {
                Next::Go(Phase::Examine(Examination { unfolding, query: query.clone(), partial }))
            }
            None => Next::Stop(StopReason::Rejected("a counterexample".to_owned()), None),
        })
    }

    /// Has a partly expanded counterexample values? If so, these are a derivation or say what else to expand;
    /// if not, there is nothing to do.
    fn expand_further(
        &mut self,
        examination: &Examination,
        budget: &mut Budget,
    ) -> Result<Option<Worked>, StopReason> {
        let Examination { unfolding, query, partial: Some(partial) } = examination else { return Ok(None) };
        let (partial, expanded) = &**partial;
        let Some(model) = unfolding.model(&mut self.arena, false, budget)? else { return Ok(None) };
        let mut picked = unfolding.picked(&self.arena, &model).ok_or(Unknown::Unchecked)?;
        if matches!(picked, Picked::Open(_))
            && let Some(model) = unfolding.model(&mut self.arena, true, budget)?
        {
            picked = unfolding.picked(&self.arena, &model).ok_or(Unknown::Unchecked)?;
        }
        let open = match picked {
            Picked::Open(open) => open,
            Picked::Derivation(derivation) => {
                let verdict = certify::unsafe_(&mut self.problem, &self.arena, &self.way_back, derivation)?;
                return Ok(Some(Worked::quietly(Next::End(verdict))));
            }
        };
        let mut partial = partial.clone();
        let is_single = partial.is_single();
        match partial.copy(expanded, &open, self.instance_limit(is_single), budget) {
            Ok((expanded, copied)) => {
                let tree = expanded.tree.clone();
                let event = Event::SubtreesCopied { tree: tree.clone(), copied };
                let partial = Some(Box::new((partial, expanded)));
                Ok(Some(self.examination(tree, query, partial).after(vec![event])))
            }
            Err(NoCopy::TooLarge) => self.too_large(query, is_single, budget).map(Some),
            Err(NoCopy::Exhausted(reason)) => Err(reason.into()),
        }
    }

    /// Decides a counterexample: a verdict, or predicates that rule it out.
    pub(super) fn examine(
        &mut self,
        examination: &mut Examination,
        budget: &mut Budget,
    ) -> Result<Worked, StopReason> {
        let Examination { unfolding, .. } = &*examination;
        let published = self.settings.abstraction.is_published();
        // As published, templates are of use once a counterexample is known to be spurious: loops of a
        // problem whose first counterexample is real need not be analysed.
        if !published && unfolding.relations().next().is_some() {
            self.prepare_guide(budget)?;
        }
        if let Some(worked) = self.expand_further(examination, budget)? {
            return Ok(worked);
        }
        let Examination { unfolding, .. } = examination;
        let own = self.choices.at(self.happened, |taken| matches!(taken, Taken::Fold { .. }));
        let (acceleration, delay) = match own.first().map(|choice| &choice.taken) {
            Some(Taken::Fold { delay: Some(_) }) if !can_be_folded(unfolding) => {
                return Ok(ended(unfit(&own[0], Misfit::NothingToFold)));
            }
            Some(Taken::Fold { delay }) => (Acceleration::Dynamic, *delay),
            _ => (self.settings.acceleration, self.settings.delay),
        };
        let told = chosen(&own[..own.len().min(1)]);
        let mut events = Vec::new();
        let mut accelerated = None;
        let refinements = self.statistics.refinements;
        let is_due = acceleration == Acceleration::Auto && self.accelerator.is_due(refinements);
        if acceleration == Acceleration::Dynamic || is_due {
            accelerated = self.accelerated(unfolding, delay, &mut events, budget)?;
        }
        let mut guided = None;
        if accelerated.is_none() && !published {
            let family = self.settings.abstraction;
            let is_net = self.guide.as_ref().is_some_and(|guide| !guide.nets.is_empty());
            let (found, further) = if family.is_for_nets() {
                self.guided_by_nets(family, false, unfolding, budget)?
            } else if is_net {
                self.guided_by_own_mix(unfolding, budget)?
            } else {
                self.guided(unfolding, budget)?
            };
            guided = found;
            events.extend(further);
        }
        if accelerated.is_none() && guided.is_none() && acceleration == Acceleration::Auto && !is_due {
            accelerated = self.accelerated(unfolding, delay, &mut events, budget)?;
        }
        self.accelerator.tell(&events);
        if let Some(Accelerated::Real(derivation)) = accelerated {
            // What the search speaks of is told before it.
            events.splice(0..0, self.untold_guide());
            let verdict = certify::unsafe_(&mut self.problem, &self.arena, &self.way_back, derivation)?;
            return Ok(Worked::new(events, Next::End(verdict)).after(told));
        }
        let pays = accelerated.is_some();
        if let Some(Accelerated::Interpolants(found)) = accelerated {
            guided = Some(found);
        }
        let found = match guided {
            Some(found) => found,
            None => match unfolding.examine(&mut self.arena, &self.system, self.settings.policy, budget)? {
                Examined::Real(derivation) => {
                    let verdict =
                        certify::unsafe_(&mut self.problem, &self.arena, &self.way_back, derivation)?;
                    return Ok(Worked::new(told, Next::End(verdict)));
                }
                Examined::Spurious(found) => found,
            },
        };
        let mut further = Vec::new();
        if published {
            let relations: Vec<_> = unfolding.relations().collect();
            if !relations.is_empty() {
                self.prepare_loops(&relations, budget)?;
            }
            let (abstract_ones, event) = self.abstract_interpolants(unfolding, &found, budget)?;
            events.extend(event);
            for found in abstract_ones {
                // Lemma 1 says that they are interpolants of the counterexample, too; that is checked.
                let proposal = Proposal::Instead(found);
                let judged = unfolding.proposed(&mut self.arena, &self.system, &proposal, budget)?;
                if let Judged::Accepted(found) = judged {
                    further.push(found);
                }
            }
        }
        if is_due {
            self.accelerator.tried(refinements, pays);
        }
        self.statistics.refinements += 1;
        // The answer comes before what was looked for because of it.
        events.splice(0..0, [Event::Refuted].into_iter().chain(self.untold_guide()));
        let questions = unfolding.questions(&self.system, &found);
        let proposal = self.chooser.interpolants(&mut self.arena, unfolding.tree(), &questions);
        let unfolding = std::mem::take(unfolding);
        Ok(Worked::go(events, Phase::Judge(Refutation { unfolding, found, further, proposal })).after(told))
    }

    /// Takes the interpolants that were computed, or what the chooser proposes if these are interpolants as
    /// well.
    pub(super) fn judge(
        &mut self,
        refutation: &mut Refutation,
        budget: &mut Budget,
    ) -> Result<Worked, StopReason> {
        let Refutation { unfolding, found, further, proposal } = refutation;
        let abstractions = self.choices.at(self.happened, |taken| matches!(taken, Taken::Templates { .. }));
        let own = self.choices.at(self.happened, |taken| matches!(taken, Taken::Interpolant { .. }));
        if !abstractions.is_empty() {
            match self.own_abstraction(unfolding, &abstractions, budget)? {
                Ok(by_templates) => *found = by_templates,
                Err(event) => return Ok(ended(event)),
            }
        }
        let judged = if own.is_empty() {
            unfolding.proposed(&mut self.arena, &self.system, proposal, budget)?
        } else {
            let (arena, policy) = (&mut self.arena, self.settings.policy);
            match own_interpolants(arena, &self.system, unfolding, found, &own, policy, budget)? {
                Ok(all) => Judged::Accepted(all),
                Err(event) => return Ok(ended(event)),
            }
        };
        let mut found = std::mem::take(found);
        let mut events = chosen(&abstractions);
        events.extend(chosen(&own));
        match judged {
            _ if own.is_empty() && !abstractions.is_empty() => further.clear(),
            Judged::Nothing => {}
            Judged::Accepted(instead) => {
                found = instead;
                further.clear();
            }
            Judged::Rejected => events.push(Event::ProposalRejected),
        }
        let mut formulae: Vec<_> = unfolding.relations().zip(found.iter().copied()).collect();
        for other in further {
            formulae.extend(unfolding.relations().zip(other.iter().copied()));
            // Interpolants of one problem, conjoined, are interpolants again.
            for (all, also) in found.iter_mut().zip(other) {
                *all = self.arena.and([*all, *also]);
            }
        }
        let interpolants = unfolding.relations().zip(&found);
        let texts = interpolants.map(|(relation, f)| self.interpolant_text(relation, *f));
        events.push(Event::InterpolantsFound { interpolants: texts.collect() });
        Ok(Worked::go(events, Phase::Learn(Lesson::new(formulae, true))))
    }

    /// Adds what formulae say that is new, and tells of it.
    pub(super) fn learn(&mut self, lesson: &mut Lesson, budget: &mut Budget) -> Result<Worked, StopReason> {
        let own = self.choices.at(self.happened, |taken| matches!(taken, Taken::Keep { .. }));
        if let Some(Choice { taken: Taken::Keep { predicates }, .. }) = own.first()
            && !lesson.is_chosen
        {
            match self.kept_predicates(&lesson.formulae, predicates, budget)? {
                Ok(kept) => lesson.formulae = kept,
                Err(count) => return Ok(ended(unfit(&own[0], Misfit::NoSuchPredicate(count)))),
            }
            lesson.is_chosen = true;
        }
        while let Some((relation, formula)) = lesson.formulae.get(lesson.next).copied() {
            lesson.added.extend(self.predicates.add(&mut self.arena, relation, formula, budget)?);
            lesson.next += 1;
        }
        let added = std::mem::take(&mut lesson.added);
        if added.is_empty() && lesson.refines {
            // The same counterexample would come again, forever.
            return Err(StopReason::Rejected("a refinement that adds no predicate".to_owned()));
        }
        let event = (!added.is_empty()).then(|| Event::PredicatesAdded { predicates: self.shown(&added) });
        Ok(Worked::go(event.into_iter().collect(), Phase::Prune(added)).after(chosen(&own)))
    }

    /// Removes what new predicates no longer support.
    pub(super) fn prune(&mut self, added: &[PredicateId], budget: &mut Budget) -> Result<Worked, StopReason> {
        let Engine { graph, arena, system, abstraction, predicates, .. } = self;
        let pruned = if self.settings.strategy == Strategy::Global && !added.is_empty() {
            // The conjunctions start from all predicates again.
            let (nodes, edges) = graph.retain(|_| false);
            Pruned { nodes, edges, ..Pruned::default() }
        } else {
            prune(graph, arena, system, abstraction, predicates, added, budget)?
        };
        Ok(Worked::go(self.pruned(pruned), Phase::List))
    }

    fn pruned(&mut self, pruned: Pruned) -> Vec<Event> {
        let Pruned { nodes, edges, subsumed, uncovered } = pruned;
        let mut events = Vec::new();
        for edge in subsumed {
            if let Some(Edge { clause, body, head, computed }) = self.graph.edge(edge).cloned() {
                events.push(Event::Subsumed { edge, clause, body, computed, by: head });
            }
        }
        if !nodes.is_empty() || !edges.is_empty() {
            self.statistics.nodes_removed += nodes.len();
            events.push(Event::NodesRemoved { nodes, edges: edges.iter().map(|(id, _)| *id).collect() });
        }
        for (_, edge) in edges {
            self.worklist.reopen(edge.clause, edge.body);
        }
        if !uncovered.is_empty() {
            events.push(Event::Uncovered { nodes: uncovered });
        }
        events
    }
}

/// Whether a strategy refutes one derivation at a time.
fn takes_one(strategy: Strategy) -> bool {
    matches!(strategy, Strategy::Tree | Strategy::Cdd | Strategy::Auto | Strategy::Unwind | Strategy::Pdr)
}
