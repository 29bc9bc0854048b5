//! The terms of the trade, each defined in a sentence or two.

/// A term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Term {
    Abstraction,
    AndOrTree,
    Clause,
    Constraint,
    Copy,
    Counterexample,
    Covered,
    Derivation,
    Edge,
    Feasible,
    Interpolant,
    Node,
    Predicate,
    Query,
    ReachabilityGraph,
    Refinement,
    RelationSymbol,
    Safe,
    Solution,
    Spurious,
    Subsumed,
    Template,
    Unsafe,
}

impl Term {
    /// In alphabetical order of their words.
    pub const ALL: [Term; 23] = [
        Term::Abstraction,
        Term::AndOrTree,
        Term::Clause,
        Term::Constraint,
        Term::Copy,
        Term::Counterexample,
        Term::Covered,
        Term::Derivation,
        Term::Edge,
        Term::Feasible,
        Term::Interpolant,
        Term::Node,
        Term::Predicate,
        Term::Query,
        Term::ReachabilityGraph,
        Term::Refinement,
        Term::RelationSymbol,
        Term::Safe,
        Term::Solution,
        Term::Spurious,
        Term::Subsumed,
        Term::Template,
        Term::Unsafe,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Term::Abstraction => "abstraction",
            Term::AndOrTree => "and/or tree",
            Term::Clause => "clause",
            Term::Constraint => "constraint",
            Term::Copy => "copy",
            Term::Counterexample => "counterexample",
            Term::Covered => "covered",
            Term::Derivation => "derivation",
            Term::Edge => "edge",
            Term::Feasible => "feasible",
            Term::Interpolant => "interpolant",
            Term::Node => "node",
            Term::Predicate => "predicate",
            Term::Query => "query",
            Term::ReachabilityGraph => "reachability graph",
            Term::Refinement => "refinement",
            Term::RelationSymbol => "relation symbol",
            Term::Safe => "safe",
            Term::Solution => "solution",
            Term::Spurious => "spurious",
            Term::Subsumed => "subsumed",
            Term::Template => "template",
            Term::Unsafe => "unsafe",
        }
    }

    /// The id of its definition on the page.
    pub fn id(self) -> String {
        let word: String =
            self.word().chars().map(|c| if c.is_ascii_alphabetic() { c } else { '-' }).collect();
        format!("term-{word}")
    }

    pub fn definition(self) -> &'static str {
        match self {
            Term::Abstraction => {
                "Forgetting on purpose. Two sides of a counterexample may share fewer things, such as the value of one term; \
                 interpolants then speak of these things only, and tend to hold in every round of a loop."
            }
            Term::AndOrTree => {
                "Several derivations at once. Below an “and” everything is needed, below an “or” one alternative suffices."
            }
            Term::Clause => {
                "A rule: if the relation symbols of the body hold for their arguments, and the constraint holds, then the \
                 head holds."
            }
            Term::Constraint => {
                "The part of a clause that is arithmetic: a combination of linear inequalities, equations and divisibilities \
                 over integers."
            }
            Term::Copy => {
                "A relation symbol under another name, so that each place of a counterexample can have a formula of its own. In the \
                 end the copies are joined again."
            }
            Term::Counterexample => {
                "A derivation of false in the graph: clauses that fit together as far as the predicates can tell."
            }
            Term::Covered => {
                "Another node of the same relation symbol has fewer predicates, so whatever follows from this one follows \
                 from that one."
            }
            Term::Derivation => {
                "A tree of clauses with concrete integers that derives false. It can be replayed by evaluation."
            }
            Term::Edge => {
                "A clause applied to nodes: it leads from the nodes for its body to the node for its head."
            }
            Term::Feasible => {
                "A set of templates is feasible if it keeps enough apart to refute the counterexample. Small feasible sets \
                 give general interpolants."
            }
            Term::Interpolant => {
                "A formula in the symbols that two contradictory parts share. It follows from the one part and contradicts \
                 the other, so it says briefly why they do not fit together."
            }
            Term::Node => {
                "A relation symbol with a set of predicates that hold for its arguments. It stands for all the facts about \
                 the symbol that satisfy them."
            }
            Term::Predicate => {
                "A formula about the arguments of a relation symbol. Predicates are all that the graph can tell about facts."
            }
            Term::Query => "A clause whose head is false. It says what must never be derived.",
            Term::ReachabilityGraph => {
                "An overview of everything the clauses derive, as far as the predicates can tell. It allows too much rather \
                 than too little."
            }
            Term::Refinement => {
                "Learning from a spurious counterexample: its interpolants become predicates, so that the graph can never \
                 contain it again."
            }
            Term::RelationSymbol => {
                "A name such as gcd that stands for a relation between integers. The clauses say what must be in it; a \
                 solution says what it may be."
            }
            Term::Safe => "The clauses cannot derive false.",
            Term::Solution => {
                "A formula for each relation symbol that makes every clause true. It proves that false cannot be derived."
            }
            Term::Spurious => {
                "Its clauses fit together only because the predicates do not tell enough. No integers satisfy all its \
                 constraints."
            }
            Term::Subsumed => {
                "What a clause derives here is already allowed by a node with fewer predicates, so nothing new can follow \
                 from it."
            }
            Term::Template => {
                "A term or formula that interpolants may speak of. Each has a cost: cheap ones are preferred."
            }
            Term::Unsafe => "The clauses derive false.",
        }
    }

    /// Terms that belong to it.
    pub fn related(self) -> &'static [Term] {
        match self {
            Term::Abstraction => &[Term::Template, Term::Feasible, Term::Interpolant],
            Term::AndOrTree => &[Term::Counterexample, Term::Derivation],
            Term::Clause => &[Term::RelationSymbol, Term::Constraint, Term::Query],
            Term::Constraint | Term::RelationSymbol => &[Term::Clause],
            Term::Copy => &[Term::RelationSymbol, Term::Interpolant],
            Term::Counterexample => &[Term::Spurious, Term::Refinement, Term::AndOrTree],
            Term::Covered => &[Term::Node, Term::Subsumed],
            Term::Derivation => &[Term::Unsafe, Term::Counterexample],
            Term::Edge => &[Term::Node, Term::Clause],
            Term::Feasible => &[Term::Template, Term::Abstraction],
            Term::Interpolant => &[Term::Predicate, Term::Spurious, Term::Refinement],
            Term::Node => &[Term::Predicate, Term::Edge, Term::ReachabilityGraph],
            Term::Predicate => &[Term::Interpolant, Term::Node],
            Term::Query => &[Term::Clause, Term::Safe],
            Term::ReachabilityGraph => &[Term::Node, Term::Edge, Term::Predicate],
            Term::Refinement => &[Term::Spurious, Term::Interpolant, Term::Predicate],
            Term::Safe => &[Term::Solution, Term::Unsafe],
            Term::Solution => &[Term::RelationSymbol, Term::Safe],
            Term::Spurious => &[Term::Counterexample, Term::Interpolant],
            Term::Subsumed => &[Term::Covered, Term::Node],
            Term::Template => &[Term::Abstraction, Term::Feasible],
            Term::Unsafe => &[Term::Derivation, Term::Safe],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_listed_in_order_and_have_different_ids() {
        assert!(Term::ALL.is_sorted_by_key(|term| term.word()));
        let mut ids: Vec<String> = Term::ALL.iter().map(|term| term.id()).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), Term::ALL.len());
        assert!(Term::ALL.iter().all(|term| !term.related().contains(term)));
    }
}
