//! Agreement with brute force; models evaluate to true; refutations pass the checker, and their mutations do
//! not unless they are still right.

use super::*;
use crate::check;
use crate::formula::{Arena, Formula, Sort, Symbol};
use crate::proof::{Line, Proof, Resolvent, Step, StepId};
use proptest::prelude::*;

fn symbols(count: usize) -> (Arena, Vec<Symbol>) {
    let mut arena = Arena::new();
    let symbols = (0..count).map(|i| arena.symbol(&format!("X{i}"), Sort::Int)).collect();
    (arena, symbols)
}

fn term(symbols: &[Symbol], a: &[i64], c: i64) -> LinearTerm {
    LinearTerm::new(symbols.iter().copied().zip(a.iter().map(|a| Int::from(*a))), Int::from(c))
}

/// `low ≤ term ≤ high`
fn between(low: i64, term: &LinearTerm, high: i64) -> [Constraint; 2] {
    [
        Constraint::AtMostZero((-term).plus_constant(&Int::from(low))),
        Constraint::AtMostZero(term.plus_constant(&Int::from(-high))),
    ]
}

fn literal(arena: &mut Arena, constraint: &Constraint) -> Formula {
    match constraint {
        Constraint::AtMostZero(t) => arena.le(t),
        Constraint::Zero(t) => arena.eq(t),
    }
}

/// The constraints as the arena keeps them, which is what the literals of a lemma are.
fn canonical(arena: &mut Arena, constraints: &[Constraint]) -> Vec<Constraint> {
    constraints
        .iter()
        .map(|constraint| {
            let literal = literal(arena, constraint);
            let term = arena.node(literal).term().cloned();
            match (constraint, term) {
                (Constraint::AtMostZero(_), Some(term)) => Constraint::AtMostZero(term),
                (Constraint::Zero(_), Some(term)) => Constraint::Zero(term),
                _ => constraint.clone(),
            }
        })
        .collect()
}

/// The refutation of the constraints by one lemma.
fn proof(arena: &mut Arena, constraints: &[Constraint], certificate: &Certificate) -> (Vec<Formula>, Proof) {
    let inputs: Vec<Formula> = constraints.iter().map(|c| literal(arena, c)).collect();
    let mut steps: Vec<Step> = inputs.iter().map(|f| Step::Input(*f)).collect();
    let clause: Vec<Formula> = inputs.iter().map(|f| !*f).collect();
    let first = StepId(steps.len() as u32);
    steps.push(Step::Lemma { clause: clause.clone(), certificate: certificate.clone() });
    // Equal literals are one in the clause, and resolved once.
    let mut others: Vec<Resolvent> = Vec::new();
    for (i, pivot) in clause.into_iter().enumerate() {
        if others.iter().all(|o| o.pivot != pivot) {
            others.push(Resolvent { pivot, step: StepId(i as u32) });
        }
    }
    steps.push(Step::Resolution { first, others });
    (inputs, Proof { quotients: Vec::new(), steps })
}

/// Solves, checks the answer, and says whether there is a model.
fn satisfiable(arena: &mut Arena, constraints: &[Constraint]) -> bool {
    let constraints = canonical(arena, constraints);
    let outcome = decide(&constraints, &mut Budget::steps(2_000_000)).expect("enough budget");
    match outcome {
        Outcome::Model(model) => {
            assert!(constraints.iter().all(|c| c.holds(&model)));
            true
        }
        Outcome::Refuted(certificate) => {
            accept(arena, &constraints, &certificate);
            let (used, small) = certificate.restricted(constraints.len());
            let kept: Vec<Constraint> = used.iter().map(|i| constraints[*i].clone()).collect();
            accept(arena, &kept, &small);
            // What is restricted already has nothing more to lose.
            let (all, same) = small.restricted(kept.len());
            assert_eq!((all.len(), &same), (kept.len(), &small));
            false
        }
    }
}

fn accept(arena: &mut Arena, constraints: &[Constraint], certificate: &Certificate) {
    let (inputs, proof) = proof(arena, constraints, certificate);
    if let Err(error) = check::refutation(arena, &inputs, &proof) {
        panic!("{error}\n{constraints:?}\n{certificate:?}");
    }
}

fn brute_force(symbols: &[Symbol], constraints: &[Constraint], radius: i64) -> bool {
    let mut values = vec![-radius; symbols.len()];
    loop {
        let mut valuation = Valuation::new();
        for (s, v) in symbols.iter().zip(&values) {
            valuation.set_int(*s, *v);
        }
        if constraints.iter().all(|c| c.holds(&valuation)) {
            return true;
        }
        let Some(i) = values.iter().position(|v| *v < radius) else { return false };
        values[..i].fill(-radius);
        values[i] += 1;
    }
}

fn system(
    variables: usize,
    rows: std::ops::Range<usize>,
    size: i64,
    constant: i64,
) -> impl Strategy<Value = Vec<(bool, Vec<i64>, i64)>> {
    let row =
        (prop::bool::weighted(0.2), prop::collection::vec(-size..=size, variables), -constant..=constant);
    prop::collection::vec(row, rows)
}

fn build(symbols: &[Symbol], rows: &[(bool, Vec<i64>, i64)]) -> Vec<Constraint> {
    rows.iter()
        .map(|(equation, a, c)| {
            let term = term(symbols, a, *c);
            if *equation { Constraint::Zero(term) } else { Constraint::AtMostZero(term) }
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn agrees_with_brute_force_in_a_box(rows in system(3, 1..6, 7, 15)) {
        let (mut arena, symbols) = symbols(3);
        let mut constraints = build(&symbols, &rows);
        for s in &symbols {
            constraints.extend(between(-4, &LinearTerm::symbol(*s), 4));
        }
        let expected = brute_force(&symbols, &constraints, 4);
        prop_assert_eq!(satisfiable(&mut arena, &constraints), expected);
    }

    #[test]
    fn answers_without_bounds_are_proved(rows in system(3, 2..7, 9, 20)) {
        let (mut arena, symbols) = symbols(3);
        let constraints = build(&symbols, &rows);
        let satisfiable = satisfiable(&mut arena, &constraints);
        prop_assert!(satisfiable || !brute_force(&symbols, &constraints, 6));
    }

    #[test]
    fn thin_slabs_are_decided(
        slabs in prop::collection::vec((prop::array::uniform2(-20i64..=20), -40i64..=40, 0i64..=8), 2..4),
    ) {
        let (mut arena, symbols) = symbols(2);
        let constraints: Vec<Constraint> =
            slabs.iter().flat_map(|(a, low, width)| between(*low, &term(&symbols, a, 0), low + width)).collect();
        let satisfiable = satisfiable(&mut arena, &constraints);
        prop_assert!(satisfiable || !brute_force(&symbols, &constraints, 30));
    }

    /// A mutated certificate that is accepted still refutes: the constraints have no solution in the box. To
    /// give wrong certificates a chance, the constraints are weakened as well.
    #[test]
    fn mutated_certificates_never_refute_what_has_a_model(
        rows in system(2, 3..6, 5, 8), at in any::<prop::sample::Index>(), which in 0usize..6,
        amount in -3i64..=3, weaken in prop::collection::vec(0i64..=3, 6),
    ) {
        let (mut arena, symbols) = symbols(2);
        let mut constraints = canonical(&mut arena, &build(&symbols, &rows));
        let Ok(Outcome::Refuted(mut certificate)) = decide(&constraints, &mut Budget::steps(100_000)) else {
            return Ok(());
        };
        mutate(&mut certificate, at, which, amount);
        for (constraint, by) in constraints.iter_mut().zip(weaken) {
            if let Constraint::AtMostZero(t) = constraint {
                *t = t.plus_constant(&Int::from(-by));
            }
        }
        let (inputs, proof) = proof(&mut arena, &constraints, &certificate);
        if check::refutation(&arena, &inputs, &proof).is_ok() {
            prop_assert!(!brute_force(&symbols, &constraints, 12));
        }
    }
}

fn mutate(certificate: &mut Certificate, at: prop::sample::Index, which: usize, amount: i64) {
    let index = at.index(certificate.lines.len());
    if which == 0 {
        certificate.lines.remove(index);
        return;
    }
    match &mut certificate.lines[index] {
        Line::Combine { combination, divisor } | Line::Contradiction { combination, divisor } => {
            match which {
                1 => *divisor += &Int::from(amount),
                2 => combination[0].1 += &Int::from(amount),
                3 => {
                    combination[0].0 = FactId((i64::from(combination[0].0.0) + amount).unsigned_abs() as u32);
                }
                4 => {
                    combination.pop();
                }
                _ => {}
            }
        }
        Line::Equate { upper, lower } => {
            if which == 1 {
                std::mem::swap(upper, lower);
            } else {
                upper.0 = (i64::from(upper.0) + amount).unsigned_abs() as u32;
            }
        }
        Line::Split { term } => *term = term.plus_constant(&Int::from(amount)),
        _ => {}
    }
}

#[test]
fn slab_between_multiples_of_three() {
    let (mut arena, s) = symbols(3);
    let mut constraints = between(1, &term(&s, &[3, -3, 1], 0), 2).to_vec();
    assert!(satisfiable(&mut arena, &constraints));
    constraints.push(Constraint::Zero(LinearTerm::symbol(s[2])));
    assert!(!satisfiable(&mut arena, &constraints));
}

#[test]
fn parity_and_gcd() {
    let (mut arena, s) = symbols(3);
    assert!(!satisfiable(&mut arena, &[Constraint::Zero(term(&s, &[2, -2], -1))]));
    assert!(!satisfiable(&mut arena, &[Constraint::Zero(term(&s, &[6, 9, 15], -4))]));
    assert!(satisfiable(&mut arena, &[Constraint::Zero(term(&s, &[6, 9, 15], -6))]));
    assert!(satisfiable(&mut arena, &[Constraint::Zero(term(&s, &[6, 10, 15], -1))]));
}

#[test]
fn frobenius_with_bounds_and_without() {
    let (mut arena, s) = symbols(3);
    let equations =
        [Constraint::Zero(term(&s, &[7, 12, 31], -17)), Constraint::Zero(term(&s, &[3, 5, 14], -7))];
    assert!(satisfiable(&mut arena, &equations));
    for radius in [1, 2, 5, 40] {
        let mut constraints = equations.to_vec();
        for symbol in &s {
            constraints.extend(between(-radius, &LinearTerm::symbol(*symbol), radius));
        }
        let expected = brute_force(&s, &constraints, radius);
        assert_eq!(satisfiable(&mut arena, &constraints), expected, "radius {radius}");
    }
    // All of them positive: 7x + 12y + 31z = 17 has no solution then.
    let mut constraints = equations.to_vec();
    constraints.extend(s.iter().map(|s| Constraint::AtMostZero(-&LinearTerm::symbol(*s))));
    assert!(!satisfiable(&mut arena, &constraints));
}

#[test]
fn dark_shadows() {
    let (mut arena, s) = symbols(2);
    // The example of Pugh's paper: rational solutions, but no integer ones.
    let mut pugh = between(27, &term(&s, &[11, 13], 0), 45).to_vec();
    pugh.extend(between(-10, &term(&s, &[7, -9], 0), 4));
    assert!(!satisfiable(&mut arena, &pugh));
    let mut constraints = between(3, &term(&s, &[11, 13], 0), 21).to_vec();
    constraints.extend(between(-8, &term(&s, &[7, -9], 0), 6));
    assert_eq!(satisfiable(&mut arena, &constraints), brute_force(&s, &constraints, 10));
    // A sliver that widens: integer points only far out.
    let constraints = [
        Constraint::AtMostZero(term(&s, &[-3, 2], 1)),
        Constraint::AtMostZero(term(&s, &[5, -4], 1)),
        Constraint::AtMostZero(term(&s, &[-1, 0], 9)),
    ];
    assert_eq!(satisfiable(&mut arena, &constraints), brute_force(&s, &constraints, 40));
}

#[test]
fn huge_coefficients() {
    let (mut arena, s) = symbols(3);
    let huge: Int = format!("1{}", "0".repeat(40)).parse().expect("a numeral");
    let odd = &huge + &Int::ONE;
    let equation = |c: Int| {
        Constraint::Zero(LinearTerm::new(
            [(s[0], huge.clone()), (s[1], -odd.clone()), (s[2], huge.clone())],
            c,
        ))
    };
    assert!(satisfiable(&mut arena, &[equation(Int::from(-12345))]));
    let even = |c: Int| Constraint::Zero(LinearTerm::new([(s[0], huge.clone()), (s[1], &huge + &huge)], c));
    assert!(!satisfiable(&mut arena, &[even(Int::from(7))]));
    assert!(satisfiable(&mut arena, &[even(huge.clone())]));
    // A slab of huge normals that misses every point: 1 ≤ h·(x - y) ≤ h - 1.
    let slab = LinearTerm::new([(s[0], huge.clone()), (s[1], -&huge)], Int::ZERO);
    let constraints = [
        Constraint::AtMostZero((-&slab).plus_constant(&Int::ONE)),
        Constraint::AtMostZero(slab.plus_constant(&(Int::ONE - &huge))),
    ];
    // As it comes, without the arena's rounding.
    match decide(&constraints, &mut Budget::steps(1000)) {
        Ok(Outcome::Refuted(_)) => {}
        other => panic!("{other:?}"),
    }
    // Both sides of a variable coarse and huge: the large case is tried first.
    let wide = [
        Constraint::AtMostZero(LinearTerm::new([(s[0], -huge.clone()), (s[1], Int::from(3))], Int::ONE)),
        Constraint::AtMostZero(LinearTerm::new([(s[0], odd.clone()), (s[1], Int::from(-5))], Int::ZERO)),
    ];
    assert!(satisfiable(&mut arena, &wide));
}

#[test]
fn long_chains() {
    let (mut arena, s) = symbols(2000);
    let mut constraints: Vec<Constraint> = s
        .windows(2)
        .map(|w| Constraint::AtMostZero(&LinearTerm::symbol(w[0]) - &LinearTerm::symbol(w[1])))
        .collect();
    assert!(satisfiable(&mut arena, &constraints));
    constraints.push(Constraint::AtMostZero(
        (&LinearTerm::symbol(s[1999]) - &LinearTerm::symbol(s[0])).plus_constant(&Int::ONE),
    ));
    assert!(!satisfiable(&mut arena, &constraints));
}

#[test]
fn answers_need_no_symbols() {
    let (mut arena, _) = symbols(0);
    assert!(satisfiable(&mut arena, &[]));
    for (constant, holds) in [(-1, true), (0, true), (1, false)] {
        assert_eq!(satisfiable(&mut arena, &[Constraint::AtMostZero(LinearTerm::constant(constant))]), holds);
    }
    for (constant, holds) in [(-1, false), (0, true), (1, false)] {
        let constraint = Constraint::Zero(LinearTerm::constant(constant));
        let outcome = decide(&[constraint], &mut Budget::unlimited());
        assert_eq!(matches!(outcome, Ok(Outcome::Model(_))), holds);
    }
}

#[test]
fn the_budget_is_kept() {
    let (_, s) = symbols(2);
    let mut pugh = between(27, &term(&s, &[11, 13], 0), 45).to_vec();
    pugh.extend(between(-10, &term(&s, &[7, -9], 0), 4));
    assert_eq!(decide(&pugh, &mut Budget::steps(5)), Err(Unknown::Budget));
}

/// Splits whose assumption does not matter disappear, and so do the hypotheses that only they used.
#[test]
fn restriction_drops_what_does_not_matter() {
    let (mut arena, s) = symbols(2);
    let constraints = [
        Constraint::AtMostZero(term(&s, &[0, 1], -9)),
        Constraint::AtMostZero(term(&s, &[1, 0], 0)),
        Constraint::AtMostZero(term(&s, &[-1, 0], 1)),
    ];
    let both = vec![(FactId(1), Int::ONE), (FactId(2), Int::ONE)];
    let contradiction = Line::Contradiction { combination: both.clone(), divisor: Int::ZERO };
    let combine = Line::Combine { combination: both, divisor: Int::ONE };
    let use_derived =
        |fact| Line::Contradiction { combination: vec![(FactId(fact), Int::ONE)], divisor: Int::ZERO };
    let split = Line::Split { term: term(&s, &[0, 1], 0) };
    for lines in [
        vec![split.clone(), contradiction.clone(), contradiction.clone()],
        vec![
            split.clone(),
            split.clone(),
            contradiction.clone(),
            contradiction.clone(),
            combine.clone(),
            split.clone(),
            use_derived(4),
            use_derived(4),
        ],
    ] {
        let certificate = Certificate { lines };
        accept(&mut arena, &constraints, &certificate);
        let (used, small) = certificate.restricted(3);
        assert_eq!((used.as_slice(), small.lines.len()), (&[1, 2][..], 1));
        accept(&mut arena, &constraints[1..], &small);
    }
    // Lines that refer to nothing come back as they are.
    let broken = Certificate { lines: vec![use_derived(77)] };
    assert_eq!(broken.restricted(2), (vec![0, 1], broken.clone()));
    assert_eq!(Certificate::default().restricted(1), (vec![0], Certificate::default()));
}
