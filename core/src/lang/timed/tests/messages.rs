//! What is wrong is said in words, at its place.

use super::*;
use crate::lang::LineColumn;

/// All messages of a text, with their lines.
fn messages(text: &str) -> Vec<String> {
    let (_, diagnostics) = timed(text, Encoding::Product, &mut Budget::unlimited());
    let line = |d: &Diagnostic| format!("{}: {}", LineColumn::of(text, d.span.start).line, d.message);
    diagnostics.iter().map(line).collect()
}

/// A process with these edges, in a system with a partner.
fn process(edges: &str) -> String {
    format!(
        "clock x; int v; chan a; broadcast_free;\nprocess P() {{ state s, error; init s; trans\n{edges};\n}}\nsystem P;"
    )
    .replace(" broadcast_free;", "")
}

#[test]
fn unknown_names_are_told_with_a_guess() {
    let text = process("s -> error { guard clok >= 3; }");
    let (_, diagnostics) =
        timed(&text.replace("clock x", "clock clock1"), Encoding::Product, &mut Budget::unlimited());
    assert_eq!(diagnostics[0].message, "unknown clock, variable or constant `clok`");
    assert_eq!(
        messages(&process("s -> error { guard y >= 3; }")),
        ["3: unknown clock, variable or constant `y`"]
    );
    assert_eq!(messages(&process("s -> erro { }")), ["3: `P` has no location `erro`"]);
    assert_eq!(messages(&process("s -> error { sync b!; }")), ["3: unknown channel `b`"]);
    assert_eq!(messages(&process("s -> error { assign y = 0; }")), ["3: unknown clock or variable `y`"]);
}

#[test]
fn a_synchronisation_needs_a_partner() {
    assert_eq!(
        messages(&process("s -> error { sync a!; }")),
        ["3: this edge sends on `a`, and no other process receives (`a?`): it is never taken"]
    );
}

#[test]
fn invariants_hold_at_the_start_and_bound_from_above() {
    let text = "clock x; process P() { state s { x < 0 }, error; init s; }\nsystem P;";
    assert_eq!(
        messages(text),
        ["1: the invariant of the initial location of `P` does not hold at the start"]
    );
    let text = "clock x; process P() { state s { x >= 3 }, error; init s; }\nsystem P;";
    assert_eq!(messages(text), ["1: an invariant bounds clocks from above"]);
}

#[test]
fn loops_without_time_are_told() {
    let zeno = process("s -> s { guard x <= 3; assign v = v + 1; },\ns -> error { guard v > 3; }");
    let found = messages(&zeno);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("3: Zeno behaviour: `P` can run through this loop"), "{found:?}");
    // Whoever waits in the loop is no such case.
    assert_eq!(
        messages(&process("s -> s { guard x >= 1; assign x = 0; },\ns -> error { guard v > 3; }")),
        [] as [&str; 0]
    );
}

#[test]
fn what_is_outside_is_named_with_its_place() {
    for (text, message) in [
        (process("s -> error { guard f(x); }"), "functions are outside of what is read here"),
        (process("s -> error { assign v = v * v; }"), "the product of two variables is not linear"),
        (process("s -> error { assign v = x; }"), "a clock can't be used as a number"),
        (process("s -> error { guard x + x > 2; }"), "such sums of clocks are outside of what is read here"),
        (
            process("s -> error { guard x' == 0; }"),
            "rates of clocks are outside of what is read here: all clocks run alike",
        ),
        (
            process("s -> error { }").replace("chan a", "broadcast chan a"),
            "broadcast channels are outside of what is read here",
        ),
        (
            process("s -> error { }").replace("int v;", "int v[3];"),
            "arrays of numbers and clocks are outside of what is read here",
        ),
        (
            process("s -> error { }").replace("int v;", "void f() { v = 1; } int v;"),
            "functions are outside of what is read here",
        ),
    ] {
        let found = messages(&text);
        assert!(found.iter().any(|line| line.contains(message)), "{message}: {found:?}\n{text}");
    }
}

/// After something that can't be read, the rest of the process still is.
#[test]
fn one_mistake_has_one_message() {
    let text =
        process("s -> s { guard x' == 0; sync a!; },\ns -> error { guard f(x) && v > 1; assign v = 0; }");
    let rate = "rates of clocks are outside of what is read here: all clocks run alike";
    let errors = |text: &str| {
        let (_, diagnostics) = timed(text, Encoding::Product, &mut Budget::unlimited());
        let errors = diagnostics.into_iter().filter(|d| d.severity == Severity::Error);
        errors.map(|d| d.message).collect::<Vec<_>>()
    };
    assert_eq!(errors(&text), [rate, "functions are outside of what is read here"]);
    let text = process("s -> error { guard y > 1; }").replace("state s,", "state s { x <= 3 && x' == 0 },");
    assert_eq!(errors(&text), [rate, "unknown clock, variable or constant `y`"]);
}

#[test]
fn questions_that_cant_be_asked_say_why() {
    let ask = |query: &str| messages(&with_query(PEDESTRIAN, query)).join("\n");
    assert!(ask("A[] not deadlock").contains("`deadlock` can't be asked"), "{}", ask("A[] not deadlock"));
    assert!(ask("A<> Light.Green").contains("only `A[] φ` (always) and `E<> φ` (possibly) can be asked"));
    assert!(ask("Light.Red --> Light.Green").contains("a question has the form"));
    assert!(ask("A[] not Light.Gren").contains("`Light` has no location, clock or variable `Gren`"));
    assert!(ask("A[] not Lihgt.Green").contains("unknown process `Lihgt`"));
    let without: String =
        PEDESTRIAN.lines().filter(|line| !line.contains("query")).collect::<Vec<_>>().join("\n");
    assert!(messages(&without).join("\n").contains("there is no question about this network"));
}

#[test]
fn strict_bounds_and_variable_bounds_do_not_mix() {
    let text = process("s -> s { guard x < 3; assign x = 0, v = v + 1; },\ns -> error { guard x >= v; }");
    assert!(
        messages(&text).join("\n").contains("here a clock is compared with a variable"),
        "{:?}",
        messages(&text)
    );
}
