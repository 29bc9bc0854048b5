//! Loops as nets: what each clause of a loop adds to the arguments (Acta'16, Sect. 9.1 and 9.3).
//!
//! A clause `m(x̄ + d̄) ← m(x̄) ∧ g(x̄)` is an action with the effect `d̄`. If a new value is another sum of
//! old ones, as with transfers, the clause has no constant effect; then each old value that counts, and the
//! constant, changes what it changes, and these vectors take the place of `d̄` in the space of all effects.
//!
//! ```text
//! m(P1 + 1, P2 + 1) :- m(P1, P2).    m(P1 - 1, P2 - 1) :- m(P1, P2), P1 >= 1, P2 >= 1.
//! effects (1, 1) and (-1, -1); orthogonal to both: (1, -1)
//! ```

use super::affine::integers;
use crate::budget::{Budget, Exhausted};
use crate::formula::{Arena, Formula, Node, Symbol};
use crate::horn::{Clause, ClauseSystem, SystemClauseId, SystemRelationId};
use crate::num::Int;
use crate::space::Space;

/// A clause from a loop head back to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetAction {
    pub clause: SystemClauseId,
    /// What it adds to each parameter, if that does not depend on the marking.
    pub effect: Option<Vec<Int>>,
}

/// A loop head with integer parameters, the places, and the clauses that lead from it back to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    pub head: SystemRelationId,
    pub places: Vec<Symbol>,
    pub actions: Vec<NetAction>,
    effects: Space,
}

impl Net {
    /// The net of a loop head: `None` unless all parameters are integers and all clauses that derive it from
    /// something of its own component derive it from one atom of itself.
    pub fn of(
        arena: &Arena,
        system: &ClauseSystem,
        head: SystemRelationId,
        components: &[usize],
        budget: &mut Budget,
    ) -> Result<Option<Net>, Exhausted> {
        let places = system[head].parameters().to_vec();
        if integers(arena, &places).count() != places.len() {
            return Ok(None);
        }
        let inside = |r: SystemRelationId| components[r.index()] == components[head.index()];
        let (mut actions, mut effects) = (Vec::new(), Space::new(places.len()));
        for id in system.clause_ids() {
            let clause = &system[id];
            if clause.head_relation() != Some(head) || !clause.body.iter().any(|atom| inside(atom.relation)) {
                continue;
            }
            if clause.body.len() != 1 || clause.body[0].relation != head {
                return Ok(None);
            }
            budget.take(1 + places.len() as u64)?;
            let columns = columns(arena, clause);
            let effect = match &columns[..] {
                [constant] => Some(constant.clone()),
                _ => None,
            };
            for column in columns {
                budget.take(1 + places.len() as u64 / 8)?;
                effects.insert(column);
            }
            actions.push(NetAction { clause: id, effect });
        }
        Ok(Some(Net { head, places, actions, effects }))
    }

    /// A basis of the vectors that are orthogonal to all effects: the place invariants.
    pub fn invariants(&self) -> Vec<Vec<Int>> {
        self.effects.orthogonal()
    }

    /// A basis of the space of effects, which completes that of the invariants to one of the whole space.
    pub fn effects(&self) -> &[Vec<Int>] {
        self.effects.generators()
    }

    pub fn action(&self, clause: SystemClauseId) -> Option<&NetAction> {
        self.actions.iter().find(|action| action.clause == clause)
    }
}

/// A basis of the vectors that are orthogonal to one.
pub fn orthogonal_to(vector: &[Int]) -> Vec<Vec<Int>> {
    let mut space = Space::new(vector.len());
    space.insert(vector.to_vec());
    space.orthogonal()
}

/// What a clause adds to the parameters: the constant part first, and then what each old value that matters
/// adds, and a unit vector for each parameter with an unknown new value.
fn columns(arena: &Arena, clause: &Clause) -> Vec<Vec<Int>> {
    let (Some(head), [body]) = (&clause.head, &clause.body[..]) else { return Vec::new() };
    let (after, before) = (&head.arguments, &body.arguments);
    let count = after.len();
    let mut constant = vec![Int::ZERO; count];
    let mut others: Vec<(usize, Vec<Int>)> = Vec::new();
    let mut unknown: Vec<Vec<Int>> = Vec::new();
    let equations = equations(arena, clause.constraint);
    for i in 0..count {
        // `after = before + …`, as an equation that speaks of nothing else that is new.
        let defining = equations.iter().find_map(|term| {
            let own = term.coefficient(after[i]);
            let is_own = own == Int::ONE || own == Int::MINUS_ONE;
            let known = |s: Symbol| s == after[i] || before.contains(&s);
            (is_own && term.symbols().all(known)).then(|| (-own, term))
        });
        let Some((sign, term)) = defining else {
            let mut unit = vec![Int::ZERO; count];
            unit[i] = Int::ONE;
            unknown.push(unit);
            continue;
        };
        constant[i] = &sign * term.constant_part();
        for (j, old) in before.iter().enumerate() {
            let mut factor = &sign * &term.coefficient(*old);
            if i == j {
                factor -= &Int::ONE;
            }
            if factor.is_zero() {
                continue;
            }
            let at = others.iter().position(|(of, _)| *of == j).unwrap_or_else(|| {
                others.push((j, vec![Int::ZERO; count]));
                others.len() - 1
            });
            others[at].1[i] = factor;
        }
    }
    let mut columns = vec![constant];
    columns.extend(others.into_iter().map(|(_, column)| column));
    columns.extend(unknown);
    columns
}

/// The terms that a conjunction says to be 0.
fn equations(arena: &Arena, constraint: Formula) -> Vec<&crate::formula::LinearTerm> {
    let parts = match arena.node(constraint) {
        Node::And(parts) => &parts[..],
        _ => std::slice::from_ref(&constraint),
    };
    parts
        .iter()
        .filter_map(|part| match arena.node(*part) {
            Node::Eq(term) => Some(term),
            _ => None,
        })
        .collect()
}
