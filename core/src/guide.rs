//! Guided interpolation: interpolants made of what templates allow (Acta'16, Sections 4 to 8).
//!
//! For one round of `loop50` the sides are `I = 1 ∧ X = J + 1` and `I ≥ 50 ∧ J = 0 ∧ X < 50`. An interpolant
//! may be `I ≤ 1`, which is of no use in the next round. If the sides share no more than the values of
//! `X - I` and `J`, the interpolant is `X - I ≥ J` or the like, which holds in every round. A set of
//! templates that still leaves a contradiction is *feasible*; small ones guide best, and the cheapest of the
//! smallest are searched for.
//!
//! - [`AbstractionPair`]: what may become of the sides, in general (Def. 2, Sect. 6.1);
//! - [`Template`], [`Combination`], [`RelationAbstraction`]: what the sides may share (Definitions 3 to 6,
//!   Sect. 6.2);
//! - [`Guided`]: an interpolation problem with abstraction points (Sect. 8.1);
//! - [`Powerset`], [`Product`], [`frontier`], [`cheapest`]: lattices and the search in them (Sect. 7);
//! - [`least`]: the cheapest elements of a powerset, from below;
//! - [`Exploration`]: both together, [`Portrait`]: what there is to see of it;
//! - [`ends`]: the strongest and the weakest interpolant that an element leaves (Lemmas 4 and 7);
//! - [`InterpolationAbstraction`], [`Suggestions`]: families of templates for loops, from what
//!   [`crate::analysis`] says about them (Sect. 8.2).

mod cheapest;
mod combination;
mod cover;
mod ends;
mod exploration;
mod family;
mod feasibility;
mod frontier;
mod hitting;
mod lattice;
mod least;
mod pair;
mod points;
mod portrait;
mod powerset;
mod product;
mod relation;
mod template;
mod typed;

pub use cheapest::{Wanted, cheapest};
pub use combination::{COMBINATION_STEPS, Combination};
pub use ends::{END_STEPS, Ends, ends};
pub use exploration::{Exploration, Group, Occurrences, Strengthening};
pub use family::{InterpolationAbstraction, Suggestion, Suggestions, TEMPLATE_LIMIT};
pub use feasibility::Feasibility;
pub use frontier::{Frontier, SearchStep, frontier};
pub use lattice::{AbstractionLattice, Decide, Decision};
pub use least::{Judge, Judgement, least};
pub use pair::{AbstractionPair, Weakening};
pub use points::{AbstractionPoint, Guided};
pub use portrait::{ELEMENT_LIMIT, ElementText, EndsText, Portrait, TemplateForm, TemplateText};
pub use powerset::{Powerset, Subset};
pub use product::{Joined, Product};
pub use relation::{RelationAbstraction, Vocabulary};
pub use template::{Kind, Side, Template};
pub(crate) use typed::cost;
pub use typed::{all_arguments, parse_templates};

#[cfg(test)]
mod tests;
