//! The terms of the trade, each defined in a sentence or two.

/// A term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    Clause,
    Node,
    Predicate,
    Subsumed,
    Covered,
    Counterexample,
    Spurious,
    Interpolant,
    Safe,
    Unsafe,
    Solution,
    Derivation,
}

impl Term {
    pub const ALL: [Term; 12] = [
        Term::Clause,
        Term::Counterexample,
        Term::Covered,
        Term::Derivation,
        Term::Interpolant,
        Term::Node,
        Term::Predicate,
        Term::Safe,
        Term::Solution,
        Term::Spurious,
        Term::Subsumed,
        Term::Unsafe,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Term::Clause => "clause",
            Term::Node => "node",
            Term::Predicate => "predicate",
            Term::Subsumed => "subsumed",
            Term::Covered => "covered",
            Term::Counterexample => "counterexample",
            Term::Spurious => "spurious",
            Term::Interpolant => "interpolant",
            Term::Safe => "safe",
            Term::Unsafe => "unsafe",
            Term::Solution => "solution",
            Term::Derivation => "derivation",
        }
    }

    pub fn definition(self) -> &'static str {
        match self {
            Term::Clause => {
                "A rule: if the relation symbols of the body hold for their arguments, and the constraint holds, then the head holds."
            }
            Term::Node => {
                "A relation symbol with a set of predicates that hold for its arguments. It stands for all the facts about the symbol that satisfy them."
            }
            Term::Predicate => {
                "A formula about the arguments of a relation symbol. Predicates are all that the graph can tell about facts."
            }
            Term::Subsumed => {
                "What a clause derives here is already allowed by a node with fewer predicates, so nothing new can follow from it."
            }
            Term::Covered => {
                "Another node of the same relation symbol has fewer predicates, so whatever follows from this one follows from that one."
            }
            Term::Counterexample => {
                "A derivation of false in the graph: clauses that fit together as far as the predicates can tell."
            }
            Term::Spurious => {
                "Its clauses fit together only because the predicates do not tell enough. No integers satisfy all its constraints."
            }
            Term::Interpolant => {
                "A formula in the symbols that two contradictory parts share. It follows from the one part and contradicts the other."
            }
            Term::Safe => "The clauses cannot derive false.",
            Term::Unsafe => "The clauses derive false.",
            Term::Solution => {
                "A formula for each relation symbol that makes every clause true. It proves that false cannot be derived."
            }
            Term::Derivation => "A tree of clauses with concrete integers that derives false.",
        }
    }
}
