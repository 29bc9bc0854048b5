use super::*;
use crate::horn::{Classification, ClauseSystem, Complexity, Dependence, Fragment};
use crate::lang::model::testing::{derived, is_unsafe};
use crate::lang::{self, ClauseId, LineColumn, house};
use crate::recursion_free::{Expansion, body_disjoint_size};
use hornbook_random::Random;

fn understood(text: &str) -> Machine {
    let (machine, diagnostics) = read(text, &mut Budget::unlimited());
    assert_eq!(diagnostics, [], "{text}");
    machine
}

/// Does it halt within 2ⁿ steps? By the clauses; an execution must be accepted by the machine.
fn halts(machine: Machine) -> bool {
    let model = TuringProblem::new(machine);
    is_unsafe(&model, &model.problem)
}

/// The same by executing all choices.
fn simulated(machine: &Machine) -> bool {
    let mut now = vec![machine.beginning()];
    for _ in 0..=1_u64 << machine.power {
        if now.iter().any(|configuration| configuration.state == machine.halt) {
            return true;
        }
        let mut next = Vec::new();
        for configuration in &now {
            for rule in machine.applicable(configuration) {
                let after = machine.after(configuration, rule);
                if !next.contains(&after) {
                    next.push(after);
                }
            }
        }
        now = next;
    }
    false
}

/// Runs over three ones and halts: four steps.
const OVER_ONES: &str = "turing\ntape 111\nstart A\nhalt H\nA 1 -> A 1 R\nA 0 -> H 1 L\n";

/// Report, App. D: safe for 2ⁿ < k, and unsafe for 2ⁿ ≥ k.
#[test]
fn a_machine_that_halts_after_four_steps() {
    for power in 0..=3 {
        let machine = Machine { power, ..understood(OVER_ONES) };
        assert_eq!(simulated(&machine), power >= 2);
        assert_eq!(halts(machine), power >= 2, "2^{power} steps");
    }
}

#[test]
fn the_tape_moves() {
    let machine = understood(OVER_ONES);
    let model = TuringProblem::new(machine);
    let play = model.play(&[0, 0, 0, 0]).unwrap();
    let tapes: Vec<&str> = play.run.rows.iter().filter_map(|row| row.label.split("    ").nth(1)).collect();
    assert_eq!(tapes, ["[1] 1 1", "1 [1] 1", "1 1 [1]", "1 1 1 [0]", "1 1 [1] 1"]);
    assert_eq!(play.remark.as_deref(), Some("It has halted after 4 steps."));
}

#[test]
fn random_machines_of_two_states_are_simulated_alike() {
    let mut numbers = Random(7);
    let mut seen = [0; 2];
    for _ in 0..40 {
        let mut machine = understood("turing\nstart A\nhalt H\nA 0 -> B 1 R\nB 0 -> H 1 L\n");
        machine.rules.clear();
        for _ in 0..2 + numbers.below(5) {
            machine.rules.push(Rule {
                from: StateId(numbers.below(2)),
                read: numbers.coin(),
                to: StateId(numbers.below(3)),
                write: numbers.coin(),
                direction: if numbers.coin() { Direction::Left } else { Direction::Right },
                span: crate::lang::Span::default(),
            });
        }
        machine.tape = (0..numbers.below(4)).map(|_| numbers.coin()).collect();
        machine.power = numbers.below(3) as u32;
        let expected = simulated(&machine);
        assert_eq!(halts(machine.clone()), expected, "{machine}");
        seen[usize::from(expected)] += 1;
    }
    assert!(seen.iter().all(|count| *count > 8), "{seen:?}");
}

/// A derivation of the doubling clauses is an execution, step by step.
#[test]
fn a_derivation_is_the_tape_that_moves() {
    let model = TuringProblem::new(Machine { power: 2, ..understood(OVER_ONES) });
    let derivation = derived(&model.problem).expect("it halts");
    let Account::Real(run) = model.account(&derivation, &mut Budget::unlimited()) else {
        panic!("no execution");
    };
    assert_eq!(run.sentence, "The machine halts after 4 steps, within 2^2.");
    let tapes: Vec<&str> = run.rows.iter().filter_map(|row| row.label.split("    ").nth(1)).collect();
    assert_eq!(tapes, ["[1] 1 1", "1 [1] 1", "1 1 [1]", "1 1 1 [0]", "1 1 [1] 1"]);
    // With another first step it is none.
    let mut wrong = derivation.clone();
    let steps = &mut wrong.steps;
    let first = steps.iter().position(|step| step.clause.index() == 0).unwrap();
    steps[first].clause = ClauseId(1);
    assert!(matches!(model.account(&wrong, &mut Budget::unlimited()), Account::Refused(_)));
}

/// Both expansions have twice as many clauses for a machine that runs twice as long; Theorem 5.6.4 and
/// Corollary 5.6.7 say that this cannot be helped.
#[test]
fn expansions_double_with_the_power() {
    let mut sizes = Vec::new();
    for power in 0..=4 {
        let problem = TuringProblem::new(Machine { power, ..understood(OVER_ONES) }).problem;
        let (system, _) = ClauseSystem::from_problem(&mut problem.arena.clone(), &problem);
        let disjoint = Expansion::clause_dependence_disjoint(&system, 10_000, &mut Budget::unlimited());
        let whole = body_disjoint_size(&Dependence::of(&system)).unwrap();
        sizes.push((whole.to_string(), disjoint.unwrap().clause_of.len()));
    }
    // Three clauses for each of 2ⁿ steps, 2ⁿ - 1 doublings, and the query.
    let expected: Vec<(String, usize)> =
        (0..=4).map(|n| 4 << n).map(|size| (size.to_string(), size)).collect();
    assert_eq!(sizes, expected);
}

/// Corollary 5.6.7: with all rules in one clause, as a disjunction, the clauses are head-disjoint and as hard
/// as before.
#[test]
fn one_clause_for_all_steps_is_as_hard() {
    let problem = TuringProblem::new(Machine { power: 2, ..understood(OVER_ONES) }).problem;
    let classified = |problem: &Problem| {
        let mut arena = problem.arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut arena, problem);
        Classification::of(&arena, &system)
    };
    let typed = classified(&problem);
    assert!(!typed.is(Fragment::HeadDisjoint));
    assert_eq!((typed.fragment, typed.complexity), (Some(Fragment::General), Complexity::CoNexptime));
    let text = lang::print(&problem, Language::House);
    let (steps, rest): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("step("));
    assert_eq!(steps.len(), 3, "{text}");
    let one = "step(Q, L, R, Q1, L1, R1) :-
        Q = 0, (R = 2*R1 + 1, Q1 = 0, L1 = 2*L + 1;
                R = 2*Z, Q1 = 1, X >= 0, X <= 1, L = X + 2*L1, R1 = X + 4*Z + 2);
        Q = 1, Q1 = 1, L1 = L, R1 = R.";
    let (joined, diagnostics) = house::parse(&format!("{one}\n{}", rest.join("\n")));
    assert_eq!(diagnostics, []);
    let joined_class = classified(&joined);
    assert!(joined_class.is(Fragment::HeadDisjoint));
    assert_eq!(joined_class.complexity, Complexity::CoNexptime);
    assert_eq!((derived(&problem).is_some(), derived(&joined).is_some()), (true, true));
}

#[test]
fn machines_are_read_back() {
    let machine = understood(OVER_ONES);
    let again = understood(&machine.to_string());
    assert_eq!(machine.to_string(), again.to_string());
    assert_eq!((again.states.len(), again.start, again.halt), (2, StateId(0), StateId(1)));
    assert_eq!(Language::detect(OVER_ONES), Language::Turing);
    assert_eq!(Language::detect("turing(X) :- X > 0."), Language::House);
    let clauses = lang::print(&TuringProblem::new(machine).problem, Language::House);
    assert!(clauses.contains("false :- step("), "{clauses}");
}

#[test]
fn faults_have_places() {
    for (line, message, column) in [
        ("power 65", "expected a number from 0 to 64", 7),
        ("tape 012", "a cell of the tape is 0 or 1", 6),
        ("A 2 -> A 1 R", "expected 0 or 1", 3),
        ("A 0 -> A 1 U", "expected L or R", 12),
        ("A 0 B 1 R", "this line is not understood", 1),
        ("H 0 -> A 1 R", "nothing follows where the machine halts", 1),
    ] {
        let text = format!("turing\nstart A\nhalt H\n{line}\n");
        let (_, diagnostics) = read(&text, &mut Budget::unlimited());
        let found = diagnostics.iter().find(|diagnostic| diagnostic.message == message);
        let found = found.unwrap_or_else(|| panic!("{line}: {diagnostics:?}"));
        let place = LineColumn::of(&text, found.span.start);
        assert_eq!((place.line, place.column), (4, column), "{line}");
    }
    let (_, diagnostics) = read("turing\nA 0 -> A 0 R", &mut Budget::unlimited());
    assert_eq!(diagnostics[0].message, "the machine never halts");
}
