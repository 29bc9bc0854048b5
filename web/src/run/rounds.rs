//! What each refinement took and gave, so that runs can be compared round by round.

use hornbook::engine::Event;

use crate::run::Log;

/// From one refinement to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The step at which it ends.
    pub end: usize,
    pub steps: usize,
    /// Nodes that were added to the graph.
    pub nodes: usize,
    /// Nodes that its predicates removed.
    pub removed: usize,
    /// Predicates that it added.
    pub predicates: usize,
    /// The depth of its counterexample; 0 if there is none, as after the last refinement.
    pub depth: usize,
}

/// The rounds of a run so far. The last one ends with the verdict, or is still under way.
pub fn rounds(log: &Log) -> Vec<Round> {
    let mut rounds = Vec::new();
    let mut round = Round::default();
    let mut step = 0;
    log.for_each(|event| {
        step += 1;
        // What the predicates remove belongs to the refinement that found them.
        let is_over = round.predicates > 0 && round.depth > 0;
        if is_over && !matches!(event, Event::NodesRemoved { .. } | Event::Uncovered { .. }) {
            rounds.push(std::mem::take(&mut round));
        }
        round.end = step;
        round.steps += 1;
        match event {
            Event::NodeAdded { .. } => round.nodes += 1,
            Event::NodesRemoved { nodes, .. } => round.removed += nodes.len(),
            Event::PredicatesAdded { predicates } => round.predicates += predicates.len(),
            Event::CounterexampleFound { tree } => round.depth = tree.depth(),
            _ => {}
        }
    });
    if round.steps > 0 {
        rounds.push(round);
    }
    rounds
}

#[cfg(test)]
mod tests {
    use hornbook::settings::RunSettings;

    use super::*;
    use crate::run::Run;
    use crate::text::examples::Example;
    use crate::wire::protocol::RunId;
    use crate::worker::runner::Runner;

    #[test]
    fn rounds_add_up() {
        let text = Example::named("gcd").unwrap().text;
        let mut runner = Runner::default();
        runner.begin(RunId(1), text, &RunSettings::default(), &[]);
        let mut run = Run::new(RunId(1), text.into(), RunSettings::default());
        while let Some(event) = runner.step(RunId(1)) {
            run.extend(vec![event]);
        }
        let rounds = rounds(&run.log);
        assert_eq!(rounds.len(), run.log.refinements().len() + 1);
        assert_eq!(rounds.iter().map(|round| round.steps).sum::<usize>(), run.log.len());
        let predicates: usize = rounds.iter().map(|round| round.predicates).sum();
        assert_eq!(predicates, run.moment.after.predicates.len());
        assert!(rounds[0].depth > 0 && rounds.last().unwrap().depth == 0);
    }
}
