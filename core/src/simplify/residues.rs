//! Sets of residues, and a short way to write them.
//!
//! Every formula whose literals are divisibilities of one linear form `t`, up to constants, says that `t`
//! lies in some classes modulo the least common multiple of the divisors:
//!
//! ```text
//! 2 | x ∧ 3 | x           {0} modulo 6       6 | x
//! 4 | x ∨ 4 | x - 2       {0, 2} modulo 4    2 | x
//! 3 | x - 1 ∨ 3 | x - 2   {1, 2} modulo 3    ¬(3 | x)
//! ```

use crate::formula::{Arena, Formula, LinearTerm, Node};
use crate::num::Int;

/// Sets modulo larger numbers are left alone: the result would not be readable anyway.
const MODULUS_LIMIT: usize = 720;

/// The residues `r` with `members[r]`, modulo the length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ResidueSet {
    members: Vec<bool>,
}

impl ResidueSet {
    /// The linear form of a divisibility literal, without constant, and the residues it allows.
    pub(crate) fn of_literal(literal: &Node) -> Option<(LinearTerm, ResidueSet)> {
        let (Node::Divides(k, t) | Node::NotDivides(k, t)) = literal else { return None };
        let modulus = usize::try_from(k.to_i64()?).ok().filter(|k| *k <= MODULUS_LIMIT)?;
        let residue = usize::try_from((-t.constant_part()).mod_floor(k).to_i64()?).ok()?;
        let positive = matches!(literal, Node::Divides(..));
        let members = (0..modulus).map(|r| (r == residue) == positive).collect();
        Some((t.with_constant(Int::ZERO), ResidueSet { members }))
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.members.contains(&true)
    }

    pub(crate) fn is_all(&self) -> bool {
        !self.members.contains(&false)
    }

    pub(crate) fn complement(&self) -> ResidueSet {
        ResidueSet { members: self.members.iter().map(|m| !m).collect() }
    }

    /// `None` when the common modulus would be too large.
    pub(crate) fn intersection(&self, other: &ResidueSet) -> Option<ResidueSet> {
        let (m, n) = (self.members.len(), other.members.len());
        let common = num_integer::lcm(m, n);
        (common <= MODULUS_LIMIT).then(|| ResidueSet {
            members: (0..common).map(|r| self.members[r % m] && other.members[r % n]).collect(),
        })
    }

    pub(crate) fn is_subset_of(&self, other: &ResidueSet) -> bool {
        self.intersection(&other.complement()).is_some_and(|rest| rest.is_empty())
    }

    pub(crate) fn is_disjoint_from(&self, other: &ResidueSet) -> bool {
        self.intersection(other).is_some_and(|rest| rest.is_empty())
    }

    /// A short formula that says `form ∈ self`: whole classes, largest first, of the set or of its
    /// complement.
    pub(crate) fn express(&self, arena: &mut Arena, form: &LinearTerm) -> Formula {
        let set = self.with_least_modulus();
        let complement = set.complement();
        let (classes, excluded) = (set.cover(), complement.cover());
        let positive = classes.len() <= excluded.len();
        let mut disjuncts = Vec::new();
        for (divisor, residue) in if positive { classes } else { excluded } {
            let term = form.plus_constant(&-Int::from(residue as u64));
            disjuncts.push(arena.divides(&Int::from(divisor as u64), &term));
        }
        let formula = arena.or(disjuncts);
        if positive { formula } else { !formula }
    }

    /// The same set modulo its least period.
    fn with_least_modulus(&self) -> ResidueSet {
        let m = self.members.len();
        let period =
            divisors(m).find(|d| (0..m).all(|r| self.members[r] == self.members[r % d])).unwrap_or(m);
        ResidueSet { members: self.members[..period].to_vec() }
    }

    /// Classes `residue modulo divisor` that lie within the set and cover it, chosen greedily.
    fn cover(&self) -> Vec<(usize, usize)> {
        let m = self.members.len();
        let mut open = self.members.clone();
        let mut classes = Vec::new();
        // Small divisors make large classes.
        for divisor in divisors(m) {
            for residue in 0..divisor {
                let class = || (residue..m).step_by(divisor);
                if class().all(|r| self.members[r]) && class().any(|r| open[r]) {
                    for r in class() {
                        open[r] = false;
                    }
                    classes.push((divisor, residue));
                }
            }
        }
        classes
    }
}

fn divisors(m: usize) -> impl Iterator<Item = usize> {
    (1..=m).filter(move |d| m.is_multiple_of(*d))
}
