//! Deeply nested `ite` and `let`: straight-line programs, read as one formula.
//!
//! Each step of the program replaces the value by one of two others, depending on a test:
//! `v₁ = ite(x₀ ≤ v₀, v₀ + 2, v₀ - 1)`, and so on. A chain of `let` keeps the text small; without sharing it
//! would double with every step.

use hornbook_random::Random;

use super::text::{Script, number};
use super::{Instance, Size};

pub fn generate(size: Size) -> Vec<Instance> {
    let mut instances = Vec::new();
    for depth in size.pick(vec![4], vec![10, 20], vec![20, 40, 60, 80]) {
        for seed in 0..size.pick(1, 1, 3) {
            let (low, high) = (-depth, 2 * depth);
            let inside = Random(seed + 99).range(low, high);
            instances.push(Instance::new(
                format!("walk-{depth}-{seed}-inside"),
                walk(depth, seed, inside),
                None,
            ));
            instances.push(Instance::new(
                format!("walk-{depth}-{seed}-outside"),
                walk(depth, seed, high + 1),
                Some(false),
            ));
        }
    }
    for depth in size.pick(vec![3], vec![6], vec![6, 9, 12, 15]) {
        let target = halvings(27, depth);
        instances.push(Instance::new(format!("halving-{depth}-sat"), halving(depth, target), Some(true)));
    }
    for depth in size.pick(vec![10], vec![300], vec![300, 1000, 3000]) {
        for excess in [0, 1] {
            let name = format!("nest-{depth}-{}", if excess == 0 { "sat" } else { "unsat" });
            instances.push(Instance::new(name, nest(depth, excess), Some(excess == 0)));
        }
    }
    instances
}

/// `depth` steps of +2 or -1 from 0, each decided by one of four inputs; does the walk end in `target`?
fn walk(depth: i64, seed: u64, target: i64) -> String {
    let mut random = Random(0x3a1f + seed * 1000 + depth.unsigned_abs());
    let mut script = Script::new(&format!("a walk of {depth} steps to {target}"));
    for x in 0..4 {
        script.int_between(&format!("x{x}"), -depth, depth);
    }
    let mut text = String::new();
    let mut last = "0".to_owned();
    for step in 0..depth {
        let test = format!("(<= (+ x{} {}) {last})", random.below(4), number(random.range(-5, 5)));
        text.push_str(&format!("(let ((v{step} (ite {test} (+ {last} 2) (- {last} 1))))\n"));
        last = format!("v{step}");
    }
    text.push_str(&format!("(= {last} {})", number(target)));
    text.push_str(&")".repeat(depth.unsigned_abs() as usize));
    script.assert(&text);
    script.checked()
}

/// From `start`, halve the even and add 5 to the odd.
fn halvings(start: i64, depth: usize) -> i64 {
    (0..depth).fold(start, |v, _| if v % 2 == 0 { v / 2 } else { v + 5 })
}

/// Some start of at most 1000 ends in `target`, by [`halvings`].
fn halving(depth: usize, target: i64) -> String {
    let mut script = Script::new(&format!("halve or add 5, {depth} times, to end in {target}"));
    script.int_between("x", 0, 1000);
    let mut text = String::new();
    let mut last = "x".to_owned();
    for step in 0..depth {
        text.push_str(&format!("(let ((v{step} (ite (= (mod {last} 2) 0) (div {last} 2) (+ {last} 5))))\n"));
        last = format!("v{step}");
    }
    text.push_str(&format!("(= {last} {target})"));
    text.push_str(&")".repeat(depth));
    script.assert(&text);
    script.checked()
}

/// Conditions inside of conditions, `depth` levels: the innermost is reached through every test in turn.
fn nest(depth: usize, excess: usize) -> String {
    let mut script = Script::new(&format!("{depth} levels of conditions"));
    script.int("x");
    script.int("y");
    let mut text = String::new();
    for level in 0..depth {
        text.push_str(&format!("(ite (<= x {level}) (= y {level})\n"));
    }
    text.push_str(&format!("(= y (- {depth} x))"));
    text.push_str(&")".repeat(depth));
    script.assert(&text);
    // The last test gives the largest y, depth - 1; behind all tests y is at most 0.
    script.assert(&format!("(>= y {})", depth - 1 + excess));
    script.checked()
}
