//! Abstraction lattices (Acta'16, Def. 9): finite, with the identity at the bottom. Higher elements abstract
//! more, and fewer of them are feasible.

use crate::solver::Unknown;

/// A finite lattice of abstractions, with costs that fall upwards (Sect. 7.3).
pub trait AbstractionLattice {
    type Element: Clone + PartialEq + std::fmt::Debug;

    fn bottom(&self) -> Self::Element;

    fn top(&self) -> Self::Element;

    fn is_below(&self, low: &Self::Element, high: &Self::Element) -> bool;

    /// The greatest lower bound.
    fn meet(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;

    /// The direct steps upwards; the search tries them in this order.
    fn immediate_successors(&self, element: &Self::Element) -> Vec<Self::Element>;

    /// Some element between the two, `low` and `high` included.
    fn middle(&self, low: &Self::Element, high: &Self::Element) -> Self::Element;

    /// Given a feasible element with an infeasible successor, some `b` that is above every feasible element
    /// above the first (Sect. 7.3, `feasibilityBound`).
    fn feasibility_bound(
        &self,
        feasible: &Self::Element,
        infeasible: &Self::Element,
    ) -> Option<Self::Element>;

    /// Lower is better; never higher for a higher element.
    fn cost(&self, element: &Self::Element) -> u64;

    /// The minimal elements that are below none of the given ones: if any element that is incomparable with
    /// all of them is feasible, one of these is. `None` if there are too many.
    fn lowest_outside(&self, known: &[Self::Element]) -> Option<Vec<Self::Element>>;
}

/// Tells whether an element is feasible, unless a budget ends.
pub type Decide<'a, E> = dyn FnMut(&E) -> Result<Decision<E>, Unknown> + 'a;

/// Is an element feasible?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision<E> {
    /// Yes, and so is this one, which is not below it. (The contradiction may need less than the element
    /// offers.)
    Feasible(E),
    Infeasible,
}
