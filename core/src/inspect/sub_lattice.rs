//! The interpolants that a feasible abstraction leaves, as a part of the lattice of all (Acta'16, Sect. 4.2).
//!
//! They are a convex sub-lattice: whatever lies between two of them is one of them. For one round of loop50
//! the template `I1` leaves what lies between `I1 = 1` and `I1 ≤ 49`, and `X1 - I1`, `J` leave others (Fig.
//! 2, the two boxes).

use serde::{Deserialize, Serialize};

use super::Inspector;
use crate::formula::{Arena, Formula, FormulaText, PieceKind};
use crate::guide::{AbstractionLattice, Subset, TemplateText, ends};
use crate::order::sort_by_key;
use crate::solver::{Answer, Budget, Solver, Unknown};

/// At most this many sub-lattices are shown, those of the cheapest abstractions.
pub const SUB_LATTICE_LIMIT: usize = 3;
/// The steps that the sub-lattices of a position may take; without them, the lattice is shown alone.
const SUB_LATTICE_STEPS: u64 = 4_000_000;

/// A maximal feasible abstraction, and which points of the lattice are interpolants of its abstract problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubLatticeText {
    /// Its templates: `{X1 - I1, J}`.
    pub templates: FormulaText,
    /// Positions among the points of the lattice.
    pub points: Vec<usize>,
}

/// A sub-lattice by its two ends.
pub(super) struct SubLattice {
    templates: FormulaText,
    strongest: Formula,
    weakest: Formula,
}

impl SubLattice {
    pub(super) fn ends(&self) -> [Formula; 2] {
        [self.strongest, self.weakest]
    }

    /// Which of these interpolants lie between its ends; `None` if that takes too long.
    pub(super) fn text(
        &self,
        arena: &mut Arena,
        interpolants: &[Formula],
        budget: &mut Budget,
    ) -> Option<SubLatticeText> {
        let mut points = Vec::new();
        for (i, formula) in interpolants.iter().enumerate() {
            let implied = implies(arena, self.strongest, *formula, budget).ok()?;
            if implied && implies(arena, *formula, self.weakest, budget).ok()? {
                points.push(i);
            }
        }
        Some(SubLatticeText { templates: self.templates.clone(), points })
    }
}

impl Inspector {
    /// The sub-lattices of the cheapest elements of the frontier, as far as their ends can be computed.
    pub(super) fn sub_lattices(&mut self, templates: &str, budget: &mut Budget) -> Vec<SubLattice> {
        let found = budget.within(SUB_LATTICE_STEPS, |part| self.found_sub_lattices(templates, part));
        found.ok().and_then(Result::ok).unwrap_or_default()
    }

    fn found_sub_lattices(
        &mut self,
        templates: &str,
        budget: &mut Budget,
    ) -> Result<Vec<SubLattice>, Unknown> {
        let Ok(templates) = self.templates(templates) else { return Ok(Vec::new()) };
        let arena = &self.arena;
        let texts: Vec<TemplateText> = templates.iter().map(|t| t.text(arena, String::new())).collect();
        let Some(mut exploration) = self.exploration(templates) else { return Ok(Vec::new()) };
        let arena = &mut self.arena;
        let mut maximal = exploration.frontier(arena, budget).elements;
        sort_by_key(&mut maximal, |e| (exploration.lattice().cost(e), *e));
        let mut found = Vec::new();
        for element in maximal.into_iter().take(SUB_LATTICE_LIMIT) {
            let abstractions = exploration.abstractions(arena, element);
            let Some(ends) = ends(arena, exploration.problem(), &abstractions, 0, budget)? else { continue };
            if let (Some(strongest), Some(weakest)) = (ends.strongest, ends.weakest) {
                found.push(SubLattice { templates: set(element, &texts), strongest, weakest });
            }
        }
        Ok(found)
    }
}

fn set(element: Subset, texts: &[TemplateText]) -> FormulaText {
    let parts: Vec<FormulaText> =
        element.positions().filter_map(|i| texts.get(i)).map(TemplateText::text).collect();
    let inner = FormulaText::joined(&parts, PieceKind::Punctuation, ", ");
    FormulaText::of(PieceKind::Punctuation, "{").and(&inner).with(PieceKind::Punctuation, "}")
}

fn implies(arena: &mut Arena, left: Formula, right: Formula, budget: &mut Budget) -> Result<bool, Unknown> {
    match Solver::new().check(arena, &[left, !right], budget) {
        Answer::Unsat(_) => Ok(true),
        Answer::Sat(_) => Ok(false),
        Answer::Unknown(reason) => Err(reason),
    }
}
