//! Expansions at the edges: of nothing, of large systems, of queries that are facts.

use crate::budget::Budget;
use crate::horn::tests::edges::chain;
use crate::horn::tests::system;
use crate::recursion_free::Expansion;

#[test]
fn a_sequence_is_its_own_expansion() {
    let system = system(&chain(1000, 50));
    assert_eq!(
        Expansion::clause_dependence_disjoint(&system, 2000, &mut Budget::unlimited())
            .unwrap()
            .clause_of
            .len(),
        1000
    );
    assert_eq!(
        Expansion::body_disjoint(&system, 2000, &mut Budget::unlimited()).unwrap().clause_of.len(),
        1000
    );
}

#[test]
fn nothing_expands_to_nothing() {
    let system = system("");
    assert!(
        Expansion::clause_dependence_disjoint(&system, 0, &mut Budget::unlimited())
            .unwrap()
            .clause_of
            .is_empty()
    );
    assert!(Expansion::unwinding(&system, 5, 0, &mut Budget::unlimited()).unwrap().clause_of.is_empty());
}

#[test]
fn queries_that_are_facts_have_height_one() {
    let system = system("false :- X > 3, X < 5. false :- X > 3, X < 4.");
    assert_eq!(Expansion::unwinding(&system, 1, 10, &mut Budget::unlimited()).unwrap().clause_of.len(), 2);
}

/// What has no derivation, constraints aside, is in no unwinding.
#[test]
fn unwindings_leave_out_what_is_not_derivable() {
    let system = system(
        ":- relation unused(int). a(X) :- b(X). b(X) :- a(X). p(X) :- X > 0. p(X) :- a(X). q(X) :- p(X).
                r(X) :- X > 0, false. false :- p(X), X < 0. false :- a(X). false :- r(X).",
    );
    let unwinding = Expansion::unwinding(&system, 5, 100, &mut Budget::unlimited()).unwrap();
    let clauses: Vec<usize> = unwinding.clause_of.iter().map(|c| c.number()).collect();
    assert_eq!(clauses, [7, 9, 3, 6]);
}
