//! Which counterexamples are refuted at once.

use serde::{Deserialize, Serialize};

use super::{Choice, Value};

/// Which counterexamples are refuted at once (CAV'13, Sect. 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Strategy {
    /// Clauses without recursion by the method that is made for their fragment (thesis, Fig. 5.3; SHARA, Fig.
    /// 4), others as TI does it.
    Auto,
    /// TI: one derivation tree of minimal depth, by tree interpolation.
    Tree,
    /// DI: all derivations of minimal depth as one and/or tree, by disjunctive interpolation.
    Disjunctive,
    /// Predicate abstraction, refined by all derivations up to the depth of the counterexample, as a
    /// recursion-free system that is expanded and solved (SHARA, Algorithms 1 to 3). A system that is
    /// recursion-free is solved as it is.
    Cdd,
    /// Recursion-free systems of increasing depth without predicate abstraction, each expanded and solved,
    /// and the collapsed solution tried on the recursive one (SHARA, Sect. 5).
    Unwind,
    /// One conjunction of predicates for each relation symbol (thesis, Fig. 5.9), and all derivations that
    /// led to it.
    Global,
    /// Property-directed reachability: lemmas about one step at a time, in frames, without a graph.
    Pdr,
}

impl Strategy {
    pub const ALL: [Strategy; 7] = [
        Strategy::Auto,
        Strategy::Tree,
        Strategy::Disjunctive,
        Strategy::Cdd,
        Strategy::Unwind,
        Strategy::Global,
        Strategy::Pdr,
    ];
}

impl Choice for Strategy {
    const ALL: &'static [Strategy] = &Strategy::ALL;

    fn value(self) -> &'static Value {
        match self {
            Strategy::Auto => &Value {
                name: "auto",
                label: "Auto: by fragment",
                sentence: "Solves clauses without recursion by the interpolation that is made for their fragment, and \
                           others by TI.",
                reference: "Hojjat, thesis, Fig. 5.3; Zhou, Heath, Harris, HCVS 2018, Fig. 4",
            },
            Strategy::Tree => &Value {
                name: "ti",
                label: "TI: one tree",
                sentence: "Refutes one counterexample of minimal depth at a time, by tree interpolation.",
                reference: "Rümmer, Hojjat, Kuncak, CAV 2013, Sect. 6",
            },
            Strategy::Disjunctive => &Value {
                name: "di",
                label: "DI: all trees at once",
                sentence: "Refutes all counterexamples of minimal depth at once, by disjunctive interpolation: fewer \
                           refinements, and more work for each.",
                reference: "Rümmer, Hojjat, Kuncak, CAV 2013, Sect. 5 and 6",
            },
            Strategy::Cdd => &Value {
                name: "cdd",
                label: "CDD: predicates from unwindings",
                sentence: "Writes out all derivations up to the depth of the counterexample as clauses without recursion, \
                           solves these with few copies of relation symbols, and makes predicates of the solution.",
                reference: "Zhou, Heath, Harris, HCVS 2018, Sect. 4, within Rümmer, Hojjat, Kuncak, CAV 2013, Fig. 3",
            },
            Strategy::Unwind => &Value {
                name: "unwind",
                label: "SHARA: unwinding",
                sentence: "Writes out all derivations up to a depth as clauses without recursion, solves these, and tries \
                           the solution on the clauses themselves; if one fails, goes deeper. No predicates are kept.",
                reference: "Zhou, Heath, Harris, HCVS 2018, Sect. 5",
            },
            Strategy::Global => &Value {
                name: "global",
                label: "Global",
                sentence: "Keeps a single conjunction of predicates for each relation symbol: a small graph, and all \
                           derivations that led to it are refuted at once.",
                reference: "Hojjat, thesis, Fig. 5.9",
            },
            Strategy::Pdr => &Value {
                name: "pdr",
                label: "PDR: lemmas in frames",
                sentence: "Asks backwards from false which states could lead there in one step, and learns a lemma \
                           wherever none can. There is no graph and no counterexample to interpolate.",
                reference: "Hoder, Bjørner, SAT 2012; Komuravelli, Gurfinkel, Chaki, CAV 2014",
            },
        }
    }
}
