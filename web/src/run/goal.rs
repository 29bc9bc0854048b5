//! Does a run meet the goal of a challenge? A pure function of the goal, the problem and the run.
//!
//! The run must be about the problem of the challenge to the letter; what was typed is judged by the worker
//! (`worker::judge`), with the checker of solutions.

use hornbook::engine::{Event, VerdictText};
use hornbook::guide::InterpolationAbstraction;

use crate::run::Run;
use crate::run::narrate::count;
use crate::wire::goal::{Goal, Judged};

/// What is said to a run; nothing while it goes on and nothing is certain.
pub fn judge(goal: Goal, text: &str, run: &Run) -> Option<Judged> {
    if *run.text != *text {
        return Some(Judged::missed(
            "This run is about another text. The challenge is about its own problem, as it was.",
        ));
    }
    let facts = Facts::of(run);
    let done = count(facts.refinements, "refinement", "refinements");
    if run.status.is_active() && !matches!(goal, Goal::Diverge(_)) {
        return None;
    }
    Some(match goal {
        Goal::Refinements(most) => {
            let most = most as usize;
            match run.outcome() {
                "Safe" if facts.refinements <= most => {
                    Judged::met(format!("The run proves it safe with {done}."))
                }
                "Safe" => {
                    Judged::missed(format!("The run proves it safe, but needs {done}, more than {most}."))
                }
                _ => Judged::missed(format!("The run does not prove it safe; it has made {done}.")),
            }
        }
        Goal::Diverge(least) => {
            let (least, outcome) = (least as usize, run.outcome());
            if matches!(outcome, "Safe" | "Unsafe") {
                Judged::missed(format!("The run comes to an end after {done}."))
            } else if facts.refinements >= least {
                Judged::met(format!("After {done} the run has no verdict."))
            } else if run.status.is_active() {
                return None;
            } else {
                Judged::missed(format!("The run has stopped after {done}, before it came to {least}."))
            }
        }
        Goal::Derivation(most) => match facts.derivation {
            Some(steps) if steps <= most as usize => {
                Judged::met(format!("The run has found a derivation of {}.", count(steps, "step", "steps")))
            }
            Some(steps) => Judged::missed(format!(
                "The derivation of this run has {}, more than {most}.",
                count(steps, "step", "steps")
            )),
            None => Judged::missed("This run has found no derivation of false."),
        },
        Goal::Templates(most) => match (run.outcome(), facts.cost) {
            ("Safe", Some(cost)) if cost <= u64::from(most) => Judged::met(format!(
                "With your templates, which cost {cost} together, the run proves it safe with {done}."
            )),
            ("Safe", Some(cost)) => Judged::missed(format!(
                "The run proves it safe, but the templates cost {cost} together, more than {most}."
            )),
            (_, Some(_)) => Judged::missed("With these templates the run does not prove it safe."),
            (_, None) => Judged::missed(
                "This run was not guided by your templates. Type some in the settings, and choose your own as the abstraction.",
            ),
        },
        Goal::Invariant(_) | Goal::Bug => return None,
    })
}

/// What goals are about.
struct Facts {
    refinements: usize,
    /// How many steps the derivation has.
    derivation: Option<usize>,
    /// What the user's own templates cost together, if they alone have guided a refinement.
    cost: Option<u64>,
}

impl Facts {
    fn of(run: &Run) -> Facts {
        let mut facts = Facts { refinements: run.log.refinements().len(), derivation: None, cost: None };
        let is_own = run.settings.abstraction == InterpolationAbstraction::User;
        run.log.for_each(|event| match event {
            Event::TemplatesChosen { loops, .. } if is_own => {
                let costs = loops.iter().flat_map(|of| &of.templates).map(|template| template.cost);
                facts.cost = Some(costs.sum());
            }
            Event::Verdict(VerdictText::Unsafe { derivation, folded }) => {
                facts.derivation =
                    Some(derivation.len() + folded.iter().map(|f| f.steps as usize).sum::<usize>());
            }
            _ => {}
        });
        facts
    }
}
