//! Canonical forms keep their meaning, and print as a person would write them.

use super::*;
use crate::formula::{Notation, Substitution};
use expect_test::expect;
use proptest::prelude::*;

struct Three {
    arena: Arena,
    symbols: [Symbol; 3],
}

fn three() -> Three {
    let mut arena = Arena::new();
    let symbols = ["X", "Y", "Z"].map(|n| arena.symbol(n, Sort::Int));
    Three { arena, symbols }
}

impl Three {
    fn term(&self, a: [i64; 3], c: i64) -> LinearTerm {
        LinearTerm::new(self.symbols.into_iter().zip(a.map(Int::from)), Int::from(c))
    }

    fn value(&self, v: [i64; 3]) -> Valuation {
        let mut valuation = Valuation::new();
        for (s, x) in self.symbols.into_iter().zip(v) {
            valuation.set_int(s, x);
        }
        valuation
    }
}

proptest! {
    #[test]
    fn canonical_atoms_mean_what_was_asked_for(
        a in prop::array::uniform3(-9i64..=9), c in -20i64..=20, k in -12i64..=12,
        v in prop::array::uniform3(-15i64..=15),
    ) {
        let mut t = three();
        let term = t.term(a, c);
        let valuation = t.value(v);
        let sum = a.iter().zip(v).map(|(a, v)| a * v).sum::<i64>() + c;
        let le = t.arena.le(&term);
        let eq = t.arena.eq(&term);
        let divides = t.arena.divides(&Int::from(k), &term);
        for (formula, expected) in [
            (le, sum <= 0),
            (eq, sum == 0),
            (divides, if k == 0 { sum == 0 } else { sum % k == 0 }),
        ] {
            prop_assert_eq!(t.arena.evaluate(formula, &valuation), expected);
            prop_assert_eq!(t.arena.evaluate(!formula, &valuation), !expected);
        }
        // Canonical: a multiple gives the same node.
        let three_times = term.scaled(&Int::from(3));
        prop_assert_eq!(t.arena.eq(&three_times), eq);
        prop_assert_eq!(t.arena.eq(&-&term), eq);
        prop_assert_eq!(t.arena.divides(&Int::from(3 * k), &three_times), divides);
        prop_assert_eq!(t.arena.divides(&Int::from(k), &-&term), divides);
    }

    #[test]
    fn substitution_and_evaluation_commute(
        a in prop::array::uniform3(-4i64..=4), b in prop::array::uniform3(-4i64..=4),
        c in -6i64..=6, k in 2i64..=5, v in prop::array::uniform3(-9i64..=9),
    ) {
        let mut t = three();
        let (p, q) = (t.term(a, c), t.term(b, -c));
        let parts = [t.arena.le(&p), !t.arena.eq(&q), t.arena.divides(&Int::from(k), &(&p - &q))];
        let conjunction = t.arena.and([parts[0], parts[1]]);
        let formula = t.arena.or([conjunction, parts[2]]);
        let mut swap = Substitution::new();
        swap.term(t.symbols[0], q.clone()).term(t.symbols[1], p.clone());
        let image = swap.apply(&mut t.arena, formula);
        let valuation = t.value(v);
        let mut moved = valuation.clone();
        moved.set_int(t.symbols[0], q.evaluate(&valuation));
        moved.set_int(t.symbols[1], p.evaluate(&valuation));
        prop_assert_eq!(t.arena.evaluate(image, &valuation), t.arena.evaluate(formula, &moved));
    }
}

#[test]
fn prints_as_a_person_would_write() {
    let mut t = three();
    let terms = [
        t.term([-1, -1, 1], 0),
        t.term([1, 0, 0], -3),
        t.term([-1, 0, 0], 3),
        t.term([1, -1, 0], 1),
        t.term([2, -3, 0], 5),
        t.term([1, 0, -1], -10),
    ];
    let mut lines = String::new();
    for term in &terms {
        for f in [t.arena.le(term), t.arena.eq(term), !t.arena.eq(term)] {
            lines += &format!("{}    {}\n", t.arena.show(f), t.arena.show_as(f, Notation::Ascii));
        }
    }
    let even = t.arena.divides(&Int::from(2), &t.term([0, 0, 1], 0));
    let third = t.arena.divides(&Int::from(3), &t.term([2, 1, 0], 4));
    let le = t.arena.le(&terms[0]);
    let inner = t.arena.or([le, !even]);
    let all = t.arena.and([inner, third]);
    for f in [even, !even, third, all] {
        lines += &format!("{}    {}\n", t.arena.show(f), t.arena.show_as(f, Notation::Ascii));
    }
    expect![[r#"
        X + Y ≥ Z    X + Y >= Z
        Z = X + Y    Z = X + Y
        Z ≠ X + Y    Z != X + Y
        X ≤ 3    X <= 3
        X = 3    X = 3
        X ≠ 3    X != 3
        X ≥ 3    X >= 3
        X = 3    X = 3
        X ≠ 3    X != 3
        X < Y    X < Y
        Y = X + 1    Y = X + 1
        Y ≠ X + 1    Y != X + 1
        2X ≤ 3Y - 5    2*X <= 3*Y - 5
        2X = 3Y - 5    2*X = 3*Y - 5
        2X ≠ 3Y - 5    2*X != 3*Y - 5
        X ≤ Z + 10    X <= Z + 10
        X = Z + 10    X = Z + 10
        X ≠ Z + 10    X != Z + 10
        2 | Z    2 | Z
        ¬(2 | Z)    !(2 | Z)
        3 | X - Y - 1    3 | X - Y - 1
        3 | X - Y - 1 ∧ (X + Y ≥ Z ∨ ¬(2 | Z))    3 | X - Y - 1, (X + Y >= Z; !(2 | Z))
    "#]]
    .assert_eq(&lines);
}

#[test]
fn deep_nesting_needs_no_stack() {
    let mut t = three();
    let mut formula = t.arena.true_();
    for i in 0..100_000i64 {
        let atom = t.arena.le(&t.term([1, i, 0], -i));
        formula = if i % 2 == 0 { t.arena.or([formula, atom]) } else { t.arena.and([formula, atom]) };
    }
    assert!(t.arena.symbols_of(formula).len() == 2);
    assert!(!t.arena.evaluate(formula, &t.value([1, 1, 1])));
    assert!(t.arena.show(formula).to_string().ends_with(&")".repeat(10)));
}
