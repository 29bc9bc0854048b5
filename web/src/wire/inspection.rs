//! Questions about positions of counterexamples, and the worker's replies.

use hornbook::engine::PositionId;
use hornbook::formula::FormulaText;
use hornbook::inspect::{
    FrontierText, Inspection, Judgement, LatticeText, NoFrontier, NoLattice, Plane, Query, Unfit, Unplottable,
};
use serde::{Deserialize, Serialize};

use crate::wire::protocol::RunId;

/// A position of a counterexample of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InspectedPosition {
    pub run: RunId,
    /// The step that found the counterexample.
    pub step: usize,
    pub position: PositionId,
}

/// What can be asked about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// The sides and the lattice of interpolants.
    Inspect,
    /// Why is this an interpolant?
    Explain(FormulaText),
    /// Is this an interpolant, and why?
    Judge(String),
    /// The lattice of interpolants with the sub-lattices that these templates leave.
    SubLattices(String),
    /// The lattice of abstractions by these templates.
    Frontier(String),
    Plane(Query),
}

/// What the worker says to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    Inspection(Box<Inspection>),
    Judgement(Judgement),
    SubLattices(Result<LatticeText, NoLattice>),
    Frontier(Result<FrontierText, NoFrontier>),
    Plane(Result<Plane, Unplottable>),
    /// There is nothing to look at.
    Unfit(Unfit),
    /// It took too much, or somebody has stopped it; the reason is a sentence.
    Stopped(String),
}
