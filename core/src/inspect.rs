//! A look into one position of a counterexample: what its interpolants may be, and why.
//!
//! At a position of an and/or tree the relation symbol that is derived there separates two worlds. *A* is the
//! sub-tree: the clause instances that derive the symbol. *B* is the rest: the instances that use what was
//! derived. They contradict each other and share the arguments of the relation symbol, so the formulae that
//! the refinement may choose there are the interpolants of A and B (CAV'13, Sect. 4.1; Acta'16, Sect. 3.1).
//!
//! ```
//! use hornbook::engine::{Engine, Event, Settings, PositionId};
//! use hornbook::inspect::Inspector;
//! use hornbook::lang::house;
//! use hornbook::solver::Budget;
//! let (problem, _) = house::parse("p(X) :- X = 1. false :- p(X), X < 0.");
//! let mut engine = Engine::new(problem.clone(), Settings::default());
//! let tree = loop {
//!     if let Event::CounterexampleFound { tree } = engine.step(&mut Budget::unlimited()) {
//!         break tree;
//!     }
//! };
//! let (pipeline, mut budget) = (Settings::default().pipeline, Budget::unlimited());
//! let mut inspector = Inspector::new(&problem, &pipeline, &tree, &[], PositionId(0), &mut budget).unwrap();
//! let inspection = inspector.inspect(None, &mut Budget::unlimited());
//! let lattice = inspection.lattice.unwrap();
//! assert_eq!(lattice.points[0].text.as_str(), "X = 1");
//! assert_eq!(lattice.points.last().unwrap().text.as_str(), "X ≥ 0");
//! ```
//!
//! Everything here is computed anew from the problem and the tree, so it needs no engine and can be asked for
//! any step of a recorded run.

mod apart;
mod clauses;
mod contradiction;
mod explain;
mod frontier;
mod judge;
mod lattice;
mod pin;
mod plane;
mod position;
mod region;
mod sides;
mod sub_lattice;
mod typed;
mod unshared;

pub use apart::AlikeText;
pub use clauses::ClauseExport;
pub use contradiction::{CONTRADICTION_STEPS, ContradictionText, Core, InstanceConstraints};
pub use explain::{Case, Claim, EXPLANATION_STEPS, ExplanationText, Given, LEMMA_LIMIT, Reason, Source};
pub use frontier::{ENDS_LIMIT, FRONTIER_STEPS, FrontierText, NoFrontier, TEMPLATES_SHOWN};
pub use judge::{Judgement, Opinion, Witness};
pub use lattice::{Inspection, LATTICE_STEPS, LatticeText, NoLattice, PointText};
pub use pin::{PIN_STEPS, Pin};
pub use plane::{
    Layer, LayerKind, Others, PLANE_STEPS, POINTWISE_SIDE, Plane, Query, RoundsText, Unplottable,
    WINDOW_LIMIT, Window,
};
pub use position::{Inspector, Parameter, Unfit};
pub use sides::{INSTANCE_LIMIT, SideInstanceText, SideText};
pub use sub_lattice::{SUB_LATTICE_LIMIT, SubLatticeText};
pub use unshared::UNSHARED_LIMIT;

#[cfg(test)]
mod tests;
