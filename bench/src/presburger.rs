//! The benchmark of the Presburger solver: families of SMT-LIB scripts, made from fixed seeds, and their
//! measuring.
//!
//! Two kinds of families exist. *Streams* are recorded from the engine: one script per clause, many small
//! incremental queries. *Generated* families stress one kind of reasoning each, and are made by a random
//! generator of our own, so that the same family has the same bytes on every machine, and numbers of two days
//! can be compared.
//!
//! `cargo xtask bench presburger` runs it all; `docs/benchmarks.md` says how to read the table.

pub mod cnf;
pub mod differences;
pub mod divisibility;
pub mod knapsack;
pub mod measure;
pub mod nested;
pub mod pigeonhole;
pub mod streams;
pub mod table;
pub mod text;
pub mod unbounded;

/// A script with what is known about it.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Unique in its family; the name of the file without `.smt2`.
    pub name: String,
    pub script: String,
    /// Whether its single query is satisfiable, if the generator knows.
    pub expected: Option<bool>,
}

impl Instance {
    pub fn new(name: impl Into<String>, script: String, expected: Option<bool>) -> Instance {
        Instance { name: name.into(), script, expected }
    }
}

/// How many instances, and how large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// For tests: everything is small enough for brute force.
    Tiny,
    /// For a first look: seconds.
    Quick,
    /// What is reported: minutes.
    Full,
}

impl Size {
    /// One of three values.
    pub fn pick<T>(self, tiny: T, quick: T, full: T) -> T {
        match self {
            Size::Tiny => tiny,
            Size::Quick => quick,
            Size::Full => full,
        }
    }
}

/// What a family is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Queries as the engine asks them; the goal is at most the time of Z3.
    Stream,
    /// One kind of reasoning; the goal is at most five times the time of Z3.
    Generated,
}

/// A named set of scripts.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    pub name: &'static str,
    pub kind: Kind,
    pub generate: fn(Size) -> Vec<Instance>,
}

/// All families, in the order of the table.
pub const FAMILIES: [Family; 12] = [
    Family { name: "stream-guided", kind: Kind::Stream, generate: streams::guided },
    Family { name: "stream-tree", kind: Kind::Stream, generate: streams::tree },
    Family { name: "stream-disjunctive", kind: Kind::Stream, generate: streams::disjunctive },
    Family { name: "stream-global", kind: Kind::Stream, generate: streams::global },
    Family { name: "stream-push", kind: Kind::Stream, generate: streams::levels },
    Family { name: "cnf", kind: Kind::Generated, generate: cnf::generate },
    Family { name: "differences", kind: Kind::Generated, generate: differences::generate },
    Family { name: "knapsack", kind: Kind::Generated, generate: knapsack::generate },
    Family { name: "pigeonhole", kind: Kind::Generated, generate: pigeonhole::generate },
    Family { name: "divisibility", kind: Kind::Generated, generate: divisibility::generate },
    Family { name: "unbounded", kind: Kind::Generated, generate: unbounded::generate },
    Family { name: "nested", kind: Kind::Generated, generate: nested::generate },
];

#[cfg(test)]
mod tests;
