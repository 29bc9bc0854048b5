//! Which fragments a system belongs to, with a witness for every "no".
//!
//! ```text
//! two-steps    s(X, Z) :- r(X, Y), r(Y, Z).     not linear: clause 3 has 2 relation symbols in its body
//!                                               not clause-dependence disjoint: r occurs more than once …
//! ```
//!
//! A note on Def. 5 of SHARA. It asks that the transitive dependencies of siblings are disjoint, where those
//! of `p` do not contain `p`. Read to the letter, `false ← p(x) ∧ q(y) ∧ x ≠ y`, `p(x) ← q(x)`,
//! `q(x) ← 1 ≤ x ≤ 2` passes: `p` depends on `q`, and `q` on nothing. But the query needs two different
//! instances of `q`, which the pre- and post-formulae cannot tell apart: they would call the system solvable,
//! which it is not. So here a relation symbol counts among its own dependencies; the condition that no symbol
//! occurs twice in a body is then a special case.

use serde::{Deserialize, Serialize};

use crate::formula::{Arena, Sort, Symbol};

use super::{
    ClauseSystem, Complexity, Cycle, Dependence, Fragment, Method, Number, SystemClauseId, SystemRelationId,
    Violation,
};
use crate::budget::{Budget, Exhausted};

/// At most this many witnesses are kept for each fragment.
const WITNESSES: usize = 16;

/// Whether a system belongs to a fragment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Membership {
    pub fragment: Fragment,
    pub holds: bool,
    /// What breaks the condition.
    pub witnesses: Vec<Witness>,
    /// The number of further violations that are not listed.
    pub more: usize,
}

/// A violation, and what to tell people about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    pub violation: Violation,
    pub text: String,
}

/// What there is to say about the shape of a system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Classification {
    pub clauses: usize,
    /// Relation symbols that occur in a clause.
    pub relations: usize,
    pub queries: usize,
    /// A cycle of the dependence relation, if the system is recursive.
    pub cycle: Option<Cycle>,
    /// All fragments, in the order of [`Fragment::ALL`].
    pub fragments: Vec<Membership>,
    /// The first fragment that the system belongs to, unless it is recursive.
    pub fragment: Option<Fragment>,
    /// Are all arguments and all symbols of constraints Boolean?
    pub is_boolean: bool,
    pub method: Method,
    pub complexity: Complexity,
}

impl Classification {
    pub fn is_recursive(&self) -> bool {
        self.cycle.is_some()
    }

    pub fn is(&self, fragment: Fragment) -> bool {
        self.fragments.iter().any(|m| m.fragment == fragment && m.holds)
    }

    pub fn of(arena: &Arena, system: &ClauseSystem) -> Classification {
        match Classification::within(arena, system, &mut Budget::unlimited()) {
            Ok(classification) => classification,
            Err(_) => unreachable!("an unlimited budget does not end"),
        }
    }

    /// The same within a budget: to compare all that the atoms of a body depend on takes its time.
    pub fn within(
        arena: &Arena,
        system: &ClauseSystem,
        budget: &mut Budget,
    ) -> Result<Classification, Exhausted> {
        let size: usize = system.clauses().iter().map(|clause| 1 + clause.body.len()).sum();
        budget.take(size as u64)?;
        let dependence = Dependence::of(system);
        let cycle = dependence.topological_order().err();
        let relations = dependence
            .relations()
            .filter(|p| {
                !(dependence.definitions[p.index()].is_empty() && dependence.uses[p.index()].is_empty())
            })
            .count();
        let queries = dependence.heads.iter().filter(|h| h.is_none()).count();
        let linear = several_in_body(&dependence);
        let body_disjoint = in_several_bodies(&dependence);
        let head_disjoint = in_several_heads(&dependence);
        let disjoint = shared_dependencies(&dependence, budget)?;
        let recursive: Vec<Violation> = cycle.iter().cloned().map(Violation::Recursive).collect();
        let tree: Vec<Violation> = body_disjoint.iter().chain(&head_disjoint).cloned().collect();
        let fragments: Vec<Membership> = Fragment::ALL
            .into_iter()
            .map(|fragment| {
                let violations: Vec<&Violation> = match fragment {
                    Fragment::General | Fragment::Binary => Vec::new(),
                    Fragment::Sequence => linear.iter().chain(&tree).collect(),
                    Fragment::TreeLike => tree.iter().collect(),
                    Fragment::Linear => linear.iter().collect(),
                    Fragment::BodyDisjoint => body_disjoint.iter().collect(),
                    Fragment::HeadDisjoint => head_disjoint.iter().collect(),
                    Fragment::ClauseDependenceDisjoint => disjoint.iter().collect(),
                };
                let pair = Violation::NotAPair { clauses: dependence.heads.len(), relations };
                let not_a_pair = fragment == Fragment::Binary && !is_pair(&dependence, relations);
                let all: Vec<&Violation> =
                    recursive.iter().chain(not_a_pair.then_some(&pair)).chain(violations).collect();
                membership(system, fragment, &all)
            })
            .collect();
        let fragment = fragments.iter().find(|m| m.holds).map(|m| m.fragment);
        let method = match fragment {
            _ if queries == 0 => Method::Trivial,
            Some(fragment) => fragment.method(),
            None => Method::PredicateAbstraction,
        };
        let is_boolean = is_boolean(arena, system);
        let complexity = match fragment {
            Some(fragment) => fragment.complexity(is_boolean),
            None if is_boolean => Complexity::Exptime,
            None => Complexity::Undecidable,
        };
        let clauses = dependence.heads.len();
        Ok(Classification {
            clauses,
            relations,
            queries,
            cycle,
            fragments,
            fragment,
            is_boolean,
            method,
            complexity,
        })
    }
}

/// Is the constraint language that of the Booleans?
fn is_boolean(arena: &Arena, system: &ClauseSystem) -> bool {
    let is_boolean = |symbol: &Symbol| arena.sort(*symbol) == Sort::Bool;
    system.relations().iter().all(|relation| relation.parameters().iter().all(is_boolean))
        && system.clauses().iter().all(|clause| arena.symbols_of(clause.constraint).iter().all(is_boolean))
}

fn membership(system: &ClauseSystem, fragment: Fragment, violations: &[&Violation]) -> Membership {
    let witnesses = violations
        .iter()
        .take(WITNESSES)
        .map(|violation| Witness { violation: (*violation).clone(), text: violation.describe(system) })
        .collect();
    let more = violations.len().saturating_sub(WITNESSES);
    Membership { fragment, holds: violations.is_empty(), witnesses, more }
}

/// `p ← A` and `false ← B ∧ p`, in any order.
fn is_pair(dependence: &Dependence, relations: usize) -> bool {
    let is_fact = |c: usize| dependence.heads[c].is_some() && dependence.bodies[c].is_empty();
    let is_query = |c: usize| dependence.heads[c].is_none() && dependence.bodies[c].len() == 1;
    relations == 1
        && dependence.heads.len() == 2
        && ((is_fact(0) && is_query(1)) || (is_fact(1) && is_query(0)))
}

fn several_in_body(dependence: &Dependence) -> Vec<Violation> {
    let nonlinear = dependence.clauses().filter(|c| dependence.bodies[c.index()].len() > 1);
    let violation = |clause: SystemClauseId| {
        let relations = dependence.bodies[clause.index()].clone();
        Violation::SeveralInBody { clause, relations }
    };
    nonlinear.map(violation).collect()
}

fn in_several_bodies(dependence: &Dependence) -> Vec<Violation> {
    let mut violations = Vec::new();
    for relation in dependence.relations() {
        let mut clauses: Vec<SystemClauseId> =
            dependence.uses[relation.index()].iter().map(|(c, _)| *c).collect();
        let mut repeated: Vec<SystemClauseId> =
            clauses.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        repeated.dedup();
        let repeated = repeated.into_iter().map(|clause| Violation::RepeatedInBody { clause, relation });
        violations.extend(repeated);
        clauses.dedup();
        if clauses.len() > 1 {
            violations.push(Violation::InSeveralBodies { relation, clauses });
        }
    }
    violations
}

fn in_several_heads(dependence: &Dependence) -> Vec<Violation> {
    let several = dependence.relations().filter(|p| dependence.definitions[p.index()].len() > 1);
    let violation = |relation: SystemRelationId| {
        let clauses = dependence.definitions[relation.index()].clone();
        Violation::InSeveralHeads { relation, clauses }
    };
    several.map(violation).collect()
}

/// For each clause whose body atoms are not independent, the first pair that shows it.
fn shared_dependencies(dependence: &Dependence, budget: &mut Budget) -> Result<Vec<Violation>, Exhausted> {
    let mut marks = Marks::new(dependence);
    let mut violations = Vec::new();
    for clause in dependence.clauses() {
        let shared = marks.shared_in(dependence, clause);
        violations.extend(shared.map(|SharedBy { first, second, shared }| Violation::SharedDependency {
            clause,
            first,
            second,
            shared,
        }));
        budget.take(marks.visited() / SYMBOLS_IN_A_STEP)?;
    }
    Ok(violations)
}

/// To come by a relation symbol is less than a step of work.
const SYMBOLS_IN_A_STEP: u64 = 8;

/// Two relation symbols of a body, and what both depend on.
pub(crate) struct SharedBy<R> {
    first: R,
    second: R,
    shared: R,
}

/// Which position of a body first reached each relation symbol, for one clause at a time.
pub(crate) struct Marks {
    /// By relation symbol: the round it was reached in, and the position.
    owner: Vec<(u32, usize)>,
    round: u32,
    /// How many relation symbols the last walk has come by.
    visited: u64,
}

impl Marks {
    pub(crate) fn new<R, C>(dependence: &Dependence<R, C>) -> Marks {
        Marks { owner: vec![(0, 0); dependence.definitions.len()], round: 0, visited: 0 }
    }

    pub(crate) fn visited(&self) -> u64 {
        self.visited
    }

    /// Walks down from each position of the body in turn, until two of them meet.
    pub(crate) fn shared_in<R: Number, C: Number>(
        &mut self,
        dependence: &Dependence<R, C>,
        clause: C,
    ) -> Option<SharedBy<R>> {
        self.visited = 0;
        let body = &dependence.bodies[clause.index()];
        if body.len() < 2 {
            return None;
        }
        self.round += 1;
        for (position, relation) in body.iter().enumerate() {
            let mut open = vec![*relation];
            // The same symbol twice in one body meets itself here.
            while let Some(p) = open.pop() {
                self.visited += 1;
                match self.owner[p.index()] {
                    (round, owner) if round == self.round && owner != position => {
                        let (first, second) = (body[owner], *relation);
                        return Some(SharedBy { first, second, shared: p });
                    }
                    (round, _) if round == self.round => {}
                    _ => {
                        self.owner[p.index()] = (self.round, position);
                        open.extend(dependence.dependencies(p).map(|(_, q)| q));
                    }
                }
            }
        }
        None
    }
}
