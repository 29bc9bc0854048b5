//! What remains to be done: clauses with nodes for their bodies (the first `pick` of CAV'13, Fig. 3).
//!
//! Work goes by depth, so that nothing waits forever and counterexamples of minimal depth are met first. If a
//! single counterexample is wanted, queries come before all else, since one whose body is consistent ends the
//! exploration. If all of minimal depth are wanted, a query waits until every derivation of that depth is in
//! the graph, or of a greater depth if deeper ones are wanted as well. And if relation symbols are
//! approximated globally, queries are tried when the approximations are stable.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::{Graph, NodeId, Settings, StopReason, Strategy};
use crate::budget::Budget;
use crate::horn::{ClauseSystem, SystemClauseId, SystemRelationId};

/// A clause to be applied to nodes. The order is that in which it is done by default.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Item {
    /// 0 for what comes before all else.
    urgency: u8,
    /// The depth of the deepest node in the body; for queries that wait, how long they do.
    depth: usize,
    /// 0 for queries.
    class: u8,
    /// The youngest node in the body.
    youngest: Option<NodeId>,
    pub clause: SystemClauseId,
    pub body: Vec<NodeId>,
}

/// More pending items than this are more than anybody will wait for, at first.
const ITEM_LIMIT: usize = 1_000_000;

/// This many atoms of a body to find nodes for are one step of work; most bodies are shorter.
const ATOMS_IN_A_STEP: u64 = 8;

/// When queries are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Queries {
    /// Before all else.
    #[default]
    First,
    /// After everything that is less deep, or than so much more.
    ByDepth(usize),
    /// When there is nothing else to do.
    Last,
}

/// The items to do, and those done.
#[derive(Clone, Debug, Default)]
pub struct Worklist {
    pending: BTreeSet<Item>,
    done: FxHashSet<(SystemClauseId, Vec<NodeId>)>,
    /// Where each relation symbol occurs: clauses and positions in their bodies.
    uses: Vec<Vec<(SystemClauseId, usize)>>,
    /// When queries are tried.
    queries: Queries,
    limit: usize,
}

impl Worklist {
    pub(super) fn new(system: &ClauseSystem, settings: &Settings) -> Worklist {
        let mut uses = vec![Vec::new(); system.relations().len()];
        for id in system.clause_ids() {
            for (position, atom) in system[id].body.iter().enumerate() {
                uses[atom.relation.index()].push((id, position));
            }
        }
        let queries = match settings.strategy {
            Strategy::Tree | Strategy::Cdd | Strategy::Auto | Strategy::Unwind | Strategy::Pdr => {
                Queries::First
            }
            Strategy::Disjunctive => Queries::ByDepth(settings.deeper),
            Strategy::Global => Queries::Last,
        };
        Worklist { uses, queries, limit: ITEM_LIMIT, ..Worklist::default() }
    }

    /// Allows for twice as many items.
    pub(super) fn raise_limit(&mut self) {
        self.limit = self.limit.saturating_mul(2);
    }

    /// The pending items, in the default order.
    pub fn pending(&self) -> impl Iterator<Item = &Item> {
        self.pending.iter()
    }

    pub(super) fn first(&self) -> Option<Item> {
        self.pending.first().cloned()
    }

    pub(super) fn contains(&self, item: &Item) -> bool {
        self.pending.contains(item)
    }

    pub(super) fn remove(&mut self, item: &Item) {
        self.pending.remove(item);
    }

    /// The item need not be done again while its nodes are there.
    pub(super) fn finish(&mut self, item: &Item) {
        self.pending.remove(item);
        self.done.insert((item.clause, item.body.clone()));
    }

    /// The item must be done again, if its nodes are there.
    pub(super) fn reopen(&mut self, clause: SystemClauseId, body: Vec<NodeId>) {
        self.done.remove(&(clause, body));
    }

    /// Adds what a new node makes possible.
    pub(super) fn add_node(
        &mut self,
        system: &ClauseSystem,
        graph: &Graph,
        id: NodeId,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let Some(node) = graph.node(id) else { return Ok(()) };
        let is_alone = graph.active(node.relation).all(|(n, _)| n == id);
        let mut before = None;
        for (clause, position) in self.uses[node.relation.index()].clone() {
            // The first position of the new node is this one, so no body is met twice; and where the symbol
            // has no other node, an earlier atom with it has none left.
            if is_alone && before.replace(clause) == Some(clause) {
                continue;
            }
            let atoms = &system[clause].body;
            budget.take(atoms.len() as u64 / ATOMS_IN_A_STEP)?;
            let choices = atoms.iter().enumerate().map(|(i, atom)| {
                let all = graph.active(atom.relation).map(|(n, _)| n);
                match i.cmp(&position) {
                    std::cmp::Ordering::Less => all.filter(|n| *n != id).collect(),
                    std::cmp::Ordering::Equal => vec![id],
                    std::cmp::Ordering::Greater => all.collect(),
                }
            });
            let choices: Vec<Vec<NodeId>> = choices.collect();
            self.add_all(system, graph, clause, &choices, budget)?;
        }
        Ok(())
    }

    /// Everything that is possible and not done: for the start, and after nodes have gone.
    pub(super) fn rebuild(
        &mut self,
        system: &ClauseSystem,
        graph: &Graph,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        self.pending.clear();
        let mut active: Vec<Vec<NodeId>> = vec![Vec::new(); system.relations().len()];
        for (id, node) in graph.nodes().filter(|(_, node)| node.covered_by.is_none()) {
            active[node.relation.index()].push(id);
        }
        let of = |relation: SystemRelationId| active[relation.index()].clone();
        for clause in system.clause_ids() {
            let choices: Vec<Vec<NodeId>> = system[clause].body.iter().map(|a| of(a.relation)).collect();
            self.add_all(system, graph, clause, &choices, budget)?;
        }
        Ok(())
    }

    /// Adds a clause with every combination of nodes.
    fn add_all(
        &mut self,
        system: &ClauseSystem,
        graph: &Graph,
        clause: SystemClauseId,
        choices: &[Vec<NodeId>],
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        if choices.iter().any(Vec::is_empty) {
            return Ok(());
        }
        let mut turn = vec![0; choices.len()];
        loop {
            budget.take(choices.len() as u64 / ATOMS_IN_A_STEP)?;
            let body: Vec<NodeId> = turn.iter().zip(choices).map(|(i, c)| c[*i]).collect();
            let key = (clause, body);
            if !self.done.contains(&key) {
                let body = key.1;
                let depth = body.iter().filter_map(|n| graph.node(*n)).map(|n| n.depth).max().unwrap_or(0);
                let class = u8::from(system[clause].head.is_some());
                let youngest = body.iter().max().copied();
                let (urgency, wait) = match self.queries {
                    Queries::First => (class, 0),
                    Queries::ByDepth(deeper) => (0, if class == 0 { deeper } else { 0 }),
                    Queries::Last => (1 - class, 0),
                };
                let depth = depth + wait;
                self.pending.insert(Item { urgency, depth, class, youngest, clause, body });
                if self.pending.len() > self.limit {
                    return Err(StopReason::TooManyCombinations(self.limit));
                }
            }
            // The next combination, as an odometer counts.
            let Some(wheel) = (0..turn.len()).rev().find(|i| turn[*i] + 1 < choices[*i].len()) else {
                return Ok(());
            };
            turn[wheel] += 1;
            turn[wheel + 1..].fill(0);
        }
    }
}
