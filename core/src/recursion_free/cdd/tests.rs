//! PRE and POST of `S_DA`, the paper's own example (SHARA, Fig. 2 and Examples 5 to 8).

use std::collections::BTreeSet;

use expect_test::expect;

use super::*;
use crate::formula::LinearTerm;
use crate::horn::tests::{example, system_in_arena};

/// `S_DA`, which is its own expansion: copies are relation symbols.
struct Sda {
    arena: Arena,
    system: ClauseSystem,
    problem: CddProblem,
}

impl Sda {
    fn new() -> Sda {
        let (mut arena, system) = system_in_arena(example!("dblabs"));
        let whole = Expansion::identity(&system);
        let problem = CddProblem::new(&mut arena, &system, whole, &mut Budget::unlimited()).unwrap();
        Sda { arena, system, problem }
    }

    fn relation(&self, name: &str) -> CopyId {
        let relation = self.system.relation_ids().find(|r| self.system[*r].name == name).unwrap();
        CopyId(relation.0)
    }

    /// An argument of a relation symbol in the normal form.
    fn argument(&self, name: &str, position: usize) -> LinearTerm {
        LinearTerm::symbol(self.problem.form.arguments[self.relation(name).index()][position])
    }

    fn indicator(&mut self, name: &str) -> Formula {
        let copy = self.relation(name);
        self.arena.boolean(self.problem.indicators[copy.index()])
    }

    /// Solves everything before a symbol, with these formulae where there are some.
    fn solve_up_to(&mut self, name: &str, given: &[(&str, Formula)]) {
        let given: Vec<(CopyId, Formula)> =
            given.iter().map(|(name, formula)| (self.relation(name), *formula)).collect();
        let last = self.relation(name);
        while self.problem.order[self.problem.next] != last {
            let next = self.problem.order[self.problem.next];
            let proposal = given.iter().find(|(copy, _)| *copy == next).map(|(_, formula)| *formula);
            let Sda { arena, system, problem } = self;
            let step = problem.step(arena, system, Policy::Simplest, proposal, &mut Budget::unlimited());
            assert!(matches!(step, Ok(CddStep::Solved(_))));
            if let Some(proposal) = proposal {
                assert_eq!(problem.solved[next.index()], Some(proposal), "no interpolant");
            }
        }
    }

    fn is_satisfiable(&mut self, parts: &[Formula]) -> bool {
        match Solver::new().check(&mut self.arena, parts, &mut Budget::unlimited()) {
            Answer::Sat(_) => true,
            Answer::Unsat(_) => false,
            Answer::Unknown(reason) => panic!("{reason:?}"),
        }
    }

    /// POST to the letter (Sect. 4.2.3): CEX of the transitive dependents, of their siblings and those of the
    /// symbol, and of all that these depend on; and the query.
    fn printed_post(&mut self, copy: CopyId) -> Vec<Formula> {
        let dependence = self.problem.dependence.clone();
        let closed = |start: Vec<CopyId>, next: &dyn Fn(CopyId) -> Vec<CopyId>| {
            let (mut reached, mut open) = (BTreeSet::new(), start);
            while let Some(p) = open.pop() {
                open.extend(next(p).into_iter().filter(|q| reached.insert(*q)));
            }
            reached
        };
        let users = |p: CopyId| {
            let clauses = dependence.uses[p.index()].iter();
            clauses.filter_map(|(clause, _)| dependence.heads[clause.index()]).collect()
        };
        let above = closed(vec![copy], &users);
        let mut siblings = BTreeSet::new();
        for body in &dependence.bodies {
            let own = |q: &CopyId| *q == copy || above.contains(q);
            for (i, p) in body.iter().enumerate().filter(|(_, p)| own(p)) {
                siblings.extend(body.iter().enumerate().filter(|(j, q)| *j != i && *q != p).map(|(_, q)| *q));
            }
        }
        let below = |p: CopyId| dependence.dependencies(p).map(|(_, q)| q).collect();
        let below = closed(siblings.iter().copied().collect(), &below);
        let all: BTreeSet<CopyId> = above.into_iter().chain(siblings).chain(below).collect();
        let queries = dependence.clauses().filter(|c| dependence.heads[c.index()].is_none());
        let mut parts = vec![self.problem.ways(&mut self.arena, queries)];
        for q in all {
            let constraint = self.problem.constraint(&mut self.arena, q);
            parts.push(self.problem.if_used(&mut self.arena, q, constraint));
        }
        parts
    }
}

/// As printed, PRE and POST of l6 have a model together, so that Algorithm 1 would say that `S_DA` has no
/// solution. The values are those of the paper's program: the other branch is taken for n = 3.
#[test]
fn the_printed_post_fails_on_the_papers_own_example() {
    let mut sda = Sda::new();
    sda.solve_up_to("l6", &[]);
    let l6 = sda.relation("l6");
    let pre = sda.problem.pre(&mut sda.arena, l6);
    let printed = sda.printed_post(l6);
    let corrected = sda.problem.post(&mut sda.arena, l6);
    let both = |one: &[Formula], other: &[Formula]| [one, other].concat();
    assert!(sda.is_satisfiable(&both(&pre, &printed)), "as printed");
    assert!(!sda.is_satisfiable(&both(&pre, &corrected)), "with clauses on the way up only");
    // n = 3, abs' = -3, res = -6, and l8 is used although nothing says what it means.
    let values = [("l6", 0, 3), ("l9", 0, 3), ("l9", 1, -3), ("main", 1, -6)];
    let mut model = both(&pre, &printed);
    for (name, position, value) in values {
        let argument = sda.argument(name, position);
        model.push(sda.arena.equal(&argument, &LinearTerm::constant(value)));
    }
    let used = sda.indicator("l8");
    assert!(sda.is_satisfiable(&[model.as_slice(), &[used]].concat()));
    assert!(!sda.is_satisfiable(&[model.as_slice(), &[!used]].concat()), "it is the free indicator");
}

/// Examples 6 to 8: the formulae for L9, once L6 is `n ≥ 0` and L8 is `n < 0`. The paper has one variable `n`
/// for all, here each symbol has its own.
#[test]
fn the_formulae_of_examples_6_to_8() {
    let mut sda = Sda::new();
    let zero = LinearTerm::constant(0);
    let (n6, n8) = (sda.argument("l6", 0), sda.argument("l8", 0));
    let (l6, l8) = (sda.arena.at_most(&zero, &n6), sda.arena.less(&n8, &zero));
    sda.solve_up_to("l9", &[("l6", l6), ("l8", l8)]);
    let l9 = sda.relation("l9");
    let (n, abs) = (sda.argument("l9", 0), sda.argument("l9", 1));
    let [b6, b8, b9, dbl, main] = ["l6", "l8", "l9", "dbl", "main"].map(|name| sda.indicator(name));
    let same6 = sda.arena.equal(&n6, &n);
    let same8 = sda.arena.equal(&n8, &n);
    // Example 6: Ctr(L9) = (abs' = n ∧ b_L6) ∨ (abs' = -n ∧ b_L8).
    let (equal, opposite) = {
        let sum = n.plus_scaled(&1.into(), &abs);
        (sda.arena.equal(&abs, &n), sda.arena.eq(&sum))
    };
    let first = sda.arena.and([equal, b6, same6]);
    let second = sda.arena.and([opposite, b8, same8]);
    let constraint = sda.arena.or([first, second]);
    // Example 7: PRE(L9) = Ctr(L9) ∧ (¬b_L6 ∨ n ≥ 0) ∧ (¬b_L8 ∨ n < 0).
    let parts = [constraint, sda.arena.implies(b6, l6), sda.arena.implies(b8, l8)];
    let expected = sda.arena.and(parts);
    let pre = sda.problem.pre(&mut sda.arena, l9);
    let pre = sda.arena.and(pre);
    let differ = sda.arena.iff(pre, expected);
    assert!(!sda.is_satisfiable(&[!differ]), "PRE");
    // Example 8: POST(L9) = b_main ∧ res < 0 ∧ CEX(main) ∧ CEX(dbl), where dbl is d = 2·x or what solves it.
    let [abs7, res, x, d] =
        [("l9", 1), ("main", 1), ("dbl", 0), ("dbl", 1)].map(|(name, position)| sda.argument(name, position));
    let negative = sda.arena.less(&res, &zero);
    let link = [
        sda.arena.equal(&abs7, &x),
        sda.arena.equal(&res, &d),
        sda.arena.equal(&sda.argument("main", 0), &n),
    ];
    let uses = sda.arena.and(link.into_iter().chain([b9, dbl]));
    let meaning = sda.problem.solved[sda.relation("dbl").index()];
    let meaning = meaning.unwrap_or_else(|| {
        let doubled = d.plus_scaled(&(-2).into(), &x);
        sda.arena.eq(&doubled)
    });
    let parts = [main, negative, sda.arena.implies(main, uses), sda.arena.implies(dbl, meaning)];
    let expected = sda.arena.and(parts);
    let post = sda.problem.post(&mut sda.arena, l9);
    let post = sda.arena.and(post);
    let differ = sda.arena.iff(post, expected);
    assert!(!sda.is_satisfiable(&[!differ]), "POST");
    // As the page shows them.
    let text = |formula| sda.problem.text(&sda.arena, &sda.system, l9, formula, 2_000).to_string();
    expect![[
        "((N = Abs1 ∧ N_l6 = N ∧ b_l6) ∨ (N + Abs1 = 0 ∧ N_l8 = N ∧ b_l8)) ∧ (N_l6 ≥ 0 ∨ ¬b_l6) ∧ (N_l8 ≤ -1 ∨ ¬b_l8)"
    ]]
    .assert_eq(&text(pre));
    expect![[
        "Res_main ≤ -1 ∧ b_main ∧ (¬b_main ∨ (X_dbl = Abs1 ∧ D_dbl = Res_main ∧ N = N_main ∧ b_dbl ∧ b_l9)) ∧ (¬b_dbl ∨ 2X_dbl ≤ D_dbl)"
    ]]
    .assert_eq(&text(post));
}
