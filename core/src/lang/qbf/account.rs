//! A derivation as a strategy for the existential player.
//!
//! At an existential variable the derivation has chosen a clause, and with it a value; at a universal one it
//! has a derivation for each value. The strategy is replayed by evaluation: every quantifier in its order,
//! both values of every universal variable, and all clauses of the formula at every end.

use super::encode::Origin;
use super::{QbfProblem, Quantifier};
use crate::budget::Budget;
use crate::lang::Derivation;
use crate::lang::model::{Account, Row, Run};

/// At most this many rows of a strategy are shown; all of it is replayed.
const MOST_ROWS: usize = 1_000;

pub(super) fn account(model: &QbfProblem, derivation: &Derivation, budget: &mut Budget) -> Account {
    let qbf = &model.qbf;
    let Some(query) = derivation.steps.len().checked_sub(1) else {
        return Account::Refused("there is no step".to_owned());
    };
    let (mut rows, mut left_out): (Vec<Row>, usize) = (Vec::new(), 0);
    // What remains to be replayed: a step, and the values of all variables outside of it.
    let mut open: Vec<(usize, Vec<bool>)> = vec![(query, Vec::new())];
    while let Some((index, values)) = open.pop() {
        if let Err(reason) = budget.take(1 + values.len() as u64) {
            return Account::NoVerdict(format!("the strategy could not be replayed: {reason}"));
        }
        let Some(step) = derivation.steps.get(index) else {
            return Account::Refused(format!("step {} does not exist", index + 1));
        };
        let depth = values.len();
        if let Some(value) = values.last() {
            let mut row = model.row(model.choice_text(depth - 1, *value), Some(depth - 1), &values);
            row.depth = depth as u32 - 1;
            row.step = Some(index);
            if rows.len() < MOST_ROWS {
                rows.push(row);
            } else {
                left_out += 1;
            }
        }
        let quantifier = qbf.variables.get(depth).map(|variable| variable.quantifier);
        let with = |value: bool| [values.clone(), vec![value]].concat();
        let origin = model.origins.get(step.clause.index()).copied();
        match (origin, quantifier, step.premises.as_slice()) {
            (Some(Origin::Query), _, [first]) if depth == 0 => open.push((*first, values)),
            (Some(Origin::Exists { variable, value }), Some(Quantifier::Exists), [inner])
                if variable == depth =>
            {
                open.push((*inner, with(value)));
            }
            (Some(Origin::ForAll { variable }), Some(Quantifier::ForAll), [no, yes]) if variable == depth => {
                open.push((*yes, with(true)));
                open.push((*no, with(false)));
            }
            (Some(Origin::Matrix), None, _) => {
                if !qbf.matrix(&values) {
                    return Account::Refused("a clause of the formula does not hold at an end".to_owned());
                }
            }
            _ => return Account::Refused(format!("step {} is no move of the game", index + 1)),
        }
    }
    if left_out > 0 {
        let label = format!("… {left_out} more choices, replayed as well");
        rows.push(Row { label, values: vec![None; qbf.variables.len()], ..Row::default() });
    }
    let sentence =
        "The formula is true: with these choices all clauses hold, whatever the universal values are.";
    Account::Real(Run { sentence: sentence.to_owned(), columns: model.columns(), rows })
}
