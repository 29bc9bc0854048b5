//! The abstraction frontier: all maximal feasible elements (Acta'16, Algorithms 1 and 2).
//!
//! From a feasible element that is below none of those found, the search goes up as far as it can, half of
//! the way at a time.

use serde::{Deserialize, Serialize};

use super::{AbstractionLattice, Decide, Decision};
use crate::solver::Unknown;

/// One step of a search, for whoever wants to replay it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchStep<E> {
    /// An element, and whether it is feasible.
    Tried { element: E, feasible: bool },
    /// The contradiction behind a feasible element needs no more than this one.
    Needs { element: E },
    /// No feasible element above the current one is above this.
    Bound { element: E },
    /// An element is maximal among the feasible ones.
    Maximal { element: E, cost: u64 },
    /// Whatever is above this element costs more than what has been found, or is infeasible.
    TooCostly { element: E, cost: u64 },
}

impl<E> SearchStep<E> {
    /// The same step with elements as something else.
    pub fn map<F>(self, mut to: impl FnMut(E) -> F) -> SearchStep<F> {
        match self {
            SearchStep::Tried { element, feasible } => SearchStep::Tried { element: to(element), feasible },
            SearchStep::Needs { element } => SearchStep::Needs { element: to(element) },
            SearchStep::Bound { element } => SearchStep::Bound { element: to(element) },
            SearchStep::Maximal { element, cost } => SearchStep::Maximal { element: to(element), cost },
            SearchStep::TooCostly { element, cost } => SearchStep::TooCostly { element: to(element), cost },
        }
    }
}

/// Maximal feasible elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frontier<E> {
    pub elements: Vec<E>,
    pub steps: Vec<SearchStep<E>>,
    /// Why there may be more elements, or cheaper ones: a budget ended, or the lattice is too wide.
    pub stopped: Option<String>,
}

/// The state of a search: what was found, and what happened.
pub(super) struct Search<'a, L: AbstractionLattice> {
    pub(super) lattice: &'a L,
    pub(super) decide: &'a mut Decide<'a, L::Element>,
    pub(super) steps: Vec<SearchStep<L::Element>>,
}

impl<L: AbstractionLattice> Search<'_, L> {
    /// The element itself or a higher one, if it is feasible.
    pub(super) fn try_(&mut self, element: &L::Element) -> Result<Option<L::Element>, Unknown> {
        let verdict = (self.decide)(element)?;
        let feasible = matches!(verdict, Decision::Feasible(_));
        self.steps.push(SearchStep::Tried { element: element.clone(), feasible });
        Ok(match verdict {
            Decision::Infeasible => None,
            Decision::Feasible(needed) => {
                if needed != *element {
                    self.steps.push(SearchStep::Needs { element: needed.clone() });
                }
                Some(needed)
            }
        })
    }

    /// A feasible element that is below none of the known ones.
    pub(super) fn another(&mut self, known: &[L::Element]) -> Result<Next<L::Element>, Unknown> {
        let Some(candidates) = self.lattice.lowest_outside(known) else { return Ok(Next::TooMany) };
        for candidate in candidates {
            if let Some(found) = self.try_(&candidate)? {
                return Ok(Next::Found(found));
            }
        }
        Ok(Next::None)
    }

    /// Algorithm 2.
    fn maximise(&mut self, mut element: L::Element) -> Result<L::Element, Unknown> {
        let top = self.lattice.top();
        'up: loop {
            for successor in self.lattice.immediate_successors(&element) {
                let Some(higher) = self.try_(&successor)? else { continue };
                let middle = self.lattice.middle(&higher, &top);
                element = if middle == higher { higher } else { self.try_(&middle)?.unwrap_or(higher) };
                continue 'up;
            }
            return Ok(element);
        }
    }
}

pub(super) enum Next<E> {
    Found(E),
    None,
    TooMany,
}

/// The message for a lattice whose candidates are too many.
pub(super) const TOO_WIDE: &str = "the lattice is too wide to be searched through";

/// All maximal feasible elements (Algorithm 1; Lemma 9), or those found before a budget ended.
pub fn frontier<L: AbstractionLattice>(lattice: &L, decide: &mut Decide<L::Element>) -> Frontier<L::Element> {
    let mut search = Search { lattice, decide, steps: Vec::new() };
    let mut elements: Vec<L::Element> = Vec::new();
    let stopped = loop {
        let found = match search.another(&elements) {
            Ok(Next::Found(found)) => search.maximise(found),
            Ok(Next::None) => break None,
            Ok(Next::TooMany) => break Some(TOO_WIDE.to_owned()),
            Err(reason) => Err(reason),
        };
        match found {
            Ok(element) => {
                let cost = lattice.cost(&element);
                search.steps.push(SearchStep::Maximal { element: element.clone(), cost });
                elements.push(element);
            }
            Err(reason) => break Some(reason.to_string()),
        }
    };
    Frontier { elements, steps: search.steps, stopped }
}
