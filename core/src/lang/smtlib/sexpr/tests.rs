//! Trees have the shape of the text, and what is unbalanced is mended.

use super::*;
use crate::lang::smtlib::tests::shown;
use expect_test::expect;

/// Every node on a line, indented by depth.
fn outline(text: &str) -> String {
    let mut budget = crate::budget::Budget::unlimited();
    let mut report = Report::new(text, &mut budget);
    let tree = Tree::parse(text, &mut report);
    let mut lines = String::new();
    let mut ends: Vec<NodeId> = Vec::new();
    for node in 0..tree.nodes.len() as NodeId {
        ends.retain(|end| *end > node);
        let indent = "  ".repeat(ends.len());
        let shown = match tree.kind(node) {
            Kind::List => {
                ends.push(tree.end(node));
                "list".to_owned()
            }
            Kind::Symbol(name) => format!("symbol {}", tree.name(name)),
            Kind::String => format!("string {:?}", tree.string(node)),
            kind => format!("{kind:?} {}", tree.source(node)),
        };
        lines += &format!("{indent}{shown}\n");
    }
    lines + &shown_diagnostics(text, report)
}

fn shown_diagnostics(text: &str, report: Report) -> String {
    shown(text, &report.finish(crate::lang::common::report::end_of(text)))
}

#[test]
fn tokens_of_every_kind() {
    expect![[r##"
        list
          symbol assert
          list
            symbol f
            symbol x
            symbol x
            symbol two words
            Numeral 12
            Decimal 1.5
            Hexadecimal #xFF
            Binary #b01
            Keyword :named
            symbol ?A
            symbol a!1
            symbol x'
        list
          symbol set-info
          Keyword :source
          string "He said \"no\"\nand left"
        list
    "##]]
    .assert_eq(&outline(
        "(assert(f x |x| |two words| 12 1.5 #xFF #b01 :named ?A a!1 x'))\n; a comment (with this\n\
         (set-info :source \"He said \"\"no\"\"\nand left\")()",
    ));
}

#[test]
fn unbalanced_parentheses_are_reported_where_they_hurt() {
    expect![[r#"
        list
          symbol assert
          list
            symbol p
        list
          symbol check-sat
        1:1: `(` is not closed before the next command; hint: one `)` is missing; see 2:1: the next command begins here
    "#]]
    .assert_eq(&outline("(assert (p)\n(check-sat)"));
    expect![[r#"
        list
          symbol a
        list
          symbol b
          list
            symbol c
        1:4: `)` closes nothing; hint: remove it, or look for a missing `(` before it
        1:6: `(` is never closed; hint: 2 `)` are missing at the end of the text
    "#]]
    .assert_eq(&outline("(a)) (b (c"));
    expect![[r#"
        list
          string "abc"
        1:1: `(` is never closed; hint: one `)` is missing at the end of the text
        1:2: the string that begins here is never closed
    "#]]
    .assert_eq(&outline("(\"abc"));
    expect![[r#"
        list
          symbol ab
        1:1: `(` is never closed; hint: one `)` is missing at the end of the text
        1:2: the quoted symbol that begins here is never closed by `|`
    "#]]
    .assert_eq(&outline("(|ab"));
    expect![[r#"
        symbol 12ab
        1:1: `12ab` is not a numeral; hint: a symbol cannot begin with a digit unless it is quoted: `|…|`
    "#]]
    .assert_eq(&outline("12ab"));
}
