//! Formulae over relation symbols to Horn clauses.
//!
//! Each application of a relation symbol is a Boolean placeholder of the formula. The negation of a clause is
//! a conjunction: constraints, positive placeholders (the body) and negated ones (the heads). Where
//! placeholders stand under a disjunction it is split, one clause for each combination:
//!
//! ```text
//! (p ∨ q) ∧ c → h     gives     p ∧ c → h     and     q ∧ c → h
//! ```
//!
//! Constraints stay whole. Where splitting would give clauses many times larger than the formula, auxiliary
//! relation symbols stand for its parts, as in Tseitin's translation, so that the clauses stay about as large
//! as the formula. They have all symbols of their part as arguments, so each is determined by the other
//! relation symbols ([`Auxiliary`]):
//!
//! ```text
//! or(x̄) for a disjunction of body parts     or(x̄) ← p        or(x̄) ← q        h ← or(x̄) ∧ c
//! case(x̄) for what is left with a head      case(x̄) ← c      h₁ ← case(x̄) ∧ d      h₂ ← case(x̄) ∧ e
//! ```

mod dependencies;
mod shape;
mod split;

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use self::dependencies::Dependencies;
use self::shape::Shape;
use super::fresh::FreshNames;
use super::report::Report;
use crate::formula::{Arena, Formula, LinearTerm, Sort, Symbol};
use crate::lang::{Application, Argument, Auxiliary, Relation, RelationId, Span};
use crate::order::Map;

/// More combinations of body parts than this are not multiplied out.
const COMBINATIONS: u64 = 64;

/// Splitting may give clauses that are this many times larger than the formula, and a small formula may
/// always be split into this many parts; beyond that, auxiliary relation symbols keep the clauses small.
const GROWTH: u64 = 8;
const SMALL: u64 = 2_000;

/// With auxiliary symbols the number of cases is about the size of the formula, unless parts with different
/// heads multiply, which Horn clauses hardly ever do. At most this many cases are looked at, and this many
/// for each part.
const CASES: u64 = 10_000;

/// A clause whose constraint may still mention defined variables.
#[derive(Clone, Debug)]
pub(in crate::lang) struct Flat {
    pub(in crate::lang) head: Option<Application>,
    /// Further positive literals, if the clause is not Horn.
    pub(in crate::lang) further: Vec<Application>,
    pub(in crate::lang) body: Vec<Application>,
    pub(in crate::lang) constraint: Formula,
}

/// Why there are no clauses.
#[derive(Debug)]
pub(in crate::lang) enum Failure {
    /// A clause would have two heads.
    NotHorn(Box<(Application, Application)>),
    /// There are more cases than can be looked at.
    TooLarge,
    /// The whole text is too large, which is reported.
    Exhausted,
}

/// What the front end knows about the symbols of a formula.
pub(in crate::lang) trait Symbols {
    /// The application behind a placeholder.
    fn application(&self, symbol: Symbol) -> Option<&Application>;

    /// How many definitions there are to look through.
    fn definitions(&self) -> usize;

    /// The symbols that some symbols depend on by their definitions, together with those themselves.
    fn closed(&self, arena: &Arena, symbols: Vec<Symbol>) -> Vec<Symbol>;
}

/// Makes the clauses of one assertion.
pub(in crate::lang) struct Clausifier<'a, 'r> {
    pub(in crate::lang) arena: &'a mut Arena,
    pub(in crate::lang) symbols: &'a dyn Symbols,
    pub(in crate::lang) relations: &'a mut Vec<Relation>,
    pub(in crate::lang) auxiliary: &'a mut Map<RelationId, Auxiliary>,
    pub(in crate::lang) names: &'a mut FreshNames,
    /// Is a name in use by the text?
    pub(in crate::lang) taken: &'a dyn Fn(&str) -> bool,
    pub(in crate::lang) report: &'a mut Report<'r>,
    /// The place of the assertion.
    pub(in crate::lang) span: Span,
    /// May a formula that is a single clause have several heads?
    pub(in crate::lang) several_heads: bool,
}

/// A part of a clause that is still to be split.
#[derive(Clone, Debug, Default)]
struct Partial {
    /// What is still to be taken apart.
    pending: Vec<Formula>,
    /// Disjunctions with heads, or all with placeholders where combinations are multiplied out.
    disjunctions: Vec<Formula>,
    /// Other disjunctions with placeholders.
    body_disjunctions: Vec<Formula>,
    positive: Vec<Symbol>,
    negative: Vec<Symbol>,
    auxiliary: Vec<Application>,
    constraints: Vec<Formula>,
    head: Option<Application>,
    /// All that holds in this case, to see what it makes true or false elsewhere.
    known: FxHashSet<Formula>,
    /// The placeholders among it; those of equal applications are one here.
    facts: FxHashSet<Formula>,
}

/// What splits a formula: how far, and with which auxiliary symbols.
struct Run {
    shape: Shape,
    /// The last is taken up first.
    open: VecDeque<Partial>,
    /// The steps that are left.
    steps: u64,
    /// Do auxiliary symbols stand for what is left with a head?
    with_cases: bool,
    disjunctions: FxHashMap<Formula, Application>,
    cases: FxHashMap<Formula, Application>,
    dependencies: Dependencies,
    /// For each placeholder the first one with an equal application.
    first: FxHashMap<Symbol, Symbol>,
    clauses: Vec<Flat>,
}

impl Clausifier<'_, '_> {
    /// The clauses whose negation is a formula. With a head they are those that derive it from the formula.
    pub(in crate::lang) fn clauses(
        &mut self,
        negated: Formula,
        head: Option<&Application>,
    ) -> Result<Vec<Flat>, Failure> {
        let size = self.arena.reachable([negated]).len() as u64;
        let (relations, names) = (self.relations.len(), self.names.clone());
        let split = self.run(negated, head, SMALL + GROWTH * size, false);
        if !matches!(split, Err(Failure::TooLarge)) {
            return split;
        }
        self.relations.truncate(relations);
        self.auxiliary.retain(|relation, _| relation.index() < relations);
        *self.names = names;
        // What holds on the way to a case is forgotten there, so two heads may be due to that.
        self.run(negated, head, CASES + GROWTH * size, true).map_err(|failure| match failure {
            Failure::NotHorn(_) => Failure::TooLarge,
            other => other,
        })
    }

    fn run(
        &mut self,
        negated: Formula,
        head: Option<&Application>,
        steps: u64,
        with_cases: bool,
    ) -> Result<Vec<Flat>, Failure> {
        let mut shape = Shape::of(self.arena, self.symbols, negated);
        shape.multiply &= !with_cases;
        let first = Partial { pending: vec![negated], head: head.cloned(), ..Partial::default() };
        let mut run = Run {
            shape,
            open: VecDeque::from([first]),
            steps,
            with_cases,
            disjunctions: FxHashMap::default(),
            cases: FxHashMap::default(),
            dependencies: Dependencies::default(),
            first: self.equal_applications(negated),
            clauses: Vec::new(),
        };
        while let Some(partial) = run.open.pop_back() {
            self.pay(&mut run, 1 + partial.constraints.len() as u64)?;
            self.spend(partial.known.len() as u64)?;
            if let Some(complete) = self.advance(partial, &mut run)? {
                self.emit(complete, &mut run)?;
            }
        }
        Ok(run.clauses)
    }

    /// Pays for what becomes part of clauses.
    fn pay(&mut self, run: &mut Run, steps: u64) -> Result<(), Failure> {
        run.steps = run.steps.checked_sub(steps).ok_or(Failure::TooLarge)?;
        self.spend(steps)
    }

    /// Pays for work that leaves nothing behind.
    fn spend(&mut self, steps: u64) -> Result<(), Failure> {
        if self.report.spend(steps, self.span) { Ok(()) } else { Err(Failure::Exhausted) }
    }

    fn equal_applications(&self, formula: Formula) -> FxHashMap<Symbol, Symbol> {
        let mut applications: FxHashMap<(RelationId, &[Argument]), Symbol> = FxHashMap::default();
        let mut first = FxHashMap::default();
        for symbol in self.arena.symbols_of(formula) {
            if let Some(application) = self.symbols.application(symbol) {
                let key = (application.relation, application.arguments.as_slice());
                first.insert(symbol, *applications.entry(key).or_insert(symbol));
            }
        }
        first
    }

    /// Keeps a clause unless it is always true.
    fn emit(&mut self, partial: Partial, run: &mut Run) -> Result<(), Failure> {
        let Partial { mut positive, mut negative, auxiliary, constraints, head, .. } = partial;
        positive.sort_unstable();
        positive.dedup();
        negative.sort_unstable();
        negative.dedup();
        let constraint = self.arena.and(constraints);
        if constraint == self.arena.false_() {
            return Ok(());
        }
        let application = |symbol: &Symbol| self.symbols.application(*symbol).cloned();
        let body: Vec<Application> = positive.iter().filter_map(application).chain(auxiliary).collect();
        let mut heads: Vec<Application> =
            head.into_iter().chain(negative.iter().filter_map(application)).collect();
        heads.dedup_by(|a, b| a.relation == b.relation && a.arguments == b.arguments);
        let further = heads.split_off(heads.len().min(1));
        // What is split would multiply by its heads, so a clause with several is all there is.
        let is_alone = self.several_heads && run.open.is_empty() && run.clauses.is_empty();
        if let (false, Some(first), Some(second)) = (is_alone, heads.first(), further.first()) {
            return Err(Failure::NotHorn(Box::new((first.clone(), second.clone()))));
        }
        run.clauses.push(Flat { head: heads.pop(), further, body, constraint });
        Ok(())
    }

    /// The symbol of a disjunction of body parts, which is defined by one clause for each of them.
    fn disjunction(&mut self, disjunction: Formula, run: &mut Run) -> Result<Application, Failure> {
        if let Some(application) = run.disjunctions.get(&disjunction) {
            return Ok(application.clone());
        }
        let application = self.introduce("or", disjunction, Auxiliary::Strongest, run)?;
        run.disjunctions.insert(disjunction, application.clone());
        // Its clauses come after those of the assertion.
        for alternative in run.shape.alternatives(self.arena, disjunction) {
            let head = Some(application.clone());
            run.open.push_front(Partial { pending: vec![alternative], head, ..Partial::default() });
        }
        Ok(application)
    }

    /// An auxiliary relation symbol for a formula, applied to all symbols that the formula depends on.
    fn introduce(
        &mut self,
        hint: &str,
        formula: Formula,
        meaning: Auxiliary,
        run: &mut Run,
    ) -> Result<Application, Failure> {
        let symbols = self.dependencies(formula, run)?;
        self.pay(run, 1 + symbols.len() as u64 + self.symbols.definitions() as u64 / 8)?;
        let mut symbols = self.symbols.closed(self.arena, symbols.to_vec());
        symbols.sort_unstable();
        symbols.dedup();
        let sorts = symbols.iter().map(|s| self.arena.sort(*s)).collect();
        let arguments = symbols.iter().map(|symbol| match self.arena.sort(*symbol) {
            Sort::Int => Argument::Int(LinearTerm::symbol(*symbol)),
            Sort::Bool => Argument::Bool(self.arena.boolean(*symbol)),
        });
        let arguments: Vec<Argument> = arguments.collect();
        let relation = RelationId(self.relations.len() as u32);
        let name = self.names.fresh(hint, self.arena, self.taken);
        self.relations.push(Relation { name, sorts, span: self.span });
        self.auxiliary.insert(relation, meaning);
        Ok(Application { relation, arguments, span: self.span })
    }
}

#[cfg(test)]
mod tests;
