//! How expansions grow with the clauses: sizes, level by level or unwinding by unwinding.
//!
//! Each use of a relation symbol gets a copy of its own in the body-disjoint expansion (CAV'13, Sect. 5),
//! with copies of its clauses. A symbol that is used twice by one that is used twice has four copies, and so
//! on; so the expansion is counted, not built. Clause-dependence disjoint expansions (SHARA, Def. 6) are
//! built, up to a limit.
//!
//! ```text
//! n    clauses    body-disjoint    CDD
//! 1          2                2      2      false ← s,  s ← r ∧ r
//! 2          3                4      4      and r ← …, which has two copies
//! ```

use serde::{Deserialize, Serialize};

use super::{ClauseCopyId, CopyId, Expansion, NoExpansion};
use crate::budget::{Budget, Exhausted};
use crate::horn::{ClauseSystem, Cycle, Dependence, Number};
use crate::num::Int;

/// At most this many sizes are looked at.
pub const GROWTH_ROWS: usize = 16;
/// Clause-dependence disjoint expansions with more clauses than this are not built.
pub const GROWTH_LIMIT: usize = 1_000;
/// Merging copies looks at no more clauses than this, so that large expansions are not known to be minimal.
const MERGE_EFFORT: usize = 200_000;

/// The sizes of the expansions of ever larger parts of a system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    pub by: GrowthBy,
    pub rows: Vec<GrowthRow>,
}

/// What grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GrowthBy {
    /// The queries with the first `n` levels below them, of a recursion-free system with that many levels.
    /// The level of a relation symbol is the length of the longest way to it from a query.
    Levels(usize),
    /// The unwinding to depth `n` of a recursive system.
    #[default]
    Depth,
}

/// The sizes for one `n`, in clauses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrowthRow {
    pub n: usize,
    pub clauses: usize,
    pub body_disjoint: Int,
    /// `None` if it has more clauses than [`GROWTH_LIMIT`].
    pub disjoint: Option<usize>,
}

impl Growth {
    pub fn of(system: &ClauseSystem, budget: &mut Budget) -> Result<Growth, Exhausted> {
        let whole = Expansion::identity(system);
        let mut growth = Growth::default();
        if let Ok(levels) = levels(&whole.dependence()) {
            let count = levels.iter().flatten().copied().max().unwrap_or(0);
            growth.by = GrowthBy::Levels(count);
            for n in 1..=count.min(GROWTH_ROWS) {
                growth.add(n, &whole.down_to(&levels, n), budget)?;
            }
        } else if let Some(first) = Expansion::first_depth(system) {
            for depth in first..first + GROWTH_ROWS {
                match Expansion::unwinding(system, depth, GROWTH_LIMIT, budget) {
                    Ok(unwinding) => growth.add(depth, &unwinding, budget)?,
                    Err(NoExpansion::Exhausted(reason)) => return Err(reason),
                    Err(_) => break,
                }
            }
        }
        Ok(growth)
    }

    fn add(&mut self, n: usize, part: &Expansion, budget: &mut Budget) -> Result<(), Exhausted> {
        let Ok(body_disjoint) = body_disjoint_size(&part.dependence()) else { return Ok(()) };
        // What is larger than the limit stays so for larger parts.
        let is_within = self.rows.last().is_none_or(|row| row.disjoint.is_some());
        let disjoint = match is_within.then(|| part.expand_within(GROWTH_LIMIT, MERGE_EFFORT, budget)) {
            Some(Ok(found)) => Some(found.expansion.clause_of.len()),
            Some(Err(NoExpansion::Exhausted(reason))) => return Err(reason),
            Some(Err(_)) | None => None,
        };
        self.rows.push(GrowthRow { n, clauses: part.clause_of.len(), body_disjoint, disjoint });
        Ok(())
    }

    /// A sentence about what `n` counts, and what is not shown.
    pub fn sentence(&self) -> String {
        let last = self.rows.last().map_or(0, |row| row.n);
        match self.by {
            GrowthBy::Levels(all) if last < all => {
                format!("n is the number of levels below the queries; {last} of {all} are shown.")
            }
            GrowthBy::Levels(_) => "n is the number of levels below the queries.".to_owned(),
            GrowthBy::Depth => format!(
                "n is the depth of the unwinding; shown are at most {GROWTH_ROWS} depths, with at most \
                 {GROWTH_LIMIT} clauses."
            ),
        }
    }
}

impl Expansion {
    /// The queries and the clauses of the relation symbols on the first levels. What lies deeper has no
    /// clauses.
    fn down_to(&self, levels: &[Option<usize>], most: usize) -> Expansion {
        let is_kept = |head: &Option<CopyId>| {
            head.is_none_or(|copy| levels[copy.index()].is_some_and(|level| level <= most))
        };
        let kept: Vec<usize> = (0..self.heads.len()).filter(|i| is_kept(&self.heads[*i])).collect();
        Expansion {
            relation_of: self.relation_of.clone(),
            clause_of: kept.iter().map(|i| self.clause_of[*i]).collect(),
            heads: kept.iter().map(|i| self.heads[*i]).collect(),
            bodies: kept.iter().map(|i| self.bodies[*i].clone()).collect(),
        }
    }
}

/// For each copy the longest way to it from a query, if there is one.
fn levels(
    dependence: &Dependence<CopyId, ClauseCopyId>,
) -> Result<Vec<Option<usize>>, Cycle<CopyId, ClauseCopyId>> {
    let mut levels: Vec<Option<usize>> = vec![None; dependence.definitions.len()];
    for relation in dependence.topological_order()?.into_iter().rev() {
        let users = dependence.uses[relation.index()].iter();
        // Those that use it come before it; a query has level 0.
        let level = |clause: &ClauseCopyId| match dependence.heads[clause.index()] {
            Some(head) => levels[head.index()],
            None => Some(0),
        };
        levels[relation.index()] = users.filter_map(|(clause, _)| level(clause)).max().map(|level| level + 1);
    }
    Ok(levels)
}

/// The clauses of the body-disjoint expansion; a cycle if there is none.
///
/// ```
/// use hornbook::horn::{ClauseSystem, Dependence};
/// use hornbook::lang::house;
/// use hornbook::recursion_free::body_disjoint_size;
/// let (problem, _) = house::parse("p(X) :- X = 0. q(X) :- p(X), p(Y). false :- q(X), q(Y), X < Y.");
/// let (system, _) = ClauseSystem::from_problem(&mut problem.arena.clone(), &problem);
/// // One query, two copies of q, four of p.
/// assert_eq!(body_disjoint_size(&Dependence::of(&system)), Ok(7.into()));
/// ```
pub fn body_disjoint_size<R: Number, C: Number>(dependence: &Dependence<R, C>) -> Result<Int, Cycle<R, C>> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::house;

    fn growth(text: &str) -> Growth {
        let (problem, diagnostics) = house::parse(text);
        assert_eq!(diagnostics, []);
        let (system, _) = ClauseSystem::from_problem(&mut problem.arena.clone(), &problem);
        Growth::of(&system, &mut Budget::unlimited()).unwrap()
    }

    /// A machine that runs for 2^n steps: the body-disjoint expansion has them all.
    #[test]
    fn what_is_squared_doubles() {
        let mut text = "s0(X, Y) :- Y = X + 1.".to_owned();
        for i in 1..=20 {
            text += &format!("s{i}(X, Z) :- s{}(X, Y), s{}(Y, Z).", i - 1, i - 1);
        }
        text += "false :- s20(X, Y), Y < X.";
        let growth = growth(&text);
        assert_eq!(growth.by, GrowthBy::Levels(21));
        assert_eq!(growth.rows.len(), GROWTH_ROWS);
        for row in &growth.rows {
            // The query, and 1 + 2 + … + 2^(n-1) copies with a clause each.
            assert_eq!(row.body_disjoint, Int::from(1 << row.n), "n = {}", row.n);
            assert_eq!(row.clauses, row.n + 1);
            assert_eq!(row.disjoint, (row.n < 10).then_some(1 << row.n), "n = {}", row.n);
        }
        assert!(growth.sentence().ends_with("16 of 21 are shown."));
    }

    /// The count is the size of what is built, where that is small.
    #[test]
    fn counted_as_built() {
        for example in ["two-steps", "dblabs", "mccarthy91-unwound", "gcd-approximation"] {
            let path = format!("{}/../static/examples/{example}.horn", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(path).unwrap();
            let (problem, _) = house::parse(&text);
            let (system, _) = ClauseSystem::from_problem(&mut problem.arena.clone(), &problem);
            let built = Expansion::body_disjoint(&system, 10_000, &mut Budget::unlimited()).unwrap();
            let last = growth(&text).rows.pop().unwrap();
            assert_eq!(last.body_disjoint, built.clause_of.len().to_string().parse().unwrap(), "{example}");
        }
    }

    /// Two calls in one body: exponential. One: linear.
    #[test]
    fn unwindings_of_recursive_clauses() {
        let last = |text: &str| growth(text).rows.pop().unwrap();
        let linear = last("p(X) :- X = 0. p(Y) :- p(X), Y = X + 1. false :- p(X), X < 0.");
        assert_eq!((linear.n, linear.clauses), (17, 32));
        assert_eq!(linear.body_disjoint, Int::from(32));
        let fork = growth("p(X) :- X = 0. p(Z) :- p(X), p(Y), Z = X + Y + 1. false :- p(X), X < 0.");
        let sizes: Vec<String> = fork.rows.iter().map(|row| row.body_disjoint.to_string()).collect();
        // f(1) = 1, f(d) = 2 + 2 f(d - 1), and the query.
        assert_eq!(sizes[..4], ["2", "5", "11", "23"]);
        assert_eq!(growth("p(X) :- X = 0. p(X) :- p(X).").rows, [], "no query, no unwinding");
    }
}
