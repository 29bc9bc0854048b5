//! How a model becomes clauses.

use super::{Choice, Value};
use crate::lang::Encoding;

impl Choice for Encoding {
    const ALL: &'static [Encoding] = &[
        Encoding::Standard,
        Encoding::LargeBlock,
        Encoding::Product,
        Encoding::OwickiGries,
        Encoding::RelyGuarantee,
        Encoding::Parameterised,
    ];

    fn value(self) -> &'static Value {
        match self {
            Encoding::Standard => &Value {
                name: "standard",
                label: "Standard",
                sentence: "For programs a relation symbol for each location, for nets one for the marking, for networks of \
                           automata their product.",
                reference: "Hojjat, thesis, EPFL 2013, Sect. 2.3",
            },
            Encoding::LargeBlock => &Value {
                name: "large-block",
                label: "Large blocks",
                sentence: "For programs: one clause for each stretch without loops.",
                reference: "Beyer, Cimatti, Griggio, Keremoglu, Sebastiani, FMCAD 2009",
            },
            Encoding::Product => &Value {
                name: "product",
                label: "Product",
                sentence: "For networks of automata: one relation symbol for all of them together.",
                reference: "Hojjat, thesis, EPFL 2013, Sect. 6.1",
            },
            Encoding::OwickiGries => &Value {
                name: "og",
                label: "Owicki-Gries",
                sentence: "For networks of automata: an invariant for each automaton, with which no other interferes.",
                reference: "Hojjat, thesis, EPFL 2013, Sect. 6.4",
            },
            Encoding::RelyGuarantee => &Value {
                name: "rg",
                label: "Rely-guarantee",
                sentence: "For networks of automata: an invariant for each automaton, and a relation for what the others do.",
                reference: "Hojjat, thesis, EPFL 2013, Sect. 6.4",
            },
            Encoding::Parameterised => &Value {
                name: "parameterised",
                label: "Any number of copies",
                sentence: "For networks of automata: proofs that hold for any number of copies of each automaton.",
                reference: "Hojjat, thesis, EPFL 2013, Sect. 6.5.3",
            },
        }
    }
}
