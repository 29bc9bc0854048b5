//! Clauses that are solved without an abstract reachability graph: recursion-free ones by the method that is
//! made for their fragment (thesis, Fig. 5.3; SHARA, Fig. 4), recursive ones by unwinding.

use super::cdd::{Purpose, expansion_text};
use super::phase::{Next, Phase, Worked};
use super::{Engine, Event, StopReason, Strategy, Subject, certify};
use crate::horn::{Classification, Dependence, Method};
use crate::recursion_free::{Expansion, Solved, Unsolved, solve_by};
use crate::solver::{Budget, Unknown};

impl Engine {
    /// How the clauses are solved without a graph; none if the strategy wants one for them.
    pub(super) fn without_graph(&mut self, budget: &mut Budget) -> Result<Option<Worked>, StopReason> {
        let is_recursive = Dependence::of(&self.system).topological_order().is_err();
        let whole = Expansion::identity(&self.system);
        match self.settings.strategy {
            Strategy::Unwind if is_recursive => Ok(Some(self.begin_unwinding())),
            Strategy::Cdd | Strategy::Unwind if !is_recursive => {
                self.expanded(&whole, Subject::Clauses, Purpose::Verdict, budget)
            }
            Strategy::Auto if !is_recursive => self.by_fragment(&whole, budget).map(Some),
            _ => Ok(None),
        }
    }

    /// Solves recursion-free clauses by the method of their fragment.
    fn by_fragment(&mut self, whole: &Expansion, budget: &mut Budget) -> Result<Worked, StopReason> {
        budget.take(1 + self.system.clauses().len() as u64)?;
        let Classification { fragment, method, .. } = Classification::of(&self.arena, &self.system);
        let mut events: Vec<Event> =
            fragment.map(|fragment| Event::MethodChosen { fragment, method }).into_iter().collect();
        match method {
            Method::SolveCdd | Method::Expansion => {
                match self.expanded(whole, Subject::Clauses, Purpose::Verdict, budget)? {
                    Some(worked) => return Ok(worked.after(events)),
                    None => {
                        // Predicate abstraction looks at large derivations in part.
                        let limit = self.settings.expansion_limit;
                        events.push(Event::ExpansionTooLarge { limit });
                        self.settings.strategy = Strategy::Tree;
                        return Ok(Worked::go(events, Phase::Prepare));
                    }
                }
            }
            Method::Trivial => {}
            _ => {
                let expansion = expansion_text(whole, Subject::Clauses, false);
                events.push(Event::Expanded { expansion });
            }
        }
        Ok(Worked::go(events, Phase::Interpolate(method)))
    }

    /// All interpolants of a system that is in the fragment of a method.
    pub(super) fn interpolate(&mut self, method: Method, budget: &mut Budget) -> Result<Worked, StopReason> {
        let solved = solve_by(method, &mut self.arena, &self.system, self.settings.policy, budget);
        let solution = match solved {
            Ok(Solved::Solution(solution)) => solution,
            Ok(Solved::Derivable(derivation)) => {
                let verdict = certify::unsafe_(&mut self.problem, &self.arena, &self.way_back, derivation)?;
                return Ok(Worked::quietly(Next::End(verdict)));
            }
            Err(Unsolved::Unknown(reason)) => return Err(reason.into()),
            // These methods expand nothing.
            Err(Unsolved::Expansion(_)) => return Err(Unknown::Unchecked.into()),
        };
        let mut events = Vec::new();
        if method != Method::Trivial {
            let order = Dependence::of(&self.system).topological_order().unwrap_or_default();
            events.extend(order.into_iter().map(|relation| Event::CopySolved {
                copy: relation.index(),
                interpolant: self.interpolant_text(relation, solution.get(relation)),
                sides: None,
            }));
        }
        let Engine { problem, arena, way_back, .. } = self;
        let verdict = certify::safe(problem, arena, way_back, &solution, budget);
        Ok(self.conclude(verdict)?.after(events))
    }
}
