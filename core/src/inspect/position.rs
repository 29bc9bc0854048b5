//! The interpolation problem of one position: A below it, B around it.
//!
//! In `And(4, Or(And(1), And(2, And(1))))` the position below the query has
//! `A = clause 1 ∨ (clause 2 ∧ clause 1)` and `B = clause 4`; the position at the end has `A = clause 1` and
//! `B = clause 4 ∧ clause 2`. An alternative that does not lead to the position says nothing about it and is
//! left out of B; what else the alternatives on the way need is in B with all its own alternatives. A
//! position that is used several times has a rest around each use; B is one of these.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::sides::{Part, SideInstances};
use super::unshared::{UNSHARED_LIMIT, Unshared, unshared};
use crate::budget::Budget;
use crate::engine::{AndOrTree, Instances, PositionId};
use crate::formula::{Arena, Formula, FormulaText, NotRead, Sort, Substitution, Symbol};
use crate::horn::{ClauseSystem, Instance, Pipeline, Prepared, SystemRelationId};
use crate::interpolate::PointOrigin;
use crate::lang::Problem;
use crate::solver::Unknown;

/// The interpolation problem of one position of a counterexample.
#[derive(Clone, Debug)]
pub struct Inspector {
    pub(super) arena: Arena,
    pub(super) system: ClauseSystem,
    pub(super) position: PositionId,
    pub(super) relation: SystemRelationId,
    /// The arguments of the relation symbol, by the names that the user gave them.
    pub(super) parameters: Vec<Symbol>,
    pub(super) a: SideInstances,
    pub(super) b: SideInstances,
    /// How the other symbols are called.
    pub(super) names: FxHashMap<Symbol, String>,
    /// Further formulae that may be interpolants, and where they come from.
    pub(super) given: Vec<(PointOrigin, Formula)>,
    /// How the arguments of each position are called.
    pub(super) arguments: Vec<(PositionId, Vec<String>)>,
}

/// An argument of the relation symbol at the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    pub name: String,
    pub sort: Sort,
    /// Do both sides speak of it? Interpolants speak of no other.
    pub common: bool,
}

/// Why there is nothing to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unfit {
    /// The tree was not built from these clauses.
    Tree,
    /// Positions are shared, so often that there would be too many with a copy for each use.
    Shared,
    /// The tree has no such position, or it is the root, which derives `false`.
    Position,
    /// The limits of the question were reached before it was clear.
    Unknown(Unknown),
    /// What is known at an open position could not be read back.
    Open(NotRead),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfit::Tree => "the counterexample does not fit the clauses",
            Unfit::Shared => {
                return write!(
                    f,
                    "positions of this counterexample are shared; with a copy for each use there would be more than \
                     {UNSHARED_LIMIT}. Look at an earlier counterexample, or solve with the strategy TI, whose \
                     counterexamples are trees"
                );
            }
            Unfit::Position => "the counterexample has no interpolant at this position",
            Unfit::Unknown(reason) => return reason.fmt(f),
            Unfit::Open(reason) => return write!(f, "at an open position, {reason}"),
        })
    }
}

impl Inspector {
    /// Unfolds the tree over the clauses as the engine saw them, that is, after the passes of its pipeline.
    /// For open positions, which have no alternatives, it is told what is known there: formulae over the
    /// parameters.
    pub fn new(
        problem: &Problem,
        pipeline: &Pipeline,
        tree: &AndOrTree,
        open: &[(PositionId, Vec<FormulaText>)],
        position: PositionId,
        budget: &mut Budget,
    ) -> Result<Inspector, Unfit> {
        let Prepared { mut arena, system, .. } =
            pipeline.run(problem, budget).map_err(|ended| Unfit::Unknown(ended.into()))?;
        let count = tree.positions.len();
        let Unshared { tree, origins } = &unshared(tree).ok_or(Unfit::Shared)?;
        if !fits(&system, tree) {
            return Err(Unfit::Tree);
        }
        if position.index() + 1 >= count {
            return Err(Unfit::Position);
        }
        // The uses of the position, the one nearest to the root first.
        let copies = |of: PositionId| {
            tree.numbered().map(|(copy, _)| copy).filter(move |copy| origins[copy.index()] == of)
        };
        let mut uses: Vec<PositionId> = copies(position).collect();
        uses.reverse();
        let unfolded = Instances::of(&mut arena, &system, tree).ok_or(Unfit::Tree)?;
        let Instances { ways: instances, heads } = unfolded;
        let relation = heads[uses.first().ok_or(Unfit::Tree)?.index()].0;
        let parameters = system[relation].parameters().to_vec();
        let names = names(&arena, &system, &instances, &heads, &parameters, origins);
        let open: Vec<(PositionId, &[FormulaText])> =
            open.iter().flat_map(|(i, texts)| copies(*i).map(|copy| (copy, &**texts))).collect();
        let known = known(&mut arena, &system, tree, &heads, &open).map_err(Unfit::Open)?;
        let mut sides = Vec::with_capacity(uses.len());
        for here in &uses {
            let renaming = Substitution::renaming(&mut arena, &heads[here.index()].1, &parameters);
            let mut constraints: Vec<Vec<Formula>> = Vec::with_capacity(instances.len());
            for (ways, known) in instances.iter().zip(&known) {
                let ways =
                    if ways.is_empty() { vec![*known] } else { ways.iter().map(|i| i.constraint).collect() };
                constraints.push(ways.into_iter().map(|f| renaming.apply(&mut arena, f)).collect());
            }
            let whole = whole(&mut arena, tree, &constraints);
            let a = below(tree, &constraints, &whole, *here);
            sides.push((a, around(tree, &constraints, &whole, *here)));
        }
        let (a, rests): (Vec<SideInstances>, Vec<SideInstances>) = sides.into_iter().unzip();
        let mut a = a.into_iter().next().ok_or(Unfit::Tree)?;
        let mut b = any_of(&mut arena, rests);
        for part in a.parts.iter_mut().chain(&mut b.parts) {
            part.position = origins[part.position.index()];
        }
        let name = |symbol: &Symbol| names.get(symbol).cloned().unwrap_or_default();
        let mut arguments: Vec<(PositionId, Vec<String>)> = Vec::with_capacity(heads.len());
        for (i, (_, symbols)) in heads.iter().enumerate() {
            let is_here = origins[i] == position;
            let own = || parameters.iter().map(|symbol| arena.name(*symbol).to_owned()).collect();
            arguments.push((origins[i], if is_here { own() } else { symbols.iter().map(name).collect() }));
        }
        let given = Vec::new();
        Ok(Inspector { arena, system, position, relation, parameters, a, b, names, given, arguments })
    }

    /// Puts further formulae into the lattice, as far as they can be read and are interpolants.
    pub fn give(&mut self, given: &[(PointOrigin, FormulaText)]) {
        for (origin, text) in given {
            if let Ok(formula) = self.read(text) {
                self.given.push((*origin, formula));
            }
        }
    }

    /// The name of the relation symbol that is derived at the position.
    pub fn relation_name(&self) -> &str {
        &self.system[self.relation].name
    }

    /// The arguments of the relation symbol.
    pub fn parameters(&self) -> Vec<Parameter> {
        let arena = &self.arena;
        let (a, b) = (self.a.symbols(arena), self.b.symbols(arena));
        let parameter = |p: &Symbol| Parameter {
            name: arena.name(*p).to_owned(),
            sort: arena.sort(*p),
            common: a.contains(p) && b.contains(p),
        };
        self.parameters.iter().map(parameter).collect()
    }

    /// A formula in the papers' notation.
    pub(super) fn show(&self, formula: Formula) -> FormulaText {
        let spelling = |symbol| self.spell(symbol);
        self.arena.show(formula).spelled(&spelling).text()
    }

    /// A formula over the parameters that was shown before.
    pub(super) fn read(&mut self, text: &FormulaText) -> Result<Formula, NotRead> {
        text.read(&mut self.arena, &self.parameters)
    }

    pub(super) fn spell(&self, symbol: Symbol) -> String {
        match self.names.get(&symbol) {
            Some(name) => name.clone(),
            None => self.arena.name(symbol).to_owned(),
        }
    }
}

/// Is this a tree of clauses of the system, children before parents?
fn fits(system: &ClauseSystem, tree: &AndOrTree) -> bool {
    let mut expected = vec![None; tree.positions.len()];
    for (i, position) in tree.positions.iter().enumerate().rev() {
        let is_root = i + 1 == tree.positions.len();
        if is_root == expected[i].is_some() || is_root && position.alternatives.is_empty() {
            return false;
        }
        for way in &position.alternatives {
            let Some(clause) = system.clauses().get(way.clause.index()) else { return false };
            if clause.head_relation() != expected[i] || clause.body.len() != way.children.len() {
                return false;
            }
            for (child, atom) in way.children.iter().zip(&clause.body) {
                if child.index() >= i || expected[child.index()].replace(atom.relation).is_some() {
                    return false;
                }
            }
        }
    }
    !tree.positions.is_empty()
}

/// What is known at each open position, over the symbols for its arguments.
fn known(
    arena: &mut Arena,
    system: &ClauseSystem,
    tree: &AndOrTree,
    heads: &[(SystemRelationId, Vec<Symbol>)],
    open: &[(PositionId, &[FormulaText])],
) -> Result<Vec<Formula>, NotRead> {
    let mut known = vec![arena.true_(); tree.positions.len()];
    for (position, texts) in open {
        let Some((relation, symbols)) = heads.get(position.index()) else { continue };
        let parameters = system[*relation].parameters();
        let mut parts = Vec::with_capacity(texts.len());
        for text in *texts {
            parts.push(text.read(arena, parameters)?);
        }
        let formula = arena.and(parts);
        known[position.index()] = arena.renamed(formula, parameters, symbols);
    }
    Ok(known)
}

/// For each position, what its sub-tree says.
fn whole(arena: &mut Arena, tree: &AndOrTree, constraints: &[Vec<Formula>]) -> Vec<Formula> {
    let mut whole: Vec<Formula> = Vec::with_capacity(constraints.len());
    for (position, constraints) in tree.positions.iter().zip(constraints) {
        let mut ways = Vec::with_capacity(constraints.len());
        for (k, constraint) in constraints.iter().enumerate() {
            let way = position.alternatives.get(k);
            let children = way.into_iter().flat_map(|way| &way.children).map(|c| whole[c.index()]);
            ways.push(arena.and(children.chain([*constraint])));
        }
        whole.push(arena.or(ways));
    }
    whole
}

/// The sub-tree of a position.
fn below(
    tree: &AndOrTree,
    constraints: &[Vec<Formula>],
    whole: &[Formula],
    position: PositionId,
) -> SideInstances {
    let mut side = SideInstances::default();
    side.add(tree, constraints, whole, position);
    side
}

/// What remains of the tree without the sub-tree of a position, as far as it leads to the position.
fn around(
    tree: &AndOrTree,
    constraints: &[Vec<Formula>],
    whole: &[Formula],
    position: PositionId,
) -> SideInstances {
    let mut side = SideInstances::default();
    let mut here = position;
    // Parents come later than children.
    for (i, parent) in tree.numbered().skip(position.index()) {
        let Some(k) = parent.alternatives.iter().position(|way| way.children.contains(&here)) else {
            continue;
        };
        let constraint = constraints[i.index()][k];
        side.parts.push(Part {
            position: i,
            clause: Some(parent.alternatives[k].clause),
            alternative: 0,
            alternatives: 1,
            constraint,
        });
        side.formulae.push(constraint);
        for sibling in parent.alternatives[k].children.iter().filter(|c| **c != here) {
            side.add(tree, constraints, whole, *sibling);
        }
        here = i;
    }
    side
}

/// One of several sides, as one: a choice between them, unless there is only one.
fn any_of(arena: &mut Arena, mut sides: Vec<SideInstances>) -> SideInstances {
    if sides.len() == 1 {
        return sides.swap_remove(0);
    }
    let count = sides.len();
    let cases: Vec<Formula> = sides.iter().map(|side| arena.and(side.formulae.iter().copied())).collect();
    let formulae = vec![arena.or(cases)];
    let of = |(k, side): (usize, SideInstances)| {
        side.parts.into_iter().map(move |part| Part {
            alternative: k,
            alternatives: count.max(part.alternatives),
            ..part
        })
    };
    SideInstances { parts: sides.into_iter().enumerate().flat_map(of).collect(), formulae }
}

/// Names for the symbols of all instances: an argument is called as at its relation symbol and a local
/// variable as in its clause, with the number of the position above it; `M` of position 2 is `M⁽²⁾`.
fn names(
    arena: &Arena,
    system: &ClauseSystem,
    instances: &[Vec<Instance>],
    heads: &[(SystemRelationId, Vec<Symbol>)],
    parameters: &[Symbol],
    origins: &[PositionId],
) -> FxHashMap<Symbol, String> {
    let mut taken: FxHashSet<String> = parameters.iter().map(|p| arena.name(*p).to_owned()).collect();
    let mut names: FxHashMap<Symbol, String> = FxHashMap::default();
    let mut give = |symbol: Symbol, hint: &str, position: PositionId| {
        if names.contains_key(&symbol) {
            return;
        }
        let mut name = format!("{hint}⁽{}⁾", raised(position.number()));
        while !taken.insert(name.clone()) {
            name.push('\'');
        }
        names.insert(symbol, name);
    };
    for (i, (relation, arguments)) in heads.iter().enumerate() {
        for (symbol, parameter) in arguments.iter().zip(system[*relation].parameters()) {
            give(*symbol, arena.name(*parameter), origins[i]);
        }
    }
    for (i, ways) in instances.iter().enumerate() {
        for (own, symbol) in ways.iter().flat_map(Instance::symbols) {
            give(*symbol, arena.name(*own), origins[i]);
        }
    }
    names
}

/// A number in small digits above the line.
fn raised(number: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number.to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect()
}
