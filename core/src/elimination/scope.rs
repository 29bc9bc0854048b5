//! Elimination by rewriting: quantifiers move inwards, and many disappear on the way.
//!
//! ```text
//! ∃x. φ(y) ∧ ψ(x)              φ(y) ∧ ∃x. ψ(x)            scope
//! ∃x. φ(x) ∨ ψ(x)              ∃x. φ(x) ∨ ∃x. ψ(x)
//! ∃x. x = y + 1 ∧ φ(x)         φ(y + 1)                   definition
//! ∃x. (x ≥ y ∨ b) ∧ x ≠ z      true                       x is never bounded from above
//! ```
//!
//! What is left is a conjunction whose parts are tied together by the symbols, and goes to `cover`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cover::cover;
use super::eliminate_symbol::eliminate_symbol;
use super::literals::{Factored, Quotient, mentions, symbols_in, work};
use crate::formula::{Arena, Formula, LinearTerm, Node, Sort, Substitution, Symbol, map_literals};
use crate::order::Map;
use crate::simplify::condense;
use crate::solver::{Budget, Unknown};

/// Quantifiers are not moved through more alternations of connectives than this; models do the rest.
const LEVELS: usize = 12;

pub(super) fn eliminate(
    arena: &mut Arena,
    formula: Formula,
    symbols: &[Symbol],
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    at_level(arena, formula, symbols, 0, &mut Known::default(), budget)
}

/// What is known of parts at their levels. A formula is a dag: its shared parts are looked at once.
type Known = FxHashMap<(Formula, usize), Formula>;

/// Only those of the symbols matter that occur in the formula, so a result holds for every scope around it.
fn at_level(
    arena: &mut Arena,
    formula: Formula,
    symbols: &[Symbol],
    level: usize,
    known: &mut Known,
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    if let Some(result) = known.get(&(formula, level)) {
        return Ok(*result);
    }
    let result = without(arena, formula, symbols, level, known, budget)?;
    known.insert((formula, level), result);
    Ok(result)
}

fn without(
    arena: &mut Arena,
    formula: Formula,
    symbols: &[Symbol],
    level: usize,
    known: &mut Known,
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    if level < LEVELS
        && let Node::Or(children) = arena.node(formula)
    {
        let children = children.to_vec();
        let mut disjuncts = Vec::with_capacity(children.len());
        for child in children {
            disjuncts.push(at_level(arena, child, symbols, level + 1, known, budget)?);
        }
        return Ok(arena.or(disjuncts));
    }
    let mut scope = Scope { open: vec![formula], done: Vec::new(), symbols: symbols.to_vec() };
    while scope.step(arena, budget)? {}
    let mut conjuncts = std::mem::take(&mut scope.done);
    for component in scope.components(arena) {
        let part = arena.and(component);
        let is_disjunction = matches!(arena.node(part), Node::Or(_));
        conjuncts.push(if is_disjunction && level < LEVELS {
            at_level(arena, part, &scope.symbols, level + 1, known, budget)?
        } else {
            cover(arena, part, &scope.symbols, budget)?
        });
    }
    Ok(arena.and(conjuncts))
}

/// A conjunction under a quantifier.
struct Scope {
    /// The parts that mention the symbols.
    open: Vec<Formula>,
    done: Vec<Formula>,
    symbols: Vec<Symbol>,
}

impl Scope {
    /// Eliminates one symbol by an exact rule; false when none applies.
    fn step(&mut self, arena: &mut Arena, budget: &mut Budget) -> Result<bool, Unknown> {
        self.normalise(arena, budget)?;
        if self.open.is_empty() {
            return Ok(false);
        }
        Ok(self.use_definition(arena)
            || self.use_openness(arena)
            || self.use_exact_projection(arena, budget)?)
    }

    /// Flattens the conjunction and moves parts that do not mention the symbols out of the scope.
    fn normalise(&mut self, arena: &mut Arena, budget: &mut Budget) -> Result<(), Unknown> {
        let formula = arena.and(self.open.iter().copied());
        let parts = arena.conjuncts(formula);
        self.open = condense(arena, parts);
        let order = arena.reachable(self.open.iter().copied());
        budget.take(order.len() as u64)?;
        let symbols: FxHashSet<Symbol> = self.symbols.iter().copied().collect();
        let mut found: FxHashSet<Symbol> = FxHashSet::default();
        let mut tied: FxHashSet<Formula> = FxHashSet::default();
        for part in order {
            let node = arena.node(part);
            let own: Vec<Symbol> = match node {
                Node::Bool(b) | Node::NotBool(b) => vec![*b],
                _ => node.term().into_iter().flat_map(LinearTerm::symbols).collect(),
            };
            let before = tied.len();
            for symbol in own.into_iter().filter(|s| symbols.contains(s)) {
                found.insert(symbol);
                tied.insert(part);
            }
            if before == tied.len() && node.children().iter().any(|c| tied.contains(c)) {
                tied.insert(part);
            }
        }
        let (open, done) = self.open.iter().partition(|part| tied.contains(part));
        self.open = open;
        self.done.extend::<Vec<Formula>>(done);
        self.symbols.retain(|s| found.contains(s));
        Ok(())
    }

    /// A conjunct that is an equation, or a Boolean literal, defines a symbol.
    fn use_definition(&mut self, arena: &mut Arena) -> bool {
        let places: FxHashMap<Symbol, usize> =
            self.symbols.iter().enumerate().map(|(i, s)| (*s, i)).collect();
        let mut best: Option<(u64, usize, usize)> = None;
        for (i, part) in self.open.iter().enumerate() {
            let node = arena.node(*part);
            for symbol in symbols_in(node) {
                let Some(place) = places.get(&symbol) else { continue };
                let price = match node {
                    Node::Bool(_) | Node::NotBool(_) => 0,
                    Node::Eq(t) => t.coefficient(symbol).bits(),
                    _ => continue,
                };
                if best.is_none_or(|known| (price, i, *place) < known) {
                    best = Some((price, i, *place));
                }
            }
        }
        let Some((_, index, place)) = best else { return false };
        let symbol = self.symbols[place];
        let definition = self.open.swap_remove(index);
        let parts = std::mem::take(&mut self.open);
        match arena.node(definition) {
            Node::Eq(t) => {
                let quotient = Quotient::solving(&Factored::from(t, symbol));
                self.open.push(quotient.is_integral(arena));
                for part in parts {
                    self.open.push(quotient.substitute(arena, part, symbol));
                }
            }
            node => {
                let value = arena.constant(matches!(node, Node::Bool(_)));
                let mut substitution = Substitution::new();
                substitution.formula(symbol, value);
                self.open = parts.iter().map(|part| substitution.apply(arena, *part)).collect();
            }
        }
        true
    }

    /// A symbol that no literal keeps from being as large, or as small, or as true, as we like: every
    /// literal about it holds for such values.
    fn use_openness(&mut self, arena: &mut Arena) -> bool {
        let mut pulls: FxHashMap<Symbol, Pull> = FxHashMap::default();
        for part in arena.reachable(self.open.iter().copied()) {
            match arena.node(part) {
                Node::Bool(b) => pulls.entry(*b).or_default().up = true,
                Node::NotBool(b) => pulls.entry(*b).or_default().down = true,
                Node::Le(t) => {
                    for (symbol, a) in t.summands() {
                        let pull = pulls.entry(*symbol).or_default();
                        pull.up |= a.is_negative();
                        pull.down |= a.is_positive();
                    }
                }
                Node::Ne(_) => {}
                node => {
                    for symbol in node.term().into_iter().flat_map(LinearTerm::symbols) {
                        pulls.insert(symbol, Pull { up: true, down: true });
                    }
                }
            }
        }
        let is_open = |symbol: &Symbol| {
            let pull = pulls.get(symbol).copied().unwrap_or_default();
            !(pull.up && pull.down)
        };
        let Some(symbol) = self.symbols.iter().copied().find(is_open) else { return false };
        for part in &mut self.open {
            *part = map_literals(arena, *part, |arena, literal| {
                if mentions(arena.node(literal), |s| s == symbol) { arena.true_() } else { literal }
            });
        }
        true
    }

    /// A symbol that occurs in literal conjuncts only, where its projection needs no case distinction.
    fn use_exact_projection(&mut self, arena: &mut Arena, budget: &mut Budget) -> Result<bool, Unknown> {
        let inner: Vec<Formula> =
            self.open.iter().copied().filter(|part| !arena.node(*part).is_literal()).collect();
        let mut inside: FxHashSet<Symbol> = FxHashSet::default();
        for part in arena.reachable(inner) {
            inside.extend(arena.node(part).term().into_iter().flat_map(LinearTerm::symbols));
        }
        // As many as possible in one go: the conjunction may be long.
        let mut parts = Parts::default();
        for part in &self.open {
            parts.add(arena, *part);
        }
        let mut any = false;
        for symbol in &self.symbols {
            if inside.contains(symbol) || arena.sort(*symbol) != Sort::Int {
                continue;
            }
            let places = parts.mentioning(*symbol);
            let with: Vec<Formula> = places.iter().filter_map(|place| parts.all[*place]).collect();
            budget.take(work(arena, &with))?;
            if let Some(result) = eliminate_symbol(arena, &with, *symbol, None) {
                for place in places {
                    parts.all[place] = None;
                }
                for part in result {
                    parts.add(arena, part);
                }
                any = true;
            }
        }
        self.open = parts.all.into_iter().flatten().collect();
        Ok(any)
    }

    /// The open parts, grouped so that no two groups share a symbol of the scope.
    fn components(&self, arena: &Arena) -> Vec<Vec<Formula>> {
        let symbols: FxHashSet<Symbol> = self.symbols.iter().copied().collect();
        // A group is known by its last part; the parts before point to later ones of their groups.
        let mut later: Vec<usize> = (0..self.open.len()).collect();
        let mut last_with: FxHashMap<Symbol, usize> = FxHashMap::default();
        for (i, part) in self.open.iter().enumerate() {
            for symbol in arena.symbols_of(*part).into_iter().filter(|s| symbols.contains(s)) {
                if let Some(before) = last_with.insert(symbol, i) {
                    let group = last_of(&mut later, before);
                    later[group] = i;
                }
            }
        }
        let mut groups: Map<usize, Vec<Formula>> = Map::new();
        for (i, part) in self.open.iter().enumerate() {
            groups.get_or_default(last_of(&mut later, i)).push(*part);
        }
        groups.into_values().collect()
    }
}

/// The last part of the group that a part belongs to.
fn last_of(later: &mut [usize], mut part: usize) -> usize {
    while later[part] != part {
        later[part] = later[later[part]];
        part = later[part];
    }
    part
}

/// Conjuncts that come and go, and where the symbols of those that are literals occur.
#[derive(Default)]
struct Parts {
    /// Those that have gone leave their places.
    all: Vec<Option<Formula>>,
    places: FxHashMap<Symbol, Vec<usize>>,
}

impl Parts {
    fn add(&mut self, arena: &Arena, part: Formula) {
        for symbol in symbols_in(arena.node(part)) {
            self.places.entry(symbol).or_default().push(self.all.len());
        }
        self.all.push(Some(part));
    }

    fn mentioning(&self, symbol: Symbol) -> Vec<usize> {
        let places = self.places.get(&symbol).into_iter().flatten().copied();
        places.filter(|place| self.all[*place].is_some()).collect()
    }
}

/// Where the literals about a symbol want it to go.
#[derive(Clone, Copy, Debug, Default)]
struct Pull {
    up: bool,
    down: bool,
}
