//! The generators are deterministic, write what our parser reads, and know their answers.

use std::fmt::Write;

use expect_test::expect;
use hornbook::budget::Budget;
use hornbook::formula::{Formula, Sort, Symbol, Valuation};
use hornbook::lang::smtlib::script::{Command, Script, parse};
use hornbook::num::Int;
use hornbook::script::{Options, run};

use super::*;

/// The Fowler–Noll–Vo hash: enough to notice a change.
fn checksum(instances: &[Instance]) -> u64 {
    let bytes = instances.iter().flat_map(|i| i.name.bytes().chain(i.script.bytes()));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The families that do not depend on the examples, which may change.
fn generated() -> impl Iterator<Item = &'static Family> {
    FAMILIES.iter().filter(|family| family.kind == Kind::Generated)
}

#[test]
fn families_have_the_same_bytes_for_ever() {
    let mut sums = String::new();
    for family in generated() {
        let instances = (family.generate)(Size::Tiny);
        writeln!(sums, "{} {} {:016x}", family.name, instances.len(), checksum(&instances)).unwrap();
    }
    expect![[r#"
        cnf 10 8e0fc9dd754bec82
        differences 9 6021a30a1cb9f6d4
        knapsack 6 a07679424e03e1e8
        pigeonhole 6 4bdd74ff620edfed
        divisibility 5 befcb82fda3c4a15
        unbounded 8 4b0a3726f40dbfe6
        nested 5 f2bd8a860de73f9d
    "#]]
    .assert_eq(&sums);
}

#[test]
fn scripts_are_read_without_complaints_and_names_are_unique() {
    for family in &FAMILIES {
        // Recording larger streams takes the solver a while.
        let sizes =
            if family.kind == Kind::Stream { vec![Size::Tiny] } else { vec![Size::Tiny, Size::Quick] };
        for size in sizes {
            let instances = (family.generate)(size);
            let mut names: Vec<&str> = instances.iter().map(|i| i.name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), instances.len(), "{}", family.name);
            for instance in &instances {
                let (_, diagnostics) = parse(&instance.script);
                assert!(diagnostics.is_empty(), "{}/{}: {diagnostics:?}", family.name, instance.name);
            }
            if size == Size::Tiny {
                assert_eq!(checksum(&instances), checksum(&(family.generate)(size)), "{}", family.name);
            }
        }
    }
}

#[test]
fn small_instances_are_answered_as_expected() {
    for family in &FAMILIES {
        for instance in (family.generate)(Size::Tiny) {
            let (mut script, _) = parse(&instance.script);
            let mut answers = Vec::new();
            run(&mut script, Options::default(), &mut Budget::unlimited(), |line| {
                answers.push(line.to_owned());
            });
            let queries = instance.script.matches("(check-sat").count();
            assert_eq!(answers.len(), queries, "{}/{}", family.name, instance.name);
            assert!(answers.iter().all(|a| a == "sat" || a == "unsat"), "{}/{}", family.name, instance.name);
            if let Some(expected) = instance.expected {
                assert_eq!(answers[0] == "sat", expected, "{}/{}", family.name, instance.name);
            }
        }
    }
}

/// Whether some valuation into `low..=high` satisfies all assertions of a script without Boolean constants.
fn satisfiable_within(script: &Script, low: i64, high: i64) -> bool {
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut assertions: Vec<Formula> = Vec::new();
    for command in &script.commands {
        if let Command::Assert { formula, .. } = command {
            assertions.push(*formula);
            symbols.extend(script.arena.symbols_of(*formula));
        }
    }
    symbols.sort_unstable();
    symbols.dedup();
    assert!(symbols.iter().all(|s| script.arena.sort(*s) == Sort::Int));
    let mut values = vec![low; symbols.len()];
    loop {
        let mut valuation = Valuation::new();
        for (symbol, value) in symbols.iter().zip(&values) {
            valuation.set_int(*symbol, Int::from(*value));
        }
        if assertions.iter().all(|f| script.arena.evaluate(*f, &valuation)) {
            return true;
        }
        let Some(next) = values.iter().position(|v| *v < high) else { return false };
        values[next] += 1;
        values[..next].fill(low);
    }
}

#[test]
fn answers_known_by_construction_agree_with_brute_force() {
    let mut seen = [0, 0];
    for family in generated() {
        for instance in (family.generate)(Size::Tiny) {
            let (script, _) = parse(&instance.script);
            let Some(expected) = instance.expected else { continue };
            let bounds = match family.name {
                // Within their bounds, which are asserted.
                "knapsack" => (0, 3),
                "pigeonhole" => (0, 2),
                // Shifts of a solution are solutions.
                "differences" if instance.name.starts_with("diamonds") => (0, 4),
                // Not complete, but no counterexample to unsatisfiability may turn up, and small solutions
                // exist.
                "unbounded" => (-9, 9),
                _ => continue,
            };
            let found = satisfiable_within(&script, bounds.0, bounds.1);
            assert_eq!(found, expected, "{}/{}", family.name, instance.name);
            seen[usize::from(found)] += 1;
        }
    }
    assert!(seen[0] >= 8 && seen[1] >= 8, "{seen:?}");
}
