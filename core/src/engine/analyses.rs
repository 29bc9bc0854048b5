//! Analyses of loops that several runs on the same clauses share.
//!
//! Runs that take turns often have the same clauses, and what is known about them does not depend on who
//! asks. So an analysis is done once, with an arena of its own, and one that the end of a turn has cut short
//! is gone on with by whoever needs it next.

use std::cell::RefCell;
use std::rc::Rc;

use crate::analysis::{Analysis, Analyst};
use crate::formula::{Arena, Formula, Importer};
use crate::horn::ClauseSystem;
use crate::solver::{Budget, Unknown};

/// All analyses of one problem, by the number of what was prepared ([`crate::horn::Preparations`]).
#[derive(Clone, Debug, Default)]
pub(super) struct Analyses(Rc<RefCell<Vec<(usize, Shared)>>>);

/// An analysis, and what its formulae are made in.
#[derive(Debug)]
struct Shared {
    arena: Arena,
    system: ClauseSystem,
    analyst: Analyst,
}

impl Analyses {
    /// The complete analysis of a system, with formulae of the given arena. Both are a run's own.
    pub(super) fn of(
        &self,
        number: usize,
        arena: &mut Arena,
        system: &ClauseSystem,
        budget: &mut Budget,
    ) -> Result<Analysis, Unknown> {
        let mut all = self.0.borrow_mut();
        let Shared { arena: own, system, analyst } = begun(&mut all, number, arena, system);
        analyst.go_on(own, system, budget)?;
        Ok(analyst.analysis().carried(own, arena))
    }

    /// What holds in all that each relation symbol of a system derives, in the same way.
    pub(super) fn facts(
        &self,
        number: usize,
        arena: &mut Arena,
        system: &ClauseSystem,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<Formula>>, Unknown> {
        let mut all = self.0.borrow_mut();
        let Shared { arena: own, system, analyst } = begun(&mut all, number, arena, system);
        analyst.find_facts(own, system, budget)?;
        let mut importer = Importer::new(own);
        let mut carried = |facts: &Vec<Formula>| -> Vec<Formula> {
            facts.iter().map(|fact| importer.formula(arena, *fact)).collect()
        };
        Ok(analyst.facts().iter().map(&mut carried).collect())
    }

    /// Is it known what holds in all that each relation symbol derives?
    pub(super) fn has_facts(&self, number: usize) -> bool {
        let all = self.0.borrow();
        all.iter().any(|(other, shared)| *other == number && !shared.analyst.facts().is_empty())
    }
}

/// What there is of this number; it is begun if there is nothing yet.
fn begun<'a>(
    all: &'a mut Vec<(usize, Shared)>,
    number: usize,
    arena: &Arena,
    system: &ClauseSystem,
) -> &'a mut Shared {
    let known = all.iter().position(|(other, _)| *other == number);
    let place = known.unwrap_or_else(|| {
        let (mut arena, system) = (arena.clone(), system.clone());
        let analyst = Analyst::new(&mut arena, &system);
        all.push((number, Shared { arena, system, analyst }));
        all.len() - 1
    });
    &mut all[place].1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::house;

    /// Whoever asks second pays for nothing but what was left to do.
    #[test]
    fn an_analysis_is_done_once() {
        let text = "p(N, 0) :- N >= 0. p(N, I + 1) :- p(N, I), I < N. false :- p(N, I), I > N.";
        let (problem, _) = house::parse(text);
        let mut arena = problem.arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut arena, &problem);
        let analyses = Analyses::default();
        let mut short = Budget::steps(20);
        assert_eq!(analyses.of(0, &mut arena.clone(), &system, &mut short).err(), Some(Unknown::Budget));
        let mut whole = Budget::unlimited();
        let found = analyses.of(0, &mut arena, &system, &mut whole).unwrap();
        assert!(whole.used() > 0 && !found.loops[0].bounds.is_empty());
        let mut nothing = Budget::steps(0);
        // Another arena of the same problem has symbols and formulae of its own.
        let mut other = problem.arena.clone();
        let (system, _) = ClauseSystem::from_problem(&mut other, &problem);
        let more = other.fresh_symbol("more", crate::formula::Sort::Bool);
        other.boolean(more);
        assert_eq!(
            analyses.of(0, &mut other, &system, &mut nothing).unwrap().loops[0].bounds,
            found.loops[0].bounds
        );
        let facts = analyses.facts(0, &mut other, &system, &mut nothing).unwrap();
        let texts: Vec<String> = facts[0].iter().map(|fact| other.show(*fact).to_string()).collect();
        assert!(texts.contains(&"N ≥ I".to_owned()), "{texts:?}");
    }
}
