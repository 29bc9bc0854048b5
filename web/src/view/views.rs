//! The views of a run. All follow the step and the selection.
//!
//! A view is a component in a file of its own, an arm of [`draw`], and an entry in the table of
//! `state::views`.

mod clauses;
mod explanation;
mod fragments;
mod frontier;
mod graph;
mod interpolants;
mod limits;
mod model;
pub(crate) mod narration;
mod plane;
mod position;
mod predicates;
mod run;
mod statistics;
mod tree;
mod verdict;
mod your_move;
mod your_proof;

use std::rc::Rc;

use hornbook::engine::Header;
use yew::prelude::*;

use self::clauses::Clauses;
use self::fragments::Fragments;
use self::frontier::Frontier;
use self::graph::Graph;
use self::interpolants::Interpolants;
use self::model::Model;
use self::narration::Narration;
use self::plane::Plane;
use self::predicates::Predicates;
use self::run::RunOfModel;
use self::statistics::Statistics;
use self::tree::Tree;
use self::verdict::Verdict;
use self::your_move::YourMove;
use self::your_proof::YourProof;
use crate::model::Names;
use crate::run::Run;
use crate::run::selection::Selection;
use crate::state::by_hand::Game;
use crate::state::inspection::Inspections;
use crate::state::own::Own;
use crate::state::reader::Placed;
use crate::state::views::View;
use crate::state::{Action, Side};
use crate::text::examples::Example;

/// What every view is given.
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct ViewProperties {
    pub(crate) run: Run,
    /// The clauses that the moment of the run speaks of.
    pub(crate) header: Rc<Header>,
    pub(crate) side: Side,
    pub(crate) selection: Selection,
    pub(crate) act: Callback<Action>,
    /// What is seen of positions of counterexamples.
    pub(crate) inspections: Rc<Inspections>,
    /// The user's own choices and proof.
    pub(crate) own: Rc<Own>,
    /// The place of the run's text among the fragments, or why it is not known.
    pub(crate) placement: Option<Placed>,
    /// The model of the run, if somebody plays with it, and whether that is possible.
    pub(crate) game: Option<Game>,
    pub(crate) can_be_played: bool,
    /// Whether the run has steps after the moment which nobody is to see yet.
    pub(crate) hides_later: bool,
}

impl ViewProperties {
    /// What a file with a picture of this moment is called: the problem, the step, and what it shows.
    fn picture_name(&self, of: &str) -> AttrValue {
        let problem = Example::behind(&self.run.text).map_or("problem", |example| example.name);
        format!("{problem}-step-{}-{of}", self.run.moment.step).into()
    }

    /// What the clauses of the moment call things.
    fn names(&self) -> Names<'_> {
        Names(&self.header)
    }
}

/// The view itself.
pub(crate) fn draw(view: View, properties: ViewProperties) -> Html {
    match view {
        View::Narration => html! { <Narration ..properties /> },
        View::Graph => html! { <Graph ..properties /> },
        View::Model => html! { <Model ..properties /> },
        View::Run => html! { <RunOfModel ..properties /> },
        View::Tree => html! { <Tree ..properties /> },
        View::Clauses => html! { <Clauses ..properties /> },
        View::Predicates => html! { <Predicates ..properties /> },
        View::Interpolants => html! { <Interpolants ..properties /> },
        View::Frontier => html! { <Frontier ..properties /> },
        View::Plane => html! { <Plane ..properties /> },
        View::Move => html! { <YourMove ..properties /> },
        View::Proof => html! { <YourProof ..properties /> },
        View::Verdict => html! { <Verdict ..properties /> },
        View::Fragments => html! { <Fragments ..properties /> },
        View::Statistics => html! { <Statistics ..properties /> },
    }
}
