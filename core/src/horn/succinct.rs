//! Succinct expansion: recursion-free clauses as one formula with quantifiers, linear in their size (extended
//! report, App. C, Lemma 3; thesis, Lemma 5.6.3).
//!
//! The expansion of clauses writes a relation symbol out wherever it is used. Here each is written once, for
//! all arguments with which it may have been used:
//!
//! ```text
//! s(X, Z) :- r(X, Y), r(Y, Z).      ∃ X Z f. f ∧ … ∀ x y. ∃ X' Y' Z' g h.
//! false :- s(X, Z), Z < X.              (f ∧ X = x ∧ Z = y → X' = x ∧ Z' = y ∧ g ∧ h) ∧ …
//! ```
//!
//! The flag `f` says that the fact is needed. The formula is true exactly if the clauses derive `false`; it
//! is decided by eliminating its quantifiers from the inside out.

use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::elimination::{eliminate, eliminate_forall};
use crate::formula::{Arena, Formula, FormulaText, LinearTerm, Node, Sort, Substitution, Symbol};
use crate::lang::qbf::Quantifier;
use crate::lang::{Application, Argument, Clause, ClauseId, Problem, RelationId};
use crate::solver::Unknown;

/// Variables with one quantifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub quantifier: Quantifier,
    pub symbols: Vec<Symbol>,
}

/// What stands for the clauses of one relation symbol, or for the queries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// `None` for the queries.
    pub relation: Option<RelationId>,
    pub clauses: Vec<ClauseId>,
    /// Where the relation symbol is needed; the queries always are.
    pub guard: Option<Formula>,
    /// That one of the clauses applies.
    pub bodies: Formula,
}

/// `sexp(HC)`: a prefix, and a matrix in parts that hold together.
#[derive(Clone, Debug)]
pub struct SuccinctExpansion {
    pub arena: Arena,
    pub prefix: Vec<Block>,
    pub parts: Vec<Part>,
    pub matrix: Formula,
}

/// A relation symbol that depends on itself, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recursive(pub String);

/// A formula on the way from the matrix to its truth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elimination {
    /// What was eliminated.
    pub quantifier: Quantifier,
    pub symbols: Vec<String>,
    /// What is left.
    pub formula: FormulaText,
}

/// A fact that is needed where its flag is true: `checksRequired` of the paper.
struct Check {
    flag: Symbol,
    relation: RelationId,
    arguments: Vec<Argument>,
}

/// Formulae for more clauses than this are not shown.
pub const MOST_SHOWN_CLAUSES: usize = 200;

/// The formula in words, for showing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuccinctText {
    pub prefix: String,
    /// What holds together: each with what it is needed for, unless it always is.
    pub parts: Vec<(Option<FormulaText>, FormulaText)>,
    pub alternations: usize,
    /// Whether it is true, and what is left on the way; or why that is not known.
    pub decided: Result<(bool, Vec<Elimination>), String>,
}

impl SuccinctText {
    /// Decides the formula with at most this many steps; `None` for recursive clauses, and for more than
    /// [`MOST_SHOWN_CLAUSES`].
    pub fn of(problem: &Problem, steps: u64, budget: &mut Budget) -> Option<SuccinctText> {
        if problem.clauses.len() > MOST_SHOWN_CLAUSES {
            return None;
        }
        let expansion = SuccinctExpansion::of(problem).ok()?;
        let show = |formula: Formula| expansion.arena.show(formula).text();
        let parts = expansion.parts.iter().map(|part| (part.guard.map(show), show(part.bodies))).collect();
        let (prefix, alternations) = (expansion.prefix_text(), expansion.alternations());
        let decided = match budget.within(steps, |budget| expansion.decide(budget)) {
            Ok(Ok(decided)) => Ok(decided),
            Ok(Err(reason)) => Err(reason.to_string()),
            Err(reason) => Err(reason.to_string()),
        };
        Some(SuccinctText { prefix, parts, alternations, decided })
    }
}

struct Encoder<'p> {
    problem: &'p Problem,
    arena: Arena,
    prefix: Vec<Block>,
    checks: Vec<Check>,
    variables: usize,
    flags: usize,
}

impl SuccinctExpansion {
    /// ENCODE.
    pub fn of(problem: &Problem) -> Result<SuccinctExpansion, Recursive> {
        let order = users_first(problem)?;
        let arena = problem.arena.clone();
        let mut encoder =
            Encoder { problem, arena, prefix: Vec::new(), checks: Vec::new(), variables: 0, flags: 0 };
        let queries = encoder.clauses_of(None);
        let bodies = encoder.bodies(&queries, &[]);
        let mut parts = vec![Part { relation: None, clauses: queries, guard: None, bodies }];
        for relation in order {
            let parameters: Vec<Symbol> =
                problem[relation].sorts.iter().map(|sort| encoder.variable(*sort)).collect();
            encoder.quantify(Quantifier::ForAll, &parameters);
            let guard = encoder.guard(relation, &parameters);
            let clauses = encoder.clauses_of(Some(relation));
            let bodies = encoder.bodies(&clauses, &parameters);
            parts.push(Part { relation: Some(relation), clauses, guard: Some(guard), bodies });
        }
        let Encoder { mut arena, prefix, .. } = encoder;
        let conjuncts: Vec<Formula> = parts
            .iter()
            .map(|part| match part.guard {
                Some(guard) => arena.implies(guard, part.bodies),
                None => part.bodies,
            })
            .collect();
        let matrix = arena.and(conjuncts);
        Ok(SuccinctExpansion { arena, prefix, parts, matrix })
    }

    /// How often the quantifier changes: at most twice for each relation symbol (Lemma 3).
    pub fn alternations(&self) -> usize {
        self.prefix.len().saturating_sub(1)
    }

    /// Is it true, that is, do the clauses derive `false`? With what is left after each block of quantifiers,
    /// from the inside out.
    pub fn decide(mut self, budget: &mut Budget) -> Result<(bool, Vec<Elimination>), Unknown> {
        let mut formula = self.matrix;
        let mut steps = Vec::new();
        for Block { quantifier, symbols } in self.prefix.iter().rev() {
            formula = match quantifier {
                Quantifier::Exists => eliminate(&mut self.arena, formula, symbols, budget)?,
                Quantifier::ForAll => eliminate_forall(&mut self.arena, formula, symbols, budget)?,
            };
            let symbols = symbols.iter().map(|symbol| self.arena.name(*symbol).to_owned()).collect();
            let left = self.arena.show(formula).text();
            steps.push(Elimination { quantifier: *quantifier, symbols, formula: left });
        }
        match self.arena.node(formula) {
            Node::True => Ok((true, steps)),
            Node::False => Ok((false, steps)),
            // Nothing is left that could have a value.
            _ => Err(Unknown::Unchecked),
        }
    }

    /// `∃ x0, x1, f1. ∀ x2, x3.`
    pub fn prefix_text(&self) -> String {
        let blocks = self.prefix.iter().map(|block| {
            let names: Vec<&str> = block.symbols.iter().map(|symbol| self.arena.name(*symbol)).collect();
            format!("{} {}.", block.quantifier.sign(), names.join(", "))
        });
        blocks.collect::<Vec<_>>().join(" ")
    }
}

impl SuccinctExpansion {
    /// The whole as a quantified Boolean formula in the notation of [`crate::lang::qbf`]; `None` if a
    /// variable is an integer, or if the text is too long to be written whole.
    pub fn as_formula(&self) -> Option<String> {
        let mut text = String::new();
        for Block { quantifier, symbols } in &self.prefix {
            let is_boolean = symbols.iter().all(|symbol| self.arena.sort(*symbol) == Sort::Bool);
            let names: Vec<&str> = symbols.iter().map(|symbol| self.arena.name(*symbol)).collect();
            if !is_boolean {
                return None;
            }
            text += &format!("{} {}.\n", quantifier.sign(), names.join(" "));
        }
        let matrix = self.arena.show(self.matrix).text();
        let is_read_back = matrix.is_whole() && !matrix.as_str().contains("where");
        is_read_back.then(|| format!("{text}{}\n", matrix.as_str()))
    }
}

impl Encoder<'_> {
    /// The clauses with this head.
    fn clauses_of(&self, head: Option<RelationId>) -> Vec<ClauseId> {
        let is_of = |clause: &Clause| clause.head.as_ref().map(|head| head.relation) == head;
        let clauses = self.problem.clauses.iter().enumerate().filter(|(_, clause)| is_of(clause));
        clauses.map(|(i, _)| ClauseId(i as u32)).collect()
    }

    /// A variable that nothing else is called.
    fn fresh(&mut self, letter: char, number: usize, sort: Sort) -> Symbol {
        let name = format!("{letter}{number}");
        let is_taken =
            [Sort::Int, Sort::Bool].iter().any(|sort| self.arena.find_symbol(&name, *sort).is_some());
        if is_taken { self.arena.fresh_symbol(&name, sort) } else { self.arena.symbol(&name, sort) }
    }

    fn variable(&mut self, sort: Sort) -> Symbol {
        self.variables += 1;
        self.fresh('x', self.variables - 1, sort)
    }

    fn flag(&mut self) -> Symbol {
        self.flags += 1;
        self.fresh('f', self.flags, Sort::Bool)
    }

    /// Adds to the innermost block, or begins a new one.
    fn quantify(&mut self, quantifier: Quantifier, symbols: &[Symbol]) {
        if symbols.is_empty() {
            return;
        }
        match self.prefix.last_mut() {
            Some(block) if block.quantifier == quantifier => block.symbols.extend(symbols),
            _ => self.prefix.push(Block { quantifier, symbols: symbols.to_vec() }),
        }
    }

    fn equals(&mut self, argument: &Argument, symbol: Symbol) -> Formula {
        match argument {
            Argument::Int(term) => self.arena.equal(term, &LinearTerm::symbol(symbol)),
            Argument::Bool(formula) => {
                let symbol = self.arena.boolean(symbol);
                self.arena.iff(*formula, symbol)
            }
        }
    }

    /// Where a relation symbol is needed with these arguments.
    fn guard(&mut self, relation: RelationId, parameters: &[Symbol]) -> Formula {
        let checks = std::mem::take(&mut self.checks);
        let mut needs = Vec::new();
        for check in checks.iter().filter(|check| check.relation == relation) {
            let mut parts = vec![self.arena.boolean(check.flag)];
            for (argument, parameter) in check.arguments.iter().zip(parameters) {
                parts.push(self.equals(argument, *parameter));
            }
            needs.push(self.arena.and(parts));
        }
        self.checks = checks;
        self.arena.or(needs)
    }

    /// ENCODEBODIES.
    fn bodies(&mut self, clauses: &[ClauseId], parameters: &[Symbol]) -> Formula {
        let mut disjuncts = Vec::new();
        for clause in clauses {
            let clause = &self.problem[*clause];
            let mut symbols = self.arena.symbols_of(clause.constraint);
            for atom in clause.head.iter().chain(&clause.body) {
                symbols.extend(atom.symbols(&self.arena));
            }
            crate::order::sort(&mut symbols);
            symbols.dedup();
            let pairs: Vec<(Symbol, Symbol)> =
                symbols.iter().map(|symbol| (*symbol, self.variable(self.arena.sort(*symbol)))).collect();
            let own: Vec<Symbol> = pairs.iter().map(|(_, own)| *own).collect();
            self.quantify(Quantifier::Exists, &own);
            let renaming = Substitution::renaming_pairs(&mut self.arena, pairs);
            let constraint = renaming.apply(&mut self.arena, clause.constraint);
            let mut parts = Vec::new();
            for (argument, parameter) in clause.head.iter().flat_map(|head| &head.arguments).zip(parameters) {
                let argument = self.renamed(argument, &renaming);
                parts.push(self.equals(&argument, *parameter));
            }
            parts.push(constraint);
            for Application { relation, arguments, .. } in &clause.body {
                let flag = self.flag();
                self.quantify(Quantifier::Exists, &[flag]);
                let arguments = arguments.iter().map(|argument| self.renamed(argument, &renaming)).collect();
                self.checks.push(Check { flag, relation: *relation, arguments });
                parts.push(self.arena.boolean(flag));
            }
            disjuncts.push(self.arena.and(parts));
        }
        self.arena.or(disjuncts)
    }

    fn renamed(&mut self, argument: &Argument, renaming: &Substitution) -> Argument {
        match argument {
            Argument::Int(term) => Argument::Int(renaming.apply_to_term(term)),
            Argument::Bool(formula) => Argument::Bool(renaming.apply(&mut self.arena, *formula)),
        }
    }
}

/// The relation symbols, each after all those that use it.
fn users_first(problem: &Problem) -> Result<Vec<RelationId>, Recursive> {
    let count = problem.relations.len();
    // Uses in clauses whose heads are not placed yet.
    let mut open = vec![0_usize; count];
    for clause in problem.clauses.iter().filter(|clause| clause.head.is_some()) {
        for atom in &clause.body {
            open[atom.relation.index()] += 1;
        }
    }
    let mut order: Vec<RelationId> =
        (0..count).filter(|i| open[*i] == 0).map(|i| RelationId(i as u32)).collect();
    let mut next = 0;
    while let Some(user) = order.get(next).copied() {
        next += 1;
        let defined = |clause: &&Clause| clause.head.as_ref().is_some_and(|head| head.relation == user);
        for atom in problem.clauses.iter().filter(defined).flat_map(|clause| &clause.body) {
            let uses = &mut open[atom.relation.index()];
            *uses -= 1;
            if *uses == 0 {
                order.push(atom.relation);
            }
        }
    }
    match open.iter().position(|uses| *uses > 0) {
        Some(relation) => Err(Recursive(problem.relations[relation].name.clone())),
        None => Ok(order),
    }
}

#[cfg(test)]
mod tests;
