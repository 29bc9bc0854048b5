//! Runs as lines: where refinements, counterexamples and verdicts lie.
//!
//! A run alone is drawn to the scale of its steps. Two runs are drawn to the scale of their refinements, so
//! that the third refinement of the one lies above the third of the other: the picture of the comparison in
//! CAV'13, Sect. 6.

use hornbook::engine::{Event, VerdictText};
use hornbook::order::sort_by_key;

use crate::run::{Log, Place};

/// How steps become places on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// This many steps, each as wide as the other.
    Steps(usize),
    /// This many stretches between refinements, each as wide as the other.
    Refinements(usize),
}

/// Something on the line of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    pub step: usize,
    /// From 0 to 1.
    pub at: f64,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Counterexample,
    /// Complete here; counted from 1.
    Refinement(usize),
    Safe,
    Unsafe,
    Paused,
}

/// The finest place that the slider of two runs can be put at, as a part of a refinement.
pub const PARTS: usize = 1000;

impl Scale {
    /// The scale for the runs that are shown.
    pub fn of(logs: &[&Log]) -> Scale {
        match logs {
            [log] => Scale::Steps(log.len()),
            logs => Scale::Refinements(logs.iter().map(|log| log.segments()).max().unwrap_or(0)),
        }
    }

    /// Where a step lies, from 0 to 1.
    #[allow(clippy::cast_precision_loss)] // No run has as many steps as that.
    pub fn position(self, log: &Log, step: usize) -> f64 {
        let (number, of) = match self {
            Scale::Steps(last) => (step as f64, last),
            Scale::Refinements(segments) => (log.place(step).number(), segments),
        };
        if of == 0 { 0.0 } else { (number / of as f64).min(1.0) }
    }

    /// The place of a value of the slider, whose values go from 0 to `PARTS` times the number of refinements.
    pub fn place(value: usize) -> Place {
        // The end of a stretch rather than the start of the next: that is where the refinement is complete.
        let refinement = value.saturating_sub(1) / PARTS;
        Place { refinement, part: value - refinement * PARTS, of: PARTS }
    }
}

/// What lies on the line of a run, from left to right.
pub fn marks(log: &Log, scale: Scale) -> Vec<Mark> {
    let mark = |step: usize, kind: Kind| Mark { step, at: scale.position(log, step), kind };
    let mut marks: Vec<Mark> =
        log.counterexamples().into_iter().map(|step| mark(step, Kind::Counterexample)).collect();
    marks.extend((1..).zip(log.refinements()).map(|(number, step)| mark(step, Kind::Refinement(number))));
    if let Some(Event::Verdict(outcome)) = log.event(log.len()) {
        let kind = match outcome {
            VerdictText::Safe { .. } => Kind::Safe,
            VerdictText::Unsafe { .. } if log.is_open() => Kind::Paused,
            VerdictText::Unsafe { .. } => Kind::Unsafe,
            VerdictText::Stopped(_) => Kind::Paused,
        };
        marks.push(mark(log.len(), kind));
    }
    sort_by_key(&mut marks, |mark| mark.step);
    marks
}

/// Marks of a kind are at least this far from each other, as a part of the line. Nearer ones could not be
/// told apart on the widest screen, and thousands of them would make every step slow.
const NEAREST: f64 = 0.002;

/// The marks without those that lie upon others of their kind. The verdict stays.
pub fn thinned(mut marks: Vec<Mark>) -> Vec<Mark> {
    let mut last = [f64::NEG_INFINITY; 2];
    marks.retain(|mark| {
        let last = match mark.kind {
            Kind::Counterexample => &mut last[0],
            Kind::Refinement(_) => &mut last[1],
            Kind::Safe | Kind::Unsafe | Kind::Paused => return true,
        };
        let is_kept = mark.at - *last >= NEAREST;
        if is_kept {
            *last = mark.at;
        }
        is_kept
    });
    marks
}

#[cfg(test)]
mod tests {
    use hornbook::settings::{RunSettings, Strategy};

    use super::*;
    use crate::text::examples::Example;
    use crate::wire::protocol::RunId;
    use crate::worker::runner::Runner;

    fn log(strategy: Strategy) -> Log {
        let mut runner = Runner::default();
        let settings = RunSettings { strategy, ..RunSettings::default() };
        runner.begin(RunId(1), Example::named("merge").unwrap().text, &settings, &[]);
        let mut log = Log::default();
        log.push(std::iter::from_fn(|| runner.step(RunId(1))).collect());
        log.catch_up(None);
        log
    }

    #[test]
    fn a_counterexample_comes_before_each_refinement() {
        let log = log(Strategy::Tree);
        let marks = marks(&log, Scale::of(&[&log]));
        let (last, before) = marks.split_last().unwrap();
        assert_eq!((last.kind, last.at), (Kind::Safe, 1.0));
        assert!(before.len() >= 2 && before.len().is_multiple_of(2));
        for (number, pair) in (1..).zip(before.chunks(2)) {
            assert_eq!([pair[0].kind, pair[1].kind], [Kind::Counterexample, Kind::Refinement(number)]);
            assert!(pair[0].at < pair[1].at);
        }
    }

    #[test]
    fn refinements_of_two_runs_lie_at_the_same_places() {
        let logs = [log(Strategy::Tree), log(Strategy::Disjunctive)];
        let scale = Scale::of(&[&logs[0], &logs[1]]);
        let places = logs.each_ref().map(|log| {
            let marks = marks(log, scale);
            marks.iter().filter(|m| matches!(m.kind, Kind::Refinement(_))).map(|m| m.at).collect::<Vec<_>>()
        });
        let common = places[0].len().min(places[1].len());
        assert!(common > 0);
        assert_eq!(places[0][..common], places[1][..common]);
    }

    #[test]
    fn thousands_of_marks_are_thinned_and_a_few_are_not() {
        let log = log(Strategy::Tree);
        let few = marks(&log, Scale::of(&[&log]));
        assert_eq!(thinned(few.clone()), few);
        let mark = |step: u32| {
            let (at, step) = (f64::from(step) / 20_000.0, step as usize);
            Mark { step, at, kind: Kind::Refinement(step) }
        };
        let mut many: Vec<Mark> = (0..20_000).map(mark).collect();
        many.push(Mark { step: 20_000, at: 1.0, kind: Kind::Safe });
        let few = thinned(many);
        assert!((400..=501).contains(&few.len()), "{}", few.len());
        assert_eq!(few.last().map(|mark| mark.kind), Some(Kind::Safe));
    }

    #[test]
    fn the_slider_reaches_every_refinement() {
        let log = log(Strategy::Tree);
        for (number, step) in (1..).zip(log.refinements()) {
            assert_eq!(log.at(Scale::place(number * PARTS)), step);
        }
        assert_eq!(log.at(Scale::place(0)), 0);
        assert_eq!(log.at(Scale::place(log.segments() * PARTS)), log.len());
    }
}
