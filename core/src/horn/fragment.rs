//! The fragments of recursion-free Horn clauses, what breaks them, and how each is solved.
//!
//! From the thesis: Def. 5.3.1 (fragments), Fig. 5.3 (which form of interpolation solves which), Sect. 5.6
//! and Fig. 5.7 (complexity); from SHARA: Def. 5 (clause-dependence disjoint).
//!
//! ```text
//! binary ⊂ sequence ⊂ tree-like ⊂ body-disjoint ⊂ clause-dependence disjoint ⊂ recursion-free
//!                   ⊂ linear                    ⊂
//!                     tree-like ⊂ head-disjoint                                ⊂
//! ```

use serde::{Deserialize, Serialize};

use super::{ClauseSystem, Cycle, SystemClauseId, SystemRelationId};

/// A class of recursion-free systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fragment {
    /// `p ← A` and `false ← B ∧ p`.
    Binary,
    /// Linear and tree-like.
    Sequence,
    /// Body-disjoint and head-disjoint.
    TreeLike,
    /// At most one relation symbol in each body.
    Linear,
    /// Each relation symbol occurs in at most one body, and there once.
    BodyDisjoint,
    /// What stands side by side in a body has nothing below it in common.
    ClauseDependenceDisjoint,
    /// Each relation symbol is the head of at most one clause. By itself this makes nothing easier (Cor.
    /// 5.6.7).
    HeadDisjoint,
    /// Any recursion-free system.
    General,
}

impl Fragment {
    /// From the smallest to the largest, as far as they are comparable.
    pub const ALL: [Fragment; 8] = [
        Fragment::Binary,
        Fragment::Sequence,
        Fragment::TreeLike,
        Fragment::Linear,
        Fragment::BodyDisjoint,
        Fragment::ClauseDependenceDisjoint,
        Fragment::HeadDisjoint,
        Fragment::General,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Fragment::Binary => "binary",
            Fragment::Sequence => "sequence (linear and tree-like)",
            Fragment::TreeLike => "tree-like",
            Fragment::Linear => "linear",
            Fragment::BodyDisjoint => "body-disjoint",
            Fragment::HeadDisjoint => "head-disjoint",
            Fragment::ClauseDependenceDisjoint => "clause-dependence disjoint",
            Fragment::General => "recursion-free",
        }
    }

    /// The method made for systems of this class.
    pub fn method(self) -> Method {
        match self {
            Fragment::Binary => Method::BinaryInterpolation,
            Fragment::Sequence => Method::SequenceInterpolation,
            Fragment::TreeLike => Method::TreeInterpolation,
            Fragment::Linear => Method::DagInterpolation,
            Fragment::BodyDisjoint => Method::DisjunctiveInterpolation,
            Fragment::ClauseDependenceDisjoint => Method::SolveCdd,
            Fragment::HeadDisjoint | Fragment::General => Method::Expansion,
        }
    }

    /// How hard solvability is, over quantifier-free Presburger arithmetic or over the Booleans alone.
    pub fn complexity(self, is_boolean: bool) -> Complexity {
        match self {
            Fragment::HeadDisjoint | Fragment::General if is_boolean => Complexity::Pspace,
            Fragment::HeadDisjoint | Fragment::General => Complexity::CoNexptime,
            _ => Complexity::CoNp,
        }
    }

    /// The fragments right above this one in the order of inclusion (thesis, Fig. 5.7; SHARA, Fig. 4).
    pub fn above(self) -> &'static [Fragment] {
        match self {
            Fragment::Binary => &[Fragment::Sequence],
            Fragment::Sequence => &[Fragment::TreeLike, Fragment::Linear],
            Fragment::TreeLike => &[Fragment::BodyDisjoint, Fragment::HeadDisjoint],
            Fragment::Linear | Fragment::BodyDisjoint => &[Fragment::ClauseDependenceDisjoint],
            Fragment::ClauseDependenceDisjoint | Fragment::HeadDisjoint => &[Fragment::General],
            Fragment::General => &[],
        }
    }
}

/// How a system is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// There is no query, so every relation symbol may be `true`.
    Trivial,
    BinaryInterpolation,
    SequenceInterpolation,
    TreeInterpolation,
    DagInterpolation,
    DisjunctiveInterpolation,
    SolveCdd,
    /// SHARA: copy relation symbols until the system is clause-dependence disjoint, solve that, and conjoin
    /// the solutions of copies.
    Expansion,
    /// Abstraction with predicates, refined by interpolation of recursion-free unwindings.
    PredicateAbstraction,
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Method::Trivial => "none needed: without a query, true solves every relation symbol",
            Method::BinaryInterpolation => "binary interpolation",
            Method::SequenceInterpolation => "inductive sequence of interpolants",
            Method::TreeInterpolation => "tree interpolation",
            Method::DagInterpolation => "dag interpolation",
            Method::DisjunctiveInterpolation => "disjunctive interpolation",
            Method::SolveCdd => "SolveCDD: binary interpolation between pre- and post-formulae",
            Method::Expansion => "SHARA: expansion by copies of relation symbols, then SolveCDD",
            Method::PredicateAbstraction => "predicate abstraction with refinement by interpolation",
        }
    }
}

/// The complexity of solvability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Complexity {
    CoNp,
    /// Recursion-free, over the Booleans (CAV'13, Theorem 3; thesis, Theorem 5.6.2).
    Pspace,
    CoNexptime,
    /// Recursive, over the Booleans: there are finitely many facts, at most exponentially many. The papers do
    /// not speak of it; it is the complexity of Datalog programs.
    Exptime,
    Undecidable,
}

impl Complexity {
    pub fn name(self) -> &'static str {
        match self {
            Complexity::CoNp => "co-NP",
            Complexity::Pspace => "PSPACE",
            Complexity::CoNexptime => "co-NEXPTIME",
            Complexity::Exptime => "EXPTIME",
            Complexity::Undecidable => "undecidable",
        }
    }
}

/// Why a system is not in a fragment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Violation {
    Recursive(Cycle),
    /// The body has more than one relation symbol.
    SeveralInBody {
        clause: SystemClauseId,
        relations: Vec<SystemRelationId>,
    },
    /// The body has the relation symbol more than once.
    RepeatedInBody {
        clause: SystemClauseId,
        relation: SystemRelationId,
    },
    /// The relation symbol is in the bodies of these clauses.
    InSeveralBodies {
        relation: SystemRelationId,
        clauses: Vec<SystemClauseId>,
    },
    /// The relation symbol is in the heads of these clauses.
    InSeveralHeads {
        relation: SystemRelationId,
        clauses: Vec<SystemClauseId>,
    },
    /// Two relation symbols of one body have something in common: a third that both depend on, or one of
    /// them.
    SharedDependency {
        clause: SystemClauseId,
        first: SystemRelationId,
        second: SystemRelationId,
        shared: SystemRelationId,
    },
    /// Not a fact and a query about a single relation symbol.
    NotAPair {
        clauses: usize,
        relations: usize,
    },
}

impl Violation {
    /// In words, with the numbers of clauses.
    pub fn describe(&self, system: &ClauseSystem) -> String {
        let name = |r: &SystemRelationId| system[*r].name.as_str();
        let numbers = |clauses: &[SystemClauseId]| {
            let numbers: Vec<String> = clauses.iter().map(|c| c.number().to_string()).collect();
            listed(&numbers)
        };
        match self {
            Violation::Recursive(cycle) => match cycle.steps.as_slice() {
                [(p, clause)] => format!("{} depends on itself by clause {}", name(p), clause.number()),
                steps => {
                    let mut text = String::new();
                    for (p, clause) in steps {
                        text += &format!("{} →({}) ", name(p), clause.number());
                    }
                    let first = steps.first().map_or("", |(p, _)| name(p));
                    format!("{text}{first} is a cycle, with the numbers of the clauses in parentheses")
                }
            },
            Violation::SeveralInBody { clause, relations } => {
                let names: Vec<&str> = relations.iter().map(name).collect();
                format!(
                    "clause {} has {} relation symbols in its body: {}",
                    clause.number(),
                    names.len(),
                    listed(&names)
                )
            }
            Violation::RepeatedInBody { clause, relation } => {
                format!("{} occurs more than once in the body of clause {}", name(relation), clause.number())
            }
            Violation::InSeveralBodies { relation, clauses } => {
                format!("{} is in the bodies of clauses {}", name(relation), numbers(clauses))
            }
            Violation::InSeveralHeads { relation, clauses } => {
                format!("{} is in the heads of clauses {}", name(relation), numbers(clauses))
            }
            Violation::SharedDependency { clause, first, second, shared } => {
                let (number, p, q) = (clause.number(), name(first), name(second));
                if first == second {
                    format!("{p} occurs more than once in the body of clause {number}")
                } else if shared == first {
                    format!("clause {number} has {p} and {q} in its body, and {q} depends on {p}")
                } else if shared == second {
                    format!("clause {number} has {p} and {q} in its body, and {p} depends on {q}")
                } else {
                    format!(
                        "clause {number} has {p} and {q} in its body, which both depend on {}",
                        name(shared)
                    )
                }
            }
            Violation::NotAPair { clauses, relations } => format!(
                "a fact and a query about one relation symbol are needed; here the system has {clauses} clause{} and {relations} relation symbol{}",
                plural(*clauses),
                plural(*relations)
            ),
        }
    }
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}

/// `a`, `a and b`, `a, b and c`
fn listed<T: AsRef<str>>(items: &[T]) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
