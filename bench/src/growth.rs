//! Families of clauses that grow with a number: what a larger problem of the same kind costs.
//!
//! ```text
//! lock-step, n = 2:    p(X1, X2) :- X1 = 0, X2 = 0.
//!                      p(X1 + 1, X2 + 1) :- p(X1, X2).
//!                      false :- p(X1, X2), X1 != X2.
//! ```

use std::fmt::Write as _;

/// A family: its name, and its clauses for each number that is at least 2. All of them are safe.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    pub name: &'static str,
    pub clauses: fn(usize) -> String,
}

/// All families.
pub const FAMILIES: [Family; 5] = [
    Family { name: "n counters in lock-step", clauses: counters },
    Family { name: "n nested loops", clauses: nested_loops },
    Family { name: "n procedures called in a chain", clauses: procedures },
    Family { name: "locks with n flags", clauses: locks },
    Family { name: "n tokens in a ring", clauses: ring },
];

/// `n` counters are raised together and stay equal.
fn counters(n: usize) -> String {
    let arguments = join(n, |i| format!("X{i}"));
    let mut text = format!("p({arguments}) :- {}.\n", join(n, |i| format!("X{i} = 0")));
    let _ = writeln!(text, "p({}) :- p({arguments}).", join(n, |i| format!("X{i} + 1")));
    for i in 2..=n {
        let _ = writeln!(text, "false :- p({arguments}), X{} != X{i}.", i - 1);
    }
    text
}

/// Loops within each other, each from 0 to N. Innermost, no counter is beyond N.
fn nested_loops(n: usize) -> String {
    let state = |depth: usize| format!("l{depth}(N, {})", join(depth, |i| format!("I{i}")));
    let mut text = "l1(N, 0) :- N >= 0.\n".to_owned();
    for depth in 1..n {
        let outer = join(depth, |i| format!("I{i}"));
        let _ = writeln!(text, "l{}(N, {outer}, 0) :- {}, I{depth} < N.", depth + 1, state(depth));
        let raised = join(depth, |i| if i == depth { format!("I{i} + 1") } else { format!("I{i}") });
        let inner = depth + 1;
        let _ = writeln!(text, "l{depth}(N, {raised}) :- {}, I{inner} >= N.", state(inner));
    }
    let raised = join(n, |i| if i == n { format!("I{i} + 1") } else { format!("I{i}") });
    let _ = writeln!(text, "l{n}(N, {raised}) :- {}, I{n} < N.", state(n));
    for i in 1..=n {
        let _ = writeln!(text, "false :- {}, I{i} > N.", state(n));
    }
    text
}

/// Each procedure calls the next and adds 1 to its result.
fn procedures(n: usize) -> String {
    let mut text = "f1(X, Y) :- Y = X + 1.\n".to_owned();
    for i in 2..=n {
        let _ = writeln!(text, "f{i}(X, Y + 1) :- f{}(X, Y).", i - 1);
    }
    let _ = writeln!(text, "false :- f{n}(X, Y), Y <= X.");
    text
}

/// In every round of a loop any of `n` locks are taken, and exactly those are released again.
fn locks(n: usize) -> String {
    let state =
        |at: usize| format!("s{at}({}, {})", join(n, |i| format!("P{i}")), join(n, |i| format!("L{i}")));
    let mut text = format!("{} :- {}.\n", state(0), join(n, |i| format!("L{i} = 0")));
    let with = |at: usize, changed: usize, value: &str| {
        let locks = join(n, |i| if i == changed { value.to_owned() } else { format!("L{i}") });
        format!("s{at}({}, {locks})", join(n, |i| format!("P{i}")))
    };
    for i in 1..=n {
        let _ = writeln!(text, "{} :- {}, P{i} != 0.", with(i, i, "1"), state(i - 1));
        let _ = writeln!(text, "{} :- {}, P{i} = 0.", state(i), state(i - 1));
    }
    for i in 1..=n {
        let (from, to) = (n + i - 1, n + i);
        let _ = writeln!(text, "false :- {}, P{i} != 0, L{i} != 1.", state(from));
        let _ = writeln!(text, "{} :- {}, P{i} != 0.", with(to, i, "0"), state(from));
        let _ = writeln!(text, "{} :- {}, P{i} = 0.", state(to), state(from));
    }
    let anew = format!("s0({}, {})", join(n, |i| format!("Q{i}")), join(n, |i| format!("L{i}")));
    let _ = writeln!(text, "{anew} :- {}.", state(2 * n));
    text
}

/// Tokens go round `n` places; there are never more than `n` of them.
fn ring(n: usize) -> String {
    let arguments = join(n, |i| format!("X{i}"));
    let mut text = format!("p({arguments}) :- {}.\n", join(n, |i| format!("X{i} = 1")));
    for from in 1..=n {
        let to = from % n + 1;
        let moved = join(n, |i| match i {
            _ if i == from => format!("X{i} - 1"),
            _ if i == to => format!("X{i} + 1"),
            _ => format!("X{i}"),
        });
        let _ = writeln!(text, "p({moved}) :- p({arguments}), X{from} >= 1.");
    }
    let sum = (1..=n).map(|i| format!("X{i}")).collect::<Vec<_>>().join(" + ");
    let _ = writeln!(text, "false :- p({arguments}), {sum} > {n}.");
    text
}

fn join(n: usize, item: impl Fn(usize) -> String) -> String {
    (1..=n).map(item).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook::budget::Budget;
    use hornbook::engine::{Engine, Settings, Verdict};
    use hornbook::lang::house;
    use hornbook::settings::RunSettings;

    /// Each family is read without complaints, grows, and its smallest members are safe.
    #[test]
    fn families_are_safe() {
        for family in FAMILIES {
            assert!((family.clauses)(3).len() > (family.clauses)(2).len(), "{}", family.name);
            let (problem, diagnostics) = house::parse(&(family.clauses)(2));
            assert_eq!(diagnostics, [], "{}", family.name);
            let settings = Settings::from(&RunSettings::on_command_line());
            let mut engine = Engine::new(problem, settings);
            let mut budget = Budget::steps(10_000_000);
            while engine.verdict().is_none() {
                engine.step(&mut budget);
            }
            assert!(matches!(engine.verdict(), Some(Verdict::Safe(_))), "{}", family.name);
        }
    }
}
