//! Expansions are what they claim to be, and answers about them are answers about the original.

use crate::budget::Budget;
use crate::check;
use crate::horn::tests::oracle::{is_solution, solve};
use crate::horn::tests::{clauses_in_arena, example, problem, random_problem, system, system_in_arena};
use crate::horn::{Classification, ClauseSystem, Fragment};
use crate::recursion_free::{Expanded, Expansion, NoExpansion, NormalForm, TooLarge, TreeExpansion};
use crate::testing::Random;

const LIMIT: usize = 3000;

#[test]
fn two_steps_copies_r_once() {
    let system = system(example!("two-steps"));
    let expansion = Expansion::clause_dependence_disjoint(&system, LIMIT, &mut Budget::unlimited()).unwrap();
    let copies: Vec<usize> = expansion.copies(&system).iter().map(Vec::len).collect();
    assert_eq!(copies, [2, 1]);
    assert_eq!(expansion.clause_of.len(), 6);
    assert!(expansion.is_clause_dependence_disjoint() && expansion.is_minimal());
    let names: Vec<String> = expansion.system(&system).relations().iter().map(|r| r.name.clone()).collect();
    assert_eq!(names, ["r", "s", "r_2"]);
}

#[test]
fn disjoint_systems_are_their_own_expansions() {
    for text in [example!("dblabs"), example!("mccarthy91-tree"), example!("loop50-path")] {
        let system = system(text);
        let expansion =
            Expansion::clause_dependence_disjoint(&system, LIMIT, &mut Budget::unlimited()).unwrap();
        assert_eq!(expansion, Expansion::identity(&system));
    }
}

#[test]
fn what_nothing_else_uses_is_moved_and_not_copied() {
    let system = system("r(X). p(X) :- r(X). q(X) :- r(X). t(X) :- p(X), q(X). false :- t(X), X > 0.");
    let expansion = Expansion::clause_dependence_disjoint(&system, LIMIT, &mut Budget::unlimited()).unwrap();
    let copies: Vec<usize> = expansion.copies(&system).iter().map(Vec::len).collect();
    assert_eq!(copies, [2, 1, 1, 1]);
}

#[test]
fn recursive_systems_have_no_expansion() {
    let gcd = system(example!("gcd"));
    assert!(matches!(
        Expansion::clause_dependence_disjoint(&gcd, LIMIT, &mut Budget::unlimited()),
        Err(NoExpansion::Recursive(_))
    ));
    assert!(matches!(
        Expansion::body_disjoint(&gcd, LIMIT, &mut Budget::unlimited()),
        Err(NoExpansion::Recursive(_))
    ));
}

/// `p0`, `p1 ← p0 ∧ p0`, `p2 ← p1 ∧ p1`, …: each level doubles the expansion.
#[test]
fn exponential_expansions_stop_at_the_limit() {
    let mut text = "p0(X) :- X = 1. ".to_owned();
    for i in 1..60 {
        text += &format!("p{i}(X + Y) :- p{}(X), p{}(Y). ", i - 1, i - 1);
    }
    let system = system(&(text + "false :- p59(X), X < 0."));
    let too_large = NoExpansion::TooLarge(TooLarge { limit: LIMIT });
    assert_eq!(
        Expansion::clause_dependence_disjoint(&system, LIMIT, &mut Budget::unlimited()),
        Err(too_large.clone())
    );
    assert_eq!(Expansion::body_disjoint(&system, LIMIT, &mut Budget::unlimited()), Err(too_large));
    // Depth by depth there is nothing to copy.
    assert!(Expansion::unwinding(&system, 61, LIMIT, &mut Budget::unlimited()).is_ok());
}

#[test]
fn random_expansions_correspond_and_are_minimal() {
    let mut grown = 0;
    for seed in 0..600 {
        let (arena, system) = clauses_in_arena(&random_problem(&mut Random(seed)));
        let Expanded { expansion, is_minimal, .. } =
            Expansion::identity(&system).expand(LIMIT, &mut Budget::unlimited()).unwrap();
        assert!(expansion.corresponds_to(&system), "seed {seed}");
        assert!(expansion.copies(&system).iter().all(|copies| !copies.is_empty()), "seed {seed}");
        let classification = Classification::of(&arena, &expansion.system(&system));
        assert!(classification.is(Fragment::ClauseDependenceDisjoint), "seed {seed}");
        assert!(is_minimal && expansion.is_minimal(), "seed {seed}");
        grown += usize::from(expansion.clause_of.len() > system.clauses().len());
        let Ok(tree) = Expansion::body_disjoint(&system, LIMIT, &mut Budget::unlimited()) else { continue };
        assert!(tree.corresponds_to(&system), "seed {seed}");
        assert!(Classification::of(&arena, &tree.system(&system)).is(Fragment::BodyDisjoint), "seed {seed}");
    }
    assert!(grown > 50, "{grown}");
}

#[test]
fn answers_about_expansions_carry_over() {
    let (mut solved, mut derived) = (0, 0);
    for seed in 0..150 {
        let problem = random_problem(&mut Random(seed));
        let mut arena = problem.arena.clone();
        let (system, normalisation) = ClauseSystem::from_problem(&mut arena, &problem);
        let expansions = [
            Expansion::clause_dependence_disjoint(&system, LIMIT, &mut Budget::unlimited()).unwrap(),
            match Expansion::body_disjoint(&system, 60, &mut Budget::unlimited()) {
                Ok(expansion) => expansion,
                Err(_) => continue,
            },
        ];
        for expansion in expansions {
            let expanded = expansion.system(&system);
            match solve(&mut arena, &expanded) {
                Ok(solution) => {
                    solved += 1;
                    let collapsed = expansion.collapse(&mut arena, &system, &solution);
                    assert!(is_solution(&mut arena, &system, &collapsed), "seed {seed}");
                    assert!(is_solution(&mut arena, &expanded, &expansion.lift(&collapsed)), "seed {seed}");
                }
                Err(derivation) => {
                    derived += 1;
                    let derivation = normalisation.derivation(expansion.derivation(derivation));
                    let checked = check::derivation(&problem, &derivation);
                    assert!(checked.is_ok(), "seed {seed}: {checked:?}");
                }
            }
        }
    }
    assert!(solved > 50 && derived > 50, "{solved} {derived}");
}

#[test]
fn trees_grow_on_demand() {
    let system = system(example!("gcd"));
    let mut tree = TreeExpansion::new(&system);
    assert_eq!(tree.expansion.clause_of.len(), 1);
    for expected in [4, 7, 10] {
        let first = tree.open().next().unwrap();
        tree.expand(first);
        assert_eq!(tree.expansion.clause_of.len(), expected);
        assert!(tree.expansion.corresponds_to(&system));
    }
    // Opening twice changes nothing.
    let first = crate::recursion_free::CopyId(0);
    tree.expand(first);
    assert_eq!(tree.expansion.clause_of.len(), 10);
}

#[test]
fn unwindings_find_derivations_of_their_depth() {
    let problem = problem(example!("gcd-bug"));
    let mut arena = problem.arena.clone();
    let (system, normalisation) = ClauseSystem::from_problem(&mut arena, &problem);
    for depth in 0..6 {
        let unwinding = Expansion::unwinding(&system, depth, LIMIT, &mut Budget::unlimited()).unwrap();
        assert!(unwinding.corresponds_to(&system));
        let unwound = unwinding.system(&system);
        assert!(!Classification::of(&arena, &unwound).is_recursive());
        match solve(&mut arena, &unwound) {
            Ok(_) => assert!(depth < 4, "depth {depth}"),
            Err(derivation) => {
                assert!(depth >= 4, "depth {depth}");
                let derivation = normalisation.derivation(unwinding.derivation(derivation));
                assert!(check::derivation(&problem, &derivation).is_ok());
            }
        }
    }
}

#[test]
fn symbols_without_recursion_have_one_copy_in_an_unwinding() {
    let system = system(example!("mccarthy91"));
    let unwinding = Expansion::unwinding(&system, 9, LIMIT, &mut Budget::unlimited()).unwrap();
    let copies: Vec<(String, usize)> = unwinding
        .copies(&system)
        .iter()
        .zip(system.relations())
        .map(|(copies, relation)| (relation.name.clone(), copies.len()))
        .filter(|(name, _)| matches!(name.as_str(), "r0" | "r1" | "r2" | "r4" | "r5"))
        .collect();
    assert!(copies.iter().all(|(_, count)| *count == 1), "{copies:?}");
}

#[test]
fn normal_forms_exist_exactly_without_repetition() {
    let (mut arena, system) = system_in_arena(example!("two-steps"));
    let whole = Expansion::identity(&system);
    assert_eq!(
        NormalForm::of(&mut arena, &system, &whole, &mut Budget::unlimited()).unwrap().unwrap_err().index(),
        2
    );
    let expansion = Expansion::clause_dependence_disjoint(&system, LIMIT, &mut Budget::unlimited()).unwrap();
    let form = NormalForm::of(&mut arena, &system, &expansion, &mut Budget::unlimited()).unwrap().unwrap();
    assert_eq!(form.constraints.len(), 6);
    let mut all: Vec<_> = form.arguments.iter().flatten().collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 6);
}
