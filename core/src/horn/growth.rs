//! How large the body-disjoint expansion of recursion-free clauses is (CAV'13, Sect. 5): counted, not built.
//!
//! Each use of a relation symbol gets a copy of its own, with copies of its clauses. A symbol that is used
//! twice by one that is used twice has four copies, and so on; the count is a sum over the uses.

use super::{ClauseSystem, Cycle, Dependence};
use crate::num::Int;

/// The clauses of the body-disjoint expansion; a cycle if there is none.
///
/// ```
/// use hornbook::horn::{ClauseSystem, body_disjoint_size};
/// use hornbook::lang::house;
/// let (problem, _) = house::parse("p(X) :- X = 0. q(X) :- p(X), p(Y). false :- q(X), q(Y), X < Y.");
/// let (system, _) = ClauseSystem::from_problem(&mut problem.arena.clone(), &problem);
/// // One query, two copies of q, four of p.
/// assert_eq!(body_disjoint_size(&system), Ok(7.into()));
/// ```
pub fn body_disjoint_size(system: &ClauseSystem) -> Result<Int, Cycle> {
    let dependence = Dependence::of(system);
    let order = dependence.topological_order()?;
    let mut copies: Vec<Int> = vec![Int::from(0); dependence.definitions.len()];
    let mut clauses = Int::from(0);
    let mut use_bodies = |head: &Int, bodies: &mut dyn Iterator<Item = usize>, copies: &mut Vec<Int>| {
        for clause in bodies {
            clauses += head;
            for relation in &dependence.bodies[clause] {
                copies[relation.index()] += head;
            }
        }
    };
    let queries = dependence.heads.iter().enumerate().filter(|(_, head)| head.is_none()).map(|(i, _)| i);
    use_bodies(&Int::from(1), &mut queries.into_iter(), &mut copies);
    // Those that depend on others come after them in the order.
    for relation in order.into_iter().rev() {
        let count = copies[relation.index()].clone();
        let definitions = dependence.definitions[relation.index()].iter().map(|clause| clause.index());
        use_bodies(&count, &mut definitions.into_iter(), &mut copies);
    }
    Ok(clauses)
}
