//! Predicates that abstraction begins with: what the text says itself.
//!
//! The thesis calls the control locations of the automata a domain of their own (Sect. 6.4). With numbers in
//! their place, abstraction would have to find out by counterexamples that they tell states apart, one
//! location after the other. So it begins with them, with the values that are assigned to variables, and with
//! the comparisons of guards, invariants and the question:
//!
//! ```text
//! process(C, X, Id, L):   L = 0; L = 1; Id = 0; Id = 1; C - X <= 10
//! ```

use super::{Encoder, Slot};
use crate::formula::{Formula, LinearTerm, Symbol};
use crate::lang::timed::network::Condition;
use crate::lang::{Argument, InitialPredicate, RelationId, Span};
use crate::num::Int;
use crate::order::Set;

/// A relation symbol begins with at most this many predicates: each of them is asked about in each step.
/// Those of locations and values come first.
const PREDICATE_LIMIT: usize = 200;

impl Encoder<'_, '_> {
    /// Adds them to the problem. In a family the clauses are about one copy of each template.
    pub(super) fn predicates(&mut self, is_family: bool) {
        let comparisons = self.comparisons(is_family);
        for relation in 0..self.layouts.len() {
            // What the environment does relates two states.
            if self.layouts[relation].iter().any(|position| position.is_after) {
                continue;
            }
            let parameters = self.parameters(relation);
            let mut found = self.values(relation, &parameters);
            let own = |formula: &&Formula| {
                self.problem.arena.symbols_of(**formula).iter().all(|symbol| parameters.contains(symbol))
            };
            found.extend(comparisons.iter().filter(own));
            found.truncate(PREDICATE_LIMIT);
            let relation = RelationId(relation as u32);
            self.problem.predicates.extend(found.into_iter().map(|predicate| InitialPredicate {
                relation,
                parameters: parameters.clone(),
                predicate,
                span: Span::default(),
            }));
        }
    }

    /// The symbols of a state, in the order of the arguments.
    fn parameters(&mut self, relation: usize) -> Vec<Symbol> {
        let slots: Vec<Slot> = self.layouts[relation].iter().map(|position| position.slot).collect();
        let frame = self.frame("");
        let symbols = slots.into_iter().map(|slot| match slot {
            Slot::Pending(channel) => self.symbol(&format!("Pending{channel}")),
            other => frame.get(other).as_symbol().unwrap_or_else(|| self.symbol(&format!("Slot{other:?}"))),
        });
        symbols.collect()
    }

    /// That an argument has one of the values that it is given in some clause.
    fn values(&mut self, relation: usize, parameters: &[Symbol]) -> Vec<Formula> {
        let mut values: Set<(usize, Int)> = Set::default();
        for clause in &self.problem.clauses {
            for atom in clause.head.iter().chain(&clause.body) {
                if atom.relation.index() != relation {
                    continue;
                }
                for (position, argument) in atom.arguments.iter().enumerate() {
                    if let Argument::Int(term) = argument
                        && term.is_constant()
                    {
                        values.insert((position, term.constant_part().clone()));
                    }
                }
            }
        }
        let formulae = values.iter().map(|(position, value)| {
            let symbol = LinearTerm::symbol(parameters[*position]);
            self.problem.arena.equal(&symbol, &LinearTerm::constant(value.clone()))
        });
        formulae.collect()
    }

    /// The comparisons of guards, invariants and the question, without those that are made of others.
    fn comparisons(&mut self, is_family: bool) -> Vec<Formula> {
        let network = self.network;
        let mut leaves = Vec::new();
        // For any number of copies the question is about another network than the clauses.
        if !is_family {
            gather(&self.question.target, &mut leaves);
        }
        for automaton in &network.automata {
            automaton.locations.iter().for_each(|location| gather(&location.invariant, &mut leaves));
            automaton.edges.iter().for_each(|edge| gather(&edge.guard, &mut leaves));
        }
        let frame = self.frame("");
        let mut formulae: Vec<Formula> = Vec::new();
        for leaf in leaves {
            let mut demanded = Vec::new();
            let formula = self.condition(leaf, &frame, &mut demanded);
            // Conditional values have symbols of their own.
            if demanded.is_empty() && !formulae.contains(&formula) {
                formulae.push(formula);
            }
        }
        let constants = [self.problem.arena.true_(), self.problem.arena.false_()];
        formulae.retain(|formula| !constants.contains(formula));
        formulae
    }
}

/// The comparisons in a condition.
fn gather<'a>(condition: &'a Condition, leaves: &mut Vec<&'a Condition>) {
    match condition {
        Condition::Compare(..) | Condition::Clock { .. } => leaves.push(condition),
        Condition::Not(inner) => gather(inner, leaves),
        Condition::And(parts) | Condition::Or(parts) => parts.iter().for_each(|part| gather(part, leaves)),
        Condition::Constant(_) | Condition::At(..) => {}
    }
}
