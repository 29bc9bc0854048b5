//! Cartesian predicate abstraction: which predicates hold in the head of a clause, if these hold in its body?
//!
//! Each clause has one live solver that knows its constraint (CAV'13, Fig. 3 asks for
//! `{C} ∪ Q₁ ∪ … ∪ Qₙ ⊨ φ`), and the predicates of the body are assumptions. A model of the body in which a
//! candidate is false rules it out, and many others with it:
//!
//! ```text
//! x′ = x + 1, x ≥ 0     candidates x′ ≥ 0, x′ ≥ 5, x′ ≤ 3, x′ ≥ 1     model x = 9: x′ ≤ 3 fails
//!                       one of the others fails: x = 0                x′ ≥ 5 fails
//!                       one of the others fails: contradiction        x′ ≥ 0 and x′ ≥ 1 hold
//! ```

use super::{PredicateId, Predicates};
use crate::budget::{ARGUMENTS_IN_A_STEP, Exhausted};
use crate::formula::{Arena, Formula, Valuation};
use crate::horn::{ClauseSystem, SystemClauseId};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// How many models of a clause are kept: one that fits rules candidates out without a search.
const MODEL_LIMIT: usize = 12;
/// How many contradictory bodies of a clause are kept.
const CORE_LIMIT: usize = 64;

/// The solvers of all clauses.
#[derive(Clone, Debug, Default)]
pub(super) struct Abstraction {
    clauses: Vec<Live>,
    /// Queries to the solvers so far.
    checks: u64,
}

/// A clause with the predicates of its body, and candidates for those of its head; a query has none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Applied<'a> {
    pub(super) clause: SystemClauseId,
    /// For each relation symbol of the body.
    pub(super) body: &'a [&'a [PredicateId]],
    pub(super) candidates: &'a [PredicateId],
}

#[derive(Clone, Debug, Default)]
struct Live {
    solver: Solver,
    /// Predicates of the body that contradict the constraint, sorted: so does whatever contains them.
    cores: Vec<Vec<Formula>>,
    /// Models of the constraint, the latest last.
    models: Vec<Valuation>,
    /// The assumptions of all queries, if they are recorded.
    recorded: Option<Vec<Vec<Formula>>>,
}

impl Abstraction {
    pub(super) fn new(
        arena: &mut Arena,
        system: &ClauseSystem,
        budget: &mut Budget,
    ) -> Result<Abstraction, Exhausted> {
        let mut clauses = Vec::with_capacity(system.clauses().len());
        for clause in system.clauses() {
            let atoms = clause.body.iter().chain(&clause.head);
            let arguments: usize = atoms.map(|atom| atom.arguments.len()).sum();
            budget.take(arguments as u64 / ARGUMENTS_IN_A_STEP)?;
            let mut live = Live::default();
            live.solver.assert(arena, clause.constraint);
            clauses.push(live);
        }
        Ok(Abstraction { clauses, checks: 0 })
    }

    /// The candidates that hold in the head whenever the predicates of the body do; `None` if those
    /// contradict the constraint. A query has no candidates.
    pub(super) fn head(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        predicates: &Predicates,
        applied: Applied,
        budget: &mut Budget,
    ) -> Result<Option<Vec<PredicateId>>, Unknown> {
        let Applied { clause: id, body, candidates } = applied;
        let clause = system[id].clone();
        let mut assumptions = Vec::new();
        for (atom, set) in clause.body.iter().zip(body) {
            assumptions.extend(set.iter().map(|p| system.at(arena, atom, predicates.get(*p).formula)));
        }
        assumptions.sort_unstable();
        assumptions.dedup();
        let live = &mut self.clauses[id.index()];
        let checks = &mut self.checks;
        let Some(models) = live.models(arena, &assumptions, checks, budget)? else {
            return Ok(None);
        };
        let mut open: Vec<(PredicateId, Formula)> = Vec::new();
        if let Some(head) = &clause.head {
            open.extend(candidates.iter().map(|p| (*p, system.at(arena, head, predicates.get(*p).formula))));
        }
        open.retain(|(_, f)| models.iter().all(|m| arena.evaluate(*f, m)));
        while !open.is_empty() {
            let all = arena.and(open.iter().map(|(_, f)| *f));
            assumptions.push(!all);
            let answer = live.ask(arena, &assumptions, checks, budget);
            assumptions.pop();
            match answer {
                Answer::Unknown(reason) => return Err(reason),
                Answer::Unsat(_) => break,
                Answer::Sat(model) => {
                    let before = open.len();
                    open.retain(|(_, f)| arena.evaluate(*f, &model));
                    if open.len() == before {
                        // The model breaks its promise, and going on would not end.
                        return Err(Unknown::Unchecked);
                    }
                    live.keep(model);
                }
            }
        }
        Ok(Some(open.into_iter().map(|(p, _)| p).collect()))
    }

    pub(super) fn checks(&self) -> u64 {
        self.checks
    }

    /// Records queries from now on.
    pub(super) fn record(&mut self) {
        for live in &mut self.clauses {
            live.recorded.get_or_insert_default();
        }
    }

    /// The recorded queries of each clause.
    pub(super) fn recorded(&self) -> impl Iterator<Item = &[Vec<Formula>]> {
        self.clauses.iter().map(|live| live.recorded.as_deref().unwrap_or_default())
    }
}

impl Live {
    fn ask(
        &mut self,
        arena: &mut Arena,
        assumptions: &[Formula],
        checks: &mut u64,
        budget: &mut Budget,
    ) -> Answer {
        *checks += 1;
        if let Some(recorded) = &mut self.recorded {
            recorded.push(assumptions.to_vec());
        }
        self.solver.check(arena, assumptions, budget)
    }

    /// Models of constraint and assumptions, at least one; or `None` if there is none.
    fn models(
        &mut self,
        arena: &mut Arena,
        assumptions: &[Formula],
        checks: &mut u64,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Valuation>>, Unknown> {
        let known = |core: &Vec<Formula>| core.iter().all(|f| assumptions.binary_search(f).is_ok());
        if self.cores.iter().any(known) {
            return Ok(None);
        }
        let fits = |m: &&Valuation| assumptions.iter().all(|f| arena.evaluate(*f, m));
        let fitting: Vec<Valuation> = self.models.iter().filter(fits).cloned().collect();
        if !fitting.is_empty() {
            return Ok(Some(fitting));
        }
        match self.ask(arena, assumptions, checks, budget) {
            Answer::Unknown(reason) => Err(reason),
            Answer::Sat(model) => {
                self.keep(model.clone());
                Ok(Some(vec![model]))
            }
            Answer::Unsat(mut core) => {
                core.sort_unstable();
                if self.cores.len() == CORE_LIMIT {
                    self.cores.remove(0);
                }
                self.cores.push(core);
                Ok(None)
            }
        }
    }

    fn keep(&mut self, model: Valuation) {
        if self.models.len() == MODEL_LIMIT {
            self.models.remove(0);
        }
        self.models.push(model);
    }
}
