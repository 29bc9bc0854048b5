//! The search of a run among its templates, as its events tell it. There may be too many sets for a picture
//! of all; those that the search has met are fewer.

use hornbook::engine::{Event, PositionId};
use hornbook::formula::PieceKind;
use hornbook::guide::{ElementText, Portrait, SearchStep, TemplateText};
use hornbook::order::sort_by_key;

use super::{Knowledge, element_of, knowledge};

/// A search that has met more sets than this is told, but not drawn.
pub const SETS_SHOWN: usize = 40;

/// The search of a run for a counterexample, if its refinement was guided.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    pub templates: Vec<TemplateText>,
    pub steps: Vec<SearchStep<Vec<usize>>>,
    /// The sets whose interpolants were taken.
    pub chosen: Vec<Vec<usize>>,
    pub stopped: Option<String>,
}

impl Recorded {
    /// From the events of a run, for the counterexample that a step has found.
    pub fn of(events: &[Event], step: usize) -> Option<Recorded> {
        let later = events.get(step..)?.iter();
        let later = later.take_while(|event| !matches!(event, Event::CounterexampleFound { .. }));
        later.enumerate().find_map(|(after, event)| match event {
            Event::Explored { relations, points, steps, chosen, stopped, .. } => {
                // Those for nets are chosen anew for each counterexample.
                let loops = events[..step + after].iter().rev().find_map(|event| match event {
                    Event::TemplatesChosen { loops, .. } => Some(loops),
                    _ => None,
                })?;
                let mut templates = Vec::new();
                for (i, relation) in relations.iter().enumerate() {
                    let of = loops.iter().filter(|l| l.relation == *relation);
                    templates.extend(of.flat_map(|l| &l.templates).map(|t| at_point(t, points.get(i))));
                }
                Some(Recorded {
                    templates,
                    steps: steps.clone(),
                    chosen: chosen.clone(),
                    stopped: stopped.clone(),
                })
            }
            _ => None,
        })
    }
}

/// A template at an abstraction point is told by its position.
fn at_point(template: &TemplateText, point: Option<&PositionId>) -> TemplateText {
    let mut template = template.clone();
    if let Some(point) = point {
        template.subject = template.subject.with(PieceKind::Word, &format!(" at {}", point.number()));
    }
    template
}

/// Whether a feasible set is maximal feasible, that is, can spare none of its templates: what is left without
/// one is within a set that is known to be infeasible, and then it is infeasible itself.
fn is_provably_maximal(set: &[usize], infeasible: &[Vec<usize>]) -> bool {
    set.iter().all(|left_out| {
        let mut rest = set.iter().filter(|i| *i != left_out);
        infeasible.iter().any(|known| rest.clone().all(|i| known.contains(i))) || {
            // Nothing at all is left, and nobody has asked.
            rest.next().is_none() && infeasible.iter().any(Vec::is_empty)
        }
    })
}

impl Recorded {
    /// The sets that the search has met, to be drawn as a lattice; how many there are, if that is too many.
    pub fn portrait(&self) -> Result<Portrait, usize> {
        let mut sets: Vec<&Vec<usize>> = self.steps.iter().map(element_of).chain(&self.chosen).collect();
        sort_by_key(&mut sets, |set| (set.len(), *set));
        sets.dedup();
        if sets.len() > SETS_SHOWN {
            return Err(sets.len());
        }
        let cost = |set: &[usize]| set.iter().filter_map(|i| self.templates.get(*i)).map(|t| t.cost).sum();
        let element = |set: &Vec<usize>| ElementText {
            templates: set.clone(),
            feasible: false,
            maximal: false,
            cost: cost(set),
            canonical: Vec::new(),
        };
        let mut portrait = Portrait {
            templates: self.templates.clone(),
            elements: sets.into_iter().map(element).collect(),
            frontier: Vec::new(),
            cheapest: self.chosen.clone(),
            ends: Vec::new(),
            frontier_steps: self.steps.clone(),
            cheapest_steps: Vec::new(),
            stopped: self.stopped.clone(),
        };
        let known = knowledge(&portrait, Some(self.steps.len()));
        let infeasible: Vec<Vec<usize>> = portrait
            .elements
            .iter()
            .zip(&known)
            .filter(|(_, known)| **known == Knowledge::Infeasible)
            .map(|(element, _)| element.templates.clone())
            .collect();
        for (element, known) in portrait.elements.iter_mut().zip(known) {
            element.feasible = known >= Knowledge::Feasible;
            element.maximal = known == Knowledge::Maximal
                || (element.feasible && is_provably_maximal(&element.templates, &infeasible));
        }
        Ok(portrait)
    }
}

#[cfg(test)]
mod tests {
    use hornbook::settings::RunSettings;

    use super::*;
    use crate::draw::NodeKey;
    use crate::draw::Role;
    use crate::text::examples::Example;
    use crate::wire::protocol::RunId;
    use crate::worker::runner::Runner;

    #[test]
    fn what_a_run_has_searched_is_drawn() {
        let text = Example::named("loop50").unwrap().text;
        let mut runner = Runner::default();
        runner.begin(RunId(1), text, &RunSettings::default(), &[]);
        let events: Vec<Event> = std::iter::from_fn(|| runner.step(RunId(1))).collect();
        let found = events.iter().position(|e| matches!(e, Event::CounterexampleFound { .. })).unwrap() + 1;
        let recorded = Recorded::of(&events, found).unwrap();
        let portrait = recorded.portrait().unwrap();
        let scene = super::super::scene(
            &portrait,
            recorded.chosen.first().map(Vec::as_slice),
            None,
            "Search".to_owned(),
        );
        let tried = recorded.steps.iter().filter(|step| matches!(step, SearchStep::Tried { .. })).count();
        assert!(tried > 1 && scene.nodes.len() >= tried.min(SETS_SHOWN) / 2);
        let chosen: Vec<Role> = scene.nodes.iter().filter(|n| n.is_selected).map(|n| n.role).collect();
        assert_eq!(chosen, [Role::Maximal]);
        // Fewer templates are above, with lines from each set to the next smaller ones.
        let size = |id: NodeKey| portrait.elements[id.index().unwrap()].templates.len();
        for edge in &scene.edges {
            assert!(size(edge.head) < size(edge.tails[0]));
        }
        let many = Recorded {
            steps: (0..=SETS_SHOWN).map(|i| SearchStep::Bound { element: vec![i] }).collect(),
            ..recorded
        };
        assert!(many.portrait().is_err_and(|count| count > SETS_SHOWN));
    }
}
