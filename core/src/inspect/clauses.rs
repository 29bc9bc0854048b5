//! A counterexample or an unwinding as a recursion-free system of clauses of its own (thesis, Sect. 5.10).
//!
//! `And(4, Or(And(1), And(2, And(1))))` of gcd becomes
//!
//! ```text
//! gcd(M, N, R) :- M = N, R = M.
//! gcd_2(M, N, R) :- M = N, R = M.
//! gcd_2(M, N, R) :- M > N, M1 = M - N, gcd(M1, N, R).
//! false :- M >= 0, M = N, gcd_2(M, N, R), R > M.
//! ```
//!
//! A position is a copy of its relation symbol and an alternative a copy of its clause, so the system has a
//! solution if and only if the counterexample is spurious (CAV'13, Sect. 4.1), and the interpolants of the
//! positions are one.

use rustc_hash::FxHashMap;

use super::Unfit;
use crate::budget::Budget;
use crate::engine::{AndOrTree, ExpansionText, PositionId};
use crate::formula::{Arena, Formula, FormulaText, LinearTerm, Sort, Symbol};
use crate::horn::{Pipeline, Prepared, SystemClauseId, SystemRelationId};
use crate::lang::{self, Application, Argument, Problem, RelationId, Span};
use crate::recursion_free::{CopyId, Expansion};

/// Makes clauses of the counterexamples of a run.
#[derive(Clone, Debug)]
pub struct ClauseExport {
    prepared: Prepared,
    /// The clauses as they were typed, if these are what the run is about.
    typed: Option<Vec<lang::Clause>>,
}

impl ClauseExport {
    /// For runs on the clauses as they are after the passes of a pipeline.
    pub fn new(problem: &Problem, pipeline: &Pipeline, budget: &mut Budget) -> Result<ClauseExport, Unfit> {
        let prepared = pipeline.run(problem, budget).map_err(|ended| Unfit::Unknown(ended.into()))?;
        let typed = pipeline.passes.is_empty().then(|| problem.clauses.clone());
        Ok(ClauseExport { prepared, typed })
    }

    /// The clauses of a counterexample. What is known at its open positions becomes a fact.
    pub fn counterexample(
        &self,
        tree: &AndOrTree,
        open: &[(PositionId, Vec<FormulaText>)],
    ) -> Result<Problem, Unfit> {
        let copies = self.copies_of_positions(tree).ok_or(Unfit::Tree)?;
        let mut problem = self.problem(&copies).ok_or(Unfit::Tree)?;
        for (position, texts) in open {
            let relation = *copies.relation_of.get(position.index()).ok_or(Unfit::Tree)?;
            let parameters = self.prepared.system[relation].parameters();
            let mut known = Vec::with_capacity(texts.len());
            for text in texts {
                known.push(text.read(&mut problem.arena, parameters).map_err(Unfit::Open)?);
            }
            let constraint = problem.arena.and(known);
            let head = application(&mut problem.arena, position.index(), parameters);
            let fact = lang::Clause { head: Some(head), body: Vec::new(), constraint, span: Span::default() };
            // Facts before what they are used for, as everywhere.
            problem.clauses.insert(0, fact);
        }
        Ok(problem)
    }

    /// The clauses of an unwinding, or of a counterexample after it was expanded.
    pub fn expansion(&self, text: &ExpansionText) -> Result<Problem, Unfit> {
        let copy = |copy: &CopyId| (copy.index() < text.copies.len()).then_some(*copy).ok_or(Unfit::Tree);
        let mut copies = Expansion { relation_of: text.copies.clone(), ..Expansion::default() };
        for clause in &text.clauses {
            copies.clause_of.push(clause.clause);
            copies.heads.push(clause.head.as_ref().map(copy).transpose()?);
            copies.bodies.push(clause.body.iter().map(copy).collect::<Result<_, _>>()?);
        }
        self.problem(&copies).ok_or(Unfit::Tree)
    }

    /// The positions but the root as copies of relation symbols, and the alternatives as copies of clauses;
    /// `None` if the tree does not fit the clauses.
    fn copies_of_positions(&self, tree: &AndOrTree) -> Option<Expansion> {
        let root = tree.positions.len().checked_sub(1)?;
        let mut relations: Vec<Option<SystemRelationId>> = vec![None; root];
        // Parents come later, and say what their children derive.
        for (i, position) in tree.positions.iter().enumerate().rev() {
            for way in &position.alternatives {
                let clause = self.prepared.system.clauses().get(way.clause.index())?;
                for (child, atom) in way.children.iter().zip(&clause.body) {
                    if child.index() >= i {
                        return None;
                    }
                    relations[child.index()] = Some(atom.relation);
                }
            }
        }
        let mut copies =
            Expansion { relation_of: relations.into_iter().collect::<Option<_>>()?, ..Expansion::default() };
        for (i, position) in tree.positions.iter().enumerate() {
            for way in &position.alternatives {
                copies.clause_of.push(way.clause);
                copies.heads.push((i != root).then_some(CopyId::at(i)));
                copies.bodies.push(way.children.iter().map(|child| CopyId(child.0)).collect());
            }
        }
        Some(copies)
    }

    /// Copies as a problem; `None` if they are no copies of these clauses.
    fn problem(&self, copies: &Expansion) -> Option<Problem> {
        let Prepared { arena, system, .. } = &self.prepared;
        let known = |relation: &SystemRelationId| relation.index() < system.relations().len();
        let exists = |clause: &SystemClauseId| clause.index() < system.clauses().len();
        if !copies.relation_of.iter().all(known)
            || !copies.clause_of.iter().all(exists)
            || !copies.corresponds_to(system)
        {
            return None;
        }
        let mut problem = Problem { arena: arena.clone(), ..Problem::default() };
        let mut counts: FxHashMap<SystemRelationId, usize> = FxHashMap::default();
        for relation in &copies.relation_of {
            let original = &system[*relation];
            let count = counts.entry(*relation).or_insert(0);
            *count += 1;
            let mut name = original.name.clone();
            if *count > 1 {
                name = format!("{name}_{count}");
            }
            while problem.relations.iter().any(|r| r.name == name)
                || *count > 1 && system.relations().iter().any(|r| r.name == name)
            {
                name.push('_');
            }
            let sorts = original.parameters().iter().map(|p| arena.sort(*p)).collect();
            problem.relations.push(lang::Relation { name, sorts, span: Span::default() });
        }
        for (clause, (head, body)) in copies.clause_of.iter().zip(copies.heads.iter().zip(&copies.bodies)) {
            let clause = self.clause(&mut problem.arena, *clause, *head, body);
            problem.clauses.push(clause);
        }
        Some(problem)
    }

    /// A copy of a clause, with the arguments that were typed if it is one of those.
    fn clause(
        &self,
        arena: &mut Arena,
        id: SystemClauseId,
        head: Option<CopyId>,
        body: &[CopyId],
    ) -> lang::Clause {
        let original = &self.prepared.system[id];
        let typed = self.typed.as_ref().and_then(|typed| match original.sources[..] {
            [source] => typed.get(source.index()),
            _ => None,
        });
        if let Some(typed) = typed.filter(|typed| self.is_typed(id, typed)) {
            let copy = |(application, copy): (&Application, &CopyId)| Application {
                relation: RelationId(copy.0),
                ..application.clone()
            };
            return lang::Clause {
                head: typed.head.iter().zip(&head).map(copy).next(),
                body: typed.body.iter().zip(body).map(copy).collect(),
                ..typed.clone()
            };
        }
        let head = original
            .head
            .iter()
            .zip(head)
            .map(|(atom, copy)| application(arena, copy.index(), &atom.arguments));
        let head = head.collect::<Vec<_>>().pop();
        let body = original.body.iter().zip(body);
        let body = body.map(|(atom, copy)| application(arena, copy.index(), &atom.arguments)).collect();
        lang::Clause { head, body, constraint: original.constraint, span: Span::default() }
    }

    /// Are the relation symbols of a typed clause, in their order, those of the clause made of it?
    fn is_typed(&self, id: SystemClauseId, typed: &lang::Clause) -> bool {
        let system = &self.prepared.system;
        let made = system[id].atoms().map(|atom| system[atom.relation].source);
        made.eq(typed.head.iter().chain(&typed.body).map(|application| application.relation))
    }
}

fn application(arena: &mut Arena, relation: usize, symbols: &[Symbol]) -> Application {
    let argument = |symbol: &Symbol| match arena.sort(*symbol) {
        Sort::Int => Argument::Int(LinearTerm::symbol(*symbol)),
        Sort::Bool => {
            let formula: Formula = arena.boolean(*symbol);
            Argument::Bool(formula)
        }
    };
    let arguments = symbols.iter().map(argument).collect();
    Application { relation: RelationId(relation as u32), arguments, span: Span::default() }
}
