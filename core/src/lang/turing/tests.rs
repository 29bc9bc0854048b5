use super::*;
use crate::lang::model::testing::is_unsafe;
use crate::lang::{self, LineColumn};
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
    for _ in 0..20 {
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
    }
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
