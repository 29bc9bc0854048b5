//! Pictures and judgements against brute force.

use super::*;
use crate::budget::Budget;
use crate::formula::{Formula, LinearTerm, NotRead, PieceKind, Sort, Symbol, Valuation, Value};
use crate::lang::{Application, Argument, Clause, Relation, RelationId, Span};
use crate::num::Int;
use crate::testing::{Random, Shape};

/// The locals of a clause have values from here to there, so that brute force finds all.
const LOW: i64 = -4;
const HIGH: i64 = 4;

/// `p(X0, X1, X2) ← A(X0 … X3)` and `false ← p(X0, X1, X2) ∧ B(X0 … X3)`, all symbols bounded.
struct Sample {
    problem: Problem,
    shape: Shape,
    a: Formula,
    b: Formula,
}

fn sample(random: &mut Random) -> Sample {
    let mut problem = Problem::default();
    let shape = Shape { constant: 6, ..Shape::new(&mut problem.arena, 4, 0) };
    let bounded = shape.inside(&mut problem.arena, LOW, HIGH);
    let mut side = |depth| {
        let formula = shape.formula(&mut problem.arena, random, depth);
        problem.arena.and([formula, bounded])
    };
    let (a, b) = (side(2), side(2));
    let span = Span::default();
    problem.relations.push(Relation { name: "p".to_owned(), sorts: vec![Sort::Int; 3], span });
    let arguments = || shape.ints[..3].iter().map(|x| Argument::Int(LinearTerm::symbol(*x))).collect();
    let atom = || Application { relation: RelationId(0), arguments: arguments(), span };
    problem.clauses.push(Clause { head: Some(atom()), body: Vec::new(), constraint: a, span });
    problem.clauses.push(Clause { head: None, body: vec![atom()], constraint: b, span });
    Sample { problem, shape, a, b }
}

impl Sample {
    fn inspector(&self) -> Inspector {
        Inspector::new(
            &self.problem,
            &Pipeline::none(),
            &path(&[1, 2]),
            &[],
            PositionId(0),
            &mut Budget::unlimited(),
        )
        .unwrap()
    }

    /// Is there a valuation that agrees with the point and satisfies the formula?
    fn satisfies(&self, valuations: &[Valuation], formula: Formula, point: &[(Symbol, i64)]) -> bool {
        let agrees = |v: &&Valuation| point.iter().all(|(s, n)| *v.int(*s) == Int::from(*n));
        valuations.iter().filter(agrees).any(|v| self.problem.arena.evaluate(formula, v))
    }
}

fn is_inside(layer: &Layer, x: usize, y: usize) -> bool {
    let mut end = 0;
    for (i, run) in layer.rows[y].iter().enumerate() {
        end += *run as usize;
        if x < end {
            return i % 2 == 1;
        }
    }
    panic!("the runs of a row cover the window");
}

#[test]
fn layers_have_the_points_that_brute_force_finds() {
    let mut random = Random(0x1B5);
    for round in 0..12 {
        let sample = sample(&mut random);
        let mut inspector = sample.inspector();
        let valuations = sample.shape.valuations(LOW, HIGH);
        let names: Vec<String> = inspector.parameters().into_iter().map(|p| p.name).collect();
        let fixed = random.chance(2).then(|| random.range(LOW, HIGH));
        let others = fixed.map(|n| (names[2].clone(), Others::Fixed(Value::Int(Int::from(n)))));
        let query = Query {
            x: names[0].clone(),
            y: names[1].clone(),
            window: Window::new(LOW - 1, LOW - 1, 11, 11),
            others: others.into_iter().collect(),
            formulae: vec![shown(&mut inspector, &format!("{} <= {}; 2 | {}", names[0], names[2], names[1]))],
            abstraction: None,
            rounds: None,
        };
        let plane = inspector.plane(&query, &mut Budget::unlimited()).unwrap();
        let [x, y, z] = [0, 1, 2].map(|i| sample.shape.ints[i]);
        for (layer, formula) in plane.layers.iter().zip([sample.a, sample.b]) {
            assert_eq!(layer.missing, None);
            let mut count = 0;
            for j in 0..11 {
                for i in 0..11 {
                    let mut point = vec![(x, LOW - 1 + i), (y, LOW - 1 + j)];
                    point.extend(fixed.map(|n| (z, n)));
                    let expected = sample.satisfies(&valuations, formula, &point);
                    let (i, j) = (usize::try_from(i).unwrap(), usize::try_from(j).unwrap());
                    assert_eq!(
                        is_inside(layer, i, j),
                        expected,
                        "round {round}, {:?} at {i}, {j}",
                        layer.kind
                    );
                    count += usize::from(expected);
                }
            }
            assert_eq!(layer.count, count);
        }
        // Some value of the third argument is large enough, unless it is fixed.
        let formula = &plane.layers[2];
        assert_eq!(is_inside(formula, 9, 0), fixed.is_none_or(|n| n >= 4), "round {round}");
    }
}

#[test]
fn judgements_agree_with_brute_force() {
    let mut random = Random(0xA11);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..60 {
        let mut sample = sample(&mut random);
        // B shares nothing with A, half of the time, so that there are interpolants.
        if random.chance(2) {
            sample.b = sample.problem.arena.and([sample.b, !sample.a]);
            sample.problem.clauses[1].constraint = sample.b;
        }
        let mut inspector = sample.inspector();
        let valuations = sample.shape.valuations(LOW, HIGH);
        let names: Vec<String> = inspector.parameters().into_iter().map(|p| p.name).collect();
        let text = match random.range(0, 4) {
            0 => "true".to_owned(),
            1 => format!("{} <= {}", names[0], random.range(-3, 3)),
            2 => format!("{} + {} != {}", names[0], names[1], names[2]),
            3 => format!("2 | {}; {} > {}", names[1], names[2], random.range(-3, 3)),
            _ => match inspector.inspect(None, &mut Budget::unlimited()).lattice {
                Ok(lattice) => lattice.points[lattice.points.len() / 2].text.to_string(),
                Err(_) => "false".to_owned(),
            },
        };
        let formula = inspector.formula(&text).unwrap();
        let judgement = inspector.judge(&text, &mut Budget::unlimited());
        let parameters = inspector.parameters.clone();
        // The typed formula at the values that a valuation of the problem gives to the arguments.
        let holds = |v: &Valuation| {
            let mut at = Valuation::new();
            for (own, symbol) in parameters.iter().zip(&sample.shape.ints) {
                at.set_int(*own, v.int(*symbol).clone());
            }
            inspector.arena.evaluate(formula, &at)
        };
        let evaluate = |f: Formula, v: &Valuation| sample.problem.arena.evaluate(f, v);
        let outside = valuations.iter().any(|v| evaluate(sample.a, v) && !holds(v));
        let inside = valuations.iter().any(|v| evaluate(sample.b, v) && holds(v));
        match judgement.opinion {
            Opinion::Interpolant(explanation) => {
                accepted += 1;
                assert!(!outside && !inside, "round {round}: {text}");
                assert!(explanation.reasons.iter().all(|r| r.missing.is_none()));
            }
            Opinion::NotInterpolant { outside: found_outside, inside: found_inside } => {
                refused += 1;
                assert_eq!(found_outside.is_some(), outside, "round {round}: {text}");
                assert_eq!(found_inside.is_some(), inside, "round {round}: {text}");
            }
            // One of the sides may have turned out to be trivial.
            Opinion::Foreign(_) => assert!(inspector.parameters().iter().any(|p| !p.common)),
            other => panic!("round {round}: {text}: {other:?}"),
        }
    }
    assert!(accepted >= 5 && refused >= 20, "{accepted} accepted, {refused} refused");
}

#[test]
fn windows_may_be_far_away() {
    let mut inspector = inspector("p(X, Y) :- X = Y. false :- p(X, Y), X < Y.", &path(&[1, 2]), 0);
    let far: Int = "123456789012345678901234567890".parse().unwrap();
    let window = Window { left: far.clone(), bottom: &far + &Int::ONE, width: 3, height: 2 };
    let (x, y) = ("X".to_owned(), "Y".to_owned());
    let query =
        Query { x, y, window, others: Vec::new(), formulae: Vec::new(), abstraction: None, rounds: None };
    let plane = inspector.plane(&query, &mut Budget::unlimited()).unwrap();
    assert_eq!(plane.layers[0].rows, [vec![1, 1, 1], vec![2, 1]]);
    assert_eq!(plane.layers[1].rows, [vec![0, 1, 2], vec![0, 2, 1]]);
}

#[test]
fn impossible_pictures_are_refused() {
    let mut inspector = inspector(GCD, &path(&[1, 4]), 0);
    let query = Query {
        x: "M".to_owned(),
        y: "N".to_owned(),
        window: Window::new(0, 0, 5, 5),
        others: Vec::new(),
        formulae: Vec::new(),
        abstraction: None,
        rounds: None,
    };
    let mut ask = |query: Query| inspector.plane(&query, &mut Budget::unlimited()).unwrap_err();
    assert_eq!(ask(Query { y: "M".to_owned(), ..query.clone() }), Unplottable::Axes);
    assert_eq!(ask(Query { y: "Q".to_owned(), ..query.clone() }), Unplottable::Axes);
    let window = Window::new(0, 0, WINDOW_LIMIT + 1, 5);
    assert_eq!(ask(Query { window, ..query.clone() }), Unplottable::Window);
    let others = vec![("R".to_owned(), Others::Fixed(Value::Bool(true)))];
    assert_eq!(ask(Query { others, ..query.clone() }), Unplottable::Fixed("R".to_owned()));
    let formulae = vec![FormulaText::constant(true), FormulaText::of(PieceKind::Omission, "…")];
    assert_eq!(ask(Query { formulae, ..query }), Unplottable::Formula(1, NotRead::Omission));
}

/// Acta'16, Fig. 1: what the templates leave of the sides is larger, and still apart.
#[test]
fn abstractions_contain_their_sides() {
    use LayerKind::{A, AbstractA, AbstractB, B, Formula};
    let mut inspector = inspector(LOOP50_PATH, &path(&[1, 2]), 0);
    let above_sum = shown(&mut inspector, "X1 >= I1 + J");
    let query = |chosen: Vec<usize>| Query {
        x: "I1".to_owned(),
        y: "X1".to_owned(),
        window: Window::new(-5, -5, 61, 61),
        others: vec![("J".to_owned(), Others::Fixed(Value::Int(Int::ZERO)))],
        formulae: vec![above_sum.clone()],
        abstraction: Some(("X1 - I1; I1; J".to_owned(), chosen)),
        rounds: None,
    };
    let mut counts = |chosen| {
        let plane = inspector.plane(&query(chosen), &mut Budget::unlimited()).unwrap();
        plane.layers.iter().map(|layer| (layer.kind, layer.count)).collect::<Vec<_>>()
    };
    // Of A there is the point (1, 1); of B the points from 50 on with X1 < 50.
    let above: usize = (0..61).map(|i| 61 - i).sum();
    let sides = [(A, 1), (B, 6 * 55), (Formula(0), above)];
    assert_eq!(counts(vec![0, 2])[..3], sides);
    // By X1 - I1 and J, the abstraction of A is the diagonal, and that of B all that is below it.
    assert_eq!(counts(vec![0, 2])[3..], [(AbstractA, 61), (AbstractB, (0..61).sum())]);
    assert_eq!(counts(vec![1])[3..], [(AbstractA, 61), (AbstractB, 6 * 61)]);
    assert_eq!(counts(vec![0, 1, 2])[3..], [(AbstractA, 1), (AbstractB, 6 * 55)]);
}
