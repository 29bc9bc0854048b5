//! The examples of the papers.

use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol};
use crate::interpolate::*;
use crate::num::Int;
use crate::solver::Budget;
use expect_test::expect;

struct Setting {
    arena: Arena,
}

impl Setting {
    fn new() -> Setting {
        Setting { arena: Arena::new() }
    }

    fn x(&mut self, name: &str) -> LinearTerm {
        LinearTerm::symbol(self.arena.symbol(name, Sort::Int))
    }

    /// `left op right + constant`
    fn is(&mut self, left: &str, op: &str, right: &str, constant: i64) -> Formula {
        let left = self.x(left);
        let right = if right.is_empty() { LinearTerm::zero() } else { self.x(right) };
        let right = right.plus_constant(&Int::from(constant));
        match op {
            "=" => self.arena.equal(&left, &right),
            "<" => self.arena.less(&left, &right),
            "<=" => self.arena.at_most(&left, &right),
            ">" => self.arena.less(&right, &left),
            ">=" => self.arena.at_most(&right, &left),
            _ => panic!("{op}"),
        }
    }

    fn same(&mut self, left: Formula, right: Formula) -> bool {
        let iff = self.arena.iff(left, right);
        let mut solver = crate::solver::Solver::new();
        matches!(
            solver.check(&mut self.arena, &[!iff], &mut Budget::unlimited()),
            crate::solver::Answer::Unsat(_)
        )
    }
}

/// One round of the loop, and the assertion after it (Acta'16, formulae (1) and (2)).
fn loop50_path(s: &mut Setting) -> (Vec<Formula>, Vec<Formula>) {
    let a = vec![
        s.is("I0", "=", "", 0),
        s.is("X0", "=", "J", 0),
        s.is("I0", "<", "", 50),
        s.is("I1", "=", "I0", 1),
        s.is("X1", "=", "X0", 1),
    ];
    let b = vec![s.is("I1", ">=", "", 50), s.is("J", "=", "", 0), s.is("X1", "<", "", 50)];
    (a, b)
}

#[test]
fn loop50_path_has_the_published_ends() {
    let mut s = Setting::new();
    let (a, b) = loop50_path(&mut s);
    let Outcome::Interpolants(found) = lattice(&mut s.arena, &a, &b, &mut Budget::unlimited()).unwrap()
    else {
        panic!("contradictory")
    };
    let mut picture = String::new();
    for (i, point) in found.points.iter().enumerate() {
        let above: Vec<usize> =
            found.covers.iter().filter(|(below, _)| *below == i).map(|(_, j)| *j).collect();
        picture += &format!("{i} {}  {:?} below {above:?}\n", s.arena.show(point.formula), point.origins);
    }
    expect![[r#"
        0 I1 = 1 ∧ X1 = J + 1  [Strongest] below [1, 2, 3]
        1 X1 = J + 1 ∧ I1 ≤ 1  [Relaxed] below [4, 6]
        2 I1 = 1 ∧ J < X1  [Relaxed] below [4, 5]
        3 I1 = 1 ∧ J ≥ X1 - 1  [Relaxed] below [5]
        4 J + I1 ≤ X1  [Chosen, Relational] below [8]
        5 I1 = 1  [Proof(Given, Strong), Proof(Given, Symmetric), Proof(Reversed, Strong), Proof(Reversed, Symmetric), Dropped] below [6]
        6 I1 ≤ 1  [Relaxed] below [7]
        7 I1 ≤ 49  [Proof(Given, Relaxed), Proof(Given, Weak), Proof(Reversed, Relaxed), Proof(Reversed, Weak)] below [8]
        8 I1 ≤ 49 ∨ J ≠ 0 ∨ X1 ≥ 50  [Weakest] below []
    "#]]
    .assert_eq(&picture);
}

#[test]
fn the_policy_prefers_relations_to_counts() {
    // loop50: `I1 ≤ 1` explains one round only; the relation explains all.
    let mut s = Setting::new();
    let (a, b) = loop50_path(&mut s);
    let Outcome::Interpolants(i) =
        separate(&mut s.arena, &a, &b, Policy::Simplest, &mut Budget::unlimited()).unwrap()
    else {
        panic!("contradictory")
    };
    expect!["J + I1 ≤ X1"].assert_eq(&s.arena.show(i.formula).to_string());
    // countdown: one round, I = J and yet X ≠ Y at the end.
    let mut s = Setting::new();
    let a = vec![
        s.is("I", ">=", "", 0),
        s.is("J", ">=", "", 0),
        s.is("X0", "=", "I", 0),
        s.is("Y0", "=", "J", 0),
        s.is("X1", "=", "X0", -1),
        s.is("Y1", "=", "Y0", -1),
    ];
    let differ = !s.is("X1", "=", "Y1", 0);
    let b = vec![s.is("X1", "=", "", 0), s.is("I", "=", "J", 0), differ];
    let Outcome::Interpolants(i) =
        separate(&mut s.arena, &a, &b, Policy::Simplest, &mut Budget::unlimited()).unwrap()
    else {
        panic!("contradictory")
    };
    expect!["I + Y1 = J + X1"].assert_eq(&s.arena.show(i.formula).to_string());
}

#[test]
fn an_explanation_adds_up() {
    let mut s = Setting::new();
    let a = vec![s.is("X", "<=", "Y", 0), s.is("Y", "<=", "Z", 0)];
    let b = vec![s.is("Z", "<=", "W", -1), s.is("W", "<=", "X", 0)];
    let policy = Policy::Proof(Strength::Strong);
    let Outcome::Interpolants(i) = separate(&mut s.arena, &a, &b, policy, &mut Budget::unlimited()).unwrap()
    else {
        panic!("contradictory")
    };
    assert_eq!(s.arena.show(i.formula).to_string(), "X ≤ Z");
    let [argument] = i.explanation.arguments.as_slice() else { panic!("one conflict") };
    assert_eq!(argument.ground, Ground::Sum { constant: Int::ONE });
    assert_eq!(argument.atom, i.formula);
    assert_eq!(argument.a, [(a[0], Int::ONE), (a[1], Int::ONE)]);
    assert_eq!((&i.explanation.a, &i.explanation.b), (&a, &b));
}

/// The two sides of thesis, Fig. 3.2, over symbols that they share without exception.
fn fig32(s: &mut Setting) -> (Vec<Formula>, Vec<Formula>) {
    let a = vec![
        s.is("I", ">=", "", 0),
        s.is("J", ">=", "", 0),
        s.is("X", "=", "I", 0),
        s.is("Y", "=", "J", 0),
        s.is("X", "=", "", 0),
    ];
    let different = !s.is("X", "=", "Y", 0);
    (a, vec![s.is("I", "=", "J", 0), different])
}

fn interpolant(s: &mut Setting, a: &[Formula], b: &[Formula], policy: Policy) -> Interpolant {
    match separate(&mut s.arena, a, b, policy, &mut Budget::unlimited()).unwrap() {
        Outcome::Interpolants(interpolant) => interpolant,
        Outcome::Model(_) => panic!("contradictory"),
    }
}

/// The part of the sum that comes from the first side is the interpolant, although no symbol is the first
/// side's alone.
#[test]
fn sums_of_the_first_side_over_shared_symbols() {
    let mut s = Setting::new();
    let (a, b) = fig32(&mut s);
    for policy in [Policy::Simplest, Policy::Proof(Strength::Strong)] {
        let found = interpolant(&mut s, &a, &b, policy);
        let (i, j, x, y) = (s.x("I"), s.x("J"), s.x("X"), s.x("Y"));
        let printed = s.arena.equal(&(&(&y - &x) + &(&i - &j)), &LinearTerm::zero());
        assert_eq!(found.formula, printed, "{}", s.arena.show(found.formula));
        let arguments = found.explanation.arguments;
        assert!(arguments.iter().all(|a| matches!(a.ground, Ground::Sum { .. })), "{arguments:?}");
        assert!(!arguments.is_empty());
    }
    // With X < Y instead, one inequality is enough.
    let (a, b) = (vec![a[2], a[3]], vec![b[0], s.is("X", "<", "Y", 0)]);
    let found = interpolant(&mut s, &a, &b, Policy::Simplest);
    let (i, j, x, y) = (s.x("I"), s.x("J"), s.x("X"), s.x("Y"));
    let printed = s.arena.at_most(&(&(&y - &x) + &(&i - &j)), &LinearTerm::zero());
    assert_eq!(found.formula, printed, "{}", s.arena.show(found.formula));
}

/// A point that several ways lead to names them all, and the proof and labelling of each.
#[test]
fn points_name_their_proofs_and_labellings() {
    let mut s = Setting::new();
    let (a, b) = fig32(&mut s);
    let Outcome::Interpolants(found) = lattice(&mut s.arena, &a, &b, &mut Budget::unlimited()).unwrap()
    else {
        panic!("contradictory")
    };
    let (i, j, x, y) = (s.x("I"), s.x("J"), s.x("X"), s.x("Y"));
    let printed = s.arena.equal(&(&(&y - &x) + &(&i - &j)), &LinearTerm::zero());
    let point = found.points.iter().find(|point| point.formula == printed).expect("a point");
    assert_eq!(
        origins_in_words(&point.origins),
        [
            "the simplest for this position, whatever the others take",
            "read off both proofs by every labelling"
        ]
    );
    let both = [PointOrigin::Proof(ProofOrder::Given, Strength::Strong), PointOrigin::Dropped];
    assert_eq!(
        origins_in_words(&both),
        ["the strongest without one of its parts", "read off the first proof by McMillan's labelling"]
    );
}

/// The labellings are points of one lattice: McMillan's system is the strongest, the inverse the weakest.
#[test]
fn labellings_are_ordered_by_strength() {
    let mut s = Setting::new();
    // P is shared; A knows P or Q, and not Q; B knows not P, or R, and not R.
    let [p, q, r] = ["P", "Q", "R"].map(|name| {
        let symbol = s.arena.symbol(name, Sort::Bool);
        s.arena.boolean(symbol)
    });
    let a = vec![s.arena.or([p, q]), s.arena.or([!q, p])];
    let b = vec![s.arena.or([!p, r]), s.arena.or([!r, !p])];
    let (fig_a, fig_b) = fig32(&mut s);
    for (a, b) in [(a, b), (fig_a, fig_b)] {
        let [strong, symmetric, weak] = [Strength::Strong, Strength::Symmetric, Strength::Weak]
            .map(|strength| interpolant(&mut s, &a, &b, Policy::Proof(strength)).formula);
        for (stronger, weaker) in [(strong, symmetric), (symmetric, weak)] {
            let implication = s.arena.implies(stronger, weaker);
            let truth = s.arena.true_();
            assert!(s.same(implication, truth), "{} ⊨ {}", s.arena.show(stronger), s.arena.show(weaker));
        }
    }
}

#[test]
fn divisibility_separates_what_inequalities_cannot() {
    // y = 2x against y = 2z + 1.
    let mut s = Setting::new();
    let (x, y, z) = (s.x("X"), s.x("Y"), s.x("Z"));
    let two = Int::from(2);
    let a = vec![s.arena.equal(&y, &x.scaled(&two))];
    let b = vec![s.arena.equal(&y, &z.scaled(&two).plus_constant(&Int::ONE))];
    for policy in [Policy::Simplest, Policy::Proof(Strength::Strong), Policy::Proof(Strength::Weak)] {
        let Outcome::Interpolants(i) =
            separate(&mut s.arena, &a, &b, policy, &mut Budget::unlimited()).unwrap()
        else {
            panic!("contradictory")
        };
        assert_eq!(s.arena.show(i.formula).to_string(), "2 | Y");
    }
}

/// The tree of thesis, Figs. 5.4 and 5.5: r0 below r1 below rf, r4 below r5, and r6 below the root.
#[test]
fn mccarthy91_tree() {
    let mut s = Setting::new();
    let truth = s.arena.true_();
    let r1 = s.is("N", ">", "", 100);
    let rf = s.is("R", "=", "N", -10);
    let r5 = s.is("N", "<=", "", 100);
    let root = !s.is("R", "=", "", 91);
    let node = |label, children: &[usize]| TreeNode { label, children: children.to_vec() };
    let nodes = vec![
        node(truth, &[]),
        node(r1, &[0]),
        node(rf, &[1]),
        node(truth, &[]),
        node(r5, &[3]),
        node(truth, &[4, 2]),
        node(root, &[5]),
    ];
    let problem = Tree::new(nodes).expect("a tree");
    let Outcome::Interpolants(found) =
        tree(&mut s.arena, &problem, Policy::Simplest, &mut Budget::unlimited()).unwrap()
    else {
        panic!("contradictory")
    };
    let texts: Vec<String> = found.iter().map(|i| s.arena.show(i.formula).to_string()).collect();
    // r0, r1, rf, r4, r5, r6
    expect!["true; N ≥ 101; N ≥ 101; true; N ≤ 100; false"].assert_eq(&texts.join("; "));
    // The published interpolant is accepted as well.
    let published = [truth, r1, r1, truth, r5, s.arena.false_()];
    assert!(verify_tree(&mut s.arena, &problem, &published, &mut Budget::unlimited()).unwrap().is_ok());
}

/// CAV'13, Example 4: positions p, q and r of the expanded gcd clauses.
fn gcd_problem(s: &mut Setting) -> (Disjunctive, [Formula; 3]) {
    let (p, q, r) =
        (s.arena.symbol("p", Sort::Bool), s.arena.symbol("q", Sort::Bool), s.arena.symbol("r", Sort::Bool));
    let and = |s: &mut Setting, parts: &[Formula]| s.arena.and(parts.iter().copied());
    let q_body = [s.is("M1", "=", "N", 0), s.is("R", "=", "M1", 0)];
    let r_body = [s.is("M", "=", "N1", 0), s.is("R", "=", "M", 0)];
    let difference = |s: &mut Setting, x: &str, y: &str, z: &str| {
        let (x, y, z) = (s.x(x), s.x(y), s.x(z));
        s.arena.equal(&x, &(&y - &z))
    };
    let base = [s.is("M", "=", "N", 0), s.is("R", "=", "M", 0)];
    let greater = [s.is("M", ">", "N", 0), difference(s, "M1", "M", "N"), s.arena.boolean(q)];
    let less = [s.is("M", "<", "N", 0), difference(s, "N1", "N", "M"), s.arena.boolean(r)];
    let ways = [and(s, &base), and(s, &greater), and(s, &less)];
    let p_body = s.arena.or(ways);
    let root = [s.is("M", ">=", "", 0), s.is("M", "=", "N", 0), s.is("R", ">", "M", 0), s.arena.boolean(p)];
    let at = |indicator: Option<Symbol>, body, children: &[usize]| MarkedPosition {
        indicator,
        body,
        children: children.to_vec(),
    };
    let positions = vec![
        at(Some(q), and(s, &q_body), &[]),
        at(Some(r), and(s, &r_body), &[]),
        at(Some(p), p_body, &[0, 1]),
        at(None, and(s, &root), &[2]),
    ];
    let equal = s.is("M", "=", "N", 0);
    let at_least = s.is("M", ">=", "R", 0);
    let published = s.arena.implies(equal, at_least);
    (Disjunctive::new(positions).expect("a tree"), [s.arena.true_(), s.arena.true_(), published])
}

#[test]
fn gcd_disjunctive() {
    let mut s = Setting::new();
    let (problem, published) = gcd_problem(&mut s);
    assert!(verify(&mut s.arena, &problem, &published, &mut Budget::unlimited()).unwrap().is_ok());
    let Outcome::Interpolants(found) =
        disjunctive(&mut s.arena, &problem, Policy::Simplest, &mut Budget::unlimited()).unwrap()
    else {
        panic!("contradictory")
    };
    let texts: Vec<String> = found.iter().map(|i| s.arena.show(i.formula).to_string()).collect();
    expect!["true; true; N ≠ M ∨ R ≤ M"].assert_eq(&texts.join("; "));
    // One that forgets a branch is refused, with numbers.
    let mut wrong = published;
    wrong[2] = s.is("M", ">=", "R", 0);
    let failure = verify(&mut s.arena, &problem, &wrong, &mut Budget::unlimited()).unwrap().unwrap_err();
    assert_eq!(failure.node, 2);
}

#[test]
fn ends_of_loop50_path_are_those_of_the_paper() {
    let mut s = Setting::new();
    let (a, b) = loop50_path(&mut s);
    let Outcome::Interpolants(found) = lattice(&mut s.arena, &a, &b, &mut Budget::unlimited()).unwrap()
    else {
        panic!("contradictory")
    };
    let one = s.is("I1", "=", "", 1);
    let next = s.is("X1", "=", "J", 1);
    let strongest = s.arena.and([one, next]);
    let parts = [s.is("I1", "<", "", 50), !s.is("J", "=", "", 0), s.is("X1", ">=", "", 50)];
    let weakest = s.arena.or(parts);
    assert!(s.same(found.points[0].formula, strongest));
    assert!(s.same(found.points[found.points.len() - 1].formula, weakest));
}
