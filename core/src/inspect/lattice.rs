//! The interpolants of a position, as a picture of their order.

use serde::{Deserialize, Serialize};

use super::sub_lattice::{SubLattice, SubLatticeText};
use super::{Inspector, Parameter, Pin, SideText};
use crate::engine::PositionId;
use crate::formula::{Formula, FormulaText, NotRead};
use crate::horn::SystemRelationId;
use crate::interpolate::{Outcome, PointOrigin, lattice_with};
use crate::solver::{Budget, Unknown};

/// The steps that the lattice of a position may take.
pub const LATTICE_STEPS: u64 = 10_000_000;

/// What there is to see at a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inspection {
    pub position: PositionId,
    pub relation: SystemRelationId,
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
    /// Why the point that the refinement took is not among those of the lattice, if its text could not be
    /// read back.
    pub not_read: Option<NotRead>,
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
    /// The sub-lattices of maximal feasible abstractions, cheap ones first (Acta'16, Fig. 2); none unless
    /// they were asked for ([`Inspector::lattice_within`]).
    pub sub_lattices: Vec<SubLatticeText>,
}

/// A point of the lattice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointText {
    /// In the papers' notation.
    pub text: FormulaText,
    /// The ways that led here.
    pub origins: Vec<PointOrigin>,
}

/// Why there is no lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoLattice {
    /// The sides do not contradict each other: the counterexample is real.
    Real,
    Unknown(Unknown),
}

impl Inspector {
    /// What there is to see here. The engine's choice is one of the points if its text is given and says all.
    pub fn inspect(&mut self, chosen: Option<&FormulaText>, budget: &mut Budget) -> Inspection {
        let (chosen, not_read) = match chosen.map(|text| self.read(text)).transpose() {
            Ok(chosen) => (chosen, None),
            Err(reason) => (None, Some(reason)),
        };
        Inspection {
            position: self.position,
            relation: self.relation,
            name: self.relation_name().to_owned(),
            parameters: self.parameters(),
            a: self.side_text(&self.a),
            b: self.side_text(&self.b),
            lattice: self.lattice(chosen, &[], budget),
            templates: self.suggested_templates(budget),
            pins: self.pins(budget),
            not_read,
        }
    }

    /// The lattice, with the sub-lattices that the maximal feasible sets of these templates leave.
    pub fn lattice_within(
        &mut self,
        chosen: Option<&FormulaText>,
        templates: &str,
        budget: &mut Budget,
    ) -> Result<LatticeText, NoLattice> {
        let chosen = chosen.and_then(|text| self.read(text).ok());
        let abstractions = self.sub_lattices(templates, budget);
        self.lattice(chosen, &abstractions, budget)
    }

    fn lattice(
        &mut self,
        chosen: Option<Formula>,
        abstractions: &[SubLattice],
        budget: &mut Budget,
    ) -> Result<LatticeText, NoLattice> {
        let mut given: Vec<(PointOrigin, Formula)> =
            chosen.iter().map(|f| (PointOrigin::Given, *f)).collect();
        given.extend(&self.given);
        given.extend(abstractions.iter().flat_map(SubLattice::ends).map(|f| (PointOrigin::Abstract, f)));
        let (a, b) = (&self.a.formulae, &self.b.formulae);
        let arena = &mut self.arena;
        let found = budget
            .within(LATTICE_STEPS, |part| lattice_with(arena, a, b, &given, part))
            .unwrap_or_else(|ended| Err(ended.into()));
        let lattice = match found.map_err(NoLattice::Unknown)? {
            Outcome::Model(_) => return Err(NoLattice::Real),
            Outcome::Interpolants(lattice) => lattice,
        };
        let formulae: Vec<Formula> = lattice.points.iter().map(|p| p.formula).collect();
        let shown = |sub: &SubLattice| sub.text(&mut self.arena, &formulae, budget);
        let sub_lattices = abstractions.iter().filter_map(shown).collect();
        let points = lattice
            .points
            .iter()
            .map(|point| PointText { text: self.show(point.formula), origins: point.origins.clone() });
        Ok(LatticeText {
            points: points.collect(),
            covers: lattice.covers,
            chosen: lattice.points.iter().position(|p| p.origins.contains(&PointOrigin::Given)),
            omitted: lattice.omitted,
            open_ends: lattice.open_ends,
            sub_lattices,
        })
    }
}
