//! Responses to interpolation queries: interpolants that have passed their checks, or a model.

use super::{Last, Runner, error, print};
use crate::formula::{Arena, Formula};
use crate::interpolate::{Argument, Explanation, Ground, Outcome, Tree, TreeNode, tree};
use crate::lang::smtlib::{InterpolationNode, print_formula};
use crate::num::Int;
use crate::solver::Budget;

impl Runner<'_> {
    /// One interpolant for every node of the tree but its root, in post-order.
    pub(super) fn interpolants(&mut self, nodes: &[InterpolationNode], budget: &mut Budget) -> String {
        self.summary.queries += 1;
        let placed =
            |name: &Option<String>| name.as_ref().is_some_and(|n| nodes.iter().any(|p| p.names.contains(n)));
        if !self.assertions.iter().all(|a| placed(&a.name)) {
            return error("every assertion must be named and belong to a partition");
        }
        let labelled = nodes
            .iter()
            .map(|node| TreeNode { label: self.conjunction(&node.names), children: node.children.clone() })
            .collect();
        let Some(problem) = Tree::new(labelled) else {
            return error("the partitions are not one tree");
        };
        let before = budget.used();
        let steps = self.options.steps.unwrap_or(u64::MAX);
        let arena = &mut self.script.arena;
        let outcome = budget
            .within(steps, |part| tree(arena, &problem, self.options.policy, part))
            .unwrap_or_else(|ended| Err(ended.into()));
        self.summary.steps += budget.used() - before;
        match outcome {
            Err(reason) => {
                self.last = Last::Unknown(reason);
                format!("unknown\n; {reason}")
            }
            Ok(Outcome::Model(model)) => {
                let text = print::model(&self.script.arena, &self.constants, &model);
                self.summary.checked += 1;
                self.last = Last::Sat(model);
                format!("sat\n{text}")
            }
            Ok(Outcome::Interpolants(found)) => {
                self.summary.checked += found.len() as u64 + 1;
                let arena = &self.script.arena;
                let formulae: Vec<String> = found.iter().map(|i| print_formula(arena, i.formula)).collect();
                let mut response = print::list(formulae.iter().map(String::as_str));
                if self.options.explain {
                    for (i, interpolant) in found.iter().enumerate() {
                        response += &explained(arena, i + 1, interpolant.formula, &interpolant.explanation);
                    }
                }
                response
            }
        }
    }

    /// The assertions with these names that are in force.
    fn conjunction(&mut self, names: &[String]) -> Formula {
        let named = |name: &Option<String>| name.as_ref().is_some_and(|n| names.contains(n));
        let parts: Vec<Formula> =
            self.assertions.iter().filter(|a| named(&a.name)).map(|a| a.formula).collect();
        self.script.arena.and(parts)
    }
}

/// Comments that say where an interpolant comes from.
fn explained(arena: &Arena, number: usize, formula: Formula, explanation: &Explanation) -> String {
    let mut text = format!("\n; {number}: {}", arena.show(formula));
    if !explanation.is_read() {
        text += "\n;    by elimination of the symbols that the sides do not share";
    }
    for argument in &explanation.arguments {
        text += &format!("\n;    {}", sentence(arena, argument));
    }
    text
}

fn sentence(arena: &Arena, argument: &Argument) -> String {
    let sum = |part: &[(Formula, Int)]| {
        let summands: Vec<String> = part.iter().map(|(f, n)| format!("{n}·({})", arena.show(*f))).collect();
        summands.join(" + ")
    };
    let (a, b, atom) = (sum(&argument.a), sum(&argument.b), arena.show(argument.atom));
    match &argument.ground {
        Ground::Sum { constant } => format!("{atom} from {a}; with {b} it is {constant} ≤ 0"),
        Ground::Divisibility { modulus } => format!("{atom} from {a}; with {b} it fails modulo {modulus}"),
        Ground::Projection => format!("{atom} is what {a} says about the shared symbols, against {b}"),
    }
}
