//! A derivation as an execution that halts.
//!
//! The doubling clauses make a tree whose leaves, from left to right, are the steps. Each is taken by the
//! machine itself, which must accept it. Where the machine has halted it stays, and the rest need not be
//! seen.

use super::{TuringProblem, columns};
use crate::budget::Budget;
use crate::lang::Derivation;
use crate::lang::model::{Account, Run};

/// At most this many steps of an execution are shown; all of them are replayed.
const MOST_ROWS: usize = 2_000;

pub(super) fn account(model: &TuringProblem, derivation: &Derivation, budget: &mut Budget) -> Account {
    let machine = &model.machine;
    let (rules, last) = (machine.rules.len(), derivation.steps.len().saturating_sub(1));
    let mut configuration = machine.beginning();
    let mut rows = vec![model.row("begin", None, &configuration)];
    let (mut taken, mut left_out) = (0_u64, 0_u64);
    let mut open = vec![last];
    while configuration.state != machine.halt {
        if let Err(reason) = budget.take(1) {
            return Account::NoVerdict(format!("the execution could not be replayed: {reason}"));
        }
        let Some(index) = open.pop() else {
            return Account::Refused("the steps end before the machine has halted".to_owned());
        };
        let Some(step) = derivation.steps.get(index) else {
            return Account::Refused(format!("step {} does not exist", index + 1));
        };
        let clause = step.clause.index();
        if clause > rules {
            open.extend(step.premises.iter().rev());
            continue;
        }
        if clause == rules {
            return Account::Refused("the machine stays before it has halted".to_owned());
        }
        if !machine.applicable(&configuration).any(|rule| rule == clause) {
            return Account::Refused(format!("the rule {} does not apply", machine.rule_text(clause)));
        }
        configuration = machine.after(&configuration, clause);
        taken += 1;
        if rows.len() <= MOST_ROWS {
            let mut row = model.row(&machine.rule_text(clause), Some(clause), &configuration);
            row.step = Some(index);
            rows.push(row);
        } else {
            left_out += 1;
        }
    }
    if machine.power < u64::BITS && taken > 1 << machine.power {
        return Account::Refused(format!("it takes {taken} steps"));
    }
    if left_out > 0 {
        let label = format!("… {left_out} more steps, replayed as well");
        rows.push(model.row(&label, None, &configuration));
    }
    let steps = if taken == 1 { "step" } else { "steps" };
    let sentence = format!("The machine halts after {taken} {steps}, within 2^{}.", machine.power);
    Account::Real(Run { sentence, columns: columns(), rows })
}
