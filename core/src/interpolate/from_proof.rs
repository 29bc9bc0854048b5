//! Reading an interpolant off a refutation.
//!
//! Every step of the proof gets a partial interpolant by a labelled interpolation system (D'Silva, Kroening,
//! Purandare, Weissenbacher, *Interpolant Strength*, VMCAI'10). Literals that occur in one side only have the
//! label of that side; the labelling decides about those that occur in both:
//!
//! | labelling | shared literals | an input of A says | resolving on a shared literal `p` |
//! |---|---|---|---|
//! | McMillan's (CAV'03), the strongest | B | its shared literals | `I₁ ∧ I₂` |
//! | symmetric (Huang, Krajíček, Pudlák) | both | `false` | `(p ∨ I₁) ∧ (¬p ∨ I₂)` |
//! | inverse, the weakest | A | `false` | `I₁ ∨ I₂` |
//!
//! The inverse system is McMillan's with the sides exchanged, negated, and computed so. Resolving on a
//! literal of A joins by `∨`, on one of B by `∧`; inputs of B say `true`; lemmas contribute the interpolants
//! of their conflicts. The empty clause has the interpolant of the whole.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Strength;
use super::explanation::{Argument, Explanation};
use super::lemma;
use super::mentions::Beyond;
use super::sides::{Side, Sides};
use crate::check::{Checked, Refutation};
use crate::elimination::eliminate;
use crate::formula::{Arena, Formula, LinearTerm};
use crate::proof::{Proof, Step, StepId};
use crate::solver::{Budget, Unknown};

/// Most chains of resolutions are shorter than this.
const RESOLUTIONS_IN_A_STEP: u64 = 8;

/// Joining a formula with another looks at all of its parts; most have fewer than this.
const PARTS_IN_A_STEP: u64 = 16;

/// The interpolant of `a ∧ b`, over their common symbols, and how it came about.
#[allow(clippy::too_many_arguments)] // All of these are the proof and its context.
pub(super) fn read(
    arena: &mut Arena,
    a: &[Formula],
    b: &[Formula],
    proof: &Proof,
    checked: &Checked<Refutation>,
    beyond: (Option<Beyond>, bool),
    strength: Strength,
    budget: &mut Budget,
) -> Result<(Formula, Explanation), Unknown> {
    let used = |side: &[Formula]| -> Vec<Formula> {
        side.iter().filter(|f| checked.core().binary_search(f).is_ok()).copied().collect()
    };
    let (a, b) = (used(a), used(b));
    let sides = Sides::new(arena, &a, &b, &proof.quotients, beyond);
    let inputs = b.iter().copied().collect();
    let mut reader = Reader {
        arena,
        sides,
        b: inputs,
        strength,
        partial: Vec::new(),
        arguments: Vec::new(),
        argued: FxHashMap::default(),
    };
    for (i, step) in proof.steps.iter().enumerate() {
        let id = StepId(i as u32);
        let partial = if checked.uses(id) {
            budget.take(1)?;
            reader.step(step, checked.clause(id), budget)?
        } else {
            reader.arena.true_()
        };
        reader.partial.push(partial);
    }
    let formula = reader.partial.last().copied().unwrap_or(reader.arena.true_());
    let arguments = reader.arguments;
    let formula = without_quotients(arena, formula, proof, budget)?;
    Ok((formula, Explanation { a, b, arguments, readings: vec![strength], relaxed: false }))
}

struct Reader<'a> {
    arena: &'a mut Arena,
    sides: Sides<'a>,
    b: FxHashSet<Formula>,
    strength: Strength,
    partial: Vec<Formula>,
    arguments: Vec<Argument>,
    /// Where the arguments for an atom are.
    argued: FxHashMap<Formula, Vec<usize>>,
}

impl Reader<'_> {
    fn step(&mut self, step: &Step, clause: &[Formula], budget: &mut Budget) -> Result<Formula, Unknown> {
        Ok(match step {
            Step::Input(f) if self.b.contains(f) => self.arena.true_(),
            Step::Input(_) => self.shared_part(clause),
            // Tautologies belong to the side whose symbols they mention.
            Step::Conjunct { .. } | Step::Conjunction(_) => {
                if clause.iter().any(|l| self.side(*l) == Side::A) {
                    self.shared_part(clause)
                } else {
                    self.arena.true_()
                }
            }
            Step::Lemma { clause, certificate } => {
                let (formula, argument) =
                    lemma::interpolate(self.arena, &self.sides, clause, certificate, self.strength, budget)?;
                self.arguments.extend(argument.filter(|n| {
                    let alike = self.argued.entry(n.atom).or_default();
                    let is_new = alike.iter().all(|i| self.arguments[*i] != *n);
                    if is_new {
                        alike.push(self.arguments.len());
                    }
                    is_new
                }));
                formula
            }
            Step::Resolution { first, others } => {
                let mut formula = self.partial[first.index()];
                budget.take(others.len() as u64 / RESOLUTIONS_IN_A_STEP)?;
                for other in others {
                    budget.take(self.arena.node(formula).children().len() as u64 / PARTS_IN_A_STEP)?;
                    let parts = [formula, self.partial[other.step.index()]];
                    formula = match self.side(other.pivot) {
                        Side::A => self.arena.or(parts),
                        Side::Common if self.is_both(other.pivot) => {
                            let first = self.arena.or([other.pivot, parts[0]]);
                            let second = self.arena.or([!other.pivot, parts[1]]);
                            self.arena.and([first, second])
                        }
                        Side::B | Side::Common => self.arena.and(parts),
                    };
                }
                formula
            }
        })
    }

    fn side(&self, literal: Formula) -> Side {
        self.sides.of_formula(self.arena, literal)
    }

    /// Has the literal the labels of both sides? Only the symmetric labelling has such literals; names for
    /// conjunctions and disjunctions, which would make its interpolants large, are the second side's there as
    /// well.
    fn is_both(&self, literal: Formula) -> bool {
        self.strength == Strength::Symmetric && self.sides.occurs_in_both(self.arena, literal)
    }

    /// The disjunction of the literals with the label of the other side.
    fn shared_part(&mut self, clause: &[Formula]) -> Formula {
        let is_shared = |l: &&Formula| self.side(**l) == Side::Common && !self.is_both(**l);
        let shared: Vec<Formula> = clause.iter().filter(is_shared).copied().collect();
        self.arena.or(shared)
    }
}

/// Quotients have served their purpose: `∃q. (I ∧ k·q ≤ t < k·q + k)` says the same without `q`.
fn without_quotients(
    arena: &mut Arena,
    formula: Formula,
    proof: &Proof,
    budget: &mut Budget,
) -> Result<Formula, Unknown> {
    let mut formula = formula;
    for q in proof.quotients.iter().rev() {
        if !arena.symbols_of(formula).contains(&q.symbol) {
            continue;
        }
        let multiple = LinearTerm::symbol(q.symbol).scaled(&q.divisor);
        let low = arena.at_most(&multiple, &q.term);
        let high = arena.less(&q.term, &multiple.plus_constant(&q.divisor));
        let defined = arena.and([formula, low, high]);
        formula = eliminate(arena, defined, &[q.symbol], budget)?;
    }
    Ok(formula)
}
