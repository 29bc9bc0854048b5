//! Random programs: what execution finds, Hornbook finds; and what it calls safe survives execution.

use super::*;
use hornbook_random::Random;

/// Executions of each program that is called safe.
const EXECUTIONS: usize = 10_000;

/// A program with two global and two local variables, a procedure, a loop and an assertion.
fn program(random: &mut Random) -> String {
    let mut text = String::from("int g; int h = 1;\n");
    text += &format!(
        "int f(int a) {{ if (a > {}) return {}; {} return {}; }}\n",
        random.range(0, 3),
        expression(random, "a", 2),
        if random.coin() { "g = g + 1;" } else { "h = a;" },
        expression(random, "a", 2)
    );
    text += "void main() {\n  int x = nondet(); int y = 0; bool b = nondet_bool();\n";
    text += &format!("  assume(x >= {} && x <= {});\n", random.range(-3, 0), random.range(1, 4));
    for _ in 0..random.count(2, 5) {
        statement(random, &mut text, 2);
    }
    text += &format!("  assert({});\n}}\n", condition(random));
    text
}

fn expression(random: &mut Random, variable: &str, depth: usize) -> String {
    match random.below(if depth == 0 { 2 } else { 7 }) {
        0 => variable.to_owned(),
        1 => random.range(-3, 3).to_string(),
        2 | 3 => format!(
            "{} + {}",
            expression(random, variable, depth - 1),
            expression(random, variable, depth - 1)
        ),
        4 => format!(
            "{} - ({})",
            expression(random, variable, depth - 1),
            expression(random, variable, depth - 1)
        ),
        5 => format!("({}) / {}", expression(random, variable, depth - 1), random.pick(&[-2, 2, 3])),
        _ => format!("({}) % {}", expression(random, variable, depth - 1), random.pick(&[-2, 2, 3])),
    }
}

fn condition(random: &mut Random) -> String {
    let name = *random.pick(&["x", "y", "g", "h"]);
    let sign = *random.pick(&["<", "<=", "==", "!=", ">", ">="]);
    let plain = format!("{name} {sign} {}", random.range(-3, 5));
    match random.below(4) {
        0 => format!("{plain} || b"),
        1 => format!("!b && {plain}"),
        _ => plain,
    }
}

fn statement(random: &mut Random, text: &mut String, depth: usize) {
    let name = *random.pick(&["x", "y", "g", "h"]);
    let indent = "  ";
    match random.below(if depth == 0 { 7 } else { 13 }) {
        0 | 1 => {
            *text += &format!("{indent}{name} = {};\n", {
                let own = *random.pick(&["x", "y"]);
                expression(random, own, 2)
            });
        }
        2 => *text += &format!("{indent}y = f({});\n", expression(random, "x", 1)),
        3 => *text += &format!("{indent}{name} = nondet(); assume({name} >= 0 && {name} < 3);\n"),
        4 => *text += &format!("{indent}y = {} ? f(x) : x++;\n", condition(random)),
        5 => *text += &format!("{indent}b = {} && (y = f(x)) > 1;\n", condition(random)),
        6 => *text += &format!("{indent}y = h, x += {};\n", random.range(-2, 2)),
        7 => {
            *text += &format!("{indent}switch ({name}) {{\n    case 0:\n");
            statement(random, text, depth - 1);
            *text += if random.coin() { "    break;\n    case 1: case 2:\n" } else { "    default:\n" };
            statement(random, text, depth - 1);
            *text += "    case -1:\n";
            statement(random, text, depth - 1);
            *text += "  }\n";
        }
        8 => {
            // A loop that counts in its condition.
            *text += &format!("{indent}{{ int k = 3;\n  while (k-- > 0 && ({})) {{\n", condition(random));
            statement(random, text, depth - 1);
            *text += "  } }\n";
        }
        9 => {
            *text += &format!("{indent}if ({}) {{\n", condition(random));
            statement(random, text, depth - 1);
            *text += "  } else {\n";
            statement(random, text, depth - 1);
            *text += "  }\n";
        }
        10 => {
            // A loop that ends.
            *text += &format!("{indent}{{ int i{depth} = 0;\n{indent}while (i{depth} < 3) {{\n");
            statement(random, text, depth - 1);
            if random.coin() {
                *text += &format!("    if ({}) break;\n", condition(random));
            }
            *text += &format!("    i{depth}++;\n  }} }}\n");
        }
        11 => *text += &format!("{indent}b = {};\n", condition(random)),
        _ => *text += &format!("{indent}if (f(x) > {} && {}) y++;\n", random.range(-1, 3), condition(random)),
    }
}

#[test]
fn random_programs_agree_with_their_execution() {
    let mut random = Random(2013);
    let (mut safe, mut failing, mut unread) = (0, 0, 0);
    for round in 0..40 {
        let text = program(&mut random);
        let (model, diagnostics) = read(&text, Encoding::Standard, &mut Budget::unlimited());
        if !diagnostics.is_empty() {
            // Reads beside calls: not what is tested here.
            unread += 1;
            continue;
        }
        let machine = Machine::of(&model.program);
        let mut fails = false;
        for _ in 0..EXECUTIONS {
            let mut answer = |sort| {
                Some(match sort {
                    crate::formula::Sort::Int => Value::Int(Int::from(random.range(-3, 4))),
                    crate::formula::Sort::Bool => Value::Bool(random.coin()),
                })
            };
            if let Outcome::Failed(_) = machine.execute(&mut answer, &mut Budget::steps(100_000)) {
                fails = true;
                break;
            }
        }
        let encoding = if round % 2 == 0 { Encoding::Standard } else { Encoding::LargeBlock };
        let (verdict, model) = solve(&text, encoding, 30_000_000);
        match verdict {
            Some(Verdict::Safe(_)) => {
                assert!(!fails, "called safe, and fails:\n{text}");
                safe += 1;
            }
            Some(Verdict::Unsafe(derivation, _)) => {
                let account = model.account(&derivation, &mut Budget::unlimited());
                assert!(matches!(account, Account::Real(_)), "{text}\n{account:?}");
                failing += 1;
            }
            _ => {}
        }
    }
    assert!(safe >= 5 && failing >= 5, "{safe} safe, {failing} failing, {unread} unread");
}
