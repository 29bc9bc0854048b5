//! What is read is what is meant, and what is claimed about a net is true of it.

use super::*;
use crate::lang::Severity;

mod explore;
mod facts;
mod notations;

/// Firings in rounds that are not written down are replayed as rounds, and told as such.
#[test]
fn very_long_firing_sequences_are_told_in_few_rows() {
    use crate::check;
    use crate::lang::model::testing::{derived, stretched};
    use crate::lang::model::{Account, account};
    use crate::num::Int;
    let of_rounds = |count: u64| {
        let (c, d) = (3 * count, 2 * count);
        net(&format!(
            "a: p1 -> p2 + 3 p3\nb: p2 -> p1 + 2 p4\ninit p1 = 1, p2 = 0, p3 = 0, p4 = 0\n\
             target p1 = 1, p3 = {c}, p4 = {d}"
        ))
    };
    let short = |count| derived(of_rounds(count).problem()).expect("it is reachable");
    let model = of_rounds(1_000_000);
    let derivation = stretched(&short(6), &short(7), 1, 2, 1_000_000);
    check::derivation(model.problem(), &derivation).expect("it is a derivation");
    let Account::Real(run) = account(&model, &derivation, &mut Budget::unlimited()) else {
        panic!("{:?}", account(&model, &derivation, &mut Budget::unlimited()))
    };
    assert!(run.sentence.contains("2000000 firings"), "{}", run.sentence);
    assert_eq!(run.rows.len(), 4);
    assert_eq!(run.rows[2].repeated, Some((2, Int::from(999_999))));
    // Not with another number of rounds.
    let mut fewer = derivation.clone();
    fewer.repetitions[0].more -= 1;
    assert!(matches!(model.account(&fewer, &mut Budget::unlimited()), Account::Refused(_)));
}

/// Reads a net without errors.
fn net(text: &str) -> NetModel {
    let notation = if spec::detects(text) { Notation::Spec } else { Notation::Short };
    let (model, diagnostics) = read(text, notation, &mut Budget::unlimited());
    assert!(diagnostics.iter().all(|d| d.severity != Severity::Error), "{diagnostics:?}\n{text}");
    model
}
