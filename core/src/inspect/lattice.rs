//! The interpolants of a position, as a picture of their order.

use serde::{Deserialize, Serialize};

use super::{Inspector, Parameter, Pin, SideText};
use crate::formula::Formula;
use crate::horn::RelId;
use crate::interpolate::{Origin, Outcome, lattice_with};
use crate::solver::{Budget, Unknown};

/// The steps that the lattice of a position may take.
pub const LATTICE_STEPS: u64 = 10_000_000;

/// What there is to see at a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inspection {
    pub position: usize,
    pub relation: RelId,
    /// The name of the relation symbol.
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// The sub-tree of the position.
    pub a: SideText,
    /// The rest of the tree.
    pub b: SideText,
    pub lattice: Result<LatticeText, NoLattice>,
    /// Templates to explore first, as one would type them.
    pub templates: String,
    /// The arguments that a side leaves one value only.
    pub pins: Vec<Pin>,
}

/// Some interpolants in their order; every one has passed its check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LatticeText {
    /// Stronger points come first.
    pub points: Vec<PointText>,
    /// The Hasse diagram: `(i, j)` when point `i` implies point `j` and none lies in between.
    pub covers: Vec<(usize, usize)>,
    /// The point that the refinement took.
    pub chosen: Option<usize>,
    /// How many points were left out, so that the picture stays readable.
    pub omitted: usize,
    /// An end of the lattice could not be computed within its limit of steps.
    pub open_ends: bool,
}

/// A point of the lattice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointText {
    /// In the papers' notation.
    pub text: String,
    /// In the house syntax, to be typed again.
    pub typed: String,
    /// The ways that led here.
    pub origins: Vec<Origin>,
}

/// Why there is no lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoLattice {
    /// The sides do not contradict each other: the counterexample is real.
    Real,
    Unknown(Unknown),
}

impl Inspector {
    /// What there is to see here. The engine's choice is one of the points if its text is given.
    pub fn inspect(&mut self, chosen: Option<&str>, budget: &mut Budget) -> Inspection {
        let chosen = chosen.and_then(|text| self.formula(text).ok());
        Inspection {
            position: self.position,
            relation: self.relation,
            name: self.relation_name().to_owned(),
            parameters: self.parameters(),
            a: self.side_text(&self.a),
            b: self.side_text(&self.b),
            lattice: self.lattice(chosen, budget),
            templates: self.suggested_templates(budget),
            pins: self.pins(budget),
        }
    }

    fn lattice(&mut self, chosen: Option<Formula>, budget: &mut Budget) -> Result<LatticeText, NoLattice> {
        let mut allowance = Budget::steps(LATTICE_STEPS);
        let found = lattice_with(
            &mut self.system.arena,
            &self.a.formulae,
            &self.b.formulae,
            chosen.as_slice(),
            &mut allowance,
        );
        budget.take(allowance.used()).map_err(NoLattice::Unknown)?;
        let lattice = match found.map_err(NoLattice::Unknown)? {
            Outcome::Model(_) => return Err(NoLattice::Real),
            Outcome::Interpolants(lattice) => lattice,
        };
        let typed = self.typed(lattice.points.iter().map(|point| point.formula));
        let points = lattice.points.iter().zip(typed).map(|(point, typed)| PointText {
            text: self.show(point.formula),
            typed,
            origins: point.origins.clone(),
        });
        Ok(LatticeText {
            points: points.collect(),
            covers: lattice.covers,
            chosen: lattice.points.iter().position(|p| p.origins.contains(&Origin::Given)),
            omitted: lattice.omitted,
            open_ends: lattice.open_ends,
        })
    }
}
