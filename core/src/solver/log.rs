//! The record of everything derived, from which proofs are cut out.

use crate::formula::Formula;
use crate::proof::{Proof, Quotient, Resolvent, Step, StepId};

/// All steps so far. A refutation uses few of them; [`Log::extract`] finds which.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    steps: Vec<Step>,
}

impl Log {
    pub(super) fn add(&mut self, step: Step) -> StepId {
        self.steps.push(step);
        StepId(self.steps.len() as u32 - 1)
    }

    /// The steps that lead to the given clause, followed by its resolution with assumptions to the empty
    /// clause.
    pub(super) fn extract(&self, last: StepId, assumptions: &[Formula], quotients: &[Quotient]) -> Proof {
        let mut used = vec![false; last.index() + 1];
        used[last.index()] = true;
        // Steps refer only to earlier ones.
        for i in (0..=last.index()).rev() {
            if !used[i] {
                continue;
            }
            if let Step::Resolution { first, others } = &self.steps[i] {
                used[first.index()] = true;
                for o in others {
                    used[o.step.index()] = true;
                }
            }
        }
        let mut renamed = vec![StepId(0); last.index() + 1];
        let mut steps = Vec::new();
        for (i, step) in self.steps[..=last.index()].iter().enumerate() {
            if !used[i] {
                continue;
            }
            renamed[i] = StepId(steps.len() as u32);
            steps.push(match step {
                Step::Resolution { first, others } => Step::Resolution {
                    first: renamed[first.index()],
                    others: others
                        .iter()
                        .map(|o| Resolvent { pivot: o.pivot, step: renamed[o.step.index()] })
                        .collect(),
                },
                other => other.clone(),
            });
        }
        let mut proof = Proof { quotients: quotients.to_vec(), steps };
        if !assumptions.is_empty() {
            let first = StepId(proof.steps.len() as u32 - 1);
            let mut others = Vec::new();
            for assumption in assumptions {
                others.push(Resolvent { pivot: !*assumption, step: StepId(proof.steps.len() as u32) });
                proof.steps.push(Step::Input(*assumption));
            }
            proof.steps.push(Step::Resolution { first, others });
        }
        proof
    }
}
