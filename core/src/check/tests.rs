//! Proofs written by hand are accepted; every mutation of them is rejected, or is still right.

use super::*;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol, Valuation};
use crate::num::Int;
use crate::proof::{Certificate, Combination, FactId, Line, Proof, Quotient, Resolvent, Step, StepId};

mod mutations;

/// What to refute, and how.
struct Example {
    arena: Arena,
    /// The symbols that the inputs speak of.
    symbols: Vec<Symbol>,
    inputs: Vec<Formula>,
    proof: Proof,
}

fn arena() -> (Arena, [LinearTerm; 2]) {
    let mut arena = Arena::new();
    let terms = ["X", "Y"].map(|n| LinearTerm::symbol(arena.symbol(n, Sort::Int)));
    (arena, terms)
}

fn combination(parts: &[(u32, i64)]) -> Combination {
    parts.iter().map(|(fact, m)| (FactId(*fact), Int::from(*m))).collect()
}

fn contradiction(parts: &[(u32, i64)], divisor: i64) -> Line {
    Line::Contradiction { combination: combination(parts), divisor: Int::from(divisor) }
}

fn combine(parts: &[(u32, i64)], divisor: i64) -> Line {
    Line::Combine { combination: combination(parts), divisor: Int::from(divisor) }
}

fn resolution(first: u32, others: &[(Formula, u32)]) -> Step {
    let others = others.iter().map(|(pivot, s)| Resolvent { pivot: *pivot, step: StepId(*s) }).collect();
    Step::Resolution { first: StepId(first), others }
}

/// A refutation of literals by one lemma.
fn by_lemma(arena: Arena, literals: &[Formula], quotients: Vec<Quotient>, lines: Vec<Line>) -> Example {
    let mut steps: Vec<Step> = literals.iter().map(|f| Step::Input(*f)).collect();
    let clause = literals.iter().map(|f| !*f).collect();
    steps.push(Step::Lemma { clause, certificate: Certificate { lines } });
    let pivots: Vec<(Formula, u32)> = literals.iter().zip(0..).map(|(f, i)| (!*f, i)).collect();
    steps.push(resolution(literals.len() as u32, &pivots));
    let symbols = ["X", "Y"].iter().filter_map(|n| arena.find_symbol(n, Sort::Int)).collect();
    Example { arena, symbols, inputs: literals.to_vec(), proof: Proof { quotients, steps } }
}

/// The example in the documentation of proofs: `x ≤ 0 ∧ y ≤ 0` and `x + y ≥ 1`.
fn conjunction() -> Example {
    let (mut arena, [x, y]) = arena();
    let (a, b) = (arena.le(&x), arena.le(&y));
    let sum = arena.at_most(&LinearTerm::constant(1), &(&x + &y));
    let c = arena.and([a, b]);
    let certificate = Certificate::farkas(combination(&[(0, 1), (1, 1), (2, 1)]));
    let steps = vec![
        Step::Input(c),
        Step::Input(sum),
        Step::Conjunct { conjunction: c, conjunct: a },
        Step::Conjunct { conjunction: c, conjunct: b },
        Step::Lemma { clause: vec![!a, !b, !sum], certificate },
        resolution(4, &[(!a, 2), (!b, 3), (!c, 0), (!sum, 1)]),
    ];
    let symbols = arena.symbols_of(c);
    Example { arena, symbols, inputs: vec![c, sum], proof: Proof { quotients: Vec::new(), steps } }
}

/// `x ≤ 0 ∨ y ≤ 0` with `x ≥ 1` and `y ≥ 1`; the disjuncts are the complements of the others.
fn disjunction() -> Example {
    let (mut arena, [x, y]) = arena();
    let (a, b) = (arena.le(&x), arena.le(&y));
    let either = arena.or([a, b]);
    let steps = vec![
        Step::Input(either),
        Step::Conjunction(!either),
        Step::Input(!a),
        Step::Input(!b),
        resolution(1, &[(!either, 0), (a, 2), (b, 3)]),
    ];
    let symbols = arena.symbols_of(either);
    Example { arena, symbols, inputs: vec![either, !a, !b], proof: Proof { quotients: Vec::new(), steps } }
}

/// `4 | x` and not `2 | x`.
fn divisibility() -> Example {
    let (mut arena, [x, _]) = arena();
    let [q, r] = ["q", "r"].map(|hint| arena.fresh_symbol(hint, Sort::Int));
    let literals = [arena.divides(&Int::from(4), &x), !arena.divides(&Int::from(2), &x)];
    let quotients = vec![
        Quotient { symbol: q, divisor: Int::from(4), term: x.clone() },
        Quotient { symbol: r, divisor: Int::from(2), term: x },
    ];
    let lines = vec![
        Line::QuotientExact { quotient: 0, divisibility: FactId(0) }, // 2: x - 4q = 0
        Line::QuotientInexact { quotient: 1, indivisibility: FactId(1) }, // 3: 2r - x + 1 ≤ 0
        Line::QuotientUpper { quotient: 1 },                          // 4: x - 2r - 1 ≤ 0
        Line::Equate { upper: FactId(4), lower: FactId(3) },          // 5: x - 2r - 1 = 0
        contradiction(&[(2, 1), (5, -1)], 2),                         // 2r - 4q + 1 = 0
    ];
    by_lemma(arena, &literals, quotients, lines)
}

/// `2x = 3y` with `1 ≤ y ≤ 3` and `y ≠ 2`, by cases.
fn by_cases() -> Example {
    let (mut arena, [x, y]) = arena();
    let equation = arena.equal(&x.scaled(&Int::from(2)), &y.scaled(&Int::from(3)));
    let low = arena.at_most(&LinearTerm::constant(1), &y);
    let high = arena.at_most(&y, &LinearTerm::constant(3));
    let not_two = !arena.eq(&y.plus_constant(&Int::from(-2)));
    let lines = vec![
        Line::Split { term: y.plus_constant(&Int::from(-2)) }, // 4: y - 2 ≤ 0
        Line::Strengthen { fact: FactId(4), disequality: FactId(3) }, // 5: y - 1 ≤ 0
        Line::Equate { upper: FactId(5), lower: FactId(1) },   // 6: y - 1 = 0
        contradiction(&[(0, 1), (6, 3)], 2),                   // 2x - 3 = 0
        Line::Equate { upper: FactId(2), lower: FactId(4) },   // 5: y - 3 = 0
        contradiction(&[(0, 1), (5, 3)], 2),                   // 2x - 9 = 0
    ];
    by_lemma(arena, &[equation, low, high, not_two], Vec::new(), lines)
}

/// `2x + 3y ≤ 0` and `3y + 1 ≤ 2x`: the sum `6y + 1 ≤ 0` rounds to `y + 1 ≤ 0`, against `y ≥ 0`.
fn rounding() -> Example {
    let (mut arena, [x, y]) = arena();
    let a = arena.le(&x.scaled(&Int::from(2)).plus_scaled(&Int::from(3), &y));
    let b = arena.le(&x.scaled(&Int::from(-2)).plus_scaled(&Int::from(3), &y).plus_constant(&Int::ONE));
    let c = arena.le(&-&y);
    let lines = vec![combine(&[(0, 1), (1, 1)], 6), contradiction(&[(2, 1), (3, 1)], 0)];
    by_lemma(arena, &[a, b, c], Vec::new(), lines)
}

/// The constant `false` among the inputs.
fn falsity() -> Example {
    let (arena, _) = arena();
    let inputs = [arena.false_()];
    by_lemma(arena, &inputs, Vec::new(), vec![contradiction(&[(0, 1)], 0)])
}

fn examples() -> Vec<Example> {
    vec![conjunction(), disjunction(), divisibility(), by_cases(), rounding(), falsity()]
}

impl Example {
    fn judge(&self) -> Result<Checked<Refutation>, ProofError> {
        refutation(&self.arena, &self.inputs, &self.proof)
    }

    fn lines(&mut self) -> &mut Vec<Line> {
        let certificate = self.proof.steps.iter_mut().find_map(|step| match step {
            Step::Lemma { certificate, .. } => Some(certificate),
            _ => None,
        });
        &mut certificate.expect("this example has a lemma").lines
    }
}

#[test]
fn proofs_by_hand_are_accepted() {
    for (i, example) in examples().iter().enumerate() {
        match example.judge() {
            Ok(checked) => assert_eq!(checked.core().len(), example.inputs.len(), "example {i}"),
            Err(error) => panic!("example {i}: {error}"),
        }
    }
}

#[test]
fn clauses_and_cores_are_computed() {
    let mut example = conjunction();
    let unused = example.arena.true_();
    example.inputs.push(unused);
    example.proof.steps.insert(0, Step::Input(unused));
    for step in &mut example.proof.steps {
        if let Step::Resolution { first, others } = step {
            first.0 += 1;
            for other in others {
                other.step.0 += 1;
            }
        }
    }
    let checked = example.judge().expect("the proof is right");
    assert!(!checked.uses(StepId(0)));
    assert!((1..7).all(|i| checked.uses(StepId(i))));
    assert!(!checked.core().contains(&unused));
    assert_eq!(checked.clause(StepId(5)).len(), 3);
    assert_eq!(checked.clause(StepId(6)), &[]);
}

/// Each rule, broken once.
#[test]
fn faults_are_named() {
    let broken = |mut example: Example, change: &dyn Fn(&mut Example)| {
        change(&mut example);
        let error = example.judge().expect_err("the proof is wrong");
        assert!(!error.to_string().is_empty());
        (error.step, error.line, error.fault)
    };
    let whole = |fault| (None, None, fault);

    let elsewhere = conjunction().inputs[0];
    assert_eq!(
        broken(falsity(), &|e| e.proof.steps[0] = Step::Input(elsewhere)),
        (Some(0), None, Fault::NotAnInput)
    );
    assert_eq!(broken(falsity(), &|e| e.inputs.push(elsewhere)), whole(Fault::UnknownFormula));
    assert_eq!(
        broken(falsity(), &|e| e.proof.steps[0] = Step::Conjunction(elsewhere)),
        (Some(0), None, Fault::UnknownFormula)
    );
    assert_eq!(broken(falsity(), &|e| e.proof.steps.clear()), whole(Fault::NotRefuted));
    assert_eq!(
        broken(falsity(), &|e| {
            e.proof.steps.pop();
        }),
        whole(Fault::NotRefuted)
    );
    assert_eq!(
        broken(conjunction(), &|e| e.proof.steps[2] = Step::Conjunction(e.inputs[1])),
        (Some(2), None, Fault::NotAConjunction)
    );
    assert_eq!(
        broken(disjunction(), &|e| e.proof.steps[1] = Step::Conjunction(e.inputs[0])),
        (Some(1), None, Fault::NotAConjunction)
    );
    assert_eq!(
        broken(conjunction(), &|e| {
            let [conjunction, conjunct] = [e.inputs[0], e.inputs[1]];
            e.proof.steps[2] = Step::Conjunct { conjunction, conjunct };
        }),
        (Some(2), None, Fault::NotAConjunct)
    );
    assert_eq!(
        broken(conjunction(), &|e| e.proof.steps[5] = resolution(5, &[])),
        (Some(5), None, Fault::NoEarlierStep(5))
    );
    assert_eq!(
        broken(conjunction(), &|e| e.proof.steps[5] = resolution(4, &[(e.inputs[0], 0)])),
        (Some(5), None, Fault::PivotMissing(0))
    );
    assert_eq!(
        broken(conjunction(), &|e| e.proof.steps[5] = resolution(4, &[(!e.inputs[1], 0)])),
        (Some(5), None, Fault::NegatedPivotMissing(0))
    );
    assert_eq!(
        broken(conjunction(), &|e| {
            if let Step::Lemma { clause, .. } = &mut e.proof.steps[4] {
                clause[0] = e.inputs[0];
            }
        }),
        (Some(4), None, Fault::NotArithmetic)
    );

    let x = divisibility().symbols[0];
    assert_eq!(broken(divisibility(), &|e| e.proof.quotients[0].symbol = x), whole(Fault::NotFresh(0)));
    assert_eq!(
        broken(divisibility(), &|e| e.proof.quotients[1].symbol = e.proof.quotients[0].symbol),
        whole(Fault::NotFresh(1))
    );
    assert_eq!(
        broken(divisibility(), &|e| {
            e.proof.quotients[0].term = LinearTerm::symbol(e.proof.quotients[1].symbol);
        }),
        whole(Fault::NotFresh(1))
    );
    assert_eq!(
        broken(divisibility(), &|e| {
            e.proof.quotients[0].term = LinearTerm::symbol(e.proof.quotients[0].symbol);
        }),
        whole(Fault::NotFresh(0))
    );
    assert_eq!(
        broken(divisibility(), &|e| e.proof.quotients[1].divisor = Int::ZERO),
        whole(Fault::DivisorBelowOne(1))
    );
    assert_eq!(
        broken(divisibility(), &|e| {
            e.proof.quotients[1].symbol = e.arena.symbol("B", Sort::Bool);
        }),
        whole(Fault::NoIntegerSymbol(1))
    );
    assert_eq!(
        broken(divisibility(), &|e| e.proof.quotients[0].divisor = Int::from(2)),
        (Some(2), Some(0), Fault::NotThisDivisibility)
    );
    assert_eq!(
        broken(divisibility(), &|e| e.lines()[2] = Line::QuotientUpper { quotient: 2 }),
        (Some(2), Some(2), Fault::NoSuchQuotient(2))
    );
    assert_eq!(
        broken(divisibility(), &|e| e.lines()[4] = contradiction(&[(2, 1), (5, 2)], 2)),
        (Some(2), Some(4), Fault::NoContradiction)
    );
    assert_eq!(
        broken(divisibility(), &|e| e.lines()[4] = contradiction(&[(0, 1)], 2)),
        (Some(2), Some(4), Fault::NotCombinable(0))
    );
    assert_eq!(
        broken(rounding(), &|e| e.lines()[0] = combine(&[(0, 1), (1, 1)], 4)),
        (Some(3), Some(0), Fault::BadDivisor)
    );
    assert_eq!(
        broken(rounding(), &|e| e.lines()[0] = combine(&[(0, 1), (1, 1)], -6)),
        (Some(3), Some(0), Fault::BadDivisor)
    );
    assert_eq!(
        broken(rounding(), &|e| e.lines()[0] = combine(&[(0, 1), (1, -1)], 1)),
        (Some(3), Some(0), Fault::BadMultiplier(1))
    );
    assert_eq!(
        broken(rounding(), &|e| e.lines()[0] = combine(&[(0, 1), (3, 1)], 1)),
        (Some(3), Some(0), Fault::NoSuchFact(3))
    );
}

#[test]
fn long_proofs_take_linear_time() {
    // {a₀}, {¬aᵢ, aᵢ₊₁} as conjuncts of a nest of conjunctions, resolved one after the other.
    let mut arena = Arena::new();
    let mut formula = arena.true_();
    let mut nest = Vec::new();
    for i in 0..100_000i64 {
        let x = LinearTerm::symbol(arena.symbol("X", Sort::Int));
        let atom = arena.le(&x.plus_constant(&Int::from(i)));
        formula = if i % 2 == 0 { arena.or([formula, atom]) } else { arena.and([formula, atom]) };
        nest.push(atom);
    }
    let last = nest[nest.len() - 1];
    let mut steps = vec![Step::Input(formula), Step::Conjunct { conjunction: formula, conjunct: last }];
    steps.push(resolution(1, &[(!formula, 0)]));
    for i in 3..100_000u32 {
        steps.push(resolution(i - 1, &[]));
    }
    steps.push(Step::Input(!last));
    steps.push(resolution(99_999, &[(last, 100_000)]));
    let proof = Proof { quotients: Vec::new(), steps };
    let checked = refutation(&arena, &[formula, !last], &proof).expect("the proof is right");
    assert_eq!(checked.core().len(), 2);
}

#[test]
fn models_are_evaluated() {
    let (mut arena, [x, y]) = arena();
    let (a, b) = (arena.le(&x), arena.equal(&x, &y));
    let either = arena.or([!a, b]);
    let mut valuation = Valuation::new();
    assert!(model(&arena, &[a, either], &valuation).is_ok());
    valuation.set_int(y.as_symbol().expect("a symbol"), 7);
    assert_eq!(model(&arena, &[a, either], &valuation), Err(ModelError { input: 1 }));
    assert_eq!(model(&arena, &[arena.false_()], &valuation), Err(ModelError { input: 0 }));
    assert!(model(&arena, &[], &valuation).is_ok());
    let other = Arena::new();
    assert_eq!(model(&other, &[other.true_(), a], &valuation), Err(ModelError { input: 1 }));
}
