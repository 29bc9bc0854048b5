//! Time as whole numbers loses nothing: neither without strict bounds, nor with them.

use super::*;
use crate::lang::timed::explore::{self, Found};
use crate::lang::timed::interpret::Interpreter;

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
