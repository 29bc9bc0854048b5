//! What a static analysis tells about loops: what changes in them, by how much, and what does not (Acta'16,
//! Sect. 8.2 and 9.3).
//!
//! ```text
//! loop(I1, X1, J) :- loop(I, X, J), I < 50, I1 = I + 1, X1 = X + 1.
//! J unchanged, I and X by 1; invariant: J, X - I
//! ```

use super::affine::{effects, integers, term};
use super::analyst::Analyst;
use super::loops::loop_heads;
use super::strides::{Strides, strides};
use crate::budget::Allowance;
use crate::formula::{Arena, Formula, Importer, LinearTerm, Node, Symbol};
use crate::horn::{ClauseSystem, Dependence, SystemRelationId};
use crate::num::Int;
use crate::solver::{Budget, Unknown};
use crate::space::Space;

/// How an argument changes from one round to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Never,
    /// By one of these constants, according to the path; one may be 0.
    By(Vec<Int>),
    /// By something else on some path, and by these on others.
    Otherwise(Vec<Int>),
}

/// A recurrent relation symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    pub head: SystemRelationId,
    /// For each integer parameter.
    pub changes: Vec<(Symbol, Change)>,
    /// The Boolean parameters.
    pub booleans: Vec<Symbol>,
    /// A basis of the linear terms over the parameters that no round changes: `b·x - a·y`, place invariants
    /// of Petri nets. What never changes is among them.
    pub invariants: Vec<LinearTerm>,
    /// A basis of the terms that are 0 in all that the symbol derives, as far as linear equations can tell.
    pub equations: Vec<LinearTerm>,
    /// Terms that are never negative in what the symbol derives, among arguments and differences of two, less
    /// a constant.
    pub bounds: Vec<LinearTerm>,
    /// What queries ask for, where it holds in all that the symbol derives.
    pub properties: Vec<Formula>,
    /// What holds in all that one clause of the loop derives, but not necessarily in what others do;
    /// equations first.
    pub phases: Vec<Formula>,
    /// No derivation in it forks: every clause of the loop has one relation symbol of the loop in its body.
    pub is_linear: bool,
    /// Divisors that occur in the clauses of the loop.
    pub divisors: Vec<Int>,
}

/// All loops of a system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    pub loops: Vec<Loop>,
    /// The analysis ran out of its budget, and what it did not find out counts as an arbitrary change.
    pub incomplete: bool,
}

/// The steps that the analysis may take, but for bounds, properties and phases.
pub(super) const ANALYSIS_STEPS: u64 = 3_000_000;

impl Analysis {
    /// The loops of [`Changes`], all of them.
    pub fn of_changes(
        arena: &mut Arena,
        system: &mut ClauseSystem,
        budget: &mut Budget,
    ) -> Result<Analysis, Unknown> {
        let mut changes = Changes::of(system);
        let mut analysis = Analysis::default();
        for head in loop_heads(system) {
            analysis.loops.extend(changes.next(arena, system, head, budget)?);
        }
        analysis.incomplete = changes.incomplete;
        Ok(analysis)
    }

    pub fn of(
        arena: &mut Arena,
        system: &mut ClauseSystem,
        budget: &mut Budget,
    ) -> Result<Analysis, Unknown> {
        let mut analyst = Analyst::new(arena, system);
        analyst.go_on(arena, system, budget)?;
        Ok(analyst.analysis)
    }

    /// The same with formulae of another arena, which has the same parameters.
    pub fn carried(&self, from: &Arena, to: &mut Arena) -> Analysis {
        let mut importer = Importer::new(from);
        let mut all = |formulae: &[Formula]| -> Vec<Formula> {
            formulae.iter().map(|formula| importer.formula(to, *formula)).collect()
        };
        let mut analysis = self.clone();
        for of in &mut analysis.loops {
            of.properties = all(&of.properties);
            of.phases = all(&of.phases);
        }
        analysis
    }

    pub fn of_head(&self, head: SystemRelationId) -> Option<&Loop> {
        self.loops.iter().find(|l| l.head == head)
    }
}

/// What the rounds of loops change and by how much, and nothing else: the data flow that ABS (1) to (4) ask
/// for (Acta'16, Sect. 8.2). The loops are analysed one by one, when they are needed; the other facts are
/// left empty.
#[derive(Clone, Debug)]
pub struct Changes {
    open: Vec<SystemRelationId>,
    components: Vec<usize>,
    allowance: Allowance,
    /// The analysis ran out of its budget, and what it did not find out counts as an arbitrary change.
    pub incomplete: bool,
}

impl Changes {
    pub fn of(system: &ClauseSystem) -> Changes {
        let components = Dependence::of(system).components();
        let allowance = Allowance::of(ANALYSIS_STEPS);
        Changes { open: loop_heads(system), components, allowance, incomplete: false }
    }

    /// The heads of loops that are not analysed yet.
    pub fn open(&self) -> &[SystemRelationId] {
        &self.open
    }

    /// The loop of a relation symbol; `None` if it is the head of none, or of one that was analysed before.
    pub fn next(
        &mut self,
        arena: &mut Arena,
        system: &mut ClauseSystem,
        head: SystemRelationId,
        budget: &mut Budget,
    ) -> Result<Option<Loop>, Unknown> {
        let Some(position) = self.open.iter().position(|open| *open == head) else { return Ok(None) };
        let components = &self.components;
        // Whoever gives up in between may come back with more steps, and find the same.
        let mut allowance = self.allowance.clone();
        // Whether an argument is assigned to does not depend on what is known about it.
        let unknown: Vec<Space> = system.relation_ids().map(|_| Space::new(0)).collect();
        let (parameters, booleans) = sorted(arena, system, head);
        let space =
            allowance.spend(budget, |part| effects(arena, system, head, &unknown, components, part))?.ok();
        let strides =
            allowance.spend(budget, |part| strides(arena, system, head, components, part))?.ok().flatten();
        self.incomplete |= space.is_none() || strides.is_none();
        self.allowance = allowance;
        self.open.remove(position);
        let changes = changes(&parameters, &invariants(&parameters, space.as_ref()), strides.as_deref());
        Ok(Some(Loop {
            head,
            changes,
            booleans,
            invariants: Vec::new(),
            equations: Vec::new(),
            bounds: Vec::new(),
            properties: Vec::new(),
            phases: Vec::new(),
            is_linear: false,
            divisors: Vec::new(),
        }))
    }
}

/// The integer and the Boolean parameters of a relation symbol.
pub(super) fn sorted(
    arena: &Arena,
    system: &ClauseSystem,
    head: SystemRelationId,
) -> (Vec<Symbol>, Vec<Symbol>) {
    let integers: Vec<Symbol> = integers(arena, system[head].parameters()).collect();
    let others = system[head].parameters().iter().copied().filter(|s| !integers.contains(s)).collect();
    (integers, others)
}

/// A basis of the linear terms that no effect of a round changes.
pub(super) fn invariants(parameters: &[Symbol], effects: Option<&Space>) -> Vec<LinearTerm> {
    let vectors = effects.map_or_else(Vec::new, Space::orthogonal);
    let term = |v: &Vec<Int>| LinearTerm::new(parameters.iter().copied().zip(v.clone()), Int::ZERO);
    vectors.iter().map(term).collect()
}

/// How each parameter changes; in an arbitrary way if its strides are not known.
pub(super) fn changes(
    parameters: &[Symbol],
    invariants: &[LinearTerm],
    strides: Option<&[Strides]>,
) -> Vec<(Symbol, Change)> {
    let change = |(i, symbol): (usize, &Symbol)| {
        if invariants.iter().any(|t| t.as_symbol() == Some(*symbol)) {
            return (*symbol, Change::Never);
        }
        let change = match strides.and_then(|s| s.get(i)) {
            None => Change::Otherwise(Vec::new()),
            Some(s) if s.otherwise => Change::Otherwise(s.values.clone()),
            Some(s) => Change::By(s.values.clone()),
        };
        (*symbol, change)
    };
    parameters.iter().enumerate().map(change).collect()
}

/// What holds in all that the relation symbols derive, as formulae over their parameters.
pub(super) fn formulae(
    arena: &mut Arena,
    system: &mut ClauseSystem,
    bounds: Option<&[Vec<LinearTerm>]>,
    hulls: Option<&[Space]>,
) -> Vec<Vec<Formula>> {
    let relations: Vec<SystemRelationId> = system.relation_ids().collect();
    let mut all = Vec::with_capacity(relations.len());
    for relation in relations {
        let parameters: Vec<Symbol> = integers(arena, system[relation].parameters()).collect();
        let mut own = Vec::new();
        for bound in bounds.map_or(&[][..], |b| &b[relation.index()]) {
            own.push(arena.le(&-bound));
        }
        if let Some(hull) = hulls.map(|h| &h[relation.index()]).filter(|h| !h.is_zero()) {
            own.extend(hull.orthogonal().iter().map(|v| arena.eq(&term(&parameters, v))));
        }
        all.push(own);
    }
    all
}

/// The divisors in clauses with a relation symbol of the component, sorted.
pub(super) fn divisors(
    arena: &Arena,
    system: &ClauseSystem,
    head: SystemRelationId,
    components: &[usize],
) -> Vec<Int> {
    let inside = |r: SystemRelationId| components[r.index()] == components[head.index()];
    let mut found = Vec::new();
    for clause in system.clauses() {
        if !clause.atoms().any(|a| inside(a.relation)) {
            continue;
        }
        for literal in arena.literals_of(clause.constraint) {
            if let Node::Divides(k, _) | Node::NotDivides(k, _) = arena.node(literal) {
                found.push(k.clone());
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
