use super::*;
use crate::engine::{Engine, Settings, Verdict};
use crate::lang::house;
use crate::settings::RunSettings;
use Quantifier::{Exists as E, ForAll as A};
use hornbook_random::Random;

fn succinct(text: &str) -> SuccinctExpansion {
    let (problem, diagnostics) = house::parse(text);
    assert_eq!(diagnostics, [], "{text}");
    SuccinctExpansion::of(&problem).unwrap()
}

/// The example of report C, up to the names of variables and their order within a block.
#[test]
fn two_steps_as_printed() {
    let expansion = succinct(include_str!("../../../../static/examples/two-steps.horn"));
    let shape: Vec<(Quantifier, usize)> =
        expansion.prefix.iter().map(|block| (block.quantifier, block.symbols.len())).collect();
    assert_eq!(shape, [(E, 3), (A, 2), (E, 5), (A, 2), (E, 4)]);
    assert_eq!(
        expansion.prefix_text(),
        "∃ x0, x1, f1. ∀ x2, x3. ∃ x4, x5, x6, f2, f3. ∀ x7, x8. ∃ x9, x10, x11, x12."
    );
    let show = |formula: Formula| expansion.arena.show(formula).to_string();
    let texts: Vec<(Option<String>, String)> =
        expansion.parts.iter().map(|part| (part.guard.map(show), show(part.bodies))).collect();
    // As printed, with x0, x1 for x₁, x₀; x2, x3 for x₃, x₄; x4, x5, x6 for x₇, x₅, x₆; x7, x8 for x₁₀, x₁₁;
    // and x9 to x12 for x₁₃, x₁₂, x₁₅, x₁₄.
    let texts: Vec<(Option<&str>, &str)> = texts.iter().map(|(g, b)| (g.as_deref(), b.as_str())).collect();
    assert_eq!(
        texts,
        [
            (None, "x0 ≥ 0 ∧ x1 ≤ 0 ∧ f1"),
            (Some("f1 ∧ x0 = x2 ∧ x1 = x3"), "x2 = x4 ∧ x3 = x6 ∧ f2 ∧ f3"),
            (
                Some("(f2 ∧ x4 = x7 ∧ x5 = x8) ∨ (f3 ∧ x5 = x7 ∧ x6 = x8)"),
                "(x10 = x9 + 1 ∧ x7 = x9 ∧ x8 = x10) ∨ (x12 = x11 + 2 ∧ x7 = x11 ∧ x8 = x12)"
            ),
        ]
    );
    assert_eq!(expansion.alternations(), 4);
    let (truth, steps) = expansion.decide(&mut Budget::unlimited()).unwrap();
    assert!(!truth, "the clauses are safe");
    assert_eq!(steps.len(), 5);
    assert!(steps[4].formula.is_false());
}

#[test]
fn recursive_clauses_are_refused() {
    let (problem, _) = house::parse("p(X) :- X = 0.\np(X) :- p(Y), X = Y + 1.\nfalse :- p(X), X < 0.");
    assert_eq!(SuccinctExpansion::of(&problem).err(), Some(Recursive("p".to_owned())));
}

/// Layers of relation symbols over the Booleans, so that all facts can be derived by trying all values.
fn random_system(numbers: &mut Random) -> String {
    let layers = 1 + numbers.below(3);
    let mut text = String::new();
    let literal = |numbers: &mut Random, names: &[&str]| {
        let name = *numbers.pick(names);
        if numbers.coin() { name.to_owned() } else { format!("!{name}") }
    };
    text.push_str(":- relation p0(bool, bool).\n");
    for layer in 1..=layers {
        text.push_str(&format!(":- relation p{layer}(bool, bool).\n"));
    }
    for layer in 0..=layers {
        for _ in 0..=numbers.below(3) / 2 {
            let constraint = format!("({}; {})", literal(numbers, &["A"]), literal(numbers, &["B"]));
            let mut body = vec![constraint];
            if layer > 0 {
                for _ in 0..=numbers.below(2) {
                    let used = numbers.below(layer);
                    body.push(format!(
                        "p{used}({}, {})",
                        numbers.pick(&["A", "B"]),
                        numbers.pick(&["B", "C"])
                    ));
                }
            }
            text.push_str(&format!("p{layer}(A, B) :- {}.\n", body.join(", ")));
        }
    }
    let query = format!("{}, {}", literal(numbers, &["A"]), literal(numbers, &["B"]));
    text.push_str(&format!("false :- p{layers}(A, B), {query}.\n"));
    text
}

#[test]
fn it_is_true_exactly_if_false_is_derived() {
    let mut numbers = Random(3);
    let mut truths = 0;
    for _ in 0..30 {
        let text = random_system(&mut numbers);
        let (problem, diagnostics) = house::parse(&text);
        assert_eq!(diagnostics, [], "{text}");
        let mut budget = Budget::unlimited();
        let mut engine =
            Engine::within(problem.clone(), Settings::from(&RunSettings::default()), &mut budget);
        while engine.verdict().is_none() {
            engine.step(&mut budget);
        }
        let is_unsafe = matches!(engine.verdict(), Some(Verdict::Unsafe(..)));
        let expansion = SuccinctExpansion::of(&problem).unwrap();
        assert!(expansion.alternations() <= 2 * problem.relations.len());
        let (truth, _) = expansion.decide(&mut Budget::unlimited()).unwrap();
        assert_eq!(truth, is_unsafe, "{text}");
        truths += usize::from(truth);
    }
    assert!((3..28).contains(&truths), "{truths} of 30");
}
