//! The cheapest maximal feasible elements (Acta'16, Algorithms 3 and 4).
//!
//! As soon as one is known, whatever must cost more is left alone: an infeasible step upwards bounds all that
//! lies above, and once the bound costs too much there is no point in going on.

use super::frontier::{Next, Search, TOO_WIDE};
use super::{AbstractionLattice, Decide, Frontier, SearchStep};
use crate::solver::Unknown;

/// What lies above an element.
enum Above<E> {
    /// A maximal feasible element that costs no more than the bound.
    Maximal(E),
    /// An element that costs more, and so does every feasible element above the start.
    Costly(E),
}

/// Which of the cheapest elements are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    All,
    /// One of them: what costs as much as that is left alone, too.
    One,
}

/// The maximal feasible elements of minimal cost (Algorithm 3; Lemma 10), or the best found before a budget
/// ended.
pub fn cheapest<L: AbstractionLattice>(
    lattice: &L,
    wanted: Wanted,
    decide: &mut Decide<L::Element>,
) -> Frontier<L::Element> {
    let mut search = Search { lattice, decide, steps: Vec::new() };
    let mut costly: Vec<L::Element> = Vec::new();
    let mut elements: Vec<L::Element> = Vec::new();
    let mut least: Option<u64> = None;
    let stopped = loop {
        let known: Vec<L::Element> = elements.iter().chain(&costly).cloned().collect();
        let above = match search.another(&known) {
            Ok(Next::Found(found)) => search.bounded_maximise(found, least, wanted),
            Ok(Next::None) => break None,
            Ok(Next::TooMany) => break Some(TOO_WIDE.to_owned()),
            Err(reason) => Err(reason),
        };
        match above {
            Ok(Above::Maximal(element)) => {
                let cost = lattice.cost(&element);
                search.steps.push(SearchStep::Maximal { element: element.clone(), cost });
                if least.is_none_or(|least| cost < least) {
                    costly.append(&mut elements);
                    least = Some(cost);
                }
                elements.push(element);
            }
            Ok(Above::Costly(element)) => {
                let cost = lattice.cost(&element);
                search.steps.push(SearchStep::TooCostly { element: element.clone(), cost });
                costly.push(element);
            }
            Err(reason) => break Some(reason.to_string()),
        }
    };
    Frontier { elements, steps: search.steps, stopped }
}

impl<L: AbstractionLattice> Search<'_, L> {
    /// Algorithm 4. All feasible elements above the current one are below the upper bound.
    fn bounded_maximise(
        &mut self,
        mut element: L::Element,
        least: Option<u64>,
        wanted: Wanted,
    ) -> Result<Above<L::Element>, Unknown> {
        let too_costly = |lattice: &L, e: &L::Element| {
            let cost = lattice.cost(e);
            least.is_some_and(|least| cost > least || (cost == least && wanted == Wanted::One))
        };
        let mut upper = self.lattice.top();
        'up: loop {
            for successor in self.lattice.immediate_successors(&element) {
                if !self.lattice.is_below(&successor, &upper) {
                    continue;
                }
                if let Some(higher) = self.try_(&successor)? {
                    let middle = self.lattice.middle(&higher, &upper);
                    element = if middle == higher { higher } else { self.try_(&middle)?.unwrap_or(higher) };
                    continue 'up;
                }
                let Some(bound) = self.lattice.feasibility_bound(&element, &successor) else { continue };
                upper = self.lattice.meet(&upper, &bound);
                self.steps.push(SearchStep::Bound { element: upper.clone() });
                if too_costly(self.lattice, &upper) {
                    return Ok(Above::Costly(upper));
                }
                if self.try_(&upper)?.is_some() {
                    // It is itself the highest that is possible, so its contradiction needs all of it.
                    return Ok(Above::Maximal(upper));
                }
            }
            return Ok(if too_costly(self.lattice, &element) {
                Above::Costly(element)
            } else {
                Above::Maximal(element)
            });
        }
    }
}
