//! What must be seen at the positions of the examples.

mod clauses;
mod facts;
mod picture;

use super::*;
use crate::engine::{Alternative, AndOrTree, Position, PositionId};
use crate::formula::FormulaText;
use crate::horn::{Pipeline, SystemClauseId};
use crate::lang::{Problem, house};
use crate::solver::Budget;

const GCD: &str = include_str!("../../../static/examples/gcd.horn");
const LOOP50_PATH: &str = include_str!("../../../static/examples/loop50-path.horn");
const MCCARTHY_TREE: &str = include_str!("../../../static/examples/mccarthy91-tree.horn");

fn problem(text: &str) -> Problem {
    let (problem, diagnostics) = house::parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    problem
}

/// A position with alternatives: the number of the clause, and its children.
fn position(alternatives: &[(u32, &[usize])]) -> Position {
    let alternative = |(number, children): &(u32, &[usize])| Alternative {
        clause: SystemClauseId(number - 1),
        edge: None,
        children: children.iter().copied().map(PositionId::at).collect(),
    };
    Position { node: None, alternatives: alternatives.iter().map(alternative).collect() }
}

fn inspector(text: &str, tree: &AndOrTree, position: usize) -> Inspector {
    Inspector::new(
        &problem(text),
        &Pipeline::none(),
        tree,
        &[],
        PositionId::at(position),
        &mut Budget::unlimited(),
    )
    .unwrap()
}

/// A typed formula as it is shown.
fn shown(inspector: &mut Inspector, typed: &str) -> FormulaText {
    let formula = inspector.formula(typed).unwrap();
    inspector.show(formula)
}

fn path(numbers: &[u32]) -> AndOrTree {
    let below = |i: usize| i.checked_sub(1).into_iter().collect::<Vec<_>>();
    AndOrTree { positions: numbers.iter().enumerate().map(|(i, n)| position(&[(*n, &below(i))])).collect() }
}

/// `And(4, Or(And(1), And(2, And(1)), And(3, And(1))))` (CAV'13, Example 6).
fn gcd_tree() -> AndOrTree {
    let positions = vec![
        position(&[(1, &[])]),
        position(&[(1, &[])]),
        position(&[(1, &[]), (2, &[0]), (3, &[1])]),
        position(&[(4, &[2])]),
    ];
    AndOrTree { positions }
}
