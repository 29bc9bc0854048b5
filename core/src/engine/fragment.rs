//! Clauses that are solved without an abstract reachability graph: recursion-free ones by the method that is
//! made for their fragment (thesis, Fig. 5.3; SHARA, Fig. 4), recursive ones by unwinding.

use super::cdd::{Purpose, expansion_text};
use super::phase::{Next, Phase, Worked};
use super::{
    Alternative, AndOrTree, Engine, Event, Position, PositionId, StopReason, Strategy, Subject, certify,
};
use crate::horn::{Classification, ClauseSystem, Dependence, Method, SystemRelationId};
use crate::recursion_free::{CopyId, Expansion, Solved, Unsolved, solve_by};
use crate::solver::{Budget, Unknown};

impl Engine {
    /// How the clauses are solved without a graph; none if the strategy wants one for them.
    pub(super) fn without_graph(&mut self, budget: &mut Budget) -> Result<Option<Worked>, StopReason> {
        let is_recursive = Dependence::of(&self.system).topological_order().is_err();
        let whole = Expansion::identity(&self.system);
        match self.settings.strategy {
            Strategy::Unwind if is_recursive => Ok(Some(self.begin_unwinding())),
            Strategy::Pdr => Ok(Some(self.begin_reaching())),
            Strategy::Cdd | Strategy::Unwind if !is_recursive => {
                self.expanded(&whole, Subject::Clauses, Purpose::Verdict, budget)
            }
            Strategy::Auto if !is_recursive => self.by_fragment(&whole, budget).map(Some),
            Strategy::Auto => {
                self.settings.strategy = Strategy::Tree;
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Solves recursion-free clauses by the method of their fragment.
    fn by_fragment(&mut self, whole: &Expansion, budget: &mut Budget) -> Result<Worked, StopReason> {
        budget.take(1 + self.system.clauses().len() as u64)?;
        let Classification { fragment, method, .. } =
            Classification::within(&self.arena, &self.system, budget)?;
        let mut events: Vec<Event> =
            fragment.map(|fragment| Event::MethodChosen { fragment, method }).into_iter().collect();
        match method {
            Method::SolveCdd | Method::Expansion => {
                if let Some(worked) = self.expanded(whole, Subject::Clauses, Purpose::Verdict, budget)? {
                    return Ok(worked.after(events));
                }
                // Predicate abstraction looks at large derivations in part.
                events.push(Event::ExpansionTooLarge { limit: self.settings.expansion_limit });
                self.settings.strategy = Strategy::Tree;
                return Ok(Worked::go(events, Phase::Prepare));
            }
            Method::Trivial => {}
            _ => events.push(match as_tree(method, &self.system) {
                Some((tree, _)) => Event::CounterexampleFound { tree },
                None => Event::Expanded { expansion: expansion_text(whole, Subject::Clauses, false) },
            }),
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
        let text = |relation: SystemRelationId| self.interpolant_text(relation, solution.get(relation));
        if let Some((_, relations)) = as_tree(method, &self.system) {
            let interpolants = relations.into_iter().map(text).collect();
            events.push(Event::InterpolantsFound { interpolants });
        } else if method != Method::Trivial {
            let order = Dependence::of(&self.system).topological_order().unwrap_or_default();
            events.extend(order.into_iter().map(|relation| Event::CopySolved {
                // The clauses are their own expansion.
                copy: CopyId(relation.0),
                interpolant: text(relation),
                sides: None,
            }));
        }
        let Engine { problem, arena, way_back, .. } = self;
        let verdict = certify::safe(problem, arena, way_back, &solution, budget);
        Ok(self.conclude(verdict)?.after(events))
    }
}

/// The clauses as the and/or tree that the method interpolates (thesis, Fig. 5.4), and the relation symbols
/// of all positions but the root; none for methods without a tree, for several queries, and if a symbol is
/// never derived.
fn as_tree(method: Method, system: &ClauseSystem) -> Option<(AndOrTree, Vec<SystemRelationId>)> {
    let is_tree = matches!(
        method,
        Method::BinaryInterpolation
            | Method::SequenceInterpolation
            | Method::TreeInterpolation
            | Method::DisjunctiveInterpolation
    );
    let mut queries = system.queries();
    let (query, None, true) = (queries.next()?, queries.next(), is_tree) else { return None };
    let definitions = system.definitions();
    // Parents come before their children here; the other way round is the order of a tree.
    let mut relations: Vec<Option<SystemRelationId>> = vec![None];
    let mut positions: Vec<Position> = Vec::new();
    while let Some(relation) = relations.get(positions.len()).copied() {
        let clauses = relation.map_or_else(|| vec![query], |p| definitions[p.index()].clone());
        let mut alternatives = Vec::with_capacity(clauses.len());
        for clause in clauses {
            let first = relations.len();
            relations.extend(system[clause].body.iter().map(|atom| Some(atom.relation)));
            alternatives.push(Alternative {
                clause,
                edge: None,
                children: (first..relations.len()).map(PositionId::at).collect(),
            });
        }
        if alternatives.is_empty() {
            return None;
        }
        positions.push(Position { node: None, alternatives });
    }
    Some((AndOrTree::reversed(positions), relations.into_iter().rev().flatten().collect()))
}
