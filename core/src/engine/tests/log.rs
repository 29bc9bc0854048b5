use std::fmt::Write;

use expect_test::{Expect, expect};

use super::*;
use crate::guide::InterpolationAbstraction;

/// The events, one to a line, as a person would tell them.
fn told(text: &str, strategy: Strategy) -> String {
    let (engine, events) = solved(text, settings(strategy));
    let system = engine.system();
    let set = |ids: &[PredicateId]| {
        let text = |p: &PredicateId| engine.arena().show(engine.predicates().get(*p).formula).to_string();
        format!("{{{}}}", ids.iter().map(text).collect::<Vec<_>>().join(", "))
    };
    let nodes = |ids: &[NodeId]| ids.iter().map(|n| format!("n{}", n.0)).collect::<Vec<_>>().join(" ");
    let mut log = String::new();
    for event in &events {
        let line = match event {
            Event::NodeAdded { node, relation, predicates } => {
                format!("node n{}: {} {}", node.0, system[*relation].name, set(predicates))
            }
            Event::EdgeAdded { clause, body, head, .. } => {
                format!("clause {} derives n{} from [{}]", clause.number(), head.0, nodes(body))
            }
            Event::Subsumed { clause, body, computed, by, .. } => format!(
                "clause {} computes {} from [{}], n{} allows it",
                clause.number(),
                set(computed),
                nodes(body),
                by.0
            ),
            Event::Covered { nodes: covered, by } => format!("n{} covers {}", by.0, nodes(covered)),
            Event::Contradictory { clause, body } => {
                format!("clause {} contradicts [{}]", clause.number(), nodes(body))
            }
            Event::CounterexampleFound { tree } => format!("counterexample {tree}"),
            Event::InterpolantsFound { interpolants } => {
                let texts: Vec<&str> = interpolants.iter().map(|i| i.text.as_str()).collect();
                format!("interpolants {}", texts.join("; "))
            }
            Event::PredicatesAdded { predicates } => {
                let texts: Vec<&str> = predicates.iter().map(|p| p.text.as_str()).collect();
                format!("predicates {}", texts.join("; "))
            }
            Event::NodesRemoved { nodes: gone, edges } => {
                format!("removed {} with {} edges", nodes(gone), edges.len())
            }
            Event::Verdict(VerdictText::Safe { solution }) => {
                let texts: Vec<&str> = solution.iter().map(|definition| definition.text.as_str()).collect();
                format!("safe: {}", texts.join("; "))
            }
            other => format!("{other:?}"),
        };
        writeln!(log, "{line}").unwrap();
    }
    log
}

fn check(text: &str, strategy: Strategy, expected: &Expect) {
    expected.assert_eq(&told(text, strategy));
}

/// Without predicates every fact reaches the query. The interpolant of the first fact is inductive, so that
/// one refinement does.
#[test]
fn merge_by_trees() {
    check(
        MERGE,
        Strategy::Tree,
        &expect![[r#"
        node n0: merge {}
        clause 1 derives n0 from []
        counterexample And(5, And(1))
        Refuted
        interpolants X + Y ≥ Z
        predicates X + Y ≥ Z
        removed n0 with 1 edges
        node n1: merge {X + Y ≥ Z}
        clause 1 derives n1 from []
        clause 5 contradicts [n1]
        clause 2 derives n1 from []
        clause 3 derives n1 from [n1]
        clause 4 derives n1 from [n1]
        safe: X + Y ≥ Z
    "#]],
    );
}

/// The query waits for both facts, and one interpolant refutes both.
#[test]
fn merge_by_and_or_trees() {
    check(
        MERGE,
        Strategy::Disjunctive,
        &expect![[r#"
        node n0: merge {}
        clause 1 derives n0 from []
        clause 2 derives n0 from []
        counterexample And(5, Or(And(1), And(2)))
        Refuted
        interpolants X + Y ≥ Z
        predicates X + Y ≥ Z
        removed n0 with 2 edges
        node n1: merge {X + Y ≥ Z}
        clause 1 derives n1 from []
        clause 2 derives n1 from []
        clause 5 contradicts [n1]
        clause 3 derives n1 from [n1]
        clause 4 derives n1 from [n1]
        safe: X + Y ≥ Z
    "#]],
    );
}

/// Each refinement explains one more clause on top of the last: `M ≥ R` for the fact, `M > N` where clause 2
/// is last (the query wants `M = N`), and `M < N` where clause 3 is. Nodes that are covered by one without
/// predicates come back when that goes.
#[test]
fn gcd_by_trees() {
    check(
        GCD,
        Strategy::Tree,
        &expect![[r#"
        node n0: gcd {}
        clause 1 derives n0 from []
        counterexample And(4, And(1))
        Refuted
        interpolants M ≥ R
        predicates M ≥ R
        removed n0 with 1 edges
        node n1: gcd {M ≥ R}
        clause 1 derives n1 from []
        clause 4 contradicts [n1]
        node n2: gcd {}
        clause 2 derives n2 from [n1]
        n2 covers n1
        counterexample And(4, And(2, And(1)))
        Refuted
        interpolants true; M > N
        predicates M > N
        removed n2 with 1 edges
        Uncovered { nodes: [NodeId(1)] }
        node n3: gcd {M > N}
        clause 2 derives n3 from [n1]
        clause 4 contradicts [n3]
        clause 3 derives n1 from [n1]
        clause 2 derives n3 from [n3]
        node n4: gcd {}
        clause 3 derives n4 from [n3]
        n4 covers n1 n3
        counterexample And(4, And(3, And(2, And(1))))
        Refuted
        interpolants true; true; M < N
        predicates M < N
        clause 3 computes {M ≥ R, M < N} from [n1], n1 allows it
        removed n4 with 1 edges
        Uncovered { nodes: [NodeId(1), NodeId(3)] }
        node n5: gcd {M < N}
        clause 3 derives n5 from [n3]
        clause 4 contradicts [n5]
        clause 2 derives n3 from [n5]
        clause 3 derives n5 from [n5]
        safe: M = N → M ≥ R
    "#]],
    );
}

/// There is one derivation of each depth up to the last, so the refinements are those of the trees; only the
/// order of the work differs, since queries wait for everything that is less deep.
#[test]
fn gcd_by_and_or_trees() {
    let (trees, both) = (told(GCD, Strategy::Tree), told(GCD, Strategy::Disjunctive));
    let sorted = |log: &str| {
        let mut lines: Vec<String> = log.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(&trees), sorted(&both));
    let moved: Vec<(&str, &str)> =
        trees.lines().zip(both.lines()).filter(|(one, other)| one != other).collect();
    let (query, rule) = ("clause 4 contradicts [n3]", "clause 3 derives n1 from [n1]");
    assert_eq!(moved, [(query, rule), (rule, query)]);
}

/// Feasible is defined by way of the refutation, so nobody hears of templates before that.
#[test]
fn whether_it_is_real_is_told_before_templates_are() {
    let text = "gcd(M, N, R) :- M = N, R = M.
                gcd(M, N, R) :- M > N, M1 = M - N, gcd(M1, N, R).
                gcd(M, N, R) :- N > M, N1 = N - M, gcd(M, N1, R).
                false :- M >= 0, N >= 0, gcd(M, N, R), R > M.";
    for strategy in [Strategy::Tree, Strategy::Disjunctive, Strategy::Cdd] {
        let (problem, _) = house::parse(text);
        let abstraction = InterpolationAbstraction::Auto;
        let mut engine = Engine::new(problem, Settings { strategy, abstraction, ..Settings::default() });
        let (mut is_open, mut searches) = (false, 0);
        while engine.verdict().is_none() {
            match engine.step(&mut Budget::unlimited()) {
                Event::CounterexampleFound { .. } => is_open = true,
                Event::Refuted => is_open = false,
                Event::TemplatesChosen { .. } | Event::Explored { .. } => {
                    assert!(!is_open, "{strategy:?}");
                    searches += 1;
                }
                _ => {}
            }
        }
        assert!(searches > 1, "{strategy:?}: the run is guided");
    }
}
