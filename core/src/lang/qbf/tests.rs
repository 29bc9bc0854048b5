use super::*;
use crate::horn::{Classification, ClauseSystem, Complexity};
use crate::lang::model::testing::is_unsafe;
use crate::lang::{self, LineColumn};
use crate::recursion_free::Expansion;
use hornbook_random::Random;

fn understood(text: &str) -> Qbf {
    let (qbf, diagnostics) = read(text, &mut Budget::unlimited());
    assert_eq!(diagnostics, [], "{text}");
    qbf
}

/// By trying all values.
fn is_true(qbf: &Qbf, values: &mut Vec<bool>) -> bool {
    let Some(variable) = qbf.variables.get(values.len()) else { return qbf.matrix(values) };
    let mut with = |value| {
        values.push(value);
        let result = is_true(qbf, values);
        values.pop();
        result
    };
    match variable.quantifier {
        Quantifier::Exists => with(false) || with(true),
        Quantifier::ForAll => with(false) && with(true),
    }
}

fn decided(qbf: Qbf) -> bool {
    let model = QbfProblem::new(qbf);
    is_unsafe(&model, &model.problem)
}

#[test]
fn the_truth_of_formulae() {
    for (text, truth) in [
        ("forall x. exists y. (x or y) and (not x or not y)", true),
        ("exists y. forall x. (x or y) and (not x or not y)", false),
        ("∀x. ∃y. x ↔ y", true),
        ("∃y ∀x. x → y", true),
        ("exists x. x & ~x", false),
        ("true", true),
        ("false", false),
        ("forall a b. exists c. (a and b) <-> c", true),
    ] {
        let qbf = understood(text);
        assert_eq!(is_true(&qbf, &mut Vec::new()), truth, "{text}");
        assert_eq!(decided(qbf), truth, "{text}");
    }
}

/// Report, App. B: the clauses of a formula, with the indices repaired.
#[test]
fn the_clauses_of_a_formula() {
    let model = QbfProblem::new(understood("forall x. exists y. (x or not y)"));
    let text = lang::print(&model.problem, Language::House);
    let clauses: Vec<&str> =
        text.lines().filter(|line| line.ends_with('.') && !line.starts_with(":-")).collect();
    assert_eq!(clauses.len(), 9, "{text}");
    let mut arena = model.problem.arena.clone();
    let (system, _) = ClauseSystem::from_problem(&mut arena, &model.problem);
    assert_eq!(Classification::of(&arena, &system).complexity, Complexity::Pspace);
}

fn random(random: &mut Random) -> Qbf {
    let count = 1 + random.below(6);
    let variables = (0..count)
        .map(|i| Variable {
            name: format!("v{i}"),
            quantifier: if random.below(2) == 0 { Quantifier::Exists } else { Quantifier::ForAll },
            span: Span::default(),
        })
        .collect();
    let clauses = (0..random.below(7))
        .map(|_| {
            let mut literals: Vec<Literal> = Vec::new();
            for _ in 0..=random.below(3) {
                let literal = Literal { variable: random.below(count), is_positive: random.below(2) == 0 };
                if !literals.contains(&literal) {
                    literals.push(literal);
                }
            }
            QbfClause { literals, span: Span::default() }
        })
        .collect();
    Qbf { variables, clauses }
}

#[test]
fn random_formulae_are_decided_as_by_trying_all_values() {
    let mut numbers = Random(22);
    let (mut seen, mut largest) = ([0; 2], 0);
    for _ in 0..36 {
        let qbf = random(&mut numbers);
        let truth = is_true(&qbf, &mut Vec::new());
        assert_eq!(decided(qbf.clone()), truth, "{qbf}");
        seen[usize::from(truth)] += 1;
        largest = largest.max(qbf.variables.len());
    }
    assert!(seen.iter().all(|count| *count > 5) && largest == 6, "{seen:?}, up to {largest} variables");
}

/// "The expansion coincides with the result of expanding all quantifiers": for every value of a universal
/// variable what is inside of it is written out again.
#[test]
fn expansions_write_universal_quantifiers_out() {
    for (text, universals) in [
        ("exists x y z. x and y and z", 0),
        ("forall x. exists y. (x or y) and (not x or not y)", 1),
        ("forall x. exists y. forall z. exists w. (x or y) and (z or w)", 2),
        ("forall a b c. a or b or c", 3),
    ] {
        let model = QbfProblem::new(understood(text));
        let mut arena = model.problem.arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut arena, &model.problem);
        let expansion =
            Expansion::clause_dependence_disjoint(&system, 10_000, &mut Budget::unlimited()).unwrap();
        let matrix = model.prefix.last().unwrap();
        assert_eq!(expansion.copies(&system)[matrix.index()].len(), 1 << universals, "{text}");
    }
}

#[test]
fn both_notations_are_read_back() {
    let mut numbers = Random(5);
    for _ in 0..50 {
        let qbf = random(&mut numbers);
        let again = understood(&qbf.to_string());
        assert_eq!(is_true(&qbf, &mut Vec::new()), is_true(&again, &mut Vec::new()), "{qbf}");
    }
    let text = "c a comment\np cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n";
    assert_eq!(Language::detect(text), Language::Qbf);
    let qbf = understood(text);
    assert_eq!(qbf.to_string(), "forall x1.\nexists x2.\n(x1 ∨ x2) ∧\n(¬x1 ∨ ¬x2)\n");
    assert_eq!(understood("p cnf 7 1\n7 0\n").variables[0].quantifier, Quantifier::Exists);
}

#[test]
fn faults_have_places() {
    for (text, message, column) in [
        ("forall x. y", "`y` has no quantifier", 11),
        ("forall x. exists x. x", "`x` is quantified twice", 18),
        ("forall x. (x", "this parenthesis is not closed", 11),
        ("forall x. x)", "this parenthesis closes nothing", 12),
        ("forall x. x and", "the formula ends too early", 16),
        ("forall x. x exists y. y", "expected `and`, `or`, `->` or the end of the formula", 13),
        ("forall . true", "a quantifier without a variable", 1),
        ("forall x. x # x", "`#` has no meaning here", 13),
    ] {
        let (_, diagnostics) = read(text, &mut Budget::unlimited());
        let found = diagnostics.iter().find(|diagnostic| diagnostic.message == message);
        let found = found.unwrap_or_else(|| panic!("{text}: {diagnostics:?}"));
        assert_eq!(LineColumn::of(text, found.span.start).column, column, "{text}");
    }
    let (_, diagnostics) = read("p cnf 1 3\n2 0\n1 0\n", &mut Budget::unlimited());
    let messages: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(
        messages,
        ["1 variables are announced, but there is a variable 2", "3 clauses are announced, but there are 2"]
    );
    let (_, diagnostics) = read("p cnf 1 1\n1 x 0\n1", &mut Budget::unlimited());
    assert_eq!(diagnostics.len(), 2, "{diagnostics:?}");
}

#[test]
fn clauses_are_no_formulae() {
    assert_eq!(Language::detect("exists(X) :- X > 0."), Language::House);
    assert_eq!(Language::detect("% why\nforall x. x"), Language::Qbf);
}

#[test]
fn one_can_play() {
    let model = QbfProblem::new(understood("forall x. exists y. x <-> y"));
    let play = model.play(&[1]).unwrap();
    assert_eq!(play.moves.len(), 2);
    assert_eq!(play.run.rows.len(), 2);
    assert_eq!(model.play(&[1, 7]).unwrap().run.rows.len(), 2, "no such move");
}
