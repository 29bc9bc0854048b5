//! Where a system lies among the fragments, and where what is made of it lies: its expansion if it is in no
//! fragment that is solved directly, its unwindings if it is recursive.

use serde::{Deserialize, Serialize};

use super::{EXPANSION_LIMIT, Expansion, Growth, NoExpansion};
use crate::budget::{Budget, Exhausted};
use crate::formula::Arena;
use crate::horn::succinct::SuccinctText;
use crate::horn::{Classification, ClauseSystem, Fragment};

/// The place of a system among the fragments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    pub classification: Classification,
    /// Of a recursion-free system that is not clause-dependence disjoint: what EXPAND makes of it, or why it
    /// does not.
    pub expansion: Option<Result<ExpansionSize, String>>,
    /// Of a recursive system: where its first unwindings lie.
    pub unwindings: Vec<UnwindingPlace>,
    /// How its expansions grow.
    pub growth: Growth,
    /// Of recursion-free clauses: one formula for all of them, if somebody has asked for it.
    pub succinct: Option<SuccinctText>,
}

/// How large a clause-dependence disjoint expansion is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpansionSize {
    pub clauses: usize,
    /// The relation symbols with more than one copy, and the number of copies.
    pub copies: Vec<(String, usize)>,
    /// Is it known to be minimal (SHARA, Def. 7)?
    pub is_minimal: bool,
}

/// The place of an unwinding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnwindingPlace {
    pub depth: usize,
    pub clauses: usize,
    pub fragment: Fragment,
}

/// At most this many unwindings are looked at, from the first that has a query.
const UNWINDINGS: usize = 3;
/// Unwindings with more clauses than this are not looked at.
const UNWINDING_LIMIT: usize = 2_000;

impl Placement {
    pub fn of(arena: &Arena, system: &ClauseSystem, budget: &mut Budget) -> Result<Placement, Exhausted> {
        let classification = Classification::within(arena, system, budget)?;
        Placement::with(classification, arena, system, budget)
    }

    /// The same for a system whose classification is known.
    pub fn with(
        classification: Classification,
        arena: &Arena,
        system: &ClauseSystem,
        budget: &mut Budget,
    ) -> Result<Placement, Exhausted> {
        let growth = Growth::of(system, budget)?;
        let mut placement =
            Placement { classification, expansion: None, unwindings: Vec::new(), growth, succinct: None };
        if placement.classification.is_recursive() {
            placement.unwindings = unwindings(arena, system, budget)?;
        } else if !placement.classification.is(Fragment::ClauseDependenceDisjoint) {
            placement.expansion = match Expansion::identity(system).expand(EXPANSION_LIMIT, budget) {
                Ok(found) => {
                    let copies = found.expansion.copies(system);
                    let names = system.relations().iter().map(|relation| relation.name.clone());
                    let counts = names.zip(copies.iter().map(Vec::len)).filter(|(_, count)| *count > 1);
                    let clauses = found.expansion.clause_of.len();
                    Some(Ok(ExpansionSize {
                        clauses,
                        copies: counts.collect(),
                        is_minimal: found.is_minimal,
                    }))
                }
                Err(NoExpansion::Exhausted(reason)) => return Err(reason),
                Err(reason) => Some(Err(reason.to_string())),
            };
        }
        Ok(placement)
    }
}

/// The first unwindings that have a query.
fn unwindings(
    arena: &Arena,
    system: &ClauseSystem,
    budget: &mut Budget,
) -> Result<Vec<UnwindingPlace>, Exhausted> {
    let mut places = Vec::new();
    let Some(first) = Expansion::first_depth(system) else { return Ok(places) };
    for depth in first..first + UNWINDINGS {
        let unwinding = match Expansion::unwinding(system, depth, UNWINDING_LIMIT, budget) {
            Ok(unwinding) => unwinding,
            Err(NoExpansion::Exhausted(reason)) => return Err(reason),
            Err(_) => break,
        };
        if let Some(fragment) = Classification::within(arena, &unwinding.system(system), budget)?.fragment {
            places.push(UnwindingPlace { depth, clauses: unwinding.clause_of.len(), fragment });
        }
    }
    Ok(places)
}
