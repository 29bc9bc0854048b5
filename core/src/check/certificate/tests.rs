//! Every accepted line keeps to the truth: a valuation that satisfies the facts before it satisfies the fact
//! it derives, and no valuation satisfies the facts before an accepted contradiction.

use super::*;
use crate::formula::{Arena, Sort, Symbol, Valuation};
use proptest::prelude::*;

struct World {
    x: Symbol,
    y: Symbol,
    q: Symbol,
    quotients: Vec<Quotient>,
}

fn world(a: i64, b: i64, c: i64, k: i64) -> World {
    let mut arena = Arena::new();
    let [x, y, q] = ["X", "Y", "Q"].map(|n| arena.symbol(n, Sort::Int));
    let term = LinearTerm::new([(x, Int::from(a)), (y, Int::from(b))], Int::from(c));
    World { x, y, q, quotients: vec![Quotient { symbol: q, divisor: Int::from(k), term }] }
}

impl World {
    /// All values of X and Y in a box, with the value of Q that its definition gives.
    fn valuations(&self) -> impl Iterator<Item = Valuation> + '_ {
        (-5..=5i64).flat_map(move |x| {
            (-5..=5i64).map(move |y| {
                let mut valuation = Valuation::new();
                valuation.set_int(self.x, x);
                valuation.set_int(self.y, y);
                let Quotient { divisor, term, .. } = &self.quotients[0];
                valuation.set_int(self.q, term.evaluate(&valuation).div_floor(divisor));
                valuation
            })
        })
    }

    fn term(&self, a: [i64; 4]) -> LinearTerm {
        let [x, y, q, c] = a.map(Int::from);
        LinearTerm::new([(self.x, x), (self.y, y), (self.q, q)], c)
    }

    fn fact(&self, (kind, a): (u8, [i64; 4])) -> Fact {
        let Quotient { divisor, term, .. } = self.quotients[0].clone();
        match kind {
            0..=3 => Fact::AtMostZero(self.term(a)),
            4 | 5 => Fact::Zero(self.term(a)),
            6 => Fact::NotZero(self.term(a)),
            7 => Fact::Divisible(divisor, term),
            _ => Fact::Indivisible(divisor, term),
        }
    }
}

fn holds(fact: &Fact, valuation: &Valuation) -> bool {
    match fact {
        Fact::AtMostZero(t) => !t.evaluate(valuation).is_positive(),
        Fact::Zero(t) => t.evaluate(valuation).is_zero(),
        Fact::NotZero(t) => !t.evaluate(valuation).is_zero(),
        Fact::Divisible(k, t) => k.divides(&t.evaluate(valuation)),
        Fact::Indivisible(k, t) => !k.divides(&t.evaluate(valuation)),
    }
}

/// Lines that are often right: two facts, multipliers of any sign, divisors of any size.
fn line(facts: u32) -> impl Strategy<Value = Line> {
    let fact = move || (0..facts + 2).prop_map(FactId);
    let combination = prop::collection::vec((fact(), (-2i64..=3).prop_map(Int::from)), 1..3);
    let divisor = (-1i64..=4).prop_map(Int::from);
    prop_oneof![
        3 => (combination.clone(), divisor.clone())
            .prop_map(|(combination, divisor)| Line::Combine { combination, divisor }),
        2 => (combination, divisor)
            .prop_map(|(combination, divisor)| Line::Contradiction { combination, divisor }),
        1 => (fact(), fact()).prop_map(|(upper, lower)| Line::Equate { upper, lower }),
        1 => (fact(), fact()).prop_map(|(fact, disequality)| Line::Strengthen { fact, disequality }),
        1 => (0usize..2).prop_map(|quotient| Line::QuotientLower { quotient }),
        1 => (0usize..2).prop_map(|quotient| Line::QuotientUpper { quotient }),
        1 => fact().prop_map(|divisibility| Line::QuotientExact { quotient: 0, divisibility }),
        1 => fact().prop_map(|indivisibility| Line::QuotientInexact { quotient: 0, indivisibility }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn accepted_lines_are_true(
        (a, b, c, k) in (-3i64..=3, -3i64..=3, -4i64..=4, 1i64..=4),
        facts in prop::collection::vec((0u8..=8, prop::array::uniform4(-2i64..=2)), 1..5),
        lines in prop::collection::vec(line(4), 1..8),
    ) {
        let world = world(a, b, c, k);
        let mut given: Vec<Fact> = facts.into_iter().map(|f| world.fact(f)).collect();
        // Give the rules that want two facts about one term something to work with.
        if let Fact::AtMostZero(t) = given[0].clone() {
            given.push(Fact::AtMostZero(-&t));
            given.push(Fact::NotZero(t));
        }
        let mut reader = Reader { facts: given, quotients: &world.quotients, open: Vec::new(), done: false };
        for line in &lines {
            let before = reader.facts.clone();
            if reader.line(line).is_err() {
                continue;
            }
            for valuation in world.valuations().filter(|v| before.iter().all(|f| holds(f, v))) {
                prop_assert!(!reader.done, "{line:?} contradicts {before:?}");
                let derived = &reader.facts[before.len()];
                prop_assert!(holds(derived, &valuation), "{line:?} derives {derived:?} from {before:?}");
            }
            if reader.done {
                break;
            }
        }
    }
}

/// From `1 ≤ 2x ≤ 3` and `x ≠ 1`, by cases.
fn cases() -> (World, Vec<Fact>, Vec<Line>) {
    let world = world(1, 0, 0, 2);
    let facts = vec![
        Fact::AtMostZero(world.term([-2, 0, 0, 1])),
        Fact::AtMostZero(world.term([2, 0, 0, -3])),
        Fact::NotZero(world.term([1, 0, 0, -1])),
    ];
    let lines = vec![
        Line::Split { term: world.term([1, 0, 0, -1]) },
        Line::Strengthen { fact: FactId(3), disequality: FactId(2) },
        Line::Contradiction {
            combination: vec![(FactId(0), Int::ONE), (FactId(4), Int::from(2))],
            divisor: Int::ZERO,
        },
        Line::Contradiction {
            combination: vec![(FactId(1), Int::ONE), (FactId(3), Int::from(2))],
            divisor: Int::ZERO,
        },
    ];
    (world, facts, lines)
}

#[test]
fn cases_must_all_be_closed_and_their_facts_stay_inside() {
    let (world, facts, lines) = cases();
    let judge = |lines: Vec<Line>| check(facts.clone(), &world.quotients, &Certificate { lines });
    assert_eq!(judge(lines.clone()), Ok(()));
    assert_eq!(judge(lines[..3].to_vec()), Err((None, Fault::CaseOpen)));
    assert_eq!(judge(lines[..2].to_vec()), Err((None, Fault::CaseOpen)));
    assert_eq!(judge(Vec::new()), Err((None, Fault::CaseOpen)));
    let mut longer = lines.clone();
    longer.push(lines[3].clone());
    assert_eq!(judge(longer), Err((Some(4), Fault::AfterTheEnd)));
    // The strengthened fact belongs to the first case only.
    let mut leaking = lines.clone();
    leaking[3] = lines[2].clone();
    assert_eq!(judge(leaking), Err((Some(3), Fault::NoSuchFact(4))));
    // The second case has the opposite fact under the same number.
    let mut same = lines;
    same.insert(3, Line::Strengthen { fact: FactId(3), disequality: FactId(2) });
    assert_eq!(judge(same), Err((Some(3), Fault::NotStrengthened)));
}

#[test]
fn contradictions_are_strict() {
    let world = world(1, 0, 0, 2);
    let judge = |fact: Fact, multiplier: i64, divisor: i64| {
        let combination = vec![(FactId(0), Int::from(multiplier))];
        let lines = vec![Line::Contradiction { combination, divisor: Int::from(divisor) }];
        check(vec![fact], &world.quotients, &Certificate { lines }).map_err(|(_, fault)| fault)
    };
    let at_most = |a| Fact::AtMostZero(world.term(a));
    let zero = |a| Fact::Zero(world.term(a));
    assert_eq!(judge(at_most([0, 0, 0, 1]), 1, 0), Ok(()));
    assert_eq!(judge(at_most([0, 0, 0, 0]), 1, 0), Err(Fault::NoContradiction));
    assert_eq!(judge(at_most([0, 0, 0, -1]), -1, 0), Err(Fault::BadMultiplier(0)));
    assert_eq!(judge(at_most([0, 0, 0, 1]), 0, 0), Err(Fault::BadMultiplier(0)));
    // An inequality is never refuted by divisibility.
    assert_eq!(judge(at_most([2, 0, 0, 1]), 1, 2), Err(Fault::NoContradiction));
    assert_eq!(judge(zero([2, 4, 0, 1]), 1, 2), Ok(()));
    assert_eq!(judge(zero([2, 4, 0, 1]), -3, 6), Ok(()));
    assert_eq!(judge(zero([2, 4, 0, 1]), 2, 2), Err(Fault::NoContradiction));
    assert_eq!(judge(zero([2, 3, 0, 1]), 1, 2), Err(Fault::NoContradiction));
    assert_eq!(judge(zero([2, 4, 0, 2]), 1, 2), Err(Fault::NoContradiction));
    assert_eq!(judge(zero([2, 4, 0, 1]), 1, 1), Err(Fault::NoContradiction));
    assert_eq!(judge(zero([2, 4, 0, 1]), 1, 0), Err(Fault::NoContradiction));
    assert_eq!(judge(zero([0, 0, 0, 7]), 1, 0), Ok(()));
    assert_eq!(judge(zero([0, 0, 0, 7]), 0, 0), Err(Fault::BadMultiplier(0)));
    assert_eq!(judge(zero([0, 0, 0, 0]), 1, 0), Err(Fault::NoContradiction));
    assert_eq!(judge(Fact::NotZero(LinearTerm::zero()), 1, 0), Err(Fault::NotCombinable(0)));
}

#[test]
fn an_inequality_makes_the_sum_an_inequality() {
    let world = world(1, 0, 0, 2);
    let facts = vec![Fact::AtMostZero(world.term([1, 0, 0, 0])), Fact::Zero(world.term([1, 2, 0, 1]))];
    let sum = vec![(FactId(0), Int::ONE), (FactId(1), Int::ONE)];
    // x ≤ 0 and x + 2y + 1 = 0 give 2x + 2y + 1 ≤ 0, which is no parity conflict.
    let lines = vec![Line::Contradiction { combination: sum, divisor: Int::from(2) }];
    assert_eq!(
        check(facts, &world.quotients, &Certificate { lines }),
        Err((Some(0), Fault::NoContradiction))
    );
}

#[test]
fn only_inequalities_are_rounded() {
    let world = world(1, 0, 0, 2);
    let derive = |fact: Fact, divisor: i64| {
        let mut reader =
            Reader { facts: vec![fact], quotients: &world.quotients, open: Vec::new(), done: false };
        let combination = vec![(FactId(0), Int::ONE)];
        let line = Line::Combine { combination, divisor: Int::from(divisor) };
        reader.line(&line).map(|_| reader.facts[1].clone())
    };
    let at_most = |a| Fact::AtMostZero(world.term(a));
    let zero = |a| Fact::Zero(world.term(a));
    assert_eq!(derive(at_most([4, -2, 0, 1]), 2), Ok(at_most([2, -1, 0, 1])));
    assert_eq!(derive(at_most([4, -2, 0, -1]), 2), Ok(at_most([2, -1, 0, 0])));
    assert_eq!(derive(at_most([4, -3, 0, 0]), 2), Err(Fault::BadDivisor));
    assert_eq!(derive(zero([4, -2, 0, 6]), 2), Ok(zero([2, -1, 0, 3])));
    assert_eq!(derive(zero([4, -2, 0, 1]), 2), Err(Fault::BadDivisor));
    for divisor in [0, -1, -2] {
        assert_eq!(derive(zero([4, -2, 0, 6]), divisor), Err(Fault::BadDivisor));
        assert_eq!(derive(at_most([4, -2, 0, 6]), divisor), Err(Fault::BadDivisor));
    }
}
