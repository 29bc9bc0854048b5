//! Looking into positions of counterexamples: what is asked of the worker, what it has said, and what is chosen to be seen.

use std::rc::Rc;

use hornbook::engine::{AndOrTree, Event, InterpolantText, PredicateId};
use hornbook::inspect::{FrontierText, Inspection, Judgement, NoFrontier, Plane, Query, Unfit, Unplottable};
use serde::{Deserialize, Serialize};

use crate::protocol::{Request, RunId};
use crate::run::Run;
use crate::selection::Selection;

/// A position of a counterexample of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    pub run: RunId,
    /// The step that found the counterexample.
    pub step: usize,
    pub position: usize,
}

/// What can be asked about a spot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// The sides and the lattice of interpolants.
    Inspect,
    /// Why is this an interpolant?
    Explain(String),
    /// Is this an interpolant, and why?
    Judge(String),
    /// The lattice of abstractions by these templates.
    Frontier(String),
    Plane(Query),
}

/// What the worker says to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sight {
    Inspection(Box<Inspection>),
    Judgement(Judgement),
    Frontier(Result<FrontierText, NoFrontier>),
    Plane(Result<Plane, Unplottable>),
    /// There is nothing to look at.
    Unfit(Unfit),
}

/// So many answers are kept; asking again is cheap.
const MEMORY: usize = 60;

/// What is looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    /// What was asked and answered, the latest last.
    sights: Vec<(Spot, Question, Rc<Sight>)>,
    /// The question that a view wants to be answered.
    wanted: Vec<(Spot, Question)>,
    /// The lattice point that is explained, by its typed form; the engine's choice if none.
    pub point: Option<Rc<str>>,
    /// The interpolant that the user types.
    pub own: Rc<str>,
    /// The templates that the user types; the suggested ones if none.
    pub templates: Option<Rc<str>>,
    /// The set of templates that is looked at.
    pub element: Option<Vec<usize>>,
    /// How many steps of the search are replayed; all if none.
    pub search: Option<usize>,
    pub plane: PlaneChoice,
}

/// What the plane shows, as far as the user has chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaneChoice {
    pub axes: Option<(Rc<str>, Rc<str>)>,
    /// Left, bottom, and the number of points along a side.
    pub window: Option<(i64, i64, u32)>,
    /// The arguments that are fixed, with their values as typed.
    pub fixed: Vec<(Rc<str>, Rc<str>)>,
    /// The point under the cursor.
    pub cursor: Option<(i64, i64)>,
}

/// What the user does in these views.
#[derive(Clone, Debug)]
pub enum Glance {
    /// A view wants this to be answered.
    Want(Spot, Question),
    Point(Rc<str>),
    Own(Rc<str>),
    Templates(Rc<str>),
    Element(Vec<usize>),
    Search(Option<usize>),
    Plane(PlaneChoice),
}

/// The counterexample that was found last, at a moment of a run, with its interpolants if they are known by then.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The step that found it.
    pub step: usize,
    pub tree: Rc<AndOrTree>,
    /// Empty as long as there are none.
    pub interpolants: Rc<Vec<InterpolantText>>,
    /// Whether the run is still at it.
    pub is_current: bool,
}

impl Found {
    /// Goes back to the last counterexample.
    pub fn at(run: &Run) -> Option<Found> {
        let mut interpolants = Vec::new();
        for step in (1..=run.moment.step).rev() {
            match run.log.event(step) {
                Some(Event::InterpolantsFound { interpolants: found }) if interpolants.is_empty() => {
                    interpolants = found;
                }
                Some(Event::CounterexampleFound { tree }) => {
                    let is_current = run.moment.after.counterexample.is_some();
                    return Some(Found {
                        step,
                        tree: Rc::new(tree),
                        interpolants: Rc::new(interpolants),
                        is_current,
                    });
                }
                _ => {}
            }
        }
        None
    }

    /// The position to look at: the selected one, or else one whose interpolant says something.
    pub fn position(&self, selection: Selection) -> Option<usize> {
        let count = self.tree.positions.len().checked_sub(1)?;
        if let Selection::Position(position) = selection
            && position < count
        {
            return Some(position);
        }
        let says = |i: &InterpolantText| i.text != "true" && i.text != "false";
        (self.interpolants.iter().take(count).rposition(says)).or_else(|| count.checked_sub(1))
    }
}

impl Look {
    /// The answer to a question, if it is known.
    pub fn answer(&self, spot: Spot, question: &Question) -> Option<Rc<Sight>> {
        let known = self.sights.iter().rev().find(|(s, q, _)| *s == spot && q == question);
        known.map(|(_, _, sight)| Rc::clone(sight))
    }

    /// The latest answer about a spot of which this holds; better than nothing while the next is on its way.
    pub fn latest(&self, spot: Spot, fits: impl Fn(&Question) -> bool) -> Option<Rc<Sight>> {
        let known = self.sights.iter().rev().find(|(s, q, _)| *s == spot && fits(q));
        known.map(|(_, _, sight)| Rc::clone(sight))
    }

    /// What to ask next.
    pub fn pending(&self) -> Option<&(Spot, Question)> {
        self.wanted.last()
    }

    pub fn after(&mut self, glance: Glance) {
        match glance {
            Glance::Want(spot, question) => {
                if self.answer(spot, &question).is_none() {
                    // A view that wants something else does not want what it wanted before.
                    let kind = std::mem::discriminant(&question);
                    self.wanted.retain(|(s, q)| !(s.run == spot.run && std::mem::discriminant(q) == kind));
                    self.wanted.push((spot, question));
                }
            }
            Glance::Point(point) => self.point = Some(point),
            Glance::Own(text) => self.own = text,
            Glance::Templates(text) => {
                self.templates = Some(text);
                self.element = None;
                self.search = None;
            }
            Glance::Element(element) => self.element = Some(element),
            Glance::Search(step) => self.search = step,
            Glance::Plane(choice) => self.plane = choice,
        }
    }

    /// The worker has answered.
    pub fn heard(&mut self, spot: Spot, question: Question, sight: Sight) {
        self.wanted.retain(|(s, q)| (*s, q) != (spot, &question));
        if self.sights.len() == MEMORY {
            self.sights.remove(0);
        }
        self.sights.push((spot, question, Rc::new(sight)));
    }

    /// Other runs have begun, and what was chosen for the old ones means nothing to them.
    pub fn forget(&mut self) {
        *self = Look { own: Rc::clone(&self.own), templates: self.templates.take(), ..Look::default() };
    }
}

/// What to tell the worker, so that it can answer a question about a run.
pub fn request(run: &Run, spot: Spot, question: &Question) -> Option<Request> {
    let Some(Event::CounterexampleFound { tree }) = run.log.event(spot.step) else { return None };
    let mut chosen = None;
    for step in spot.step + 1..=run.log.len() {
        match run.log.event(step) {
            Some(Event::InterpolantsFound { interpolants }) => {
                chosen = interpolants.get(spot.position).map(|i| i.text.clone());
                break;
            }
            Some(Event::CounterexampleFound { .. }) | None => break,
            _ => {}
        }
    }
    let (text, settings) = (run.text.to_string(), run.settings.clone());
    let open = known(run, spot.step, &tree);
    Some(Request::Look { spot, question: question.clone(), text, settings, tree, open, chosen })
}

/// What the predicates say at the open positions of a tree.
fn known(run: &Run, step: usize, tree: &AndOrTree) -> Vec<(usize, String)> {
    if !tree.is_open() {
        return Vec::new();
    }
    let state = run.log.state(step);
    let predicate = |id: &PredicateId| {
        let text = state.predicates.iter().find(|p| p.id == *id).map_or("true", |p| &*p.text);
        format!("({text})")
    };
    let positions = tree.positions.iter().enumerate().filter(|(_, p)| p.alternatives.is_empty());
    positions
        .filter_map(|(i, position)| {
            let node = state.nodes.get(&position.node?)?;
            let mut parts = vec!["true".to_owned()];
            parts.extend(node.predicates.iter().map(predicate));
            Some((i, parts.join(" ∧ ")))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(position: usize) -> Spot {
        Spot { run: RunId(1), step: 3, position }
    }

    fn sight() -> Sight {
        Sight::Unfit(Unfit::Position)
    }

    #[test]
    fn what_was_answered_is_not_asked_again() {
        let mut look = Look::default();
        look.after(Glance::Want(spot(0), Question::Inspect));
        assert_eq!(look.pending(), Some(&(spot(0), Question::Inspect)));
        look.heard(spot(0), Question::Inspect, sight());
        assert_eq!(look.pending(), None);
        look.after(Glance::Want(spot(0), Question::Inspect));
        assert_eq!(look.pending(), None);
        assert!(look.answer(spot(0), &Question::Inspect).is_some());
        assert!(look.answer(spot(1), &Question::Inspect).is_none());
    }

    #[test]
    fn only_the_last_wish_of_a_kind_counts() {
        let mut look = Look::default();
        look.after(Glance::Want(spot(0), Question::Inspect));
        for text in ["X", "X >", "X > 0"] {
            look.after(Glance::Want(spot(0), Question::Judge(text.to_owned())));
        }
        look.heard(spot(0), Question::Judge("X > 0".to_owned()), sight());
        assert_eq!(look.pending(), Some(&(spot(0), Question::Inspect)));
    }

    #[test]
    fn memory_is_limited() {
        let mut look = Look::default();
        for position in 0..2 * MEMORY {
            look.heard(spot(position), Question::Inspect, sight());
        }
        assert_eq!(look.sights.len(), MEMORY);
        assert!(look.answer(spot(2 * MEMORY - 1), &Question::Inspect).is_some());
    }
}
