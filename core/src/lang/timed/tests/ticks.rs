//! Time as whole numbers loses nothing: neither without strict bounds, nor with them.

use super::*;
use crate::lang::timed::explore::{self, Found};
use crate::lang::timed::interpret::Interpreter;
use crate::num::Int;

/// Three delays that are not 0 within one time unit.
const NESTED: &str = "clock x, y, z;
    process P() {
        state a, b, c, error;
        init a;
        trans a -> b { guard x > 0; assign y = 0; },
              b -> c { guard y > 0; assign z = 0; },
              c -> error { guard z > 0 && x < 1; };
    }
    system P;";

/// With whole time units, nothing happens between 0 and 1; with halves, there are not three delays.
#[test]
fn strict_bounds_need_ticks_as_short_as_they_like() {
    let model = network(NESTED, Encoding::Product);
    assert_eq!(model.unit, time::Unit::Any);
    let target = &model.question.as_ref().unwrap().target;
    let search = |unit| {
        let interpreter = Interpreter::new(&model.network, unit);
        explore::search(&interpreter, target, explore::STATE_LIMIT, &mut Budget::unlimited())
    };
    for unit in 1..=3 {
        assert_eq!(search(unit), Found::None, "{unit} ticks in a unit");
    }
    assert!(matches!(search(4), Found::Run(_)));
    match solve(&model, 20_000_000) {
        Answer::Unsafe(Account::Real(run)) => assert!(run.sentence.contains("time unit"), "{}", run.sentence),
        other => panic!("{other:?}"),
    }
    let impossible = NESTED.replace("z > 0 && x < 1", "z >= 1 && x <= 1");
    assert!(matches!(solve(&network(&impossible, Encoding::Product), 20_000_000), Answer::Safe(_)));
}

/// Every delay must be shorter than the one before: no fixed length of a tick is short enough for all of
/// them.
#[test]
fn the_number_of_ticks_has_no_bound() {
    let text = |rounds: i64| {
        format!(
            "clock x, y; int n = 0;
             process P() {{
                 state a, b, error;
                 init a;
                 trans a -> b {{ guard x > 0 && x < 1; assign y = 0; }},
                       b -> a {{ guard y > 0 && x < 1; assign n = n + 1, x = 0; }},
                       a -> error {{ guard n == {rounds}; }};
             }}
             system P;"
        )
    };
    let model = network(&text(3), Encoding::Product);
    assert_eq!(model.unit, time::Unit::Any);
    assert!(matches!(solve(&model, 60_000_000), Answer::Unsafe(Account::Real(_))));
}

#[test]
fn closed_bounds_need_no_unit() {
    let model = network(PEDESTRIAN, Encoding::Product);
    assert_eq!(model.unit, time::Unit::One);
    assert_eq!(model.problem().relations[0].sorts.len(), 7);
    // A strict bound in the question counts, and so does a closed one that is denied.
    for (query, unit) in [
        ("A[] not (Pedestrian.Walk and x > 3)", time::Unit::Any),
        ("A[] x <= 3", time::Unit::Any),
        ("A[] not (Pedestrian.Walk and x >= 3)", time::Unit::One),
        ("E<> x == 3", time::Unit::One),
        ("E<> x != 3", time::Unit::Any),
    ] {
        assert_eq!(network(&with_query(PEDESTRIAN, query), Encoding::Product).unit, unit, "{query}");
    }
}

/// A million rounds: three of them are told, and nobody makes the others.
#[test]
fn very_long_runs_are_told_in_few_rows() {
    use crate::check;
    use crate::lang::model::account;
    use crate::lang::model::testing::{derived, stretched};
    let of_rounds = |count: u64, update: &str| {
        let text = format!(
            "clock x; int n = 0;
             process P() {{
                 state a {{ x <= 3 }}, error;
                 init a;
                 trans a -> a {{ guard x == 3; assign {update}, x = 0; }},
                       a -> error {{ guard n == {count}; }};
             }}
             system P;"
        );
        network(&text, Encoding::Product)
    };
    let short = |count| derived(of_rounds(count, "n = n + 1").problem()).expect("it is reachable");
    let model = of_rounds(1_000_000, "n = n + 1");
    let derivation = stretched(&short(6), &short(7), 1, 2, 1_000_000);
    check::derivation(model.problem(), &derivation).expect("it is a derivation");
    let Account::Real(run) = account(&model, &derivation, &mut Budget::unlimited()) else {
        panic!("{:?}", account(&model, &derivation, &mut Budget::unlimited()))
    };
    assert!(run.sentence.contains("3000000 time units"), "{}", run.sentence);
    assert!(run.rows.len() < 12, "{}", run.rows.len());
    let repeated: Vec<_> = run.rows.iter().filter_map(|row| row.repeated.clone()).collect();
    assert_eq!(repeated, [(2, Int::from(999_997))]);
    // Not with another number of rounds; but where rounds are not clear, the verdict stays.
    let mut fewer = derivation.clone();
    fewer.repetitions[0].more -= 1;
    assert!(matches!(model.account(&fewer, &mut Budget::unlimited()), Account::Refused(_)));
    // Nor if a comparison comes out otherwise in the rounds between.
    let model = of_rounds(1_000_000, "n = (n == 5 ? 7 : n + 1)");
    assert!(matches!(model.account(&derivation, &mut Budget::unlimited()), Account::Refused(_)));
    assert!(matches!(account(&model, &derivation, &mut Budget::unlimited()), Account::Untold(_)));
}
