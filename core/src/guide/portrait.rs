//! What there is to see of a lattice: its elements, which of them are feasible, the frontier, the costs, and
//! the ends of the sub-lattices.
//!
//! For `loop50-path` and the templates `X1 - I1`, `I1` and `J` this is Acta'16, Fig. 3. Everything is text
//! and numbers, so that it can be shown without the solver that found it.

use serde::{Deserialize, Serialize};

use super::{AbstractionLattice, Decision, Exploration, SearchStep, Subset, Wanted, ends};
use crate::formula::{Arena, Formula, FormulaText, PieceKind, Substitution, Symbol};
use crate::order::{sort, sort_by_key};
use crate::solver::{Budget, Unknown};

/// Larger lattices are not listed element by element.
pub const ELEMENT_LIMIT: usize = 256;

/// A lattice, explored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portrait {
    pub templates: Vec<TemplateText>,
    /// All elements, fewer templates first; none if they are more than [`ELEMENT_LIMIT`].
    pub elements: Vec<ElementText>,
    /// The maximal feasible elements, cheap ones first, each as positions of templates.
    pub frontier: Vec<Vec<usize>>,
    /// Those of minimal cost.
    pub cheapest: Vec<Vec<usize>>,
    /// The sub-lattice of each element of the frontier and of the bottom, if that is feasible.
    pub ends: Vec<EndsText>,
    /// How the frontier was found (Algorithms 1 and 2).
    pub frontier_steps: Vec<SearchStep<Vec<usize>>>,
    /// How the cheapest were found (Algorithms 3 and 4).
    pub cheapest_steps: Vec<SearchStep<Vec<usize>>>,
    /// Why the search is incomplete, if it is.
    pub stopped: Option<String>,
}

/// A template, to be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemplateText {
    pub form: TemplateForm,
    /// What it is about: `X - I`, `Z mod 2`, `X ≥ J`.
    pub subject: FormulaText,
    pub cost: u64,
    pub why: String,
}

/// What a template keeps of its subject ([`super::Kind`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TemplateForm {
    Term,
    Inequality,
    Remainder,
    Predicate,
    Truth,
    Combined,
    /// That a step of a sequence is taken once, and not any number of times (Acta'16, Sect. 9.3, ABS (2)).
    Once,
}

impl TemplateForm {
    /// What stands before the subject.
    pub(super) fn keyword(self) -> &'static str {
        match self {
            TemplateForm::Term | TemplateForm::Remainder | TemplateForm::Combined => "",
            TemplateForm::Inequality => "inequality ",
            TemplateForm::Predicate => "predicate ",
            TemplateForm::Truth => "whether ",
            TemplateForm::Once => "once ",
        }
    }
}

impl TemplateText {
    /// As a person writes it: `X - I`, `inequality X`, `Z mod 2`, `predicate X ≥ J`, `whether B`.
    pub fn text(&self) -> FormulaText {
        FormulaText::of(PieceKind::Word, self.form.keyword()).and(&self.subject)
    }
}

/// An element of the lattice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ElementText {
    /// Positions of templates.
    pub templates: Vec<usize>,
    pub feasible: bool,
    /// Maximal among the feasible ones.
    pub maximal: bool,
    pub cost: u64,
    /// All templates that these imply: elements with the same are the same abstraction.
    pub canonical: Vec<usize>,
}

/// The ends of a sub-lattice of interpolants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndsText {
    pub templates: Vec<usize>,
    /// `None` if it is too large to be computed.
    pub strongest: Option<FormulaText>,
    /// `None` if it is too large to be computed.
    pub weakest: Option<FormulaText>,
    /// What the prover finds between the two.
    pub chosen: FormulaText,
}

impl Portrait {
    /// The portrait of a lattice, with the ends of its sub-lattices at one of the abstraction points.
    /// Formulae are shown over the parameters of that point.
    pub fn of(
        arena: &mut Arena,
        exploration: &mut Exploration,
        point: usize,
        parameters: &[Symbol],
        templates: Vec<TemplateText>,
        budget: &mut Budget,
    ) -> Result<Portrait, Unknown> {
        let lattice = exploration.lattice().clone();
        let list = |element: Subset| element.positions().collect::<Vec<usize>>();
        let found = exploration.frontier(arena, budget);
        let best = exploration.cheapest(arena, Wanted::All, budget);
        let mut maximal = found.elements.clone();
        sort_by_key(&mut maximal, |e| (lattice.cost(e), list(*e)));
        let mut elements = Vec::new();
        if lattice.len() < usize::BITS as usize && 1usize << lattice.len() <= ELEMENT_LIMIT {
            let mut all: Vec<Subset> = lattice.elements().collect();
            sort_by_key(&mut all, |e| (e.positions().count(), list(*e)));
            for element in all {
                let verdict = exploration.feasibility.decide(arena, element, budget)?;
                elements.push(ElementText {
                    templates: list(element),
                    feasible: matches!(verdict, Decision::Feasible(_)),
                    maximal: maximal.contains(&element),
                    cost: lattice.cost(&element),
                    canonical: list(exploration.feasibility.canonical(arena, element, budget)?),
                });
            }
        }
        let mut shown = maximal.clone();
        if !shown.contains(&lattice.bottom()) {
            shown.push(lattice.bottom());
        }
        let shared = exploration.problem().points()[point].vocabulary.shared.clone();
        let back = Substitution::renaming_pairs(arena, shared.into_iter().zip(parameters.iter().copied()));
        let show = |arena: &mut Arena, formula: Formula| {
            let formula = back.apply(arena, formula);
            arena.show(formula).text()
        };
        let mut sub_lattices = Vec::new();
        for element in shown {
            let abstractions = exploration.abstractions(arena, element);
            if let Some(found) = ends(arena, exploration.problem(), &abstractions, point, budget)? {
                sub_lattices.push(EndsText {
                    templates: list(element),
                    strongest: found.strongest.map(|f| show(arena, f)),
                    weakest: found.weakest.map(|f| show(arena, f)),
                    chosen: show(arena, found.chosen),
                });
            }
        }
        let mut cheapest: Vec<Vec<usize>> = best.elements.iter().map(|e| list(*e)).collect();
        sort(&mut cheapest);
        Ok(Portrait {
            templates,
            elements,
            frontier: maximal.into_iter().map(list).collect(),
            cheapest,
            ends: sub_lattices,
            frontier_steps: found.steps.into_iter().map(|s| s.map(list)).collect(),
            cheapest_steps: best.steps.into_iter().map(|s| s.map(list)).collect(),
            stopped: found.stopped.or(best.stopped),
        })
    }
}
