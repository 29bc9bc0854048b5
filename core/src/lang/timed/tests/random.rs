//! Random small networks: the clauses say what the interpreter finds by looking at all states.

use super::*;
use crate::lang::timed::explore::{self, Found};
use crate::lang::timed::interpret::Interpreter;
use crate::testing::Random;

/// A network of two or three automata with a clock each, a shared variable and a channel.
fn text(random: &mut Random, strict: bool) -> String {
    let automata = random.count(2, 3);
    let mut text = "int[0, 2] v = 0;\nchan a;\n".to_owned();
    let mut names = Vec::new();
    for process in 0..automata {
        let locations = random.count(2, 3);
        let states: Vec<String> = (0..locations)
            .map(|location| {
                let has_invariant = location > 0 && random.chance(3);
                let bound = random.range(1, 3);
                if has_invariant { format!("l{location} {{ x <= {bound} }}") } else { format!("l{location}") }
            })
            .collect();
        let mut edges = Vec::new();
        for _ in 0..random.count(2, 4) {
            let (from, to) = (random.below(locations), random.below(locations));
            let mut parts = Vec::new();
            let mut guards = Vec::new();
            if random.coin() {
                let signs: &[&str] = if strict { &["<", ">", "<=", ">="] } else { &["<=", ">=", "=="] };
                guards.push(format!("x {} {}", random.pick(signs), random.range(0, 3)));
            }
            if random.chance(3) {
                guards.push(format!("v == {}", random.range(0, 2)));
            }
            if !guards.is_empty() {
                parts.push(format!("guard {};", guards.join(" && ")));
            }
            if random.chance(3) {
                parts.push(format!("sync a{};", random.pick(&["!", "?"])));
            }
            let mut updates = Vec::new();
            if random.coin() {
                updates.push("x = 0".to_owned());
            }
            if random.chance(3) {
                updates.push((*random.pick(&["v = 0", "v = 1", "v = 2", "v = v + 1"])).to_owned());
            }
            if !updates.is_empty() {
                parts.push(format!("assign {};", updates.join(", ")));
            }
            edges.push(format!("l{from} -> l{to} {{ {} }}", parts.join(" ")));
        }
        let special = match random.below(6) {
            0 => format!("commit l{};\n", locations - 1),
            1 => format!("urgent l{};\n", locations - 1),
            _ => String::new(),
        };
        text += &format!(
            "process P{process}() {{ clock x;\nstate {};\n{special}init l0;\ntrans {};\n}}\n",
            states.join(", "),
            edges.join(",\n")
        );
        names.push((format!("P{process}"), locations));
    }
    let system: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    text += &format!("system {};\n", system.join(", "));
    let place = |random: &mut Random, (name, locations): &(String, usize)| {
        format!("{name}.l{}", random.below(*locations).max(1))
    };
    let query = match random.below(3) {
        0 => format!("A[] not ({} and {})", place(random, &names[0]), place(random, &names[1])),
        1 => format!("A[] not ({} and v == {})", place(random, &names[1]), random.range(1, 2)),
        _ => format!("E<> {} and P1.x >= {}", place(random, &names[0]), random.range(1, 4)),
    };
    text + &format!("// query: {query}\n")
}

fn brute_force(model: &Timed, unit: i64) -> Found {
    let interpreter = Interpreter::new(&model.network, unit);
    let target = &model.question.as_ref().unwrap().target;
    explore::search(&interpreter, target, 200_000, &mut Budget::unlimited())
}

/// What is found for an encoding must fit what all states say; returns whether it was decided.
fn compare(text: &str, encoding: Encoding, expected: &Found, steps: u64) -> bool {
    let model = network(text, encoding);
    match (solve(&model, steps), expected) {
        (Answer::Safe(_), Found::None) | (Answer::Unsafe(Account::Real(_)), Found::Run(_)) => true,
        (Answer::Unsafe(Account::NoVerdict(_)), Found::None) if !model.is_exact() => true,
        (Answer::Open, _) => false,
        (found, _) => panic!("{encoding:?}: {found:?} where all states say {expected:?}\n{text}"),
    }
}

#[test]
fn clauses_and_brute_force_agree() {
    let mut random = Random(61);
    let (mut decided, mut asked, mut reached) = (0, 0, 0);
    for round in 0..40 {
        let text = text(&mut random, false);
        let expected = brute_force(&network(&text, Encoding::Product), 1);
        assert_ne!(expected, Found::Unknown, "{text}");
        reached += usize::from(expected != Found::None);
        let mut encodings = vec![Encoding::Product];
        if round % 4 == 0 {
            encodings.extend([Encoding::OwickiGries, Encoding::RelyGuarantee]);
        }
        for encoding in encodings {
            asked += 1;
            decided += usize::from(compare(&text, encoding, &expected, 1_500_000));
        }
    }
    assert!((8..=35).contains(&reached), "{reached} of 40 are reached");
    assert!(decided * 10 >= asked * 7, "only {decided} of {asked} are decided");
}

/// With strict bounds, whatever is found with some length of a tick is a run, and no run is missed.
#[test]
fn strict_bounds_miss_no_run() {
    let mut random = Random(62);
    let mut found = 0;
    for _ in 0..20 {
        let text = text(&mut random, true);
        let model = network(&text, Encoding::Product);
        let runs = [2, 5].into_iter().any(|unit| matches!(brute_force(&model, unit), Found::Run(_)));
        match solve(&model, 1_500_000) {
            Answer::Safe(_) => assert!(!runs, "a run is missed\n{text}"),
            Answer::Unsafe(Account::Real(_)) => found += 1,
            Answer::Unsafe(other) => panic!("{other:?}\n{text}"),
            Answer::Open => {}
        }
    }
    assert!(found >= 2, "{found}");
}

/// Damaged texts are read to their end, with messages and without panics.
#[test]
fn damaged_texts_have_messages() {
    let mut random = Random(63);
    let xml = super::reading::PEDESTRIAN_XML;
    for original in [PEDESTRIAN, FISCHER, xml] {
        let characters: Vec<char> = original.chars().collect();
        for _ in 0..150 {
            let mut damaged = characters.clone();
            for _ in 0..random.count(1, 4) {
                let at = random.below(damaged.len());
                match random.below(3) {
                    0 => drop(damaged.remove(at)),
                    1 => damaged.insert(
                        at,
                        *random.pick(&['{', '}', ';', '(', ')', '[', '<', '&', '!', '0', 'x', '\'', '/']),
                    ),
                    _ => damaged.truncate(at.max(1)),
                }
            }
            let damaged: String = damaged.into_iter().collect();
            for encoding in [Encoding::Product, Encoding::RelyGuarantee, Encoding::Parameterised] {
                let (model, diagnostics) = timed(&damaged, encoding, &mut Budget::unlimited());
                let is_wrong = diagnostics.iter().any(|d| d.severity == Severity::Error);
                assert!(is_wrong || model.encoded.is_some(), "{damaged}");
                for diagnostic in &diagnostics {
                    assert!(damaged.is_char_boundary((diagnostic.span.start as usize).min(damaged.len())));
                }
                model.picture();
                model.play(&[0, 0, 1]);
            }
        }
    }
}
