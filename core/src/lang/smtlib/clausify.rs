//! Formulae over relation symbols to Horn clauses.
//!
//! The negation of a clause is a conjunction: constraints, positive relation symbols (the body) and negated ones (the
//! heads). Where relation symbols stand under a disjunction it is split, one clause for each combination:
//!
//! ```text
//! (p ∨ q) ∧ c → h     gives     p ∧ c → h     and     q ∧ c → h
//! ```
//!
//! Where that would give too many clauses, a disjunction of body parts gets an auxiliary relation symbol instead, which
//! is defined by one clause for each of its parts.

use rustc_hash::{FxHashMap, FxHashSet};

use super::definition::DefinedVariable;
use super::elaborate::Elaborator;
use super::sexpr::NodeId;
use super::special::Special;
use crate::formula::{Formula, LinearTerm, Node, Sort, Symbol};
use crate::lang::{Application, Argument, Clause, Diagnostic, RelId, Relation, Span};

/// More combinations than this are not multiplied out.
const COMBINATIONS: u64 = 64;

/// An assertion that gives more clauses than this is refused.
const CLAUSES: usize = 10_000;

/// How many constraints are searched for one that a new one repeats or contradicts.
const FEW: usize = 32;

/// A part of a clause that is still to be split.
#[derive(Clone, Debug, Default)]
struct Partial {
    pending: Vec<Formula>,
    disjunctions: Vec<Formula>,
    positive: Vec<Symbol>,
    negative: Vec<Symbol>,
    auxiliary: Vec<Application>,
    constraints: Vec<Formula>,
    head: Option<Application>,
}

/// What is known about the relational parts of an assertion.
#[derive(Debug, Default)]
struct Shape {
    /// How many combinations each formula with relation symbols splits into.
    combinations: FxHashMap<Formula, u64>,
    /// Formulae that contain a negated relation symbol.
    with_heads: FxHashSet<Formula>,
    multiply: bool,
    auxiliary: FxHashMap<Formula, Application>,
}

impl Elaborator<'_> {
    /// Appends the clauses whose negation is a formula.
    pub(super) fn clausify(&mut self, command: NodeId, negated: Formula, clauses: &mut Vec<Clause>) {
        let span = self.tree.span(command);
        let before = clauses.len();
        let negated = self.with_relational_definitions(negated);
        let Some(negated) = self.prenex(negated, command) else { return };
        if negated == self.arena.false_() {
            return self.vacuous(command, clauses);
        }
        let mut shape = self.shape(negated);
        let mut open = vec![Partial { pending: vec![negated], ..Partial::default() }];
        let mut fine = true;
        while let Some(partial) = open.pop() {
            if clauses.len() - before + open.len() > CLAUSES {
                self.refuse(command, format!("this assertion gives more than {CLAUSES} clauses"));
                clauses.truncate(before);
                return;
            }
            if !self.charge(1 + partial.constraints.len() as u64, command) {
                return;
            }
            if let Some(complete) = self.advance(partial, &mut open, &mut shape, span) {
                fine &= self.finish_clause(complete, command, clauses);
            }
        }
        if !fine {
            clauses.truncate(before);
        } else if clauses.len() == before {
            self.report.push(Diagnostic::warning(span, "this clause is always true and is left out"));
        }
    }

    /// Definitions whose conditions mention relation symbols must be split together with the clause.
    fn with_relational_definitions(&mut self, negated: Formula) -> Formula {
        if self.defined == 0 {
            return negated;
        }
        let mut parts = vec![negated];
        let mentioned = self.introduced.clone();
        for definition in self.definitions_of(mentioned) {
            if self.is_relational(&definition) {
                parts.push(definition.formula(&mut self.arena));
            }
        }
        self.arena.and(parts)
    }

    /// Does the meaning of a variable depend on relation symbols?
    pub(super) fn is_relational(&self, definition: &DefinedVariable) -> bool {
        definition
            .symbols(&self.arena)
            .iter()
            .any(|s| matches!(self.specials.get(s), Some(Special::Applied(_) | Special::Quantified { .. })))
    }

    fn is_applied(&self, symbol: Symbol) -> bool {
        matches!(self.specials.get(&symbol), Some(Special::Applied(_)))
    }

    fn shape(&mut self, negated: Formula) -> Shape {
        let mut shape = Shape::default();
        for part in self.arena.reachable([negated]) {
            let combinations = match self.arena.node(part) {
                Node::Bool(symbol) if self.is_applied(*symbol) => 1,
                Node::NotBool(symbol) if self.is_applied(*symbol) => {
                    shape.with_heads.insert(part);
                    1
                }
                node @ (Node::And(parts) | Node::Or(parts)) => {
                    let relational = || parts.iter().filter_map(|p| shape.combinations.get(p));
                    let count = relational().count();
                    if count == 0 {
                        continue;
                    }
                    let combinations = if matches!(node, Node::And(_)) {
                        relational().fold(1u64, |product, n| product.saturating_mul(*n))
                    } else {
                        let rest = u64::from(count < parts.len());
                        relational().fold(rest, |sum, n| sum.saturating_add(*n))
                    };
                    if parts.iter().any(|p| shape.with_heads.contains(p)) {
                        shape.with_heads.insert(part);
                    }
                    combinations
                }
                _ => continue,
            };
            shape.combinations.insert(part, combinations);
        }
        shape.multiply = shape.combinations.get(&negated).is_none_or(|n| *n <= COMBINATIONS);
        shape
    }

    /// Takes a part of a clause apart; returns it when nothing is left to split.
    fn advance(
        &mut self,
        mut partial: Partial,
        open: &mut Vec<Partial>,
        shape: &mut Shape,
        span: Span,
    ) -> Option<Partial> {
        while let Some(formula) = partial.pending.pop() {
            if !shape.combinations.contains_key(&formula) {
                // Early words on what the whole conjunction would say anyway.
                let known = &partial.constraints[..partial.constraints.len().min(FEW)];
                if known.contains(&!formula) {
                    return None;
                }
                if !known.contains(&formula) {
                    partial.constraints.push(formula);
                }
                continue;
            }
            match self.arena.node(formula) {
                Node::Bool(symbol) => partial.positive.push(*symbol),
                Node::NotBool(symbol) => partial.negative.push(*symbol),
                Node::And(parts) => partial.pending.extend(parts.iter().rev()),
                _ if shape.multiply || shape.with_heads.contains(&formula) => {
                    partial.disjunctions.push(formula);
                }
                _ => {
                    let application = self.auxiliary(formula, open, shape, span);
                    partial.auxiliary.push(application);
                }
            }
        }
        if partial.disjunctions.is_empty() {
            return Some(partial);
        }
        if let Some((first, second, formula)) = self.complementary_pair(&partial.disjunctions) {
            return self.split_on(partial, open, shape, (first, second, formula));
        }
        let disjunction = partial.disjunctions.remove(0);
        let alternatives = self.alternatives(disjunction, shape);
        for alternative in alternatives.into_iter().rev() {
            let mut next = partial.clone();
            next.pending.push(alternative);
            open.push(next);
        }
        None
    }

    /// Two disjunctions of which one contains the negation of a part of the other, as a negated `ite` has them.
    fn complementary_pair(&self, disjunctions: &[Formula]) -> Option<(usize, usize, Formula)> {
        let mut places: FxHashMap<Formula, usize> = FxHashMap::default();
        for (i, disjunction) in disjunctions.iter().enumerate() {
            for part in self.arena.node(*disjunction).children() {
                if let Some(j) = places.get(&!*part).filter(|j| **j != i) {
                    return Some((*j, i, !*part));
                }
                places.insert(*part, i);
            }
        }
        None
    }

    /// `(f ∨ A) ∧ (¬f ∨ B)` is `f ∧ B` or `¬f ∧ A`: two clauses, where multiplying out would give a third that
    /// follows from them and may have two heads.
    fn split_on(
        &mut self,
        mut partial: Partial,
        open: &mut Vec<Partial>,
        shape: &mut Shape,
        (first, second, formula): (usize, usize, Formula),
    ) -> Option<Partial> {
        let with_negation = partial.disjunctions.remove(second);
        let with_formula = partial.disjunctions.remove(first);
        for (assumed, rest) in [(!formula, with_formula), (formula, with_negation)] {
            let parts = self.arena.node(rest).children();
            let others: Vec<Formula> = parts.iter().copied().filter(|p| *p != !assumed).collect();
            let others = self.arena.or(others);
            self.register(others, shape);
            let mut next = partial.clone();
            next.pending.push(others);
            next.pending.push(assumed);
            open.push(next);
        }
        None
    }

    /// Extends what is known about shapes to a formula that was built from known ones.
    fn register(&mut self, formula: Formula, shape: &mut Shape) {
        let parts = self.arena.node(formula).children();
        if parts.iter().any(|p| shape.combinations.contains_key(p)) {
            shape.combinations.entry(formula).or_insert(2);
        }
        if parts.iter().any(|p| shape.with_heads.contains(p)) {
            shape.with_heads.insert(formula);
        }
    }

    /// The parts of a disjunction; those without relation symbols stay together.
    fn alternatives(&mut self, disjunction: Formula, shape: &Shape) -> Vec<Formula> {
        let parts = self.arena.node(disjunction).children().to_vec();
        let (mut relational, plain): (Vec<Formula>, Vec<Formula>) =
            parts.into_iter().partition(|p| shape.combinations.contains_key(p));
        if !plain.is_empty() {
            relational.push(self.arena.or(plain));
        }
        relational
    }

    /// The auxiliary relation symbol of a disjunction of body parts, over the symbols that occur in it.
    fn auxiliary(
        &mut self,
        disjunction: Formula,
        open: &mut Vec<Partial>,
        shape: &mut Shape,
        span: Span,
    ) -> Application {
        if let Some(application) = shape.auxiliary.get(&disjunction) {
            return application.clone();
        }
        let mut symbols: FxHashSet<Symbol> = FxHashSet::default();
        for symbol in self.arena.symbols_of(disjunction) {
            match self.specials.get(&symbol) {
                Some(Special::Applied(application)) => {
                    symbols.extend(self.symbols_of_application(application));
                }
                _ => _ = symbols.insert(symbol),
            }
        }
        let mut symbols: Vec<Symbol> = symbols.into_iter().collect();
        symbols.sort_unstable();
        let sorts = symbols.iter().map(|s| self.arena.sort(*s)).collect();
        let mut arguments = Vec::with_capacity(symbols.len());
        for symbol in symbols {
            arguments.push(match self.arena.sort(symbol) {
                Sort::Int => Argument::Int(LinearTerm::symbol(symbol)),
                Sort::Bool => Argument::Bool(self.arena.boolean(symbol)),
            });
        }
        let relation = RelId(self.relations.len() as u32);
        let name = self.fresh_name("or");
        self.relations.push(Relation { name, sorts, span });
        let application = Application { relation, arguments, span };
        shape.auxiliary.insert(disjunction, application.clone());
        // Its clauses come after those of the assertion.
        for alternative in self.alternatives(disjunction, shape) {
            let head = Some(application.clone());
            open.insert(0, Partial { pending: vec![alternative], head, ..Partial::default() });
        }
        application
    }

    fn symbols_of_application(&self, application: &Application) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        for argument in &application.arguments {
            match argument {
                Argument::Int(term) => symbols.extend(term.symbols()),
                Argument::Bool(formula) => symbols.extend(self.arena.symbols_of(*formula)),
            }
        }
        symbols
    }

    /// Emits a clause unless it is always true; false when it is not Horn.
    fn finish_clause(&mut self, partial: Partial, command: NodeId, clauses: &mut Vec<Clause>) -> bool {
        let span = self.tree.span(command);
        let Partial { mut positive, mut negative, auxiliary, constraints, head, .. } = partial;
        positive.sort_unstable();
        positive.dedup();
        negative.sort_unstable();
        negative.dedup();
        let constraint = self.arena.and(constraints);
        if constraint == self.arena.false_() || negative.iter().any(|s| positive.binary_search(s).is_ok()) {
            return true;
        }
        let body: Vec<Application> =
            positive.iter().filter_map(|s| self.application(*s)).chain(auxiliary).collect();
        let mut heads: Vec<Application> =
            head.into_iter().chain(negative.iter().filter_map(|s| self.application(*s))).collect();
        heads.dedup_by(|a, b| a.relation == b.relation && a.arguments == b.arguments);
        if let [first, second, ..] = heads.as_slice() {
            let name = |a: &Application| &self.relations[a.relation.index()].name;
            let message =
                format!("not a Horn clause: `{}` and `{}` are both heads", name(first), name(second));
            let diagnostic = Diagnostic::error(second.span, message)
                .with_hint("a clause has one head; all other relation symbols stand in its body")
                .with_related(first.span, "the other head");
            self.report.push(diagnostic);
            return false;
        }
        if let Some(bad) = body.iter().chain(&heads).find(|a| self.mentions_placeholder(a)) {
            let message = "a relation symbol or quantifier cannot stand inside an argument";
            self.report.error(bad.span, message);
            return false;
        }
        let arguments = body.iter().chain(&heads).flat_map(|a| self.symbols_of_application(a)).collect();
        let constraint = self.settled(constraint, arguments, command);
        if constraint == self.arena.false_() {
            return true;
        }
        clauses.push(Clause { head: heads.pop(), body, constraint, span });
        true
    }

    fn application(&self, symbol: Symbol) -> Option<Application> {
        match self.specials.get(&symbol) {
            Some(Special::Applied(application)) => Some(application.clone()),
            _ => None,
        }
    }
}
