//! What makes an answer say less than it seems to: problems that are safe for a reason their author may not
//! have meant.
//!
//! ```text
//! p(X) :- p(X), X = X + 1.       no query; no integer satisfies the constraint of this clause
//! false :- q(X).                 nothing derives q, so this query can never be violated
//! ```
//!
//! None of this is an error, and none of it changes an answer.

use serde::{Deserialize, Serialize};

use super::unreachable::derivable;
use super::{ClauseSystem, Dependence};
use crate::lang::{ClauseId, Problem};
use crate::solver::{Answer, Budget, Solver};

/// A reason to look again at a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Doubt {
    /// Without a query nothing can be violated.
    NoQuery,
    /// No integers satisfy the constraint of this clause, whatever its body: it never applies.
    FalseConstraint(ClauseId),
    /// The body of this query has a relation symbol, by its name, that no clauses derive, their constraints
    /// aside unless they are false by themselves.
    UnreachableQuery { query: ClauseId, relation: String },
}

/// What there is to doubt, and for how many clauses the budget did not suffice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doubts {
    pub found: Vec<Doubt>,
    pub unchecked: usize,
}

/// Looks a problem over.
///
/// ```
/// use hornbook::horn::{Doubt, doubts};
/// use hornbook::lang::house;
/// use hornbook::solver::Budget;
/// let (problem, _) = house::parse("p(X) :- X = 0.  q(X) :- p(X), q(X).  false :- q(X).");
/// let found = doubts(&problem, &mut Budget::steps(10_000)).found;
/// assert!(matches!(&found[..], [Doubt::UnreachableQuery { relation, .. }] if relation == "q"));
/// ```
pub fn doubts(problem: &Problem, budget: &mut Budget) -> Doubts {
    let mut doubts = Doubts::default();
    if problem.clauses.is_empty() {
        return doubts;
    }
    if problem.clauses.iter().all(|clause| clause.head.is_some()) {
        doubts.found.push(Doubt::NoQuery);
    }
    let mut arena = problem.arena.clone();
    let mut is_false = vec![false; problem.clauses.len()];
    for (index, clause) in problem.clauses.iter().enumerate() {
        if clause.constraint == arena.true_() {
            continue;
        }
        let mut solver = Solver::new();
        solver.assert(&mut arena, clause.constraint);
        match solver.check(&mut arena, &[], budget) {
            Answer::Sat(_) => {}
            Answer::Unsat(_) => {
                is_false[index] = true;
                doubts.found.push(Doubt::FalseConstraint(ClauseId(index as u32)));
            }
            Answer::Unknown(_) => {
                // There will be no more for the others, either.
                doubts.unchecked = problem.clauses.len() - index;
                break;
            }
        }
    }
    let Ok((system, _)) = ClauseSystem::within(&mut arena, problem, budget) else { return doubts };
    let dependence = Dependence::of(&system);
    let sources = |clause: super::SystemClauseId| system[clause].sources.first().copied();
    let derivable =
        derivable(&dependence, |clause| !sources(clause).is_some_and(|source| is_false[source.index()]));
    for query in system.queries() {
        let missing = system[query].body.iter().find(|atom| !derivable[atom.relation.index()]);
        if let (Some(atom), Some(source)) = (missing, sources(query)) {
            let relation = system[atom.relation].name.clone();
            doubts.found.push(Doubt::UnreachableQuery { query: source, relation });
        }
    }
    doubts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::house;

    fn found(text: &str) -> Vec<Doubt> {
        let (problem, diagnostics) = house::parse(text);
        assert!(
            diagnostics.iter().all(|one| one.severity != crate::lang::Severity::Error),
            "{diagnostics:?}"
        );
        let doubts = doubts(&problem, &mut Budget::steps(100_000));
        assert_eq!(doubts.unchecked, 0);
        doubts.found
    }

    #[test]
    fn a_counter_that_counts_nothing() {
        assert_eq!(
            found("count(X) :- count(X), X = X + 1."),
            [Doubt::NoQuery, Doubt::FalseConstraint(ClauseId(0))]
        );
        // Not false at first sight, and not over the rationals.
        assert_eq!(
            found("p(X) :- X = 0.  p(X) :- p(X), 2 * X = 2 * Y + 1.  false :- p(X), X < 0."),
            [Doubt::FalseConstraint(ClauseId(1))]
        );
    }

    #[test]
    fn queries_that_nothing_leads_to() {
        let unreachable = |query: u32, relation: &str| Doubt::UnreachableQuery {
            query: ClauseId(query),
            relation: relation.to_owned(),
        };
        assert_eq!(found("p(X) :- p(X).  false :- p(X)."), [unreachable(1, "p")]);
        // Its only way in is closed by its constraint.
        assert_eq!(
            found("p(X) :- X > 0, X < 0.  q(X) :- p(X).  false :- q(X)."),
            [Doubt::FalseConstraint(ClauseId(0)), unreachable(2, "q")]
        );
        assert_eq!(found("p(X) :- X = 0.  p(X + 1) :- p(X).  false :- p(X), X < 0."), []);
    }

    #[test]
    fn what_the_budget_does_not_allow_is_counted() {
        let (problem, _) = house::parse("p(X) :- X > 3.  false :- p(X), X < 0.");
        assert_eq!(doubts(&problem, &mut Budget::steps(0)).unchecked, 2);
    }
}
