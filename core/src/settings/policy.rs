//! Which of the interpolants of a counterexample is taken.

use super::{Choice, Value};
use crate::interpolate::{Policy, Strength};

const LABELLED: &str = "D'Silva, Kroening, Purandare, Weissenbacher, VMCAI 2010";

impl Choice for Policy {
    const ALL: &'static [Policy] = &[
        Policy::Simplest,
        Policy::Proof(Strength::Strong),
        Policy::Proof(Strength::Relaxed),
        Policy::Proof(Strength::Symmetric),
        Policy::Proof(Strength::Weak),
    ];

    fn value(self) -> &'static Value {
        match self {
            Policy::Simplest => &Value {
                name: "simplest",
                label: "The simplest",
                sentence: "Of several readings of the proof and the relations that hold without constants, the one with the \
                           fewest literals, equations and constants.",
                reference: "Hornbook's own, ADR 7",
            },
            Policy::Proof(Strength::Strong) => &Value {
                name: "mcmillan",
                label: "McMillan's",
                sentence: "The strongest reading of the proof: literals of both sides count as those of the second.",
                reference: "McMillan, CAV 2003",
            },
            Policy::Proof(Strength::Relaxed) => &Value {
                name: "relaxed",
                label: "McMillan's, relaxed",
                sentence: "McMillan's reading with every sum as loose as its contradiction allows.",
                reference: LABELLED,
            },
            Policy::Proof(Strength::Symmetric) => &Value {
                name: "symmetric",
                label: "Symmetric",
                sentence: "The reading of the proof in which literals of both sides count as those of both.",
                reference: LABELLED,
            },
            Policy::Proof(Strength::Weak) => &Value {
                name: "inverse",
                label: "Inverse",
                sentence: "The weakest reading of the proof: literals of both sides count as those of the first.",
                reference: LABELLED,
            },
        }
    }
}
