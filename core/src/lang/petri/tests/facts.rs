//! Facts of Acta'16, Section 9, and nets at the limits.

use super::explore::solved;
use super::*;
use crate::engine::{Engine, Settings};
use crate::lang::model::{Account, Shape};
use crate::num::Int;

/// Fig. 6 after its description: Hopcroft and Pansiot's net. Which of a2 and a3 counts the rounds in p5 the
/// text does not say.
pub(super) const FIG6: &str = "a1: p1 + p2 -> p1 + p3\na2: p1 -> p4\na3: p4 -> p1 + p5\na4: p4 + p3 -> p4 + 2 p2\n\
                               init p1 = 1, p2 = 1\n";
/// Fig. 8.
pub(super) const PAIR: &str = "places p1, p2\na1: -> p1 + p2\na2: p1 + p2 ->\ntarget p1 = 1\n";

/// `p1 + p4` as names with weights.
fn named(names: &[String], flows: &[Flow]) -> Vec<String> {
    let term = |flow: &Flow| {
        let parts = flow
            .weights
            .iter()
            .map(|(i, w)| if w.is_one() { names[*i].clone() } else { format!("{w} {}", names[*i]) });
        parts.collect::<Vec<_>>().join(" + ")
    };
    flows.iter().map(term).collect()
}

fn flows(text: &str) -> (Vec<String>, Vec<String>) {
    let model = net(text);
    let flows = Flows::of(model.net(), &mut Budget::unlimited()).unwrap();
    assert!(!flows.incomplete);
    let places: Vec<String> = model.net().places.iter().map(|p| p.name.clone()).collect();
    let actions: Vec<String> = model.net().actions.iter().map(|a| a.name.clone()).collect();
    (named(&places, &flows.places), named(&actions, &flows.actions))
}

#[test]
fn the_effect_of_a1_and_a4_is_that_of_example_9() {
    let model = net(&format!("places p1, p2, p3, p4, p5\n{FIG6}cover p1 >= 2"));
    let mut sum = vec![Int::ZERO; 5];
    for action in [0, 3] {
        for (place, change) in model.net().actions[action].effect().unwrap() {
            sum[place] += &change;
        }
    }
    assert_eq!(sum, [0, 1, 0, 0, 0].map(Int::from));
    // In between, a2 and a3 must be taken: a4 is not enabled after a1.
    let after = model.net().actions[0].fire(&model.net().least_initial()).unwrap();
    assert_eq!(model.net().actions[3].fire(&after), None);
}

#[test]
fn semiflows_of_the_nets_of_the_paper() {
    let (places, actions) = flows(&format!("{FIG6}cover p1 >= 2"));
    assert_eq!(places, ["p1 + p4"]);
    assert_eq!(actions, [""; 0]);
    // p1 - p2 is an invariant of Fig. 8, but has a negative weight.
    assert_eq!(flows(PAIR), (vec![], vec!["a1 + a2".to_owned()]));
    let pair = net(PAIR);
    let mixed = Flows::of(pair.net(), &mut Budget::unlimited()).unwrap().mixed;
    assert_eq!(mixed, [Flow { weights: vec![(0, Int::ONE), (1, Int::MINUS_ONE)] }]);
    let facts = pair.facts(&mut Budget::unlimited()).lines("");
    assert!(facts.iter().any(|line| line.contains("p1 = p2")), "{facts:?}");
    // With transfers: the number of processes stays the same.
    let transfer = "vars think wait use rules\n think >= 1 -> use' = use + 1, wait' = wait + think - 1, think' = 0;\n\
                    use >= 1 -> use' = use - 1, think' = think + wait + 1, wait' = 0;\n\
                    init think >= 1, wait = 0, use = 0 target use >= 2";
    assert_eq!(flows(transfer), (vec!["think + wait + use".to_owned()], vec![]));
    let weighted = "a: 2 p -> 3 q\nb: q -> r\ninit p = 4\ncover r >= 9";
    assert_eq!(flows(weighted).0, ["3 p + 2 q + 2 r"]);
}

#[test]
fn pictures_have_places_actions_and_weights() {
    let model = net("a: p + 2 q, r = 0 -> 3 r\nb: r -> r + p, q := 0\ninit p = 2\ncover r >= 2");
    let picture = model.picture();
    let shapes: Vec<(Shape, &str)> = picture.nodes.iter().map(|n| (n.shape, &*n.label)).collect();
    assert_eq!(
        shapes,
        [
            (Shape::Place, "p"),
            (Shape::Place, "q"),
            (Shape::Place, "r"),
            (Shape::Action, "a"),
            (Shape::Action, "b")
        ]
    );
    assert_eq!(picture.nodes[0].lines, ["2"]);
    let label = |part| picture.nodes.iter().find(|n| n.part == part).map_or("", |n| &*n.label);
    let arcs: Vec<String> = picture
        .edges
        .iter()
        .map(|e| format!("{} {} {}", label(e.from), label(e.to), e.lines.join(" ")).trim().to_owned())
        .collect();
    assert_eq!(arcs, ["p a", "q a 2", "r a = 0", "a r 3", "r b", "b r", "b p", "b q := 0"]);
    let mut parts: Vec<_> =
        picture.nodes.iter().map(|n| n.part).chain(picture.edges.iter().map(|e| e.part)).collect();
    parts.sort_unstable();
    parts.dedup();
    assert_eq!(parts.len(), picture.nodes.len() + picture.edges.len());
}

#[test]
fn place_invariants_are_sets_of_places() {
    let picture = net(&format!("{FIG6}cover p1 >= 2")).picture();
    let sets: Vec<(&str, Vec<&str>)> = picture
        .sets
        .iter()
        .map(|set| {
            let of = |part| picture.nodes.iter().find(|node| node.part == part).unwrap().label.as_str();
            (&*set.title, set.parts.iter().copied().map(of).collect())
        })
        .collect();
    assert_eq!(sets, [("place invariant p1 + p4 = 1", vec!["p1", "p4"])]);
    assert_eq!(picture.further_sets, 0);
    // Twelve switches have as many invariants; not all of them are coloured, which is told.
    let switches: Vec<String> = (0..12).map(|i| format!("a{i}: on{i} -> off{i}\n")).collect();
    let picture = net(&format!("{}init on1 = 1\ncover off1 >= 2", switches.concat())).picture();
    assert_eq!((picture.sets.len(), picture.further_sets), (9, 3));
}

#[test]
fn nets_are_fired_by_hand() {
    let model = net(&format!("{FIG6}cover p2 >= 2"));
    let labels = |moves: &[usize]| -> Vec<String> {
        model.play(moves).unwrap().moves.iter().map(|m| m.label.clone()).collect()
    };
    assert_eq!(labels(&[]), ["a1", "a2"]);
    assert_eq!(labels(&[0]), ["a2"]);
    assert_eq!(labels(&[0, 0]), ["a3", "a4"]);
    let play = model.play(&[0, 0, 1, 7, 0]).unwrap();
    assert_eq!(play.run.rows.len(), 4, "a move that is not possible ends the play");
    assert_eq!(play.remark.as_deref(), Some("Target reached: p2 >= 2."));
    // Before the first firing, tokens may be added where the first marking leaves that open.
    let open = net("a: p -> q\ninit p >= 0\ncover q >= 2\n");
    let play = open.play(&[]).unwrap();
    assert_eq!(play.moves.len(), 1);
    assert_eq!(play.remark.as_deref(), Some("No action is enabled: a deadlock."));
    let play = open.play(&[0, 1, 0, 0]).unwrap();
    assert_eq!(play.run.rows.len(), 5);
    assert_eq!(play.remark.as_deref(), Some("Target reached: q >= 2."));
}

#[test]
fn long_runs_are_folded() {
    let model = net("up: -> p\ndown: p -> q\ninit q = 0\ntarget q = 30\n");
    let mut engine =
        Engine::new(model.problem().clone(), Settings { look_ahead: true, ..Settings::default() });
    let mut budget = Budget::steps(20_000_000);
    while engine.verdict().is_none() {
        engine.step(&mut budget);
    }
    let Some(crate::engine::Verdict::Unsafe(derivation, _)) = engine.verdict() else {
        panic!("no derivation")
    };
    let Account::Real(run) = model.account(derivation, &mut Budget::unlimited()) else { panic!("no run") };
    assert_eq!(run.sentence, "A marking of the target is reached by 60 firings.");
    assert!(run.rows.len() < 30, "{}", run.lines("").join("\n"));
}

#[test]
fn nets_at_the_limits() {
    let settings = || Settings { look_ahead: true, ..Settings::default() };
    // Nothing at all.
    let (model, diagnostics) = read("", Notation::Short, &mut Budget::unlimited());
    assert_eq!(diagnostics.len(), 1, "nothing is asked: {diagnostics:?}");
    assert_eq!(solved_without_reading(&model), Some(false));
    // A target that holds at once.
    assert_eq!(solved(&net("a: p -> q\ninit p = 1\ncover p >= 1\n"), settings(), 1_000_000), Some(true));
    // Heavy arcs.
    let heavy = "a: 1000000000000 p -> q\ninit p = 2999999999999\ncover q >= 3\n";
    assert_eq!(solved(&net(heavy), settings(), 5_000_000), Some(false));
    let heavy = "a: 1000000000000 p -> q\ninit p = 3000000000000\ncover q >= 3\n";
    assert_eq!(solved(&net(heavy), settings(), 5_000_000), Some(true));
}

fn solved_without_reading(model: &NetModel) -> Option<bool> {
    solved(model, Settings::default(), 1_000_000)
}
