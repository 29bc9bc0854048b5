//! The cheapest feasible sets of templates, from below.
//!
//! The result is that of Algorithm 3 (Acta'16, Lemma 10): the maximal feasible elements of least cost. In the
//! product of the lattices of ten abstraction points there are thousands of other maximal feasible elements,
//! and Algorithm 3 goes from one to the next. In a powerset the infeasible sets lead to the cheapest ones
//! directly. Whatever is feasible has a template outside of each set that is known to be infeasible. So a
//! cheapest set that has such a template for each of them costs no more than any feasible set; if it is
//! feasible itself, nothing is cheaper, and if not, one more infeasible set is known.
//!
//! ```text
//! infeasible      so one of these is needed      cheapest      feasible?
//! {}              I, J, X - I                    {J}           no: {J}
//! {J}             I, X - I                       {X - I}       no: {X - I}
//! {X - I}         I, J                           {J, X - I}    yes
//! ```
//!
//! Infeasible sets are enlarged as far as possible before they are used, first by all templates of other
//! points: a contradiction that is cut at one point mostly says what is needed at this point.

use super::cover::cheapest_cover;
use super::{AbstractionLattice, Frontier, Powerset, SearchStep, Subset};
use crate::solver::Unknown;

/// What the search asks.
pub trait Judge {
    /// The part of a set that a contradiction needs, if the set is feasible; else an infeasible set that
    /// contains it.
    fn judge(&mut self, set: Subset) -> Result<Judgement, Unknown>;

    /// The largest set with the same abstraction.
    fn class(&mut self, set: Subset) -> Result<Subset, Unknown>;

    /// Pays for work that asks nothing.
    fn take(&mut self, steps: u64) -> Result<(), Unknown>;
}

/// What is known of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is feasible, and so is this part of it.
    Feasible(Subset),
    /// This set, which contains it, is infeasible.
    Infeasible(Subset),
}

struct Search<'a> {
    lattice: &'a Powerset,
    /// The templates of each point.
    points: &'a [Subset],
    judge: &'a mut dyn Judge,
    /// A template of each of these is needed.
    needed: Vec<Subset>,
    steps: Vec<SearchStep<Subset>>,
}

/// The feasible sets of least cost, at most `limit` of them and no two with the same abstraction. If the
/// search is cut short before it knows one, the result is a feasible set that may cost more: `known`, if that
/// is one, or a cheaper one.
pub fn least(
    lattice: &Powerset,
    points: &[Subset],
    known: Option<Subset>,
    limit: usize,
    judge: &mut dyn Judge,
) -> Frontier<Subset> {
    let mut search = Search { lattice, points, judge, needed: Vec::new(), steps: Vec::new() };
    let mut elements = Vec::new();
    let mut spare = known;
    let stopped = match search.run(limit, &mut elements, &mut spare) {
        Ok(()) => None,
        Err(reason) => {
            if elements.is_empty() {
                elements.extend(spare);
            }
            Some(reason.to_string())
        }
    };
    Frontier { elements, steps: search.steps, stopped }
}

impl Search<'_> {
    fn run(
        &mut self,
        limit: usize,
        elements: &mut Vec<Subset>,
        spare: &mut Option<Subset>,
    ) -> Result<(), Unknown> {
        let Some(whole) = self.feasible(self.lattice.bottom())? else { return Ok(()) };
        let mut best = self.reduced(whole)?;
        if let Some(known) = *spare
            && self.lattice.cost(&known) < self.lattice.cost(&best)
        {
            best = known;
        }
        *spare = Some(best);
        let mut least = None;
        while elements.len() < limit {
            let bound = least.unwrap_or_else(|| self.lattice.cost(&best)).saturating_add(1);
            let cover = cheapest_cover(&self.needed, self.lattice, bound, &mut |s| self.judge.take(s))?;
            // Without a known element of least cost, the spare one is within the bound.
            let Some(cover) = cover else { break };
            if least.is_none() && self.lattice.cost(&cover) == self.lattice.cost(&best) {
                // Nothing is cheaper than the spare one.
                least = Some(self.lattice.cost(&best));
                self.found(best, elements)?;
                continue;
            }
            let Some(core) = self.feasible_or_learn(cover)? else { continue };
            least = Some(self.lattice.cost(&core));
            best = core;
            *spare = Some(core);
            self.found(core, elements)?;
        }
        Ok(())
    }

    /// Notes an element of least cost, and looks for others with another abstraction from now on.
    fn found(&mut self, element: Subset, elements: &mut Vec<Subset>) -> Result<(), Unknown> {
        let cost = self.lattice.cost(&element);
        self.steps.push(SearchStep::Maximal { element, cost });
        elements.push(element);
        let class = self.judge.class(element)?;
        self.needed.push(self.lattice.bottom().without(class));
        Ok(())
    }

    /// The part of a set that is needed, if it is feasible.
    fn feasible(&mut self, set: Subset) -> Result<Option<Subset>, Unknown> {
        Ok(match self.tried(set)? {
            Judgement::Feasible(core) => Some(core),
            Judgement::Infeasible(_) => None,
        })
    }

    fn tried(&mut self, set: Subset) -> Result<Judgement, Unknown> {
        let judgement = self.judge.judge(set)?;
        let feasible = matches!(judgement, Judgement::Feasible(_));
        self.steps.push(SearchStep::Tried { element: set, feasible });
        if let Judgement::Feasible(needed) = judgement
            && needed != set
        {
            self.steps.push(SearchStep::Needs { element: needed });
        }
        Ok(judgement)
    }

    /// A feasible set without superfluous templates; dear ones go first.
    fn reduced(&mut self, mut set: Subset) -> Result<Subset, Unknown> {
        for i in self.lattice.dear_first(set) {
            let smaller = set.without(Subset::new([i]));
            if set.contains(i)
                && let Some(core) = self.feasible(smaller)?
            {
                set = core;
            }
        }
        Ok(set)
    }

    /// The same as [`Self::feasible`]. If the set is not, says what is needed beyond it: as many disjoint
    /// sets as come up, because each of them raises the cost.
    fn feasible_or_learn(&mut self, set: Subset) -> Result<Option<Subset>, Unknown> {
        let mut infeasible = match self.tried(set)? {
            Judgement::Feasible(core) => return Ok(Some(core)),
            Judgement::Infeasible(infeasible) => infeasible,
        };
        let bottom = self.lattice.bottom();
        let mut with = set;
        loop {
            let largest = self.enlarged(infeasible)?;
            let needed = bottom.without(largest);
            self.needed.push(needed);
            with = with.with(needed);
            match self.tried(with)? {
                Judgement::Feasible(_) => return Ok(None),
                Judgement::Infeasible(next) => infeasible = next,
            }
        }
    }

    /// An infeasible set that becomes feasible with whatever is added.
    fn enlarged(&mut self, mut set: Subset) -> Result<Subset, Unknown> {
        for point in self.points {
            if !point.is_subset(set)
                && let Judgement::Infeasible(larger) = self.tried(set.with(*point))?
            {
                set = larger;
            }
        }
        for i in self.lattice.bottom().positions() {
            if !set.contains(i)
                && let Judgement::Infeasible(larger) = self.tried(set.with(Subset::new([i])))?
            {
                set = larger;
            }
        }
        Ok(set)
    }
}
