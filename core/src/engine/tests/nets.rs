//! Acta'16, Section 9: the heuristics for Petri nets do what the paper says, and differ from each other.

use super::*;
use crate::formula::{LinearTerm, Sort, Valuation};
use crate::guide::{InterpolationAbstraction, TemplateForm};
use crate::lang::petri::{NetModel, Notation, read};
use crate::lang::{InitialPredicate, Model as _, RelationId, Span, Template, TemplateKind};
use crate::num::Int;

const PAIR: &str = include_str!("../../../../static/examples/petri-pair.net");
const EXPONENTIAL: &str = include_str!("../../../../static/examples/exponential.net");

fn net(text: &str) -> NetModel {
    read(text, Notation::Short, &mut Budget::unlimited()).0
}

fn with(abstraction: InterpolationAbstraction) -> Settings {
    Settings { abstraction, ..Settings::default() }
}

fn solved_net(text: &str, abstraction: InterpolationAbstraction, steps: u64) -> (Engine, Vec<Event>) {
    let mut engine = Engine::new(net(text).problem().clone(), with(abstraction));
    let events = run(&mut engine, steps);
    (engine, events)
}

/// Does the solution hold of a marking?
fn holds(engine: &Engine, marking: &[i64]) -> bool {
    let Some(Verdict::Safe(solved)) = engine.verdict() else { panic!("not safe") };
    let definition = solved.solution().get(RelationId(0)).unwrap();
    let mut values = Valuation::new();
    definition.parameters.iter().zip(marking).for_each(|(symbol, n)| values.set_int(*symbol, *n));
    engine.problem().arena.evaluate(definition.formula, &values)
}

/// Example 8: with templates for p1 and p2 alone predicates grow and the run does not end; with ABS (1) there
/// is one refinement, whose interpolant speaks of the place invariant p1 - p2 alone.
#[test]
fn example_8_needs_the_place_invariant() {
    use InterpolationAbstraction as A;
    let mut problem = net(PAIR).problem().clone();
    let places = ["p1", "p2"].map(|name| problem.arena.find_symbol(name, Sort::Int).unwrap());
    for place in places {
        problem.templates.push(Template {
            relation: RelationId(0),
            parameters: places.to_vec(),
            kind: TemplateKind::Term(LinearTerm::symbol(place)),
            cost: Int::ONE,
            span: Span::default(),
        });
    }
    let mut engine = Engine::new(problem, with(A::User));
    run(&mut engine, 2_000_000);
    let Some(Verdict::Stopped(stopped)) = engine.verdict() else { panic!("it ended") };
    assert!(stopped.learnt.growth.iter().any(|growth| growth.count >= 3), "{stopped:?}");
    let (engine, events) = solved_net(PAIR, A::PetriOrthogonal, STEPS);
    assert_eq!(engine.statistics().refinements, 1);
    assert_eq!(engine.statistics().predicates, 1);
    assert!((0..6).all(|n| holds(&engine, &[n, n])) && !holds(&engine, &[1, 0]));
    let chosen = events.iter().find_map(|event| match event {
        Event::Explored { chosen, .. } => Some(chosen.clone()),
        _ => None,
    });
    assert_eq!(chosen.map(|chosen| chosen[0].len()), Some(1), "one bound of p1 - p2");
    // The others need to see the loop first.
    for (family, refinements) in
        [(A::PetriIncreasing, 2), (A::PetriAccelerated, 3), (A::PetriAll, 1), (A::Auto, 1)]
    {
        let (engine, _) = solved_net(PAIR, family, STEPS);
        assert_eq!((word(&engine), engine.statistics().refinements), ("safe", refinements), "{family:?}");
    }
}

/// Fig. 7: with the predicates p1 = 0, p1 = 1, p4 = 0, p4 = 1 the graph of Fig. 6 has two nodes, and their
/// disjunction is the invariant of Sect. 9.2.
#[test]
fn fig_7_is_the_abstraction_of_fig_6() {
    let text = EXPONENTIAL.replace("target p1 = 1, p2 = 3, p5 = 1", "cover p1 >= 1, p4 >= 1");
    let mut problem = net(&text).problem().clone();
    let parameters: Vec<_> =
        (1..=5).map(|i| problem.arena.find_symbol(&format!("p{i}"), Sort::Int).unwrap()).collect();
    for place in [0, 3] {
        for value in [0, 1] {
            let term = LinearTerm::symbol(parameters[place]);
            let predicate = problem.arena.equal(&term, &LinearTerm::constant(Int::from(value)));
            let parameters = parameters.clone();
            problem.predicates.push(InitialPredicate {
                relation: RelationId(0),
                parameters,
                predicate,
                span: Span::default(),
            });
        }
    }
    let mut engine = Engine::new(problem, with(InterpolationAbstraction::Off));
    run(&mut engine, STEPS);
    let statistics = engine.statistics();
    assert_eq!((word(&engine), statistics.refinements, statistics.nodes_added), ("safe", 0, 2));
    for p1 in 0..4 {
        for p4 in 0..4 {
            let expected = (p1, p4) == (1, 0) || (p1, p4) == (0, 1);
            assert_eq!(holds(&engine, &[p1, 7, 2, p4, 3]), expected, "{p1} {p4}");
        }
    }
}

/// "Exponential" of Table 2, whose reachable markings are no Presburger set, is solved by each of the three.
#[test]
fn the_exponential_net_is_solved_by_all_three() {
    use InterpolationAbstraction as A;
    for family in [A::PetriOrthogonal, A::PetriAccelerated, A::PetriIncreasing, A::PetriAll, A::Auto] {
        let (engine, events) = solved_net(EXPONENTIAL, family, STEPS);
        assert_eq!(word(&engine), "safe", "{family:?}");
        let forms: Vec<TemplateForm> = events
            .iter()
            .filter_map(|event| match event {
                Event::TemplatesChosen { loops, .. } => Some(loops),
                _ => None,
            })
            .flat_map(|loops| loops.iter().flat_map(|l| l.templates.iter().map(|t| t.form)))
            .collect();
        let accelerates = matches!(family, A::PetriAccelerated | A::PetriAll | A::Auto);
        assert_eq!(forms.contains(&TemplateForm::Once), accelerates, "{family:?}");
        assert_eq!(forms.contains(&TemplateForm::Inequality), family != A::PetriAccelerated, "{family:?}");
    }
}

/// A ring of 100 places with 200 actions and one token: ABS (1) needs one refinement.
#[test]
fn a_net_with_a_hundred_places_and_two_hundred_actions() {
    use std::fmt::Write as _;
    let mut text = String::new();
    for i in 0..100 {
        let _ = writeln!(text, "f{i}: p{i} -> p{}\nb{i}: p{i} -> p{}", (i + 1) % 100, (i + 37) % 100);
    }
    text += "init p0 = 1\ncover p3 >= 1, p50 >= 1\n";
    let (engine, _) = solved_net(&text, InterpolationAbstraction::PetriOrthogonal, STEPS);
    assert_eq!((word(&engine), engine.statistics().refinements), ("safe", 1));
}
