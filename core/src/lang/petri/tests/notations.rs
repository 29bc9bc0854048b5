//! Both notations: what they mean, what they complain about, and the way there and back.

use super::explore::{random_net, without_spans};
use super::*;
use crate::lang::{Language, parse, parse_model};
use crate::num::Int;
use crate::testing::Random;

fn int(number: i64) -> Int {
    Int::from(number)
}

#[test]
fn nets_survive_printing_and_reading_in_both_notations() {
    let mut random = Random(1);
    for _ in 0..300 {
        let count = random.count(1, 4);
        let net = random_net(&mut random, count, false);
        for text in [print_short(&net), print_spec(&net)] {
            let mut again = without_spans(super::net(&text).net());
            if text.starts_with("vars") {
                // Rules of mist have no names.
                for (action, named) in again.actions.iter_mut().zip(&net.actions) {
                    action.name.clone_from(&named.name);
                }
            }
            let mut expected = without_spans(&net);
            for target in &mut expected.targets {
                if target.bounds.is_empty() {
                    target.bounds.push((0, Bounds::default()));
                }
            }
            assert_eq!(again, expected, "{text}");
        }
    }
}

#[test]
fn the_two_notations_mean_the_same() {
    let short =
        net("a1: p1 + 2 p2 -> p3 + p1, 3 p2\na2: p3, p1 = 0, p2 <= 4 -> p2 := p2 + p1 - 1, p1 := 0\n\
                     init p1 = 1, p2 >= 3, p3 in [1, 2]\ncover p3 >= 2, p1 = 0\n");
    let spec = net("vars p1 p2 p3\nrules\n p1 >= 1, p2 >= 2 -> p2' = p2 + 1, p3' = p3 + 1;\n\
                    p3 >= 1, p1 = 0, p2 <= 4 -> p2' = p2 + p1 - 1, p1' = 0, p3' = p3 - 1;\n\
                    init p1 = 1, p2 >= 3, p3 in [1, 2] target p3 >= 2, p1 = 0");
    let named = |model: &NetModel| {
        let mut net = without_spans(model.net());
        net.actions.iter_mut().for_each(|action| action.name.clear());
        net
    };
    assert_eq!(named(&short), named(&spec));
    let fire = |action: usize, marking: [i64; 3]| {
        let marking: Marking = marking.into_iter().map(int).collect();
        short.net().actions[action]
            .fire(&marking)
            .map(|m| m.iter().map(|n| n.to_i64().unwrap()).collect::<Vec<_>>())
    };
    assert_eq!(fire(0, [1, 2, 0]), Some(vec![1, 3, 1]));
    assert_eq!(fire(0, [0, 2, 0]), None);
    assert_eq!(fire(1, [0, 4, 1]), Some(vec![0, 3, 0]));
    assert_eq!(fire(1, [0, 0, 1]), None, "no place has less than no tokens");
    assert_eq!(fire(1, [0, 5, 1]), None);
}

#[test]
fn targets_of_the_short_notation_are_markings_and_covers_are_not() {
    let model = net("a: -> p + q\ninit p = 0\ntarget p = 1\ncover p >= 1\n");
    let contains = |target: usize, marking: [i64; 2]| model.net().targets[target].contains(&marking.map(int));
    assert!(contains(0, [1, 0]) && !contains(0, [1, 1]) && !contains(0, [2, 0]));
    assert!(contains(1, [1, 0]) && contains(1, [2, 5]) && !contains(1, [0, 1]));
}

#[test]
fn lists_without_a_comma_are_different_targets() {
    let model = net("# a comment\nvars x y\nrules\nx >= 1 -> x' = x - 1, y' = y + 1;\ninit x >= 1, y = 0\n\
                     target\n x >= 1, y >= 1\n y >= 2 # two\n\ninvariants\n x = 1, y = 1\n");
    assert_eq!(model.net().targets.len(), 2);
    assert_eq!(model.problem().clauses.len(), 1 + 1 + 2);
    let many: Vec<String> = (0..500).map(|i| format!("x >= {}\n", i + 1)).collect();
    let model = net(&format!("vars x\nrules\n-> x' = x + 1;\ninit x = 0\ntarget\n{}", many.concat()));
    assert!(model.problem().clauses.len() < 70, "many targets share queries");
    assert_eq!(model.net().targets.len(), 500);
}

/// As in the grammar of mist: `true` is a guard, and a rule may do nothing.
#[test]
fn true_is_a_guard_that_asks_for_nothing() {
    let text = "vars x y\nrules\ntrue -> x' = x + 1;\ntrue, x >= 2 -> x' = 0, y' = y + x;\nx in [2, 4] -> ;\n\
                init x = 0, y = 0\ntarget x >= 1, y >= 2\ninvariants y = 0";
    let (model, diagnostics) = read(text, Notation::Spec, &mut Budget::unlimited());
    assert_eq!(diagnostics, []);
    let fire = |action: usize, marking: [i64; 2]| model.net().actions[action].fire(&marking.map(int));
    assert_eq!(fire(0, [0, 3]), Some([1, 3].map(int).to_vec()));
    assert_eq!((fire(1, [1, 0]), fire(1, [2, 1])), (None, Some([0, 3].map(int).to_vec())));
    assert_eq!((fire(2, [5, 0]), fire(2, [4, 0])), (None, Some([4, 0].map(int).to_vec())));
    // A place may be called so.
    let model = net("vars true\nrules\ntrue >= 1 -> true' = true - 1;\ninit true = 1\ntarget true = 0");
    assert_eq!(model.net().actions[0].fire(&[int(0)]), None);
    assert!(
        messages("vars x rules init x = 0 target true", Notation::Spec).join("; ").contains("`true` is not")
    );
    // Nothing at all: there is nothing to complain about but the missing question.
    let nothing = messages("vars\nrules\ninit\ntarget\n", Notation::Spec);
    assert_eq!(nothing, ["there is no target, so nothing is asked"]);
}

#[test]
fn languages_are_told_by_their_texts() {
    for (text, language) in [
        ("# mist\n\nvars\n x y\nrules", Language::Spec),
        ("# ours\na1: p1 -> p2\n", Language::Net),
        ("a1: -> p\n", Language::Net),
        ("init p = 1\na: p -> q\n", Language::Net),
        ("places p, q\n", Language::Net),
        ("p(X) :- q(X), X -> Y.", Language::House),
        ("a :- b.", Language::House),
        ("init(X).", Language::House),
        ("vars(X).", Language::House),
        ("", Language::House),
    ] {
        assert_eq!(Language::detect(text), language, "{text}");
    }
    assert_eq!(Language::of_file("a/b.spec"), Some(Language::Spec));
    assert_eq!(Language::of_file("b.net"), Some(Language::Net));
}

#[test]
fn translations_are_nets_again() {
    let text = "a1: p1 -> p2\ninit p1 = 2\ncover p2 >= 2\n";
    let (model, _) =
        parse_model(text, Language::Net, crate::lang::Encoding::Standard, &mut Budget::unlimited()).unwrap();
    let spec = model.translated(Language::Spec).unwrap();
    assert_eq!(Language::detect(&spec), Language::Spec);
    assert!(model.translated(Language::SmtLib).is_none());
    let back = super::net(&spec);
    assert!(back.problem().same_as(model.problem()), "{spec}");
}

fn messages(text: &str, notation: Notation) -> Vec<String> {
    let (_, diagnostics) = read(text, notation, &mut Budget::unlimited());
    diagnostics.iter().map(|d| d.message.clone()).collect()
}

#[test]
fn mistakes_are_told_with_what_was_expected() {
    let spec = |text: &str| messages(text, Notation::Spec).join("; ");
    assert!(
        spec("vars x rules y >= 1 -> ; init x = 0 target x >= 1").contains("`y` is not among the `vars`")
    );
    assert!(spec("vars x rules x >= 1 x' = 1; init x = 0 target x >= 1").contains("`->` is expected"));
    assert!(spec("vars x rules init x = 0").contains("no target"));
    assert!(spec("vars x rules target x >= 1").contains("no section `init`"));
    assert!(spec("vars x x rules init x = 0 target x >= 1").contains("declared twice"));
    assert!(spec("vars x y rules init x = 0 target x >= 1").contains("how many tokens `y` has"));
    let broken =
        "vars x y rules x >= 1 -> x' = x - 1; init x = 1, y = 0 target y >= 1 invariants x = 1, y = 1";
    assert!(spec(broken).contains("no invariant: rule t1"));
    let short = |text: &str| messages(text, Notation::Short).join("; ");
    assert!(short("a: p q\n").contains("`->` is expected"));
    assert!(short("a: p -> q\na: q -> p\ncover p >= 1").contains("two actions `a`"));
    assert!(short("a: p -> q, q := 0\ncover p >= 1").contains("changes `q` in two ways"));
    assert!(short("a: p -> q\n").contains("nothing is asked"));
    assert!(short("% no\na: p -> q\ncover p >= 1").contains("unknown sign"));
}

#[test]
fn texts_of_no_sense_are_answered() {
    const SOUP: [&str; 34] = [
        "vars",
        "rules",
        "init",
        "target",
        "cover",
        "places",
        "invariants",
        "x",
        "y",
        "p1",
        "a:",
        "b :",
        "->",
        ">=",
        "=",
        "<=",
        ":=",
        ":",
        ",",
        ";",
        "+",
        "-",
        "*",
        "'",
        "[",
        "]",
        "in",
        "0",
        "1",
        "99999999999999999999",
        "\n",
        "#\n",
        "é",
        "%",
    ];
    let mut random = Random(4);
    for _ in 0..300 {
        let words: Vec<&str> = (0..random.count(0, 25)).map(|_| *random.pick(&SOUP)).collect();
        let text = words.join(" ");
        for (notation, language) in [(Notation::Spec, Language::Spec), (Notation::Short, Language::Net)] {
            let (model, diagnostics) = read(&text, notation, &mut Budget::unlimited());
            for diagnostic in &diagnostics {
                let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
                assert!(text.get(start..end).is_some(), "{diagnostic:?}\n{text}");
            }
            let _ = crate::lang::render(&diagnostics, &text, "fuzz");
            assert!(parse(&text, language).0.same_as(model.problem()));
            for printed in [print_short(model.net()), print_spec(model.net())] {
                super::net(&printed);
            }
            let _ = model.picture();
            let _ = model.play(&[0, 1, 0]);
        }
    }
}

#[test]
fn a_budget_that_ends_is_told() {
    let rules: Vec<String> = (0..500).map(|i| format!("a{i}: p{i} -> p{}\n", i + 1)).collect();
    let rules = rules.concat();
    let (_, diagnostics) = read(&format!("{rules}cover p3 >= 1"), Notation::Short, &mut Budget::steps(1_000));
    assert!(diagnostics.iter().any(|d| d.message.contains("reading stops here")));
}
