//! EXPAND step by step (SHARA, Algorithm 3), and the two places where the paper is not to be taken at its
//! word.

use crate::budget::Budget;
use crate::horn::tests::{example, system};
use crate::horn::{ClauseSystem, SystemRelationId};
use crate::recursion_free::{CopyRel, Expanded, Expansion};

fn expanded(text: &str) -> (ClauseSystem, Expanded) {
    let system = system(text);
    let found = Expansion::identity(&system).expand(2_000, &mut Budget::unlimited()).unwrap();
    (system, found)
}

/// The steps as pairs of SHAREDREL with the copy: `(5, r) r'`, where 5 is a clause.
fn steps(system: &ClauseSystem, found: &Expanded) -> Vec<String> {
    let mut relation_of: Vec<SystemRelationId> = system.relation_ids().collect();
    let mut told = Vec::new();
    for CopyRel { clause, shared, copy, .. } in &found.copied {
        if copy.index() == relation_of.len() {
            relation_of.push(relation_of[shared.index()]);
        }
        let name = &system[relation_of[shared.index()]].name;
        told.push(format!("({}, {name}) copy {}", clause.index() + 1, copy.index()));
    }
    told
}

/// The example of the file: first r for the clause of q, then s for that of the copy of r.
#[test]
fn each_step_copies_one_relation_symbol() {
    let text = "s(X). r(X) :- s(X). p(X) :- r(X). q(X) :- r(X). t(X) :- p(X), q(X). false :- t(X), X > 0.";
    let (system, found) = expanded(text);
    assert_eq!(steps(&system, &found), ["(4, r) copy 5", "(7, s) copy 6"]);
    assert_eq!(found.merged, []);
    assert!(found.is_minimal && found.expansion.is_minimal());
    // Only what is shared is copied: q stands where it stood.
    let copies: Vec<usize> = found.expansion.copies(&system).iter().map(Vec::len).collect();
    assert_eq!(copies, [2, 2, 1, 1, 1]);
}

#[test]
fn a_symbol_twice_in_a_body_is_copied_for_the_second() {
    let (system, found) = expanded(example!("two-steps"));
    assert_eq!(steps(&system, &found), ["(3, r) copy 2"]);
    assert_eq!(found.copied[0].position, 1);
}

/// A row of diamonds below two siblings: a fresh copy for every clause, as the paper words it, would be two
/// copies in the first diamond, four in the second, and so on. One for each sibling is enough, and minimal.
#[test]
fn a_copy_serves_all_that_is_below_its_sibling() {
    const DIAMONDS: usize = 12;
    let mut text = "d0(X). ".to_owned();
    for i in 0..DIAMONDS {
        text += &format!("d{j}(X + 1) :- d{i}(X). d{j}(X + 2) :- d{i}(X). ", j = i + 1);
    }
    text += &format!("p(X) :- d{DIAMONDS}(X). q(X) :- d{DIAMONDS}(X). false :- p(X), q(X), X < 0.");
    let (system, found) = expanded(&text);
    let copies: Vec<usize> = found.expansion.copies(&system).iter().map(Vec::len).collect();
    assert_eq!(copies[..=DIAMONDS], [2; DIAMONDS + 1]);
    assert!(found.is_minimal && found.expansion.is_clause_dependence_disjoint());
    // Each of the two clauses of a diamond is a pair of its own; the second finds the copy there.
    assert_eq!(found.copied.len(), 1 + 2 * DIAMONDS);
}

/// The paper says that Algorithm 3 gives a minimal expansion, whatever SHAREDREL finds. Here p gets a copy of
/// r, and later q, which would have been enough for both queries.
#[test]
fn the_steps_alone_need_not_be_minimal() {
    let text = "r(X). p(X) :- r(X). q(X) :- r(X). s(X) :- r(X).
        t(X) :- q(X), p(X). u(X) :- s(X), q(X). false :- t(X), X > 0. false :- u(X), X > 0.";
    let (system, found) = expanded(text);
    assert_eq!(steps(&system, &found), ["(2, r) copy 6", "(3, r) copy 7"]);
    assert_eq!(found.merged.len(), 1, "two of the three are taken for one");
    let copies: Vec<usize> = found.expansion.copies(&system).iter().map(Vec::len).collect();
    assert_eq!(copies[0], 2);
    assert!(found.is_minimal && found.expansion.is_minimal());
    // If merging may not look at anything, nothing is said about minimality.
    let hasty = Expansion::identity(&system).expand_within(2_000, 0, &mut Budget::unlimited()).unwrap();
    assert!(!hasty.is_minimal && !hasty.expansion.is_minimal());
    assert!(hasty.expansion.is_clause_dependence_disjoint());
}
