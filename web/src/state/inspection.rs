//! Looking into positions of counterexamples: what is asked of the worker, what it has said, and what is
//! chosen to be seen.

use std::rc::Rc;

use hornbook::engine::{AndOrTree, Event, InterpolantText, PositionId, PredicateId, SchemeOutcome};
use hornbook::formula::FormulaText;
use hornbook::horn::SystemClauseId;
use hornbook::inspect::{ContradictionText, INSTANCE_LIMIT};
use hornbook::interpolate::PointOrigin;

use crate::run::selection::Selection;
use crate::run::{Moment, Run};
use crate::wire::inspection::{InspectedPosition, Question, Reply};
use crate::wire::protocol::{Counterexample, Request};

/// At most this many answers are kept; asking again is cheap.
const MEMORY: usize = 60;

/// What is looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inspections {
    /// What was asked and answered, the latest last.
    replies: Vec<(InspectedPosition, Question, Rc<Reply>)>,
    /// The question that a view wants to be answered.
    wanted: Vec<(InspectedPosition, Question)>,
    /// The lattice point that is explained; the engine's choice if none.
    pub point: Option<Rc<FormulaText>>,
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
    /// The loop whose rounds are shown in the place of the sides.
    pub rounds: Option<usize>,
    /// The point under the cursor.
    pub cursor: Option<(i64, i64)>,
}

/// What the user does in these views.
#[derive(Clone, Debug)]
pub enum InspectionAction {
    /// A view wants this to be answered.
    Want(InspectedPosition, Question),
    Point(Rc<FormulaText>),
    Own(Rc<str>),
    Templates(Rc<str>),
    Element(Vec<usize>),
    Search(Option<usize>),
    Plane(PlaneChoice),
}

/// The counterexample that was found last, at a moment of a run, with its interpolants if they are known by
/// then.
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
        run.log.with_events(|events| {
            let mut interpolants = &Vec::new();
            for (index, event) in events.iter().enumerate().take(run.moment.step).rev() {
                if let Event::InterpolantsFound { interpolants: found } = event
                    && interpolants.is_empty()
                {
                    interpolants = found;
                }
                if let Some(tree) = event.counterexample() {
                    return Some(Found {
                        step: index + 1,
                        tree: Rc::new(tree.clone()),
                        interpolants: Rc::new(interpolants.clone()),
                        is_current: run.moment.after.counterexample.is_some(),
                    });
                }
            }
            None
        })
    }

    /// Where to ask for the constraints of the counterexample at hand, if there is one. They are those of the
    /// whole tree, whatever is selected, so they are named as at the position below the query.
    pub fn contradiction(run: &Run) -> Option<InspectedPosition> {
        Found::contradiction_at(run, &run.moment)
    }

    /// The same at another moment of the run.
    pub fn contradiction_at(run: &Run, moment: &Moment) -> Option<InspectedPosition> {
        // Larger ones are shown without.
        let tree = moment.after.counterexample.as_ref()?;
        let position = PositionId::at(tree.positions.len().checked_sub(2)?);
        let is_small = tree.positions.len() <= INSTANCE_LIMIT && !moment.is_expanded();
        let found = is_small.then(|| run.log.last_counterexample(moment.step)).flatten()?;
        Some(InspectedPosition { run: run.id, step: found, position })
    }

    /// The position to look at: the selected one, or else one whose interpolant says something.
    pub fn position(&self, selection: Selection) -> Option<PositionId> {
        let count = self.tree.positions.len().checked_sub(1)?;
        if let Selection::Position(position) = selection
            && position.index() < count
        {
            return Some(position);
        }
        let says = |i: &InterpolantText| i.text.truth().is_none();
        let chosen = (self.interpolants.iter().take(count).rposition(says)).or_else(|| count.checked_sub(1));
        chosen.map(PositionId::at)
    }
}

/// The constraints that an answer tells of.
pub fn contradiction_of(reply: Option<&Reply>) -> Option<&ContradictionText> {
    match reply {
        Some(Reply::Contradiction(found)) => Some(found),
        _ => None,
    }
}

/// The clauses of a smallest contradiction, each with those of its constraints that are part of it.
pub fn core_of(reply: Option<&Reply>) -> Vec<(SystemClauseId, Vec<FormulaText>)> {
    let instances = contradiction_of(reply).map_or(&[][..], |found| &found.instances);
    let mut core: Vec<(SystemClauseId, Vec<FormulaText>)> = Vec::new();
    for instance in instances {
        let marked = instance.constraints.iter().filter(|(_, is_marked)| *is_marked).map(|(text, _)| text);
        let Some(clause) = instance.clause.filter(|_| marked.clone().next().is_some()) else { continue };
        match core.iter_mut().find(|(known, _)| *known == clause) {
            Some((_, texts)) => texts.extend(marked.cloned()),
            None => core.push((clause, marked.cloned().collect())),
        }
    }
    core
}

impl Inspections {
    /// The clauses of the smallest contradiction that refutes the counterexample at hand, if it is known by
    /// now that it is spurious, and why.
    pub fn refuting(&self, run: &Run) -> Vec<SystemClauseId> {
        let inspected = Found::contradiction(run).filter(|_| run.moment.after.is_refuted);
        let reply = inspected.and_then(|inspected| self.answer(inspected, &Question::Contradiction));
        core_of(reply.as_deref()).into_iter().map(|(clause, _)| clause).collect()
    }

    /// The answer to a question, if it is known.
    pub fn answer(&self, inspected: InspectedPosition, question: &Question) -> Option<Rc<Reply>> {
        let known = self.replies.iter().rev().find(|(s, q, _)| *s == inspected && q == question);
        known.map(|(_, _, reply)| Rc::clone(reply))
    }

    /// The latest answer about a position of which this holds; better than nothing while the next is on its
    /// way.
    pub fn latest(
        &self,
        inspected: InspectedPosition,
        fits: impl Fn(&Question) -> bool,
    ) -> Option<Rc<Reply>> {
        let known = self.replies.iter().rev().find(|(s, q, _)| *s == inspected && fits(q));
        known.map(|(_, _, reply)| Rc::clone(reply))
    }

    /// What to ask next.
    pub fn pending(&self) -> Option<&(InspectedPosition, Question)> {
        self.wanted.last()
    }

    /// Whether a view still waits for the answer to a question.
    pub fn wants(&self, inspected: InspectedPosition, question: &Question) -> bool {
        self.wanted.iter().any(|(s, q)| (*s, q) == (inspected, question))
    }

    pub fn after(&mut self, action: InspectionAction) {
        match action {
            InspectionAction::Want(inspected, question) => {
                if self.answer(inspected, &question).is_none() {
                    // A view that wants something else does not want what it wanted before.
                    let kind = std::mem::discriminant(&question);
                    self.wanted
                        .retain(|(s, q)| !(s.run == inspected.run && std::mem::discriminant(q) == kind));
                    self.wanted.push((inspected, question));
                }
            }
            InspectionAction::Point(point) => self.point = Some(point),
            InspectionAction::Own(text) => self.own = text,
            InspectionAction::Templates(text) => {
                self.templates = Some(text);
                self.element = None;
                self.search = None;
            }
            InspectionAction::Element(element) => self.element = Some(element),
            InspectionAction::Search(step) => self.search = step,
            InspectionAction::Plane(choice) => self.plane = choice,
        }
    }

    /// The worker has answered.
    pub fn heard(&mut self, inspected: InspectedPosition, question: Question, reply: Reply) {
        self.wanted.retain(|(s, q)| (*s, q) != (inspected, &question));
        if self.replies.len() == MEMORY {
            self.replies.remove(0);
        }
        self.replies.push((inspected, question, Rc::new(reply)));
    }

    /// Other runs have begun, and what was chosen for the old ones means nothing to them.
    pub fn forget(&mut self) {
        *self = Inspections {
            own: Rc::clone(&self.own),
            templates: self.templates.take(),
            ..Inspections::default()
        };
    }
}

/// What to tell the worker, so that it can answer a question about a run.
pub fn request(run: &Run, inspected: InspectedPosition, question: &Question) -> Option<Request> {
    let tree = run.log.event(inspected.step)?.counterexample()?.clone();
    let (mut chosen, mut given) = (None, Vec::new());
    for step in inspected.step + 1..=run.log.len() {
        match run.log.event(step) {
            Some(Event::InterpolantsFound { interpolants }) => {
                chosen = interpolants.get(inspected.position.index()).map(|i| i.text.clone());
                break;
            }
            // The inductive interpolants of loops are points of the lattice, too.
            Some(Event::Accelerated { outcome: SchemeOutcome::Infeasible { inductive }, .. }) => {
                for found in inductive {
                    let sp = found.sp.iter().map(|text| (PointOrigin::Postcondition, text.clone()));
                    given.extend(sp);
                    given.extend(found.wp.iter().map(|text| (PointOrigin::Precondition, text.clone())));
                }
            }
            Some(event) if event.counterexample().is_none() => {}
            _ => break,
        }
    }
    let (text, settings) = (run.text.to_string(), run.settings_at(inspected.step));
    let open = known(run, inspected.step, &tree);
    Some(Request::Inspect {
        inspected,
        question: question.clone(),
        text,
        settings,
        tree,
        open,
        chosen,
        given,
    })
}

/// What the run refutes or has refuted last, at its moment: a counterexample, or an unwinding.
pub fn counterexample(run: &Run) -> Option<Counterexample> {
    (1..=run.moment.step).rev().find_map(|step| match run.log.event(step)? {
        Event::CounterexampleFound { tree } => {
            let open = known(run, step, &tree);
            Some(Counterexample::Tree { tree, open })
        }
        Event::Expanded { expansion } => Some(Counterexample::Expansion(expansion)),
        _ => None,
    })
}

/// What the predicates say at the open positions of a tree.
fn known(run: &Run, step: usize, tree: &AndOrTree) -> Vec<(PositionId, Vec<FormulaText>)> {
    if !tree.is_open() {
        return Vec::new();
    }
    let state = run.log.state(step);
    let predicate = |id: &PredicateId| {
        state.predicates.iter().find(|predicate| predicate.id == *id).map(|predicate| predicate.text.clone())
    };
    tree.open()
        .filter_map(|i| {
            let node = state.nodes.get(&tree[i].node?)?;
            Some((i, node.predicates.iter().filter_map(predicate).collect()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use hornbook::inspect::Unfit;

    use super::*;
    use crate::wire::protocol::RunId;

    fn at(position: usize) -> InspectedPosition {
        InspectedPosition { run: RunId(1), step: 3, position: PositionId::at(position) }
    }

    fn reply() -> Reply {
        Reply::Unfit(Unfit::Position)
    }

    #[test]
    fn what_was_answered_is_not_asked_again() {
        let mut inspections = Inspections::default();
        inspections.after(InspectionAction::Want(at(0), Question::Inspect));
        assert_eq!(inspections.pending(), Some(&(at(0), Question::Inspect)));
        inspections.heard(at(0), Question::Inspect, reply());
        assert_eq!(inspections.pending(), None);
        inspections.after(InspectionAction::Want(at(0), Question::Inspect));
        assert_eq!(inspections.pending(), None);
        assert!(inspections.answer(at(0), &Question::Inspect).is_some());
        assert!(inspections.answer(at(1), &Question::Inspect).is_none());
    }

    #[test]
    fn only_the_last_wish_of_a_kind_counts() {
        let mut inspections = Inspections::default();
        inspections.after(InspectionAction::Want(at(0), Question::Inspect));
        for text in ["X", "X >", "X > 0"] {
            inspections.after(InspectionAction::Want(at(0), Question::Judge(text.to_owned())));
        }
        inspections.heard(at(0), Question::Judge("X > 0".to_owned()), reply());
        assert_eq!(inspections.pending(), Some(&(at(0), Question::Inspect)));
    }

    #[test]
    fn memory_is_limited() {
        let mut inspections = Inspections::default();
        for position in 0..2 * MEMORY {
            inspections.heard(at(position), Question::Inspect, reply());
        }
        assert_eq!(inspections.replies.len(), MEMORY);
        assert!(inspections.answer(at(2 * MEMORY - 1), &Question::Inspect).is_some());
    }
}
