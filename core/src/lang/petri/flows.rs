//! Semiflows: weights of places whose sum no action changes, and numbers of firings that change nothing.
//!
//! Farkas' algorithm: rows of `[D | 1]` are combined with positive factors until all entries of `D` are 0;
//! what is left of the unit matrix are the semiflows, among them all with minimal support.
//!
//! ```text
//! a1: p1 -> p4, a3: p4 -> p1        place flow p1 + p4, transition flow a1 + a3
//! ```
//!
//! A new number of tokens that is a sum over other places adds a column for each of these: the weighted sum
//! must not depend on the marking. So place flows are there for nets with transfers as well; transition flows
//! speak of actions with a constant effect only.

use super::net::Net;
use crate::budget::{Budget, Exhausted};
use crate::num::Int;
use crate::space::Space;

/// Weights of places or actions, in their order, without those that are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    pub weights: Vec<(usize, Int)>,
}

/// The semiflows of a net with minimal support.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flows {
    pub places: Vec<Flow>,
    /// What completes these to a basis of all sums that no action changes, with weights of both signs.
    pub mixed: Vec<Flow>,
    pub actions: Vec<Flow>,
    /// There were too many to go on: some, or all, are missing.
    pub incomplete: bool,
}

/// More rows than this are not combined any further.
pub(super) const ROW_LIMIT: usize = 400;

impl Flows {
    pub fn of(net: &Net, budget: &mut Budget) -> Result<Flows, Exhausted> {
        let mut columns: Vec<Vec<Int>> = Vec::new();
        for action in &net.actions {
            let zero = vec![Int::ZERO; net.places.len()];
            let mut constant = zero.clone();
            let mut linear: Vec<(usize, Vec<Int>)> = Vec::new();
            for (place, sum) in &action.updates {
                constant[*place] = sum.constant.clone();
                let mut change = sum.clone();
                change.add(*place, &Int::MINUS_ONE);
                for (other, factor) in change.summands {
                    let at = linear.iter().position(|(p, _)| *p == other).unwrap_or_else(|| {
                        linear.push((other, zero.clone()));
                        linear.len() - 1
                    });
                    linear[at].1[*place] = factor;
                }
            }
            columns.push(constant);
            columns.extend(linear.into_iter().map(|(_, column)| column));
        }
        let places = farkas(net.places.len(), &columns, budget)?;
        let (mut effects, mut known) = (Space::new(net.places.len()), Space::new(net.places.len()));
        for column in columns {
            budget.take(1 + net.places.len() as u64)?;
            effects.insert(column);
        }
        for flow in places.iter().flatten() {
            budget.take(1 + net.places.len() as u64)?;
            let mut row = vec![Int::ZERO; net.places.len()];
            flow.weights.iter().for_each(|(place, weight)| row[*place] = weight.clone());
            known.insert(row);
        }
        let mixed =
            effects.orthogonal().into_iter().filter(|row| known.insert(row.clone())).map(flow).collect();
        let mut rows: Vec<usize> = Vec::new();
        let mut changes: Vec<Vec<Int>> = vec![Vec::new(); net.places.len()];
        for (i, action) in net.actions.iter().enumerate() {
            let Some(effect) = action.effect() else { continue };
            rows.push(i);
            for column in &mut changes {
                column.push(Int::ZERO);
            }
            for (place, change) in effect {
                changes[place][rows.len() - 1] = change;
            }
        }
        let actions = farkas(rows.len(), &changes, budget)?;
        let incomplete = places.is_none() || actions.is_none();
        let mut actions = actions.unwrap_or_default();
        for flow in &mut actions {
            flow.weights.iter_mut().for_each(|(row, _)| *row = rows[*row]);
        }
        Ok(Flows { places: places.unwrap_or_default(), mixed, actions, incomplete })
    }
}

/// All `x ≥ 0` with minimal support and `x · c = 0` for each column `c`; `None` if there are too many rows on
/// the way.
fn farkas(count: usize, columns: &[Vec<Int>], budget: &mut Budget) -> Result<Option<Vec<Flow>>, Exhausted> {
    let mut rows: Vec<Vec<Int>> =
        (0..count).map(|i| (0..count).map(|j| if i == j { Int::ONE } else { Int::ZERO }).collect()).collect();
    let product = |row: &[Int], column: &[Int]| {
        let mut sum = Int::ZERO;
        row.iter().zip(column).filter(|(_, b)| !b.is_zero()).for_each(|(a, b)| sum.add_mul(a, b));
        sum
    };
    let mut open: Vec<&Vec<Int>> = columns.iter().collect();
    while !open.is_empty() {
        // The column that makes the fewest rows comes first.
        let mut best: Option<(usize, usize, Vec<Int>)> = None;
        for (at, column) in open.iter().enumerate() {
            budget.take(1 + rows.len() as u64)?;
            let values: Vec<Int> = rows.iter().map(|row| product(row, column)).collect();
            let positive = values.iter().filter(|value| value.is_positive()).count();
            let negative = values.iter().filter(|value| value.is_negative()).count();
            let cost = positive * negative;
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, at, values));
            }
            if cost == 0 {
                break;
            }
        }
        let Some((_, at, values)) = best else { break };
        open.swap_remove(at);
        let mut next: Vec<Vec<Int>> = rows
            .iter()
            .zip(&values)
            .filter(|(_, value)| value.is_zero())
            .map(|(row, _)| row.clone())
            .collect();
        for (one, up) in rows.iter().zip(&values).filter(|(_, value)| value.is_positive()) {
            for (other, down) in rows.iter().zip(&values).filter(|(_, value)| value.is_negative()) {
                budget.take(1 + count as u64 / 8)?;
                let mut row: Vec<Int> =
                    one.iter().zip(other).map(|(a, b)| &(a * &down.abs()) + &(b * up)).collect();
                let content = row.iter().fold(Int::ZERO, |gcd, a| gcd.gcd(a));
                if content > Int::ONE {
                    for a in &mut row {
                        *a = a.div_exact(&content);
                    }
                }
                add_minimal(&mut next, row);
                if next.len() > ROW_LIMIT {
                    return Ok(None);
                }
            }
        }
        rows = next;
    }
    Ok(Some(rows.into_iter().map(flow).collect()))
}

fn flow(row: Vec<Int>) -> Flow {
    Flow { weights: row.into_iter().enumerate().filter(|(_, weight)| !weight.is_zero()).collect() }
}

/// Adds a row unless its support contains that of another one, and removes those that contain its own.
fn add_minimal(rows: &mut Vec<Vec<Int>>, row: Vec<Int>) {
    let within = |one: &[Int], other: &[Int]| one.iter().zip(other).all(|(a, b)| a.is_zero() || !b.is_zero());
    if rows.iter().any(|other| within(other, &row)) {
        return;
    }
    rows.retain(|other| !within(&row, other));
    rows.push(row);
}
