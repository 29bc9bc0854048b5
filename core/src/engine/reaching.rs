//! Property-directed reachability as a run: its news become events, and what it ends with is checked like
//! everything else.

use super::phase::{Next, Phase, Worked};
use super::{Engine, Event, StopReason, certify};
use crate::budget::Work;
use crate::guide::InterpolationAbstraction;
use crate::pdr::{End, News, Progress, Reachability};
use crate::solver::Budget;

/// Once the search has taken this many steps, what is known about the loops is worth its price; and at once
/// where another run has paid for it.
const STEPS_BEFORE_ANALYSIS: u64 = 2_000_000;

impl Engine {
    /// Begins with the question whether `false` is derived.
    pub(super) fn begin_reaching(&mut self) -> Worked {
        let search = Reachability::new(&mut self.arena, &self.system);
        Worked::quietly(Next::Go(Phase::Reach(Box::new(search))))
    }

    /// Treats an obligation, or opens a frame.
    pub(super) fn reach(
        &mut self,
        search: &mut Reachability,
        budget: &mut Budget,
    ) -> Result<Worked, StopReason> {
        let before = search.counts();
        let steps = self.statistics.work.of(Work::Exploration);
        if !search.has_assumed()
            && self.settings.abstraction == InterpolationAbstraction::Auto
            && (steps >= STEPS_BEFORE_ANALYSIS || self.knows_facts())
        {
            let facts = budget.on(Work::Preparing, |budget| self.facts(budget))?;
            search.assume(facts);
            return Ok(Worked::quietly(Next::Again));
        }
        let progress = search.step(&mut self.arena, &mut self.system, budget);
        let after = search.counts();
        self.statistics.depth = search.frame();
        self.statistics.refinements += after.lemmas - before.lemmas;
        self.statistics.checks += after.checks - before.checks;
        let Progress { news, end } = progress?;
        // Texts that nobody will be told are not made.
        let is_told = |news: &News| self.detail.is_full() || matches!(news, News::Opened { .. });
        let events = news.into_iter().filter(is_told).map(|news| self.event(&news)).collect();
        let worked = match end {
            None => Worked::quietly(Next::Again),
            Some(End::Solution(solution)) => Worked::quietly(Next::Go(Phase::Conclude(solution))),
            Some(End::Derivation(derivation)) => {
                let verdict = certify::unsafe_(&mut self.problem, &self.arena, &self.way_back, derivation)?;
                Worked::quietly(Next::End(verdict))
            }
        };
        Ok(worked.after(events))
    }

    fn event(&self, news: &News) -> Event {
        match *news {
            News::Asked { relation, state, frame } => {
                Event::StateAsked { state: self.interpolant_text(relation, state), frame }
            }
            News::Learnt { relation, lemma, frame } => {
                Event::LemmaLearnt { lemma: self.interpolant_text(relation, lemma), frame }
            }
            News::Reached { relation, fact } => {
                Event::FactReached { fact: self.interpolant_text(relation, fact) }
            }
            News::Opened { frame, moved } => Event::FrameOpened { frame, moved },
        }
    }
}
