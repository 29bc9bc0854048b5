//! SOLVECDD (SHARA, Algorithm 1): clause-dependence disjoint systems by one binary interpolation for each
//! relation symbol.
//!
//! Relation symbols are taken from the bottom up. What derives `p` from solved symbols (PRE, Sect. 4.2.2)
//! contradicts what leads from `p` to `false` (POST, Sect. 4.2.3), and an interpolant of the two is a formula
//! for `p`:
//!
//! ```text
//! l9 ← C ∧ l6,  l9 ← D ∧ l8        PRE(l9)  = ((C ∧ b6) ∨ (D ∧ b8)) ∧ (¬b6 ∨ σ(l6)) ∧ (¬b8 ∨ σ(l8))
//! false ← E ∧ l9 ∧ dbl             POST(l9) = E ∧ b9 ∧ bd ∧ (¬bd ∨ …)
//! ```
//!
//! The indicator `b` of a symbol says that it is used. Since the symbols of a body depend on nothing in
//! common, a derivation uses each symbol once at most, so that one vector of arguments for each is enough,
//! however many clauses share it.
//!
//! A correction. For the symbols above `p`, the paper's POST takes all clauses, so that a derivation may
//! leave the way up from `p` by another alternative; and nothing says what the symbols there mean, since
//! these neither depend on `p` nor are siblings. Their indicators are free, and POST is too weak. In the
//! paper's own `S_DA`, POST(l6) has `¬b_l9 ∨ (abs' = n ∧ b_l6) ∨ (abs' = -n ∧ b_l8)` and no word about `l8`,
//! and is true together with PRE(l6) for `n = 3`, `abs' = -3`, `res = -6`: Algorithm 1 would answer None for
//! a system that has a solution. So here POST takes, above `p`, the clauses on the way up from `p` only.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{ClauseCopyId, CopyDependence, CopyId, Expansion, NoExpansion, NormalForm, Unsolved};
use crate::formula::{Arena, Formula, FormulaText, Sort, Symbol, Valuation};
use crate::horn::{Assignment, ClauseSystem, SystemDerivation, SystemDerivationStep};
use crate::interpolate::{Outcome, Policy, Tree, TreeNode, confirm, separate};
use crate::solver::{Answer, Budget, Solver, Unknown};

/// A clause-dependence disjoint expansion of a system, ready to be solved symbol by symbol.
#[derive(Clone, Debug)]
pub struct CddProblem {
    pub expansion: Expansion,
    form: NormalForm,
    dependence: CopyDependence,
    /// For each copy of a relation symbol.
    indicators: Vec<Symbol>,
    /// For arguments and indicators the copy, and for arguments the position.
    places: FxHashMap<Symbol, (CopyId, Option<usize>)>,
    /// The names of copies: `r` and `r_2`.
    names: Vec<String>,
    /// Copies such that each comes after those it depends on.
    order: Vec<CopyId>,
    /// What copies mean, over their arguments, in that order.
    solved: Vec<Option<Formula>>,
    next: usize,
}

/// What one step of SOLVECDD did.
#[derive(Clone, Debug)]
pub enum CddStep {
    /// `false` can be derived, by this derivation of the expanded system.
    Derivable(SystemDerivation),
    /// A copy has its formula.
    Solved(SolvedCopy),
    /// All copies have formulae: they are a solution of the expansion.
    Done(Assignment),
}

/// A copy of a relation symbol, and the binary interpolation problem that gave its formula.
#[derive(Clone, Copy, Debug)]
pub struct SolvedCopy {
    pub copy: CopyId,
    /// Over the parameters of the relation symbol.
    pub formula: Formula,
    /// What derives the copy from copies that are solved, and what leads from it to `false`.
    pub pre: Formula,
    pub post: Formula,
}

/// This many clauses that are looked at count as a step.
const CLAUSES_PER_STEP: u64 = 16;

impl CddProblem {
    /// The minimal clause-dependence disjoint expansion of a recursion-free system (EXPAND).
    pub fn expand(
        arena: &mut Arena,
        system: &ClauseSystem,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<CddProblem, Unsolved> {
        let expansion =
            Expansion::clause_dependence_disjoint(system, limit, budget).map_err(Unsolved::Expansion)?;
        CddProblem::new(arena, system, expansion, budget)
    }

    /// An expansion that is clause-dependence disjoint.
    pub fn new(
        arena: &mut Arena,
        system: &ClauseSystem,
        expansion: Expansion,
        budget: &mut Budget,
    ) -> Result<CddProblem, Unsolved> {
        let dependence = expansion.dependence();
        let order = dependence
            .topological_order()
            .map_err(|cycle| Unsolved::Expansion(NoExpansion::Recursive(expansion.original_cycle(&cycle))))?;
        if !expansion.is_clause_dependence_disjoint() {
            return Err(Unsolved::Unknown(Unknown::Unchecked));
        }
        // A disjoint expansion has no relation symbol twice in a clause.
        let form = NormalForm::of(arena, system, &expansion, budget)?.map_err(|_| Unknown::Unchecked)?;
        let count = expansion.relation_of.len();
        let indicators: Vec<Symbol> = (0..count).map(|_| arena.fresh_symbol("used", Sort::Bool)).collect();
        let mut places = FxHashMap::default();
        for (i, (arguments, indicator)) in form.arguments.iter().zip(&indicators).enumerate() {
            let copy = CopyId::at(i);
            places.insert(*indicator, (copy, None));
            places.extend(arguments.iter().enumerate().map(|(k, argument)| (*argument, (copy, Some(k)))));
        }
        let names = expansion.names(system);
        let solved = vec![None; count];
        Ok(CddProblem { expansion, form, dependence, indicators, places, names, order, solved, next: 0 })
    }

    /// The next copy to be solved with the symbols for its arguments, and its interpolation problem: what is
    /// below the copy, and what is above it.
    pub fn next_problem(&self, arena: &mut Arena) -> Option<(CopyId, &[Symbol], Tree)> {
        let copy = self.order.get(self.next).copied()?;
        let (pre, post) = (self.pre(arena, copy), self.post(arena, copy));
        let below = TreeNode { label: arena.and(pre), children: Vec::new() };
        let above = TreeNode { label: arena.and(post), children: vec![0] };
        Some((copy, &self.form.arguments[copy.index()], Tree::new(vec![below, above])?))
    }

    /// Have all copies their formulae?
    pub fn is_done(&self) -> bool {
        self.next >= self.order.len()
    }

    /// Goes on by one relation symbol. If the budget ends, the step can be repeated. A formula over the
    /// arguments of the next copy is used if it is an interpolant.
    pub fn step(
        &mut self,
        arena: &mut Arena,
        system: &ClauseSystem,
        policy: Policy,
        proposal: Option<Formula>,
        budget: &mut Budget,
    ) -> Result<CddStep, Unknown> {
        if self.next == 0
            && let Some(derivation) = self.derivation(arena, budget)?
        {
            return Ok(CddStep::Derivable(derivation));
        }
        let Some(copy) = self.order.get(self.next).copied() else {
            let formulae = self.dependence.relations().map(|copy| self.meaning(arena, system, copy));
            return Ok(CddStep::Done(Assignment { formulae: formulae.collect() }));
        };
        budget.take(1 + self.dependence.heads.len() as u64 / CLAUSES_PER_STEP)?;
        let (pre, post) = (self.pre(arena, copy), self.post(arena, copy));
        let (whole_pre, whole_post) = (arena.and(pre.clone()), arena.and(post.clone()));
        let accepted = match proposal {
            Some(formula) => confirm(arena, &pre, &post, formula, budget)?.map(|_| formula),
            None => None,
        };
        let formula = match accepted {
            Some(formula) => formula,
            None => match separate(arena, &pre, &post, policy, budget)? {
                // What is solved already excludes every derivation.
                Outcome::Model(_) => return Err(Unknown::Unchecked),
                Outcome::Interpolants(found) => found.formula,
            },
        };
        self.solved[copy.index()] = Some(formula);
        self.next += 1;
        let formula = self.meaning(arena, system, copy);
        Ok(CddStep::Solved(SolvedCopy { copy, formula, pre: whole_pre, post: whole_post }))
    }

    /// PRE or POST of a copy in the paper's notation, at most this many bytes of it: its own arguments are
    /// called as its parameters are, those of others have the names of their copies added, and `b_r` is the
    /// indicator of `r`.
    pub fn text(
        &self,
        arena: &Arena,
        system: &ClauseSystem,
        copy: CopyId,
        formula: Formula,
        limit: usize,
    ) -> FormulaText {
        let spelling = |symbol: Symbol| match self.places.get(&symbol) {
            Some((of, Some(position))) => {
                let parameters = system[self.expansion.relation(*of)].parameters();
                let name = parameters.get(*position).map_or("", |parameter| arena.name(*parameter));
                if *of == copy { name.to_owned() } else { format!("{name}_{}", self.names[of.index()]) }
            }
            Some((of, None)) => format!("b_{}", self.names[of.index()]),
            None => arena.name(symbol).to_owned(),
        };
        arena.show(formula).spelled(&spelling).limited(limit).text()
    }

    /// What a copy means, over the parameters of its relation symbol.
    fn meaning(&self, arena: &mut Arena, system: &ClauseSystem, copy: CopyId) -> Formula {
        let parameters = system[self.expansion.relation(copy)].parameters();
        let formula = self.solved[copy.index()].unwrap_or(arena.true_());
        arena.renamed(formula, &self.form.arguments[copy.index()], parameters)
    }

    /// One of these clauses holds, and what it uses is used.
    fn ways(&self, arena: &mut Arena, clauses: impl Iterator<Item = ClauseCopyId>) -> Formula {
        let mut ways = Vec::new();
        for clause in clauses {
            let mut parts = vec![self.form.constraints[clause.index()]];
            for used in &self.dependence.bodies[clause.index()] {
                parts.push(arena.boolean(self.indicators[used.index()]));
            }
            ways.push(arena.and(parts));
        }
        arena.or(ways)
    }

    /// Ctr: the meaning of a copy if it is solved, and its clauses if not (Sect. 4.2.1).
    fn constraint(&self, arena: &mut Arena, copy: CopyId) -> Formula {
        match self.solved[copy.index()] {
            Some(formula) => formula,
            None => self.ways(arena, self.dependence.definitions[copy.index()].iter().copied()),
        }
    }

    /// If a copy is used, then this.
    fn if_used(&self, arena: &mut Arena, copy: CopyId, formula: Formula) -> Formula {
        let used = arena.boolean(self.indicators[copy.index()]);
        arena.implies(used, formula)
    }

    fn pre(&self, arena: &mut Arena, copy: CopyId) -> Vec<Formula> {
        let mut parts = vec![self.constraint(arena, copy)];
        let mut below: Vec<CopyId> = self.dependence.dependencies(copy).map(|(_, q)| q).collect();
        below.sort_unstable();
        below.dedup();
        for q in below {
            let meaning = self.constraint(arena, q);
            parts.push(self.if_used(arena, q, meaning));
        }
        parts
    }

    /// D is what is above the copy by clauses on the way up, the siblings there, and what these depend on.
    fn post(&self, arena: &mut Arena, copy: CopyId) -> Vec<Formula> {
        let uses = |p: CopyId| self.dependence.uses[p.index()].iter().map(|(clause, _)| *clause);
        // The clauses on the way up, by head, and what else their bodies use.
        let mut on_the_way: FxHashSet<ClauseCopyId> = FxHashSet::default();
        let mut above: Vec<CopyId> = Vec::new();
        let mut reached: FxHashSet<CopyId> = FxHashSet::from_iter([copy]);
        let mut open = vec![copy];
        while let Some(p) = open.pop() {
            for clause in uses(p) {
                on_the_way.insert(clause);
                if let Some(head) = self.dependence.heads[clause.index()]
                    && reached.insert(head)
                {
                    above.push(head);
                    open.push(head);
                }
            }
        }
        above.sort_unstable();
        let way_up = |c: &ClauseCopyId| on_the_way.contains(c);
        let queries =
            self.dependence.clauses().filter(|c| self.dependence.heads[c.index()].is_none()).filter(way_up);
        let mut parts = vec![self.ways(arena, queries)];
        for p in &above {
            let clauses = self.dependence.definitions[p.index()].iter().copied().filter(way_up);
            let ways = self.ways(arena, clauses);
            parts.push(self.if_used(arena, *p, ways));
        }
        let mut beside: Vec<CopyId> = self
            .dependence
            .clauses()
            .filter(way_up)
            .flat_map(|c| self.dependence.bodies[c.index()].iter().copied())
            .filter(|q| !reached.contains(q))
            .collect();
        self.close(&mut beside);
        for q in beside {
            let meaning = self.constraint(arena, q);
            parts.push(self.if_used(arena, q, meaning));
        }
        parts
    }

    /// Adds what unsolved copies depend on; sorted in the end.
    fn close(&self, copies: &mut Vec<CopyId>) {
        let mut reached: FxHashSet<CopyId> = FxHashSet::default();
        let mut open = std::mem::take(copies);
        while let Some(p) = open.pop() {
            if reached.insert(p) {
                copies.push(p);
                if self.solved[p.index()].is_none() {
                    open.extend(self.dependence.dependencies(p).map(|(_, q)| q));
                }
            }
        }
        copies.sort_unstable();
    }

    /// A derivation of `false` by the original clauses, if the copies have one.
    pub fn derivation(
        &self,
        arena: &mut Arena,
        budget: &mut Budget,
    ) -> Result<Option<SystemDerivation>, Unknown> {
        let queries = self.dependence.clauses().filter(|c| self.dependence.heads[c.index()].is_none());
        let queries: Vec<ClauseCopyId> = queries.collect();
        let mut parts = vec![self.ways(arena, queries.iter().copied())];
        let mut used: Vec<CopyId> =
            queries.iter().flat_map(|c| self.dependence.bodies[c.index()].iter().copied()).collect();
        self.close(&mut used);
        for q in used {
            let meaning = self.constraint(arena, q);
            parts.push(self.if_used(arena, q, meaning));
        }
        match Solver::new().check(arena, &parts, budget) {
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(reason) => Err(reason),
            Answer::Sat(model) => self.picked(arena, &queries, &model).map(Some).ok_or(Unknown::Unchecked),
        }
    }

    /// The derivation that a model picks: for whatever is used, a clause that holds.
    fn picked(&self, arena: &Arena, queries: &[ClauseCopyId], model: &Valuation) -> Option<SystemDerivation> {
        let holds = |clause: &&ClauseCopyId| {
            arena.evaluate(self.form.constraints[clause.index()], model)
                && self.dependence.bodies[clause.index()]
                    .iter()
                    .all(|q| model.bool(self.indicators[q.index()]))
        };
        let mut clauses = vec![*queries.iter().find(holds)?];
        let mut next = 0;
        while let Some(clause) = clauses.get(next).copied() {
            next += 1;
            for q in &self.dependence.bodies[clause.index()] {
                clauses.push(*self.dependence.definitions[q.index()].iter().find(holds)?);
            }
        }
        // Premises come after what uses them; the other way round is a derivation.
        let last = clauses.len() - 1;
        let mut first_premise = 1;
        let mut steps = Vec::with_capacity(clauses.len());
        for clause in &clauses {
            let count = self.dependence.bodies[clause.index()].len();
            let premises = (first_premise..first_premise + count).map(|p| last - p).collect();
            first_premise += count;
            steps.push(SystemDerivationStep {
                clause: self.expansion.clause(*clause),
                valuation: self.form.valuation(*clause, model),
                premises,
            });
        }
        steps.reverse();
        Some(SystemDerivation::of(steps))
    }
}

/// SHARA (Algorithm 2): EXPAND, SOLVECDD, COLLAPSE.
pub fn shara(
    arena: &mut Arena,
    system: &ClauseSystem,
    policy: Policy,
    limit: usize,
    budget: &mut Budget,
) -> Result<Result<Assignment, SystemDerivation>, Unsolved> {
    let mut problem = CddProblem::expand(arena, system, limit, budget)?;
    loop {
        match problem.step(arena, system, policy, None, budget)? {
            CddStep::Solved(..) => {}
            CddStep::Derivable(derivation) => return Ok(Err(derivation)),
            CddStep::Done(solution) => {
                let collapsed = problem.expansion.collapse(arena, system, &solution);
                return Ok(Ok(collapsed));
            }
        }
    }
}

#[cfg(test)]
mod tests;
