//! What the built-in lessons refer to by name is there: checked by the compiler whenever the page is built.
//!
//! `web/build/lessons.rs` makes an assertion of each name. One that does not hold is an error of the build,
//! with the file and the line of the lesson.

use hornbook::settings::{METHODS, SETTINGS};

use super::place::KINDS;
use crate::run::question::Kind;
use crate::state::views::View;
use crate::wire::goal::GOALS;

const _: () = include!(concat!(env!("OUT_DIR"), "/references.rs"));

/// Makes a function that looks a name up in a table.
macro_rules! is_in {
    ($($function:ident, $table:expr, $entry:ident => $name:expr;)*) => {
        $(const fn $function(name: &str) -> bool {
            let mut index = 0;
            while index < $table.len() {
                let $entry = &$table[index];
                if is_same(name, $name) {
                    return true;
                }
                index += 1;
            }
            false
        })*
    };
}

is_in! {
    is_method, METHODS, method => method.name;
    is_setting, SETTINGS, setting => setting.name;
    is_step, KINDS, kind => kind;
    is_view, View::ALL, view => view.name();
    is_question, Kind::ALL, kind => kind.name();
    is_goal, GOALS, goal => goal.0;
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

#[cfg(test)]
#[path = "../../../build/lessons.rs"]
mod extraction;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_looked_up() {
        assert!(is_method("cav13-ti") && is_setting("policy") && is_step("refinement"));
        assert!(is_view("graph") && is_question("real") && is_goal("bug"));
        for name in ["", "cav13", "cav13-tii", "Graph"] {
            assert!(!is_method(name) && !is_setting(name) && !is_step(name), "{name}");
            assert!(!is_view(name) && !is_question(name) && !is_goal(name), "{name}");
        }
    }

    /// All that a lesson can name, with the line in which it does.
    #[test]
    fn whatever_a_lesson_names_is_asserted() {
        let text = "# T\n@example gcd\n@method a\n@compare b\n@set c=d=e\n@step f 2\n@step last g\n@step end\n\
                    @views h - i.2\n@question j\n@challenge k 3\n@expect met method l\n@expect safe\n\
                    [x](#lesson=t&page=2) and [y](#example=gcd)\n```\n@method m\n```\n";
        let check = |text: &str| extraction::assertions(&[("t".into(), text.into())], &["gcd".into()]);
        let asserted = check(text).unwrap();
        let calls: Vec<&str> =
            asserted.lines().filter_map(|line| line.trim().split_once(", ")).map(|(call, _)| call).collect();
        let wanted = [
            "is_method(\"a\")",
            "is_method(\"b\")",
            "is_setting(\"c\")",
            "is_step(\"f\")",
            "is_step(\"g\")",
            "is_view(\"h\")",
            "is_view(\"i\")",
            "is_question(\"j\")",
            "is_goal(\"k\")",
            "is_method(\"l\")",
        ]
        .map(|call| format!("assert!({call}"));
        assert_eq!(calls, wanted);
        assert!(asserted.contains("static/lessons/t.md, line 6: no step is called “f”"), "{asserted}");
        let refused = |text: &str| check(text).unwrap_err();
        assert_eq!(refused("# T\n@example pie"), "static/lessons/t.md, line 2: no example is called “pie”");
        assert_eq!(refused("[x](#lesson=u)"), "static/lessons/t.md, line 1: no lesson is called “u”");
        assert_eq!(
            refused("[x](#example=u&step=3)"),
            "static/lessons/t.md, line 1: no example is called “u”"
        );
    }
}
