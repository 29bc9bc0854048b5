//! Which sets of templates are feasible? One solver for all of them (Acta'16, Sect. 7.2).
//!
//! The labels, cut apart at the abstraction points, are asserted once; what the templates let pass are
//! assumptions. A set is feasible if they contradict each other, and then the core is the part of it that is
//! needed. If not, the model satisfies some more, and all that it satisfies together is infeasible as well.

use super::{Decision, Guided, Judgement, Subset};
use crate::formula::{Arena, Formula};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// Decides sets of templates for one problem.
#[derive(Clone, Debug)]
pub struct Feasibility {
    solver: Solver,
    /// What each template lets pass, at all its points.
    links: Vec<Formula>,
    /// Sets known to be feasible, none of which is known to have a feasible part.
    feasible: Vec<Subset>,
    infeasible: Vec<Subset>,
    checks: usize,
}

impl Feasibility {
    /// For an interpolation problem, and what each template lets pass.
    pub fn new(arena: &mut Arena, problem: &Guided, links: Vec<Formula>) -> Feasibility {
        let mut solver = Solver::new();
        for label in problem.cut_labels(arena) {
            solver.assert(arena, label);
        }
        Feasibility { solver, links, feasible: Vec::new(), infeasible: Vec::new(), checks: 0 }
    }

    /// How many sets needed the solver.
    pub fn checks(&self) -> usize {
        self.checks
    }

    pub fn decide(
        &mut self,
        arena: &mut Arena,
        set: Subset,
        budget: &mut Budget,
    ) -> Result<Decision<Subset>, Unknown> {
        Ok(match self.judge(arena, set, budget)? {
            Judgement::Feasible(needed) => Decision::Feasible(needed),
            Judgement::Infeasible(_) => Decision::Infeasible,
        })
    }

    /// The same, with the set that an infeasible one is part of.
    pub fn judge(
        &mut self,
        arena: &mut Arena,
        set: Subset,
        budget: &mut Budget,
    ) -> Result<Judgement, Unknown> {
        budget.take(1)?;
        if let Some(known) = self.feasible.iter().find(|f| f.is_subset(set)) {
            return Ok(Judgement::Feasible(*known));
        }
        if let Some(known) = self.infeasible.iter().find(|i| set.is_subset(**i)) {
            return Ok(Judgement::Infeasible(*known));
        }
        self.checks += 1;
        let assumed: Vec<Formula> = set.positions().map(|i| self.links[i]).collect();
        match self.solver.check(arena, &assumed, budget) {
            Answer::Unknown(reason) => Err(reason),
            Answer::Unsat(core) => {
                let needed = Subset::new(set.positions().filter(|i| core.contains(&self.links[*i])));
                self.feasible.retain(|f| !needed.is_subset(*f));
                self.feasible.push(needed);
                Ok(Judgement::Feasible(needed))
            }
            Answer::Sat(model) => {
                let passing = |i: &usize| arena.evaluate(self.links[*i], &model);
                let all = Subset::new((0..self.links.len()).filter(passing));
                self.infeasible.retain(|i| !i.is_subset(all));
                self.infeasible.push(all);
                Ok(Judgement::Infeasible(all))
            }
        }
    }

    /// All templates that those of a set imply: the largest set with the same abstraction, its canonical
    /// representative.
    pub fn canonical(&self, arena: &mut Arena, set: Subset, budget: &mut Budget) -> Result<Subset, Unknown> {
        let mut solver = Solver::new();
        let assumed: Vec<Formula> = set.positions().map(|i| self.links[i]).collect();
        let mut all: Vec<usize> = Vec::new();
        for (i, link) in self.links.iter().enumerate() {
            let mut query = assumed.clone();
            query.push(!*link);
            match solver.check(arena, &query, budget) {
                Answer::Unknown(reason) => return Err(reason),
                Answer::Unsat(_) => all.push(i),
                Answer::Sat(_) => {}
            }
        }
        Ok(Subset::new(all))
    }
}
