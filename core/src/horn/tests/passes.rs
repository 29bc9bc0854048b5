//! Every pass, alone and in the pipeline: solutions of what comes out are translated to solutions of what
//! went in, and derivations to derivations.

use super::oracle::{is_solution, solve};
use super::{example, problem, random_problem, system_in_arena};
use crate::check;
use crate::horn::{Assignment, ClauseSystem, Pass, Pipeline, Size};
use crate::lang::{Problem, house};
use crate::solver::Budget;
use crate::testing::Random;
use crate::validate;

/// Solves what the pipeline makes of a problem, and judges the answer against the problem; is it solvable?
fn judge(problem: &mut Problem, pipeline: &Pipeline) -> Result<bool, String> {
    let mut prepared = pipeline.run(problem, &mut Budget::unlimited()).unwrap();
    match solve(&mut prepared.arena, &prepared.system) {
        Ok(solution) => {
            let arena = &mut prepared.arena;
            let solution = prepared.way_back.solution(arena, solution, &mut Budget::unlimited()).unwrap();
            problem.arena = prepared.arena;
            match validate::checked(problem, &solution, &mut Budget::unlimited()) {
                Some(_) => Ok(true),
                None => Err(format!(
                    "{}not solved by\n{}",
                    house::print(problem),
                    house::print_solution(problem, &solution)
                )),
            }
        }
        Err(derivation) => {
            let derivation = prepared.way_back.derivation(&prepared.arena, derivation);
            match check::derivation(problem, &derivation) {
                Ok(_) => Ok(false),
                Err(error) => Err(format!("{}{error}\n{derivation:?}", house::print(problem))),
            }
        }
    }
}

#[test]
fn answers_are_translated_back() {
    let mut pipelines: Vec<Pipeline> = vec![Pipeline::none(), Pipeline::default()];
    pipelines.extend(Pass::ALL.map(|pass| Pipeline { passes: vec![pass] }));
    pipelines.push(Pipeline { passes: [Pass::ALL, Pass::ALL].concat() });
    let mut counts = [0, 0];
    for seed in 0..150 {
        let problem = random_problem(&mut Random(seed));
        let verdicts: Vec<bool> = pipelines
            .iter()
            .map(|pipeline| match judge(&mut problem.clone(), pipeline) {
                Ok(solvable) => solvable,
                Err(message) => panic!("seed {seed}, {:?}\n{message}", pipeline.passes),
            })
            .collect();
        assert!(verdicts.iter().all(|v| *v == verdicts[0]), "seed {seed}: {verdicts:?}");
        counts[usize::from(verdicts[0])] += 1;
    }
    assert!(counts[0] > 30 && counts[1] > 30, "{counts:?}");
}

/// Each pass finds something to do among the random problems.
#[test]
fn every_pass_has_work_to_do() {
    // The random problems have no loops that count; `engine::tests::accelerated` has some.
    for pass in Pass::ALL.into_iter().filter(|pass| *pass != Pass::AccelerateLoops) {
        let changed = (0..200).filter(|seed| {
            let problem = random_problem(&mut Random(*seed));
            let mut arena = problem.arena.clone();
            let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
            let before = (Size::of(&system), system.clauses().to_vec());
            let (after, _) = pass.run(&mut arena, &system, &mut Budget::unlimited());
            (Size::of(&after), after.clauses().to_vec()) != before
        });
        assert!(changed.count() > 10, "{pass:?}");
    }
}

/// Reads a formula for each relation symbol that is left, with the names of its parameters.
fn assignment(prepared: &mut crate::horn::Prepared, formulae: &[(&str, &str)]) -> Assignment {
    let mut assignment = Assignment { formulae: Vec::new() };
    for id in prepared.system.relation_ids() {
        let relation = &prepared.system[id];
        let (_, formula) = formulae.iter().find(|(name, _)| *name == relation.name).expect("a formula");
        let names = relation.parameters().iter().map(|p| prepared.arena.name(*p));
        let names = names.collect::<Vec<_>>().join(", ");
        let mut reader = problem(&format!("p({names}) :- p({names})."));
        std::mem::swap(&mut reader.arena, &mut prepared.arena);
        let (solution, diagnostics) =
            house::parse_solution(&format!("p({names}) := {formula}."), &mut reader);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        std::mem::swap(&mut reader.arena, &mut prepared.arena);
        assignment.formulae.push(solution.get(crate::lang::RelationId(0)).unwrap().formula);
    }
    assignment
}

fn translated(text: &str, relations: &[(&str, usize)], formulae: &[(&str, &str)]) {
    let mut problem = problem(text);
    let mut prepared = Pipeline::default().run(&problem, &mut Budget::unlimited()).unwrap();
    let left: Vec<(&str, usize)> =
        prepared.system.relations().iter().map(|r| (r.name.as_str(), r.arity())).collect();
    assert_eq!(left, relations);
    let assignment = assignment(&mut prepared, formulae);
    assert!(is_solution(&mut prepared.arena, &prepared.system, &assignment));
    let arena = &mut prepared.arena;
    let solution = prepared.way_back.solution(arena, assignment, &mut Budget::unlimited()).unwrap();
    problem.arena = prepared.arena;
    assert!(validate::checked(&mut problem, &solution, &mut Budget::unlimited()).is_some());
}

#[test]
fn recursive_examples_with_known_solutions() {
    translated(example!("gcd"), &[("gcd", 3)], &[("gcd", "M = N -> M >= R")]);
    translated(example!("merge"), &[("merge", 3)], &[("merge", "X + Y >= Z")]);
    translated(example!("countdown"), &[("loop", 4)], &[("loop", "I - J = X - Y")]);
    // Only Z matters.
    translated(example!("even"), &[("q1", 1)], &[("q1", "2 | Z")]);
    translated(example!("parity"), &[("q1", 1)], &[("q1", "2 | Z")]);
    // Only the symbol that uses itself is left; the others get their meanings back.
    let rf = [("rf", "Rec1 = 91 ; N - Rec1 >= 10, N >= 102")];
    translated(example!("mccarthy91"), &[("rf", 2)], &rf);
}

#[test]
fn constants_are_carried_through_recursion() {
    let text = "p(X, M, B) :- X = 0, M = 7, B. p(X + 1, M, C) :- p(X, M, B), X < M, C = B. false :- p(X, M, B), X > M.";
    let (mut arena, system) = system_in_arena(text);
    let (system, _) = Pass::ConstantArguments.run(&mut arena, &system, &mut Budget::unlimited());
    assert_eq!(system.relations()[0].arity(), 1);
}

/// A program counter in two Booleans, of which one value is never reached: three relation symbols, of which
/// two go by inlining.
const COUNTER: &str = "s(A, B, X) :- !A, !B, X = 0.
    s(C, D, Y) :- s(A, B, X), (!A, !B, C, !D, Y = X ; A, !B, C, !D, X < 9, Y = X + 1 ; A, !B, X >= 9, C, D, Y = X).
    false :- s(A, B, X), A, B, X != 9.";

#[test]
fn states_of_control_become_relation_symbols() {
    let (mut arena, system) = system_in_arena(COUNTER);
    let (split, _) = Pass::ControlStates.run(&mut arena, &system, &mut Budget::unlimited());
    let names: Vec<&str> = split.relations().iter().map(|r| r.name.as_str()).collect();
    assert_eq!(names, ["s[00]", "s[10]", "s[11]"]);
    assert!(split.relations().iter().all(|r| r.arity() == 1));
    assert_eq!(split.clauses().len(), 5);
    let pipeline = Pipeline::default().after(Pass::ControlStates);
    let prepared = pipeline.run(&problem(COUNTER), &mut Budget::unlimited()).unwrap();
    let left =
        prepared.system.clauses().iter().flat_map(|clause| clause.body.iter().map(|atom| atom.relation));
    assert!(left.collect::<Vec<_>>().iter().all(|r| prepared.system[*r].name == "s[10]"));
}

/// Booleans that go anywhere from everywhere are data, and stay.
#[test]
fn booleans_that_are_data_stay() {
    let text = "p(A, B, C, D, X) :- X = 0.
        p(E, F, G, H, X + 1) :- p(A, B, C, D, X), (A ; F ; G). false :- p(A, B, C, D, X), A, X < 0.";
    let (mut arena, system) = system_in_arena(text);
    let (same, _) = Pass::ControlStates.run(&mut arena, &system, &mut Budget::unlimited());
    assert_eq!((same.relations().len(), same.relations()[0].arity()), (1, 5));
    assert_eq!(same.clauses(), system.clauses());
    // Without steps nothing is changed, either.
    let (mut arena, system) = system_in_arena(COUNTER);
    let (same, _) = Pass::ControlStates.run(&mut arena, &system, &mut Budget::steps(3));
    assert_eq!(same.clauses(), system.clauses());
}

#[test]
fn everything_goes_without_a_query() {
    for text in ["", "p(X) :- X = 1.", "p(X) :- p(X). q(X) :- p(X)."] {
        let mut problem = problem(text);
        assert!(
            Pipeline::default().run(&problem, &mut Budget::unlimited()).unwrap().system.clauses().is_empty()
        );
        assert_eq!(judge(&mut problem.clone(), &Pipeline::default()), Ok(true));
        if !text.contains("p(X) :- p(X)") {
            assert_eq!(judge(&mut problem, &Pipeline::none()), Ok(true));
        }
    }
}

#[test]
fn passes_can_be_switched_off() {
    let problem = problem(example!("mccarthy91"));
    let as_typed = Pipeline::none().run(&problem, &mut Budget::unlimited()).unwrap();
    assert_eq!(as_typed.system.clauses().len(), 10);
    let without = Pipeline::default().without(Pass::Inline).run(&problem, &mut Budget::unlimited()).unwrap();
    assert_eq!(without.system.clauses().len(), 10);
    assert!(Pipeline::default().run(&problem, &mut Budget::unlimited()).unwrap().system.clauses().len() < 10);
}

#[test]
fn hints_follow_the_arguments() {
    let text = ":- predicate q1(A, B, C): 2 | C; A = B. ".to_owned() + example!("even");
    let problem = problem(&text);
    let mut prepared = Pipeline::default().run(&problem, &mut Budget::unlimited()).unwrap();
    let mut hints = problem.predicates.iter().map(|hint| {
        prepared.way_back.predicate(
            &mut prepared.arena,
            &prepared.system,
            hint.relation,
            &hint.parameters,
            hint.predicate,
        )
    });
    let (relation, formula) = hints.next().unwrap().expect("the third argument is still there");
    // The first two are not.
    assert!(hints.next().unwrap().is_none());
    assert_eq!(prepared.arena.symbols_of(formula), prepared.system[relation].parameters());
}
