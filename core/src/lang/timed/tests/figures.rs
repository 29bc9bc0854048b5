//! The clauses that the thesis prints for the pedestrian crossing, with its slips mended.

use super::*;
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, LinearTerm, Sort};
use crate::lang::timed::encode::Group;
use crate::lang::{Argument, Clause, house};
use crate::simplify::simplify;
use crate::validate;

/// Fig. 6.2, the five clauses for time.
const FIGURE_6_2: &str = "
    light(C2, Y, X, W, G, 1, T1) :- light(C1, Y, X, W, G, 1, T1), C2 >= C1, C2 - X <= 5.
    light(C2, Y, X, W, G, 3, T1) :- light(C1, Y, X, W, G, 3, T1), C2 >= C1, C2 - X <= 3.
    light(C2, Y, X, W, G, T0, T1) :- light(C1, Y, X, W, G, T0, T1), C2 >= C1, T0 != 1, T0 != 3.
    pedestrian(C2, Y, X, W, G, T0, 2) :- pedestrian(C1, Y, X, W, G, T0, 2), C2 >= C1, C2 - Y <= 2.
    pedestrian(C2, Y, X, W, G, T0, T1) :- pedestrian(C1, Y, X, W, G, T0, T1), C2 >= C1, T1 != 2.";

/// Fig. 6.4, interference. The first is printed from 0 to 3 where the light goes from 3 to 0, and some have
/// different variables where both atoms speak of one state.
const FIGURE_6_4_INTERFERENCE: &str = "
    pedestrian(C, Y, X, W, G2, 0, T1) :- pedestrian(C, Y, X, W, G1, 3, T1), light(C, Y, X, W, G1, 3, T1), C - X = 3, G2 = 0.
    pedestrian(C, Y, X2, W, G2, 2, T1) :- pedestrian(C, Y, X1, W, G1, 1, T1), light(C, Y, X1, W, G1, 1, T1), C - X2 = 0, G2 = 1.
    pedestrian(C, Y, X2, W, G2, 3, T1) :- pedestrian(C, Y, X1, W, G1, 2, T1), light(C, Y, X1, W, G1, 2, T1),
        C - X1 >= 5, C - X2 <= 3, C - X2 = 0, G2 = 2.
    light(C, Y2, X, W2, G, T0, 0) :- light(C, Y1, X, W1, G, T0, 2), pedestrian(C, Y1, X, W1, G, T0, 2), C - Y2 = 0, W2 = 0.
    light(C, Y, X, W, G, T0, 0) :- light(C, Y, X, W, G, T0, 1), pedestrian(C, Y, X, W, G, T0, 1), G = 0.
    light(C, Y2, X, W2, G, T0, 2) :- light(C, Y1, X, W1, G, T0, 1), pedestrian(C, Y1, X, W1, G, T0, 1),
        G = 1, C - Y2 < 2, C - Y2 = 0, W2 = 1.
    light(C, Y2, X, W2, G, T0, 2) :- light(C, Y1, X, W1, G, T0, 0), pedestrian(C, Y1, X, W1, G, T0, 0),
        G = 1, C - Y2 < 2, C - Y2 = 0, W2 = 1.";

/// Fig. 6.4, synchronisation.
const FIGURE_6_4_SYNCHRONISATION: &str = "
    pedestrian(C, Y, X2, W, G, 1, 1) :- pedestrian(C, Y, X1, W, G, 0, 0), light(C, Y, X1, W, G, 0, 0), G = 0, C - X2 = 0.
    light(C, Y, X2, W, G, 1, 1) :- light(C, Y, X1, W, G, 0, 0), pedestrian(C, Y, X1, W, G, 0, 0), G = 0, C - X2 = 0.";

/// Fig. 6.5. As printed, the environment keeps the colour `g₁` where the light changes it; here it is the new
/// one.
const FIGURE_6_5_RELY: &str = "
    light(C, Y2, X2, W2, G2, R2, T02, T12) :- light(C, Y1, X1, W1, G1, R1, T01, T11),
        env_Light(C, Y1, Y2, X1, X2, W1, W2, G1, G2, R1, R2, T01, T02, T11, T12), T01 = T02.
    pedestrian(C, Y2, X2, W2, G2, R2, T02, T12) :- pedestrian(C, Y1, X1, W1, G1, R1, T01, T11),
        env_Pedestrian(C, Y1, Y2, X1, X2, W1, W2, G1, G2, R1, R2, T01, T02, T11, T12), T11 = T12.";
const FIGURE_6_5_GUARANTEE: &str = "
    env_Pedestrian(C, Y, Y, X, X, W, W, G1, G2, R, R, T01, T02, T1, T1) :- light(C, Y, X, W, G1, R, T01, T1),
        T01 = 3, T02 = 0, G2 = 0, C - X = 3.
    env_Pedestrian(C, Y, Y, X1, X2, W, W, G1, G2, R, R, T01, T02, T1, T1) :- light(C, Y, X1, W, G1, R, T01, T1),
        T01 = 1, T02 = 2, G2 = 1, C - X2 = 0.
    env_Pedestrian(C, Y, Y, X1, X2, W, W, G1, G2, R, R, T01, T02, T1, T1) :- light(C, Y, X1, W, G1, R, T01, T1),
        T01 = 2, T02 = 3, G2 = 2, C - X2 = 0, C - X1 >= 5, C - X2 <= 3.
    env_Pedestrian(C, Y, Y, X1, X2, W, W, G, G, R1, R2, T01, T02, T1, T1) :- light(C, Y, X1, W, G, R1, T01, T1),
        T01 = 0, T02 = 1, C - X2 = 0, C - X2 <= 5, R1 != 0, R1 != 1, R2 = 0.
    env_Light(C, Y1, Y2, X, X, W1, W2, G, G, R, R, T0, T0, T11, T12) :- pedestrian(C, Y1, X, W1, G, R, T0, T11),
        T11 = 2, T12 = 0, C - Y2 = 0, W2 = 0.
    env_Light(C, Y, Y, X, X, W, W, G, G, R, R, T0, T0, T11, T12) :- pedestrian(C, Y, X, W, G, R, T0, T11),
        T11 = 1, T12 = 0, G = 0.
    env_Light(C, Y, Y, X, X, W, W, G, G, R1, R2, T0, T0, T11, T12) :- pedestrian(C, Y, X, W, G, R1, T0, T11),
        R1 = 0, R2 = 2, T11 = 0, T12 = 1, G = 0.
    env_Light(C, Y1, Y2, X, X, W1, W2, G, G, R, R, T0, T0, T11, T12) :- pedestrian(C, Y1, X, W1, G, R, T0, T11),
        T11 = 1, T12 = 2, C - Y2 = 0, W2 = 1, G = 1, C - Y2 < 2.
    env_Light(C, Y1, Y2, X, X, W1, W2, G, G, R, R, T0, T0, T11, T12) :- pedestrian(C, Y1, X, W1, G, R, T0, T11),
        T11 = 0, T12 = 2, C - Y2 = 0, W2 = 1, G = 1, C - Y2 < 2.";

/// A clause as a formula over the arguments of its atoms.
fn meaning(arena: &mut Arena, clause: &Clause) -> (Vec<usize>, Formula) {
    let mut parts = vec![clause.constraint];
    let mut relations = Vec::new();
    let mut own = arena.symbols_of(clause.constraint);
    for (position, application) in clause.head.iter().chain(&clause.body).enumerate() {
        relations.push(application.relation.index());
        own.extend(application.symbols(arena));
        for (i, argument) in application.arguments.iter().enumerate() {
            let Argument::Int(term) = argument else { panic!("all arguments are numbers") };
            let formal = LinearTerm::symbol(arena.symbol(&format!("argument {position} {i}"), Sort::Int));
            parts.push(arena.equal(&formal, term));
        }
    }
    own.sort_unstable();
    own.dedup();
    let whole = arena.and(parts);
    (relations, eliminate(arena, whole, &own, &mut Budget::unlimited()).unwrap())
}

/// Are the clauses of a group those of a figure, one for one?
fn assert_same(encoding: Encoding, group: Group, figure: &str) {
    let model = network(PEDESTRIAN, encoding);
    let encoded = model.encoded.as_ref().unwrap();
    let ours: Vec<String> = (encoded.problem.clauses.iter().zip(&encoded.origins))
        .filter(|(_, origin)| origin.group == group)
        .map(|(clause, _)| house::print_clause(&encoded.problem, clause))
        .collect();
    let (printed, diagnostics) = house::parse(figure);
    assert_eq!(diagnostics, []);
    assert_eq!(ours.len(), printed.clauses.len(), "{ours:#?}");
    // Both in one text, so that they share relation symbols.
    let (all, diagnostics) = house::parse(&format!("{figure}\n{}", ours.join("\n")));
    assert_eq!(diagnostics, []);
    let mut arena = all.arena.clone();
    let meanings: Vec<(Vec<usize>, Formula)> =
        all.clauses.iter().map(|clause| meaning(&mut arena, clause)).collect();
    let (published, ours) = meanings.split_at(printed.clauses.len());
    for (position, (relations, formula)) in published.iter().enumerate() {
        let matching = ours.iter().filter(|(others, other)| {
            let same = arena.iff(*formula, *other);
            others == relations && simplify(&mut arena, !same, &mut Budget::unlimited()) == Ok(arena.false_())
        });
        assert_eq!(matching.count(), 1, "clause {} of {figure}", position + 1);
    }
}

#[test]
fn time_passes_as_in_figure_6_2() {
    assert_same(Encoding::OwickiGries, Group::Time, FIGURE_6_2);
}

#[test]
fn interference_and_synchronisation_are_those_of_figure_6_4() {
    assert_same(Encoding::OwickiGries, Group::Interference, FIGURE_6_4_INTERFERENCE);
    assert_same(Encoding::OwickiGries, Group::Synchronisation, FIGURE_6_4_SYNCHRONISATION);
}

#[test]
fn rely_and_guarantee_are_those_of_figure_6_5() {
    assert_same(Encoding::RelyGuarantee, Group::Rely, FIGURE_6_5_RELY);
    assert_same(Encoding::RelyGuarantee, Group::Guarantee, FIGURE_6_5_GUARANTEE);
}

fn accepted(solution: &str) -> Vec<String> {
    let model = network(PEDESTRIAN, Encoding::OwickiGries);
    let mut problem = model.problem().clone();
    let (solution, diagnostics) = house::parse_solution(solution, &mut problem);
    assert_eq!(diagnostics, []);
    let validation = validate::solution(&mut problem, &solution, &mut Budget::unlimited()).unwrap();
    let failing = problem
        .clauses
        .iter()
        .zip(&validation.verdicts)
        .filter(|(_, verdict)| !matches!(verdict, validate::ClauseVerdict::Proved(..)));
    failing.map(|(clause, _)| house::print_clause(&problem, clause)).collect()
}

/// Sect. 6.3 prints `¬(w = 1 ∧ g ≠ 1)` for the pedestrian and `true` for the light. The first is no
/// invariant: the light may start to blink while somebody walks. With what it leaves out, the light's is
/// still `true`.
#[test]
fn the_solution_of_section_6_3() {
    let printed =
        "pedestrian(C, Y, X, W, G, T0, T1) := !(W = 1, G != 1). light(C, Y, X, W, G, T0, T1) := true.";
    let failing = accepted(printed);
    assert_eq!(
        failing,
        [
            "pedestrian(C, C, X, 1, G, Light, 2) :- pedestrian(C, Y, X, W, G, Light, 1), G = 1.",
            "pedestrian(C, Y, C, W, 2, 3, Pedestrian) :- pedestrian(C, Y, X, W, G, 2, Pedestrian), \
             light(C, Y, X, W, G, 2, Pedestrian), X <= C - 5.",
        ][1..]
            .iter()
            .copied()
            .chain(["pedestrian(C, Y, X, W, 0, 0, Pedestrian) :- pedestrian(C, Y, X, W, G, 3, Pedestrian), \
                 light(C, Y, X, W, G, 3, Pedestrian), C = X + 3."])
            .collect::<Vec<_>>()
    );
    let mended = "light(C, Y, X, W, G, T0, T1) := true.
        pedestrian(C, Y, X, W, G, T0, T1) :=
            ((T0 = 0, G = 0); (T0 = 1, G = 0); (T0 = 2, G = 1); (T0 = 3, G = 2)), (T1 = 2; W = 0),
            (T1 = 2 -> (Y <= C, C - Y <= 2, (T0 = 2; (T0 = 3, Y <= X)))).";
    assert_eq!(accepted(mended), [] as [String; 0]);
}
