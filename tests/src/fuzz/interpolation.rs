//! Random interpolation problems: models satisfy both sides, interpolants separate them at every point we
//! try.

use hornbook::budget::Budget;
use hornbook::formula::{Arena, Formula, LinearTerm, Sort, Symbol, Valuation};
use hornbook::interpolate::{Interpolant, NodeInterpolant, Outcome, Policy, Strength, Tree, separate, tree};
use hornbook::lang::smtlib;
use hornbook::num::Int;
use hornbook_random::Random;

use super::{Case, points};

/// Steps of work for one problem; beyond, it is left undecided.
const STEPS: u64 = 200_000;

/// How many points a problem is tried at.
const POINTS: usize = 120;

pub(super) fn judge(random: &mut Random, case: &mut Case) -> Result<(), String> {
    let mut arena = Arena::new();
    let ints: Vec<Symbol> = (0..4).map(|i| arena.symbol(&format!("x{i}"), Sort::Int)).collect();
    let bools: Vec<Symbol> = (0..2).map(|i| arena.symbol(&format!("b{i}"), Sort::Bool)).collect();
    let count = random.count(2, 4);
    // Neighbours share symbols, and not all of them.
    let sides: Vec<Formula> = (0..count)
        .map(|i| {
            let own: Vec<Symbol> = (i..i + 2).map(|j| ints[j % ints.len()]).collect();
            let depth = random.count(1, 3);
            formula(&mut arena, random, &own, &bools, depth)
        })
        .collect();
    for side in &sides {
        case.input += &format!("(assert {})\n", smtlib::print_formula(&arena, *side));
    }
    let policy = *random.pick(&[
        Policy::Simplest,
        Policy::Proof(Strength::Strong),
        Policy::Proof(Strength::Relaxed),
        Policy::Proof(Strength::Weak),
    ]);
    case.input += &format!("; {policy:?}\n");
    let symbols = points::symbols(&arena, &sides);
    let points: Vec<Valuation> = (0..POINTS).map(|_| points::valuation(&arena, &symbols, random)).collect();
    if random.coin() {
        binary(&mut arena, &sides, policy, &points, case)
    } else {
        sequence(&mut arena, &sides, policy, &points, case)
    }
}

fn binary(
    arena: &mut Arena,
    sides: &[Formula],
    policy: Policy,
    points: &[Valuation],
    case: &mut Case,
) -> Result<(), String> {
    let (a, b) = sides.split_at(sides.len() / 2);
    match separate(arena, a, b, policy, &mut Budget::steps(STEPS)) {
        Err(_) => case.events.push("undecided"),
        Ok(Outcome::Model(model)) => {
            case.events.push("model");
            if !all(arena, sides, &model) {
                return Err("the model does not satisfy the formulae".to_owned());
            }
        }
        Ok(Outcome::Interpolants(Interpolant { formula, .. })) => {
            case.events.push("interpolant");
            let (left, right) = (points::symbols(arena, a), points::symbols(arena, b));
            if arena.symbols_of(formula).iter().any(|s| !left.contains(s) || !right.contains(s)) {
                return Err("the interpolant has symbols that are not common".to_owned());
            }
            for point in points {
                let holds = arena.evaluate(formula, point);
                if all(arena, a, point) && !holds {
                    return Err(format!("the first side does not imply the interpolant at {point:?}"));
                }
                if all(arena, b, point) && holds {
                    return Err(format!("the interpolant is consistent with the second side at {point:?}"));
                }
            }
        }
    }
    Ok(())
}

fn sequence(
    arena: &mut Arena,
    sides: &[Formula],
    policy: Policy,
    points: &[Valuation],
    case: &mut Case,
) -> Result<(), String> {
    match tree(arena, &Tree::path(sides), policy, &mut Budget::steps(STEPS)) {
        Err(_) => case.events.push("undecided"),
        Ok(Outcome::Model(model)) => {
            case.events.push("model");
            if !all(arena, sides, &model) {
                return Err("the model does not satisfy the formulae".to_owned());
            }
        }
        Ok(Outcome::Interpolants(found)) => {
            case.events.push("sequence");
            for (i, NodeInterpolant { formula, .. }) in found.iter().enumerate().take(sides.len() - 1) {
                let (before, after) = sides.split_at(i + 1);
                let (before, after) = (points::symbols(arena, before), points::symbols(arena, after));
                if arena.symbols_of(*formula).iter().any(|s| !before.contains(s) || !after.contains(s)) {
                    return Err(format!("interpolant {i} has symbols that are not common"));
                }
            }
            let mut between: Vec<Formula> = vec![arena.true_()];
            between.extend(found.iter().map(|NodeInterpolant { formula, .. }| *formula));
            between.truncate(sides.len());
            between.push(arena.false_());
            for point in points {
                for (i, side) in sides.iter().enumerate() {
                    let before = arena.evaluate(between[i], point) && arena.evaluate(*side, point);
                    if before && !arena.evaluate(between[i + 1], point) {
                        return Err(format!("step {i} of the sequence fails at {point:?}"));
                    }
                }
            }
        }
    }
    Ok(())
}

fn all(arena: &Arena, formulae: &[Formula], point: &Valuation) -> bool {
    formulae.iter().all(|f| arena.evaluate(*f, point))
}

fn formula(
    arena: &mut Arena,
    random: &mut Random,
    ints: &[Symbol],
    bools: &[Symbol],
    depth: usize,
) -> Formula {
    if depth == 0 || random.chance(6) {
        return literal(arena, random, ints, bools);
    }
    let parts: Vec<Formula> =
        (0..random.count(2, 4)).map(|_| formula(arena, random, ints, bools, depth - 1)).collect();
    match random.below(6) {
        0..=2 => arena.and(parts),
        3 | 4 => arena.or(parts),
        _ => arena.iff(parts[0], parts[1]),
    }
}

fn literal(arena: &mut Arena, random: &mut Random, ints: &[Symbol], bools: &[Symbol]) -> Formula {
    // Sometimes beyond machine integers.
    let scale = if random.chance(40) { 1 << 40 } else { 1 };
    let summands: Vec<(Symbol, Int)> =
        ints.iter().map(|x| (*x, Int::from(random.range(-4, 4) * scale))).collect();
    let term = LinearTerm::new(summands, Int::from(random.range(-9, 9) * scale));
    let literal = match random.below(10) {
        0..=5 => arena.le(&term),
        6 | 7 => arena.eq(&term),
        8 => arena.divides(&Int::from(random.range(2, 6)), &term),
        _ => arena.boolean(*random.pick(bools)),
    };
    if random.chance(4) { !literal } else { literal }
}
